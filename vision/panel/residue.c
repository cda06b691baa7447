#include "residue.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"
#include "rays.h"
#include "rectify.h"

/* Chosen on the labelled real (57) and drawn (452) panels, in which nothing is
 * left, and on 100 scenes (--scenes panel:100 --seed 4702). */

/* So far around the lattice is looked, cells: short of most frames. */
#define AROUND 0.38
/* A line's rim, a disc's, a stub's may lie so far from where it is expected,
 * cells, and so many deviations of blur and pixels of the picture farther. */
#define RIM_OFF 0.035
#define RIM_BLURS 2.0
#define RIM_PIXELS 0.5
/* A dot and its blur lie within so much of its middle, cells, */
#define DOT_WITHIN 0.2
/* and a disc that a line was begun with, where no start is known. */
#define BEGUN_WITHIN 0.5
/* What an end in another colour is wide to each side, cells. */
#define HEAD_WITHIN 0.3
/* What the player says is there is drawn within so much of it. */
#define SAID_WITHIN 0.6
/* A pixel is off where it differs by so many levels and by so many times as
 * much as three of four pixels do: at 11 levels five in 500 sure panels are
 * doubted, at 18 none. */
#define OFF_LEVELS 18.0
#define OFF_NOISE 4.0
/* ... and by fewer where three of four differ by less than that: a drawn
 * picture has no texture, and shows marks that differ by 9. */
#define FLAT_NOISE 1.5
#define FLAT_LEVELS 8.0
/* What is off by this share of the contrast, by so many levels at the most, is
 * off whatever lies around it: what may be a dot. */
#define STRONG_SHARE 0.3
#define STRONG_MOST 64.0
/* What is off by less stands out of what lies so many pixels around it. */
enum { PART_RING = 5 };
/* ... and lies so far on lines, where most of it is on their rims: the rims of
 * starts and symbols are off by themselves. */
#define RIM_ON_LINE 0.2
/* The lines of a cylinder laid out flat fade so near to its seam, cells. */
#define SEAM_FADES 0.35
/* Of discs the middle is less unlike line than this. */
#define DISC_UNLIKE 0.5
/* What is smaller, cells squared and pixels of the picture, or off by less at
 * its most, in bounds of a pixel, is grain. */
#define PART_AREA 0.004
#define PART_PIXELS 8.0
#define PART_STRENGTH 1.4
/* A part of which less lies within the outline is something beside it, but for
 * what looks like a dot. */
#define INSIDE_SHARE 0.3
/* A symbol is widened by so many pixels, and so many deviations of blur, to
 * each side: what lies within is part of it. */
#define WIDER 2.0
#define WIDER_BLURS 1.2
/* What is left makes a clue no surer than this: then no answer is given. */
#define LEFT_SURE 0.4
/* A dot is so wide, blur included, cells, so much of it as high as wide, fills
 * so much of its box, */
#define DOT_LEAST 0.1
#define DOT_MOST 0.34
#define DOT_ASPECT 1.5
#define DOT_FILL 0.68
/* and lies to this share at least on a line; blocks of polyominoes may lie on a
 * line's blur. */
#define DOT_ON_LINE 0.02
/* What lies more on lines and their rims than this is a mark on them. */
#define ON_LINES 0.08
/* It is like others where its colour differs by less than this share of the
 * contrast; how sure it is then. */
#define DOT_ALIKE 0.35
#define DOT_SURE 0.97
/* What differs from the ground by less than this share of what dots do is none.
 */
#define DOT_FAINT 0.7
/* One that lies on no line is as large as others, within this factor. */
#define DOT_AREAS 1.7
/* A crosshair lies so near to the picture's middle, pixels of the picture and
 * one of the sheet, and so far from where marks belong, cells. */
#define MIDDLE_OFF 1.5
#define PLACE_OFF 0.04
/* Dots are moved by less, cells, and another place is farther by so much. */
#define DOT_MOVED 0.45
#define DOT_NEARER 0.1
/* Pixels of the sheet around a dot that are its blur. */
enum { DOT_BLUR = 3 };

/* What a pixel may be part of; of symbols nothing is. */
enum { OFF_OTHER, OFF_LINE, OFF_RIM, OFF_KINDS, OFF_SYMBOL = OFF_KINDS };

/* What is expected of a pixel. */
enum expected {
	EXPECT_NOTHING, /* anything goes */
	EXPECT_LINE,
	EXPECT_GROUND,
	EXPECT_BETWEEN, /* any mixture of both, */
	EXPECT_RIM,     /* ... but where a line lies */
	EXPECT_OPEN,  /* ... and where one is broken or missing, with what lies
			 below it, too */
	EXPECT_BREAK, /* any mixture of grounds where a line is broken */
	EXPECT_DOT,   /* or any mixture with a dot's colour, */
	EXPECT_BEGUN, /* or the line's that was begun */
};

/* Where a row or a column of the sheet's pixels lies, cells: itself, the cell
 * that it is in, the nearest vertices and, of the doubled lattice, spots. */
struct lane {
	double at;
	int cell, vertex, spot;
};

enum { SHEET_MOST = (PANEL_SIDE_MAX + 2 * SHEET_MARGIN) * SHEET_CELL };

