#include "last_word.h"

#include <string.h>

/* Between words is at least so much room, in heights of the highest glyph;
 * between digits less, a 1 among figures of one width included. */
#define SPACE_LEAST 0.38
/* Blots that are lower than this share of the highest are dots. */
#define GLYPH_LEAST 0.4
/* Only the end of a long line is looked at, so many heights of the box. */
#define END_WIDTH 2.6
/* Room left around the word, in its heights. */
#define ROOM 0.18

/* The boxes of glyphs, from left to right. Returns how many, and the greatest
 * height. */
static int gather(const struct ink *ink, struct box *boxes, int *height)
{
	int count = 0;

	*height = 0;
	for (int i = 0; i < ink->count; i++)
		if (!ink->blots[i].at_rim && ink->blots[i].box.height > *height)
			*height = ink->blots[i].box.height;
	for (int i = 0; i < ink->count; i++) {
		struct box box = ink->blots[i].box;
		int at = count;

		if (ink->blots[i].at_rim || box.height < GLYPH_LEAST * *height)
			continue;
		for (; at > 0 && boxes[at - 1].x > box.x; at--)
			boxes[at] = boxes[at - 1];
		boxes[at] = box;
		count++;
	}
	return count;
}

/* The last word, to the end of the part: a digit that touches that is none of
 * the glyphs. False where there is no other. */
static bool find_word(const struct ink *ink, struct box *word)
{
	struct box boxes[BLOTS_MAX];
	int height, count = gather(ink, boxes, &height), first = count - 1;
	int right = ink->part->width, top = ink->part->height, bottom = 0, room;

	while (first > 0 &&
	       boxes[first].x - boxes[first - 1].x - boxes[first - 1].width <
		       SPACE_LEAST * height)
		first--;
	if (count < 2 || first < 1)
		return false;
	for (int i = first; i < count; i++) {
		const struct box *box = &boxes[i];

		top = box->y < top ? box->y : top;
		bottom = box->y + box->height > bottom ? box->y + box->height
						       : bottom;
	}
	room = (int)(ROOM * height) + 1;
	*word = (struct box){ boxes[first].x - room, top - room,
			      right - boxes[first].x + room,
			      bottom - top + 2 * room };
	return true;
}

bool last_word_read(struct glyphs *glyphs, const struct plane *grey,
		    const struct box *px_box, struct number *number)
{
	struct box end = *px_box;
	struct place place;
	struct part part;
	struct ink ink;

	if (end.width > END_WIDTH * end.height) {
		end.width = (int)(END_WIDTH * end.height);
		end.x += px_box->width - end.width;
	}
	place = place_from_box(&end);
	memset(number, 0, sizeof *number);
	number->value = -1;
	part_find(grey, &place, &part);
	for (int dark = 1; dark >= 0 && part.width; dark--) {
		struct place last = place;
		struct box word;

		ink_find(&part, dark, &ink);
		if (ink.crowded || !find_word(&ink, &word))
			continue;
		last.extent = part_extent(&part, &word);
		number_read_place(glyphs, grey, &last, number);
		if (number->value >= 0)
			return true;
	}
	return false;
}
