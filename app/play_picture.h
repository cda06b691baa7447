/* A small picture on a page by which a client file knows it: a word, a sign, as
 * `play --learn-page` takes it from the screen. It is looked for pixel by pixel
 * in all of the window, at the size that it had: programs draw one word alike
 * wherever it stands, and letters are not read. */
#ifndef PLAY_PICTURE_H
#define PLAY_PICTURE_H

#include <jansson.h>
#include <stdbool.h>

#include "geometry.h"
#include "image.h"

enum { PLAY_PICTURE_WIDE = 160, PLAY_PICTURE_HIGH = 48 };

struct play_picture {
	int width, height; /* pixels; 0: none */
	/* by rows, 0 black to 15 white */
	unsigned char greys[PLAY_PICTURE_WIDE * PLAY_PICTURE_HIGH];
};

/* What lies at a place of a picture, or next to it: a whole word. Returns 0, or
 * -1 with `problem` filled in where nothing does. */
int play_picture_learn(const struct image *image, struct point px_at,
		       struct play_picture *picture, struct problem *problem);

/* Is it seen anywhere? */
bool play_picture_is_seen(const struct play_picture *picture,
			  const struct image *image);

/* A list of rows of hexadecimal digits. NULL if memory runs out. */
json_t *play_picture_json(const struct play_picture *picture);
bool play_picture_parse(const json_t *json, struct play_picture *picture);

#endif
