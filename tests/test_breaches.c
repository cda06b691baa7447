/* Every rule that a solution breaks is named, in every place, and the first of
 * them is what the gate says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "panel_cases.h"
#include "parsed.h"
#include "random_panel.h"
#include "rng.h"

/* Appends "1[2,2] 1[3,3] ": the rules and places, in their order. */
static void list_breaches(const struct breaches *breaches, struct buffer *out)
{
	for (size_t i = 0; i < breaches->count; i++)
		buffer_printf(out, "%d%s ", breaches->list[i].rule,
			      breaches->list[i].at);
}

/* What puzzle_check says is the first of the list. */
static void expect_first(const struct puzzle *puzzle,
			 const struct solution *solution,
			 const struct breaches *breaches)
{
	struct breach first;

	assert_int_equal(puzzle_check(puzzle, solution, &first),
			 !breaches->count);
	assert_int_equal(puzzle_check(puzzle, solution, NULL),
			 !breaches->count);
	if (!breaches->count)
		return;
	assert_int_equal(first.rule, breaches->list[0].rule);
	assert_string_equal(first.at, breaches->list[0].at);
	assert_string_equal(first.text, breaches->list[0].text);
}

static void expect_list(const struct puzzle *puzzle,
			const struct solution *solution, const char *wanted)
{
	struct breaches breaches;
	struct buffer found;

	buffer_init(&found);
	assert_int_equal(
		puzzle_find_breaches(puzzle, solution, &breaches, NULL), 0);
	list_breaches(&breaches, &found);
	assert_string_equal(buffer_text(&found), wanted);
	expect_first(puzzle, solution, &breaches);
	for (size_t i = 0; i < breaches.count; i++)
		assert_true(breaches.list[i].text[0]);
	breaches_fini(&breaches);
	buffer_fini(&found);
}

/* A puzzle with a solution, as JSON, and what that breaks. */
static void expect_breaches(const char *text, const char *wanted)
{
	struct puzzle_list list;

	parse_one(text, &list);
	assert_true(list.entries[0].has_solution);
	expect_list(&list.entries[0].puzzle, &list.entries[0].solution, wanted);
	puzzle_list_fini(&list);
}

/* The first is the published example with one number of its answer changed:
 * it is too much for the two below it and too little for the one above. */
static void sums_and_givens(void **state)
{
	(void)state;
	expect_breaches("{\"family\":\"pyramid\",\"rows\":[[null],[null,null],"
			"[null,null,455],[null,141,null,null],"
			"[29,72,null,138,null]],\"solution\":{\"rows\":[[1393],"
			"[590,803],[242,348,455],[101,141,207,284],"
			"[29,72,69,138,110]]}}",
			"1[2,2] 1[3,3] ");
	expect_breaches("{\"family\":\"pyramid\",\"rows\":[[9],[null,4]],"
			"\"maximum\":4,\"solution\":{\"rows\":[[8],[5,3]]}}",
			"2[0,0] 2[0,1] 2[1,1] ");
	expect_breaches("{\"family\":\"cross-sum\",\"columns\":3,\"rows\":3,"
			"\"cells\":[[null,2,null],[4,null,6],[7,null,null]],"
			"\"row_totals\":[6,15,24],\"column_totals\":"
			"[12,15,null],\"diagonal_up\":15,\"diagonal_down\":14,"
			"\"minimum\":1,\"solution\":{\"cells\":"
			"[[1,2,3],[4,6,5],[7,8,0]]}}",
			"3[2,1] 3[2,2] 1\"row_totals[2]\" "
			"1\"column_totals[1]\" 2\"diagonal_up\" "
			"2\"diagonal_down\" ");
	expect_breaches("{\"family\":\"suko\",\"circles\":[21,29,null,22],"
			"\"areas\":[{\"total\":17,\"colour\":\"red\",\"cells\":"
			"[0,1,4]},{\"total\":16,\"colour\":\"blue\",\"cells\":"
			"[2,5,8]}],\"givens\":[0,7,0,0,0,8,0,0,0],"
			"\"solution\":{\"cells\":[1,7,5,10,9,2,6,2,2]}}",
			"13 45 18 2\"circles[0]\" 2\"circles[1]\" "
			"2\"circles[3]\" 3\"areas[1].total\" ");
}

