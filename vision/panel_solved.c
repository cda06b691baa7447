#include "panel_solved.h"

#include <math.h>
#include <string.h>

#include "panel_rays.h"

/* What lies over an edge differs from the panel's line and from the ground by
 * this share of their contrast, */
#define FOREIGN 0.5
/* at so many of so many places along it. */
enum { PLACES = 5, FOREIGN_PLACES = 4 };
/* The line drawn has one colour, within this share of what it differs by from
 * the panel's line and from the ground. */
#define ONE_COLOUR 0.35
/* It is no wider than this, half, in cells. */
#define HALF_MOST 0.4
/* Its start is a disc that reaches so many times as far as the line does to its
 * sides, all around but for one direction in eight. */
#define DISC_REACH 1.3
enum { DISC_SEEN = 7 };
/* Its end leads so far out of the lattice, cells. */
#define STUB_REACH 0.12
#define PI 3.14159265358979323846

enum { EDGES_MAX = 2 * (PANEL_SIDE_MAX + 1) * PANEL_SIDE_MAX };

struct drawn {
	const struct sheet *sheet;
	struct colour ground; /* of most cells */
	struct colour colour;
	double reach; /* how far from it its pixels may be */
	double half;  /* half the line's width, cells */
	/* of the doubled lattice: edges that it covers */
	bool on[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
};

static int columns_of(const struct drawn *drawn)
{
	return 2 * drawn->sheet->columns;
}

static int rows_of(const struct drawn *drawn)
{
	return 2 * drawn->sheet->rows;
}

/* The one that is nearest to all others together. */
static struct colour middle_colour(const struct colour *colours, int count)
{
	double best = HUGE_VAL;
	int middle = 0;

	for (int i = 0; i < count; i++) {
		double sum = 0;

		for (int j = 0; j < count; j++)
			sum += colour_distance(colours[i], colours[j]);
		if (sum < best) {
			best = sum;
			middle = i;
		}
	}
	return colours[middle];
}

/* What the line lies over may be none of its own cell's ground: most cells' is
 * taken. */
static struct colour middle_ground(const struct sheet *sheet)
{
	struct colour grounds[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	int count = 0;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			grounds[count++] =
				sheet_ground(sheet, x + 0.5, y + 0.5);
	return middle_colour(grounds, count);
}

/* Is a colour neither the line's nor the ground's? */
static bool is_foreign(const struct drawn *drawn, struct point at,
		       struct colour c)
{
	double bound = FOREIGN * drawn->sheet->clear;

	return colour_distance(c, sheet_line(drawn->sheet, at.x, at.y)) >
		       bound &&
	       colour_distance(c, drawn->ground) > bound;
}

/* Does something lie over the edge at x, y of the doubled lattice? Its colour
 * in the middle. */
static bool is_covered(const struct drawn *drawn, int x, int y,
		       struct colour *colour)
{
	bool upright = y % 2;
	int foreign = 0;

