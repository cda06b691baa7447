/* What a search for lines remembers: keys that it has seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "panel_memory.h"
#include "rng.h"

enum { PLACES = 1 << 14, KEYS = PLACES / 8, FEW = 4 };

static struct memory_key make_key(struct rng *rng)
{
	return (struct memory_key){ { rng_next(rng), rng_next(rng) } };
}

/* How many of the first keys it knows. */
static int count_known(const struct panel_memory *memory, int keys)
{
	struct rng rng;
	int known = 0;

	rng_seed(&rng, 1);
	for (int i = 0; i < keys; i++) {
		struct memory_key key = make_key(&rng);

		known += panel_memory_knows(memory, &key);
	}
	return known;
}

static void note_keys(struct panel_memory *memory, int keys)
{
	struct rng rng;

	rng_seed(&rng, 1);
	for (int i = 0; i < keys; i++) {
		struct memory_key key = make_key(&rng);

		panel_memory_note(memory, &key);
	}
}

static void grows_as_it_fills(void **state)
{
	struct panel_memory memory = { .places_max = PLACES };
	struct memory_key other = { { 5, 7 } };
	size_t first;

	(void)state;
	assert_int_equal(count_known(&memory, FEW), 0);
	note_keys(&memory, FEW);
	assert_int_equal(count_known(&memory, FEW), FEW);
	first = memory.place_count;
	assert_in_range(first, 16, PLACES / 16);
	note_keys(&memory, KEYS);
	assert_in_range(memory.place_count, first + 1, PLACES);
	/* of keys that fall on one place the last is left: of so few hardly
	 * any do */
	assert_in_range(count_known(&memory, KEYS), KEYS * 7 / 10, KEYS);
	assert_false(panel_memory_knows(&memory, &other));
	other = (struct memory_key){ { memory.place_count + 5, 7 } };
	panel_memory_note(&memory, &other);
	assert_true(panel_memory_knows(&memory, &other));
	/* half a key is none */
	other.words[1]++;
	assert_false(panel_memory_knows(&memory, &other));
	panel_memory_fini(&memory);
}

static void grows_no_further_than_told(void **state)
{
	struct panel_memory memory = { .places_max = PLACES };

	(void)state;
	note_keys(&memory, 20 * PLACES);
	assert_int_equal(memory.place_count, PLACES);
	panel_memory_fini(&memory);
}

static void stays_as_it_is_once_shared(void **state)
{
	struct panel_memory memory = { .places_max = PLACES };
	const struct memory_key *places;

	(void)state;
	note_keys(&memory, FEW);
	panel_memory_share(&memory);
	assert_int_equal(count_known(&memory, FEW), FEW);
	places = memory.places;
	note_keys(&memory, 20 * PLACES);
	assert_ptr_equal(memory.places, places);
	panel_memory_fini(&memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grows_as_it_fills),
		cmocka_unit_test(grows_no_further_than_told),
		cmocka_unit_test(stays_as_it_is_once_shared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
