/* Lines of an open file as they come, one at a time, without waiting for more
 * than the line that is asked for. */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "problem.h"

struct lines {
	int fd;        /* not owned */
	uint8_t *data; /* what was read; owned */
	size_t length, capacity;
	size_t next; /* where in `data` the next line starts */
};

void lines_init(struct lines *lines, int fd);
void lines_fini(struct lines *lines);

/* The next line without its end (LF or CR LF): `*length` bytes without a NUL
 * after them, which last until the next call. Returns 1; 0 at the end of the
 * file, or where a signal arrives while it waits; or -1 where it cannot be
 * read or a line is longer than any puzzle. */
int lines_next(struct lines *lines, const char **line, size_t *length,
	       struct problem *problem);

/* After the first line: the whole file, that line included; waits for its end.
 * Returns 0 with `*data` the caller's to free, or -1. */
int lines_whole(struct lines *lines, uint8_t **data, size_t *length,
		struct problem *problem);

#endif
