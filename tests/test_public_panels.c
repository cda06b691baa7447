/* Panels as other people's programs draw them, of which something was dropped
 * once: pictures of ../shared/data/public. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "file.h"
#include "pipeline.h"
#include "seen.h"

#define FOLDER SHARED_DATA "/public/"

static struct sighting_list seen(const char *file)
{
	struct sighting_list list;
	struct image image;
	char path[200];

	snprintf(path, sizeof path, "%s%s", FOLDER, file);
	assert_int_equal(file_load_image(path, &image, NULL), 0);
	list = seen_in(&image, FAMILY_panel);
	image_fini(&image);
	return list;
}

static void check_read(const char *name)
{
	struct sighting_list list;
	struct puzzle puzzle;
	char path[200];
	json_t *label;

	snprintf(path, sizeof path, "%s%s.json", FOLDER, name);
	label = json_load_file(path, 0, NULL);
	assert_non_null(label);
	assert_int_equal(
		puzzle_from_json(
			json_array_get(json_object_get(label, "puzzles"), 0),
			&puzzle, NULL),
		0);
	snprintf(path, sizeof path, "%s.png", name);
	list = seen(path);
	assert_seen(&list, &puzzle);
	assert_true(list.sightings[0].confidence > PIPELINE_CONFIDENCE_MIN);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
	json_decref(label);
}

static void dots_beside_their_edges_are_read(void **state)
{
	(void)state;
	if (access(FOLDER, R_OK))
		skip_because("no ../shared/data/public");
	check_read("flinty-2");
	check_read("flinty-5");
}

/* The other two are the first one with a line drawn. */
static void three_in_a_row_stay_apart(void **state)
{
	(void)state;
	if (access(FOLDER, R_OK))
		skip_because("no ../shared/data/public");
	check_read("sergreen-7");
}

/* A white line from a start to an end over a dim grid. */
static void solved_panels_are_left_out(void **state)
{
	static const char *const files[] = { "sergreen-solved-1.png",
					     "sergreen-solved-2.png" };

	(void)state;
	if (access(FOLDER, R_OK))
		skip_because("no ../shared/data/public");
	for (int i = 0; i < 2; i++) {
		struct sighting_list list = seen(files[i]);

		assert_int_equal(list.count, 0);
		assert_in_range(list.left_out_count, 1, 2);
		assert_string_equal(list.left_out[0].what,
				    "a panel that is already solved");
		sighting_list_fini(&list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dots_beside_their_edges_are_read),
		cmocka_unit_test(three_in_a_row_stay_apart),
		cmocka_unit_test(solved_panels_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
