/* What a file or a text holds: a picture, or puzzles as text or JSON, told
 * apart by content. */
#ifndef LOADED_H
#define LOADED_H

#include "image.h"
#include "puzzle_file.h"

struct joined;

struct loaded {
	const struct joined *joined; /* views around a pillar (files.h) as one
				      * file; NULL: a file of its own */
	const char *name;            /* not owned; NULL: nobody said */
	bool is_picture;
	struct image image;         /* where it is one */
	struct puzzle_list puzzles; /* where it is none */
};

void loaded_init(struct loaded *loaded);
void loaded_fini(struct loaded *loaded);

/* Fills an initialised `loaded` from a file's bytes, which it frees. Returns
 * 0, or -1; the puzzles before the one that is at fault are there all the
 * same. */
int loaded_take(uint8_t *data, size_t length, struct loaded *loaded,
		struct problem *problem);

/* The puzzles in a text, which may be no picture; initialises `loaded`, else
 * as loaded_take. */
int loaded_text(const char *text, struct loaded *loaded,
		struct problem *problem);

/* NULL where it is no picture. */
static inline const struct image *loaded_image(const struct loaded *loaded)
{
	return loaded->is_picture ? &loaded->image : NULL;
}

#endif
