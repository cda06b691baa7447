#include "panel_symbols.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "order.h"
#include "panel_mask.h"
#include "panel_outline.h"
#include "panel_patch.h"
#include "panel_rays.h"
#include "panel_shapes.h"
#include "panel_view.h"
#include "panel_weigh.h"

/* The smallest symbol, one block, covers .145 squared of a cell. */
#define SYMBOL_AREA 0.006
/* Below this likeness a symbol is not recognised. */
#define LIKENESS_LEAST 0.5
/* above this it is, whatever the network says. */
#define LIKENESS_CLEAR 0.75
/* and below this it is none: a rim or a shadow. */
#define NOTHING_MOST 0.25
/* What stands out of a cell that is empty with less certainty than this is
 * compared with symbols; they are more like the drawn ones than so. */
#define EMPTY_SURE 0.995
#define RELIEF_LIKENESS 0.6
/* Reliefs and shades are as symmetric as their cell, or come in from its sides;
 * a faint shape of another kind, this like a symbol, is one. Those of the
 * game's panels are at most .69 like any. */
#define FAINT_LIKENESS 0.77
/* What stands out so many times as much as what is in the emptier cells of the
 * panel is more than that, too; below that likeness it is a symbol as likely as
 * not. Nothing in the game's empty cells does so
 * (panels/real: more than three times as much only what comes in from their
 * sides). */
#define FAINT_MORE 4.0
#define MORE_SHARP 6.0
/* Where all but two cells or more hold something these two tell what is bare:
 * so many times as much is more than any relief, which lies in all cells. */
#define BARE_MORE 12.0
#define SHAPED_LIKENESS 0.6
#define SHAPED_SURE 0.5
/* A symbol touches its cell's sides along less than this share of them: what
 * does so along more may be a frame that lies over the cell, or its ground. */
#define SIDES_MOST 0.35
/* A symbol stands out so much more than the relief of most cells. */
#define RELIEF_MORE 1.6
/* Reliefs stand out by less than this share of what symbols must (.47 at most
 * of those on the game's panels that are shaped like squares, likeness .9). */
#define RELIEF_MOST 0.65
/* How fast doubt goes with how small the steps are from one cell's relief to
 * the next stronger one: 1.1 at most on the game's tables. */
#define STEP_SHARP 30.0
/* Between two by two blocks the ground shows along a cross so wide, as a share
 * of half the square (at least a tenth of a block parts those that are drawn),
 * from beside its middle to well within its rims, by at least so much of what
 * the symbol differs from the ground (of squares in damaged scenes 3 of 439 by
 * .08, of others none by .03; blocks of 6 px with one between them by .26). */
#define CROSS_WIDE 0.12
#define CROSS_FROM 0.25
#define CROSS_REACH 0.7
#define CROSS_PALER 0.1
/* What has fewer pixels than this may have any shape (a block of three by three
 * was read as a triangle). */
#define PIXELS_LEAST 10.0
/* How fast doubt goes with what was measured beyond a bound: levels, area,
 * likeness. */
#define LEVEL_SHARP 12.0
#define AREA_SHARP 5.0
#define LIKENESS_SHARP 25.0
/* What stands out by fewer levels is not shown to the network. */
#define SHOWN_LEVELS (0.8 * SYMBOL_LEVELS)
/* What is fainter than symbols are beside such lines is one where the network
 * is so sure of that; of the game's reliefs, squares to it, it never is. */
#define FAINT_SEEN 0.95
/* What nothing that we draw is like, but the network sees, is so much less sure
 * than it says. */
#define SEEN_SURE 0.85
/* By what share of the faintest symbol of a panel another stands out, too. */
#define AS_OTHERS 0.8
/* What the network sees as hollow has rims that may be a pixel wide: how much
 * of a pixel is symbol is told by what is purest then. */
#define HOLLOW_SEEN 0.5
/* What lies there is surely no symbol, to the network: a pointer on a cell
 * that is empty as likely as not. */
#define OTHER_SURE 0.95

