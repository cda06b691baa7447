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

static void fill(struct image *image, int left, int top, int right, int low,
		 uint32_t colour)
{
	for (int y = top; y <= low; y++)
		for (int x = left; x <= right; x++)
			image_row(image, y)[x] = colour;
}

enum { TILES = 5, TILE = 32, BORDER = 16, WIRE = 1, LAMP = 8 };
enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8, LIT = 16 };

/* A tile's wires, and its lamp. */
static void draw_tile(struct image *image, int column, int row, int tile)
{
	int x = BORDER + column * TILE + TILE / 2;
	int y = BORDER + row * TILE + TILE / 2, far = TILE / 2;

	if (tile & (UP | DOWN))
		fill(image, x - WIRE, y - (tile & UP ? far : WIRE), x + WIRE,
		     y + (tile & DOWN ? far : WIRE), 0);
	if (tile & (RIGHT | LEFT))
		fill(image, x - (tile & LEFT ? far : WIRE), y - WIRE,
		     x + (tile & RIGHT ? far : WIRE), y + WIRE, 0);
	if (!(tile & LIT))
		return;
	fill(image, x - LAMP, y - LAMP, x + LAMP, y + LAMP, 0);
	fill(image, x - LAMP + 1, y - LAMP + 1, x + LAMP - 1, y + LAMP - 1,
	     0x0000ff);
}

/* Wires of a board of tiles, to be turned until all lamps are lit: where two
 * crossings meet they are a panel's lines but for most of them. */
static void wires_are_no_panel(void **state)
{
	static const uint8_t tiles[TILES][TILES] = {
		{ 9, 4 | LIT, 1 | LIT, 9, 8 | LIT },
		{ 7, 13, 13, 7, 8 | LIT },
		{ 8 | LIT, 6, 7 | LIT, 7, 6 },
		{ 1 | LIT, 14, 13, 1 | LIT, 8 | LIT },
		{ 1 | LIT, 12, 3, 10, 4 | LIT },
	};
	const int size = TILES * TILE + 2 * BORDER + 1;
	struct scene scene = { .look = "wires" };
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	pipeline.families = 1u << FAMILY_panel;
	assert_int_equal(image_init(&scene.image, size, size, NULL), 0);
	fill(&scene.image, 0, 0, size - 1, size - 1, 0xe6e6e6);
	for (int i = 0; i <= TILES; i++) {
		int at = BORDER + i * TILE, last = size - 1 - BORDER;

		fill(&scene.image, at, BORDER, at, last, 0x737373);
		fill(&scene.image, BORDER, at, last, at, 0x737373);
	}
	for (int i = 0; i < TILES * TILES; i++)
		draw_tile(&scene.image, i % TILES, i / TILES,
			  tiles[i / TILES][i % TILES]);
	expect_none(&pipeline, &scene, 0);
	image_fini(&scene.image);
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
		cmocka_unit_test(wires_are_no_panel),
		cmocka_unit_test(other_families_have_no_empty_scenes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
