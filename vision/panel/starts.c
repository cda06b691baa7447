#include "marks.h"

#include <math.h>
#include <stdlib.h>

#include "chance.h"
#include "order.h"
#include "rays.h"

/* Between two lines a start's disc reaches farther than most vertices of the
 * panel do, by so many times as they differ among each other, at least and at
 * most so many corners of the lines as drawn: discs reach .41 farther on the
 * web page, .7 in the game. */
#define SPREADS_BEYOND 5.0
#define BEYOND_LEAST 0.08
#define BEYOND_MOST 0.2
/* Blur and rounding make corners larger than drawn, but no more than so much,
 * but where those beside free sides without a disc are larger, too. */
#define CORNER_MOST 1.2
/* A disc shows in all corners between lines: whether it is one where one of
 * them is as usual. */
#define PARTLY_SURE 0.6
/* Two discs leave so much of an edge between them, cells and pixels, where it
 * is seen; else it is hardly sure. */
#define SEEN_BETWEEN 0.04
#define SEEN_PIXELS 2.0
#define HIDDEN_SURE 0.6
/* Where no line leaves a vertex, a disc reaches so many half line widths
 * farther than most vertices do: 1 on the web page. */
#define FREE_BEYOND 0.33
/* There it is as wide as aslant: a stub, straight or aslant, is narrower than
 * it is long. */
#define STUB_ASPECT 1.12
/* and aslant it is no narrower than most corners. */
#define SLANT_LEAST 0.97
/* The middle of an edge reaches so much beyond the line. */
#define START_SIDE 1.4
/* Rays across an edge lean by so much to either side, radians. */
#define EDGE_LEAN (M_PI / 8)
/* A dot on it ends so far from its middle, cells. */
#define DOT_END 0.17
/* A start may be a ring: it is line again within so much, all around but for
 * one slant. */
#define HOLE_MOST 0.4
#define HOLE_BLUR 0.03
/* A ring around a disc is line at so many of the places that are looked at,
 * what parts them at fewer: two lines may cross it. */
enum { RING_PLACES = 32 };
#define RING_SEEN 0.85
#define RING_PARTED 0.6
/* A start under it reaches farther by so much. */
#define BEYOND_DOT 0.05
/* Of the discs of a panel's vertices the smallest has more than this share of
 * the largest's radius (seen: .91 and more), cells. */
#define SMALL_SHARE 0.87
#define SMALL_SHARP 100.0
/* One smaller than that but still wider than so many lines (where lines meet
 * they are 1.5 and less, 2.4 with rounded corners) is a dot in their colour. */
#define DOT_LINES 3.0
/* Discs of a smaller radius than this reach over no other's slants, cells. */
#define ALONE_MOST 0.3
/* Starts are no larger, cells: FACTS has .5. */
#define START_MOST 0.75
/* A ray that reaches so far, cells, has left what it began in. */
#define RUNS_OFF 0.75
/* How fast doubt goes with what was measured beyond these bounds. */
#define START_SHARP 45.0
/* Vertices whose slants differ by less, corners of the lines as drawn, look the
 * same. */
#define SLANTS_ALIKE 0.02
/* A vertex as most are is a start less often than one in 50,000. */
#define USUAL_SURE 11.0
#define FREE_SHARP 25.0
/* A disc has the line's colour up to its rim, but for so much blur, cells. What
 * is paler may be something that shines through, such as a pointer's halo: it
 * is as often none. */
#define CLEARLY_LINE 0.3
#define CLEAR_LEVELS 8.0
#define CLEAR_MOST 0.45
#define PALE_MOST 0.08
#define PALE_SURE 0.6
/* Whether there is a start at a vertex between discs that hide where its own
 * would show, */
#define BETWEEN_SURE 0.6
/* which it does farther out than they do by so much, cells. */
#define BETWEEN_BEYOND 0.02
/* Blur fills in notches between discs and lines so far from both, cells. */
#define NOTCH 0.025

/* A vertex as its rays see it. */
struct reaches {
	bool seen;    /* some edge is drawn */
	bool dotted;  /* a dot hides some corner of its lines */
	double slant; /* between the lines, in corners of the lines as drawn */
	double least; /* where that is least */
	double pale;  /* how much of that is not clearly line, cells */
	bool is_free; /* has a side without a line or a stub */
	double side;  /* there, in half line widths */
	/* between two lines only: blur fills these corners in most */
	double inner[4];
	int inners;
};

