/* A picture as the readers see it: what vision_read finds once and hands to
 * every family. */
#ifndef PAGE_H
#define PAGE_H

#include "elements.h"
#include "lattice.h"

struct page {
	struct elements elements;
	struct lattice_list lattices;
};

#endif
