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
enum { LINE_SAMPLES = 16, LINE_STEPS = 2, BOUND_SAMPLES = 40 };
#define LINE_ASIDE 0.16
#define LINE_STEP 0.22
/* A line is there above this share of the way from the contrast of no line to
 * that of the lattice's lines. */
#define BOUND_SHARE 0.4
/* Lines are looked for so many steps to both sides of where the cells' middles
 * put them: one and a half pixels of the shrunk picture, and so many cells at
 * most. They stand out by so many levels. */
#define SNAP_MOST 0.14
#define SNAP_LEAST 6.0
enum { SNAP_STEPS = 7, HALVES_LEAST = 4 };
/* A lattice that was extended is snapped so often where it has more columns and
 * rows than these and its lines are off by this share of a cell somewhere. */
enum { HALVES_GROWN = 2, SNAPS = 2 };
#define GROWN_OFF 0.05

/* The mean level of the middle of the line from a to b (cells). */
static double line_level(const struct lattice *lattice,
			 const struct elements *elements, struct point a,
			 struct point b)
{
	const double *m = lattice->cell_to_px.m;
	struct point along = point_scale(point_sub(b, a), 0.7 / LINE_SAMPLES);
	struct point at = point_mix(a, b, 0.15 + 0.35 / LINE_SAMPLES);
	/* numerators and denominator change evenly along the line */
	struct plane_trace trace = {
		m[0] * at.x + m[1] * at.y + m[2],
		m[3] * at.x + m[4] * at.y + m[5],
		m[6] * at.x + m[7] * at.y + m[8],
		m[0] * along.x + m[1] * along.y,
		m[3] * along.x + m[4] * along.y,
		m[6] * along.x + m[7] * along.y,
	};
	float levels[LINE_SAMPLES], sum = 0;

	plane_sample_trace(&elements->grey, &trace, LINE_SAMPLES, levels);
	for (int i = 0; i < LINE_SAMPLES; i++)
		sum += levels[i];
	return sum / LINE_SAMPLES;
}

/* How much a line from a to b (cells) stands out: as a stroke between its two
 * sides, or as a step from one to the other, in levels. `aside` is a point's
 * distance to where the sides are looked at. */
static double line_contrast(const struct lattice *lattice,
			    const struct elements *elements, struct point a,
			    struct point b, struct point aside)
{
	double level[3 + 2 * LINE_STEPS];
	double best = 0, step;
	int middle = 1 + LINE_STEPS;

