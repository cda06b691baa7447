#include "symbols.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "order.h"
#include "bare.h"
#include "mask.h"
#include "matcher.h"
#include "patch.h"
#include "rays.h"
#include "panel_shapes.h"
#include "panel_view.h"
#include "weigh.h"

/* What an outlined square among filled ones is where outlines differ, by this
 * share of the contrast: any colour, so no answer is given. */
#define HOLLOW_SURE 0.4
#define OUTLINES_ALIKE 0.3
/* An outline covers less of its box than this. */
#define OUTLINE_MOST 0.4
/* So wide is the middle of a square, pixels of the sheet: an eighth of a cell.
 */
enum { SQUARE_MIDDLE = SHEET_CELL / 8 };

/* Below this likeness a polyomino is not recognised. */
#define LIKENESS_LEAST 0.5
/* Squares are their mirror images both ways, stars, triangles and eliminators
 * one way, all but this share: of 652 surely read ones of scenes 5 in 100 are
 * less so. What is may have something stuck to it: it is so many times as
 * doubtful; and surely none where it is hardly symmetric (six of those). */
#define MIRRORED_LEAST 0.81
#define STUCK_DOUBT 20
#define MIRRORED_HARDLY 0.5
/* What lies there is a symbol where that is as likely as not, surer than this.
 */
#define SHAPED_SURE 0.5
/* What it would be is told where it may be one with this chance: of what is
 * read in doubt rivals a thousand times less likely are weighed. */
#define MAYBE_SHOWN 0.001
/* A symbol touches its cell's sides along less than this share of them: what
 * does so along more may be a frame that lies over the cell, or its ground. */
#define SIDES_MOST 0.35
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
/* How fast doubt goes with how like one it is. */
#define LIKENESS_SHARP 25.0
/* What stands out by fewer levels is not shown to the network, ... */
#define SHOWN_LEVELS (0.8 * SYMBOL_LEVELS)
/* and how fast doubt goes with that beside what symbols do. */
#define LEVEL_SHARP 12.0
/* The same where the network sees it: it knows of faint ones. */
#define FAINT_SHARP 4.0
/* ... and what lies in all cells is bare: the odds for what is shaped as no
 * relief is become no less than this share. */
#define FAINT_LEAST 0.01
/* A relief lies in all cells: none has so many times as much of it as most, or
 * as the barest but one; the odds for what may be one are so much less. Those
 * of the game stand out by up to this share of what symbols must, mostly. */
#define RELIEF_MORE 1.6
#define FAINT_MORE 4.0
#define RELIEF_LESS 0.01
#define RELIEF_MOST 0.65
/* ... but for what points the less so, the more it stands out beyond what bare
 * cells show, as a share of what symbols do, between these: triangles of scenes
 * that were read as none by .83 to 1.28; reliefs of the game, which are squares
 * to the network, by .71 at most. */
#define RELIEF_BEYOND_FROM 0.6
#define RELIEF_BEYOND_TO 0.9
/* What stands out as symbols do beyond what bare cells show, and is one to the
 * network with this chance, may be one. */
#define BEYOND_SHOWN 0.1
/* What a start's disc leaves of a symbol stands out by so much, as a share of
 * what symbols do. */
#define LEFT_MOST 0.5
/* Even symbols that stand out less than others do are so many times as
 * doubtful. */
#define FAINT_DOUBT 15
/* In a panel without any what is in a cell as in most is so many times as
 * doubtful. */
#define NONE_DOUBT 0.1
/* ... and where that panel has no dot and no break, either, it asks for nothing
 * as it is read: what the network takes for a symbol by this is in doubt. */
#define NOTHING_SHOWN 0.25
/* Of all cells fewer than these are few. */
#define FEW_EMPTY 0.5
/* So few full blocks that are no wider than so many times the blur may be
 * hollow: of single ones in grain, with holes of .4 of their width, up to 4.6
 * times were read as full, surely; so much of what is read is left to that. */
#define BLOCK_BLURS 4.8
enum { FEW_BLOCKS = 2 };
#define MAYBE_HOLLOW 0.1
/* Between two by two blocks that are no wider than so many times the blur
 * nothing is to be seen: of a gap of a tenth of that width a Gaussian leaves
 * CROSS_PALER. */
#define SQUARE_BLURS 2.5
/* Two by two blocks are as wide as two of the others drawn without gaps, within
 * this share: to a pixel of squares of 16 pixels, twice. */
