#include "sigils_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* A box whose squares would be wider than high (or higher than wide) by more
 * than this is not a box of the shape. Half a square too many, a shadow say,
 * makes it 1.25 at three squares. */
#define SKEW_MOST 1.45
/* A blob like no shape by more than this is none, however moved. */
#define WORTH 0.45
/* Shapes less like it than the best by this do not overtake it. */
#define WORTH_NEAR 0.2
/* Steps of the search for place and size, in squares; each is halved once. */
#define STEP 0.08
#define STEP_LEAST 0.02

/* 1 + 2 poses of O and I, 4 of T J L each, 2 of S and Z each. */
enum { SIGILS_SHAPES = 19 };

int sigils_mask_init(struct sigils_mask *mask, int width, int height)
{
	int size = (width + 2) * (height + 2);

	if (size > mask->capacity) {
		sigils_mask_fini(mask);
		mask->pixels = alloc_array((size_t)size, 1);
		mask->sums = alloc_array((size_t)size, sizeof *mask->sums);
		mask->stack = alloc_array((size_t)size, sizeof *mask->stack);
		if (!mask->pixels || !mask->sums || !mask->stack) {
			sigils_mask_fini(mask);
			return -1;
		}
		mask->capacity = size;
	}
	mask->width = width;
	mask->height = height;
	mask->stride = width + 2;
	memset(mask->pixels, 0, (size_t)size);
	return 0;
}

void sigils_mask_fini(struct sigils_mask *mask)
{
	free(mask->pixels);
	free(mask->sums);
	free(mask->stack);
	memset(mask, 0, sizeof *mask);
}

void sigils_mask_fill_holes(struct sigils_mask *mask)
{
	/* marks what is reached from outside with 2, then swaps */
	int size = mask->stride * (mask->height + 2);
	const int steps[4] = { 1, -1, mask->stride, -mask->stride };
	int depth = 0;

	mask->pixels[0] = 2;
	mask->stack[depth++] = 0;
	while (depth) {
		int at = mask->stack[--depth];

		for (int i = 0; i < 4; i++) {
			int next = at + steps[i];

			/* the rim is a closed ring, so only its own ends
			 * can lead out of the array */
			if (next < 0 || next >= size || mask->pixels[next])
				continue;
			mask->pixels[next] = 2;
			mask->stack[depth++] = next;
		}
	}
	for (int i = 0; i < size; i++)
		mask->pixels[i] = mask->pixels[i] != 2;
}

/* sums[(y + 1) * stride + x + 1]: pixels within 0..x, 0..y of the blob. */
static void sum_up(struct sigils_mask *mask)
{
	int stride = mask->stride;

	memset(mask->sums, 0, (size_t)stride * sizeof *mask->sums);
	for (int y = 1; y <= mask->height; y++) {
		int row = 0;

		mask->sums[y * stride] = 0;
		for (int x = 1; x <= mask->width; x++) {
			row += mask->pixels[y * stride + x];
			mask->sums[y * stride + x] =
				mask->sums[(y - 1) * stride + x] + row;
		}
	}
}

struct pose {
	double x, y, pitch;
};

/* Sums at the corners of the squares of a shape's box. */
struct grid {
	double sum[5][5];
};

/* Between which of the sums a line lies: after the first so far as a share of
 * the way to the next. */
struct between {
	int first;
	double share;
};

static struct between between_sums(double at, int length)
{
	struct between between;

	at = at < 0 ? 0 : at > length ? length : at;
	between.first = at < length ? (int)at : length - 1;
	between.share = at - between.first;
	return between;
}

static void find_sums(const struct sigils_mask *mask, int width, int height,
		      const struct pose *pose, struct grid *grid)
{
	struct between columns[5];

	for (int x = 0; x <= width; x++)
		columns[x] =
			between_sums(pose->x + x * pose->pitch, mask->width);
	for (int y = 0; y <= height; y++) {
		struct between row =
			between_sums(pose->y + y * pose->pitch, mask->height);
		const int *top = mask->sums + row.first * mask->stride;
		const int *low = top + mask->stride;

		/* pixels left of and above each corner, with parts of them */
		for (int x = 0; x <= width; x++) {
			int left = columns[x].first;
			double across = columns[x].share;

			grid->sum[y][x] = (top[left] * (1 - across) +
					   top[left + 1] * across) *
						  (1 - row.share) +
					  (low[left] * (1 - across) +
					   low[left + 1] * across) *
						  row.share;
		}
	}
}

static double likeness_on(const struct sigils_mask *mask,
			  const struct grid *grid,
			  const struct sigils_shape *shape, double pitch)
{
	double area = mask->sums[mask->height * mask->stride + mask->width];
	double common = 0;

	for (int i = 0; i < 4; i++) {
		const double *top = &grid->sum[shape->y[i]][shape->x[i]];
		const double *low = &grid->sum[shape->y[i] + 1][shape->x[i]];

		common += low[1] - low[0] - top[1] + top[0];
	}
	return common / (area + 4 * pitch * pitch - common);
}

