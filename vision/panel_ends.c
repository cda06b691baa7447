#include "panel_ends.h"

#include <math.h>
#include <stdlib.h>

#include "chance.h"
#include "order.h"
#include "panel_rays.h"

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
/* But where an edge of it is seen aslant; sure by so much at most and so fast:
 * rims hide all but 1.4 to 1.6 half line widths of such stubs on the game's
 * tables, rounded corners and starts show .5 at most. */
#define SLANT_SURE 0.97
#define SLANT_SHARP 10.0
/* What has ground on one side of it may be a stub beside a disc: none as often
 * as not. */
#define HALF_SURE 0.6
enum { HALF_BESIDE = 4 };
/* How fast doubt goes with what a stub is longer than the least. */
#define STUB_SHARP 110.0
/* The doubt is one, and the edge has it: its ends are so doubtful that they are
 * weighed, too. */
#define FACING_SURE 0.95
/* Stubs of one panel reach equally far within this, cells; how fast doubt goes
 * with what is beyond. */
#define REACH_ALIKE 0.02
#define REACH_SHARP 150.0

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
	return lines_edge_at(lines, u, v) == PANEL_EDGE_MISSING;
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
			best = look->slant = seen;
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
		int sides;

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
		if (reach < least || reach > STUB_MOST || reach - least < best)
			continue;
		sides = ray_sides(sheet, at, angle, from, reach);
		if (sides >= HALF_BESIDE && sides < RAY_SIDES && !look->end) {
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

/* Does an end lead from a vertex along the edge? */
static bool leads_along(struct panel_lines *lines, int x, int y,
			const struct spot_look *edge)
{
	return lines->spots[y][x].end && edge_along(lines, x, y) == edge;
}

/* Does line reach from a vertex into the edge, farther than a start's disc? */
static bool reaches_into(const struct sheet *sheet,
			 const struct panel_lines *lines, int x, int y,
			 double angle)
{
	const struct spot_look *look = &lines->spots[y][x];
	struct point at = { x / 2.0, y / 2.0 };
	double half = sheet->line_width / 2;
	double least = look->start ? look->radius : half;

	return ray_reach(sheet, at, angle, fmin(half, STUB_FROM), 0.95) >
	       least + STUB_LEAST;
}

/* What is parted round and ends no stub, as none is an end there, is a break:
 * of an edge that is missing nothing would be left. */
static void judge_parted(const struct sheet *sheet, struct panel_lines *lines)
{
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *edge = &lines->spots[y][x];
			int dx = !(y % 2), dy = y % 2;

			if (!panel_is_edge(x, y) || !edge->round ||
			    edge->edge != PANEL_EDGE_MISSING ||
			    leads_along(lines, x - dx, y - dy, edge) ||
			    leads_along(lines, x + dx, y + dy, edge))
				continue;
			if (!reaches_into(sheet, lines, x - dx, y - dy,
					  dy ? PI / 2 : 0) &&
			    !reaches_into(sheet, lines, x + dx, y + dy,
					  dy ? -PI / 2 : PI))
				continue;
			edge->edge = PANEL_EDGE_GAP;
			edge->edge_second = PANEL_EDGE_MISSING;
		}
}

/* May anything end there? */
static bool is_drawn(const struct panel_lines *lines, int x, int y)
{
	if (panel_is_vertex(x, y))
		return lines_edges_of(lines, x, y);
	return lines_edge_at(lines, x, y) != PANEL_EDGE_MISSING;
}

void ends_read(const struct sheet *sheet, struct panel_lines *lines)
{
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			if (!panel_is_cell(x, y) && is_drawn(lines, x, y))
				read_end(sheet, lines, &lines->spots[y][x], x,
					 y);
	judge_facing(lines);
	judge_parted(sheet, lines);
	guess_end(sheet, lines);
}
