#include "drawn.h"

#include <math.h>
#include <string.h>

#include "panel_plane.h"
#include "rays.h"

/* What lies over an edge differs from the panel's line by this share of what
 * the ground does, and from all mixtures of the two by this one: a fainter line
 * is brighter than both. Grain may hide a part of that in single places. */
#define FOREIGN 0.35
#define FOREIGN_MIXED 0.2
#define FOREIGN_GRAINY 0.15
/* Cells' grounds are this near, as a share of the contrast, to a plane: others
 * are hidden by what lies over them. */
#define GROUND_NEAR 0.4
/* Light on a panel's parts differs by no more than this factor. */
#define LIGHT_MOST 3.0
/* at so many of so many places along it. */
enum { PLACES = 5, FOREIGN_PLACES = 4 };
/* over so much of it, cells. */
#define ALONG 0.2
/* Of what seems to lie over edges, what is by less than this share as far from
 * all mixtures of line and ground as the farthest is none. */
#define OFF_LEAST 0.5
/* A line that was begun may have the ground's colour, but leaves both sides of
 * the panel's own to be seen (it is .74 to .8 of it wide): these, from and to
 * so many half widths from the middle, are line by this much where the middle
 * is less by this. Of edges that are missing or broken the sides are as the
 * middle. */
#define RIM_FROM 0.6
#define RIM_TO 1.1
#define RIM_LIKE 0.6
#define RIM_UNLIKE 0.8
/* At some places a start's disc may hide them. */
enum { RIMS_LEAST = 3 };
/* The line drawn has one colour, within this share of what it differs by from
 * the panel's line and from the ground. */
#define ONE_COLOUR 0.35
/* ... and by this share of that in all channels alike. */
#define BRIGHTER 0.3
/* It is no wider than this, half, in cells. */
#define HALF_MOST 0.4

enum { EDGES_MAX = 2 * (PANEL_SIDE_MAX + 1) * PANEL_SIDE_MAX };

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

struct colour drawn_ground(const struct drawn *drawn, double x, double y)
{
	return colour_on_plane(drawn->ground, x, y);
}

static float levels_of(struct colour c)
{
	return c.red + c.green + c.blue;
}

float drawn_light(const struct drawn *drawn, double x, double y)
{
	const struct sheet *sheet = drawn->sheet;
	double middle_x = sheet->columns / 2.0, middle_y = sheet->rows / 2.0;
	float here = levels_of(drawn_ground(drawn, x, y)) +
		     levels_of(sheet_line(sheet, x, y));
	float middle = levels_of(drawn_ground(drawn, middle_x, middle_y)) +
		       levels_of(sheet_line(sheet, middle_x, middle_y));

	return (float)fmin(LIGHT_MOST,
			   fmax(1 / LIGHT_MOST, here / fmax(1, middle)));
}

/* Is a colour neither the line's nor the ground's? `mixed`: how far it is from
 * all their mixtures, as a share of the contrast. */
static bool is_foreign(const struct drawn *drawn, struct point at,
		       struct colour c, double mixed)
{
	double clear = drawn->sheet->clear;
	struct colour line = sheet_line(drawn->sheet, at.x, at.y);

	return colour_distance(c, line) > FOREIGN * clear &&
	       colour_off_mixtures(c, line, drawn_ground(drawn, at.x, at.y)) >
		       mixed * clear;
}

/* Does something lie over the edge at x, y of the doubled lattice? Its colour
 * along it, and how far that is from all mixtures of line and ground. */
static bool is_covered(const struct drawn *drawn, int x, int y,
		       struct colour *colour, double *off)
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
			mean = colour_towards(mean, c, 1.0F / (float)++foreign);
	}
	*colour = colour_lit(mean, 1 / drawn_light(drawn, middle.x, middle.y));
	*off = colour_off_mixtures(mean,
				   sheet_line(drawn->sheet, middle.x, middle.y),
				   drawn_ground(drawn, middle.x, middle.y));
	return foreign >= FOREIGN_PLACES &&
	       is_foreign(drawn, middle, mean, FOREIGN_MIXED);
}