	for (int i = 0; i < PLACES; i++) {
		double t = 0.3 + 0.4 * i / (PLACES - 1);
		struct point at = lines_edge_point(x / 2, y / 2, upright, t, 0);
		struct colour c = sheet_colour(drawn->sheet, at.x, at.y);

		foreign += is_foreign(drawn, at, c);
		if (i == PLACES / 2)
			*colour = c;
	}
	return foreign >= FOREIGN_PLACES;
}

static bool is_drawn(const struct drawn *drawn, double x, double y)
{
	return colour_distance(sheet_colour(drawn->sheet, x, y),
			       drawn->colour) < drawn->reach;
}

/* Half the line's width in the middle of an edge, cells; HALF_MOST where it has
 * no two sides. */
static double half_width(const struct drawn *drawn, int x, int y)
{
	double step = 0.5 / SHEET_CELL, sum = 0;

	for (int side = -1; side <= 1; side += 2) {
		double a = 0;

		for (; a < HALF_MOST; a += step) {
			struct point at = lines_edge_point(x / 2, y / 2, y % 2,
							   0.5, side * a);

			if (!is_drawn(drawn, at.x, at.y))
				break;
		}
		if (a >= HALF_MOST)
			return HALF_MOST;
		sum += a / 2;
	}
	return sum;
}

/* The edges that one colour covers, and that colour; how many. */
static int find_drawn(const struct sheet *sheet, struct drawn *drawn)
{
	struct colour colours[EDGES_MAX], c;
	double sum = 0;
	int count = 0, kept = 0;

	memset(drawn, 0, sizeof *drawn);
	drawn->sheet = sheet;
	drawn->ground = middle_ground(sheet);
	for (int y = 0; y <= rows_of(drawn); y++)
		for (int x = 0; x <= columns_of(drawn); x++)
			if ((x + y) % 2 && is_covered(drawn, x, y, &c))
				colours[count++] = c;
	if (!count)
		return 0;
	drawn->colour = middle_colour(colours, count);
	drawn->reach =
		ONE_COLOUR *
		fmin(colour_distance(drawn->colour,
				     sheet_line(sheet, sheet->columns / 2.0,
						sheet->rows / 2.0)),
		     colour_distance(drawn->colour, drawn->ground));
	for (int y = 0; y <= rows_of(drawn); y++)
		for (int x = 0; x <= columns_of(drawn); x++) {
			double half;

			if ((x + y) % 2 == 0 || !is_covered(drawn, x, y, &c) ||
			    colour_distance(c, drawn->colour) > drawn->reach)
				continue;
			half = half_width(drawn, x, y);
			if (half >= HALF_MOST)
				continue;
			drawn->on[y][x] = true;
			sum += half;
			kept++;
		}
	drawn->half = kept ? sum / kept : 0;
	return kept;
}

static bool is_on(const struct drawn *drawn, int x, int y)
{
	return x >= 0 && y >= 0 && x <= columns_of(drawn) &&
	       y <= rows_of(drawn) && drawn->on[y][x];
}

/* How many of its edges meet at a vertex. */
static int degree(const struct drawn *drawn, int x, int y)
{
	return is_on(drawn, x - 1, y) + is_on(drawn, x + 1, y) +
	       is_on(drawn, x, y - 1) + is_on(drawn, x, y + 1);
}

/* Is there a disc on the vertex? */
static bool has_disc(const struct drawn *drawn, int x, int y)
{
	int seen = 0;

	for (int i = 0; i < 8; i++) {
		double r = DISC_REACH * drawn->half;

		seen += is_drawn(drawn, x / 2.0 + r * cos(i * PI / 4),
				 y / 2.0 + r * sin(i * PI / 4));
	}
	return seen >= DISC_SEEN;
}

/* Does it lead out of the lattice there, or aslant? Within the lattice it may
 * be a line that was begun. */
static bool has_stub(const struct drawn *drawn, int x, int y)
{
	double r = drawn->half + STUB_REACH;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int u = x + dx, v = y + dy;

			if ((!dx && !dy) ||
			    (!(dx && dy) && u >= 0 && v >= 0 &&
			     u <= columns_of(drawn) && v <= rows_of(drawn)))
				continue;
			/* beyond the corner of its own outline */
			if (is_drawn(drawn, x / 2.0 + r * dx, y / 2.0 + r * dy))
				return true;
		}
	return false;
}

/* Follows the line from an end of it to the other, whose vertex it returns. */
static void follow(struct drawn *drawn, int *x, int *y)
{
	static const int step[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};

	for (int i = 0; i < 4; i++) {
		int u = *x + step[i][0], v = *y + step[i][1];

		if (!is_on(drawn, u, v))
			continue;
		drawn->on[v][u] = false;
		*x = u + step[i][0];
		*y = v + step[i][1];
		i = -1;
	}
}

/* Takes away the line that begins at a vertex: does it lead from a disc to a
 * stub? */
static bool take_line(struct drawn *drawn, int x, int y)
{
	int u = x, v = y;

	follow(drawn, &u, &v);
	return (has_disc(drawn, x, y) && has_stub(drawn, u, v)) ||
	       (has_disc(drawn, u, v) && has_stub(drawn, x, y));
}

bool solved_shows(const struct sheet *sheet)
{
	struct drawn drawn;
	int lines = 0;

	if (find_drawn(sheet, &drawn) < 2)
		return false;
	for (int y = 0; y <= rows_of(&drawn); y += 2)
		for (int x = 0; x <= columns_of(&drawn); x += 2)
			if (degree(&drawn, x, y) > 2)
				return false;
	for (int y = 0; y <= rows_of(&drawn); y += 2)
		for (int x = 0; x <= columns_of(&drawn); x += 2) {
			if (degree(&drawn, x, y) != 1)
				continue;
			if (!take_line(&drawn, x, y))
				return false;
			lines++;
		}
	/* a loop would be left over */
	for (int y = 0; y <= rows_of(&drawn); y++)
		for (int x = 0; x <= columns_of(&drawn); x++)
			if (drawn.on[y][x])
				return false;
	return lines == 1 || lines == 2;
}

/* Does a line lead from a disc anywhere? Marks the spots under it; false where
 * it is none, or leads to a stub. */
static bool take_begun(struct drawn *drawn, int x, int y, struct begun *begun)
{
	static const int step[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};
	int first_x = x, first_y = y;
	bool first_disc = has_disc(drawn, x, y), last_disc;

	begun->on[y][x] = true;
	for (int i = 0; i < 4; i++) {
		int u = x + step[i][0], v = y + step[i][1];

		if (!is_on(drawn, u, v))
			continue;
		drawn->on[v][u] = false;
		x = u + step[i][0];
		y = v + step[i][1];
		begun->on[v][u] = begun->on[y][x] = true;
		i = -1;
	}
	last_disc = has_disc(drawn, x, y);
	return (first_disc && !has_stub(drawn, x, y)) ||
	       (last_disc && !has_stub(drawn, first_x, first_y));
}

/* The lines that were begun; their number, 0 where what is drawn is no such
 * line. */
static int find_begun(struct drawn *drawn, struct begun *begun)
{
	int lines = 0;

	for (int y = 0; y <= rows_of(drawn); y += 2)
		for (int x = 0; x <= columns_of(drawn); x += 2)
			if (degree(drawn, x, y) > 2)
				return 0;
	for (int y = 0; y <= rows_of(drawn); y += 2)
		for (int x = 0; x <= columns_of(drawn); x += 2) {
			if (degree(drawn, x, y) != 1)
				continue;
			if (!take_begun(drawn, x, y, begun))
				return 0;
			lines++;
		}
	return lines <= 2 ? lines : 0;
}

/* Is a spot, or one beside it, under the line? Its tip may lie between spots.
 */
static bool is_near_begun(const struct begun *begun, const struct sheet *sheet,
			  int x, int y)
{
	for (int v = y - 1; v <= y + 1; v++)
		for (int u = x - 1; u <= x + 1; u++)
			if (u >= 0 && v >= 0 && u <= 2 * sheet->columns &&
			    v <= 2 * sheet->rows && begun->on[v][u])
				return true;
	return false;
}

/* How far a colour lies on the way from one to another, and how far off. */
static float way_to(struct colour from, struct colour to, struct colour c,
		    double *off)
{
	struct colour way = { to.red - from.red, to.green - from.green,
			      to.blue - from.blue };
	float length =
		way.red * way.red + way.green * way.green + way.blue * way.blue;
	float share = (way.red * (c.red - from.red) +
		       way.green * (c.green - from.green) +
		       way.blue * (c.blue - from.blue)) /
		      fmaxf(1, length);
	struct colour on = { from.red + share * way.red,
			     from.green + share * way.green,
			     from.blue + share * way.blue };

	*off = colour_distance(on, c);
	return share;
}

/* What is drawn, and its flanks towards the panel's line and the ground,
 * becomes line. */
static void lift_pixel(const struct drawn *drawn, double x, double y,
		       struct colour *pixel)
{
	struct colour line = sheet_line(drawn->sheet, x, y);
	double off_line, off_ground;
	float on_line = way_to(line, drawn->colour, *pixel, &off_line);
	float on_ground =
		way_to(drawn->ground, drawn->colour, *pixel, &off_ground);

