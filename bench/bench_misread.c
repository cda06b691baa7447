/* How often does a misread puzzle still make sense? Random puzzles of each
 * family, one digit of one number replaced by one that looks like it, or one
 * piece of track by another, solved: the share with exactly one answer (where
 * the family promises one) is the family's `misread_sense`, by which the repair
 * of doubtful readings weighs what the reader may not have seen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "solve.h"
#include "usage.h"

enum { PUZZLES = 200, CLUES_MAX = 512 };

/* What each digit is most often taken for. */
static const char runner_up[] = { '8', '7', '7', '8', '9',
				  '6', '8', '1', '6', '4' };

static const char *const pieces[] = { "3", "5", "6", "9", "10", "12" };

enum { PIECES = sizeof pieces / sizeof *pieces };

struct clues {
	char path[CLUES_MAX][48];
	json_int_t value[CLUES_MAX];
	int count;
};

/* Numbers that say where or how large, not what is printed. */
static bool is_no_clue(const char *key)
{
	static const char *const keys[] = { "columns", "at",     "index",
					    "sides",   "colour", "minimum",
					    "maximum", "holes",  "box" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (!strcmp(keys[i], key))
			return true;
	return false;
}

static bool is_piece(const char *path)
{
	size_t length = strlen(path);

	return length > 5 && !strcmp(path + length - 5, ".tile");
}

/* Collects pieces of track, or numbers alone. */
static void collect(const json_t *json, const char *path, bool tiles,
		    struct clues *clues)
{
	char inner[48];
	const char *key;
	json_t *value;
	size_t index;

	if (json_is_integer(json) && json_integer_value(json) > 0 &&
	    is_piece(path) == tiles && clues->count < CLUES_MAX) {
		strcpy(clues->path[clues->count], path);
		clues->value[clues->count++] = json_integer_value(json);
	}
	json_array_foreach(json, index, value)
	{
		if (snprintf(inner, sizeof inner, "%s[%zu]", path, index) <
		    (int)sizeof inner)
			collect(value, inner, tiles, clues);
	}
	json_object_foreach((json_t *)json, key, value)
	{
		bool size = !strcmp(key, "rows") && json_is_integer(value);
		bool cells = !strcmp(key, "cells") && *path;

		if (size || cells || is_no_clue(key))
			continue;
		if (snprintf(inner, sizeof inner, "%s%s%s", path,
			     *path ? "." : "", key) < (int)sizeof inner)
			collect(value, inner, tiles, clues);
	}
}

enum outcome { SENSIBLE, SEVERAL, NONE, UNDECIDED, IMPOSSIBLE, OUTCOMES };

static enum outcome misread(struct puzzle *puzzle, const struct clues *clues,
			    struct rng *rng)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	enum outcome outcome = UNDECIDED;
	int at = (int)rng_below(rng, (uint32_t)clues->count);
	char value[24];
	int length = snprintf(value, sizeof value, "%" JSON_INTEGER_FORMAT,
			      clues->value[at]);
	int digit = (int)rng_below(rng, (uint32_t)length);

	value[digit] = runner_up[value[digit] - '0'];
	while (is_piece(clues->path[at])) {
		strcpy(value, pieces[rng_below(rng, PIECES)]);
		if (atoi(value) != clues->value[at])
			break;
	}
	if (puzzle_set_clue(puzzle, clues->path[at], value, NULL) < 0)
		return IMPOSSIBLE;
	options.deadline = deadline_in(2, NULL);
	if (solve_puzzle(puzzle, &options, &result, NULL) == 0) {
		bool one = puzzle_family(puzzle->family)->promises_one;

		if (result.verdict == VERDICT_NONE)
			outcome = NONE;
		else if (result.verdict == VERDICT_SOLVED && one)
			outcome = result.unique == KNOWN_YES  ? SENSIBLE
				  : result.unique == KNOWN_NO ? SEVERAL
							      : UNDECIDED;
		else if (result.verdict == VERDICT_SOLVED)
			outcome = SENSIBLE;
	}
	solve_result_fini(&result);
	return outcome;
}

static void measure(enum family family, bool tiles)
{
	int count[OUTCOMES] = { 0 };
	int all = 0;
	struct rng rng;

	rng_seed(&rng, 1);
	for (uint64_t seed = 1; seed <= PUZZLES; seed++) {
		struct puzzle puzzle;
		struct clues clues = { .count = 0 };
		json_t *json;

		if (solve_make(family, NULL, seed, &puzzle, NULL) < 0)
			continue;
		json = puzzle_to_json(&puzzle);
		collect(json, "", tiles, &clues);
		json_decref(json);
		if (clues.count) {
			count[misread(&puzzle, &clues, &rng)]++;
			all++;
		}
		puzzle_fini(&puzzle);
	}
	if (all)
		printf("%-10s %5d %8.3f %8.3f %8.3f %10d %11d\n",
		       tiles ? "  pieces" : puzzle_family(family)->name, all,
		       (double)count[SENSIBLE] / all,
		       (double)count[SEVERAL] / all, (double)count[NONE] / all,
		       count[UNDECIDED], count[IMPOSSIBLE]);
}

int main(int argc, char **argv)
{
	usage(argc, argv,
	      "\n"
	      "How often a puzzle with one digit misread still makes sense, by "
	      "family.");
	puts("family     puzzles sensible  several     none  undecided  "
	     "impossible");
	for (int family = 0; family < FAMILY_COUNT; family++) {
		measure((enum family)family, false);
		measure((enum family)family, true);
	}
	return 0;
}
