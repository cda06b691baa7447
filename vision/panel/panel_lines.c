#include "panel_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "language.h"
#include "rays.h"
#include "marks.h"

/* Panels have fewer starts than this, or than this share of their vertices; in
 * the middle of edges fewer than this (labelled ones two at most; the frame
 * around a tray looks like a row of them). */
#define STARTS_FEW 5
#define STARTS_SHARE 0.5
/* A panel has so many of its edges, */
#define FULL_LEAST 0.75
/* and a start and an end of which nothing else is made (of what 538 other
 * pictures' lines were taken for, drawn as full, one had both, a row of cells).
 */
#define ONE_SURE 0.99
/* What is but guessed is no surer than this. */
#define GUESS_MOST 0.6
/* A break shows at least this much in the middle of its profile: 2.5 pixels
 * after a blur of one pixel leave two thirds. */
#define BREAK_PEAK 0.34
/* It lies within so much of the edge's middle, cells; what shows farther off,
 * such as the glow of a dot, is none, and leaves in doubt only what shows this
 * near to the middle, too. */
#define BREAK_ASIDE 0.2
#define BREAK_NEAR 0.1
/* Ground and a break's colour differ by less, in contrasts; dots' by more. */
#define GROUND_ALIKE 0.45
/* A break's colour is off all that ground and line make of one another by less
 * than this (seen: .18 at most); dots may be of a colour beyond the ground's.
 */
#define MIXED_ALIKE 0.3
#define MIXED_SHARP 40.0
/* What is off all such mixtures by more where an edge seems to be missing lies
 * over it: that it is missing is no surer than this. */
#define OVER_OFF 0.6
/* ... and so does what is off the ground itself by more: a halo over a line may
 * be as a brighter mixture. */
#define OVER_PLAIN 0.8
#define OVER_SURE 0.5
/* An end's stub is no longer than this (FACTS has .5), nor is what a break
 * leaves: the rest of the edge is hidden, and a break may be. */
#define LEFT_MOST 0.56
#define HIDDEN_SURE 0.8
/* What shows less than this and is narrower than so many pixels of the picture
 * is a break of 2.5 pixels or less with blur: it is mixed with the line on both
 * sides, and need not be the ground's colour itself. Nobody is surer of it than
 * this. */
#define THIN_PEAK 0.75
#define THIN_PIXELS 5.0
#define THIN_SURE 0.9

/* From the line's colour that of a break leads to the ground's: the cosine
 * between the two ways, 1 but for grain, is more than this; a dark dot's on a
 * dark line of a light panel leads away from it. */
#define TOWARDS_LEAST 0.7
#define TOWARDS_SHARP 40.0

/* A break is as wide beside its line's middle, at ROUND_ASIDE, as in it (seen:
 * .9 and more); hexagons and discs as wide as the line are less so (.55 to .84,
 * from 60 pixels a cell to 18). */
#define NARROWS 0.87
#define NARROWS_SHARP 60.0
/* What is beyond this share of an edge is no break (FACTS has .285). */
#define LEFT_END 0.7
/* A dot as wide as its line is about as long, a break may be shorter. */
#define DOT_LONG 0.65
/* What may be a break is looked at again below this certainty. */
#define HARDLY_SURE 0.99
/* What parts a line is looked at so, cells. */
#define DOT_WIDEST 0.42

/* Round ends are told from square ones so far beside the middle, in half line
 * widths, where what parts them is wider by so much of what round ends make
 * it; only where it is so many pixels wide. Square ends of labelled panels
 * measure less than .2, round ones .7 to 1.1. */
#define ROUND_ASIDE 0.8
#define BLUR_MOST 0.9
#define ROUND_SHARE 0.45
#define ROUND_PIXELS 6.0
#define ROUND_MOST 1.0
/* Some looks may cut their breaks round all the same. */
#define ROUND_SURE 0.85
#define ROUND_SHARP 30.0
/* Towards its sides a break parts its line as it does in the middle (seen:
 * .75 and more of it), dots do so by less than this (the page's large ones by
 * .3 to .66 with their corners, all others by less than .5); so many places
 * are looked at a side. */