#define SQUARE_ALIKE 0.13
/* Less than this the network gives to polyominoes that are not there. */
#define BLOCKS_LEAST 0.02
/* What the network sees as hollow has rims that may be a pixel wide: how much
 * of a pixel is symbol is told by what is purest then. */
#define HOLLOW_SEEN 0.5
/* The middle of a block lies no farther off its cell's, sheet pixels, than
 * this; programs that draw polyominoes from a corner on draw all of a panel so,
 * within this. */
enum { ASIDE_MOST = 7, CORNER_OFF = 2 };

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

static bool is_even(const struct panel_cell *cell)
{
	return cell->kind == PANEL_SQUARE || cell->kind == PANEL_STAR;
}

/* What a patch shows, weighed. */
struct shown {
	struct shape_mask mask;
	struct weighed weighed;
};

/* What a cell may hold: one of the kinds that the network tells apart, with
 * polyominoes as one, of the shape most like what is seen. */
struct kind {
	struct panel_cell cell;
	double chance;
};

enum { KINDS = 1 + SYMBOL_BLOCKS - SYMBOL_SQUARE };

/* The likeliest first; of all chances the sum. */
static double rank_kinds(const struct weighed *weighed,
			 const struct cell_view *view, struct kind kinds[KINDS])
{
	double all = 0;

	for (int i = 0; i < KINDS; i++) {
		int at = i, class = SYMBOL_SQUARE + i;
		struct kind kind = { view_cell((enum symbol_class) class),
				     view->chance[class] };

		if (class == SYMBOL_BLOCKS) {
			kind.cell = weighed->best.cell;
			kind.chance = kind.cell.kind == PANEL_EMPTY
					      ? 0
					      : view_blocks(view);
		}
		all += kind.chance;
		for (; at && kinds[at - 1].chance < kind.chance; at--)
			kinds[at] = kinds[at - 1];
		kinds[at] = kind;
	}
	return fmax(SYMBOL_CHANCE_LEAST, all);
}

/* What lies there is of the network's kind; of which shape a polyomino is
 * likeness tells. */
static void take_best(const struct shown *shown, const struct cell_view *view,
		      struct symbol_look *look)
{
	const struct weighed *weighed = &shown->weighed;
	const struct shape_match *best = &weighed->best;
	struct kind kinds[KINDS];
	double all = rank_kinds(weighed, view, kinds), next;

	next = kinds[1].chance / all;
	look->cell = kinds[0].cell;
	look->second = kinds[1].cell;
	look->has_second = true;
	look->sure = kinds[0].chance / all;
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		look->drawn[i / SHEET_CELL] |=
			(uint64_t)(shown->mask.cover[i] > BOX_COVER)
			<< i % SHEET_CELL;
	if (look->cell.kind != PANEL_POLYOMINO)
		return;
	look->gapless = best->gapless;
	memcpy(look->drawn, best->drawn, sizeof look->drawn);
	look->sure *=
		weighed->apart *
		chance_of(LIKENESS_SHARP * (best->likeness - LIKENESS_LEAST)) *
		view_hollowness(view, &best->cell, best->likeness);
	if (weighed->second.cell.kind == PANEL_EMPTY ||
	    1 - weighed->apart <= next)
		return;
	look->third = look->second;
	look->second = weighed->second.cell;
	look->third_share = next / (next + 1 - weighed->apart);
}

/* Covers what lies between the first and the last covered pixel of a row. */
static void fill_rows(struct shape_mask *mask)
{
	for (int y = 0; y < SHEET_CELL; y++) {
		float *row = mask->cover + y * SHEET_CELL;
		int first = 0, last = SHEET_CELL - 1;

		while (first < last && row[first] <= BOX_COVER)
			first++;
		while (last > first && row[last] <= BOX_COVER)
			last--;
		for (int x = first + 1; x < last; x++)
			row[x] = 1;
	}
}

/* How symmetric it is, where its kind is so: what is stuck to a symbol makes it
 * less so. Of what is a mere outline its inside is part. */
static double symmetry_of(struct shape_mask *mask, bool outlined,
			  const struct panel_cell *cell)
{
	double across;

	if (cell->kind == PANEL_POLYOMINO)
		return 1;
	if (outlined)
		fill_rows(mask);
	across = mask_mirrored(mask, false);
	return cell->kind == PANEL_SQUARE
		       ? fmin(across, mask_mirrored(mask, true))
		       : across;
}

