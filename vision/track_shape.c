#include "track_shape.h"

#include <math.h>

#include "tracks.h"

/* Samples so near to the rim may be remains of the grid's lines. */
enum { BORDER = 2 };
/* Fewer samples are a speck. */
enum { INK_FEWEST = 12 };
/* A straight is at least so long (in cells), reaches so far to both sides of
 * the middle, is so many times longer than wide, and has no gap of such a
 * share of its length: a track with sleepers half as wide as it is long, and
 * dashes no farther apart than they are long. */
#define STRAIGHT_LONG 0.45
#define STRAIGHT_BESIDE 0.15
#define STRAIGHT_SLIM 1.55
#define STRAIGHT_GAP 0.3
/* Its width is the same all along: halves differ in their place across by no
 * more than this share of its length. */
#define STRAIGHT_LEAN 0.12
/* A bend spans at least this much both ways, in cells, leans so much along its
 * diagonal, and its ends lie so much to one side, which tells which way it
 * turns: plain arcs have 0.7 to 0.9. What sleepers half as wide as the piece
 * leave is a lens, whose ends lie 0.1 to 0.2 to the wrong side: that is told
 * otherwise. */
#define BEND_SPAN 0.25
#define BEND_LEANS 0.22
#define BEND_ENDS 0.14
/* A lens is a bend where, in so many directions from a corner of its box, its
 * ink begins and ends as far away but for this share of the box (.05 to .065
 * seen) and not sooner than this, and from the opposite corner this many times
 * less evenly so (2 to 3 seen). */
enum { DIRECTIONS = 8 };
#define EVEN_INSIDE 0.2
#define EVEN_MOST 0.1
#define EVEN_OTHER 1.5
/* A mark's second moments differ by less than this factor, it leans by less
 * than so much, and its middle is so near the cell's, in cells: far from
 * straights (STRAIGHT_SLIM squared is 2.4) and bends. Marks of one board have
 * counts and moments within this share of each other. */
#define MARK_SLIM 1.5
#define MARK_LEANS 0.2
#define MARK_ASIDE 0.12
#define MARKS_ALIKE 0.7
/* How far beyond its bound a measure must be to be sure, as a share of it. An
 * 0 in a narrow typeface is 1.75 times as high as wide. */
#define SLIM_SPREAD 0.12
#define BEND_SPREAD 0.35
#define LENS_SPREAD 0.1

static bool is_inked(const struct track_mask *mask, int x, int y)
{
	return x >= BORDER && y >= BORDER && x < TRACK_GRID - BORDER &&
	       y < TRACK_GRID - BORDER && mask->inked[y][x];
}

void track_spread_measure(const struct track_mask *mask,
			  struct track_spread *spread)
{
	*spread =
		(struct track_spread){ .left = TRACK_GRID, .top = TRACK_GRID };
	for (int y = 0; y < TRACK_GRID; y++)
		for (int x = 0; x < TRACK_GRID; x++) {
			if (!is_inked(mask, x, y))
				continue;
			spread->count++;
			spread->x += x;
			spread->y += y;
			spread->xx += x * x;
			spread->yy += y * y;
			spread->xy += x * y;
			spread->left = x < spread->left ? x : spread->left;
			spread->right = x > spread->right ? x : spread->right;
			spread->top = y < spread->top ? y : spread->top;
			spread->bottom =
				y > spread->bottom ? y : spread->bottom;
		}
	if (!spread->count)
		return;
	spread->x /= spread->count;
	spread->y /= spread->count;
	/* a sample is a square of side 1, whose own moment is 1/12 */
	spread->xx =
		spread->xx / spread->count - spread->x * spread->x + 1 / 12.0;
	spread->yy =
		spread->yy / spread->count - spread->y * spread->y + 1 / 12.0;
	spread->xy = spread->xy / spread->count - spread->x * spread->y;
}

static double sureness(double ratio, double spread)
{
	return 1 - 0.5 * exp(-fabs(ratio - 1) / spread);
}

