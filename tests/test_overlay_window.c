/* The overlay on X servers of our own, over the real game: its pixels lie
 * where the track must, clicks and keys pass through it, and it goes when it
 * shall. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <cmocka.h>

#include "deadline.h"
#include "tracks_game.h"
#include "window.h"
#include "x11.h"

/* Everything a test here has running. */
struct stage {
	struct xvfb server;
	Display *display;
	struct x11 *x11;
	struct overlay *overlay;
	struct puzzle puzzle;
	struct solution solution;
	struct drawing drawing;
	struct layer layer;
	Window game;
	struct screen_window found;
	struct box scr_grid; /* with its rim lines */
};

static void require(bool ok, const char *what)
{
	if (!ok)
		fail_msg("%s", what);
}

static int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);

	tracks_game_board(&stage->puzzle);
	require(tracks_game_answer(&stage->puzzle, &stage->solution),
		"no answer found");
	drawing_init(&stage->drawing, 8, 8);
	draw_family(FAMILY_tracks)
		->draw(&stage->puzzle, &stage->solution, &stage->drawing);
	*state = stage;
	return 0;
}

static int tear_down(void **state)
{
	struct stage *stage = *state;

	overlay_close(stage->overlay);
	x11_close(stage->x11);
	if (stage->display)
		XCloseDisplay(stage->display);
	xvfb_stop(&stage->server);
	drawing_fini(&stage->drawing);
	free(stage);
	return 0;
}

static void start(struct stage *stage, const char *screen)
{
	struct problem problem = { 0 };

	require(xvfb_start(&stage->server, screen), "no Xvfb");
	stage->display = XOpenDisplay(stage->server.display);
	require(stage->display != NULL, "Xvfb does not answer");
	stage->x11 = x11_open(stage->server.display, &problem);
	require(stage->x11 != NULL, problem.text);
	x11_keep_overlays(stage->x11);
	stage->overlay = overlay_open(stage->server.display, &problem);
	require(stage->overlay != NULL, problem.text);
}

static void run(struct stage *stage, const char *program, const char *argument)
{
	char *argv[] = { (char *)program, (char *)argument, NULL };

	if (argument && strcmp(argument, "picom") == 0) {
		char *picom[] = { (char *)"picom",     (char *)"--backend",
				  (char *)"xrender",   (char *)"--config",
				  (char *)"/dev/null", NULL };

		xvfb_run(&stage->server, NULL, picom);
		return;
	}
	xvfb_run(&stage->server, NULL, argv);
}

static bool has_owner(struct stage *stage)
{
	Atom atom = XInternAtom(stage->display, "_NET_WM_CM_S0", False);

	return XGetSelectionOwner(stage->display, atom) != None;
}

static void wait_owner(struct stage *stage, bool wanted)
{
	for (int i = 0; i < 200 && has_owner(stage) != wanted; i++)
		xvfb_sleep(50);
	assert_int_equal(has_owner(stage), wanted);
	xvfb_sleep(300);
}

static void start_compositor(struct stage *stage, const char *name)
{
	run(stage, name, strcmp(name, "picom") == 0 ? name : NULL);
	wait_owner(stage, true);
}

static void grab(struct stage *stage, struct screen_shot *shot)
{
	struct problem problem = { 0 };

	require(x11_grab_window(stage->x11, &stage->found, shot, &problem) == 0,
		problem.text);
}

/* Waits until the game has drawn its board, and finds that. */
static void find_board(struct stage *stage)
{
	struct problem problem = { 0 };
	struct screen_shot shot = { 0 };
	struct box grid = { 0 };

	require(x11_window_by_id(stage->x11, stage->game, &stage->found,
				 &problem) == 0,
		problem.text);
	for (int i = 0; i < 100; i++) {
		grab(stage, &shot);
		if (tracks_game_grid(&shot.image, &grid) &&
		    grid.width > 8 * 20 && abs(grid.width - grid.height) < 2)
			break;
		xvfb_sleep(50);
	}
	assert_in_range(grid.width, 8 * 20, 8 * 100);
	stage->scr_grid = grid;
	stage->scr_grid.x += shot.scr_x;
	stage->scr_grid.y += shot.scr_y;
	image_fini(&shot.image);
}