struct search {
	const struct sheet *sheet;
	const struct panel_looks *looks;
	const struct begun *begun;
	bool begun_at_start; /* at one that is known */
	double half, slack;
	struct colour dot;    /* of the last dot that was expected somewhere */
	struct colour common; /* ground of most cells */
	struct colour beside[4]; /* the lattice: left, right, above, below */
	double least;            /* levels, of a pixel that is off by itself, */
	double bound;            /* of one that is off in any way, */
	double strong; /* and of one that is, whatever lies around it */
	double faint;  /* `bound`, or what stands out of a flat picture */
	double grain;  /* a part whose most is less is grain */
	int left, top, right, bottom; /* sheet pixels, first and end */
	struct lane columns[SHEET_MOST], rows[SHEET_MOST];
	/* of the spots, from the one before the first: holds one of the nine
	 * around it more than lines? */
	bool busy[PANEL_SPAN_MAX + 2][PANEL_SPAN_MAX + 3];
	/* is one with a start the middle of a ring? */
	bool ring[PANEL_SPAN_MAX][PANEL_SPAN_MAX + 1];
	float *off;    /* levels; of pixels that were taken negative */
	uint8_t *kind; /* OFF_... */
	int *members;  /* pixels of the part at hand */
};

/* A connected part of pixels that are off. */
struct part {
	int count, of[OFF_KINDS], inside;
	struct point cell_at;
	double left, top, right, bottom; /* cells */
	double strength;                 /* at its most, in bounds */
	double mean;                     /* levels */
	bool halo; /* weak beside what is off by more: its glow or its rim */
	struct colour colour;
};

static const struct spot_look *spot_at(const struct search *search, int x,
				       int y)
{
	const struct panel_lines *lines = &search->looks->lines;

	if (search->looks->wraps)
		x = (x + lines->width) % lines->width;
	if (x < 0 || y < 0 || x >= lines->width || y >= lines->height)
		return NULL;
	return &lines->spots[y][x];
}

static bool is_drawn(const struct search *search, int x, int y)
{
	const struct spot_look *look = spot_at(search, x, y);

	return look && look->edge != PANEL_EDGE_MISSING;
}

/* What is line to one thing is line. */
static enum expected merge(enum expected a, enum expected b)
{
	if (a == EXPECT_NOTHING || b == EXPECT_NOTHING)
		return EXPECT_NOTHING;
	if (a >= EXPECT_DOT || b >= EXPECT_DOT)
		return a == b || a < EXPECT_DOT ? b
		       : b < EXPECT_DOT         ? a
						: EXPECT_NOTHING;
	if (a == EXPECT_LINE || b == EXPECT_LINE)
		return EXPECT_LINE;
	if (a == EXPECT_OPEN || b == EXPECT_OPEN)
		return EXPECT_OPEN;
	if (a == EXPECT_BETWEEN || b == EXPECT_BETWEEN)
		return EXPECT_BETWEEN;
	return a != EXPECT_GROUND ? a : b;
}

static bool is_begun(const struct search *search, int u, int v)
{
	return search->begun && search->begun->on[v][u];
}

static bool is_begun_at_start(const struct panel_lines *lines,
			      const struct begun *begun)
{
	for (int i = 0; begun && i < lines->width * lines->height; i++) {
		int x = i % lines->width, y = i / lines->width;

		if (begun->on[y][x] && lines->spots[y][x].start)
			return true;
	}
	return false;
}

/* Of a cylinder laid out flat the last column is the first: its line is drawn
 * on one side, or on both. */
static bool is_seam(const struct search *search, int u)
{
	return search->looks->wraps &&
	       (u == 0 || u == 2 * search->sheet->columns);
}

/* At a place `along` an edge from its first vertex, and so far aside. */
static enum expected at_edge(const struct search *search, int u, int v,
			     double along, double aside)
{
	const struct spot_look *look = spot_at(search, u, v);
	double outside = fabs(aside) - search->half, broken;

	if (!look || outside > search->slack)
		return EXPECT_GROUND;
	if (is_begun(search, u, v))
		return EXPECT_BEGUN;
	broken = fabs(along - 0.5) - look->break_width / 2;
	if (look->edge == PANEL_EDGE_MISSING || is_seam(search, u))
		return EXPECT_OPEN;
	if (look->edge == PANEL_EDGE_GAP && broken < search->slack)
		return broken < -search->slack && outside < -search->slack
			       ? EXPECT_BREAK
			       : EXPECT_OPEN;
	return outside < -search->slack ? EXPECT_LINE : EXPECT_BETWEEN;
}

/* Is a place, from a spot with an end, on its stub? */
static bool in_stub(const struct search *search, const struct spot_look *look,
		    double dx, double dy)
{
	double length = hypot(look->end_dx, look->end_dy);
	double along = (dx * look->end_dx + dy * look->end_dy) / length;
	double aside = (dy * look->end_dx - dx * look->end_dy) / length;

	return along > 0 && fabs(aside) < search->half + 2 * search->slack &&
	       along < look->end_reach + search->half + search->slack;
}

/* Is a place on a start or an end that is drawn in another colour? Heads of
 * arrows are wider than lines. */
static bool in_foreign(const struct search *search,
		       const struct spot_look *look, double dx, double dy)
{
	double far = hypot(dx, dy), along;

	/* squares reach farther into their corners */
	if (look->start &&
	    far < M_SQRT2 * look->radius_most + 2 * search->slack)
		return true;
	if (!look->end)
		return false;
	along = (dx * look->end_dx + dy * look->end_dy) /
		hypot(look->end_dx, look->end_dy);
	return along > -search->half && far < HEAD_WITHIN + look->end_reach &&
	       far * far - along * along < HEAD_WITHIN * HEAD_WITHIN;
}

