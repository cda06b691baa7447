/* What `make --draw` draws of a puzzle is read as that puzzle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answers.h"
#include "pipeline.h"
#include "seen.h"
#include "solve.h"

enum { SEEDS = 10 };

/* Takes the puzzle over. Returns how sure it was read; where it was read as
 * another one, -1, and that is in doubt. */
static double read_back(struct puzzle *puzzle)
{
	struct outcome_list outcomes = { 0 };
	struct image image = { 0 };
	struct problem problem = { 0 };
	struct sighting_list list;
	enum family family = puzzle->family;
	double confidence;

	if (pipeline_add(&outcomes, puzzle, &problem) < 0 ||
	    answers_draw(&image, &outcomes, &problem) < 0)
		fail_msg("%s", problem.text);
	list = seen_in(&image, family);
	assert_int_equal(list.count, 1);
	confidence = list.sightings[0].confidence;
	if (confidence >= PIPELINE_CONFIDENCE_MIN)
		assert_seen(&list, &outcomes.outcomes[0].puzzle);
	else if (!puzzle_equal(&list.sightings[0].puzzle,
			       &outcomes.outcomes[0].puzzle, NULL))
		confidence = -1;
	sighting_list_fini(&list);
	image_fini(&image);
	outcome_list_fini(&outcomes);
	return confidence;
}

static struct puzzle made(enum family family, const json_t *wish, uint64_t seed)
{
	struct problem problem = { 0 };
	struct puzzle puzzle;

	if (solve_make(family, wish, seed, &puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
	return puzzle;
}

/* Digits 10 pixels high may once be in doubt; `solve` finds the only reading
 * that makes sense. */
static void check(enum family family)
{
	int misread = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct puzzle puzzle = made(family, NULL, seed);

		misread += read_back(&puzzle) < 0;
	}
	assert_true(misread <= 1);
}

/* Whatever a panel has, white on a white page included, is read surely. */
static void panels_with_any_symbol_are_sure(void **state)
{
	static const char *const wishes[] = { "eliminators", "squares",
					      "stars",       "triangles",
					      "negative",    "rotatable",
					      "dots",        "vertical" };

	(void)state;
	for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
		for (uint64_t seed = 1; seed <= 8; seed++) {
			json_t *wish = json_pack("{s:s,s:b}", "with", wishes[i],
						 "each", 1);
			struct puzzle puzzle = made(FAMILY_panel, wish, seed);

			json_decref(wish);
			assert_true(read_back(&puzzle) >=
				    PIPELINE_CONFIDENCE_MIN);
		}
}

/* Where each wish shall show, each does, on small boards and large ones. */
static void what_is_asked_for_is_there(void **state)
{
	static const struct {
		const char *with, *json[3];
	} cases[] = {
		{ "eliminators", { "\"eliminator\"" } },
		{ "stars,squares", { "\"star\"", "\"square\"" } },
		{ "negative", { "\"negative\": true" } },
		{ "rotatable", { "\"rotatable\": true" } },
		{ "triangles,dots", { "\"triangle\"", "\"black\"" } },
		{ "gaps,missing", { "\"gaps\": [[", "\"missing\": [[" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (uint64_t seed = 1; seed <= 40; seed++) {
			int side = 3 + (int)seed % 4;
			json_t *wish = json_pack("{s:s,s:b,s:i,s:i}", "with",
						 cases[i].with, "each", 1,
						 "columns", side, "rows", side);
			struct puzzle puzzle = made(FAMILY_panel, wish, seed);
			json_t *json = puzzle_to_json(&puzzle);
			char *text = json_dumps(json, 0);

			for (int k = 0; k < 3 && cases[i].json[k]; k++)
				if (!strstr(text, cases[i].json[k]))
					fail_msg("%s, seed %d: %s",
						 cases[i].with, (int)seed,
						 text);
			free(text);
			json_decref(json);
			json_decref(wish);
			puzzle_fini(&puzzle);
		}
}

/* Each colour is seen to be another than white, and than black. */
static void panels_of_any_colour_are_sure(void **state)
{
	static const char *const colours[] = { "red",    "orange", "yellow",
					       "green",  "cyan",   "blue",
					       "purple", "magenta" };

	(void)state;
	for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
		json_t *json = json_pack(
			"{s:s,s:i,s:i,s:b,s:n,s:[[i,i]],s:[{s:[i,i],s:[i,i]}],"
			"s:[],s:[],s:[],s:[{s:[i,i],s:s,s:s},"
			"{s:[i,i],s:s,s:s},{s:[i,i],s:s,s:s}]}",
			"family", "panel", "columns", 3, "rows", 3, "wraps", 0,
			"symmetry", "starts", 0, 6, "ends", "at", 6, 0,
			"towards", 0, -1, "gaps", "missing", "dots", "cells",
			"at", 1, 1, "kind", "square", "colour", colours[i],
			"at", 3, 3, "kind", "square", "colour", "white", "at",
			5, 5, "kind", "square", "colour", "black");
		struct puzzle puzzle;

		assert_non_null(json);
		assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
		json_decref(json);
		assert_true(read_back(&puzzle) >= PIPELINE_CONFIDENCE_MIN);
	}
}

#define FAMILY(id, name, title)                                                \
	static void test_##id(void **state)                                    \
	{                                                                      \
		(void)state;                                                   \
		check(FAMILY_##id);                                            \
	}
#include "families.def"
#undef FAMILY

int main(void)
{
	const struct CMUnitTest tests[] = {
#define FAMILY(id, name, title) cmocka_unit_test(test_##id),
#include "families.def"
#undef FAMILY
		cmocka_unit_test(panels_with_any_symbol_are_sure),
		cmocka_unit_test(what_is_asked_for_is_there),
		cmocka_unit_test(panels_of_any_colour_are_sure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
