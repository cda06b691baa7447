#include "ground.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"

/* The part of a cell whose colour is its fill. */
#define FILL_SHARE .84
/* How far from the cell's side each border's colour is taken, in cells: the
 * middle of a border that is .06 to .12 wide, or lies around a box. */
static const double borders[GROUND_TEXTURE] = { 0, .14, .09, .05, -.03 };
/* A side is looked for so far to both sides of where it should be, in cells,
 * at places clear of the discs at its ends. */
#define SIDE_OFF .14
enum { SIDE_STEPS = 14, SIDE_PLACES = 5 };
/* It shows where colours change so many times as much as where they do least
 * within the cells, and by so many levels. */
#define SIDE_TIMES 3
#define SIDE_LEVELS 3

/* Of a cell's middle so much is looked at for something written: digits are at
 * least half as high. */
#define MIDDLE_SHARE .44
enum { MIDDLE_STEPS = 12 };
/* Nothing is where colours change by no more than so many times as much as
 * they mostly do, and so many levels. */
#define PLAIN_TIMES 4
#define PLAIN_LEVELS 6
/* ... or where a texture differs from that beside the cell's sides by less than
 * this share of its changes: of 2,000 blank cells 9 in 10 do, of 98 with digits
 * none differs by less than .57. */
#define PLAIN_SHARE .25

/* A cell's texture is looked at clear of its lines, of the discs at its corners
 * and of what is written on it: from here to there off each side, in cells. */
#define TEXTURE_OUTER .1
#define TEXTURE_INNER .3
/* Luminances are compared so far apart, in cells: less than lines and dots are
 * wide. */
#define TEXTURE_STEP .02
/* They change by so many levels there where there is a texture. */
#define TEXTURE_LEVELS 4
/* A cell's colour is off by about this share of its texture's changes. */
#define TEXTURE_ROUGH .25
enum { TEXTURE_SIDE = 24 };

/* A point of one of a cell's sides, `in` cells inside of it; 0 above, 1 right,
 * 2 below, 3 left. */
static struct point on_side(const struct quad *cell, int side, double along,
			    double in)
{
	const struct point *c = cell->corner;
	struct point outer = point_mix(c[side], c[(side + 1) & 3], along);
	struct point inner =
		point_mix(c[(side + 3) & 3], c[(side + 2) & 3], along);

	return point_mix(outer, inner, in);
}

/* The greatest change of colour across a line of samples. */
static double change_across(const struct pixel_level *level, struct point from,
			    struct point to)
{
	double half = point_distance(from, to) / SIDE_STEPS / 2, most = 0;
	struct colour last = colour_at(level, from, half);

	for (int i = 1; i <= SIDE_STEPS; i++) {
		struct colour next = colour_at(
			level, point_mix(from, to, (double)i / SIDE_STEPS),
			half);

		most = fmax(most, colour_distance(last, next));
		last = next;
	}
	return most;
}

/* How much colours change across a side, or inside of the cell beside it: in
 * the middle of several places, or where they do least. */
static double change_at(const struct pixel_level *level,
			const struct quad *cell, int side, double in,
			bool least)
{
	double changes[SIDE_PLACES], middle;

	for (int i = 0; i < SIDE_PLACES; i++) {
		double along = .36 + .28 * i / (SIDE_PLACES - 1);

		changes[i] = change_across(
			level, on_side(cell, side, along, in - SIDE_OFF),
			on_side(cell, side, along, in + SIDE_OFF));
	}
	middle = order_pick_double(changes, SIDE_PLACES, SIDE_PLACES / 2);
	return least ? changes[0] : middle;
}

