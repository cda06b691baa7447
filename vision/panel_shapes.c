#include "panel_shapes.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
/* A pixel is part of the symbol's box where it is covered so far. */
#define BOX_COVER 0.5
/* One block alone is narrower than this, cells, a square wider (.33 in the
 * game, blocks .145); stars are wider than the other. What is beyond is so much
 * less likely a cell. */
#define BLOCK_MOST 0.225
#define STAR_LEAST 0.2
#define SIZE_LESS 4.0
/* A square reaches farther aslant by this share at least (.2 as drawn, a star
 * not at all), measured in three directions so far apart, radians; what lacks
 * of that or exceeds it makes it less likely by so much. */
#define SLANT_SQUARE 0.07
#define SLANT_LEAN 0.1
#define SLANT_SHARP 1.5
/* Pitches of polyominoes' blocks, cells. */
#define PITCH_LEAST 0.08
#define PITCH_MOST 0.3
/* Upright is likelier than turned: a turned polyomino must be this much more
 * like the mask. */
#define TURNED_MORE 0.04
/* Hollow blocks' middles are paler than their rims by at least this share of
 * their colour: with holes of two pixels .2 is left of it, nearly all full ones
 * have less than .05. */
#define HOLLOW_LEAST 0.08
/* Blocks fill this share of their pitch: the game .78, the web page .75. */
static const double block_shares[] = { 0.68, 0.76, 0.84 };
/* Rounded corners of a square, as a share of its side */
#define SQUARE_ROUND 0.25

/* Blur takes thin tips: triangles may be larger than the box by up to this
 * share, tried in such steps; stars, whose tips are blunt, by one step. */
#define TIPS_MOST 0.25
#define TIPS_STEP 0.1

/* Symbols are drawn this many pixels beyond the box of the mask. */
enum { BOX_MARGIN = 2 };
/* One part that is so much like a square, star or eliminator is no
 * polyomino. */
#define CLEARLY_ROUND 0.86

/* Sums over a cell's pixels are exact to this share. */
#define ROUNDING 1e-3

enum { PIXELS = SHEET_CELL * SHEET_CELL };
/* Fewer pixels are no part of a symbol: the smallest block has 14, what is
 * left of a pointer's rim one or two. */
enum { SPECK = 4 };

struct extent {
	double left, top, right, bottom; /* cells */
};

struct matcher {
	const struct shape_mask *mask;
	struct shape_match best, second;
	struct extent box;
	int parts;  /* connected ones */
	float area; /* cover of the pixels looked at */
	/* the box in pixels with a margin: nothing is drawn outside */
	int first_x, last_x, first_y, last_y;
};

static double width_of(const struct extent *e)
{
	return e->right - e->left;
}

static double height_of(const struct extent *e)
{
	return e->bottom - e->top;
}

/* The box around the mask, turned by an angle around the cell's middle. The
 * rim of a pixel that is half covered lies in its middle. */
static struct extent find_box(const struct shape_mask *mask, double angle)
{
	struct extent box = { 9, 9, -9, -9 };
	double c = cos(angle), s = sin(angle);
	double pixel = 0.5 * (fabs(c) + fabs(s)) / SHEET_CELL;