/* 4 stands twice in a row, a column and a box; 9 is no number there. */
static void sudokus(void **state)
{
	(void)state;
	expect_breaches("{\"family\":\"sudoku\",\"columns\":4,\"rows\":4,"
			"\"box\":[2,2],\"cells\":[[1,null,null,null],"
			"[null,null,2,null],[null,null,null,null],"
			"[null,null,null,1]],\"solution\":{\"cells\":"
			"[[1,2,3,4],[3,4,4,2],[2,4,9,3],[4,3,2,1]]}}",
			"1[2,1] 1[2,2] 2[1,2] 3[2,1] 3[0,3] 4[2,1] ");
}

static void tracks_and_pieces(void **state)
{
	(void)state;
	/* a piece turned so that three others do not join it, one that leaves
	 * the board, what is given, a total, and a loop */
	expect_breaches(
		"{\"family\":\"tracks\",\"columns\":5,\"rows\":4,"
		"\"column_totals\":[1,1,3,3,2],\"row_totals\":[5,2,2,0],"
		"\"clues\":[{\"at\":[1,0],\"tile\":5}],"
		"\"half_clues\":[{\"at\":[0,1],\"sides\":1}],"
		"\"entry\":{\"side\":\"left\",\"index\":0},"
		"\"exit\":{\"side\":\"right\",\"index\":0},\"solution\":"
		"{\"tiles\":[[5,10,5,5,5],[0,0,3,6,0],[0,0,9,12,0],"
		"[0,0,0,0,10]]}}",
		"2[0,0] 1[1,0] 2[1,0] 2[2,0] 2[4,3] 1[4,3] "
		"3\"row_totals[3]\" 4[1,0] 4[0,1] 5[2,1] ");
	/* nothing at all */
	expect_breaches("{\"family\":\"tracks\",\"columns\":2,\"rows\":2,"
			"\"entry\":{\"side\":\"left\",\"index\":0},"
			"\"exit\":{\"side\":\"bottom\",\"index\":1},"
			"\"solution\":{\"tiles\":[[0,0],[0,0]]}}",
			"1[0,0] 1[1,1] ");
	/* two loops */
	expect_breaches("{\"family\":\"tracks\",\"columns\":4,\"rows\":3,"
			"\"entry\":{\"side\":\"left\",\"index\":0},"
			"\"exit\":{\"side\":\"right\",\"index\":0},"
			"\"solution\":{\"tiles\":[[5,5,5,5],[3,6,3,6],"
			"[9,12,9,12]]}}",
			"5[0,1] 5[2,1] ");
	expect_breaches("{\"family\":\"sigils\",\"columns\":4,\"rows\":3,"
			"\"pieces\":[\"I\",\"O\",\"S\",\"T\"],\"holes\":"
			"[[3,0]],\"solution\":{\"grid\":[[1,1,1,2],[3,3,0,2],"
			"[9,3,3,2]]}}",
			"1[3,0] 1[2,1] 2[0,2] 2\"pieces[0]\" 2\"pieces[1]\" "
			"3\"pieces[2]\" 2\"pieces[3]\" ");
}

static void expect_panel(const char *fields, const char *path,
			 const char *wanted)
{
	struct puzzle puzzle;
	struct solution line;

	load(fields, path, &puzzle, &line);
	expect_list(&puzzle, &line, wanted);
}

