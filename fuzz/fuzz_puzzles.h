/* What must hold for any puzzle that a reader of text let pass. */
#ifndef FUZZ_PUZZLES_H
#define FUZZ_PUZZLES_H

#include <string.h>

#include "fuzz.h"
#include "puzzle.h"
#include "puzzle_file.h"

/* A puzzle written in one of its forms is read again as the same puzzle. */
static inline void fuzz_expect_again(const struct puzzle *puzzle,
				     const char *text, size_t length,
				     bool equal)
{
	struct problem problem = { 0 };
	struct puzzle_list list;

	puzzle_list_init(&list);
	FUZZ_EXPECT(puzzle_list_parse(&list, text, length, &problem) == 0);
	FUZZ_EXPECT(list.count == 1);
	FUZZ_EXPECT(list.entries[0].puzzle.family == puzzle->family);
	FUZZ_EXPECT(!equal ||
		    puzzle_equal(puzzle, &list.entries[0].puzzle, NULL));
	puzzle_list_fini(&list);
}

static inline void fuzz_puzzle(const struct puzzle *puzzle)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	json_t *json = puzzle_to_json(puzzle);
	char *text = json_dumps(json, JSON_COMPACT);
	struct buffer out;

	FUZZ_EXPECT(text);
	FUZZ_EXPECT(puzzle_equal(puzzle, puzzle, NULL));
	for (char *end = text; *end || end == text; end++)
		if (!end[1]) {
			fuzz_expect_again(puzzle, text,
					  (size_t)(end - text) + 1, true);
			break;
		}
	free(text);
	json_decref(json);
	/* other forms need not be able to hold every puzzle, and Windmill
	 * strings lose the directions of ends (RULES.md) */
	buffer_init(&out);
	if (family->to_text && family->to_text(puzzle, &out, NULL) == 0)
		fuzz_expect_again(puzzle, buffer_text(&out), out.length,
				  !family->to_windmill);
	buffer_fini(&out);
	if (family->to_windmill && family->to_windmill(puzzle, &out, NULL) == 0)
		fuzz_expect_again(puzzle, buffer_text(&out), out.length, false);
	buffer_fini(&out);
	FUZZ_EXPECT(!family->places || family->places(puzzle) < 100000);
}

/* Judges a solution; whatever it is, a verdict has its reason, and the list of
 * all begins with it. */
static inline void fuzz_solution(const struct puzzle *puzzle,
				 const struct solution *solution)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	struct breach breach = { 0 };
	struct breaches breaches;
	bool holds = puzzle_check(puzzle, solution, &breach);
	json_t *json;

	FUZZ_EXPECT(puzzle_find_breaches(puzzle, solution, &breaches, NULL) ==
		    0);
	FUZZ_EXPECT(holds == !breaches.count);
	FUZZ_EXPECT(holds || !strcmp(breaches.list[0].at, breach.at));
	breaches_fini(&breaches);
	if (!holds) {
		json_t *at = json_loads(breach.at, JSON_DECODE_ANY, NULL);

		FUZZ_EXPECT(breach.rule > 0 && breach.text[0] && at);
		json_decref(at);
	}
	json = family->solution_to_json(puzzle, solution);
	FUZZ_EXPECT(json);
	json_decref(json);
	for (size_t i = 0; family->places && i < family->places(puzzle); i++)
		family->value_at(puzzle, solution, i);
}

#endif
