#include "panel_view.h"

#include <math.h>
#include <string.h>

#include "rectify.h"
#include "panel_shapes.h"
#include "symbol_window.h"
#include "weights.h"

/* In cells of so many pixels of the picture likeness tells all that it can: in
 * smaller ones a block, a triangle and a ring are a few pixels alike. */
#define PX_CELL_PLAIN 40.0
/* ... but for whether one block is hollow only where it is more than this:
 * blurred hollow ones of 6 and 10 pixels were .85 like full ones. */
#define HOLLOW_TOLD 0.9
/* What it is less sure of in small cells it is shown again (of designs that the
 * networks before were not trained on, 2868 cells of 20 to 28 pixels, 92.0 %
 * were right then, with one look 90.6 %). */
#define AGAIN_MOST 0.95
/* ... but where it hardly sees a symbol: of the many empty cells of a dim panel
 * that would cost as much as all symbols. */
#define AGAIN_SEEN 0.3
/* More than half of the cells of scenes are empty, of those that the networks
 * learn from .12: the odds are so many times as large. Of 40 cells of scenes
 * that they took for empty with .4 to .8 one was not. */
#define EMPTIES_MORE 7.0

/* Before any is seen each kind of symbol is as likely as if so many were (of
 * 1,370 panels .6 reads one less exactly). */
#define KIND_BEFORE 2.0
/* Before any of a colour is seen kinds are as likely there as if so many were
 * as those of all the panel: of 1,708 panels that people made up the kinds are
 * guessed best so (log loss a symbol .56, without colours 1.18). */
#define COLOUR_BEFORE 0.4
/* What the networks are so sure of needs none of that: where they err so surely
 * they err about all that look so (outlined blocks are hollow ones to them, but
 * not by likeness). */
#define LEANS_MOST 0.95

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

/* A doubtful cell is looked at again so far beside its place, sheet pixels, so
 * many times as large, from left to right or from right to left, as all kinds
 * of symbols are the same then; grain and a JPEG's steps are not. */
static const struct again {
	float x, y, size, way;
} agains[] = {
	{ 1, 1, 1.04F, -1 },
	{ -1, -1, 1.04F, 1 },
	{ 1, -1, 0.96F, 1 },
	{ -1, 1, 0.96F, -1 },
};

enum { AGAINS = sizeof agains / sizeof *agains };

/* Between four of a cell's pixels; the nearest place outside. */
static struct colour colour_between(const struct colour *pixels, float x,
				    float y)
{
	const struct colour *at;
	int left, top;

	x = fminf(fmaxf(x, 0), SHEET_CELL - 1.01F);
	y = fminf(fmaxf(y, 0), SHEET_CELL - 1.01F);
	left = (int)x;
	top = (int)y;
	at = pixels + top * SHEET_CELL + left;
	return colour_towards(colour_towards(at[0], at[1], x - (float)left),
			      colour_towards(at[SHEET_CELL], at[SHEET_CELL + 1],
					     x - (float)left),
			      y - (float)top);
}

static void look_again(const struct colour *pixels, const struct again *again,
		       struct colour *to)
{
	const float middle = (SHEET_CELL - 1) / 2.0F;

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		float u = (float)(i % SHEET_CELL) - middle;
		float v = (float)(i / SHEET_CELL) - middle;

		to[i] = colour_between(pixels,
				       middle + again->way * again->size * u +
					       again->x,
				       middle + again->size * v + again->y);
	}
}

/* What the networks say of a cell. */
static void judge(const struct sheet *sheet, const struct symbol_cell *cell,
		  float *chance)
{
	const struct colour *pixels = cell->pixels;
	struct symbol_window window = symbol_window_find(
		pixels, cell->ground, cell->line, sheet->line_width / 2);
	struct symbol_patch patch, near;

	symbol_patch_cut(cell, NULL, &patch);
	symbol_patch_cut(cell, &window, &near);
	symbol_nets_judge(&patch, &near, chance);
}

