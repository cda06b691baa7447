/* watch --enter: the answer that is shown is entered by `solveglass play', a
 * process of its own, once the person has agreed to that for good. */
#ifndef WATCH_ENTER_H
#define WATCH_ENTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Has the person agreed, now or at any time before? It is kept in
 * $XDG_CONFIG_HOME/solveglass/may-enter; who deletes it is asked again. */
bool watch_enter_agreed(void);
void watch_enter_agree(void);

struct watch_enter {
	pid_t pid; /* 0: none runs */
	int said;  /* takes what it says */
};

/* Starts it for the puzzles in a window. Returns false where it cannot be, or
 * one runs. A zeroed struct is none. */
bool watch_enter_start(struct watch_enter *enter, unsigned long window);

/* Has it ended, and not been told of yet? Then `text` is its last sentence. */
bool watch_enter_ended(struct watch_enter *enter, char *text, size_t size);

/* Stops it, as Ctrl-C would: it lets go of all it holds. */
void watch_enter_stop(struct watch_enter *enter);

#endif
