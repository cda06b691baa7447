#include "pointer_votes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lanes.h"

/* A disc of the game changes the brightness by at least so many levels a
 * pixel at its edge: 255 * .41 over four pixels, but for the brightest. */
#define SLOPE_LEAST 12
/* A middle has votes from so much of its circle. */
#define VOTES_LEAST 0.45
/* A pixel in fixed point: pictures have 16384 a side. */
enum { ONE = 1 << 16 };

/* Along the slope, in steps of a pixel. */
static void vote(struct pointer_votes *votes, int x, int y, int along, int down)
{
	/* in shares of a pixel: fixed point */
	double step = ONE / sqrt(along * along + down * down);
	int dx = (int)lrint(along * step), dy = (int)lrint(down * step);
	int at_x = x * ONE + ONE / 2 + (int)(votes->least * dx);
	int at_y = y * ONE + ONE / 2 + (int)(votes->least * dy);

	for (double r = votes->least; r <= votes->most; r++) {
		int u = at_x / ONE, v = at_y / ONE;

		if (at_x < ONE || at_y < ONE || u >= votes->plane.width - 1 ||
		    v >= votes->plane.height - 1)
			return;
		votes->count[v * votes->plane.width + u]++;
		at_x += dx;
		at_y += dy;
	}
}

/* Where neither change is so great the slope is less than the least: most
 * pixels, which are passed by eights. */
enum { EIGHT = 8, EITHER_LEAST = 16 };

_Static_assert(2 * EITHER_LEAST * EITHER_LEAST < 4 * SLOPE_LEAST * SLOPE_LEAST,
	       "two changes of that size are too few for a vote");

static bool is_flat(const uint8_t *above, const uint8_t *row,
		    const uint8_t *below)
{
	const lanes_bytes least = lanes_splat(EITHER_LEAST);
	lanes_bytes along =
		lanes_apart(lanes_load(row + 1), lanes_load(row - 1));
	lanes_bytes down = lanes_apart(lanes_load(below), lanes_load(above));
	lanes_bytes steep = (lanes_bytes)(lanes_higher(along, down) > least);
	uint64_t any;

	memcpy(&any, &steep, sizeof any);
	return !any;
}

static void take_votes(struct pointer_votes *votes)
{
	const struct plane *plane = &votes->plane;

	for (int y = 1; y < plane->height - 1; y++) {
		const uint8_t *above = plane_row(plane, y - 1);
		const uint8_t *row = plane_row(plane, y);
		const uint8_t *below = plane_row(plane, y + 1);

		for (int x = 1; x < plane->width - 1; x++) {
			int along, down;

			while (x + EIGHT < plane->width &&
			       is_flat(above + x, row + x, below + x))
				x += EIGHT;
			if (x >= plane->width - 1)
				break;
			along = row[x + 1] - row[x - 1];
			down = below[x] - above[x];
			if (along * along + down * down >=
			    4 * SLOPE_LEAST * SLOPE_LEAST)
				vote(votes, x, y, along, down);
		}
	}
}

static int votes_around(const struct pointer_votes *votes, int x, int y)
{
	int w = votes->plane.width, sum = 0;

	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			sum += votes->count[(y + j) * w + x + i];
	return sum;
}

typedef uint16_t eight_votes __attribute__((vector_size(16)));

/* The first place of a row from u on that has more votes than so many, or
 * `end`: eight at a time. */
static int find_more(const uint16_t *count, int u, int end, int votes)
{
	const eight_votes bounds = (eight_votes){ 0 } + (uint16_t)votes;

	for (; u + EIGHT <= end; u += EIGHT) {
		eight_votes eight;

		memcpy(&eight, count + u, sizeof eight);
		if (lanes_any((lanes_int)(eight > bounds)))
			break;
	}
	while (u < end && count[u] <= votes)
		u++;
	return u;
}

/* The most votes in each of the rows from first to last that there are. */
static void count_rows(struct pointer_votes *votes, int first, int last)
{
	int w = votes->plane.width, h = votes->plane.height;

	for (int v = first < 0 ? 0 : first; v <= last && v < h; v++) {
		const uint16_t *row = votes->count + v * w;
		uint16_t most = 0;

		for (int u = 0; u < w; u++)
			most = row[u] > most ? row[u] : most;
		votes->row_most[v] = most;
	}
}

