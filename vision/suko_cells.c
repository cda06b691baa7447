#include "suko_cells.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* Cells are at least so large, in pixels, and as high as wide within this
 * factor. */
enum { CELL_LEAST = 36 };
#define CELL_ASPECT 1.35
/* Of the cells so many must be seen. */
enum { CELLS_SEEN_LEAST = 6 };
/* Four cells or more that lie side by side span two at least, of three: what
 * stands in line further away is of another board, or a button. */
enum { CELLS_REACH = 1 };
/* What is looked at around a corner, in cells, largest first: the square
 * within a disc is .13 to .25 wide to either side. */
static const double halves[] = { 0.27, 0.23, 0.2, 0.17, 0.14 };
/* So many of the four circles must hold a possible number. */
enum { CIRCLES_LEAST = 3 };
/* Discs reach no further than this, in cells. */
#define RADIUS_MOST 0.36

/* Reads one circle in the window in which it is read most surely. */
static void read_circle(struct glyphs *glyphs, const struct elements *elements,
			const struct homography *cell_to_px, struct point at,
			struct number *best)
{
	*best = (struct number){ .value = -1 };
	for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
		double half = halves[i];
		struct place place = { { at.x - half, at.y - half, at.x + half,
					 at.y + half },
				       *cell_to_px };
		struct number one;

		number_read_place(glyphs, &elements->grey, &place, &one);
		if (suko_discs_may_hold(&one) &&
		    (best->value < 0 || one.confidence > best->confidence))
			*best = one;
	}
	suko_discs_read_ring(glyphs, &elements->grey, cell_to_px, at,
			     RADIUS_MOST, best);
}

static int add_board(struct glyphs *glyphs, const struct elements *elements,
		     const struct lattice *lattice,
		     struct suko_discs_list *list)
{
	struct suko_discs discs = { .cell_to_px = lattice->cell_to_px,
				    .has_cells = true,
				    .size = 2 * halves[0] };
	int good = 0;

	if (lattice->columns != 3 || lattice->rows != 3 ||
	    lattice->cells < CELLS_SEEN_LEAST ||
	    !suko_discs_are_even(&lattice->cell_to_px) ||
	    suko_discs_are_known(list, &lattice->cell_to_px))
		return 0;
	for (int i = 0; i < 4; i++) {
		struct point at = { 1 + i % 2, 1 + i / 2 };

		read_circle(glyphs, elements, &lattice->cell_to_px, at,
			    &discs.numbers[i]);
		good += suko_discs_may_hold(&discs.numbers[i]);
		if (good + 3 - i < CIRCLES_LEAST)
			return 0;
	}
	if (alloc_grow(&list->list, &list->capacity, list->count + 1,
		       sizeof discs) < 0)
		return -1;
	list->list[list->count++] = discs;
	return 0;
}

int suko_cells_find(struct glyphs *glyphs, const struct elements *elements,
		    const struct field *fields, int field_count,
		    struct suko_discs_list *list)
{
	struct quad *quads = alloc_array((size_t)field_count, sizeof *quads);
	struct lattice_list lattices = { 0 };
	size_t count = 0;
	int result = -1;

	for (int i = 0; quads && i < field_count; i++) {
		const struct field *field = &fields[i];

		if (field->width >= CELL_LEAST && field->height >= CELL_LEAST &&
		    field->width < CELL_ASPECT * field->height &&
		    field->height < CELL_ASPECT * field->width)
			quads[count++] = quad_from_box(
				field->px_middle.x - field->width / 2,
				field->px_middle.y - field->height / 2,
				field->width, field->height);
	}
	if (quads)
		result = lattice_find_quads(elements, quads, count, CELLS_REACH,
					    &lattices);
	for (size_t i = 0; i < lattices.count && result == 0; i++)
		result = add_board(glyphs, elements, &lattices.lattices[i],
				   list);
	lattice_list_fini(&lattices);
	free(quads);
	return result;
}
