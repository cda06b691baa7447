#include "cross_sum_parts.h"

#include <math.h>

/* In a board of many cells, each seen as a field, single digits beside each
 * other may add up by chance: fewer cells than SMALL_CELLS, or such whose sums
 * do not agree, are no puzzle where the board, whose cells are as large within
 * PITCH_ALIKE, holds so many other numbers further off than totals stand, in
 * cells. */
enum { SMALL_CELLS = 16, OTHERS_MOST = 4 };
#define PITCH_ALIKE 0.15
#define TOTALS_REACH 2.0
/* Nor is a board of few cells one, surely, which numbers surround beyond its
 * totals, to so many cells, this many a cell: a part of 3 by 2 cells of a board
 * of 8 by 12 has .63, and another puzzle beside one a third of that. */
#define AROUND_REACH 4.0
#define AROUND_SHARE 0.4
#define PART_SURE 0.3

static bool is_beside(struct point cell, int columns, int rows, double reach)
{
	return cell.x > -reach && cell.y > -reach && cell.x < columns + reach &&
	       cell.y < rows + reach;
}

/* How many numbers of a board lie in it, but neither in these cells nor where
 * their totals may stand? */
static int count_others(const struct item_list *items,
			const struct lattice *whole, const struct lattice *part)
{
	int count = 0;

	for (size_t i = 0; i < items->count; i++) {
		const struct item *item = &items->items[i];
		struct point all =
			homography_apply(&whole->px_to_cell, item->px_middle);
		struct point own =
			homography_apply(&part->px_to_cell, item->px_middle);

		count += item->value >= 0 &&
			 is_beside(all, whole->columns, whole->rows, 0) &&
			 !is_beside(own, part->columns, part->rows,
				    TOTALS_REACH);
	}
	return count;
}

bool cross_sum_is_part(const struct lattice *part, int totals, bool agreed,
		       const struct lattice_list *all,
		       const struct item_list *items)
{
	struct point middle = homography_apply(
		&part->cell_to_px,
		(struct point){ part->columns / 2.0, part->rows / 2.0 });

	if (agreed &&
	    (part->columns - totals) * (part->rows - totals) >= SMALL_CELLS)
		return false;
	for (size_t i = 0; i < all->count; i++) {
		const struct lattice *whole = &all->lattices[i];
		struct point at = homography_apply(&whole->px_to_cell, middle);

		if (is_beside(at, whole->columns, whole->rows, 0) &&
		    fabs(whole->pitch - part->pitch) <
			    PITCH_ALIKE * part->pitch &&
		    count_others(items, whole, part) >= OTHERS_MOST)
			return true;
	}
	return false;
}

/* Do numbers surround a board beyond its totals? */
static bool is_surrounded(const struct item_list *items,
			  const struct homography *cell_to_px, int columns,
			  int rows)
{
	const double near = 2 * TOTALS_REACH, far = 2 * AROUND_REACH;
	double cells = (columns + far) * (rows + far) -
		       (columns + near) * (rows + near);
	struct homography px_to_cell;
	int count = 0;

	if (homography_inverse(cell_to_px, &px_to_cell) < 0)
		return false;
	for (size_t i = 0; i < items->count; i++) {
		struct point at = homography_apply(&px_to_cell,
						   items->items[i].px_middle);

		count += items->items[i].value >= 0 &&
			 is_beside(at, columns, rows, AROUND_REACH) &&
			 !is_beside(at, columns, rows, TOTALS_REACH);
	}
	return count >= AROUND_SHARE * cells;
}

bool cross_sum_doubt_parts(const struct item_list *items,
			   struct sighting_list *list)
{
	bool any = false;

	for (size_t i = 0; i < list->count; i++) {
		struct sighting *one = &list->sightings[i];
		const struct cross_sum *board = &one->puzzle.as.cross_sum;
		int cells = board->columns * board->rows;

		if (one->puzzle.family != FAMILY_cross_sum || !cells ||
		    cells >= SMALL_CELLS ||
		    !is_surrounded(items, &one->cell_to_px, board->columns,
				   board->rows))
			continue;
		one->confidence *= PART_SURE;
		any = true;
	}
	return any;
}