/* How far from a spot of a line that was begun it is drawn: its disc lies where
 * it starts, if that is known. */
static double begun_within(const struct search *search,
			   const struct spot_look *look)
{
	if (search->begun_at_start && !look->start)
		return search->half * M_SQRT2;
	return fmax(BEGUN_WITHIN, look->radius);
}

/* Does a spot hold more than lines? */
static bool holds_more(const struct search *search,
		       const struct spot_look *look, int u, int v)
{
	return look && (look->dot || look->start || look->end || look->said ||
			is_begun(search, u, v));
}

/* Notes the spots around those that hold more than lines. */
static void find_busy(struct search *search)
{
	const struct panel_lines *lines = &search->looks->lines;

	memset(search->busy, 0, sizeof search->busy);
	for (int v = 0; v < lines->height; v++)
		for (int u = 0; u < 2 * search->sheet->columns + 2; u++) {
			const struct spot_look *look;

			if (panel_is_cell(u, v) ||
			    !holds_more(search, spot_at(search, u, v), u, v))
				continue;
			look = spot_at(search, u, v);
			search->ring[v][u] =
				sheet_unlike(search->sheet, u / 2.0, v / 2.0) >
					DISC_UNLIKE ||
				look->ring > 0;
			for (int k = 0; k < 9; k++)
				search->busy[v + k / 3][u + k % 3] = true;
		}
}

static struct lane lane_of(int sheet_pixel)
{
	double at = sheet_to_cell(sheet_pixel);

	return (struct lane){ at, (int)floor(at), (int)lround(at),
			      (int)lround(2 * at) };
}

static enum expected at_spot(struct search *search, int u, int v, double dx,
			     double dy)
{
	const struct spot_look *look = spot_at(search, u, v);
	double far, slack = search->slack;

	/* most spots hold nothing */
	if (!holds_more(search, look, u, v))
		return EXPECT_GROUND;
	far = hypot(dx, dy);
	if (look->dot && !look->over && far < DOT_WITHIN + slack) {
		search->dot = look->dot_colour;
		return EXPECT_DOT;
	}
	if (is_begun(search, u, v) && (panel_is_vertex(u, v) || look->start) &&
	    far < begun_within(search, look) + slack)
		return EXPECT_NOTHING;
	if ((look->said && far < SAID_WITHIN) ||
	    (look->foreign && in_foreign(search, look, dx, dy)))
		return EXPECT_NOTHING;
	if (look->start &&
	    far < fmax(look->ring, fmax(look->radius, look->radius_most)) +
			    2 * slack) {
		/* some programs draw rings */
		if (search->ring[v][u])
			return EXPECT_NOTHING;
		return far < look->radius - 2 * slack && !is_seam(search, u)
			       ? EXPECT_LINE
			       : EXPECT_RIM;
	}
	if (look->end && in_stub(search, look, dx, dy))
		return EXPECT_BETWEEN;
	return EXPECT_GROUND;
}

/* Corners may be round or not. */
static enum expected at_vertex(const struct search *search, int u, int v,
			       double dx, double dy)
{
	if (fmax(fabs(dx), fabs(dy)) >= search->half + search->slack ||
	    !(is_drawn(search, u - 1, v) || is_drawn(search, u + 1, v) ||
	      is_drawn(search, u, v - 1) || is_drawn(search, u, v + 1)))
		return EXPECT_GROUND;
	return hypot(dx, dy) < search->half - search->slack ? EXPECT_LINE
							    : EXPECT_BETWEEN;
}

static enum expected expect(struct search *search, const struct lane *column,
			    const struct lane *row)
{
	double x = column->at, y = row->at;
	int u = column->vertex, v = row->vertex;
	double off = search->half + search->slack;
	enum expected expected = EXPECT_GROUND;

	/* starts, dots and stubs lie over lines */
	if (search->busy[row->spot + 1][column->spot + 1])
		for (int j = row->spot - 1; j <= row->spot + 1; j++)
			for (int i = column->spot - 1; i <= column->spot + 1;
			     i++)
				if (i >= 0 && j >= 0 && !panel_is_cell(i, j))
					expected = merge(expected,
							 at_spot(search, i, j,
								 x - i / 2.0,
								 y - j / 2.0));
	if ((expected != EXPECT_GROUND && expected != EXPECT_RIM) ||
	    (fabs(x - u) > off && fabs(y - v) > off))
		return expected;
	expected =
		merge(expected, at_vertex(search, 2 * u, 2 * v, x - u, y - v));
	expected = merge(expected, at_edge(search, 2 * column->cell + 1, 2 * v,
					   x - column->cell, y - v));
	return merge(expected, at_edge(search, 2 * u, 2 * row->cell + 1,
				       y - row->cell, x - u));
}

/* The ground there. */
static struct colour ground_at(const struct search *search, double x, double y)
{
	return sheet_ground_beside(search->sheet, search->beside, x, y,
				   search->strong);
}

/* How far a colour is from all mixtures of line, ground and what lies over
 * them, whose colour is so well known, two each. */
