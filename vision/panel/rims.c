#include "rims.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"
#include "rays.h"
#include "rectify.h"

/* A line leads to the next vertex where it is seen up to here: a dot may lie on
 * that, and no stub is as long. */
#define REACH_WHOLE 0.8
/* Line beyond the rim is searched at so many places a side; it is this like,
 * and where it shows at so many of all, the panel reaches farther. */
enum { OUTSIDE_SAMPLES = 40 };
#define OUTSIDE_ALIKE 0.12
/* On a cylinder's left side, where lines fade, it is line where at least the
 * rest of this is left of it. */
#define FADED_ALIKE 0.7
/* A line one cell away begins no nearer than its own edge, but for so much of
 * a cell by which the lattice may be off out there. */
#define OUTSIDE_EDGE 0.09
#define OUTSIDE_SHARE 0.06
/* It is looked at so far within its own edge, in its half width. */
#define OUTSIDE_FIRST 0.6
#define OUTSIDE_LAST 0.25
/* It goes on to the other side of its middle, and ends so far beyond its other
 * edge: frames are narrower, walls go on. */
#define OUTSIDE_BEYOND 0.15
/* ... and is no wider than by so much. */
#define OUTSIDE_WIDTH 1.3
/* A line differs from both its sides by more than this share of the contrast
 * (seen: .7 and more, in grain; of frames and walls .2 and less) at most of so
 * many places along it. */
#define ALONG_MORE 0.3
enum { ALONG_PLACES = 4, ALONG_SEEN = 2 };
/* A rim's edge is there where the line is seen so far from a vertex, cells: up
 * to a dot in its middle. */
#define RIM_REACH 0.33

/* Beside a line lies what differs from it by this share of the contrast, even
 * where it fades. */
#define FADED_SHARE 0.07
/* Colours along upright lines are evened over so many places so far apart,
 * cells. */
enum { EVENED = 5 };
#define EVENED_STEP 0.04
/* Lying lines run on by at least so much beyond the last upright one's edge,
 * cells, */
#define RUNS_ON 0.06
/* or, where they do so beyond both sides, this far beyond (at an upright line's
 * own edge few seem to: a fifth and less) at three places so far apart; */
#define RUNS_ON_NEAR 0.02
#define RUNS_ON_STEP 0.005
/* and so many of them, */
#define RUNNING_SHARE 0.6
/* of both sides together; on each at least RUNNING_LEAST, or, as on most
 * cylinders, nearly all. */
#define RUNNING_LEAST 0.45
#define RUNNING_ALL 0.9
/* Inside the last column breaks and discs may hide more. */
#define RUNNING_INSIDE 0.5
/* An upright line is there where it shows beside more of the cells. */
#define UPRIGHT_SHARE 0.2
/* At the rim the lattice may be so far off, cells. */
#define RIM_OFF 0.1
/* Lines that fade lose so much of how they stand out in half a cell. */
#define FADING 0.6

/* Around a cylinder laid flat the page is looked at so many cells away. */
#define PAGE_BEYOND 0.6
/* What has faded is put back where at least so much of it is left; from here
 * on nothing has faded. */
#define FADE_MOST 0.7 /* cells */
#define UNFADE_LEAST 0.25
/* How much is left is told by lines: they differ from the page by so much of
 * what they do from cells. */
#define UNFADE_APART 0.3
#define UNFADE_MOST 0.96

static bool has_item(const struct spot_look *look)
{
	return look->start || look->end || look->dot;
}

/* A rim: from x, y right along a row or down a column; the rest of the panel
 * lies on the side `in` (1 or -1) of it. */
struct rim {
	int x, y;
	bool down;
	int in;
};

/* Is the line along the rim joined to nothing else, and nothing on it? */
static bool is_idle(const struct panel_lines *lines, const struct rim *rim)
{
	int x = rim->x, y = rim->y;

	for (; x < lines->width && y < lines->height;
	     x += !rim->down, y += rim->down) {
		const struct spot_look *lead =
			rim->down ? &lines->spots[y][x + rim->in]
				  : &lines->spots[y + rim->in][x];

		if (has_item(&lines->spots[y][x]))
			return false;
		if (panel_is_vertex(x, y) &&
		    (lead->edge != PANEL_EDGE_MISSING || has_item(lead)))
			return false;
	}
	return true;
}

