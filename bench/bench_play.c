/* The real Tracks game played by solveglass on an X server of our own: whether
 * the game itself says that it is solved, board after board in new windows or
 * game after game in one, and how soon a hand stops it. */
#include <stdio.h>
#include <stdlib.h>

#include <X11/extensions/XInput.h>
#include <X11/keysym.h>

#include "tracks_play.h"
#include "usage.h"

/* The flash takes half a second; what has not come then does not come. */
static const double FLASH_SECONDS = 1;
/* A hand that comes must be noticed within so long. */
static const double STOP_SECONDS = 0.05;

enum { LOAD_MAX = 16 };

static void die(const char *text)
{
	fprintf(stderr, "bench_play: %s\n", text);
	exit(4);
}

/* Processes that do nothing but keep the machine busy. */
static void start_load(struct tracks_play *play, int count)
{
	char *argv[] = { (char *)"sh", (char *)"-c",
			 (char *)"while :; do :; done", NULL };

	for (int i = 0; i < count; i++)
		xvfb_run(&play->server, NULL, argv);
}

static void start_manager(struct tracks_play *play)
{
	char *argv[] = { (char *)"openbox", NULL };

	xvfb_run(&play->server, NULL, argv);
	if (!xvfb_managed(play->display))
		die("openbox does not start");
}

static void start_board(struct tracks_play *play, int side, unsigned seed)
{
	struct problem problem = { 0 };
	struct buffer id;

	buffer_init(&id);
	if (sgt_tracks_generate(side, side, 't', seed, &id, &problem) < 0)
		die(problem.text);
	if (!tracks_play_board(play, buffer_text(&id)))
		die("the game shows no window");
	play->frames = play->white = 0;
	buffer_fini(&id);
}

static double play_once(struct tracks_play *play)
{
	char *const flags[] = { (char *)"--yes", (char *)"--quiet", NULL };
	double start = clock_seconds();
	double seconds;

	tracks_play_finish(play, tracks_play_run(play, flags));
	seconds = clock_seconds() - start;
	tracks_play_watch(play, FLASH_SECONDS);
	return seconds;
}

/* One board in a window of its own; prints its line, true where all was as it
 * must be. */
static bool bench_board(struct tracks_play *play, unsigned seed)
{
	int clicks, x = 0, y = 0;
	int missing_white, solved_white;
	double seconds;

	start_board(play, 10, seed);
	clicks = tracks_play_but_last(play, &x, &y);
	tracks_play_watch(play, FLASH_SECONDS);
	missing_white = play->white;
	play->white = 0;
	seconds = play_once(play);
	solved_white = play->white;
	printf("%4u %7d %8.1f %8d %15d %13d\n", seed, clicks, seconds,
	       play->frames, missing_white, solved_white);
	fflush(stdout);
	tracks_play_quit(play);
	return play->exit_status == 0 && clicks > 1 && !missing_white &&
	       solved_white;
}

static int bench_boards(struct tracks_play *play, int boards, unsigned seed)
{
	int good = 0;

	puts("10x10 boards, all but the last edge by hand, then played:\n"
	     "seed  clicks  seconds   frames  flashed without  flashed with");
	for (int i = 0; i < boards; i++)
		good += bench_board(play, seed + (unsigned)i);
	printf("%d of %d as the game wants it\n", good, boards);
	return good == boards ? 0 : 1;
}

/* Game after game by the game's own New Game, in one window that a window
 * manager manages, on a machine that is busy. */
static int bench_window(struct tracks_play *play, int games, int load)
{
	int good = 0;

	start_manager(play);
	start_load(play, load);
	start_board(play, 8, 1);
	printf("8x8 games in one window, %d busy processes beside it:\n"
	       "game  exit  seconds  flashed\n",
	       load);
	for (int i = 1; i <= games; i++) {
		double seconds;

		if (i > 1)
			tracks_play_new_game(play);
		play->white = 0;
		seconds = play_once(play);
		good += play->exit_status == 0 && play->white;
		printf("%4d %5d %8.1f %8d\n", i, play->exit_status, seconds,
		       play->white);
		if (play->exit_status != 0)
			puts(play->said);
		fflush(stdout);
	}
	printf("%d of %d solved, flashed and called so\n", good, games);
	return good == games ? 0 : 1;
}

static bool is_anything_held(struct tracks_play *play)
{
	static const char none[32];
	Window root, child;
	int x, y, in_x, in_y;
	unsigned mask = 0;
	char keys[32];

	XQueryPointer(play->display, DefaultRootWindow(play->display), &root,
		      &child, &x, &y, &in_x, &in_y, &mask);
	XQueryKeymap(play->display, keys);
	return mask || memcmp(keys, none, sizeof keys) != 0;
}

