/* A file of the command line: a picture, or puzzles as text or JSON, told
 * apart by content. */
#ifndef LOAD_H
#define LOAD_H

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

/* In place of a path: the clipboard. Told by its address, as a file may have
 * the same name. */
extern const char load_clipboard[];
/* The same for a text of the command line, which load_text reads. */
extern const char load_puzzle[];

/* "-" is standard input. Returns 0, or -1; the puzzles before the one that is
 * at fault are there all the same. Free with loaded_fini in either case. */
int load_file(const char *path, struct loaded *loaded, struct problem *problem);
/* The puzzles in a text. */
int load_text(const char *text, struct loaded *loaded, struct problem *problem);
/* The same from an open file, which stays open and is named `path` in
 * sentences. */
int load_open(int fd, const char *path, struct loaded *loaded,
	      struct problem *problem);
void loaded_fini(struct loaded *loaded);

/* NULL where it is no picture. */
static inline const struct image *loaded_image(const struct loaded *loaded)
{
	return loaded->is_picture ? &loaded->image : NULL;
}

#endif
