/* What went wrong, as a kind and one sentence a person can read.
 *
 * Libraries print nothing and never exit: a function that can fail returns a
 * negative number (or NULL) and fills in the struct problem it was handed. */
#ifndef PROBLEM_H
#define PROBLEM_H

enum problem_kind {
	PROBLEM_NONE,
	PROBLEM_INPUT,       /* the file, text or picture is at fault */
	PROBLEM_ENVIRONMENT, /* no display, no such window, no extension */
	PROBLEM_LIMIT,       /* larger than what we accept, or out of time */
	PROBLEM_MEMORY,
};

struct problem {
	enum problem_kind kind;
	char text[400]; /* no newline, no final full stop */
};

/* Fills in `problem` (which may be NULL), in the person's language, and returns
 * -1, so that a caller can write `return problem_set(...)`. The first problem
 * set wins: a later call does not overwrite the cause with its consequence. */
int problem_set(struct problem *problem, enum problem_kind kind,
		const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
