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
	return (struct deadline){ clock_seconds() + seconds, stop };
}

struct deadline deadline_never(void)
{
	return (struct deadline){ 0, NULL };
}

bool deadline_passed(const struct deadline *deadline)
{
	if (deadline->stop && *deadline->stop)
		return true;
	return deadline->end > 0 && clock_seconds() >= deadline->end;
}

double deadline_left(const struct deadline *deadline)
{
	if (deadline->stop && *deadline->stop)
		return 0;
	if (deadline->end <= 0)
		return HUGE_VAL;
	return fmax(0, deadline->end - clock_seconds());
}
