/* What the search concludes only where it takes long: loose ends of line, and
 * the sides of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "panel_tally.h"
#include "random_panel.h"

static int panels = 1500;

/* How the search goes. */
struct way {
	bool thorough;
	bool backwards;
	bool walls; /* mirror images' half edges part regions */
};

/* All lines by the search; adds its nodes. */
static uint64_t count_by(const struct puzzle *puzzle, struct way way,
			 uint64_t *nodes)
{
	struct tally tally = { .puzzle = puzzle };
	struct deadline never = deadline_never();
	struct search_options options = {
		.deadline = &never,
		.thorough = way.thorough,
		.backwards = way.backwards,
		.walls = way.walls,
		.visit = judge_found,
		.data = &tally,
	};
	struct panel_search *search = panel_search_new(&puzzle->as.panel, NULL);

	assert_non_null(search);
	for (int i = 0; i < panel_search_task_count(search); i++)
		assert_int_equal(panel_search_run(search, i, &options),
				 SEARCH_DONE);
	*nodes += panel_search_nodes(search);
	panel_search_free(search);
	/* the checker knows of no walls */
	if (!way.walls)
		assert_int_equal(tally.wrong, 0);
	return tally.lines;
}

static uint64_t count(const struct puzzle *puzzle, bool thorough,
		      uint64_t *nodes)
{
	return count_by(puzzle, (struct way){ .thorough = thorough }, nodes);
}

static void compare(const struct puzzle *puzzle, uint64_t seed,
		    uint64_t nodes[2])
{
	int mirrored = puzzle->as.panel.symmetry != PANEL_SYMMETRY_NONE;
	uint64_t lines = count_by_walk(puzzle);

	for (int walls = 0; walls <= mirrored; walls++)
		for (int turn = 0; turn < 4; turn++) {
			struct way way = { turn & 1, turn & 2, walls };
			uint64_t found =
				count_by(puzzle, way, &nodes[way.thorough]);

			/* with walls only the ways can be compared */
			if (walls && turn == 0)
				lines = found;
			if (found != lines)
				fail_msg("panel %d, way %d: %d lines, not %d",
					 (int)seed, turn, (int)found,
					 (int)lines);
		}
}

/* No line is lost by it, whatever the panel, and nodes are saved. */
static void no_line_is_lost(void **state)
{
	uint64_t nodes[2] = { 0, 0 };

	(void)state;
	for (uint64_t seed = 0; seed < (uint64_t)panels; seed++) {
		struct puzzle puzzle;

		random_panel(seed, &puzzle);
		compare(&puzzle, seed, nodes);
		random_rim_panel(seed, &puzzle);
		compare(&puzzle, seed, nodes);
	}
	assert_true(nodes[true] < nodes[false]);
}

/* A line must run over all edges from x to x at y, or from y to y at x. */
static void put_dots(struct puzzle *puzzle, int x, int y, int to_x, int to_y)
{
	puzzle->as.panel.spots[to_y][to_x].dot = PANEL_DOT_BLACK;
	for (int i = x; i < to_x; i += 2)
		puzzle->as.panel.spots[y][i].dot = PANEL_DOT_BLACK;
	for (int i = y; i < to_y; i += 2)
		puzzle->as.panel.spots[i][x].dot = PANEL_DOT_BLACK;
}

/* A notch on top and a bar from the right that nothing gets through between
 * leave three loose ends in the corner: one of each and the end. A look at the
 * whole board tells at once what a walk has to find out in each way to there.
 */
static void loose_ends_are_paired(void **state)
{
	struct puzzle puzzle;
	uint64_t nodes = 0, nodes_plain = 0;

	(void)state;
	empty_panel(&puzzle, 8, 8);
	/* sides are not told where the outside comes in, which is where there
	 * is a symbol besides dots */
	puzzle.as.panel.spots[0][1].edge = PANEL_EDGE_MISSING;
	puzzle.as.panel.cells[7][0].kind = PANEL_SQUARE;
	put_dots(&puzzle, 10, 1, 10, 1);
	put_dots(&puzzle, 11, 2, 11, 2);
	put_dots(&puzzle, 12, 1, 12, 1);
	put_dots(&puzzle, 11, 4, 15, 4);
	put_dots(&puzzle, 10, 5, 10, 5);
	put_dots(&puzzle, 11, 6, 15, 6);
	puzzle.as.panel.spots[0][11].edge = PANEL_EDGE_GAP;
	puzzle.as.panel.spots[5][16].edge = PANEL_EDGE_GAP;
	assert_int_equal(count(&puzzle, true, &nodes), 0);
	assert_in_range(nodes, 1, 2);
	assert_int_equal(count(&puzzle, false, &nodes_plain), 0);
	assert_true(nodes_plain > 100);
}

/* With more pairs of starts and ends than are searched one by one, the line
 * may end at any: also where all of them lie on the rim. */
static void any_end_will_do(void **state)
{
	(void)state;
	for (int middle = 0; middle < 2; middle++) {
		struct puzzle puzzle;
		struct panel *panel = &puzzle.as.panel;
		uint64_t nodes = 0;

		empty_panel(&puzzle, 2, 2);
		for (int y = 0; y <= 4; y += 2)
			for (int x = 0; x <= 4; x += 2) {
				panel->spots[y][x].start = true;
				panel->spots[y][x].end = true;
			}
		panel->spots[2][2].end = middle;
		put_dots(&puzzle, 1, 2, 1, 2);
		assert_int_equal(count(&puzzle, true, &nodes),
				 count_by_walk(&puzzle));
	}
}

/* The corner lies beyond a line that has the rim's other side to
 * its right: it is cut off from its own. */
static void cells_reach_their_side(void **state)
{
	struct puzzle puzzle;
	uint64_t nodes = 0, nodes_plain = 0;

	(void)state;
	empty_panel(&puzzle, 8, 8);
	/* round the corner at the lower right, from rim to rim, and once more
	 * round that */
	put_dots(&puzzle, 14, 15, 14, 15);
	put_dots(&puzzle, 15, 14, 15, 14);
	put_dots(&puzzle, 12, 13, 12, 15);
	put_dots(&puzzle, 13, 12, 15, 12);
	assert_int_equal(count(&puzzle, true, &nodes), 0);
	assert_in_range(nodes, 1, 2);
	assert_int_equal(count(&puzzle, false, &nodes_plain), 0);
	assert_true(nodes_plain > 100);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_line_is_lost),
		cmocka_unit_test(loose_ends_are_paired),
		cmocka_unit_test(any_end_will_do),
		cmocka_unit_test(cells_reach_their_side),
	};

	if (argc > 1)
		panels = atoi(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