/* Is there line beside what lies over an edge, on that side of a place? */
static bool has_rim(const struct sheet *sheet, int x, int y, double t, int side)
{
	double half = sheet->line_width / 2, least = HUGE_VAL;

	for (double a = RIM_FROM * half; a < RIM_TO * half;
	     a += 0.5 / SHEET_CELL) {
		struct point at =
			lines_edge_point(x / 2, y / 2, y % 2, t, side * a);

		least = fmin(least, sheet_unlike(sheet, at.x, at.y));
	}
	return least < RIM_LIKE;
}

/* Does something narrower than the edge lie over it, of whatever colour? */
static bool is_rimmed(const struct drawn *drawn, int x, int y,
		      struct colour *colour)
{
	const struct sheet *sheet = drawn->sheet;
	struct point middle = lines_edge_point(x / 2, y / 2, y % 2, 0.5, 0);
	struct colour mean = { 0, 0, 0 };
	int rims = 0;

	for (int i = 0; i < PLACES; i++) {
		double t = 0.3 + 0.4 * i / (PLACES - 1);
		struct point at = lines_edge_point(x / 2, y / 2, y % 2, t, 0);

		if (sheet_unlike(sheet, at.x, at.y) < RIM_UNLIKE)
			return false;
		rims += has_rim(sheet, x, y, t, -1) &&
			has_rim(sheet, x, y, t, 1);
		mean = colour_towards(mean, sheet_colour(sheet, at.x, at.y),
				      1.0F / (float)(i + 1));
	}
	*colour = colour_lit(mean, 1 / drawn_light(drawn, middle.x, middle.y));
	return rims >= RIMS_LEAST;
}

/* Is a colour there that of what is drawn? Light may fall off along it by more
 * than the panel shows: brightness may differ by a little more, where the
 * ground's does not count as its own. */
static bool is_its_colour(const struct drawn *drawn, double x, double y,
			  struct colour there)
{
	struct colour c = colour_lit(there, 1 / drawn_light(drawn, x, y));
	float more = colour_brightness(c) - colour_brightness(drawn->colour);
	float most = drawn->rimmed ? 0 : (float)(BRIGHTER * drawn->reach);

	more = fmaxf(-most, fminf(more, most));
	c.red -= more;
	c.green -= more;
	c.blue -= more;
	return colour_distance(c, drawn->colour) < drawn->reach;
}

/* The same of the mean of a few places about there, which evens grain out;
 * `upright`: along a line of that direction. */
static bool is_drawn_along(const struct drawn *drawn, double x, double y,
			   bool upright)
{
	struct colour mean = { 0, 0, 0 };

	for (int i = 0; i < PLACES; i++) {
		double off = ALONG * ((double)i / (PLACES - 1) - 0.5);
		struct colour c =
			sheet_colour(drawn->sheet, x + (upright ? 0 : off),
				     y + (upright ? off : 0));

		mean = colour_towards(mean, c, 1.0F / (float)(i + 1));
	}
	return is_its_colour(drawn, x, y, mean);
}

bool drawn_at(const struct drawn *drawn, double x, double y)
{
	struct colour c = sheet_colour(drawn->sheet, x, y);

	return is_its_colour(drawn, x, y, c);
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

			if (!is_drawn_along(drawn, at.x, at.y, y % 2))
				break;
		}
		if (a >= HALF_MOST)
			return HALF_MOST;
		sum += a / 2;
	}
	return sum;
}

/* What lies over the edges, and where. */
struct covers {
	struct cover {
		struct colour colour;
		double off; /* from all mixtures of line and ground */
		int x, y;
	} list[EDGES_MAX];
	int count;
};

/* The edges that something lies over: by its colour, or by the panel's own line
 * at both of its sides. */
static void find_covers(const struct drawn *drawn, bool rimmed,
			struct covers *covers)
{
	covers->count = 0;
	for (int y = 0; y <= drawn_rows(drawn); y++)
		for (int x = 0; x <= drawn_columns(drawn); x++) {
			struct cover *cover = &covers->list[covers->count];
			bool is =
				(x + y) % 2 &&
				(rimmed ? is_rimmed(drawn, x, y, &cover->colour)
					: is_covered(drawn, x, y,
						     &cover->colour,
						     &cover->off));

			cover->x = x;
			cover->y = y;
			covers->count += is;
		}
}

