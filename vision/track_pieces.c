#include "track_pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"
#include "track_shape.h"
#include "tracks.h"

/* The outermost RIM of a cell, where lines are, stays outside its samples;
 * where the lattice's cells are cards with gaps, all of the gap does. */
enum { GRID = TRACK_GRID };
#define RIM 0.04
/* The ground shows in the corners, so many samples from the rim: track
 * crosses the sides, not the corners. */
enum { CORNER = GRID / 7 };
/* Beside the band in which track crosses a side lie its flanks; where most of
 * them are inked too that is a line along the side, a board's frame. */
#define FLANK_FROM 0.38
#define FLANK_TO 0.47
#define FLANK_LINE 0.6
/* Ink differs from the ground by this share of the strongest ink around. */
#define INK_SHARE 0.35
/* Weaker than this many times the noise, nothing is drawn in a cell; and at
 * least this many of 255 levels. */
#define INK_NOISE 8.0
#define INK_LEAST 14.0
/* Track crosses a side in this middle part of it (each way from the middle,
 * in cells), and reaches from the rim at least so far in. */
#define BAND 0.34
#define DEPTH 0.17
/* Track meets a side where this share of the way in carries ink; where two
 * sides stand out from the others by the gap, those are the ones. */
#define SIDE_SHARE 0.6
#define SIDES_GAP 0.2
/* A piece has ink along this share of its way through the cell. */
#define THROUGH_SHARE 0.8
/* The share of the ink that is left out where its colour is told. */
#define SOFT_SHARE 0.6
/* A part with less of a piece's ink is the rim of another. */
#define PART_LEAST 0.15
/* What a cell holds shows in its middle, so many samples from the rim. */
enum { MIDDLE = GRID / 5 };
/* A cell whose middle lies in a field of more than this share of what empty
 * ones have is empty: fewer cells hold a piece than not, so that a field among
 * the largest quarter is an empty cell's. (A lattice's fields are measured by
 * their sides, which round corners make shorter.) */
#define EMPTY_SHARE 0.96
#define EMPTY_RANK 0.75
/* A frame is looked for to this depth in such steps (in cells), beside the
 * middle of each cell's side, by comparison with the cell at another depth, and
 * shows at this share of the places: track lies over some. */
#define FRAME_MOST 0.18
#define FRAME_STEP 0.02
#define FRAME_BESIDE 0.12
#define FRAME_INSIDE 0.24
#define FRAME_CELLS 0.75

struct patch {
	struct track_colour at[GRID][GRID];
	double ink[GRID][GRID]; /* distance from the ground */
	double strongest;
	struct track_colour ground;
};

static double distance(const struct track_colour *a,
		       const struct track_colour *b)
{
	double most = 0;

	for (int i = 0; i < 3; i++)
		most = fmax(most, fabs(a->c[i] - b->c[i]));
	return most;
}

static void add_pixel(uint32_t pixel, double weight, struct track_colour *sum)
{
	sum->c[0] += weight * (pixel >> 16 & 0xff);
	sum->c[1] += weight * (pixel >> 8 & 0xff);
	sum->c[2] += weight * (pixel & 0xff);
}

static int clamp(int value, int most)
{
	return value < 0 ? 0 : value > most ? most : value;
}

static struct track_colour sample(const struct image *image, struct point px)
{
	double left = floor(px.x), top = floor(px.y);
	double fx = px.x - left, fy = px.y - top;
	int x0 = clamp((int)left, image->width - 1);
	int x1 = clamp((int)left + 1, image->width - 1);
	const uint32_t *row0 =
		image_row(image, clamp((int)top, image->height - 1));
	const uint32_t *row1 =
		image_row(image, clamp((int)top + 1, image->height - 1));
	struct track_colour sum = { { 0 } };

	add_pixel(row0[x0], (1 - fx) * (1 - fy), &sum);
	add_pixel(row0[x1], fx * (1 - fy), &sum);
	add_pixel(row1[x0], (1 - fx) * fy, &sum);
	add_pixel(row1[x1], fx * fy, &sum);
	return sum;
}

