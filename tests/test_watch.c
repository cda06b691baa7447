/* The background process on the real game: keys, hints, windows that move and
 * go, and how it ends. All on X servers of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/XKBlib.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/shape.h>
#include <X11/keysym.h>
#include <cmocka.h>

#include "program.h"
#include "tracks_game.h"
#include "watch_chaos.h"
#include "x11.h"

/* How long something may take to come, on a busy machine with sanitizers. */
enum { TRIES = 1000, TRY_MS = 20 };
/* How long something that must not come is waited for. */
enum { NEVER_MS = 600 };

struct stage {
	struct xvfb server;
	Display *display;
	struct x11 *x11;
	struct puzzle puzzle;
	struct solution solution;
	Window game;
	pid_t watch;
	char output[64]; /* what watch says */
	char folder[64]; /* its XDG folders */
};

static void require(bool ok, const char *what)
{
	if (!ok)
		fail_msg("%s", what);
}

static int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);
	int fd;

	tracks_game_board(&stage->puzzle);
	require(tracks_game_answer(&stage->puzzle, &stage->solution),
		"no answer found");
	strcpy(stage->output, "/tmp/test_watch_XXXXXX");
	fd = mkstemp(stage->output);
	close(fd);
	*state = stage;
	return 0;
}

static int tear_down(void **state)
{
	struct stage *stage = *state;

	if (stage->watch > 0)
		xvfb_end(stage->watch);
	x11_close(stage->x11);
	if (stage->display)
		XCloseDisplay(stage->display);
	xvfb_stop(&stage->server);
	unlink(stage->output);
	free(stage);
	return 0;
}

static void start_bare(struct stage *stage)
{
	struct problem problem = { 0 };

	require(xvfb_start(&stage->server, "1280x800x24"), "no Xvfb");
	stage->display = XOpenDisplay(stage->server.display);
	require(stage->display != NULL, "Xvfb does not answer");
	stage->x11 = x11_open(stage->server.display, &problem);
	require(stage->x11 != NULL, problem.text);
	x11_keep_overlays(stage->x11);
}

static void start_managed(struct stage *stage)
{
	char *openbox[] = { "openbox", NULL };

	start_bare(stage);
	xvfb_run(&stage->server, NULL, openbox);
	require(xvfb_managed(stage->display), "openbox does not start");
}

static const char *said(const struct stage *stage)
{
	static char text[20000];

	program_slurp(stage->output, text, sizeof text);
	return text;
}

static void wait_said(const struct stage *stage, const char *what)
{
	for (int i = 0; i < TRIES; i++) {
		if (strstr(said(stage), what))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' was never said, but: %s", what, said(stage));
}

/* Starts it with these flags; returns its process. */
static pid_t run_watch(const struct stage *stage, const char *flag,
		       const char *value)
{
	pid_t pid = fork();

	if (pid == 0) {
		FILE *file = freopen(stage->output, "w", stderr);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setenv("DISPLAY", stage->server.display, 1);
		/* no desktop to notify */
		setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1);
		if (file)
			execl(PROGRAM, "solveglass", "watch", "--family",
			      "tracks", flag, value, NULL);
		_exit(127);
	}
	return pid;
}

static void start_watch(struct stage *stage, const char *flag,
			const char *value)
{
	stage->watch = run_watch(stage, flag, value);
	wait_said(stage, "shows and hides");
}

