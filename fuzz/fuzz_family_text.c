/* The text form of each family, chosen by the first byte. */
#include "fuzz_puzzles.h"

enum { LENGTH_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	struct problem problem = { 0 };
	struct puzzle puzzle = { 0 };
	const struct puzzle_family *family;
	char *text;

	if (length < 1 || length > LENGTH_MAX)
		return -1;
	puzzle.family = (enum family)(data[0] % FAMILY_COUNT);
	family = puzzle_family(puzzle.family);
	if (!family->from_text)
		return -1;
	text = fuzz_text(data + 1, length - 1);
	if (family->claim_text)
		FUZZ_EXPECT(family->claim_text(text) <= strlen(text));
	if (family->from_text(text, &puzzle, &problem) == 0) {
		puzzle.family = (enum family)(data[0] % FAMILY_COUNT);
		fuzz_puzzle(&puzzle);
		puzzle_fini(&puzzle);
	} else {
		FUZZ_EXPECT(problem.text[0]);
	}
	free(text);
	return 0;
}
