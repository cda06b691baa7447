/* What a look has found, in the few words of a card. */
#ifndef WATCH_SAY_H
#define WATCH_SAY_H

#include <stddef.h>

#include "watch_look.h"

/* "3 panels, 2 solved", "no puzzle here", "doubtful: the 7 in row 3". "" where
 * the answer says it all. */
void watch_say(const struct look *look, char *text, size_t size);

/* A clue of a reading, as a person would point at it: "the 7 in row 3" for
 * row_totals[2]. */
void watch_say_clue(const struct reading *reading, char *text, size_t size);

#endif