	for (int i = 0; i < PIXELS; i++) {
		double x, y, u, v, grow;

		if (mask->cover[i] < BOX_COVER)
			continue;
		x = (i % SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
		y = (i / SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
		u = c * x + s * y;
		v = c * y - s * x;
		grow = pixel * (2 * mask->cover[i] - 1);
		box.left = fmin(box.left, u - grow);
		box.right = fmax(box.right, u + grow);
		box.top = fmin(box.top, v - grow);
		box.bottom = fmax(box.bottom, v + grow);
	}
	return box;
}

/* Counts the connected parts and takes out those that are mere specks. */
static int count_parts(struct shape_mask *mask)
{
	static const int step[4] = { -1, 1, -SHEET_CELL, SHEET_CELL };
	bool seen[PIXELS] = { false };
	int stack[PIXELS];
	int parts = 0;

	for (int i = 0; i < PIXELS; i++) {
		int top = 1, size = 0;

		if (seen[i] || mask->cover[i] < BOX_COVER)
			continue;
		seen[i] = true;
		stack[0] = i;
		/* what was looked at stays below the top */
		while (size < top) {
			int at = stack[size++];

			for (int k = 0; k < 4; k++) {
				int next = at + step[k];

				if (next < 0 || next >= PIXELS || seen[next] ||
				    mask->cover[next] < BOX_COVER)
					continue;
				seen[next] = true;
				stack[top++] = next;
			}
		}
		parts += size >= SPECK;
		for (int k = 0; k < size && size < SPECK; k++)
			mask->cover[stack[k]] = 0;
	}
	return parts;
}

/* Is the point, in the symbol's own units, part of the symbol? */
typedef bool inside_fn(const void *shape, double x, double y);

/* The area of mask and shape in common, as a share of that of either. Where it
 * cannot be more than `least` any more some lesser one: nobody asks. */
static double likeness(const struct matcher *matcher, inside_fn *inside,
		       const void *shape, double least)
{
	const double quarter = 0.25 / SHEET_CELL;
	float both = 0, either = 0, left = matcher->area;

	for (int j = matcher->first_y; j <= matcher->last_y; j++) {
		for (int i = matcher->first_x; i <= matcher->last_x; i++) {
			float cover = matcher->mask->cover[j * SHEET_CELL + i];
			double x = (i + 0.5) / SHEET_CELL - 0.5;
			double y = (j + 0.5) / SHEET_CELL - 0.5;
			int hits = inside(shape, x - quarter, y - quarter) +
				   inside(shape, x + quarter, y - quarter) +
				   inside(shape, x - quarter, y + quarter) +
				   inside(shape, x + quarter, y + quarter);
			float drawn = 0.25f * (float)hits;

			both += drawn < cover ? drawn : cover;
			either += drawn < cover ? cover : drawn;
			left -= cover;
		}
		if (both + left < (least - ROUNDING) * (either + left))
			break;
	}
	return both / fmax(1e-9, either + fmax(0, left));
}

static bool same(const struct panel_cell *a, const struct panel_cell *b)
{
	return a->kind == b->kind && a->count == b->count &&
	       a->shape == b->shape && a->negative == b->negative &&
	       a->rotatable == b->rotatable;
}

static void offer(struct matcher *matcher, const struct panel_cell *cell,
		  double value)
{
	struct shape_match match = { *cell, value };

	if (same(cell, &matcher->best.cell)) {
		matcher->best.likeness = fmax(matcher->best.likeness, value);
	} else if (value > matcher->best.likeness) {
		matcher->second = matcher->best;
		matcher->best = match;
	} else if (value > matcher->second.likeness) {
		matcher->second = match;
	}
}

/* Everything that is one piece around a middle. */
struct figure {
	double x, y;
	double size; /* half width, or the length of an arm */
	double turn;
	double height;
	int count;
};

static bool in_square(const void *shape, double x, double y)
{
	const struct figure *f = shape;
	double u = fabs(x - f->x), v = fabs(y - f->y);
	double round = 2 * SQUARE_ROUND * f->size;
	double flat = f->size - round;

	if (u > f->size || v > f->size)
		return false;
	return u < flat || v < flat || hypot(u - flat, v - flat) < round;
}

static bool in_star(const void *shape, double x, double y)
{
	const struct figure *f = shape;
	double c = f->turn, s = sqrt(1 - c * c);
	double u = x - f->x, v = y - f->y;
	double p = fabs(c * u + s * v), q = fabs(c * v - s * u);
	double half = f->size * sqrt(0.5);

	/* two squares, one on its corner */
	return fmax(p, q) < half || (p + q) < f->size;
}

static bool in_eliminator(const void *shape, double x, double y)
{
	const struct figure *f = shape;

	/* an arm up or down (turn is -1 or 1), two to the sides */
	static const double across[3] = { 0, 0.86602540378, -0.86602540378 };
	static const double along[3] = { 1, -0.5, -0.5 };

	for (int arm = 0; arm < 3; arm++) {
		double c = across[arm], s = f->turn * along[arm];
		double u = (x - f->x) * c + (y - f->y) * s;
		double v = (y - f->y) * c - (x - f->x) * s;

		if (u > -0.1 * f->size && u < f->size && fabs(v) < f->height)
			return true;
	}
	return false;
}

/* `count` in a row, or four in two rows where height is that of one. */
static bool in_triangles(const void *shape, double x, double y)
{
	const struct figure *f = shape;
	double v = (y - f->y) / f->height;

	if (v < 0 || v > 1)
		return false;
	for (int i = 0; i < f->count; i++) {
		double u = x - f->x - i * f->turn; /* turn: the pitch */

		if (fabs(u - f->size) < f->size * v)
			return true;
	}
	return false;
}

static bool in_triangle_square(const void *shape, double x, double y)
{
	const struct figure *f = shape;
	struct figure row = *f;

	row.count = 2;
	if (in_triangles(&row, x, y))
		return true;
	row.y += f->turn * f->height / (2 * f->size);
	return in_triangles(&row, x, y);
}

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
	struct panel_cell cell = { .kind = PANEL_SQUARE };
	double slant;

	if (w > 1.5 * h || h > 1.5 * w)
		return;
	slant = SLANT_SHARP *
		(slant_reach(matcher->mask, &figure) - SLANT_SQUARE);
	offer(matcher, &cell,
	      likeness(matcher, in_square, &figure, matcher->second.likeness) -
		      SIZE_LESS * fmax(0, BLOCK_MOST - (w + h) / 2) -
		      fmax(0, -slant));
	cell.kind = PANEL_STAR;
	for (int i = 0; i < 2; i++) {
		figure.turn = cos(i * PI / 8);
		/* turned, the tips do not reach the box */
		double size = (w + h) / 4 / (i ? cos(PI / 8) : 1);

		for (double grown = 0; grown <= TIPS_STEP; grown += TIPS_STEP) {
			figure.size = (1 + grown) * size;
			offer(matcher, &cell,
			      likeness(matcher, in_star, &figure,
				       matcher->second.likeness) -
				      SIZE_LESS * fmax(0, STAR_LEAST -
								  (w + h) / 2) -
				      fmax(0, slant));
		}
	}
}

static void match_eliminator(struct matcher *matcher)
{
	const struct extent *box = &matcher->box;
	double w = width_of(box), h = height_of(box);
	struct panel_cell cell = { .kind = PANEL_ELIMINATOR };

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

			offer(matcher, &cell,
			      likeness(matcher, in_eliminator, &figure,
				       matcher->second.likeness));
		}
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
			struct panel_cell cell = { .kind = PANEL_TRIANGLE,
						   .count = count };

