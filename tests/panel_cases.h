/* Panels written down with a line on them, and the rule that the line breaks:
 * for the tests of the checker. */
#ifndef PANEL_CASES_H
#define PANEL_CASES_H

#include <stdio.h>
#include <string.h>

#include "puzzle_file.h"

/* The panel of these fields of its JSON, with the line. */
static inline void load(const char *fields, const char *path,
			struct puzzle *puzzle, struct solution *line)
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

/* The rule that is broken, 0 where all hold; `rules` may be NULL: the
 * default. */
static inline int broken(const char *fields, const char *path,
			 const char *rules)
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

#define CELLS(cells) ",\"cells\":[" cells "]"
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
#define DOT(x, y, colour)                                                      \
	",\"dots\":[{\"at\":[" #x "," #y "],\"colour\":\"" colour "\"}]"
#define ELIMINATOR(x, y) CELL(x, y, "eliminator", "white")

#endif
