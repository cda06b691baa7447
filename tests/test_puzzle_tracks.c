/* Train Tracks: its forms both ways, bad input, and the checker: for each rule
 * solutions that break only it, with the square at fault named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parsed.h"

/* With totals, a given piece, half a piece and its answer. */
static const char board[] =
	"{\"family\":\"tracks\",\"columns\":4,\"rows\":3,"
	"\"column_totals\":[1,3,2,0],\"row_totals\":[2,2,2],"
	"\"clues\":[{\"at\":[0,0],\"tile\":5}],"
	"\"half_clues\":[{\"at\":[2,2],\"sides\":4}],"
	"\"entry\":{\"side\":\"left\",\"index\":0},"
	"\"exit\":{\"side\":\"bottom\",\"index\":1},"
	"\"solution\":{\"tiles\":[[5,6,0,0],[0,9,6,0],[0,3,12,0]]}}";

static void refuse_input(const char *text, const char *sentence)
{
	assert_int_equal(refuse(text, sentence), PROBLEM_INPUT);
}

static void json_both_ways(void **state)
{
	struct puzzle_list list;
	struct puzzle again;
	const struct tracks *tracks;
	json_t *json;

	(void)state;
	parse_one(board, &list);
	tracks = &list.entries[0].puzzle.as.tracks;
	assert_int_equal(tracks->columns, 4);
	assert_int_equal(tracks->rows, 3);
	assert_int_equal(tracks->column_totals[1], 3);
	assert_int_equal(tracks->row_totals[1], 2);
	assert_int_equal(tracks->given[0][0], 5);
	assert_int_equal(tracks->given[1][1], TRACKS_UNKNOWN);
	assert_int_equal(tracks->half[2][2], TRACKS_LEFT);
	assert_int_equal(tracks->entry.side, TRACKS_LEFT);
	assert_int_equal(tracks->exit.side, TRACKS_BOTTOM);
	assert_int_equal(tracks->exit.index, 1);
	json = puzzle_to_json(&list.entries[0].puzzle);
	assert_int_equal(puzzle_from_json(json, &again, NULL), 0);
	assert_true(puzzle_equal(&list.entries[0].puzzle, &again, NULL));
	json_decref(json);
	puzzle_list_fini(&list);
}

static void text_both_ways(void **state)
{
	static const char text[] = "#tt Train Tracks\n"
				   "R,2,x,2\n"
				   "1,0,0,0\n"
				   "x,5,12,0\n"
				   "2,0,0,10\n"
				   "E,left,1,bottom,2\n";
	struct puzzle_list list;
	struct buffer out;

	(void)state;
	parse_one(text, &list);
	assert_int_equal(list.entries[0].puzzle.as.tracks.column_totals[1],
			 TRACKS_UNKNOWN);
	assert_int_equal(list.entries[0].puzzle.as.tracks.row_totals[1],
			 TRACKS_UNKNOWN);
	assert_int_equal(list.entries[0].puzzle.as.tracks.given[1][1], 12);
	buffer_init(&out);
	assert_int_equal(
		puzzle_tracks.to_text(&list.entries[0].puzzle, &out, NULL), 0);
	assert_string_equal(buffer_text(&out), text);
	buffer_fini(&out);
	puzzle_list_fini(&list);
}

static void text_takes_ends_from_given_pieces(void **state)
{
	struct puzzle_list list;
	const struct tracks *tracks;

	(void)state;
	/* carriage returns, blank lines, spaces and no last newline */
	parse_one("\r\n#tt a comment\r\nR 1, 2\r\n\r\n2 5 6\r\n1 0 10", &list);
	tracks = &list.entries[0].puzzle.as.tracks;
	assert_int_equal(tracks->entry.side, TRACKS_LEFT);
	assert_int_equal(tracks->entry.index, 0);
	assert_int_equal(tracks->exit.side, TRACKS_BOTTOM);
	assert_int_equal(tracks->exit.index, 1);
	puzzle_list_fini(&list);
	refuse_input("#tt\nR,1,2\n2,0,6\n1,0,10\n", "in 1 places, not 2");
}

static void text_says_what_it_cannot_hold(void **state)
{
	struct puzzle_list list;
	struct buffer out;
	struct problem problem = { 0 };

	(void)state;
	parse_one(board, &list);
	buffer_init(&out);
	assert_int_equal(
		puzzle_tracks.to_text(&list.entries[0].puzzle, &out, &problem),
		-1);
	assert_non_null(strstr(problem.text, "half pieces"));
	buffer_fini(&out);
	puzzle_list_fini(&list);
}

