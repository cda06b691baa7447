/* What works here: looked at, not guessed. For `solveglass doctor'. */
#ifndef DOCTOR_H
#define DOCTOR_H

#include "options.h"

enum doctor_state {
	DOCTOR_OK,
	DOCTOR_WARN, /* something is less than it could be */
	DOCTOR_FAIL, /* something does not work at all */
};

struct doctor_line {
	enum doctor_state state;
	const char *what; /* one or two words */
	char text[400];   /* what was found, and what to do about it */
};

enum { DOCTOR_LINES_MAX = 32 };

struct doctor {
	struct doctor_line lines[DOCTOR_LINES_MAX];
	int count;
};

/* Looks at everything; the lines come in a fixed order. */
void doctor_look(struct doctor *doctor, const struct options *options);

/* The worst of all. */
enum doctor_state doctor_state(const struct doctor *doctor);

#endif
