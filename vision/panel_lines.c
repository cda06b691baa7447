#include "panel_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "order.h"
#include "panel_rays.h"
#include "panel_starts.h"

/* A break shows at least this much in the middle of its profile: 2.5 pixels
 * after a blur of one pixel leave two thirds. */
#define BREAK_PEAK 0.34
/* A stub ends no nearer than this beyond the line's own half width, in
 * cells; rounded corners stay below. */
#define STUB_LEAST 0.07
/* Half a dot, cells: hexagons are .2 wide. Their blur ends here. */
#define DOT_CORE 0.05
#define DOT_END 0.2
/* How sure a dot is beyond which no line is seen. */
#define OVERLAID_SURE 0.5
/* A dot's colour is this far from the line's, in contrasts; black dots on
 * the darkest lines of the game are .4. */
#define DOT_APART 0.3
/* Ground and a break's colour differ by less, in contrasts; dots' by more. */
#define GROUND_ALIKE 0.45

/* Stubs end at frames and walls whose colour may be near the line's: here a
 * pixel must be more alike. */
#define STUB_BOUND 0.3
/* A stub is looked for so far from its spot, cells, or from the line's rim, and
 * is shorter than this: FACTS has .5. */
#define STUB_FROM 0.15
#define STUB_MOST 0.85
#define PI 3.14159265358979323846
/* A stub leans by at most so much, radians. */
#define STUB_LEAN 0.2
/* A stub's edge is looked for so far on both sides of it, half line widths;
 * the edge of one that leads another way crosses within twice as much, so more
 * than that tells its direction. */
#define EDGE_ASIDE 0.3
#define EDGE_SEEN 1.0
/* and stands out by so much, cells, where it is only guessed. */
#define GUESS_LEAST 0.04
/* It is right about as often as not. */
#define GUESS_SURE 0.4
/* Round ends are told from square ones so far beside the middle, in half line
 * widths, where what parts them is wider by so much of what round ends make
 * it; only where it is so many pixels wide. Square ends of labelled panels
 * measure less than .2, round ones .7 to 1.1. */
#define ROUND_ASIDE 0.8
#define ROUND_SHARE 0.45
#define ROUND_PIXELS 6.0
#define ROUND_MOST 1.0
/* Some looks may cut their breaks round all the same. */
#define ROUND_SURE 0.85
#define ROUND_SHARP 30.0
/* The doubt is one, and the edge has it: its ends are so doubtful that they are
 * weighed, too. */
#define FACING_SURE 0.95
/* Stubs of one panel reach equally far within this, cells; how fast doubt goes
 * with what is beyond. */
#define REACH_ALIKE 0.02
#define REACH_SHARP 150.0
/* Towards its sides a break parts its line as it does in the middle (seen:
 * .75 and more of it), dots do so by less than this (the page's large ones by
 * .3 to .66 with their corners, all others by less than .5); so many places
 * are looked at a side. */
#define PARTING_LEAST 0.7
#define PARTING_SHARP 40.0
enum { PARTING_STEPS = 8 };
/* How fast doubt goes with what was measured beyond a bound: a break's peak, a
 * stub's length, what is left of an edge that is missing, a start's radius,
 * how a dot's colour stands apart. Chosen so that of some 23,000 clues of
 * labelled panels the share misread stays below what these say. */
#define BREAK_SHARP 40.0
#define MISSING_SHARP 140.0
#define STUB_SHARP 110.0
#define DOT_SHARP 16.0

struct peak {
	double height, at, width; /* at and width in cells */
	int first, last;
};

/* The strongest departure from line between the two vertices. */
static struct peak find_peak(const struct sheet *sheet,
			     const struct profile *profile)
{
	int rim = (int)((sheet->line_width / 2 + 0.02) * SHEET_CELL);
	struct peak peak = { 0 };
	int best = rim;

	for (int s = rim; s < SHEET_CELL - rim; s++)
		if (profile->unlike[s] > profile->unlike[best])
			best = s;
	peak.height = profile->unlike[best];
	peak.first = peak.last = best;
	while (peak.first > rim &&
	       profile->unlike[peak.first - 1] > peak.height / 2)
		peak.first--;
	while (peak.last < SHEET_CELL - rim - 1 &&
	       profile->unlike[peak.last + 1] > peak.height / 2)
		peak.last++;
	peak.at = (peak.first + peak.last + 1) / 2.0 / SHEET_CELL;
	peak.width = (double)(peak.last - peak.first + 1) / SHEET_CELL;
	return peak;
}

