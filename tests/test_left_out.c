/* What is recognised but is nothing to solve is said wherever answers are:
 * on the terminal, in a batch's lists and page, and over the game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "file.h"
#include "program.h"
#include "report.h"
#include "solved_panel.h"
#include "watch_say.h"

#define SOLVED "a panel that is already solved"

static int setup(void **state)
{
	struct program_test *test;
	struct board board = open_board();
	uint8_t *data;
	size_t length;

	if (program_setup(state) < 0)
		return -1;
	test = *state;
	draw_line(&board, 6, true);
	assert_int_equal(file_encode_png(&board.image, &data, &length, NULL),
			 0);
	program_write(&test->folder, "solved.png", data, length);
	free(data);
	cairo_destroy(board.pen.cr);
	image_fini(&board.image);
	return 0;
}

/* A file of the folder holds the text. */
static void check_file(const struct program_test *test, const char *name,
		       const char *text)
{
	char path[128];
	char *all = calloc(1, 1 << 20);

	snprintf(path, sizeof path, "%s/%s", test->folder.path, name);
	assert_non_null(all);
	program_slurp(path, all, 1 << 20);
	if (!strstr(all, text))
		fail_msg("%s: no '%s'", name, text);
	free(all);
}

static void test_terminal(void **state)
{
	struct program_test *test = *state;

	program_run(&test->run, &test->folder, "solve solved.png");
	assert_int_equal(test->run.status, 3);
	assert_non_null(strstr(test->run.out, "left out: " SOLVED));
	assert_non_null(strstr(test->run.err, "nothing to solve: " SOLVED));
}

static void test_batch(void **state)
{
	struct program_test *test = *state;

	program_run(&test->run, &test->folder, "batch . -o out");
	assert_int_equal(test->run.status, 3);
	check_file(test, "out/results.jsonl",
		   "\"left_out\":[{\"what\":\"" SOLVED "\",\"corners\":[[");
	check_file(test, "out/report.html", "left out: " SOLVED);
	assert_true(strstr(test->run.err, "1 left out") ||
		    strstr(test->run.out, "1 left out"));
}

static void test_over_the_game(void **state)
{
	struct look look = { .list.left_out_count = 1,
			     .list.left_out = { { .what = SOLVED },
						{ .what = SOLVED },
						{ .what = "a blank panel" } } };
	char text[200];

	(void)state;
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "nothing to solve: " SOLVED);
	look.list.left_out_count = 2;
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "nothing to solve: " SOLVED ", 2 times");
	look.list.left_out_count = 3;
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "nothing to solve: " SOLVED ", and others");
	look.list.left_out_count = 0;
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "no puzzle here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_terminal),
		cmocka_unit_test(test_batch),
		cmocka_unit_test(test_over_the_game),
	};

	return cmocka_run_group_tests(tests, setup, program_teardown);
}