/* Its exit status, once it has ended. */
static int wait_end(pid_t pid)
{
	int status = -1;

	for (int i = 0; i < TRIES && waitpid(pid, &status, WNOHANG) == 0; i++)
		xvfb_sleep(TRY_MS);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* It must end by itself, with this status, saying this. */
static void check_end(struct stage *stage, int status, const char *what)
{
	assert_int_equal(wait_end(stage->watch), status);
	stage->watch = 0;
	if (!strstr(said(stage), what))
		fail_msg("'%s' wanted, said: %s", what, said(stage));
}

static void key_code(struct stage *stage, KeyCode code, bool shift)
{
	KeyCode shift_code = XKeysymToKeycode(stage->display, XK_Shift_L);

	if (shift)
		XTestFakeKeyEvent(stage->display, shift_code, True, 0);
	XTestFakeKeyEvent(stage->display, code, True, 0);
	XTestFakeKeyEvent(stage->display, code, False, 0);
	if (shift)
		XTestFakeKeyEvent(stage->display, shift_code, False, 0);
	XSync(stage->display, False);
}

static void key(struct stage *stage, KeySym sym, bool shift)
{
	key_code(stage, XKeysymToKeycode(stage->display, sym), shift);
}

static void grab_screen(struct stage *stage, struct x11_shot *shot)
{
	struct problem problem = { 0 };
	struct box screen;

	x11_screen(stage->x11, &screen);
	require(x11_grab_box(stage->x11, &screen, shot, &problem) == 0,
		problem.text);
}

/* How many points of the track are painted where the board lies now; -1 where
 * the board is not to be seen. *all becomes how many there are. */
static int count_painted(struct stage *stage, int *all)
{
	struct x11_shot shot = { 0 };
	struct box grid;
	int off = 0;
	bool found;

	*all = 0;
	grab_screen(stage, &shot);
	found = tracks_game_grid(&shot.image, &grid);
	if (found)
		off = tracks_game_off_track(&stage->solution, &grid,
					    &shot.image, all);
	image_fini(&shot.image);
	return found ? *all - off : -1;
}

/* Has this window the focus? Asks for it. */
static void wait_focus(struct stage *stage, Window window)
{
	for (int i = 0; i < TRIES; i++) {
		struct x11_window found;

		if (x11_window_active(stage->x11, &found, NULL) == 0 &&
		    found.id == window)
			return;
		XSetInputFocus(stage->display, window, RevertToParent,
			       CurrentTime);
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
	}
	fail_msg("a window does not get the focus");
}

static void start_game(struct stage *stage)
{
	int all;

	tracks_game_run(&stage->server);
	stage->game = xvfb_window(stage->display, "Train Tracks");
	require(stage->game != None, "the game shows no window");
	wait_focus(stage, stage->game);
	for (int i = 0; i < TRIES && count_painted(stage, &all) != 0; i++)
		xvfb_sleep(TRY_MS);
	/* its last rows come last */
	xvfb_sleep(200);
}

static void wait_painted(struct stage *stage, int low, int high)
{
	int painted = -1, all;

	for (int i = 0; i < TRIES; i++) {
		painted = count_painted(stage, &all);
		if (painted >= low && painted <= high && all > 30)
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("%d points are painted, not %d to %d; said: %s", painted, low,
		 high, said(stage));
}

static void wait_answer(struct stage *stage)
{
	int all;

	count_painted(stage, &all);
	/* the board is seen anyhow */
	wait_painted(stage, 32, 33);
}

static void wait_nothing(struct stage *stage)
{
	wait_painted(stage, 0, 0);
}

static bool is_shown(struct stage *stage, const char *title)
{
	return xvfb_find_below(stage->display,
			       DefaultRootWindow(stage->display), title);
}

static void wait_shown(struct stage *stage, const char *title, bool wanted)
{
	for (int i = 0; i < TRIES; i++) {
		if (is_shown(stage, title) == wanted)
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' is %sshown; said: %s", title, wanted ? "not " : "",
		 said(stage));
}

static void the_key_shows_and_hides(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	for (int i = 0; i < 3; i++) {
		key(stage, XK_F9, false);
		wait_answer(stage);
		key(stage, XK_F9, false);
		wait_nothing(stage);
	}
	/* any state of the locks */
	key(stage, XK_Num_Lock, false);
	key(stage, XK_Caps_Lock, false);
	key(stage, XK_F9, false);
	wait_answer(stage);
	kill(stage->watch, SIGTERM);
	check_end(stage, 0, "ended");
	wait_nothing(stage);
}

/* Five presses at once: wanted, not, wanted, not, wanted. */
static void presses_are_neither_lost_nor_queued(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	for (int i = 0; i < 5; i++)
		key(stage, XK_F9, false);
	wait_answer(stage);
	xvfb_sleep(NEVER_MS);
	wait_answer(stage);
	for (int i = 0; i < 4; i++)
		key(stage, XK_F9, false);
	wait_answer(stage);
	key(stage, XK_F9, false);
	wait_nothing(stage);
	xvfb_sleep(NEVER_MS);
	wait_nothing(stage);
	/* and hints: three steps by three presses at once */
	for (int i = 0; i < 3; i++)
		key(stage, XK_F9, true);
	wait_shown(stage, "step 3 of", true);
}

static void hints_go_step_by_step(void **state)
{
	struct stage *stage = *state;
	int before = 0;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	for (int step = 1; step <= 3; step++) {
		char text[32];
		int painted, all;

		key(stage, XK_F9, true);
		snprintf(text, sizeof text, "step %d of 8", step);
		wait_shown(stage, text, true);
		painted = count_painted(stage, &all);
		/* a path of single squares, four more a step */
		assert_in_range(painted, before + 2, before + 7);
		before = painted;
	}
	for (int step = 4; step <= 8; step++)
		key(stage, XK_F9, true);
	wait_answer(stage);
	key(stage, XK_F9, false);
	wait_nothing(stage);
	/* from a hint to all of it */
	key(stage, XK_F9, true);
	wait_shown(stage, "step 1 of", true);
	key(stage, XK_F9, false);
	wait_answer(stage);
}

static void it_follows_the_window(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	for (int i = 0; i < 3; i++) {
		XMoveWindow(stage->display, stage->game, 100 + 150 * i,
			    300 - 100 * i);
		XSync(stage->display, False);
		xvfb_sleep(100);
		wait_answer(stage);
	}
	XResizeWindow(stage->display, stage->game, 600, 640);
	XSync(stage->display, False);
	xvfb_sleep(100);
	wait_answer(stage);
	/* minimised and back */
	XIconifyWindow(stage->display, stage->game, 0);
	wait_shown(stage, "Solveglass", false);
	XMapWindow(stage->display, stage->game);
	XSync(stage->display, False);
	wait_answer(stage);
	XDestroyWindow(stage->display, stage->game);
	XSync(stage->display, False);
	wait_shown(stage, "Solveglass", false);
}

static void what_covers_the_game_covers_the_answer(void **state)
{
	struct stage *stage = *state;
	Window cover;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	cover = XCreateSimpleWindow(stage->display,
				    DefaultRootWindow(stage->display), 0, 0,
				    1200, 780, 0, 0, 0x335577);
	XStoreName(stage->display, cover, "Cover");
	XMapRaised(stage->display, cover);
	XSync(stage->display, False);
	wait_shown(stage, "Cover", true);
	for (int i = 0, all; i < TRIES && count_painted(stage, &all) != -1; i++)
		xvfb_sleep(TRY_MS);
	/* and is above the game again with it */
	XRaiseWindow(stage->display, stage->game);
	XSync(stage->display, False);
	wait_answer(stage);
}

static int count_changed(const struct image *a, const struct image *b)
{
	int changed = 0;

	for (int y = 0; y < a->height && y < b->height; y++)
		for (int x = 0; x < a->width && x < b->width; x++)
			changed += image_row(a, y)[x] != image_row(b, y)[x];
	return changed;
}

/* What the tool sees of the screen meanwhile is the game alone. */
static void captures_look_below(void **state)
{
	struct stage *stage = *state;
	struct x11_shot before = { 0 }, after = { 0 };
	struct problem problem = { 0 };
	struct box screen;
	struct x11 *plain;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	grab_screen(stage, &before);
	key(stage, XK_F9, true);
	wait_shown(stage, "step 1 of", true);
	key(stage, XK_F9, false);
	wait_answer(stage);
	plain = x11_open(stage->server.display, &problem);
	require(plain != NULL, problem.text);
	x11_screen(plain, &screen);
	require(x11_grab_box(plain, &screen, &after, &problem) == 0,
		problem.text);
	x11_close(plain);
	assert_int_equal(count_changed(&before.image, &after.image), 0);
	image_fini(&before.image);
	image_fini(&after.image);
}

/* A click on the answer is the game's, which lays a piece there; the focus
 * stays. That keys go on the live test shows, which plays by them. */
static void clicks_go_on(void **state)
{
	struct stage *stage = *state;
	struct x11_shot before = { 0 }, after = { 0 };
	Window focus_before, focus;
	struct box grid;
	int revert;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	XGetInputFocus(stage->display, &focus_before, &revert);
	grab_screen(stage, &before);
	require(tracks_game_grid(&before.image, &grid), "no board");
	key(stage, XK_F9, false);
	wait_answer(stage);
	/* on the line that is drawn: the left side of the square 3,2 */
	XTestFakeMotionEvent(stage->display, 0, grid.x + 3 * grid.width / 8 + 3,
			     grid.y + 5 * grid.height / 16, 0);
	XTestFakeButtonEvent(stage->display, 1, True, 0);
	XTestFakeButtonEvent(stage->display, 1, False, 0);
	XSync(stage->display, False);
	XGetInputFocus(stage->display, &focus, &revert);
	assert_int_equal(focus, focus_before);
	key(stage, XK_F9, false);
	wait_nothing(stage);
	for (int i = 0; i < TRIES; i++) {
		grab_screen(stage, &after);
		if (count_changed(&before.image, &after.image) > 20)
			break;
		xvfb_sleep(TRY_MS);
	}
	assert_in_range(count_changed(&before.image, &after.image), 20, 4000);
	image_fini(&before.image);
	image_fini(&after.image);
}

/* A new board in the same window; then none. */
static void live_follows_the_puzzle(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, "--live", NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	/* the game makes another one */
	key(stage, XK_n, false);
	for (int i = 0, all, painted; i < TRIES; i++) {
		painted = count_painted(stage, &all);
		if (painted > 0 && painted < 28)
			break;
		xvfb_sleep(TRY_MS);
	}
	wait_painted(stage, 1, 28);
	/* and back to the first */
	key(stage, XK_u, false);
	wait_answer(stage);
	key(stage, XK_F9, false);
	wait_nothing(stage);
}

/* The game draws all of its window again, and again: the answer is the same,
 * so nothing happens to it. */
static void live_does_not_flicker(void **state)
{
	struct stage *stage = *state;
	int shape_event, error, touched = 0;
	Window overlay;
	XEvent event;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, "--live", NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	/* the look that follows the first one */
	xvfb_sleep(NEVER_MS);
	overlay = xvfb_find_below(stage->display,
				  DefaultRootWindow(stage->display),
				  "Solveglass");
	XShapeQueryExtension(stage->display, &shape_event, &error);
	XShapeSelectInput(stage->display, overlay, ShapeNotifyMask);
	XSelectInput(stage->display, overlay, StructureNotifyMask);
	for (int i = 0; i < 10; i++) {
		XClearArea(stage->display, stage->game, 0, 0, 0, 0, True);
		XSync(stage->display, False);
		xvfb_sleep(100);
	}
	while (XPending(stage->display)) {
		XNextEvent(stage->display, &event);
		touched += event.type == shape_event + ShapeNotify ||
			   event.type == UnmapNotify ||
			   event.type == ConfigureNotify;
	}
	assert_int_equal(touched, 0);
	wait_answer(stage);
}

static void killed_it_leaves_nothing(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	kill(stage->watch, SIGKILL);
	wait_end(stage->watch);
	stage->watch = 0;
	wait_shown(stage, "Solveglass", false);
	wait_nothing(stage);
}

/* Compositors that come and go while the answer is shown. */
static void compositors_come_and_go(void **state)
{
	char *xcompmgr[] = { "xcompmgr", NULL };
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	for (int i = 0; i < 2; i++) {
		pid_t pid = xvfb_run(&stage->server, NULL, xcompmgr);

		xvfb_sleep(NEVER_MS);
		wait_answer(stage);
		xvfb_quit(&stage->server, pid);
		xvfb_sleep(NEVER_MS);
		wait_answer(stage);
	}
	key(stage, XK_F9, false);
	wait_nothing(stage);
}

/* A short run of what bench_watch does at length. */
static void whatever_happens(void **state)
{
	enum { EVENTS = 150 };
	struct stage *stage = *state;
	struct chaos chaos = { .server = &stage->server };

	start_managed(stage);
	start_game(stage);
	start_watch(stage, "--live", NULL);
	chaos.display = stage->display;
	chaos.game = stage->game;
	rng_seed(&chaos.rng, 1);
	require(chaos_run(&chaos, EVENTS, stage->watch), "watch has ended");
	/* it still does what it shall */
	wait_focus(stage, stage->game);
	for (int i = 0; i < 20 && !is_shown(stage, "Solveglass"); i++) {
		key(stage, XK_F9, false);
		xvfb_sleep(NEVER_MS);
	}
	wait_shown(stage, "Solveglass", true);
	kill(stage->watch, SIGTERM);
	check_end(stage, 0, "ended");
	if (strstr(said(stage), "X Error"))
		fail_msg("said: %s", said(stage));
	wait_shown(stage, "Solveglass", false);
}

/* What is on a monitor, however its windows lie. */
static void a_monitor(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	start_watch(stage, "--monitor", "0");
	for (int i = 0; i < 2; i++) {
		key(stage, XK_F9, false);
		wait_answer(stage);
		key(stage, XK_F9, false);
		wait_nothing(stage);
	}
	/* below its own hint it sees the board */
	key(stage, XK_F9, true);
	wait_shown(stage, "step 1 of", true);
	key(stage, XK_F9, true);
	wait_shown(stage, "step 2 of", true);
}

static void one_a_display(void **state)
{
	struct stage *stage = *state;
	pid_t first;

	start_bare(stage);
	start_watch(stage, NULL, NULL);
	first = stage->watch;
	stage->watch = run_watch(stage, NULL, NULL);
	check_end(stage, 4, "it runs on this display already");
	stage->watch = first;
	/* a killed one leaves the place free */
	kill(first, SIGKILL);
	wait_end(first);
	start_watch(stage, NULL, NULL);
}

static void keys_that_cannot_be_had(void **state)
{
	struct stage *stage = *state;
	KeyCode code;

	start_bare(stage);
	code = XKeysymToKeycode(stage->display, XK_F9);
	XGrabKey(stage->display, code, 0, DefaultRootWindow(stage->display),
		 False, GrabModeAsync, GrabModeAsync);
	XSync(stage->display, False);
	stage->watch = run_watch(stage, NULL, NULL);
	check_end(stage, 4, "hotkey F9: another program has taken the key");
	/* a letter the layout lacks has key code 0, which means every key */
	assert_int_equal(XKeysymToKeycode(stage->display, XK_Cyrillic_ya), 0);
	stage->watch = run_watch(stage, "--hotkey", "Ctrl+Cyrillic_ya");
	check_end(stage, 4, "the keyboard has no key");
	stage->watch = run_watch(stage, "--hotkey", "Hyper+F9");
	check_end(stage, 64, "no such modifier: 'Hyper'");
	stage->watch = run_watch(stage, "--hotkey", "F99");
	check_end(stage, 64, "a key such as F9");
	stage->watch = run_watch(stage, "--hotkey", "Shift+F9");
	check_end(stage, 64, "taken for something else");
}

/* F8 and F9 change places: it is the new F9 that counts. */
static void a_new_layout(void **state)
{
	struct stage *stage = *state;
	KeyCode f8, f9;
	KeySym syms[2] = { XK_F9, XK_F8 };

	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	f9 = XKeysymToKeycode(stage->display, XK_F9);
	f8 = XKeysymToKeycode(stage->display, XK_F8);
	assert_int_equal(f9, f8 + 1);
	XChangeKeyboardMapping(stage->display, f8, 1, syms, 2);
	XSync(stage->display, False);
	xvfb_sleep(NEVER_MS);
	key_code(stage, f8, false);
	wait_answer(stage);
	/* the old one is the game's again */
	key_code(stage, f9, false);
	xvfb_sleep(NEVER_MS);
	wait_answer(stage);
}

static void what_is_not_there_is_said(void **state)
{
	struct stage *stage = *state;
	Window window;

	start_managed(stage);
	window = XCreateSimpleWindow(stage->display,
				     DefaultRootWindow(stage->display), 0, 0,
				     500, 400, 0, 0, 0x335577);
	XStoreName(stage->display, window, "Own");
	start_watch(stage, NULL, NULL);
	/* a window manager that has only just begun overlooks some */
	for (int i = 0; i < TRIES && !is_shown(stage, "Own"); i++) {
		XMapRaised(stage->display, window);
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
	}
	wait_focus(stage, window);
	key(stage, XK_F9, false);
	wait_shown(stage, "Solveglass: no puzzle here", true);
	/* and goes by itself */
	wait_shown(stage, "Solveglass: no puzzle here", false);
	XDestroyWindow(stage->display, window);
	XSync(stage->display, False);
	/* no window, no desktop: on the screen itself */
	xvfb_sleep(NEVER_MS);
	key(stage, XK_F9, false);
	wait_shown(stage, "Solveglass: no window is active", true);
}

static void it_ends_with_the_server(void **state)
{
	struct stage *stage = *state;

	start_bare(stage);
	start_watch(stage, NULL, NULL);
	x11_close(stage->x11);
	stage->x11 = NULL;
	XCloseDisplay(stage->display);
	stage->display = NULL;
	xvfb_stop(&stage->server);
	check_end(stage, 4, "the X display is gone");
	stage->watch = run_watch(stage, NULL, NULL);
	check_end(stage, 4, "no X display answers at");
}

/* Its argument, if any, is a pattern of the tests to run. */
int main(int argc, char **argv)
{
#define X_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		X_TEST(the_key_shows_and_hides),
		X_TEST(presses_are_neither_lost_nor_queued),
		X_TEST(hints_go_step_by_step),
		X_TEST(it_follows_the_window),
		X_TEST(what_covers_the_game_covers_the_answer),
		X_TEST(captures_look_below),
		X_TEST(clicks_go_on),
		X_TEST(live_follows_the_puzzle),
		X_TEST(live_does_not_flicker),
		X_TEST(killed_it_leaves_nothing),
		X_TEST(compositors_come_and_go),
		X_TEST(whatever_happens),
		X_TEST(a_monitor),
		X_TEST(one_a_display),
		X_TEST(keys_that_cannot_be_had),
		X_TEST(a_new_layout),
		X_TEST(what_is_not_there_is_said),
		X_TEST(it_ends_with_the_server),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
