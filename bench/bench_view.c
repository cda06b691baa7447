/* The window on an X server of its own, with a history of so many puzzles, each
 * with its picture:
 *
 *   bench_view [PUZZLES [PAGES]]
 *
 * How long it takes from starting the program to the first drawing, from a key
 * to a page, to the history, and from q, while it searches, to its end. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "file.h"
#include "history.h"
#include "program.h"
#include "times.h"
#include "usage.h"
#include "xvfb.h"

enum { PUZZLES_DEFAULT = 10000, PAGES_DEFAULT = 100, STARTS = 10 };

struct bench {
	struct xvfb server;
	struct program_folder folder;
	Display *display;
	pid_t view;
	FILE *said; /* by the window, on standard error */
};

static void die(const char *text)
{
	fprintf(stderr, "bench_view: %s\n", text);
	exit(4);
}

/* Of all families, each another one; made and solved as a person's are. */
static void fill(const struct bench *bench, int puzzles)
{
	char path[200], note[200];
	struct pipeline pipeline;
	struct problem problem = { 0 };
	struct image image = { 0 };

	snprintf(path, sizeof path, "%s/solveglass", bench->folder.path);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/solveglass/history.db",
		 bench->folder.path);
	pipeline_init(&pipeline);
	pipeline.store = store_open(path, note, sizeof note);
	if (!pipeline.store)
		die(note);
	if (file_load_image(SOURCE_DIR "/samples/suko/screen-1.png", &image,
			    &problem) < 0)
		die(problem.text);
	for (int i = 0; i < puzzles; i++) {
		struct outcome_list list = { 0 };
		struct puzzle puzzle;

		if (solve_make((enum family)(i % FAMILY_COUNT), NULL,
			       (uint64_t)i, &puzzle, &problem) < 0 ||
		    pipeline_add(&list, &puzzle, &problem) < 0 ||
		    pipeline_solve(&pipeline, list.outcomes, &problem) < 0)
			die(problem.text);
		history_keep(&pipeline, "bench", &image, &list);
		outcome_list_fini(&list);
	}
	image_fini(&image);
	store_close(pipeline.store);
	pipeline_fini(&pipeline);
}

static void start(struct bench *bench, const char *arguments)
{
	char command[300];
	char *argv[] = { "sh", "-c", command, NULL };

	/* what the one before has said is not heard again */
	snprintf(command, sizeof command, "%s/said", bench->folder.path);
	unlink(command);
	snprintf(command, sizeof command,
		 "exec '%s' view --log details %s 2>'%s/said'", PROGRAM,
		 arguments, bench->folder.path);
	bench->view = xvfb_run(&bench->server, NULL, argv);
}

/* What the window has said it was drawn in, in seconds; the count of such lines
 * was `lines` before. */
static double wait_drawn(struct bench *bench, int lines)
{
	char text[40000], path[200];

	snprintf(path, sizeof path, "%s/said", bench->folder.path);
	for (int i = 0; i < 4000; i++) {
		const char *last = NULL;
		int count = 0;

		program_slurp(path, text, sizeof text);
		for (const char *at = text; (at = strstr(at, "drawn in "));
		     at++, count++)
			last = at;
		if (count > lines && strchr(last, '\n'))
			return strtod(last + strlen("drawn in "), NULL) / 1e3;
		xvfb_sleep(5);
	}
	die("nothing is drawn");
	return 0;
}

static void key(struct bench *bench, const char *name)
{
	char *argv[] = { "xdotool", "key", (char *)name, NULL };

	if (!xvfb_call(&bench->server, argv))
		die("no xdotool");
}

static void wait_keys(struct bench *bench, const char *title)
{
	if (!xvfb_window(bench->display, title))
		die("no window");
	xvfb_sleep(300);
}

static void finish(struct bench *bench)
{
	waitpid(bench->view, NULL, 0);
	bench->server.program_count--;
}

static void report(const char *what, struct times *times)
{
	printf("%-34s %6d %8.0f %8.0f %8.0f\n", what, times->count,
	       times_share(times, 0.5), times_share(times, 0.95),
	       times_share(times, 1));
}

int main(int argc, char **argv)
{
	static struct times opened, paged, started, closed;
	char *openbox[] = { "openbox", NULL };
	struct bench bench = { 0 };
	int puzzles = argc > 1 ? atoi(argv[1]) : PUZZLES_DEFAULT;
	int pages = argc > 2 ? atoi(argv[2]) : PAGES_DEFAULT;

	usage(argc, argv, "[PUZZLES [PAGES]]");
	program_folder_make(&bench.folder);
	setenv("XDG_STATE_HOME", bench.folder.path, 1);
	setenv("HOME", bench.folder.path, 1);
	setenv("GSETTINGS_BACKEND", "memory", 1);
	fill(&bench, puzzles);
	if (!xvfb_start(&bench.server, "1280x1024x24"))
		die("no Xvfb");
	bench.display = XOpenDisplay(bench.server.display);
	xvfb_run(&bench.server, NULL, openbox);
	if (!bench.display || !xvfb_managed(bench.display))
		die("no openbox");
	for (int i = 0; i < STARTS; i++) {
		double before = clock_seconds();

		start(&bench,
		      "--no-store " SOURCE_DIR "/samples/tracks/screen-1.png");
		wait_drawn(&bench, 0);
		times_add(&started, clock_seconds() - before);
		wait_keys(&bench, "Train Tracks, solved");
		for (int k = 0; k < 5; k++)
			key(&bench, "minus");
		key(&bench, "s");
		xvfb_sleep(200);
		before = clock_seconds();
		key(&bench, "q");
		finish(&bench);
		times_add(&closed, clock_seconds() - before);
	}
	start(&bench, "");
	wait_drawn(&bench, 0);
	wait_keys(&bench, "history");
	for (int i = 1; i <= STARTS; i++) {
		key(&bench, "h");
		times_add(&opened, wait_drawn(&bench, i));
	}
	for (int i = 1; i <= pages && i < puzzles; i++) {
		key(&bench, "Right");
		times_add(&paged, wait_drawn(&bench, STARTS + i));
	}
	key(&bench, "q");
	finish(&bench);
	puts("ms                                  times   median      95 %     "
	     " all");
	report("start to first drawing", &started);
	report("q while it searches, to the end", &closed);
	report("the history opens", &opened);
	report("a page of it", &paged);
	XCloseDisplay(bench.display);
	xvfb_stop(&bench.server);
	program_folder_remove(&bench.folder);
	return 0;
}
