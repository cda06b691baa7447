/* Panels solved by laying polyominoes first and drawing a line round them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "panel_tally.h"
#include "random_panel.h"

enum { PANELS = 2500 };

static bool judge_first(void *data, const struct panel_solution *line)
{
	judge_found(data, line);
	return false;
}

/* Lays polyominoes and draws a line round them, in so many runs at most. */
static bool finds_by_laying(const struct puzzle *puzzle, int runs)
{
	struct tally tally = { .puzzle = puzzle };
	struct deadline never = deadline_never();
	struct rng rng;
	struct search_options options = {
		.deadline = &never,
		.rng = &rng,
		.lay = true,
		.nodes_max = 250,
		.visit = judge_first,
		.data = &tally,
	};
	struct panel_search *search = panel_search_new(&puzzle->as.panel, NULL);
	int proofs;
	bool may;

	assert_non_null(search);
	rng_seed(&rng, 1);
	may = panel_search_can_lay(search);
	for (int i = 0; may && i < runs && !tally.lines; i++) {
		options.backwards = i & 1;
		proofs = 0;
		for (int k = 0; k < panel_search_task_count(search); k++)
			proofs += panel_search_run(search, k, &options) ==
				  SEARCH_DONE;
		/* not that there is none */
		assert_true(proofs < panel_search_task_count(search));
	}
	panel_search_free(search);
	assert_int_equal(tally.wrong, 0);
	return tally.lines > 0;
}

/* Whatever the panel, what is drawn round pieces laid at random holds; and
 * that finds a line in most panels that have one. */
static void laying_finds_lines_that_hold(void **state)
{
	int solvable = 0;
	int found = 0;

	(void)state;
	for (uint64_t seed = 0; seed < PANELS; seed++) {
		struct puzzle puzzle;
		struct panel *panel = &puzzle.as.panel;
		bool has = false;

		random_panel(seed, &puzzle);
		for (int y = 0; y < panel->rows; y++)
			for (int x = 0; x < panel->columns; x++) {
				struct panel_cell *cell = &panel->cells[y][x];

				cell->negative = false;
				if (cell->kind == PANEL_ELIMINATOR)
					cell->kind = PANEL_EMPTY;
				has |= cell->kind == PANEL_POLYOMINO;
			}
		if (!has || !count_by_walk(&puzzle))
			continue;
		solvable++;
		found += finds_by_laying(&puzzle, 8);
	}
	assert_true(solvable > 100);
	assert_in_range(found, solvable / 2, solvable);
}

/* Large boards with a few polyominoes, some of which must share a region, take
 * a walk ages: a few dozen runs of 250 nodes find a line. */
static void laying_solves_large_boards(void **state)
{
	static const struct {
		int x, y;
		uint64_t shape;
		bool rotatable;
	} pieces[] = {
		{ 3, 0, 0x7, true },
		{ 8, 9, 0x303, false },
		{ 9, 4, 0x107, true },
		{ 0, 4, 0xf, false },
		/* side by side */
		{ 3, 9, 0x103, false },
		{ 4, 9, 0x3, true },
	};
	struct puzzle puzzle;

	(void)state;
	empty_panel(&puzzle, 10, 10);
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
		puzzle.as.panel.cells[pieces[i].y][pieces[i].x] =
			(struct panel_cell){
				.kind = PANEL_POLYOMINO,
				.colour = PANEL_YELLOW,
				.shape = pieces[i].shape,
				.rotatable = pieces[i].rotatable,
			};
	assert_true(finds_by_laying(&puzzle, 50));
	/* where pieces cannot lie it says nothing */
	puzzle.as.panel.cells[5][5] = puzzle.as.panel.cells[9][3];
	assert_false(finds_by_laying(&puzzle, 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(laying_finds_lines_that_hold),
		cmocka_unit_test(laying_solves_large_boards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
