/* Waits for folders to change. */
#ifndef BATCH_WATCH_H
#define BATCH_WATCH_H

#include <signal.h>
#include <stdbool.h>

#include "batch_walk.h"

struct watch;

struct watch *watch_new(struct problem *problem);
void watch_free(struct watch *watch);

/* Watches the folders of `walk`, which lie in `path`. Were some of them not
 * watched before? Then what happened in them was not seen. */
bool watch_folders(struct watch *watch, const char *path,
		   const struct walk *walk);

/* Waits until a file was written or moved, and then for a moment of quiet.
 * False where *stop was set. */
bool watch_wait(struct watch *watch, const volatile sig_atomic_t *stop);

#endif
