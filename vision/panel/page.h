/* A picture as the readers see it: what vision_read finds once and hands to
 * every family. */
#ifndef PAGE_H
#define PAGE_H

#include "elements.h"
#include "lattice.h"
#include "problem.h"

/* How many coarser scales a page is looked at in; and lattices are looked for
 * in. */
enum { PAGE_COARSER = 4, PAGE_LATTICES_COARSER = 3 };

struct page {
	struct elements elements;
	/* so much noise, and so many gaps of dotted lines, the coarser ones
	 * lose: 2, 3, 5 and 8 times smaller */
	struct elements coarser[PAGE_COARSER];
	struct lattice_list lattices; /* found at several scales */
};

/* Returns 0, or -1 with `problem` filled in; page_fini frees in both cases.
 * `image` must outlive the page. */
int page_find(struct page *page, const struct image *image, int shrink,
	      struct problem *problem);
void page_fini(struct page *page);
#endif
