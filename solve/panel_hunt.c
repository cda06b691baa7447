#include "panel_hunt.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "panel_count.h"
#include "panel_search.h"
#include "side_thread.h"

/* The first lines tried decide how long a depth-first search takes, so a single
 * solution is looked for in two ways that take turns, each getting as many
 * nodes as the other:
 *  - the proof: from start to end and backwards, in a fixed order, with
 *    allowances that grow until the tasks are gone through;
 *  - the luck: short runs in random orders, whose lengths follow Luby, Sinclair
 *    and Zuckerman 1993, "Optimal speedup of Las Vegas algorithms": whatever
 *    the chances, no fixed lengths are much better. Where that may help,
 *    half of the luck's nodes go into laying polyominoes first
 *    (panel_place.h), with an allowance that grows until all ways to lay
 *    them are gone through, which is a proof, too.
 * PROOF_NODES: the first allowance of a task; of in-game panels nine in ten
 * need no more. LUCK_NODES: of 250 to 2,000 tried on the panels, published and
 * of other people, that take longest, 500 and 1,000 found most in the same
 * time; what fails in one run is left out in the next. */
enum { PROOF_NODES = 500, PROOF_GROWTH = 2, LUCK_NODES = 500 };

/* The first allowance for laying, as LUCK_NODES, and how it grows. Where a run
 * is soon through it counts as so small a share of its allowance, lest the same
 * is gone through ever again; with an eighth some proofs took five times as
 * long. */
enum { LAY_NODES = 500, LAY_GROWTH = 2, LAY_SHARE_MIN = 64 };

/* Nodes after which a second thread is worth its start: some 10 ms. */
enum { TEAM_NODES = 4000 };

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
	bool unsure;     /* some line found could not be checked */
	int part, parts; /* of those that run side by side */
	struct panel_solution *caught; /* a side thread's line, or NULL */
	bool has_caught;
	double share; /* done, as far as told */
	bool walls;   /* another reading of rule 3: panel_state.h */
	int task;     /* at hand, of how many, for the progress */
	int task_count;
};

/* Keeps a line as far as lines are to be kept. */
static bool found_line(void *data, const struct panel_solution *line)
{
	struct hunt *hunt = data;
	struct solve_result *result = hunt->result;
	struct solution solution;
	int added = 0;

	if (result->solution_count < hunt->options->solutions_max) {
		solution.family = hunt->puzzle->family;
		solution.as.panel = *line;
		added = solve_result_add(result, hunt->puzzle, &solution,
					 hunt->problem);
	}
	hunt->failed |= added < 0;
	hunt->unsure |= added > 0;
	result->count += added == 0;
	return !hunt->failed && result->count < hunt->wanted;
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
	struct hunt *hunt = data;

	/* a search begun anew is as far as it was before */
	share = (hunt->task + share) / hunt->task_count;
	if (share > hunt->share)
		hunt->share = share;
	hunt->options->progress(hunt->options->progress_data, hunt->share,
				hunt->result->count);
}

