#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "language.h"
#include "make_panel.h"
#include "panel_graph.h"
#include "engines.h"
#include "panel_hunt.h"
#include "panel_search.h"
#include "reason.h"
#include "smt2_panel.h"
#include "solve.h"
#include "z3_panel.h"

static bool lacks_start_or_end(const struct panel *panel, char *reason,
			       size_t size)
{
	int starts = 0;
	int ends = 0;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			if (panel_is_cell(x, y))
				continue;
			starts += panel->spots[y][x].start;
			ends += panel->spots[y][x].end;
		}
	if (starts && ends)
		return false;
	return because(reason, size, "the panel has no %s",
		       starts ? "end" : "start");
}

/* In a region negatives do not outweigh, so not in all regions together
 * either; but for what hangs over the board's rim, or an eliminator takes away.
 * What lies open to the outside belongs to no region and asks for nothing. */
static bool negatives_outweigh(const struct panel_graph *graph, char *reason,
			       size_t size)
{
	int squares = 0;

	if (graph->eliminators || graph->panel->rules & PANEL_HANGING)
		return false;
	for (int i = 0; i < graph->cell_count; i++) {
		const struct panel_cell *symbol = graph->cells[i].symbol;

		if (symbol->kind == PANEL_POLYOMINO && !graph->cells[i].outside)
			squares += (symbol->negative ? -1 : 1) *
				   panel_shape_size(symbol->shape);
	}
	if (squares >= 0)
		return false;
	return because(reason, size,
		       "negative pieces have more squares than the others");
}

static bool impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	struct panel_graph *graph;
	bool outweigh;

	if (lacks_start_or_end(&puzzle->as.panel, reason, size))
		return true;
	graph = alloc_array(1, sizeof *graph);
	if (!graph)
		return false;
	panel_graph_init(graph, &puzzle->as.panel);
	outweigh = negatives_outweigh(graph, reason, size);
	free(graph);
	return outweigh;
}

/* May Z3 find in time what the search does not? Where regions are more than
 * colours it never did. */
static bool suits_z3(const struct panel *panel,
		     const struct solve_options *options)
{
	if (options->engine != ENGINE_AUTO || options->count ||
	    options->solutions_max > 1 || options->order != ORDER_ANY ||
	    isinf(deadline_left(&options->deadline)))
		return false;
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind == PANEL_POLYOMINO ||
			    panel->cells[y][x].kind == PANEL_ELIMINATOR)
				return false;
	return true;
}

/* The search, and where half the time was not enough, Z3. */
static int solve_by_both(const struct puzzle *puzzle,
			 const struct solve_options *options,
			 struct solve_result *result, struct problem *problem)
{
	struct solve_options first = *options;

	first.deadline = deadline_in(deadline_left(&options->deadline) / 2,
				     options->deadline.stop);
	if (panel_hunt(puzzle, &first, result, problem) < 0)
		return -1;
	if (result->verdict != VERDICT_UNKNOWN ||
	    deadline_passed(&options->deadline))
		return 0;
	result->reason[0] = '\0';
	return z3_panel(puzzle, options, result, problem);
}

/* A proof that hangs on how a rule is read is none. */
static int doubt_none(const struct puzzle *puzzle,
		      const struct solve_options *options,
		      struct solve_result *result, struct problem *problem)
{
	int disputed = panel_hunt_is_disputed(puzzle, options, problem);

	if (disputed > 0) {
		result->verdict = VERDICT_UNKNOWN;
		result->count_complete = false;
		snprintf(
			result->reason, sizeof result->reason,
			_("no line keeps all rules, unless the mirror image's "
			  "half of an edge at a start or end parts regions, as "
			  "some have it"));
	}
	return disputed < 0 ? -1 : 0;
}

static int solve_by_any(const struct puzzle *puzzle,
			const struct solve_options *options,
			struct solve_result *result, struct problem *problem)
{
	if (options->engine == ENGINE_Z3)
		return z3_panel(puzzle, options, result, problem);
	if (suits_z3(&puzzle->as.panel, options))
		return solve_by_both(puzzle, options, result, problem);
	return panel_hunt(puzzle, options, result, problem);
}

static int solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	if (solve_by_any(puzzle, options, result, problem) < 0)
		return -1;
	if (result->verdict == VERDICT_NONE)
		return doubt_none(puzzle, options, result, problem);
	return 0;
}

/* The lines of one search, until one holds. */
struct watched {
	struct finder *finder;
	struct problem *problem;
	enum finish finish;
	int task, task_count; /* of the search */
};

static bool take_line(void *data, const struct panel_solution *line)
{
	struct watched *watched = data;
	struct solution solution = { .family = FAMILY_panel };

	solution.as.panel = *line;
	watched->finish =
		finder_found(watched->finder, &solution, watched->problem);
	return watched->finish == FINISH_ALL;
}

static bool show_line(void *data, const struct panel_solution *part,
		      double done)
{
	struct watched *watched = data;
	struct solution solution = { .family = FAMILY_panel };

	solution.as.panel = *part;
	return finder_tried(watched->finder, &solution,
			    (watched->task + done) / watched->task_count);
}

static int watch(struct finder *finder, struct problem *problem)
{
	struct panel_search *search =
		panel_search_new(&finder->puzzle->as.panel, problem);
	struct watched watched = { finder, problem, FINISH_ALL, 0, 0 };
	struct search_options options = {
		.deadline = &finder->deadline,
		.rng = finder->rng,
		.visit = take_line,
		.tried = show_line,
		.data = &watched,
	};
	enum search_end end = SEARCH_DONE;

	if (!search)
		return FINISH_FAILED;
	watched.task_count = panel_search_task_count(search);
	for (; watched.task < watched.task_count && end == SEARCH_DONE;
	     watched.task++)
		end = panel_search_run(search, watched.task, &options);
	panel_search_free(search);
	if (end == SEARCH_DONE || watched.finish != FINISH_ALL)
		return (int)watched.finish;
	return FINISH_TIME;
}

const struct solve_family solve_panel = {
	.watch = watch,
	.solve = solve,
	.smt2 = smt2_panel,
	.values = smt2_panel_values,
	.impossible = impossible,
	.wishes = "dots|triangles|squares|stars|polyominoes|rotatable|negative|"
		  "eliminators|gaps|missing|cylinder|horizontal|vertical|"
		  "rotational|parallel",
	.make = make_panel,
};
