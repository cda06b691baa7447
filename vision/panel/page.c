#include "page.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Besides the scale of the elements, fields and lattices are looked for where
 * the picture is so many times smaller: averaging closes dotted lines and takes
 * noise away. Together these cost less than half of the first. At the coarsest
 * scale, which closes long dashes, fields alone. */
static const int coarser[PAGE_COARSER] = { 2, 3, 5, 8 };

/* Two lattices are the same where their corners differ by less than this
 * share of a cell. */
#define SAME_CORNER 0.3

static bool is_same(const struct lattice *a, const struct lattice *b)
{
	struct point corner[3] = { { 0, 0 },
				   { a->columns, 0 },
				   { a->columns, a->rows } };

	if (a->columns != b->columns || a->rows != b->rows)
		return false;
	for (int i = 0; i < 3; i++) {
		struct point px = homography_apply(&a->cell_to_px, corner[i]);
		struct point at = homography_apply(&b->px_to_cell, px);

		if (!(point_distance(at, corner[i]) < SAME_CORNER))
			return false;
	}
	return true;
}

/* Of lattices that are the same keeps the first: the finer scale's. */
static void drop_same(struct lattice_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		bool known = false;

		for (size_t j = 0; j < kept && !known; j++)
			known = is_same(&list->lattices[j], &list->lattices[i]);
		if (!known)
			list->lattices[kept++] = list->lattices[i];
	}
	list->count = kept;
}

int page_find(struct page *page, const struct image *image, int shrink,
	      struct problem *problem)
{
	int result;

	memset(page, 0, sizeof *page);
	result = elements_find(&page->elements, image, shrink, problem);
	if (result == 0)
		result = lattice_find(&page->elements, &page->lattices);
	for (int i = 0; i < PAGE_COARSER && result == 0; i++) {
		struct elements *elements = &page->coarser[i];

		result = elements_find_scaled(elements, &page->elements,
					      shrink * coarser[i], problem);
		if (result == 0 && i < PAGE_LATTICES_COARSER)
			result = lattice_find(elements, &page->lattices);
	}
	drop_same(&page->lattices);
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for a page's lattices");
	return result;
}

void page_fini(struct page *page)
{
	lattice_list_fini(&page->lattices);
	for (int i = 0; i < PAGE_COARSER; i++)
		elements_fini(&page->coarser[i]);
	elements_fini(&page->elements);
}
