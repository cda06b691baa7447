#include "last_word.h"

#include <math.h>
#include <string.h>

/* Between words is at least so much room, in heights of the highest glyph, and
 * at least this share of the widest room between any two glyphs: figures of
 * one width stand wide apart, but not as wide as their words. */
#define SPACE_LEAST 0.25
#define SPACE_SHARE 0.8
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

/* The room before a glyph. */
static int find_gap(const struct box *boxes, int i)
{
	return boxes[i].x - boxes[i - 1].x - boxes[i - 1].width;
}

/* The last word, to the end of the part: a digit that touches that is none of
 * the glyphs. False where there is no other. */
static bool find_word(const struct ink *ink, struct box *word)
{
	struct box boxes[BLOTS_MAX];
	int height, count = gather(ink, boxes, &height), first = count - 1;
	int right = ink->part->width, top = ink->part->height, bottom = 0, room;
	double space = SPACE_LEAST * height;

	for (int i = 1; i < count; i++)
		space = fmax(space, SPACE_SHARE * find_gap(boxes, i));
	while (first > 0 && find_gap(boxes, first) < space)
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
		    const struct place *place, struct number *number)
{
	struct place end = *place;
	double room = END_WIDTH * (end.extent.bottom - end.extent.top);
	struct part part;
	struct ink ink;

	end.extent.left = fmax(end.extent.left, end.extent.right - room);
	memset(number, 0, sizeof *number);
	number->value = -1;
	part_find(grey, &end, &part);
	for (int dark = 1; dark >= 0 && part.width; dark--) {
		struct place last = end;
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
