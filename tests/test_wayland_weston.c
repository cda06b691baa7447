/* A compositor that offers neither wlr-screencopy nor wlr-layer-shell: weston,
 * without a screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "file.h"
#include "portal_stage.h"

static void start_weston(struct stage *stage)
{
	char *const argv[] = { (char *)"weston",
			       (char *)"--backend=headless-backend.so",
			       (char *)"--socket=wayland-7",
			       (char *)"--width=900",
			       (char *)"--height=760",
			       (char *)"--no-config",
			       (char *)"--idle-time=0",
			       NULL };
	struct passwd *nobody = getpwnam("nobody");
	char path[160];

	if (!is_installed("weston"))
		skip_because("no weston");
	require(getuid() != 0 || nobody, "there is no user nobody");
	if (getuid() == 0 &&
	    chown(stage->folder.path, nobody->pw_uid, nobody->pw_gid) < 0)
		fail_msg("a folder cannot be given away");
	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	unsetenv("WAYLAND_DISPLAY");
	unsetenv("DISPLAY");
	unsetenv("SWAYSOCK");
	stage_run(stage, NULL, argv);
	wait_file(stage, "wayland-7", path, sizeof path);
	setenv("WAYLAND_DISPLAY", "wayland-7", 1);
}

/* Without a portal: one sentence. */
static void what_lacks_is_one_sentence(void **state)
{
	static const char *const commands[] = { "grab -o x.png", "show",
						"watch", "play --yes" };
	struct stage *stage = *state;

	start_weston(stage);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		const char *end;

		assert_int_equal(ours(stage, commands[i])->status, 4);
		end = strchr(stage->run.err, '\n');
		if (!strstr(stage->run.err,
			    "this Wayland compositor does not let its screen "
			    "be captured") ||
		    !end || end[1])
			fail_msg("%s: %s", commands[i], stage->run.err);
	}
}

/* Has a child of ours this word among its arguments? */
static pid_t find_child(pid_t parent, const char *word)
{
	char path[64], text[400];
	FILE *file;
	int child = 0;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent,
		 parent);
	file = fopen(path, "r");
	if (!file)
		return 0;
	while (fscanf(file, "%d", &child) == 1) {
		FILE *command;
		size_t length = 0;

		snprintf(path, sizeof path, "/proc/%d/cmdline", child);
		command = fopen(path, "r");
		if (command)
			length = fread(text, 1, sizeof text - 1, command);
		if (command)
			fclose(command);
		text[length] = '\0';
		for (size_t i = 0; i < length; i += strlen(text + i) + 1)
			if (!strcmp(text + i, word)) {
				fclose(file);
				return child;
			}
	}
	fclose(file);
	return 0;
}

static pid_t wait_child(pid_t parent, const char *word)
{
	pid_t child = 0;

	for (int i = 0; i < TRIES && !child; i++) {
		child = find_child(parent, word);
		xvfb_sleep(TRY_MS);
	}
	if (!child)
		fail_msg("no '%s'", word);
	return child;
}

