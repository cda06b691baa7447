/* The pictures of samples/ are what their labels draw, byte for byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "file.h"
#include "program.h"
#include "samples.h"

enum { BYTES_MAX = 16 << 20 };

static void compare(const char *a, const char *b)
{
	uint8_t *first, *second;
	size_t first_length, second_length;
	struct problem problem = { 0 };

	if (file_read(a, BYTES_MAX, &first, &first_length, &problem) < 0 ||
	    file_read(b, BYTES_MAX, &second, &second_length, &problem) < 0)
		fail_msg("%s", problem.text);
	if (first_length != second_length ||
	    memcmp(first, second, first_length) != 0)
		fail_msg("%s is not what scripts/samples draws", a);
	free(first);
	free(second);
}

static void redraw(const struct program_folder *folder, const char *label)
{
	char folder_of[512], copy[256], command[1200], picture[800], drawn[400];
	const char *name;
	json_t *json;

	snprintf(folder_of, sizeof folder_of, "%s", label);
	*strrchr(folder_of, '/') = '\0';
	snprintf(copy, sizeof copy, "%s%s", folder->path, strrchr(label, '/'));
	snprintf(command, sizeof command, "cp '%s' '%s' && '%s' '%s'", label,
		 copy, DRAW_SAMPLES, copy);
	assert_int_equal(system(command), 0);
	compare(label, copy);
	json = json_load_file(label, 0, NULL);
	name = json_string_value(json_object_get(json, "image"));
	assert_non_null(name);
	snprintf(picture, sizeof picture, "%s/%s", folder_of, name);
	snprintf(drawn, sizeof drawn, "%s/%s", folder->path, name);
	compare(picture, drawn);
	json_decref(json);
}

static void samples_are_redrawn_byte_for_byte(void **state)
{
	struct program_folder folder;
	glob_t labels;
	size_t count = samples_find(&labels);

	(void)state;
	assert_true(count >= 12);
	program_folder_make(&folder);
	for (size_t i = 0; i < count; i++)
		redraw(&folder, labels.gl_pathv[i]);
	program_folder_remove(&folder);
	globfree(&labels);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_redrawn_byte_for_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