/* How often each level occurs. */
struct levels {
	int count[256];
	int total;
};

static void levels_add(struct levels *levels, double level)
{
	levels->count[clamp((int)level, 255)]++;
	levels->total++;
}

/* The level that this share of all stay below. */
static double levels_at(const struct levels *levels, double share)
{
	int below = 0, level = 0;

	while (level < 255 &&
	       below + levels->count[level] <= share * levels->total)
		below += levels->count[level++];
	return level;
}

/* The share (0..1) of the patch at which a sample lies, and back. */
static double coordinate(int i)
{
	return (i + 0.5) / GRID;
}

static int index_of(double at)
{
	int i = (int)floor(at * GRID);

	return i < 0 ? 0 : i >= GRID ? GRID - 1 : i;
}

/* The ground: the median of the four corners. */
static struct track_colour find_ground(const struct patch *patch)
{
	struct levels levels[3] = { 0 };
	struct track_colour ground;

	for (int j = 0; j < CORNER; j++)
		for (int i = 0; i < CORNER; i++)
			for (int corner = 0; corner < 4; corner++) {
				int x = corner % 2 ? GRID - 1 - i : i;
				int y = corner / 2 ? GRID - 1 - j : j;

				for (int k = 0; k < 3; k++)
					levels_add(&levels[k],
						   patch->at[y][x].c[k]);
			}
	for (int k = 0; k < 3; k++)
		ground.c[k] = levels_at(&levels[k], 0.5);
	return ground;
}

static struct track_colour sample_cell(const struct elements *elements,
				       const struct lattice *lattice, double x,
				       double y)
{
	return sample(
		elements->image,
		homography_apply(&lattice->cell_to_px, (struct point){ x, y }));
}

static void sample_patch(const struct elements *elements,
			 const struct lattice *lattice,
			 const struct track_survey *survey, int x, int y,
			 struct patch *patch)
{
	double rim = fmax(RIM, (1 - lattice->field) / 2);
	double left = x ? rim : fmax(rim, survey->frame[0]);
	double top = y ? rim : fmax(rim, survey->frame[1]);
	double right =
		x + 1 < lattice->columns ? rim : fmax(rim, survey->frame[2]);
	double bottom =
		y + 1 < lattice->rows ? rim : fmax(rim, survey->frame[3]);
	struct levels levels = { 0 };

	for (int j = 0; j < GRID; j++)
		for (int i = 0; i < GRID; i++)
			patch->at[j][i] = sample_cell(
				elements, lattice,
				x + left + (1 - left - right) * coordinate(i),
				y + top + (1 - top - bottom) * coordinate(j));
	patch->ground = find_ground(patch);
	for (int j = 0; j < GRID; j++)
		for (int i = 0; i < GRID; i++) {
			patch->ink[j][i] =
				distance(&patch->at[j][i], &patch->ground);
			levels_add(&levels, patch->ink[j][i]);
		}
	/* the strongest hundredth may be specks */
	patch->strongest = levels_at(&levels, 0.99);
}

/* The sample at `depth` in from a side and `across` along it from its middle,
 * both in cells. */
static double *ink_at(struct patch *patch, int side, double depth,
		      double across)
{
	double x = side == TRACKS_LEFT    ? depth
		   : side == TRACKS_RIGHT ? 1 - depth
					  : 0.5 + across;
	double y = side == TRACKS_TOP      ? depth
		   : side == TRACKS_BOTTOM ? 1 - depth
					   : 0.5 + across;

	return &patch->ink[index_of(y)][index_of(x)];
}

/* Is a line of samples across a side's way in inked in the band? And is it so
 * in the flanks? */
