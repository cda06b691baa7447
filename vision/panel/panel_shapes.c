#include "panel_shapes.h"

#include <math.h>
#include <string.h>

#include "blocks.h"
#include "panel_figures.h"
#include "matcher.h"

#define PI 3.14159265358979323846
/* Stars are wider than this, cells. */
#define STAR_LEAST 0.2
/* How much of a square's side its corners are rounded off: the game's, and as
 * far as others draw them. */
static const double square_round[] = { 0.25, 0.36 };
/* A square reaches farther aslant by this share at least (.2 as drawn, a star
 * not at all), measured in three directions so far apart, radians; what lacks
 * of that or exceeds it makes it less likely by so much. */
#define SLANT_SQUARE 0.07
#define SLANT_LEAN 0.1
#define SLANT_SHARP 1.5
/* Triangles of one cell, wherever they lie, are as wide and as high within this
 * share. */
#define PARTS_ALIKE 0.25
/* Of a triangle a quarter lies in the upper half of its box, of blocks half,
 * however they are turned. */
#define UPPER_MOST 0.38
/* Blur evens that out: of triangles that it makes as like blocks up to .46
 * lies there (scenes of 30 to 55 pixels a cell), what lacks of this makes
 * blocks less likely, so much. */
#define UPPER_EVEN 0.47
#define UPPER_SHARP 2.0
/* They are wider than this, cells (.22 in the game); what is beyond is so much
 * less likely. */
#define TRIANGLE_LEAST 0.1
#define SMALL_LESS 2.0

/* Blur takes thin tips: triangles may be larger than the box by up to this
 * share, tried in such steps; stars, whose tips are blunt, by one step. */
#define TIPS_MOST 0.25
#define TIPS_STEP 0.1

/* Symbols are drawn this many pixels beyond the box of the mask. */
enum { BOX_MARGIN = 2 };
/* One part that is so much like a square, star or eliminator is no
 * polyomino. */
#define CLEARLY_ROUND 0.86

/* How far the mask reaches from a point in a direction, cells. */
static double reach_of(const struct shape_mask *mask, const struct figure *from,
		       double angle)
{
	double step = 0.25 / SHEET_CELL, reach = 0;

	for (;; reach += step) {
		double x = from->x + reach * cos(angle);
		double y = from->y + reach * sin(angle);
		int px = (int)floor((x + 0.5) * SHEET_CELL);
		int py = (int)floor((y + 0.5) * SHEET_CELL);

		if (px < 0 || py < 0 || px >= SHEET_CELL || py >= SHEET_CELL ||
		    mask->cover[py * SHEET_CELL + px] < BOX_COVER)
			return reach;
	}
}

/* How much farther the mask reaches aslant than upright and across: a square to
 * its corners, a star with its eight tips everywhere alike. */
static double slant_reach(const struct shape_mask *mask,
			  const struct figure *from)
{
	double sum[2] = { 0, 0 };

	for (int i = 0; i < 8; i++)
		for (int lean = -1; lean <= 1; lean++)
			sum[i % 2] += reach_of(mask, from,
					       i * PI / 4 + lean * SLANT_LEAN);
	return sum[1] / fmax(1e-9, sum[0]) - 1;
}

static void match_round(struct matcher *matcher)
{
	const struct extent *box = &matcher->box;
	double w = width_of(box), h = height_of(box);
	struct figure figure = { .x = (box->left + box->right) / 2,
				 .y = (box->top + box->bottom) / 2,
				 .size = (w + h) / 4 };
	struct candidate one = { .cell = { .kind = PANEL_SQUARE },
				 .draw = figure_square };
	double slant;

	if (w > 1.5 * h || h > 1.5 * w)
		return;
	slant = SLANT_SHARP *
		(slant_reach(matcher->mask, &figure) - SLANT_SQUARE);
	one.less = SIZE_LESS * fmax(0, BLOCK_MOST - (w + h) / 2) +
		   fmax(0, -slant) + matcher->less[SYMBOL_SQUARE];
	for (size_t i = 0; i < sizeof square_round / sizeof *square_round;
	     i++) {
		figure.round = square_round[i];
		matcher_try(matcher, &one, &figure, sizeof figure);
	}
	one.cell.kind = PANEL_STAR;
	one.draw = figure_star;
	one.less = SIZE_LESS * fmax(0, STAR_LEAST - (w + h) / 2) +
		   fmax(0, slant) + matcher->less[SYMBOL_STAR];
	for (int i = 0; i < 2; i++) {
		figure.turn = cos(i * PI / 8);
		/* turned, the tips do not reach the box */
		double size = (w + h) / 4 / (i ? cos(PI / 8) : 1);

		for (double grown = 0; grown <= TIPS_STEP; grown += TIPS_STEP) {
			figure.size = (1 + grown) * size;
			matcher_try(matcher, &one, &figure, sizeof figure);
		}
	}
}

