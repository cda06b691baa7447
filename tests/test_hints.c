/* Answers step by step, in every family, and what cards say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "drawing.h"
#include "report.h"
#include "solve.h"
#include "watch_say.h"

/* Points of all marks, and the length of all lines. */
static double weight(const struct drawing *drawing)
{
	double sum = 0;

	for (size_t i = 0; i < drawing->count; i++) {
		const struct mark *mark = &drawing->marks[i];

		sum += 1;
		for (size_t k = 1; k < mark->point_count; k++)
			sum += point_distance(mark->points[k - 1],
					      mark->points[k]);
	}
	return sum;
}

static void check_same(const struct drawing *a, const struct drawing *b)
{
	assert_int_equal(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		assert_int_equal(a->marks[i].point_count,
				 b->marks[i].point_count);
		assert_memory_equal(a->marks[i].points, b->marks[i].points,
				    a->marks[i].point_count *
					    sizeof *a->marks[i].points);
		assert_string_equal(a->marks[i].text, b->marks[i].text);
	}
}

/* Each step shows more than the one before, none shows nothing, and the last
 * one shows all. */
static void check_steps(const struct drawing *whole)
{
	int steps = drawing_steps(whole);
	double before = 0;

	assert_in_range(steps, 2, 200);
	for (int i = 0; i <= steps; i++) {
		struct drawing part;
		double now;

		assert_int_equal(drawing_copy_steps(whole, i, &part), 0);
		now = weight(&part);
		if (i == 0)
			assert_int_equal(part.count, 0);
		else
			assert_true(now > before);
		if (i == 1)
			assert_true(now < 0.7 * weight(whole));
		if (i == steps)
			check_same(&part, whole);
		before = now;
		drawing_fini(&part);
	}
}

static void every_family_in_steps(void **state)
{
	(void)state;
	for (int family = 0; family < FAMILY_COUNT; family++) {
		struct solve_options options = solve_defaults();
		struct solve_result result = { 0 };
		struct problem problem = { 0 };
		struct puzzle puzzle;
		struct drawing drawing;

		if (solve_make((enum family)family, NULL, 3, &puzzle,
			       &problem) < 0)
			fail_msg("%s: %s", puzzle_family(family)->name,
				 problem.text);
		options.deadline = deadline_in(60, NULL);
		assert_int_equal(
			solve_puzzle(&puzzle, &options, &result, &problem), 0);
		assert_int_equal(result.verdict, VERDICT_SOLVED);
		drawing_init(&drawing, 1, 1);
		assert_int_equal(
			draw_family((enum family)family)
				->draw(&puzzle, &result.solutions[0], &drawing),
			0);
		check_steps(&drawing);
		drawing_fini(&drawing);
		solve_result_fini(&result);
		puzzle_fini(&puzzle);
	}
}

/* A line of 10 by strides of 4: three steps, cut where they end. */
static void a_path_is_cut(void **state)
{
	static const struct point points[3] = { { 0, 0 }, { 5, 0 }, { 5, 5 } };
	const struct mark like = { .ink = INK_ANSWER,
				   .width = 0.1,
				   .stride = 4 };
	struct drawing whole, part;

	(void)state;
	drawing_init(&whole, 5, 5);
	assert_int_equal(drawing_path(&whole, &like, points, 3), 0);
	assert_int_equal(drawing_steps(&whole), 3);
	assert_int_equal(drawing_next_step(&whole), 3);
	assert_int_equal(drawing_copy_steps(&whole, 1, &part), 0);
	assert_int_equal(part.marks[0].point_count, 2);
	assert_true(part.marks[0].points[1].x == 4);
	drawing_fini(&part);
	assert_int_equal(drawing_copy_steps(&whole, 2, &part), 0);
	assert_int_equal(part.marks[0].point_count, 3);
	assert_true(part.marks[0].points[2].y == 3);
	drawing_fini(&part);
	drawing_fini(&whole);
}

