/* Suko, cross-sum and pyramid: their forms, their checkers, their equality. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "parsed.h"

static const char suko_text[] =
	"{\"family\":\"suko\",\"circles\":[21,29,21,22],\"areas\":["
	"{\"total\":17,\"colour\":\"yellow\",\"cells\":[0,1,4]},"
	"{\"total\":12,\"colour\":\"green\",\"cells\":[3,6,7]},"
	"{\"total\":16,\"colour\":\"orange\",\"cells\":[2,5,8]}],"
	"\"givens\":[0,0,0,0,0,0,0,0,0]}";

static const char cross_sum_text[] = "#tc Total Concentration\n"
				     "x\n"
				     "x,2,x,6\n"
				     "4,x,6,x\n"
				     "7,x,x,24\n"
				     "12,15,18,15\n";

static const char pyramid_text[] = "#Tri Number Pyramid\n"
				   "x\n"
				   "x,12345678\n"
				   "1,x,x\n";

/* 34 letters of two bytes each, more than any name has room for */
#define ACCENTED                                                               \
	"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"     \
	"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"     \
	"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"     \
	"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"     \
	"\xc3\xa9\xc3\xa9"

static void expect_no_puzzle(const char *text, const char *sentence)
{
	struct puzzle_list list;
	struct problem problem = { 0 };

	puzzle_list_init(&list);
	assert_int_equal(puzzle_list_parse(&list, text, strlen(text), &problem),
			 -1);
	assert_string_equal(problem.text, sentence);
	puzzle_list_fini(&list);
}

/* Fills in a solution from its JSON and checks it. */
static bool holds(const struct puzzle *puzzle, const char *text,
		  struct breach *breach)
{
	struct solution solution = { .family = puzzle->family };
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	assert_int_equal(
		puzzle_family(puzzle->family)
			->solution_from_json(json, puzzle, &solution, NULL),
		0);
	json_decref(json);
	return puzzle_check(puzzle, &solution, breach);
}

static void expect_breach(const struct puzzle *puzzle, const char *solution,
			  int rule, const char *at)
{
	struct breach breach;

	assert_false(holds(puzzle, solution, &breach));
	assert_int_equal(breach.rule, rule);
	assert_string_equal(breach.at, at);
	assert_true(strlen(breach.text) > 10);
}

static void expect_json_and_back(const char *text)
{
	struct puzzle puzzle, again;
	json_t *json;

	parse(text, &puzzle);
	json = puzzle_to_json(&puzzle);
	assert_int_equal(puzzle_from_json(json, &again, NULL), 0);
	json_decref(json);
	assert_memory_equal(&puzzle, &again, sizeof puzzle);
}

static void json_comes_back(void **state)
{
	(void)state;
	expect_json_and_back(suko_text);
	expect_json_and_back(cross_sum_text);
	expect_json_and_back(pyramid_text);
	expect_json_and_back("{\"family\":\"cross-sum\",\"columns\":3,"
			     "\"rows\":2,\"cells\":[[1,null,0],[2,3,4]],"
			     "\"minimum\":0,\"maximum\":7}");
	expect_json_and_back("{\"family\":\"pyramid\",\"rows\":[[5],"
			     "[null,null]],\"minimum\":1}");
	expect_json_and_back("{\"family\":\"pyramid\",\"rows\":[[5],"
			     "[null,null]],\"minimum\":-3}");
	expect_json_and_back("{\"family\":\"suko\",\"circles\":"
			     "[null,10,11,12],\"givens\":"
			     "[1,null,0,0,0,0,0,0,9]}");
	expect_json_and_back("{\"family\":\"pyramid\",\"rows\":[[5],"
			     "[null,null]],\"maximum\":4}");
	/* names that are cut, though not within a character */
	expect_json_and_back("{\"family\":\"suko\",\"id\":\"" ACCENTED ACCENTED
			     "\",\"circles\":[1,2,3,4],\"areas\":[{\"total\""
			     ":9,\"colour\":\"" ACCENTED "\",\"cells\":[4]}]}");
}

static void text_comes_back(void **state)
{
	static const char *const texts[] = { cross_sum_text, pyramid_text };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct puzzle puzzle;
		struct buffer out;

		buffer_init(&out);
		parse(texts[i], &puzzle);
		assert_int_equal(puzzle_family(puzzle.family)
					 ->to_text(&puzzle, &out, NULL),
				 0);
		assert_string_equal(buffer_text(&out), texts[i]);
		buffer_fini(&out);
	}
}

static void text_is_read_into_the_right_places(void **state)
{
	struct puzzle puzzle;

	(void)state;
	parse("#tc as printed\r\n\r\n x \r\n1 2 x 9\n3 x 4 x\n6 7 8 x",
	      &puzzle);
	assert_int_equal(puzzle.as.cross_sum.columns, 3);
	assert_int_equal(puzzle.as.cross_sum.rows, 2);
	assert_int_equal(puzzle.as.cross_sum.cells[1][0], 3);
	assert_int_equal(puzzle.as.cross_sum.row_totals[0], 9);
	assert_int_equal(puzzle.as.cross_sum.row_totals[1], -1);
	assert_int_equal(puzzle.as.cross_sum.column_totals[2], 8);
}