static int count_pictures(const struct stage *stage)
{
	char all[128];
	glob_t found = { 0 };
	int count;

	snprintf(all, sizeof all, "%s/solveglass-*.png", stage->folder.path);
	count = glob(all, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
	globfree(&found);
	return count;
}

/* On a screen of this size, which else is white. */
enum { SCREEN_WIDTH = 1600, SCREEN_HEIGHT = 1200, PUZZLE_AT = 300 };

static void draw_screen(struct stage *stage)
{
	struct image puzzle = { 0 }, screen = { 0 };
	char path[128];

	ours(stage, "make tracks --seed 3 --draw puzzle.png");
	assert_int_equal(stage->run.status, 0);
	snprintf(path, sizeof path, "%s/puzzle.png", stage->folder.path);
	assert_int_equal(file_load_image(path, &puzzle, NULL), 0);
	assert_int_equal(image_init(&screen, SCREEN_WIDTH, SCREEN_HEIGHT, NULL),
			 0);
	for (int y = 0; y < SCREEN_HEIGHT; y++)
		memset(image_row(&screen, y), 0xff,
		       SCREEN_WIDTH * sizeof(uint32_t));
	for (int y = 0; y < puzzle.height; y++)
		memcpy(image_row(&screen, PUZZLE_AT + y) + PUZZLE_AT,
		       image_row(&puzzle, y),
		       (size_t)puzzle.width * sizeof(uint32_t));
	assert_int_equal(file_save_image(path, &screen, NULL), 0);
	image_fini(&puzzle);
	image_fini(&screen);
}

/* The window shows what lies around the puzzle, from which the same is read. */
static void expect_part(struct stage *stage)
{
	struct image part = { 0 };
	char path[160];

	wait_file(stage, "solveglass-*.png", path, sizeof path);
	assert_int_equal(file_load_image(path, &part, NULL), 0);
	assert_true(part.width < SCREEN_WIDTH / 2);
	assert_true(part.height < SCREEN_HEIGHT / 2);
	image_fini(&part);
	ours(stage, "solve --no-store solveglass-*.png");
	assert_int_equal(stage->run.status, 0);
	assert_non_null(strstr(stage->run.out, "1  1  6  7  6  5  3  2"));
}

/* With a portal, as on GNOME: what it shows is read, and the answer opens in a
 * window, which goes with the show. */
static void the_answer_opens_in_a_window(void **state)
{
	struct stage *stage = *state;
	pid_t view, portal;

	if (access(BUILD_DIR "/solveglass-view.so", F_OK) < 0)
		skip_because("the window is left out: no GTK");
	start_weston(stage);
	start_bus(stage);
	draw_screen(stage);
	portal = start_portal(stage, "portal.py", "yes");
	assert_int_equal(ours(stage, "grab -o seen.png")->status, 0);
	start_ours(stage, "show", NULL);
	view = wait_child(stage->child, "view");
	assert_int_equal(count_pictures(stage), 1);
	expect_part(stage);
	xvfb_sleep(500);
	assert_int_equal(find_child(stage->child, "view"), view);
	kill(stage->child, SIGTERM);
	assert_int_equal(wait_end(stage), 0);
	assert_int_equal(kill(view, 0), -1);
	assert_int_equal(count_pictures(stage), 0);
	xvfb_end(portal);
}

static void expect_status(struct stage *stage, const char *wanted)
{
	for (int i = 0; i < TRIES; i++) {
		press(stage, "status");
		if (!strcmp(stage->run.out, wanted))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' instead of '%s'", stage->run.out, wanted);
}

/* Each press opens the window or closes it, with the flags that were given. */
static void watch_opens_the_window(void **state)
{
	struct stage *stage = *state;
	pid_t portal, show;

	if (access(BUILD_DIR "/solveglass-view.so", F_OK) < 0)
		skip_because("the window is left out: no GTK");
	start_weston(stage);
	start_bus(stage);
	ours(stage, "make tracks --seed 3 --draw puzzle.png");
	assert_int_equal(stage->run.status, 0);
	portal = start_portal(stage, "portal.py", "yes");
	start_ours(stage, "watch", NULL);
	wait_said(stage, "answers open in a window");
	press(stage, "hint");
	expect_status(stage, "nothing, not shown\n");
	for (int i = 0; i < 2; i++) {
		press(stage, "show");
		show = wait_child(stage->child, "show");
		assert_int_equal(find_child(stage->child, "--family=tracks"),
				 show);
		wait_child(show, "view");
		expect_status(stage, "answer, shown\n");
		press(stage, i ? "hide" : "show");
		expect_status(stage, "nothing, not shown\n");
		assert_int_equal(count_pictures(stage), 0);
	}
	/* what keeps it from opening is said */
	xvfb_end(portal);
	portal = start_portal(stage, "portal.py", "no");
	press(stage, "show");
	wait_said(stage, "the request was denied");
	expect_status(stage, "nothing, not shown\n");
	press(stage, "show");
	press(stage, "quit");
	assert_int_equal(wait_end(stage), 0);
	xvfb_end(portal);
}

/* As GNOME has it: X11 is there as well, for the games that are in it. Where
 * none of these is active, the game is one that is not. */
static void games_beside_xwayland_open_the_window(void **state)
{
	struct stage *stage = *state;
	pid_t portal, show;

	if (access(BUILD_DIR "/solveglass-view.so", F_OK) < 0)
		skip_because("the window is left out: no GTK");
	start_weston(stage);
	if (!xvfb_start(&stage->programs, "800x600x24"))
		skip_because("no Xvfb");
	setenv("DISPLAY", stage->programs.display, 1);
	start_bus(stage);
	draw_screen(stage);
	portal = start_portal(stage, "portal.py", "yes");
	start_ours(stage, "watch", NULL);
	wait_said(stage, "games that are not in XWayland open in a window");
	press(stage, "show");
	show = wait_child(stage->child, "show");
	wait_child(show, "view");
	expect_status(stage, "answer, shown\n");
	press(stage, "show");
	expect_status(stage, "nothing, not shown\n");
	press(stage, "quit");
	assert_int_equal(wait_end(stage), 0);
	xvfb_end(portal);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(what_lacks_is_one_sentence),
		STAGE_TEST(the_answer_opens_in_a_window),
		STAGE_TEST(watch_opens_the_window),
		STAGE_TEST(games_beside_xwayland_open_the_window),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