/* The longest run without ink along a straight's axis, in samples. */
static int longest_gap(const struct track_mask *mask, bool upright, int from,
		       int to)
{
	int longest = 0, run = 0;

	for (int along = from; along <= to; along++) {
		bool any = false;

		for (int across = 0; across < TRACK_GRID && !any; across++)
			any = is_inked(mask, upright ? across : along,
				       upright ? along : across);
		run = any ? 0 : run + 1;
		longest = run > longest ? run : longest;
	}
	return longest;
}

static int straight_of(const struct track_mask *mask,
		       const struct track_spread *spread, double *certainty)
{
	bool upright = spread->yy > spread->xx;
	int from = upright ? spread->top : spread->left;
	int to = upright ? spread->bottom : spread->right;
	double length = to + 1 - from, middle = TRACK_GRID / 2.0;
	double slim = upright ? sqrt(spread->yy / spread->xx)
			      : sqrt(spread->xx / spread->yy);
	double along = upright ? spread->yy : spread->xx;
	/* how far it leans: across, from its one end to the other */
	double lean = spread->xy / along;

	if (length < STRAIGHT_LONG * TRACK_GRID ||
	    middle - from < STRAIGHT_BESIDE * TRACK_GRID ||
	    to + 1 - middle < STRAIGHT_BESIDE * TRACK_GRID ||
	    slim < STRAIGHT_SLIM || fabs(lean) > STRAIGHT_LEAN ||
	    longest_gap(mask, upright, from, to) > STRAIGHT_GAP * length)
		return 0;
	*certainty = sureness(slim / STRAIGHT_SLIM, SLIM_SPREAD);
	return upright ? TRACKS_TOP + TRACKS_BOTTOM
		       : TRACKS_LEFT + TRACKS_RIGHT;
}

/* How far the ink's ends along a diagonal lie to one side of it: the
 * correlation-like measure E[u v v] of coordinates u across and v along, each
 * of unit spread. `rising`: along the diagonal from bottom left to top right.
 * Positive towards the bottom. */
static double ends_beside(const struct track_mask *mask,
			  const struct track_spread *spread, bool rising)
{
	double uvv = 0, uu = 0, vv = 0;
	double sx = sqrt(spread->xx), sy = sqrt(spread->yy);

	for (int y = 0; y < TRACK_GRID; y++)
		for (int x = 0; x < TRACK_GRID; x++) {
			double a, b, u, v;

			if (!is_inked(mask, x, y))
				continue;
			a = (x - spread->x) / sx;
			b = (y - spread->y) / sy;
			u = rising ? b + a : b - a;
			v = rising ? b - a : b + a;
			uvv += u * v * v;
			uu += u * u;
			vv += v * v;
		}
	uvv /= spread->count;
	uu /= spread->count;
	vv /= spread->count;
	return uu > 0 && vv > 0 ? uvv / (sqrt(uu) * vv) : 0;
}

/* How unevenly the ink lies about a corner of its box, which a bend's centre
 * is: seen from there the ink of every direction begins as far away, and ends
 * at the side's length. The spread of both, in sides; 1 where a direction has
 * no ink. */
static double about_corner(const struct track_mask *mask,
			   const struct track_spread *spread, bool bottom,
			   bool right)
{
	double near[DIRECTIONS], far[DIRECTIONS] = { 0 };
	double sum = 0, squares = 0, beyond = 0;
	double width = spread->right + 1 - spread->left;
	double height = spread->bottom + 1 - spread->top;

	for (int i = 0; i < DIRECTIONS; i++)
		near[i] = INFINITY;
	for (int y = spread->top; y <= spread->bottom; y++)
		for (int x = spread->left; x <= spread->right; x++) {
			int across =
				right ? spread->right - x : x - spread->left;
			int along =
				bottom ? spread->bottom - y : y - spread->top;
			double dx = (across + 0.5) / width;
			double dy = (along + 0.5) / height;
			int at = (int)(atan2(dy, dx) / acos(0) * DIRECTIONS);

			if (!is_inked(mask, x, y))
				continue;
			near[at] = fmin(near[at], hypot(dx, dy));
			far[at] = fmax(far[at], hypot(dx, dy));
		}
	for (int i = 0; i < DIRECTIONS; i++) {
		if (near[i] < EVEN_INSIDE || far[i] == 0)
			return 1;
		sum += near[i];
		squares += near[i] * near[i];
		beyond += (far[i] - 1) * (far[i] - 1);
	}
	return sqrt((squares - sum * sum / DIRECTIONS + beyond) / DIRECTIONS);
}

