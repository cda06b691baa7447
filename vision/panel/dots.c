#include "marks.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "chance.h"
#include "order.h"
#include "rays.h"

/* How wide the middle is that is looked at, cells: half of a dot (hexagons are
 * .2 wide), which evens grain out, and what the smallest have. */
static const double cores[] = { 0.1, 0.05 };
enum { CORES = sizeof cores / sizeof *cores };
/* ... no more than this share of a line's width. */
#define CORE_MOST 0.7
/* Around a dot the line is seen so far from its middle, cells: as far as from
 * the next dot. */
#define AROUND_DOT 0.25
/* A dot differs by this share of the ground's contrast from the lines around:
 * the palest of labelled panels by .54, lines themselves vary by .1. */
#define DOT_APART 0.2
/* and by so many times as much as two places on its lines mostly do, where its
 * grain is stronger. */
#define DOT_GRAINS 4.0
/* How fast doubt goes with what is beyond: at half of that a spot is none but
 * in one of 3,000 cases. */
#define DOT_SHARP 16.0
/* So many vertices tell what is usual, where it is no more than this share of
 * the contrast off the lines' colour. */
enum { USUAL_LEAST = 12 };
#define USUAL_APART 0.2
/* A dot ends so far from its middle, blur included, cells: it is looked at in
 * so many places there, as far from a line's middle as this share of its half
 * width. */
#define DOT_END 0.19
enum { PLACES_AROUND = 24 };
#define WELL_WITHIN 0.6
/* On an edge it lies within so much of the middle, cells, and is looked for so
 * far from it: those of the game's pillars stand off it by .1. */
#define DOT_ASIDE 0.12
#define DOT_SOUGHT 0.28
/* What is a part of a symbol lies off an edge's middle by at least so much of
 * its half width, and goes on so far beyond its rim, cells. */
#define OVER_ASIDE 0.3
#define OVER_RIM 0.03
/* How sure a spot is a dot, or none, where something goes on. */
#define COVERED_SURE 0.5
/* What parts an edge is a dot rather than a break where it is nearer than this
 * to the colour of another dot, as a share of how far it is from that of the
 * ground beside it, which is itself so far from that, in contrasts. */
#define AS_DOTS 0.5
#define OFF_GROUND 0.12
/* Dots of one panel have the same colour, within this share of the contrast,
 * and radius, within this factor: discs in the middle of starts are 1.3 to 2
 * times as large as the dots of the same panels. */
#define DOT_ALIKE 0.35
#define DOT_RADII 1.25
/* A dot's radius is looked for so far, cells. */
#define RADIUS_MOST 0.45
/* What lies in the middle of a start is its hole where it has the ground's
 * colour, within this share of the contrast; so sure there is no dot. */
#define HOLE_ALIKE 0.35
#define HOLE_SURE 0.97
/* ... and that anything else there is how the start is drawn. */
#define MIDDLE_SURE 0.99
/* Whether it is a dot or the hole of a start as wide as its line. */
#define RING_SURE 0.5
/* On larger cells, pixels, such a start is told by how far it reaches. */
#define RING_PIXELS 30.0

static const int steps[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

/* The mean colour of a small square. */
static struct colour core_at(const struct sheet *sheet, double x, double y,
			     double width)
{
	struct colour sum = { 0, 0, 0 };
	float count = 0;

	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) {
			struct colour c = sheet_colour(sheet, x + i * width / 4,
						       y + j * width / 4);

			sum.red += c.red;
			sum.green += c.green;
			sum.blue += c.blue;
			count++;
		}
	return (struct colour){ sum.red / count, sum.green / count,
				sum.blue / count };
}

/* Does a line lead from the spot in that direction? */
static bool leads(const struct panel_lines *lines, int x, int y,
		  const int step[2])
{
	if (panel_is_edge(x, y))
		return (x % 2 == 1) == (step[0] != 0);
	x += step[0];
	y += step[1];
	return x >= 0 && y >= 0 && x < lines->width && y < lines->height &&
	       lines->spots[y][x].edge != PANEL_EDGE_MISSING;
}

