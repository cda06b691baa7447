/* Cylinders laid out flat, in looks that were misread once. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "file.h"
#include "panel_look.h"

/* A wall that is as far from the lines' colour as from the ground's is no more
 * of a cylinder's lines. */
static void test_cylinder_on_wall(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line = 0x703070;
	theme.cell = theme.outside = 0x10101c;
	theme.framed = false;
	check("{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"wraps\":true,"
	      "\"starts\":[[2,8]],\"ends\":[{\"at\":[4,0],\"towards\":[0,-1]}]"
	      "}",
	      &theme, 50);
}

/* On a wall of its lines' colour these do not tell how far a cylinder fades:
 * its last column is empty. */
static void test_cylinder_like_wall(void **state)
{
	const uint32_t lines[] = { 0x485060, 0x586868, 0x706468, 0x607080 };
	struct panel_theme theme = plain;

	(void)state;
	theme.cell = theme.outside = 0xe0b090;
	theme.framed = false;
	for (int i = 0; i < 4; i++) {
		theme.line = lines[i];
		check_spoiled("{\"family\":\"panel\",\"columns\":4,"
			      "\"rows\":4,\"wraps\":true,"
			      "\"starts\":[[2,8]],\"ends\":[{\"at\":[4,0],"
			      "\"towards\":[0,-1]}]}",
			      &theme, 40, soften_and_grain);
	}
}

/* Ends at both sides of a flat panel run on like a cylinder's lines, but have
 * no column to lead to. */
static void test_ends_at_both_sides(void **state)
{
	(void)state;
	check("{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
	      "\"starts\":[[0,4],[4,4]],\"ends\":["
	      "{\"at\":[0,0],\"towards\":[-1,0]},"
	      "{\"at\":[4,0],\"towards\":[1,0]},"
	      "{\"at\":[0,2],\"towards\":[-1,0]},"
	      "{\"at\":[4,2],\"towards\":[1,0]}],\"gaps\":[[1,2]]}",
	      &plain, 50);
}

/* Wide lines run on hardly past a cylinder's first upright one, whose side cuts
 * a start's disc off. */
static void test_wide_cylinder(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.44;
	theme.start_radius = 0.5;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wraps\":true,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[4,0],\"towards\":[0,-1]},"
	      "{\"at\":[5,6],\"towards\":[0,1]}],\"gaps\":[[5,0]]}",
	      &theme, PITCH);
}

/* Where a cylinder's lines run on nothing tells of a disc, but the rim's free
 * side does, where the disc is hardly larger than the lines' corner. */
static void test_disc_on_cylinder(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.43;
	theme.start_radius = 0.345;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wraps\":true,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[1,0],\"towards\":[0,-1]}]"
	      "}",
	      &theme, 80);
}

/* The lines of a start's disc on the first column hide whether they run on, all
 * or on one side: the others tell. */
static void test_discs_at_the_side(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.start_radius = 0.4;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":2,\"wraps\":true,"
	      "\"starts\":[[0,2],[0,4]],\"ends\":[{\"at\":[2,0],\"towards\":"
	      "[0,-1]}]}",
	      &theme, 80);
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":2,\"wraps\":true,"
	      "\"starts\":[[0,3],[0,4]],\"ends\":[{\"at\":[2,0],\"towards\":"
	      "[0,-1]}]}",
	      &theme, 80);
}

static void darken_wall(struct image *image)
{
	for (int y = 0; y < SIZE; y++)
		for (int x = 0; x < SIZE; x++)
			if (image_row(image, y)[x] == 0x606468)
				image_row(image, y)[x] = 0x1e1120;
}

/* Left of a stub on the first column lies a frame of nearly the line's colour:
 * what it hides is seen at the right. */
static void test_stub_at_the_side(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.36;
	theme.line = 0x24282a;
	theme.cell = 0x95ec4b;
	theme.outside = 0x3d4c2e;
	theme.frame = 0x575a4b;
	theme.cells_filled = true;
	check_spoiled(
		"{\"family\":\"panel\",\"columns\":4,\"rows\":3,\"wraps\":true,"
		"\"starts\":[[4,6]],\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]}"
		"]"
		"}",
		&theme, PITCH, darken_wall);
}

/* A first column without lying lines stands apart from all others: one page is
 * never surely read otherwise, whatever its size. */
static void test_column_apart(void **state)
{
	const char *path = SHARED_DATA "/panels/drawn/TUF44RVS.png";
	struct image image;

	(void)state;
	if (access(path, R_OK) < 0)
		skip_because("no %s", path);
	for (double zoom = 0.5; zoom < 2; zoom *= 1.05) {
		const struct homography map = { { zoom, 0, 0, 0, zoom, 0, 0, 0,
						  1 } };
		struct sighting_list list;
		const struct panel *panel;

		assert_int_equal(file_load_image(path, &image, NULL), 0);
		assert_int_equal(
			degrade_warp(&image, &map, (int)(zoom * image.width),
				     (int)(zoom * image.height), 0, NULL),
			0);
		list = seen_in(&image, FAMILY_panel);
		assert_int_equal(list.count, 1);
		panel = &list.sightings[0].puzzle.as.panel;
		if ((panel->columns != 8 || !panel->wraps) &&
		    list.sightings[0].confidence > 0.7)
			fail_msg("%g: %d columns", zoom, panel->columns);
		sighting_list_fini(&list);
		image_fini(&image);
	}
}

/* Light that falls off over the right end of the lowest line. */
static void hide_right_end(struct image *image)
{
	const int from = LEFT + 3 * PITCH;

	for (int y = LEFT + 3 * PITCH - 8; y < LEFT + 3 * PITCH + 8; y++)
		for (int x = from; x < SIZE; x++) {
			uint32_t *pixel = &image_row(image, y)[x];
			double light = fmax(0, 1 - 0.9 * (x - from) / PITCH);
			uint32_t level[3];

			for (int k = 0; k < 3; k++)
				level[k] = (uint32_t)(light *
						      (*pixel >> 8 * k & 255));
			*pixel = level[2] << 16 | level[1] << 8 | level[0];
		}
}

/* The last edge ends on the left side, too, where it is seen. */
static void test_hidden_right_end(void **state)
{
	(void)state;
	check_spoiled("{\"family\":\"panel\",\"columns\":4,\"rows\":3,"
		      "\"wraps\":true,\"starts\":[[4,6]],\"ends\":[{\"at\":"
		      "[2,0],\"towards\":[0,-1]}]}",
		      &plain, PITCH, hide_right_end);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cylinder_on_wall),
		cmocka_unit_test(test_cylinder_like_wall),
		cmocka_unit_test(test_ends_at_both_sides),
		cmocka_unit_test(test_wide_cylinder),
		cmocka_unit_test(test_disc_on_cylinder),
		cmocka_unit_test(test_discs_at_the_side),
		cmocka_unit_test(test_stub_at_the_side),
		cmocka_unit_test(test_hidden_right_end),
		cmocka_unit_test(test_column_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
