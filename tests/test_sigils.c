/* What a sigils puzzle is: its forms and its rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "parsed.h"

static void test_text_forms(void **state)
{
	struct puzzle_list list;
	struct buffer out;
	const struct sigils *first, *second;

	(void)state;
	parse_list("8 6 a a b cl cl cr cr cr q q sl sl\r\n\n"
		   "8x6 TTIJJLLLOOSS\n 4x4 II sr T",
		   &list);
	assert_int_equal(list.count, 3);
	first = &list.entries[0].puzzle.as.sigils;
	second = &list.entries[1].puzzle.as.sigils;
	assert_int_equal(first->columns, 8);
	assert_int_equal(first->rows, 6);
	assert_int_equal(first->piece_count, 12);
	assert_int_equal(first->pieces[3], SIGILS_J);
	assert_int_equal(first->pieces[5], SIGILS_L);
	assert_int_equal(second->pieces[11], SIGILS_S);
	assert_true(puzzle_equal(&list.entries[0].puzzle,
				 &list.entries[1].puzzle, NULL));
	assert_int_equal(list.entries[2].puzzle.as.sigils.pieces[2], SIGILS_Z);
	buffer_init(&out);
	assert_int_equal(
		puzzle_sigils.to_text(&list.entries[1].puzzle, &out, NULL), 0);
	assert_string_equal(buffer_text(&out),
			    "8 6 a a b cl cl cr cr cr q q sl sl\n");
	buffer_fini(&out);
	puzzle_list_fini(&list);
}

static void test_bad_text(void **state)
{
	char many[200];

	(void)state;
	refuse("8 6", "no pieces");
	refuse("8", "not a puzzle: '8'");
	refuse("8y6 TT", "columns and rows");
	refuse("8x6 TTX", "no such piece: 'TTX'");
	refuse("8x6 tk", "no such piece: 'tk'");
	refuse("21x6 TT", "'21'");
	refuse("0x6 TT", "'0'");
	refuse("99999999999999999999x6 TT", "columns and rows");
	memset(many, 'T', sizeof many);
	memcpy(many, "8x6 ", 4);
	many[sizeof many - 1] = '\0';
	refuse(many, "more than 120 pieces");
}

static void test_json(void **state)
{
	struct puzzle_list list;
	struct puzzle copy;
	struct buffer difference;

	(void)state;
	parse_list("{\"family\":\"sigils\",\"columns\":3,\"rows\":3,\"pieces\":"
		   "[\"O\",\"L\"],\"holes\":[[1,1]],\"tray\":[],"
		   "\"turns\":[3,2]}",
		   &list);
	assert_true(list.entries[0].puzzle.as.sigils.hole[1][1]);
	assert_int_equal(sigils_squares(&list.entries[0].puzzle.as.sigils), 8);
	assert_int_equal(list.entries[0].puzzle.as.sigils.turns[0], 0);
	assert_int_equal(list.entries[0].puzzle.as.sigils.turns[1], 2);
	assert_int_equal(puzzle_copy(&list.entries[0].puzzle, &copy, NULL), 0);
	assert_true(puzzle_equal(&list.entries[0].puzzle, &copy, NULL));
	assert_int_equal(copy.as.sigils.turns[1], 2);
	assert_int_equal(puzzle_set_clue(&copy, "pieces[1]", "\"J\"", NULL), 0);
	buffer_init(&difference);
	assert_false(puzzle_equal(&list.entries[0].puzzle, &copy, &difference));
	assert_string_equal(buffer_text(&difference), "J: 1, not 0");
	buffer_fini(&difference);
	copy = list.entries[0].puzzle;
	copy.as.sigils.hole[1][1] = false;
	assert_false(puzzle_equal(&list.entries[0].puzzle, &copy, NULL));
	puzzle_list_fini(&list);
}

static void test_bad_json(void **state)
{
	static const char start[] =
		"{\"family\":\"sigils\",\"columns\":3,\"rows\":3,";
	static const struct {
		const char *rest, *sentence;
	} cases[] = {
		{ "\"pieces\":[\"LL\"]}", "pieces[0]" },
		{ "\"pieces\":[\"L\",3]}", "pieces[1]" },
		{ "\"pieces\":3}", "not a list" },
		{ "\"pieces\":[],\"holes\":[[3,0]]}", "outside" },
		{ "\"pieces\":[],\"holes\":[[-1,0]]}", "holes" },
		{ "\"pieces\":[],\"holes\":7}", "not a list" },
		{ "\"pieces\":[],\"rows\":1e3}", "rows" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[200];

		snprintf(text, sizeof text, "%s%s", start, cases[i].rest);
		refuse(text, cases[i].sentence);
	}
}

/* Each pose is recognised as itself, and its mirror image is not. */
static void test_shapes(void **state)
{
	(void)state;
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int turns = 0; turns < 4; turns++) {
			static const char mirror[] = "IOTLJZS";
			struct sigils_shape shape;
			int x[4], y[4], seen;

			sigils_shape((enum sigils_kind)kind, turns, &shape);
			for (int i = 0; i < 4; i++) {
				x[i] = shape.x[3 - i] + 5;
				y[i] = shape.y[3 - i] - 2;
			}
			assert_int_equal(sigils_recognise(x, y, &seen), kind);
			assert_int_equal(
				seen,
				turns % sigils_poses((enum sigils_kind)kind));
			for (int i = 0; i < 4; i++)
				x[i] = -x[i];
			assert_int_equal(
				sigils_letter(sigils_recognise(x, y, &seen)),
				mirror[kind]);
		}
}