static bool band_inked(struct patch *patch, int side, double depth,
		       double threshold)
{
	int hits = 0;

	for (double across = -BAND; across <= BAND; across += 0.9 / GRID)
		hits += *ink_at(patch, side, depth, across) >= threshold;
	return hits >= 2;
}

static bool flanks_inked(struct patch *patch, int side, double depth,
			 double threshold)
{
	int hits = 0, count = 0;

	for (double across = FLANK_FROM; across < FLANK_TO;
	     across += 0.9 / GRID) {
		hits += *ink_at(patch, side, depth, across) >= threshold;
		hits += *ink_at(patch, side, depth, -across) >= threshold;
		count += 2;
	}
	return hits >= FLANK_LINE * count;
}

/* How much of the way in from a side carries ink somewhere in the band; what
 * runs along the whole side does not count. */
static double side_share(struct patch *patch, int side, double threshold)
{
	int seen = 0, count = 0;

	for (double depth = 0.5 / GRID; depth < DEPTH; depth += 0.8 / GRID) {
		if (flanks_inked(patch, side, depth, threshold))
			continue;
		seen += band_inked(patch, side, depth, threshold);
		count++;
	}
	return count ? (double)seen / count : 0;
}

/* How far in from a side ink goes on without a gap of a tenth of a cell. */
static double side_reach(struct patch *patch, int side, double threshold)
{
	double reach = 0;

	for (double depth = 0; depth < 0.9 && depth < reach + 0.15;
	     depth += 0.8 / GRID)
		if (band_inked(patch, side, depth, threshold))
			reach = depth;
	return reach;
}

/* Is there ink all the way from side to side? A straight is followed along
 * its axis, a bend around the corner between its sides. */
static double through_share(struct patch *patch, int sides, double threshold)
{
	bool straight = sides == 5 || sides == 10;
	double corner_x = sides & TRACKS_RIGHT ? 1 : 0;
	double corner_y = sides & TRACKS_BOTTOM ? 1 : 0;
	int seen = 0, count = 0;

	for (double t = 0.06; t < 0.95; t += 0.02) {
		int hits = 0;

		for (double across = -BAND; across <= BAND; across += 0.02) {
			double x = 0.5 + across, y = t;

			if (straight && sides == 5) {
				x = t;
				y = 0.5 + across;
			} else if (!straight) {
				double angle = t * acos(0);
				double radius = 0.5 + across;

				x = fabs(corner_x - radius * cos(angle));
				y = fabs(corner_y - radius * sin(angle));
			}
			hits += patch->ink[index_of(y)][index_of(x)] >=
				threshold;
		}
		seen += hits >= 2;
		count++;
	}
	return (double)seen / count;
}

/* Is a sample of the patch lighter than its ground? */
static bool is_lighter(const struct patch *patch, int j, int i)
{
	double more = 0;

	for (int k = 0; k < 3; k++)
		more += patch->at[j][i].c[k] - patch->ground.c[k];
	return more > 0;
}

enum tint { PART_DARKER, PART_LIGHTER, PART_ALL };

/* The mean colour of the stronger part of the ink, or of one part of it: the
 * weaker is the soft rim of its lines. Returns how many samples it has. */
static int ink_colour(const struct patch *patch, double threshold,
		      enum tint part, struct track_colour *ink)
{
	bool taken[GRID][GRID];
	struct levels levels = { 0 };
	double bound;
	int stronger = 0;

	for (int j = 0; j < GRID; j++)
		for (int i = 0; i < GRID; i++) {
			taken[j][i] =
				patch->ink[j][i] >= threshold &&
				(part == PART_ALL ||
				 (int)is_lighter(patch, j, i) == (int)part);
			if (taken[j][i])
				levels_add(&levels, patch->ink[j][i]);
		}
	*ink = patch->ground;
	if (!levels.total)
		return 0;
	memset(ink, 0, sizeof *ink);
	bound = levels_at(&levels, SOFT_SHARE);
	for (int j = 0; j < GRID; j++)
		for (int i = 0; i < GRID; i++) {
			if (!taken[j][i] || patch->ink[j][i] < bound)
				continue;
			stronger++;
			for (int k = 0; k < 3; k++)
				ink->c[k] += patch->at[j][i].c[k];
		}
	for (int k = 0; k < 3; k++)
		ink->c[k] /= stronger;
	return (int)levels.total;
}