static void panels(void **state)
{
	(void)state;
	/* a gap, and in either region what is wrong there; of squares and
	 * polyominoes one breach for all */
	expect_panel(
		TWO
		",\"gaps\":[[2,1]],\"dots\":[{\"at\":[0,0],\"colour\":"
		"\"black\"},{\"at\":[4,4],\"colour\":\"black\"}]" CELLS(
			CELL(1, 1, "square", "white") "," CELL(
				1, 3, "square",
				"black") "," TRIANGLE(3, 1,
						      1) "," PIECE(3, 3,
								   "[\"###\"]",
								   false,
								   false)),
		MIDDLE, "1[2,1] 4[0,0] 6[1,1] 5[3,1] 8[3,3] 4[4,4] ");
	/* where the line jumps nothing is said of regions */
	expect_panel(TWO CELLS(CELL(1, 1, "square",
				    "white") "," CELL(1, 3, "square", "black")),
		     "[[0,2],[4,2],[4,0]]", "1[0,2] 1[4,2] ");
	/* neither start nor end */
	expect_panel(TWO, "[[0,2],[2,2]]", "1[0,2] 1[2,2] ");
	/* stars of two colours, in one region */
	expect_panel(
		TWO CELLS(CELL(1, 1, "star", "red") "," CELL(
			3, 1, "star", "blue") "," CELL(1, 3, "square", "blue")),
		AROUND, "7[1,1] ");
	expect_panel(TWO CELLS(CELL(1, 1, "star", "red") "," CELL(3, 1, "star",
								  "blue")),
		     AROUND, "7[1,1] 7[3,1] ");
	/* one eliminator cannot cancel both, and one is too many */
	expect_panel(TWO CELLS(TRIANGLE(1, 1, 1) "," TRIANGLE(
			     3, 1, 2) "," ELIMINATOR(1, 3)),
		     AROUND, "5[1,1] 5[3,1] ");
	expect_panel(TWO CELLS(TRIANGLE(1, 1, 2) "," ELIMINATOR(1, 3)), AROUND,
		     "9[1,3] ");
	/* both lines leave their dots alone, and the mirror image ends where
	 * there is no end */
	expect_panel("\"columns\":2,\"rows\":1,\"symmetry\":\"horizontal\","
		     "\"starts\":[[0,2],[4,2]],\"ends\":[{\"at\":[0,0],"
		     "\"towards\":[0,-1]}],\"dots\":[{\"at\":[0,1],"
		     "\"colour\":\"yellow\"},{\"at\":[4,1],\"colour\":"
		     "\"cyan\"}]",
		     "[[0,2],[0,0]]", "2[4,0] 4[0,1] 4[4,1] ");
}

/* Random numbers: as many breaches as are counted here. */
static void as_many_as_there_are(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 43);
	for (int round = 0; round < 2000; round++) {
		struct puzzle puzzle = { .family = FAMILY_pyramid };
		struct solution solution = { .family = FAMILY_pyramid };
		int(*rows)[PYRAMID_ROWS_MAX] = solution.as.pyramid.rows;
		struct breaches breaches;
		size_t count = 0;

		pyramid_init(&puzzle.as.pyramid, 4);
		for (int y = 3; y >= 0; y--)
			for (int x = 0; x <= y; x++) {
				rows[y][x] = rng_between(&rng, 1, 3);
				if (y < 3 && rng_below(&rng, 4))
					rows[y][x] = rows[y + 1][x] +
						     rows[y + 1][x + 1];
				if (rng_below(&rng, 3) == 0)
					puzzle.as.pyramid.rows[y][x] =
						rng_between(&rng, 1, 4);
				count += puzzle.as.pyramid.rows[y][x] !=
						 PYRAMID_BLANK &&
					 puzzle.as.pyramid.rows[y][x] !=
						 rows[y][x];
				count += y < 3 &&
					 rows[y][x] !=
						 rows[y + 1][x] +
							 rows[y + 1][x + 1];
			}
		assert_int_equal(puzzle_find_breaches(&puzzle, &solution,
						      &breaches, NULL),
				 0);
		assert_int_equal(breaches.count, count);
		expect_first(&puzzle, &solution, &breaches);
		breaches_fini(&breaches);
	}
}

