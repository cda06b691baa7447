/* The background process and what happens around it: windows that move, are
 * covered and go, compositors, monitors, a board that changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/extensions/shape.h>
#include <cmocka.h>

#include "watch_chaos.h"
#include "watch_stage.h"

static void it_follows_the_window(void **state)
{
	struct stage *stage = *state;

	watch_game(stage);
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

/* The game is minimised before it is looked at after a change: its answer comes
 * back with it nevertheless, and does not stand where no game is. */
static void it_waits_for_a_minimised_window(void **state)
{
	struct stage *stage = *state;

	watch_game(stage);
	key(stage, XK_F9, false);
	wait_answer(stage);
	kill(stage->child, SIGSTOP);
	XResizeWindow(stage->display, stage->game, 600, 640);
	XSync(stage->display, False);
	xvfb_sleep(NEVER_MS);
	XIconifyWindow(stage->display, stage->game, 0);
	XSync(stage->display, False);
	xvfb_sleep(NEVER_MS);
	kill(stage->child, SIGCONT);
	wait_shown(stage, "Solveglass", false);
	xvfb_sleep(NEVER_MS);
	assert_false(is_shown(stage, "Solveglass"));
	XMapWindow(stage->display, stage->game);
	XSync(stage->display, False);
	wait_answer(stage);
}

static void what_covers_the_game_covers_the_answer(void **state)
{
	struct stage *stage = *state;
	Window cover;

	watch_game(stage);
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
	struct screen_shot before = { 0 }, after = { 0 };
	struct problem problem = { 0 };
	struct box screen;
	struct x11 *plain;

	watch_game(stage);
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

/* The game, or a window inside it: toolkits pass the focus on within. */
static bool has_focus(struct stage *stage)
{
	Window window, root, *children = NULL;
	unsigned count;
	int revert;

	XGetInputFocus(stage->display, &window, &revert);
	while (window > PointerRoot && window != stage->game &&
	       XQueryTree(stage->display, window, &root, &window, &children,
			  &count)) {
		if (children)
			XFree(children);
		children = NULL;
	}
	return window == stage->game;
}

/* A click on the answer is the game's, which lays a piece there; the focus
 * stays. That keys go on the live test shows, which plays by them. */
static void clicks_go_on(void **state)
{
	struct stage *stage = *state;
	struct screen_shot before = { 0 }, after = { 0 };
	struct box grid;

	watch_game(stage);
	grab_screen(stage, &before);
	require(tracks_game_grid(&before.image, &grid), "no board");
	key(stage, XK_F9, false);
	wait_answer(stage);
	click_on_line(stage, &grid);
	assert_true(has_focus(stage));
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

/* Compositors that come and go while the answer is shown. */
static void compositors_come_and_go(void **state)
{
	char *xcompmgr[] = { "xcompmgr", NULL };
	struct stage *stage = *state;

	watch_game(stage);
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
	require(chaos_run(&chaos, EVENTS, stage->child), "watch has ended");
	/* it still does what it shall */
	wait_focus(stage, stage->game);
	for (int i = 0; i < 20 && !is_shown(stage, "Solveglass"); i++) {
		key(stage, XK_F9, false);
		xvfb_sleep(NEVER_MS);
	}
	wait_shown(stage, "Solveglass", true);
	kill(stage->child, SIGTERM);
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

/* Its argument, if any, is a pattern of the tests to run. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(it_follows_the_window),
		STAGE_TEST(it_waits_for_a_minimised_window),
		STAGE_TEST(what_covers_the_game_covers_the_answer),
		STAGE_TEST(captures_look_below),
		STAGE_TEST(clicks_go_on),
		STAGE_TEST(live_follows_the_puzzle),
		STAGE_TEST(live_does_not_flicker),
		STAGE_TEST(compositors_come_and_go),
		STAGE_TEST(whatever_happens),
		STAGE_TEST(a_monitor),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