static double off_three(struct colour c, struct colour line,
			struct colour ground, struct colour over, double reach)
{
	double off = fmin(colour_off_mixtures(c, line, over),
			  colour_off_mixtures(c, ground, over));

	return fmin(fmax(0, off - reach), colour_off_mixtures(c, line, ground));
}

/* Where a line is broken or missing either cell's ground is seen, or what lies
 * below all lines, as it does around the panel. `broken`: no line is. */
static double off_open(const struct search *search, struct colour pixel,
		       double x, double y, bool broken)
{
	double u = round(x), v = round(y);
	bool level = fabs(y - v) < fabs(x - u);
	double dx = level ? 0 : 0.5, dy = level ? 0.5 : 0;
	struct colour seen[2], below;
	double off = HUGE_VAL;

	if (level)
		u = x;
	else
		v = y;
	seen[0] = ground_at(search, u - dx, v - dy);
	seen[1] = ground_at(search, u + dx, v + dy);
	for (int side = 0; side < 4; side++) {
		below = search->beside[side];
		off = fmin(off,
			   fmin(colour_off_mixtures(pixel, seen[0], below),
				colour_off_mixtures(pixel, seen[1], below)));
		if (!broken)
			off = fmin(off, colour_off_mixtures(
						pixel,
						sheet_line(search->sheet, x, y),
						below));
	}
	off = fmin(off, colour_off_mixtures(pixel, seen[0], seen[1]));
	return off;
}

/* How far a pixel is off what is expected, levels. */
static double off_of(struct search *search, int i, int j, uint8_t *kind)
{
	const struct sheet *sheet = search->sheet;
	struct colour pixel = sheet->pixels[j * sheet->width + i];
	const struct lane *column = &search->columns[i],
			  *row = &search->rows[j];
	double x = column->at, y = row->at;

	*kind = OFF_OTHER;
	switch (expect(search, column, row)) {
	case EXPECT_NOTHING:
		return 0;
	case EXPECT_LINE:
		*kind = OFF_LINE;
		return colour_distance(pixel, sheet_line(sheet, x, y));
	case EXPECT_BREAK:
		*kind = OFF_LINE;
		return off_open(search, pixel, x, y, true);
	case EXPECT_DOT:
		/* some are drawn with a dark outline */
		return fmin(off_three(pixel, sheet_line(sheet, x, y),
				      ground_at(search, x, y), search->dot,
				      DOT_ALIKE * sheet->clear),
			    off_three(pixel, ground_at(search, x, y),
				      search->dot, (struct colour){ 0, 0, 0 },
				      0));
	case EXPECT_BEGUN:
		return off_three(pixel, sheet_line(sheet, x, y),
				 ground_at(search, x, y), search->begun->colour,
				 search->begun->reach);
	case EXPECT_OPEN:
		*kind = OFF_RIM;
		return fmin(colour_off_mixtures(pixel, sheet_line(sheet, x, y),
						ground_at(search, x, y)),
			    off_open(search, pixel, x, y, false));
	case EXPECT_BETWEEN:
	case EXPECT_RIM:
		*kind = OFF_RIM;
		return colour_off_mixtures(pixel, sheet_line(sheet, x, y),
					   ground_at(search, x, y));
	default:
		/* a symbol that fills its cell is taken for its ground */
		return fmin(colour_distance(pixel, ground_at(search, x, y)),
			    colour_distance(pixel, search->common));
	}
}

/* Has it a dot's size and form? Where no more of it is seen it may. */
static bool is_dot(const struct search *search, const struct part *part)
{
	double step = 1.0 / SHEET_CELL;
	double width = part->right - part->left + step;
	double height = part->bottom - part->top + step;
	double area = part->count * step * step;

	if (fmin(width, height) < DOT_LEAST / 2)
		return false;
	if (part->left < sheet_to_cell(search->left) + step ||
	    part->right > sheet_to_cell(search->right - 1) - step)
		width = fmax(width, height);
	if (part->top < sheet_to_cell(search->top) + step ||
	    part->bottom > sheet_to_cell(search->bottom - 1) - step)
		height = fmax(width, height);

	return fmin(width, height) > DOT_LEAST &&
	       fmax(width, height) < DOT_MOST &&
	       fmax(width, height) < DOT_ASPECT * fmin(width, height) &&
	       area > DOT_FILL * (part->right - part->left + step) *
			       (part->bottom - part->top + step);
}

/* Is it off by more than what lies around it on the same line or ground? Lines
 * that fade and light that falls off are off without an edge. */
static bool stands_out(const struct search *search, const struct part *part)
{
	const struct sheet *sheet = search->sheet;
	const int width = sheet->width;
	bool weak = part->strength < 1, dot = is_dot(search, part);
	uint8_t kind = OFF_OTHER;
	double sum = 0;
	int count = 0;

	if (part->halo)
		return false;
	for (uint8_t k = 0; k < OFF_KINDS; k++)
		if (part->of[k] > part->of[kind])
			kind = k;
	if (kind == OFF_RIM && !dot &&
	    part->of[OFF_LINE] < RIM_ON_LINE * part->count)
		return false;
	for (int k = 0; k < part->count; k++) {
		int i = search->members[k] % width;
		int j = search->members[k] / width;

		for (int v = j - PART_RING; v <= j + PART_RING; v++)
			for (int u = i - PART_RING; u <= i + PART_RING; u++) {
				int at = v * width + u;

				if (u < search->left || v < search->top ||
				    u >= search->right || v >= search->bottom ||
				    search->kind[at] != kind ||
				    search->off[at] < 0)
					continue;
				sum += search->off[at];
				count++;
			}
	}
	/* on lines lies the glow of dots */
	return part->mean - (count ? sum / count : 0) >
	       (weak || dot || kind == OFF_OTHER ? search->faint
						 : search->bound);
}

