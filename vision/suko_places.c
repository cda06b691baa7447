#include "suko_places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "items.h"
#include "suko_tinted.h"

/* The parts of a field that digits cut in two are as high within this factor,
 * stand in line within this share of their height, and so many heights of it
 * apart: two digits are not wider. */
#define PART_ALIKE 1.35
#define PART_OFF 0.25
#define PART_GAP 1.2
/* No more of them are looked for on a page. */
enum { PAIRS_MOST = 400 };
/* A card around a number is so many times as high: tight ones, and wide. */
static const double cards[] = { 1.6, 2.4 };
/* A swatch before a number is as high as it is, or a little less, and ends so
 * far before it, in its heights. */
static const double swatch_gaps[] = { 0.4, 0.6, 0.8, 1, 1.2, 1.5 };
#define SWATCH_SIZE 0.7
/* A card that is one stroke with its digits fills its box (.68 and .82 in
 * blurred pictures) but for their corners, and is at least so high in pixels;
 * its edges reach beyond it by so much at each side, in its heights. */
#define BLOT_FILLS 0.6
#define BLOT_RIM 0.08
enum { BLOT_LEAST = 14, BLOTS_MOST = 100 };
/* What areas add up to. */
enum { TOTAL_LEAST = 1, TOTAL_MOST = 42 };

struct places {
	struct field *list;
	size_t capacity;
	int count;
};

static int add(struct places *places, const struct field *field)
{
	if (alloc_grow(&places->list, &places->capacity,
		       (size_t)places->count + 1, sizeof *field) < 0)
		return -1;
	places->list[places->count++] = *field;
	return 0;
}

static struct field make_field(double left, double top, double right,
			       double bottom)
{
	return (struct field){
		.px_middle = { (left + right) / 2, (top + bottom) / 2 },
		.width = right - left,
		.height = bottom - top,
		.px_box = { (int)left, (int)top, (int)(right - left),
			    (int)(bottom - top) },
		.fill = 1,
	};
}

/* May b be the right part of what a is the left part of? */
static bool are_parts(const struct field *a, const struct field *b)
{
	double low = fmin(a->height, b->height);
	double gap =
		b->px_middle.x - b->width / 2 - a->px_middle.x - a->width / 2;

	return fmax(a->height, b->height) < PART_ALIKE * low &&
	       fabs(a->px_middle.y - b->px_middle.y) < PART_OFF * low &&
	       gap > -PART_OFF * low && gap < PART_GAP * low &&
	       a->width < 2 * low && b->width < 2 * low;
}

static int add_pairs(struct places *places, const struct field *fields,
		     int count)
{
	int added = 0;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < count && added < PAIRS_MOST; k++) {
			const struct field *a = &fields[i], *b = &fields[k];
			double half = fmax(a->height, b->height) / 2;
			double y = (a->px_middle.y + b->px_middle.y) / 2;
			struct field whole;

			if (a->bare || b->bare ||
			    a->px_middle.x >= b->px_middle.x ||
			    !are_parts(a, b))
				continue;
			whole = make_field(
				a->px_middle.x - a->width / 2, y - half,
				b->px_middle.x + b->width / 2, y + half);
			if (add(places, &whole) < 0)
				return -1;
			added++;
		}
	return 0;
}

static int add_swatches(struct places *places, const struct box *number)
{
	double size = SWATCH_SIZE * number->height;
	double y = number->y + number->height / 2.0;

	for (size_t i = 0; i < sizeof swatch_gaps / sizeof *swatch_gaps; i++) {
		double right = number->x - swatch_gaps[i] * number->height;
		struct field swatch = make_field(right - size, y - size / 2,
						 right, y + size / 2);

		if (add(places, &swatch) < 0)
			return -1;
	}
	return 0;
}

