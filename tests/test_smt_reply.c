/* Reading what SMT-LIB 2 solvers reply. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "smt_reply.h"

static void expect_failure(const char *reply, const char *text)
{
	struct problem problem = { 0 };

	assert_null(smt_reply_parse(reply, &problem));
	assert_string_equal(problem.text, text);
}

static void values_are_read(void **state)
{
	/* z3 breaks its lists into lines, cvc5 does not */
	json_t *json = smt_reply_parse("sat\n((a true)\n (|b c| (- 3))\n"
				       " (d 12))\n((e false)(f -4)) ; end\n",
				       NULL);

	(void)state;
	assert_non_null(json);
	assert_int_equal(json_object_size(json), 5);
	assert_true(json_is_true(json_object_get(json, "a")));
	assert_int_equal(json_integer_value(json_object_get(json, "b c")), -3);
	assert_int_equal(json_integer_value(json_object_get(json, "d")), 12);
	assert_true(json_is_false(json_object_get(json, "e")));
	assert_int_equal(json_integer_value(json_object_get(json, "f")), -4);
	json_decref(json);
	json = smt_reply_parse("sat", NULL);
	assert_int_equal(json_object_size(json), 0);
	json_decref(json);
}

static void what_is_no_answer_is_named(void **state)
{
	(void)state;
	expect_failure("unsat\n(error \"line 9: no model\")",
		       "the solver says there is no solution (unsat)");
	expect_failure("unknown\n", "the solver does not know (unknown)");
	expect_failure("(error \"line 3: unknown sort\")\nsat",
		       "the solver reports an error: 'line 3: unknown sort'");
	expect_failure("sat\n(error \"no model\")",
		       "the solver reports an error: 'no model'");
	expect_failure("", "the solver's reply ends too early");
	expect_failure("sat ((a true", "the solver's reply ends too early");
	expect_failure("sat ((a (+ 3)))", "not a solver's reply: ' 3)))'");
	expect_failure("sat ((a 1/2))",
		       "not a truth value or whole number: '1/2'");
	expect_failure("sat ((a 99999999999999999999))",
		       "not a truth value or whole number: "
		       "'99999999999999999999'");
	expect_failure("sat )", "not a solver's reply: ')'");
	expect_failure("hello", "not a solver's reply: 'hello'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_read),
		cmocka_unit_test(what_is_no_answer_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