static double likeness(const struct sigils_mask *mask,
		       const struct sigils_shape *shape,
		       const struct pose *pose)
{
	struct grid grid;

	find_sums(mask, shape->width, shape->height, pose, &grid);
	return likeness_on(mask, &grid, shape, pose->pitch);
}

/* Moves and resizes step by step while that helps. */
static double improve(const struct sigils_mask *mask,
		      const struct sigils_shape *shape, struct pose *pose)
{
	static const int8_t moves[6][3] = { { 1, 0, 0 }, { -1, 0, 0 },
					    { 0, 1, 0 }, { 0, -1, 0 },
					    { 0, 0, 1 }, { 0, 0, -1 } };
	double best = likeness(mask, shape, pose);

	for (double step = STEP; step >= STEP_LEAST; step /= 2) {
		bool better = true;

		/* each round gains at least a little, so this ends */
		while (better) {
			better = false;
			for (int i = 0; i < 6; i++) {
				struct pose next = *pose;
				double size = moves[i][2] * step / 2;
				double here;

				next.pitch *= 1 + size;
				next.x +=
					pose->pitch * (moves[i][0] * step -
						       size * shape->width / 2);
				next.y += pose->pitch *
					  (moves[i][1] * step -
					   size * shape->height / 2);
				here = likeness(mask, shape, &next);
				if (here > best + 1e-4) {
					best = here;
					*pose = next;
					better = true;
				}
			}
		}
	}
	return best;
}

/* The shape stretched over the whole box. */
static bool first_pose(const struct sigils_mask *mask,
		       const struct sigils_shape *shape, struct pose *pose)
{
	double across = (double)mask->width / shape->width;
	double down = (double)mask->height / shape->height;

	pose->pitch = (across + down) / 2;
	pose->x = (mask->width - pose->pitch * shape->width) / 2;
	pose->y = (mask->height - pose->pitch * shape->height) / 2;
	return fmax(across, down) <= SKEW_MOST * fmin(across, down);
}

struct trial {
	struct sigils_shape shape;
	int kind, turns;
	struct pose pose;
	double likeness;
};

/* Every shape stretched over the box: returns how many fit at all. */
static int try_shapes(const struct sigils_mask *mask, struct trial *trials)
{
	/* by the width and height of the box: shapes of one share it */
	struct grid grids[5][5];
	bool has[5][5] = { { false } };
	int count = 0;

	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int turns = 0;
		     turns < sigils_poses((enum sigils_kind)kind); turns++) {
			struct trial *trial = &trials[count];
			int width, height;

			trial->kind = kind;
			trial->turns = turns;
			sigils_shape((enum sigils_kind)kind, turns,
				     &trial->shape);
			if (!first_pose(mask, &trial->shape, &trial->pose))
				continue;
			width = trial->shape.width;
			height = trial->shape.height;
			if (!has[height][width])
				find_sums(mask, width, height, &trial->pose,
					  &grids[height][width]);
			has[height][width] = true;
			trial->likeness =
				likeness_on(mask, &grids[height][width],
					    &trial->shape, trial->pose.pitch);
			count++;
		}
	return count;
}

bool sigils_mask_fit(struct sigils_mask *mask, struct sigils_blob *blob)
{
	struct trial trials[SIGILS_SHAPES];
	const struct trial *best = NULL;
	double most = 0;
	int count;

	sum_up(mask);
	memset(blob, 0, sizeof *blob);
	count = try_shapes(mask, trials);
	for (int i = 0; i < count; i++)
		most = fmax(most, trials[i].likeness);
	for (int i = 0; i < count && most > WORTH; i++) {
		struct trial *trial = &trials[i];

		if (trial->likeness > most - WORTH_NEAR)
			trial->likeness =
				improve(mask, &trial->shape, &trial->pose);
		if (!best || trial->likeness > best->likeness)
			best = trial;
	}
	if (!best)
		return false;
	blob->other_kind = SIGILS_KIND_COUNT;
	for (int i = 0; i < count; i++) {
		if (trials[i].kind == best->kind ||
		    trials[i].likeness <= blob->other)
			continue;
		blob->other = trials[i].likeness;
		blob->other_kind = (enum sigils_kind)trials[i].kind;
	}
	blob->kind = (enum sigils_kind)best->kind;
	blob->turns = best->turns;
	blob->x = best->pose.x;
	blob->y = best->pose.y;
	blob->pitch = best->pose.pitch;
	blob->likeness = best->likeness;
	return true;
}