static struct search_options options_for(struct hunt *hunt)
{
	return (struct search_options){
		.deadline = &hunt->options->deadline,
		.visit = hunt->visit,
		.progress = hunt->options->progress ? report : NULL,
		.data = hunt,
		.walls = hunt->walls,
		.part = hunt->part,
		.parts = hunt->parts,
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

		hunt->task = i;
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

/* Both ways of find_one, as far as they have come. */
struct rounds {
	bool *done;                                  /* tasks */
	int left;                                    /* of them */
	uint64_t proofs, walks, lays;                /* runs */
	uint64_t proof_nodes, walk_nodes, lay_nodes; /* spent */
	uint64_t allowance, lay_allowance;
};

static enum search_end run_proof(struct hunt *hunt, struct rounds *rounds)
{
	struct search_options options = options_for(hunt);
	uint64_t before = panel_search_nodes(hunt->search);
	enum search_end end;

	options.nodes_max = rounds->allowance;
	options.backwards = rounds->proofs++ & 1;
	if (hunt->options->order == ORDER_RANDOM)
		options.rng = &hunt->rng;
	rounds->allowance *= PROOF_GROWTH;
	end = run_round(hunt, rounds->done, &rounds->left, &options);
	rounds->proof_nodes += panel_search_nodes(hunt->search) - before;
	return end;
}

/* Lays pieces first where that may help and has had fewer nodes. */
static enum search_end run_luck(struct hunt *hunt, struct rounds *rounds)
{
	struct search_options options = options_for(hunt);
	uint64_t before = panel_search_nodes(hunt->search);
	enum search_end end;
	uint64_t spent;

	options.lay = panel_search_can_lay(hunt->search) &&
		      rounds->lay_nodes <= rounds->walk_nodes;
	options.progress = NULL;
	options.rng = &hunt->rng;
	if (options.lay) {
		options.nodes_max = rounds->lay_allowance;
		rounds->lay_allowance *= LAY_GROWTH;
		options.backwards = rounds->lays++ & 1;
	} else {
		options.nodes_max = LUCK_NODES * luby(rounds->walks / 2 + 1);
		options.backwards = rounds->walks++ & 1;
	}
	end = run_round(hunt, rounds->done, &rounds->left, &options);
	spent = panel_search_nodes(hunt->search) - before;
	if (!options.lay)
		rounds->walk_nodes += spent;
	else if (spent > options.nodes_max / LAY_SHARE_MIN)
		rounds->lay_nodes += spent;
	else
		rounds->lay_nodes += options.nodes_max / LAY_SHARE_MIN;
	return end;
}

/* Whichever has had fewer nodes. */
static enum search_end run_either(struct hunt *hunt, struct rounds *rounds)
{
	return rounds->proof_nodes <= rounds->walk_nodes + rounds->lay_nodes
		       ? run_proof(hunt, rounds)
		       : run_luck(hunt, rounds);
}

/* The luck in a thread of its own. */
struct mate {
	struct hunt hunt;
	struct solve_options options;
	struct rounds rounds;
	struct panel_solution line;
	volatile sig_atomic_t *over; /* for the other one */
};

static bool catch_line(void *data, const struct panel_solution *line)
{
	struct hunt *hunt = data;

	*hunt->caught = *line;
	hunt->has_caught = true;
	return false;
}

static void *try_luck(void *data)
{
	struct mate *mate = data;
	enum search_end end = SEARCH_DONE;

	while (mate->rounds.left && end == SEARCH_DONE)
		end = run_luck(&mate->hunt, &mate->rounds);
	if (end != SEARCH_LATE)
		deadline_stop(mate->over, true);
	return NULL;
}

/* NULL if memory runs out. */
static struct mate *mate_new(const struct hunt *hunt,
			     const struct rounds *rounds,
			     volatile sig_atomic_t *over)
{
	struct mate *mate = alloc_array(1, sizeof *mate);
	size_t tasks = (size_t)hunt->task_count;

	if (!mate)
		return NULL;
	mate->hunt = *hunt;
	mate->options = *hunt->options;
	mate->options.progress = NULL;
	/* the caller sees to the flag that others set */
	mate->options.deadline.stop = over;
	mate->hunt.options = &mate->options;
	mate->hunt.visit = catch_line;
	mate->hunt.caught = &mate->line;
	mate->hunt.search = panel_search_beside(hunt->search);
	mate->rounds = *rounds;
	mate->rounds.done = alloc_array(tasks, 1);
	mate->over = over;
	if (mate->rounds.done)
		memcpy(mate->rounds.done, rounds->done, tasks);
	return mate;
}

static void mate_free(struct mate *mate)
{
	if (!mate)
		return;
	panel_search_free(mate->hunt.search);
	free(mate->rounds.done);
	free(mate);
}

/* The proof here, the luck in another thread, until either is through. */
static enum search_end find_by_two(struct hunt *hunt, struct rounds *rounds)
{
	const struct solve_options *options = hunt->options;
	struct solve_options own = *options;
	volatile sig_atomic_t over = false;
	struct mate *mate = mate_new(hunt, rounds, &over);
	enum search_end end = SEARCH_DONE;
	bool has_mate = mate && mate->hunt.search && mate->rounds.done;
	pthread_t thread;

	own.deadline.stop_too = &over;
	if (has_mate)
		has_mate = side_thread_start(&thread, try_luck, mate) == 0;
	hunt->options = &own;
	while (rounds->left && end == SEARCH_DONE)
		end = has_mate ? run_proof(hunt, rounds)
			       : run_either(hunt, rounds);
	hunt->options = options;
	if (has_mate) {
		deadline_stop(&over, true);
		pthread_join(thread, NULL);
		if (end == SEARCH_LATE && mate->hunt.has_caught) {
			hunt->visit(hunt, &mate->line);
			end = SEARCH_STOPPED;
		} else if (end == SEARCH_LATE && mate->rounds.left == 0) {
			end = SEARCH_DONE;
		}
	}
	mate_free(mate);
	return end;
}

/* One line, or the proof that there is none. */
static enum search_end find_one(struct hunt *hunt)
{
	struct rounds rounds = {
		.done = alloc_array((size_t)hunt->task_count, 1),
		.allowance = PROOF_NODES,
		.lay_allowance = LAY_NODES,
	};
	bool team = hunt->options->threads > 1 &&
		    hunt->options->order != ORDER_RANDOM;
	enum search_end end = SEARCH_DONE;

	if (!rounds.done) {
		problem_set(hunt->problem, PROBLEM_MEMORY,
			    "no memory to search a panel");
		hunt->failed = true;
		return SEARCH_LATE;
	}
	for (int i = 0; i < hunt->task_count; i++) {
		rounds.done[i] =
			!hunt->walls && panel_search_is_twin(hunt->search, i);
		rounds.left += !rounds.done[i];
	}
	while (rounds.left && end == SEARCH_DONE) {
		if (team && panel_search_nodes(hunt->search) > TEAM_NODES) {
			end = find_by_two(hunt, &rounds);
			break;
		}
		end = run_either(hunt, &rounds);
	}
	free(rounds.done);
	return end;
}

static void report_count(void *data, double share, uint64_t count)
{
	struct hunt *hunt = data;

	if (share > hunt->share)
		hunt->share = share;
	hunt->options->progress(hunt->options->progress_data, hunt->share,
				count);
}

/* How many lines there are, where none has to be judged. */
static enum search_end count_plain(struct hunt *hunt,
				   const struct panel_graph *graph)
{
	struct count_options options = {
		.deadline = &hunt->options->deadline,
		.part = hunt->part,
		.parts = hunt->parts,
		.progress = hunt->options->progress ? report_count : NULL,
		.data = hunt,
	};

	hunt->result->count = 0;
	return panel_count_lines(graph, &options, &hunt->result->count)
		       ? SEARCH_DONE
		       : SEARCH_LATE;
}

static enum search_end find_part(struct hunt *hunt)
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
	/* parts of the walk are not those of the search: all parts must be
	 * counted by the same of the two */
	if (plain && (end == SEARCH_STOPPED || hunt->parts > 1) &&
	    end != SEARCH_LATE && !hunt->failed)
		end = count_plain(hunt, graph);
	return end;
}

/* The second part of a count, in a thread of its own. */
struct counter {
	struct hunt hunt;
	struct solve_options options;
	struct solve_result result;
	struct problem problem;
	enum search_end end;
};

static void *count_part(void *data)
{
	struct counter *counter = data;

	counter->end = find_part(&counter->hunt);
	return NULL;
}

/* What the other part found comes after what this one did. */
static void take_over(struct hunt *hunt, struct counter *counter)
{
	struct solve_result *result = hunt->result;
	struct solve_result *other = &counter->result;

	result->count += other->count;
	for (size_t i = 0;
	     i < other->solution_count && !hunt->failed &&
	     result->solution_count < hunt->options->solutions_max;
	     i++) {
		struct solution solution = other->solutions[i];

		/* a line owns nothing: a copy will do */
		hunt->failed |= solve_result_add(result, hunt->puzzle,
						 &solution, hunt->problem) < 0;
	}
	hunt->unsure |= counter->hunt.unsure;
	if (counter->hunt.failed && !hunt->failed) {
		*hunt->problem = counter->problem;
		hunt->failed = true;
	}
}

/* Both parts of a count side by side; alone where there is no thread. */
static enum search_end find_all(struct hunt *hunt)
{
	struct counter *counter = NULL;
	volatile sig_atomic_t over = false;
	enum search_end end;
	pthread_t thread;

