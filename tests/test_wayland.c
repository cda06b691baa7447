/* Capturing and drawing on a real Wayland compositor, over the real game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <wayland-server-core.h>

#include "file.h"
#include "wayland_stage.h"
#include "wlink_wayland.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"

#define FULL "default_border none\n"

static void load(const struct stage *stage, const char *name,
		 struct image *image)
{
	struct problem problem = { 0 };
	char path[128];

	snprintf(path, sizeof path, "%s/%s", stage->folder.path, name);
	require(file_load_image(path, image, &problem) == 0, problem.text);
}

static void expect_same(const struct image *a, const struct image *b,
			const char *when)
{
	assert_int_equal(a->width, b->width);
	assert_int_equal(a->height, b->height);
	for (int y = 0; y < a->height; y++)
		for (int x = 0; x < a->width; x++)
			if ((image_row(a, y)[x] ^ image_row(b, y)[x]) &
			    0xffffff)
				fail_msg("%s: other pixels from %d,%d on", when,
					 x, y);
}

/* Another program's picture of the same output is the yardstick. All sizes are
 * whole in units as well: where they are not, grim resizes what it has got. */
static void captured_as_grim_does(void **state)
{
	static const char *const looks[] = {
		"scale 1 transform normal",
		"scale 1.5 transform 90",
		"scale 1.25 transform 180",
		"scale 2 transform 270",
		"scale 1 transform flipped",
		"scale 1 transform flipped-90",
		"scale 1 transform flipped-180",
		"scale 1 transform flipped-270",
	};
	struct stage *stage = *state;

	start_sway(stage, FULL "output HEADLESS-1 resolution 600x420\n", "1");
	start_game(stage, "wayland");
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		struct image ours_seen = { 0 }, grims = { 0 };
		char line[128];

		snprintf(line, sizeof line, "output HEADLESS-1 %s", looks[i]);
		tell_sway(stage, line);
		/* until the game has drawn its new size */
		xvfb_sleep(300);
		program_run(&stage->run, &stage->folder,
			    "grab --monitor HEADLESS-1 -o ours.png &&"
			    " grim -o HEADLESS-1 grim.png");
		if (stage->run.status != 0)
			fail_msg("%s: %s", looks[i], stage->run.err);
		load(stage, "ours.png", &ours_seen);
		load(stage, "grim.png", &grims);
		expect_same(&ours_seen, &grims, looks[i]);
		image_fini(&ours_seen);
		image_fini(&grims);
	}
}

static bool is_border(const struct image *image, int x, int y)
{
	return (image_row(image, y)[x] & 0xffffff) == 0xff00ff;
}

/* All around a shot there is border, in it there is none. */
static void expect_border(const struct image *all,
			  const struct screen_shot *shot)
{
	int left = shot->scr_x, right = left + shot->image.width;
	int top = shot->scr_y, bottom = top + shot->image.height;
	int middle = (top + bottom) / 2, centre = (left + right) / 2;

	assert_true(left > 0 && right < all->width && bottom < all->height);
	assert_true(is_border(all, left - 1, middle));
	assert_false(is_border(all, left, middle));
	assert_true(is_border(all, right, middle));
	assert_false(is_border(all, right - 1, middle));
	assert_true(is_border(all, centre, bottom));
	assert_false(is_border(all, centre, bottom - 1));
	assert_false(is_border(all, centre, top));
	assert_true(is_border(all, centre, top - 1));
}

