/* The regions that polyominoes may make up, against every set of cells there
 * is; and what stops short of going through them never says that it has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "panel_place.h"
#include "panel_tally.h"
#include "random_panel.h"

enum { CELLS_MAX = 12, TRIES_MANY = 1 << 24 };

/* Random ones; an argument says how many. */
static int panels = 2000;

/* A line that has begun on a panel. */
struct board {
	struct puzzle puzzle;
	struct panel_graph graph;
	struct panel_fit *fit;
	struct panel_cover *cover;
	struct deadline never;
	struct panel_state state;
	struct panel_regions regions;
	bool is_possible; /* begun, concluded, and regions can be told */
};

static void board_fini(struct board *board)
{
	panel_cover_free(board->cover);
	panel_fit_free(board->fit);
}

/* `board->puzzle` is filled in. */
static void board_init(struct board *board, int start, int end)
{
	struct line_ends ends = { start, GRAPH_NONE, end, GRAPH_NONE,
				  HALF_JOINS };

	board->never = deadline_never();
	panel_graph_init(&board->graph, &board->puzzle.as.panel);
	board->fit = panel_fit_new(&board->graph);
	assert_non_null(board->fit);
	board->cover = panel_cover_new(&board->graph, board->fit);
	panel_state_init(&board->state, &board->graph, board->fit,
			 board->cover);
	board->state.deadline = &board->never;
	board->is_possible = board->cover &&
			     panel_place_can(&board->graph, board->fit) &&
			     !board->graph.has_outside &&
			     panel_state_begin(&board->state, &ends) &&
			     panel_state_conclude(&board->state);
}

/* From one vertex to another, mostly on the rim. Precise pieces mind lines
 * that are not drawn yet. */
static bool random_board(uint64_t seed, struct board *board)
{
	const struct panel *panel = &board->puzzle.as.panel;
	struct rng rng;
	int ends[2];

	random_rim_panel(seed, &board->puzzle);
	board->puzzle.as.panel.rules &= ~(unsigned)PANEL_PRECISE;
	panel_graph_init(&board->graph, panel);
	rng_seed(&rng, seed);
	for (int i = 0; i < 2; i++)
		do
			ends[i] = (int)rng_below(
				&rng, (uint32_t)board->graph.vertex_count);
		while (seed % 3 && !board->graph.vertices[ends[i]].rim);
	board_init(board, ends[0], ends[1]);
	return board->is_possible;
}

static void find(struct board *board, int64_t tries_max)
{
	struct rng rng;

	rng_seed(&rng, 1);
	panel_regions_find(&board->regions, &board->state, &rng, tries_max);
}

static bool on_open_rim(const struct board *board, int cell)
{
	const struct graph_cell *here = &board->graph.cells[cell];

	for (int i = 0; i < 4; i++)
		if (here->beside[i] == GRAPH_NONE &&
		    !panel_state_parts(&board->state, here->edges[i]))
			return true;
	return false;
}

/* The cells among `cells` that hang together with the first of them. */
static unsigned hang_together(const struct board *board, unsigned cells)
{
	unsigned seen = cells & -cells;
	unsigned before;

	do {
		before = seen;
		for (int i = 0; i < board->graph.cell_count; i++) {
			const struct graph_cell *cell = &board->graph.cells[i];

			for (int k = 0; k < 4 && (seen >> i & 1); k++)
				if (cell->beside[k] != GRAPH_NONE &&
				    !panel_state_parts(&board->state,
						       cell->edges[k]))
					seen |= 1u << cell->beside[k] & cells;
		}
	} while (seen != before);
	return seen;
}

/* Do just the polyominoes in these cells cover them, whatever their order? */
static bool pieces_cover(struct board *board, unsigned cells)
{
	int16_t list[CELLS_MAX];
	uint16_t types[FIT_TYPES_MAX] = { 0 };
	struct fit_task task = { .cells = list, .types = types };
	int squares = 0;

	for (int i = 0; i < board->graph.cell_count; i++) {
		int type = panel_fit_type(board->fit, i);

		if (!(cells >> i & 1))
			continue;
		list[task.cell_count++] = (int16_t)i;
		if (type == GRAPH_NONE)
			continue;
		types[type]++;
		squares += panel_fit_size(board->fit, type);
	}
	return squares == task.cell_count &&
	       panel_fit_covers(board->fit, &task, &board->never) == 1;
}

/* May these cells be a region that is not finished? */
static bool may_be_region(struct board *board, unsigned cells)
{
	const struct panel_state *state = &board->state;
	struct group sum = { 0 };
	bool rim = !state->separating;

	for (int i = 0; i < board->graph.cell_count; i++) {
		int root = panel_state_root(state, i);

		if (!(cells >> i & 1))
			continue;
		if (!state->areas.open[state->areas.area[i]] ||
		    !(cells >> root & 1))
			return false;
		for (int k = 0; k < board->graph.cell_count; k++)
			if (!(cells >> k & 1) &&
			    panel_state_root(state, k) == root)
				return false;
		if (root == i)
			panel_state_add_group(&sum, &state->groups[i]);
		rim |= on_open_rim(board, i);
	}
	return rim && hang_together(board, cells) == cells &&
	       panel_state_bears(state, &sum) && pieces_cover(board, cells);
}

