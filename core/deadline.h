/* Until when something may take, and whether somebody wants it stopped. */
#ifndef DEADLINE_H
#define DEADLINE_H

#include <signal.h>
#include <stdbool.h>

struct deadline {
	double end; /* in seconds of clock_seconds(); 0: never */
	/* becomes non-zero when the work shall stop; may be NULL. Whoever sets
	 * it (a signal handler, another thread by deadline_stop) outlives the
	 * work. */
	const volatile sig_atomic_t *stop;
	/* another such flag, for work that two may stop; may be NULL */
	const volatile sig_atomic_t *stop_too;
};

/* Seconds of a monotonic clock with an arbitrary zero. */
double clock_seconds(void);

/* `seconds` from now; a value of 0 or less has passed at once. */
struct deadline deadline_in(double seconds, const volatile sig_atomic_t *stop);
struct deadline deadline_never(void);
bool deadline_passed(const struct deadline *deadline);

/* Seconds left, at least 0; a very large number without a limit. */
double deadline_left(const struct deadline *deadline);

/* Was it asked to stop, whatever the clock says? */
bool deadline_stopped(const struct deadline *deadline);

/* Sets or clears a flag that another thread's deadline looks at. */
void deadline_stop(volatile sig_atomic_t *stop, bool wanted);

#endif