/* What all looks say together. */
static void agree(const struct sheet *sheet, const struct symbol_cell *cell,
		  float *chance)
{
	float logs[SYMBOL_CLASSES], sum = 0;

	for (int i = 0; i < SYMBOL_CLASSES; i++)
		logs[i] = logf(fmaxf((float)SYMBOL_CHANCE_LEAST, chance[i]));
	for (int k = 0; k < AGAINS; k++) {
		struct colour pixels[SHEET_CELL * SHEET_CELL];
		struct colour bare[SHEET_CELL * SHEET_CELL];
		struct symbol_cell again = *cell;

		look_again(cell->pixels, &agains[k], pixels);
		again.pixels = pixels;
		if (cell->bare) {
			look_again(cell->bare, &agains[k], bare);
			again.bare = bare;
		}
		judge(sheet, &again, chance);
		for (int i = 0; i < SYMBOL_CLASSES; i++)
			logs[i] += logf(
				fmaxf((float)SYMBOL_CHANCE_LEAST, chance[i]));
	}
	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		chance[i] = expf(logs[i] / (AGAINS + 1));
		sum += chance[i];
	}
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		chance[i] /= sum;
}

static double most_of(const float *chance)
{
	double most = 0;

	for (int i = 0; i < SYMBOL_CLASSES; i++)
		most = fmax(most, chance[i]);
	return most;
}

/* Sets what follows from the chances. */
static void compare(struct cell_view *view)
{
	double most = most_of(view->chance);

	for (int i = 0; i < SYMBOL_CLASSES; i++)
		view->less[i] =
			log(most / fmax(SYMBOL_CHANCE_LEAST, view->chance[i])) /
			view->sharp;
}

void view_take(const struct sheet *sheet, int column, int row,
	       struct cell_view *view)
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

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		pixels[i] = sheet_pixel(sheet, left + i % SHEET_CELL,
					top + i / SHEET_CELL);
	view->sharp =
		SHAPES_APART_SHARP * fmin(1, sheet->px_cell / PX_CELL_PLAIN);
	judge(sheet, &cell, view->chance);
	if (view->sharp < SHAPES_APART_SHARP &&
	    most_of(view->chance) < AGAIN_MOST && view_seen(view) > AGAIN_SEEN)
		agree(sheet, &cell, view->chance);
	memcpy(view->alone, view->chance, sizeof view->alone);
	compare(view);
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

/* How likely it is one of such a kind, by those chances. */
static double chance_of_kind(const float *chances,
			     const struct panel_cell *cell)
{
	double chance = 0;

	for (int i = 0; i < SYMBOL_CLASSES; i++)
		if (stands_for((enum symbol_class)i, cell))
			chance += chances[i];
	return chance;
}

double view_chance(const struct cell_view *view, const struct panel_cell *cell)
{
	return chance_of_kind(view->chance, cell);
}

double view_alone(const struct cell_view *view, const struct panel_cell *cell)
{
	double more = chance_of_kind(view->chance, cell) -
		      chance_of_kind(view->alone, cell);

	return 1 - fmax(0, more);
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
	enum symbol_class kind = view_class_of(cell);
	double own = 0, other = 0;

	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		enum symbol_class class = (enum symbol_class)i;

		if (stands_for(class, cell) || view_alike(view, class, kind))
			own += view->chance[i];
		else
			other = fmax(other, view->chance[i]);
	}
	other /= fmax(SYMBOL_CHANCE_LEAST, own + other);
	return 1 - other * other;
}

double view_round(const struct cell_view *view, const struct panel_cell *cell)
{
	double square = view->chance[SYMBOL_SQUARE];
	double star = view->chance[SYMBOL_STAR];
	double other = cell->kind == PANEL_SQUARE ? star : square;
	double own = 1 - other / fmax(SYMBOL_CHANCE_LEAST, square + star);

	if (cell->kind != PANEL_SQUARE && cell->kind != PANEL_STAR)
		return 1;
	return own * own;
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

/* A symbol of that class; empty where it is none, or a polyomino without the
 * shape that the network does not tell. */
static struct panel_cell cell_of(enum symbol_class class, uint64_t shape)
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
	if (is_blocks(class) && shape) {
		cell.kind = PANEL_POLYOMINO;
		cell.shape = shape;
		cell.rotatable = (class - SYMBOL_BLOCKS) & 1;
		cell.negative = (class - SYMBOL_BLOCKS) & 2;
	}
	return cell;
}