static bool is_symmetric(const struct panel_cell *cell)
{
	return cell->kind == PANEL_SQUARE || cell->kind == PANEL_STAR;
}

/* The mean over a part of the mask's box, both ways from its middle, shares of
 * half the box. */
static double mean_share(const struct shape_mask *mask,
			 const struct extent *box, double from, double to)
{
	double x = (box->left + box->right) / 2 + 0.5;
	double y = (box->top + box->bottom) / 2 + 0.5;
	double u[SHEET_CELL], v[SHEET_CELL], sum = 0;
	int count = 0;

	for (int i = 0; i < SHEET_CELL; i++) {
		double at = (i + 0.5) / SHEET_CELL;

		u[i] = fabs(at - x) / width_of(box) * 2;
		v[i] = fabs(at - y) / height_of(box) * 2;
	}
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		double across = u[i % SHEET_CELL], down = v[i / SHEET_CELL];
		double less = across < down ? across : down;
		double more = across < down ? down : across;

		if (less < from || less > to || more > CROSS_REACH ||
		    more < CROSS_FROM)
			continue;
		sum += mask->share[i];
		count++;
	}
	return count ? sum / count : 0;
}

/* Is a square paler along the cross in its middle, as two by two blocks are
 * that nearly touch? */
static bool is_crossed(const struct shape_mask *mask)
{
	struct extent box = mask_box(mask, 0);

	if (width_of(&box) <= 0 || height_of(&box) <= 0)
		return false;
	return mean_share(mask, &box, 0, CROSS_WIDE) <
	       mean_share(mask, &box, 2 * CROSS_WIDE, CROSS_REACH) -
		       CROSS_PALER;
}

/* What is fainter than the network knows is matched without it. */
static const double nothing_less[SYMBOL_CLASSES] = { 0 };

/* What stands out less than symbols do beside these lines, free of the cell's
 * sides: which symbol is it like? */
static void weigh_faint(const struct patch *patch, double blur,
			struct symbol_look *look)
{
	struct shape_mask mask;
	struct shape_match best, second;

	if (patch->most < SYMBOL_LEVELS)
		return;
	patch_mask(patch, &mask);
	patch_drop_rims(patch, &mask);
	if (mask.area < SYMBOL_AREA || patch_comes_in(patch, &mask))
		return;
	shapes_match(&mask, 0, nothing_less, &best, &second);
	/* a relief is no symbol that is blurred */
	if (!is_symmetric(&best.cell) && best.likeness > LIKENESS_LEAST)
		shapes_match(&mask, blur, nothing_less, &best, &second);
	look->faint.cell = best.cell;
	look->faint.second = second.cell;
	look->faint.likeness = best.likeness;
	look->faint.apart = chance_of(SHAPES_APART_SHARP *
				      (best.likeness - second.likeness));
	look->colour = patch_colour(patch);
}

/* Takes it for a symbol, where those are as like one as that as often as not.
 */
static void take_faint(struct symbol_look *look, double likeness)
{
	look->cell = look->faint.cell;
	look->has_second = true;
	look->second = look->faint.second;
	look->sure =
		look->faint.apart *
		chance_of(LIKENESS_SHARP * (look->faint.likeness - likeness));
}

/* A cell that is nearly empty: what little stands out may be a faint symbol
 * only where it is shaped like one. */
static void weigh_relief(const struct patch *patch, struct symbol_look *look)
{
	struct shape_mask mask;
	struct shape_match best, second;

	patch_mask(patch, &mask);
	if (mask.area < SYMBOL_AREA)
		return;
	shapes_match(&mask, 0, nothing_less, &best, &second);
	look->sure = 1 - (1 - look->sure) *
				 chance_of(LIKENESS_SHARP *
					   (best.likeness - RELIEF_LIKENESS));
	look->has_second = best.cell.kind != PANEL_EMPTY;
	look->second = best.cell;
}

/* How sure is it that it is a symbol at all, and one of those that we know? The
 * network knows more designs than we draw, but not the shapes of polyominoes.
 */
