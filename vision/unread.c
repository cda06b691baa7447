#include "unread.h"

#include <stdlib.h>

#include "items.h"

/* So many numbers at least has a puzzle of a printed page: a pyramid of three
 * rows. A page's own number, and those of titles, are fewer. */
enum { NUMBERS_LEAST = 3 };
/* A number may be a clue of a puzzle no further from it, in its cells: the
 * total of a diagonal, as far from the lines of totals as these are from the
 * cells. It is as high as another clue within this share and a pixel, by which
 * boxes of words and of ink differ. */
#define NEAR 2.5
#define HEIGHT_OFF 0.1

/* So many boxes at least has a pyramid; those of one size are so within this
 * share of it and two pixels. */
enum { BOXES_LEAST = 6 };
#define SIZE_OFF 0.1
/* Boxes no further from a puzzle's cells than this, in cells, and wider than
 * that share of one are those of its totals. */
#define TOTALS_NEAR 1.6
#define TOTALS_WIDTH 0.4

static bool is_alike(const struct box *a, const struct box *b)
{
	return abs(a->width - b->width) <= SIZE_OFF * a->width + 2 &&
	       abs(a->height - b->height) <= SIZE_OFF * a->height + 2;
}

/* How high an item's glyphs are. */
static int height_of(const struct item *item)
{
	return item->framed && item->stroke_count ? item->strokes[0].height
						  : item->px_box.height;
}

static bool is_near(const struct item *item, const struct sighting *puzzle,
		    double near)
{
	struct homography px_to_cell;
	struct point at, end;

	if (homography_inverse(&puzzle->cell_to_px, &px_to_cell) < 0)
		return true;
	at = homography_apply(&px_to_cell, item->px_middle);
	end = homography_apply(&px_to_cell, puzzle->px_corners.corner[2]);
	return at.x > -near && at.x < end.x + near && at.y > -near &&
	       at.y < end.y + near;
}

/* What a number is beside a puzzle that was surely read. */
enum kin { KIN_NONE, KIN_LIKE_CLUE, KIN_CLUE };

static enum kin find_kin(const struct item *item, const struct sighting *puzzle)
{
	int height = height_of(item);
	bool alike = false;

	for (size_t i = 0; i < puzzle->reading_count; i++) {
		const struct box *clue = &puzzle->readings[i].px_box;

		if (!clue->width)
			continue;
		if (box_overlap(&item->px_box, clue) > 0)
			return KIN_CLUE;
		alike |= abs(height - clue->height) <=
			 HEIGHT_OFF * clue->height + 1;
	}
	return alike && is_near(item, puzzle, NEAR) ? KIN_LIKE_CLUE : KIN_NONE;
}

/* Is a lattice of a list beside all that was read? */
static bool is_lattice_left(const struct lattice_list *lattices,
			    const struct sighting_list *list)
{
	for (size_t i = 0; i < lattices->count; i++) {
		struct quad place = lattice_px_corners(&lattices->lattices[i]);

		if (!sighting_list_takes_in(list, &place))
			return true;
	}
	return false;
}

/* May a frame be one of a total of a puzzle of the list? */
static bool is_of_total(const struct item *item,
			const struct sighting_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct sighting *puzzle = &list->sightings[i];
		double cell = homography_scale(&puzzle->cell_to_px,
					       (struct point){ 0.5, 0.5 });

		if (item->px_box.width > TOTALS_WIDTH * cell &&
		    is_near(item, puzzle, TOTALS_NEAR))
			return true;
	}
	return false;
}

/* Are so many frames among the items, all of one size, that they may be the
 * boxes of a puzzle? */
static bool are_boxes_left(const struct item_list *items,
			   const struct sighting_list *list)
{
	for (size_t i = 0; i < items->count; i++) {
		const struct item *item = &items->items[i];
		int alike = 0;

		if (!item->framed || is_of_total(item, list))
			continue;
		for (size_t k = i; k < items->count && alike < BOXES_LEAST; k++)
			alike += items->items[k].framed &&
				 is_alike(&item->px_box,
					  &items->items[k].px_box) &&
				 !is_of_total(&items->items[k], list);
		if (alike >= BOXES_LEAST)
			return true;
	}
	return false;
}

static bool is_puzzle_left(const struct item_list *items,
			   const struct sighting_list *list, bool clues)
{
	int count = 0;

	for (size_t i = 0; i < items->count; i++) {
		const struct item *item = &items->items[i];
		enum kin kin = KIN_NONE;

		if (item->value < 0)
			continue;
		for (size_t k = 0; k < list->count && kin != KIN_CLUE; k++) {
			enum kin one = find_kin(item, &list->sightings[k]);

			kin = one > kin ? one : kin;
		}
		if (clues && kin == KIN_LIKE_CLUE)
			return true;
		count += kin != KIN_CLUE;
	}
	return count >= NUMBERS_LEAST;
}

bool unread_is_puzzle(const struct page *page, struct glyphs *glyphs,
		      const struct sighting_list *list)
{
	struct item_list items = { 0 };
	bool is_puzzle =
		item_list_find_numbers(&items, page, glyphs, list) < 0 ||
		is_puzzle_left(&items, list, true);

	item_list_fini(&items);
	return is_puzzle;
}

bool unread_is_other(const struct page *page, struct glyphs *glyphs,
		     const struct sighting_list *list)
{
	struct item_list items = { 0 };
	const struct lattice_list *ruled = page_ruled(page);
	bool is_other = is_lattice_left(&page->lattices, list) ||
			is_lattice_left(&page->discs, list) || !ruled ||
			is_lattice_left(ruled, list);

	if (!is_other)
		is_other = item_list_find_numbers(&items, page, glyphs, list) <
				   0 ||
			   are_boxes_left(&items, list) ||
			   is_puzzle_left(&items, list, false);
	item_list_fini(&items);
	return is_other;
}