static void sort4(double *values)
{
	for (int i = 1; i < 4; i++)
		for (int j = i; j && values[j] < values[j - 1]; j--) {
			double swap = values[j];

			values[j] = values[j - 1];
			values[j - 1] = swap;
		}
}

static double corner_of(const struct sheet *sheet)
{
	return sheet->line_width / 2 * sqrt(2);
}

static bool has_edge(const struct panel_lines *lines, int x, int y)
{
	return x >= 0 && y >= 0 && x < lines->width && y < lines->height &&
	       lines->spots[y][x].edge != PANEL_EDGE_MISSING;
}

/* Does a cylinder go on there? Its last column is the first once more, whose
 * left side is looked at. */
static bool runs_on(const struct panel_lines *lines, int x)
{
	return lines->wraps && x < 0;
}

/* The middle of three rays about a direction. */
static double side_reach(const struct sheet *sheet, struct point at,
			 double angle, double from)
{
	double a = ray_reach(sheet, at, angle - M_PI / 9, from, 0.9);
	double b = ray_reach(sheet, at, angle, from, 0.9);
	double c = ray_reach(sheet, at, angle + M_PI / 9, from, 0.9);

	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* How unlike the line a pixel of the disc's may be there: beside a dark rim,
 * from which the line hardly stands out, a few levels are much. */
static double clear_bound(const struct sheet *sheet, struct point at,
			  double angle, double reach)
{
	double contrast = sheet_contrast(sheet, at.x + reach * cos(angle),
					 at.y + reach * sin(angle));

	return fmax(CLEARLY_LINE,
		    fmin(CLEAR_MOST, CLEAR_LEVELS / fmax(1, contrast)));
}

/* How far from a vertex that is not line there is line again on its slants;
 * DOT_END where that is nowhere. */
static double hole_reach(const struct sheet *sheet, struct point at)
{
	double reach[4];

	for (int i = 0; i < 4; i++) {
		double angle = (i + 0.5) * M_PI / 2;

		for (reach[i] = 0; reach[i] < HOLE_MOST;
		     reach[i] += 0.5 / SHEET_CELL)
			if (sheet_unlike(sheet, at.x + reach[i] * cos(angle),
					 at.y + reach[i] * sin(angle)) <
			    LINE_BOUND)
				break;
	}
	sort4(reach);
	return reach[2] < HOLE_MOST ? reach[2] + HOLE_BLUR : DOT_END;
}

static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

/* Its corners between two lines, of all four. */
static void take_inner(const struct sheet *sheet,
		       const struct panel_lines *lines, int x, int y,
		       const double *slant, struct reaches *reaches)
{
	for (int i = 0; i < 4; i++) {
		int k = (i + 1) % 4;

		if (has_edge(lines, x + step[i][0], y + step[i][1]) &&
		    has_edge(lines, x + step[k][0], y + step[k][1]))
			reaches->inner[reaches->inners++] =
				slant[i] / corner_of(sheet);
	}
}

static struct reaches measure_vertex(const struct sheet *sheet,
				     struct panel_lines *lines, int x, int y)
{
	struct point at = { x / 2.0, y / 2.0 };
	double half = sheet->line_width / 2;
	struct reaches reaches = { .side = HUGE_VAL };
	double slant[4], sorted[4], clear[4];
	double from = fmin(0.12, half);
	double dot = sheet_unlike(sheet, at.x, at.y) > LINE_BOUND
			     ? hole_reach(sheet, at)
			     : 0;

	for (int i = 0; i < 4; i++) {
		double begin = fmax(fmin(0.15, corner_of(sheet)), dot);
		double angle = (i + 0.5) * M_PI / 2;

		sorted[i] = slant[i] = ray_reach(sheet, at, angle, begin, 0.9);
		clear[i] = ray_reach_within(
			sheet, at, angle, begin, 0.9,
			clear_bound(sheet, at, angle, sorted[i]));
	}
	/* of a cylinder the left side is cut off: the right one tells */
	if (lines->wraps && x == 0)
		for (int i = 0; i < 2; i++) {
			sorted[1 + i] = slant[1 + i] = slant[3 * i];
			clear[1 + i] = clear[3 * i];
		}
	/* a dot may hide the corners */
	for (int i = 0; i < 4 && dot > 0; i++)
		if (sorted[i] <= dot) {
			sorted[i] = slant[i] = corner_of(sheet);
			reaches.dotted = true;
		}
	sort4(sorted);
	sort4(clear);
	lines->spots[y][x].radius = sorted[1];
	lines->spots[y][x].radius_most = sorted[1];
	reaches.pale = sorted[1] - clear[1];
	reaches.slant = sorted[1] / corner_of(sheet);
	reaches.least = sorted[0] / corner_of(sheet);
	take_inner(sheet, lines, x, y, slant, &reaches);
	for (int i = 0; i < 4; i++) {
		double beside = fmax(slant[i], slant[(i + 3) % 4]);
		double side;

		if (has_edge(lines, x + step[i][0], y + step[i][1])) {
			reaches.seen = true;
			continue;
		}
		/* where lines run on they say nothing of a disc */
		if (runs_on(lines, x + step[i][0]))
			continue;
		side = side_reach(sheet, at, i * M_PI / 2, fmax(from, dot));
		/* beyond a dot as wide as the line there is a disc or none */
		if (dot > half && side < dot + BEYOND_DOT)
			side = half;
		/* a disc is as wide between the lines as there; what looks
		 * like line beyond the panel is not */
		if (side > STUB_ASPECT * fmax(fmin(beside, sorted[1]), half) ||
		    beside > STUB_ASPECT * fmax(side, corner_of(sheet)))
			continue;
		reaches.is_free = true;
		reaches.side = fmin(reaches.side, side / half);
	}
	return reaches;
}

/* The middle one, from 1 to `most`, and the deviation from it (1.48 times the
 * median one). */
struct usual {
	double middle, spread;
};

static struct usual usual_of(double *values, int count, double most)
{
	struct usual usual = { 1, 0 };

	if (!count)
		return usual;
	usual.middle = fmin(
		most, fmax(1, order_pick_double(values, count, count / 2)));
	for (int i = 0; i < count; i++)
		values[i] = fabs(values[i] - usual.middle);
	usual.spread = 1.48 * order_pick_double(values, count, count / 2);
	return usual;
}

enum { VERTICES_MAX = (PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1) };
/* What is usual is told of so many vertices. */
enum { USUAL_LEAST = 4 };

struct survey {
	struct reaches reaches[VERTICES_MAX];
	int count;
	struct usual slant[2]; /* between lines on all sides; with a free one */
	struct usual side;
};

/* How large corners between lines may be drawn: where cells are rounded those
 * beside a free side are as large as the others, though the free side shows
 * that there is no disc. */
static double corner_most(const struct survey *survey)
{
	double corners[4 * VERTICES_MAX];
	int count = 0;

	for (int i = 0; i < survey->count; i++) {
		const struct reaches *one = &survey->reaches[i];

		if (!one->seen || one->dotted || !one->is_free ||
		    one->side > survey->side.middle + FREE_BEYOND)
			continue;
		for (int k = 0; k < one->inners; k++)
			corners[count++] = one->inner[k];
	}
	if (count < USUAL_LEAST)
		return CORNER_MOST;
	return fmax(CORNER_MOST, usual_of(corners, count, HUGE_VAL).middle);
}

/* Corners shine less where cells lie on one side only: the rim's vertices and
 * the others are compared among themselves; where there are too few with lines
 * all around, these with the corners between two lines that all have. What lies
 * under a dot tells nothing. */
static struct usual usual_slant(const struct survey *survey, bool is_free)
{
	double own[VERTICES_MAX], all[4 * VERTICES_MAX];
	double most = is_free ? CORNER_MOST : corner_most(survey);
	int owns = 0, alls = 0;

	for (int i = 0; i < survey->count; i++) {
		const struct reaches *one = &survey->reaches[i];

		if (!one->seen || one->dotted)
			continue;
		for (int k = 0; k < one->inners && !is_free; k++)
			all[alls++] = one->inner[k];
		if (is_free)
			all[alls++] = one->slant;
		if (one->is_free == is_free)
			own[owns++] = one->slant;
	}
	if (owns >= USUAL_LEAST)
		return usual_of(own, owns, most);
	return usual_of(all, alls < USUAL_LEAST ? 0 : alls, most);
}

static struct usual usual_side(const struct survey *survey)
{
	double sides[VERTICES_MAX];
	int count = 0;

	for (int i = 0; i < survey->count; i++)
		if (survey->reaches[i].seen && survey->reaches[i].is_free)
			sides[count++] = survey->reaches[i].side;
	return usual_of(sides, count, CORNER_MOST);
}

static void judge_vertex(struct spot_look *look, const struct survey *survey,
			 const struct reaches *reaches)
{
	const struct usual *slant = &survey->slant[reaches->is_free];
	const struct usual *side = &survey->side;
	double beyond = fmax(BEYOND_LEAST,
			     fmin(BEYOND_MOST, SPREADS_BEYOND * slant->spread));
	double more = reaches->slant - slant->middle - beyond;
	double margin =
		more > 0 ? START_SHARP * more : USUAL_SURE * more / beyond;

	/* the free side is the surer one, but what is wide there only may be
	 * a stub's root */
	if (reaches->is_free && reaches->slant > SLANT_LEAST * slant->middle)
		margin =
			fmax(margin, FREE_SHARP * (reaches->side -
						   side->middle - FREE_BEYOND));
	look->start = margin > 0 && look->radius < START_MOST;
	look->start_sure = chance_of(fabs(margin));
	/* what runs on in most corners may be symbols of the line's colour that
	 * a disc touches */
	if (margin > 0 && !look->start)
		look->start_sure = fmin(look->start_sure, BETWEEN_SURE);
	if (look->start && reaches->pale > PALE_MOST)
		look->start_sure = fmin(look->start_sure, PALE_SURE);
	if (look->start && !reaches->is_free &&
	    reaches->least < slant->middle + beyond / 2)
		look->start_sure = fmin(look->start_sure, PARTLY_SURE);
}

/* How many vertices are drawn as one is, itself among them. */
static int count_alike(const struct survey *survey, const struct reaches *one)
{
	int count = 0;

	for (int i = 0; i < survey->count; i++) {
		const struct reaches *other = &survey->reaches[i];

		count += other->seen && other->is_free == one->is_free &&
			 fabs(other->slant - one->slant) < SLANTS_ALIKE;
	}
	return count;
}

/* Is there a start at an end of the edge? */
static bool beside_start(const struct panel_lines *lines, int x, int y)
{
	if (y % 2)
		return lines->spots[y - 1][x].start ||
		       lines->spots[y + 1][x].start;
	return lines->spots[y][x - 1].start || lines->spots[y][x + 1].start;
}

/* Beyond the lattice a disc may hide the ground from which it would stand out:
 * rays that run on there say nothing, and those inside count for them. */
static void leave_outside(const struct sheet *sheet, struct point at,
			  bool upright, double *reach)
{
	double place = upright ? at.x : at.y;
	int last = upright ? sheet->columns : sheet->rows;
	int outside = place <= 0 ? 2 : 0;

	if ((place > 0 && place < last) ||
	    fmin(reach[outside], reach[outside + 1]) < RUNS_OFF)
		return;
	reach[outside] = reach[2 - outside];
	reach[outside + 1] = reach[3 - outside];
}

/* `lean`: rays lean by so much, radians, to either side. */
static void read_edge_start(const struct sheet *sheet, struct spot_look *look,
			    struct point at, bool upright, double lean)
{
	double turn = upright ? 0 : M_PI / 2;
	double half = sheet->line_width / 2;
	double reach[4];
	bool bare = sheet_unlike(sheet, at.x, at.y) > LINE_BOUND;
	double hole = bare ? hole_reach(sheet, at) : 0;
	double from =
		fmax(look->dot && bare ? DOT_END : fmin(0.12, half), hole);
	double least = fmax(START_SIDE, (from + BEYOND_DOT) / half);

	for (int i = 0; i < 4; i++) {
		double own = (i % 2 ? lean : -lean) + (i / 2) * M_PI;

		reach[i] = ray_reach(sheet, at, turn + own, from, 0.9);
	}
	leave_outside(sheet, at, upright, reach);
	sort4(reach);
	look->radius = reach[1];
	look->radius_most = fmax(reach[1], fmin(reach[2], START_MOST));
	look->start_sure =
		chance_of(START_SHARP * fabs(reach[1] / half - least));
	look->start = reach[1] > least * half && reach[2] < RUNS_OFF;
	/* what parts the edge is the hole of a ring */
	if (look->start && look->edge == PANEL_EDGE_GAP) {
		look->edge = PANEL_EDGE_WHOLE;
		look->edge_second = PANEL_EDGE_GAP;
		look->edge_sure = look->start_sure;
	}
}

/* Is there a start in the middle of an edge that leads to the vertex? */
static bool has_disc_beside(const struct panel_lines *lines, int x, int y)
{
	return (x > 0 && lines->spots[y][x - 1].start) ||
	       (x + 1 < lines->width && lines->spots[y][x + 1].start) ||
	       (y > 0 && lines->spots[y - 1][x].start) ||
	       (y + 1 < lines->height && lines->spots[y + 1][x].start);
}

/* How far the rings around a disc reach: beyond what parts them from it, it is
 * line there all around, but for what little lies over it. 0: there are none.
 */
static double rings_reach(const struct sheet *sheet, struct point at,
			  double radius)
{
	double most = 0;
	bool parted = false;

	for (double far = radius; far < START_MOST; far += 1.0 / SHEET_CELL) {
		int count = 0;

		for (int i = 0; i < RING_PLACES; i++) {
			double angle = 2 * M_PI * i / RING_PLACES;

			count += sheet_unlike(sheet, at.x + far * cos(angle),
					      at.y + far * sin(angle)) <
				 LINE_BOUND;
		}
		parted |= count < RING_PARTED * RING_PLACES;
		if (parted && count >= RING_SEEN * RING_PLACES)
			most = far;
	}
	return most;
}

/* The radius of a panel's discs, which are alike: the largest of those that no
 * other beside them hides; blur and symbols hide the rims of some. */
static double disc_radius(const struct panel_lines *lines)
{
	double most = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];

			if (look->start && (!panel_is_vertex(x, y) ||
					    look->radius < ALONE_MOST ||
					    !has_disc_beside(lines, x, y)))
				most = fmax(most, look->radius);
		}
	return most;
}