struct extent_change rims_find_frame(const struct panel_lines *lines)
{
	int right = lines->width - 1, low = lines->height - 1;
	struct extent_change change = { 0, 0, 0, 0 };
	const struct rim rims[] = { { 0, 0, true, 1 },
				    { right, 0, true, -1 },
				    { 0, 0, false, 1 },
				    { 0, low, false, -1 } };

	if (right > 2) {
		change.left = -is_idle(lines, &rims[0]);
		change.right = -is_idle(lines, &rims[1]);
	}
	if (low > 2) {
		change.top = -is_idle(lines, &rims[2]);
		change.bottom = -is_idle(lines, &rims[3]);
	}
	return change;
}

bool rims_may_be_cylinder(const struct panel_lines *lines)
{
	for (int side = 0; side < 2; side++) {
		int rim = side ? lines->width - 1 : 0;
		int next = side ? rim - 1 : 1;
		int rims = 0, leads = 0;

		for (int y = 0; y < lines->height; y++) {
			bool drawn = lines->spots[y][y % 2 ? rim : next].edge !=
				     PANEL_EDGE_MISSING;

			rims += y % 2 && drawn;
			leads += y % 2 == 0 && drawn;
		}
		if (!rims && leads > lines->height / 4)
			return true;
	}
	return false;
}

/* Does what a ray runs along differ from what lies to its sides, all the way? A
 * frame or a wall that is as far from the line's colour as from the ground's is
 * the same in all three places. */
static bool stands_out_along(const struct sheet *sheet, struct point at, int dx,
			     int dy)
{
	double aside = sheet->line_width / 2 + SIDE_INSIDE;
	int seen = 0;

	for (int i = 0; i < ALONG_PLACES; i++) {
		double s = aside + (1 - 2 * aside) * (i + 0.5) / ALONG_PLACES;
		double x = at.x + s * dx, y = at.y + s * dy;
		double on = sheet_unlike(sheet, x, y);
		double beside = fmin(
			sheet_unlike(sheet, x - aside * dy, y + aside * dx),
			sheet_unlike(sheet, x + aside * dy, y - aside * dx));

		seen += beside > on + ALONG_MORE;
	}
	return seen >= ALONG_SEEN;
}

/* Does a line go on from the rim vertex outward up to the next? */
static bool goes_on(const struct sheet *sheet, int x, int y, int dx, int dy)
{
	struct point at = { x, y };
	double angle = atan2(dy, dx);
	double half = sheet->line_width / 2;

	return ray_reach(sheet, at, angle, half, 0.97) >= REACH_WHOLE &&
	       ray_has_sides(sheet, at, angle, half + SIDE_INSIDE,
			     1 - half - SIDE_INSIDE) &&
	       stands_out_along(sheet, at, dx, dy);
}

/* Of a rim's edges and those that lead to it, is any there? */
static bool rim_is_empty(const struct sheet *sheet, int at, bool upright,
			 int inward)
{
	int length = upright ? sheet->rows : sheet->columns;
	struct profile profile;

	for (int i = 0; i <= length; i++) {
		int lead = inward < 0 ? at - 1 : at;

		profile_take(sheet, upright ? lead : i, upright ? i : lead,
			     !upright, &profile);
		if (profile_reach(sheet, &profile, inward < 0, 0) > RIM_REACH)
			return false;
		if (i == length)
			break;
		profile_take(sheet, upright ? at : i, upright ? i : at, upright,
			     &profile);
		if (profile_reach(sheet, &profile, false, 0) > RIM_REACH ||
		    profile_reach(sheet, &profile, true, 0) > RIM_REACH)
			return false;
	}
	return true;
}

struct extent_change rims_find_extent(const struct sheet *sheet)
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

static struct point beyond_rim(const struct sheet *sheet, int side,
			       double along, double out)
{
	return (struct point){ side == 0   ? -out
			       : side == 1 ? sheet->columns + out
					   : along * sheet->columns,
			       side == 2   ? -out
			       : side == 3 ? sheet->rows + out
					   : along * sheet->rows };
}

/* Is a place beyond the rim, `out` cells from it, of the line's colour? */
static bool line_at(const struct sheet *sheet, int side, double along,
		    double out, double alike)
{
	struct point at = beyond_rim(sheet, side, along, out);

	return sheet_unlike(sheet, at.x, at.y) < alike;
}

