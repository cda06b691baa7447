/* JSON of each family, chosen by the first byte, so that "family" need not be
 * guessed; clues set one by one, as when a reading is repaired. */
#include "fuzz_puzzles.h"

enum { LENGTH_MAX = 4096 };

static void set_clues(const struct puzzle *puzzle, const json_t *json)
{
	static const char *const values[] = { "null",  "-1", "7",  "1e99",
					      "\"L\"", "[]", "{}", "1000000" };
	const char *name;
	json_t *value;
	size_t turn = 0;

	json_object_foreach((json_t *)json, name, value)
	{
		char clue[80];
		struct puzzle copy;

		snprintf(clue, sizeof clue,
			 json_is_array(value) ? "%.60s[1]" : "%.60s", name);
		if (puzzle_copy(puzzle, &copy, NULL) < 0)
			continue;
		if (puzzle_set_clue(
			    &copy, clue,
			    values[turn++ % (sizeof values / sizeof *values)],
			    NULL) == 0)
			fuzz_puzzle(&copy);
		puzzle_fini(&copy);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	struct problem problem = { 0 };
	struct puzzle puzzle;
	struct solution solution;
	enum family which;
	json_t *json;

	if (length < 1 || length > LENGTH_MAX)
		return -1;
	which = (enum family)(data[0] % FAMILY_COUNT);
	json = json_loadb((const char *)data + 1, length - 1, 0, NULL);
	if (!json_is_object(json)) {
		json_decref(json);
		return -1;
	}
	json_object_set_new(json, "family",
			    json_string(puzzle_family(which)->name));
	if (puzzle_from_json(json, &puzzle, &problem) == 0) {
		fuzz_puzzle(&puzzle);
		set_clues(&puzzle, json);
		if (puzzle_family(which)->solution_from_json(
			    json_object_get(json, "solution"), &puzzle,
			    &solution, NULL) == 0) {
			solution.family = which;
			fuzz_solution(&puzzle, &solution);
			puzzle_solution_fini(&solution);
		}
		puzzle_fini(&puzzle);
	} else {
		FUZZ_EXPECT(problem.text[0]);
	}
	json_decref(json);
	return 0;
}