#define PARTING_LEAST 0.7
#define PARTING_SHARP 40.0
enum { PARTING_STEPS = 8 };
/* How fast doubt goes with what was measured beyond a bound: a break's peak,
 * what is left of an edge that is missing, a start's radius. Chosen so that of
 * some 23,000 clues of labelled panels the share misread stays below what these
 * say. */
#define BREAK_SHARP 40.0
#define MISSING_SHARP 140.0

struct peak {
	double height, at, width; /* at and width in cells */
	int first, last;
};

/* The strongest departure from line between the two vertices, and between what
 * lies on these. */
static struct peak find_peak(const struct sheet *sheet,
			     const struct profile *profile)
{
	int rim = (int)((sheet->line_width / 2 + 0.02) * SHEET_CELL);
	int near = profile_mark(profile, false);
	int far = profile_mark(profile, true);
	int first = near > rim ? near : rim;
	int last = SHEET_CELL - 1 - (far > rim ? far : rim);
	struct peak peak = { 0 };
	int best = first;

	for (int s = first; s <= last; s++)
		if (profile->unlike[s] > profile->unlike[best])
			best = s;
	peak.height = profile->unlike[best];
	peak.first = peak.last = best;
	while (peak.first > first &&
	       profile->unlike[peak.first - 1] > peak.height / 2)
		peak.first--;
	while (peak.last < last &&
	       profile->unlike[peak.last + 1] > peak.height / 2)
		peak.last++;
	peak.at = (peak.first + peak.last + 1) / 2.0 / SHEET_CELL;
	peak.width = (double)(peak.last - peak.first + 1) / SHEET_CELL;
	return peak;
}

/* The strongest departure from line in the middle of the edge. */
static double middle_height(const struct profile *profile)
{
	double most = 0;

	for (int s = 0; s < SHEET_CELL; s++)
		if (fabs((s + 0.5) / SHEET_CELL - 0.5) < BREAK_NEAR)
			most = fmax(most, profile->unlike[s]);
	return most;
}

static bool is_thin(const struct sheet *sheet, const struct peak *peak)
{
	return peak->height < THIN_PEAK &&
	       peak->width * sheet->px_cell < THIN_PIXELS;
}

/* How unlike a ground the edge's middle is, or unlike all that ground and line
 * make of one another. */
static double off_ground(struct colour seen, struct colour line,
			 struct colour ground, bool mixed)
{
	return mixed ? colour_off_mixtures(seen, line, ground)
		     : colour_distance(seen, ground);
}

/* How unlike the ground beside the edge its middle is, in contrasts, or unlike
 * all that ground and line make of one another: the better of the two sides.
 * The panel's ground counts as well, as symbols may fill these cells, and what
 * is around it, which shows between cells that are filled. */
static double unlike_ground(const struct sheet *sheet, int x, int y,
			    bool upright, const struct profile *profile,
			    const struct peak *peak, bool mixed)
{
	struct colour usual = sheet_median_ground(sheet);
	struct colour around = upright ? sheet_ground(sheet, -0.5, y + 0.5)
				       : sheet_ground(sheet, x + 0.5, -0.5);
	struct point on = lines_edge_point(x, y, upright, 0.5, 0);
	struct colour line = sheet_line(sheet, on.x, on.y);
	double best = HUGE_VAL;
	int middle = (peak->first + peak->last) / 2;

	for (int side = 0; side < 2; side++) {
		struct point at =
			lines_edge_point(x, y, upright, 0.5, side ? 0.5 : -0.5);
		struct colour ground = sheet_ground(sheet, at.x, at.y);
		double contrast = sheet_contrast(sheet, at.x, at.y);
		struct colour seen = profile->half[side][middle];
		double off = fmin(off_ground(seen, line, ground, mixed),
				  off_ground(seen, line, usual, mixed));

		off = fmin(off, off_ground(seen, line, around, mixed));
		best = fmin(best, off / fmax(1, contrast));
	}
	return best;
}

/* The cosine between the ways from the line's colour to that in the middle of
 * a break and to the ground's beside it: the better of the two sides. */
