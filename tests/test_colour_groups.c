/* Grouping symbols by the odds that any two share a colour. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "colour_groups.h"

enum { MOST = 6 };

struct grouping {
	double odds[MOST * MOST];
	int count, group[MOST], size[MOST];
	struct group_link links[MOST * (MOST + 1) / 2];
	int joined, link_count;
};

static void open(struct grouping *grouping, int count, double odds)
{
	grouping->count = count;
	for (int i = 0; i < count * count; i++)
		grouping->odds[i] = odds;
}

static void set(struct grouping *grouping, int i, int k, double odds)
{
	grouping->odds[i * grouping->count + k] = odds;
	grouping->odds[k * grouping->count + i] = odds;
}

static void group(struct grouping *grouping)
{
	grouping->joined = colour_groups_find(
		grouping->odds, grouping->count, grouping->group,
		grouping->size, grouping->links, &grouping->link_count);
}

/* One pair that looks alike does not join what is mostly unlike. */
static void groups_are_alike_in_the_mean(void **state)
{
	struct grouping grouping;
	const struct group_link *apart;

	(void)state;
	open(&grouping, 4, -4);
	set(&grouping, 0, 1, 3);
	set(&grouping, 2, 3, 2);
	set(&grouping, 1, 2, 1);
	group(&grouping);
	assert_int_equal(grouping.group[0], grouping.group[1]);
	assert_int_equal(grouping.group[2], grouping.group[3]);
	assert_int_not_equal(grouping.group[0], grouping.group[2]);
	assert_int_equal(grouping.size[grouping.group[0]], 2);
	assert_int_equal(grouping.joined, 2);
	assert_float_equal(grouping.links[0].odds, 3, 1e-9);
	assert_float_equal(grouping.links[1].odds, 2, 1e-9);
	assert_int_equal(grouping.link_count, 3);
	apart = &grouping.links[2];
	assert_float_equal(apart->odds, -2.75, 1e-9);
	assert_int_equal(grouping.group[apart->from], apart->from);
	assert_int_equal(grouping.group[apart->to], apart->to);
}

/* The mean goes by all symbols of a group, and links lead from the smaller. */
static void larger_groups_count_more(void **state)
{
	struct grouping grouping;

	(void)state;
	open(&grouping, 4, 5);
	for (int i = 0; i < 3; i++)
		set(&grouping, 3, i, i ? -1 : 3.5);
	group(&grouping);
	assert_int_equal(grouping.joined, 3);
	assert_int_equal(grouping.links[2].from, 3);
	assert_float_equal(grouping.links[2].odds, 0.5, 1e-9);
	assert_int_equal(grouping.size[grouping.group[3]], 4);
	open(&grouping, 4, 5);
	for (int i = 0; i < 3; i++)
		set(&grouping, 3, i, i ? -2 : 3.5);
	group(&grouping);
	assert_int_equal(grouping.joined, 2);
	assert_int_equal(grouping.links[2].from, 3);
	assert_float_equal(grouping.links[2].odds, -1.0 / 6, 1e-9);
}

/* No pair outweighs all others, however sure it is. */
static void single_pairs_say_so_much(void **state)
{
	struct grouping grouping;

	(void)state;
	open(&grouping, 3, -5);
	set(&grouping, 0, 1, 9);
	set(&grouping, 1, 2, -1000);
	set(&grouping, 0, 2, 20);
	group(&grouping);
	assert_int_equal(grouping.group[0], grouping.group[2]);
	assert_int_not_equal(grouping.group[0], grouping.group[1]);
	assert_float_equal(grouping.links[0].odds, 12, 1e-9);
	assert_float_equal(grouping.links[1].odds, -1.5, 1e-9);
}

static void few_need_no_grouping(void **state)
{
	struct grouping grouping;

	(void)state;
	open(&grouping, 1, 0);
	group(&grouping);
	assert_int_equal(grouping.joined, 0);
	assert_int_equal(grouping.link_count, 0);
	assert_int_equal(grouping.group[0], 0);
	open(&grouping, 0, 0);
	group(&grouping);
	assert_int_equal(grouping.link_count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_are_alike_in_the_mean),
		cmocka_unit_test(larger_groups_count_more),
		cmocka_unit_test(single_pairs_say_so_much),
		cmocka_unit_test(few_need_no_grouping),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
