/* Starts and ends that are drawn in a way that nobody has seen are those that
 * the player says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "solved_panel.h"

static struct point px_of(double x, double y)
{
	return (struct point){ LEFT + x * PITCH, LEFT + y * PITCH };
}

/* A panel without a start, without an end: a square and an arrow stand there.
 */
static struct board draw_odd(bool start, bool end)
{
	static const struct point arrow[] = { { 3.85, -0.3 },
					      { 4, -0.5 },
					      { 4.15, -0.3 } };
	struct board board = open_wall(SIZE, false);
	json_t *json = json_loads(solved_text, 0, NULL);
	struct puzzle puzzle;

	if (start)
		json_object_del(json, "starts");
	if (end)
		json_object_del(json, "ends");
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	panel_paint(&board.pen, &puzzle.as.panel, &plain);
	if (start)
		pen_box(&board.pen, -0.08, 3.92, 0.16, 0.16);
	if (end)
		pen_polygon(&board.pen, arrow, 3);
	pen_fill(&board.pen, 0xe0e0e0);
	puzzle_fini(&puzzle);
	json_decref(json);
	return board;
}

static struct sighting_list read_said(struct board *board,
				      const struct said *said)
{
	struct sighting_list list = { 0 };
	struct vision *vision = vision_new(NULL);

	assert_non_null(vision);
	vision_say(vision, said);
	assert_int_equal(vision_read(vision, &board->image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	vision_free(vision);
	return list;
}

static void close_board(struct board *board)
{
	cairo_destroy(board->pen.cr);
	image_fini(&board->image);
}

/* What lacks is named; said, the panel is read surely. */
static void what_is_said_is_there(void **state)
{
	static const struct {
		bool start, end;
		const char *lacks;
	} cases[] = {
		{ true, false, "a panel without a start" },
		{ false, true, "a panel without an end" },
		{ true, true, NULL },
	};
	struct puzzle puzzle = puzzle_of(solved_text);

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board = draw_odd(cases[i].start, cases[i].end);
		struct said said = { 0 };
		struct sighting_list list = read_said(&board, &said);

		assert_int_equal(list.count, 0);
		assert_int_equal(list.left_out_count, cases[i].lacks != NULL);
		if (cases[i].lacks)
			assert_string_equal(list.left_out[0].what,
					    cases[i].lacks);
		sighting_list_fini(&list);
		if (cases[i].start)
			said.px_starts[said.start_count++] = px_of(0.05, 4);
		if (cases[i].end)
			said.px_ends[said.end_count++] = px_of(4, -0.4);
		list = read_said(&board, &said);
		assert_seen(&list, &puzzle);
		assert_true(list.sightings[0].confidence > 0.9);
		sighting_list_fini(&list);
		close_board(&board);
	}
	puzzle_fini(&puzzle);
}

/* Those of another place than was read, and which way an end leads: out of the
 * panel where the spot itself is said. */
static void what_was_read_is_forgotten(void **state)
{
	struct board board = open_board();
	struct said said = { .px_starts = { px_of(2, 4), px_of(4, 2) },
			     .start_count = 2,
			     .px_ends = { px_of(4, 0), px_of(2.1, -0.3) },
			     .end_count = 2 };
	struct sighting_list list = read_said(&board, &said);
	const struct panel *panel = &list.sightings[0].puzzle.as.panel;

	(void)state;
	assert_int_equal(list.count, 1);
	assert_false(panel->spots[8][0].start);
	assert_true(panel->spots[8][4].start);
	assert_true(panel->spots[4][8].start);
	assert_true(panel->spots[0][8].end);
	assert_int_equal(panel->spots[0][8].end_dx, 1);
	assert_int_equal(panel->spots[0][8].end_dy, -1);
	assert_true(panel->spots[0][4].end);
	assert_int_equal(panel->spots[0][4].end_dx, 0);
	assert_int_equal(panel->spots[0][4].end_dy, -1);
	sighting_list_fini(&list);
	close_board(&board);
}

/* What is said of another place changes nothing. */
static void said_elsewhere(void **state)
{
	struct puzzle puzzle = puzzle_of(solved_text);
	struct board board = open_board();
	struct said said = { .px_starts = { { 5, 5 } },
			     .start_count = 1,
			     .px_ends = { { -1e5, 1e5 } },
			     .end_count = 1 };
	struct sighting_list list = read_said(&board, &said);

	(void)state;
	assert_seen(&list, &puzzle);
	sighting_list_fini(&list);
	close_board(&board);
	puzzle_fini(&puzzle);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_said_is_there),
		cmocka_unit_test(what_was_read_is_forgotten),
		cmocka_unit_test(said_elsewhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