static void the_diagonals_are_told_apart(void **state)
{
	struct puzzle puzzle;

	(void)state;
	parse("#tc\n5\n1,x,x\nx,2,x\nx,x,3\n", &puzzle);
	assert_int_equal(puzzle.as.cross_sum.diagonal_up, 5);
	assert_int_equal(puzzle.as.cross_sum.diagonal_down, 3);
	assert_int_equal(puzzle.as.cross_sum.column_totals[0], -1);
	assert_int_equal(puzzle.as.cross_sum.cells[1][1], 2);
}

static void what_is_no_puzzle_gets_a_sentence(void **state)
{
	(void)state;
	expect_no_puzzle("#tc\n1,2\n", "line 2: more than 1 numbers");
	expect_no_puzzle("#tc\n", "no line with the upper diagonal's "
				  "total (or x) alone");
	expect_no_puzzle("#tc\nx\n1,2,3\n4,5\n",
			 "line 4: expected 3 numbers as in the lines before, "
			 "but there are 2");
	expect_no_puzzle("#tc\nx\n1,2,3\n", "too few numbers for a board");
	expect_no_puzzle("#tc\n7\n1,2,3,4\n5,6,7,8\n1,2,3,x\n",
			 "a board of 3 by 2 cells has no diagonals to sum");
	expect_no_puzzle("#tc\nx\n1,2,3\n4,5,y\n1,2,x\n",
			 "line 4: not a number: 'y'");
	expect_no_puzzle("#Tri\n1\n2\n", "line 3: row 2 has 2 numbers, not 1");
	expect_no_puzzle("#Tri\n1\n", "not 2 to 12 rows: '1'");
	expect_no_puzzle("{\"family\":\"pyramid\",\"rows\":[[1],[2]]}",
			 "\"rows\" is not a list of 2, but of 1");
	expect_no_puzzle("{\"family\":\"pyramid\",\"rows\":7}",
			 "not 2 to 12 rows: '0'");
	expect_no_puzzle("{\"family\":\"suko\"}", "no \"circles\"");
	expect_no_puzzle("{\"family\":\"suko\",\"circles\":[1,2,3,4],"
			 "\"areas\":[{\"total\":9,\"cells\":[0,1]},"
			 "{\"total\":9,\"cells\":[1,2]}]}",
			 "cell 1 lies in two areas");
	expect_no_puzzle("{\"family\":\"suko\",\"circles\":[1,2,3,4],"
			 "\"areas\":[{\"total\":9,\"cells\":[9]}]}",
			 "\"cells\" is not within 0 to 8: '9'");
	expect_no_puzzle("{\"family\":\"cross-sum\",\"columns\":13,"
			 "\"rows\":2,\"cells\":[]}",
			 "\"columns\" is not within 2 to 12: '13'");
}

static void broken_rules_are_named(void **state)
{
	struct puzzle puzzle;

	(void)state;
	parse(suko_text, &puzzle);
	assert_true(holds(&puzzle, "{\"cells\":[1,7,5,4,9,8,6,2,3]}", NULL));
	expect_breach(&puzzle, "{\"cells\":[1,7,5,4,9,8,6,2,2]}", 1, "8");
	expect_breach(&puzzle, "{\"cells\":[0,7,5,4,9,8,6,2,3]}", 1, "0");
	expect_breach(&puzzle, "{\"cells\":[7,1,5,4,9,8,6,2,3]}", 2,
		      "\"circles[1]\"");
	puzzle.as.suko.areas[2].total = 15;
	expect_breach(&puzzle, "{\"cells\":[1,7,5,4,9,8,6,2,3]}", 3,
		      "\"areas[2].total\"");
	puzzle.as.suko.givens[4] = 8;
	expect_breach(&puzzle, "{\"cells\":[1,7,5,4,9,8,6,2,3]}", 4, "4");

	parse(cross_sum_text, &puzzle);
	assert_true(
		holds(&puzzle, "{\"cells\":[[1,2,3],[4,5,6],[7,8,9]]}", NULL));
	expect_breach(&puzzle, "{\"cells\":[[2,2,3],[4,5,6],[7,8,9]]}", 1,
		      "\"row_totals[0]\"");
	expect_breach(&puzzle, "{\"cells\":[[1,2,3],[4,6,6],[7,8,9]]}", 1,
		      "\"column_totals[1]\"");
	expect_breach(&puzzle, "{\"cells\":[[1,2,3],[4,4,6],[7,9,8]]}", 1,
		      "\"column_totals[2]\"");
	expect_breach(&puzzle, "{\"cells\":[[1,2,3],[5,5,6],[7,8,9]]}", 3,
		      "[0,1]");
	puzzle.as.cross_sum.minimum = 1;
	expect_breach(&puzzle, "{\"cells\":[[4,2,0],[4,5,6],[7,8,9]]}", 3,
		      "[2,0]");
	puzzle.as.cross_sum.maximum = 8;
	expect_breach(&puzzle, "{\"cells\":[[1,2,3],[4,5,6],[7,8,9]]}", 3,
		      "[2,2]");
	puzzle.as.cross_sum.maximum = 9;
	puzzle.as.cross_sum.diagonal_up = 14;
	expect_breach(&puzzle, "{\"cells\":[[1,2,3],[4,5,6],[7,8,9]]}", 2,
		      "\"diagonal_up\"");

	parse("#Tri\n8\nx,x\nx,2,x\n", &puzzle);
	assert_true(holds(&puzzle, "{\"rows\":[[8],[3,5],[1,2,3]]}", NULL));
	expect_breach(&puzzle, "{\"rows\":[[8],[3,5],[1,2,4]]}", 1, "[1,1]");
	expect_breach(&puzzle, "{\"rows\":[[8],[4,4],[1,2,2]]}", 1, "[0,1]");
	expect_breach(&puzzle, "{\"rows\":[[9],[4,5],[2,2,3]]}", 2, "[0,0]");
	assert_true(holds(&puzzle, "{\"rows\":[[8],[2,6],[0,2,4]]}", NULL));
	assert_true(holds(&puzzle, "{\"rows\":[[8],[-1,9],[-3,2,7]]}", NULL));
	puzzle.as.pyramid.minimum = 1;
	expect_breach(&puzzle, "{\"rows\":[[8],[2,6],[0,2,4]]}", 2, "[0,2]");
}

