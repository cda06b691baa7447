/* Files of puzzles as people have them, told apart by content: JSON and every
 * family's text form. */
#include "fuzz_puzzles.h"

enum { LENGTH_MAX = 4096, PUZZLES_MAX = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	struct problem problem = { 0 };
	struct puzzle_list list;

	if (length > LENGTH_MAX)
		return -1;
	puzzle_list_init(&list);
	if (puzzle_list_parse(&list, (const char *)data, length, &problem) < 0)
		FUZZ_EXPECT(problem.text[0]);
	for (size_t i = 0; i < list.count && i < PUZZLES_MAX; i++) {
		const struct puzzle_entry *entry = &list.entries[i];

		fuzz_puzzle(&entry->puzzle);
		if (entry->has_solution)
			fuzz_solution(&entry->puzzle, &entry->solution);
	}
	puzzle_list_fini(&list);
	return 0;
}
