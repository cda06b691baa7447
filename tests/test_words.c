/* What the program says to somebody who tries it for the first time, and to a
 * player: the next step, and doubts in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "doubt.h"
#include "hotkey.h"
#include "parsed.h"
#include "program.h"

static void expect(void **state, const char *arguments, int status,
		   const char *sentence)
{
	program_expect(*state, arguments, status, sentence);
}

static void first_steps(void **state)
{
	struct program_test *test = *state;
	char *help;

	program_write(&test->folder, "shot.png", "", 0);
	expect(state, "shot.png", 64,
	       "'shot.png' is a file, not a command; to solve it: solveglass "
	       "solve 'shot.png'");
	expect(state, "dance", 64, "'solveglass --help' lists them");
	expect(state, "solve --help", 0, "");
	help = strdup(test->run.out);
	assert_non_null(strstr(help, "Usage: solveglass solve"));
	expect(state, "solve -h", 0, "");
	assert_string_equal(test->run.out, help);
	expect(state, "help solve", 0, "");
	assert_string_equal(test->run.out, help);
	free(help);
	expect(state, "help dance", 64, "no such command: 'dance'");
	expect(state, "solve --family chess shot.png", 64,
	       "no such family: 'chess'; there are tracks, ");
	expect(state, "make chess", 64,
	       "no such family: 'chess'; there are tracks, ");
	expect(state, "solve . ", 4, "'solveglass batch FOLDER");
	expect(state, "solve --draw x.png a b", 64, "'solveglass batch ");
}

static void files_of_other_programs(void **state)
{
	static const struct {
		const char *start;
		size_t length;
		const char *sentence;
	} cases[] = {
		{ "GIF89a\1\0\1\0", 10,
		  "a GIF file, which cannot be read; "
		  "save it as PNG, JPEG or WebP" },
		{ "BM\x46\0\0\0", 6, "a BMP file" },
		{ "II*\0\x08\0\0\0", 8, "a TIFF file" },
		{ "MM\0*\0\0\0\x08", 8, "a TIFF file" },
		{ "%PDF-1.7\n", 9, "a PDF file" },
		{ "\0\0\0\x1c"
		  "ftypavif\0\0\0\0",
		  16, "an AVIF file" },
		{ "\0\0\0\x18"
		  "ftypheic\0\0\0\0",
		  16, "a HEIC file" },
	};
	struct program_test *test = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		program_write(&test->folder, "other", cases[i].start,
			      cases[i].length);
		expect(state, "solve other", 4, cases[i].sentence);
		expect(state, "read other", 4, cases[i].sentence);
	}
}

static void puzzles_of_the_command_line(void **state)
{
	struct program_test *test = *state;
	char arguments[300];

	expect(state, "solve --puzzle '4x2 OO'", 0, "");
	assert_non_null(strstr(test->run.out, "puzzle: Sigils, solved"));
	expect(state, "solve --json --puzzle '4x2 OO'", 0, "");
	assert_non_null(strstr(test->run.out, "{\"input\":\"puzzle\","));
	expect(state, "make panel --columns 3 --rows 3 --format windmill", 0,
	       "");
	snprintf(arguments, sizeof arguments, "solve --puzzle '%.*s'",
		 (int)strcspn(test->run.out, "\n"), test->run.out);
	expect(state, arguments, 0, "");
	assert_non_null(strstr(test->run.out, "Panel of The Witness, solved"));
	expect(state, "solve --smt2 --puzzle '4x2 OO'", 0, "");
	assert_non_null(strstr(test->run.out, "(check-sat)"));
	expect(state, "read --format text --puzzle '4x2 oo'", 0, "");
	assert_string_equal(test->run.out, "4 2 q q\n");
	/* cells by the names that people know them by */
	expect(state, "read --puzzle '#suko\n21 29 21 22\n17 a1 b1 b2\n'", 0,
	       "");
	assert_non_null(strstr(test->run.out, ": a1+b1+b2=17"));
	assert_non_null(strstr(test->run.out, "c1 is the third cell of the "
					      "first row"));
	/* a file of that name is another thing */
	program_write(&test->folder, "puzzle", "4x1 I", 5);
	expect(state, "read --format text --puzzle '4x2 oo' puzzle", 0, "");
	assert_string_equal(test->run.out, "4 2 q q\n4 1 b\n");
	expect(state, "solve '4x2 OO'", 4,
	       "--puzzle takes the text of a puzzle");
	expect(state, "solve hello", 4, "cannot open: 'hello'");
	expect(state, "solve --puzzle hello", 4, "not a puzzle: 'hello'");
}

static void keys_that_people_type(void **state)
{
	static const char *const typed[] = { "A",          "s",     "Shift+A",
					     "5",          "space", "Return",
					     "Left",       "Tab",   "Escape",
					     "Cyrillic_ya" };
	static const char *const free_keys[] = {
		"F9",    "Shift+F9", "Ctrl+A",     "Alt+Return", "Super+5",
		"Print", "Pause",    "Ctrl+Alt+S", "AltGr+e"
	};
	struct problem problem = { 0 };
	struct hotkey hotkey;

	(void)state;
	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
		if (hotkey_choose(typed[i], false, &hotkey, &problem) == 0)
			fail_msg("%s is taken", typed[i]);
		assert_non_null(strstr(problem.text, "--force-hotkey"));
		assert_int_equal(
			hotkey_choose(typed[i], true, &hotkey, &problem), 0);
	}
	for (size_t i = 0; i < sizeof free_keys / sizeof *free_keys; i++)
		if (hotkey_choose(free_keys[i], false, &hotkey, &problem) < 0)
			fail_msg("%s is refused", free_keys[i]);
}

