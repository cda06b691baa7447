/* The published encoding of sigils, to be measured against: a Boolean per
 * square and piece number. It speaks to Z3 itself, so that nothing of ours
 * helps or hinders it. */
#ifndef BASELINE_SIGILS_H
#define BASELINE_SIGILS_H

#include <stdbool.h>

#include "sigils.h"

/* Returns false where Z3 finds no answer within `seconds`. */
bool baseline_sigils(const struct sigils *sigils, unsigned seconds,
		     struct sigils_solution *answer);

#endif
