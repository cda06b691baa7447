/* A batch: the files of a folder and what is known of each. Between
 * cmd_batch.c (the work), batch_results.c and batch_page.c (what is written
 * when it is done). */
#ifndef BATCH_H
#define BATCH_H

#include "batch_journal.h"
#include "batch_out.h"
#include "batch_walk.h"
#include "batch_wire.h"
#include "options.h"

enum item_state {
	ITEM_WAITING,
	ITEM_RUNNING,
	ITEM_DONE, /* `record` tells */
	ITEM_SAME, /* the same bytes as item `same` */
};

struct item {
	const struct walk_entry *entry;
	char *key;  /* its path as a URL: one line of plain text */
	char *name; /* of its files in the output */
	enum item_state state;
	bool may_be_same; /* another file is as long */
	bool hashed;
	uint64_t hash; /* of its bytes, where hashed */
	size_t same;
	/* What became of it, as the journal keeps it; owned:
	 *   key, size, changed, hash (as text), content (enum wire_content),
	 *   status, picture [width, height], outcomes, boards, error,
	 *   milliseconds and cpu {decode, read, solve, draw}, answer, before,
	 *   after (booleans: these files are there) */
	json_t *record;
};

struct batch {
	const struct options *options;
	int dir; /* the input; read only */
	struct out out;
	struct journal journal;
	struct walk walk;
	struct item *items; /* walk.count, in its order */
	size_t done;        /* items that are done or the same as another */
	size_t new;         /* of these, done by this run */
};

/* Fills in `items` from `walk`, and what the journal knows of them. */
int batch_list(struct batch *batch, struct problem *problem);
void batch_unlist(struct batch *batch);

/* Is the item's file, open as `file`, the same as one before it? Then marks
 * it so. The file is rewound. */
bool batch_find_same(struct batch *batch, size_t index, int file);

/* Opens an item's file for reading. -1, with `problem` filled in, where it is
 * gone or is no file any more. */
int batch_open_file(const struct batch *batch, const struct item *item,
		    struct problem *problem);

/* The record that tells of an item: its own or that of the file it is the
 * same as; NULL where it is not done. */
const json_t *batch_record(const struct batch *batch, const struct item *item);

/* Name of an item's file in answers/ and .batch/thumbs/: of the one it is the
 * same as. The caller frees; NULL without memory. */
char *batch_file_name(const struct batch *batch, const struct item *item,
		      const char *suffix);

extern const char batch_answer_suffix[];
extern const char batch_before_suffix[];
extern const char batch_after_suffix[];

#endif
