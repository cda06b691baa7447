/* The checker of panels: for each rule a line that breaks it and no other,
 * beside the line that holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzle_file.h"

/* Every case is a panel with a path. */
static void load(const char *fields, const char *path, struct puzzle *puzzle,
		 struct solution *line)
{
	struct problem problem = { 0 };
	struct puzzle_list list;
	char text[2048];

	snprintf(text, sizeof text,
		 "{\"family\":\"panel\",%s,\"solution\":{\"path\":%s}}", fields,
		 path);
	puzzle_list_init(&list);
	if (puzzle_list_parse(&list, text, strlen(text), &problem) < 0)
		fail_msg("%s: %s", problem.text, text);
	assert_true(list.entries[0].has_solution);
	*puzzle = list.entries[0].puzzle;
	*line = list.entries[0].solution;
	puzzle_list_fini(&list);
}

/* The rule that is broken, 0 where all hold. */
static int broken(const char *fields, const char *path, const char *rules)
{
	struct puzzle puzzle;
	struct solution line;
	struct breach breach = { 0 };

	load(fields, path, &puzzle, &line);
	if (rules)
		assert_int_equal(puzzle_family(FAMILY_panel)
					 ->set_rules(&puzzle, rules, NULL),
				 0);
	return puzzle_check(&puzzle, &line, &breach) ? 0 : breach.rule;
}

#define TWO                                                                    \
	"\"columns\":2,\"rows\":2,\"starts\":[[0,4]],"                         \
	"\"ends\":[{\"at\":[4,0],\"towards\":[1,0]}]"
/* along the left and the top: all cells are one region */
#define AROUND "[[0,4],[0,2],[0,0],[2,0],[4,0]]"
/* up the middle: two regions of two cells */
#define MIDDLE "[[0,4],[2,4],[2,2],[2,0],[4,0]]"
/* the bottom left cell alone */
#define CORNER "[[0,4],[0,2],[2,2],[2,4],[4,4],[4,2],[4,0]]"

#define CELL(x, y, kind, colour)                                               \
	"{\"at\":[" #x "," #y "],\"kind\":\"" kind "\",\"colour\":\"" colour   \
	"\"}"
#define TRIANGLE(x, y, count)                                                  \
	"{\"at\":[" #x "," #y "],\"kind\":\"triangle\",\"colour\":\"orange\"," \
	"\"count\":" #count "}"
#define PIECE(x, y, shape, rotatable, negative)                                \
	"{\"at\":[" #x "," #y "],\"kind\":\"polyomino\",\"colour\":"           \
	"\"yellow\",\"shape\":" shape ",\"rotatable\":" #rotatable             \
	",\"negative\":" #negative "}"

static void rule_1(void **state)
{
	(void)state;
	assert_int_equal(broken(TWO, AROUND, NULL), 0);
	/* not from a start, not to an end */
	assert_int_equal(broken(TWO, "[[0,2],[0,0],[2,0],[4,0]]", NULL), 1);
	assert_int_equal(broken(TWO, "[[0,4],[0,2],[0,0],[2,0]]", NULL), 1);
	/* jumps */
	assert_int_equal(broken(TWO, "[[0,4],[0,0],[2,0],[4,0]]", NULL), 1);
	assert_int_equal(broken(TWO, "[[0,4],[2,2],[2,0],[4,0]]", NULL), 1);
	/* touches itself */
	assert_int_equal(broken(TWO,
				"[[0,4],[2,4],[2,2],[0,2],[0,4],[2,4],[4,4],"
				"[4,2],[4,0]]",
				NULL),
			 1);
	/* over a gap, over an edge that is not drawn */
	assert_int_equal(broken(TWO ",\"gaps\":[[0,1]]", AROUND, NULL), 1);
	assert_int_equal(broken(TWO ",\"missing\":[[0,1]]", AROUND, NULL), 1);
}

static void rule_2(void **state)
{
	static const char flat[] =
		"\"columns\":3,\"rows\":1,\"symmetry\":\"horizontal\","
		"\"starts\":[[0,2],[6,2]],\"ends\":[{\"at\":[0,0],\"towards\":"
		"[0,-1]},{\"at\":[6,0],\"towards\":[0,-1]}]";
	static const char uneven[] =
		"\"columns\":3,\"rows\":1,\"symmetry\":\"horizontal\","
		"\"starts\":[[0,2]],\"ends\":[{\"at\":[0,0],\"towards\":"
		"[0,-1]},{\"at\":[6,0],\"towards\":[0,-1]}]";

	(void)state;
	assert_int_equal(broken(flat, "[[0,2],[2,2],[2,0],[0,0]]", NULL), 0);
	/* meets its image */
	assert_int_equal(
		broken(flat, "[[0,2],[2,2],[4,2],[4,0],[2,0],[0,0]]", NULL), 2);
	/* no start for the image */
	assert_int_equal(broken(uneven, "[[0,2],[0,0]]", NULL), 2);
}