static void set_ink(const struct patch *patch, double threshold,
		    struct track_piece *piece)
{
	int all = ink_colour(patch, threshold, PART_ALL, &piece->ink);

	for (int i = 0; i < 2; i++) {
		int count = ink_colour(patch, threshold, (enum tint)i,
				       &piece->part[i]);

		piece->part_share[i] = count / fmax(1, all);
		if (piece->part_share[i] >= PART_LEAST)
			piece->contrast =
				fmax(piece->contrast,
				     distance(&piece->part[i], &piece->ground));
	}
}

double track_piece_colours(const struct track_piece *a,
			   const struct track_piece *b)
{
	double most = -1;

	for (int i = 0; i < 2; i++)
		if (fmin(a->part_share[i], b->part_share[i]) >= PART_LEAST)
			most = fmax(most, distance(&a->part[i], &b->part[i]));
	/* of one part, or alike in all: as the whole */
	return most < 0 ? distance(&a->ink, &b->ink)
			: fmin(most, distance(&a->ink, &b->ink));
}

/* How probable a decision is that a value on this side of a bound by `margin`
 * brings, where values scatter by about `spread`. */
static double sureness(double margin, double spread)
{
	return 1 - 0.5 * exp(-fabs(margin) / spread);
}

/* The two sides with most ink, if they stand out from the others. */
static void choose_sides(struct patch *patch, double threshold,
			 struct track_piece *piece)
{
	static const int side[4] = { TRACKS_RIGHT, TRACKS_BOTTOM, TRACKS_LEFT,
				     TRACKS_TOP };
	double share[4], sorted[4], bound = SIDE_SHARE, through;
	int count = 0;

	for (int i = 0; i < 4; i++)
		sorted[i] = share[i] = side_share(patch, side[i], threshold);
	qsort(sorted, 4, sizeof *sorted, order_doubles);
	if (sorted[2] >= SIDE_SHARE && sorted[2] - sorted[1] > SIDES_GAP)
		/* wide sleepers come near the other two sides */
		bound = (sorted[2] + sorted[1]) / 2;
	piece->certainty = 1;
	for (int i = 0; i < 4; i++) {
		if (share[i] >= bound) {
			piece->sides |= side[i];
			count++;
		}
		piece->certainty = fmin(piece->certainty,
					sureness(share[i] - bound, 0.05));
	}
	if (count == 1)
		piece->reach = side_reach(patch, piece->sides, threshold);
	if (count != 2)
		return;
	through = through_share(patch, piece->sides, threshold);
	piece->whole = through > THROUGH_SHARE;
	piece->certainty =
		fmin(piece->certainty, sureness(through - THROUGH_SHARE, 0.04));
}

/* Ink that does not go from side to side, but is shaped like a piece. */
static void choose_shape(const struct patch *patch, double threshold,
			 struct track_piece *piece)
{
	struct track_mask mask;
	double certainty;
	int sides;

	for (int j = 0; j < GRID; j++)
		for (int i = 0; i < GRID; i++)
			mask.inked[j][i] = patch->ink[j][i] >= threshold;
	track_spread_measure(&mask, &piece->spread);
	sides = track_shape_of(&mask, &piece->spread, &certainty);
	if (!sides)
		return;
	piece->sides = sides;
	piece->whole = true;
	piece->reach = 0;
	piece->certainty = certainty;
}

/* The field in the middle of a cell: its area by the cell's; 0 where there is
 * none that may be this cell's own. */
