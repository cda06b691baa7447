#include "marks.h"

#include <math.h>
#include <stdlib.h>

#include "chance.h"
#include "rays.h"

/* Stubs end at frames and walls whose colour may be near the line's: here a
 * pixel must be more alike. */
#define STUB_BOUND 0.3
/* ... or by no more levels than what the pointer leaves in dim panels. */
#define STUB_LEVELS 5.0
/* But where light falls off the line itself is unlike the rest, by so much at
 * most (.3 in a dark corner), and so is its stub, but for this. */
#define SHADE_MOST 0.3
#define SHADE_BUT 0.14
/* and beside a pixel that is not, at so many half line widths, others are. */
#define GRAIN_ASIDE 0.4
/* A stub is looked for so far from its spot, cells, or from the line's rim, and
 * is shorter than this: FACTS has .5. */
#define STUB_FROM 0.15
#define STUB_MOST 0.85
/* A stub leans by at most so much, radians. */
#define STUB_LEAN 0.2
/* From the middle of an edge no stub leads past the middle of a cell by so
 * much, cells: a symbol there does, of the line's colour, which a disc touches
 * (.64 to .67 are seen). */
#define INTO_MOST 0.57
/* A stub's edge is looked for so far on both sides of it, half line widths;
 * the edge of one that leads another way crosses within twice as much, so more
 * than that tells its direction. */
#define EDGE_ASIDE 0.3
#define EDGE_SEEN 1.0
/* and stands out by so much, cells, where it is only guessed. */
#define GUESS_LEAST 0.04
/* A stub at a start stands out of its disc by so much, and has ground on both
 * sides from here on, cells. */
#define DISC_LEAST 0.1
#define DISC_FROM 0.04
/* The disc is measured so far to both sides of a stub, radians: past the half
 * width of one nearly as wide as it. What reaches farther is a line. */
#define DISC_ASIDE 0.75
#define DISC_MOST 0.6
/* It is right about as often as not. */
#define GUESS_SURE 0.4
/* But where an edge of it is seen aslant; sure by so much at most and so fast:
 * rims hide all but 1.4 to 1.6 half line widths of such stubs on the game's
 * tables, rounded corners and starts show .5 at most. */
#define SLANT_SURE 0.97
#define SLANT_SHARP 10.0
/* What has ground on one side of it may be a stub beside a disc: none as often
 * as not. */
#define HALF_SURE 0.6
enum { HALF_BESIDE = RAY_SIDE_MOST };
/* A disc hides what lies so near to its rim, too, cells. */
#define DISC_RIM 0.04
/* A dot on an end hides what lies nearer than its rim, which is looked for so
 * far out and blurred by so much; the stub stands out of it by this, cells. */
#define DOT_MOST 0.3
#define DOT_BLUR 0.03
#define DOT_LEAST 0.04
/* How fast doubt goes with what a stub is longer than the least. */
#define STUB_SHARP 110.0

/* How unlike the line a stub's pixels at a spot may be. */
static double stub_bound(const struct sheet *sheet,
			 const struct spot_look *look, struct point at)
{
	double own = look->dot ? 0 : sheet_unlike(sheet, at.x, at.y);

	return fmax(fmax(STUB_BOUND,
			 STUB_LEVELS / sheet_contrast(sheet, at.x, at.y)),
		    fmin(own, SHADE_MOST) + SHADE_BUT);
}

/* The farthest that line goes on about a direction: stubs of worn or shaded
 * panels are not straight. */
static double widest_ray(const struct sheet *sheet, struct point at,
			 double angle, double from, double bound)
{
	double best = 0;

	for (int i = -1; i <= 1; i++)
		best = fmax(best,
			    ray_reach_within(sheet, at, angle + i * STUB_LEAN,
					     from, 0.95, bound));
	return best;
}

/* May a stub leave this spot in that direction? Edges are judged by
 * themselves. */
static bool is_free(const struct panel_lines *lines, int x, int y, int dx,
		    int dy)
{
	int u = x + dx, v = y + dy;

	if (!panel_is_vertex(x, y))
		return (y % 2 ? !dy : !dx) && dx * dy == 0;
	if (dx && dy)
		return true;
	return lines_edge_at(lines, u, v) == PANEL_EDGE_MISSING;
}

/* Does that direction lead aslant into a cell, where a symbol may touch a
 * start's disc? */
