/* The checker of panels, rule by rule: panels whose line breaks one rule and
 * no other, under each rule set. That it breaks no other is shown by a twin
 * which differs in what breaks the rule alone, and holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "panel_cases.h"

static const char *const rule_sets[] = { "game", "precise", "windmill" };
enum { RULE_SETS = sizeof rule_sets / sizeof *rule_sets, RULE_LAST = 9 };

struct rule_case {
	int rules[RULE_SETS]; /* broken by game, precise, windmill; 0: holds */
	const char *what;
	const char *broken, *broken_path; /* fields of JSON, and the line */
	const char *mended, *mended_path; /* NULL: as for the broken one */
};

#define CASE_BY(game, precise, windmill, ...)                                  \
	{                                                                      \
		{ game, precise, windmill }, __VA_ARGS__                       \
	}
#define CASE(rule, ...) CASE_BY(rule, rule, rule, __VA_ARGS__)

/* three cells in a row with a start below and an end above either side */
#define ENDS_ABOVE(a, b)                                                       \
	"\"ends\":[{\"at\":" a ",\"towards\":[0,-1]},{\"at\":" b               \
	",\"towards\":[0,-1]}]"
#define FLAT                                                                   \
	"\"columns\":3,\"rows\":1,\"symmetry\":\"horizontal\","                \
	"\"starts\":[[0,2],[6,2]]," ENDS_ABOVE("[0,0]", "[6,0]")
#define FLAT_LEFT "[[0,2],[2,2],[2,0],[0,0]]"
/* the same, the line and its image going round one cell each: all of a
 * cylinder of four columns */
#define ROUND(symmetry)                                                        \
	"\"columns\":4,\"rows\":1,\"wraps\":true,\"symmetry\":\"" symmetry     \
	"\",\"starts\":[[0,2],[4,2]]," ENDS_ABOVE("[0,0]", "[4,0]")
/* up the left rim of two cells side by side: they are one region, and beyond
 * the seam of a cylinder too */
#define SIDE "\"columns\":2,\"rows\":1,\"starts\":[[0,2]],"
#define SIDE_END "\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]}]"
/* the line is the middle of a wall between four cells */
#define INSIDE                                                                 \
	"\"columns\":2,\"rows\":2,\"starts\":[[2,2]],"                         \
	"\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}]"
#define INSIDE_PATH "[[2,2],[2,0]]"
#define BLACK_AND_WHITE(x, y, u, v)                                            \
	CELLS(CELL(x, y, "square", "white") "," CELL(u, v, "square", "black"))
#define WHITES(x, y, u, v)                                                     \
	CELLS(CELL(x, y, "square", "white") "," CELL(u, v, "square", "white"))