/* Stars of other looks, with fewer tips and longer ones. */
static void match_tips(struct matcher *matcher)
{
	static const struct {
		int tips;
		double in[2];
	} stars[] = { { 4, { 0.38, 0.5 } },
		      { 5, { 0.38, 0.5 } },
		      { 6, { 0.5, 0.6 } } };
	const struct extent *box = &matcher->box;
	double w = width_of(box), h = height_of(box);
	struct candidate star = {
		.cell = { .kind = PANEL_STAR },
		.draw = figure_tips,
		.less = SIZE_LESS * fmax(0, STAR_LEAST - (w + h) / 2) +
			matcher->less[SYMBOL_STAR],
	};

	if (w > 1.3 * h || h > 1.3 * w)
		return;
	for (size_t i = 0; i < 2 * sizeof stars / sizeof *stars; i++) {
		int tips = stars[i / 2].tips;
		struct tips figure = { .x = (box->left + box->right) / 2 };
		/* those of an odd number reach less far down than up */
		double low = tips % 2 ? cos(PI / tips) : 1;

		tips_set(&figure, tips, stars[i / 2].in[i % 2]);
		for (double grown = 0; grown <= 2 * TIPS_STEP;
		     grown += TIPS_STEP) {
			figure.size = (1 + grown) * h / (1 + low);
			figure.y = (box->top + box->bottom) / 2 +
				   figure.size * (1 - low) / 2;
			matcher_try(matcher, &star, &figure, sizeof figure);
		}
	}
}

static void match_eliminator(struct matcher *matcher)
{
	const struct extent *box = &matcher->box;
	double w = width_of(box), h = height_of(box);
	struct candidate one = { .cell = { .kind = PANEL_ELIMINATOR },
				 .draw = figure_eliminator,
				 .less = matcher->less[SYMBOL_ELIMINATOR] };

	if (w > 1.7 * h || h > 1.5 * w)
		return;
	for (int up = 0; up < 2; up++)
		for (double thin = 0.16; thin < 0.36; thin += 0.06) {
			double arm =
				w / (2 * (cos(PI / 6) + thin * sin(PI / 6)));
			struct figure figure = {
				.x = (box->left + box->right) / 2,
				.y = up ? box->top + arm : box->bottom - arm,
				.size = arm,
				.turn = up ? -1 : 1,
				.height = thin * arm,
			};

			matcher_try(matcher, &one, &figure, sizeof figure);
		}
}

static double less_triangles(const struct matcher *matcher, int count,
			     double width)
{
	return SMALL_LESS * fmax(0, TRIANGLE_LEAST - width) +
	       matcher->less[SYMBOL_TRIANGLE_1 + count - 1];
}

static void match_triangles_in(struct matcher *matcher,
			       const struct extent *box)
{
	double w = width_of(box), h = height_of(box);

	for (int count = 1; count <= 4; count++)
		for (double ratio = 1; ratio < 1.35; ratio += 0.15) {
			double own = count == 1 ? w : fmin(w, ratio * h);
			struct figure figure = {
				.x = box->left,
				.y = box->top,
				.size = own / 2,
				.turn = count > 1 ? (w - own) / (count - 1) : w,
				.height = h,
				.count = count,
			};
			struct candidate row = { .draw = figure_triangles };

			row.cell.kind = PANEL_TRIANGLE;
			row.cell.count = (uint8_t)count;
			row.less = less_triangles(matcher, count, own);
			if (figure.turn < 0.85 * own ||
			    (count == 1 && (w > 1.6 * h || h > 1.6 * w)))
				continue;
			matcher_try(matcher, &row, &figure, sizeof figure);
		}
	for (double own = 0.35; own < 0.5; own += 0.04) {
		struct figure figure = { .x = box->left,
					 .y = box->top,
					 .size = own / 2 * w,
					 .turn = w - own * w };
		struct candidate four = {
			.cell = { .kind = PANEL_TRIANGLE, .count = 4 },
			.less = less_triangles(matcher, 4, own * w),
			.draw = figure_triangle_square
		};

		/* rows as far apart as columns, for their height */
		figure.height = own * w * h / w;
		matcher_try(matcher, &four, &figure, sizeof figure);
	}
}

static bool parts_alike(const struct matcher *matcher)
{
	double w = width_of(&matcher->part[0]);
	double h = height_of(&matcher->part[0]);

	for (int i = 1; i < matcher->parts; i++)
		if (fabs(width_of(&matcher->part[i]) - w) > PARTS_ALIKE * w ||
		    fabs(height_of(&matcher->part[i]) - h) > PARTS_ALIKE * h)
			return false;
	return w < 1.6 * h && h < 1.6 * w;
}

