/* What skipped.h makes of a test program's end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_skipped_test_is_told_and_hides_no_failure(void **state)
{
	(void)state;
	assert_int_equal(skipped_status(0), 0);
	assert_int_equal(skipped_status(2), 1);
	/* as many as there are statuses for skipping */
	assert_int_equal(skipped_status(SKIPPED_STATUS), 1);
	skipped_tests = 1;
	assert_int_equal(skipped_status(0), SKIPPED_STATUS);
	assert_int_equal(skipped_status(1), 1);
	skipped_tests = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_skipped_test_is_told_and_hides_no_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