/* Discs that are clearly smaller than a panel's starts are its dots. */
static void take_dots(const struct sheet *sheet, struct panel_lines *lines,
		      double radius)
{
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];
			double less = SMALL_SHARE * radius - look->radius;
			double more = look->radius -
				      DOT_LINES * sheet->line_width / 2;

			if (!look->start || look->dot || less <= 0 || more <= 0)
				continue;
			look->start = false;
			look->start_sure = chance_of(SMALL_SHARP * less);
			look->dot = true;
			look->dot_sure =
				chance_of(SMALL_SHARP * fmin(less, more));
			look->disc = look->radius;
			look->dot_colour = sheet_line(sheet, x / 2.0, y / 2.0);
		}
}

/* What is clearly smaller than a panel's discs are is where the ends of lines
 * meet, or the root of a stub. */
static void drop_small(struct spot_look *look, double radius)
{
	double less = SMALL_SHARE * radius - look->radius;

	if (!look->start || less <= 0)
		return;
	look->start = false;
	look->start_sure = chance_of(SMALL_SHARP * less);
}

/* Is a place so far from a vertex covered by its lines, or by a disc of this
 * radius in the middle of one? */
static bool is_covered(const struct sheet *sheet,
		       const struct panel_lines *lines, int x, int y,
		       double radius, struct point off)
{
	for (int i = 0; i < 4; i++) {
		const int *s = step[i];
		const struct spot_look *look;
		double along = off.x * s[0] + off.y * s[1];
		double aside = off.x * s[1] - off.y * s[0];

		if (!has_edge(lines, x + s[0], y + s[1]))
			continue;
		look = &lines->spots[y + s[1]][x + s[0]];
		if ((along >= 0 &&
		     fabs(aside) < sheet->line_width / 2 + NOTCH) ||
		    (look->start && hypot(along - 0.5, aside) < radius + NOTCH))
			return true;
	}
	return false;
}