static double known_sure(const struct shape_match *best,
			 const struct cell_view *view)
{
	double alike =
		chance_of(LIKENESS_SHARP * (best->likeness - LIKENESS_LEAST));

	double unclear =
		chance_of(LIKENESS_SHARP * (LIKENESS_CLEAR - best->likeness));

	if (best->cell.kind != PANEL_POLYOMINO)
		alike = 1 - (1 - alike) * (1 - view_chance(view, &best->cell));
	return alike * (1 - unclear * (1 - view_seen(view)));
}

/* Takes the symbol that both make most of. */
static void take_best(const struct weighed *weighed,
		      const struct cell_view *view, struct symbol_look *look)
{
	const struct shape_match *best = &weighed->best;
	double chance;
	struct panel_cell cell = view_best(view, &chance);
	bool agree =
		cell.kind == PANEL_EMPTY || (cell.kind == best->cell.kind &&
					     cell.count == best->cell.count);

	look->has_second = true;
	look->cell = best->cell;
	look->second = agree ? weighed->second.cell : cell;
	look->gapless = best->gapless;
	look->sure = weighed->apart * known_sure(best, view) *
		     view_hollowness(view, &best->cell, best->likeness);
	if (best->likeness < LIKENESS_SAME)
		look->sure = fmin(look->sure, view_agrees(view, &best->cell));
	if (best->likeness > LIKENESS_LEAST || agree || chance < SHAPED_SURE)
		return;
	/* nothing that we draw is like it */
	look->cell = cell;
	look->second = best->cell;
	look->gapless = false;
	look->sure = SEEN_SURE * chance;
}

/* A symbol that stands out less than these do beside such lines, which
 * the network sees clearly. */
static void take_seen(const struct patch *patch, double blur,
		      const struct cell_view *view, struct symbol_look *look)
{
	struct shape_mask mask;
	struct weighed weighed;

	patch_mask(patch, &mask);
	weigh_symbol(patch, blur, view, &mask, &weighed);
	look->seen = true;
	look->colour = patch_colour(patch);
	take_best(&weighed, view, look);
}

/* ... which it sees rather than an empty cell: is one likelier than that? */
static bool take_shown(const struct patch *patch, double blur,
		       const struct cell_view *view, struct symbol_look *look)
{
	struct symbol_look shown = *look;

	if (look->shown < SHAPED_SURE || look->most < RELIEF_MOST)
		return false;
	take_seen(patch, blur, view, &shown);
	shown.sure = fmin(shown.sure, shown.shown);
	if (shown.sure < 1 - shown.shown)
		return false;
	*look = shown;
	return true;
}

/* How wide the rims of hollow blocks are, cells, told by how much of each block
 * they cover. */
static double rim_width(const struct shape_mask *mask,
			const struct panel_cell *cell)
{
	struct shape_mask filled = *mask;
	int holes, count = panel_shape_size(cell->shape);
	double hole = mask_fill(&filled, &holes);

	return (sqrt((mask->area + hole) / count) - sqrt(hole / count)) / 2;
}

/* Is there no symbol, however much stands out? True with how sure that is where
 * nothing that is drawn is like it and the network does not see one either. */
static bool take_nothing(const struct shape_match *best,
			 const struct cell_view *view, struct symbol_look *look)
{
	bool shaped = best->likeness > LIKENESS_LEAST;
	bool unseen = view_seen(view) < SHAPED_SURE;
	double nothing = shaped ? 1 - view_seen(view) : view_empty(view);
	double unlike =
		chance_of(LIKENESS_SHARP * (LIKENESS_LEAST - best->likeness));

	if (nothing < SHAPED_SURE)
		return false;
	if (best->likeness < NOTHING_MOST && unseen) {
		look->sure = chance_of(LIKENESS_SHARP *
				       (NOTHING_MOST - best->likeness));
		look->sure = fmax(look->sure, nothing * unlike);
		return true;
	}
	if (best->likeness > LIKENESS_CLEAR ||
	    (shaped && view->chance[SYMBOL_OTHER] < OTHER_SURE))
		return false;
	look->has_second = true;
	look->second = best->cell;
	look->sure = shaped ? SHAPED_SURE : nothing * unlike;
	return true;
}

