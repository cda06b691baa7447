/* Puzzles as web pages (scripts/web): what a label says lies where it says. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "file.h"
#include "program.h"
#include "puzzle.h"

/* Numbers stand out from their ground by more, in levels of a channel. */
enum { INK_LEAST = 40 };

static int set_up(void **state)
{
	setenv("SOLVEGLASS", PROGRAM, 1);
	return program_setup(state);
}

/* Draws a page of seed 5 and returns its label. */
static json_t *draw(struct program_test *test, const char *family,
		    const char *into, int number, struct image *image)
{
	char command[512], path[256];
	json_t *label;

	if (system("command -v chromium >/dev/null && "
		   "command -v python3 >/dev/null") != 0)
		skip_because("chromium or python3 is not installed");
	snprintf(command, sizeof command,
		 "--version && '%s/scripts/web' --words --first %d %s 1 5 %s",
		 SOURCE_DIR, number, family, into);
	program_expect(test, command, 0, "");
	snprintf(path, sizeof path, "%s/%s/%s-5-%04d.json", test->folder.path,
		 into, family, number);
	label = json_load_file(path, 0, NULL);
	assert_non_null(label);
	snprintf(path, sizeof path, "%s/%s/%s", test->folder.path, into,
		 json_string_value(json_object_get(label, "image")));
	assert_int_equal(file_load_image(path, image, NULL), 0);
	return label;
}

static double number_at(const json_t *list, size_t index)
{
	return json_number_value(json_array_get(list, index));
}

/* Left, top, right, bottom. */
static bool inside(const json_t *inner, const json_t *outer)
{
	return number_at(inner, 0) >= number_at(outer, 0) - 1 &&
	       number_at(inner, 1) >= number_at(outer, 1) - 1 &&
	       number_at(inner, 2) <= number_at(outer, 2) + 1 &&
	       number_at(inner, 3) <= number_at(outer, 3) + 1;
}

/* The greatest difference of a channel within the box. */
static int ink_in(const struct image *image, const json_t *box)
{
	int most[3] = { 0 }, least[3] = { 255, 255, 255 }, ink = 0;
	int x0 = (int)ceil(number_at(box, 0)),
	    y0 = (int)ceil(number_at(box, 1));

	for (int y = y0; y <= (int)number_at(box, 3); y++)
		for (int x = x0; x <= (int)number_at(box, 2); x++)
			for (int i = 0; i < 3; i++) {
				int level =
					image_row(image, y)[x] >> 8 * i & 0xff;

				if (level > most[i])
					most[i] = level;
				if (level < least[i])
					least[i] = level;
				if (most[i] - least[i] > ink)
					ink = most[i] - least[i];
			}
	return ink;
}

/* The number is printed within the cell, and is seen there. */
static void expect_printed(const json_t *label, const struct image *image,
			   json_int_t value, const json_t *cell)
{
	char text[24];
	size_t i;
	json_t *word;

	snprintf(text, sizeof text, "%lld", (long long)value);
	json_array_foreach(json_object_get(label, "words"), i, word)
	{
		const json_t *box = json_object_get(word, "box");

		if (strcmp(json_string_value(json_object_get(word, "text")),
			   text) != 0 ||
		    !inside(box, cell))
			continue;
		if (ink_in(image, box) < INK_LEAST)
			fail_msg("%s: no ink where it stands", text);
		return;
	}
	fail_msg("%s: not printed in its cell", text);
}

/* Every cell has a box, in which its number is. */
static void expect_cells(const json_t *label, const struct image *image,
			 size_t puzzle, const json_t *rows)
{
	size_t y, x, i, found = 0, cells = 0;
	json_t *row, *value, *cell;

	json_array_foreach(rows, y, row) json_array_foreach(row, x, value)
	{
		cells++;
		json_array_foreach(json_object_get(label, "boxes"), i, cell)
		{
			const json_t *at = json_object_get(cell, "at");
			const json_t *box = json_object_get(cell, "box");

			if ((size_t)json_integer_value(json_object_get(
				    cell, "puzzle")) != puzzle ||
			    number_at(at, 0) != (double)x ||
			    number_at(at, 1) != (double)y)
				continue;
			found++;
			if (json_is_integer(value))
				expect_printed(label, image,
					       json_integer_value(value), box);
		}
	}
	assert_int_equal(found, cells);
}

static void expect_corners(const json_t *corners, const struct image *image)
{
	assert_int_equal(json_array_size(corners), 4);
	for (size_t i = 0; i < 4; i++) {
		const json_t *point = json_array_get(corners, i);

		assert_in_range(lround(number_at(point, 0)) + 1, 0,
				image->width + 1);
		assert_in_range(lround(number_at(point, 1)) + 1, 0,
				image->height + 1);
	}
}

/* A label holds puzzles of the family, each within the picture. */
static void expect_label(const json_t *label, const struct image *image,
			 enum family family)
{
	const char *numbers[] = { "cells", "rows" };
	size_t i;
	json_t *json;

	assert_true(json_array_size(json_object_get(label, "puzzles")) > 0);
	json_array_foreach(json_object_get(label, "puzzles"), i, json)
	{
		struct puzzle puzzle;

		assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
		assert_int_equal(puzzle.family, family);
		puzzle_fini(&puzzle);
		expect_corners(json_object_get(json, "corners"), image);
		for (size_t k = 0; k < 2; k++) {
			json_t *rows = json_object_get(json, numbers[k]);

			if (json_is_array(json_array_get(rows, 0)))
				expect_cells(label, image, i, rows);
		}
	}
}

static void every_family_is_drawn(void **state)
{
	for (int i = 0; i < FAMILY_COUNT; i++) {
		struct image image = { 0 };
		json_t *label = draw(*state, puzzle_family(i)->name, "drawn", 1,
				     &image);

		expect_label(label, &image, i);
		json_decref(label);
		image_fini(&image);
	}
}

static void the_same_seed_gives_the_same_page(void **state)
{
	struct program_test *test = *state;

	for (int i = 0; i < 2; i++) {
		struct image image = { 0 };

		json_decref(
			draw(test, "pyramid", i ? "again" : "once", 2, &image));
		image_fini(&image);
	}
	program_expect(test, "--version && diff -r once again", 0, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_family_is_drawn, set_up,
						program_teardown),
		cmocka_unit_test_setup_teardown(
			the_same_seed_gives_the_same_page, set_up,
			program_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