static double field_share(const struct elements *elements,
			  const struct lattice *lattice, int x, int y)
{
	struct point at = { x + 0.5, y + 0.5 };
	struct point middle = homography_apply(&lattice->cell_to_px, at);
	const struct element *element =
		elements_at(elements, middle.x, middle.y);
	double scale = homography_scale(&lattice->cell_to_px, at);
	double shrink = elements->shrink;

	if (!element || element->kind != ELEMENT_FIELD ||
	    element->box.width >= 1.3 * scale ||
	    element->box.height >= 1.3 * scale)
		return 0;
	return element->area * shrink * shrink / (scale * scale);
}

/* How far in from one side of the board its frame reaches, in cells: so deep
 * most cells differ, beside the middle where track may cross, from what they
 * are farther in. */
static double frame_depth(const struct elements *elements,
			  const struct lattice *lattice, enum side side)
{
	bool upright = side == SIDE_LEFT || side == SIDE_RIGHT;
	bool far = side == SIDE_RIGHT || side == SIDE_BOTTOM;
	int length = upright ? lattice->rows : lattice->columns;
	int end = upright ? lattice->columns : lattice->rows;
	double reached = 0;

	for (double depth = 0; depth < FRAME_MOST; depth += FRAME_STEP) {
		int differ = 0;

		for (int i = 0; i < 2 * length; i++) {
			double along = i / 2 + (i % 2 ? 1 - FRAME_BESIDE
						      : FRAME_BESIDE);
			double at = far ? end - depth : depth;
			double in = far ? end - FRAME_INSIDE : FRAME_INSIDE;
			struct track_colour here = sample_cell(
				elements, lattice, upright ? at : along,
				upright ? along : at);
			struct track_colour inside = sample_cell(
				elements, lattice, upright ? in : along,
				upright ? along : in);

			differ += distance(&here, &inside) > INK_LEAST;
		}
		if (differ < FRAME_CELLS * 2 * length)
			break;
		reached = depth + FRAME_STEP;
	}
	return reached;
}

int track_pieces_survey(const struct elements *elements,
			const struct lattice *lattice,
			struct track_survey *survey)
{
	int cells = lattice->columns * lattice->rows;
	double *shares = alloc_array((size_t)cells, sizeof *shares);

	if (!shares)
		return -1;
	for (int i = 0; i < cells; i++)
		shares[i] = field_share(elements, lattice, i % lattice->columns,
					i / lattice->columns);
	qsort(shares, (size_t)cells, sizeof *shares, order_doubles);
	survey->empty =
		EMPTY_SHARE * fmax(lattice->field * lattice->field,
				   shares[(int)(EMPTY_RANK * (cells - 1))]);
	free(shares);
	for (int side = 0; side < SIDE_COUNT; side++)
		survey->frame[side] =
			frame_depth(elements, lattice, (enum side)side);
	return 0;
}

void track_piece_look(const struct elements *elements,
		      const struct lattice *lattice,
		      const struct track_survey *survey, int x, int y,
		      struct track_piece *piece)
{
	struct patch patch;
	double threshold;
	int inked = 0;

	memset(piece, 0, sizeof *piece);
	piece->certainty = 1;
	if (field_share(elements, lattice, x, y) > survey->empty)
		return;
	sample_patch(elements, lattice, survey, x, y, &patch);
	piece->ground = patch.ground;
	piece->ink = patch.ground;
	if (patch.strongest <
	    fmax(INK_LEAST, INK_NOISE * fmax(1, elements->noise)))
		return;
	threshold = INK_SHARE * patch.strongest;
	for (int j = MIDDLE; j < GRID - MIDDLE; j++)
		for (int i = MIDDLE; i < GRID - MIDDLE; i++)
			inked += patch.ink[j][i] >= threshold;
	piece->share =
		(double)inked / ((GRID - 2 * MIDDLE) * (GRID - 2 * MIDDLE));
	choose_sides(&patch, threshold, piece);
	if (!piece->whole)
		choose_shape(&patch, threshold, piece);
	set_ink(&patch, threshold, piece);
}
