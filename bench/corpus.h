/* The files that a batch is measured and tried with. */
#ifndef CORPUS_H
#define CORPUS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct corpus {
	char **paths; /* sorted, so that every run sees the same order */
	size_t count, capacity;
};

/* Adds all files below `folder` whose names end in one of `suffixes`
 * (NULL-terminated), links not followed. A missing folder adds nothing. */
void corpus_add(struct corpus *corpus, const char *folder,
		const char *const *suffixes);
void corpus_free(struct corpus *corpus);

/* Runs `solveglass batch --quiet -j JOBS FOLDER -o OUT`. Returns what waitpid
 * gives. */
int corpus_batch(const char *folder, const char *out, const char *jobs);

/* The objects of a file of lines that a batch left, OUT/NAME, as an array that
 * the caller frees; empty where there is none. */
json_t *corpus_lines(const char *out, const char *name);

/* Removes a folder and all in it. */
void corpus_remove(const char *folder);

#endif