static void find_pointer(struct tracks_play *play, int *x, int *y)
{
	Window root, child;
	int in_x, in_y;
	unsigned mask;

	XQueryPointer(play->display, DefaultRootWindow(play->display), &root,
		      &child, x, y, &in_x, &in_y, &mask);
}

/* Waits until the play has moved the pointer. */
static void wait_for_motion(struct tracks_play *play)
{
	int x, y, from_x, from_y;

	find_pointer(play, &from_x, &from_y);
	for (int i = 0; i < 3000; i++) {
		find_pointer(play, &x, &y);
		if (x != from_x || y != from_y)
			return;
		xvfb_sleep(5);
	}
}

/* The server's own mouse: what XTEST moves has devices of its own. */
static XDevice *open_mouse(struct tracks_play *play)
{
	XDevice *mouse = NULL;
	int count = 0;
	XDeviceInfo *devices = XListInputDevices(play->display, &count);

	for (int i = 0; i < count && !mouse; i++)
		if (devices[i].name && !strcmp(devices[i].name, "Xvfb mouse"))
			mouse = XOpenDevice(play->display, devices[i].id);
	XFreeDeviceList(devices);
	if (!mouse)
		die("Xvfb has no mouse");
	return mouse;
}

/* A hand comes at a random moment of a play. */
static double stop_once(struct tracks_play *play, XDevice *mouse, bool by_key,
			bool *good)
{
	int axes[2] = { 7, 3 };
	char *const flags[] = { (char *)"--yes", (char *)"--quiet",
				(char *)"--pace", (char *)"60", NULL };
	KeyCode code = XKeysymToKeycode(play->display, XK_Shift_L);
	pid_t pid;
	int status = 0;
	double start;

	XWarpPointer(play->display, None, DefaultRootWindow(play->display), 0,
		     0, 0, 0, 900, 700);
	XSync(play->display, False);
	pid = tracks_play_run(play, flags);
	wait_for_motion(play);
	/* 26 marks at 60 ms and more a step take over 3 s */
	usleep((useconds_t)(rand() % 1500) * 1000);
	start = clock_seconds();
	if (by_key) {
		XTestFakeKeyEvent(play->display, code, True, 0);
		XTestFakeKeyEvent(play->display, code, False, 0);
	} else {
		XTestFakeDeviceMotionEvent(play->display, mouse, True, 0, axes,
					   2, 0);
	}
	XFlush(play->display);
	while (waitpid(pid, &status, WNOHANG) == 0)
		usleep(500);
	*good = WIFEXITED(status) && WEXITSTATUS(status) == 2 &&
		!is_anything_held(play);
	if (!*good)
		printf("by %s: exit %d%s\n", by_key ? "key" : "mouse",
		       WEXITSTATUS(status),
		       is_anything_held(play) ? ", something held" : "");
	return clock_seconds() - start;
}

static int bench_stops(struct tracks_play *play, int runs)
{
	int good = 0, soon = 0;
	double slowest = 0;
	XDevice *mouse = open_mouse(play);

	start_board(play, 8, 1);
	printf("%d plays stopped at random moments by pointer and key:\n",
	       runs);
	for (int i = 0; i < runs; i++) {
		bool fine;
		double seconds = stop_once(play, mouse, i % 2, &fine);

		good += fine;
		soon += fine && seconds <= STOP_SECONDS;
		slowest = seconds > slowest ? seconds : slowest;
	}
	XCloseDevice(play->display, mouse);
	printf("%d stopped with no button or key left down, %d within %.0f ms, "
	       "the slowest after %.0f ms\n",
	       good, soon, STOP_SECONDS * 1000, slowest * 1000);
	return good == runs && soon == runs ? 0 : 1;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "boards";
	bool named = !strcmp(mode, "window") || !strcmp(mode, "stops");
	int shift = named || !strcmp(mode, "boards");
	int count = argc > 1 + shift ? atoi(argv[1 + shift]) : 20;
	int more = argc > 2 + shift ? atoi(argv[2 + shift]) : -1;
	struct tracks_play play;
	int status;

	usage(argc, argv,
	      "[[boards] COUNT [SEED] | window COUNT [LOAD] | stops COUNT]\n"
	      "The real Tracks game played to its own \"solved\": 20 boards in "
	      "windows of\ntheir own, games in one window beside LOAD busy "
	      "processes, or plays that a\nhand stops.");
	if (!tracks_play_start(&play))
		die("no Xvfb");
	if (!strcmp(mode, "window"))
		status = bench_window(&play, count, more < 0 ? 0 : more);
	else if (!strcmp(mode, "stops"))
		status = bench_stops(&play, count);
	else
		status = bench_boards(&play, count,
				      more < 0 ? 1 : (unsigned)more);
	tracks_play_stop(&play);
	return status;
}
