/* solveglass watch on an X server of our own with the real game, 10x10:
 *
 *   bench_watch [PRESSES]     key to answer on the screen, and where the time
 *                             goes, with and without compositors
 *   bench_watch drag [SECONDS]  how far the answer lags behind its window
 *   bench_watch events [COUNT [SEED]]  moves, resizes, maps, restacks,
 *                             compositors, monitors and presses at random
 *   bench_watch many PRESSES  memory and descriptors over many presses
 */
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "deadline.h"
#include "pipeline.h"
#include "tracks_game.h"
#include "usage.h"
#include "watch_chaos.h"
#include "x11.h"

#define GAME_ID                                                                \
	"10x10:5q9m6fAmAcAzgCh,5,S8,4,5,5,3,3,6,5,5,S5,9,9,6,5,3,7,1,2,2"

enum { PRESSES_DEFAULT = 100, PRESSES_MAX = 1000000 };
enum { EVENTS_DEFAULT = 1000 };
enum { DRAG_SECONDS_DEFAULT = 10, MOVES_MAX = 100000 };

/* What watch tells of a press, then what we see. */
enum moment {
	KEY_SENT,
	PRESSED,
	BEGUN,
	CAPTURED,
	READ,
	SOLVED,
	DRAWN,
	SEEN,
	MOMENTS,
};

struct bench {
	struct xvfb server;
	Display *display;
	Window root, game;
	pid_t watch;
	FILE *said;
	int scr_x, scr_y; /* a pixel of the answer */
};

static void die(const char *text)
{
	fprintf(stderr, "bench_watch: %s\n", text);
	exit(4);
}

static bool is_answer_at(struct bench *bench, int x, int y)
{
	XImage *image = XGetImage(bench->display, bench->root, x, y, 1, 1,
				  AllPlanes, ZPixmap);
	bool found = image &&
		     tracks_game_is_answer((uint32_t)XGetPixel(image, 0, 0));

	if (image)
		XDestroyImage(image);
	return found;
}

/* Any pixel of the answer that is painted now. */
static bool find_answer(struct bench *bench)
{
	XImage *image = XGetImage(bench->display, bench->root, 0, 0, 1400, 900,
				  AllPlanes, ZPixmap);
	bool found = false;

	for (int y = 450; image && y < 900 && !found; y++)
		for (int x = 0; x < 1400 && !found; x++)
			if (tracks_game_is_answer(
				    (uint32_t)XGetPixel(image, x, y)) &&
			    tracks_game_is_answer(
				    (uint32_t)XGetPixel(image, x + 1, y + 1))) {
				bench->scr_x = x;
				bench->scr_y = y;
				found = true;
			}
	if (image)
		XDestroyImage(image);
	return found;
}

/* Waits for the pixel to be painted or not. Returns when it was seen. */
static double wait_answer(struct bench *bench, bool wanted)
{
	double start = clock_seconds();

	while (is_answer_at(bench, bench->scr_x, bench->scr_y) != wanted)
		if (clock_seconds() > start + 20)
			die("the answer does not come or go");
	return clock_seconds();
}

static double press(struct bench *bench)
{
	KeyCode code = XKeysymToKeycode(bench->display, XK_F9);
	double now;

	XTestFakeKeyEvent(bench->display, code, True, 0);
	now = clock_seconds();
	XFlush(bench->display);
	XTestFakeKeyEvent(bench->display, code, False, 0);
	XSync(bench->display, False);
	return now;
}

static void start_watch(struct bench *bench)
{
	int ends[2];
	char line[512];

	if (pipe(ends) < 0)
		die("no pipe");
	bench->watch = fork();
	if (bench->watch == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		setenv("DISPLAY", bench->server.display, 1);
		execl(PROGRAM, "solveglass", "watch", "--verbose", "--no-store",
		      NULL);
		_exit(127);
	}
	close(ends[1]);
	bench->said = fdopen(ends[0], "r");
	while (bench->said && fgets(line, sizeof line, bench->said))
		if (strstr(line, "shows and hides")) {
			/* and its warming up */
			xvfb_sleep(1500);
			return;
		}
	die("watch does not begin");
}