/* How far along a slant lines and the discs beside a vertex cover it. */
static double covered_reach(const struct sheet *sheet,
			    const struct panel_lines *lines, int x, int y,
			    double radius, double angle)
{
	struct point way = { cos(angle), sin(angle) };
	double reach = 0;

	while (reach < START_MOST &&
	       is_covered(sheet, lines, x, y, radius, point_scale(way, reach)))
		reach += 0.5 / SHEET_CELL;
	return reach;
}

/* Discs in the middles of edges, of this radius, reach around a vertex: of the
 * slants that they leave a disc of its own shows on all, a stub on one. Where
 * they leave one or none it cannot be seen. */
static void doubt_between(const struct sheet *sheet, struct panel_lines *lines,
			  int x, int y, double radius)
{
	struct spot_look *look = &lines->spots[y][x];
	struct point at = { x / 2.0, y / 2.0 };
	double least = HUGE_VAL;
	int left = 0, shown = 0;

	for (int i = 0; i < 4; i++) {
		double angle = (i + 0.5) * M_PI / 2;
		double covered =
			covered_reach(sheet, lines, x, y, radius, angle);
		double more;

		if (look->radius <= covered + BETWEEN_BEYOND)
			continue;
		more = ray_reach(sheet, at, angle, fmin(0.15, corner_of(sheet)),
				 0.9) -
		       (covered + look->radius) / 2;
		left++;
		shown += more > 0;
		least = fmin(least, more);
	}
	if (left > 1 && shown == left)
		return;
	look->start = false;
	if (left > 1 && shown < 2)
		look->start_sure =
			chance_of(-START_SHARP * least / corner_of(sheet));
	else
		look->start_sure = fmin(look->start_sure, BETWEEN_SURE);
}

