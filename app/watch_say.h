/* What a look has found, in the few words of a card. */
#ifndef WATCH_SAY_H
#define WATCH_SAY_H

#include <stddef.h>

#include "watch_look.h"

/* "3 panels, 2 solved", "no puzzle here", "not sure about the total of row 3: 7
 * or 1?". "" where the answer says it all. */
void watch_say(const struct look *look, char *text, size_t size);

#endif
