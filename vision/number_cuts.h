/* Where a blot of digits that touch may be cut: for numbers.c only. */
#ifndef NUMBER_CUTS_H
#define NUMBER_CUTS_H

#include "ink.h"

/* Both ends, four where little ink is, three in equal parts. */
enum { NUMBER_CUTS_MAX = 9 };

/* Fills in the columns of a blot's box where it may be cut, both its ends
 * among them, from left to right: where they hold least ink, and (`equal`)
 * also in digits of one width. `height`: of the number's line. Returns how
 * many. */
int number_cuts_find(const struct ink *ink, const struct box *box,
		     double height, bool equal, int *cuts);

#endif