static double towards_ground(const struct sheet *sheet, int x, int y,
			     bool upright, const struct profile *profile,
			     const struct peak *peak)
{
	double best = -1;
	int middle = (peak->first + peak->last) / 2;
	double t = (middle + 0.5) / SHEET_CELL;

	for (int side = 0; side < 2; side++) {
		struct point at =
			lines_edge_point(x, y, upright, t, side ? 0.5 : -0.5);
		struct point on = lines_edge_point(x, y, upright, t, 0);
		struct colour line = sheet_line(sheet, on.x, on.y);
		struct colour ground = sheet_ground(sheet, at.x, at.y);
		struct colour seen = profile->half[side][middle];
		double along = colour_product(colour_less(seen, line),
					      colour_less(ground, line));

		best = fmax(
			best,
			along / fmax(1, colour_distance(seen, line) *
						colour_distance(ground, line)));
	}
	return best;
}

/* How wide a break is so far, signed, beside the line's middle, cells: looked
 * for half a cell long. What blur at the line's side adds lies there all along,
 * where there is no break, too. */
static double break_aside(const struct sheet *sheet, int x, int y, bool upright,
			  const struct peak *peak, double aside)
{
	int first = (peak->first + peak->last + 1) / 2 - SHEET_CELL / 4;
	double unlike[SHEET_CELL / 2];
	double blur, width = 0;

	for (int i = 0; i < SHEET_CELL / 2; i++) {
		struct point at = lines_edge_point(
			x, y, upright, (first + i + 0.5) / SHEET_CELL, aside);

		unlike[i] = fmin(1, sheet_unlike(sheet, at.x, at.y));
	}
	blur = fmin(BLUR_MOST, (unlike[0] + unlike[SHEET_CELL / 2 - 1]) / 2);
	for (int i = 0; i < SHEET_CELL / 2; i++)
		width += fmax(0, (unlike[i] - blur) / (1 - blur));
	return width / SHEET_CELL;
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
	double wider = fmin(break_aside(sheet, x, y, upright, peak, -aside),
			    break_aside(sheet, x, y, upright, peak, aside));

	return (wider - break_aside(sheet, x, y, upright, peak, 0)) / more;
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

/* How wide what parts a line is beside its middle, as a share of its width
 * there: on the side where that is more. */
static double width_kept(const struct sheet *sheet, int x, int y, bool upright,
			 const struct peak *peak)
{
	double aside = ROUND_ASIDE * sheet->line_width / 2;
	double wider = fmax(break_aside(sheet, x, y, upright, peak, -aside),
			    break_aside(sheet, x, y, upright, peak, aside));

	return wider / fmax(1e-3, break_aside(sheet, x, y, upright, peak, 0));
}

/* How sure is it that what parts an edge is a break and no dot, where one as
 * wide as the line would do so, too? Below 0 it is a dot. */
static double break_margin(const struct sheet *sheet, int x, int y,
			   bool upright, const struct profile *profile,
			   const struct peak *peak)
{
	double towards = TOWARDS_SHARP *
			 (towards_ground(sheet, x, y, upright, profile, peak) -
			  TOWARDS_LEAST);

	if (peak->width > DOT_WIDEST ||
	    peak->width < DOT_LONG * sheet->line_width)
		return towards;
	return fmin(towards,
		    NARROWS_SHARP *
			    (width_kept(sheet, x, y, upright, peak) - NARROWS));
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
	look->square = round < 0;
	if (round != 0)
		look->edge_sure *= chance_of(ROUND_SHARP * fabs(round));
}

/* The last lying edge of a cylinder laid out flat ends on its left side, where
 * it may be seen better. */
static void take_left_end(const struct sheet *sheet, int y,
			  struct profile *profile)
{
	struct profile left;

	profile_take(sheet, -1, y, false, &left);
	for (int s = (int)(SHEET_CELL * LEFT_END); s < SHEET_CELL; s++)
		profile->unlike[s] = fmin(profile->unlike[s], left.unlike[s]);
}

static void read_edge(const struct sheet *sheet, struct panel_lines *lines,
		      int x, int y, bool upright)
{
	struct spot_look *look =
		&lines->spots[2 * y + upright][2 * x + !upright];
	struct profile profile;
	struct peak peak;
	double near, far, stub, part, margin;
	bool aside;

	profile_take(sheet, x, y, upright, &profile);
	if (lines->wraps && !upright && x == sheet->columns - 1)
		take_left_end(sheet, y, &profile);
	peak = find_peak(sheet, &profile);
	aside = fabs(peak.at - 0.5) > BREAK_ASIDE;
	near = profile_reach(sheet, &profile, false,
			     profile_mark(&profile, false));
	far = profile_reach(sheet, &profile, true,
			    profile_mark(&profile, true));
	stub = sheet->line_width / 2 + STUB_LEAST;
	look->edge = PANEL_EDGE_WHOLE;
	look->edge_second = PANEL_EDGE_GAP;
	look->edge_sure =
		chance_of(BREAK_SHARP *
			  (aside ? fmax(0, BREAK_PEAK - middle_height(&profile))
				 : fabs(BREAK_PEAK - peak.height)));
	if (peak.height < BREAK_PEAK && look->edge_sure < HARDLY_SURE) {
		margin = break_margin(sheet, x, y, upright, &profile, &peak);
		look->edge_sure = fmax(look->edge_sure, chance_of(-margin));
	}
	if (peak.height < BREAK_PEAK || aside)
		return;
	part = PARTING_SHARP *
	       (parting(sheet, x, y, upright, &peak) - PARTING_LEAST);
	if ((near < stub || far < stub) && fmax(near, far) > LEFT_MOST) {
		look->edge_sure = HIDDEN_SURE;
		return;
	}
	if (near < stub || far < stub) {
		bool both = near < stub && far < stub;

		look->edge = PANEL_EDGE_MISSING;
		look->edge_sure = chance_of(
			MISSING_SHARP *
			(both ? stub - fmax(near, far)
			      : fmin(fabs(near - stub), fabs(far - stub))));
		/* what lies over it, such as the pointer, may hide it, or the
		 * line goes on beside that */
		if (unlike_ground(sheet, x, y, upright, &profile, &peak, true) >
			    OVER_OFF ||
		    unlike_ground(sheet, x, y, upright, &profile, &peak,
				  false) > OVER_PLAIN ||
		    (part < 0 && fmax(near, far) > stub))
			look->edge_sure = fmin(look->edge_sure, OVER_SURE);
		return;
	}
	/* of faint ones only what the line goes on beside is clearly no break
	 */
	if (peak.width < DOT_WIDEST &&
	    (part < 0 || (peak.height > 0.5 &&
			  unlike_ground(sheet, x, y, upright, &profile, &peak,
					is_thin(sheet, &peak)) > GROUND_ALIKE)))
		return; /* a dot */
	margin = break_margin(sheet, x, y, upright, &profile, &peak);
	if (peak.width < DOT_WIDEST)
		margin = fmin(margin,
			      MIXED_SHARP *
				      (MIXED_ALIKE -
				       unlike_ground(sheet, x, y, upright,
						     &profile, &peak, true)));
	if (margin < 0) {
		/* a dot as wide as the line, however much it stands out */
		look->edge_sure = chance_of(-margin);
		return;
	}
	look->edge_sure *= chance_of(margin);
	look->edge_sure *= chance_of(part);
	if (is_thin(sheet, &peak))
		look->edge_sure = fmin(look->edge_sure, THIN_SURE);
	read_gap(sheet, look, x, y, upright, &peak);
}

enum panel_edge lines_edge_at(const struct panel_lines *lines, int x, int y)
{
	if (x < 0 || y < 0 || x >= lines->width || y >= lines->height)
		return PANEL_EDGE_MISSING;
	return lines->spots[y][x].edge;
}

int lines_edges_of(const struct panel_lines *lines, int x, int y)
{
	int count = 0;

	count += lines_edge_at(lines, x - 1, y) != PANEL_EDGE_MISSING;
	count += lines_edge_at(lines, x + 1, y) != PANEL_EDGE_MISSING;
	count += lines_edge_at(lines, x, y - 1) != PANEL_EDGE_MISSING;
	count += lines_edge_at(lines, x, y + 1) != PANEL_EDGE_MISSING;
	return count;
}

bool lines_drawn_at(const struct panel_lines *lines, int x, int y)
{
	return panel_is_vertex(x, y)
		       ? lines_edges_of(lines, x, y) > 0
		       : panel_is_edge(x, y) && lines_edge_at(lines, x, y) !=
							PANEL_EDGE_MISSING;
}

static void count_both(const struct panel_lines *lines, int *starts, int *ends)
{
	*starts = *ends = 0;
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			*starts += lines->spots[y][x].start;
			*ends += lines->spots[y][x].end;
		}
}

