/* Which of two inks of a place is its number's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "number_choice.h"
#include "rng.h"

enum { PAIRS = 20000 };

static struct number any_number(struct rng *rng)
{
	struct number number = { .value = rng_between(rng, -1, 2) };
	double x = rng_real(rng, 0, 5), y = rng_real(rng, 0, 5);

	if (number.value >= 0)
		number.digits = rng_between(rng, 1, 2);
	else if (rng_below(rng, 3) == 0)
		number.letter = 'A';
	else
		number.blank = rng_below(rng, 2);
	number.confidence = rng_real(rng, 0, 1);
	number.contrast = rng_real(rng, 0, 200);
	number.fill = rng_real(rng, 0.5, 1.1);
	number.extent = (struct extent){ x, y, x + rng_real(rng, 1, 20),
					 y + rng_real(rng, 1, 20) };
	return number;
}

/* What is settled is better than anything that may be read in the other ink,
 * which is then not read. */
static void settled(void **state)
{
	struct rng rng;
	int count = 0;

	(void)state;
	rng_seed(&rng, 3);
	for (int i = 0; i < PAIRS; i++) {
		struct number one = any_number(&rng), other = any_number(&rng);

		if (!number_is_settled(&one, other.contrast))
			continue;
		count++;
		assert_true(number_is_better(&one, &other));
		assert_false(number_is_better(&other, &one));
	}
	assert_true(count > PAIRS / 20);
}

/* A lone 0 may be the disc that a number stands on; and what stands out as
 * much may be the number. */
static void not_settled(void **state)
{
	struct number number = { .value = 0, .digits = 1, .contrast = 100 };

	(void)state;
	assert_false(number_is_settled(&number, 10));
	number.value = 7;
	assert_true(number_is_settled(&number, 10));
	assert_false(number_is_settled(&number, 90));
	number.value = -1;
	assert_false(number_is_settled(&number, 10));
	number.letter = 'A';
	assert_true(number_is_settled(&number, 10));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settled),
		cmocka_unit_test(not_settled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
