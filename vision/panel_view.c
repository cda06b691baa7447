#include "panel_view.h"

#include <math.h>

#include "panel_rectify.h"
#include "panel_shapes.h"
#include "weights.h"

/* In cells of so many pixels of the picture likeness tells all that it can: in
 * smaller ones a block, a triangle and a ring are a few pixels alike. */
#define PX_CELL_PLAIN 40.0
/* The network is wrong more often than it claims where nothing like it was
 * trained on: nothing is less likely than this. */
#define CHANCE_LEAST 1e-4
/* Half of a panel's cells are empty, of those that the network was trained on
 * .12: the odds are so many times as large. Of 129 cells of dim and grainy
 * scenes that are empty, but in which much stands out, 122 have a chance for
 * that of .08 and more, of 107 with symbols as little like theirs 8, three of
 * which nobody could read. */
#define EMPTIES_MORE 7.0

enum symbol_class view_class(const struct panel_cell *cell)
{
	switch (cell->kind) {
	case PANEL_SQUARE:
		return SYMBOL_SQUARE;
	case PANEL_STAR:
		return SYMBOL_STAR;
	case PANEL_TRIANGLE:
		return (enum symbol_class)(SYMBOL_TRIANGLE_1 + cell->count - 1);
	case PANEL_ELIMINATOR:
		return SYMBOL_ELIMINATOR;
	case PANEL_POLYOMINO:
		return (enum symbol_class)(SYMBOL_BLOCKS + cell->rotatable +
					   2 * cell->negative);
	default:
		return SYMBOL_EMPTY;
	}
}

void view_take(const struct sheet *sheet, int column, int row,
	       struct cell_view *view)
{
	struct colour pixels[SHEET_CELL * SHEET_CELL];
	struct symbol_patch patch;
	double x = column + 0.5, y = row + 0.5;
	int left = (column + SHEET_MARGIN) * SHEET_CELL;
	int top = (row + SHEET_MARGIN) * SHEET_CELL;
	double most = 0;

	view->sharp =
		SHAPES_APART_SHARP * fmin(1, sheet->px_cell / PX_CELL_PLAIN);
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		pixels[i] = sheet_pixel(sheet, left + i % SHEET_CELL,
					top + i / SHEET_CELL);
	symbol_patch_cut(pixels, sheet_ground(sheet, x, y),
			 sheet_line(sheet, x, y), &patch);
	symbol_net_judge(symbol_weights, &patch, view->chance);
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		most = fmax(most, view->chance[i]);
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		view->less[i] =
			log(most / fmax(CHANCE_LEAST, view->chance[i])) /
			view->sharp;
}

double view_least(const struct cell_view *view)
{
	double least = HUGE_VAL;

	for (int i = SYMBOL_SQUARE; i <= SYMBOL_HOLLOW_TURNED; i++)
		least = fmin(least, view->less[i]);
	return least;
}

double view_seen(const struct cell_view *view)
{
	return 1 - view->chance[SYMBOL_EMPTY] - view->chance[SYMBOL_OTHER];
}

double view_hollowness(const struct cell_view *view,
		       const struct panel_cell *cell)
{
	double solid = view->chance[SYMBOL_BLOCKS] +
		       view->chance[SYMBOL_BLOCKS_TURNED];
	double hollow = view->chance[SYMBOL_HOLLOW] +
			view->chance[SYMBOL_HOLLOW_TURNED];

	if (cell->kind != PANEL_POLYOMINO || view->sharp >= SHAPES_APART_SHARP)
		return 1;
	return ((cell->negative ? hollow : solid) + CHANCE_LEAST) /
	       (solid + hollow + CHANCE_LEAST);
}

double view_chance(const struct cell_view *view, const struct panel_cell *cell)
{
	return view->chance[view_class(cell)];
}

static bool is_blocks(enum symbol_class class)
{
	return class >= SYMBOL_BLOCKS && class <= SYMBOL_HOLLOW_TURNED;
}

bool view_alike(const struct cell_view *view, enum symbol_class one,
		enum symbol_class other)
{
	return is_blocks(one) && is_blocks(other) &&
	       view->sharp >= SHAPES_APART_SHARP;
}

/* Of what both together were sure of (.9) three in four were wrong where the
 * network's own odds for it were up to .35, one in nine from there to .65, of
 * more than .98 none of 750. Whether blocks are turned or hollow likeness tells
 * by itself in cells that are not small. */
double view_agrees(const struct cell_view *view, const struct panel_cell *cell)
{
	enum symbol_class kind = view_class(cell);
	double own = 0, other = 0;

	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		enum symbol_class class = (enum symbol_class)i;

		if (class == kind || view_alike(view, class, kind))
			own += view->chance[i];
		else
			other = fmax(other, view->chance[i]);
	}
	other /= fmax(CHANCE_LEAST, own + other);
	return 1 - other * other;
}

double view_seen_uneven(const struct cell_view *view)
{
	return view_seen(view) - view->chance[SYMBOL_SQUARE] -
	       view->chance[SYMBOL_TRIANGLE_4];
}

/* All chances, where cells are empty as often as in panels. */
static double all_chances(const struct cell_view *view)
{
	return 1 + (EMPTIES_MORE - 1) * view->chance[SYMBOL_EMPTY];
}

double view_points(const struct cell_view *view)
{
	return view->chance[SYMBOL_TRIANGLE_1] +
	       view->chance[SYMBOL_TRIANGLE_2] +
	       view->chance[SYMBOL_TRIANGLE_3] +
	       view->chance[SYMBOL_ELIMINATOR];
}

double view_shown(const struct cell_view *view)
{
	double uneven = view_seen_uneven(view) / all_chances(view);

	return view->sharp < SHAPES_APART_SHARP
		       ? fmax(uneven, view_points(view))
		       : view_points(view);
}

double view_empty(const struct cell_view *view)
{
	return (EMPTIES_MORE * view->chance[SYMBOL_EMPTY] +
		view->chance[SYMBOL_OTHER]) /
	       all_chances(view);
}

struct panel_cell view_best(const struct cell_view *view, double *chance)
{
	struct panel_cell cell = { .kind = PANEL_EMPTY };
	int best = 0;

	for (int i = 1; i < SYMBOL_CLASSES; i++)
		if (view->chance[i] > view->chance[best])
			best = i;
	*chance = view->chance[best];
	if (best == SYMBOL_SQUARE)
		cell.kind = PANEL_SQUARE;
	if (best == SYMBOL_STAR)
		cell.kind = PANEL_STAR;
	if (best == SYMBOL_ELIMINATOR)
		cell.kind = PANEL_ELIMINATOR;
	if (best >= SYMBOL_TRIANGLE_1 && best <= SYMBOL_TRIANGLE_4) {
		cell.kind = PANEL_TRIANGLE;
		cell.count = 1 + best - SYMBOL_TRIANGLE_1;
	}
	return cell;
}
