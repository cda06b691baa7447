/* The pictures of samples/ are what their labels draw: byte for byte with the
 * cairo that drew them, with others as nearly as edges and letters allow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>
#include <jansson.h>

#include "file.h"
#include "program.h"
#include "samples.h"

enum { BYTES_MAX = 16 << 20 };
/* Squares of the 68 samples, as cairo 1.16 and 1.18 draw them, differ by 11
 * levels in the mean at most. */
enum { SQUARE_PX = 16, LEVELS_APART = 15 };

static bool are_same_files(const char *a, const char *b)
{
	uint8_t *first = NULL, *second = NULL;
	size_t first_length = 0, second_length = 0;
	struct problem problem = { 0 };
	bool same;

	if (file_read(a, BYTES_MAX, &first, &first_length, &problem) < 0 ||
	    file_read(b, BYTES_MAX, &second, &second_length, &problem) < 0)
		fail_msg("%s", problem.text);
	same = first_length == second_length &&
	       memcmp(first, second, first_length) == 0;
	free(first);
	free(second);
	return same;
}

/* The sum of a channel over a square of SQUARE_PX pixels a side. */
static int sum_square(const struct image *image, int left, int top, int shift)
{
	int sum = 0;

	for (int y = top; y < top + SQUARE_PX; y++)
		for (int x = left; x < left + SQUARE_PX; x++)
			sum += (int)(image_row(image, y)[x] >> shift & 255);
	return sum;
}

static bool are_alike(const char *a, const char *b)
{
	struct image first = { 0 }, second = { 0 };
	bool alike;

	assert_int_equal(file_load_image(a, &first, NULL), 0);
	assert_int_equal(file_load_image(b, &second, NULL), 0);
	alike = first.width == second.width && first.height == second.height;
	for (int y = 0; alike && y + SQUARE_PX <= first.height; y += SQUARE_PX)
		for (int x = 0; x + SQUARE_PX <= first.width; x += SQUARE_PX)
			for (int shift = 0; shift < 24; shift += 8)
				alike &= abs(sum_square(&first, x, y, shift) -
					     sum_square(&second, x, y, shift)) <
					 LEVELS_APART * SQUARE_PX * SQUARE_PX;
	image_fini(&first);
	image_fini(&second);
	return alike;
}

static void compare(const char *a, const char *b, bool is_picture)
{
	bool is_other_cairo = cairo_version() >= CAIRO_VERSION_ENCODE(1, 17, 0);

	if (!are_same_files(a, b) &&
	    !(is_picture && is_other_cairo && are_alike(a, b)))
		fail_msg("%s is not what scripts/samples draws", a);
}

static void redraw(const struct program_folder *folder, const char *label)
{
	char folder_of[512], copy[256], command[1200], picture[800], drawn[400];
	json_t *json, *images;

	snprintf(folder_of, sizeof folder_of, "%s", label);
	*strrchr(folder_of, '/') = '\0';
	snprintf(copy, sizeof copy, "%s%s", folder->path, strrchr(label, '/'));
	snprintf(command, sizeof command, "cp '%s' '%s' && '%s' '%s'", label,
		 copy, DRAW_SAMPLES, copy);
	assert_int_equal(system(command), 0);
	compare(label, copy, false);
	json = json_load_file(label, 0, NULL);
	images = json_object_get(json, "images");
	for (size_t i = 0; i < (images ? json_array_size(images) : 1); i++) {
		const char *name = json_string_value(
			images ? json_array_get(images, i)
			       : json_object_get(json, "image"));

		assert_non_null(name);
		snprintf(picture, sizeof picture, "%s/%s", folder_of, name);
		snprintf(drawn, sizeof drawn, "%s/%s", folder->path, name);
		compare(picture, drawn, true);
	}
	json_decref(json);
}

static void samples_are_redrawn(void **state)
{
	struct program_folder folder;
	glob_t labels;
	size_t count = samples_find(&labels);

	(void)state;
	assert_true(count >= 12);
	assert_int_equal(glob(SOURCE_DIR "/samples/panel/pillar/*.json",
			      GLOB_APPEND, NULL, &labels),
			 0);
	count = labels.gl_pathc;
	program_folder_make(&folder);
	for (size_t i = 0; i < count; i++)
		redraw(&folder, labels.gl_pathv[i]);
	program_folder_remove(&folder);
	globfree(&labels);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_redrawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