static bool is_listed(const struct board *board, unsigned cells)
{
	for (int i = 0; i < board->regions.count; i++)
		if (board->regions.regions[i].cells.bits[0] == cells)
			return true;
	return false;
}

/* All of them, on flat panels and cylinders, with one line or two; and on flat
 * ones no others. Round a narrow cylinder a piece may meet itself. */
static void every_region_is_found(void **state)
{
	struct board *board = malloc(sizeof *board);
	int regions = 0, wrapped = 0;

	(void)state;
	assert_non_null(board);
	for (uint64_t seed = 0; seed < (uint64_t)panels; seed++) {
		bool is_asked = random_board(seed, board);
		int count = 0;

		if (is_asked)
			find(board, TRIES_MANY);
		for (unsigned cells = 1;
		     is_asked && cells < 1u << board->graph.cell_count;
		     cells++) {
			if (!may_be_region(board, cells))
				continue;
			count++;
			if (!is_listed(board, cells))
				fail_msg("panel %d lacks region %x", (int)seed,
					 cells);
		}
		if (is_asked && !board->puzzle.as.panel.wraps &&
		    count != board->regions.count)
			fail_msg("panel %d: %d regions, not %d", (int)seed,
				 board->regions.count, count);
		regions += count;
		wrapped += board->puzzle.as.panel.wraps ? count : 0;
		board_fini(board);
	}
	free(board);
	assert_true(regions > panels);
	assert_true(wrapped > 100);
}

/* With too few pieces to lay it does not say that it has found all. */
static void short_lists_are_not_complete(void **state)
{
	struct board *board = malloc(sizeof *board);
	int cut_short = 0;

	(void)state;
	assert_non_null(board);
	for (uint64_t seed = 0; seed < (uint64_t)panels; seed++) {
		int count;

		if (random_board(seed, board)) {
			find(board, TRIES_MANY);
			assert_true(board->regions.complete);
			count = board->regions.count;
			for (int64_t tries = 0; tries < 8; tries++) {
				find(board, tries);
				cut_short += !board->regions.complete;
				if (board->regions.complete)
					assert_int_equal(board->regions.count,
							 count);
			}
		}
		board_fini(board);
	}
	free(board);
	assert_true(cut_short > panels);
}

/* Nor where there are more than it has room for. */
static void crowded_lists_are_not_complete(void **state)
{
	struct board *board = malloc(sizeof *board);

	(void)state;
	assert_non_null(board);
	empty_panel(&board->puzzle, 10, 10);
	for (int i = 0; i < 5; i++)
		board->puzzle.as.panel.cells[1][2 + i] = (struct panel_cell){
			.kind = PANEL_POLYOMINO,
			.colour = PANEL_YELLOW,
			.shape = 0x107,
			.rotatable = true,
		};
	board_init(board, 10 * 11, 10);
	assert_true(board->is_possible);
	find(board, TRIES_MANY);
	assert_int_equal(board->regions.count, REGIONS_MAX);
	assert_false(board->regions.complete);
	board_fini(board);
	free(board);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as visits are */
static bool count_visits(void *data, bool *unsure)
{
	(void)unsure;
	++*(int *)data;
	return true;
}

static enum place_end place(struct board *board, struct panel_place *place,
			    int64_t closed_max, int *visits)
{
	struct rng rng;
	struct place_options options = {
		.rng = &rng,
		.tries_max = TRIES_MANY,
		.closed_max = closed_max,
		.visit = count_visits,
		.data = visits,
	};
	uint64_t work;

	*visits = 0;
	rng_seed(&rng, 1);
	return panel_place_run(place, &board->state, &options, &work);
}

/* Closing too few regions is not going through them. */
static void few_closed_regions_prove_nothing(void **state)
{
	struct board *board = malloc(sizeof *board);
	struct panel_place *room = panel_place_new();
	int done = 0, partial = 0;

	(void)state;
	assert_non_null(board);
	assert_non_null(room);
	for (uint64_t seed = 0; seed < (uint64_t)panels; seed++) {
		if (random_board(seed, board) && board->state.separating) {
			int all, visits;

			assert_int_equal(place(board, room, TRIES_MANY, &all),
					 PLACE_DONE);
			done++;
			for (int closed = 0; closed < 5; closed++) {
				if (place(board, room, closed, &visits) ==
				    PLACE_DONE)
					assert_int_equal(visits, all);
				else
					partial++;
			}
		}
		board_fini(board);
	}
	panel_place_free(room);
	free(board);
	assert_true(done > panels / 10);
	assert_true(partial > panels / 10);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_region_is_found),
		cmocka_unit_test(short_lists_are_not_complete),
		cmocka_unit_test(crowded_lists_are_not_complete),
		cmocka_unit_test(few_closed_regions_prove_nothing),
	};

	if (argc > 1)
		panels = atoi(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
