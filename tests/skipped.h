/* Part of every test program, before its own lines: where tests were skipped
 * and none failed it ends with 77, which ctest shows as skipped, and each
 * skipped test says why. */
#ifndef SKIPPED_H
#define SKIPPED_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SKIPPED_STATUS = 77 };

static int skipped_tests;

static inline int skipped_status(int failed)
{
	if (failed)
		return 1;
	return skipped_tests ? SKIPPED_STATUS : 0;
}

/* Ends the test; the arguments are those of printf: one line, why. */
#define skip_because(...)                                                      \
	do {                                                                   \
		skipped_tests++;                                               \
		print_message("%s: skipped: ", program_invocation_short_name); \
		print_message(__VA_ARGS__);                                    \
		print_message("\n");                                           \
		_skip(__FILE__, __LINE__);                                     \
	} while (0)

#undef skip
#define skip() skip_because("no reason given")

#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown)                         \
	skipped_status(_cmocka_run_group_tests(                                \
		#tests, tests, sizeof(tests) / sizeof((tests)[0]), setup,      \
		teardown))

#endif
