#include "panel_hunt.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "panel_count.h"
#include "panel_search.h"

/* The first lines tried decide how long a depth-first search takes, so a single
 * solution is looked for in two ways that take turns, each getting as many
 * nodes as the other:
 *  - the proof: from start to end and backwards, in a fixed order, with
 *    allowances that grow until the tasks are gone through;
 *  - the luck: short runs in random orders, whose lengths follow Luby, Sinclair
 *    and Zuckerman 1993, "Optimal speedup of Las Vegas algorithms": whatever
 *    the chances, no fixed lengths are much better.
 * PROOF_NODES: the first allowance of a task; of in-game panels nine in ten
 * need no more. LUCK_NODES: of 250 to 16,000 tried on the published panels that
 * take longest, 250 and 1,000 found lines soonest, most of them within it. */
enum { PROOF_NODES = 500, PROOF_GROWTH = 2, LUCK_NODES = 250 };

struct hunt {
	const struct puzzle *puzzle;
	const struct solve_options *options;
	struct solve_result *result;
	struct problem *problem;
	struct panel_search *search;
	bool (*visit)(void *data, const struct panel_solution *line);
	struct rng rng;
	struct solution *best; /* the shortest line so far, or NULL */
	int shorter_than;
	uint64_t wanted;
	bool failed;
	bool walls; /* another reading of rule 3: panel_state.h */
	int task;   /* at hand, of how many, for the progress */
	int task_count;
};

/* Keeps a line as far as lines are to be kept. */
static bool found_line(void *data, const struct panel_solution *line)
{
	struct hunt *hunt = data;
	struct solve_result *result = hunt->result;
	struct solution solution;

	result->count++;
	if (result->solution_count < hunt->options->solutions_max) {
		solution.family = hunt->puzzle->family;
		solution.as.panel = *line;
		if (solve_result_add(result, hunt->puzzle, &solution,
				     hunt->problem) < 0) {
			hunt->failed = true;
			return false;
		}
	}
	return result->count < hunt->wanted;
}

static int edge_count(const struct panel *panel,
		      const struct panel_solution *line)
{
	int halves = 0;

	for (int i = 1; i < line->length; i++) {
		int dx, dy, length = 0;

		panel_step(panel, line->path[i - 1], line->path[i], &dx, &dy,
			   &length);
		halves += length;
	}
	return halves / 2;
}

static bool found_shorter(void *data, const struct panel_solution *line)
{
	struct hunt *hunt = data;

	hunt->best->family = hunt->puzzle->family;
	hunt->best->as.panel = *line;
	hunt->shorter_than = edge_count(&hunt->puzzle->as.panel, line);
	return true;
}

static void report(void *data, double share)
{
	const struct hunt *hunt = data;

	hunt->options->progress(hunt->options->progress_data,
				(hunt->task + share) / hunt->task_count);
}

static struct search_options options_for(struct hunt *hunt)
{
	return (struct search_options){
		.deadline = &hunt->options->deadline,
		.visit = hunt->visit,
		.progress = hunt->options->progress ? report : NULL,
		.data = hunt,
		.walls = hunt->walls,
	};
}

/* Goes through the tasks one after the other. */
static enum search_end go_through(struct hunt *hunt,
				  struct search_options *options)
{
	enum search_end end = SEARCH_DONE;

	for (int i = 0; i < hunt->task_count && end == SEARCH_DONE; i++) {
		hunt->task = i;
		end = panel_search_run(hunt->search, i, options);
	}
	return end;
}

/* The shortest line: each one found bounds the rest of the search. */
static enum search_end find_shortest(struct hunt *hunt)
{
	struct search_options options = options_for(hunt);
	enum search_end end;

	hunt->best = alloc_array(1, sizeof *hunt->best);
	if (!hunt->best) {
		problem_set(hunt->problem, PROBLEM_MEMORY,
			    "no memory for a line");
		hunt->failed = true;
		return SEARCH_LATE;
	}
	hunt->shorter_than = INT_MAX;
	options.visit = found_shorter;
	options.shorter_than = &hunt->shorter_than;
	end = go_through(hunt, &options);
	if (hunt->shorter_than != INT_MAX) {
		found_line(hunt, &hunt->best->as.panel);
		/* how many there are was not looked for */
		if (end == SEARCH_DONE)
			end = SEARCH_STOPPED;
	}
	free(hunt->best);
	return end;
}

/* The i-th number (from 1) of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... */
static uint64_t luby(uint64_t i)
{
	uint64_t whole = 1; /* 2^k - 1 numbers end with 2^(k-1) */

	while (whole < i)
		whole = 2 * whole + 1;
	while (whole != i) {
		whole /= 2;
		if (i > whole)
			i -= whole;
		while (whole / 2 >= i)
			whole /= 2;
	}
	return (whole + 1) / 2;
}

/* Runs every task that is not done with so many nodes each. */
static enum search_end run_round(struct hunt *hunt, bool *done, int *left,
				 const struct search_options *options)
{
	for (int i = 0; i < hunt->task_count; i++) {
		enum search_end end;

		if (done[i])
			continue;
		end = panel_search_run(hunt->search, i, options);
		if (end == SEARCH_STOPPED || end == SEARCH_LATE)
			return end;
		done[i] = end == SEARCH_DONE;
		*left -= done[i];
	}
	return SEARCH_DONE;
}

