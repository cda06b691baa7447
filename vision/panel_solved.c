#include "panel_solved.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "panel_plane.h"
#include "panel_rays.h"
#include "panel_rectify.h"

/* What lies over an edge differs from the panel's line by this share of what
 * the ground does, and from all mixtures of the two by this one: a fainter line
 * is brighter than both. Grain may hide a part of that in single places. */
#define FOREIGN 0.35
#define FOREIGN_MIXED 0.2
#define FOREIGN_GRAINY 0.15
/* Cells' grounds are this near, as a share of the contrast, to a plane: others
 * are hidden by what lies over them. */
#define GROUND_NEAR 0.4
/* Pixels that are less of what lies over the panel, the rest ground, are left
 * alone: their own differences are as great. */
#define FLANK_LEAST 0.2
/* Its flanks are so many pixels of the picture wide, or so many standard
 * deviations of its blur: that much lies between a third of the way to another
 * colour, up to where it is told by its own, and the end of it; where a pixel
 * does not tell what it is made of, what lies beyond them tells, in one of so
 * many directions. */
#define FLANK_PIXELS 2.0
#define FLANK_BLURS 2.5
enum { FLANK_WAYS = 16 };
/* Where the three colours lie no more on one line than by this sine of an
 * angle, squared, a pixel tells how much of each it is. */
#define APART_LEAST 0.1
/* Light on a panel's parts differs by no more than this factor. */
#define LIGHT_MOST 3.0
/* at so many of so many places along it. */
enum { PLACES = 5, FOREIGN_PLACES = 4 };
/* The line drawn has one colour, within this share of what it differs by from
 * the panel's line and from the ground. */
#define ONE_COLOUR 0.35
/* It is no wider than this, half, in cells. */
#define HALF_MOST 0.4
/* It lies on the panel's lines, within so much, cells; */
#define HALF_OFF 0.05
/* and no disc is larger (FACTS has .5). */
#define DISC_MOST 0.55
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
	struct colour ground[3]; /* of most cells, a plane */
	struct colour colour;    /* in the light of the panel's middle */
	double reach;            /* how far from it its pixels may be */
	double half;             /* half the line's width, cells */
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

/* What the line lies over may be none of its own cell's ground: a plane through
 * most cells' is taken. */
static void fit_ground(const struct sheet *sheet, struct colour plane[3])
{
	enum { CELLS_MAX = PANEL_SIDE_MAX * PANEL_SIDE_MAX };
	struct point at[CELLS_MAX];
	struct colour grounds[CELLS_MAX];
	bool kept[CELLS_MAX];
	struct plane_samples samples = { at, grounds, kept, 0 };

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct point p = { x + 0.5, y + 0.5 };

			at[samples.count] = p;
			grounds[samples.count++] =
				sheet_ground(sheet, p.x, p.y);
		}
	plane[0] = middle_colour(grounds, samples.count);
	plane[1] = plane[2] = (struct colour){ 0, 0, 0 };
	for (int round = 0; round < 3; round++)
		plane_refit(&samples, GROUND_NEAR * sheet->clear, plane);
}

static struct colour ground_at(const struct drawn *drawn, double x, double y)
{
	return colour_on_plane(drawn->ground, x, y);
}

static float levels_of(struct colour c)
{
	return c.red + c.green + c.blue;
}

/* How much light falls onto a place, as a share of that in the middle: what
 * lies over the panel is lit as it is. */
static float light_at(const struct drawn *drawn, double x, double y)
{
	const struct sheet *sheet = drawn->sheet;
	double middle_x = sheet->columns / 2.0, middle_y = sheet->rows / 2.0;
	float here = levels_of(ground_at(drawn, x, y)) +
		     levels_of(sheet_line(sheet, x, y));
	float middle = levels_of(ground_at(drawn, middle_x, middle_y)) +
		       levels_of(sheet_line(sheet, middle_x, middle_y));

	return (float)fmin(LIGHT_MOST,
			   fmax(1 / LIGHT_MOST, here / fmax(1, middle)));
}

static struct colour lit(struct colour c, float light)
{
	return (struct colour){ light * c.red, light * c.green,
				light * c.blue };
}

static struct colour towards(struct colour from, struct colour to, float share)
{
	return (struct colour){ from.red + share * (to.red - from.red),
				from.green + share * (to.green - from.green),
				from.blue + share * (to.blue - from.blue) };
}

/* Is a colour neither the line's nor the ground's? `mixed`: how far it is from
 * all their mixtures, as a share of the contrast. */
static bool is_foreign(const struct drawn *drawn, struct point at,
		       struct colour c, double mixed)
{
	double clear = drawn->sheet->clear;
	struct colour line = sheet_line(drawn->sheet, at.x, at.y);

