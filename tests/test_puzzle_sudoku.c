/* Sudoku: its forms, its checker, its equality. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "parsed.h"

static const char nine[] = "53..7....\n"
			   "6..195...\n"
			   ".98....6.\n"
			   "8...6...3\n"
			   "4..8.3..1\n"
			   "7...2...6\n"
			   ".6....28.\n"
			   "...419..5\n"
			   "....8..79\n";
static const char nine_answer[] =
	"534678912672195348198342567859761423426853791"
	"713924856961537284287419635345286179";

/* Each number once in each row and column, not in each box. */
static const char four_squares[] = "1234234134124123";

static void parse_text(const char *text, struct puzzle *puzzle)
{
	parse(text, puzzle);
	assert_int_equal(puzzle->family, FAMILY_sudoku);
}

static void expect_nine(const char *text)
{
	struct puzzle puzzle, expected;
	struct buffer difference;

	parse_text(nine, &expected);
	parse_text(text, &puzzle);
	buffer_init(&difference);
	if (!puzzle_equal(&expected, &puzzle, &difference))
		fail_msg("%s: %s", text, buffer_text(&difference));
	buffer_fini(&difference);
}

static void a_board_has_many_text_forms(void **state)
{
	struct puzzle puzzle;

	(void)state;
	parse_text(nine, &puzzle);
	assert_int_equal(puzzle.as.sudoku.side, 9);
	assert_int_equal(puzzle.as.sudoku.box_width, 3);
	assert_int_equal(puzzle.as.sudoku.cells[0][0], 5);
	assert_int_equal(puzzle.as.sudoku.cells[0][2], SUDOKU_BLANK);
	assert_int_equal(puzzle.as.sudoku.cells[8][8], 9);
	expect_nine("53..7....6..195....98....6.8...6...34..8.3..17...2...6."
		    "6....28....419..5....8..79");
	expect_nine("530070000600195000098000060800060003400803001700020006"
		    "060000280000419005000080079\n");
	expect_nine("5 3 x | x 7 X | _ _ _\r\n"
		    "6 x x | 1 9 5 | x x x\r\n"
		    "x 9 8 | x x x | x 6 x\r\n"
		    "------+-------+------\r\n"
		    "8 x x | x 6 x | x x 3\r\n"
		    "4 x x | 8 x 3 | x x 1\r\n"
		    "7 x x | x 2 x | x x 6\r\n"
		    "------+-------+------\r\n"
		    "x 6 x | x x x | 2 8 x\r\n"
		    "x x x | 4 1 9 | x x 5\r\n"
		    "x x x | x 8 x | x 7 9\r\n");
	expect_nine("+-------+-------+-------+\n"
		    "| 5 3 . | . 7 . | . . . |\n"
		    "| 6 . . | 1 9 5 | . . . |\n"
		    "| . 9 8 | . . . | . 6 . |\n"
		    "+-------+-------+-------+\n"
		    "| 8 . . | . 6 . | . . 3 |\n"
		    "| 4 . . | 8 . 3 | . . 1 |\n"
		    "| 7 . . | . 2 . | . . 6 |\n"
		    "+-------+-------+-------+\n"
		    "| . 6 . | . . . | 2 8 . |\n"
		    "| . . . | 4 1 9 | . . 5 |\n"
		    "| . . . | . 8 . | . 7 9 |\n"
		    "+-------+-------+-------+\n");
}

static void smaller_boards_are_told_by_their_cells(void **state)
{
	struct puzzle puzzle;

	(void)state;
	parse_text("1..4\n..1.\n.1..\n4..1\n", &puzzle);
	assert_int_equal(puzzle.as.sudoku.side, 4);
	assert_int_equal(puzzle.as.sudoku.box_width, 2);
	assert_int_equal(puzzle.as.sudoku.box_height, 2);
	parse_text("1....6......2....4......5......3....", &puzzle);
	assert_int_equal(puzzle.as.sudoku.side, 6);
	assert_int_equal(puzzle.as.sudoku.box_width, 3);
	assert_int_equal(puzzle.as.sudoku.box_height, 2);
}

static void text_comes_back(void **state)
{
	static const char *const texts[] = {
		nine, "1..4\n..1.\n.1..\n4..1\n",
		"1.....\n6.....\n.....2\n....4.\n.....5\n......\n"
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct puzzle puzzle;
		struct buffer out;

		parse_text(texts[i], &puzzle);
		buffer_init(&out);
		assert_int_equal(puzzle_family(FAMILY_sudoku)
					 ->to_text(&puzzle, &out, NULL),
				 0);
		assert_string_equal(buffer_text(&out), texts[i]);
		buffer_fini(&out);
	}
}

static void what_is_no_board_is_refused(void **state)
{
	(void)state;
	refuse("53..7....\n6..195...\n", "no sudoku has 18 cells");
	refuse("1..5\n..1.\n.1..\n4..1\n", "1 to 4: '5'");
	refuse("53..7....\n6..195..a\n", "neither digit nor blank: 'a");
}