			if (figure.turn < 0.85 * own ||
			    (count == 1 && (w > 1.6 * h || h > 1.6 * w)))
				continue;
			offer(matcher, &cell,
			      likeness(matcher, in_triangles, &figure,
				       matcher->second.likeness));
		}
	for (double own = 0.35; own < 0.5; own += 0.04) {
		struct figure figure = { .x = box->left,
					 .y = box->top,
					 .size = own / 2 * w,
					 .turn = w - own * w };
		struct panel_cell cell = { .kind = PANEL_TRIANGLE, .count = 4 };

		/* rows as far apart as columns, for their height */
		figure.height = own * w * h / w;
		offer(matcher, &cell,
		      likeness(matcher, in_triangle_square, &figure,
			       matcher->second.likeness));
	}
}

static void match_triangles(struct matcher *matcher)
{
	const struct extent *box = &matcher->box;
	double w = width_of(box), h = height_of(box);

	for (double grown = 0; grown < TIPS_MOST; grown += TIPS_STEP) {
		double more = grown * fmin(w, h);
		struct extent around = { box->left - more / 2, box->top - more,
					 box->right + more / 2, box->bottom };

		match_triangles_in(matcher, &around);
	}
}

/* Blocks on a turned lattice. */
struct blocks {
	double left, top; /* of the first block, turned */
	double pitch, side, hole;
	double cosine, sine;
	int columns, rows;
	bool on[5][5];
};

static bool in_blocks(const void *shape, double x, double y)
{
	const struct blocks *b = shape;
	double u = (b->cosine * x + b->sine * y - b->left) / b->pitch;
	double v = (b->cosine * y - b->sine * x - b->top) / b->pitch;
	double side = b->side / b->pitch;
	int i, j;

	if (!(u >= 0 && v >= 0 && u < b->columns && v < b->rows))
		return false;
	i = (int)u;
	j = (int)v;
	if (!b->on[j][i])
		return false;
	u -= i;
	v -= j;
	if (u > side || v > side)
		return false;
	return fmax(fabs(u - side / 2), fabs(v - side / 2)) >=
	       b->hole * side / 2;
}

/* The mean of a mask's values over a block's part between two shares of its
 * half side. */
static double block_mean(const float *values, const struct blocks *b, int i,
			 int j, double inner, double outer)
{
	double sum = 0;
	int count = 0;

	for (int k = 0; k < 81; k++) {
		double p = (k % 9 - 4) / 4.0, q = (k / 9 - 4) / 4.0;
		double far = fmax(fabs(p), fabs(q));
		double u, v, x, y;
		int px, py;

		if (far < inner || far > outer)
			continue;
		u = b->left + i * b->pitch + b->side / 2 * (1 + p);
		v = b->top + j * b->pitch + b->side / 2 * (1 + q);
		x = b->cosine * u - b->sine * v + 0.5;
		y = b->sine * u + b->cosine * v + 0.5;
		count++;
		if (!(x >= 0 && y >= 0 && x < 1 && y < 1))
			continue;
		px = (int)(x * SHEET_CELL);
		py = (int)(y * SHEET_CELL);
		sum += values[py * SHEET_CELL + px];
	}
	return count ? sum / count : 0;
}