/* Blocks so small that the blur may have filled them may be hollow ones: these
 * are the next likely, what was is the third. */
static void doubt_full(const struct shape_mask *mask, double blur,
		       struct symbol_look *look)
{
	struct panel_cell hollow = look->cell;
	double other = 1 - look->sure;

	if (look->cell.kind != PANEL_POLYOMINO || look->cell.negative ||
	    panel_shape_size(look->cell.shape) > FEW_BLOCKS ||
	    SHEET_CELL * sqrt(mask->area /
			      panel_shape_size(look->cell.shape)) >=
		    BLOCK_BLURS * blur)
		return;
	hollow.negative = true;
	look->sure *= 1 - MAYBE_HOLLOW;
	if (look->has_second && !matcher_same(&look->second, &hollow)) {
		look->third = look->second;
		look->third_share = other / (1 - look->sure);
	}
	look->second = hollow;
	look->has_second = true;
}

/* What a panel's cells have in common: what they show, levels, to tell what is
 * relief: the median, and the least but one; and how blurred it is. */
struct usual {
	double median, bare, blur;
};

static struct usual find_usual(const struct sheet *sheet)
{
	double most[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	int count = 0;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			most[count++] = bare_most(sheet, x, y);
	qsort(most, (size_t)count, sizeof *most, order_doubles);
	return (struct usual){ most[count / 2], most[count > 1],
			       rays_blur(sheet) };
}

/* Does a cell show no more than most do, and all something? */
static bool is_relief(const struct usual *usual, double most)
{
	return most < RELIEF_MORE * usual->median &&
	       most < FAINT_MORE * usual->bare;
}

/* By what share the odds are less that something is a symbol that stands out by
 * less than those do beside such lines, and by so little (`beyond`, a share of
 * that) beyond what bare cells show. */
static double faint_share(double beyond)
{
	return 2 * (1 - chance_of(FAINT_SHARP *
				  (1 / fmax(1e-3, fmin(1, beyond)) - 1)));
}

/* The least share that the odds become for what points and stands out by so
 * much beyond what bare cells show. */
static double points_least(double beyond)
{
	double is_none = (beyond - RELIEF_BEYOND_FROM) /
			 (RELIEF_BEYOND_TO - RELIEF_BEYOND_FROM);

	return pow(FAINT_LEAST, 1 - fmin(1, fmax(0, is_none)));
}

/* The chance that there is a symbol, if the odds for one that is shaped as
 * reliefs are become so much less. */
static double chance_shown(const struct cell_view *view, double less,
			   double beyond)
{
	double empty = fmax(SYMBOL_CHANCE_LEAST, view_empty(view));
	double some = 1 - empty + 1e-9, odds = (1 - empty) / empty;
	double points = fmin(1, view_points(view) / some);
	double uneven = fmax(points, fmin(1, view_shown(view) / some));

	odds *= points * fmax(points_least(beyond), less) +
		(uneven - points) * fmax(FAINT_LEAST, less) +
		(1 - uneven) * less;
	return odds / (1 + odds);
}

static void weigh(struct patch *patch, double blur,
		  const struct cell_view *view, struct shown *shown)
{
	patch->thin = view_hollow(view) > HOLLOW_SEEN;
	patch_mask(patch, &shown->mask);
	shown->weighed = (struct weighed){ .apart = 0 };
	if (view_blocks(view) > BLOCKS_LEAST)
		weigh_blocks(patch, blur, view, &shown->mask, &shown->weighed);
}

static struct colour middle_colour(const struct patch *patch)
{
	const int from = (SHEET_CELL - SQUARE_MIDDLE) / 2;
	struct colour colours[SQUARE_MIDDLE * SQUARE_MIDDLE];
	float work[SQUARE_MIDDLE * SQUARE_MIDDLE];