static void read_symbol(const struct sheet *sheet,
			const struct panel_lines *lines, double blur,
			int column, int row, struct symbol_look *look)
{
	struct cell_view view;
	struct patch patch;
	struct shape_mask mask;
	struct weighed weighed;
	double contrast = sheet_contrast(sheet, column + 0.5, row + 0.5);
	double bound = fmax(SYMBOL_LEVELS, SYMBOL_CONTRAST * contrast);

	memset(look, 0, sizeof *look);
	patch_take(sheet, lines, column, row, &patch);
	look->most = patch.most / bound;
	/* reliefs and glow come near to the bound, symbols are well beyond */
	look->sure = chance_of(LEVEL_SHARP * (bound / fmax(1, patch.most) - 1));
	if (patch.most < bound && patch.most > SHOWN_LEVELS) {
		view_take(sheet, column, row, &view);
		look->shown = view_shown(&view);
		if (view_seen_uneven(&view) > FAINT_SEEN) {
			take_seen(&patch, blur, &view, look);
			return;
		}
		if (take_shown(&patch, blur, &view, look))
			return;
	}
	if (patch.most < bound)
		weigh_faint(&patch, blur, look);
	/* likeness alone takes a disc for a star */
	if (patch.most < bound && patch.most > SHOWN_LEVELS)
		look->faint.apart = fmin(look->faint.apart,
					 view_agrees(&view, &look->faint.cell));
	if (look->faint.likeness > FAINT_LIKENESS &&
	    !is_symmetric(&look->faint.cell)) {
		take_faint(look, FAINT_LIKENESS);
		return;
	}
	if (patch.most < bound) {
		if (look->sure < EMPTY_SURE)
			weigh_relief(&patch, look);
		return;
	}
	if (patch.starts.count)
		patch_take_over_starts(sheet, column, row, &patch);
	outline_take_fill(&patch);
	patch_mask(&patch, &mask);
	if (mask.area < SYMBOL_AREA) {
		look->sure =
			chance_of(AREA_SHARP * (1 - mask.area / SYMBOL_AREA));
		return;
	}
	outline_view(sheet, column, row, &patch, &view);
	look->shown = view_shown(&view);
	patch.thin = view_hollow(&view) > HOLLOW_SEEN && !patch.outlined;
	if (patch.thin)
		patch_mask(&patch, &mask);
	weigh_symbol(&patch, blur, &view, &mask, &weighed);
	if (take_nothing(&weighed.liked, &view, look))
		return;
	look->colour = patch_colour(&patch);
	look->outlined = patch.outlined;
	take_best(&weighed, &view, look);
	look->seen = view_seen_uneven(&view) > FAINT_SEEN;
	look->crossed = look->cell.kind == PANEL_SQUARE && is_crossed(&mask);
	if (look->cell.negative)
		look->rim_px = fmin(SHEET_CELL, sheet->px_cell) *
			       rim_width(&mask, &look->cell);
	if (patch_side_share(&patch, &mask) > SIDES_MOST ||
	    mask.area * sheet->px_cell * sheet->px_cell < PIXELS_LEAST)
		look->sure = fmin(look->sure, SHAPED_SURE);
}

/* What most cells show alike, though it is no symbol, is the panel's relief: a
 * symbol stands out more than that. What stands out so much more than what is
 * in the emptier cells (`usual`) is none of it. */
static void settle(struct symbol_look *look, double floor, double usual)
{
	double empty = chance_of(LEVEL_SHARP * (floor / look->most - 1));

	if (look->seen || look->most > FAINT_MORE * usual)
		return;
	if (look->most > floor) {
		look->sure *= look->cell.kind == PANEL_EMPTY ? 1 : 1 - empty;
	} else if (look->cell.kind == PANEL_EMPTY) {
		look->sure = fmax(look->sure, empty);
	} else if (look->most > 1) { /* else it was told by its shape */
		look->has_second = true;
		look->second = look->cell;
		look->cell = (struct panel_cell){ .kind = PANEL_EMPTY };
		look->sure = empty;
	}
}

