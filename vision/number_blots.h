/* Which ink of a place belongs to its number: for numbers.c only. */
#ifndef NUMBER_BLOTS_H
#define NUMBER_BLOTS_H

#include "ink.h"

/* Of the blots those that may be parts of the number: not those at the rim of
 * the place, nor rings and boxes around others. `wanted`: boxes of the picture
 * that they must lie in; NULL: anywhere. `small`: also where they are so small
 * in the place that most often they are dirt. Returns how many; `boxes` has
 * room for BLOTS_MAX. */
int number_blots_choose(const struct ink *ink, const struct box *wanted,
			int wanted_count, bool small, struct box *boxes);

/* Does ink that was left out, as it touches the rim, reach so far in that it
 * may be a part of the number, whose box is `line` (NULL: there is none)? */
bool number_blots_are_cut(const struct ink *ink, const struct box *line);

/* Does such ink stand to the left or right of the number, and not go on above
 * and below, as that of a frame does? `line` is NULL where there is none. */
bool number_blots_are_beside(const struct ink *ink, const struct box *line);

/* The box around two. */
struct box number_blots_join(const struct box *a, const struct box *b);

/* Joins blots above each other, drops specks and other lines of text.
 * Returns how many are left, from left to right. */
int number_blots_line(struct box *boxes, int count);

/* Drops the brackets around a number from its line of blots: the first and the
 * last, where both are higher than all between them and bend towards these.
 * Returns how many are left, `count` where there are none. */
int number_blots_drop_brackets(const struct ink *ink, struct box *boxes,
			       int count);

#endif