/* Towards the seam of a cylinder laid out flat all lines fade. */
static bool fades(const struct search *search, int i)
{
	double x = sheet_to_cell(i);

	return search->looks->wraps &&
	       (x < SEAM_FADES || x > search->sheet->columns - SEAM_FADES);
}

/* Looks at all pixels. */
static void look(struct search *search)
{
	const struct sheet *sheet = search->sheet;

	for (int j = search->top; j < search->bottom; j++)
		for (int i = search->left; i < search->right; i++) {
			int at = j * sheet->width + i;

			search->off[at] =
				(float)off_of(search, i, j, &search->kind[at]);
			if (search->off[at] < PART_STRENGTH * search->strong &&
			    fades(search, i))
				search->off[at] = 0;
		}
}

/* Raises the bounds by what most pixels are off. */
static void raise_bounds(struct search *search)
{
	const int width = search->sheet->width;
	float *some = (float *)search->members;
	double usual;
	int count = 0;

	for (int j = search->top; j < search->bottom; j++)
		for (int i = search->left; i < search->right; i++)
			if (i % 3 == 0 && j % 3 == 0)
				some[count++] = search->off[j * width + i];
	usual = order_pick_float(some, count, count * 3 / 4);
	if (usual < FLAT_NOISE && search->bound < search->strong)
		search->faint = search->grain = FLAT_LEVELS;
	search->bound = fmax(search->bound, OFF_NOISE * usual);
	if (search->faint == 0) {
		search->faint = search->bound;
		search->grain = PART_STRENGTH * search->bound;
	}
	search->least = search->faint;
	search->strong = fmax(search->strong, search->bound);
}

static bool is_inside(const struct search *search, double x, double y)
{
	double rim = search->half + search->slack;

	return x > -rim && y > -rim && x < search->sheet->columns + rim &&
	       y < search->sheet->rows + rim;
}

/* Adds a pixel that was found to the part, and marks it as taken. */
static void add(struct search *search, struct part *part, int at)
{
	const struct sheet *sheet = search->sheet;
	double x = sheet_to_cell(at % sheet->width);
	double y = sheet_to_cell(at / sheet->width);

	part->strength = fmax(part->strength, search->off[at] / search->bound);
	part->mean += search->off[at];
	part->of[search->kind[at]]++;
	part->inside += is_inside(search, x, y);
	part->cell_at.x += x;
	part->cell_at.y += y;
	part->left = fmin(part->left, x);
	part->right = fmax(part->right, x);
	part->top = fmin(part->top, y);
	part->bottom = fmax(part->bottom, y);
	part->colour.red += sheet->pixels[at].red;
	part->colour.green += sheet->pixels[at].green;
	part->colour.blue += sheet->pixels[at].blue;
	search->members[part->count++] = at;
	search->off[at] = -search->off[at];
}

/* The part of which a pixel is one: of those that are off in any way, or of
 * those that are off by less. */
static void take_part(struct search *search, int first, struct part *part)
{
	const bool weak = search->off[first] <= search->bound;
	const double least = weak ? search->least : search->bound;
	const int width = search->sheet->width;
	float count;

	*part = (struct part){ .left = HUGE_VAL,
			       .top = HUGE_VAL,
			       .right = -HUGE_VAL,
			       .bottom = -HUGE_VAL };
	add(search, part, first);
	for (int k = 0; k < part->count; k++) {
		int i = search->members[k] % width;
		int j = search->members[k] / width;

		for (int v = j - 1; v <= j + 1; v++)
			for (int u = i - 1; u <= i + 1; u++) {
				int at = v * width + u;

				if (u < search->left || u >= search->right ||
				    v < search->top || v >= search->bottom)
					continue;
				if (weak &&
				    (search->kind[at] == OFF_SYMBOL ||
				     fabsf(search->off[at]) > search->bound))
					part->halo = true;
				else if (search->off[at] > least)
					add(search, part, at);
			}
	}
	count = (float)part->count;
	part->mean /= count;
	part->cell_at = point_scale(part->cell_at, 1 / (double)count);
	part->colour = (struct colour){ part->colour.red / count,
					part->colour.green / count,
					part->colour.blue / count };
}

/* Is it more than grain? */
static bool is_seen(const struct search *search, const struct part *part)
{
	double area = (double)part->count / (SHEET_CELL * SHEET_CELL);
	double px_cell = search->sheet->px_cell;

	return area > PART_AREA && area * px_cell * px_cell > PART_PIXELS &&
	       part->strength * search->bound > search->grain;
}

/* The cell in which a part's middle lies; false outside. */
static bool find_cell(const struct search *search, const struct part *part,
		      int *column, int *row)
{
	*column = (int)floor(part->cell_at.x);
	*row = (int)floor(part->cell_at.y);
	return *column >= 0 && *row >= 0 && *column < search->sheet->columns &&
	       *row < search->sheet->rows;
}

/* The vertex or edge nearest to a place that carries a line; false where none
 * does nearby. `apart`: how much farther the next one is. */
