#include "play_picture.h"

#include <stdlib.h>
#include <string.h>

/* What is pointed at lies that near to the pointer, in pixels. */
enum { NEAR = 16 };
/* What is one word lies no further apart, by the height of its ink and in
 * pixels at least: letters beside each other, up to .5 where all are as wide,
 * as words are elsewhere, and a dot above its i, where lines are .3 and more.
 */
static const double LETTERS_APART = 0.5, DOTS_APART = 0.25;
enum { LETTERS_APART_LEAST = 3, DOTS_APART_LEAST = 2 };
/* Its ground is the commonest grey so far around the pointer. */
enum { AROUND = 40 };
/* Ground that is left around it. */
enum { RIM = 2 };
/* Greys that differ less are shading. A picture has sixteenths of greys, so
 * that what is as it was differs by 9 at most. */
enum { INK_LEAST = 40, SAME_MOST = 24 };
/* Of each part as wide as the picture is high, one pixel in 50 may differ: a
 * word is drawn alike each time, and letters of 11 pixels differ by one in 20.
 */
enum { PART_OF = 50 };
/* From a sixteenth to a grey. */
enum { GREY_STEP = 17 };

static int grey_at(const struct image *image, int x, int y)
{
	uint32_t pixel = image_row(image, y)[x];

	return (int)((pixel >> 16 & 255) * 77 + (pixel >> 8 & 255) * 151 +
		     (pixel & 255) * 28) >>
	       8;
}

/* A box around a place, as far as it lies in the picture. */
static struct box box_around(const struct image *image, int x, int y, int far)
{
	struct box whole = { 0, 0, image->width, image->height };
	struct box box = { x - far, y - far, 2 * far + 1, 2 * far + 1 };

	return box_intersect(&box, &whole);
}

static int find_ground(const struct image *image, const struct box *box)
{
	int counts[256] = { 0 };
	int most = 0;

	for (int y = box->y; y < box->y + box->height; y++)
		for (int x = box->x; x < box->x + box->width; x++)
			counts[grey_at(image, x, y)]++;
	for (int i = 0; i < 256; i++)
		most = counts[i] > counts[most] ? i : most;
	return most;
}

static bool has_ink(const struct image *image, int ground,
		    const struct box *box)
{
	struct box whole = { 0, 0, image->width, image->height };
	struct box part = box_intersect(box, &whole);

	for (int y = part.y; y < part.y + part.height; y++)
		for (int x = part.x; x < part.x + part.width; x++)
			if (abs(grey_at(image, x, y) - ground) >= INK_LEAST)
				return true;
	return false;
}

/* Makes a box of ink a pixel larger where more of it lies near; false where
 * none does, or the box is as large as it may be. */
static bool grow(const struct image *image, int ground, struct box *ink)
{
	int letters = (int)(LETTERS_APART * ink->height);
	int dots = (int)(DOTS_APART * ink->height);
	bool wider = ink->width < PLAY_PICTURE_WIDE - 2 * RIM;
	bool higher = ink->height < PLAY_PICTURE_HIGH - 2 * RIM;

	letters = letters < LETTERS_APART_LEAST ? LETTERS_APART_LEAST : letters;
	dots = dots < DOTS_APART_LEAST ? DOTS_APART_LEAST : dots;
	for (int side = 0; side < 4; side++) {
		bool across = side < 2, back = side % 2;
		struct box beside = *ink;

		if (!(across ? wider : higher))
			continue;
		if (across) {
			beside.x += back ? -letters : ink->width;
			beside.width = letters;
		} else {
			beside.y += back ? -dots : ink->height;
			beside.height = dots;
		}
		if (!has_ink(image, ground, &beside))
			continue;
		ink->x -= across && back;
		ink->y -= !across && back;
		ink->width += across;
		ink->height += !across;
		return true;
	}
	return false;
}

