/* The real Tracks game played by solveglass on an X server of our own: whether
 * the game itself says that it is solved, board after board in new windows or
 * game after game in one, what becomes of a game that changes meanwhile, and
 * how soon a hand stops it; and pages of our own in a browser, to their own
 * "solved". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <X11/extensions/XInput.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xdamage.h>
#include <X11/keysym.h>

#include "page_plays.h"
#include "rng.h"
#include "tracks_play.h"
#include "usage.h"

/* The flash takes half a second; what has not come then does not come. */
static const double FLASH_SECONDS = 1;
/* A hand that comes must be noticed within so long. */
static const double STOP_SECONDS = 0.05;

/* How often a board is asked to flash. */
enum { ASKED_MAX = 8 };
/* Busy processes, at most. */
enum { LOAD_MAX = 12 };

/* A click that follows a look follows it within so long. */
enum { CLICK_MS = 50 };

static void die(const char *text)
{
	fprintf(stderr, "bench_play: %s\n", text);
	exit(4);
}

/* Processes that do nothing but keep the machine busy. */
struct load {
	pid_t pids[LOAD_MAX];
	int count;
};

static void start_load(struct tracks_play *play, struct load *load, int count)
{
	char *argv[] = { (char *)"sh", (char *)"-c",
			 (char *)"while :; do :; done", NULL };

	if (count > LOAD_MAX)
		die("so busy it cannot be");
	for (load->count = 0; load->count < count; load->count++)
		load->pids[load->count] = xvfb_run(&play->server, NULL, argv);
}

static void signal_load(const struct load *load, int signal)
{
	for (int i = 0; i < load->count; i++)
		kill(load->pids[i], signal);
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
	char *const flags[] = { (char *)"--yes", NULL };
	double start = clock_seconds();
	double seconds;

	tracks_play_finish(play, tracks_play_run(play, flags));
	seconds = clock_seconds() - start;
	tracks_play_watch(play, FLASH_SECONDS);
	return seconds;
}

/* Takes the last mark back and gives it again, with nothing of ours busy beside
 * it: a board that is solved flashes at that, and no other does. More than
 * once, for other programs may be busy, and the eye may blink again. */
static bool ask_again(struct tracks_play *play, const struct load *load)
{
	signal_load(load, SIGSTOP);
	play->white = 0;
	for (int i = 0; i < ASKED_MAX && !play->white; i++) {
		tracks_play_key(play, 'u');
		tracks_play_watch(play, FLASH_SECONDS);
		tracks_play_key(play, 'r');
		tracks_play_watch(play, FLASH_SECONDS);
	}
	signal_load(load, SIGCONT);
	return play->white > 0;
}

/* One board in a window of its own; prints its line, true where all was as it
 * must be. */
static bool bench_board(struct tracks_play *play, unsigned seed)
{
	int clicks, x = 0, y = 0;
	int missing_white, solved_white;
	const struct load none = { 0 };
	double seconds;
	bool again;

	start_board(play, 10, seed);
	clicks = tracks_play_but_last(play, &x, &y);
	tracks_play_watch(play, FLASH_SECONDS);
	missing_white = play->white;
	missing_white += ask_again(play, &none);
	play->white = 0;
	seconds = play_once(play);
	solved_white = play->white;
	again = ask_again(play, &none);
	printf("%4u %7d %8.1f %8d %15d %13d  %s\n", seed, clicks, seconds,
	       play->frames, missing_white, solved_white,
	       again ? "flashes" : "does not");
	fflush(stdout);
	tracks_play_quit(play);
	return play->exit_status == 0 && clicks > 1 && !missing_white && again;
}

static int bench_boards(struct tracks_play *play, int boards, unsigned seed)
{
	int good = 0;

	puts("10x10 boards, all but the last edge by hand, then played:\n"
	     "seed  clicks  seconds   frames  flashed without  flashed with  "
	     "again");
	for (int i = 0; i < boards; i++)
		good += bench_board(play, seed + (unsigned)i);
	printf("%d of %d as the game wants it\n", good, boards);
	return good == boards ? 0 : 1;
}

/* Game after game by the game's own New Game, in one window that a window
 * manager manages, on a machine that is busy. */