/* One line, or the proof that there is none. */
static enum search_end find_one(struct hunt *hunt)
{
	bool *done = alloc_array((size_t)hunt->task_count, 1);
	uint64_t nodes = PROOF_NODES;
	uint64_t proof = 0, luck = 0; /* nodes spent */
	uint64_t proofs = 0, lucks = 0;
	enum search_end end = SEARCH_DONE;
	int left = 0;

	if (!done) {
		hunt->failed = true;
		return SEARCH_LATE;
	}
	for (int i = 0; i < hunt->task_count; i++) {
		done[i] = !hunt->walls && panel_search_is_twin(hunt->search, i);
		left += !done[i];
	}
	while (left && end == SEARCH_DONE) {
		struct search_options options = options_for(hunt);
		uint64_t before = panel_search_nodes(hunt->search);
		bool is_proof = proof <= luck;

		options.progress = NULL;
		if (is_proof) {
			options.nodes_max = nodes;
			options.backwards = proofs++ & 1;
			nodes *= PROOF_GROWTH;
		} else {
			options.nodes_max = LUCK_NODES * luby(lucks / 2 + 1);
			options.backwards = lucks++ & 1;
		}
		if (!is_proof || hunt->options->order == ORDER_RANDOM)
			options.rng = &hunt->rng;
		end = run_round(hunt, done, &left, &options);
		before = panel_search_nodes(hunt->search) - before;
		*(is_proof ? &proof : &luck) += before;
	}
	free(done);
	return end;
}

/* How many lines there are, where none has to be judged. */
static enum search_end count_plain(struct hunt *hunt,
				   const struct panel_graph *graph)
{
	hunt->result->count = 0;
	return panel_count_lines(graph, &hunt->options->deadline,
				 &hunt->result->count)
		       ? SEARCH_DONE
		       : SEARCH_LATE;
}

static enum search_end find_all(struct hunt *hunt)
{
	const struct panel_graph *graph = panel_search_graph(hunt->search);
	struct search_options options = options_for(hunt);
	bool plain = hunt->options->count && panel_count_can(graph);
	enum search_end end;

	if (hunt->options->order == ORDER_RANDOM)
		options.rng = &hunt->rng;
	hunt->wanted = hunt->options->count && !plain
			       ? UINT64_MAX
			       : hunt->options->solutions_max;
	end = go_through(hunt, &options);
	if (plain && end == SEARCH_STOPPED && !hunt->failed)
		end = count_plain(hunt, graph);
	return end;
}

static void conclude(const struct hunt *hunt, enum search_end end)
{
	struct solve_result *result = hunt->result;

	result->verdict = result->solution_count ? VERDICT_SOLVED
			  : end == SEARCH_DONE   ? VERDICT_NONE
						 : VERDICT_UNKNOWN;
	result->count_complete = end == SEARCH_DONE;
	result->unique = result->count > 1 ? KNOWN_NO
			 : result->count == 1 && end == SEARCH_DONE
				 ? KNOWN_YES
				 : KNOWN_UNSURE;
	if (result->verdict == VERDICT_NONE)
		snprintf(result->reason, sizeof result->reason,
			 "no line keeps all rules: the whole search was gone "
			 "through");
	if (result->verdict == VERDICT_UNKNOWN)
		snprintf(result->reason, sizeof result->reason,
			 "not decided in the time allowed");
	snprintf(result->engine, sizeof result->engine, "search");
}

int panel_hunt(const struct puzzle *puzzle, const struct solve_options *options,
	       struct solve_result *result, struct problem *problem)
{
	struct hunt hunt = {
		.puzzle = puzzle,
		.options = options,
		.result = result,
		.problem = problem,
		.visit = found_line,
		.wanted = 1,
	};
	enum search_end end;

	hunt.search = panel_search_new(&puzzle->as.panel, problem);
	if (!hunt.search)
		return -1;
	hunt.task_count = panel_search_task_count(hunt.search);
	rng_seed(&hunt.rng, options->seed);
	if (options->count || options->solutions_max > 1)
		end = find_all(&hunt);
	else if (options->order == ORDER_SHORTEST)
		end = find_shortest(&hunt);
	else
		end = find_one(&hunt);
	panel_search_free(hunt.search);
	if (hunt.failed)
		return -1;
	conclude(&hunt, end);
	return 0;
}

static bool stop_at_once(void *data, const struct panel_solution *line)
{
	(void)data;
	(void)line;
	return false;
}

int panel_hunt_is_disputed(const struct puzzle *puzzle,
			   const struct solve_options *options,
			   struct problem *problem)
{
	const struct panel *panel = &puzzle->as.panel;
	bool is_half = false;
	enum search_end end;
	struct hunt hunt = {
		.puzzle = puzzle,
		.options = options,
		.walls = true,
		.visit = stop_at_once,
	};

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++)
			is_half |= panel_is_edge(x, y) &&
				   (panel->spots[y][x].start ||
				    panel->spots[y][x].end);
	if (panel->symmetry == PANEL_SYMMETRY_NONE || !is_half)
		return 0;
	hunt.search = panel_search_new(panel, problem);
	if (!hunt.search)
		return -1;
	hunt.task_count = panel_search_task_count(hunt.search);
	rng_seed(&hunt.rng, options->seed);
	end = find_one(&hunt);
	panel_search_free(hunt.search);
	return hunt.failed ? -1 : end != SEARCH_DONE;
}