static void start(struct bench *bench, char *const compositor[], bool managed)
{
	char *openbox[] = { (char *)"openbox", NULL };
	char *game[] = { (char *)"/usr/games/sgt-tracks", (char *)GAME_ID,
			 NULL };

	memset(bench, 0, sizeof *bench);
	if (!xvfb_start(&bench->server, "1400x900x24"))
		die("no Xvfb");
	bench->display = XOpenDisplay(bench->server.display);
	if (!bench->display)
		die("Xvfb does not answer");
	bench->root = DefaultRootWindow(bench->display);
	if (managed) {
		xvfb_run(&bench->server, NULL, openbox);
		if (!xvfb_managed(bench->display))
			die("openbox does not start");
	}
	if (compositor)
		xvfb_run(&bench->server, NULL, compositor);
	xvfb_run(&bench->server, NULL, game);
	bench->game = xvfb_window(bench->display, "Train Tracks");
	if (!bench->game)
		die("the game shows no window");
	xvfb_sleep(1500);
	XSetInputFocus(bench->display, bench->game, RevertToParent,
		       CurrentTime);
	XMoveWindow(bench->display, bench->game, 300, 250);
	XSync(bench->display, False);
	xvfb_sleep(500);
	start_watch(bench);
	press(bench);
	for (int i = 0; !find_answer(bench); i++) {
		if (i > 400)
			die("no answer is drawn");
		xvfb_sleep(20);
	}
}

static void finish(struct bench *bench)
{
	xvfb_end(bench->watch);
	fclose(bench->said);
	XCloseDisplay(bench->display);
	xvfb_stop(&bench->server);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The next press that watch tells of. */
static void read_moments(struct bench *bench, double at[MOMENTS])
{
	char line[512];

	while (fgets(line, sizeof line, bench->said))
		if (sscanf(line,
			   "solveglass watch: pressed %lf begun %lf captured "
			   "%lf read %lf solved %lf drawn %lf",
			   &at[PRESSED], &at[BEGUN], &at[CAPTURED], &at[READ],
			   &at[SOLVED], &at[DRAWN]) == 6)
			return;
	die("watch tells no times");
}

static double quantile(double *values, int count, double share)
{
	qsort(values, (size_t)count, sizeof *values, compare);
	return values[(int)(share * (count - 1) + 0.5)];
}

static void report(double (*at)[MOMENTS], int count, const char *name)
{
	double *values = calloc((size_t)count, sizeof *values);

	if (!values)
		die("no memory");
	printf("%-16s", name);
	for (int k = 1; k < MOMENTS; k++) {
		for (int i = 0; i < count; i++)
			values[i] = (at[i][k] - at[i][k - 1]) * 1000;
		printf("%9.2f", quantile(values, count, 0.5));
	}
	for (int i = 0; i < count; i++)
		values[i] = (at[i][SEEN] - at[i][KEY_SENT]) * 1000;
	printf("%9.2f", quantile(values, count, 0.5));
	printf("%9.2f", quantile(values, count, 0.95));
	printf("%9.2f\n", values[count - 1]);
	fflush(stdout);
	free(values);
}

static void latency(int presses)
{
	static char *const xcompmgr[] = { (char *)"xcompmgr", NULL };
	static char *const picom[] = { (char *)"picom",     (char *)"--backend",
				       (char *)"xrender",   (char *)"--config",
				       (char *)"/dev/null", NULL };
	static const struct {
		const char *name;
		char *const *compositor;
		bool managed;
	} settings[] = {
		{ "bare", NULL, false },
		{ "openbox", NULL, true },
		{ "xcompmgr", xcompmgr, true },
		{ "picom", picom, true },
	};
	double(*at)[MOMENTS] = calloc((size_t)presses, sizeof *at);

	if (!at)
		die("no memory");
	printf("milliseconds, medians of %d presses; the last three columns: "
	       "key to seen\n%-16s%9s%9s%9s%9s%9s%9s%9s%9s%9s%9s\n",
	       presses, "", "event", "begin", "capture", "read", "solve+ck",
	       "draw", "seen", "median", "95 %", "most");
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		struct bench bench;

		start(&bench, settings[i].compositor, settings[i].managed);
		read_moments(&bench, at[0]);
		for (int k = 0; k < presses; k++) {
			press(&bench);
			wait_answer(&bench, false);
			xvfb_sleep(60 + 7 * (k % 11));
			at[k][KEY_SENT] = press(&bench);
			at[k][SEEN] = wait_answer(&bench, true);
			read_moments(&bench, at[k]);
			xvfb_sleep(20);
		}
		report(at, presses, settings[i].name);
		finish(&bench);
	}
	free(at);
}

