#include "number_cuts.h"

#include <stdlib.h>

/* Cuts are so far from each other, and from the ends, in heights. */
#define APART 0.12
#define RIM 0.1
/* A cut through more ink than this, in heights, is none. */
#define INK_MOST 0.6
/* Digits that touch along their stems, as two 0s do, leave no column with
 * little ink: they are as wide as each other, and about so wide for their
 * height. */
#define DIGIT_MOSTLY 0.62
enum { LEAST_INK_MAX = 4, EQUAL_MAX = 3 };

/* How much ink each column of a box holds, faint pixels less: where digits
 * touch, blur alone joins them. */
static void weigh_columns(const struct ink *ink, const struct box *box,
			  double *columns)
{
	double sign = ink->dark ? -1 : 1;

	for (int x = 0; x < box->width; x++) {
		columns[x] = 0;
		for (int y = box->y; y < box->y + box->height; y++) {
			int at = y * ink->part->width + box->x + x;

			if (ink->label[at])
				columns[x] += sign *
					      (double)ink->part->level[at] /
					      ink->contrast;
		}
	}
}

/* Is there a cut near a column? */
static bool is_cut_near(const int *cuts, int count, int x, int apart)
{
	bool near = false;

	for (int i = 1; i < count; i++)
		near |= abs(x - cuts[i]) < apart;
	return near;
}

static int compare_ints(const void *a, const void *b)
{
	const int *p = a, *q = b;

	return (*p > *q) - (*p < *q);
}

int number_cuts_find(const struct ink *ink, const struct box *box,
		     double height, bool equal, int *cuts)
{
	double columns[PART_SIDE_MAX];
	int apart = (int)(APART * height) + 1, rim = (int)(RIM * height) + 1;
	int digits = (int)(box->width / (DIGIT_MOSTLY * height) + 0.5);
	int count = 0;

	weigh_columns(ink, box, columns);
	cuts[count++] = 0;
	while (count <= LEAST_INK_MAX) {
		int best = -1;

		for (int x = rim; x <= box->width - rim; x++)
			if (!is_cut_near(cuts, count, x, apart) &&
			    /* NOLINTNEXTLINE(clang-analyzer-*): rim > 0 */
			    (best < 0 || columns[x] < columns[best]))
				best = x;
		if (best < 0 || columns[best] > INK_MOST * height)
			break;
		cuts[count++] = best;
	}
	for (int i = 1; equal && i < digits && i <= EQUAL_MAX; i++) {
		int x = i * box->width / digits;

		if (!is_cut_near(cuts, count, x, apart))
			cuts[count++] = x;
	}
	cuts[count++] = box->width;
	qsort(cuts, (size_t)count, sizeof *cuts, compare_ints);
	return count;
}
