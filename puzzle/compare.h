/* Comparing two readings of a puzzle, with words for the difference. */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>

#include "buffer.h"

/* Are the `count` numbers the same? If not, "name[2] is 7, not 1" (without
 * the index where count is 1) is appended to `difference`, which may be
 * NULL; a negative number is called "blank". */
bool same_numbers(const char *name, const int *a, const int *b, int count,
		  struct buffer *difference);

#endif
