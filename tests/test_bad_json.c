/* Puzzles as JSON with one thing wrong: each is refused with a sentence that
 * says which; nothing that is there is taken for left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "puzzle_file.h"

#define PANEL                                                                  \
	"{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"starts\":[[0,4]],"   \
	"\"ends\":[{\"at\":[4,0],\"towards\":[1,0]}]}"
#define CROSS                                                                  \
	"{\"family\":\"cross-sum\",\"columns\":2,\"rows\":2,"                  \
	"\"row_totals\":[3,7],\"column_totals\":[4,6],"                        \
	"\"cells\":[[null,null],[null,null]]}"

/* What replaces fields of a puzzle that is good without, and the sentence. */
static const struct bad {
	const char *good, *change, *sentence;
} bads[] = {
	{ PANEL, "{\"columns\": 0, \"rows\": 0}", "a panel of 0 by 0 cells" },
	{ PANEL, "{\"columns\": 0, \"wraps\": true}",
	  "a panel of 0 by 2 cells" },
	{ PANEL, "{\"columns\": 21}",
	  "\"columns\" is not within 0 to 20: '21'" },
	{ PANEL, "{\"rows\": -1}", "\"rows\" is not within 0 to 20: '-1'" },
	{ PANEL, "{\"columns\": \"2\"}", "\"columns\" is not a whole number" },
	{ PANEL, "{\"wraps\": 1}", "\"wraps\" is neither true nor false" },
	{ PANEL, "{\"symmetry\": \"slanted\"}", "no such symmetry: 'slanted'" },
	{ PANEL, "{\"symmetry\": 3}", "no \"symmetry\"" },
	{ PANEL, "{\"starts\": [[1, 1]]}",
	  "a start in the middle of a cell: '1,1'" },
	{ PANEL, "{\"starts\": [[5, 0]]}",
	  "\"at\" lies beyond the panel: '5,0'" },
	{ PANEL, "{\"starts\": [[0, 5]]}",
	  "\"at\" lies beyond the panel: '0,5'" },
	{ PANEL, "{\"starts\": [[0]]}",
	  "\"at\" is not a list of 2 numbers, but of 1" },
	{ PANEL, "{\"starts\": 7}", "\"starts\" is not a list" },
	{ PANEL, "{\"starts\": [\"a\"]}",
	  "\"at\" is not a list of 2 numbers, but of 0" },
	{ PANEL, "{\"ends\": [{\"towards\": [1, 0]}]}",
	  "\"at\" is not a list of 2 numbers, but of 0" },
	{ PANEL, "{\"ends\": [{\"at\": [4, 0], \"towards\": [2, 0]}]}",
	  "\"towards\" is not within -1 to 1: '2'" },
	{ PANEL, "{\"ends\": [{\"at\": [4, 0], \"towards\": \"up\"}]}",
	  "\"towards\" is not a list of 2 numbers, but of 0" },
	{ PANEL, "{\"ends\": [{\"at\": [1, 1], \"towards\": [1, 0]}]}",
	  "an end in the middle of a cell: '1,1'" },
	{ PANEL, "{\"gaps\": [[0, 0]]}", "a gap that is no edge: '0,0'" },
	{ PANEL, "{\"gaps\": [[9, 0]]}",
	  "\"at\" lies beyond the panel: '9,0'" },
	{ PANEL, "{\"missing\": [[1, 1]]}",
	  "a missing edge that is no edge: '1,1'" },
	{ PANEL, "{\"gaps\": 3}", "\"gaps\" is not a list" },
	{ PANEL, "{\"dots\": [{\"at\": [0, 0], \"colour\": \"pink\"}]}",
	  "no such colour: 'pink'" },
	{ PANEL, "{\"dots\": [{\"at\": [1, 1], \"colour\": \"black\"}]}",
	  "a dot in the middle of a cell: '1,1'" },
	{ PANEL, "{\"dots\": [{\"at\": [0, 0]}]}", "no \"colour\"" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [0, 1], \"kind\": \"square\", \"colour\": "
	  "\"red\"}]}",
	  "a symbol that is in no cell: '0,1'" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 2], \"kind\": \"square\", \"colour\": "
	  "\"red\"}]}",
	  "a symbol that is in no cell: '1,2'" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [7, 1], \"kind\": \"square\", \"colour\": "
	  "\"red\"}]}",
	  "\"at\" lies beyond the panel: '7,1'" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"square\", \"colour\": "
	  "\"pink\"}]}",
	  "no such colour: 'pink'" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"square\", \"colour\": "
	  "null}]}",
	  "no \"colour\"" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"circle\", \"colour\": "
	  "\"red\"}]}",
	  "no such kind: 'circle'" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"triangle\", \"colour\": "
	  "\"red\"}]}",
	  "no \"count\"" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"polyomino\", \"colour\": "
	  "\"yellow\", \"shape\": \"#\", \"rotatable\": false, \"negative\": "
	  "false}]}",
	  "a polyomino without a \"shape\"" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"polyomino\", \"colour\": "
	  "\"yellow\", \"shape\": [1], \"rotatable\": false, \"negative\": "
	  "false}]}",
	  "a row of a \"shape\" is no string" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"polyomino\", \"colour\": "
	  "\"yellow\", \"shape\": [\"#########\"], \"rotatable\": false, "
	  "\"negative\": false}]}",
	  "a \"shape\" of more than 8 squares a side" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"polyomino\", \"colour\": "
	  "\"yellow\", \"shape\": [\"#\", \"#\", \"#\", \"#\", \"#\", \"#\", "
	  "\"#\", \"#\", \"#\"], \"rotatable\": false, \"negative\": false}]}",
	  "a \"shape\" of more than 8 squares a side" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"polyomino\", \"colour\": "
	  "\"yellow\", \"shape\": [\"#\"], \"rotatable\": 2, \"negative\": "
	  "false}]}",
	  "\"rotatable\" is neither true nor false" },
	{ PANEL,
	  "{\"cells\": [{\"at\": [1, 1], \"kind\": \"polyomino\", \"colour\": "
	  "\"yellow\", \"shape\": [\"#\"], \"rotatable\": false, \"negative\": "
	  "\"no\"}]}",
	  "\"negative\" is neither true nor false" },
	{ PANEL, "{\"cells\": \"all\"}", "\"cells\" is not a list" },
	{ PANEL, "{\"cells\": [3]}",
	  "\"at\" is not a list of 2 numbers, but of 0" },
	{ PANEL, "{\"solution\": {\"path\": []}}",
	  "a solution without a \"path\"" },
	{ PANEL, "{\"solution\": {\"path\": [[0, 4], [9, 9]]}}",
	  "\"at\" lies beyond the panel: '9,9'" },
	{ PANEL, "{\"solution\": {\"path\": 3}}",
	  "a solution without a \"path\"" },
	{ CROSS, "{\"columns\": 0}", "\"columns\" is not within 2 to 12: '0'" },
	{ CROSS, "{\"row_totals\": [3]}",
	  "\"row_totals\" is not a list of 2, but of 1" },
	{ CROSS, "{\"column_totals\": [1, 2, 3]}",
	  "\"column_totals\" is not a list of 2, but of 3" },
	{ CROSS, "{\"row_totals\": \"x\"}",
	  "\"row_totals\" is not a list of 2, but of 0" },
	{ CROSS, "{\"diagonal_up\": \"x\"}",
	  "\"diagonal_up\" is not a whole number" },
	{ CROSS, "{\"diagonal_down\": -1}",
	  "\"diagonal_down\" is not within 0 to 9999999: '-1'" },
	{ CROSS, "{\"cells\": [[1, 2]]}", "\"cells\" is not 2 rows" },
	{ CROSS, "{\"cells\": [[1], [2]]}",
	  "\"cells\" is not a list of 2, but of 1" },
	{ CROSS, "{\"cells\": [[\"a\", 1], [1, 1]]}",
	  "\"cells\" is not a whole number" },
	{ CROSS, "{\"minimum\": -10000000}",
	  "\"minimum\" is not within -9999999 to 9999999: '-10000000'" },
	{ CROSS, "{\"maximum\": \"many\"}",
	  "\"maximum\" is not a whole number" },
	{ CROSS, "{\"solution\": {\"cells\": [[1, 2]]}}",
	  "\"cells\" is not 2 rows" },
	{ CROSS, "{\"solution\": {\"cells\": [[1, 2], [3]]}}",
	  "\"cells\" is not a list of 2 numbers, but of 1" },
	{ CROSS, "{\"solution\": {\"cells\": [[1, 2], [\"a\", 4]]}}",
	  "\"cells\" is not a whole number" },
};