static void wrong_counts_are_named(void **state)
{
	(void)state;
	refuse_input("#tt\nR,1\n1,0\n", "too few column totals: '1'");
	refuse_input("#tt\n1,0,0\n", "no line 'R,...'");
	refuse_input("#tt\nR,1,2\n2,5\n",
		     "line 3: expected a row total and 2 tiles, "
		     "but there are 2 numbers");
	refuse_input("#tt\nR,1,2\n2,5,6,0\n", "but there are 4 numbers");
	refuse_input("#tt\nR,1,2\n2,5,7\n1,0,10\n",
		     "line 3: no such tile: '7'");
	refuse_input("#tt\nR,1,2\n2,5,6\n", "too few rows: '1'");
	refuse_input("#tt\nR,1,3\n2,5,6\n1,0,10\n",
		     "column 2 has 2 squares, its total is '3'");
	refuse_input("#tt\nR,1,2\n2,5,6\n7,0,10\n",
		     "row 2 has 2 squares, its total is '7'");
	refuse_input("#tt\nR,1,2\n2,5,6\n1,0,z\n", "'z'");
	refuse_input("#tt\nR,1,2\n2,5,6\n1,0,10\nE,left,0,left,0\n",
		     "entry and exit are the same");
	refuse_input("#tt\nR,1,2\n2,5,6\n1,0,10\nE,left,2,bottom,1\n",
		     "no square there on the left side: '2'");
	refuse_input("#tt\nR,1,2\n2,5,6\n1,0,10\nE,up,0,left,0\n",
		     "no such side: 'up'");
}

static void wrong_json_is_named(void **state)
{
	(void)state;
	refuse_input("{\"family\":\"tracks\",\"columns\":31,\"rows\":3}",
		     "\"columns\" is not within 2 to 30: '31'");
	refuse_input("{\"family\":\"tracks\",\"columns\":3}", "no \"rows\"");
	refuse_input("{\"family\":\"tracks\",\"columns\":\"3\",\"rows\":3}",
		     "\"columns\" is not a whole number");
	refuse_input("{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		     "\"row_totals\":[1,2]}",
		     "\"row_totals\" is not a list of 3, but of 2");
	refuse_input("{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		     "\"clues\":[{\"at\":[3,0],\"tile\":5}]}",
		     "\"at\" is not within 0 to 2: '3'");
	refuse_input("{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		     "\"clues\":[{\"at\":[1,0],\"tile\":7}]}",
		     "no such tile: '7'");
	refuse_input("{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		     "\"entry\":{\"side\":\"left\",\"index\":0}}",
		     "\"exit\" without a side");
	refuse_input("{\"family\":\"trains\"}", "unknown family: 'trains'");
	refuse_input("{\"family\":\"tracks\",", "not valid JSON");
	refuse_input("{}", "no \"family\"");
	refuse_input("", "no puzzle in it");
	refuse_input("hello world\n", "not a puzzle: 'hello world'");
}

/* Changes squares of the right answer and expects one rule to break. */
struct mutation {
	struct {
		int x, y, tile;
	} squares[5];
	int count;
	int rule;
	const char *at;
};

static void expect_breach(const char *json, const struct mutation *mutation)
{
	struct puzzle_list list;
	struct solution *solution;
	struct breach breach = { 0 };

	parse_one(json, &list);
	solution = &list.entries[0].solution;
	assert_true(list.entries[0].has_solution);
	assert_true(puzzle_check(&list.entries[0].puzzle, solution, &breach));
	for (int i = 0; i < mutation->count; i++)
		solution->as.tracks
			.tiles[mutation->squares[i].y][mutation->squares[i].x] =
			(uint8_t)mutation->squares[i].tile;
	assert_false(puzzle_check(&list.entries[0].puzzle, solution, &breach));
	if (breach.rule != mutation->rule || strcmp(breach.at, mutation->at))
		fail_msg("rule %d at %s (%s) instead of rule %d at %s",
			 breach.rule, breach.at, breach.text, mutation->rule,
			 mutation->at);
	assert_true(breach.text[0]);
	puzzle_list_fini(&list);
}

/* No totals: the way is free but for what is given. */
static const char loose[] =
	"{\"family\":\"tracks\",\"columns\":4,\"rows\":4,"
	"\"clues\":[{\"at\":[1,0],\"tile\":5},{\"at\":[3,3],\"tile\":0}],"
	"\"half_clues\":[{\"at\":[2,0],\"sides\":1}],"
	"\"entry\":{\"side\":\"left\",\"index\":0},"
	"\"exit\":{\"side\":\"right\",\"index\":0},"
	"\"solution\":{\"tiles\":[[5,5,5,5],[0,0,0,0],[0,0,0,0],"
	"[0,0,0,0]]}}";