static struct reading reading_of(const char *clue, const char *value,
				 const char *instead)
{
	struct reading reading = { .confidence = 0.5, .instead_count = 1 };

	snprintf(reading.clue, sizeof reading.clue, "%s", clue);
	snprintf(reading.value, sizeof reading.value, "%s", value);
	snprintf(reading.instead[0].value, sizeof reading.instead[0].value,
		 "%s", instead);
	return reading;
}

static void doubts_in_words(void **state)
{
	static const char panel[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"starts\":"
		"[[0,8]],\"ends\":[{\"at\":[8,0],\"towards\":[1,0]}]}";
	static const char cross_sum[] = "#tc\n7\n1 x 3 9\nx 2 1 6\n2 4 x 7\n"
					"4 9 9 6\n";
	static const char tracks[] = "#tt\nR,1,1\n2,5,5\n0,0,0\n";
	static const char suko[] = "#suko\n21 29 21 22\n17 a1 b1 b2\n";
	static const struct {
		const char *puzzle, *clue, *value, *instead, *said;
	} cases[] = {
		{ panel, "dots[8,8]", "\"black\"", "null",
		  "not sure about the dot at the bottom right corner of row "
		  "4, column 4: read as black (50 % sure), but it may be "
		  "missing" },
		{ panel, "cells[3,1]", "\"square\"", "\"star\"",
		  "not sure about the symbol in row 1, column 2: read as "
		  "square (50 % sure), but it may be star" },
		{ panel, "edges[1,0]", "\"gap\"", "\"whole\"",
		  "not sure about the edge above row 1, column 1: read as "
		  "broken (50 % sure), but it may be whole" },
		{ cross_sum, "cells[1][2]", "7", "null",
		  "not sure about the number in row 2, column 3: read as 7 "
		  "(50 % sure), but it may be blank" },
		{ cross_sum, "row_totals[2]", "7", "1",
		  "not sure about the total of row 3: read as 7 (50 % sure), "
		  "but it may be 1" },
		{ tracks, "clues[1].tile", "5", "10",
		  "not sure about the track in row 1, column 2: read as to "
		  "the right and left (50 % sure), but it may be to the "
		  "bottom and top" },
		{ suko, "circles[1]", "29", "20",
		  "not sure about the number in the circle top right: read "
		  "as 29 (50 % sure), but it may be 20" },
		{ suko, "givens[5]", "7", "null",
		  "not sure about the number in row 2, column 3: read as 7 "
		  "(50 % sure), but it may be blank" },
		{ suko, "new_thing", "7", "8",
		  "not sure about \"new_thing\": read as 7 (50 % sure), but "
		  "it may be 8" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct reading reading = reading_of(
			cases[i].clue, cases[i].value, cases[i].instead);
		struct puzzle puzzle;
		struct buffer text;

		parse(cases[i].puzzle, &puzzle);
		buffer_init(&text);
		doubt_put(&puzzle, &reading, &text);
		assert_string_equal(buffer_text(&text), cases[i].said);
		buffer_fini(&text);
	}
}

/* What no puzzle of the family can have there is no alternative, nor is what
 * means the same. */
static void alternatives_are_of_the_board(void **state)
{
	static const char sudoku[] =
		"{\"family\":\"sudoku\",\"cells\":[[1,null,null,4],[null,null,"
		"null,null],[null,null,null,null],[4,null,null,1]]}";
	static const char cross_sum[] = "#tc\n7\n1 x 3 9\nx 2 1 6\n2 4 x 7\n"
					"4 9 9 6\n";
	static const struct {
		const char *puzzle, *clue, *value;
		const char *instead[READING_INSTEAD_MAX];
		const char *left; /* of them, with spaces */
	} cases[] = {
		{ sudoku, "cells[0][1]", "2", { "62", "3", "null" }, "3 null" },
		{ sudoku, "cells[0][1]", "null", { "0", "5", "4" }, "4" },
		{ sudoku, "cells[0][1]", "2", { "null", "0", "12" }, "null" },
		{ cross_sum, "row_totals[2]", "7", { "17", "1" }, "17 1" },
		/* of a place that the puzzle cannot tell of */
		{ cross_sum, "new_thing", "7", { "8" }, "8" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct reading reading = { .confidence = 0.5 };
		char left[100] = "";
		struct puzzle puzzle;

		snprintf(reading.clue, sizeof reading.clue, "%s",
			 cases[i].clue);
		snprintf(reading.value, sizeof reading.value, "%s",
			 cases[i].value);
		for (int k = 0; k < READING_INSTEAD_MAX && cases[i].instead[k];
		     k++)
			snprintf(reading.instead[reading.instead_count++].value,
				 READING_VALUE_MAX, "%s", cases[i].instead[k]);
		parse(cases[i].puzzle, &puzzle);
		assert_int_equal(puzzle_set_clue(&puzzle, cases[i].clue,
						 cases[i].value, NULL),
				 0);
		doubt_limit(&puzzle, &reading);
		for (int k = 0; k < reading.instead_count; k++) {
			size_t length = strlen(left);

			snprintf(left + length, sizeof left - length, "%s%s",
				 k ? " " : "", reading.instead[k].value);
		}
		assert_string_equal(left, cases[i].left);
		puzzle_fini(&puzzle);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_steps),
		cmocka_unit_test(files_of_other_programs),
		cmocka_unit_test(puzzles_of_the_command_line),
		cmocka_unit_test(keys_that_people_type),
		cmocka_unit_test(doubts_in_words),
		cmocka_unit_test(alternatives_are_of_the_board),
	};

	return cmocka_run_group_tests(tests, program_setup, program_teardown);
}