/* 0, or -1 with the problem. */
static int parse(const char *good, const char *change, struct problem *problem)
{
	json_t *json = json_loads(good, 0, NULL);
	json_t *more = json_loads(change, 0, NULL);
	struct puzzle_list list;
	char *text;
	int result;

	assert_non_null(json);
	assert_non_null(more);
	assert_int_equal(json_object_update(json, more), 0);
	text = json_dumps(json, 0);
	puzzle_list_init(&list);
	result = puzzle_list_parse(&list, text, strlen(text), problem);
	puzzle_list_fini(&list);
	free(text);
	json_decref(json);
	json_decref(more);
	return result;
}

static void bad_puzzles_are_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
		struct problem problem = { 0 };

		assert_int_equal(parse(bads[i].good, "{}", NULL), 0);
		if (parse(bads[i].good, bads[i].change, &problem) == 0)
			fail_msg("taken: %s", bads[i].change);
		if (!strstr(problem.text, bads[i].sentence))
			fail_msg("%s: '%s', not '%s'", bads[i].change,
				 problem.text, bads[i].sentence);
	}
}

/* null is as good as left out where something may be. */
static void null_is_left_out(void **state)
{
	(void)state;
	assert_int_equal(parse(PANEL,
			       "{\"gaps\":null,\"missing\":null,\"dots\":null,"
			       "\"cells\":null,\"wraps\":null,\"symmetry\":"
			       "null}",
			       NULL),
			 0);
	assert_int_equal(parse(CROSS,
			       "{\"diagonal_up\":null,\"diagonal_down\":null}",
			       NULL),
			 0);
}