/* May a dot lie there? */
static bool has_line(const struct panel_lines *lines, int x, int y)
{
	if (panel_is_cell(x, y))
		return false;
	if (panel_is_edge(x, y))
		return lines->spots[y][x].edge == PANEL_EDGE_WHOLE;
	for (int i = 0; i < 4; i++)
		if (leads(lines, x, y, steps[i]))
			return true;
	return false;
}

/* How far a spot is from what lies around it, in contrasts, or beyond being a
 * dot: to the eye, and by all of its colour, of which a picture may have made
 * the tint. */
struct apart {
	float seen, all;
};

/* What a spot's colour and that of the lines that leave it say, in contrasts.
 */
struct measure {
	/* how far the spot is from the line's colour and from that of each
	 * line: what covers one of them is no dot */
	struct apart apart;
	/* how far two of the lines are from each other; negative: one only */
	float grain;
};

/* No farther than one colour is from another. */
static void limit(const struct sheet *sheet, struct colour a, struct colour b,
		  struct apart *apart)
{
	double clear = fmax(1, sheet->clear);

	apart->seen =
		fminf(apart->seen, (float)(colour_seen_apart(a, b) / clear));
	apart->all = fminf(apart->all, (float)(colour_distance(a, b) / clear));
}

static struct measure measure(const struct sheet *sheet,
			      const struct panel_lines *lines, int x, int y,
			      double width, struct colour *core)
{
	double at_x = x / 2.0, at_y = y / 2.0;
	struct measure measure = { { HUGE_VALF, HUGE_VALF }, -1 };
	struct colour around[4];
	int count = 0;

	*core = core_at(sheet, at_x, at_y, width);
	limit(sheet, *core, sheet_line(sheet, at_x, at_y), &measure.apart);
	for (int i = 0; i < 4; i++) {
		if (!leads(lines, x, y, steps[i]))
			continue;
		around[count] = core_at(sheet, at_x + AROUND_DOT * steps[i][0],
					at_y + AROUND_DOT * steps[i][1], width);
		limit(sheet, *core, around[count], &measure.apart);
		count++;
	}
	if (count > 1)
		measure.grain = (float)(colour_distance(around[0], around[1]) /
					fmax(1, sheet->clear));
	return measure;
}

/* Beyond which a spot is a dot. */
static double bound_of(float *grains, int count)
{
	if (!count)
		return DOT_APART;
	return fmax(DOT_APART,
		    DOT_GRAINS * order_pick_float(grains, count, count / 2));
}

/* Is a place, from a spot, well within one of the lines that leave it? */
static bool is_within(const struct sheet *sheet,
		      const struct panel_lines *lines, const int spot[2],
		      struct point place)
{
	double most = WELL_WITHIN * sheet->line_width / 2;

	for (int i = 0; i < 4; i++) {
		double along = place.x * steps[i][0] + place.y * steps[i][1];
		double aside = place.x * steps[i][1] - place.y * steps[i][0];

		if (along > 0 && fabs(aside) < most &&
		    leads(lines, spot[0], spot[1], steps[i]))
			return true;
	}
	return false;
}

/* Where the middle of a dot lies: on an edge along it. */
static struct point middle_of(const struct sheet *sheet, int x, int y)
{
	struct point at = { x / 2.0, y / 2.0 };
	double sum = 0, step = 1.0 / SHEET_CELL;
	double *along = y % 2 ? &at.y : &at.x;
	double edge = *along;
	int count = 0;

	if (panel_is_vertex(x, y))
		return at;
	for (double off = -DOT_SOUGHT; off < DOT_SOUGHT; off += step) {
		*along = edge + off;
		if (sheet_unlike(sheet, at.x, at.y) > LINE_BOUND) {
			sum += off;
			count++;
		}
	}
	*along = edge;
	if (count)
		*along += fmax(-DOT_ASIDE, fmin(DOT_ASIDE, sum / count));
	return at;
}

/* Does a place lie on a start's disc, or on the rings around it? */
static bool is_on_start(const struct panel_lines *lines, double x, double y)
{
	for (int v = 0; v < lines->height; v++)
		for (int u = 0; u < lines->width; u++) {
			const struct spot_look *look = &lines->spots[v][u];

			if (look->start &&
			    hypot(x - u / 2.0, y - v / 2.0) <
				    fmax(look->radius_most, look->ring))
				return true;
		}
	return false;
}

