/* --symmetry: what no picture of a panel shows can be asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "pipeline.h"
#include "seen.h"

/* Two starts below, two ends above: mirrored left and right alone. */
static const char pair[] =
	"{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wraps\":false,"
	"\"symmetry\":null,\"starts\":[[0,6],[6,6]],"
	"\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]},"
	"{\"at\":[6,0],\"towards\":[0,-1]}],\"gaps\":[],\"missing\":[],"
	"\"dots\":[{\"at\":[2,2],\"colour\":\"black\"}],\"cells\":[]}";
/* One start and one end on the axis: nothing for a second line. */
static const char alone[] =
	"{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps\":false,"
	"\"symmetry\":null,\"starts\":[[0,4]],"
	"\"ends\":[{\"at\":[4,0],\"towards\":[0,-1]}],\"gaps\":[],"
	"\"missing\":[],\"dots\":[],\"cells\":[]}";

/* The puzzle as an outcome; as if read from a picture or not. */
static void take(const char *text, bool picture, struct outcome *outcome)
{
	memset(outcome, 0, sizeof *outcome);
	outcome->from_picture = picture;
	outcome->confidence = 1;
	outcome->notes = json_array();
	outcome->puzzle = puzzle_of(text);
}

static const char *note_of(const struct outcome *outcome)
{
	return json_string_value(json_array_get(outcome->notes, 0));
}

static void drop(struct outcome *outcome)
{
	json_decref(outcome->notes);
	puzzle_fini(&outcome->puzzle);
}

static void pictures_that_may_be_mirrored_get_a_note(void **state)
{
	struct outcome outcome;

	(void)state;
	take(pair, true, &outcome);
	pipeline_set_symmetry(NULL, &outcome);
	assert_non_null(note_of(&outcome));
	assert_non_null(strstr(note_of(&outcome), "--symmetry horizontal)"));
	assert_int_equal(outcome.puzzle.as.panel.symmetry, PANEL_SYMMETRY_NONE);
	drop(&outcome);
	take(alone, true, &outcome);
	pipeline_set_symmetry(NULL, &outcome);
	assert_null(note_of(&outcome));
	drop(&outcome);
	/* text says what it means */
	take(pair, false, &outcome);
	pipeline_set_symmetry(NULL, &outcome);
	assert_null(note_of(&outcome));
	drop(&outcome);
}

static void a_symmetry_is_set_where_it_fits(void **state)
{
	struct outcome outcome;

	(void)state;
	take(pair, true, &outcome);
	pipeline_set_symmetry("horizontal", &outcome);
	assert_null(note_of(&outcome));
	assert_int_equal(outcome.puzzle.as.panel.symmetry, PANEL_HORIZONTAL);
	pipeline_set_symmetry("none", &outcome);
	assert_int_equal(outcome.puzzle.as.panel.symmetry, PANEL_SYMMETRY_NONE);
	pipeline_set_symmetry("rotational", &outcome);
	assert_int_equal(outcome.puzzle.as.panel.symmetry, PANEL_SYMMETRY_NONE);
	assert_non_null(note_of(&outcome));
	drop(&outcome);
}

/* The two answers differ in that the mirror image must be possible, too. */
static void both_answers_can_be_asked_for(void **state)
{
	static const char *const names[] = { "none", "horizontal" };
	struct pipeline pipeline;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct outcome_list list = { 0 };
		struct puzzle puzzle = puzzle_of(pair);
		int x = 9, y = 9;

		pipeline_init(&pipeline);
		pipeline.solve.order = ORDER_SHORTEST;
		assert_int_equal(pipeline_add(&list, &puzzle, NULL), 0);
		pipeline_set_symmetry(names[i], list.outcomes);
		assert_int_equal(pipeline_solve(&pipeline, list.outcomes, NULL),
				 0);
		assert_int_equal(list.outcomes->verdict, OUTCOME_SOLVED);
		/* the shortest without a second line crosses the middle or
		 * not; with one it must stay on its half */
		for (int k = 0;
		     i && k < list.outcomes->result.solutions->as.panel.length;
		     k++) {
			x = list.outcomes->result.solutions->as.panel.path[k].x;
			y = list.outcomes->result.solutions->as.panel.path[0].x;
			assert_true((x < 3) == (y < 3));
		}
		outcome_list_fini(&list);
		pipeline_fini(&pipeline);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pictures_that_may_be_mirrored_get_a_note),
		cmocka_unit_test(a_symmetry_is_set_where_it_fits),
		cmocka_unit_test(both_answers_can_be_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
