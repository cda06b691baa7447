/* batch's output folder: whoever else can write to it, and whatever the input
 * is called, nothing is written outside of it, and every file is there whole
 * or not at all.
 *
 *   results.jsonl times.jsonl report.html summary.txt
 *   answers/   pictures with their answers
 *   .batch/    what is needed to go on: journal, thumbnails, parts
 */
#ifndef BATCH_OUT_H
#define BATCH_OUT_H

#include <stddef.h>

#include "problem.h"

struct out {
	int top, answers, state, thumbs, parts; /* open folders */
};

/* Opens the folder, making it where needed, and locks it: two batches never
 * write to the same one. Parts that a killed run left are removed. */
int out_open(struct out *out, const char *path, struct problem *problem);
void out_close(struct out *out);

/* Writes a file into one of the folders. `name` has no '/'. */
int out_save(const struct out *out, int folder, const char *name,
	     const void *data, size_t length, struct problem *problem);

/* Removes a file that is no longer wanted; its absence is no fault. */
void out_remove(int folder, const char *name);

#endif
