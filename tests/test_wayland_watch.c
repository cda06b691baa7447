/* The background process on a real Wayland compositor: what `press` tells it,
 * windows that move, hide and close, its own drawings in its captures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "control.h"
#include "file.h"
#include "wayland_stage.h"
#include "wlink_wayland.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"

/* linux/input-event-codes.h */
enum { BTN_LEFT = 0x110 };

/* A window that can be moved about, not as large as its output. */
#define FLOATING                                                               \
	"default_border none\n"                                                \
	"output HEADLESS-1 resolution 1200x800\n"                              \
	"for_window [title=\"Train Tracks\"] floating enable, "                \
	"resize set 460 500, move absolute position 40 30\n"

static void expect_status(struct stage *stage, const char *wanted)
{
	for (int i = 0; i < TRIES; i++) {
		press(stage, "status");
		if (strstr(stage->run.out, wanted))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' instead of '%s'", stage->run.out, wanted);
}

/* Is the track painted in the picture that this command makes? */
static void expect_painted(struct stage *stage, const char *command,
			   bool wanted)
{
	struct problem problem = { 0 };
	struct image seen = { 0 };
	struct box grid;
	char path[128];
	int all, off;

	if (ours(stage, command)->status != 0)
		fail_msg("%s: %s", command, stage->run.err);
	snprintf(path, sizeof path, "%s/seen.png", stage->folder.path);
	require(file_load_image(path, &seen, &problem) == 0, problem.text);
	assert_true(tracks_game_grid(&seen, &grid));
	off = tracks_game_off_track(&stage->solution, &grid, &seen, &all);
	if (all == 0 || off != (wanted ? 0 : all))
		fail_msg("%s: %d of %d are not painted", command, off, all);
	image_fini(&seen);
}

static void pressed_it_shows_and_hides(void **state)
{
	struct stage *stage = *state;

	start_sway(stage, FLOATING, "1");
	start_game(stage, "wayland");
	assert_int_equal(ours(stage, "press show")->status, 4);
	start_ours(stage, "watch", NULL);
	press(stage, "status");
	assert_string_equal(stage->run.out, "nothing, not shown\n");
	for (int i = 0; i < 2; i++) {
		press(stage, "show");
		wait_answer(stage);
		press(stage, "show");
		wait_nothing(stage);
	}
	press(stage, "hint");
	expect_status(stage, "hint, shown, step 1\n");
	press(stage, "hint");
	expect_status(stage, "hint, shown, step 2\n");
	press(stage, "show");
	wait_answer(stage);
	press(stage, "hide");
	wait_nothing(stage);
	/* a second one has no place, and says so */
	assert_int_equal(ours(stage, "watch")->status, 4);
	assert_non_null(strstr(stage->run.err, "already runs"));
	assert_int_equal(ours(stage, "press perhaps")->status, 64);
	press(stage, "quit");
	assert_int_equal(wait_end(stage), 0);
	assert_int_equal(ours(stage, "press status")->status, 4);
}

/* What is on the screen is captured again and again while the answer lies over
 * it; it stays there, without a moment's break, until the board is another. */
static void the_answer_stays_and_goes_with_its_board(void **state)
{
	struct stage *stage = *state;
	int all;

	start_sway(stage, FLOATING, "1");
	start_game(stage, "wayland");
	start_ours(stage, "watch", NULL);
	press(stage, "show");
	wait_answer(stage);
	/* the pointer's way over the game makes it draw; nothing else does */
	for (int i = 0; i < 12; i++) {
		char line[64];
		int painted;

		snprintf(line, sizeof line, "seat seat0 cursor set %d 200",
			 60 + 30 * i);
		tell_sway(stage, line);
		painted = count_painted(stage, &all);
		assert_int_equal(painted, all);
	}
	/* moved, elsewhere and back, closed */
	tell_sway(stage, "move absolute position 500 200");
	wait_answer(stage);
	tell_sway(stage, "workspace 7");
	expect_status(stage, "answer, shown");
	tell_sway(stage, "workspace 1");
	wait_answer(stage);
	tell_sway(stage, "resize set 700 720");
	wait_answer(stage);
	tell_sway(stage, "kill");
	expect_status(stage, "nothing, not shown");
}

/* A picture that is taken meanwhile is without it, unless it is asked for. */
static void our_own_pictures_are_without_it(void **state)
{
	static const char *const commands[] = { "show", "watch" };
	struct stage *stage = *state;

	start_sway(stage, FLOATING, "1");
	start_game(stage, "wayland");
	for (int i = 0; i < 2; i++) {
		start_ours(stage, commands[i], NULL);
		if (i == 1)
			press(stage, "show");
		wait_answer(stage);
		expect_painted(stage, "grab -o seen.png", false);
		wait_answer(stage);
		expect_painted(stage, "grab --active -o seen.png", false);
		wait_answer(stage);
		expect_painted(stage, "grab --overlays -o seen.png", true);
		/* whoever asked and was killed has not said that it is done */
		assert_int_equal(control_ask(getenv("WAYLAND_DISPLAY"),
					     CONTROL_ASIDE, stage->run.out,
					     CONTROL_BYTES_MAX, NULL),
				 0);
		wait_nothing(stage);
		wait_answer(stage);
		press(stage, i == 1 ? "quit" : "hide");
		wait_end(stage);
	}
}

/* A click by a pointer of our own, at a place of a screen of 1200x800. */
static void click(unsigned x, unsigned y)
{
	struct problem problem = { 0 };
	struct wlink *link = wlink_open(&problem);
	struct zwlr_virtual_pointer_v1 *pointer;

	require(link && link->pointers, "no virtual pointer");
	pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
		link->pointers, link->seat);
	/* the game hears of a new pointer first */
	for (unsigned i = 0; i < 3; i++) {
		zwlr_virtual_pointer_v1_motion_absolute(pointer, i, x + i, y,
							1200, 800);
		zwlr_virtual_pointer_v1_frame(pointer);
		wlink_sync(link, NULL);
		xvfb_sleep(100);
	}
	for (unsigned i = 0; i < 2; i++) {
		zwlr_virtual_pointer_v1_button(pointer, 3 + i, BTN_LEFT, !i);
		zwlr_virtual_pointer_v1_frame(pointer);
		wlink_sync(link, NULL);
	}
	xvfb_sleep(100);
	zwlr_virtual_pointer_v1_destroy(pointer);
	wlink_sync(link, NULL);
	wlink_close(link);
}