/* A window's moves as the server tells of them, in its order. */
struct moves {
	double at[MOVES_MAX];
	int x[MOVES_MAX];
	int count;
};

static void note_moves(struct bench *bench, Window frame, Window overlay,
		       struct moves *game, struct moves *answer)
{
	while (XPending(bench->display)) {
		struct moves *moves = NULL;
		XEvent event;

		XNextEvent(bench->display, &event);
		if (event.type != ConfigureNotify)
			continue;
		if (event.xconfigure.window == frame)
			moves = game;
		else if (event.xconfigure.window == overlay)
			moves = answer;
		if (!moves || moves->count == MOVES_MAX)
			continue;
		moves->at[moves->count] = clock_seconds();
		moves->x[moves->count++] = event.xconfigure.x;
	}
}

static Window top_level(struct bench *bench, Window window)
{
	for (;;) {
		Window root, parent, *children = NULL;
		unsigned count;

		if (!XQueryTree(bench->display, window, &root, &parent,
				&children, &count))
			return None;
		if (children)
			XFree(children);
		if (parent == root)
			return window;
		window = parent;
	}
}

/* Of each move: until the answer is there, or where the window went next. */
static void report_lag(const struct moves *game, const struct moves *answer,
		       int offset)
{
	double *lag = calloc((size_t)game->count + 1, sizeof *lag);
	int count = 0, next = 0;

	if (!lag)
		die("no memory");
	/* the window goes right all the time: a place further right is a
	 * later one */
	for (int i = 0; i < game->count; i++) {
		while (next < answer->count &&
		       answer->x[next] - offset < game->x[i])
			next++;
		if (next < answer->count)
			lag[count++] =
				fmax(0, answer->at[next] - game->at[i]) * 1000;
	}
	if (!count)
		die("the answer has not moved");
	printf("%d moves, answer moved %d times; behind by (ms): median %.2f, "
	       "95 %% %.2f, most %.2f\n",
	       game->count, answer->count, quantile(lag, count, 0.5),
	       quantile(lag, count, 0.95), quantile(lag, count, 1));
	free(lag);
}

static void drag(double seconds)
{
	static struct moves game, answer;
	struct bench bench;
	Window frame, overlay;
	XWindowAttributes a, b;
	double end;

	start(&bench, NULL, true);
	frame = top_level(&bench, bench.game);
	overlay = xvfb_find_below(bench.display, bench.root, "Solveglass");
	XGetWindowAttributes(bench.display, frame, &a);
	XGetWindowAttributes(bench.display, overlay, &b);
	XSelectInput(bench.display, bench.root, SubstructureNotifyMask);
	end = clock_seconds() + seconds;
	for (int i = 0; clock_seconds() < end; i++) {
		XMoveWindow(bench.display, bench.game, i / 2,
			    200 + 100 * ((i / 20) % 2));
		XFlush(bench.display);
		/* 60 a second, looking all the while */
		for (double next = clock_seconds() + 1.0 / 60;
		     clock_seconds() < next;) {
			note_moves(&bench, frame, overlay, &game, &answer);
			usleep(200);
		}
	}
	xvfb_sleep(300);
	note_moves(&bench, frame, overlay, &game, &answer);
	report_lag(&game, &answer, b.x - a.x);
	finish(&bench);
}