/* Where no cell shows a symbol, but all show something, alike up to small steps
 * from one to the next, that is the panel's relief, however strong. `most`: how
 * all stand out, from the least. How sure is that? */
static double relief_sure(const double *most, int count)
{
	double sure = 1;

	for (int i = 1; i < count; i++)
		sure = fmin(sure, chance_of(STEP_SHARP *
					    (RELIEF_MORE * most[i - 1] /
						     fmax(1e-9, most[i]) -
					     1)));
	return sure;
}

static bool any_symbol(const struct sheet *sheet,
		       struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			if (symbols[y][x].cell.kind != PANEL_EMPTY)
				return true;
	return false;
}

static void trust_relief(struct symbol_look symbols[][PANEL_SIDE_MAX],
			 const struct sheet *sheet, double sure)
{
	if (any_symbol(sheet, symbols))
		return;
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			symbols[y][x].sure = fmax(symbols[y][x].sure, sure);
}

/* An empty cell in which something stands out as nothing does in cells that are
 * empty: a symbol where it is shaped like one, or as likely as not; where no
 * quarter of the cells (`quarter`) is so bare, not surely. */
static void judge_empty(struct symbol_look *look, double usual, double quarter)
{
	double more = look->most / fmax(usual, 1e-3) / FAINT_MORE;

	if (look->cell.kind != PANEL_EMPTY || more < 1 ||
	    look->faint.likeness <= 0)
		return;
	if (look->faint.likeness < FAINT_LIKENESS) {
		look->sure = fmin(look->sure, SHAPED_SURE);
		look->has_second = true;
		look->second = look->faint.cell;
		return;
	}
	take_faint(look, SHAPED_LIKENESS);
	look->sure *= chance_of(MORE_SHARP * (more - 1));
	if (look->most < FAINT_MORE * quarter)
		look->sure = fmin(look->sure, SHAPED_SURE);
	/* nothing of it is relief */
	look->most = HUGE_VAL;
}

/* What is seen to be a symbol, however faint, does not tell what relief is. */
static void leave_seen(const struct sheet *sheet,
		       struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];

			if (look->seen && look->cell.kind != PANEL_EMPTY)
				look->most = HUGE_VAL;
		}
}

/* What stands out in the cells, from the least; returns how many there are. */
static int sort_most(const struct sheet *sheet,
		     struct symbol_look symbols[][PANEL_SIDE_MAX], double *most)
{
	int count = 0;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			most[count++] = symbols[y][x].most;
	qsort(most, (size_t)count, sizeof *most, order_doubles);
	return count;
}

/* What is in the emptier cells of all `most`, of which two hold no more than
 * `bare`. */
static double usual_bare(const double *most, int count, double bare)
{
	return fmin(most[count / 4], BARE_MORE / FAINT_MORE * bare);
}

/* Two by two blocks with nothing between them are a square with its corners: in
 * a panel whose blocks are drawn so, either may be meant; with little between
 * them they are a square with a faint cross. */
static void doubt_squares(const struct sheet *sheet,
			  struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	bool gapless = false;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			gapless |= symbols[y][x].gapless;
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];

			if (look->cell.kind != PANEL_SQUARE ||
			    !(gapless || look->crossed))
				continue;
			look->sure = fmin(look->sure, SHAPED_SURE);
			look->has_second = true;
			look->second = (struct panel_cell){
				.kind = PANEL_POLYOMINO,
				.shape = 3ull | 3ull << PANEL_SHAPE_MAX,
			};
		}
}

/* Where others have outlines hollow blocks may have such, too, on both sides of
 * their rims, of whose colour little is left then. */
static void doubt_hollow(const struct sheet *sheet,
			 struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	bool outlined = false;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			outlined |= symbols[y][x].outlined;
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];

			if (outlined && look->cell.negative)
				look->sure = fmin(look->sure, SHAPED_SURE);
		}
}