static bool find_spot(const struct search *search, struct point at, int *x,
		      int *y, double *apart)
{
	int near_u = (int)lround(2 * at.x), near_v = (int)lround(2 * at.y);
	double best = HUGE_VAL, next = HUGE_VAL;

	for (int v = near_v - 1; v <= near_v + 1; v++)
		for (int u = near_u - 1; u <= near_u + 1; u++) {
			double far = hypot(at.x - u / 2.0, at.y - v / 2.0);
			const struct spot_look *look =
				u < 0 || v < 0 ? NULL : spot_at(search, u, v);

			if (!look || panel_is_cell(u, v) ||
			    (panel_is_edge(u, v) &&
			     look->edge == PANEL_EDGE_MISSING))
				continue;
			if (far >= best) {
				next = fmin(next, far);
				continue;
			}
			next = best;
			best = far;
			*x = u;
			*y = v;
		}
	*apart = next - best;
	return best < DOT_MOVED;
}

/* Has the panel a dot of that colour, another than this one? */
static bool is_like_dots(const struct search *search, struct colour colour,
			 const struct spot_look *but)
{
	const struct panel_lines *lines = &search->looks->lines;

	for (int i = 0; i < lines->width * lines->height; i++) {
		const struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (look != but && look->dot && !look->over &&
		    colour_distance(look->dot_colour, colour) <
			    DOT_ALIKE * search->sheet->clear)
			return true;
	}
	return false;
}

/* How much the panel's dots cover, cells squared; 0: there are none. */
static double dot_area(const struct search *search)
{
	const struct panel_lines *lines = &search->looks->lines;
	const struct sheet *sheet = search->sheet;
	const int reach = (int)(DOT_WITHIN * SHEET_CELL);
	int count = 0, dots = 0;

	for (int i = 0; i < lines->width * lines->height; i++) {
		int u = i % lines->width, v = i / lines->width;
		const struct spot_look *look = &lines->spots[v][u];
		int x = (u + 2 * SHEET_MARGIN) * SHEET_CELL / 2 - reach;
		int y = (v + 2 * SHEET_MARGIN) * SHEET_CELL / 2 - reach;

		if (!look->dot || look->over)
			continue;
		dots++;
		for (int k = 0; k < 4 * reach * reach; k++) {
			int at = (y + k / (2 * reach)) * sheet->width + x +
				 k % (2 * reach);

			count += colour_distance(sheet->pixels[at],
						 look->dot_colour) <
				 DOT_ALIKE * sheet->clear;
		}
	}
	return dots ? (double)count / dots / (SHEET_CELL * SHEET_CELL) : 0;
}

/* Does it lie outside of the lines, where no symbol does, as large as the
 * panel's dots? */
static bool is_astray(const struct search *search, const struct part *part)
{
	double area = dot_area(search) * SHEET_CELL * SHEET_CELL;

	return part->inside < INSIDE_SHARE * part->count &&
	       is_like_dots(search, part->colour, NULL) &&
	       part->count > area / DOT_AREAS && part->count < area * DOT_AREAS;
}

/* Puts line and ground where the part lies. */
static void lift(struct search *search, struct sheet *sheet,
		 const struct part *part)
{
	double slack = search->slack;

	search->slack = 0;
	for (int k = 0; k < part->count; k++) {
		int i = search->members[k] % sheet->width;
		int j = search->members[k] / sheet->width;

		for (int v = j - DOT_BLUR; v <= j + DOT_BLUR; v++)
			for (int u = i - DOT_BLUR; u <= i + DOT_BLUR; u++) {
				double x, y;

				if (u < 0 || v < 0 || u >= sheet->width ||
				    v >= sheet->height)
					continue;
				x = search->columns[u].at;
				y = search->rows[v].at;
				sheet->pixels[v * sheet->width + u] =
					expect(search, &search->columns[u],
					       &search->rows[v]) == EXPECT_LINE
						? sheet_line(sheet, x, y)
						: sheet_ground(sheet, x, y);
			}
	}
	search->slack = slack;
}

/* Takes the part for a dot where it looks like one; false: it does not. */
static bool take_dot(struct search *search, struct sheet *sheet,
		     struct panel_looks *looks, const struct part *part)
{
	double apart;
	struct spot_look *look;
	int x, y;

	bool on_line = part->of[OFF_LINE] > DOT_ON_LINE * part->count;

	/* what is of no dot's colour may be a pointer: it stays a doubt */
	if (!is_dot(search, part) || !(on_line || is_astray(search, part)) ||
	    (dot_area(search) > 0 &&
	     !is_like_dots(search, part->colour, NULL)) ||
	    !find_spot(search, part->cell_at, &x, &y, &apart))
		return false;
	if (looks->wraps)
		x %= looks->lines.width;
	look = &looks->lines.spots[y][x];
	if (look->start || (look->dot && !look->over))
		return false;
	look->dot_sure = apart < DOT_NEARER ? LEFT_SURE : DOT_SURE;
	look->astray = true;
	look->dot = true;
	look->over = false;
	look->dot_colour = part->colour;
	find_busy(search);
	lift(search, sheet, part);
	return true;
}

/* A mark beside a line that no other dot is like may be anything. */
static void doubt_single(const struct search *search, struct panel_looks *looks)
{
	struct panel_lines *lines = &looks->lines;

	for (int i = 0; i < lines->width * lines->height; i++) {
		struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (look->astray &&
		    !is_like_dots(search, look->dot_colour, look))
			look->dot_sure = LEFT_SURE;
	}
}

