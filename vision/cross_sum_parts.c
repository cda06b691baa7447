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
/* Nor is a board of few cells one, surely, where numbers stand beyond its
 * totals, to so many cells, on three sides or all, this many a cell: of a part
 * of 3 by 2 cells of a board of 8 by 12 it was .65 and more, and other puzzles
 * stand on one side or two. */
#define AROUND_REACH 4.0
#define AROUND_SHARE 0.4
enum { AROUND_SIDES = 3 };
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

/* On which side of a board something stands beyond its totals: left, right,
 * above, below. */
static int side_of(struct point cell, int columns)
{
	if (cell.x <= -TOTALS_REACH)
		return 0;
	if (cell.x >= columns + TOTALS_REACH)
		return 1;
	return cell.y < 0 ? 2 : 3;
}

/* Do numbers surround a board beyond its totals? */
static bool is_surrounded(const struct item_list *items,
			  const struct homography *cell_to_px, int columns,
			  int rows)
{
	double deep = AROUND_REACH - TOTALS_REACH;
	double aside = deep * (rows + 2 * AROUND_REACH);
	double above = deep * (columns + 2 * TOTALS_REACH);
	struct homography px_to_cell;
	int counts[4] = { 0 }, sides = 0;

	if (homography_inverse(cell_to_px, &px_to_cell) < 0)
		return false;
	for (size_t i = 0; i < items->count; i++) {
		struct point at = homography_apply(&px_to_cell,
						   items->items[i].px_middle);

		if (items->items[i].value >= 0 &&
		    is_beside(at, columns, rows, AROUND_REACH) &&
		    !is_beside(at, columns, rows, TOTALS_REACH))
			counts[side_of(at, columns)]++;
	}
	for (int i = 0; i < 4; i++)
		sides += counts[i] >= AROUND_SHARE * (i < 2 ? aside : above);
	return sides >= AROUND_SIDES;
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