int play_picture_learn(const struct image *image, struct point px_at,
		       struct play_picture *picture, struct problem *problem)
{
	int x = (int)px_at.x, y = (int)px_at.y, far = 0;
	struct box whole = { 0, 0, image->width, image->height };
	struct box box = box_around(image, x, y, AROUND);
	int ground = find_ground(image, &box);

	*picture = (struct play_picture){ 0 };
	do
		box = box_around(image, x, y, far);
	while (!has_ink(image, ground, &box) && far++ < NEAR);
	if (far > NEAR)
		return problem_set(problem, PROBLEM_INPUT,
				   "nothing is seen under the pointer");
	while (grow(image, ground, &box))
		;
	box = (struct box){ box.x - RIM, box.y - RIM, box.width + 2 * RIM,
			    box.height + 2 * RIM };
	box = box_intersect(&box, &whole);
	picture->width = box.width;
	picture->height = box.height;
	for (int v = 0; v < box.height; v++)
		for (int u = 0; u < box.width; u++)
			picture->greys[v * box.width + u] =
				(unsigned char)((grey_at(image, box.x + u,
							 box.y + v) +
						 GREY_STEP / 2) /
						GREY_STEP);
	return 0;
}

static bool is_at(const struct play_picture *picture, const struct image *image,
		  int x, int y)
{
	int parts = (picture->width + picture->height - 1) / picture->height;
	int most = picture->width * picture->height / parts / PART_OF;
	int others[PLAY_PICTURE_WIDE] = { 0 };

	/* from the middle, where a word has most of its ink */
	for (int i = 0; i < picture->height; i++) {
		int v = (i + picture->height / 2) % picture->height;
		const unsigned char *row = picture->greys + v * picture->width;

		for (int u = 0; u < picture->width; u++) {
			int part = u * parts / picture->width;

			if (abs(grey_at(image, x + u, y + v) -
				row[u] * GREY_STEP) > SAME_MOST &&
			    ++others[part] > most)
				return false;
		}
	}
	return true;
}

bool play_picture_is_seen(const struct play_picture *picture,
			  const struct image *image)
{
	for (int y = 0; y + picture->height <= image->height; y++)
		for (int x = 0; x + picture->width <= image->width; x++)
			if (is_at(picture, image, x, y))
				return true;
	return false;
}

json_t *play_picture_json(const struct play_picture *picture)
{
	json_t *rows = json_array();

	for (int v = 0; v < picture->height; v++) {
		char row[PLAY_PICTURE_WIDE];

		for (int u = 0; u < picture->width; u++)
			row[u] = "0123456789abcdef"
				[picture->greys[v * picture->width + u]];
		json_array_append_new(
			rows, json_stringn(row, (size_t)picture->width));
	}
	return rows;
}

/* A picture of one grey would be seen everywhere. */
static bool is_plain(const struct play_picture *picture)
{
	int low = 15, high = 0;

	for (int i = 0; i < picture->width * picture->height; i++) {
		int grey = picture->greys[i];

		low = grey < low ? grey : low;
		high = grey > high ? grey : high;
	}
	return (high - low) * GREY_STEP < INK_LEAST;
}

bool play_picture_parse(const json_t *json, struct play_picture *picture)
{
	size_t height = json_array_size(json);
	size_t width = json_string_length(json_array_get(json, 0));

	if (!height || height > PLAY_PICTURE_HIGH || !width ||
	    width > PLAY_PICTURE_WIDE)
		return false;
	picture->width = (int)width;
	picture->height = (int)height;
	for (size_t v = 0; v < height; v++) {
		const json_t *row = json_array_get(json, v);
		const char *text = json_string_value(row);

		if (json_string_length(row) != width ||
		    strspn(text, "0123456789abcdef") != width)
			return false;
		for (size_t u = 0; u < width; u++)
			picture->greys[v * width + u] =
				(unsigned char)(text[u] <= '9'
							? text[u] - '0'
							: text[u] - 'a' + 10);
	}
	return !is_plain(picture);
}
