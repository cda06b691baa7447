#include "panel_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

/* A pixel is line where it is less than half as far from the line's colour
 * as the ground. */
#define LINE_BOUND 0.5
/* Across a line the inner part of its width is averaged: the outer part is
 * blurred. */
#define CORE 0.28
/* A break shows at least this much in the middle of its profile: 2.5 pixels
 * after a blur of one pixel leave two thirds. */
#define BREAK_PEAK 0.34
/* A stub ends no nearer than this beyond the line's own half width, in
 * cells; rounded corners stay below. */
#define STUB_LEAST 0.07
/* A start's disc reaches this much farther than the corner between two lines
 * does on most vertices of the panel, which blur and rounding make larger than
 * the drawn one but no more than so much; discs reach 1.41 times the corner on
 * the web page, 1.7 in the game. */
#define START_BEYOND 0.2
#define CORNER_MOST 1.2
/* And the middle of an edge reaches so much beyond the line. */
#define START_SIDE 1.4
/* Half a dot, cells: hexagons are .2 wide. */
#define DOT_CORE 0.05
/* A dot's colour is this far from the line's, in contrasts; black dots on
 * the darkest lines of the game are .4. */
#define DOT_APART 0.3
/* Ground and a break's colour differ by less, in contrasts; dots' by more. */
#define GROUND_ALIKE 0.45
/* A line reaches the next vertex where it is seen up to here. */
#define REACH_WHOLE 0.93

/* Stubs end at frames and walls whose colour may be near the line's: here a
 * pixel must be more alike. */
#define STUB_BOUND 0.3
/* Line beyond the rim is searched at so many places a side; it is this like,
 * and where it shows at so many of all, the panel reaches farther. */
enum { OUTSIDE_SAMPLES = 40 };
#define OUTSIDE_ALIKE 0.12
#define OUTSIDE_SHARE 0.06
/* A rim's edge is there where the line is seen so far from a vertex, cells: up
 * to a dot in its middle. */
#define RIM_REACH 0.33
/* A stub leans by at most so much, radians. */
#define STUB_LEAN 0.2
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
#define ROUND_SHARP 30.0
/* How fast doubt goes with what was measured beyond a bound: a break's peak, a
 * stub's length, what is left of an edge that is missing, a start's radius,
 * how a dot's colour stands apart. Chosen so that of some 23,000 clues of
 * labelled panels the share misread stays below what these say. */
#define BREAK_SHARP 40.0
#define MISSING_SHARP 140.0
#define STUB_SHARP 110.0
#define START_SHARP 45.0
#define DOT_SHARP 16.0
/* Beside a line ground is looked for so far from its edge, in cells. */
#define SIDE_INSIDE 0.06
/* and is this unlike the line: near a frame less than elsewhere. */
#define SIDE_BOUND 0.35

struct profile {
	double unlike[SHEET_CELL];
	struct colour half[2][SHEET_CELL]; /* left or upper side, other */
};

/* Place `t` along an edge and `a` across it. */
static struct point on_edge(int x, int y, bool upright, double t, double a)
{
	return upright ? (struct point){ x + a, y + t }
		       : (struct point){ x + t, y + a };
}

static void take_profile(const struct sheet *sheet, int x, int y, bool upright,
			 struct profile *profile)
{
	int reach = (int)fmax(1, CORE * sheet->line_width * SHEET_CELL);

	memset(profile, 0, sizeof *profile);
	for (int s = 0; s < SHEET_CELL; s++)
		for (int k = -reach; k < reach; k++) {
			double t = (s + 0.5) / SHEET_CELL;
			double a = (k + 0.5) / SHEET_CELL;
			struct point at = on_edge(x, y, upright, t, a);
			struct colour c = sheet_colour(sheet, at.x, at.y);
			struct colour *half = &profile->half[k >= 0][s];

			profile->unlike[s] +=
				fmin(1, sheet_unlike(sheet, at.x, at.y)) /
				(2 * reach);
			half->red += c.red / (float)reach;
			half->green += c.green / (float)reach;
			half->blue += c.blue / (float)reach;
		}
}

