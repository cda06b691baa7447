/* What the checker of panels says of lines that hold, and lines that end in
 * the middle of edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "panel_cases.h"

/* What is cancelled is said, for the drawing. */
static void tells_what_is_cancelled(void **state)
{
	struct panel_at places[4];
	struct puzzle puzzle;
	struct solution line;

	(void)state;
	load(TWO ",\"cells\":[" CELL(1, 1, "eliminator",
				     "white") "," TRIANGLE(1, 3, 3) "]",
	     MIDDLE, &puzzle, &line);
	assert_int_equal(panel_cancelled(&puzzle, &line, places, 4), 1);
	assert_int_equal(places[0].x, 1);
	assert_int_equal(places[0].y, 3);
}

/* Is every cell named by the pieces as often as wanted, negatives counted
 * against positives? */
static void assert_covers(const struct panel_piece *pieces, int count,
			  int columns, const char *wanted)
{
	int covered[9] = { 0 };

	for (int i = 0; i < count; i++)
		for (int k = 0; k < pieces[i].cell_count; k++) {
			struct panel_at at = pieces[i].cells[k];

			covered[at.y / 2 * columns + at.x / 2] +=
				pieces[i].negative ? -1 : 1;
		}
	for (int i = 0; wanted[i]; i++)
		assert_int_equal(covered[i], wanted[i] - '0');
}

/* How the polyominoes lie is said, for the drawing. */
static void tells_how_the_pieces_lie(void **state)
{
	struct panel_piece pieces[8];
	struct puzzle puzzle;
	struct solution line;

	(void)state;
	/* the left column: a turned domino; the right one is empty */
	load(TWO ",\"cells\":[" PIECE(1, 3, "[\"##\"]", true, false) "]",
	     MIDDLE, &puzzle, &line);
	assert_int_equal(panel_laid_pieces(&puzzle, &line, pieces, 8), 1);
	assert_int_equal(pieces[0].symbol.x, 1);
	assert_int_equal(pieces[0].symbol.y, 3);
	assert_false(pieces[0].negative);
	assert_int_equal(pieces[0].cell_count, 2);
	assert_covers(pieces, 1, 2, "1010");
	/* three and two less one are the whole board; none may be left out
	 * for want of room */
	load(TWO ",\"cells\":[" PIECE(
		     1, 1, "[\"##\",\"#.\"]", false,
		     false) "," PIECE(3, 1, "[\"##\"]", false,
				      false) "," PIECE(3, 3, "[\"#\"]", false,
						       true) "]",
	     AROUND, &puzzle, &line);
	assert_int_equal(panel_laid_pieces(&puzzle, &line, pieces, 8), 3);
	assert_covers(pieces, 3, 2, "1111");
	for (int i = 0; i < 3; i++)
		assert_int_equal(pieces[i].negative,
				 pieces[i].symbol.x == 3 &&
					 pieces[i].symbol.y == 3);
	assert_int_equal(panel_laid_pieces(&puzzle, &line, pieces, 1), 3);
	/* what is cancelled lies nowhere */
	load(TWO ",\"cells\":[" PIECE(1, 1, "[\"###\"]", false, false) "," CELL(
		     1, 3, "eliminator", "white") "]",
	     MIDDLE, &puzzle, &line);
	assert_int_equal(panel_laid_pieces(&puzzle, &line, pieces, 8), 0);
	/* an answer that does not hold has none */
	load(TWO ",\"cells\":[" PIECE(1, 1, "[\"###\"]", false, false) "]",
	     MIDDLE, &puzzle, &line);
	assert_int_equal(panel_laid_pieces(&puzzle, &line, pieces, 8), 0);
}

/* On a cylinder a piece reaches over the seam; the kinds alike but for turning
 * keep their symbols. */
static void tells_how_pieces_lie_on_a_cylinder(void **state)
{
	struct panel_piece pieces[8];
	struct puzzle puzzle;
	struct solution line;

	(void)state;
	load("\"columns\":3,\"rows\":1,\"wraps\":true,\"starts\":[[2,2]],"
	     "\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}],\"cells\":[" PIECE(
		     1, 1, "[\"#.#\"]", true,
		     false) "," PIECE(5, 1, "[\"#\"]", false, false) "]",
	     "[[2,2],[2,0]]", &puzzle, &line);
	assert_int_equal(panel_laid_pieces(&puzzle, &line, pieces, 8), 2);
	assert_covers(pieces, 2, 3, "111");
	for (int i = 0; i < 2; i++)
		assert_int_equal(pieces[i].cell_count,
				 pieces[i].symbol.x == 1 ? 2 : 1);
}

static void ends_in_the_middle_of_edges(void **state)
{
	static const char fields[] =
		"\"columns\":2,\"rows\":1,\"starts\":[[1,2]],\"ends\":"
		"[{\"at\":[3,0],\"towards\":[0,-1]}],\"cells\":[" CELL(
			1, 1, "square",
			"white") "," CELL(3, 1, "square",
					  "black") "," TRIANGLE(1, 1, 2) "]";

	(void)state;
	/* half the edge below the left cell, and its right side */
	assert_int_equal(broken(fields, "[[1,2],[2,2],[2,0],[3,0]]", NULL), 0);
	assert_int_equal(broken(fields, "[[1,2],[2,2],[2,0]]", NULL), 1);
	assert_int_equal(
		broken(fields, "[[1,2],[0,2],[0,0],[2,0],[3,0]]", NULL), 5);
}

/* A sanitizer makes it ten times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const double seconds_max = 50;
#else
static const double seconds_max = 5;
#endif

/* Ten by ten cells are not to be covered by L-tetrominoes less one, as stripes
 * of two colours show; by trying it is found out in ages. The checker gives up
 * then, and says so, within a few seconds of even a slow machine. */
static void gives_up_where_it_takes_long(void **state)
{
	static const uint64_t ell = 0x107; /* ### over #.. */
	struct panel *panel;
	struct puzzle puzzle;
	struct solution line;
	struct breach breach;
	clock_t start = clock();

	(void)state;
	load("\"columns\":10,\"rows\":10,\"starts\":[[0,20]],"
	     "\"ends\":[{\"at\":[20,0],\"towards\":[1,0]}]",
	     "[[0,20]]", &puzzle, &line);
	panel = &puzzle.as.panel;
	for (int i = 1; i <= 20; i++)
		line.as.panel.path[i] = (struct panel_at){
			(uint8_t)(i < 10 ? 0 : 2 * i - 20),
			(uint8_t)(i < 10 ? 20 - 2 * i : 0),
		};
	line.as.panel.length = 21;
	for (int i = 0; i < 27; i++)
		panel->cells[i / 10][i % 10] = (struct panel_cell){
			.kind = PANEL_POLYOMINO,
			.colour = PANEL_YELLOW,
			.shape = ell,
			.rotatable = true,
			.negative = i == 26,
		};
	assert_false(puzzle_check(&puzzle, &line, &breach));
	assert_true(breach.undecided);
	assert_int_equal(breach.rule, 8);
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < seconds_max);
	/* one too few is but counted */
	panel->cells[0][0].kind = PANEL_EMPTY;
	assert_false(puzzle_check(&puzzle, &line, &breach));
	assert_false(breach.undecided);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_what_is_cancelled),
		cmocka_unit_test(tells_how_the_pieces_lie),
		cmocka_unit_test(tells_how_pieces_lie_on_a_cylinder),
		cmocka_unit_test(ends_in_the_middle_of_edges),
		cmocka_unit_test(gives_up_where_it_takes_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