static bool leads_into_cell(const struct panel_lines *lines, int x, int y,
			    int dx, int dy)
{
	return dx && dy && panel_is_vertex(x, y) &&
	       lines_edge_at(lines, x + dx, y) != PANEL_EDGE_MISSING &&
	       lines_edge_at(lines, x, y + dy) != PANEL_EDGE_MISSING;
}

static const int steps[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
				 { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };

/* How far one edge of a stub in direction `way` (eighths of a turn) is seen
 * beyond the lines, cells: line within, ground outside. */
static double edge_seen(const struct sheet *sheet, struct point at, int way,
			int side)
{
	double half = sheet->line_width / 2, step = 1.0 / SHEET_CELL;
	double c = cos(way * M_PI / 4), s = sin(way * M_PI / 4);
	double in = side * (1 - EDGE_ASIDE) * half;
	double out = side * (1 + EDGE_ASIDE) * half;
	double seen = 0;

	for (double p = half; p < STUB_MOST; p += step) {
		double x = p * c - in * s, y = p * s + in * c;

		if (fmax(fabs(x), fabs(y)) < half + step ||
		    sheet_unlike(sheet, at.x + x, at.y + y) > LINE_BOUND)
			continue;
		x = at.x + p * c - out * s;
		y = at.y + p * s + out * c;
		seen += sheet_unlike(sheet, x, y) > LINE_BOUND ? step : 0;
	}
	return seen;
}

/* Where what stands out is a worn stub, does it lead aslant? Only then one of
 * its edges is aslant; the other may lie under the rim of what the panel lies
 * in, which is parallel to its lines. */
static void aim_stub(const struct sheet *sheet, struct spot_look *look, int x,
		     int y)
{
	struct point at = { x / 2.0, y / 2.0 };
	double best = EDGE_SEEN * sheet->line_width / 2;

	for (int way = 1; way < 8 && panel_is_vertex(x, y); way += 2)
		for (int side = -1; side <= 1; side += 2) {
			double seen = edge_seen(sheet, at, way, side);

			if (seen <= best)
				continue;
			best = look->slant = seen;
			look->stub_dx = steps[way][0];
			look->stub_dy = steps[way][1];
		}
}

/* Is the edge in that direction parted round? */
static bool leads_round(const struct panel_lines *lines, int x, int y, int way)
{
	int u = x + steps[way][0], v = y + steps[way][1];

	return panel_is_edge(u, v) && u >= 0 && v >= 0 && u < lines->width &&
	       v < lines->height && lines->spots[v][u].round;
}

/* The eight directions; those along edges that are parted round last: there a
 * break may be. */
static void order_ways(const struct panel_lines *lines, int x, int y,
		       int ways[8])
{
	int count = 0;

	for (int last = 0; last < 2; last++)
		for (int i = 0; i < 8; i++)
			if (leads_round(lines, x, y, i) == last)
				ways[count++] = i;
}

/* How far a start's disc reaches on both sides of a direction, where it does
 * least, lines apart: blur and lines may make it look smaller elsewhere. */
static double disc_beside(const struct sheet *sheet, struct point at,
			  double angle)
{
	double least = DISC_MOST;

	for (int side = -1; side <= 1; side += 2)
		least = fmin(least,
			     ray_reach(sheet, at, angle + side * DISC_ASIDE,
				       fmin(sheet->line_width / 2, STUB_FROM),
				       0.95));
	return least < DISC_MOST ? least : 0;
}

/* Does a start beside the spot hide a place? */
static bool is_under_disc(const struct panel_lines *lines, int x, int y,
			  struct point at)
{
	for (int v = y > 1 ? y - 2 : 0; v <= y + 2 && v < lines->height; v++)
		for (int u = x > 1 ? x - 2 : 0; u <= x + 2 && u < lines->width;
		     u++) {
			const struct spot_look *look = &lines->spots[v][u];

			if ((u != x || v != y) && !panel_is_cell(u, v) &&
			    look->start &&
			    hypot(at.x - u / 2.0, at.y - v / 2.0) <
				    look->radius_most + DISC_RIM)
				return true;
		}
	return false;
}

/* Beside what leaves a spot, at how many of twice HALF_BESIDE places do discs
 * leave the ground open? -1 where some of those are line, or it is itself a
 * part of a disc. */
static int open_beside(const struct sheet *sheet,
		       const struct panel_lines *lines, int x, int y,
		       const struct ray *ray)
{
	double aside = sheet->line_width / 2 + SIDE_INSIDE;
	double dx = cos(ray->angle), dy = sin(ray->angle);
	int open = 0;

	for (int i = 0; i < HALF_BESIDE; i++) {
		double s = ray->from +
			   (ray->to - ray->from) * (i + 0.5) / HALF_BESIDE;
		struct point on = { x / 2.0 + s * dx, y / 2.0 + s * dy };

		if (is_under_disc(lines, x, y, on))
			return -1;
		for (int side = -1; side <= 1; side += 2) {
			struct point at = { on.x - side * aside * dy,
					    on.y + side * aside * dx };

			if (is_under_disc(lines, x, y, at))
				continue;
			open++;
			if (sheet_unlike(sheet, at.x, at.y) < LINE_BOUND)
				return -1;
		}
	}
	return open;
}

/* At how many of eight places what leaves a spot has ground beside it. On a
 * cylinder laid out flat the left side of the first column may be cut off: what
 * lies there goes on at the right. */
static int ground_beside(const struct sheet *sheet,
			 const struct panel_lines *lines, int x, int y,
			 const struct ray *ray)
{
	struct point at = { x / 2.0, y / 2.0 };
	struct point round = at;
	int left = sin(ray->angle) < 0 ? -1 : 1;

	if (lines->wraps && x == 0 && fabs(cos(ray->angle)) < 0.5)
		round.x = sheet->columns;
	return ray_side(sheet, round, ray, left) +
	       ray_side(sheet, at, ray, -left);
}

/* Does what leaves a spot end as a symbol of a cell does, not as a stub? */
static bool is_symbol(const struct panel_lines *lines, int x, int y, int way,
		      double reach)
{
	int u = x + steps[way][0], v = y + steps[way][1];

	return panel_is_edge(x, y) && u >= 0 && v >= 0 && u < lines->width &&
	       v < lines->height && reach > INTO_MOST;
}

/* How far a stub's line goes on from where a single pixel ended it that may be
 * grain: by the mean of three places across, where these lie well within it. */
static double beyond_grain(const struct sheet *sheet, struct point at,
			   double angle, double reach, double least,
			   double bound)
{
	double aside = GRAIN_ASIDE * sheet->line_width / 2;
	double dx = cos(angle), dy = sin(angle);
	double s = reach;

	if (ray_reach(sheet, at, angle, reach, STUB_MOST) < least)
		return reach;
	for (; s < STUB_MOST; s += 0.5 / SHEET_CELL) {
		double sum = 0;

		for (int side = -1; side <= 1; side++)
			sum += sheet_unlike(sheet,
					    at.x + s * dx - side * aside * dy,
					    at.y + s * dy + side * aside * dx);
		if (sum / 3 > bound)
			break;
	}
	return s < least ? reach : s;
}

/* How far a dot on the spot reaches along the lines that leave it, cells; 0
 * without one. */
static double dot_reach(const struct sheet *sheet,
			const struct panel_lines *lines, int x, int y)
{
	const struct spot_look *look = &lines->spots[y][x];
	double most = look->disc > 0 ? look->disc + DOT_BLUR : 0;

	for (int i = 0; i < 8 && look->dot; i += 2) {
		double s = 0;

		if (is_free(lines, x, y, steps[i][0], steps[i][1]))
			continue;
		while (s < DOT_MOST &&
		       sheet_unlike(sheet, x / 2.0 + s * steps[i][0],
				    y / 2.0 + s * steps[i][1]) > LINE_BOUND)
			s += 0.5 / SHEET_CELL;
		most = s < DOT_MOST ? fmax(most, s + DOT_BLUR) : most;
	}
	return most;
}

/* Notes what stands out most, by so much, and which way. */
static void note_stub(struct spot_look *look, double out, const int step[2])
{
	if (out <= look->stub)
		return;
	look->stub = out;
	look->stub_dx = step[0];
	look->stub_dy = step[1];
}

/* A stub in any direction that no edge takes. */
static void read_end(const struct sheet *sheet, const struct panel_lines *lines,
		     struct spot_look *look, int x, int y)
{
	struct point at = { x / 2.0, y / 2.0 };
	double half = sheet->line_width / 2;
	double dot = dot_reach(sheet, lines, x, y);
	double bound = stub_bound(sheet, look, at);
	double best = 0;
	int ways[8];

	look->stub = -1;
	order_ways(lines, x, y, ways);
	for (int k = 0; k < 8; k++) {
		int i = ways[k];
		double own = half * (i % 2 ? sqrt(2) : 1);
		double least = own + STUB_LEAST;
		double angle = i * M_PI / 4;
		double from = own + SIDE_INSIDE;
		double begin = fmax(fmin(own, STUB_FROM), dot);
		double reach, disc = 0;
		struct ray ray;
		int sides, open;

		if (!is_free(lines, x, y, steps[i][0], steps[i][1]) ||
		    (look->end && leads_round(lines, x, y, i)))
			continue;
		if (look->start &&
		    leads_into_cell(lines, x, y, steps[i][0], steps[i][1]))
			continue;
		if (look->start) {
			disc = fmax(look->radius,
				    disc_beside(sheet, at, angle));
			least = disc + DISC_LEAST;
			from = disc + DISC_FROM;
		}
		reach = widest_ray(sheet, at, angle, begin, bound);
		if (dot > 0 && reach < dot + DOT_LEAST)
			continue;
		if (!look->start && reach < STUB_MOST)
			note_stub(look, reach - own, steps[i]);
		reach = ray_reach_within(sheet, at, angle, begin, 0.95, bound);
		if (look->start && reach < STUB_MOST)
			note_stub(look, reach - disc, steps[i]);
		if (reach < least)
			reach = beyond_grain(sheet, at, angle, reach, least,
					     bound);
		if (reach < least || reach > STUB_MOST ||
		    reach - least < best || is_symbol(lines, x, y, i, reach))
			continue;
		ray = (struct ray){ angle, from, reach };
		sides = ground_beside(sheet, lines, x, y, &ray);
		open = sides < RAY_SIDES && !look->start
			       ? open_beside(sheet, lines, x, y, &ray)
			       : 2 * HALF_BESIDE;
		/* a disc beside it leaves one side open */
		if (open >= HALF_BESIDE && open < 2 * HALF_BESIDE)
			sides = RAY_SIDES;
		/* between two discs as little as its tip may show */
		if ((sides >= HALF_BESIDE ||
		     (open >= 0 && open < HALF_BESIDE)) &&
		    sides < RAY_SIDES && !look->end) {
			look->end_sure = fmin(look->end_sure, HALF_SURE);
			look->stub_dx = steps[i][0];
			look->stub_dy = steps[i][1];
		}
		if (sides < RAY_SIDES)
			continue;
		best = reach - least;
		look->end = true;
		look->end_reach = reach;
		look->end_dx = steps[i][0];
		look->end_dy = steps[i][1];
		look->end_sure = chance_of(STUB_SHARP * best);
	}
	if (!look->end && look->stub > GUESS_LEAST)
		aim_stub(sheet, look, x, y);
}

/* The only spot out of which a long edge leads aslant; NULL where there is none
 * or another. */
static struct spot_look *only_slanted(struct panel_lines *lines)
{
	struct spot_look *only = NULL;

	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2) {
			struct spot_look *look = &lines->spots[y][x];

			if (look->slant <= 0)
				continue;
			if (only)
				return NULL;
			only = look;
		}
	return only;
}