/* How much of the parts lies in the upper halves of their boxes. */
static double upper_share(const struct matcher *matcher)
{
	double upper = 0, all = 0;

	for (int k = 0; k < matcher->parts; k++) {
		const struct extent *box = &matcher->part[k];
		double middle = (box->top + box->bottom) / 2;

		for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
			double x = (i % SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
			double y = (i / SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
			double cover = matcher->mask->cover[i];

			if (x < box->left || x > box->right || y < box->top ||
			    y > box->bottom)
				continue;
			all += cover;
			upper += y < middle ? cover : 0;
		}
	}
	return upper / fmax(1e-9, all);
}

/* A triangle a part, however they are arranged. */
static void match_parts(struct matcher *matcher, double grown)
{
	struct parts parts = { .count = matcher->parts };
	struct candidate one = { .cell = { .kind = PANEL_TRIANGLE },
				 .draw = figure_parts };

	one.cell.count = (uint8_t)matcher->parts;
	one.less = matcher->less[SYMBOL_TRIANGLE_1 + matcher->parts - 1];
	for (int i = 0; i < matcher->parts; i++) {
		struct extent *box = &parts.box[i];
		double more;

		*box = matcher->part[i];
		more = grown * fmin(width_of(box), height_of(box));
		box->left -= more / 2;
		box->right += more / 2;
		box->top -= more;
	}
	matcher_try(matcher, &one, &parts, sizeof parts);
}

static void match_triangles(struct matcher *matcher)
{
	const struct extent *box = &matcher->box;
	double w = width_of(box), h = height_of(box);
	bool apart = matcher->parts > 1 && matcher->parts <= MASK_PARTS &&
		     parts_alike(matcher) && upper_share(matcher) < UPPER_MOST;

	for (double grown = 0; grown < TIPS_MOST; grown += TIPS_STEP) {
		double more = grown * fmin(w, h);
		struct extent around = { box->left - more / 2, box->top - more,
					 box->right + more / 2, box->bottom };

		match_triangles_in(matcher, &around);
		if (apart)
			match_parts(matcher, grown);
	}
}

static int pixel_of(double cell)
{
	return (int)floor((cell + 0.5) * SHEET_CELL);
}

static void bound(int *pixel)
{
	*pixel = *pixel < 0             ? 0
		 : *pixel >= SHEET_CELL ? SHEET_CELL - 1
					: *pixel;
}

static void begin(struct matcher *matcher, struct shape_mask *mask)
{
	matcher->mask = mask;
	matcher->area = 0;
	matcher->parts = mask_parts(mask, matcher->part);
	matcher->box = mask_box(mask, 0);
	matcher->first_x = pixel_of(matcher->box.left) - BOX_MARGIN;
	matcher->last_x = pixel_of(matcher->box.right) + BOX_MARGIN;
	matcher->first_y = pixel_of(matcher->box.top) - BOX_MARGIN;
	matcher->last_y = pixel_of(matcher->box.bottom) + BOX_MARGIN;
	bound(&matcher->first_x);
	bound(&matcher->last_x);
	bound(&matcher->first_y);
	bound(&matcher->last_y);
	for (int j = matcher->first_y; j <= matcher->last_y; j++) {
		matcher->above[j] = matcher->area;
		for (int i = matcher->first_x; i <= matcher->last_x; i++)
			matcher->area += mask->cover[j * SHEET_CELL + i];
		matcher->above[j + 1] = matcher->area;
	}
}

/* Symbols of one piece, and triangles. */
static void match_pieces(struct matcher *matcher)
{
	if (matcher->parts == 1) {
		match_round(matcher);
		match_tips(matcher);
		match_eliminator(matcher);
	}
	match_triangles(matcher);
}

static struct shape_match match_of(const struct matcher *matcher, int which)
{
	const struct candidate *one = &matcher->best[which];
	struct shape_match match = { .likeness = 0 };

	if (which >= matcher->count)
		return match;
	match.cell = one->cell;
	match.likeness = one->value;
	match.gapless = one->gapless;
	matcher_draw(one, match.drawn);
	return match;
}

/* Keeps the symbols most like the mask. */
static void match_all(struct matcher *matcher, struct shape_mask *mask,
		      const double *less)
{
	*matcher = (struct matcher){ .less = less };
	begin(matcher, mask);
	match_pieces(matcher);
	if (matcher->parts > 1 || matcher->count == 0 ||
	    matcher->best[0].value < CLEARLY_ROUND ||
	    matcher->best[0].cell.kind == PANEL_TRIANGLE)
		blocks_match(matcher);
}

/* A block a part, or a triangle a part: what lies low is the latter. */
static void lean_to_triangles(const struct matcher *matcher,
			      struct shape_match *best,
			      struct shape_match *second)
{
	struct shape_match triangles = *second;
	double low;

	if (best->cell.kind != PANEL_POLYOMINO ||
	    second->cell.kind != PANEL_TRIANGLE ||
	    second->cell.count != matcher->parts ||
	    panel_shape_size(best->cell.shape) != matcher->parts ||
	    !parts_alike(matcher))
		return;
	low = UPPER_EVEN - upper_share(matcher);
	if (low <= 0)
		return;
	best->likeness -= UPPER_SHARP * low;
	if (best->likeness >= second->likeness)
		return;
	*second = *best;
	*best = triangles;
}

void shapes_match(struct shape_mask *mask, const double less[SYMBOL_CLASSES],
		  struct shape_match *best, struct shape_match *second)
{
	struct matcher matcher;

	match_all(&matcher, mask, less);
	*best = match_of(&matcher, 0);
	*second = match_of(&matcher, 1);
	lean_to_triangles(&matcher, best, second);
}
