/* What `make --draw` draws of a puzzle is read as that puzzle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answers.h"
#include "pipeline.h"
#include "seen.h"
#include "solve.h"

enum { SEEDS = 10 };

static void check(enum family family, uint64_t seed)
{
	struct outcome_list outcomes = { 0 };
	struct image image = { 0 };
	struct problem problem = { 0 };
	struct sighting_list list;
	struct puzzle puzzle;

	if (solve_make(family, NULL, seed, &puzzle, &problem) < 0 ||
	    pipeline_add(&outcomes, &puzzle, &problem) < 0 ||
	    answers_draw(&image, &outcomes, &problem) < 0)
		fail_msg("%s", problem.text);
	list = seen_in(&image, family);
	assert_seen(&list, &outcomes.outcomes[0].puzzle);
	sighting_list_fini(&list);
	image_fini(&image);
	outcome_list_fini(&outcomes);
}

#define FAMILY(id, name, title)                                                \
	static void test_##id(void **state)                                    \
	{                                                                      \
		(void)state;                                                   \
		for (uint64_t seed = 1; seed <= SEEDS; seed++)                 \
			check(FAMILY_##id, seed);                              \
	}
#include "families.def"
#undef FAMILY

int main(void)
{
	const struct CMUnitTest tests[] = {
#define FAMILY(id, name, title) cmocka_unit_test(test_##id),
#include "families.def"
#undef FAMILY
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
