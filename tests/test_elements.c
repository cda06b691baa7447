/* Elements against a plain flood fill of the same edges. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elements.h"
#include "rng.h"

static struct image picture(int width, int height)
{
	struct image image;

	assert_int_equal(image_init(&image, width, height, NULL), 0);
	return image;
}

static void fill(struct image *image, struct box box, unsigned level)
{
	for (int y = box.y; y < box.y + box.height; y++)
		for (int x = box.x; x < box.x + box.width; x++)
			image_row(image, y)[x] = level * 0x010101;
}

/* Marks everything connected to x, y with `mark`; strokes also connect
 * diagonally. Returns how many pixels. */
static int flood(const int *kind, int *marks, int width, int height, int start,
		 int mark)
{
	int *stack = malloc((size_t)(width * height) * 8 * sizeof *stack);
	int count = 0, depth = 0;

	stack[depth++] = start;
	while (depth) {
		int at = stack[--depth];

		if (marks[at] >= 0)
			continue;
		marks[at] = mark;
		count++;
		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++) {
				int x = at % width + dx, y = at / width + dy;

				if (x < 0 || y < 0 || x >= width ||
				    y >= height || (dx && dy && !kind[start]))
					continue;
				if (kind[y * width + x] == kind[start] &&
				    marks[y * width + x] < 0)
					stack[depth++] = y * width + x;
			}
	}
	free(stack);
	return count;
}

/* The labelling by runs gives the same components as the flood fill does on
 * the kinds that it reports itself. */
static void components_are_those_of_a_flood_fill(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 7);
	for (int round = 0; round < 60; round++) {
		int width = rng_between(&rng, 3, 40);
		int height = rng_between(&rng, 3, 40);
		struct image image = picture(width, height);
		struct elements elements;
		int *kind = calloc((size_t)(width * height), sizeof *kind);
		int *marks = malloc((size_t)(width * height) * sizeof *marks);
		int components = 0;

		for (int i = 0; i < width * height; i++) {
			image.pixels[i] =
				rng_below(&rng, 4) ? 0xffffff : 0x000000;
			marks[i] = -1;
		}
		assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
		for (int i = 0; i < width * height; i++)
			kind[i] = elements_at(&elements, i % width, i / width)
					  ->kind == ELEMENT_STROKE;
		for (int i = 0; i < width * height; i++) {
			const struct element *element =
				elements_at(&elements, i % width, i / width);

			if (marks[i] < 0) {
				int area =
					flood(kind, marks, width, height, i,
					      (int)(element - elements.list));

				assert_int_equal(area, element->area);
				components++;
			}
			assert_int_equal(marks[i], element - elements.list);
		}
		assert_int_equal(components, elements.count);
		elements_fini(&elements);
		image_fini(&image);
		free(kind);
		free(marks);
	}
}

static void a_faint_square_is_a_field_with_its_corners(void **state)
{
	struct image image = picture(60, 50);
	struct elements elements;
	const struct element *field;

	(void)state;
	fill(&image, (struct box){ 0, 0, 60, 50 }, 200);
	fill(&image, (struct box){ 10, 12, 30, 20 }, 208);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	field = elements_at(&elements, 25, 22);
	assert_int_equal(field->kind, ELEMENT_FIELD);
	assert_in_range(field->box.width, 28, 30);
	assert_in_range(field->box.height, 18, 20);
	assert_true(point_distance(field->corners.corner[0],
				   (struct point){ 10, 12 }) < 2);
	assert_true(point_distance(field->corners.corner[2],
				   (struct point){ 39, 31 }) < 2);
	elements_fini(&elements);
	image_fini(&image);
}

static void noise_makes_no_strokes(void **state)
{
	struct image image = picture(200, 200);
	struct elements elements;
	struct rng rng;
	long strokes = 0;

	(void)state;
	rng_seed(&rng, 3);
	for (int i = 0; i < 200 * 200; i++) {
		int level = (int)(128 + 3 * rng_normal(&rng));

		image.pixels[i] = (unsigned)level * 0x010101;
	}
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	for (size_t i = 0; i < elements.count; i++)
		if (elements.list[i].kind == ELEMENT_STROKE)
			strokes += elements.list[i].area;
	assert_true(strokes < 200);
	elements_fini(&elements);
	image_fini(&image);
}

