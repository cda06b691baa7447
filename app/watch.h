/* The background process: what is wanted, what is shown, and the loop that
 * brings them together.
 *
 * A press of the hotkey turns what is wanted round: the answer, or nothing.
 * Looking takes place in another thread (watch_look.h); a press meanwhile takes
 * effect at once: what is no longer wanted is dropped when it comes, and what
 * is wanted again is looked for once, however often it was pressed. */
#ifndef WATCH_H
#define WATCH_H

#include "options.h"
#include "problem.h"

/* Runs until options->stop is set. SIGINT, SIGTERM and SIGHUP must be blocked,
 * with handlers that set it: they are let in while there is nothing to do.
 * Returns 0, or -1: it cannot begin (no display, a key taken by others, one
 * that runs already), or the display is gone. */
int watch_run(const struct options *options, struct problem *problem);

#endif