/* A clue set one by one: what cannot be is refused, and nothing changes. */
static void bad_clues_are_refused(void **state)
{
	static const char *const clues[][2] = {
		{ "cells[1,1]", "\"circle\"" },
		{ "cells[1,1]", "3" },
		{ "cells[1,1]", "\"triangle 0x\"" },
		{ "cells[2,1]", "\"square red\"" },
		{ "cells[9,1]", "null" },
		{ "dots[1,1]", "\"black\"" },
		{ "dots[0,0]", "\"pink\"" },
		{ "ends[0,0]", "[2,0]" },
		{ "ends[0,0]", "[0]" },
		{ "ends[0,0]", "\"up\"" },
		{ "starts[0,0]", "1" },
		{ "starts[1,1]", "true" },
		{ "nothing[0,0]", "true" },
		{ "starts", "true" },
		{ "starts[0,0]x", "true" },
	};
	struct puzzle puzzle, before;
	json_t *json = json_loads(PANEL, 0, NULL);

	(void)state;
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	json_decref(json);
	before = puzzle;
	for (size_t i = 0; i < sizeof clues / sizeof *clues; i++) {
		struct problem problem = { 0 };

		if (puzzle_set_clue(&puzzle, clues[i][0], clues[i][1],
				    &problem) == 0)
			fail_msg("taken: %s %s", clues[i][0], clues[i][1]);
		assert_string_not_equal(problem.text, "");
		assert_true(puzzle_equal(&puzzle, &before, NULL));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_puzzles_are_refused),
		cmocka_unit_test(null_is_left_out),
		cmocka_unit_test(bad_clues_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
