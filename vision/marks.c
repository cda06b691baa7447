#include "marks.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Glyphs beside a board are 0.25 to 0.8 of a cell high; rings around them up
 * to a cell; a number of several digits may be one stroke. */
#define MARK_LEAST 0.13
#define MARK_MOST 1.3

static bool box_in_box(const struct box *inner, const struct box *outer)
{
	return inner->x >= outer->x && inner->y >= outer->y &&
	       inner->x + inner->width <= outer->x + outer->width &&
	       inner->y + inner->height <= outer->y + outer->height &&
	       (inner->width < outer->width || inner->height < outer->height);
}

static void find_parents(struct mark_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		long least = 0;

		list->marks[i].parent = -1;
		for (size_t j = 0; j < list->count; j++) {
			const struct box *outer = &list->marks[j].box;
			long area = (long)outer->width * outer->height;

			if (!box_in_box(&list->marks[i].box, outer) ||
			    (list->marks[i].parent >= 0 && area >= least))
				continue;
			least = area;
			list->marks[i].parent = (int)j;
		}
	}
}

int mark_list_find(struct mark_list *list, const struct elements *elements,
		   const struct lattice *lattice, double margin)
{
	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		struct mark mark = { .box = element->box, .parent = -1 };
		struct point px = { element->box.x + element->box.width / 2.0,
				    element->box.y +
					    element->box.height / 2.0 };

		if (element->kind != ELEMENT_STROKE)
			continue;
		mark.width = element->box.width / lattice->pitch;
		mark.height = element->box.height / lattice->pitch;
		if (mark.height < MARK_LEAST || mark.height > MARK_MOST ||
		    mark.width > MARK_MOST || element->box.height < 5)
			continue;
		mark.cell_centre = homography_apply(&lattice->px_to_cell, px);
		if (!(mark.cell_centre.x > -margin &&
		      mark.cell_centre.y > -margin &&
		      mark.cell_centre.x < lattice->columns + margin &&
		      mark.cell_centre.y < lattice->rows + margin))
			continue;
		if (alloc_grow(&list->marks, &list->capacity, list->count + 1,
			       sizeof mark) < 0)
			return -1;
		list->marks[list->count++] = mark;
	}
	find_parents(list);
	return 0;
}

void mark_list_fini(struct mark_list *list)
{
	free(list->marks);
	memset(list, 0, sizeof *list);
}
