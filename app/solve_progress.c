#include "solve_progress.h"

#include <inttypes.h>
#include <stdio.h>

#include "deadline.h"

/* A puzzle that takes no longer needs no line. */
static const double patience_seconds = 1;
static const double refresh_seconds = 0.25;

/* "40 s", "12 min", "3 h"; what is longer is of no interest. */
static void write_time(double seconds)
{
	if (seconds < 100)
		fprintf(stderr, "%.0f s", seconds);
	else if (seconds < 100 * 60)
		fprintf(stderr, "%.0f min", seconds / 60);
	else if (seconds < 1000.0 * 3600)
		fprintf(stderr, "%.0f h", seconds / 3600);
	else
		fputs("over 1000 h", stderr);
}

static void show(void *data, double share, uint64_t found)
{
	struct solve_progress *progress = data;
	double now = clock_seconds();
	double taken;

	/* the next puzzle begins at nought */
	if (progress->start == 0 || share < progress->share)
		progress->start = now;
	progress->share = share;
	taken = now - progress->start;
	if (taken < patience_seconds || now - progress->shown < refresh_seconds)
		return;
	progress->shown = now;
	progress->drawn = true;
	fprintf(stderr, "\r\x1b[K%.1f %% searched, %" PRIu64 " found",
		100 * share, found);
	if (share > 0) {
		fputs(", some ", stderr);
		write_time(taken * (1 - share) / share);
		fputs(" left", stderr);
	}
	fflush(stderr);
}

void solve_progress_start(struct solve_progress *progress,
			  struct solve_options *options)
{
	*progress = (struct solve_progress){ 0 };
	options->progress = show;
	options->progress_data = progress;
}

void solve_progress_clear(struct solve_progress *progress)
{
	if (!progress)
		return;
	if (progress->drawn)
		fputs("\r\x1b[K", stderr);
	*progress = (struct solve_progress){ 0 };
}