	/* random orders would part the search differently */
	if (hunt->options->count && hunt->options->threads > 1 &&
	    hunt->options->order != ORDER_RANDOM)
		counter = alloc_array(1, sizeof *counter);
	if (!counter)
		return find_part(hunt);
	counter->hunt = *hunt;
	counter->options = *hunt->options;
	counter->options.progress = NULL;
	counter->options.deadline.stop = &over;
	counter->hunt.options = &counter->options;
	counter->hunt.result = &counter->result;
	counter->hunt.problem = &counter->problem;
	counter->hunt.part = 1;
	counter->hunt.parts = 2;
	counter->hunt.search = panel_search_beside(hunt->search);
	if (counter->hunt.search &&
	    side_thread_start(&thread, count_part, counter) == 0) {
		hunt->parts = 2;
		end = find_part(hunt);
		/* out of time, or stopped: so is the other part */
		if (end == SEARCH_LATE || hunt->failed)
			deadline_stop(&over, true);
		pthread_join(thread, NULL);
		take_over(hunt, counter);
		if (end == SEARCH_DONE)
			end = counter->end;
	} else {
		end = find_part(hunt);
	}
	panel_search_free(counter->hunt.search);
	solve_result_fini(&counter->result);
	free(counter);
	return end;
}

static void conclude(const struct hunt *hunt, enum search_end end)
{
	struct solve_result *result = hunt->result;
	bool done = end == SEARCH_DONE && !hunt->unsure;

	result->verdict = result->solution_count ? VERDICT_SOLVED
			  : done                 ? VERDICT_NONE
						 : VERDICT_UNKNOWN;
	result->count_complete = done;
	result->unique = result->count > 1            ? KNOWN_NO
			 : result->count == 1 && done ? KNOWN_YES
						      : KNOWN_UNSURE;
	if (result->verdict == VERDICT_NONE)
		snprintf(result->reason, sizeof result->reason,
			 _("no line keeps all rules: the search tried "
			   "everything"));
	if (result->verdict == VERDICT_UNKNOWN)
		snprintf(result->reason, sizeof result->reason,
			 _("not decided in the time allowed"));
	if (result->verdict == VERDICT_UNKNOWN && hunt->unsure)
		snprintf(result->reason, sizeof result->reason,
			 _("a line was found, but it leaves too many ways to "
			   "lay polyominoes or to cancel faults to check them "
			   "all"));
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