static void rule_3(void **state)
{
	/* the top left cell is open to the outside: its square counts for
	 * nothing, and its neighbours are not one region through it */
	static const char open[] = TWO ",\"missing\":[[1,0]],\"cells\":[" CELL(
		1, 1, "square", "white") "," CELL(3, 1, "square", "black") "]";
	static const char closed[] = TWO ",\"cells\":[" CELL(
		1, 1, "square", "white") "," CELL(3, 1, "square", "black") "]";
	/* on a cylinder a line from top to bottom does not separate */
	static const char round[] =
		"\"columns\":2,\"rows\":1,\"wraps\":true,\"starts\":[[0,2]],"
		"\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]}],\"cells\":[" CELL(
			1, 1, "square", "white") "," CELL(3, 1, "square",
							  "black") "]";

	(void)state;
	assert_int_equal(broken(open, "[[0,4],[0,2],[2,2],[4,2],[4,0]]", NULL),
			 0);
	assert_int_equal(
		broken(closed, "[[0,4],[0,2],[2,2],[4,2],[4,0]]", NULL), 6);
	assert_int_equal(broken(round, "[[0,2],[0,0]]", NULL), 6);
}

static void rule_4(void **state)
{
	static const char mirrored[] =
		"\"columns\":3,\"rows\":1,\"symmetry\":\"horizontal\","
		"\"starts\":[[0,2],[6,2]],\"ends\":[{\"at\":[0,0],\"towards\":"
		"[0,-1]},{\"at\":[6,0],\"towards\":[0,-1]}],\"dots\":"
		"[{\"at\":[2,2],\"colour\":\"%s\"}]";
	static const struct {
		const char *colour;
		int left, right; /* the line on the left, on the right */
	} colours[] = {
		{ "black", 0, 0 },
		{ "cyan", 0, 4 },
		{ "yellow", 4, 0 },
		{ "invisible", 0, 0 },
	};
	char fields[400];

	(void)state;
	assert_int_equal(broken(TWO ",\"dots\":[{\"at\":[0,1],\"colour\":"
				    "\"black\"}]",
				AROUND, NULL),
			 0);
	assert_int_equal(broken(TWO ",\"dots\":[{\"at\":[2,2],\"colour\":"
				    "\"black\"}]",
				AROUND, NULL),
			 4);
	for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
		snprintf(fields, sizeof fields, mirrored, colours[i].colour);
		assert_int_equal(
			broken(fields, "[[0,2],[2,2],[2,0],[0,0]]", NULL),
			colours[i].left);
		assert_int_equal(
			broken(fields, "[[6,2],[4,2],[4,0],[6,0]]", NULL),
			colours[i].right);
	}
}

static void rule_5(void **state)
{
	(void)state;
	assert_int_equal(
		broken(TWO ",\"cells\":[" TRIANGLE(1, 1, 2) "]", AROUND, NULL),
		0);
	assert_int_equal(
		broken(TWO ",\"cells\":[" TRIANGLE(1, 1, 1) "]", AROUND, NULL),
		5);
	assert_int_equal(
		broken(TWO ",\"cells\":[" TRIANGLE(1, 1, 3) "]", AROUND, NULL),
		5);
}

static void rule_6(void **state)
{
	static const char squares[] = TWO ",\"cells\":[" CELL(
		1, 1, "square", "white") "," CELL(3, 3, "square", "black") "]";

	(void)state;
	assert_int_equal(broken(squares, MIDDLE, NULL), 0);
	assert_int_equal(broken(squares, AROUND, NULL), 6);
}

static void rule_7(void **state)
{
	static const char two[] = TWO ",\"cells\":[" CELL(
		1, 1, "star", "white") "," CELL(1, 3, "square", "white") "]";
	static const char three[] =
		TWO ",\"cells\":[" CELL(1, 1, "star", "white") "," CELL(
			1, 3, "square",
			"white") "," CELL(3, 3, "star",
					  "white") "," CELL(3, 1, "star",
							    "white") "]";

	(void)state;
	assert_int_equal(broken(two, AROUND, NULL), 0);
	assert_int_equal(broken(two, MIDDLE, NULL), 0);
	assert_int_equal(broken(two, CORNER, NULL), 7);
	assert_int_equal(broken(three, MIDDLE, NULL), 0);
	assert_int_equal(broken(three, AROUND, NULL), 7);
}