/* How unlike the ground beside the edge its middle is, in contrasts: the
 * better of the two sides. */
static double unlike_ground(const struct sheet *sheet, int x, int y,
			    bool upright, const struct profile *profile,
			    const struct peak *peak)
{
	double best = HUGE_VAL;
	int middle = (peak->first + peak->last) / 2;

	for (int side = 0; side < 2; side++) {
		struct point at =
			lines_edge_point(x, y, upright, 0.5, side ? 0.5 : -0.5);
		struct colour ground = sheet_ground(sheet, at.x, at.y);
		double contrast = sheet_contrast(sheet, at.x, at.y);

		best = fmin(best, colour_distance(profile->half[side][middle],
						  ground) /
					  fmax(1, contrast));
	}
	return best;
}

/* A dot, unless its colour as a whole is the line's: then it is a rim or a
 * speck. */
static void set_dot(struct spot_look *look, const struct sheet *sheet, double x,
		    double y, double height)
{
	struct colour sum = { 0, 0, 0 };
	double apart;
	int count = 0;

	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) {
			struct colour c =
				sheet_colour(sheet, x + (double)i / SHEET_CELL,
					     y + (double)j / SHEET_CELL);

			sum.red += c.red;
			sum.green += c.green;
			sum.blue += c.blue;
			count++;
		}
	look->dot_colour = (struct colour){ sum.red / (float)count,
					    sum.green / (float)count,
					    sum.blue / (float)count };
	apart = colour_distance(look->dot_colour, sheet_line(sheet, x, y)) /
		fmax(1, sheet_contrast(sheet, x, y));
	look->dot = apart > DOT_APART;
	look->dot_sure = chance_of(DOT_SHARP * fabs(apart / DOT_APART - 1)) *
			 chance_of(DOT_SHARP * fmax(0, height - 0.4));
}

/* How wide a break is so far beside the line's middle, on the side where it
 * is narrower; cells. */
static double break_aside(const struct sheet *sheet, int x, int y, bool upright,
			  const struct peak *peak, double aside)
{
	double least = 1;

	for (int side = -1; side <= 1; side += 2) {
		double width = 0;

		for (int s = 0; s < SHEET_CELL; s++) {
			struct point at = lines_edge_point(
				x, y, upright, (s + 0.5) / SHEET_CELL,
				side * aside);

			if (abs(2 * s - peak->first - peak->last) <
			    SHEET_CELL / 2)
				width += fmin(1,
					      sheet_unlike(sheet, at.x, at.y));
		}
		least = fmin(least, width / SHEET_CELL);
	}
	return least;
}

/* A break is cut square; two ends that face each other are round, so that
 * what parts them is wider beside the middle: how much of what round ends
 * would make it so, 0 to 1 and beyond. */
static double roundness(const struct sheet *sheet, int x, int y, bool upright,
			const struct peak *peak)
{
	double radius = sheet->line_width / 2;
	double aside = ROUND_ASIDE * radius;
	double more = 2 * (radius - sqrt(radius * radius - aside * aside));

	return (break_aside(sheet, x, y, upright, peak, aside) -
		break_aside(sheet, x, y, upright, peak, 0)) /
	       more;
}

/* How much of what parts a line in its middle still does so nearer to the
 * line's sides, where it does least; on the side where that is more. A break
 * parts it up to both sides, beside a dot the line goes on. */
static double parting(const struct sheet *sheet, int x, int y, bool upright,
		      const struct peak *peak)
{
	double t = (peak->first + peak->last + 1) / 2.0 / SHEET_CELL;
	double most = 0;

	for (int side = -1; side <= 1; side += 2) {
		double least = 1;

		for (int i = 1; i <= PARTING_STEPS; i++) {
			double aside = side * sheet->line_width / 2 * i /
				       PARTING_STEPS;
			struct point at =
				lines_edge_point(x, y, upright, t, aside);

			least = fmin(least, sheet_unlike(sheet, at.x, at.y));
		}
		most = fmax(most, least);
	}
	return most / fmin(1, peak->height);
}