/* Where no stub is long enough the one that stands out most may be the end:
 * better a doubtful reading than none. Nothing else leads aslant out of a
 * panel's lines; what hides the rest of such a stub is the panel's rim. */
static void guess_end(const struct sheet *sheet, struct panel_lines *lines)
{
	struct spot_look *best = NULL, *slanted = only_slanted(lines);
	double second = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];

			if (panel_is_cell(x, y))
				continue;
			if (look->end)
				return;
			if (!best || look->stub > best->stub) {
				second = best ? best->stub : 0;
				best = look;
			} else if (look->stub > second) {
				second = look->stub;
			}
		}
	if (slanted)
		best = slanted;
	else if (!best || best->stub < GUESS_LEAST || best->stub < 1.3 * second)
		return;
	best->end = true;
	best->end_dx = best->stub_dx;
	best->end_dy = best->stub_dy;
	best->end_sure = GUESS_SURE;
	if (slanted)
		best->end_sure = fmin(
			SLANT_SURE,
			chance_of(SLANT_SHARP *
				  (slanted->slant / (sheet->line_width / 2) -
				   EDGE_SEEN)));
}

void ends_read(const struct sheet *sheet, struct panel_lines *lines)
{
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			if (lines_drawn_at(lines, x, y))
				read_end(sheet, lines, &lines->spots[y][x], x,
					 y);
	facing_judge(sheet, lines);
	guess_end(sheet, lines);
}
