#include "moved.h"

#include <math.h>
#include <stdlib.h>

/* Share of a puzzle's edge pixels that have changed: of boards scrolled by one
 * pixel or more it is above .5, by a whole cell, where the lines of a grid meet
 * again, as much as its clues and rims make; a move changes those of its cell.
 */
static const double CHANGED_MOST = 0.25;
/* Between neighbours, levels of one channel: less is grain and shading. */
enum { EDGE_LEAST = 24 };
/* Pixels that corners of the same board differ by at most, read twice. */
static const double SAME_PX = 1;

static bool differ(uint32_t a, uint32_t b, int least)
{
	for (int shift = 0; shift < 24; shift += 8)
		if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) >=
		    least)
			return true;
	return false;
}

/* The share of the edges within a puzzle's bounds that are not what they were.
 */
static double share_changed(const struct image *before,
			    const struct quad *px_corners,
			    const struct image *now)
{
	const struct point *c = px_corners->corner;
	int left = before->width, top = before->height, right = 0, bottom = 0;
	long changed = 0, all = 0;

	for (int i = 0; i < 4; i++) {
		left = (int)fmax(0, fmin(left, c[i].x));
		top = (int)fmax(0, fmin(top, c[i].y));
		right = (int)fmin(before->width - 1, fmax(right, c[i].x + 1));
		bottom =
			(int)fmin(before->height - 1, fmax(bottom, c[i].y + 1));
	}
	for (int y = top; y < bottom; y++)
		for (int x = left; x < right; x++) {
			const uint32_t *was = image_row(before, y) + x;

			if (!differ(was[0], was[1], EDGE_LEAST) &&
			    !differ(was[0], image_row(before, y + 1)[x],
				    EDGE_LEAST))
				continue;
			all++;
			changed += differ(was[0], image_row(now, y)[x],
					  EDGE_LEAST);
		}
	return all ? (double)changed / (double)all : 1;
}

bool moved_from(const struct image *before, const struct outcome_list *list,
		const struct image *now)
{
	if (!before->pixels || !list->count || before->width != now->width ||
	    before->height != now->height)
		return true;
	for (size_t i = 0; i < list->count; i++)
		if (share_changed(before, &list->outcomes[i].px_corners, now) >
		    CHANGED_MOST)
			return true;
	return false;
}

static bool same_place(const struct quad *a, const struct quad *b)
{
	for (int i = 0; i < 4; i++)
		if (!(point_distance(a->corner[i], b->corner[i]) <= SAME_PX))
			return false;
	return true;
}

bool moved_nowhere(const struct outcome_list *a, const struct outcome_list *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		const struct outcome *one = &a->outcomes[i];
		const struct outcome *other = &b->outcomes[i];

		if (one->puzzle.family != other->puzzle.family ||
		    !same_place(&one->px_corners, &other->px_corners))
			return false;
	}
	return true;
}
