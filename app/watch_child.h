/* What `watch' has another of our commands do: a process whose words are told
 * once it has ended. */
#ifndef WATCH_CHILD_H
#define WATCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct watch_child {
	pid_t pid; /* 0: none runs */
	int said;  /* takes what it says */
};

/* Starts "solveglass ARGUMENTS"; `argv` begins with "solveglass" and ends with
 * NULL. Returns false where it cannot be, or one runs. A zeroed struct is
 * none. */
bool watch_child_start(struct watch_child *child, char *const argv[]);

/* Has it ended, and not been told of yet? Then `text` is its last sentence;
 * *well: it did what it was to do. */
bool watch_child_ended(struct watch_child *child, bool *well, char *text,
		       size_t size);

/* Stops it, as Ctrl-C would: it lets go of all it holds. The first does not
 * wait for that. */
void watch_child_hurry(const struct watch_child *child);
void watch_child_stop(struct watch_child *child);

#endif
