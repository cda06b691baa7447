#include "panel_lessons.h"

#include <stdint.h>

#include "find.h"
#include "solved.h"
#include "scene.h"
#include "scene_puzzles.h"

/* Scenes to learn from are none of those that are counted. */
static const uint64_t SEED_SHIFT = 1ull << 36;

/* Opens the panel as the reader does once it has found it. */
static int add_panel(const struct panel_lessons *lessons,
		     const struct scene *scene, const struct panel *panel,
		     const struct quad *px_corners, struct rng *rng)
{
	const struct quad cells =
		quad_from_box(0, 0, panel->columns, panel->rows);
	struct panel_place place = { .columns = panel->columns,
				     .rows = panel->rows };
	struct sheet sheet;
	struct begun begun;
	int result;

	if (homography_from_quads(&cells, px_corners, &place.cell_to_px) < 0)
		return 0;
	result = sheet_init(&sheet, &scene->image, &place, 1);
	if (result == 0)
		result = sheet_fill(&sheet);
	if (result == 0 && solved_lift_begun(&sheet, &begun) > 0)
		sheet_judge(&sheet);
	if (result == 0)
		result = lessons->take(lessons->to, &sheet, panel, rng);
	sheet_fini(&sheet);
	return result < 0 ? -1 : 0;
}

static int draw_scene(const struct panel_lessons *lessons, long number,
		      struct problem *problem)
{
	uint64_t seed = SEED_SHIFT + (uint64_t)number;
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	struct scene_wish wish = scene_wish(seed);
	struct scene scene;
	struct rng rng;
	int status = 0, count = scene_puzzles_make(FAMILY_panel, seed, false,
						   puzzles, problem);

	if (count < 0)
		return -1;
	rng_seed(&rng, seed);
	for (int i = 0; i < count && !lessons->held; i++)
		lessons->enrich(&puzzles[i].as.panel, &rng);
	if (scene_draw_page(puzzles, count, &wish, &scene, problem) < 0) {
		status = -1;
	} else {
		for (int i = 0; i < count; i++)
			status |=
				add_panel(lessons, &scene, &puzzles[i].as.panel,
					  &scene.px_corners[i],
					  lessons->held ? NULL : &rng);
		if (status < 0)
			problem_set(problem, PROBLEM_MEMORY,
				    "cannot write what was drawn");
		scene_fini(&scene);
	}
	for (int i = 0; i < count; i++)
		puzzle_fini(&puzzles[i]);
	return status;
}

int panel_lessons_draw(const struct panel_lessons *lessons, long first,
		       long count, struct problem *problem)
{
	for (long i = first; i < first + count; i++)
		if (draw_scene(lessons, i, problem) < 0)
			return -1;
	return 0;
}