	return colour_distance(c, line) > FOREIGN * clear &&
	       colour_off_mixtures(c, line, ground_at(drawn, at.x, at.y)) >
		       mixed * clear;
}

/* Does something lie over the edge at x, y of the doubled lattice? Its colour
 * in the middle. */
static bool is_covered(const struct drawn *drawn, int x, int y,
		       struct colour *colour)
{
	bool upright = y % 2;
	struct point middle = lines_edge_point(x / 2, y / 2, upright, 0.5, 0);
	struct colour mean = { 0, 0, 0 };
	int foreign = 0;

	for (int i = 0; i < PLACES; i++) {
		double t = 0.3 + 0.4 * i / (PLACES - 1);
		struct point at = lines_edge_point(x / 2, y / 2, upright, t, 0);
		struct colour c = sheet_colour(drawn->sheet, at.x, at.y);

		if (is_foreign(drawn, at, c, FOREIGN_GRAINY))
			mean = towards(mean, c, 1.0F / (float)++foreign);
		if (i == PLACES / 2)
			*colour = lit(c, 1 / light_at(drawn, at.x, at.y));
	}
	return foreign >= FOREIGN_PLACES &&
	       is_foreign(drawn, middle, mean, FOREIGN_MIXED);
}

static bool is_drawn(const struct drawn *drawn, double x, double y)
{
	struct colour c = sheet_colour(drawn->sheet, x, y);

	return colour_distance(lit(c, 1 / light_at(drawn, x, y)),
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
	fit_ground(sheet, drawn->ground);
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
		     colour_distance(drawn->colour,
				     ground_at(drawn, sheet->columns / 2.0,
					       sheet->rows / 2.0)));
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

/* The ground of the cell there, where nothing hides it. */
static struct colour own_ground(const struct drawn *drawn, double x, double y)
{
	struct colour even = ground_at(drawn, x, y);
	struct colour own = sheet_ground(drawn->sheet, x, y);

	return colour_distance(even, own) < GROUND_NEAR * drawn->reach ? own
								       : even;
}

static struct colour less(struct colour a, struct colour b)
{
	return (struct colour){ a.red - b.red, a.green - b.green,
				a.blue - b.blue };
}

static float product(struct colour a, struct colour b)
{
	return a.red * b.red + a.green * b.green + a.blue * b.blue;
}

/* How much of a pixel is ground and how much lies over it, the rest line: by
 * least squares. False where the colours lie on one line. */
static bool unmix(struct colour line, struct colour ground, struct colour over,
		  struct colour pixel, float shares[2])
{
	struct colour a = less(ground, line), b = less(over, line);
	struct colour c = less(pixel, line);
	float aa = product(a, a), ab = product(a, b), bb = product(b, b);
	float ac = product(a, c), bc = product(b, c);
	float apart = aa * bb - ab * ab;

	if (apart <= (float)APART_LEAST * aa * bb)
		return false;
	shares[0] = (bb * ac - ab * bc) / apart;
	shares[1] = (aa * bc - ab * ac) / apart;
	return true;
}

/* Where what is drawn lies, a byte for each pixel of the sheet near it. */
struct cover {
	const struct drawn *drawn;
	int flank; /* how wide its flanks are, sheet pixels */
	uint8_t *over;
	bool disc[PANEL_SIDE_MAX + 1][PANEL_SIDE_MAX + 1];
};

static bool is_over(const struct cover *cover, int i, int j)
{
	const struct sheet *sheet = cover->drawn->sheet;

	return i >= 0 && j >= 0 && i < sheet->width && j < sheet->height &&
	       cover->over[j * sheet->width + i];
}

/* On it or on its flanks? */
static bool is_near_over(const struct cover *cover, int i, int j)
{
	for (int off = 0; off <= cover->flank; off++)
		if (is_over(cover, i - off, j) || is_over(cover, i + off, j) ||
		    is_over(cover, i, j - off) || is_over(cover, i, j + off))
			return true;
	return false;
}

/* Does an edge under what is drawn lead there? It is whole, or nothing would
 * have been drawn along it. */
static bool is_on_edge(const struct cover *cover, const struct begun *begun,
		       double x, double y)
{
	const struct sheet *sheet = cover->drawn->sheet;
	double half = sheet->line_width / 2;
	int u = 2 * (int)floor(x) + 1, v = 2 * (int)floor(y) + 1;
	int near_x = 2 * (int)lround(x), near_y = 2 * (int)lround(y);

	if (near_x < 0 || near_y < 0 || near_x > 2 * sheet->columns ||
	    near_y > 2 * sheet->rows)
		return false;
	return (fabs(y - near_y / 2) < half && x > 0 && x < sheet->columns &&
		begun->on[near_y][u]) ||
	       (fabs(x - near_x / 2) < half && y > 0 && y < sheet->rows &&
		begun->on[v][near_x]);
}

/* What lies nearest to a flank, beyond it. */
static struct colour beyond_flank(const struct cover *cover, int i, int j)
{
	const struct sheet *sheet = cover->drawn->sheet;
	int most = 2 * cover->flank;

	for (int r = 1; r <= most; r++)
		for (int k = 0; k < FLANK_WAYS; k++) {
			double angle = 2 * PI * k / FLANK_WAYS;
			int u = i + (int)lround(r * cos(angle));
			int v = j + (int)lround(r * sin(angle));

			if (u >= 0 && v >= 0 && u < sheet->width &&
			    v < sheet->height && !is_near_over(cover, u, v))
				return sheet->pixels[v * sheet->width + u];
		}
	return sheet->pixels[j * sheet->width + i];
}

/* What is drawn, and its flanks towards the panel's line and the ground,
 * becomes line. */
static void lift_pixel(const struct cover *cover, const struct begun *begun,
		       int i, int j, struct colour *pixel)
{
	const struct drawn *drawn = cover->drawn;
	double x = sheet_to_cell(i), y = sheet_to_cell(j);
	struct colour line = sheet_line(drawn->sheet, x, y);
	struct colour ground = own_ground(drawn, x, y);
	struct colour over = lit(drawn->colour, light_at(drawn, x, y));
	double off_line, off_ground;
	float shares[2];

	way_to(line, over, *pixel, &off_line);
	way_to(ground, over, *pixel, &off_ground);
	if (fmin(off_line, off_ground) > drawn->reach ||
	    !is_near_over(cover, i, j))
		return;
	if (is_over(cover, i, j) || is_on_edge(cover, begun, x, y)) {
		*pixel = line;
	} else if (unmix(line, ground, over, *pixel, shares)) {
		if (shares[1] > FLANK_LEAST)
			*pixel = towards(line, ground,
					 fmaxf(0, fminf(shares[0], 1)));
	} else {
		*pixel = beyond_flank(cover, i, j);
	}
}

static void find_discs(struct cover *cover, const struct begun *begun)
{
	const struct sheet *sheet = cover->drawn->sheet;

	for (int y = 0; y <= sheet->rows; y++)
		for (int x = 0; x <= sheet->columns; x++)
			cover->disc[y][x] =
				begun->on[2 * y][2 * x] &&
				has_disc(cover->drawn, 2 * x, 2 * y);
}

/* Is a place on one of the panel's lines, as wide as what is drawn, or on a
 * disc? A symbol of its colour is neither. */
static bool is_drawn_there(const struct cover *cover, double x, double y)
{
	int u = (int)lround(x), v = (int)lround(y);
	double off_x = fabs(x - u), off_y = fabs(y - v);

	if (!is_drawn(cover->drawn, x, y))
		return false;
	return fmin(off_x, off_y) < cover->drawn->half + HALF_OFF ||
	       (u >= 0 && v >= 0 && u <= cover->drawn->sheet->columns &&
		v <= cover->drawn->sheet->rows && cover->disc[v][u] &&
		hypot(off_x, off_y) < DISC_MOST);
}

/* The pixels that spots under the line are about: `lift` or, before that, mark
 * those that are drawn. */
static void go_over(struct sheet *sheet, const struct begun *begun,
		    const struct cover *cover, bool lift)
{
	for (int j = 0; j < sheet->height; j++) {
		double y = sheet_to_cell(j);
		bool near = false;

		for (int u = 0; u <= 2 * sheet->columns && !near; u++)
			near = is_near_begun(begun, sheet, u,
					     (int)lround(2 * y));
		for (int i = 0; i < sheet->width && near; i++) {
			double x = sheet_to_cell(i);
			int at = j * sheet->width + i;

			if (!is_near_begun(begun, sheet, (int)lround(2 * x),
					   (int)lround(2 * y)))
				continue;
			if (lift)
				lift_pixel(cover, begun, i, j,
					   &sheet->pixels[at]);
			else
				cover->over[at] = is_drawn_there(cover, x, y);
		}
	}
}

int solved_lift_begun(struct sheet *sheet, struct begun *begun)
{
	struct drawn drawn;
	struct cover cover = { .drawn = &drawn };

	memset(begun, 0, sizeof *begun);
	if (find_drawn(sheet, &drawn) < 1 || !find_begun(&drawn, begun))
		return 0;
	begun->colour = drawn.colour;
	begun->reach = drawn.reach;
	cover.over = alloc_array(sheet_pixel_count(sheet), 1);
	if (!cover.over)
		return -1;
	cover.flank = (int)ceil(fmax(FLANK_PIXELS * SHEET_CELL / sheet->px_cell,
				     FLANK_BLURS * rays_blur(sheet)));
	find_discs(&cover, begun);
	go_over(sheet, begun, &cover, false);
	go_over(sheet, begun, &cover, true);
	free(cover.over);
	return 1;
}
