/* Pages with puzzles of two families: what was surely read of one keeps none
 * of the others from being read beside or below it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "file.h"
#include "image.h"
#include "vision.h"

/* The samples by themselves are read with .91 and more. */
#define SURE 0.9

static const struct page_half {
	const char *sample;
	enum family family;
} halves[] = {
	{ "tracks/screen-1.png", FAMILY_tracks },
	{ "suko/screen-1.png", FAMILY_suko },
	{ "cross-sum/screen-1.png", FAMILY_cross_sum },
	{ "pyramid/screen-2.png", FAMILY_pyramid },
};

enum { HALVES = sizeof halves / sizeof *halves };

static void paste(const struct image *from, int left, int top, struct image *to)
{
	for (int y = 0; y < from->height; y++)
		for (int x = 0; x < from->width; x++)
			image_row(to, top + y)[left + x] =
				image_row(from, y)[x];
}

/* The one beside or above the other, on the paper of the first. */
static void join(const struct image *a, const struct image *b, bool below,
		 struct image *page)
{
	int width = a->width > b->width ? a->width : b->width;
	int height = a->height > b->height ? a->height : b->height;

	assert_int_equal(image_init(page, below ? width : a->width + b->width,
				    below ? a->height + b->height : height,
				    NULL),
			 0);
	for (int y = 0; y < page->height; y++)
		for (int x = 0; x < page->width; x++)
			image_row(page, y)[x] = image_row(a, 0)[0];
	paste(a, 0, 0, page);
	paste(b, below ? 0 : a->width, below ? a->height : 0, page);
}

static int count_sure(const struct sighting_list *list, enum family family)
{
	int count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->sightings[i].puzzle.family == family &&
			 list->sightings[i].confidence >= SURE;
	return count;
}

static void both_are_read(void **state)
{
	struct vision *vision = vision_new(NULL);
	struct image pages[HALVES] = { 0 };

	(void)state;
	for (int i = 0; i < HALVES; i++) {
		char path[300];

		snprintf(path, sizeof path, "%s/samples/%s", SOURCE_DIR,
			 halves[i].sample);
		assert_int_equal(file_load_image(path, &pages[i], NULL), 0);
	}
	for (int i = 0; i < HALVES * HALVES; i++) {
		int a = i / HALVES, b = i % HALVES;
		struct sighting_list list = { 0 };
		struct image page = { 0 };

		if (a == b)
			continue;
		join(&pages[a], &pages[b], a < b, &page);
		assert_int_equal(vision_read(vision, &page, ~0u, &list, NULL),
				 0);
		assert_int_equal(count_sure(&list, halves[a].family), 1);
		assert_int_equal(count_sure(&list, halves[b].family), 1);
		sighting_list_fini(&list);
		image_fini(&page);
	}
	for (int i = 0; i < HALVES; i++)
		image_fini(&pages[i]);
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