/* Makes the clue where the part lies doubtful. */
static void doubt(const struct search *search, struct panel_looks *looks,
		  const struct part *part)
{
	int column, row, x, y;
	bool in_cell = find_cell(search, part, &column, &row);
	double apart;

	if (in_cell &&
	    part->of[OFF_LINE] + part->of[OFF_RIM] < ON_LINES * part->count) {
		struct symbol_look *look = &looks->symbols[row][column];

		look->sure = fmin(look->sure, LEFT_SURE);
	} else if (find_spot(search, part->cell_at, &x, &y, &apart)) {
		struct spot_look *look;

		if (looks->wraps)
			x %= looks->lines.width;
		look = &looks->lines.spots[y][x];
		look->dot_sure = fmin(look->dot_sure, LEFT_SURE);
	} else if (in_cell) {
		looks->symbols[row][column].sure =
			fmin(looks->symbols[row][column].sure, LEFT_SURE);
	}
}

static int clamped(double cell, int length)
{
	double at = (cell + SHEET_MARGIN) * SHEET_CELL;

	return at < 0 ? 0 : at > length ? length : (int)at;
}

/* `residue`: what was seen before, if that still holds. */
static int begin(struct search *search, const struct sheet *sheet,
		 const struct panel_looks *looks, const struct begun *begun,
		 bool strong, struct residue *residue)
{
	size_t pixels = sheet_pixel_count(sheet);
	/* where a cylinder was cut anything may lie beside it */
	double aside = looks->wraps ? 0 : AROUND;

	*search = (struct search){
		.sheet = sheet,
		.looks = looks,
		.begun = begun,
		.begun_at_start = is_begun_at_start(&looks->lines, begun),
		.half = sheet->line_width / 2,
		.slack = RIM_OFF + RIM_BLURS * rays_blur(sheet) / SHEET_CELL +
			 RIM_PIXELS / sheet->px_cell,
		.strong = fmin(STRONG_MOST,
			       fmax(OFF_LEVELS, STRONG_SHARE * sheet->clear)),
		.left = clamped(-aside, sheet->width),
		.right = clamped(sheet->columns + aside, sheet->width),
		.top = clamped(-AROUND, sheet->height),
		.bottom = clamped(sheet->rows + AROUND, sheet->height),
		.members = alloc_array(pixels, sizeof *search->members),
	};
	if (!residue->off) {
		residue->off = alloc_array(pixels, sizeof *residue->off);
		residue->kind = alloc_array(pixels, sizeof *residue->kind);
	}
	search->off = residue->off;
	search->kind = residue->kind;
	if (!search->off || !search->kind || !search->members)
		return -1;
	search->bound = strong ? search->strong : OFF_LEVELS;
	for (int i = 0; i < sheet->width; i++)
		search->columns[i] = lane_of(i);
	for (int j = 0; j < sheet->height; j++)
		search->rows[j] = lane_of(j);
	find_busy(search);
	sheet_find_beside(search->sheet, search->beside);
	search->common = sheet_median_ground(sheet);
	if (!residue->holds)
		look(search);
	residue->holds = true;
	raise_bounds(search);
	return 0;
}

void residue_fini(struct residue *residue)
{
	free(residue->off);
	free(residue->kind);
}

/* The next part from a pixel on, which is moved on; false where there is none.
 */
static bool next_part(struct search *search, int *at, struct part *part)
{
	const int width = search->sheet->width;

	for (; *at < search->bottom * width; ++*at) {
		int i = *at % width;

		if (*at < search->top * width || i < search->left ||
		    i >= search->right || search->off[*at] <= search->least)
			continue;
		take_part(search, *at, part);
		if (is_seen(search, part))
			return true;
	}
	return false;
}

/* What was taken is free again. */
static void put_back(struct search *search)
{
	const int pixels = search->sheet->width * search->sheet->height;

	for (int at = 0; at < pixels; at++)
		search->off[at] = fabsf(search->off[at]);
}

int residue_take_dots(struct sheet *sheet, struct panel_looks *looks,
		      const struct begun *begun, struct residue *residue)
{
	struct search search;
	struct part part;
	int result = begin(&search, sheet, looks, begun, true, residue), at = 0;

	while (result == 0 && next_part(&search, &at, &part))
		if (take_dot(&search, sheet, looks, &part))
			residue->holds = false;
	if (result == 0) {
		doubt_single(&search, looks);
		put_back(&search);
	}
	free(search.members);
	return result;
}

/* Marks more around what is marked, by rows, each way. */
static void widen(uint64_t rows[SHEET_CELL], int by)
{
	uint64_t wide[SHEET_CELL];

	for (int j = 0; j < SHEET_CELL; j++)
		for (int k = 0; k < by; k++)
			rows[j] |= rows[j] << 1 | rows[j] >> 1;
	for (int j = 0; j < SHEET_CELL; j++) {
		wide[j] = 0;
		for (int k = j - by; k <= j + by; k++)
			wide[j] |= k < 0 || k >= SHEET_CELL ? 0 : rows[k];
	}
	memcpy(rows, wide, sizeof wide);
}