static int count_on_edges(const struct panel_lines *lines)
{
	int count = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			count +=
				panel_is_edge(x, y) && lines->spots[y][x].start;
	return count;
}

bool lines_have_start_and_end(const struct panel_lines *lines)
{
	int vertices = (lines->width / 2 + 1) * (lines->height / 2 + 1);
	int starts, ends;

	count_both(lines, &starts, &ends);
	return starts && ends && count_on_edges(lines) < STARTS_FEW &&
	       starts < fmax(STARTS_FEW, STARTS_SHARE * vertices);
}

/* How sure it is that there is a start, or an end. */
static double surest(const struct panel_lines *lines, bool end)
{
	double best = 0;

	for (int i = 0; i < lines->height * lines->width; i++) {
		const struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (end ? look->end : look->start)
			best = fmax(best,
				    end ? look->end_sure : look->start_sure);
	}
	return best;
}

const char *lines_lack(const struct panel_lines *lines, bool *told)
{
	int starts, ends;

	count_both(lines, &starts, &ends);
	*told = ends ||
		(starts < STARTS_FEW && surest(lines, false) > ONE_SURE);
	if (!starts)
		return ends ? _("a panel without a start")
			    : _("a panel without start and end");
	return ends ? NULL : _("a panel without an end");
}

