#include "batch_progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "deadline.h"
#include "language.h"

/* Often enough to look alive, seldom enough to cost nothing. */
static const double terminal_seconds = 0.1;
static const double lines_seconds = 5;

enum { BAR_WIDTH_MAX = 40, COLUMNS_DEFAULT = 80, TEXT_COLUMNS = 50 };

void progress_start(struct progress *progress, bool silent, size_t total,
		    size_t done)
{
	*progress = (struct progress){
		.silent = silent,
		.terminal = isatty(STDERR_FILENO),
		.total = total,
		.done = done,
		.done_before = done,
		.start = clock_seconds(),
	};
	progress->shown = progress->start;
}

static int columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return COLUMNS_DEFAULT;
}

static void write_bar(const struct progress *progress)
{
	int room = columns() - TEXT_COLUMNS;
	int width = room < BAR_WIDTH_MAX ? room : BAR_WIDTH_MAX;
	int full = progress->total ? (int)((double)progress->done * width /
					   (double)progress->total)
				   : 0;

	fputs("\r\x1b[K", stderr);
	if (width < 1)
		return;
	fputc('[', stderr);
	for (int i = 0; i < width; i++)
		fputc(i < full ? '#' : '.', stderr);
	fputs("] ", stderr);
}

static void write_text(const struct progress *progress, double now)
{
	double seconds = now - progress->start;
	size_t new = progress->done - progress->done_before;
	double rate = seconds > 0 ? (double)new / seconds : 0;

	/* batch writes in English meanwhile */
	language_begin();
	fprintf(stderr, _("%zu of %zu"), progress->done, progress->total);
	if (rate > 0) {
		long left = (long)((double)(progress->total - progress->done) /
				   rate);

		fprintf(stderr, _(", %.1f a second, %ld:%02ld left"), rate,
			left / 60, left % 60);
	}
	language_plain();
}

void progress_show(struct progress *progress, size_t done)
{
	double now = clock_seconds();
	double every = progress->terminal ? terminal_seconds : lines_seconds;

	progress->done = done;
	if (progress->silent || now - progress->shown < every)
		return;
	progress->shown = now;
	if (progress->terminal)
		write_bar(progress);
	write_text(progress, now);
	if (!progress->terminal)
		fputc('\n', stderr);
	fflush(stderr);
}

void progress_end(struct progress *progress)
{
	if (!progress->silent && progress->terminal)
		fputs("\r\x1b[K", stderr);
}