static const struct rule_case cases[] = {
	CASE(1, "begins where there is no start", TWO,
	     "[[0,2],[0,0],[2,0],[4,0]]", NULL, AROUND),
	CASE(1, "stops where there is no end", TWO, "[[0,4],[0,2],[0,0],[2,0]]",
	     NULL, AROUND),
	CASE(1, "jumps over a vertex", TWO, "[[0,4],[0,0],[2,0],[4,0]]", NULL,
	     AROUND),
	CASE(1, "goes aslant", TWO, "[[0,4],[2,2],[2,0],[4,0]]", NULL, MIDDLE),
	CASE(1, "touches itself", TWO,
	     "[[0,4],[2,4],[2,2],[0,2],[0,0],[2,0],[2,2],[4,2],[4,0]]", NULL,
	     "[[0,4],[2,4],[2,2],[0,2],[0,0],[2,0],[4,0]]"),
	CASE(1, "turns back", TWO,
	     "[[0,4],[0,2],[0,4],[2,4],[2,2],[2,0],[4,0]]", NULL, MIDDLE),
	CASE(1, "comes back to its start", TWO,
	     "[[0,4],[2,4],[2,2],[0,2],[0,4],[2,4],[4,4],[4,2],[4,0]]", NULL,
	     "[[0,4],[2,4],[4,4],[4,2],[4,0]]"),
	CASE(1, "over a gap", TWO ",\"gaps\":[[0,1]]", AROUND,
	     TWO ",\"gaps\":[[1,2]]", NULL),
	CASE(1, "over an edge that is not drawn", TWO ",\"missing\":[[0,1]]",
	     AROUND, TWO ",\"missing\":[[1,2]]", NULL),
	CASE(1, "across a flat panel's rim", SIDE SIDE_END,
	     "[[0,2],[4,2],[4,0],[0,0]]",
	     "\"columns\":3,\"rows\":1,\"wraps\":true,\"starts\":[[0,2]]"
	     "," SIDE_END,
	     NULL),
	CASE(1, "stops in the middle of an edge that has no end", INSIDE,
	     "[[2,2],[2,0],[1,0]]", NULL, INSIDE_PATH),

	CASE(2, "the lines meet", FLAT, "[[0,2],[2,2],[4,2],[4,0],[2,0],[0,0]]",
	     NULL, FLAT_LEFT),
	CASE(2, "the image begins where there is no start",
	     "\"columns\":3,\"rows\":1,\"symmetry\":\"horizontal\","
	     "\"starts\":[[0,2]]," ENDS_ABOVE("[0,0]", "[6,0]"),
	     FLAT_LEFT, FLAT, NULL),
	CASE(2, "the image stops where there is no end",
	     "\"columns\":3,\"rows\":1,\"symmetry\":\"horizontal\","
	     "\"starts\":[[0,2],[6,2]]," ENDS_ABOVE("[0,0]", "[4,0]"),
	     FLAT_LEFT, FLAT, NULL),
	CASE(2, "the image runs over a gap", FLAT ",\"gaps\":[[4,1]]",
	     FLAT_LEFT, FLAT ",\"gaps\":[[3,0]]", NULL),
	CASE(2, "the image runs over an edge that is not drawn",
	     FLAT ",\"missing\":[[4,1]]", FLAT_LEFT,
	     FLAT ",\"missing\":[[3,0]]", NULL),
	CASE(2, "the lines meet, one above the other",
	     "\"columns\":1,\"rows\":2,\"symmetry\":\"vertical\","
	     "\"starts\":[[0,0],[0,4]]," ENDS_ABOVE("[2,0]", "[2,4]"),
	     "[[0,0],[0,2],[2,2],[2,0]]", NULL, "[[0,0],[2,0]]"),
	CASE(2, "the lines meet half a turn apart",
	     "\"columns\":2,\"rows\":2,\"symmetry\":\"rotational\","
	     "\"starts\":[[0,0],[4,4]]," ENDS_ABOVE("[4,0]", "[0,4]"),
	     "[[0,0],[2,0],[2,2],[4,2],[4,0]]", NULL, "[[0,0],[2,0],[4,0]]"),
	CASE(2, "the lines meet half way round a cylinder", ROUND("parallel"),
	     "[[0,2],[2,2],[4,2],[4,0]]", NULL, "[[0,2],[2,2],[2,0],[0,0]]"),
	CASE(2, "the lines meet on a cylinder's far side", ROUND("horizontal"),
	     "[[0,2],[2,2],[2,0],[0,0]]", NULL, "[[0,2],[0,0]]"),
	CASE(2, "a cylinder of odd columns has no vertices half way round",
	     "\"columns\":3,\"rows\":1,\"wraps\":true,\"symmetry\":"
	     "\"parallel\","
	     "\"starts\":[[0,2],[3,2]]," ENDS_ABOVE("[0,0]", "[3,0]"),
	     "[[0,2],[0,0]]", ROUND("parallel"), NULL),

	/* rule 3 says what a region is: by it others are broken */
	CASE(6, "an edge without line does not part",
	     TWO BLACK_AND_WHITE(1, 1, 3, 1), AROUND, NULL, MIDDLE),
	CASE(6, "nor does a gap",
	     TWO ",\"gaps\":[[2,1]]" BLACK_AND_WHITE(1, 1, 3, 1), AROUND,
	     TWO ",\"gaps\":[[2,1]]" WHITES(1, 1, 3, 1), NULL),
	CASE(6, "nor does an edge that is not drawn",
	     TWO ",\"missing\":[[2,1]]" BLACK_AND_WHITE(1, 1, 3, 1), AROUND,
	     TWO ",\"missing\":[[2,1]]" WHITES(1, 1, 3, 1), NULL),
	CASE(6, "a cell open to the outside belongs to no region",
	     TWO BLACK_AND_WHITE(1, 1, 3, 1), "[[0,4],[0,2],[2,2],[4,2],[4,0]]",
	     TWO ",\"missing\":[[1,0]]" BLACK_AND_WHITE(1, 1, 3, 1), NULL),
	CASE(6, "through another open cell, too",
	     TWO BLACK_AND_WHITE(1, 1, 3, 1), "[[0,4],[0,2],[2,2],[4,2],[4,0]]",
	     TWO ",\"missing\":[[3,0],[2,1]]" BLACK_AND_WHITE(1, 1, 3, 1),
	     NULL),
	CASE(6, "a line from top to bottom does not part a cylinder",
	     SIDE "\"wraps\":true," SIDE_END BLACK_AND_WHITE(1, 1, 3, 1),
	     "[[0,2],[0,0]]",
	     SIDE "\"wraps\":true," SIDE_END WHITES(1, 1, 3, 1), NULL),
	CASE(6, "a loop around a cylinder does",
	     "\"columns\":3,\"rows\":2,\"wraps\":true,\"starts\":[[0,2]],"
	     "\"ends\":[{\"at\":[5,2],\"towards\":[0,-1]}]" BLACK_AND_WHITE(
		     1, 1, 3, 1),
	     "[[0,2],[2,2],[4,2],[5,2]]",
	     "\"columns\":3,\"rows\":2,\"wraps\":true,\"starts\":[[0,2]],"
	     "\"ends\":[{\"at\":[5,2],\"towards\":[0,-1]}]" WHITES(1, 1, 3, 1),
	     NULL),
	CASE(6, "half an edge parts nothing",
	     "\"columns\":2,\"rows\":1,\"starts\":[[2,1]],"
	     "\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}]" BLACK_AND_WHITE(
		     1, 1, 3, 1),
	     "[[2,1],[2,0]]",
	     "\"columns\":2,\"rows\":1,\"starts\":[[2,2]],"
	     "\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}]" BLACK_AND_WHITE(
		     1, 1, 3, 1),
	     INSIDE_PATH),

	CASE(4, "a dot on a vertex", TWO DOT(2, 2, "black"), AROUND, NULL,
	     MIDDLE),
	CASE(4, "a dot on an edge", TWO DOT(2, 1, "black"), AROUND, NULL,
	     MIDDLE),
	CASE(4, "a dot that no picture shows", TWO DOT(4, 4, "invisible"),
	     AROUND, TWO DOT(0, 0, "invisible"), NULL),
	CASE(4, "a dot outside of every region",
	     TWO ",\"missing\":[[2,3],[1,4],[3,4]]" DOT(2, 4, "black"), AROUND,
	     TWO ",\"missing\":[[2,3],[1,4],[3,4]]" DOT(2, 0, "black"), NULL),
	CASE(4, "the image on the player's dot", FLAT DOT(4, 2, "cyan"),
	     FLAT_LEFT, FLAT DOT(2, 2, "cyan"), NULL),
	CASE(4, "the player on the image's dot", FLAT DOT(2, 1, "yellow"),
	     FLAT_LEFT, FLAT DOT(4, 1, "yellow"), NULL),
	CASE(4, "neither line on the player's dot", FLAT DOT(3, 0, "cyan"),
	     FLAT_LEFT, FLAT DOT(1, 0, "cyan"), NULL),
	CASE(4, "an eliminator does not help the wrong line",
	     FLAT DOT(4, 1, "cyan") CELLS(ELIMINATOR(3, 1)), FLAT_LEFT,
	     FLAT DOT(3, 0, "cyan") CELLS(ELIMINATOR(3, 1)), NULL),
	CASE(4, "a dot of another region than the eliminator",
	     TWO DOT(4, 4, "black")
		     CELLS(ELIMINATOR(1, 1) "," TRIANGLE(1, 3, 3)),
	     MIDDLE, TWO DOT(0, 2, "black") CELLS(ELIMINATOR(1, 1)), NULL),
	CASE(4, "half an edge covers its dot, no other",
	     "\"columns\":2,\"rows\":1,\"starts\":[[1,2]],\"ends\":"
	     "[{\"at\":[2,0],\"towards\":[0,-1]}]" DOT(3, 2, "black"),
	     "[[1,2],[2,2],[2,0]]",
	     "\"columns\":2,\"rows\":1,\"starts\":[[1,2]],\"ends\":"
	     "[{\"at\":[2,0],\"towards\":[0,-1]}]" DOT(1, 2, "black"),
	     NULL),

	CASE(5, "a triangle of one edge too few", TWO CELLS(TRIANGLE(1, 1, 1)),
	     AROUND, TWO CELLS(TRIANGLE(1, 1, 2)), NULL),
	CASE(5, "a triangle of one edge too many", TWO CELLS(TRIANGLE(1, 1, 3)),
	     AROUND, TWO CELLS(TRIANGLE(1, 1, 2)), NULL),
	CASE(5, "a triangle where there is no line",
	     TWO CELLS(TRIANGLE(3, 3, 1)), AROUND, NULL, MIDDLE),
	CASE(5, "more triangles than a cell has edges",
	     TWO CELLS(TRIANGLE(1, 3, 5)), CORNER, TWO CELLS(TRIANGLE(1, 3, 3)),
	     NULL),
	CASE(5, "the image's edges count", FLAT CELLS(TRIANGLE(3, 1, 1)),
	     FLAT_LEFT, FLAT CELLS(TRIANGLE(3, 1, 2)), NULL),
	CASE(5, "a triangle open to the outside, beside nothing else",
	     TWO ",\"missing\":[[4,3]]" CELLS(TRIANGLE(3, 3, 1)), AROUND,
	     TWO ",\"missing\":[[4,3]]" CELLS(
		     TRIANGLE(3, 3, 1) "," CELL(1, 1, "square", "red")),
	     NULL),
	CASE(5, "the same beside a dot",
	     TWO ",\"missing\":[[4,3]]" DOT(0, 0, "black")
		     CELLS(TRIANGLE(3, 3, 1)),
	     AROUND,
	     TWO ",\"missing\":[[4,3]]" CELLS(TRIANGLE(3, 3, 1) "," ELIMINATOR(
		     3, 1) "," ELIMINATOR(1, 1)),
	     NULL),
	CASE(5, "half an edge counts",
	     "\"columns\":2,\"rows\":1,\"starts\":[[1,2]],\"ends\":"
	     "[{\"at\":[3,0],\"towards\":[0,-1]}]" CELLS(TRIANGLE(1, 1, 1)),
	     "[[1,2],[2,2],[2,0],[3,0]]",
	     "\"columns\":2,\"rows\":1,\"starts\":[[1,2]],\"ends\":"
	     "[{\"at\":[3,0],\"towards\":[0,-1]}]" CELLS(TRIANGLE(1, 1, 2)),
	     NULL),

	CASE(6, "squares of two colours", TWO BLACK_AND_WHITE(1, 1, 3, 3),
	     AROUND, NULL, MIDDLE),
	CASE(6, "squares of three colours",
	     TWO CELLS(CELL(1, 1, "square", "red") "," CELL(
		     1, 3, "square", "green") "," CELL(3, 3, "square", "blue")),
	     MIDDLE,
	     TWO CELLS(CELL(1, 1, "square", "red") "," CELL(
		     1, 3, "square", "red") "," CELL(3, 3, "square", "blue")),
	     NULL),

	CASE(7, "a star alone", TWO CELLS(CELL(1, 1, "star", "white")), AROUND,
	     TWO CELLS(CELL(1, 1, "star", "white") "," CELL(3, 3, "star",
							    "white")),
	     NULL),
	CASE(7, "a star parted from its square",
	     TWO CELLS(CELL(1, 1, "star", "white") "," CELL(1, 3, "square",
							    "white")),
	     CORNER, NULL, MIDDLE),
	CASE(7, "three stars",
	     TWO CELLS(CELL(1, 1, "star", "white") "," CELL(
		     1, 3, "star", "white") "," CELL(3, 3, "star", "white")),
	     AROUND,
	     TWO CELLS(CELL(1, 1, "star", "white") "," CELL(3, 3, "star",
							    "white")),
	     NULL),
	CASE(7, "a star and two squares",
	     TWO CELLS(CELL(1, 1, "star", "white") "," CELL(
		     1, 3, "square", "white") "," CELL(3, 3, "square",
						       "white")),
	     AROUND, NULL, MIDDLE),
	CASE(7, "a star and another colour's star",
	     TWO CELLS(
		     CELL(1, 1, "star", "white") "," CELL(1, 3, "star", "red")),
	     MIDDLE,
	     TWO CELLS(CELL(1, 1, "star", "red") "," CELL(1, 3, "star", "red")),
	     NULL),
	CASE(7, "a star and a triangle of another colour",
	     TWO CELLS(CELL(1, 1, "star", "white") "," TRIANGLE(1, 3, 2)),
	     MIDDLE,
	     TWO CELLS(CELL(1, 1, "star", "orange") "," TRIANGLE(1, 3, 2)),
	     NULL),
	CASE(7, "a star and a polyomino of another colour",
	     TWO CELLS(CELL(1, 1, "star", "white") "," PIECE(
		     1, 3, "[\"#\",\"#\"]", false, false)),
	     MIDDLE,
	     TWO CELLS(CELL(1, 1, "star", "yellow") "," PIECE(
		     1, 3, "[\"#\",\"#\"]", false, false)),
	     NULL),

	CASE(8, "a polyomino in too large a region",
	     TWO CELLS(PIECE(1, 1, "[\"#\",\"#\"]", false, false)), AROUND,
	     NULL, MIDDLE),
	CASE(8, "a polyomino in too small a region",
	     TWO CELLS(PIECE(1, 3, "[\"#\",\"#\"]", false, false)), CORNER,
	     NULL, MIDDLE),
	CASE(8, "a polyomino may not be turned",
	     TWO CELLS(PIECE(1, 1, "[\"##\"]", false, false)), MIDDLE,
	     TWO CELLS(PIECE(1, 1, "[\"##\"]", true, false)), NULL),
	CASE(8, "a polyomino is never flipped",
	     "\"columns\":3,\"rows\":2,\"starts\":[[0,4]],\"ends\":[{\"at\":"
	     "[2,0],\"towards\":[0,-1]}]" CELLS(
		     PIECE(3, 1, "[\"#..\",\"###\"]", true, false)),
	     "[[0,4],[2,4],[4,4],[4,2],[2,2],[2,0]]",
	     "\"columns\":3,\"rows\":2,\"starts\":[[0,4]],\"ends\":[{\"at\":"
	     "[2,0],\"towards\":[0,-1]}]" CELLS(
		     PIECE(3, 1, "[\"##\",\".#\"]", false, false)),
	     "[[0,4],[2,4],[4,4],[4,2],[2,2],[2,0]]"),
	CASE(8, "two polyominoes overlap",
	     TWO CELLS(PIECE(1, 1, "[\"#\",\"#\"]", false,
			     false) "," PIECE(3, 1, "[\"##\"]", false, false)),
	     AROUND,
	     TWO CELLS(PIECE(1, 1, "[\"#\",\"#\"]", false,
			     false) "," PIECE(3, 1, "[\"##\"]", true, false)),
	     NULL),
	CASE(8, "a polyomino that hangs together nowhere",
	     TWO CELLS(PIECE(1, 1, "[\"#.\",\".#\"]", false, false)), MIDDLE,
	     TWO CELLS(PIECE(1, 1, "[\"#.\",\".#\"]", false, false) "," PIECE(
		     3, 3, "[\".#\",\"#.\"]", false, false)),
	     AROUND),
	CASE(8, "a negative takes too little",
	     TWO CELLS(PIECE(1, 1, "[\"##\",\"##\"]", false,
			     false) "," PIECE(1, 3, "[\"#\"]", false, true)),
	     MIDDLE,
	     TWO CELLS(PIECE(1, 1, "[\"##\",\"##\"]", false, false) "," PIECE(
		     1, 3, "[\"#\",\"#\"]", false, true)),
	     NULL),
	CASE(8, "a negative takes the wrong squares",
	     TWO CELLS(PIECE(1, 1, "[\"##\",\"##\"]", false,
			     false) "," PIECE(1, 3, "[\"##\"]", false, true)),
	     MIDDLE,
	     TWO CELLS(PIECE(1, 1, "[\"##\",\"##\"]", false,
			     false) "," PIECE(1, 3, "[\"##\"]", true, true)),
	     NULL),
	CASE(8, "negatives alone",
	     TWO CELLS(PIECE(1, 1, "[\"#\"]", false, true)), MIDDLE,
	     TWO CELLS(PIECE(1, 1, "[\"#\"]", false,
			     true) "," PIECE(1, 3, "[\"#\"]", false, false)),
	     NULL),
	CASE(8, "negatives outweigh",
	     TWO CELLS(PIECE(1, 1, "[\"##\"]", false,
			     true) "," PIECE(1, 3, "[\"#\"]", false, false)),
	     MIDDLE,
	     TWO CELLS(PIECE(1, 1, "[\"##\"]", false,
			     true) "," PIECE(1, 3, "[\"##\"]", false, false)),
	     NULL),
	CASE_BY(8, 8, 0,
		"equal sizes, other shapes: windmill cancels by count alone",
		TWO CELLS(PIECE(1, 1, "[\"#\",\"#\"]", false, false) "," PIECE(
			1, 3, "[\"##\"]", false, true)),
		MIDDLE,
		TWO CELLS(PIECE(1, 1, "[\"#\",\"#\"]", false,
				false) "," PIECE(1, 3, "[\"##\"]", true, true)),
		NULL),
	CASE_BY(8, 8, 0, "a negative over the rim: windmill lets it hang",
		TWO CELLS(
			PIECE(1, 1, "[\"##\",\"#.\"]", false,
			      false) "," PIECE(1, 3, "[\"##\"]", false, true)),
		MIDDLE,
		TWO CELLS(PIECE(1, 1, "[\"##\",\"#.\"]", false,
				false) "," PIECE(1, 3, "[\"#\"]", false, true)),
		NULL),
	CASE_BY(0, 8, 0, "across a line that ends inside: precise forbids it",
		INSIDE CELLS(PIECE(1, 1, "[\"##\",\"##\"]", false, false)),
		INSIDE_PATH,
		INSIDE CELLS(PIECE(1, 1, "[\"#\",\"#\"]", false,
				   false) "," PIECE(3, 3, "[\"#\",\"#\"]",
						    false, false)),
		NULL),

	CASE(9, "an eliminator with nothing to do", TWO CELLS(ELIMINATOR(1, 1)),
	     MIDDLE, TWO CELLS(ELIMINATOR(1, 1) "," TRIANGLE(1, 3, 3)), NULL),
	CASE(9, "two eliminators, one fault",
	     TWO CELLS(ELIMINATOR(1, 1) "," TRIANGLE(1, 3,
						     3) "," ELIMINATOR(3, 3)),
	     AROUND,
	     TWO CELLS(ELIMINATOR(1, 1) "," TRIANGLE(1, 3, 3) "," TRIANGLE(
		     3, 1, 3) "," ELIMINATOR(3, 3)),
	     NULL),
	CASE(9, "two eliminators apart",
	     TWO CELLS(ELIMINATOR(1, 1) "," ELIMINATOR(1, 3)), CORNER, NULL,
	     MIDDLE),
	CASE(9, "three eliminators",
	     TWO CELLS(ELIMINATOR(1, 1) "," ELIMINATOR(1, 3) "," ELIMINATOR(3,
									    3)),
	     AROUND, TWO CELLS(ELIMINATOR(1, 1) "," ELIMINATOR(1, 3)), NULL),
	CASE(9, "a dot that is not missed",
	     TWO DOT(4, 4, "black") CELLS(ELIMINATOR(3, 3)),
	     "[[0,4],[2,4],[4,4],[4,2],[4,0]]", NULL, AROUND),
	CASE(9, "a square whose colour nothing meets",
	     TWO CELLS(
		     ELIMINATOR(1, 1) "," CELL(1, 3, "square", "red") "," CELL(
			     3, 1, "square", "blue") "," CELL(3, 3, "square",
							      "blue")),
	     MIDDLE, NULL, AROUND),
	CASE(9, "a star whose partner is the eliminator",
	     TWO CELLS(CELL(1, 1, "eliminator", "red") "," CELL(1, 3, "star",
								"red")),
	     MIDDLE,
	     TWO CELLS(CELL(1, 1, "eliminator", "red") "," CELL(1, 3, "star",
								"blue")),
	     NULL),
	CASE(9, "a polyomino that fits",
	     TWO CELLS(ELIMINATOR(1, 1) "," PIECE(1, 3, "[\"#\",\"#\"]", false,
						  false)),
	     MIDDLE, NULL, AROUND),

	/* one eliminator too few: what it leaves is at fault */
	CASE(5, "two triangles, one eliminator",
	     TWO CELLS(ELIMINATOR(1, 1) "," TRIANGLE(1, 3, 3) "," TRIANGLE(3, 1,
									   3)),
	     AROUND,
	     TWO CELLS(ELIMINATOR(1, 1) "," TRIANGLE(1, 3, 3) "," TRIANGLE(3, 1,
									   1)),
	     NULL),
	CASE(5, "an eliminator is no star's partner once it has cancelled",
	     TWO CELLS(CELL(1, 1, "eliminator", "red") "," CELL(
		     1, 3, "star", "red") "," TRIANGLE(3, 1, 3)),
	     AROUND,
	     TWO CELLS(CELL(1, 1, "eliminator", "red") "," CELL(
		     1, 3, "star", "red") "," CELL(3, 1, "square", "red")),
	     NULL),
	CASE(4, "two dots, one eliminator",
	     TWO ",\"dots\":[{\"at\":[4,4],\"colour\":\"black\"},{\"at\":[2,2],"
		 "\"colour\":\"black\"}]" CELLS(ELIMINATOR(3, 3)),
	     AROUND, TWO DOT(4, 4, "black") CELLS(ELIMINATOR(3, 3)), NULL),
	CASE(6, "two squares too many, one eliminator",
	     "\"columns\":3,\"rows\":2,\"starts\":[[0,4]],\"ends\":[{\"at\":"
	     "[6,0],\"towards\":[1,0]}]" CELLS(
		     ELIMINATOR(1, 1) "," CELL(1, 3, "square", "red") "," CELL(
			     3, 1, "square",
			     "red") "," CELL(3, 3, "square",
					     "blue") "," CELL(5, 1, "square",
							      "blue")),
	     "[[0,4],[0,2],[0,0],[2,0],[4,0],[6,0]]",
	     "\"columns\":3,\"rows\":2,\"starts\":[[0,4]],\"ends\":[{\"at\":"
	     "[6,0],\"towards\":[1,0]}]" CELLS(
		     ELIMINATOR(1, 1) "," CELL(1, 3, "square", "red") "," CELL(
			     3, 3, "square", "blue") "," CELL(5, 1, "square",
							      "blue")),
	     NULL),
	CASE(7, "two stars alone, one eliminator",
	     TWO CELLS(ELIMINATOR(1, 1) "," CELL(1, 3, "star", "red") "," CELL(
		     3, 1, "star", "blue")),
	     AROUND, TWO CELLS(ELIMINATOR(1, 1) "," CELL(1, 3, "star", "red")),
	     NULL),
	CASE(8, "two polyominoes too many, one eliminator",
	     TWO CELLS(ELIMINATOR(1, 1) "," PIECE(
		     1, 3, "[\"##\",\"##\"]", false,
		     false) "," PIECE(3, 1, "[\"###\"]", true,
				      false) "," PIECE(3, 3, "[\"#\"]", false,
						       false)),
	     AROUND,
	     TWO CELLS(ELIMINATOR(1, 1) "," PIECE(
		     1, 3, "[\"##\",\"##\"]", false,
		     false) "," PIECE(3, 1, "[\"###\"]", true, false)),
	     NULL),
};