/* A window is cut out of its output exactly, decorations left out. */
static void the_active_window_is_cut_out(void **state)
{
	struct stage *stage = *state;
	struct screen_window window;
	struct screen_shot shot = { 0 }, all = { 0 };
	struct problem problem = { 0 };

	start_sway(stage,
		   "default_border normal 3\n"
		   "client.focused #ff00ff #ff00ff #ff00ff #ff00ff #ff00ff\n"
		   "output HEADLESS-1 resolution 900x700 scale 1.5\n",
		   "1");
	start_game(stage, "wayland");
	require(screen_window_active(stage->screen, &window, &problem) == 0,
		problem.text);
	assert_string_equal(window.title, "Train Tracks");
	assert_true(window.scale > 1.49 && window.scale < 1.51);
	look(stage, &all);
	require(screen_grab_window(stage->screen, &window, &shot, &problem) ==
			0,
		problem.text);
	assert_true(shot.whole);
	expect_border(&all.image, &shot);
	for (int y = 0; y < shot.image.height; y++)
		assert_memory_equal(
			image_row(&shot.image, y),
			image_row(&all.image, y + shot.scr_y) + shot.scr_x,
			(size_t)shot.image.width * sizeof(uint32_t));
	image_fini(&shot.image);
	image_fini(&all.image);
	/* and it is what the commands read */
	assert_int_equal(ours(stage, "grab --active -o game.png")->status, 0);
	assert_int_equal(ours(stage, "solve --no-store game.png")->status, 0);
}

static void expect_size(struct stage *stage, const char *flags, int width,
			int height)
{
	struct image seen = { 0 };
	char command[64];

	snprintf(command, sizeof command, "grab %s -o seen.png", flags);
	if (ours(stage, command)->status != 0)
		fail_msg("%s: %s", command, stage->run.err);
	load(stage, "seen.png", &seen);
	if (seen.width != width || seen.height != height)
		fail_msg("%s: %dx%d", command, seen.width, seen.height);
	image_fini(&seen);
}

/* Where windows are not told of, but which is active and on what output
 * (wlr-foreign-toplevel-management): that output. */
static void the_active_output_is_captured(void **state)
{
	struct stage *stage = *state;
	struct screen_window window;
	struct problem problem = { 0 };
	char sway[160];

	start_sway(stage,
		   FULL "output HEADLESS-1 resolution 700x500 position 0 0\n"
			"output HEADLESS-2 resolution 900x760 position 700 0 "
			"scale 1.25\n"
			"focus output HEADLESS-2\n",
		   "2");
	start_game(stage, "wayland");
	snprintf(sway, sizeof sway, "%s", getenv("SWAYSOCK"));
	unsetenv("SWAYSOCK");
	expect_size(stage, "--active", 900, 760);
	assert_int_equal(ours(stage, "solve --no-store seen.png")->status, 0);
	screen_close(stage->screen);
	stage->screen = screen_open(&problem);
	require(stage->screen != NULL, problem.text);
	assert_int_equal(screen_window_active(stage->screen, &window, &problem),
			 1);
	assert_string_equal(window.title, "Train Tracks");
	setenv("SWAYSOCK", sway, 1);
	tell_sway(stage, "move workspace to output HEADLESS-1");
	wait_grid(stage);
	unsetenv("SWAYSOCK");
	expect_size(stage, "--active", 700, 500);
}

/* A mouse of the test's own, at these units of outputs that span 1300x760. */
static void put_mouse(struct wlink *link, unsigned x, unsigned y)
{
	static struct zwlr_virtual_pointer_v1 *mouse;

	if (!mouse)
		mouse = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
			link->pointers, link->seat);
	zwlr_virtual_pointer_v1_motion_absolute(mouse, 0, x, y, 1300, 760);
	zwlr_virtual_pointer_v1_frame(mouse);
	wlink_sync(link, NULL);
}

/* What lies below the pointer, on an output of another scale: the window, or
 * the output. */