/* Around a dot lies line, or a start. What goes on there may be something else,
 * such as another line or the rim of a pointer. */
static bool goes_on(const struct sheet *sheet, const struct panel_lines *lines,
		    int x, int y)
{
	struct point at = middle_of(sheet, x, y);

	for (int i = 0; i < PLACES_AROUND; i++) {
		double angle = 2 * M_PI * i / PLACES_AROUND;
		struct point place = { DOT_END * cos(angle),
				       DOT_END * sin(angle) };

		if (is_within(sheet, lines, (int[2]){ x, y }, place) &&
		    sheet_unlike(sheet, at.x + place.x, at.y + place.y) >
			    LINE_BOUND &&
		    !is_on_start(lines, at.x + place.x, at.y + place.y))
			return true;
	}
	return false;
}

/* Does what lies on an edge lie on one side of it only, up to the line's rim
 * and on into the cell? Then it is a part of a symbol that is too wide for
 * that. */
static bool reaches_over(const struct sheet *sheet, int x, int y)
{
	struct point middle = middle_of(sheet, x, y);
	bool upright = y % 2;
	double half = sheet->line_width / 2, step = 0.5 / SHEET_CELL;
	double sum = 0, beyond = half + OVER_RIM;
	int count = 0, side;

	if (!panel_is_edge(x, y))
		return false;
	for (double a = -half; a <= half; a += step)
		if (sheet_unlike(sheet, middle.x + (upright ? a : 0),
				 middle.y + (upright ? 0 : a)) > LINE_BOUND) {
			sum += a;
			count++;
		}
	if (!count || fabs(sum / count) < OVER_ASIDE * half)
		return false;
	side = sum > 0 ? 1 : -1;
	middle.x += upright ? side * beyond : 0;
	middle.y += upright ? 0 : side * beyond;
	return colour_distance(sheet_colour(sheet, middle.x, middle.y),
			       sheet_ground(sheet, middle.x, middle.y)) >
	       LINE_BOUND * sheet_contrast(sheet, middle.x, middle.y);
}

static void judge(const struct sheet *sheet, struct panel_lines *lines, int x,
		  int y, const struct apart *beyond)
{
	struct spot_look *look = &lines->spots[y][x];

	look->dot = beyond->seen > 1;
	look->dot_sure =
		chance_of(DOT_SHARP * (look->dot ? beyond->seen - 1
						 : fmax(0, 1 - beyond->all)));
	look->dot_alone = look->dot_sure;
	if (look->dot && goes_on(sheet, lines, x, y)) {
		look->dot = sheet_unlike(sheet, x / 2.0, y / 2.0) > DOT_APART;
		look->dot_sure = fmin(look->dot_sure, COVERED_SURE);
	}
	if (look->dot && reaches_over(sheet, x, y)) {
		look->dot_sure = fmin(look->dot_sure, COVERED_SURE);
		look->over = true;
	}
}

/* The usual colour of vertices' middles: where ground bleeds into the lines
 * these are purer. False where there are few, or dots lie on most. */
static bool usual_vertex(const struct sheet *sheet,
			 const struct panel_lines *lines, double width,
			 struct colour *usual)
{
	enum { VERTICES_MAX = (PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1) };
	struct colour seen[VERTICES_MAX], line;
	float work[VERTICES_MAX];
	int count = 0;

	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2)
			if (has_line(lines, x, y))
				seen[count++] =
					core_at(sheet, x / 2.0, y / 2.0, width);
	if (count < USUAL_LEAST)
		return false;
	*usual = colour_median(seen, count, work);
	line = sheet_line(sheet, sheet->columns / 2.0, sheet->rows / 2.0);
	return colour_distance(*usual, line) < USUAL_APART * sheet->clear;
}

/* How far every spot is beyond being a dot, for one width of its middle: into
 * beyond[y * width + x] and its colour, where that is more than stands there.
 * `work` and `grains` have room for as many. */
static void look_at_width(const struct sheet *sheet, struct panel_lines *lines,
			  double width, struct apart *beyond,
			  struct apart *work, float *grains)
{
	struct colour core, usual;
	bool has_usual = usual_vertex(sheet, lines, width, &usual);
	int grainy = 0;
	float bound;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct measure one;

