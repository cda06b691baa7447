#include "linear.h"

#include <stdlib.h>

#include "alloc.h"

/* Negative numbers are written (- 3). */
static void put_number(int number, struct buffer *out)
{
	if (number < 0)
		buffer_printf(out, "(- %d)", -number);
	else
		buffer_printf(out, "%d", number);
}

static void put_bounds(const struct linear *linear,
		       const struct linear_number *number, struct buffer *out)
{
	bool given = number->low == number->high;
	bool below = linear->open_below && !given;
	bool above = linear->open_above && linear->endless && !given;

	if (below && above)
		return;
	buffer_puts(out, given ? "(assert (= " : "(assert (<= ");
	if (!below && !given) {
		put_number(number->low, out);
		buffer_puts(out, " ");
	}
	buffer_puts(out, number->name);
	if (!above) {
		buffer_puts(out, " ");
		put_number(number->high, out);
	}
	buffer_puts(out, "))\n");
}

/* The numbers with (or without) a minus, and `more`, added up. */
static void put_side(const struct linear *linear, const struct linear_sum *sum,
		     bool minus, int more, struct buffer *out)
{
	int parts = more != 0;

	for (int i = 0; i < sum->count; i++)
		parts += sum->minus[i] == minus;
	buffer_puts(out, parts > 1 ? "(+" : parts == 0 ? "0" : "");
	for (int i = 0; i < sum->count; i++)
		if (sum->minus[i] == minus)
			buffer_printf(out, "%s%s", parts > 1 ? " " : "",
				      linear->numbers[sum->numbers[i]].name);
	if (more)
		buffer_printf(out, "%s%d", parts > 1 ? " " : "", more);
	buffer_puts(out, parts > 1 ? ")" : "");
}

static void put_sum(const struct linear *linear, const struct linear_sum *sum,
		    struct buffer *out)
{
	buffer_puts(out, "(assert (= ");
	put_side(linear, sum, false, 0, out);
	buffer_puts(out, " ");
	put_side(linear, sum, true, sum->total, out);
	buffer_printf(out, ")) ; %s\n", sum->what);
}

/* Which numbers blanks take where the puzzle does not say. */
static void put_range(const struct puzzle *puzzle, enum linear_range range,
		      struct buffer *out)
{
	static const char *const words[] = {
		[FROM_ONE] = "; blanks are at least 1\n",
		[FROM_NOUGHT] = "; blanks are at least 0: a given is 0, or "
				"none of at least 1 fit\n",
		[ANY_NUMBER] = "; blanks are any whole numbers: none of at "
			       "least 0 fit\n",
	};
	struct puzzle narrowed;

	/* no puzzle that says its minimum has more than one range */
	if (linear_narrow(puzzle, FROM_NOUGHT, &narrowed))
		buffer_puts(out, words[range]);
}

static void put_formula(const struct linear_family *family,
			const struct linear *linear, struct buffer *out)
{
	buffer_printf(out,
		      "; %s\n(set-option :produce-models true)\n"
		      "(set-logic QF_LIA)\n",
		      family->title);
	for (int i = 0; i < linear->number_count; i++)
		buffer_printf(out, "(declare-const %s Int)\n",
			      linear->numbers[i].name);
	buffer_printf(out, "; %s\n", family->bounds_text);
	for (int i = 0; i < linear->number_count; i++)
		put_bounds(linear, &linear->numbers[i], out);
	if (linear->distinct) {
		buffer_puts(out, "(assert (distinct");
		for (int i = 0; i < linear->number_count; i++)
			buffer_printf(out, " %s", linear->numbers[i].name);
		buffer_puts(out, "))\n");
	}
	for (int i = 0; i < linear->sum_count; i++) {
		int rule = linear->sums[i].rule;

		if (i == 0 || rule != linear->sums[i - 1].rule)
			buffer_printf(out, "; rule %d: %s\n", rule,
				      family->rule_texts[rule]);
		put_sum(linear, &linear->sums[i], out);
	}
	buffer_puts(out, "(check-sat)\n(get-value (");
	for (int i = 0; i < linear->number_count; i++)
		buffer_printf(out, "%s%s", i ? " " : "",
			      linear->numbers[i].name);
	buffer_puts(out, "))\n");
}

int linear_smt2(const struct puzzle *puzzle, struct buffer *out,
		struct problem *problem)
{
	struct puzzle narrowed;
	struct linear *linear;

	put_range(puzzle, linear_meant(puzzle, &narrowed), out);
	linear = linear_state(&narrowed, problem);
	if (!linear)
		return -1;
	put_formula(solve_family(puzzle->family)->linear, linear, out);
	free(linear);
	if (out->failed)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for the formula");
	return 0;
}

/* What the reply says of a number, by our name or by the published script's;
 * NULL where it says nothing. */
static const json_t *value_of(const json_t *values,
			      const struct linear_number *number)
{
	const json_t *value = json_object_get(values, number->name);

	if (!value)
		value = json_object_get(values, number->published);
	return json_is_integer(value) ? value : NULL;
}

int linear_values(const struct puzzle *puzzle, const json_t *values,
		  struct solution *solution, struct problem *problem)
{
	struct linear *linear = linear_state(puzzle, problem);
	int numbers[LINEAR_NUMBERS_MAX];
	int result = linear ? 0 : -1;

	for (int i = 0; result == 0 && i < linear->number_count; i++) {
		const struct linear_number *number = &linear->numbers[i];
		const json_t *value = value_of(values, number);

		if (!value)
			result = problem_set(problem, PROBLEM_INPUT,
					     "the reply has no whole number "
					     "for '%s', nor for '%s'",
					     number->name, number->published);
		numbers[i] = (int)json_integer_value(value);
	}
	if (result == 0)
		solve_family(puzzle->family)
			->linear->answer(puzzle, numbers, solution);
	free(linear);
	return result;
}