	for (int i = 0; i < SQUARE_MIDDLE * SQUARE_MIDDLE; i++)
		colours[i] =
			patch->pixel[(from + i / SQUARE_MIDDLE) * SHEET_CELL +
				     from + i % SQUARE_MIDDLE];
	return colour_median(colours, SQUARE_MIDDLE * SQUARE_MIDDLE, work);
}

/* Is the middle bare? */
static bool is_bare(const struct shape_mask *mask)
{
	return mask->cover[(SHEET_CELL + 1) * SHEET_CELL / 2] <= BOX_COVER;
}

/* A square or a star has the colour of its middle, if that is filled: its
 * outline may have another. */
static struct colour colour_of(const struct patch *patch,
			       const struct shape_mask *mask,
			       const struct panel_cell *cell)
{
	return !is_even(cell) || patch_middle_hidden(patch) || is_bare(mask)
		       ? patch_colour(patch)
		       : middle_colour(patch);
}

/* Does what is drawn cover little of its box, and not its middle? */
static bool is_outline(const struct shape_mask *mask)
{
	struct extent box = mask_box(mask, 0);

	return is_bare(mask) &&
	       mask->area < OUTLINE_MOST * width_of(&box) * height_of(&box);
}

/* Takes the symbol that lies there. */
static void take_symbol(const struct sheet *sheet, double blur,
			const struct cell_view *view, struct patch *patch,
			struct symbol_look *look)
{
	struct shown shown;
	struct shape_mask *mask = &shown.mask;
	double symmetry, other;

	weigh(patch, blur, view, &shown);
	look->stroke = mask_stroke(mask);
	take_best(&shown, view, look);
	look->colour = colour_of(patch, mask, &look->cell);
	doubt_full(mask, blur, look);
	look->crossed = look->cell.kind == PANEL_SQUARE && is_crossed(mask);
	look->hollow = is_even(&look->cell) && is_bare(mask);
	look->outlined = look->hollow && is_outline(mask);
	look->inside = middle_colour(patch);
	symmetry = symmetry_of(mask, look->outlined, &look->cell);
	other = 1 - look->sure;
	if (symmetry < MIRRORED_LEAST)
		look->sure = fmax(0, 1 - STUCK_DOUBT * other);
	if (symmetry < MIRRORED_HARDLY)
		look->sure = fmin(look->sure, SHAPED_SURE);
	look->odd = 1 - look->sure - other;
	if (patch_side_share(patch, mask) > SIDES_MOST ||
	    mask->area * sheet->px_cell * sheet->px_cell < PIXELS_LEAST)
		look->sure = fmin(look->sure, SHAPED_SURE);
}

/* There is none; what was taken for a symbol, if anything was, is what else may
 * lie there, and its rival is the third. */
static void leave_empty(const struct cell_view *view, double shown,
			struct symbol_look *look)
{
	look->third = look->second;
	look->third_share = look->has_second ? fmin(0.5, 1 - look->sure) : 0;
	look->second = look->cell;
	look->has_second = look->cell.kind != PANEL_EMPTY;
	look->gapless = look->crossed = false;
	look->cell = (struct panel_cell){ .kind = PANEL_EMPTY };
	look->shown = 1 - view_empty(view);
	look->sure = 1 - shown;
}

/* Whether there is one the network tells: of 6,375 cells of scenes where
 * nothing, or nothing of the kind, is the likeliest to it 10 held one. */
static int read_symbol(struct symbol_nets *nets, const struct sheet *sheet,
		       const struct panel_lines *lines,
		       const struct usual *usual, int at,
		       struct symbol_look *look)
{
	int column = at % sheet->columns, row = at / sheet->columns;
	double contrast = sheet_contrast(sheet, column + 0.5, row + 0.5);
	double bound = fmax(SYMBOL_LEVELS,
			    fmin(SYMBOL_CLEAR, SYMBOL_CONTRAST * contrast));
	/* the share that its odds become, if it is faint */
	double less = 1, beyond = 0, shown;
	struct cell_view view;
	struct patch patch;
	bool hidden;