/* A walk over the panel's points that need not be a line: it steps on the
 * whole from vertex to vertex, and now and then wherever it likes. */
static void random_walk(struct rng *rng, const struct panel *panel,
			struct panel_solution *line)
{
	int x = 0, y = 0;

	line->length = rng_between(rng, 1, 12);
	for (int i = 0; i < line->length; i++) {
		bool across = rng_below(rng, 2);
		int step = rng_below(rng, 2) ? 2 : -2;

		x += across ? step : 0;
		y += across ? 0 : step;
		if (i == 0 || rng_below(rng, 20) == 0 ||
		    !panel_wrap(panel, &x, y)) {
			x = (int)rng_below(rng, (uint32_t)panel_width(panel));
			y = (int)rng_below(rng, (uint32_t)panel_height(panel));
		}
		line->path[i] = (struct panel_at){ (uint8_t)x, (uint8_t)y };
	}
}

/* Each place of each breach lies on the panel and has its words, no place is
 * named twice for one rule, and the gate says the first. */
static void panels_of_all_kinds(void **state)
{
	struct rng rng;
	size_t most = 0;

	(void)state;
	rng_seed(&rng, 8);
	for (uint64_t seed = 0; seed < 5000; seed++) {
		struct solution line = { .family = FAMILY_panel };
		struct breaches breaches;
		struct puzzle puzzle;

		random_panel(seed, &puzzle);
		random_walk(&rng, &puzzle.as.panel, &line.as.panel);
		assert_int_equal(
			puzzle_find_breaches(&puzzle, &line, &breaches, NULL),
			0);
		expect_first(&puzzle, &line, &breaches);
		for (size_t i = 0; i < breaches.count; i++) {
			const struct breach *breach = &breaches.list[i];
			struct buffer words;

			buffer_init(&words);
			puzzle_place_words(&puzzle, &breach->places[0], &words);
			assert_non_null(strstr(buffer_text(&words), "row "));
			buffer_fini(&words);
			assert_true(breach->place_count > 0);
			for (size_t k = 0; k < i && breach->rule > 3; k++)
				assert_false(breaches.list[k].rule ==
						     breach->rule &&
					     !strcmp(breaches.list[k].at,
						     breach->at));
		}
		most = breaches.count > most ? breaches.count : most;
		breaches_fini(&breaches);
	}
	assert_true(most >= 8);
}

static void expect_words(const struct puzzle *puzzle, int x, int y,
			 const char *wanted)
{
	struct board_place place = place_square(x, y);
	struct buffer words;

	buffer_init(&words);
	puzzle_place_words(puzzle, &place, &words);
	assert_string_equal(buffer_text(&words), wanted);
	buffer_fini(&words);
}

static void places_of_panels_in_words(void **state)
{
	struct puzzle puzzle = { .family = FAMILY_panel };

	(void)state;
	panel_init(&puzzle.as.panel, 2, 2, false);
	expect_words(&puzzle, 3, 1, "row 1, column 2");
	expect_words(&puzzle, 0, 0, "the top left corner of row 1, column 1");
	expect_words(&puzzle, 4, 2, "the top right corner of row 2, column 2");
	expect_words(&puzzle, 4, 4,
		     "the bottom right corner of row 2, column 2");
	expect_words(&puzzle, 1, 0, "the edge above row 1, column 1");
	expect_words(&puzzle, 1, 4, "the edge below row 2, column 1");
	expect_words(&puzzle, 2, 3, "the edge left of row 2, column 2");
	expect_words(&puzzle, 4, 1, "the edge right of row 1, column 2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_and_givens),
		cmocka_unit_test(sudokus),
		cmocka_unit_test(tracks_and_pieces),
		cmocka_unit_test(panels),
		cmocka_unit_test(as_many_as_there_are),
		cmocka_unit_test(panels_of_all_kinds),
		cmocka_unit_test(places_of_panels_in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