/* The share of edges that are so. */
static double share_of(const struct panel_lines *lines, enum panel_edge edge)
{
	int edges = 0, count = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			if (!panel_is_edge(x, y))
				continue;
			edges++;
			count += lines->spots[y][x].edge == edge;
		}
	return (double)count / edges;
}

double lines_edge_share(const struct panel_lines *lines)
{
	return 1 - share_of(lines, PANEL_EDGE_MISSING);
}

double lines_whole_share(const struct panel_lines *lines)
{
	return share_of(lines, PANEL_EDGE_WHOLE);
}

bool lines_are_clear(const struct sheet *sheet, const struct panel_lines *lines)
{
	return sheet->steady > LINES_ALIKE &&
	       lines_edge_share(lines) > FULL_LEAST;
}

static double both_sure(const struct panel_lines *lines)
{
	return fmin(surest(lines, false), surest(lines, true));
}

bool lines_show_panel(const struct sheet *sheet,
		      const struct panel_lines *lines)
{
	return sheet->columns > 1 && sheet->rows > 1 &&
	       both_sure(lines) > ONE_SURE && lines_are_clear(sheet, lines);
}

bool lines_hint_only(const struct panel_lines *lines)
{
	int cells = (lines->width / 2) * (lines->height / 2), inner = 0;

	for (int y = 1; y < lines->height - 1; y++)
		for (int x = 1; x < lines->width - 1; x++)
			inner += panel_is_edge(x, y) &&
				 lines->spots[y][x].edge != PANEL_EDGE_MISSING;
	return both_sure(lines) <= GUESS_MOST && (cells <= 2 || !inner);
}

int lines_read(const struct sheet *sheet, bool wraps, struct panel_lines *lines)
{
	memset(lines, 0, sizeof *lines);
	lines->wraps = wraps;
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
	if (dots_read(sheet, lines) < 0)
		return -1;
	starts_read(sheet, lines);
	ends_read(sheet, lines);
	if (foreign_read(sheet, lines) < 0)
		return -1;
	dots_settle(sheet, lines);
	return 0;
}