static void start_game(struct stage *stage)
{
	tracks_game_run(&stage->server);
	stage->game = xvfb_window(stage->display, "Train Tracks");
	require(stage->game != None, "the game shows no window");
	xvfb_sleep(300);
	find_board(stage);
}

static double pitch(const struct stage *stage)
{
	return stage->scr_grid.width / 8.0;
}

static void show(struct stage *stage)
{
	struct problem problem = { 0 };
	double p = pitch(stage);
	struct overlay_content content = {
		.layers = &stage->layer,
		.layer_count = 1,
		.scr_x = stage->scr_grid.x,
		.scr_y = stage->scr_grid.y,
		.scr_keep = stage->found.scr_box,
		.follow = stage->game,
	};

	stage->layer =
		(struct layer){ &stage->drawing,
				{ { p, 0, -0.5, 0, p, -0.5, 0, 0, 1 } } };
	require(overlay_show(stage->overlay, &content, &problem) == 0,
		problem.text);
	xvfb_sleep(200);
}

static void grab_screen(struct stage *stage, struct screen_shot *shot)
{
	struct problem problem = { 0 };
	struct box screen;

	x11_screen(stage->x11, &screen);
	require(x11_grab_box(stage->x11, &screen, shot, &problem) == 0,
		problem.text);
}

static int count_off_track(const struct stage *stage,
			   const struct screen_shot *shot)
{
	int seen = 0;
	int off = tracks_game_off_track(&stage->solution, &stage->scr_grid,
					&shot->image, &seen);

	assert_in_range(seen, 10, 100);
	return off;
}

/* Compositors paint in their own time, late on a busy machine. */
static void grab_painted(struct stage *stage, struct screen_shot *shot)
{
	grab_screen(stage, shot);
	for (int i = 0; i < 100 && count_off_track(stage, shot); i++) {
		xvfb_sleep(50);
		grab_screen(stage, shot);
	}
	assert_int_equal(count_off_track(stage, shot), 0);
}

static bool holds_answer(const struct image *image)
{
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++)
			if (tracks_game_is_answer(image_row(image, y)[x]))
				return true;
	return false;
}

static void check_overlay(struct stage *stage)
{
	struct screen_shot before = { 0 }, after = { 0 };

	grab_screen(stage, &before);
	show(stage);
	grab_painted(stage, &after);
	assert_int_equal(tracks_game_strays(&stage->solution, &stage->scr_grid,
					    &before.image, &after.image),
			 0);
	/* and what the game holds is not what we drew; on a busy machine it is
	 * late to draw again what we cover */
	grab(stage, &before);
	for (int i = 0; i < 20 && holds_answer(&before.image); i++)
		grab(stage, &before);
	assert_false(holds_answer(&before.image));
	image_fini(&before.image);
	image_fini(&after.image);
}

static void shaped_without_a_compositor(void **state)
{
	struct stage *stage = *state;

	start(stage, "1280x800x24");
	start_game(stage);
	assert_false(overlay_is_translucent(stage->overlay));
	check_overlay(stage);
}

static void managed_and_shaped(void **state)
{
	struct stage *stage = *state;

	start(stage, "1280x800x24");
	run(stage, "openbox", NULL);
	require(xvfb_managed(stage->display), "openbox does not start");
	start_game(stage);
	check_overlay(stage);
}

static void managed_and_translucent_by_xcompmgr(void **state)
{
	struct stage *stage = *state;

	start(stage, "1280x800x24");
	run(stage, "openbox", NULL);
	require(xvfb_managed(stage->display), "openbox does not start");
	start_compositor(stage, "xcompmgr");
	overlay_close(stage->overlay);
	stage->overlay = overlay_open(stage->server.display, NULL);
	start_game(stage);
	assert_true(overlay_is_translucent(stage->overlay));
	check_overlay(stage);
}

static void translucent_by_picom(void **state)
{
	struct stage *stage = *state;

	start(stage, "1280x800x24");
	start_compositor(stage, "picom");
	overlay_close(stage->overlay);
	stage->overlay = overlay_open(stage->server.display, NULL);
	start_game(stage);
	assert_true(overlay_is_translucent(stage->overlay));
	check_overlay(stage);
}

