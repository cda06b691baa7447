/* What can be paged through: files, puzzles of files, what was pasted or made,
 * puzzles of the history. */
#ifndef PAGES_H
#define PAGES_H

#include "image.h"
#include "store.h"

enum page_kind {
	PAGE_FILE,    /* a picture, by its path in `name` */
	PAGE_PUZZLE,  /* `json` */
	PAGE_PICTURE, /* `image` */
	PAGE_STORED,  /* `id` in the history */
};

struct view_page {
	enum page_kind kind;
	char *name; /* for people; owned */
	char *json; /* owned, or NULL */
	struct image image;
	long long id;
	bool made; /* to be played: its answer is hidden at first */
};

struct pages {
	struct view_page *list;
	size_t count, capacity;
	size_t at;
};

void pages_fini(struct pages *pages);

/* Appends a file's page, or those of the puzzles in it; of a folder, all files
 * in it by name that can be read. Returns 0, or -1 with `problem` filled in
 * where there was nothing. */
int pages_add_path(struct pages *pages, const char *path,
		   struct problem *problem);
/* The puzzles of a text. */
int pages_add_text(struct pages *pages, const char *name, const char *text,
		   struct problem *problem);
/* Takes the picture over. */
int pages_add_picture(struct pages *pages, const char *name,
		      struct image *image, struct problem *problem);
int pages_add_puzzle(struct pages *pages, const char *name,
		     const struct puzzle *puzzle, struct problem *problem);
/* All of the history in place of the pages there are. Returns how many. */
size_t pages_set_history(struct pages *pages, struct store *store);

#endif
