/* `solveglass report-bug`: what is in the folder, and what is left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "program.h"
#include "xvfb.h"

static const char settings[] = "time = 7\n";

static int setup(void **state)
{
	struct program_test *test;
	int result = program_setup(state);
	char command[256];

	if (result < 0)
		return result;
	test = *state;
	/* a home of its own, whose name is nobody's business */
	setenv("HOME", test->folder.path, 1);
	snprintf(command, sizeof command, "mkdir -p '%s/.config/solveglass'",
		 test->folder.path);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("DISPLAY");
	result = system(command);
	program_write(&test->folder, ".config/solveglass/config.ini", settings,
		      sizeof settings - 1);
	return result;
}

static void expect_in(struct program_test *test, const char *name,
		      const char *content)
{
	char path[256], text[20000];

	snprintf(path, sizeof path, "%s/%s", test->folder.path, name);
	program_slurp(path, text, sizeof text);
	if (!strstr(text, content))
		fail_msg("no '%s' in %s: '%s'", content, name, text);
}

static bool is_there(struct program_test *test, const char *name)
{
	char path[256];

	snprintf(path, sizeof path, "%s/%s", test->folder.path, name);
	return access(path, F_OK) == 0;
}

static void gathers_what_a_picture_shows(void **state)
{
	struct program_test *test = *state;
	char arguments[512], path[256];
	json_t *answers;

	snprintf(arguments, sizeof arguments,
		 "report-bug '%s/samples/suko/screen-1.png' -o report",
		 SOURCE_DIR);
	program_expect(test, arguments, 0, "");
	assert_non_null(
		strstr(test->run.out, "report: look through its files"));
	expect_in(test, "report/picture.png", "PNG");
	expect_in(test, "report/seen.png", "PNG");
	expect_in(test, "report/config.ini", "time = 7");
	expect_in(test, "report/about.txt", "solveglass 0.");
	expect_in(test, "report/about.txt", "~/.config/solveglass");
	expect_in(test, "report/about.txt", "libopencv_core.so");
	expect_in(test, "report/about.txt", "was made:\nnothing");
	snprintf(path, sizeof path, "%s/report/about.txt", test->folder.path);
	program_slurp(path, test->run.out, sizeof test->run.out);
	assert_null(strstr(test->run.out, test->folder.path));
	snprintf(path, sizeof path, "%s/report/answers.json",
		 test->folder.path);
	answers = json_load_file(path, 0, NULL);
	assert_string_equal(
		json_string_value(json_object_get(
			json_array_get(json_object_get(answers, "puzzles"), 0),
			"verdict")),
		"solved");
	json_decref(answers);
	/* what is there is not written over */
	program_expect(test, arguments, 4, "name a new folder");
}

static void takes_puzzles_and_says_what_failed(void **state)
{
	struct program_test *test = *state;

	program_write(&test->folder, "s.txt", "4x4 IIII\n", 9);
	program_expect(test, "report-bug s.txt -o of-text --json", 0, "");
	assert_string_equal(test->run.out, "{\"folder\":\"of-text\"}\n");
	expect_in(test, "of-text/puzzle.txt", "4x4 IIII");
	expect_in(test, "of-text/answers.json", "\"solved\"");
	assert_false(is_there(test, "of-text/seen.png"));
	/* a picture that ends too soon is a fault to report */
	program_write(&test->folder, "half.png", "\x89PNG\r\n\x1a\n\0\0", 10);
	program_expect(test, "report-bug half.png -o of-half", 0, "");
	expect_in(test, "of-half/picture.png", "PNG");
	expect_in(test, "of-half/about.txt", "answers.json: ");
}

static void captures_where_there_is_no_file(void **state)
{
	struct program_test *test = *state;
	struct xvfb server = { 0 };

	assert_true(xvfb_start(&server, "320x240x24"));
	setenv("DISPLAY", server.display, 1);
	program_expect(test, "report-bug --delay 0.1 -o of-screen", 0, "");
	expect_in(test, "of-screen/picture.png", "PNG");
	expect_in(test, "of-screen/answers.json", "\"puzzles\":[]");
	xvfb_stop(&server);
}

static void says_what_is_wrong(void **state)
{
	struct program_test *test = *state;

	program_expect(test, "report-bug s.txt", 64, "-o FOLDER is missing");
	program_expect(test, "report-bug a b -o c", 64, "one file at most");
	program_expect(test, "report-bug none.png -o of-none", 4, "none.png");
	assert_false(is_there(test, "of-none"));
	/* there is no screen to capture */
	program_expect(test, "report-bug -o of-screen", 4, "display");
	assert_false(is_there(test, "of-screen"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(gathers_what_a_picture_shows,
						setup, program_teardown),
		cmocka_unit_test_setup_teardown(
			takes_puzzles_and_says_what_failed, setup,
			program_teardown),
		cmocka_unit_test_setup_teardown(captures_where_there_is_no_file,
						setup, program_teardown),
		cmocka_unit_test_setup_teardown(says_what_is_wrong, setup,
						program_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