/* The median colour along a cell's four sides. */
static struct colour border_of(const struct pixel_level *level,
			       const struct quad *cell, double in)
{
	enum { PLACES = 4 * SIDE_PLACES };
	double half = .02 * point_distance(cell->corner[0], cell->corner[1]);
	double parts[3][PLACES];
	struct colour result;

	for (int i = 0; i < PLACES; i++) {
		double along =
			.36 + .28 * (i % SIDE_PLACES) / (SIDE_PLACES - 1);
		struct colour one = colour_at(
			level, on_side(cell, i / SIDE_PLACES, along, in), half);

		for (int c = 0; c < 3; c++)
			parts[c][i] = (double)one.part[c];
	}
	for (int c = 0; c < 3; c++)
		result.part[c] =
			(float)order_pick_double(parts[c], PLACES, PLACES / 2);
	return result;
}

static double texture_step(const struct quad *cell)
{
	return TEXTURE_STEP * point_distance(cell->corner[0], cell->corner[1]);
}

/* The texture of a cell beside its four sides. */
static struct colour texture_of(const struct pixel_level *level,
				const struct quad *cell)
{
	struct colour one, mean = { 0 };

	for (int side = 0; side < 4; side++) {
		/* each of them the same way up */
		struct point a = on_side(cell, side, .34, TEXTURE_OUTER);
		struct point b = on_side(cell, side, .66, TEXTURE_OUTER);
		struct point c = on_side(cell, side, .66, TEXTURE_INNER);
		struct point d = on_side(cell, side, .34, TEXTURE_INNER);
		struct point turned[4] = { a, b, c, d };
		struct quad strip;

		for (int k = 0; k < 4; k++)
			strip.corner[k] = turned[(k - side + 4) & 3];
		one = colour_texture(level, &strip, texture_step(cell),
				     TEXTURE_SIDE);
		for (int k = 0; k < 3; k++)
			mean.part[k] += one.part[k] / 4;
	}
	return mean;
}

static bool is_textured(struct colour texture)
{
	return texture.part[1] > TEXTURE_LEVELS ||
	       texture.part[2] > TEXTURE_LEVELS;
}

/* Is nothing written on the middle of a cell, or of its card, or nothing but
 * its texture? */
static bool is_plain(const struct pixel_level *level, const struct quad *cell,
		     const struct quad *card, struct colour *texture)
{
	enum { N = MIDDLE_STEPS };
	struct quad place = quad_shrink(card, MIDDLE_SHARE);
	const struct point *c = place.corner;
	struct colour above[N], one;
	double changes[2 * N * N], usual, most = 0;
	double half = point_distance(c[0], c[3]) / N / 2;
	int n = 0;

	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			double u = (x + .5) / N, v = (y + .5) / N;

			one = colour_at(level,
					point_mix(point_mix(c[0], c[1], u),
						  point_mix(c[3], c[2], u), v),
					half);
			if (y)
				changes[n++] = colour_distance(one, above[x]);
			if (x)
				changes[n++] =
					colour_distance(one, above[x - 1]);
			above[x] = one;
		}
	for (int i = 0; i < n; i++)
		most = fmax(most, changes[i]);
	one = colour_texture(level, &place, texture_step(cell), TEXTURE_SIDE);
	*texture = most < TEXTURE_LEVELS ? one : texture_of(level, cell);
	usual = order_pick_double(changes, n, n / 2);
	return most <= PLAIN_TIMES * usual + PLAIN_LEVELS ||
	       (is_textured(*texture) &&
		colour_distance(one, *texture) <
			PLAIN_SHARE * fmax((double)texture->part[1],
					   (double)texture->part[2]));
}