	memset(look, 0, sizeof *look);
	patch_take(sheet, lines, column, row, &patch);
	look->most = patch.most / bound;
	if (patch.most <= SHOWN_LEVELS) {
		look->sure = chance_of(LEVEL_SHARP *
				       (1 / fmax(1e-3, look->most) - 1));
		return 0;
	}
	if (view_take(nets, sheet, column, row, &view) < 0)
		return -1;
	look->relief = usual->median < bound &&
		       is_relief(usual, bare_most(sheet, column, row));
	if (look->most < 1 || look->relief) {
		beyond = bare_beyond(sheet, column, row) / bound;
		less = faint_share(beyond);
	}
	if (look->relief)
		less = fmin(less, RELIEF_LESS);
	shown = chance_shown(&view, less, beyond);
	hidden = patch_middle_hidden(&patch);
	if (shown > MAYBE_SHOWN)
		take_symbol(sheet, usual->blur, &view, &patch, look);
	if (shown > SHAPED_SURE) {
		/* discs of glow and blots of blur are as even */
		if (look->most < 1 && is_even(&look->cell))
			look->sure =
				fmax(0, 1 - FAINT_DOUBT * (1 - look->sure));
		/* what lies half over a start's disc has half a hole at most */
		if (hidden && look->cell.kind == PANEL_POLYOMINO)
			look->sure = fmin(look->sure, SHAPED_SURE);
		return 0;
	}
	leave_empty(&view, shown, look);
	/* what it is nobody knows: one symbol in ten of what is so in scenes;
	 * or a start's disc leaves little of it; or it stands out beyond what
	 * bare cells show as symbols do, though by no more than their relief */
	if (view.chance[SYMBOL_OTHER] > SHAPED_SURE ||
	    (beyond > 1 && look->shown > BEYOND_SHOWN) ||
	    (hidden && look->most > LEFT_MOST))
		look->sure = fmin(look->sure, SHAPED_SURE);
	return 0;
}

/* A square, or two by two blocks. */
static void doubt_square(struct symbol_look *look)
{
	look->sure = fmin(look->sure, SHAPED_SURE);
	look->has_second = true;
	look->third_share = 0;
	look->second = (struct panel_cell){
		.kind = PANEL_POLYOMINO,
		.shape = 3ull | 3ull << PANEL_SHAPE_MAX,
	};
}

/* The side of a square as large as what is drawn, sheet pixels. */
static double drawn_side(const struct symbol_look *look)
{
	int area = 0;

	for (int y = 0; y < SHEET_CELL; y++)
		area += __builtin_popcountll(look->drawn[y]);
	return sqrt(area);
}

/* Two by two blocks with nothing between them are a square with its corners: in
 * a panel whose blocks are drawn so, either may be meant; with little between
 * them they are a square with a faint cross. Blur takes that, too: the only
 * square, which tells nothing, may be such blocks. */
static void doubt_squares(const struct sheet *sheet, double blur,
			  struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	double side = 0; /* of two blocks */
	int count = 0, gapless = 0;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			const struct symbol_look *look = &symbols[y][x];

			count += look->cell.kind == PANEL_SQUARE;
			if (!look->gapless)
				continue;
			side += 2 * drawn_side(look) /
				sqrt(panel_shape_size(look->cell.shape));
			gapless++;
		}
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];
			bool blurred =
				SHEET_CELL * look->stroke < SQUARE_BLURS * blur;

			bool alike = fabs(gapless * drawn_side(look) - side) <
				     SQUARE_ALIKE * side;

			if (look->cell.kind == PANEL_SQUARE &&
			    ((gapless && alike) || look->crossed ||
			     (count == 1 && blurred)))
				doubt_square(look);
		}
}

/* Is there nothing on its lines that a line must go through or around? */
static bool asks_nothing(const struct panel_lines *lines)
{
	for (int i = 0; i < lines->height * lines->width; i++)
		if (lines->spots[i / lines->width][i % lines->width].dot)
			return false;
	return lines_whole_share(lines) >= 1;
}

/* What the network takes for a symbol in a cell taken for empty may be one
 * where it stands out more than reliefs mostly do and others are there. Where
 * few cells are empty these do not tell what is bare: either may be one. Where
 * none holds one each is less likely to. */
static void doubt_reliefs(const struct sheet *sheet,
			  const struct panel_lines *lines,
			  struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	int empty = 0, count = sheet->rows * sheet->columns;
	bool few, nothing = asks_nothing(lines);

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			empty += symbols[y][x].cell.kind == PANEL_EMPTY;
	few = empty < FEW_EMPTY * count;
	for (int i = 0; i < count && empty == count; i++) {
		struct symbol_look *look =
			&symbols[i / sheet->columns][i % sheet->columns];

		if (look->relief && look->sure > SHAPED_SURE)
			look->sure = 1 - NONE_DOUBT * (1 - look->sure);
		if (look->relief && nothing && look->shown > NOTHING_SHOWN)
			look->sure = fmin(look->sure, SHAPED_SURE);
	}
	for (int y = 0; y < sheet->rows && empty < count; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct symbol_look *look = &symbols[y][x];
			bool shown = look->shown > SHAPED_SURE;
			bool strong = look->most > RELIEF_MOST;

			if (look->cell.kind == PANEL_EMPTY &&
			    (few ? shown || strong : shown && strong))
				look->sure = fmin(look->sure, SHAPED_SURE);
		}
}