			if (!has_line(lines, x, y))
				continue;
			one = measure(sheet, lines, x, y, width, &core);
			if (has_usual && panel_is_vertex(x, y))
				limit(sheet, core, usual, &one.apart);
			work[y * lines->width + x] = one.apart;
			if (one.grain >= 0)
				grains[grainy++] = one.grain;
		}
	bound = (float)bound_of(grains, grainy);
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			int i = y * lines->width + x;

			if (!has_line(lines, x, y))
				continue;
			beyond[i].all =
				fmaxf(beyond[i].all, work[i].all / bound);
			if (work[i].seen / bound <= beyond[i].seen)
				continue;
			beyond[i].seen = work[i].seen / bound;
			lines->spots[y][x].dot_colour =
				core_at(sheet, x / 2.0, y / 2.0, width);
		}
}

/* How far what parts an edge is from the ground's colour beside it, where that
 * is less, in contrasts. */
static double off_ground(const struct sheet *sheet, int x, int y,
			 struct colour core)
{
	double best = HUGE_VAL;

	for (int side = -1; side <= 1; side += 2) {
		double u = x / 2.0 + (y % 2 ? side / 2.0 : 0);
		double v = y / 2.0 + (y % 2 ? 0 : side / 2.0);

		best = fmin(best,
			    colour_distance(core, sheet_ground(sheet, u, v)) /
				    fmax(1, sheet_contrast(sheet, u, v)));
	}
	return best;
}

int dots_read(const struct sheet *sheet, struct panel_lines *lines)
{
	size_t most = (size_t)(lines->width * lines->height);
	struct apart *beyond = alloc_array(2 * most, sizeof *beyond);
	float *grains = alloc_array(most, sizeof *grains);

	if (!beyond || !grains) {
		free(beyond);
		free(grains);
		return -1;
	}
	for (size_t i = 0; i < most; i++)
		beyond[i].seen = beyond[i].all = -1;
	for (int i = 0; i < CORES; i++)
		look_at_width(sheet, lines,
			      fmin(cores[i], CORE_MOST * sheet->line_width),
			      beyond, beyond + most, grains);
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			if (has_line(lines, x, y))
				judge(sheet, lines, x, y,
				      &beyond[y * lines->width + x]);
	free(beyond);
	free(grains);
	return 0;
}

/* How far from a spot what has a dot's colour there ends, cells: in the
 * direction but one in which it does soonest, as beyond a line the ground may
 * have that colour. */
static double radius_of(const struct sheet *sheet, int x, int y,
			struct colour dot)
{
	struct point at = middle_of(sheet, x, y);
	double half = colour_distance(dot, sheet_line(sheet, at.x, at.y)) / 2;
	double least = RADIUS_MOST, second = RADIUS_MOST;

	for (int i = 0; i < 8; i++) {
		double c = cos(i * M_PI / 4), s = sin(i * M_PI / 4), reach = 0;

		while (reach < RADIUS_MOST &&
		       colour_distance(sheet_colour(sheet, at.x + reach * c,
						    at.y + reach * s),
				       dot) < half)
			reach += 0.5 / SHEET_CELL;
		second = fmin(second, fmax(least, reach));
		least = fmin(least, reach);
	}
	return second;
}

/* Is there a dot that is neither a start's nor an end's, of such a colour, so
 * nearly, and as large? */
static bool is_like_others(const struct sheet *sheet,
			   const struct panel_lines *lines,
			   struct colour colour, double near, double radius)
{
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];

			if (look->dot && !look->start && !look->end &&
			    colour_distance(look->dot_colour, colour) <= near &&
			    radius < DOT_RADII * radius_of(sheet, x, y,
							   look->dot_colour))
				return true;
		}
	return false;
}

bool dots_are_like(const struct sheet *sheet, const struct panel_lines *lines,
		   int x, int y)
{
	struct colour colour = lines->spots[y][x].dot_colour;

	return is_like_others(sheet, lines, colour, DOT_ALIKE * sheet->clear,
			      radius_of(sheet, x, y, colour));
}

