/* Searches that people watch: of every family, in order and at random, shown
 * step by step, stopped in the middle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "drawing.h"
#include "solve.h"

enum { PUZZLES = 5 };

struct seen {
	const struct puzzle *puzzle;
	int nodes, nodes_max;
	double done;                    /* at the last node */
	size_t marks_least, marks_most; /* of the drawings of what is tried */
};

static bool look(void *data, const struct solution *part, double done)
{
	struct seen *seen = data;
	struct drawing drawing;

	drawing_init(&drawing, 0, 0);
	assert_int_equal(part->family, seen->puzzle->family);
	assert_int_equal(
		draw_family(part->family)->draw(seen->puzzle, part, &drawing),
		0);
	if (!seen->nodes || drawing.count < seen->marks_least)
		seen->marks_least = drawing.count;
	if (drawing.count > seen->marks_most)
		seen->marks_most = drawing.count;
	drawing_fini(&drawing);
	assert_true(done >= seen->done && done < 1 + 1e-9);
	seen->done = done;
	return ++seen->nodes != seen->nodes_max;
}

static enum watch_end watch(const struct puzzle *puzzle, bool random,
			    struct seen *seen)
{
	struct solve_watch watch = { .deadline = deadline_never(),
				     .random = random,
				     .seed = 7,
				     .tried = look,
				     .data = seen };
	struct solve_result result = { 0 };
	enum watch_end end;

	seen->puzzle = puzzle;
	assert_int_equal(solve_watched(puzzle, &watch, &end, &result, NULL), 0);
	assert_int_equal(result.solution_count, end == WATCH_FOUND);
	if (end == WATCH_FOUND) {
		struct puzzle meant;

		solve_meant(puzzle, &meant);
		assert_true(puzzle_check(&meant, &result.solutions[0], NULL));
	}
	solve_result_fini(&result);
	return end;
}

static void every_family_is_searched(void **state)
{
	(void)state;
	for (int family = 0; family < FAMILY_COUNT; family++) {
		bool grows = false;

		for (uint64_t seed = 1; seed <= PUZZLES; seed++) {
			struct puzzle puzzle;

			assert_int_equal(solve_make((enum family)family, NULL,
						    seed, &puzzle, NULL),
					 0);
			for (int random = 0; random < 2; random++) {
				struct seen seen = { 0 };

				assert_int_equal(watch(&puzzle, random, &seen),
						 WATCH_FOUND);
				assert_true(seen.nodes > 0);
				grows |= seen.marks_least < seen.marks_most;
			}
			puzzle_fini(&puzzle);
		}
		/* not all at once: but sums of one answer may follow from each
		 * other without anything being tried */
		if (!solve_family((enum family)family)->linear)
			assert_true(grows);
	}
}

/* A panel's line grows. */
static void lines_grow(void **state)
{
	struct puzzle puzzle;
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(solve_make(FAMILY_panel, NULL, 3, &puzzle, NULL), 0);
	assert_int_equal(watch(&puzzle, false, &seen), WATCH_FOUND);
	assert_true(seen.nodes > 1);
	puzzle_fini(&puzzle);
}

static void is_stopped_by_who_watches(void **state)
{
	(void)state;
	for (int family = 0; family < FAMILY_COUNT; family++) {
		struct seen seen = { .nodes_max = 1 };
		struct puzzle puzzle;

		assert_int_equal(
			solve_make((enum family)family, NULL, 2, &puzzle, NULL),
			0);
		assert_int_equal(watch(&puzzle, false, &seen), WATCH_STOPPED);
		assert_int_equal(seen.nodes, 1);
		puzzle_fini(&puzzle);
	}
}

static void tells_that_there_is_none(void **state)
{
	struct seen seen = { 0 };
	struct puzzle puzzle;

	(void)state;
	assert_int_equal(solve_make(FAMILY_sudoku, NULL, 2, &puzzle, NULL), 0);
	/* one more given than the answer bears */
	for (int x = 0; x < puzzle.as.sudoku.side; x++)
		if (puzzle.as.sudoku.cells[0][x] == SUDOKU_BLANK)
			for (int n = 1; n <= puzzle.as.sudoku.side; n++) {
				struct puzzle other = puzzle;

				other.as.sudoku.cells[0][x] = n;
				if (watch(&other, false, &seen) == WATCH_NONE)
					return;
			}
	fail();
}

static void tells_how_far_it_is(void **state)
{
	/* nine pieces I fill no square of six by six, so the last node comes
	 * near the end of the search */
	static const char text[] =
		"{\"family\":\"sigils\",\"columns\":6,\"rows\":6,"
		"\"pieces\":[\"I\",\"I\",\"I\",\"I\",\"I\",\"I\",\"I\","
		"\"I\",\"I\"]}";
	json_t *json = json_loads(text, 0, NULL);
	struct seen seen = { 0 };
	struct puzzle puzzle;

	(void)state;
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	assert_int_equal(watch(&puzzle, false, &seen), WATCH_NONE);
	assert_true(seen.done > 0.8);
	puzzle_fini(&puzzle);
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_family_is_searched),
		cmocka_unit_test(lines_grow),
		cmocka_unit_test(is_stopped_by_who_watches),
		cmocka_unit_test(tells_that_there_is_none),
		cmocka_unit_test(tells_how_far_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