static const char six_json[] =
	"{\"family\":\"sudoku\",\"columns\":6,\"rows\":6,\"box\":[2,3],"
	"\"cells\":[[1,null,null,0,null,null],[null,2,null,null,null,null],"
	"[null,null,3,null,null,null],[null,null,null,4,null,null],"
	"[null,null,null,null,5,null],[null,null,null,null,null,6]]}";

static void json_comes_back(void **state)
{
	struct puzzle puzzle, again;
	struct problem problem;
	struct buffer out;
	json_t *json;

	(void)state;
	parse_text(six_json, &puzzle);
	assert_int_equal(puzzle.as.sudoku.box_width, 2);
	assert_int_equal(puzzle.as.sudoku.box_height, 3);
	assert_int_equal(puzzle.as.sudoku.cells[0][3], SUDOKU_BLANK);
	json = puzzle_to_json(&puzzle);
	assert_int_equal(puzzle_from_json(json, &again, NULL), 0);
	json_decref(json);
	assert_true(puzzle_equal(&puzzle, &again, NULL));
	buffer_init(&out);
	assert_int_equal(
		puzzle_family(FAMILY_sudoku)->to_text(&puzzle, &out, &problem),
		-1);
	assert_non_null(strstr(problem.text, "2 by 3"));
	buffer_fini(&out);
}

/* Labels of pictures have no more than this. */
static void cells_alone_say_how_large_a_board_is(void **state)
{
	struct puzzle puzzle;

	(void)state;
	parse_text("{\"family\":\"sudoku\",\"cells\":[[1,null,0,4],"
		   "[null,null,null,null],[0,0,0,0],[4,null,null,1]]}",
		   &puzzle);
	assert_int_equal(puzzle.as.sudoku.side, 4);
	assert_int_equal(puzzle.as.sudoku.box_width, 2);
	assert_int_equal(puzzle.as.sudoku.cells[3][3], 1);
}

static void json_that_is_no_board_is_refused(void **state)
{
#define BOARD(columns, rows, box, cells)                                       \
	"{\"family\":\"sudoku\",\"columns\":" columns ",\"rows\":" rows        \
	"," box "\"cells\":" cells "}"
#define FOUR "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,"

	(void)state;
	refuse(BOARD("6", "4", "", FOUR "0]]"), "6 by 4 cells");
	refuse("{\"family\":\"sudoku\",\"cells\":[[1]]}", "1 by 1 cells");
	refuse("{\"family\":\"sudoku\"}", "0 by 0 cells");
	refuse(BOARD("40", "40", "", FOUR "0]]"), "\"columns\" is not within");
	refuse(BOARD("4", "4", "\"box\":[4,1],", FOUR "0]]"), "boxes of 4 by");
	refuse(BOARD("4", "4", "\"box\":[2,3],", FOUR "0]]"), "boxes of 2 by");
	refuse(BOARD("4", "4", "\"box\":2,", FOUR "0]]"), "\"box\" is not");
	refuse(BOARD("4", "4", "", FOUR "5]]"), "\"cells\" is not within");
	refuse(BOARD("4", "4", "", FOUR "-1]]"), "\"cells\" is not within");
	refuse(BOARD("4", "4", "", FOUR "\"1\"]]"), "not a whole number");
	refuse(BOARD("6", "6", "", FOUR "0]]"), "\"cells\" is not 6 rows");
#undef FOUR
#undef BOARD
}

static void clues_are_set_by_name(void **state)
{
	struct problem problem;
	struct puzzle puzzle;

	(void)state;
	parse_text(nine, &puzzle);
	assert_int_equal(puzzle_set_clue(&puzzle, "cells[2][8]", "4", NULL), 0);
	assert_int_equal(puzzle.as.sudoku.cells[2][8], 4);
	assert_int_equal(puzzle_set_clue(&puzzle, "cells[2][8]", "null", NULL),
			 0);
	assert_int_equal(puzzle.as.sudoku.cells[2][8], SUDOKU_BLANK);
	assert_int_equal(
		puzzle_set_clue(&puzzle, "cells[2][8]", "10", &problem), -1);
	assert_int_equal(puzzle_set_clue(&puzzle, "cells[9][0]", "1", &problem),
			 -1);
	assert_int_equal(puzzle.as.sudoku.cells[2][8], SUDOKU_BLANK);
}

static void answer_from(const char *numbers, int side,
			struct solution *solution)
{
	*solution = (struct solution){ .family = FAMILY_sudoku };
	for (int i = 0; i < side * side; i++)
		solution->as.sudoku.cells[i / side][i % side] =
			numbers[i] - '0';
}