/* Which blocks are there; false where a row or column at the rim is empty. */
static bool fill_blocks(const struct shape_mask *mask, struct blocks *blocks,
			uint64_t *shape)
{
	uint64_t bits = 0;
	int width, height;

	for (int j = 0; j < blocks->rows; j++)
		for (int i = 0; i < blocks->columns; i++) {
			blocks->on[j][i] = block_mean(mask->cover, blocks, i, j,
						      0.6, 0.9) > 0.5;
			if (blocks->on[j][i])
				bits |= 1ull << (PANEL_SHAPE_MAX * j + i);
		}
	if (!bits)
		return false;
	panel_shape_extent(bits, &width, &height);
	*shape = bits;
	return panel_shape_trim(bits) == bits && width == blocks->columns &&
	       height == blocks->rows;
}

/* How much paler the blocks' middles are than their rims, shares of the
 * symbol's colour: 1 where they are hollow, less where blur fills them; below 0
 * where blur takes from full ones' rims. */
static double hollowness(const struct shape_mask *mask,
			 const struct blocks *blocks)
{
	double paler = 0;
	int count = 0;

	for (int j = 0; j < blocks->rows; j++)
		for (int i = 0; i < blocks->columns; i++) {
			if (!blocks->on[j][i])
				continue;
			paler += block_mean(mask->share, blocks, i, j, 0.6,
					    0.9) -
				 block_mean(mask->share, blocks, i, j, 0, 0.25);
			count++;
		}
	return paler / count;
}

static void match_blocks(struct matcher *matcher, struct blocks *blocks,
			 bool turned)
{
	struct panel_cell cell = { .kind = PANEL_POLYOMINO,
				   .rotatable = turned };
	double less = turned ? TURNED_MORE : 0;
	double least = matcher->second.likeness + less;
	double best, paler;

	if (!fill_blocks(matcher->mask, blocks, &cell.shape))
		return;
	paler = hollowness(matcher->mask, blocks) - HOLLOW_LEAST;
	cell.negative = paler > 0;
	best = likeness(matcher, in_blocks, blocks, least);
	for (blocks->hole = 0.3; cell.negative && blocks->hole < 0.75;
	     blocks->hole += 0.2)
		best = fmax(best, likeness(matcher, in_blocks, blocks, least));
	best -= less;
	if (cell.shape == 1)
		best -= SIZE_LESS * fmax(0, blocks->side - BLOCK_MOST);
	offer(matcher, &cell, best);
	/* the other is as like it as the middles leave it open */
	cell.negative = !cell.negative;
	offer(matcher, &cell, best - fabs(paler));
}

static void match_lattice(struct matcher *matcher, double angle,
			  const struct extent *box, int columns, int rows,
			  double share)
{
	double across = width_of(box) / (columns - 1 + share);
	double down = height_of(box) / (rows - 1 + share);
	struct blocks blocks = { .left = box->left,
				 .top = box->top,
				 .pitch = (across + down) / 2,
				 .cosine = cos(angle),
				 .sine = sin(angle),
				 .columns = columns,
				 .rows = rows };

	if (fabs(across - down) > 0.16 * blocks.pitch ||
	    blocks.pitch < PITCH_LEAST || blocks.pitch > PITCH_MOST)
		return;
	blocks.side = share * blocks.pitch;
	match_blocks(matcher, &blocks, angle != 0);
}

static void match_polyomino(struct matcher *matcher)
{
	/* the web page turns by 30 degrees, the game by about 15 */
	static const double angles[] = { 0, -30, -15, -22, 15, 22, 30 };

	for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
		double angle = angles[k] * PI / 180;
		struct extent box = find_box(matcher->mask, angle);

		for (int i = 0; i < 25 * 3; i++)
			match_lattice(matcher, angle, &box, i / 3 % 5 + 1,
				      i / 15 + 1, block_shares[i % 3]);
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

void shapes_match(struct shape_mask *mask, struct shape_match *best,
		  struct shape_match *second)
{
	struct matcher matcher = { .mask = mask };

	matcher.parts = count_parts(mask);
	matcher.box = find_box(mask, 0);
	matcher.first_x = pixel_of(matcher.box.left) - BOX_MARGIN;
	matcher.last_x = pixel_of(matcher.box.right) + BOX_MARGIN;
	matcher.first_y = pixel_of(matcher.box.top) - BOX_MARGIN;
	matcher.last_y = pixel_of(matcher.box.bottom) + BOX_MARGIN;
	bound(&matcher.first_x);
	bound(&matcher.last_x);
	bound(&matcher.first_y);
	bound(&matcher.last_y);
	for (int j = matcher.first_y; j <= matcher.last_y; j++)
		for (int i = matcher.first_x; i <= matcher.last_x; i++)
			matcher.area += mask->cover[j * SHEET_CELL + i];
	if (matcher.parts == 1) {
		match_round(&matcher);
		match_eliminator(&matcher);
	}
	match_triangles(&matcher);
	if (matcher.parts > 1 || matcher.best.likeness < CLEARLY_ROUND ||
	    matcher.best.cell.kind == PANEL_TRIANGLE)
		match_polyomino(&matcher);
	*best = matcher.best;
	*second = matcher.second;
}
