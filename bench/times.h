/* Milliseconds of many runs, for medians. */
#ifndef TIMES_H
#define TIMES_H

#include <stdlib.h>

enum { TIMES_MAX = 10000 };

struct times {
	double ms[TIMES_MAX];
	int count;
};

static inline void times_add(struct times *times, double seconds)
{
	if (times->count < TIMES_MAX)
		times->ms[times->count++] = seconds * 1e3;
}

static inline int times_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The value that the given share of the runs does not exceed: 0.5 is the
 * median, 1 the slowest. 0 without runs. */
static inline double times_share(struct times *times, double share)
{
	int at = (int)(share * times->count);

	if (times->count == 0)
		return 0;
	qsort(times->ms, (size_t)times->count, sizeof *times->ms, times_order);
	return times->ms[at < times->count ? at : times->count - 1];
}

#endif