static int count_changed(const struct image *a, const struct image *b,
			 const struct box *in)
{
	int changed = 0;

	for (int y = in->y; y < in->y + in->height; y++)
		for (int x = in->x; x < in->x + in->width; x++)
			changed += image_row(a, y)[x] != image_row(b, y)[x];
	return changed;
}

/* On the line, on the left side of the square 3,2: the game draws track there.
 */
static void clicks_go_on(void **state)
{
	struct stage *stage = *state;
	struct screen_shot before = { 0 }, after = { 0 };
	struct box grid, square;

	start_sway(stage, FLOATING, "1");
	grid = start_game(stage, "wayland");
	square = (struct box){ grid.x + 5 * grid.width / 16,
			       grid.y + 2 * grid.height / 8, grid.width / 8,
			       grid.height / 8 };
	look(stage, &before);
	start_ours(stage, "watch", NULL);
	press(stage, "show");
	wait_answer(stage);
	click((unsigned)(grid.x + 3 * grid.width / 8 + 3),
	      (unsigned)(grid.y + 5 * grid.height / 16));
	press(stage, "hide");
	wait_nothing(stage);
	look(stage, &after);
	assert_true(count_changed(&before.image, &after.image, &square) > 50);
	image_fini(&before.image);
	image_fini(&after.image);
}

/* By a key that the compositor knows, pressed on a keyboard. */
static void a_key_of_the_compositor_shows_it(void **state)
{
	struct stage *stage = *state;
	char config[512];
	char *const key[] = { "wtype", "-k", "F9", NULL };
	int status = -1;
	pid_t typing;

	if (!is_installed("wtype"))
		skip_because("no wtype");
	/* a copy, that whoever sway runs as may run */
	snprintf(config, sizeof config, "cp '%s' '%s/solveglass'", PROGRAM,
		 stage->folder.path);
	assert_int_equal(system(config), 0);
	snprintf(config, sizeof config,
		 FLOATING "bindsym F9 exec %s/solveglass press show\n",
		 stage->folder.path);
	start_sway(stage, config, "1");
	start_game(stage, "wayland");
	start_ours(stage, "watch", NULL);
	typing = stage_run(stage, NULL, key);
	stage->programs.program_count--;
	assert_int_equal(waitpid(typing, &status, 0), typing);
	assert_int_equal(status, 0);
	wait_answer(stage);
}

/* Most compositors do not tell where windows lie: then the whole screen is
 * looked at, here of two monitors of different scales. */
static void windows_need_not_be_told_of(void **state)
{
	struct stage *stage = *state;
	char sway[160];

	start_sway(stage,
		   "default_border none\n"
		   "output HEADLESS-1 resolution 400x300 position 0 0\n"
		   "output HEADLESS-2 resolution 900x750 position 400 0 "
		   "scale 1.5\n"
		   "focus output HEADLESS-2\n",
		   "2");
	start_game(stage, "wayland");
	snprintf(sway, sizeof sway, "%s", getenv("SWAYSOCK"));
	unsetenv("SWAYSOCK");
	start_ours(stage, "watch", NULL);
	setenv("SWAYSOCK", sway, 1);
	press(stage, "show");
	wait_answer(stage);
	press(stage, "hint");
	press(stage, "show");
	wait_nothing(stage);
	press(stage, "hint");
	expect_status(stage, "hint, shown, step 1\n");
}

static void nothing_is_said_where_no_puzzle_is(void **state)
{
	struct stage *stage = *state;

	start_sway(stage, "output HEADLESS-1 resolution 800x600\n", "1");
	start_ours(stage, "watch", NULL);
	press(stage, "show");
	expect_status(stage, "nothing, not shown");
}

/* The compositor goes: a sentence, and the end. */
static void it_ends_with_the_compositor(void **state)
{
	struct stage *stage = *state;

	start_sway(stage, "output HEADLESS-1 resolution 800x600\n", "1");
	start_ours(stage, "watch", NULL);
	screen_close(stage->screen);
	stage->screen = NULL;
	xvfb_end(stage->sway);
	stage->sway = 0;
	assert_int_equal(wait_end(stage), 4);
	wait_said(stage, "the Wayland compositor is gone");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(pressed_it_shows_and_hides),
		STAGE_TEST(the_answer_stays_and_goes_with_its_board),
		STAGE_TEST(our_own_pictures_are_without_it),
		STAGE_TEST(clicks_go_on),
		STAGE_TEST(a_key_of_the_compositor_shows_it),
		STAGE_TEST(windows_need_not_be_told_of),
		STAGE_TEST(nothing_is_said_where_no_puzzle_is),
		STAGE_TEST(it_ends_with_the_compositor),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