	if (fmin(off_line, off_ground) > drawn->reach)
		return;
	if (off_line <= off_ground && on_line > 0) {
		*pixel = line;
	} else if (off_ground < off_line && on_ground > 0) {
		float share = fminf(1, on_ground);

		pixel->red = drawn->ground.red +
			     share * (line.red - drawn->ground.red);
		pixel->green = drawn->ground.green +
			       share * (line.green - drawn->ground.green);
		pixel->blue = drawn->ground.blue +
			      share * (line.blue - drawn->ground.blue);
	}
}

bool solved_lift_begun(struct sheet *sheet, struct begun *begun)
{
	struct drawn drawn;

	memset(begun, 0, sizeof *begun);
	if (find_drawn(sheet, &drawn) < 1 || !find_begun(&drawn, begun))
		return false;
	begun->colour = drawn.colour;
	begun->reach = drawn.reach;
	for (int j = 0; j < sheet->height; j++)
		for (int i = 0; i < sheet->width; i++) {
			double x = (i + 0.5) / SHEET_CELL - SHEET_MARGIN;
			double y = (j + 0.5) / SHEET_CELL - SHEET_MARGIN;

			if (is_near_begun(begun, sheet, (int)lround(2 * x),
					  (int)lround(2 * y)))
				lift_pixel(
					&drawn, x, y,
					&sheet->pixels[j * sheet->width + i]);
		}
	return true;
}
