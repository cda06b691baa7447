#include "panel_view.h"

#include <math.h>

#include "rectify.h"
#include "panel_shapes.h"
#include "symbol_window.h"

/* In cells of so many pixels of the picture likeness tells all that it can: in
 * smaller ones a block, a triangle and a ring are a few pixels alike. */
#define PX_CELL_PLAIN 40.0
/* ... but for whether one block is hollow only where it is more than this:
 * blurred hollow ones of 6 and 10 pixels were .85 like full ones. */
#define HOLLOW_TOLD 0.9
/* More than half of the cells of scenes are empty, of those that the networks
 * learn from .12: the odds are so many times as large. Of 40 cells of scenes
 * that they took for empty with .4 to .8 one was not. */
#define EMPTIES_MORE 7.0

enum symbol_class view_class_of(const struct panel_cell *cell)
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

/* May the network's class be that symbol? Blocks that no turn changes, such as
 * a single one, are the same turned and upright, whatever they look like. */
static bool stands_for(enum symbol_class class, const struct panel_cell *cell)
{
	enum symbol_class own = view_class_of(cell);

	return class == own ||
	       (class == (own ^ (SYMBOL_BLOCKS ^ SYMBOL_BLOCKS_TURNED)) &&
		cell->kind == PANEL_POLYOMINO &&
		panel_shape_turn(cell->shape) == cell->shape);
}

enum symbol_class view_class(const struct cell_view *view,
			     const struct panel_cell *cell)
{
	enum symbol_class best = view_class_of(cell);

	for (int i = 0; i < SYMBOL_CLASSES; i++)
		if (view->chance[i] > view->chance[best] &&
		    stands_for((enum symbol_class)i, cell))
			best = (enum symbol_class)i;
	return best;
}

int view_take(struct symbol_nets *nets, const struct sheet *sheet, int column,
	      int row, struct cell_view *view)
{
	struct colour pixels[SHEET_CELL * SHEET_CELL];
	int left = (column + SHEET_MARGIN) * SHEET_CELL;
	int top = (row + SHEET_MARGIN) * SHEET_CELL;
	const struct symbol_cell cell = {
		.pixels = pixels,
		.bare = sheet->bare,
		.ground = sheet_ground(sheet, column + 0.5, row + 0.5),
		.line = sheet_line(sheet, column + 0.5, row + 0.5),
		.px_cell = (float)sheet->px_cell,
	};
	struct symbol_window window;
	struct symbol_patch patch, near;
	double most = 0;

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		pixels[i] = sheet_pixel(sheet, left + i % SHEET_CELL,
					top + i / SHEET_CELL);
	view->sharp =
		SHAPES_APART_SHARP * fmin(1, sheet->px_cell / PX_CELL_PLAIN);
	window = symbol_window_find(pixels, cell.ground, cell.line,
				    sheet->line_width / 2);
	symbol_patch_cut(&cell, NULL, &patch);
	symbol_patch_cut(&cell, &window, &near);
	if (symbol_nets_judge(nets, &patch, &near, view->chance) < 0)
		return -1;
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		most = fmax(most, view->chance[i]);
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		view->less[i] =
			log(most / fmax(SYMBOL_CHANCE_LEAST, view->chance[i])) /
			view->sharp;
	return 0;
}

double view_seen(const struct cell_view *view)
{
	return 1 - view->chance[SYMBOL_EMPTY] - view->chance[SYMBOL_OTHER];
}

double view_blocks(const struct cell_view *view)
{
	double chance = 0;

	for (int i = SYMBOL_BLOCKS; i <= SYMBOL_HOLLOW_TURNED; i++)
		chance += view->chance[i];
	return chance;
}

double view_hollow(const struct cell_view *view)
{
	return view->chance[SYMBOL_HOLLOW] + view->chance[SYMBOL_HOLLOW_TURNED];
}

double view_hollowness(const struct cell_view *view,
		       const struct panel_cell *cell, double likeness)
{
	double hollow = view_hollow(view);
	double solid = view_blocks(view) - hollow;

	if (cell->kind != PANEL_POLYOMINO ||
	    (view->sharp >= SHAPES_APART_SHARP &&
	     (likeness > HOLLOW_TOLD || panel_shape_size(cell->shape) > 1)))
		return 1;
	return ((cell->negative ? hollow : solid) + SYMBOL_CHANCE_LEAST) /
	       (solid + hollow + SYMBOL_CHANCE_LEAST);
}

/* How likely it is one of a kind that no relief looks like, which is as
 * symmetric as its cell, ... */
static double seen_uneven(const struct cell_view *view)
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
	double uneven = seen_uneven(view) / all_chances(view);

	return fmax(uneven, view_points(view));
}

double view_empty(const struct cell_view *view)
{
	return (EMPTIES_MORE * view->chance[SYMBOL_EMPTY] +
		view->chance[SYMBOL_OTHER]) /
	       all_chances(view);
}

struct panel_cell view_cell(enum symbol_class class)
{
	struct panel_cell cell = { .kind = PANEL_EMPTY };

	if (class == SYMBOL_SQUARE)
		cell.kind = PANEL_SQUARE;
	if (class == SYMBOL_STAR)
		cell.kind = PANEL_STAR;
	if (class == SYMBOL_ELIMINATOR)
		cell.kind = PANEL_ELIMINATOR;
	if (class >= SYMBOL_TRIANGLE_1 && class <= SYMBOL_TRIANGLE_4) {
		cell.kind = PANEL_TRIANGLE;
		cell.count = (uint8_t)(1 + class - SYMBOL_TRIANGLE_1);
	}
	return cell;
}