/* What lies where the cells' symbols are drawn is part of them. */
static void leave_out_symbols(struct search *search)
{
	const struct sheet *sheet = search->sheet;
	int by = (int)ceil(WIDER + WIDER_BLURS * rays_blur(sheet));

	for (int cell = 0; cell < sheet->rows * sheet->columns; cell++) {
		int column = cell % sheet->columns, row = cell / sheet->columns;
		const struct symbol_look *look =
			&search->looks->symbols[row][column];
		int first = (SHEET_MARGIN + row) * SHEET_CELL * sheet->width +
			    (SHEET_MARGIN + column) * SHEET_CELL;
		uint64_t rows[SHEET_CELL];

		if (look->cell.kind == PANEL_EMPTY)
			continue;
		memcpy(rows, look->drawn, sizeof rows);
		widen(rows, by);
		for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
			if (rows[i / SHEET_CELL] >> i % SHEET_CELL & 1) {
				int at = first + i / SHEET_CELL * sheet->width +
					 i % SHEET_CELL;

				search->kind[at] = OFF_SYMBOL;
				search->off[at] = 0;
			}
	}
}

/* Is it what a game draws in the middle of its screen, where no mark's place
 * is? */
static bool is_crosshair(const struct search *search, const struct part *part)
{
	const struct image *image = search->sheet->image;
	struct point at = { (part->left + part->right) / 2,
			    (part->top + part->bottom) / 2 };
	struct point px = homography_apply(&search->sheet->cell_to_px, at);
	struct point place = { round(2 * at.x) / 2, round(2 * at.y) / 2 };

	return hypot(px.x - (image->width - 1) / 2.0,
		     px.y - (image->height - 1) / 2.0) <
		       MIDDLE_OFF + search->sheet->px_cell / SHEET_CELL &&
	       point_distance(at, place) > PLACE_OFF;
}

/* Does it lie at the tip of an end's stub? It is the stub's head. */
static bool is_head(const struct search *search, const struct part *part)
{
	const struct panel_lines *lines = &search->looks->lines;

	for (int i = 0; i < lines->width * lines->height; i++) {
		int u = i % lines->width, v = i / lines->width;
		const struct spot_look *look = &lines->spots[v][u];
		double length = hypot(look->end_dx, look->end_dy);
		struct point tip = { u / 2.0, v / 2.0 };

		if (!look->end)
			continue;
		tip.x += look->end_reach * look->end_dx / length;
		tip.y += look->end_reach * look->end_dy / length;
		if (point_distance(tip, part->cell_at) < HEAD_WITHIN)
			return true;
	}
	return false;
}

/* How far the dot that is least so is off the ground beside it, levels; 0 where
 * there are none. */
static double faintest_dot(const struct search *search)
{
	const struct panel_lines *lines = &search->looks->lines;
	double least = 0;

	for (int i = 0; i < lines->width * lines->height; i++) {
		double x = i % lines->width / 2.0, y = i / lines->width / 2.0;
		const struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];
		double off;

		if (!look->dot)
			continue;
		off = colour_distance(look->dot_colour,
				      sheet_ground(search->sheet, x, y));
		least = least > 0 ? fmin(least, off) : off;
	}
	return least;
}

enum where { LEFT_NOTHING, LEFT_INSIDE, LEFT_BESIDE };

/* The next part that is neither line nor symbol, and where it lies. `weak`:
 * what is off by less comes second. */
static enum where next_left(struct search *search, int *at, bool *weak,
			    struct part *part)
{
	for (;;) {
		bool beside;

		search->least = *weak ? search->faint : search->bound;
		if (!next_part(search, at, part)) {
			if (*weak)
				return LEFT_NOTHING;
			*weak = true;
			*at = 0;
			continue;
		}
		beside = part->inside < INSIDE_SHARE * part->count;
		/* beside the lattice only what may be a dot matters */
		if ((beside &&
		     (!is_dot(search, part) || is_head(search, part) ||
		      part->strength * search->bound <
			      DOT_FAINT * faintest_dot(search))) ||
		    (part->strength * search->bound <
			     PART_STRENGTH * search->strong &&
		     !stands_out(search, part)) ||
		    is_crosshair(search, part))
			continue;
		return beside ? LEFT_BESIDE : LEFT_INSIDE;
	}
}

/* Counts what is left, or doubts what lies near it and returns its number; what
 * lies `beside` the lattice, too. */
static int take_left(struct search *search, struct panel_looks *looks,
		     bool beside, int left[LEFT_BESIDE + 1])
{
	struct part part;
	enum where where;
	bool weak = false;
	int at = 0, count = 0;

	while ((where = next_left(search, &at, &weak, &part))) {
		left[where]++;
		if (!looks || (where == LEFT_BESIDE && !beside))
			continue;
		doubt(search, looks, &part);
		count++;
	}
	put_back(search);
	return count;
}

int residue_doubt(const struct sheet *sheet, struct panel_looks *looks,
		  const struct begun *begun, struct residue *residue)
{
	struct search search;
	int result = begin(&search, sheet, looks, begun, false, residue);
	int left[LEFT_BESIDE + 1] = { 0 };

	if (result == 0) {
		leave_out_symbols(&search);
		take_left(&search, NULL, false, left);
		/* what lies all along it is what the panel stands before */
		result = take_left(
			&search, looks,
			left[LEFT_BESIDE] < sheet->columns + sheet->rows, left);
	}
	free(search.members);
	return result;
}