static void checker_names_rule_and_square(void **state)
{
	static const struct mutation mutations[] = {
		/* 1: leaves the board at another place (and so is no single
		 * track); nothing at the exit */
		{ { { 0, 0, 12 } }, 1, 1, "[0,0]" },
		{ { { 3, 0, 6 }, { 3, 1, 10 }, { 3, 2, 9 } }, 3, 1, "[3,2]" },
		{ { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 }, { 3, 0, 0 } },
		  4,
		  1,
		  "[0,0]" },
		/* 2: pieces that do not join, and what is no piece */
		{ { { 2, 0, 0 } }, 1, 2, "[1,0]" },
		{ { { 2, 0, 7 } }, 1, 2, "[2,0]" },
		{ { { 2, 0, 15 } }, 1, 2, "[2,0]" },
		{ { { 2, 2, 5 } }, 1, 2, "[2,2]" },
		/* 4: a given piece replaced by a way around it */
		{ { { 0, 0, 6 }, { 0, 1, 9 }, { 1, 1, 12 }, { 1, 0, 3 } },
		  4,
		  4,
		  "[1,0]" },
		/* 5: a loop apart */
		{ { { 1, 1, 3 }, { 2, 1, 6 }, { 1, 2, 9 }, { 2, 2, 12 } },
		  4,
		  5,
		  "[1,1]" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof mutations / sizeof *mutations; i++)
		expect_breach(loose, &mutations[i]);
}

/* Half pieces, squares known to be empty, and totals. */
static void checker_knows_all_clues(void **state)
{
	static const struct mutation around_half = { { { 1, 0, 5 },
						       { 2, 0, 6 },
						       { 2, 1, 9 },
						       { 3, 1, 12 },
						       { 3, 0, 3 } },
						     5,
						     4,
						     "[2,0]" };
	static const struct mutation other_row = {
		{ { 1, 0, 5 }, { 2, 0, 6 }, { 2, 1, 10 }, { 1, 1, 0 } },
		4,
		3,
		"\"row_totals[0]\""
	};
	static const struct mutation same_rows = {
		{ { 2, 1, 5 }, { 3, 1, 6 }, { 3, 2, 12 }, { 2, 2, 5 } },
		4,
		3,
		"\"row_totals[1]\""
	};

	(void)state;
	expect_breach(loose, &around_half);
	expect_breach(board, &other_row);
	expect_breach(board, &same_rows);
}

static void a_column_total_is_checked(void **state)
{
	/* the same rows, but the track turns one column earlier */
	static const char json[] =
		"{\"family\":\"tracks\",\"columns\":3,\"rows\":2,"
		"\"column_totals\":[1,2,1],\"row_totals\":[3,1],"
		"\"entry\":{\"side\":\"left\",\"index\":0},"
		"\"exit\":{\"side\":\"right\",\"index\":0},"
		"\"clues\":[]}";
	struct puzzle_list list;
	struct solution solution = { .family = FAMILY_tracks };
	struct breach breach = { 0 };

	(void)state;
	parse_one(json, &list);
	list.entries[0].puzzle.as.tracks.row_totals[1] = 0;
	solution.as.tracks.tiles[0][0] = 5;
	solution.as.tracks.tiles[0][1] = 5;
	solution.as.tracks.tiles[0][2] = 5;
	assert_false(puzzle_check(&list.entries[0].puzzle, &solution, &breach));
	assert_int_equal(breach.rule, 3);
	assert_string_equal(breach.at, "\"column_totals[1]\"");
	assert_string_equal(breach.text, "it holds 1 piece, its total is 2");
	puzzle_list_fini(&list);
}

static void equality_ignores_which_end_is_which(void **state)
{
	struct puzzle_list a, b;
	struct tracks_port kept;
	struct buffer difference;

	(void)state;
	parse_one(board, &a);
	parse_one(board, &b);
	kept = b.entries[0].puzzle.as.tracks.entry;
	b.entries[0].puzzle.as.tracks.entry =
		b.entries[0].puzzle.as.tracks.exit;
	b.entries[0].puzzle.as.tracks.exit = kept;
	assert_true(
		puzzle_equal(&a.entries[0].puzzle, &b.entries[0].puzzle, NULL));
	b.entries[0].puzzle.as.tracks.exit.index = 2;
	buffer_init(&difference);
	assert_false(puzzle_equal(&a.entries[0].puzzle, &b.entries[0].puzzle,
				  &difference));
	assert_string_equal(buffer_text(&difference), "entry or exit differs");
	buffer_fini(&difference);
	puzzle_list_fini(&a);
	puzzle_list_fini(&b);
}