static void shaped_at_30_bits(void **state)
{
	struct stage *stage = *state;

	start(stage, "1280x800x30");
	start_game(stage);
	check_overlay(stage);
}

static void over_a_window_half_off_the_screen(void **state)
{
	struct stage *stage = *state;

	start(stage, "1280x800x24");
	start_game(stage);
	XMoveWindow(stage->display, stage->game, -140, 300);
	XSync(stage->display, False);
	xvfb_sleep(200);
	find_board(stage);
	assert_in_range(-stage->scr_grid.x, 1, 200);
	check_overlay(stage);
}

static void over_a_half_covered_window(void **state)
{
	struct stage *stage = *state;
	struct screen_shot shot = { 0 };
	Window cover;

	start(stage, "1280x800x24");
	start_game(stage);
	cover = XCreateSimpleWindow(
		stage->display, DefaultRootWindow(stage->display),
		stage->scr_grid.x + 150, stage->scr_grid.y - 30, 600, 500, 0, 0,
		0x335577);
	XMapRaised(stage->display, cover);
	XSync(stage->display, False);
	xvfb_sleep(100);
	find_board(stage);
	assert_int_equal(stage->scr_grid.width, stage->scr_grid.height);
	/* the answer lies over the cover too: the board goes on below it */
	show(stage);
	grab_painted(stage, &shot);
	image_fini(&shot.image);
}

/* A click through the overlay at x, y of the screen. */
static void click(Display *display, int x, int y)
{
	XTestFakeMotionEvent(display, 0, x, y, 0);
	XTestFakeButtonEvent(display, 1, True, 0);
	XTestFakeButtonEvent(display, 1, False, 0);
	XSync(display, False);
}

static int count_changed(const struct screen_shot *a,
			 const struct screen_shot *b)
{
	int changed = 0;

	assert_int_equal(a->image.width, b->image.width);
	for (int y = 0; y < a->image.height; y++)
		for (int x = 0; x < a->image.width; x++)
			changed += image_row(&a->image, y)[x] !=
				   image_row(&b->image, y)[x];
	return changed;
}

static void check_click(struct stage *stage)
{
	struct screen_shot before = { 0 }, after = { 0 };
	int p;

	start_game(stage);
	p = (int)pitch(stage);
	show(stage);
	/* the covered game settles after the first capture */
	grab(stage, &before);
	xvfb_sleep(300);
	grab(stage, &before);
	/* the right side of the square 1,3, below the drawn track */
	click(stage->display, stage->scr_grid.x + 3 * p + 3,
	      stage->scr_grid.y + 2 * p + p / 2);
	xvfb_sleep(700);
	grab(stage, &after);
	assert_in_range(count_changed(&before, &after), 20, p * p * 4);
	image_fini(&before.image);
	image_fini(&after.image);
}

static void click_reaches_the_game_when_shaped(void **state)
{
	start(*state, "1280x800x24");
	check_click(*state);
}

static void click_reaches_the_game_when_translucent(void **state)
{
	struct stage *stage = *state;

	start(stage, "1280x800x24");
	start_compositor(stage, "xcompmgr");
	check_click(stage);
}

/* Does something from another process after 300 ms. */
struct act {
	int x, y;   /* click there */
	KeySym key; /* or press this */
	Window move, unmap, destroy;
};

static pid_t later(struct stage *stage, const struct act *act)
{
	pid_t pid = fork();
	Display *display;

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	xvfb_sleep(300);
	display = XOpenDisplay(stage->server.display);
	if (act->key) {
		KeyCode code = XKeysymToKeycode(display, act->key);

		XTestFakeKeyEvent(display, code, True, 0);
		XTestFakeKeyEvent(display, code, False, 0);
	} else if (act->move) {
		XMoveWindow(display, act->move, act->x, act->y);
	} else if (act->unmap) {
		XUnmapWindow(display, act->unmap);
	} else if (act->destroy) {
		XDestroyWindow(display, act->destroy);
	} else {
		click(display, act->x, act->y);
	}
	XSync(display, False);
	XCloseDisplay(display);
	_exit(0);
}