/* From where to where a symbol is drawn, sheet pixels of its cell. */
static void drawn_box(const struct symbol_look *look, int first[2], int last[2])
{
	first[0] = first[1] = SHEET_CELL;
	last[0] = last[1] = 0;
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		int at[2] = { i % SHEET_CELL, i / SHEET_CELL };

		for (int k = 0; k < 2 && look->drawn[at[1]] >> at[0] & 1; k++) {
			first[k] = at[k] < first[k] ? at[k] : first[k];
			last[k] = at[k] > last[k] ? at[k] : last[k];
		}
	}
}

/* Does another polyomino begin where one does? */
static bool begins_as_others(const struct sheet *sheet,
			     struct symbol_look symbols[][PANEL_SIDE_MAX],
			     const struct symbol_look *one)
{
	int first[2], last[2], other[2], end[2];

	drawn_box(one, first, last);
	for (int i = 0; i < sheet->columns * sheet->rows; i++) {
		const struct symbol_look *look =
			&symbols[i / sheet->columns][i % sheet->columns];

		if (look == one || look->cell.kind != PANEL_POLYOMINO)
			continue;
		drawn_box(look, other, end);
		if (abs(other[0] - first[0]) <= CORNER_OFF &&
		    abs(other[1] - first[1]) <= CORNER_OFF)
			return true;
	}
	return false;
}

/* A block off its cell's middle may be a dot or another mark. */
static void doubt_aside(const struct sheet *sheet,
			struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	int first[2], last[2];

	for (int i = 0; i < sheet->columns * sheet->rows; i++) {
		struct symbol_look *look =
			&symbols[i / sheet->columns][i % sheet->columns];

		if (look->cell.kind != PANEL_POLYOMINO ||
		    panel_shape_size(look->cell.shape) > 1)
			continue;
		drawn_box(look, first, last);
		if ((abs(first[0] + last[0] - SHEET_CELL) > 2 * ASIDE_MOST ||
		     abs(first[1] + last[1] - SHEET_CELL) > 2 * ASIDE_MOST) &&
		    !begins_as_others(sheet, symbols, look))
			look->sure = fmin(look->sure, SHAPED_SURE);
	}
}

/* The next symbol of a kind that is filled, or that is not, from one cell on;
 * past the last there is none. */
static int next_symbol(const struct sheet *sheet,
		       struct symbol_look symbols[][PANEL_SIDE_MAX], int from,
		       enum panel_kind kind, bool hollow)
{
	for (; from < sheet->columns * sheet->rows; from++) {
		const struct symbol_look *look =
			&symbols[from / sheet->columns][from % sheet->columns];

		if (look->cell.kind == kind && look->hollow == hollow)
			break;
	}
	return from;
}

/* Of symbols of one kind that are partly filled the outlined ones have the
 * colour that is seen inside, which may be the ground's: white ones on white
 * are drawn so. */
static void colour_outlined(const struct sheet *sheet,
			    struct symbol_look symbols[][PANEL_SIDE_MAX],
			    enum panel_kind kind)
{
	int end = sheet->columns * sheet->rows;
	int first = next_symbol(sheet, symbols, 0, kind, true);
	struct colour outline;

	if (first == end || next_symbol(sheet, symbols, 0, kind, false) == end)
		return;
	outline =
		symbols[first / sheet->columns][first % sheet->columns].colour;
	for (int i = first; i < end;
	     i = next_symbol(sheet, symbols, i + 1, kind, true)) {
		struct symbol_look *look =
			&symbols[i / sheet->columns][i % sheet->columns];

		if (!look->outlined || colour_distance(look->colour, outline) >
					       OUTLINES_ALIKE * sheet->clear)
			look->sure = fmin(look->sure, HOLLOW_SURE);
		look->colour = look->inside;
	}
}

int symbols_read(struct symbol_nets *nets, const struct sheet *sheet,
		 const struct panel_lines *lines,
		 struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	const struct usual usual = find_usual(sheet);

	for (int i = 0; i < sheet->columns * sheet->rows; i++)
		if (read_symbol(
			    nets, sheet, lines, &usual, i,
			    &symbols[i / sheet->columns][i % sheet->columns]) <
		    0)
			return -1;
	colour_outlined(sheet, symbols, PANEL_SQUARE);
	colour_outlined(sheet, symbols, PANEL_STAR);
	doubt_squares(sheet, usual.blur, symbols);
	doubt_reliefs(sheet, lines, symbols);
	doubt_aside(sheet, symbols);
	return 0;
}