static void coordinates_are_those_of_the_full_picture(void **state)
{
	struct image image = picture(305, 307);
	struct elements elements;
	const struct element *field;

	(void)state;
	fill(&image, (struct box){ 0, 0, 305, 307 }, 20);
	fill(&image, (struct box){ 90, 120, 60, 90 }, 220);
	assert_int_equal(elements_find(&elements, &image, 3, NULL), 0);
	field = elements_at(&elements, 120, 160);
	assert_int_equal(field->kind, ELEMENT_FIELD);
	assert_in_range(field->box.x, 87, 93);
	assert_in_range(field->box.y, 117, 123);
	assert_in_range(field->box.width, 54, 60);
	assert_in_range(field->box.height, 84, 90);
	assert_null(elements_at(&elements, 305, 10));
	assert_null(elements_at(&elements, -1, 10));
	elements_fini(&elements);
	image_fini(&image);
}

static void the_smallest_pictures_have_elements(void **state)
{
	(void)state;
	for (int width = 1; width < 4; width++)
		for (int height = 1; height < 4; height++) {
			struct image image = picture(width, height);
			struct elements elements;

			assert_int_equal(
				elements_find(&elements, &image, 1, NULL), 0);
			assert_int_equal(elements.count, 1);
			assert_int_equal(elements.list[0].area, width * height);
			elements_fini(&elements);
			assert_int_equal(
				elements_find(&elements, &image, 4, NULL), 0);
			elements_fini(&elements);
			image_fini(&image);
		}
}

/* Is a faint dot seen so many blocks of eight pixels beside a strong one? */
static bool sees_beside_strong(int across, int down)
{
	struct image image = picture(80, 80);
	struct box faint = { 35 + 8 * across, 35 + 8 * down, 3, 3 };
	struct elements elements;
	bool seen;

	fill(&image, (struct box){ 0, 0, 80, 80 }, 60);
	fill(&image, (struct box){ 35, 35, 3, 3 }, 255);
	fill(&image, faint, 68);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	seen = elements_at(&elements, faint.x + 2, faint.y + 1)->kind ==
	       ELEMENT_STROKE;
	elements_fini(&elements);
	image_fini(&image);
	return seen;
}

static void what_is_faint_beside_the_strong_is_no_edge(void **state)
{
	(void)state;
	for (int down = -3; down <= 3; down++)
		for (int across = -3; across <= 3; across++)
			if (across || down)
				assert_int_equal(
					sees_beside_strong(across, down),
					abs(across) > 1 || abs(down) > 1);
}

/* Whatever lies behind the end of a row that is not whole eights. */
static void what_is_faint_at_the_rim_is_an_edge(void **state)
{
	(void)state;
	for (int width = 72; width < 80; width++) {
		struct image image = picture(width, 40);
		struct elements elements;

		fill(&image, (struct box){ 0, 0, width, 40 }, 60);
		fill(&image, (struct box){ width - 5, 20, 3, 3 }, 68);
		assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
		assert_int_equal(elements_at(&elements, width - 3, 21)->kind,
				 ELEMENT_STROKE);
		elements_fini(&elements);
		image_fini(&image);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(components_are_those_of_a_flood_fill),
		cmocka_unit_test(a_faint_square_is_a_field_with_its_corners),
		cmocka_unit_test(noise_makes_no_strokes),
		cmocka_unit_test(what_is_faint_beside_the_strong_is_no_edge),
		cmocka_unit_test(what_is_faint_at_the_rim_is_an_edge),
		cmocka_unit_test(coordinates_are_those_of_the_full_picture),
		cmocka_unit_test(the_smallest_pictures_have_elements),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