static void read_gap(const struct sheet *sheet, struct spot_look *look, int x,
		     int y, bool upright, const struct peak *peak)
{
	double round = 0;

	look->edge = PANEL_EDGE_GAP;
	look->edge_second = PANEL_EDGE_WHOLE;
	look->break_width = peak->width;
	/* of narrow breaks the corners are blurred */
	if (peak->width * sheet->px_cell > ROUND_PIXELS)
		round = roundness(sheet, x, y, upright, peak) - ROUND_SHARE;
	if (round > 0 && round < ROUND_MOST) {
		look->round = true;
		look->edge = PANEL_EDGE_MISSING;
		look->edge_second = PANEL_EDGE_GAP;
		look->edge_sure = fmin(look->edge_sure, ROUND_SURE);
	}
	if (round != 0)
		look->edge_sure *= chance_of(ROUND_SHARP * fabs(round));
}

/* What goes on along the line is another line over it rather than a dot. */
static void doubt_dot(struct spot_look *look)
{
	look->dot_sure = fmin(look->dot_sure, OVERLAID_SURE);
}

/* Around a dot lies line: does it begin anew in this direction? */
static bool line_after(const struct sheet *sheet, double x, double y,
		       const int step[2])
{
	return sheet_unlike(sheet, x + DOT_END * step[0],
			    y + DOT_END * step[1]) < LINE_BOUND;
}

static void read_edge(const struct sheet *sheet, struct panel_lines *lines,
		      int x, int y, bool upright)
{
	struct spot_look *look =
		&lines->spots[2 * y + upright][2 * x + !upright];
	struct profile profile;
	struct peak peak;
	double near, far, stub, part;

	profile_take(sheet, x, y, upright, &profile);
	peak = find_peak(sheet, &profile);
	near = profile_reach(sheet, &profile, false);
	far = profile_reach(sheet, &profile, true);
	stub = sheet->line_width / 2 + STUB_LEAST;
	look->edge = PANEL_EDGE_WHOLE;
	look->edge_second = PANEL_EDGE_GAP;
	look->edge_sure =
		chance_of(BREAK_SHARP * fabs(BREAK_PEAK - peak.height));
	if (peak.height < BREAK_PEAK || fabs(peak.at - 0.5) > 0.2)
		return;
	if (near < stub && far < stub) {
		look->edge = PANEL_EDGE_MISSING;
		look->edge_sure =
			chance_of(MISSING_SHARP * (stub - fmax(near, far)));
		return;
	}
	if ((near < stub) != (far < stub)) {
		look->edge = PANEL_EDGE_MISSING;
		look->edge_sure =
			chance_of(MISSING_SHARP *
				  fmin(fabs(near - stub), fabs(far - stub)));
		return;
	}
	part = PARTING_SHARP *
	       (parting(sheet, x, y, upright, &peak) - PARTING_LEAST);
	if (peak.width < 0.3 && peak.height > 0.5 &&
	    (part < 0 || unlike_ground(sheet, x, y, upright, &profile, &peak) >
				 GROUND_ALIKE)) {
		struct point at = lines_edge_point(x, y, upright, 0.5, 0);
		int along[2] = { !upright, upright };
		int back[2] = { -!upright, -upright };

		set_dot(look, sheet, at.x, at.y, peak.height);
		if (!line_after(sheet, at.x, at.y, along) ||
		    !line_after(sheet, at.x, at.y, back))
			doubt_dot(look);
		return;
	}
	look->edge_sure *= chance_of(part);
	read_gap(sheet, look, x, y, upright, &peak);
}

static enum panel_edge edge_at(const struct panel_lines *lines, int x, int y)
{
	if (x < 0 || y < 0 || x >= lines->width || y >= lines->height)
		return PANEL_EDGE_MISSING;
	return lines->spots[y][x].edge;
}