static void equality_says_what_differs(void **state)
{
	struct puzzle_list a, b;
	struct buffer difference;
	struct tracks *tracks;

	(void)state;
	parse_one(board, &a);
	parse_one(board, &b);
	tracks = &b.entries[0].puzzle.as.tracks;
	buffer_init(&difference);
	tracks->row_totals[2] = 1;
	assert_false(puzzle_equal(&a.entries[0].puzzle, &b.entries[0].puzzle,
				  &difference));
	assert_string_equal(buffer_text(&difference),
			    "row_totals[2] is 1, not 2");
	tracks->row_totals[2] = 2;
	tracks->half[2][2] = 0;
	assert_false(
		puzzle_equal(&a.entries[0].puzzle, &b.entries[0].puzzle, NULL));
	tracks->half[2][2] = TRACKS_LEFT;
	tracks->given[1][3] = 0;
	assert_false(
		puzzle_equal(&a.entries[0].puzzle, &b.entries[0].puzzle, NULL));
	buffer_fini(&difference);
	puzzle_list_fini(&a);
	puzzle_list_fini(&b);
}

static void a_clue_is_changed_by_name(void **state)
{
	struct puzzle_list list;
	struct puzzle *puzzle;
	struct problem problem = { 0 };

	(void)state;
	parse_one(board, &list);
	puzzle = &list.entries[0].puzzle;
	assert_int_equal(puzzle_set_clue(puzzle, "row_totals[1]", "null", NULL),
			 0);
	assert_int_equal(puzzle->as.tracks.row_totals[1], TRACKS_UNKNOWN);
	assert_int_equal(puzzle_set_clue(puzzle, "clues[0].tile", "6", NULL),
			 0);
	assert_int_equal(puzzle->as.tracks.given[0][0], 6);
	/* beyond the row, or no such clue: the puzzle stays */
	assert_int_equal(
		puzzle_set_clue(puzzle, "row_totals[0]", "5", &problem), -1);
	assert_int_equal(puzzle->as.tracks.row_totals[0], 2);
	assert_int_equal(puzzle_set_clue(puzzle, "row_totals[3]", "1", NULL),
			 -1);
	assert_int_equal(puzzle_set_clue(puzzle, "clues[0]tile", "1", NULL),
			 -1);
	puzzle_list_fini(&list);
}

static void sizes_from_2_to_30(void **state)
{
	struct puzzle_list list;

	(void)state;
	parse_one("{\"family\":\"tracks\",\"columns\":2,\"rows\":2,"
		  "\"entry\":{\"side\":\"top\",\"index\":1},"
		  "\"exit\":{\"side\":\"right\",\"index\":1}}",
		  &list);
	puzzle_list_fini(&list);
	parse_one("{\"family\":\"tracks\",\"columns\":30,\"rows\":30,"
		  "\"entry\":{\"side\":\"top\",\"index\":29},"
		  "\"exit\":{\"side\":\"right\",\"index\":29}}",
		  &list);
	assert_int_equal(list.entries[0].puzzle.as.tracks.row_totals[29],
			 TRACKS_UNKNOWN);
	puzzle_list_fini(&list);
}

static void the_published_example(void **state)
{
	struct puzzle_list list;
	FILE *file = fopen(SHARED_DATA "/seeds/train-tracks.tt", "rb");
	char text[1000];
	size_t length;

	(void)state;
	if (!file)
		skip_because("no " SHARED_DATA);
	length = fread(text, 1, sizeof text - 1, file);
	text[length] = '\0';
	fclose(file);
	parse_one(text, &list);
	assert_int_equal(list.entries[0].puzzle.as.tracks.columns, 8);
	assert_int_equal(list.entries[0].puzzle.as.tracks.exit.side,
			 TRACKS_BOTTOM);
	puzzle_list_fini(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_both_ways),
		cmocka_unit_test(text_both_ways),
		cmocka_unit_test(text_takes_ends_from_given_pieces),
		cmocka_unit_test(text_says_what_it_cannot_hold),
		cmocka_unit_test(wrong_counts_are_named),
		cmocka_unit_test(wrong_json_is_named),
		cmocka_unit_test(checker_names_rule_and_square),
		cmocka_unit_test(checker_knows_all_clues),
		cmocka_unit_test(a_column_total_is_checked),
		cmocka_unit_test(equality_ignores_which_end_is_which),
		cmocka_unit_test(equality_says_what_differs),
		cmocka_unit_test(a_clue_is_changed_by_name),
		cmocka_unit_test(sizes_from_2_to_30),
		cmocka_unit_test(the_published_example),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