static void rule_8(void **state)
{
	static const char upright[] = TWO
		",\"cells\":[" PIECE(1, 1, "[\"#\",\"#\"]", false, false) "]";
	static const char level[] =
		TWO ",\"cells\":[" PIECE(1, 1, "[\"##\"]", false, false) "]";
	static const char turned[] =
		TWO ",\"cells\":[" PIECE(1, 1, "[\"##\"]", true, false) "]";
	/* three squares less one: the two on the left */
	static const char less[] = TWO ",\"cells\":[" PIECE(
		1, 1, "[\"#.\",\"##\"]", false,
		false) "," PIECE(1, 3, "[\"#\"]", false, true) "]";
	static const char alone[] =
		TWO ",\"cells\":[" PIECE(1, 1, "[\"#\"]", false, true) "]";
	/* equal sizes, other shapes */
	static const char shapes[] = TWO ",\"cells\":[" PIECE(
		1, 1, "[\"#\",\"#\"]", false, false) "," PIECE(1, 3, "[\"##\"]",
							       false, true) "]";

	(void)state;
	assert_int_equal(broken(upright, MIDDLE, NULL), 0);
	assert_int_equal(broken(upright, AROUND, NULL), 8);
	assert_int_equal(broken(level, MIDDLE, NULL), 8);
	assert_int_equal(broken(turned, MIDDLE, NULL), 0);
	assert_int_equal(broken(less, MIDDLE, NULL), 0);
	assert_int_equal(broken(less, AROUND, NULL), 8);
	assert_int_equal(broken(alone, MIDDLE, NULL), 8);
	assert_int_equal(broken(shapes, MIDDLE, NULL), 8);
	assert_int_equal(broken(shapes, MIDDLE, "windmill"), 0);
}

/* A line that starts inside a region hinders pieces under `precise` alone. */
static void rule_8_across_a_line(void **state)
{
	static const char inside[] =
		"\"columns\":2,\"rows\":2,\"starts\":[[2,2]],\"ends\":"
		"[{\"at\":[2,0],\"towards\":[0,-1]}],\"cells\":[" PIECE(
			1, 1, "[\"##\",\"##\"]", false, false) "]";

	(void)state;
	assert_int_equal(broken(inside, "[[2,2],[2,0]]", NULL), 0);
	assert_int_equal(broken(inside, "[[2,2],[2,0]]", "precise"), 8);
}

static void rule_9(void **state)
{
	static const char one[] = TWO ",\"cells\":[" CELL(
		1, 1, "eliminator", "white") "," TRIANGLE(1, 3, 3) "]";
	static const char idle[] =
		TWO ",\"cells\":[" CELL(1, 1, "eliminator", "white") "]";
	static const char pair[] =
		TWO ",\"cells\":[" CELL(1, 1, "eliminator", "white") "," CELL(
			1, 3, "eliminator", "white") "]";
	static const char dot[] =
		TWO ",\"dots\":[{\"at\":[4,4],\"colour\":\"black\"}],\"cells\":"
		    "[" CELL(3, 3, "eliminator", "white") "]";
	static const char squares[] =
		TWO ",\"cells\":[" CELL(1, 1, "eliminator", "white") "," CELL(
			1, 3, "square",
			"red") "," CELL(3, 1, "square",
					"blue") "," CELL(3, 3, "square",
							 "blue") "]";

	(void)state;
	assert_int_equal(broken(one, MIDDLE, NULL), 0);
	assert_int_equal(broken(idle, MIDDLE, NULL), 9);
	assert_int_equal(broken(pair, MIDDLE, NULL), 0);
	assert_int_equal(broken(pair, CORNER, NULL), 9);
	assert_int_equal(broken(dot, AROUND, NULL), 0);
	assert_int_equal(broken(dot, "[[0,4],[2,4],[4,4],[4,2],[4,0]]", NULL),
			 9);
	/* one red square goes; in halves it would have nothing to do */
	assert_int_equal(broken(squares, AROUND, NULL), 0);
	assert_int_equal(broken(squares, MIDDLE, NULL), 9);
}

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rule_1),
		cmocka_unit_test(rule_2),
		cmocka_unit_test(rule_3),
		cmocka_unit_test(rule_4),
		cmocka_unit_test(rule_5),
		cmocka_unit_test(rule_6),
		cmocka_unit_test(rule_7),
		cmocka_unit_test(rule_8),
		cmocka_unit_test(rule_8_across_a_line),
		cmocka_unit_test(rule_9),
		cmocka_unit_test(tells_what_is_cancelled),
		cmocka_unit_test(tells_how_the_pieces_lie),
		cmocka_unit_test(tells_how_pieces_lie_on_a_cylinder),
		cmocka_unit_test(ends_in_the_middle_of_edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
