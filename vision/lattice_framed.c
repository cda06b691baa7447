#include "lattice_framed.h"

#include <math.h>
#include <string.h>

#include "alloc.h"

/* A frame's sides are at least so long, in pixels. */
enum { SIDE_LEAST = 60 };
/* Items stand no further than this from the middle of their cell, in cells,
 * but for one in so many: pieces of rings, say. */
#define MIDDLE_OFF 0.22
enum { ASTRAY_OF = 10 };
/* So many items tell of cells; in more than this share of the columns, and of
 * the rows. */
enum { ITEMS_LEAST = 3, ITEMS_SEEN = 200 };
#define LINES_SHARE 0.6
/* Cells at most so many times as wide as high, or as high as wide. */
#define ASPECT_MOST 1.6
/* What is between the outermost cells and the frame, in cells. */
#define RIM_SHARE 0.06

enum { CELLS_LEAST = 2, CELLS_MOST = 12 };

/* Where the items in a frame stand, as shares of its sides. Returns how many,
 * at most ITEMS_SEEN. */
static int find_places(const struct item_list *items,
		       const struct homography *px_to_unit,
		       struct point places[ITEMS_SEEN])
{
	int count = 0;

	for (size_t i = 0; i < items->count && count < ITEMS_SEEN; i++) {
		struct point at =
			homography_apply(px_to_unit, items->items[i].px_middle);

		if (at.x > 0 && at.x < 1 && at.y > 0 && at.y < 1)
			places[count++] = at;
	}
	return count;
}

/* Of how many cells the items stand in the middles, the fewest; 0: of none. */
static int count_cells(const struct point *places, int count, bool down)
{
	for (int cells = CELLS_LEAST; cells <= CELLS_MOST; cells++) {
		bool seen[CELLS_MOST] = { false };
		int astray = 0, lines = 0;

		for (int i = 0; i < count; i++) {
			double at = (down ? places[i].y : places[i].x) * cells;
			int line = (int)at;

			if (fabs(at - line - 0.5) > MIDDLE_OFF) {
				astray++;
				continue;
			}
			lines += !seen[line];
			seen[line] = true;
		}
		if (astray * ASTRAY_OF <= count && lines > LINES_SHARE * cells)
			return cells;
	}
	return 0;
}

int lattice_framed_columns(const struct quad *frame,
			   const struct item_list *items)
{
	struct quad unit = quad_from_box(0, 0, 1, 1);
	struct homography px_to_unit;
	struct point places[ITEMS_SEEN];
	int count;

	if (homography_from_quads(frame, &unit, &px_to_unit) < 0)
		return 0;
	count = find_places(items, &px_to_unit, places);
	return count < ITEMS_LEAST ? -1 : count_cells(places, count, false);
}

static bool make_lattice(const struct quad *frame,
			 const struct item_list *items, struct lattice *lattice)
{
	struct quad unit = quad_from_box(0, 0, 1, 1), cells;
	struct homography px_to_unit;
	struct point places[ITEMS_SEEN], middle;
	double wide, high;
	int count;

	memset(lattice, 0, sizeof *lattice);
	if (homography_from_quads(frame, &unit, &px_to_unit) < 0)
		return false;
	count = find_places(items, &px_to_unit, places);
	if (count < ITEMS_LEAST)
		return false;
	lattice->columns = count_cells(places, count, false);
	lattice->rows = count_cells(places, count, true);
	if (!lattice->columns || !lattice->rows)
		return false;
	cells = quad_from_box(0, 0, lattice->columns, lattice->rows);
	if (homography_from_quads(&cells, frame, &lattice->cell_to_px) < 0 ||
	    homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell) < 0)
		return false;
	wide = point_distance(frame->corner[0], frame->corner[1]) /
	       lattice->columns;
	high = point_distance(frame->corner[0], frame->corner[3]) /
	       lattice->rows;
	middle = (struct point){ lattice->columns / 2.0, lattice->rows / 2.0 };
	lattice->field = 1 - RIM_SHARE;
	lattice->pitch = homography_scale(&lattice->cell_to_px, middle);
	return wide < ASPECT_MOST * high && high < ASPECT_MOST * wide;
}

int lattice_find_framed(const struct elements *elements,
			const struct item_list *items,
			struct lattice_list *list)
{
	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		const struct box *box = &element->box;
		/* what lies over a corner cuts it off */
		struct quad upright =
			quad_from_box(box->x, box->y, box->width, box->height);
		struct lattice lattice;

		if (!element_is_board(element, SIDE_LEAST) ||
		    (!make_lattice(&element->corners, items, &lattice) &&
		     !make_lattice(&upright, items, &lattice)))
			continue;
		if (alloc_grow(&list->lattices, &list->capacity,
			       list->count + 1, sizeof *list->lattices) < 0)
			return -1;
		list->lattices[list->count++] = lattice;
	}
	return 0;
}