/* A break has the ground's colour: one that has rather that of the panel's
 * dots, and is no larger, is one of them, but for what they make of it
 * together: as likely as not. */
static void doubt_breaks(const struct sheet *sheet, struct panel_lines *lines)
{
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];
			struct point at = middle_of(sheet, x, y);
			struct colour core;
			double off;

			if (!panel_is_edge(x, y) ||
			    look->edge != PANEL_EDGE_GAP)
				continue;
			core = core_at(sheet, at.x, at.y, cores[1]);
			off = off_ground(sheet, x, y, core);
			if (off < OFF_GROUND ||
			    !is_like_others(sheet, lines, core,
					    AS_DOTS * off * sheet->clear,
					    look->break_width / 2))
				continue;
			look->edge = PANEL_EDGE_WHOLE;
			look->edge_second = PANEL_EDGE_GAP;
			look->edge_sure = fmin(look->edge_sure, COVERED_SURE);
			look->dot = true;
			look->dot_colour = core;
			look->dot_sure = fmin(look->dot_sure, COVERED_SURE);
		}
}

/* Is a spot's dot of the ground's colour? */
static bool is_hole(const struct sheet *sheet, const struct spot_look *look,
		    int x, int y)
{
	for (int i = 0; i < 4; i++) {
		double u = x / 2.0 + (i % 2 ? 0.5 : -0.5);
		double v = y / 2.0 + (i / 2 ? 0.5 : -0.5);

		if (colour_distance(look->dot_colour,
				    sheet_ground(sheet, u, v)) <=
		    HOLE_ALIKE * sheet_contrast(sheet, u, v))
			return true;
	}
	return false;
}

/* Do all starts hold something larger than the panel's dots, or does the only
 * one, whose dot asks for nothing? */
static bool all_have_middles(const struct sheet *sheet,
			     const struct panel_lines *lines)
{
	bool all = true, dots = false;
	int starts = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];

			starts += look->start;
			dots |= look->dot && !look->start && !look->end;
			if (look->start && all)
				all = look->dot &&
				      !is_like_others(
					      sheet, lines, look->dot_colour,
					      HUGE_VAL,
					      radius_of(sheet, x, y,
							look->dot_colour));
		}
	return starts == 1 || (all && dots);
}

/* What lies in the middle of a start, or of an end in another colour, is how it
 * is drawn, unless the panel's dots are like it. */
static void take_middles(const struct sheet *sheet, struct panel_lines *lines)
{
	bool all = all_have_middles(sheet, lines);

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];
			bool hole;

			if (!look->dot || !(look->start || look->foreign))
				continue;
			hole = is_hole(sheet, look, x, y);
			if (dots_are_like(sheet, lines, x, y)) {
				look->dot_sure =
					hole ? HOLE_SURE : look->dot_sure;
			} else if (look->foreign || hole || all) {
				look->dot = false;
				look->dot_sure =
					fmax(look->dot_sure, MIDDLE_SURE);
			}
		}
}

/* Dots of one panel look alike: where others have a colour of their own, one of
 * the ground's may be the hole of a small ring, which is a start. */
static void doubt_holes(const struct sheet *sheet, struct panel_lines *lines)
{
	int dots = 0, holes = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];

			dots += look->dot;
			holes += look->dot && is_hole(sheet, look, x, y);
		}
	if (!holes || holes == dots || sheet->px_cell > RING_PIXELS)
		return;
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];

			if (!look->dot || !is_hole(sheet, look, x, y))
				continue;
			look->dot_sure = fmin(look->dot_sure, RING_SURE);
			look->start_sure = fmin(look->start_sure, RING_SURE);
		}
}

/* What goes on beside a dot may be a start that is known by now. */
static void trust_beside_starts(const struct sheet *sheet,
				struct panel_lines *lines)
{
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];

			if (look->dot && !look->over && !look->start &&
			    look->dot_sure == COVERED_SURE &&
			    !goes_on(sheet, lines, x, y))
				look->dot_sure = look->dot_alone;
		}
}

void dots_settle(const struct sheet *sheet, struct panel_lines *lines)
{
	trust_beside_starts(sheet, lines);
	take_middles(sheet, lines);
	doubt_holes(sheet, lines);
	doubt_breaks(sheet, lines);
}
