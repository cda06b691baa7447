/* Puzzles in whatever form a file may have them, for tests. */
#ifndef PARSED_H
#define PARSED_H

#include <string.h>

#include "puzzle_file.h"

/* All of a text; puzzle_list_fini frees. */
static inline void parse_list(const char *text, struct puzzle_list *list)
{
	struct problem problem = { 0 };

	puzzle_list_init(list);
	if (puzzle_list_parse(list, text, strlen(text), &problem) < 0)
		fail_msg("%s: %s", problem.text, text);
}

/* The same of a text with one puzzle. */
static inline void parse_one(const char *text, struct puzzle_list *list)
{
	parse_list(text, list);
	assert_int_equal(list->count, 1);
}

/* That puzzle alone; puzzle_fini frees. */
static inline void parse(const char *text, struct puzzle *puzzle)
{
	struct puzzle_list list;

	parse_one(text, &list);
	*puzzle = list.entries[0].puzzle;
	puzzle_list_fini(&list);
}

/* A text that is none, and what its refusal says, among other things. Returns
 * of what kind that is. */
static inline enum problem_kind refuse(const char *text, const char *sentence)
{
	struct problem problem = { 0 };
	struct puzzle_list list;

	puzzle_list_init(&list);
	assert_int_equal(puzzle_list_parse(&list, text, strlen(text), &problem),
			 -1);
	if (!strstr(problem.text, sentence))
		fail_msg("'%s' instead of '%s'", problem.text, sentence);
	puzzle_list_fini(&list);
	return problem.kind;
}

#endif
