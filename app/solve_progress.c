#include "solve_progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "deadline.h"
#include "language.h"

/* A puzzle that takes no longer needs no line. */
static const double patience_seconds = 1;
static const double refresh_seconds = 0.25;

/* "some 40 s", "some 12 min", "some 3 h"; what is longer is of no interest. */
void solve_progress_put_left(struct buffer *out, double share, double seconds)
{
	if (share <= 0 || seconds < patience_seconds)
		return;
	seconds *= fmax(0, 1 - share) / share;
	if (seconds < 100)
		buffer_printf(out, _(", some %.0f s left"), seconds);
	else if (seconds < 100 * 60)
		buffer_printf(out, _(", some %.0f min left"), seconds / 60);
	else if (seconds < 1000.0 * 3600)
		buffer_printf(out, _(", some %.0f h left"), seconds / 3600);
	else
		buffer_puts(out, _(", over 1000 h left"));
}

static void show(void *data, double share, uint64_t found)
{
	struct solve_progress *progress = data;
	double now = clock_seconds();
	struct buffer left;
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
	fputs("\r\x1b[K", stderr);
	fprintf(stderr, _("%.1f %% searched, %" PRIu64 " found"), 100 * share,
		found);
	buffer_init(&left);
	solve_progress_put_left(&left, share, taken);
	fputs(buffer_text(&left), stderr);
	buffer_fini(&left);
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
