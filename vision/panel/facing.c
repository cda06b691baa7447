#include "marks.h"

#include <math.h>
#include <stdlib.h>

#include "chance.h"
#include "order.h"
#include "rays.h"

/* As ends.c: a stub is looked for so far from its spot. */
#define STUB_FROM 0.15
/* The doubt is one, and the edge has it: its ends are so doubtful that they are
 * weighed, too. */
#define FACING_SURE 0.95
/* Stubs of one panel reach equally far within this, cells; how fast doubt goes
 * with what is beyond. */
#define REACH_ALIKE 0.02
#define REACH_SHARP 150.0
/* Those that differ by more than this are none, or hidden. */
#define ODD_REACH 0.06
/* Where nothing tells whether ends or a break part an edge. */
#define UNTOLD_SURE 0.5
/* Of some 2,900 published panels 14 have ends that face each other, at most two
 * pairs, and six ends that face a start: where more edges are parted round they
 * are breaks. */
enum { PAIRS_FEW = 2 };
/* and so sure is what the panel's other breaks or stubs tell of all of these
 * together: it is one doubt. */
#define STYLE_SURE 0.9
/* A stub's end is round where beside its middle, at CAP_ASIDE half line widths,
 * it reaches less far by more than this share of what a half circle would:
 * about half way between none and all of it. */
#define CAP_ASIDE 0.8
#define CAP_ROUND 0.45

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

/* The usual reach of stubs along edges that are parted round, or of all others;
 * 0 where there is none. */
static double usual_reach(struct panel_lines *lines, bool parted)
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
			if ((edge && edge->round) != parted)
				continue;
			reaches[count++] = (float)look->end_reach;
		}
	if (!count)
		return 0;
	return order_pick_float(reaches, count, count / 2);
}

/* Does an end lead from a vertex along the edge? */
static bool leads_along(struct panel_lines *lines, int x, int y,
			const struct spot_look *edge)
{
	return lines->spots[y][x].end && edge_along(lines, x, y) == edge;
}

/* Does a stub end flat, by how far its sides reach? */
static bool is_flat(const struct sheet *sheet, const struct spot_look *look,
		    int x, int y)
{
	double half = sheet->line_width / 2;
	double aside = CAP_ASIDE * half;
	double angle = atan2(look->end_dy, look->end_dx);
	double less = 0;

	for (int side = -1; side <= 1; side += 2) {
		struct point at = { x / 2.0 - side * aside * sin(angle),
				    y / 2.0 + side * aside * cos(angle) };

		less += look->end_reach - ray_reach(sheet, at, angle,
						    fmin(half, STUB_FROM),
						    0.95);
	}
	return less / 2 <
	       CAP_ROUND * (half - sqrt(half * half - aside * aside));
}

/* What edges that are parted round are, in all of a panel. */
enum style { UNTOLD, BREAKS, ENDS };

struct tally {
	int square;        /* breaks that are cut square */
	int pairs, lone;   /* ends that face another, or none and no start */
	int hidden;        /* ... or a start, under which one may lie */
	int flat, rounded; /* other stubs */
};

static void tally_edge(struct panel_lines *lines, int x, int y,
		       struct tally *tally)
{
	const struct spot_look *edge = &lines->spots[y][x];
	int dx = !(y % 2), dy = y % 2;
	const struct spot_look *sides[2] = { &lines->spots[y - dy][x - dx],
					     &lines->spots[y + dy][x + dx] };
	bool ends[2] = { leads_along(lines, x - dx, y - dy, edge),
			 leads_along(lines, x + dx, y + dy, edge) };

	tally->square += edge->square;
	if (!edge->round)
		return;
	tally->pairs += ends[0] && ends[1];
	if (ends[0] != ends[1]) {
		bool hidden = sides[ends[0]]->start;

		tally->hidden += hidden;
		tally->lone += !hidden;
	}
}

static void tally_stub(const struct sheet *sheet, struct panel_lines *lines,
		       int x, int y, struct tally *tally)
{
	const struct spot_look *look = &lines->spots[y][x];
	const struct spot_look *edge = edge_along(lines, x, y);
	bool flat;

	if (!look->end || (edge && edge->round))
		return;
	flat = is_flat(sheet, look, x, y);
	tally->flat += flat;
	tally->rounded += !flat;
}

