/* What became of many puzzles: by source, how far readings are to be trusted,
 * and how much of the processor's time pictures took. */
#ifndef RECORD_H
#define RECORD_H

#include <stdio.h>

#include "pipeline.h"

enum grade {
	EXACT,
	REPAIRED,
	DOUBTFUL,
	HARMLESS,
	MISSED,
	WRONG,
	EXTRA,
	GRADES
};

/* How sure a reading is said to be: [0] right, [1] all, a bin each of
 * record.c's bounds. */
enum { RECORD_BINS = 6 };
typedef long record_bins[RECORD_BINS][2];

/* The puzzles of one family from one source. */
struct record_source {
	char *name; /* owned */
	const char *family;
	long puzzles; /* that are there */
	long grades[GRADES];
};

struct record {
	struct record_source *sources;
	size_t source_count, source_capacity;
	record_bins puzzles, clues;
	double *cpu_ms; /* one a picture */
	size_t cpu_count, cpu_capacity;
	FILE *results; /* takes a line a puzzle: picture, family, result; tabs
			* between. NULL: none. Not owned */
	const char *folder; /* of the pictures that follow, as it stands in
			     * those lines, "" or ending in a slash */
};

/* No sources, no file. */
void record_init(struct record *record);
void record_fini(struct record *record);

/* A puzzle of `source` in `picture` has that grade; `there`: it is one of the
 * label's. Memory that lacks is no
 * reason to stop judging: it is not in the table then. */
void record_grade(struct record *record, const char *source,
		  const char *picture, const char *family, enum grade grade,
		  bool there);
/* A picture without puzzles, of which nothing was said. */
void record_silence(struct record *record, const char *picture);
/* What was said to be read, as it was before any repair. `truth` is NULL where
 * no puzzle is there. `right`: all of it was read right. */
void record_reading(struct record *record, const struct outcome *outcome,
		    const struct puzzle *truth, bool right);
void record_cpu(struct record *record, double seconds);

/* Processor time of this process so far, in seconds. */
double record_cpu_seconds(void);

/* The tables. */
void record_print(struct record *record);

#endif
