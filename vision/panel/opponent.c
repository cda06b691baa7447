#include "opponent.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lanes.h"

/* Levels by which pixels on both sides of one differ at a rim. */
enum { RIM = 12 };

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

/* What makes rows of squares: so many of such a side; with room for sums. */
struct row_maker {
	const struct image *image;
	enum opponent axis;
	int side, count;
	int16_t *sums; /* owned */
};

/* -1 without memory; free(maker->sums) in both cases. */
static int maker_init(struct row_maker *maker, const struct image *image,
		      int side, int count)
{
	*maker = (struct row_maker){
		.image = image,
		.side = side,
		.count = count,
		.sums = alloc_array((size_t)count * (size_t)side,
				    sizeof(int16_t)),
	};
	return maker->sums ? 0 : -1;
}

static void make_row(const struct row_maker *maker, int y, uint8_t *row)
{
	const bool wide = lanes_have_wide();
	const int pixels = maker->count * maker->side;

	for (int j = 0; j < maker->side; j++) {
		const uint32_t *from =
			image_row(maker->image, y * maker->side + j);

		if (wide)
			add_row_wide(from, pixels, maker->axis, !j,
				     maker->sums);
		else
			add_row(from, pixels, maker->axis, !j, maker->sums);
	}
	if (wide)
		take_row_wide(maker->sums, maker->side, maker->count, row);
	else
		take_row(maker->sums, maker->side, maker->count, row);
}

int plane_opponent(const struct image *image, enum opponent axis, int shrink,
		   struct plane *plane)
{
	struct row_maker maker;

	if (plane_init_unset(plane, image->width / shrink,
			     image->height / shrink) < 0 ||
	    maker_init(&maker, image, shrink, plane->width) < 0)
		return -1;
	maker.axis = axis;
	for (int y = 0; y < plane->height; y++)
		make_row(&maker, y, plane_row(plane, y));
	free(maker.sums);
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

/* An axis of the colours on three rows of squares at a time. */
struct axis_rows {
	struct row_maker maker;
	uint8_t *rows; /* owned */
	double told;   /* squares that it tells of */
};

/* Looks at row y and those next to it, of which so many are there from the one
 * before. */
static void look_at_row(struct axis_rows *axis,
			const struct opponent_view *view, int y, int kept)
{
	const int count = axis->maker.count;

	memmove(axis->rows, axis->rows + (3 - kept) * count,
		(size_t)(kept * count));
	for (int j = kept; j < 3; j++)
		make_row(&axis->maker, y - 1 + j, axis->rows + j * count);
	axis->told += count_beside(axis->rows + count, y, view);
}

double opponent_tells(const struct image *image,
		      const struct opponent_view *view)
{
	const int width = view->grey->width, every = view->row_every;
	struct axis_rows axes[OPPONENT_AXES] = { { .told = 0 } };
	double most = 0, pixels = 0;
	bool made = true;

	for (int i = 0; i < OPPONENT_AXES; i++) {
		struct axis_rows *axis = &axes[i];

		made &= maker_init(&axis->maker, image, view->shrink, width) ==
			0;
		axis->maker.axis = (enum opponent)i;
		axis->rows = alloc_array(3 * (size_t)width, 1);
		made &= axis->rows != NULL;
	}
	/* a row's pixels are still at hand for the second axis */
	for (int y = 1; made && y < view->grey->height - 1; y += every) {
		for (int i = 0; i < OPPONENT_AXES; i++)
			look_at_row(&axes[i], view, y,
				    y > 1 && every < 3 ? 3 - every : 0);
		pixels += width;
	}
	for (int i = 0; i < OPPONENT_AXES; i++) {
		most = fmax(most, axes[i].told / fmax(1, pixels));
		free(axes[i].rows);
		free(axes[i].maker.sums);
	}
	return made ? most : -1;
}
