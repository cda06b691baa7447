/* How likely all that was read of a puzzle is right (vision/spine/merge.c). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "look.h"

static void add(struct sighting *sighting, const char *clue, int at,
		const char *value, double confidence, uint64_t key)
{
	struct reading reading = { .confidence = confidence, .key = key };

	snprintf(reading.clue, sizeof reading.clue, "%s[%d]", clue, at);
	snprintf(reading.value, sizeof reading.value, "%s", value);
	assert_int_equal(sighting_add_reading(sighting, &reading), 0);
}

static void expect(const struct sighting *sighting, double chance)
{
	assert_true(fabs(readings_chance(sighting) - chance) < 1e-9);
}

/* The same pixels are read rightly or wrongly at all their places. */
static void pixels_are_doubted_once(void **state)
{
	struct sighting sighting = { .puzzle.family = FAMILY_sudoku };

	(void)state;
	add(&sighting, "cells", 0, "3", .9, 7);
	add(&sighting, "cells", 1, "3", .9, 7);
	expect(&sighting, .9);
	/* others, and such as were read elsewhere as something else */
	add(&sighting, "cells", 2, "3", .9, 9);
	add(&sighting, "cells", 3, "8", .9, 7);
	add(&sighting, "cells", 4, "3", .9, 0);
	add(&sighting, "cells", 5, "3", .9, 0);
	expect(&sighting, .9 * .9 * .9 * .9 * .9);
	sighting_fini(&sighting);
}

/* A wrong total would change one sum alone, where both are the same. */
static void totals_bear_each_other_out(void **state)
{
	struct sighting sighting = {
		.puzzle = { .family = FAMILY_tracks,
			    .as.tracks = { .columns = 2,
					   .rows = 2,
					   .column_totals = { 2, 1 },
					   .row_totals = { 1, 2 } } }
	};

	(void)state;
	add(&sighting, "column_totals", 0, "2", .8, 0);
	add(&sighting, "column_totals", 1, "1", .9, 0);
	add(&sighting, "row_totals", 0, "1", 1, 0);
	add(&sighting, "row_totals", 1, "2", .95, 0);
	expect(&sighting, 1 - .3 * .05);
	sighting.puzzle.as.tracks.row_totals[1] = 3;
	expect(&sighting, .8 * .9 * .95);
	sighting_fini(&sighting);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pixels_are_doubted_once),
		cmocka_unit_test(totals_bear_each_other_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