static int bench_window(struct tracks_play *play, int games, int busy)
{
	int good = 0, missed = 0;
	struct load load;

	start_manager(play);
	start_load(play, &load, busy);
	start_board(play, 8, 1);
	printf("8x8 games in one window, %d busy processes beside it; the "
	       "eye's longest\nblink, and whether the board flashes when its "
	       "last mark is made again:\n"
	       "game  exit  seconds  flashed  blink ms  again\n",
	       busy);
	for (int i = 1; i <= games; i++) {
		int flashed;
		double seconds;
		bool again;

		if (i > 1)
			tracks_play_new_game(play);
		play->white = 0;
		play->blink = 0;
		seconds = play_once(play);
		flashed = play->white;
		again = ask_again(play, &load);
		good += play->exit_status == 0 && again;
		missed += again && !flashed;
		printf("%4d %5d %8.1f %8d %9.0f  %s\n", i, play->exit_status,
		       seconds, flashed, play->blink * 1000,
		       again ? "flashes" : "does not");
		if (play->exit_status != 0 || !again)
			puts(play->said);
		fflush(stdout);
	}
	printf("%d of %d solved, flashed and called so; %d first flashes were "
	       "not seen\n",
	       good, games, missed);
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

/* A device of the server's own: what XTEST moves has devices of its own. */
static XDevice *open_device(struct tracks_play *play, const char *name)
{
	XDevice *device = NULL;
	int count = 0;
	XDeviceInfo *devices = XListInputDevices(play->display, &count);

	for (int i = 0; i < count && !device; i++)
		if (devices[i].name && !strcmp(devices[i].name, name))
			device = XOpenDevice(play->display, devices[i].id);
	XFreeDeviceList(devices);
	if (!device)
		die("Xvfb lacks its mouse or keyboard");
	return device;
}

/* What the server reports of pointer and keyboard, at the server's times. */
struct reports {
	Display *display;
	int opcode;
	int mouse, keyboard; /* ids of the devices of a hand */
	Time hand, last;     /* ms: the hand's first, any other's last */
	bool has_hand, has_last;
};

static void open_reports(struct reports *reports, const char *display)
{
	unsigned char bits[XIMaskLen(XI_LASTEVENT)] = { 0 };
	XIEventMask mask = { XIAllMasterDevices, sizeof bits, bits };
	int event, error, major = 2, minor = 2;

	reports->display = XOpenDisplay(display);
	if (!reports->display ||
	    !XQueryExtension(reports->display, "XInputExtension",
			     &reports->opcode, &event, &error) ||
	    XIQueryVersion(reports->display, &major, &minor) != Success)
		die("Xvfb lacks XInput 2");
	XISetMask(bits, XI_RawKeyPress);
	XISetMask(bits, XI_RawKeyRelease);
	XISetMask(bits, XI_RawButtonPress);
	XISetMask(bits, XI_RawButtonRelease);
	XISetMask(bits, XI_RawMotion);
	XISelectEvents(reports->display, DefaultRootWindow(reports->display),
		       &mask, 1);
	XSync(reports->display, False);
}

static void take_report(struct reports *reports, const XIRawEvent *raw)
{
	if (raw->sourceid == reports->mouse ||
	    raw->sourceid == reports->keyboard) {
		reports->hand = reports->has_hand ? reports->hand : raw->time;
		reports->has_hand = true;
		return;
	}
	reports->last = raw->time;
	reports->has_last = true;
}

static void take_reports(struct reports *reports)
{
	while (XPending(reports->display)) {
		XEvent event;

		XNextEvent(reports->display, &event);
		if (event.xcookie.type != GenericEvent ||
		    event.xcookie.extension != reports->opcode ||
		    !XGetEventData(reports->display, &event.xcookie))
			continue;
		take_report(reports, event.xcookie.data);
		XFreeEventData(reports->display, &event.xcookie);
	}
}

/* One play that a hand stops at a random moment. */
struct stop {
	bool stopped;  /* by its own word, and holds nothing */
	double let_go; /* seconds from the hand to the last of its doings */
	double ended;  /* to the end of the process */
};

static void stop_once(struct tracks_play *play, struct reports *reports,
		      XDevice *mouse, XDevice *keyboard, struct rng *rng,
		      struct stop *stop)
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
	xvfb_sleep((int)rng_below(rng, 1500));
	take_reports(reports);
	reports->has_hand = false;
	start = clock_seconds();
	if (keyboard) {
		XTestFakeDeviceKeyEvent(play->display, keyboard, code, True,
					NULL, 0, 0);
		XTestFakeDeviceKeyEvent(play->display, keyboard, code, False,
					NULL, 0, 0);
	} else {
		XTestFakeDeviceMotionEvent(play->display, mouse, True, 0, axes,
					   2, 0);
	}
	XFlush(play->display);
	while (waitpid(pid, &status, WNOHANG) == 0)
		usleep(500);
	stop->ended = clock_seconds() - start;
	take_reports(reports);
	stop->let_go = reports->has_last && reports->last > reports->hand
			       ? (double)(reports->last - reports->hand) / 1000
			       : 0;
	stop->stopped = WIFEXITED(status) && WEXITSTATUS(status) == 2 &&
			reports->has_hand && !is_anything_held(play);
	if (!stop->stopped)
		printf("by %s: exit %d%s%s\n", keyboard ? "key" : "mouse",
		       WEXITSTATUS(status),
		       reports->has_hand ? "" : ", the hand was not seen",
		       is_anything_held(play) ? ", something held" : "");
}

