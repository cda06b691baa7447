#include "lattice_lines.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"

/* A row or column is part of the lattice where this share of its sides shows.
 */
#define LINE_SEEN 0.75
/* Lines are told by their levels averaged along a side of a cell, so that
 * pale, dotted and noisy ones count: so many samples along, compared with
 * those LINE_ASIDE cells to the left and right. The line may lie LINE_STEPS
 * steps of LINE_STEP (of that distance) beside where it is expected. */
enum { LINE_SAMPLES = 16, LINE_STEPS = 2, BOUND_SAMPLES = 80 };
#define LINE_ASIDE 0.16
#define LINE_STEP 0.22
/* A line is there above this share of the way from the contrast of no line to
 * that of the lattice's lines. */
#define BOUND_SHARE 0.4

/* How much a line from a to b (cells) stands out: as a stroke between its two
 * sides, or as a step from one to the other, in levels. `aside` is a point's
 * distance to where the sides are looked at. */
static double line_contrast(const struct lattice *lattice,
			    const struct elements *elements, struct point a,
			    struct point b, struct point aside)
{
	double level[3 + 2 * LINE_STEPS] = { 0 };
	const double *m = lattice->cell_to_px.m;
	struct point along = point_scale(point_sub(b, a), 0.7 / LINE_SAMPLES);
	double best = 0, step;
	int middle = 1 + LINE_STEPS;

	for (int j = -middle; j <= middle; j++) {
		/* the outermost two are the sides */
		double off =
			abs(j) == middle ? (j < 0 ? -1.0 : 1.0) : LINE_STEP * j;
		struct point at =
			point_add(point_mix(a, b, 0.15 + 0.35 / LINE_SAMPLES),
				  point_scale(aside, off));
		/* numerators and denominator change evenly along the line */
		double x = m[0] * at.x + m[1] * at.y + m[2];
		double y = m[3] * at.x + m[4] * at.y + m[5];
		double w = m[6] * at.x + m[7] * at.y + m[8];
		double dx = m[0] * along.x + m[1] * along.y;
		double dy = m[3] * along.x + m[4] * along.y;
		double dw = m[6] * along.x + m[7] * along.y;
		float sum = 0;

		for (int i = 0; i < LINE_SAMPLES; i++) {
			double share = 1 / (w + i * dw);

			sum += plane_sample_float(
				&elements->grey, (float)((x + i * dx) * share),
				(float)((y + i * dy) * share));
		}
		level[j + middle] = sum / LINE_SAMPLES;
	}
	step = fabs(level[0] - level[2 * middle]);
	for (int j = 1; j < 2 * middle; j++)
		best = fmax(best, fabs(level[j] -
				       (level[0] + level[2 * middle]) / 2));
	return fmax(best, step);
}

/* The same for the side of a cell, or for a line `off` cells beside it. */
static double side_contrast(const struct lattice *lattice,
			    const struct elements *elements, int x, int y,
			    bool upright, double off)
{
	struct point a = { x + (upright ? off : 0), y + (upright ? 0 : off) };
	struct point b = { a.x + !upright, a.y + upright };
	struct point aside = { upright ? LINE_ASIDE : 0,
			       upright ? 0 : LINE_ASIDE };

	return line_contrast(lattice, elements, a, b, aside);
}

/* The contrast from which on a line is there: between that of the lattice's
 * lines and that of the middles of its cells, where no lines are. A very
 * large number where the two cannot be told apart. */
static double contrast_bound(const struct lattice *lattice,
			     const struct elements *elements)
{
	double lines[BOUND_SAMPLES], middles[BOUND_SAMPLES];
	int count = 0;
	int cells = lattice->columns * lattice->rows;
	int every = 1 + 2 * cells / BOUND_SAMPLES;

	for (int i = 0; i < 2 * cells && count < BOUND_SAMPLES; i += every) {
		int x = i / 2 % lattice->columns, y = i / 2 / lattice->columns;
		bool upright = i % 2;

		lines[count] =
			side_contrast(lattice, elements, x, y, upright, 0);
		middles[count++] =
			side_contrast(lattice, elements, x, y, upright, 0.5);
	}
	qsort(lines, (size_t)count, sizeof *lines, order_doubles);
	qsort(middles, (size_t)count, sizeof *middles, order_doubles);
	if (lines[count / 2] < 2 * middles[count / 2])
		return HUGE_VAL;
	return middles[count / 2] +
	       BOUND_SHARE * (lines[count / 2] - middles[count / 2]);
}

/* How many of the far sides, and of the rungs, show of the column x (or, not
 * upright, the row) that follows the lattice at one of its sides: the smaller
 * share of the two. */
static double strip_share(const struct lattice *lattice,
			  const struct elements *elements, int at, bool upright,
			  bool beyond, double bound)
{
	int length = upright ? lattice->rows : lattice->columns;
	int far_at = beyond ? at + 1 : at;
	double far_sides = 0, rungs = 0;

	for (int i = 0; i < length; i++)
		far_sides +=
			side_contrast(lattice, elements, upright ? far_at : i,
				      upright ? i : far_at, upright, 0) > bound;
	for (int i = 0; i <= length; i++)
		rungs += side_contrast(lattice, elements, upright ? at : i,
				       upright ? i : at, !upright, 0) > bound;
	return fmin(far_sides / length, rungs / (length + 1));
}

bool lattice_is_inside(const struct lattice *lattice,
		       const struct elements *elements)
{
	struct point corner[4] = { { 0, 0 },
				   { lattice->columns, 0 },
				   { lattice->columns, lattice->rows },
				   { 0, lattice->rows } };
	double slack = lattice->pitch / 4;

	for (int i = 0; i < 4; i++) {
		struct point at =
			homography_apply(&lattice->cell_to_px, corner[i]);

		if (!(at.x > -slack && at.y > -slack &&
		      at.x < elements->grey.width + slack &&
		      at.y < elements->grey.height + slack))
			return false;
	}
	return true;
}

void lattice_extend(struct lattice *lattice, const struct elements *elements)
{
	static const struct {
		int left, top, right, bottom;
	} sides[4] = {
		{ 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 }
	};

	double bound = contrast_bound(lattice, elements);

	for (int i = 0; i < 4; i++)
		while (lattice->columns < LATTICE_SIDE_MAX &&
		       lattice->rows < LATTICE_SIDE_MAX) {
			bool upright = i % 2 == 0;
			bool beyond = i >= 2;
			struct lattice larger = *lattice;
			int at = !beyond   ? -1
				 : upright ? lattice->columns
					   : lattice->rows;

			lattice_resize(&larger, sides[i].left, sides[i].top,
				       sides[i].right, sides[i].bottom);
			if (!lattice_is_inside(&larger, elements) ||
			    strip_share(lattice, elements, at, upright, beyond,
					bound) < LINE_SEEN)
				break;
			*lattice = larger;
		}
}