/* Where most cells hold symbols these do not tell of the relief: what stands
 * out too little, but is shaped as only symbols are, may be one. */
static void doubt_faint(const struct sheet *sheet,
			struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];

			if (look->cell.kind != PANEL_EMPTY ||
			    look->faint.likeness < FAINT_LIKENESS ||
			    look->most < RELIEF_MOST)
				continue;
			look->second = look->cell;
			look->cell = look->faint.cell;
			look->has_second = true;
			look->sure = fmin(look->sure, SHAPED_SURE);
		}
}

/* However faint, what the network sees that is shaped as no relief is may be a
 * symbol. */
static void doubt_shown(const struct sheet *sheet,
			struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];

			if (look->cell.kind == PANEL_EMPTY &&
			    look->shown > SHAPED_SURE)
				look->sure = fmin(look->sure, 1 - look->shown);
		}
}

/* Where something stands out about as much as the faintest symbol of others, of
 * all `most`, in rows, it may be one, too: discs may hide its shape. */
static void doubt_as_others(const struct sheet *sheet,
			    struct symbol_look symbols[][PANEL_SIDE_MAX],
			    const double *most, double bare)
{
	double least = HUGE_VAL;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			if (symbols[y][x].cell.kind != PANEL_EMPTY)
				least = fmin(least,
					     most[y * sheet->columns + x]);
	least = fmax(AS_OTHERS * least, fmax(RELIEF_MOST, FAINT_MORE * bare));
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];

			if (look->cell.kind == PANEL_EMPTY &&
			    most[y * sheet->columns + x] >= least)
				look->sure = fmin(look->sure, SHAPED_SURE);
		}
}

/* A relief lies in all cells, and is no stronger than these are: what is shaped
 * like a symbol and stands out more may be one where others are, or where it
 * lies in none of the two emptiest cells (`bare`). */
static void doubt_uneven(const struct sheet *sheet,
			 struct symbol_look symbols[][PANEL_SIDE_MAX],
			 double bare)
{
	double least = RELIEF_MOST;

	if (!any_symbol(sheet, symbols))
		least = fmax(least, FAINT_MORE * bare);
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];

			if (look->cell.kind != PANEL_EMPTY ||
			    look->faint.likeness < FAINT_LIKENESS ||
			    look->most < least)
				continue;
			look->sure = fmin(look->sure, SHAPED_SURE);
			look->has_second = true;
			look->second = look->faint.cell;
		}
}

void symbols_read(const struct sheet *sheet, const struct panel_lines *lines,
		  struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	double most[PANEL_SIDE_MAX * PANEL_SIDE_MAX], floor;
	double own[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	double blur = rays_blur(sheet), bare, usual;
	int count;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			read_symbol(sheet, lines, blur, x, y, &symbols[y][x]);
	for (int i = 0; i < sheet->rows * sheet->columns; i++)
		own[i] = symbols[i / sheet->columns][i % sheet->columns].most;
	count = sort_most(sheet, symbols, most);
	bare = most[count > 1];
	usual = usual_bare(most, count, bare);
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			judge_empty(&symbols[y][x], usual, most[count / 4]);
	leave_seen(sheet, symbols);
	sort_most(sheet, symbols, most);
	usual = usual_bare(most, count, bare);
	floor = RELIEF_MORE * most[count / 2];
	if (most[count / 2] <= 1 && floor >= 1)
		for (int y = 0; y < sheet->rows; y++)
			for (int x = 0; x < sheet->columns; x++)
				settle(&symbols[y][x], floor, usual);
	trust_relief(symbols, sheet, relief_sure(most, count));
	if (most[count / 2] > 1)
		doubt_faint(sheet, symbols);
	doubt_squares(sheet, symbols);
	doubt_hollow(sheet, symbols);
	doubt_shown(sheet, symbols);
	doubt_uneven(sheet, symbols, bare);
	doubt_as_others(sheet, symbols, own, bare);
}