/* How far the line is seen from either end, in cells. */
static double reach_from(const struct sheet *sheet,
			 const struct profile *profile, bool far_end)
{
	/* a dot on the vertex is no break: the line counts from beyond it */
	int s = (int)(fmax(0.13, sheet->line_width / 2 + 0.02) * SHEET_CELL);

	for (; s < SHEET_CELL; s++)
		if (profile->unlike[far_end ? SHEET_CELL - 1 - s : s] >
		    LINE_BOUND)
			break;
	return (double)s / SHEET_CELL;
}

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
			on_edge(x, y, upright, 0.5, side ? 0.5 : -0.5);
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
			struct point at =
				on_edge(x, y, upright, (s + 0.5) / SHEET_CELL,
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
		look->edge = PANEL_EDGE_MISSING;
		look->edge_second = PANEL_EDGE_GAP;
	}
	if (round != 0)
		look->edge_sure *= chance_of(ROUND_SHARP * fabs(round));
}

static void read_edge(const struct sheet *sheet, struct panel_lines *lines,
		      int x, int y, bool upright)
{
	struct spot_look *look =
		&lines->spots[2 * y + upright][2 * x + !upright];
	struct profile profile;
	struct peak peak;
	double near, far, stub;

	take_profile(sheet, x, y, upright, &profile);
	peak = find_peak(sheet, &profile);
	near = reach_from(sheet, &profile, false);
	far = reach_from(sheet, &profile, true);
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
	if (peak.width < 0.3 && peak.height > 0.5 &&
	    unlike_ground(sheet, x, y, upright, &profile, &peak) >
		    GROUND_ALIKE) {
		struct point at = on_edge(x, y, upright, 0.5, 0);

		set_dot(look, sheet, at.x, at.y, peak.height);
		return;
	}
	read_gap(sheet, look, x, y, upright, &peak);
}

/* How far line goes on from a place in a direction, in cells; the first
 * `from` cells are not looked at. */
static double ray_within(const struct sheet *sheet, struct point at,
			 double angle, double from, double most, double bound)
{
	double dx = cos(angle), dy = sin(angle);
	double s = from;

	for (; s < most; s += 0.5 / SHEET_CELL)
		if (sheet_unlike(sheet, at.x + s * dx, at.y + s * dy) > bound)
			break;
	return s;
}

