/* Marks that no rule expects on panels of scenes are read rightly or doubted:
 * those that were dropped once, and answered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "odd_fate.h"
#include "panel_odd.h"
#include "pipeline.h"
#include "scene.h"
#include "solve.h"

/* As bench_odd makes them of such a seed, but of a panel that is made here. */
static enum odd_fate fate_of(uint64_t seed, const char *with,
			     struct pipeline *pipeline,
			     enum panel_odd_kind *kind, bool *begun)
{
	json_t *wish_json = json_pack("{s:i,s:i,s:s}", "columns", 4, "rows", 4,
				      "with", with);
	struct scene_wish wish = scene_wish(seed);
	struct outcome_list list = { 0 };
	struct panel_odd odd;
	struct puzzle panel;
	struct scene scene;
	enum odd_fate fate;

	assert_int_equal(
		solve_make(FAMILY_panel, wish_json, seed, &panel, NULL), 0);
	assert_int_equal(panel_odd_make(&panel, seed, &odd, NULL), 0);
	wish.small = true;
	wish.mark = odd.marked ? &odd.mark : NULL;
	assert_int_equal(scene_draw(&odd.drawn, &wish, &scene, NULL), 0);
	assert_int_equal(pipeline_read(pipeline, &scene.image, &list, NULL), 0);
	for (size_t i = 0; i < list.count; i++)
		assert_int_equal(
			pipeline_solve(pipeline, &list.outcomes[i], NULL), 0);
	fate = odd_fate_of(&odd, &scene.px_corners[0], &list);
	*kind = odd.kind;
	*begun = strstr(scene.look, "begun") != NULL;
	outcome_list_fini(&list);
	scene_fini(&scene);
	puzzle_fini(&odd.drawn);
	puzzle_fini(&odd.truth);
	puzzle_fini(&panel);
	json_decref(wish_json);
	return fate;
}

static void odd_marks_are_not_dropped(void **state)
{
	static const char *const with[] = { "dots,gaps", "squares", "stars",
					    "triangles" };
	struct pipeline pipeline;
	int looked = 0;

	(void)state;
	pipeline_init(&pipeline);
	pipeline.families = 1u << FAMILY_panel;
	for (uint64_t seed = 1; looked < 24; seed++) {
		enum panel_odd_kind kind;
		bool begun;
		enum odd_fate fate =
			fate_of(seed, with[seed % 4], &pipeline, &kind, &begun);

		/* beside a line that was begun nothing is looked for */
		if ((kind != PANEL_ODD_MOVED && kind != PANEL_ODD_ADDED) ||
		    begun)
			continue;
		looked++;
		if (fate == ODD_DROPPED || fate == ODD_SILENT)
			fail_msg("seed %d, %s: %s", (int)seed,
				 panel_odd_name(kind), odd_fate_name(fate));
	}
	pipeline_fini(&pipeline);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(odd_marks_are_not_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
