/* watch --enter: the answer that is shown is entered by `solveglass play', a
 * process of its own, once the person has agreed to that for good. */
#ifndef WATCH_ENTER_H
#define WATCH_ENTER_H

#include <stdbool.h>

#include "watch_child.h"

/* Has the person agreed, now or at any time before? It is kept in
 * $XDG_CONFIG_HOME/solveglass/may-enter; who deletes it is asked again. */
bool watch_enter_agreed(void);
void watch_enter_agree(void);

/* Starts it for the puzzles in a window. Returns false where it cannot be, or
 * one runs. */
bool watch_enter_start(struct watch_child *child, unsigned long window);

#endif
