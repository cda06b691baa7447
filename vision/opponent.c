#include "opponent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"

/* Levels by which pixels on both sides of one differ at a rim. */
enum { RIM = 12 };

/* Room for three rows of squares, and for the sums one is made of. */
struct three_rows {
	int width;
	uint8_t *levels;
	int16_t *sums;
};

/* Twice as many levels as the picture's. */
LANES_INLINE int red_green(uint32_t pixel)
{
	return 2 * ((int)(pixel >> 16 & 255) - (int)(pixel >> 8 & 255));
}

LANES_INLINE int yellow_blue(uint32_t pixel)
{
	return 2 * (int)(pixel & 255) - (int)(pixel >> 16 & 255) -
	       (int)(pixel >> 8 & 255);
}

/* Adds what a row's pixels show, to nothing if it is the `first`; at most
 * OPPONENT_SHRINK_MOST rows fit. */
LANES_INLINE void add_row(const uint32_t *pixels, int count, enum opponent axis,
			  bool first, int16_t *restrict sums)
{
	const int16_t kept = first ? 0 : -1;

	if (axis == OPPONENT_RED_GREEN)
		for (int x = 0; x < count; x++)
			sums[x] = (int16_t)((sums[x] & kept) +
					    red_green(pixels[x]));
	else
		for (int x = 0; x < count; x++)
			sums[x] = (int16_t)((sums[x] & kept) +
					    yellow_blue(pixels[x]));
}

LANES_WIDE static void add_row_wide(const uint32_t *pixels, int count,
				    enum opponent axis, bool first,
				    int16_t *restrict sums)
{
	add_row(pixels, count, axis, first, sums);
}

/* Levels of a row of squares, whose columns were added up. */
LANES_INLINE void take_row(const int16_t *restrict sums, int side, int count,
			   uint8_t *restrict row)
{
	const float share = 0.5f / (float)(side * side);

	for (int x = 0; x < count; x++) {
		int sum = 0, level;

		for (int i = 0; i < side; i++)
			sum += sums[x * side + i];
		level = 128 + (int)((float)sum * share);
		level = level < 0 ? 0 : level;
		row[x] = (uint8_t)(level > 255 ? 255 : level);
	}
}

LANES_WIDE static void take_row_wide(const int16_t *restrict sums, int side,
				     int count, uint8_t *restrict row)
{
	/* most pictures are looked at so */
	if (side == 2)
		take_row(sums, 2, count, row);
	else
		take_row(sums, side, count, row);
}

/* The sums that a row of `count` squares is made of. */
static int16_t *sums_alloc(int count, int side)
{
	return malloc((size_t)count * (size_t)side * sizeof(int16_t));
}

/* Makes the row of squares `y`, so many. */
static void make_row(const struct image *image, enum opponent axis, int side,
		     int y, int count, int16_t *sums, uint8_t *row)
{
	const bool wide = lanes_have_wide();

	for (int j = 0; j < side; j++) {
		const uint32_t *pixels = image_row(image, y * side + j);

		if (wide)
			add_row_wide(pixels, count * side, axis, !j, sums);
		else
			add_row(pixels, count * side, axis, !j, sums);
	}
	if (wide)
		take_row_wide(sums, side, count, row);
	else
		take_row(sums, side, count, row);
}

int plane_opponent(const struct image *image, enum opponent axis, int shrink,
		   struct plane *plane)
{
	int16_t *sums;

	if (plane_init_unset(plane, image->width / shrink,
			     image->height / shrink) < 0)
		return -1;
	sums = sums_alloc(plane->width, shrink);
	if (!sums)
		return -1;
	for (int y = 0; y < plane->height; y++)
		make_row(image, axis, shrink, y, plane->width, sums,
			 plane_row(plane, y));
	free(sums);
	return 0;
}

/* By how many levels a pixel's neighbours on both sides differ, across or
 * down, whichever is more: at `x` of the middle row of three. */
LANES_INLINE int step_at(const uint8_t *row, long stride, int x)
{
	int across = abs(row[x + 1] - row[x - 1]);
	int down = abs(row[x + stride] - row[x - stride]);

	return across > down ? across : down;
}

LANES_INLINE int count_row(const uint8_t *row, long stride, const uint8_t *grey,
			   long grey_stride, int count)
{
	int told = 0;

	for (int x = 1; x < count - 1; x++) {
		int step = step_at(row, stride, x);

		told += (step > RIM) &
			(step > 2 * step_at(grey, grey_stride, x));
	}
	return told;
}

LANES_WIDE static int count_row_wide(const uint8_t *row, long stride,
				     const uint8_t *grey, long grey_stride,
				     int count)
{
	return count_row(row, stride, grey, grey_stride, count);
}

/* How many pixels it tells of in a row of the picture, `row` the middle one of
 * three, from one column to before another. */
static int count_part(const uint8_t *row, const struct plane *grey, int y,
		      int from, int to)
{
	const uint8_t *same = plane_row(grey, y) + from;

	if (lanes_have_wide())
		return count_row_wide(row + from, grey->width, same,
				      grey->stride, to - from);
	return count_row(row + from, grey->width, same, grey->stride,
			 to - from);
}

/* The same of the whole row, but for what lies in boxes. */
static int count_beside(const uint8_t *row, int y,
			const struct opponent_view *view)
{
	const struct plane *grey = view->grey;
	int told = count_part(row, grey, y, 0, grey->width);

	for (int i = 0; i < view->without_count; i++) {
		const struct box *box = &view->without[i];
		int right = box->x + box->width;
		int from = box->x > 0 ? box->x : 0;
		int to = right < grey->width ? right : grey->width;

		if (y >= box->y && y < box->y + box->height && to > from)
			told -= count_part(row, grey, y, from, to);
	}
	return told > 0 ? told : 0;
}

/* The three rows of squares around row `y`, of which the first `made` are. */
static void make_three(const struct image *image, enum opponent axis,
		       int shrink, int y, struct three_rows *rows, int made)
{
	for (int j = made; j < 3; j++)
		make_row(image, axis, shrink, y - 1 + j, rows->width,
			 rows->sums, rows->levels + j * rows->width);
}

/* The share that an axis tells of; `rows` holds room for three of them. */
static double axis_tells(const struct image *image, enum opponent axis,
			 const struct opponent_view *view,
			 struct three_rows *rows)
{
	const struct plane *grey = view->grey;
	const int every = view->row_every, kept = every < 3 ? 3 - every : 0;
	double told = 0, pixels = 0;

	for (int y = 1; y < grey->height - 1; y += every) {
		int made = y > 1 ? kept : 0;

		memmove(rows->levels, rows->levels + (3 - made) * rows->width,
			(size_t)(made * rows->width));
		make_three(image, axis, view->shrink, y, rows, made);
		told += count_beside(rows->levels + rows->width, y, view);
		pixels += grey->width;
	}
	return told / fmax(1, pixels);
}

double opponent_tells(const struct image *image,
		      const struct opponent_view *view)
{
	struct three_rows rows = {
		.width = view->grey->width,
		.levels = malloc(3 * (size_t)view->grey->width),
		.sums = sums_alloc(view->grey->width, view->shrink),
	};
	double most = -1;

	for (int axis = 0; axis < OPPONENT_AXES && rows.levels && rows.sums;
	     axis++)
		most = fmax(most, axis_tells(image, (enum opponent)axis, view,
					     &rows));
	free(rows.levels);
	free(rows.sums);
	return most;
}