static void the_pointer_is_found(void **state)
{
	struct stage *stage = *state;
	struct problem problem = { 0 };
	struct wlink *link;

	start_sway(stage,
		   FULL "output HEADLESS-1 resolution 700x500 position 0 0\n"
			"output HEADLESS-2 resolution 900x1140 "
			"position 700 0 scale 1.5\n"
			"for_window [title=\"Train Tracks\"] floating enable, "
			"resize set 400 420, move absolute position 740 30\n"
			"focus output HEADLESS-2\n",
		   "2");
	start_game(stage, "wayland");
	assert_int_equal(ours(stage, "grab --pointer -o seen.png")->status, 4);
	assert_non_null(strstr(stage->run.err, "there is no pointer"));
	link = wlink_open(&problem);
	require(link && link->pointers, "no virtual pointer");
	/* the window's corners, and what lies just beyond them */
	put_mouse(link, 741, 31);
	expect_size(stage, "--pointer", 600, 630);
	put_mouse(link, 1139, 449);
	expect_size(stage, "--pointer", 600, 630);
	assert_int_equal(ours(stage, "solve --no-store seen.png")->status, 0);
	put_mouse(link, 1141, 449);
	expect_size(stage, "--pointer", 900, 1140);
	put_mouse(link, 699, 31);
	expect_size(stage, "--pointer", 700, 500);
	/* where windows are not told of, the output */
	unsetenv("SWAYSOCK");
	put_mouse(link, 741, 31);
	expect_size(stage, "--pointer", 900, 1140);
	wlink_close(link);
}

/* The answer lies on the track, on the output where the game is, at any scale;
 * it goes with the process, however that ends. */
static void the_answer_lies_over_the_game(void **state)
{
	static const char *const scales[] = { "1", "1.25", "1.5", "2" };
	struct stage *stage = *state;

	start_sway(stage,
		   FULL "output HEADLESS-1 resolution 700x500 position 0 0\n"
			"output HEADLESS-2 resolution 900x760 position 700 0\n"
			"workspace 2 output HEADLESS-2\n"
			"focus output HEADLESS-2\n",
		   "2");
	start_game(stage, "wayland");
	for (int i = 0; i < 4; i++) {
		char line[128];

		snprintf(line, sizeof line, "output * scale %s", scales[i]);
		tell_sway(stage, line);
		wait_grid(stage);
		start_ours(stage, "show", "--active");
		wait_answer(stage);
		if (i == 0)
			press(stage, "hide");
		else
			kill(stage->child, i == 1 ? SIGKILL : SIGTERM);
		wait_end(stage);
		wait_nothing(stage);
	}
}

/* A game of X11, seen through XWayland. It floats: a tiled one may be seen in
 * its own size before it draws itself in the one that it is given. */
static void games_of_x11_are_answered(void **state)
{
	struct stage *stage = *state;
	struct problem problem = { 0 };
	struct screen_window window, listed;

	if (!is_installed("Xwayland"))
		skip_because("no Xwayland");
	start_sway(stage,
		   FULL "output HEADLESS-1 resolution 1400x1200 scale 2\n"
			"xwayland enable\n"
			"for_window [class=\"Sgt-tracks\"] floating enable\n"
			"exec env GDK_BACKEND=x11 NO_AT_BRIDGE=1 "
			"TRAINTRACKS_COLOUR_2=00ff01 TRAINTRACKS_TILESIZE=40 "
			"/usr/games/sgt-tracks '" TRACKS_GAME_ID "'\n",
		   "1");
	wait_grid(stage);
	require(screen_window_active(stage->screen, &window, &problem) == 0,
		problem.text);
	assert_string_equal(window.program, "Sgt-tracks");
	require(screen_windows(stage->screen, &listed, 1, &problem) == 1,
		"no window is listed");
	assert_int_equal(listed.id, window.id);
	start_ours(stage, "show", "--active");
	wait_answer(stage);
}