	for (int j = -middle; j <= middle; j++) {
		/* the outermost two are the sides */
		double off =
			abs(j) == middle ? (j < 0 ? -1.0 : 1.0) : LINE_STEP * j;
		struct point shift = point_scale(aside, off);

		level[j + middle] =
			line_level(lattice, elements, point_add(a, shift),
				   point_add(b, shift));
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

/* The contrast from which on an upright, or a level, line is there: between
 * that of the lattice's lines and that of the middles of its cells, where no
 * lines are. A very large number where the two cannot be told apart. (One for
 * each direction: thin lines that fall between pixels one way may be sharp
 * the other way.) */
static double contrast_bound(const struct lattice *lattice,
			     const struct elements *elements, bool upright)
{
	double lines[BOUND_SAMPLES], middles[BOUND_SAMPLES];
	int count = 0;
	int cells = lattice->columns * lattice->rows;
	int every = 1 + cells / BOUND_SAMPLES;

	for (int i = 0; i < cells && count < BOUND_SAMPLES; i += every) {
		int x = i % lattice->columns, y = i / lattice->columns;

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

/* Which shares of the far sides, and of the rungs, show of the column x (or,
 * not upright, the row) that follows the lattice at one of its sides. `bound`
 * has those of level and of upright lines. */
struct strip {
	double far_sides, rungs;
};

static struct strip look_at_strip(const struct lattice *lattice,
				  const struct elements *elements, int at,
				  bool upright, bool beyond,
				  const double bound[2])
{
	int length = upright ? lattice->rows : lattice->columns;
	int far_at = beyond ? at + 1 : at;
	struct strip strip = { 0, 0 };

	for (int i = 0; i < length; i++)
		strip.far_sides +=
			side_contrast(lattice, elements, upright ? far_at : i,
				      upright ? i : far_at, upright,
				      0) > bound[upright];
	for (int i = 0; i <= length; i++)
		strip.rungs += side_contrast(lattice, elements,
					     upright ? at : i, upright ? i : at,
					     !upright, 0) > bound[!upright];
	strip.far_sides /= length;
	strip.rungs /= length + 1;
	return strip;
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

/* Some of a lattice's upright, or level, lines: the sides `begin` to `end` of
 * the lines `from` to `to` (0 would be the rim). */
struct lines {
	const struct lattice *lattice;
	const struct elements *elements;
	bool upright;
	int from, to, begin, end;
	double reach; /* how far beside they are looked for, in cells */
};

/* By how many levels strokes are lighter than what is around them that lie
 * `off` cells beside where the lines should: the median, since pieces and
 * numbers stand out more. */
static double strokes_at(const struct lines *lines, double off)
{
	bool upright = lines->upright;
	int length = lines->end - lines->begin + 1;
	int sides = (lines->to - lines->from + 1) * length;
	int every = 1 + sides / BOUND_SAMPLES, count = 0;
	double lighter[BOUND_SAMPLES];

	for (int i = 0; i < sides && count < BOUND_SAMPLES; i += every) {
		double level[3], along = lines->begin + i % length;

		for (int j = 0; j < 3; j++) {
			double at = lines->from + i / length + off +
				    LINE_ASIDE * (j - 1);
			struct point a = { upright ? at : along,
					   upright ? along : at };
			struct point b = { a.x + !upright, a.y + upright };

			level[j] = line_level(lines->lattice, lines->elements,
					      a, b);
		}
		/* a step between two cells is none: it may lie anywhere */
		lighter[count++] =
			fmax(0, level[1] - fmax(level[0], level[2])) +
			fmin(0, level[1] - fmin(level[0], level[2]));
	}
	qsort(lighter, (size_t)count, sizeof *lighter, order_doubles);
	return lighter[count / 2];
}

/* How far beside where they should the lines lie, in cells: the middle of what
 * stands out. Returns false where nothing does. */
static bool find_stray(const struct lines *lines, double *stray)
{
	double lighter[2 * SNAP_STEPS + 1], most = 0, weight = 0, sum = 0;
	double step = lines->reach / SNAP_STEPS;
	int best = 0;

	for (int i = 0; i <= 2 * SNAP_STEPS; i++) {
		lighter[i] = strokes_at(lines, step * (i - SNAP_STEPS));
		if (fabs(lighter[i]) > fabs(most)) {
			most = lighter[i];
			best = i;
		}
	}
	if (fabs(most) < SNAP_LEAST || best == 0 || best == 2 * SNAP_STEPS)
		return false;
	for (int i = 0; i <= 2 * SNAP_STEPS; i++) {
		double above = lighter[i] / most - 0.5;

		if (above > 0) {
			weight += above;
			sum += above * (i - SNAP_STEPS);
		}
	}
	*stray = step * sum / weight;
	return true;
}

/* Those of the first or second half of all (`i`) in the first or second half
 * of their length (`j`), of so many `halves`. */
static struct lines part_of(const struct lattice *lattice,
			    const struct elements *elements, bool upright,
			    int halves, int i, int j)
{
	int last = (upright ? lattice->columns : lattice->rows) - 1;
	int sides = upright ? lattice->rows : lattice->columns;

	return (struct lines){
		.lattice = lattice,
		.elements = elements,
		.upright = upright,
		.from = 1 + i * last / halves,
		.to = (i + 1) * last / halves,
		.begin = j * sides / halves,
		.end = (j + 1) * sides / halves - 1,
		.reach = fmin(SNAP_MOST,
			      1.5 * elements->shrink / lattice->pitch),
	};
}

/* Where a lattice's coordinate x (or, not upright, y) lies by its lines:
 * m[0] * x + m[1] * y + m[2]. Where there are lines enough each quarter of the
 * lattice tells, or else all of it how far it is shifted. */
static void snap_axis(const struct lattice *lattice,
		      const struct elements *elements, bool upright, double *m)
{
	int last = (upright ? lattice->columns : lattice->rows) - 1;
	int sides = upright ? lattice->rows : lattice->columns;
	int halves = last >= HALVES_LEAST && sides >= HALVES_LEAST ? 2 : 1;
	double stray[2][2] = { 0 }, mean = 0, more_across, more_along;
	int found = 0;

	for (int i = 0; i < halves; i++)
		for (int j = 0; j < halves; j++) {
			struct lines lines = part_of(lattice, elements, upright,
						     halves, i, j);

			if (!find_stray(&lines, &stray[i][j]))
				continue;
			mean += stray[i][j];
			found++;
		}
	m[!upright] = 1;
	if (!found)
		return;
	mean /= found;
	m[2] = mean;
	if (found < 4)
		return;
	/* the halves' middles lie half of it apart */
	more_across = (stray[1][0] + stray[1][1] - stray[0][0] - stray[0][1]) /
		      2 / (last / 2.0);
	more_along = (stray[0][1] + stray[1][1] - stray[0][0] - stray[1][0]) /
		     2 / (sides / 2.0);
	m[!upright] += more_across;
	m[upright] = more_along;
	m[2] -= more_across * (last + 1) / 2.0 + more_along * sides / 2.0;
}

void lattice_snap(struct lattice *lattice, const struct elements *elements)
{
	struct homography snap = { { 0, 0, 0, 0, 0, 0, 0, 0, 1 } };

	snap_axis(lattice, elements, true, &snap.m[0]);
	snap_axis(lattice, elements, false, &snap.m[3]);
	lattice->cell_to_px = homography_compose(&snap, &lattice->cell_to_px);
	homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell);
}

/* Where each quarter of the lattice lies by its lines: `from` in the lattice's
 * coordinates, `to` in what they should be. Returns how far apart the two are
 * at most; 0 where too little shows. */
static double find_quarters(const struct lattice *lattice,
			    const struct elements *elements, struct quad *from,
			    struct quad *to)
{
	double most = 0;

	for (int k = 0; k < 4; k++) {
		int i = k == 1 || k == 2, j = k >= 2;
		struct lines upright =
			part_of(lattice, elements, true, 2, i, j);
		struct lines level = part_of(lattice, elements, false, 2, j, i);
		struct point *at = &from->corner[k], stray;

		upright.reach = level.reach = SNAP_MOST;
		if (!find_stray(&upright, &stray.x) ||
		    !find_stray(&level, &stray.y))
			return 0;
		most = fmax(most, fmax(fabs(stray.x), fabs(stray.y)));
		*at = (struct point){ (upright.from + upright.to) / 2.0,
				      (level.from + level.to) / 2.0 };
		to->corner[k] = point_add(*at, stray);
	}
	return most;
}

/* Cells far from those that tell the lattice, which may be few, lie where these
 * only roughly say: their lines tell more. */
static void snap_grown(struct lattice *lattice, const struct elements *elements)
{
	struct homography snap, cell_to_px, px_to_cell;
	struct quad from, to;

	if (fmin(lattice->columns, lattice->rows) <= HALVES_GROWN)
		return;
	for (int i = 0; i < SNAPS; i++) {
		double off = find_quarters(lattice, elements, &from, &to);

		if (off <= (i ? 0 : GROWN_OFF) ||
		    homography_from_quads(&from, &to, &snap) < 0)
			return;
		cell_to_px = homography_compose(&snap, &lattice->cell_to_px);
		if (homography_inverse(&cell_to_px, &px_to_cell) < 0)
			return;
		lattice->cell_to_px = cell_to_px;
		lattice->px_to_cell = px_to_cell;
	}
}

void lattice_extend(struct lattice *lattice, const struct elements *elements)
{
	static const struct {
		int left, top, right, bottom;
	} sides[4] = {
		{ 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 }
	};

	const double bound[2] = { contrast_bound(lattice, elements, false),
				  contrast_bound(lattice, elements, true) };

	for (int i = 0; i < 4; i++)
		while (lattice->columns < LATTICE_SIDE_MAX &&
		       lattice->rows < LATTICE_SIDE_MAX) {
			bool upright = i % 2 == 0;
			bool beyond = i >= 2;
			struct lattice larger = *lattice;
			int at = !beyond   ? -1
				 : upright ? lattice->columns
					   : lattice->rows;

			struct strip strip;

			lattice_resize(&larger, sides[i].left, sides[i].top,
				       sides[i].right, sides[i].bottom);
			if (!lattice_is_inside(&larger, elements))
				break;
			strip = look_at_strip(lattice, elements, at, upright,
					      beyond, bound);
			if (fmin(strip.far_sides, strip.rungs) < LINE_SEEN)
				break;
			larger.grown[i]++;
			*lattice = larger;
		}
	if (lattice->grown[0] + lattice->grown[1] + lattice->grown[2] +
	    lattice->grown[3])
		snap_grown(lattice, elements);
}
