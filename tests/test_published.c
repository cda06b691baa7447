/* The published examples of the three families of sums (beside the project, in
 * ../shared/data/seeds): from text and from pictures of our own the published
 * answers, proved unique. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "file.h"
#include "pipeline.h"
#include "puzzle_file.h"
#include "scene.h"

/* What the published solvers answered: the first places of the answer, as far
 * as their articles show them. */
static const struct example {
	const char *name;
	size_t count;
	int answer[15];
	/* the looks in which it is drawn, one a camera */
	uint64_t seeds[SCENE_CAMERAS];
} examples[] = {
	{ "suko.json", 9, { 1, 7, 5, 4, 9, 8, 6, 2, 3 }, { 6, 6, 7 } },
	{ "total-concentration.tc", 5, { 28, 16, 2, 18, 21 }, { 12, 16, 21 } },
	{ "round-up.tri",
	  15,
	  { 1393, 590, 803, 242, 348, 455, 101, 141, 207, 248, 29, 72, 69, 138,
	    110 },
	  { 8, 22, 4 } },
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static void load(const struct example *example, struct puzzle *puzzle)
{
	struct problem problem = { 0 };
	struct puzzle_list list;
	uint8_t *text;
	size_t length;
	char path[512];

	snprintf(path, sizeof path, SHARED_DATA "/seeds/%s", example->name);
	if (file_read(path, 1 << 16, &text, &length, &problem) < 0)
		skip_because("%s is not there", path);
	puzzle_list_init(&list);
	if (puzzle_list_parse(&list, (char *)text, length, &problem) < 0)
		fail_msg("%s", problem.text);
	*puzzle = list.entries[0].puzzle;
	puzzle_list_fini(&list);
	free(text);
}

static void expect_answer(const struct example *example,
			  const struct puzzle *puzzle,
			  const struct solve_result *result)
{
	assert_int_equal(result->verdict, VERDICT_SOLVED);
	assert_int_equal(result->unique, KNOWN_YES);
	for (size_t i = 0; i < example->count; i++)
		assert_int_equal(
			puzzle_family(puzzle->family)
				->value_at(puzzle, &result->solutions[0], i),
			example->answer[i]);
}

static void texts_have_the_published_answers(void **state)
{
	(void)state;
	for (int i = 0; i < EXAMPLES; i++) {
		struct puzzle puzzle;

		load(&examples[i], &puzzle);
		for (enum engine engine = ENGINE_AUTO; engine <= ENGINE_SEARCH;
		     engine++) {
			struct solve_options options = solve_defaults();
			struct solve_result result;

			options.engine = engine;
			assert_int_equal(
				solve_puzzle(&puzzle, &options, &result, NULL),
				0);
			expect_answer(&examples[i], &puzzle, &result);
			solve_result_fini(&result);
		}
	}
}

static void expect_drawn(struct pipeline *pipeline,
			 const struct example *example,
			 const struct puzzle *puzzle, int camera)
{
	struct scene_wish wish = scene_wish(example->seeds[camera]);
	struct outcome_list list = { 0 };
	struct problem problem = { 0 };
	struct scene scene;

	wish.camera = camera;
	if (scene_draw(puzzle, &wish, &scene, &problem) < 0 ||
	    pipeline_read(pipeline, &scene.image, &list, &problem) < 0)
		fail_msg("%s", problem.text);
	if (list.count != 1 ||
	    !puzzle_equal(puzzle, &list.outcomes[0].puzzle, NULL))
		fail_msg("%s is not read: %s", example->name, scene.look);
	if (pipeline_solve(pipeline, &list.outcomes[0], &problem) < 0)
		fail_msg("%s", problem.text);
	assert_int_equal(list.outcomes[0].verdict, OUTCOME_SOLVED);
	assert_int_equal(list.outcomes[0].repaired_count, 0);
	expect_answer(example, puzzle, &list.outcomes[0].result);
	outcome_list_fini(&list);
	scene_fini(&scene);
}

/* A screen, a scan, a photograph, in looks of our own. */
static void drawings_have_the_published_answers(void **state)
{
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	for (int i = 0; i < EXAMPLES; i++) {
		struct puzzle puzzle;

		load(&examples[i], &puzzle);
		for (int camera = 0; camera < SCENE_CAMERAS; camera++)
			expect_drawn(&pipeline, &examples[i], &puzzle, camera);
	}
	pipeline_fini(&pipeline);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_have_the_published_answers),
		cmocka_unit_test(drawings_have_the_published_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
