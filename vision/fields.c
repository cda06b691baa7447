#include "fields.h"

#include <stdlib.h>

#include "alloc.h"

/* A field's side in pixels; smaller ones hold no number that can be read. */
enum { FIELD_LEAST = 12 };
/* Of its box a field fills at least this share: a circle with a number in it
 * half, a double border around another field a third. */
#define FILL_LEAST 0.3
#define SIZE_FACTOR 1.35

bool fields_are_alike(const struct field *a, const struct field *b)
{
	return a->width < SIZE_FACTOR * b->width &&
	       b->width < SIZE_FACTOR * a->width &&
	       a->height < SIZE_FACTOR * b->height &&
	       b->height < SIZE_FACTOR * a->height;
}

static bool may_hold_number(const struct elements *elements,
			    const struct element *element)
{
	const struct box *box = &element->box;
	double shrink = elements->shrink;
	double area = element->area * shrink * shrink;

	return element->kind == ELEMENT_FIELD && box->width >= FIELD_LEAST &&
	       box->height >= FIELD_LEAST &&
	       box->width < elements->image->width / 2 &&
	       box->height < elements->image->height / 2 &&
	       box->width < 6 * box->height && box->height < 3 * box->width &&
	       area > FILL_LEAST * box->width * box->height;
}

int fields_find(const struct elements *elements, struct field **fields)
{
	size_t capacity = 0;
	int count = 0;

	*fields = NULL;
	for (size_t i = 0; i < elements->count && count < FIELDS_MOST; i++) {
		const struct box *box = &elements->list[i].box;
		struct field field = {
			.px_middle = { box->x + (box->width - 1) / 2.0,
				       box->y + (box->height - 1) / 2.0 },
			.width = box->width,
			.height = box->height,
			.element = (int)i,
		};

		if (!may_hold_number(elements, &elements->list[i]))
			continue;
		if (alloc_grow(fields, &capacity, (size_t)count + 1,
			       sizeof field) < 0)
			return -1;
		(*fields)[count++] = field;
	}
	return count;
}