static double ray(const struct sheet *sheet, struct point at, double angle,
		  double from, double most)
{
	return ray_within(sheet, at, angle, from, most, LINE_BOUND);
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

static void sort4(double *values)
{
	for (int i = 1; i < 4; i++)
		for (int j = i; j && values[j] < values[j - 1]; j--) {
			double swap = values[j];

			values[j] = values[j - 1];
			values[j - 1] = swap;
		}
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

static double corner_of(const struct sheet *sheet)
{
	return sheet->line_width / 2 * sqrt(2);
}

static void measure_vertex(const struct sheet *sheet, struct spot_look *look,
			   struct point at)
{
	double reach[4];
	double corner = corner_of(sheet);

	for (int i = 0; i < 4; i++)
		reach[i] = ray(sheet, at, (i + 0.5) * acos(-1) / 2,
			       fmin(0.15, corner), 0.9);
	sort4(reach);
	look->radius = reach[1];
}

static int by_value(const void *a, const void *b)
{
	double d = *(const double *)a - *(const double *)b;

	return (d > 0) - (d < 0);
}

/* How far most vertices' corners reach, in corners of the lines as drawn. */
static double usual_corner(const struct sheet *sheet,
			   const struct panel_lines *lines)
{
	double reach[(PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1)];
	int count = 0;

	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2)
			if (edges_of(lines, x, y))
				reach[count++] = lines->spots[y][x].radius /
						 corner_of(sheet);
	if (!count)
		return 1;
	qsort(reach, (size_t)count, sizeof *reach, by_value);
	return fmin(CORNER_MOST, fmax(1, reach[count / 2]));
}

static void read_vertex_start(const struct sheet *sheet, struct spot_look *look,
			      double usual)
{
	double beyond = look->radius / corner_of(sheet) - usual - START_BEYOND;

	look->start_sure = chance_of(START_SHARP * fabs(beyond));
	look->start = beyond > 0 && look->radius < 0.75;
}

static void read_edge_start(const struct sheet *sheet, struct spot_look *look,
			    struct point at, bool upright)
{
	double turn = upright ? 0 : acos(-1) / 2;
	double half = sheet->line_width / 2;
	double reach[4];

	for (int i = 0; i < 4; i++) {
		double lean = (i % 2 ? 1 : -1) * acos(-1) / 8;

		reach[i] = ray(sheet, at, turn + lean + (i / 2) * acos(-1),
			       fmin(0.12, half), 0.9) *
			   1;
	}
	sort4(reach);
	look->radius = reach[1];
	look->start_sure =
		chance_of(START_SHARP * fabs(reach[1] / half - START_SIDE));
	look->start = reach[1] > START_SIDE * half && reach[2] < 0.75;
}

/* Does what a ray found from one distance to another have ground on both
 * sides, as lines have? Darkness around a panel may have their colour. */
static bool has_sides(const struct sheet *sheet, struct point at, double angle,
		      double from, double to)
{
	double aside = sheet->line_width / 2 + SIDE_INSIDE;
	double dx = cos(angle), dy = sin(angle);
	int seen = 0;

	for (int i = 0; i < 4; i++) {
		double s = from + (to - from) * (i + 0.5) / 4;
		struct point on = { at.x + s * dx, at.y + s * dy };

		seen += sheet_unlike(sheet, on.x - aside * dy,
				     on.y + aside * dx) > SIDE_BOUND;
		seen += sheet_unlike(sheet, on.x + aside * dy,
				     on.y - aside * dx) > SIDE_BOUND;
	}
	return seen >= 5;
}

/* The farthest that line goes on about a direction: stubs of worn or shaded
 * panels are not straight. */
static double widest_ray(const struct sheet *sheet, struct point at,
			 double angle, double from)
{
	double best = 0;

	for (int i = -1; i <= 1; i++)
		best = fmax(best, ray_within(sheet, at, angle + i * STUB_LEAN,
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

/* A stub in any direction that no edge takes. */
static void read_end(const struct sheet *sheet, const struct panel_lines *lines,
		     struct spot_look *look, int x, int y)
{
	static const int step[8][2] = { { 1, 0 },  { 1, 1 },  { 0, 1 },
					{ -1, 1 }, { -1, 0 }, { -1, -1 },
					{ 0, -1 }, { 1, -1 } };
	struct point at = { x / 2.0, y / 2.0 };
	double half = sheet->line_width / 2;
	double best = 0;

	look->stub = -1;
	for (int i = 0; i < 8; i++) {
		double own = half * (i % 2 ? sqrt(2) : 1);
		double least = own + STUB_LEAST;
		double angle = i * acos(-1) / 4;
		double from = own + SIDE_INSIDE;
		double reach;

		if (!is_free(lines, x, y, step[i][0], step[i][1]))
			continue;
		if (look->start) {
			least = look->radius + 0.1;
			from = look->radius + 0.04;
		}
		reach = widest_ray(sheet, at, angle, fmin(own, 0.15));
		if (!look->start && reach < 0.85 && reach - own > look->stub) {
			look->stub = reach - own;
			look->stub_dx = step[i][0];
			look->stub_dy = step[i][1];
		}
		reach = ray_within(sheet, at, angle, fmin(own, 0.15), 0.95,
				   STUB_BOUND);
		if (reach < least || reach > 0.85 || reach - least < best ||
		    !has_sides(sheet, at, angle, from, reach))
			continue;
		best = reach - least;
		look->end = true;
		look->end_dx = step[i][0];
		look->end_dy = step[i][1];
		look->end_sure = chance_of(STUB_SHARP * best);
	}
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

static void read_spot(const struct sheet *sheet, struct panel_lines *lines,
		      int x, int y, double usual)
{
	struct spot_look *look = &lines->spots[y][x];
	struct point at = { x / 2.0, y / 2.0 };

	if (panel_is_vertex(x, y)) {
		double core = core_unlike(sheet, at.x, at.y);

		if (!edges_of(lines, x, y))
			return;
		if (core > LINE_BOUND)
			set_dot(look, sheet, at.x, at.y, core);
		read_vertex_start(sheet, look, usual);
	} else {
		if (look->edge == PANEL_EDGE_MISSING)
			return;
		read_edge_start(sheet, look, at, y % 2);
	}
	read_end(sheet, lines, look, x, y);
}

void lines_read(const struct sheet *sheet, struct panel_lines *lines)
{
	double usual;

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
	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2)
			measure_vertex(sheet, &lines->spots[y][x],
				       (struct point){ x / 2.0, y / 2.0 });
	usual = usual_corner(sheet, lines);
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			if (!panel_is_cell(x, y))
				read_spot(sheet, lines, x, y, usual);
	guess_end(lines);
}

/* Does a line go on from the rim vertex outward up to the next? */
static bool goes_on(const struct sheet *sheet, int x, int y, int dx, int dy)
{
	struct point at = { x, y };
	double angle = atan2(dy, dx);
	double half = sheet->line_width / 2;

	return ray(sheet, at, angle, half, 0.97) >= REACH_WHOLE &&
	       has_sides(sheet, at, angle, half + SIDE_INSIDE,
			 1 - half - SIDE_INSIDE);
}

/* Of a rim's edges and those that lead to it, is any there? */
static bool rim_is_empty(const struct sheet *sheet, int at, bool upright,
			 int inward)
{
	int length = upright ? sheet->rows : sheet->columns;
	struct profile profile;

	for (int i = 0; i <= length; i++) {
		int lead = inward < 0 ? at - 1 : at;

		take_profile(sheet, upright ? lead : i, upright ? i : lead,
			     !upright, &profile);
		if (reach_from(sheet, &profile, inward < 0) > RIM_REACH)
			return false;
		if (i == length)
			break;
		take_profile(sheet, upright ? at : i, upright ? i : at, upright,
			     &profile);
		if (reach_from(sheet, &profile, false) > RIM_REACH ||
		    reach_from(sheet, &profile, true) > RIM_REACH)
			return false;
	}
	return true;
}

struct extent_change lines_find_extent(const struct sheet *sheet)
{
	struct extent_change change = { 0, 0, 0, 0 };
	int c = sheet->columns, r = sheet->rows;
	int left = 0, right = 0, top = 0, bottom = 0;

	for (int y = 0; y <= r; y++) {
		left += goes_on(sheet, 0, y, -1, 0);
		right += goes_on(sheet, c, y, 1, 0);
	}
	for (int x = 0; x <= c; x++) {
		top += goes_on(sheet, x, 0, 0, -1);
		bottom += goes_on(sheet, x, r, 0, 1);
	}
	change.left = left ? 1 : c > 1 ? -rim_is_empty(sheet, 0, true, 1) : 0;
	change.right = right   ? 1
		       : c > 1 ? -rim_is_empty(sheet, c, true, -1)
			       : 0;
	change.top = top ? 1 : r > 1 ? -rim_is_empty(sheet, 0, false, 1) : 0;
	change.bottom = bottom  ? 1
			: r > 1 ? -rim_is_empty(sheet, r, false, -1)
				: 0;
	return change;
}

/* Is a place beyond the rim, `out` cells from it, of the line's colour? */
static bool line_at(const struct sheet *sheet, int side, double along,
		    double out)
{
	double x = side == 0   ? -out
		   : side == 1 ? sheet->columns + out
			       : along * sheet->columns;
	double y = side == 2   ? -out
		   : side == 3 ? sheet->rows + out
			       : along * sheet->rows;

	return sheet_unlike(sheet, x, y) < OUTSIDE_ALIKE;
}

bool lines_go_on_outside(const struct sheet *sheet)
{
	int places = 0, lines = 0;

	for (int side = 0; side < 4; side++)
		for (int i = 0; i < OUTSIDE_SAMPLES; i++) {
			double along = (i + 0.5) / OUTSIDE_SAMPLES;
			bool far = line_at(sheet, side, along, 0.9) &&
				   line_at(sheet, side, along, 0.96);

			places++;
			/* the ground between tells it from a frame that
			 * begins at once */
			lines += far && !line_at(sheet, side, along, 0.65);
		}
	return lines > OUTSIDE_SHARE * places;
}