static void test_no_shape(void **state)
{
	const int x[4] = { 0, 1, 2, 4 };
	const int y[4] = { 0, 0, 0, 0 };
	const int twice[4] = { 0, 1, 2, 2 };
	int turns;

	(void)state;
	assert_int_equal(sigils_recognise(x, y, &turns), SIGILS_KIND_COUNT);
	assert_int_equal(sigils_recognise(twice, y, &turns), SIGILS_KIND_COUNT);
}

struct check_case {
	const char *pieces, *holes, *grid;
	int rule; /* 0: it holds */
	const char *at;
};

static void test_checker(void **state)
{
	static const struct check_case cases[] = {
		{ "\"J\",\"L\"", "", "[[1,1,1,2],[1,2,2,2]]", 3,
		  "\"pieces[0]\"" },
		{ "\"L\",\"L\"", "", "[[1,1,1,2],[1,2,2,2]]", 0, "" },
		{ "\"L\",\"J\"", "", "[[1,1,1,2],[1,2,2,2]]", 3,
		  "\"pieces[1]\"" },
		{ "\"L\",\"L\"", "", "[[1,1,1,2],[1,2,2,0]]", 1, "[3,1]" },
		{ "\"L\",\"L\"", "", "[[1,1,1,2],[1,2,2,3]]", 2, "[3,1]" },
		{ "\"I\",\"I\"", "", "[[1,1,1,1],[1,1,1,1]]", 2,
		  "\"pieces[0]\"" },
		{ "\"I\",\"I\",\"I\"", "", "[[1,1,1,1],[2,2,2,2]]", 2,
		  "\"pieces[2]\"" },
		{ "\"I\"", "[0,0],[1,0],[2,0],[3,0]", "[[0,0,0,0],[1,1,1,1]]",
		  0, "" },
		{ "\"I\"", "[0,0],[1,0],[2,0],[3,0]", "[[1,1,1,1],[0,0,0,0]]",
		  1, "[0,0]" },
		{ "\"O\",\"O\"", "", "[[1,2,2,1],[1,2,2,1]]", 3,
		  "\"pieces[0]\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct puzzle_list list;
		struct breach breach = { 0 };
		char text[400];
		bool holds;

		snprintf(text, sizeof text,
			 "{\"family\":\"sigils\",\"columns\":4,\"rows\":2,"
			 "\"pieces\":[%s],\"holes\":[%s],\"solution\":"
			 "{\"grid\":%s}}",
			 cases[i].pieces, cases[i].holes, cases[i].grid);
		parse_list(text, &list);
		assert_true(list.entries[0].has_solution);
		holds = puzzle_check(&list.entries[0].puzzle,
				     &list.entries[0].solution, &breach);
		assert_int_equal(holds, cases[i].rule == 0);
		if (!holds) {
			assert_int_equal(breach.rule, cases[i].rule);
			assert_string_equal(breach.at, cases[i].at);
		}
		puzzle_list_fini(&list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text_forms),
		cmocka_unit_test(test_bad_text),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_bad_json),
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_no_shape),
		cmocka_unit_test(test_checker),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
