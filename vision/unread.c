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

/* How high an item's glyphs are. */
static int height_of(const struct item *item)
{
	return item->framed && item->stroke_count ? item->strokes[0].height
						  : item->px_box.height;
}

static bool is_near(const struct item *item, const struct sighting *puzzle)
{
	struct homography px_to_cell;
	struct point at, end;

	if (homography_inverse(&puzzle->cell_to_px, &px_to_cell) < 0)
		return true;
	at = homography_apply(&px_to_cell, item->px_middle);
	end = homography_apply(&px_to_cell, puzzle->px_corners.corner[2]);
	return at.x > -NEAR && at.x < end.x + NEAR && at.y > -NEAR &&
	       at.y < end.y + NEAR;
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
	return alike && is_near(item, puzzle) ? KIN_LIKE_CLUE : KIN_NONE;
}

bool unread_is_puzzle(const struct page *page, struct glyphs *glyphs,
		      const struct sighting_list *list)
{
	struct item_list items = { 0 };
	bool is_puzzle = item_list_find_numbers(&items, page, glyphs, list) < 0;
	int count = 0;

	for (size_t i = 0; i < items.count && !is_puzzle; i++) {
		const struct item *item = &items.items[i];
		enum kin kin = KIN_NONE;

		if (item->value < 0)
			continue;
		for (size_t k = 0; k < list->count && kin != KIN_CLUE; k++) {
			enum kin one = find_kin(item, &list->sightings[k]);

			kin = one > kin ? one : kin;
		}
		count += kin == KIN_NONE;
		is_puzzle = kin == KIN_LIKE_CLUE || count >= NUMBERS_LEAST;
	}
	item_list_fini(&items);
	return is_puzzle;
}
