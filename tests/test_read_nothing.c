/* Where no panel is none is found: rooms and pages without one, with boards
 * that are switched off. (bench_nothing looks at hundreds of screens.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "pipeline.h"
#include "scene.h"

enum { ROOMS = 12 };

static void expect_none(struct pipeline *pipeline, const struct scene *scene,
			int number)
{
	struct outcome_list list = { 0 };

	assert_int_equal(pipeline_read(pipeline, &scene->image, &list, NULL),
			 0);
	if (list.count)
		fail_msg("scene %d (%s): %zu found", number, scene->look,
			 list.count);
	outcome_list_fini(&list);
}

static void rooms_without_a_panel_have_none(void **state)
{
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	pipeline.families = 1u << FAMILY_panel;
	for (uint64_t seed = 0; seed < ROOMS; seed++) {
		struct scene_wish wish = scene_wish(300 + seed);
		struct scene scene;

		assert_int_equal(
			scene_draw_empty(FAMILY_panel, &wish, &scene, NULL), 0);
		expect_none(&pipeline, &scene, (int)seed);
		scene_fini(&scene);
	}
	pipeline_fini(&pipeline);
}

/* Rims of two pieces that lie side by side are strokes that meet, as lines of
 * a panel of one row do. */
static void pieces_are_no_panel(void **state)
{
	const struct scene_wish wish = scene_wish(70019);
	json_t *json =
		json_pack("{s:s, s:i, s:i, s:[ssssssssss]}", "family", "sigils",
			  "columns", 8, "rows", 5, "pieces", "Z", "I", "O", "Z",
			  "S", "S", "L", "J", "S", "O");
	struct pipeline pipeline;
	struct puzzle puzzle;
	struct scene scene;

	(void)state;
	pipeline_init(&pipeline);
	pipeline.families = 1u << FAMILY_panel;
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	json_decref(json);
	assert_int_equal(scene_draw(&puzzle, &wish, &scene, NULL), 0);
	expect_none(&pipeline, &scene, 0);
	scene_fini(&scene);
	puzzle_fini(&puzzle);
	pipeline_fini(&pipeline);
}

static void other_families_have_no_empty_scenes(void **state)
{
	struct scene_wish wish = scene_wish(1);
	struct scene scene;

	(void)state;
	assert_int_equal(scene_draw_empty(FAMILY_tracks, &wish, &scene, NULL),
			 -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rooms_without_a_panel_have_none),
		cmocka_unit_test(pieces_are_no_panel),
		cmocka_unit_test(other_families_have_no_empty_scenes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
