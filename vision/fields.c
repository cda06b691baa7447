#include "fields.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* A field's side in pixels; smaller ones hold no number that can be read. */
enum { FIELD_LEAST = 12 };
/* Of its box a field fills at least this share: a circle with a number in it
 * half, a double border around another field a third. */
#define FILL_LEAST 0.3
/* A ring, such as what lies between the two borders of a double one, has a
 * hole in its rows; with it it fills most of its box, as a disc or a leaning
 * box does, and without it so much: a line's width to each side of a box
 * twenty times as large. */
#define RING_SPANS 0.6
#define RING_FILL 0.1
#define SIZE_FACTOR 1.35
/* The same field at another scale has the same middle and size within these
 * shares. */
#define SAME_MIDDLE 0.12
#define SAME_SIZE 1.12
/* A size that differs by a tenth counts as a distance greater by so much. */
#define SIZE_COST 0.3
/* Of its box a disc fills three quarters; where digits touch both its sides
 * the rest of it fills half of that. */
#define BARE_FILL 0.65

double fields_distance(const struct field *a, const struct field *b,
		       struct point px_from)
{
	double unlike = fabs(log(a->width / b->width)) +
			fabs(log(a->height / b->height));

	return (point_distance(px_from, b->px_middle) +
		SAME_MIDDLE * a->width) *
	       (1 + 10 * SIZE_COST * unlike);
}

bool fields_are_alike(const struct field *a, const struct field *b)
{
	return a->width < SIZE_FACTOR * b->width &&
	       b->width < SIZE_FACTOR * a->width &&
	       a->height < SIZE_FACTOR * b->height &&
	       b->height < SIZE_FACTOR * a->height;
}

int fields_from(const struct field *fields, int count, double x)
{
	int low = 0, high = count;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (fields[middle].px_middle.x < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* What of an element shows along the rows. */
struct outline {
	int last, end; /* its last row, from 1 on, and where it ended there */
	int spanned;   /* pixels from its first to its last one of each row */
	bool interrupted; /* something else lies between these */
};

static bool is_ring(const struct outline *outline, const struct box *box,
		    double area, double shrink)
{
	double whole = (double)box->width * box->height;

	return outline->interrupted && area > RING_FILL * whole &&
	       outline->spanned * shrink * shrink > RING_SPANS * whole;
}

static bool may_hold_number(const struct elements *elements,
			    const struct element *element,
			    const struct outline *outline, bool rings)
{
	const struct box *box = &element->box;
	double shrink = elements->shrink;
	double area = element->area * shrink * shrink;

	return element->kind == ELEMENT_FIELD && box->width >= FIELD_LEAST &&
	       box->height >= FIELD_LEAST &&
	       box->width < elements->image->width / 2 &&
	       box->height < elements->image->height / 2 &&
	       box->width < 6 * box->height && box->height < 3 * box->width &&
	       (area > FILL_LEAST * box->width * box->height ||
		(rings && is_ring(outline, box, area, shrink)));
}

/* One outline for each element; the caller frees. NULL without memory. */
static struct outline *find_outlines(const struct elements *elements)
{
	struct outline *outlines =
		alloc_array(elements->count, sizeof *outlines);

	for (int y = 0; outlines && y < elements->small.height; y++)
		for (size_t i = elements->row_start[y];
		     i < elements->row_start[y + 1]; i++) {
			const struct element_run *run = &elements->runs[i];
			struct outline *outline = &outlines[run->element];
			int from = run->left;

			/* rows count from 1: 0 is none yet */
			if (outline->last == y + 1) {
				outline->interrupted |=
					outline->end < run->left;
				from = outline->end;
			}
			outline->spanned += run->right - from;
			outline->last = y + 1;
			outline->end = run->right;
		}
	return outlines;
}

/* Appends the fields that show at one scale. Returns -1 without memory. */
static int add_fields(const struct elements *elements, int scale, bool rings,
		      struct field **fields, size_t *capacity, int *count)
{
	double shrink = elements->shrink;
	struct outline *outlines = find_outlines(elements);
	int result = outlines || !elements->count ? 0 : -1;

	for (size_t i = 0;
	     i < elements->count && *count < FIELDS_MOST && result == 0; i++) {
		const struct element *element = &elements->list[i];
		struct box box = element->box;
		double fill;

		if (!may_hold_number(elements, element, &outlines[i], rings))
			continue;
		result = alloc_grow(fields, capacity, (size_t)*count + 1,
				    sizeof **fields);
		if (result < 0)
			break;
		/* a field ends before the edge; where the edge is steep, half
		 * a pixel of it is the outline's */
		box.width += elements->reach * elements->shrink - 1;
		box.height += elements->reach * elements->shrink - 1;
		fill = element->area * shrink * shrink /
		       ((double)box.width * box.height);
		(*fields)[(*count)++] = (struct field){
			.px_middle = { box.x + box.width / 2.0,
				       box.y + box.height / 2.0 },
			.width = box.width,
			.height = box.height,
			.px_box = box,
			.fill = fill,
			.scale = scale,
			.bare = !outlines[i].interrupted && fill > BARE_FILL,
		};
	}
	free(outlines);
	return result;
}

static int by_x(const void *a, const void *b)
{
	const struct field *p = a, *q = b;

	return (p->px_middle.x > q->px_middle.x) -
	       (p->px_middle.x < q->px_middle.x);
}

/* Of two fields, is one the same thing as the other? */
static bool is_same(const struct field *a, const struct field *b)
{
	return fabs(a->px_middle.x - b->px_middle.x) <
		       SAME_MIDDLE * fmin(a->width, b->width) &&
	       fabs(a->px_middle.y - b->px_middle.y) <
		       SAME_MIDDLE * fmin(a->height, b->height) &&
	       a->width < SAME_SIZE * b->width &&
	       b->width < SAME_SIZE * a->width &&
	       a->height < SAME_SIZE * b->height &&
	       b->height < SAME_SIZE * a->height;
}

/* Keeps of those that are the same the one of the finest scale. */
static int drop_same(struct field *fields, int count)
{
	int kept = 0;

	qsort(fields, (size_t)count, sizeof *fields, by_x);
	for (int i = 0; i < count; i++) {
		int same = -1;

		for (int k = kept - 1;
		     k >= 0 && same < 0 &&
		     fields[i].px_middle.x - fields[k].px_middle.x <
			     SAME_MIDDLE * fields[i].width;
		     k--)
			if (is_same(&fields[k], &fields[i]))
				same = k;
		if (same < 0)
			fields[kept++] = fields[i];
		else if (fields[i].scale < fields[same].scale)
			fields[same] = fields[i];
	}
	/* what was replaced may stand a little to the side */
	qsort(fields, (size_t)kept, sizeof *fields, by_x);
	return kept;
}

int fields_find(const struct page *page, int coarser, bool rings,
		struct field **fields)
{
	size_t capacity = 0;
	int count = 0;

	*fields = NULL;
	if (add_fields(&page->elements, 0, rings, fields, &capacity, &count) <
	    0)
		return -1;
	for (int i = 0; i < coarser; i++)
		if (add_fields(&page->coarser[i], i + 1, rings, fields,
			       &capacity, &count) < 0)
			return -1;
	return count ? drop_same(*fields, count) : 0;
}
