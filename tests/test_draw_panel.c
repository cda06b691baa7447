/* Answers of panels as marks: the line on the panel, what eliminators cancel
 * struck out, the polyominoes outlined where asked for. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "drawing.h"
#include "seen.h"
#include "solve.h"

/* A domino beside the start, and an eliminator with a triangle that nothing
 * else can mend. */
static const char text[] =
	"{\"family\":\"panel\",\"columns\":3,\"rows\":2,\"wraps\":false,"
	"\"symmetry\":null,\"starts\":[[2,4]],"
	"\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}],\"gaps\":[],"
	"\"missing\":[],\"dots\":[],\"cells\":["
	"{\"at\":[1,1],\"kind\":\"polyomino\",\"colour\":\"yellow\","
	"\"shape\":[\"#\",\"#\"]},"
	"{\"at\":[3,1],\"kind\":\"eliminator\",\"colour\":\"white\"},"
	"{\"at\":[5,3],\"kind\":\"triangle\",\"colour\":\"orange\","
	"\"count\":4}]}";

struct shown {
	struct puzzle puzzle;
	struct solve_result result;
};

static int set_up(void **state)
{
	static struct shown shown;
	struct solve_options options = solve_defaults();

	memset(&shown, 0, sizeof shown);
	shown.puzzle = puzzle_of(text);
	assert_int_equal(
		solve_puzzle(&shown.puzzle, &options, &shown.result, NULL), 0);
	assert_int_equal(shown.result.verdict, VERDICT_SOLVED);
	*state = &shown;
	return 0;
}

static int tear_down(void **state)
{
	struct shown *shown = *state;

	solve_result_fini(&shown->result);
	puzzle_fini(&shown->puzzle);
	return 0;
}

static double length_of(const struct mark *mark)
{
	return point_distance(mark->points[0],
			      mark->points[mark->point_count - 1]);
}

static void what_is_cancelled_is_struck_out(void **state)
{
	struct shown *shown = *state;
	struct drawing drawing;
	int strikes = 0;

	drawing_init(&drawing, 3, 2);
	assert_int_equal(draw_family(FAMILY_panel)
				 ->draw(&shown->puzzle, shown->result.solutions,
					&drawing),
			 0);
	for (size_t i = 0; i < drawing.count; i++) {
		const struct mark *mark = &drawing.marks[i];

		if (mark->ink != INK_STRIKE)
			continue;
		strikes++;
		/* across the triangle's cell */
		assert_true(point_distance(point_mix(mark->points[0],
						     mark->points[1], 0.5),
					   (struct point){ 2.5, 1.5 }) < 0.01);
	}
	assert_int_equal(strikes, 2);
	drawing_fini(&drawing);
}

/* The domino lies on both cells of the left column: six sides of a cell, each
 * within the column, the long ones meeting in the middle. */
static void pieces_are_outlined(void **state)
{
	struct shown *shown = *state;
	struct drawing drawing;
	double around = 0;

	drawing_init(&drawing, 3, 2);
	assert_int_equal(draw_family(FAMILY_panel)
				 ->draw_aids(&shown->puzzle,
					     shown->result.solutions, &drawing),
			 0);
	assert_int_equal(drawing.count, 6);
	for (size_t i = 0; i < drawing.count; i++) {
		const struct mark *mark = &drawing.marks[i];

		assert_int_equal(mark->ink, INK_FAINT);
		around += length_of(mark);
		for (size_t k = 0; k < mark->point_count; k++)
			assert_true(mark->points[k].x > 0.1 &&
				    mark->points[k].x < 0.9 &&
				    mark->points[k].y > 0.1 &&
				    mark->points[k].y < 1.9);
	}
	/* a closed line: two widths and two heights less the insets */
	assert_true(fabs(around - (6 - 8 * 0.17)) < 0.01);
	drawing_fini(&drawing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_cancelled_is_struck_out),
		cmocka_unit_test(pieces_are_outlined),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