/* A panel's breaks are cut alike, and its stubs end alike: those that face each
 * other would be flat where others are. */
static enum style style_of(const struct sheet *sheet, struct panel_lines *lines)
{
	struct tally tally = { 0 };

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			if (panel_is_edge(x, y))
				tally_edge(lines, x, y, &tally);
			if (!panel_is_cell(x, y))
				tally_stub(sheet, lines, x, y, &tally);
		}
	if (tally.flat > tally.rounded)
		return BREAKS;
	if (tally.square)
		return ENDS;
	return tally.lone || tally.pairs + tally.hidden > PAIRS_FEW ? BREAKS
								    : UNTOLD;
}

static void set_break(struct spot_look *edge, double sure)
{
	edge->edge = PANEL_EDGE_GAP;
	edge->edge_second = PANEL_EDGE_MISSING;
	edge->edge_sure = sure;
}

/* What a panel tells of the edges in it that are parted round. */
struct facing {
	enum style style;
	double style_sure; /* of each of them */
	double usual;      /* how far its other stubs reach */
	double parted;     /* ... and what is parted round, in most edges */
};

/* A panel's stubs are equally long: what is parted round and reaches less or
 * farther than they do is a break, and so is what reaches as far as most that
 * does. Where it reaches as far as stubs the panel's style tells, or nothing.
 */
static void judge_end(struct spot_look *look, struct spot_look *edge,
		      const struct facing *facing)
{
	double reach = look->end_reach, off, sure = 0;

	if (fabs(reach - facing->parted) < REACH_ALIKE)
		reach = facing->parted;
	off = fabs(reach - facing->usual) - REACH_ALIKE;
	if (facing->style == BREAKS)
		sure = facing->style_sure;
	if (off > 0)
		sure = fmax(sure, chance_of(REACH_SHARP * off));
	if (sure > 0)
		set_break(edge, sure);
	else
		look->end_sure = fmin(look->end_sure, FACING_SURE);
	if (off <= 0 && facing->style == UNTOLD)
		edge->edge_sure = fmin(edge->edge_sure, UNTOLD_SURE);
}

/* How many edges are parted round. */
static int count_round(const struct panel_lines *lines)
{
	int count = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			count +=
				panel_is_edge(x, y) && lines->spots[y][x].round;
	return count;
}

/* Where all ends face others neither can be told surely, but some end is. */
static void judge_facing(const struct sheet *sheet, struct panel_lines *lines)
{
	struct facing facing = { .usual = usual_reach(lines, false),
				 .parted = usual_reach(lines, true) };

	if (facing.usual <= 0)
		return;
	facing.style = style_of(sheet, lines);
	facing.style_sure = pow(STYLE_SURE, 1.0 / fmax(1, count_round(lines)));
	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2) {
			struct spot_look *look = &lines->spots[y][x];
			struct spot_look *edge =
				look->end ? edge_along(lines, x, y) : NULL;

			if (edge && edge->round)
				judge_end(look, edge, &facing);
		}
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

/* What is parted round and ends no stub is a break. */
static void judge_parted(struct panel_lines *lines)
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
			edge->edge = PANEL_EDGE_GAP;
			edge->edge_second = PANEL_EDGE_MISSING;
		}
}

/* An end within the lattice whose stub is not as long as the panel's others may
 * be what is left of an edge that something hides, such as the pointer. */
static void doubt_odd_ends(struct panel_lines *lines)
{
	double usual = usual_reach(lines, false);

	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2) {
			struct spot_look *look = &lines->spots[y][x];
			struct spot_look *edge =
				look->end ? edge_along(lines, x, y) : NULL;

			if (!edge || edge->round ||
			    fabs(look->end_reach - usual) < ODD_REACH)
				continue;
			look->end_sure = fmin(look->end_sure, UNTOLD_SURE);
			edge->edge_sure = fmin(edge->edge_sure, UNTOLD_SURE);
		}
}

void facing_judge(const struct sheet *sheet, struct panel_lines *lines)
{
	judge_facing(sheet, lines);
	judge_parted(lines);
	doubt_odd_ends(lines);
}
