/* How far a search is, on a terminal: the share that is done, how many
 * solutions were found and how long it may still take. Shown only where a
 * puzzle takes long. */
#ifndef SOLVE_PROGRESS_H
#define SOLVE_PROGRESS_H

#include "buffer.h"
#include "solve.h"

struct solve_progress {
	double start, shown; /* of the puzzle at hand; clock_seconds() */
	double share;
	bool drawn; /* there is a line on the terminal */
};

/* Has the solver report to `progress`, which must outlive `options`. */
void solve_progress_start(struct solve_progress *progress,
			  struct solve_options *options);

/* Appends ", some 40 s left": how long the rest of a search may take at most,
 * of which this share is done after these seconds. Nothing where that is not
 * told yet. */
void solve_progress_put_left(struct buffer *out, double share, double seconds);

/* Takes the line away and forgets the puzzle. NULL: there is none. */
void solve_progress_clear(struct solve_progress *progress);

#endif