void ground_of_cells(const struct pixel_level *level,
		     const struct token_list *tokens,
		     const struct quartet *quartet,
		     const int cells[GROUND_CELLS], struct ground *ground)
{
	double changes = 0;
	int unseen = 0;

	for (int i = 0; i < GROUND_CELLS; i++) {
		int x = i % 3, y = i / 3;
		struct quad cell = quartet_px_quad(quartet, x, y, x + 1, y + 1);
		struct quad place =
			cells[i] < 0 ? cell : tokens->tokens[cells[i]].px_quad;
		struct quad middle = quad_shrink(&place, FILL_SHARE);
		struct colour *texture = &ground->fills[GROUND_TEXTURE][i];
		double quiet = HUGE_VAL;

		ground->fills[0][i] = colour_of_quad(level, &middle);
		for (int k = 1; k < GROUND_TEXTURE; k++)
			ground->fills[k][i] =
				border_of(level, &place, borders[k]);
		ground->plain[i] = is_plain(level, &cell, &place, texture);
		ground->textured |= is_textured(*texture);
		changes += (double)(texture->part[2] * texture->part[2]);
		if (cells[i] >= 0)
			continue;
		for (int k = 0; k < 4; k++)
			quiet = fmin(quiet,
				     change_at(level, &cell, k, .3, true));
		for (int k = 0; k < 4; k++)
			unseen += change_at(level, &cell, k, 0, false) <
				  SIDE_TIMES * quiet + SIDE_LEVELS;
	}
	ground->rough = TEXTURE_ROUGH * sqrt(changes / GROUND_CELLS);
	ground->unseen = unseen / (4. * GROUND_CELLS);
}

/* Colours around a number are taken so far apart, and so far to all sides, by
 * its height: a swatch's rim may be thin. The first is taken so far from the
 * ink. Of numbers that are set in a column by their middles, the widest reaches
 * so far. */
#define AROUND_STEP .125
#define AROUND_HALF .06
#define AROUND_FIRST .2
#define AROUND_WIDE .7
/* Of textures so much is looked at, by its height. */
#define AROUND_TEXTURE .9
enum { AROUND_SIDE = 12 };

static struct quad square_at(struct point at, struct point across,
			     struct point down, double half)
{
	struct point x = point_scale(across, half);
	struct point y = point_scale(down, half);
	struct point above = point_sub(at, y), below = point_add(at, y);

	return (struct quad){ { point_sub(above, x), point_add(above, x),
				point_add(below, x), point_sub(below, x) } };
}

void ground_around(const struct pixel_level *level, const struct ground *ground,
		   const struct homography *px_to_unit,
		   const struct quad *px_quad, struct around *around)
{
	const struct colour none = { { NAN, NAN, NAN } };
	const struct point *c = px_quad->corner;
	double height = point_distance(c[0], c[3]);
	struct point middle = point_mix(c[0], c[2], .5);
	struct point across = point_sub(c[1], c[0]), down;
	double width = fmax(1, point_length(across));
	const double from[] = { width / 2, AROUND_WIDE * height, height / 2 };
	double unit_height;

	across = point_scale(across, 1 / width);
	down = (struct point){ -across.y, across.x };
	unit_height = point_distance(
		homography_apply(px_to_unit, middle),
		homography_apply(
			px_to_unit,
			point_add(middle, point_scale(across, height))));
	for (int way = 0; way < GROUND_WAYS; way++)
		for (int i = 0; i < GROUND_STEPS; i++) {
			double off = from[way / 2] +
				     (AROUND_FIRST + AROUND_STEP * i) * height;
			struct point at = point_add(
				middle, point_scale(way < 4 ? across : down,
						    way % 2 ? off : -off));
			struct point unit_at = homography_apply(px_to_unit, at);
			struct quad place;

			around->colours[way][i] = around->textures[way][i] =
				none;
			if (unit_at.x > 0 && unit_at.x < 3 && unit_at.y > 0 &&
			    unit_at.y < 3)
				continue;
			around->colours[way][i] =
				colour_at(level, at, AROUND_HALF * height);
			/* the number's own ink is no texture */
			if (!ground->textured ||
			    AROUND_FIRST + AROUND_STEP * i < AROUND_TEXTURE / 2)
				continue;
			place = square_at(at, across, down,
					  AROUND_TEXTURE / 2 * height);
			around->textures[way][i] = colour_texture(
				level, &place,
				TEXTURE_STEP * height / unit_height,
				AROUND_SIDE);
		}
}