static enum overlay_end wait_for(struct stage *stage, const struct act *act,
				 double seconds)
{
	struct deadline deadline = deadline_in(seconds, NULL);
	struct problem problem = { 0 };
	enum overlay_end end = OVERLAY_TIME;
	pid_t pid = later(stage, act);
	int result = overlay_wait(stage->overlay, &deadline, &end, &problem);

	waitpid(pid, NULL, 0);
	require(result == 0, problem.text);
	return end;
}

/* A window of the test itself in place of the game: it tells which events
 * reach it. */
static void start_own_window(struct stage *stage)
{
	struct problem problem = { 0 };

	stage->game = XCreateSimpleWindow(stage->display,
					  DefaultRootWindow(stage->display),
					  100, 100, 400, 400, 0, 0, 0xe0e0e0);
	XSelectInput(stage->display, stage->game,
		     KeyPressMask | ButtonPressMask);
	XMapRaised(stage->display, stage->game);
	XSync(stage->display, False);
	XSetInputFocus(stage->display, stage->game, RevertToParent,
		       CurrentTime);
	XSync(stage->display, False);
	require(x11_window_by_id(stage->x11, stage->game, &stage->found,
				 &problem) == 0,
		problem.text);
	stage->scr_grid = (struct box){ 140, 140, 320, 320 };
	show(stage);
}

static int count_events(struct stage *stage, int type)
{
	XEvent event;
	int count = 0;

	XSync(stage->display, False);
	while (XCheckTypedWindowEvent(stage->display, stage->game, type,
				      &event))
		count++;
	return count;
}

static void it_goes_when_it_shall(void **state)
{
	static volatile sig_atomic_t stop;
	struct stage *stage = *state;
	struct deadline deadline;
	enum overlay_end end;
	double before;
	Window focus;
	int revert;

	start(stage, "800x600x24");
	start_own_window(stage);
	assert_int_equal(wait_for(stage, &(struct act){ .key = XK_Escape }, 10),
			 OVERLAY_ESCAPE);
	/* the game has not seen it */
	assert_int_equal(count_events(stage, KeyPress), 0);
	assert_int_equal(
		wait_for(stage, &(struct act){ .x = 700, .y = 50 }, 10),
		OVERLAY_CLICK);
	/* clicks on the game and keys to it do not end the show */
	assert_int_equal(
		wait_for(stage, &(struct act){ .x = 300, .y = 300 }, 0.8),
		OVERLAY_TIME);
	assert_int_equal(count_events(stage, ButtonPress), 1);
	assert_int_equal(wait_for(stage, &(struct act){ .key = XK_a }, 0.8),
			 OVERLAY_TIME);
	assert_int_equal(count_events(stage, KeyPress), 1);
	/* Escape is the game's own again between shows */
	assert_int_equal(
		waitpid(later(stage, &(struct act){ .key = XK_Escape }), NULL,
			0) > 0,
		1);
	assert_int_equal(count_events(stage, KeyPress), 1);
	/* the focus stayed where it was */
	XGetInputFocus(stage->display, &focus, &revert);
	assert_int_equal(focus, stage->game);
	stop = 1;
	deadline = deadline_in(10, &stop);
	before = clock_seconds();
	assert_int_equal(overlay_wait(stage->overlay, &deadline, &end, NULL),
			 0);
	assert_int_equal(end, OVERLAY_STOP);
	assert_true(clock_seconds() - before < 1);
	assert_int_equal(
		wait_for(stage, &(struct act){ .destroy = stage->game }, 10),
		OVERLAY_GONE);
}

