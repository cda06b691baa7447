/* Numbers that belong together, and what was read among them but is none of
 * theirs. */
#ifndef NUMBER_STRANGERS_H
#define NUMBER_STRANGERS_H

#include "numbers.h"

/* Of numbers that belong together, read in one frame, makes blank those that
 * are much fainter than most (print that shows through from the other side)
 * or of quite another height. */
void numbers_drop_strangers(struct number *const *numbers, int count);

/* Of places of one puzzle, makes blank those in which one and the same sign
 * stands that is no digit, as a question mark does where an answer is to be
 * written. numbers_drop_strangers() does so, too. */
void numbers_drop_signs(struct number *const *numbers, int count);

#endif