/* The same beyond the sheet; `unseen` where the picture ends before. */
static bool far_line_at(const struct sheet *sheet, int side, double along,
			double out, bool unseen)
{
	struct point at = beyond_rim(sheet, side, along, out);
	struct point px = homography_apply(&sheet->cell_to_px, at);
	int x = (int)lround(px.x), y = (int)lround(px.y);
	struct colour seen;

	if (!(x >= 0 && y >= 0 && x < sheet->image->width &&
	      y < sheet->image->height))
		return unseen;
	seen = colour_of_pixel(image_row(sheet->image, y)[x]);
	return colour_distance(seen, sheet_line(sheet, at.x, at.y)) <
	       OUTSIDE_ALIKE * sheet_contrast(sheet, at.x, at.y);
}

/* What begins as a line one cell away may be a frame or a wall, or a strip
 * between two panels: a line is as wide as the others. */
static bool ends_as_line(const struct sheet *sheet, int side, double along)
{
	double half = sheet->line_width / 2;
	double near = 1, far = 1 + half / 2, step = 1.0 / SHEET_CELL;

	if (!far_line_at(sheet, side, along, far, true) ||
	    far_line_at(sheet, side, along, 1 + half + OUTSIDE_BEYOND, false))
		return false;
	while (far < 1 + half + OUTSIDE_BEYOND &&
	       far_line_at(sheet, side, along, far, false))
		far += step;
	while (near > 1 - half - OUTSIDE_BEYOND &&
	       far_line_at(sheet, side, along, near, false))
		near -= step;
	return far - near < OUTSIDE_WIDTH * sheet->line_width + 2 * step;
}

/* At how many places of a side, of OUTSIDE_SAMPLES, a line lies one cell away.
 * Where it `fades` nothing tells where it ends. */
static int count_outside(const struct sheet *sheet, int side, bool fades)
{
	double alike = fades ? FADED_ALIKE : OUTSIDE_ALIKE;
	double half = sheet->line_width / 2;
	double edge = 1 - half - OUTSIDE_EDGE;
	double first = fmax(0.9, 1 - OUTSIDE_FIRST * half);
	double last = fmax(0.96, 1 - OUTSIDE_LAST * half);
	int lines = 0;

	for (int i = 0; i < OUTSIDE_SAMPLES; i++) {
		double along = (i + 0.5) / OUTSIDE_SAMPLES;

		/* the ground up to its edge tells it from a frame that begins
		 * nearer */
		lines += line_at(sheet, side, along, first, alike) &&
			 line_at(sheet, side, along, last, alike) &&
			 !line_at(sheet, side, along, 0.65, alike) &&
			 !line_at(sheet, side, along, edge, alike) &&
			 (fades || ends_as_line(sheet, side, along));
	}
	return lines;
}

bool rims_go_on_outside(const struct sheet *sheet, bool wraps)
{
	const int sides = wraps ? 1 : 4;
	int lines = 0;

	for (int side = 0; side < sides; side++)
		lines += count_outside(sheet, side, wraps);
	return lines > OUTSIDE_SHARE * sides * OUTSIDE_SAMPLES;
}

struct extent_change rims_find_apart(const struct sheet *sheet)
{
	const struct extent_change none = { 0, 0, 0, 0 };
	int more[4], sides = 0;

	for (int side = 0; side < 4; side++) {
		more[side] = count_outside(sheet, side, false) >
			     4 * OUTSIDE_SHARE * OUTSIDE_SAMPLES;
		sides += more[side];
	}
	/* what lies all around is a frame */
	return sides > 2 ? none
			 : (struct extent_change){ more[0], more[2], more[1],
						   more[3] };
}

/* The colour there; along an upright line the mean of a few places, which evens
 * grain out. */
static struct colour colour_there(const struct sheet *sheet, double x, double y,
				  bool upright)
{
	struct colour mean = sheet_colour(sheet, x, y);

	for (int i = 1; upright && i < EVENED; i++) {
		double off = (i % 2 ? i + 1 : -i) / 2 * EVENED_STEP;

		mean = colour_towards(mean, sheet_colour(sheet, x, y + off),
				      1.0F / (float)(i + 1));
	}
	return mean;
}

