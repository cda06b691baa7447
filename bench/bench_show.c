/* From the game's window to the answer over it, in a warm process: times of
 * each step on an X server of our own with a real game. Usage: bench_show
 * [ROUNDS]. */
#include <stdio.h>
#include <stdlib.h>

#include "answers.h"
#include "deadline.h"
#include "pipeline.h"
#include "tracks_game.h"
#include "usage.h"
#include "window.h"
#include "x11.h"

enum { ROUNDS_DEFAULT = 51, ROUNDS_MAX = 10000 };

enum step {
	STEP_GRAB,
	STEP_READ,
	STEP_SOLVE,
	STEP_DRAW,
	STEP_ALL,
	STEPS,
};

struct bench {
	struct xvfb server;
	Display *display;
	struct x11 *x11;
	struct overlay *overlay;
	struct pipeline pipeline;
	struct screen_window game;
	int rounds;
	double *seconds[STEPS];
};

static void die(const char *text)
{
	fprintf(stderr, "bench_show: %s\n", text);
	exit(4);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

static void report(const struct bench *bench, const char *name, int steps)
{
	printf("%-28s", name);
	for (int i = 0; i < STEPS; i++) {
		double *times = bench->seconds[i];

		if (!(steps & 1 << i)) {
			printf("%9s", "");
			continue;
		}
		qsort(times, (size_t)bench->rounds, sizeof *times, compare);
		printf("%9.2f", times[bench->rounds / 2] * 1000);
	}
	if (steps & 1 << STEP_ALL)
		printf("%9.2f",
		       bench->seconds[STEP_ALL][bench->rounds * 9 / 10] * 1000);
	puts("");
}

static void start(struct bench *bench)
{
	struct problem problem = { 0 };
	Window window;

	if (!xvfb_start(&bench->server, "1920x1080x24"))
		die("no Xvfb");
	bench->display = XOpenDisplay(bench->server.display);
	bench->x11 = x11_open(bench->server.display, &problem);
	bench->overlay = overlay_open(bench->server.display, &problem);
	if (!bench->display || !bench->x11 || !bench->overlay)
		die(problem.text);
	tracks_game_run(&bench->server);
	window = xvfb_window(bench->display, "Train Tracks");
	xvfb_sleep(1000);
	if (x11_window_by_id(bench->x11, window, &bench->game, &problem) < 0)
		die(problem.text);
}

static void bench_grab(struct bench *bench, const char *name,
		       const struct box *box)
{
	struct screen_shot shot = { 0 };
	struct problem problem = { 0 };

	for (int i = -3; i < bench->rounds; i++) {
		double before = clock_seconds();
		int result =
			box ? x11_grab_box(bench->x11, box, &shot, &problem)
			    : x11_grab_window(bench->x11, &bench->game, &shot,
					      &problem);

		if (result < 0)
			die(problem.text);
		if (i >= 0)
			bench->seconds[STEP_GRAB][i] = clock_seconds() - before;
	}
	image_fini(&shot.image);
	report(bench, name, 1 << STEP_GRAB);
}

static int grab_and_read(struct bench *bench, const struct box *box,
			 struct screen_shot *shot, struct outcome_list *list,
			 double at[STEPS], struct problem *problem)
{
	at[0] = clock_seconds();
	if ((box ? x11_grab_box(bench->x11, box, shot, problem)
		 : x11_grab_window(bench->x11, &bench->game, shot, problem)) <
	    0)
		return -1;
	at[1] = clock_seconds();
	if (pipeline_read(&bench->pipeline, &shot->image, list, problem) < 0)
		return -1;
	at[2] = clock_seconds();
	return 0;
}

/* One round of everything; at[] become the moments between the steps. */
static int show_once(struct bench *bench, const struct box *box,
		     struct screen_shot *shot, double at[STEPS],
		     struct problem *problem)
{
	struct outcome_list list = { 0 };
	struct answers answers = { 0 };
	struct overlay_content content = { 0 };
	int result = grab_and_read(bench, box, shot, &list, at, problem);

	for (size_t i = 0; result == 0 && i < list.count; i++)
		result = pipeline_solve(&bench->pipeline, &list.outcomes[i],
					problem);
	at[3] = clock_seconds();
	if (result == 0 &&
	    (!list.count || list.outcomes[0].verdict != OUTCOME_SOLVED))
		result = problem_set(problem, PROBLEM_INPUT,
				     "the board was not read and solved");
	if (result == 0)
		result = answers_init(&answers, &list, problem);
	if (result == 0) {
		content = (struct overlay_content){
			.layers = answers.layers,
			.layer_count = answers.count,
			.scr_x = shot->scr_x,
			.scr_y = shot->scr_y,
		};
		result = overlay_show(bench->overlay, &content, problem);
	}
	at[4] = clock_seconds();
	overlay_hide(bench->overlay);
	answers_fini(&answers);
	outcome_list_fini(&list);
	return result;
}

static void bench_all(struct bench *bench, const char *name,
		      const struct box *box)
{
	struct screen_shot shot = { 0 };
	struct problem problem = { 0 };

	for (int i = -3; i < bench->rounds; i++) {
		double at[STEPS];

		if (show_once(bench, box, &shot, at, &problem) < 0)
			die(problem.text);
		for (int k = 0; i >= 0 && k < STEP_ALL; k++)
			bench->seconds[k][i] = at[k + 1] - at[k];
		if (i >= 0)
			bench->seconds[STEP_ALL][i] = at[STEP_ALL] - at[0];
		/* the game draws again what the overlay had covered */
		xvfb_sleep(20);
	}
	image_fini(&shot.image);
	report(bench, name, (1 << STEPS) - 1);
}

static void finish(struct bench *bench)
{
	for (int i = 0; i < STEPS; i++)
		free(bench->seconds[i]);
	pipeline_fini(&bench->pipeline);
	overlay_close(bench->overlay);
	x11_close(bench->x11);
	XCloseDisplay(bench->display);
	xvfb_stop(&bench->server);
}

int main(int argc, char **argv)
{
	static const struct box screen = { 0, 0, 1920, 1080 };
	struct bench bench = { 0 };
	struct problem problem = { 0 };

	usage(argc, argv,
	      "[ROUNDS]\n"
	      "From the game's window to the answer over it, step by step.");
	bench.rounds = argc > 1 ? atoi(argv[1]) : ROUNDS_DEFAULT;
	if (bench.rounds < 1 || bench.rounds > ROUNDS_MAX)
		die("1 to 10000 rounds");
	for (int i = 0; i < STEPS; i++)
		bench.seconds[i] =
			calloc((size_t)bench.rounds, sizeof *bench.seconds[i]);
	pipeline_init(&bench.pipeline);
	start(&bench);
	printf("milliseconds, medians of %d\n", bench.rounds);
	printf("%-28s%9s%9s%9s%9s%9s%9s\n", "", "grab", "read", "solve", "draw",
	       "all", "9 of 10");
	bench_grab(&bench, "screen 1920x1080", &screen);
	bench_grab(&bench, "window that is seen", NULL);
	bench_all(&bench, "window, answer shaped", NULL);
	bench_all(&bench, "screen, answer shaped", &screen);
	if (x11_hold(bench.x11, &bench.game, &problem) < 0)
		die(problem.text);
	bench_grab(&bench, "window that is held", NULL);
	bench_all(&bench, "held window, answer shaped", NULL);
	finish(&bench);
	return 0;
}