void pointer_votes_sum_up(struct pointer_votes *votes)
{
	count_rows(votes, 0, votes->plane.height - 1);
}

bool pointer_votes_next(struct pointer_votes *votes, struct point *middle)
{
	int w = votes->plane.width, h = votes->plane.height;
	int most = (int)(VOTES_LEAST * 2 * M_PI * votes->least), x = 0, y = 0;
	int around = (int)votes->most;

	/* the middle has more than the ninth part of the votes around it */
	for (int v = 1; v < h - 1; v++) {
		const uint16_t *row = votes->count + v * w;

		if (votes->row_most[v] <= most / 9)
			continue;

		for (int u = find_more(row, 1, w - 1, most / 9); u < w - 1;
		     u = find_more(row, u + 1, w - 1, most / 9)) {
			int sum = votes_around(votes, u, v);

			if (sum > most) {
				most = sum;
				x = u;
				y = v;
			}
		}
	}
	if (!x)
		return false;
	for (int v = y - around; v <= y + around; v++)
		for (int u = x - around; u <= x + around; u++)
			if (u >= 0 && v >= 0 && u < w && v < h)
				votes->count[v * w + u] = 0;
	count_rows(votes, y - around, y + around);
	*middle = (struct point){ (x + 0.5) * votes->shrink - 0.5,
				  (y + 0.5) * votes->shrink - 0.5 };
	return true;
}

/* The darkest channel, averaged over the diagonals of squares of `shrink`
 * pixels: enough for edges. */
LANES_INLINE void shrink_row(const uint32_t *row, size_t stride, int shrink,
			     uint8_t *to, int count)
{
	const uint32_t part = 0x10000 / (uint32_t)shrink;

	for (int x = 0; x < count; x++) {
		uint32_t sum = 0;

		for (int i = 0; i < shrink; i++)
			sum += pointer_darkest(
				row[x * shrink + i * (int)(stride + 1)]);
		to[x] = (uint8_t)(sum * part >> 16);
	}
}

/* With a factor that the compiler knows, several pixels at once. */
LANES_INLINE void shrink_rows(const struct image *image, int shrink,
			      struct plane *plane)
{
	for (int y = 0; y < plane->height; y++) {
		const uint32_t *row = image_row(image, y * shrink);
		uint8_t *to = plane_row(plane, y);

		if (shrink == 1)
			shrink_row(row, 0, 1, to, plane->width);
		else if (shrink == 2)
			shrink_row(row, image->stride, 2, to, plane->width);
		else
			shrink_row(row, image->stride, shrink, to,
				   plane->width);
	}
}

LANES_FOR_ALL(shrink_all, shrink_rows,
	      (const struct image *image, int shrink, struct plane *plane),
	      (image, shrink, plane))

static int shrink_darkest(const struct image *image, int shrink,
			  struct plane *plane)
{
	if (plane_init_unset(plane, image->width / shrink,
			     image->height / shrink) < 0)
		return -1;
	shrink_all(image, shrink, plane);
	return 0;
}

int pointer_votes_init(struct pointer_votes *votes, const struct image *image,
		       int shrink, double least, double most)
{
	*votes = (struct pointer_votes){ .shrink = shrink,
					 .least = fmax(2, least / shrink),
					 .most = most / shrink };
	if (image->width / shrink < 3 || image->height / shrink < 3 ||
	    shrink_darkest(image, shrink, &votes->plane) < 0)
		return -1;
	votes->count = alloc_array((size_t)votes->plane.width *
					   (size_t)votes->plane.height,
				   sizeof *votes->count);
	votes->row_most = alloc_array((size_t)votes->plane.height,
				      sizeof *votes->row_most);
	if (!votes->count || !votes->row_most)
		return -1;
	take_votes(votes);
	pointer_votes_sum_up(votes);
	return 0;
}

void pointer_votes_fini(struct pointer_votes *votes)
{
	plane_fini(&votes->plane);
	free(votes->count);
	free(votes->row_most);
}