/* The answer breaks this rule first; the others hold (where `alone`). */
static void expect_breach(const struct puzzle *puzzle,
			  const struct solution *solution, int rule,
			  const char *at)
{
	struct breach breach;

	assert_false(puzzle_check(puzzle, solution, &breach));
	assert_int_equal(breach.rule, rule);
	assert_string_equal(breach.at, at);
	assert_true(strlen(breach.text) > 10);
}

static void swap(struct solution *solution, int x0, int y0, int x1, int y1)
{
	int *one = &solution->as.sudoku.cells[y0][x0];
	int *other = &solution->as.sudoku.cells[y1][x1];
	int kept = *one;

	*one = *other;
	*other = kept;
}

static void each_rule_can_be_broken_alone(void **state)
{
	struct solution solution;
	struct puzzle puzzle, blank;

	(void)state;
	parse_text(nine, &puzzle);
	parse_text("................................................."
		   "................................",
		   &blank);
	answer_from(nine_answer, 9, &solution);
	assert_true(puzzle_check(&puzzle, &solution, NULL));
	assert_true(puzzle_check(&blank, &solution, NULL));

	/* 1: two cells of a column and a box change places */
	swap(&solution, 4, 3, 4, 4);
	expect_breach(&blank, &solution, 1, "[4,3]");
	swap(&solution, 4, 3, 4, 4);
	/* 2: two cells of a row and a box */
	swap(&solution, 0, 8, 2, 8);
	expect_breach(&blank, &solution, 2, "[0,8]");
	swap(&solution, 0, 8, 2, 8);
	/* 4: 1 and 2 change names */
	for (int i = 0; i < 81; i++) {
		int *cell = &solution.as.sudoku.cells[i / 9][i % 9];

		*cell = *cell == 1 ? 2 : *cell == 2 ? 1 : *cell;
	}
	assert_true(puzzle_check(&blank, &solution, NULL));
	expect_breach(&puzzle, &solution, 4, "[3,1]");
	/* 3 */
	parse_text("................", &blank);
	answer_from(four_squares, 4, &solution);
	expect_breach(&blank, &solution, 3, "[0,1]");
}

/* Boxes 3 wide and boxes 2 wide: each accepts what the other one refuses. */
static void boxes_of_six_lie_either_way(void **state)
{
	static const char wide_text[] = "123456456123231564564231312645645312";
	char tall_text[37] = { 0 };
	struct solution wide, tall;
	struct puzzle puzzle;
	struct breach breach;

	(void)state;
	for (int i = 0; i < 36; i++)
		tall_text[i] = wide_text[i % 6 * 6 + i / 6];
	answer_from(wide_text, 6, &wide);
	answer_from(tall_text, 6, &tall);
	parse_text("....................................", &puzzle);
	assert_true(puzzle_check(&puzzle, &wide, &breach));
	assert_false(puzzle_check(&puzzle, &tall, &breach));
	assert_int_equal(breach.rule, 3);
	assert_true(sudoku_init(&puzzle.as.sudoku, 6, 2));
	assert_true(puzzle_check(&puzzle, &tall, &breach));
	assert_false(puzzle_check(&puzzle, &wide, &breach));
	assert_int_equal(breach.rule, 3);
}

static void numbers_that_are_none_break_rule_1(void **state)
{
	static const int wrong[] = { 0, 10, -3 };
	struct solution solution;
	struct puzzle puzzle;

	(void)state;
	parse_text(nine, &puzzle);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		answer_from(nine_answer, 9, &solution);
		solution.as.sudoku.cells[0][3] = wrong[i];
		expect_breach(&puzzle, &solution, 1, "[3,0]");
	}
}

static void a_difference_is_named(void **state)
{
	struct buffer difference;
	struct puzzle a, b;

	(void)state;
	parse_text(nine, &a);
	b = a;
	b.as.sudoku.cells[4][1] = 7;
	buffer_init(&difference);
	assert_false(puzzle_equal(&a, &b, &difference));
	assert_string_equal(buffer_text(&difference),
			    "cells[4][1] is 7, not blank");
	buffer_fini(&difference);
	parse_text(six_json, &a);
	b = a;
	assert_true(sudoku_init(&b.as.sudoku, 6, 3));
	assert_false(puzzle_equal(&a, &b, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_board_has_many_text_forms),
		cmocka_unit_test(smaller_boards_are_told_by_their_cells),
		cmocka_unit_test(text_comes_back),
		cmocka_unit_test(what_is_no_board_is_refused),
		cmocka_unit_test(json_comes_back),
		cmocka_unit_test(cells_alone_say_how_large_a_board_is),
		cmocka_unit_test(json_that_is_no_board_is_refused),
		cmocka_unit_test(clues_are_set_by_name),
		cmocka_unit_test(each_rule_can_be_broken_alone),
		cmocka_unit_test(boxes_of_six_lie_either_way),
		cmocka_unit_test(numbers_that_are_none_break_rule_1),
		cmocka_unit_test(a_difference_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