/* Is a place more like line than what lies to both sides of it? `upright` as
 * the line is. */
static bool stands_out(const struct sheet *sheet, double x, double y,
		       bool upright)
{
	double aside = sheet->line_width / 2 + SIDE_INSIDE;
	struct colour line = sheet_line(sheet, x, y);
	struct colour here = colour_there(sheet, x, y, upright);
	double bound = FADED_SHARE * sheet->clear;

	for (int side = -1; side <= 1; side += 2) {
		struct colour beside =
			colour_there(sheet, upright ? x + side * aside : x,
				     upright ? y : y + side * aside, upright);

		if (colour_distance(here, line) + bound >
		    colour_distance(beside, line))
			return false;
	}
	return true;
}

enum run { RUNS_NOT, RUNS, RUN_HIDDEN };

/* Does a lying line run on there? A start's disc may hide one of its sides, or
 * both, which tells nothing. */
static enum run run_at(const struct sheet *sheet, double x, double y)
{
	double aside = sheet->line_width / 2 + SIDE_INSIDE;
	bool above = sheet_unlike(sheet, x, y - aside) < LINE_BOUND;
	bool below = sheet_unlike(sheet, x, y + aside) < LINE_BOUND;

	if (stands_out(sheet, x, y, false))
		return RUNS;
	if (sheet_unlike(sheet, x, y) > LINE_BOUND || (!above && !below))
		return RUNS_NOT;
	return above && below ? RUN_HIDDEN : RUNS;
}

/* How many of the lying lines show at each of these places, of those that no
 * disc hides. */
static double running_share(const struct sheet *sheet, double from, double step)
{
	int count = 0, told = 0;

	for (int y = 0; y <= sheet->rows; y++) {
		enum run run = run_at(sheet, from, y);

		told += run != RUN_HIDDEN;
		count += run == RUNS && run_at(sheet, from + step, y) == RUNS &&
			 run_at(sheet, from + 2 * step, y) == RUNS;
	}
	return told ? (double)count / told : 0;
}

static bool runs_on_left(const struct sheet *sheet)
{
	return running_share(sheet, -sheet->line_width / 2 - RUNS_ON, -0.02) >=
	       RUNNING_SHARE;
}

/* Is there an upright line, for a part of the height at least? */
static bool has_upright(const struct sheet *sheet, double x)
{
	int count = 0;

	for (int y = 0; y < sheet->rows; y++)
		count += stands_out(sheet, x, y + 0.3, true) +
				 stands_out(sheet, x, y + 0.5, true) +
				 stands_out(sheet, x, y + 0.7, true) >=
			 2;
	return count > UPRIGHT_SHARE * sheet->rows;
}

/* Is most of what lies upright there of the line's colour? A frame need not be.
 */
static bool is_line(const struct sheet *sheet, double x)
{
	int count = 0;

	for (int y = 0; y < sheet->rows; y++)
		count += sheet_unlike(sheet, x, y + 0.5) < LINE_BOUND;
	return 2 * count > sheet->rows;
}

/* How far lying lines stand out at a place, of all together. */
static double standing_out(const struct sheet *sheet, double x)
{
	double aside = sheet->line_width / 2 + SIDE_INSIDE;
	double sum = 0;

	for (int y = 0; y < sheet->rows; y++)
		sum += colour_distance(sheet_colour(sheet, x, y),
				       sheet_colour(sheet, x, y + aside));
	return sum;
}

/* Does something upright lie on a place, such as a line that was begun? It
 * differs from what is on both its sides by more than these do from each other,
 * at most heights. */
static bool is_covered(const struct sheet *sheet, double x)
{
	double aside = sheet->line_width / 2 + SIDE_INSIDE;
	int count = 0;

	for (int y = 0; y < sheet->rows; y++) {
		struct colour here = colour_there(sheet, x, y + 0.5, true);
		struct colour left =
			colour_there(sheet, x - aside, y + 0.5, true);
		struct colour right =
			colour_there(sheet, x + aside, y + 0.5, true);

		count += fmin(colour_distance(here, left),
			      colour_distance(here, right)) >
			 colour_distance(left, right) +
				 ALONG_MORE * sheet->clear;
	}
	return 2 * count > sheet->rows;
}

