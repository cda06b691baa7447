#include "sigils_counts.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "sigils.h"

/* A digit is this high, in squares of the piece, and not wider than high by
 * more than WIDE. */
#define HIGH_LEAST 0.25
#define HIGH_MOST 1.3
#define WIDE 1.2
/* It stands within so many squares of the piece. */
#define FAR_MOST 1.1
/* And shares at most this of its box with the piece. */
#define COMMON_MOST 0.2
enum { DIGITS_MOST = 3 };
/* Digits of one number stand closer than this share of their height, and as
 * high within that. */
#define DIGIT_GAP 0.5

struct squares {
	struct quad px[4];
	double pitch; /* picture pixels */
};

struct digits {
	struct box boxes[DIGITS_MOST];
	int count;
	double distance; /* of the first found; from the piece */
};

static void find_squares(const struct sigils_view *view,
			 const struct sigils_blob *blob,
			 struct squares *squares)
{
	struct sigils_shape shape;

	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			squares->px[i].corner[j] = sigils_view_px(
				view,
				blob->x + blob->pitch * (shape.x[i] +
							 (j == 1 || j == 2)),
				blob->y +
					blob->pitch * (shape.y[i] + (j >= 2)));
	squares->pitch = point_distance(squares->px[0].corner[0],
					squares->px[0].corner[1]);
}

/* The box around a square. */
static void bounds(const struct quad *quad, double low[2], double high[2])
{
	low[0] = fmin(quad->corner[0].x, quad->corner[3].x);
	low[1] = fmin(quad->corner[0].y, quad->corner[1].y);
	high[0] = fmax(quad->corner[1].x, quad->corner[2].x);
	high[1] = fmax(quad->corner[2].y, quad->corner[3].y);
}

/* How far a box is from the piece's squares; HUGE_VAL where it lies on them
 * or has not the size of a digit. */
static double distance_to(const struct squares *squares, const struct box *box)
{
	double best = HUGE_VAL, common = 0;

	if (box->height < HIGH_LEAST * squares->pitch ||
	    box->height > HIGH_MOST * squares->pitch ||
	    box->width > WIDE * box->height)
		return HUGE_VAL;
	for (int i = 0; i < 4; i++) {
		double low[2], high[2], across, down;

		bounds(&squares->px[i], low, high);
		across = fmin(high[0], box->x + box->width) -
			 fmax(low[0], box->x);
		down = fmin(high[1], box->y + box->height) -
		       fmax(low[1], box->y);
		common += fmax(0, across) * fmax(0, down);
		best = fmin(best, hypot(fmax(0, -across), fmax(0, -down)));
	}
	if (common > COMMON_MOST * box->width * box->height)
		return HUGE_VAL;
	return best;
}

/* Do two boxes stand side by side as digits of a number do? */
static bool are_neighbours(const struct box *a, const struct box *b)
{
	double gap = fmax(a->x, b->x) - fmin(a->x + a->width, b->x + b->width);
	double high = fmax(a->height, b->height);

	return gap < DIGIT_GAP * high && abs(a->y - b->y) < DIGIT_GAP * high &&
	       abs(a->height - b->height) < DIGIT_GAP * high;
}

static void add_digit(struct digits *digits, const struct box *box,
		      double distance)
{
	if (digits->count && are_neighbours(&digits->boxes[0], box)) {
		if (digits->count < DIGITS_MOST)
			digits->boxes[digits->count++] = *box;
		return;
	}
	if (digits->count && digits->distance <= distance)
		return;
	digits->boxes[0] = *box;
	digits->count = 1;
	digits->distance = distance;
}

void sigils_counts_read(struct glyphs *glyphs, const struct elements *elements,
			const struct sigils_view *view,
			const struct sigils_blob *const *blobs, int count,
			struct sigils_count *counts)
{
	struct squares squares[SIGILS_PIECES_MAX];
	struct digits digits[SIGILS_PIECES_MAX];

	memset(digits, 0, sizeof digits);
	for (int i = 0; i < count; i++)
		find_squares(view, blobs[i], &squares[i]);
	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		double best = HUGE_VAL;
		int nearest = -1;

		if (element->kind != ELEMENT_STROKE)
			continue;
		for (int j = 0; j < count; j++) {
			double here = distance_to(&squares[j], &element->box);

			if (here < FAR_MOST * squares[j].pitch && here < best) {
				best = here;
				nearest = j;
			}
		}
		if (nearest >= 0)
			add_digit(&digits[nearest], &element->box, best);
	}
	for (int i = 0; i < count; i++) {
		struct number number = { .value = -1 };

		if (digits[i].count)
			number_read(glyphs, &elements->grey, NULL,
				    digits[i].boxes, digits[i].count, &number);
		counts[i] = (struct sigils_count){ number.value,
						   number.confidence };
	}
}
