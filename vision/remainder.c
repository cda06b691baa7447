#include "remainder.h"

#include <math.h>
#include <string.h>

#include "sighting.h"

/* No puzzle is smaller, pixels: one of two by two cells of 20, with lines. */
enum { SIDE_LEAST = 48 };
/* Nor has one fewer elements: a frame, a piece, a symbol or a number each. */
enum { ELEMENTS_LEAST = 4 };
/* What is lower, in pixels, is text of a page, dust or noise: letters of 14 px
 * are 14 high, cells, pieces, lines and the numbers of puzzles higher. */
enum { ELEMENT_HEIGHT_LEAST = 16 };
/* Lines, rims and shadows of a puzzle reach so far beyond its cells and clues,
 * in cells. */
#define PUZZLE_MARGIN 0.5
/* Around what a part holds so many pixels stay: the ground it stands on. */
enum { PART_MARGIN = 16 };
/* Rectangles free of puzzles, at most. */
enum { FREE_MOST = 32 };

struct free_list {
	struct box boxes[FREE_MOST];
	int count;
};

static struct box box_between(int left, int top, int right, int bottom)
{
	return (struct box){ left, top, right - left, bottom - top };
}

static void take_in(struct box *box, double left, double top, double right,
		    double bottom)
{
	int x = (int)floor(fmin(box->x, left));
	int y = (int)floor(fmin(box->y, top));
	int x1 = (int)ceil(fmax(box->x + box->width, right));
	int y1 = (int)ceil(fmax(box->y + box->height, bottom));

	*box = box_between(x, y, x1, y1);
}

static struct box quad_box(const struct quad *quad)
{
	struct point first = quad->corner[0];
	struct box box = { (int)first.x, (int)first.y, 0, 0 };

	for (int i = 1; i < 4; i++)
		take_in(&box, quad->corner[i].x, quad->corner[i].y,
			quad->corner[i].x, quad->corner[i].y);
	return box;
}

/* Where a puzzle lies with all its clues. */
static struct box puzzle_box(const struct sighting *sighting)
{
	struct box box = quad_box(&sighting->px_corners);
	double margin =
		PUZZLE_MARGIN * homography_scale(&sighting->cell_to_px,
						 (struct point){ 0.5, 0.5 });

	for (size_t i = 0; i < sighting->reading_count; i++) {
		const struct box *clue = &sighting->readings[i].px_box;

		if (clue->width)
			take_in(&box, clue->x, clue->y, clue->x + clue->width,
				clue->y + clue->height);
	}
	take_in(&box, box.x - margin, box.y - margin,
		box.x + box.width + margin, box.y + box.height + margin);
	return box;
}

/* Adds a rectangle that is wide and high enough and in none of the others. */
static void add_free(struct free_list *list, struct box box)
{
	if (box.width < SIDE_LEAST || box.height < SIDE_LEAST ||
	    list->count == FREE_MOST)
		return;
	for (int i = 0; i < list->count; i++)
		if (box_is_within(&box, &list->boxes[i]))
			return;
	list->boxes[list->count++] = box;
}

/* Leaves of each rectangle what lies on each side of a puzzle. */
static void cut_out(struct free_list *list, const struct box *puzzle)
{
	struct free_list before = *list;
	int right = puzzle->x + puzzle->width;
	int bottom = puzzle->y + puzzle->height;

	list->count = 0;
	for (int i = 0; i < before.count; i++)
		if (box_overlap(&before.boxes[i], puzzle) <= 0)
			add_free(list, before.boxes[i]);
	for (int i = 0; i < before.count; i++) {
		const struct box *box = &before.boxes[i];
		int x1 = box->x + box->width, y1 = box->y + box->height;

		if (box_overlap(box, puzzle) <= 0)
			continue;
		add_free(list, box_between(box->x, box->y, puzzle->x, y1));
		add_free(list, box_between(right, box->y, x1, y1));
		add_free(list, box_between(box->x, box->y, x1, puzzle->y));
		add_free(list, box_between(box->x, bottom, x1, y1));
	}
}

/* What lies in a rectangle, with some ground around it; a zeroed box where
 * that cannot be a puzzle. */
static struct box find_content(const struct elements *elements,
			       const struct box *within)
{
	struct box box = { 0 };
	int count = 0;

	for (size_t i = 0; i < elements->count; i++) {
		const struct box *own = &elements->list[i].box;

		if (own->height < ELEMENT_HEIGHT_LEAST ||
		    !box_is_within(own, within))
			continue;
		if (!count++)
			box = *own;
		take_in(&box, own->x, own->y, own->x + own->width,
			own->y + own->height);
	}
	if (count < ELEMENTS_LEAST || box.width < SIDE_LEAST ||
	    box.height < SIDE_LEAST)
		return (struct box){ 0 };
	take_in(&box, box.x - PART_MARGIN, box.y - PART_MARGIN,
		box.x + box.width + PART_MARGIN,
		box.y + box.height + PART_MARGIN);
	return box_between(
		(int)fmax(box.x, within->x), (int)fmax(box.y, within->y),
		(int)fmin(box.x + box.width, within->x + within->width),
		(int)fmin(box.y + box.height, within->y + within->height));
}

static long area_of(const struct box *box)
{
	return (long)box->width * box->height;
}

int remainder_find(const struct elements *elements,
		   const struct sighting_list *list,
		   struct box boxes[REMAINDER_MOST])
{
	struct free_list free = { .count = 1 };
	int count = 0;

	free.boxes[0] = (struct box){ 0, 0, elements->image->width,
				      elements->image->height };
	for (size_t i = 0; i < list->count; i++) {
		struct box puzzle = puzzle_box(&list->sightings[i]);

		if (sighting_is_found(&list->sightings[i]))
			cut_out(&free, &puzzle);
	}
	for (int i = 0; i < list->left_out_count; i++) {
		struct box place = quad_box(&list->left_out[i].px_corners);

		cut_out(&free, &place);
	}
	for (int i = 0; i < free.count; i++) {
		struct box content = find_content(elements, &free.boxes[i]);
		int at = count;

		for (int k = 0; k < count; k++)
			if (box_is_within(&content, &boxes[k]))
				content.width = 0;
		if (!content.width)
			continue;
		if (count == REMAINDER_MOST)
			at--;
		else
			count++;
		for (; at && area_of(&boxes[at - 1]) < area_of(&content); at--)
			if (at < REMAINDER_MOST)
				boxes[at] = boxes[at - 1];
		boxes[at] = content;
	}
	return count;
}
