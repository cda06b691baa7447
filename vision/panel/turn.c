#include "turn.h"

#include <math.h>

#include "seeds.h"

/* Of a cell's width a panel's fields take less than this: FACTS has lines of
 * .2 to .45. */
#define FIELD_MOST 0.85

/* Panels seldom have more cells a side: 124 of 2,385 published ones. Boards of
 * numbers and of Train Tracks mostly do, and are read in less time. */
enum { SIDE_MOST = 8 };

/* What lies between cells that are cards of a page goes on around them, and is
 * so many times as large as all of them: labelled pages have 2.7 and more,
 * panels' lines, with stubs and starts, 1.6 and less where they are not of
 * their frame's colour. */
#define GROUND_LEAST 2.0

/* Is what lies between most cells a part of something that goes on far beyond
 * them? */
static bool are_cards(const struct elements *elements,
		      const struct lattice *lattice)
{
	struct quad corners = lattice_px_corners(lattice);
	double least = GROUND_LEAST * fabs(quad_area(&corners));
	int gaps = 0, ground = 0;

	for (int y = 0; y < lattice->rows; y++)
		for (int x = 1; x < lattice->columns; x++) {
			struct point px =
				homography_apply(&lattice->cell_to_px,
						 (struct point){ x, y + 0.5 });
			const struct element *gap =
				elements_at(elements, px.x, px.y);

			if (!gap || gap->kind != ELEMENT_FIELD)
				continue;
			gaps++;
			ground += (double)gap->box.width * gap->box.height >
				  least;
		}
	return 2 * ground > gaps;
}

int panel_turn(const struct page *page)
{
	const struct lattice *most = page->lattices.lattices;

	if (!page->lattices.count)
		return seeds_show_lines(&page->elements) ? -2 : 3;
	for (size_t i = 1; i < page->lattices.count; i++)
		if (page->lattices.lattices[i].cells > most->cells)
			most = &page->lattices.lattices[i];
	return most->field < FIELD_MOST && most->columns <= SIDE_MOST &&
			       most->rows <= SIDE_MOST &&
			       !are_cards(&page->elements, most)
		       ? -2
		       : 3;
}