static void what_has_no_meaning_does_not_count(void **state)
{
	struct puzzle a, b;
	struct buffer difference;

	(void)state;
	buffer_init(&difference);
	parse(suko_text, &a);
	parse("{\"family\":\"suko\",\"circles\":[21,29,21,22],\"areas\":["
	      "{\"total\":12,\"colour\":\"pink\",\"cells\":[7,3,6]},"
	      "{\"total\":16,\"colour\":\"yellow\",\"cells\":[2,5,8]},"
	      "{\"total\":17,\"cells\":[4,0,1]}]}",
	      &b);
	assert_true(puzzle_equal(&a, &b, &difference));
	b.as.suko.areas[0].total = 13;
	assert_false(puzzle_equal(&a, &b, &difference));
	assert_string_equal(buffer_text(&difference),
			    "area total is 13, not 12");
	b.as.suko.areas[0].total = 12;
	b.as.suko.areas[0].cells[7] = false;
	assert_false(puzzle_equal(&a, &b, NULL));
	parse(cross_sum_text, &a);
	b = a;
	b.as.cross_sum.maximum = 9;
	assert_true(puzzle_equal(&a, &b, NULL));
	b.as.cross_sum.cells[1][2] = -1;
	buffer_fini(&difference);
	buffer_init(&difference);
	assert_false(puzzle_equal(&a, &b, &difference));
	assert_string_equal(buffer_text(&difference),
			    "cells[1][2] is blank, not 6");
	buffer_fini(&difference);
}

static void places_have_names(void **state)
{
	struct solution solution = { .family = FAMILY_pyramid };
	struct puzzle puzzle;
	char name[16];

	(void)state;
	parse(pyramid_text, &puzzle);
	assert_int_equal(puzzle_pyramid.places(&puzzle), 6);
	puzzle_place_name(&puzzle, 4, name, sizeof name);
	assert_string_equal(name, "[1,2]");
	solution.as.pyramid.rows[2][1] = 42;
	assert_int_equal(puzzle_pyramid.value_at(&puzzle, &solution, 4), 42);
	parse(cross_sum_text, &puzzle);
	puzzle_place_name(&puzzle, 5, name, sizeof name);
	assert_string_equal(name, "[2,1]");
}

static void clues_are_changed_by_name(void **state)
{
	struct puzzle puzzle;

	(void)state;
	parse(suko_text, &puzzle);
	assert_int_equal(puzzle_set_clue(&puzzle, "areas[1].total", "9", NULL),
			 0);
	assert_int_equal(puzzle.as.suko.areas[1].total, 9);
	parse(cross_sum_text, &puzzle);
	assert_int_equal(puzzle_set_clue(&puzzle, "cells[1][2]", "null", NULL),
			 0);
	assert_int_equal(puzzle.as.cross_sum.cells[1][2], -1);
	parse(pyramid_text, &puzzle);
	assert_int_equal(puzzle_set_clue(&puzzle, "rows[2][2]", "77", NULL), 0);
	assert_int_equal(puzzle.as.pyramid.rows[2][2], 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_comes_back),
		cmocka_unit_test(text_comes_back),
		cmocka_unit_test(text_is_read_into_the_right_places),
		cmocka_unit_test(the_diagonals_are_told_apart),
		cmocka_unit_test(what_is_no_puzzle_gets_a_sentence),
		cmocka_unit_test(broken_rules_are_named),
		cmocka_unit_test(what_has_no_meaning_does_not_count),
		cmocka_unit_test(places_have_names),
		cmocka_unit_test(clues_are_changed_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