static long resident_kb(pid_t pid)
{
	char path[64], line[256];
	long kb = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		sscanf(line, "VmRSS: %ld", &kb);
	if (file)
		fclose(file);
	return kb;
}

static int descriptors(pid_t pid)
{
	char path[64];
	int count = 0;
	DIR *folder;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
	folder = opendir(path);
	while (folder && readdir(folder))
		count++;
	if (folder)
		closedir(folder);
	return count - 2;
}

static void many(int presses)
{
	struct bench bench;

	start(&bench, NULL, true);
	printf("%10s%12s%14s\n", "presses", "memory kB", "descriptors");
	for (int i = 1; i <= presses; i++) {
		double at[MOMENTS];
		bool shown = i % 2 == 0;

		press(&bench);
		wait_answer(&bench, shown);
		if (shown)
			read_moments(&bench, at);
		else
			xvfb_sleep(10);
		if (i % (presses / 10 ? presses / 10 : 1) == 0) {
			printf("%10d%12ld%14d\n", i, resident_kb(bench.watch),
			       descriptors(bench.watch));
			fflush(stdout);
		}
	}
	finish(&bench);
}

/* Does what it says, and nothing else, on stderr. */
static void events(int count, int seed)
{
	struct chaos chaos = { 0 };
	struct bench bench;
	char line[512];
	int errors = 0, status = -1;
	bool alive;

	start(&bench, NULL, true);
	/* nobody reads meanwhile: the pipe must not fill up */
	fcntl(fileno(bench.said), F_SETFL, O_NONBLOCK);
	chaos.server = &bench.server;
	chaos.display = bench.display;
	chaos.game = bench.game;
	rng_seed(&chaos.rng, (uint64_t)seed);
	for (int done = 0; done < count; done += 50) {
		alive = chaos_run(&chaos, 50, bench.watch);
		while (fgets(line, sizeof line, bench.said))
			errors += strstr(line, "X Error") != NULL;
		clearerr(bench.said);
		if (!alive)
			die("watch has ended");
	}
	kill(bench.watch, SIGTERM);
	waitpid(bench.watch, &status, 0);
	xvfb_sleep(300);
	printf("%d events; X errors printed: %d; ended by SIGTERM with status "
	       "%d; overlays left: %d\n",
	       count, errors, WIFEXITED(status) ? WEXITSTATUS(status) : -1,
	       xvfb_find_below(bench.display, bench.root, "Solveglass") !=
		       None);
	fclose(bench.said);
	XCloseDisplay(bench.display);
	xvfb_stop(&bench.server);
}

static int number(const char *text, int standard)
{
	int value = text ? atoi(text) : standard;

	if (value < 1 || value > PRESSES_MAX)
		die("a number from 1 to 1000000 wanted");
	return value;
}

int main(int argc, char **argv)
{
	usage(argc, argv,
	      "[PRESSES | drag [SECONDS] | events [COUNT [SEED]] | many "
	      "PRESSES]\n"
	      "solveglass watch with the real game: from the key to the "
	      "answer, how far that\n"
	      "lags behind its window, whatever happens to the window, "
	      "memory.");
	if (argc > 1 && !strcmp(argv[1], "drag"))
		drag(number(argv[2], DRAG_SECONDS_DEFAULT));
	else if (argc > 1 && !strcmp(argv[1], "many"))
		many(number(argv[2], PRESSES_DEFAULT));
	else if (argc > 1 && !strcmp(argv[1], "events"))
		events(number(argv[2], EVENTS_DEFAULT),
		       argc > 3 ? number(argv[3], 1) : 1);
	else
		latency(number(argv[1], PRESSES_DEFAULT));
	return 0;
}
