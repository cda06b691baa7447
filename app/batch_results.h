/* What a batch leaves for scripts and people, but for the page. */
#ifndef BATCH_RESULTS_H
#define BATCH_RESULTS_H

#include "batch.h"
#include "command.h"

/* Counts over the files that are done. */
struct batch_counts {
	size_t files, pictures, texts, others;
	size_t failed;   /* could not be read, or cost a worker its life */
	size_t empty;    /* pictures without a puzzle */
	size_t left_out; /* recognised, but nothing to solve */
	size_t same;
	size_t puzzles, solved, none, unknown, doubtful;
	size_t families[FAMILY_COUNT];
	enum status status; /* the highest */
};

void results_count(const struct batch *batch, struct batch_counts *counts);

/* The counts as a few lines for people. */
void results_summary(const struct batch_counts *counts, struct buffer *out);

/* The line of results.jsonl that tells of an item, a new reference: DESIGN's
 * output line without its times, and "answer" (a file), "same_as" (a file)
 * and "url" (where the name is not plain text) where they apply. */
json_t *results_line(const struct batch *batch, const struct item *item);

/* Writes results.jsonl, times.jsonl and summary.txt. */
int results_write(const struct batch *batch, struct problem *problem);

#endif
