/* Reading puzzles from a picture.
 *
 * The picture is turned into elements (elements.h) whatever its look; each
 * family recognises its arrangement of them and scores it; the best that do
 * not overlap are the puzzles in the picture. */
#ifndef VISION_H
#define VISION_H

#include <stdbool.h>
#include <stddef.h>

#include "geometry.h"
#include "image.h"
#include "problem.h"
#include "said.h"
#include "sighting.h"

struct vision; /* trained models and scratch memory */

/* NULL, with `problem` filled in, where memory lacks. One per thread. */
struct vision *vision_new(struct problem *problem);
void vision_free(struct vision *vision);

/* Of pictures read from now on; a copy is kept. Where anything is said panels
 * alone are looked for. */
void vision_say(struct vision *vision, const struct said *said);

/* Finds all puzzles of the families whose bit (1u << enum family) is set in
 * `families`. Appends to a zeroed `list`; finding none is no failure. */
int vision_read(struct vision *vision, const struct image *image,
		unsigned families, struct sighting_list *list,
		struct problem *problem);

struct page; /* page.h */

/* What a family must provide in vision/read_<identifier>.c. */
struct read_family {
	/* Adds every arrangement that may be a puzzle of this family; NULL
	 * where pictures of it are not read yet. */
	int (*read)(struct vision *vision, const struct page *page,
		    struct sighting_list *list, struct problem *problem);
	/* When is this family's turn, at a glance? The least goes first: what
	 * is surely read need not be looked at again. NULL: 0. */
	int (*turn)(const struct page *page);
	/* The shared stages are its reader; without `read` they look for all
	 * such families at once. */
	bool by_stages;
	/* Puzzles of a game's screen, beside which nothing else stands. */
	bool alone;
};

#define FAMILY(id, name, title) extern const struct read_family read_##id;
#include "families.def"
#undef FAMILY

#endif