static int edges_of(const struct panel_lines *lines, int x, int y)
{
	int count = 0;

	count += edge_at(lines, x - 1, y) != PANEL_EDGE_MISSING;
	count += edge_at(lines, x + 1, y) != PANEL_EDGE_MISSING;
	count += edge_at(lines, x, y - 1) != PANEL_EDGE_MISSING;
	count += edge_at(lines, x, y + 1) != PANEL_EDGE_MISSING;
	return count;
}

/* The mean unlikeness of a small disc. */
static double core_unlike(const struct sheet *sheet, double x, double y)
{
	double sum = 0;
	int count = 0;

	for (double dy = -DOT_CORE; dy <= DOT_CORE; dy += 1.0 / SHEET_CELL)
		for (double dx = -DOT_CORE; dx <= DOT_CORE;
		     dx += 1.0 / SHEET_CELL) {
			sum += fmin(1, sheet_unlike(sheet, x + dx, y + dy));
			count++;
		}
	return sum / count;
}

/* The farthest that line goes on about a direction: stubs of worn or shaded
 * panels are not straight. */
static double widest_ray(const struct sheet *sheet, struct point at,
			 double angle, double from)
{
	double best = 0;

	for (int i = -1; i <= 1; i++)
		best = fmax(best,
			    ray_reach_within(sheet, at, angle + i * STUB_LEAN,
					     from, 0.95, STUB_BOUND));
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
	return edge_at(lines, u, v) == PANEL_EDGE_MISSING;
}

static const int steps[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
				 { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };

/* How far one edge of a stub in direction `way` (eighths of a turn) is seen
 * beyond the lines, cells: line within, ground outside. */
static double edge_seen(const struct sheet *sheet, struct point at, int way,
			int side)
{
	double half = sheet->line_width / 2, step = 1.0 / SHEET_CELL;
	double c = cos(way * PI / 4), s = sin(way * PI / 4);
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
			best = seen;
			look->stub_dx = steps[way][0];
			look->stub_dy = steps[way][1];
		}
}

/* A stub in any direction that no edge takes. */
static void read_end(const struct sheet *sheet, const struct panel_lines *lines,
		     struct spot_look *look, int x, int y)
{
	struct point at = { x / 2.0, y / 2.0 };
	double half = sheet->line_width / 2;
	double best = 0;

	look->stub = -1;
	for (int i = 0; i < 8; i++) {
		double own = half * (i % 2 ? sqrt(2) : 1);
		double least = own + STUB_LEAST;
		double angle = i * PI / 4;
		double from = own + SIDE_INSIDE;
		double reach;

		if (!is_free(lines, x, y, steps[i][0], steps[i][1]))
			continue;
		if (look->start) {
			least = look->radius + 0.1;
			from = look->radius + 0.04;
		}
		reach = widest_ray(sheet, at, angle, fmin(own, STUB_FROM));
		if (!look->start && reach < STUB_MOST &&
		    reach - own > look->stub) {
			look->stub = reach - own;
			look->stub_dx = steps[i][0];
			look->stub_dy = steps[i][1];
		}
		reach = ray_reach_within(sheet, at, angle, fmin(own, STUB_FROM),
					 0.95, STUB_BOUND);
		if (reach < least || reach > STUB_MOST ||
		    reach - least < best ||
		    !ray_has_sides(sheet, at, angle, from, reach))
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

/* Where no stub is long enough the one that stands out most may be the end:
 * better a doubtful reading than none. */
static void guess_end(struct panel_lines *lines)
{
	struct spot_look *best = NULL;
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
	if (!best || best->stub < GUESS_LEAST || best->stub < 1.3 * second)
		return;
	best->end = true;
	best->end_dx = best->stub_dx;
	best->end_dy = best->stub_dy;
	best->end_sure = GUESS_SURE;
}

/* The edge along which an end's stub lies; NULL where it leaves the lattice or
 * runs aslant. */
static struct spot_look *edge_along(struct panel_lines *lines, int x, int y)
{
	const struct spot_look *look = &lines->spots[y][x];
	int u = x + look->end_dx, v = y + look->end_dy;

	if (!panel_is_vertex(x, y) || !panel_is_edge(u, v) || u < 0 || v < 0 ||
	    u >= lines->width || v >= lines->height)
		return NULL;
	return &lines->spots[v][u];
}

/* The usual reach of stubs that face no other across a round break; 0 where
 * there is none. */
static double usual_reach(struct panel_lines *lines)
{
	float reaches[PANEL_SPAN_MAX * PANEL_SPAN_MAX];
	int count = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];
			const struct spot_look *edge;

			if (panel_is_cell(x, y) || !look->end)
				continue;
			edge = edge_along(lines, x, y);
			if (edge && edge->round)
				continue;
			reaches[count++] = (float)look->end_reach;
		}
	if (!count)
		return 0;
	qsort(reaches, (size_t)count, sizeof *reaches, order_floats);
	return reaches[count / 2];
}