/* The clipboard, that other programs put something on and take it from. */
static void the_clipboard_is_taken_and_put(void **state)
{
	struct stage *stage = *state;
	struct image picture = { 0 };

	if (!is_installed("wl-copy"))
		skip_because("no wl-clipboard");
	start_sway(stage, FULL "output HEADLESS-1 resolution 900x760\n", "1");
	assert_int_equal(ours(stage, "solve --clipboard")->status, 4);
	assert_non_null(strstr(stage->run.err, "the clipboard is empty"));
	/* text in, text and a picture out */
	ours(stage, "make suko --seed 3 --json >puzzle; wl-copy <puzzle");
	assert_int_equal(stage->run.status, 0);
	assert_int_equal(
		ours(stage, "solve --no-store --clipboard --copy")->status, 0);
	assert_non_null(strstr(stage->run.out, "Suko"));
	ours(stage, "--version; wl-paste --list-types;"
		    " wl-paste --type image/png >answer.png; wl-paste");
	assert_non_null(strstr(stage->run.out, "image/png"));
	assert_non_null(strstr(stage->run.out, "text/plain;charset=utf-8"));
	load(stage, "answer.png", &picture);
	assert_true(picture.width > 100);
	image_fini(&picture);
	/* a picture in; what was put there goes when another program puts */
	start_game(stage, "wayland");
	assert_int_equal(ours(stage, "grab --active -o game.png &&"
				     " wl-copy --type image/png <game.png")
				 ->status,
			 0);
	assert_int_equal(ours(stage, "solve --no-store --clipboard")->status,
			 0);
	assert_non_null(strstr(stage->run.out, "Train Tracks, solved"));
}

/* A compositor that offers nothing but shared memory. */
static void serve_nothing(void)
{
	struct wl_display *display = wl_display_create();

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!display || wl_display_add_socket(display, "wayland-9") < 0 ||
	    wl_display_init_shm(display) < 0)
		_exit(1);
	wl_display_run(display);
	_exit(0);
}

static void what_a_compositor_lacks_is_told(void **state)
{
	static const char *const commands[] = { "grab -o x.png", "show",
						"watch" };
	struct stage *stage = *state;
	char path[128];
	pid_t server;

	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	setenv("WAYLAND_DISPLAY", "wayland-9", 1);
	unsetenv("DISPLAY");
	server = fork();
	if (server == 0)
		serve_nothing();
	wait_file(stage, "wayland-9", path, sizeof path);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		assert_int_equal(ours(stage, commands[i])->status, 4);
		if (!strstr(stage->run.err,
			    "does not let its screen be captured "
			    "(wlr-screencopy, ext-image-copy-capture); and no "
			    "X server answers\n"))
			fail_msg("%s: %s", commands[i], stage->run.err);
	}
	assert_int_equal(ours(stage, "doctor")->status, 4);
	assert_non_null(strstr(stage->run.out, "warn  wayland "));
	xvfb_end(server);
}

/* doctor tells what is chosen. */
static void what_is_offered_is_told(void **state)
{
	static const char *const lines[] = {
		"ok    wayland     wayland-1: captured by wlr-screencopy",
		"ok    windows     sway",
		"ok    playing     `play' clicks by wlr-virtual-pointer",
		"ok    clipboard   wlr-data-control",
		"ok    hotkeys ",
		"ok    monitors    2, the screen is 1400x500\n",
	};
	struct stage *stage = *state;

	start_sway(stage,
		   "output HEADLESS-1 resolution 700x500 position 0 0\n"
		   "output HEADLESS-2 resolution 700x500 position 700 0\n",
		   "2");
	assert_int_equal(ours(stage, "doctor")->status, 0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (!strstr(stage->run.out, lines[i]))
			fail_msg("no '%s' in %s", lines[i], stage->run.out);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(captured_as_grim_does),
		STAGE_TEST(the_active_window_is_cut_out),
		STAGE_TEST(the_active_output_is_captured),
		STAGE_TEST(the_pointer_is_found),
		STAGE_TEST(the_answer_lies_over_the_game),
		STAGE_TEST(games_of_x11_are_answered),
		STAGE_TEST(the_clipboard_is_taken_and_put),
		STAGE_TEST(what_a_compositor_lacks_is_told),
		STAGE_TEST(what_is_offered_is_told),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
