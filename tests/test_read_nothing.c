/* Where no panel is none is found: rooms and pages without one, with boards
 * that are switched off. (bench_nothing looks at hundreds of screens.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pipeline.h"
#include "scene.h"

enum { ROOMS = 12 };

static void rooms_without_a_panel_have_none(void **state)
{
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	pipeline.families = 1u << FAMILY_panel;
	for (uint64_t seed = 0; seed < ROOMS; seed++) {
		struct scene_wish wish = scene_wish(300 + seed);
		struct outcome_list list = { 0 };
		struct scene scene;

		assert_int_equal(
			scene_draw_empty(FAMILY_panel, &wish, &scene, NULL), 0);
		assert_int_equal(
			pipeline_read(&pipeline, &scene.image, &list, NULL), 0);
		if (list.count)
			fail_msg("room %d (%s): %zu found", (int)seed,
				 scene.look, list.count);
		outcome_list_fini(&list);
		scene_fini(&scene);
	}
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
		cmocka_unit_test(other_families_have_no_empty_scenes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
