/* Numbers read as clues of a puzzle. */
#ifndef READINGS_H
#define READINGS_H

#include "numbers.h"
#include "vision.h"

/* Adds the reading of one clue, named by the format: a number, or null where
 * none stands there. What is there but cannot be read is null with a
 * confidence of at most a half. Multiplies the sighting's confidence by the
 * reading's. Returns 0, or -1 with `problem` filled in. */
int readings_add_number(struct sighting *sighting, const struct number *number,
			struct problem *problem, const char *clue_format, ...)
	__attribute__((format(printf, 4, 5)));

/* The value to store in the puzzle: the number, or `missing`. */
int readings_value(const struct number *number, int missing);

#endif