static int bench_stops(struct tracks_play *play, int runs)
{
	int good = 0, let_go = 0, ended = 0;
	double slowest_go = 0, slowest_end = 0;
	XDevice *mouse = open_device(play, "Xvfb mouse");
	XDevice *keyboard = open_device(play, "Xvfb keyboard");
	struct reports reports = { .mouse = (int)mouse->device_id,
				   .keyboard = (int)keyboard->device_id };

	struct rng rng;

	rng_seed(&rng, (uint64_t)time(NULL));
	open_reports(&reports, play->server.display);
	start_board(play, 8, 1);
	printf("%d plays stopped at random moments by mouse and key:\n", runs);
	for (int i = 0; i < runs; i++) {
		struct stop stop;

		stop_once(play, &reports, mouse, i % 2 ? keyboard : NULL, &rng,
			  &stop);
		good += stop.stopped;
		let_go += stop.stopped && stop.let_go <= STOP_SECONDS;
		ended += stop.stopped && stop.ended <= STOP_SECONDS;
		slowest_go = fmax(slowest_go, stop.let_go);
		slowest_end = fmax(slowest_end, stop.ended);
	}
	printf("%d stopped with no button or key left down\n"
	       "%d did nothing more after %.0f ms, the slowest after %.0f ms\n"
	       "%d had ended as programs by then, the slowest after %.0f ms\n",
	       good, let_go, STOP_SECONDS * 1000, slowest_go * 1000, ended,
	       slowest_end * 1000);
	XCloseDevice(play->display, mouse);
	XCloseDevice(play->display, keyboard);
	XCloseDisplay(reports.display);
	return good == runs && let_go == runs ? 0 : 1;
}

/* A browser, our files, and the last play. */
struct stand {
	struct browser browser;
	struct program_folder folder;
	struct program_run run;
};

/* When a page became another, and when it was clicked, by the server's clock.
 */
struct view {
	struct reports reports;
	int damage_event;
	Time drawn; /* the other page; until then: all of the window */
	bool turned;
	int clicks; /* after it */
	Time last;  /* of them */
};

static void view_begin(struct view *view, const char *display, Window window)
{
	int error, major = 1, minor = 1;

	*view = (struct view){ 0 };
	open_reports(&view->reports, display);
	if (!XDamageQueryExtension(view->reports.display, &view->damage_event,
				   &error) ||
	    !XDamageQueryVersion(view->reports.display, &major, &minor))
		die("Xvfb lacks DAMAGE");
	XDamageCreate(view->reports.display, window,
		      XDamageReportRawRectangles);
	XSync(view->reports.display, False);
}

static void take_view_event(struct view *view, XEvent *event)
{
	const XDamageNotifyEvent *damage = (const XDamageNotifyEvent *)event;
	Display *display = view->reports.display;

	/* the other page has a red corner: nothing else is drawn there, but
	 * all of the window now and then */
	if (event->type == view->damage_event + XDamageNotify &&
	    !view->turned && !damage->area.x && !damage->area.y) {
		view->drawn = damage->timestamp;
		view->turned = damage->area.width < damage->geometry.width;
		view->clicks = 0;
	}
	if (event->type != GenericEvent ||
	    event->xcookie.extension != view->reports.opcode ||
	    !XGetEventData(display, &event->xcookie))
		return;
	if (event->xcookie.evtype == XI_RawButtonPress) {
		view->last = ((XIRawEvent *)event->xcookie.data)->time;
		view->clicks += view->drawn != 0;
	}
	XFreeEventData(display, &event->xcookie);
}

static void take_view_events(struct view *view)
{
	Display *display = view->reports.display;

	XSync(display, False);
	while (XPending(display)) {
		XEvent event;

		XNextEvent(display, &event);
		take_view_event(view, &event);
	}
}

static void view_end(struct view *view)
{
	take_view_events(view);
	for (int i = 0; i < 60 && !view->turned; i++) {
		xvfb_sleep(50);
		take_view_events(view);
	}
	XCloseDisplay(view->reports.display);
}

