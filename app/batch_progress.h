/* How far a batch is, for who waits: a bar on a terminal, now and then a line
 * elsewhere. On stderr. */
#ifndef BATCH_PROGRESS_H
#define BATCH_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
	bool silent, terminal;
	size_t total, done;
	size_t done_before;  /* when this run began: they cost no time */
	double start, shown; /* of clock_seconds() */
};

void progress_start(struct progress *progress, bool silent, size_t total,
		    size_t done);
void progress_show(struct progress *progress, size_t done);
/* Takes the bar away. */
void progress_end(struct progress *progress);

#endif