/* Of an edge between two discs only what they leave between them is seen: where
 * that is hardly wider than blur a break may lie under them, or no edge at all.
 */
static void doubt_hidden(const struct sheet *sheet, struct panel_lines *lines,
			 int x, int y)
{
	struct spot_look *look = &lines->spots[y][x];
	const struct spot_look *ends[2] = {
		&lines->spots[y - (y & 1)][x - (x & 1)],
		&lines->spots[y + (y & 1)][x + (x & 1)],
	};

	if (!ends[0]->start || !ends[1]->start ||
	    1 - ends[0]->radius - ends[1]->radius >
		    fmax(SEEN_BETWEEN, SEEN_PIXELS / sheet->px_cell))
		return;
	look->edge_sure = fmin(look->edge_sure, HIDDEN_SURE);
	if (look->edge_second == look->edge)
		look->edge_second = look->edge == PANEL_EDGE_WHOLE
					    ? PANEL_EDGE_GAP
					    : PANEL_EDGE_WHOLE;
}

void starts_read(const struct sheet *sheet, struct panel_lines *lines)
{
	struct survey survey = { .count = 0 };
	double radius;
	int k = 0;

	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2)
			survey.reaches[survey.count++] =
				measure_vertex(sheet, lines, x, y);
	survey.side = usual_side(&survey);
	survey.slant[0] = usual_slant(&survey, false);
	survey.slant[1] = usual_slant(&survey, true);
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];

			if (panel_is_vertex(x, y)) {
				const struct reaches *one =
					&survey.reaches[k++];

				if (!one->seen)
					continue;
				judge_vertex(look, &survey, one);
				/* what looks the same is read rightly
				 * everywhere or nowhere: one doubt */
				if (!look->start)
					look->start_sure =
						pow(look->start_sure,
						    1.0 / count_alike(&survey,
								      one));
			}
		}
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];
			struct point at = { x / 2.0, y / 2.0 };

			if (!panel_is_edge(x, y) ||
			    look->edge == PANEL_EDGE_MISSING)
				continue;
			/* large discs at its ends reach up to its middle */
			read_edge_start(sheet, look, at, y % 2,
					beside_start(lines, x, y) ? 0
								  : EDGE_LEAN);
		}
	radius = disc_radius(lines);
	take_dots(sheet, lines, radius);
	for (int y = 0; y < lines->height; y += 2)
		for (int x = 0; x < lines->width; x += 2) {
			struct spot_look *look = &lines->spots[y][x];

			if (look->start && has_disc_beside(lines, x, y))
				doubt_between(sheet, lines, x, y, radius);
			else
				drop_small(look, radius);
		}
	for (int y = 0; y < lines->height; y++)
		for (int x = !(y & 1); x < lines->width; x += 2)
			doubt_hidden(sheet, lines, x, y);
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];

			if (look->start)
				look->ring = rings_reach(
					sheet,
					(struct point){ x / 2.0, y / 2.0 },
					look->radius);
		}
}
