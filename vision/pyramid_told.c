#include "pyramid_told.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "items.h"

/* Two fields are bricks where the one lies so far aside of and below the
 * other, in their widths and heights, and is as large within that factor:
 * cells of tables stand a width apart, or none. */
#define BRICK_ASIDE_LEAST 0.4
#define BRICK_ASIDE_MOST 0.95
#define BRICK_BELOW_LEAST 0.7
#define BRICK_BELOW_MOST 2.3
#define BRICK_ALIKE 1.1
/* A number belongs to the bricks this near, in their widths and heights, that
 * are so many times as high as it is. */
#define NUMBER_ASIDE 3.5
#define NUMBER_ABOVE 5.0
#define NUMBER_LEAST 1.0
#define NUMBER_MOST 5.0

static bool are_bricks(const struct field *upper, const struct field *lower)
{
	double aside = fabs(lower->px_middle.x - upper->px_middle.x);
	double below = lower->px_middle.y - upper->px_middle.y;

	return aside > BRICK_ASIDE_LEAST * upper->width &&
	       aside < BRICK_ASIDE_MOST * upper->width &&
	       below > BRICK_BELOW_LEAST * upper->height &&
	       below < BRICK_BELOW_MOST * upper->height &&
	       upper->width < BRICK_ALIKE * lower->width &&
	       lower->width < BRICK_ALIKE * upper->width &&
	       upper->height < BRICK_ALIKE * lower->height &&
	       lower->height < BRICK_ALIKE * upper->height;
}

static bool is_known(const struct sighting_list *known, const struct box *box)
{
	struct quad place =
		quad_from_box(box->x, box->y, box->width, box->height);

	return sighting_list_takes_in(known, &place);
}

/* Which fields are bricks, by another one below or above. Returns how many. */
static int find_bricks(const struct field *fields, int count,
		       const struct sighting_list *known, bool *bricks)
{
	int found = 0;

	for (int i = 0; i < count; i++) {
		double reach = BRICK_ASIDE_MOST * fields[i].width;
		double from = fields[i].px_middle.x - reach;

		for (int k = fields_from(fields, count, from);
		     k < count &&
		     fields[k].px_middle.x <= fields[i].px_middle.x + reach;
		     k++)
			if (are_bricks(&fields[i], &fields[k]) &&
			    !is_known(known, &fields[i].px_box))
				bricks[i] = bricks[k] = true;
	}
	for (int i = 0; i < count; i++)
		found += bricks[i];
	return found;
}

/* The brick nearest to a number that may hold one as high; NULL: none. */
static const struct field *find_nearest(const struct field *fields, int count,
					const bool *bricks,
					const struct item *item)
{
	const struct field *nearest = NULL;
	double least = HUGE_VAL, high = item->strokes[0].height;

	for (int i = 0; i < count; i++) {
		const struct field *field = &fields[i];
		double x = fabs(field->px_middle.x - item->px_middle.x);
		double y = fabs(field->px_middle.y - item->px_middle.y);

		if (!bricks[i] || hypot(x, y) >= least ||
		    x > NUMBER_ASIDE * field->width ||
		    y > NUMBER_ABOVE * field->height ||
		    field->height < NUMBER_LEAST * high ||
		    field->height > NUMBER_MOST * high)
			continue;
		least = hypot(x, y);
		nearest = field;
	}
	return nearest;
}

static int by_x(const void *a, const void *b)
{
	const struct field *p = a, *q = b;

	return (p->px_middle.x > q->px_middle.x) -
	       (p->px_middle.x < q->px_middle.x);
}

/* Puts a field around each number near bricks. Returns how many, or -1. */
static int add_around(const struct item_list *items, const bool *bricks,
		      struct field **fields, int *count)
{
	struct field *all =
		alloc_array((size_t)*count + items->count, sizeof *all);
	int seen = *count;

	if (!all)
		return -1;
	memcpy(all, *fields, sizeof *all * (size_t)seen);
	for (size_t i = 0; i < items->count && *count < FIELDS_MOST; i++) {
		const struct item *item = &items->items[i];
		const struct field *like =
			item->value < 0 || !item->stroke_count
				? NULL
				: find_nearest(*fields, seen, bricks, item);

		if (!like)
			continue;
		all[*count] = *like;
		all[*count].px_middle = item->px_middle;
		all[*count].px_box.x +=
			(int)lround(item->px_middle.x - like->px_middle.x);
		all[*count].px_box.y +=
			(int)lround(item->px_middle.y - like->px_middle.y);
		all[(*count)++].told = true;
	}
	qsort(all, (size_t)*count, sizeof *all, by_x);
	free(*fields);
	*fields = all;
	return *count - seen;
}

int pyramid_add_told(const struct page *page, struct glyphs *glyphs,
		     const struct sighting_list *known, struct field **fields,
		     int *count)
{
	struct item_list items = { 0 };
	bool *bricks = alloc_array((size_t)*count, sizeof *bricks);
	int added = bricks || !*count ? 0 : -1;

	if (added == 0 && find_bricks(*fields, *count, known, bricks))
		added = item_list_find_numbers(&items, page, glyphs, known);
	if (added == 0 && items.count)
		added = add_around(&items, bricks, fields, count);
	item_list_fini(&items);
	free(bricks);
	return added;
}
