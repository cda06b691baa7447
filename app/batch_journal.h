/* What is done already, so that a batch that was killed goes on where it was.
 *
 * A file of lines of JSON that only ever grows: a record is one write, after
 * everything it tells of lies in its place; a line that was cut off by a kill
 * is dropped when the journal is opened again. */
#ifndef BATCH_JOURNAL_H
#define BATCH_JOURNAL_H

#include <jansson.h>
#include <stdbool.h>

#include "problem.h"

struct journal {
	int fd;
	json_t *records; /* by key; the latest of each */
};

/* Opens or makes the journal in `folder`. Where it was kept under other
 * `settings` (any text: results made otherwise would differ), or with `fresh`,
 * it starts over. */
int journal_open(struct journal *journal, int folder, const char *settings,
		 bool fresh, struct problem *problem);
void journal_close(struct journal *journal);

/* A borrowed record, or NULL. */
json_t *journal_find(const struct journal *journal, const char *key);

/* Keeps a record, of which it takes a reference. */
int journal_add(struct journal *journal, const char *key, json_t *record,
		struct problem *problem);

#endif
