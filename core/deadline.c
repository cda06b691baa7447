#include "deadline.h"

#include <math.h>
#include <time.h>

double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct deadline deadline_in(double seconds, const volatile sig_atomic_t *stop)
{
	return (struct deadline){ clock_seconds() + seconds, stop, NULL };
}

struct deadline deadline_never(void)
{
	return (struct deadline){ 0, NULL, NULL };
}

bool deadline_stopped(const struct deadline *deadline)
{
	return (deadline->stop &&
		__atomic_load_n(deadline->stop, __ATOMIC_RELAXED)) ||
	       (deadline->stop_too &&
		__atomic_load_n(deadline->stop_too, __ATOMIC_RELAXED));
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the builtin writes there */
void deadline_stop(volatile sig_atomic_t *stop, bool wanted)
{
	__atomic_store_n(stop, wanted, __ATOMIC_RELAXED);
}

bool deadline_passed(const struct deadline *deadline)
{
	if (deadline_stopped(deadline))
		return true;
	return deadline->end > 0 && clock_seconds() >= deadline->end;
}

double deadline_left(const struct deadline *deadline)
{
	if (deadline_stopped(deadline))
		return 0;
	if (deadline->end <= 0)
		return HUGE_VAL;
	return fmax(0, deadline->end - clock_seconds());
}