static bool fades_right(const struct sheet *sheet)
{
	double x = sheet->columns;

	return !is_covered(sheet, x) &&
	       standing_out(sheet, x - 0.1) <
		       FADING * standing_out(sheet, x - 0.6);
}

/* The share of those that run on beyond each side, be it hardly past where an
 * upright line's edge is, or would be. */
static void running_near(const struct sheet *sheet, double sides[2])
{
	double rim = sheet->line_width / 2 + RUNS_ON_NEAR;

	sides[0] = running_share(sheet, -rim, -RUNS_ON_STEP);
	sides[1] = running_share(sheet, sheet->columns + rim, RUNS_ON_STEP);
}

/* Where there is one at the right rim, or hardly beyond, as the lattice may be
 * off there; NAN: nowhere. */
static double upright_rim(const struct sheet *sheet)
{
	double x = sheet->columns;

	if (has_upright(sheet, x))
		return x;
	x += RIM_OFF;
	return has_upright(sheet, x) && is_line(sheet, x) ? x : NAN;
}

bool rims_show_cylinder(const struct sheet *sheet)
{
	double inside, sides[2], least, mean;

	if (sheet->columns < 2)
		return false;
	running_near(sheet, sides);
	least = fmin(sides[0], sides[1]);
	mean = (sides[0] + sides[1]) / 2;
	/* where all do what looks like a line at the rim may be a frame */
	if (has_upright(sheet, sheet->columns) &&
	    (least < RUNNING_ALL || is_line(sheet, sheet->columns)))
		return false;
	inside = running_share(sheet, sheet->columns - 0.6, 0.05);
	/* beside an upright line that is hardly beyond they would not */
	if (least >= RUNNING_LEAST && mean >= RUNNING_SHARE)
		return inside >= RUNNING_INSIDE;
	return isnan(upright_rim(sheet)) && inside >= RUNNING_SHARE &&
	       (runs_on_left(sheet) || fades_right(sheet));
}

bool rims_lack_column(const struct sheet *sheet)
{
	double rim = upright_rim(sheet) + sheet->line_width / 2 + RUNS_ON;

	if (isnan(rim) || running_share(sheet, rim, 0.08) < RUNNING_SHARE)
		return false;
	/* farther than stubs reach, or on both sides */
	return runs_on_left(sheet) ||
	       running_share(sheet, rim, 0.14) >= RUNNING_SHARE;
}

/* How much of the lying lines is left in a column of the sheet's pixels, the
 * middle of all; the rest is the page. */
static double left_of_lines(const struct sheet *sheet, double x,
			    struct colour page)
{
	double left[PANEL_SIDE_MAX + 1];

	for (int y = 0; y <= sheet->rows; y++) {
		struct colour line = sheet_line(sheet, x, y);
		double all = colour_distance(line, page);

		left[y] = 1 - colour_distance(sheet_colour(sheet, x, y), line) /
				      fmax(1, all);
	}
	return order_pick_double(left, sheet->rows + 1, sheet->rows / 2);
}

static float unfade(float value, float page, double left)
{
	return (float)fmin(255, fmax(0, page + (value - page) / left));
}

void rims_unfade(struct sheet *sheet)
{
	struct colour page = sheet_colour(sheet, sheet->columns + PAGE_BEYOND,
					  sheet->rows / 2 + 0.5);

	/* farther left edges may be missing; the left column has its own lines
	 */
	int first =
		(int)((SHEET_MARGIN + sheet->columns - FADE_MOST) * SHEET_CELL);

	if (colour_distance(page, sheet_line(sheet, sheet->columns,
					     sheet->rows / 2 + 0.5)) <
	    UNFADE_APART * sheet->clear)
		return;
	for (int x = first; x < sheet->width; x++) {
		double left = left_of_lines(sheet, sheet_to_cell(x), page);

		if (left < UNFADE_LEAST || left > UNFADE_MOST)
			continue;
		for (int y = 0; y < sheet->height; y++) {
			struct colour *pixel =
				&sheet->pixels[y * sheet->width + x];

			pixel->red = unfade(pixel->red, page.red, left);
			pixel->green = unfade(pixel->green, page.green, left);
			pixel->blue = unfade(pixel->blue, page.blue, left);
		}
	}
	sheet_judge(sheet);
}