/* Where a pillar has a place; what lies right of 4 is behind it. */
static bool place(const void *data, struct point cell, struct point *px,
		  double *px_cell)
{
	(void)data;
	*px = (struct point){ 10 * cell.x, 10 * cell.y };
	*px_cell = 10;
	return cell.x <= 4;
}

/* Bent around a pillar a line grows by the same strides, in its own colour, and
 * steps behind it are none. */
static void a_bent_path_grows(void **state)
{
	static const struct point points[3] = { { 0, 0 }, { 3, 0 }, { 3, 7 } };
	static const struct point hidden[3] = { { 5, 0 }, { 9, 0 }, { 9, 3 } };
	const struct mark like = { .ink = INK_ANSWER,
				   .width = 0.1,
				   .stride = 4 };
	struct drawing flat, bent, part;

	(void)state;
	drawing_init(&flat, 5, 5);
	assert_int_equal(drawing_path(&flat, &like, hidden, 3), 0);
	drawing_set_step(&flat, drawing_next_step(&flat));
	assert_int_equal(drawing_path(&flat, &like, points, 3), 0);
	assert_int_equal(drawing_steps(&flat), 5);
	flat.marks[1].colour = 0x123456;
	assert_int_equal(drawing_bend(&flat, place, NULL, &bent), 0);
	assert_int_equal(drawing_steps(&bent), 3);
	for (int i = 0; i <= 3; i++) {
		assert_int_equal(drawing_copy_steps(&bent, i, &part), 0);
		assert_int_equal(part.count, i);
		for (size_t k = 0; k < part.count; k++)
			assert_int_equal(part.marks[k].colour, 0x123456);
		assert_true(fabs(weight(&part) - (double)part.count -
				 fmin(40 * i, 100)) < 1.5);
		drawing_fini(&part);
	}
	drawing_fini(&bent);
	drawing_fini(&flat);
}

static void looks_in_words(void **state)
{
	struct outcome outcomes[3] = { { .verdict = OUTCOME_SOLVED },
				       { .verdict = OUTCOME_NONE },
				       { .verdict = OUTCOME_SOLVED } };
	struct outcome_change doubt = { .reading = { .clue = "row_totals[2]",
						     .value = "7" } };
	struct look look = { .list = { .outcomes = outcomes, .capacity = 3 } };
	char text[200];

	(void)state;
	for (int i = 0; i < 3; i++)
		outcomes[i].puzzle.family = FAMILY_panel;
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "no puzzle here");
	look.list.count = 3;
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "3 panels, 2 solved");
	outcomes[1].verdict = OUTCOME_DOUBTFUL;
	outcomes[1].doubts = &doubt;
	outcomes[1].doubt_count = 1;
	watch_say(&look, text, sizeof text);
	assert_string_equal(
		text,
		"3 panels, 2 solved, not sure about the total of row 3: 7?");
	outcomes[2].puzzle.family = FAMILY_tracks;
	watch_say(&look, text, sizeof text);
	assert_string_equal(
		text,
		"3 puzzles, 2 solved, not sure about the total of row 3: 7?");
	look.list.count = 1;
	outcomes[0].result.unique = KNOWN_YES;
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "");
	look.list.outcomes = &outcomes[1];
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "not sure about the total of row 3: 7? (a "
				  "larger window may help)");
	problem_set(&look.problem, PROBLEM_ENVIRONMENT, "no window is active");
	watch_say(&look, text, sizeof text);
	assert_string_equal(text, "no window is active");
}

/* Whatever is doubtful, there is something to do about it. */
static void a_next_step(void **state)
{
	struct outcome outcome = { .verdict = OUTCOME_DOUBTFUL,
				   .puzzle.family = FAMILY_cross_sum };
	struct buffer text;

	(void)state;
	buffer_init(&text);
	report_remarks(&outcome, &text);
	assert_non_null(strstr(buffer_text(&text),
			       "What you can do: press e to correct the "
			       "clues, or open a larger or sharper picture"));
	buffer_fini(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_family_in_steps),
		cmocka_unit_test(a_path_is_cut),
		cmocka_unit_test(a_bent_path_grows),
		cmocka_unit_test(looks_in_words),
		cmocka_unit_test(a_next_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