/* A panel's stubs are equally long: what is parted round and reaches less or
 * farther than they do is a break. Where it reaches as far, or where no other
 * end is, neither can be told surely. */
static void judge_facing(struct panel_lines *lines)
{
	double usual = usual_reach(lines);

	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2) {
			struct spot_look *look = &lines->spots[y][x];
			struct spot_look *edge;
			double off;

			if (!look->end)
				continue;
			edge = edge_along(lines, x, y);
			if (!edge || !edge->round)
				continue;
			off = fabs(look->end_reach - usual) - REACH_ALIKE;
			if (usual > 0 && off > 0) {
				edge->edge = PANEL_EDGE_GAP;
				edge->edge_second = PANEL_EDGE_MISSING;
				edge->edge_sure = chance_of(REACH_SHARP * off);
			} else if (usual > 0) {
				look->end_sure =
					fmin(look->end_sure, FACING_SURE);
			}
		}
	if (usual <= 0)
		return;
	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2) {
			struct spot_look *look = &lines->spots[y][x];
			const struct spot_look *edge;

			if (!look->end)
				continue;
			edge = edge_along(lines, x, y);
			if (!edge || edge->edge != PANEL_EDGE_GAP)
				continue;
			look->end = false;
			look->end_sure = edge->edge_sure;
			look->stub_dx = look->end_dx;
			look->stub_dy = look->end_dy;
		}
}

static void doubt_overlaid(const struct sheet *sheet, struct panel_lines *lines,
			   int x, int y)
{
	for (int i = 0; i < 8; i += 2)
		if (edge_at(lines, x + steps[i][0], y + steps[i][1]) !=
			    PANEL_EDGE_MISSING &&
		    !line_after(sheet, x / 2.0, y / 2.0, steps[i]))
			doubt_dot(&lines->spots[y][x]);
}

static void read_spot(const struct sheet *sheet, struct panel_lines *lines,
		      int x, int y)
{
	struct spot_look *look = &lines->spots[y][x];

	if (panel_is_vertex(x, y)) {
		double core = core_unlike(sheet, x / 2.0, y / 2.0);

		if (!edges_of(lines, x, y))
			return;
		if (core > LINE_BOUND) {
			set_dot(look, sheet, x / 2.0, y / 2.0, core);
			doubt_overlaid(sheet, lines, x, y);
		}
	} else if (look->edge == PANEL_EDGE_MISSING) {
		return;
	}
	read_end(sheet, lines, look, x, y);
}

void lines_read(const struct sheet *sheet, struct panel_lines *lines)
{
	memset(lines, 0, sizeof *lines);
	lines->width = 2 * sheet->columns + 1;
	lines->height = 2 * sheet->rows + 1;
	for (int i = 0; i < lines->height * lines->width; i++) {
		struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		look->edge_sure = look->dot_sure = 1;
		look->start_sure = look->end_sure = 1;
	}
	for (int y = 0; y <= sheet->rows; y++)
		for (int x = 0; x <= sheet->columns; x++) {
			if (x < sheet->columns)
				read_edge(sheet, lines, x, y, false);
			if (y < sheet->rows)
				read_edge(sheet, lines, x, y, true);
		}
	starts_read(sheet, lines);
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			if (!panel_is_cell(x, y))
				read_spot(sheet, lines, x, y);
	judge_facing(lines);
	guess_end(lines);
}
