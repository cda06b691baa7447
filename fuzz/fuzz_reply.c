/* What a solver program replied to our formula, for each family. */
#include "fuzz_puzzles.h"
#include "solve.h"

enum { LENGTH_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	struct solution solution;
	struct puzzle puzzle;
	struct problem problem = { 0 };
	enum family family;
	char *text;

	if (length < 1 || length > LENGTH_MAX)
		return -1;
	family = (enum family)(data[0] % FAMILY_COUNT);
	if (solve_make(family, NULL, 1, &puzzle, NULL) < 0)
		return -1;
	text = fuzz_text(data + 1, length - 1);
	if (solve_values(&puzzle, text, &solution, &problem) == 0) {
		fuzz_solution(&puzzle, &solution);
		puzzle_solution_fini(&solution);
	} else {
		FUZZ_EXPECT(problem.text[0]);
	}
	free(text);
	puzzle_fini(&puzzle);
	return 0;
}
