/* Dark ink on light, or the other way round: for numbers.c only. */
#ifndef NUMBER_CHOICE_H
#define NUMBER_CHOICE_H

#include "numbers.h"

/* Is `a` the better account of a place than `b`? What is read in the halo of a
 * number's ink is the same, but faint; a blank is no surer than both say. */
bool number_is_better(const struct number *a, const struct number *b);

/* Is a number better than whatever the other ink of its place, which stands
 * out by `contrast` levels, may be read as? */
bool number_is_settled(const struct number *number, double contrast);

#endif