/* The bend that a lens is: about that corner of the two beside its longer
 * diagonal about which its ink lies more evenly. */
static int lens_of(const struct track_mask *mask,
		   const struct track_spread *spread, bool rising,
		   double *certainty)
{
	double low = about_corner(mask, spread, true, rising);
	double high = about_corner(mask, spread, false, !rising);
	bool bottom = low < high;
	bool right = bottom == rising;
	double margin =
		fmax(low, high) / fmax(fmin(low, high), 1e-6) / EVEN_OTHER;

	if (margin < 1 || fmin(low, high) > EVEN_MOST)
		return 0;
	*certainty = sureness(margin, LENS_SPREAD);
	return (bottom ? TRACKS_BOTTOM : TRACKS_TOP) +
	       (right ? TRACKS_RIGHT : TRACKS_LEFT);
}

static int bend_of(const struct track_mask *mask,
		   const struct track_spread *spread, double *certainty)
{
	double leans = spread->xy / sqrt(spread->xx * spread->yy);
	double ends, margin;
	bool rising = leans < 0, bottom, right;
	int sides;

	if (spread->right - spread->left < BEND_SPAN * TRACK_GRID ||
	    spread->bottom - spread->top < BEND_SPAN * TRACK_GRID ||
	    fabs(leans) < BEND_LEANS)
		return 0;
	sides = lens_of(mask, spread, rising, certainty);
	if (sides)
		return sides;
	ends = ends_beside(mask, spread, rising);
	if (fabs(ends) < BEND_ENDS)
		return 0;
	bottom = ends > 0;
	margin = fabs(ends * leans) / (BEND_ENDS * BEND_LEANS);
	*certainty = sureness(sqrt(margin), BEND_SPREAD);
	right = bottom == rising;
	return (bottom ? TRACKS_BOTTOM : TRACKS_TOP) +
	       (right ? TRACKS_RIGHT : TRACKS_LEFT);
}

bool track_spread_is_mark(const struct track_spread *spread)
{
	double middle = (TRACK_GRID - 1) / 2.0;

	return spread->count > 0 &&
	       fmax(spread->xx, spread->yy) <
		       MARK_SLIM * fmin(spread->xx, spread->yy) &&
	       fabs(spread->xy) < MARK_LEANS * sqrt(spread->xx * spread->yy) &&
	       fabs(spread->x - middle) < MARK_ASIDE * TRACK_GRID &&
	       fabs(spread->y - middle) < MARK_ASIDE * TRACK_GRID;
}

static bool are_near(double a, double b)
{
	return fmin(a, b) > MARKS_ALIKE * fmax(a, b);
}

bool track_spreads_alike(const struct track_spread *a,
			 const struct track_spread *b)
{
	return a->count && b->count && are_near(a->count, b->count) &&
	       are_near(a->xx, b->xx) && are_near(a->yy, b->yy) &&
	       hypot(a->x - b->x, a->y - b->y) < MARK_ASIDE * TRACK_GRID;
}

int track_shape_of(const struct track_mask *mask,
		   const struct track_spread *spread, double *certainty)
{
	int sides;

	*certainty = 1;
	if (spread->count < INK_FEWEST)
		return 0;
	sides = straight_of(mask, spread, certainty);
	return sides ? sides : bend_of(mask, spread, certainty);
}