static int add_numbers(struct places *places, const struct item_list *items)
{
	for (size_t i = 0; i < items->count; i++) {
		const struct item *item = &items->items[i];
		const struct box *box = &item->px_box;

		if (item->framed || item->value < TOTAL_LEAST ||
		    item->value > TOTAL_MOST)
			continue;
		for (size_t k = 0; k < sizeof cards / sizeof *cards; k++) {
			double room = (cards[k] - 1) * box->height / 2;
			struct field card =
				make_field(box->x - room, box->y - room,
					   box->x + box->width + room,
					   box->y + box->height + room);

			if (add(places, &card) < 0)
				return -1;
		}
		if (add_swatches(places, box) < 0)
			return -1;
	}
	return 0;
}

/* Totals stand in a row or column, at equal steps: where two are known, where
 * the next ones may be. */
static int add_steps(struct places *places, const struct suko_areas *areas)
{
	static const double steps[] = { -1, 0.5, 2 };

	for (int i = 0; i < areas->shown_count; i++)
		for (int k = 0; k < i; k++) {
			const struct field *a = &areas->shown[i];
			const struct field *b = &areas->shown[k];
			struct point step =
				point_sub(b->px_middle, a->px_middle);
			double x = (a->width + b->width) / 4;
			double y = (a->height + b->height) / 4;

			if (!fields_are_alike(a, b) ||
			    (fabs(step.x) < x && fabs(step.y) < y))
				continue;
			for (int n = 0; n < 3; n++) {
				struct point at =
					point_add(a->px_middle,
						  point_scale(step, steps[n]));
				struct field next = make_field(
					at.x - x, at.y - y, at.x + x, at.y + y);

				if (add(places, &next) < 0)
					return -1;
			}
		}
	return 0;
}

/* Where a picture is blurred the edges of a small card run into those of its
 * digits, and leave no field. */
static int add_blots(struct places *places, const struct elements *elements,
		     double unit)
{
	int added = 0;

	for (size_t i = 0; i < elements->count && added < BLOTS_MOST; i++) {
		const struct element *e = &elements->list[i];
		double width = e->box.width, height = e->box.height;
		double area = e->area * elements->shrink * elements->shrink;
		double rim = BLOT_RIM * height;
		struct field card = make_field(e->box.x + rim, e->box.y + rim,
					       e->box.x + width - rim,
					       e->box.y + height - rim);

		if (e->kind != ELEMENT_STROKE || height < BLOT_LEAST ||
		    height > unit || width < height / 2 || width > 2 * height ||
		    area < BLOT_FILLS * width * height)
			continue;
		if (add(places, &card) < 0)
			return -1;
		added++;
	}
	return 0;
}

static int add_tinted(struct places *places, const struct page *page,
		      const struct suko_board *board,
		      const struct field *fields, int count)
{
	struct field found[SUKO_TINTED_MOST];
	int known = suko_tinted_find(page->elements.image, board->cell_to_px,
				     board->tints, fields, count, found);

	for (int i = 0; i < known; i++)
		if (add(places, &found[i]) < 0)
			return -1;
	return 0;
}

/* NOLINTNEXTLINE(readability-function-size): all that may tell of a place */
int suko_places_find(struct vision *vision, const struct page *page,
		     const struct sighting_list *known,
		     const struct suko_board *board, const struct field *fields,
		     int count, struct field **list)
{
	struct places places = { 0 };
	struct item_list items = { 0 };
	double unit =
		homography_scale(board->cell_to_px, (struct point){ 1.5, 1.5 });
	int result = 0;

	for (int i = 0; i < count && result == 0; i++)
		result = add(&places, &fields[i]);
	if (result == 0)
		result = add_pairs(&places, fields, count);
	if (result == 0)
		result = add_steps(&places, board->areas);
	if (result == 0)
		result = add_blots(&places, &page->elements, unit);
	if (result == 0)
		result = add_tinted(&places, page, board, fields, count);
	if (result == 0)
		result = item_list_find_numbers(&items, page, vision->glyphs,
						known);
	if (result == 0)
		result = add_numbers(&places, &items);
	item_list_fini(&items);
	*list = places.list;
	return result < 0 ? -1 : places.count;
}