struct panel_cell view_best(const struct cell_view *view, double *chance)
{
	int best = 0;

	for (int i = 1; i < SYMBOL_CLASSES; i++)
		if (view->chance[i] > view->chance[best])
			best = i;
	*chance = view->chance[best];
	return cell_of((enum symbol_class)best, 0);
}

struct panel_cell view_other(const struct cell_view *view,
			     const struct panel_cell *one,
			     const struct panel_cell *other, double *chance)
{
	uint64_t shape = one->shape ? one->shape : other->shape;
	int best = SYMBOL_EMPTY;

	for (int i = SYMBOL_SQUARE; i <= SYMBOL_HOLLOW_TURNED; i++) {
		enum symbol_class class = (enum symbol_class)i;

		if (stands_for(class, one) || stands_for(class, other) ||
		    view_alike(view, class, view_class_of(one)))
			continue;
		if (best == SYMBOL_EMPTY ||
		    view->chance[i] > view->chance[best])
			best = i;
	}
	*chance = view->chance[best];
	return cell_of((enum symbol_class)best, shape);
}

/* Of what kind are symbols of that class? */
static enum view_kind kind_of(int class)
{
	switch (class) {
	case SYMBOL_SQUARE:
		return VIEW_SQUARE;
	case SYMBOL_STAR:
		return VIEW_STAR;
	case SYMBOL_ELIMINATOR:
		return VIEW_ELIMINATOR;
	case SYMBOL_BLOCKS:
	case SYMBOL_BLOCKS_TURNED:
		return VIEW_BLOCKS;
	case SYMBOL_HOLLOW:
	case SYMBOL_HOLLOW_TURNED:
		return VIEW_HOLLOW;
	default:
		return VIEW_TRIANGLE;
	}
}

void view_count(const struct cell_view *view, double sure,
		struct view_kinds *kinds)
{
	double seen = SYMBOL_CHANCE_LEAST;

	for (int i = SYMBOL_SQUARE; i <= SYMBOL_HOLLOW_TURNED; i++)
		seen += view->alone[i];
	for (int i = SYMBOL_SQUARE; i <= SYMBOL_HOLLOW_TURNED; i++)
		kinds->count[kind_of(i)] += sure * view->alone[i] / seen;
}

static double all_of(const struct view_kinds *kinds)
{
	double all = 0;

	for (int i = 0; i < VIEW_KINDS; i++)
		all += kinds->count[i];
	return all;
}

void view_lean(const struct view_kinds *others, const struct view_kinds *alike,
	       bool relief, struct cell_view *view)
{
	double all = VIEW_KINDS * KIND_BEFORE + all_of(others);
	double same = COLOUR_BEFORE + all_of(alike);
	double now = 0, none = 1 - view_seen(view);

	if (most_of(view->alone) > LEANS_MOST)
		return;
	for (int i = SYMBOL_SQUARE; i <= SYMBOL_HOLLOW_TURNED; i++) {
		enum view_kind kind = kind_of(i);
		double share = (KIND_BEFORE + others->count[kind]) / all;

		share = (COLOUR_BEFORE * share + alike->count[kind]) / same;
		view->chance[i] *= (float)(VIEW_KINDS * share);
		now += view->chance[i];
	}
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		if (!relief)
			view->chance[i] /=
				(float)fmax(SYMBOL_CHANCE_LEAST, now + none);
		else if (i >= SYMBOL_SQUARE && i <= SYMBOL_HOLLOW_TURNED)
			view->chance[i] *=
				(float)((1 - none) /
					fmax(SYMBOL_CHANCE_LEAST, now));
	compare(view);
}