/* Their colour: light and grain make some differ a little from all mixtures of
 * line and ground, over which nothing lies. */
static struct colour middle_cover(const struct covers *covers)
{
	struct colour colours[EDGES_MAX] = { { 0, 0, 0 } };
	double most = 0;
	int count = 0;

	for (int i = 0; i < covers->count; i++)
		most = fmax(most, covers->list[i].off);
	for (int i = 0; i < covers->count; i++)
		if (covers->list[i].off >= OFF_LEAST * most)
			colours[count++] = covers->list[i].colour;
	return middle_colour(colours, count);
}

/* How far from its colour what is drawn may be: from the ground it need not
 * differ where the line lies between. */
static double reach_of(const struct drawn *drawn, bool rimmed)
{
	double x = drawn->sheet->columns / 2.0, y = drawn->sheet->rows / 2.0;
	double line =
		colour_distance(drawn->colour, sheet_line(drawn->sheet, x, y));
	double ground =
		colour_distance(drawn->colour, drawn_ground(drawn, x, y));

	return ONE_COLOUR * (rimmed ? line : fmin(line, ground));
}

/* Those of one colour, whose mean that is: light may fall off along them. */
static void set_colour(struct drawn *drawn, struct covers *covers)
{
	struct colour mean = { 0, 0, 0 };
	int kept = 0;

	drawn->colour = middle_cover(covers);
	drawn->reach = reach_of(drawn, drawn->rimmed);
	for (int i = 0; i < covers->count; i++) {
		const struct cover *cover = &covers->list[i];

		if (colour_distance(cover->colour, drawn->colour) >
		    drawn->reach)
			continue;
		covers->list[kept++] = *cover;
		mean = colour_towards(mean, cover->colour, 1.0F / (float)kept);
	}
	covers->count = kept;
	drawn->colour = mean;
	drawn->reach = reach_of(drawn, drawn->rimmed);
}

/* The edges over which something lies, by its colour or by the panel's own line
 * beside it; their number. */
static int find_by(const struct sheet *sheet, bool rimmed, struct drawn *drawn)
{
	struct covers covers = { .count = 0 };
	double sum = 0;
	int kept = 0;

	memset(drawn, 0, sizeof *drawn);
	drawn->sheet = sheet;
	drawn->rimmed = rimmed;
	fit_ground(sheet, drawn->ground);
	find_covers(drawn, rimmed, &covers);
	if (!covers.count)
		return 0;
	set_colour(drawn, &covers);
	for (int i = 0; i < covers.count; i++) {
		const struct cover *cover = &covers.list[i];
		double half = half_width(drawn, cover->x, cover->y);

		if (half >= HALF_MOST)
			continue;
		drawn->on[cover->y][cover->x] = true;
		sum += half;
		kept++;
	}
	drawn->half = kept ? sum / kept : 0;
	return kept;
}

int drawn_find(const struct sheet *sheet, struct drawn *drawn)
{
	struct drawn beside;
	int kept = find_by(sheet, false, drawn);
	int rimmed = find_by(sheet, true, &beside);

	/* a part of what is nearly of the ground's colour may seem to differ */
	if (rimmed <= kept)
		return kept;
	*drawn = beside;
	return rimmed;
}

bool drawn_take_disc(struct drawn *drawn, int x, int y)
{
	struct point at = { x / 2.0, y / 2.0 };
	struct colour c = sheet_colour(drawn->sheet, at.x, at.y);

	if (!is_foreign(drawn, at, c, FOREIGN_MIXED))
		return false;
	drawn->rimmed = false;
	drawn->colour = colour_lit(c, 1 / drawn_light(drawn, at.x, at.y));
	drawn->reach = reach_of(drawn, false);
	drawn->half = drawn->sheet->line_width / 2;
	return true;
}