/* A page that becomes another game at a random moment of a play. */
static int bench_changed(struct stand *stand, int runs)
{
	static const struct page_play turns = {
		"turns",         "tracks.html?turns", "Tracks",
		page_play_cycle, "--pace 60",         false
	};
	int good = 0, clicked = 0, latest = 0;

	puts("8x8 boards that become others while they are played:\n"
	     "exit  clicks after  ms after");
	for (int i = 0; i < runs; i++) {
		struct view view;
		bool said;
		int ms;

		if (!browser_open(&stand->browser, turns.page, turns.title))
			die("no page comes");
		view_begin(&view, stand->browser.server.display,
			   stand->browser.page);
		said = page_play_once(&turns, &stand->browser, &stand->folder,
				      &stand->run) == PAGE_LEFT &&
		       stand->run.status == 2 &&
		       strstr(stand->run.err,
			      "no longer the one that was solved");
		view_end(&view);
		ms = view.clicks ? (int)(view.last - view.drawn) : 0;
		good += said && ms <= CLICK_MS;
		clicked += view.clicks > 0;
		latest = ms > latest ? ms : latest;
		printf("%4d %13d %9d  %s\n", stand->run.status, view.clicks, ms,
		       said          ? "said"
		       : view.turned ? stand->run.err
				     : "the page stayed as it was");
		fflush(stdout);
	}
	printf("%d of %d noticed and said; in %d a click was on its way, the "
	       "latest %d ms after\nthe other board was on the screen\n",
	       good, runs, clicked, latest);
	return good == runs ? 0 : 1;
}

/* Each page so often. */
static int bench_pages(struct stand *stand, int runs, const char *only)
{
	int pages = 0, good = 0, claimed = 0;

	puts("pages of tests/pages                 solved  runs  falsely said  "
	     "seconds");
	for (int i = 0; i < PAGE_PLAYS; i++) {
		const struct page_play *play = &page_plays[i];
		int ends[PAGE_ENDS] = { 0 };
		double start = clock_seconds();

		if (only && !strstr(play->name, only))
			continue;
		for (int k = 0; k < runs; k++) {
			enum page_end end =
				page_play_run(play, &stand->browser,
					      &stand->folder, &stand->run);

			ends[end]++;
			if (end != PAGE_SOLVED)
				printf("  exit %d: %s\n", stand->run.status,
				       stand->run.err);
		}
		pages++;
		good += ends[PAGE_SOLVED];
		claimed += ends[PAGE_CLAIMED];
		printf("%-36s %6d %5d %13d %8.1f\n", play->name,
		       ends[PAGE_SOLVED], runs, ends[PAGE_CLAIMED],
		       (clock_seconds() - start) / runs);
		fflush(stdout);
	}
	printf("%d of %d solved by the page's own word, %d falsely said to "
	       "be\n",
	       good, pages * runs, claimed);
	return good == pages * runs ? 0 : 1;
}

static int bench_browser(const char *mode, int count, const char *only)
{
	struct stand *stand = calloc(1, sizeof *stand);
	int status;

	if (!browser_is_installed())
		die(BROWSER " is not installed");
	if (!stand || !browser_start(&stand->browser))
		die("no Xvfb");
	program_folder_make(&stand->folder);
	setenv("XDG_CONFIG_HOME", stand->folder.path, 1);
	status = !strcmp(mode, "pages") ? bench_pages(stand, count, only)
					: bench_changed(stand, count);
	browser_stop(&stand->browser);
	program_folder_remove(&stand->folder);
	free(stand);
	return status;
}

static int bench_game(const char *mode, int count, int more)
{
	struct tracks_play play;
	int status;

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

int main(int argc, char **argv)
{
	static const char *const modes[] = { "boards", "window", "stops",
					     "changed", "pages" };
	const char *mode = modes[0];
	const char *count, *more;
	int next = 1;

	usage(argc, argv,
	      "[[boards] COUNT [SEED] | window COUNT [LOAD] | stops COUNT |\n"
	      "       changed COUNT | pages COUNT [NAME]]\n"
	      "The real Tracks game played to its own \"solved\": 20 boards in "
	      "windows of\ntheir own, games in one window beside LOAD busy "
	      "processes, plays that a hand\nstops; a page that becomes "
	      "another "
	      "game meanwhile; pages of our own in a\nbrowser, those whose "
	      "name contains NAME, COUNT times each.");
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (argc > 1 && !strcmp(argv[1], modes[i])) {
			mode = modes[i];
			next = 2;
		}
	count = argc > next ? argv[next] : "20";
	more = argc > next + 1 ? argv[next + 1] : NULL;
	return !strcmp(mode, "pages") || !strcmp(mode, "changed")
		       ? bench_browser(mode, atoi(count), more)
		       : bench_game(mode, atoi(count), more ? atoi(more) : -1);
}
