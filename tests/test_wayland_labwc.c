/* The same on labwc, which tells which window is active, but not where it lies.
 * Debian has it from 13 on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wayland_stage.h"

static void start_labwc(struct stage *stage)
{
	struct passwd *nobody = getpwnam("nobody");
	struct problem problem = { 0 };
	char *environment[] = { (char *)"WLR_BACKENDS=headless",
				(char *)"WLR_RENDERER=pixman",
				(char *)"WLR_LIBINPUT_NO_DEVICES=1", NULL };
	char *const argv[] = { (char *)"labwc", NULL };
	char path[160];

	if (!is_installed("labwc"))
		skip_because("no labwc");
	require(getuid() != 0 || nobody, "there is no user nobody");
	if (getuid() == 0 &&
	    chown(stage->folder.path, nobody->pw_uid, nobody->pw_gid) < 0)
		fail_msg("a folder cannot be given away");
	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	unsetenv("WAYLAND_DISPLAY");
	unsetenv("DISPLAY");
	unsetenv("SWAYSOCK");
	stage_run(stage, environment, argv);
	wait_file(stage, "wayland-?", path, sizeof path);
	setenv("WAYLAND_DISPLAY", strrchr(path, '/') + 1, 1);
	for (int i = 0; i < TRIES && !stage->screen; i++) {
		problem = (struct problem){ 0 };
		stage->screen = screen_open(&problem);
		xvfb_sleep(TRY_MS);
	}
	require(stage->screen != NULL, problem.text);
}

/* Captured, answered over the game, and played. */
static void a_game_is_answered_and_played(void **state)
{
	struct stage *stage = *state;

	start_labwc(stage);
	start_game(stage, "wayland");
	assert_int_equal(ours(stage, "grab --active -o seen.png")->status, 0);
	assert_int_equal(ours(stage, "solve --no-store seen.png")->status, 0);
	start_ours(stage, "watch", NULL);
	press(stage, "show");
	wait_answer(stage);
	press(stage, "show");
	wait_nothing(stage);
	press(stage, "quit");
	assert_int_equal(wait_end(stage), 0);
	if (ours(stage, "play --active --yes --no-store")->status != 0)
		fail_msg("%s", stage->run.err);
	assert_non_null(strstr(stage->run.err, "all 26 marks are there"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(a_game_is_answered_and_played),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