static void it_follows_the_game(void **state)
{
	struct stage *stage = *state;
	struct act move = { .x = 300, .y = 50 };
	struct screen_shot shot = { 0 };
	XWindowAttributes seen;

	start(stage, "1280x800x24");
	start_game(stage);
	show(stage);
	move.move = stage->game;
	assert_int_equal(wait_for(stage, &move, 1), OVERLAY_TIME);
	xvfb_sleep(200);
	find_board(stage);
	assert_int_equal(stage->found.scr_box.x, 300);
	grab_screen(stage, &shot);
	assert_int_equal(count_off_track(stage, &shot), 0);
	image_fini(&shot.image);
	/* hidden with it, and back with it */
	assert_int_equal(
		wait_for(stage, &(struct act){ .unmap = stage->game }, 1),
		OVERLAY_TIME);
	XGetWindowAttributes(stage->display, overlay_window(stage->overlay),
			     &seen);
	assert_int_equal(seen.map_state, IsUnmapped);
}

static void compositors_come_and_go(void **state)
{
	struct stage *stage = *state;
	struct act nothing = { .x = 0, .y = 0 };
	struct screen_shot shot = { 0 };

	start(stage, "1280x800x24");
	start_game(stage);
	nothing.x = stage->found.scr_box.x + 5;
	nothing.y = stage->found.scr_box.y + stage->found.scr_box.height - 5;
	show(stage);
	for (int i = 0; i < 2; i++) {
		pid_t compositor;

		run(stage, "xcompmgr", NULL);
		compositor =
			stage->server.programs[stage->server.program_count - 1];
		wait_owner(stage, true);
		assert_int_equal(wait_for(stage, &nothing, 0.8), OVERLAY_TIME);
		assert_true(overlay_is_translucent(stage->overlay));
		xvfb_sleep(300);
		grab_screen(stage, &shot);
		assert_int_equal(count_off_track(stage, &shot), 0);
		xvfb_quit(&stage->server, compositor);
		wait_owner(stage, false);
		assert_int_equal(wait_for(stage, &nothing, 0.8), OVERLAY_TIME);
		assert_false(overlay_is_translucent(stage->overlay));
		xvfb_sleep(300);
		grab_screen(stage, &shot);
		assert_int_equal(count_off_track(stage, &shot), 0);
	}
	image_fini(&shot.image);
}

/* What is under the pointer is the game, not the drawing over it. */
static void pointer_sees_the_game_below(void **state)
{
	struct stage *stage = *state;
	struct problem problem = { 0 };
	struct screen_window found;

	start(stage, "800x600x24");
	start_own_window(stage);
	/* on the first straight of the track */
	XWarpPointer(stage->display, None, DefaultRootWindow(stage->display), 0,
		     0, 0, 0, 150, 280);
	XSync(stage->display, False);
	require(x11_window_under_pointer(stage->x11, &found, &problem) == 0,
		problem.text);
	assert_int_equal(found.id, stage->game);
}

static void nothing_is_left_behind(void **state)
{
	struct stage *stage = *state;
	struct screen_shot before = { 0 }, after = { 0 };

	start(stage, "1280x800x24");
	start_game(stage);
	grab_screen(stage, &before);
	show(stage);
	overlay_hide(stage->overlay);
	xvfb_sleep(500);
	grab_screen(stage, &after);
	assert_int_equal(count_changed(&before, &after), 0);
	show(stage);
	overlay_close(stage->overlay);
	stage->overlay = NULL;
	xvfb_sleep(500);
	grab_screen(stage, &after);
	assert_int_equal(count_changed(&before, &after), 0);
	assert_int_equal(xvfb_find_below(stage->display,
					 DefaultRootWindow(stage->display),
					 "Solveglass"),
			 None);
	image_fini(&before.image);
	image_fini(&after.image);
}

int main(void)
{
#define X_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		X_TEST(shaped_without_a_compositor),
		X_TEST(managed_and_shaped),
		X_TEST(managed_and_translucent_by_xcompmgr),
		X_TEST(translucent_by_picom),
		X_TEST(shaped_at_30_bits),
		X_TEST(over_a_window_half_off_the_screen),
		X_TEST(over_a_half_covered_window),
		X_TEST(click_reaches_the_game_when_shaped),
		X_TEST(click_reaches_the_game_when_translucent),
		X_TEST(it_goes_when_it_shall),
		X_TEST(it_follows_the_game),
		X_TEST(compositors_come_and_go),
		X_TEST(pointer_sees_the_game_below),
		X_TEST(nothing_is_left_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