static void each_rule_is_broken_alone(void **state)
{
	int named[RULE_SETS][RULE_LAST + 1] = { { 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int k = 0; k < RULE_SETS; k++) {
			const struct rule_case *test = &cases[i];
			const char *mended = test->mended;
			const char *path = test->mended_path;
			int told = broken(test->broken, test->broken_path,
					  rule_sets[k]);

			if (told != test->rules[k])
				fail_msg("%s, by %s: rule %d, not %d",
					 test->what, rule_sets[k], told,
					 test->rules[k]);
			told = broken(mended ? mended : test->broken,
				      path ? path : test->broken_path,
				      rule_sets[k]);
			if (told)
				fail_msg("%s, by %s, mended: rule %d",
					 test->what, rule_sets[k], told);
			named[k][test->rules[k]]++;
		}
	for (int k = 0; k < RULE_SETS; k++)
		for (int rule = 1; rule <= RULE_LAST; rule++)
			if (rule != 3)
				assert_true(named[k][rule] >= 3);
}

/* two cells side by side; a line round the left one */
#define HALF_WAY(start, end)                                                   \
	"\"columns\":2,\"rows\":1,\"starts\":[" start "],"                     \
	"\"ends\":[{\"at\":" end ",\"towards\":[0,-1]}]"
#define ROUND_LEFT "[[2,1],[2,0],[0,0],[0,2],[2,2],[4,2],[4,0]]"

/* A panel whose line one set of rules lets pass and another does not. */
static const struct switch_case {
	const char *fields, *path;
	const char *keeping; /* names of rules that let it pass */
	const char *breaking;
	int rule;
} switches[] = {
	{ INSIDE CELLS(PIECE(1, 1, "[\"##\",\"##\"]", false, false)),
	  INSIDE_PATH, "windmill,fat-starts,strict-eliminators",
	  "windmill,precise", 8 },
	{ TWO CELLS(PIECE(1, 1, "[\"##\",\"#.\"]", false,
			  false) "," PIECE(1, 3, "[\"##\"]", false, true)),
	  MIDDLE, "precise,hanging", "precise,shapeless-zero", 8 },
	{ TWO CELLS(PIECE(1, 1, "[\"#\",\"#\"]", false,
			  false) "," PIECE(1, 3, "[\"##\"]", false, true)),
	  MIDDLE, "precise,shapeless-zero", "precise,hanging", 8 },
	/* of two pieces of equal size neither is negative */
	{ TWO CELLS(PIECE(1, 1, "[\"#\"]", false,
			  false) "," PIECE(1, 3, "[\"#\"]", false, false)),
	  MIDDLE, "game", NULL, 0 },
	{ TWO CELLS(PIECE(1, 1, "[\"##\"]", false,
			  false) "," PIECE(1, 3, "[\"##\"]", false, false)),
	  MIDDLE, NULL, "shapeless-zero", 8 },
	{ HALF_WAY("[2,1]", "[4,0]") BLACK_AND_WHITE(1, 1, 3, 1), ROUND_LEFT,
	  "fat-starts", "windmill,strict-eliminators", 6 },
	/* a region goes round it where no line passes its other side */
	{ HALF_WAY("[2,1]", "[2,0]") BLACK_AND_WHITE(1, 1, 3, 1),
	  "[[2,1],[2,0]]", NULL, "fat-starts", 6 },
	/* an end is as it was */
	{ HALF_WAY("[4,0]", "[2,1]") BLACK_AND_WHITE(1, 1, 3, 1),
	  "[[4,0],[4,2],[2,2],[0,2],[0,0],[2,0],[2,1]]", NULL, "fat-starts",
	  6 },
	/* the image's start parts, too */
	{ "\"columns\":4,\"rows\":1,\"symmetry\":\"horizontal\","
	  "\"starts\":[[2,1],[6,1]]," ENDS_ABOVE("[2,2]", "[6,2]")
		  BLACK_AND_WHITE(5, 1, 7, 1),
	  "[[2,1],[2,0],[0,0],[0,2],[2,2]]", "fat-starts", "game", 6 },
	{ TWO CELLS(ELIMINATOR(1, 1) "," ELIMINATOR(1, 3)), MIDDLE,
	  "precise,windmill,fat-starts", "strict-eliminators", 9 },
	{ TWO CELLS(ELIMINATOR(1, 1) "," TRIANGLE(1, 3, 3)), MIDDLE,
	  "strict-eliminators", NULL, 0 },
};

static void each_name_says_what_differs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
		const struct switch_case *test = &switches[i];

		if (test->keeping &&
		    broken(test->fields, test->path, test->keeping))
			fail_msg("panel %zu breaks a rule by %s", i,
				 test->keeping);
		if (test->breaking && broken(test->fields, test->path,
					     test->breaking) != test->rule)
			fail_msg("panel %zu does not break rule %d by %s", i,
				 test->rule, test->breaking);
	}
}

static void no_other_names_are_rules(void **state)
{
	static const char *const names[] = {
		"",
		"fat",
		"precis",
		"precisee",
		"game,",
		",game",
		"game precise",
		"GAME",
		"game,,precise",
		"a-name-longer-than-any-of-them",
	};
	struct puzzle puzzle = { .family = FAMILY_panel };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct problem problem = { 0 };

		puzzle.as.panel.rules = PANEL_WINDMILL;
		assert_int_equal(
			puzzle_family(FAMILY_panel)
				->set_rules(&puzzle, names[i], &problem),
			-1);
		assert_int_equal(problem.kind, PROBLEM_INPUT);
		assert_non_null(strstr(problem.text, "no such rules: '"));
		/* as before */
		assert_int_equal(puzzle.as.panel.rules, PANEL_WINDMILL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_rule_is_broken_alone),
		cmocka_unit_test(each_name_says_what_differs),
		cmocka_unit_test(no_other_names_are_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
