/* Which pixels are edges, in rows of any length: those that are worked on many
 * at once leave rests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alloc.h"
#include "edges.h"

enum { GROUND = 40, FACTOR = 3, WIDEST = 140 };

static struct plane even(int width, int height)
{
	struct plane grey;

	assert_int_equal(plane_init(&grey, width, height), 0);
	for (int y = 0; y < height; y++)
		memset(plane_row(&grey, y), GROUND, (size_t)width);
	return grey;
}

/* What edges_find says of every pixel, by rows; the caller frees. */
static bool *find(const struct plane *grey, int reach)
{
	bool *found = alloc_array((size_t)grey->width * (size_t)grey->height,
				  sizeof *found);
	struct edges edges;
	uint64_t *bits;

	assert_int_equal(edges_find(&edges, grey, reach, FACTOR), 0);
	bits = alloc_array(edges_row_words(&edges), sizeof *bits);
	for (int y = 0; y < grey->height; y++) {
		edges_mark_row(&edges, y, bits);
		for (int x = 0; x < grey->width; x++)
			found[y * grey->width + x] =
				bits[x / EDGES_WORD] >> x % EDGES_WORD & 1;
		for (size_t x = (size_t)grey->width;
		     x < edges_row_words(&edges) * EDGES_WORD; x++)
			assert_false(bits[x / EDGES_WORD] >> x % EDGES_WORD &
				     1);
	}
	free(bits);
	edges_fini(&edges);
	return found;
}

/* A single pixel differs from the next to its right and below, and so do those
 * `reach` left of and above it; nothing else does. */
static void check_speck(struct plane *grey, int x, int y, int reach)
{
	bool *found;

	plane_row(grey, y)[x] = GROUND + 100;
	found = find(grey, reach);
	for (int j = 0; j < grey->height; j++)
		for (int i = 0; i < grey->width; i++) {
			bool self = i == x && j == y &&
				    (x + reach < grey->width ||
				     y + reach < grey->height);
			bool left = j == y && i == x - reach;
			bool above = i == x && j == y - reach;

			assert_int_equal(found[j * grey->width + i],
					 self || left || above);
		}
	free(found);
	plane_row(grey, y)[x] = GROUND;
}

static void finds_specks(void **state)
{
	(void)state;
	for (int width = 3; width < WIDEST; width++) {
		struct plane grey = even(width, 19);

		for (int x = 0; x < width; x += 1 + width / 24)
			for (int reach = 1; reach <= 2; reach++) {
				check_speck(&grey, x, 7, reach);
				check_speck(&grey, x, 18, reach);
			}
		check_speck(&grey, width - 1, 8, 1);
		plane_fini(&grey);
	}
}

/* Beside a strong edge a weak one is its ringing, farther away it is none. */
static void check_ringing(struct plane *grey, int strong)
{
	bool *found;

	for (int y = 0; y < grey->height; y++) {
		uint8_t *row = plane_row(grey, y);

		for (int x = 0; x < WIDEST; x++)
			row[x] = (uint8_t)(GROUND + (x > strong ? 200 : 0) +
					   (x > 20 ? 8 : 0) - (x > 74 ? 8 : 0));
	}
	found = find(grey, 1);
	for (int i = 0; i < WIDEST * grey->height; i++)
		assert_int_equal(found[i],
				 i % WIDEST == 20 || i % WIDEST == strong);
	free(found);
}

/* ... in whichever column of its block the strong one is. */
static void leaves_ringing(void **state)
{
	struct plane grey = even(WIDEST, 40);

	(void)state;
	for (int strong = 80; strong < 88; strong++)
		check_ringing(&grey, strong);
	plane_fini(&grey);
}

/* Noise is no edge, but in few pixels; a step that stands out of it is. */
static void leaves_noise(void **state)
{
	struct plane grey = even(WIDEST, 64);
	uint32_t random = 1;
	int specks = 0;
	bool *found;

	(void)state;
	for (int y = 0; y < grey.height; y++)
		for (int x = 0; x < WIDEST; x++) {
			random = random * 1664525u + 1013904223u;
			plane_row(&grey, y)[x] =
				(uint8_t)(GROUND + (random >> 24) % 12 +
					  (x > 90 ? 80 : 0));
		}
	found = find(&grey, 1);
	for (int y = 0; y < grey.height; y++)
		for (int x = 0; x < WIDEST; x++) {
			if (x == 90)
				assert_true(found[y * WIDEST + x]);
			else
				specks += found[y * WIDEST + x];
		}
	assert_in_range(specks, 0, WIDEST * 64 / 100);
	free(found);
	plane_fini(&grey);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_specks),
		cmocka_unit_test(leaves_ringing),
		cmocka_unit_test(leaves_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
