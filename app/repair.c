#include "repair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* A reading with next-best readings; `cost` of each, dearer ones last. */
struct slot {
	size_t reading;
	int count;
	double cost[READING_INSTEAD_MAX];
	int instead[READING_INSTEAD_MAX];
};

/* A candidate on the frontier, its changes by rising slot. */
struct node {
	int slot[REPAIR_CHANGES_MAX];
	int option[REPAIR_CHANGES_MAX];
	int count;
	double cost;
};

struct search {
	struct slot *slots;
	int slot_count;
	struct node *heap; /* cheapest first */
	size_t count, capacity;
};

static double bounded(double probability)
{
	return fmax(probability, REPAIR_PROBABILITY_MIN);
}

static int by_first_cost(const void *a, const void *b)
{
	const struct slot *left = a;
	const struct slot *right = b;

	if (left->cost[0] != right->cost[0])
		return left->cost[0] < right->cost[0] ? -1 : 1;
	return left->reading < right->reading ? -1 : 1;
}

/* A reading's alternatives by rising cost. One that is likelier than what
 * stands in the puzzle costs nothing: the reader had its reasons. */
static void fill_slot(struct slot *slot, const struct reading *reading)
{
	for (int i = 0; i < reading->instead_count; i++) {
		double odds = bounded(reading->instead[i].confidence) /
			      bounded(reading->confidence);
		double cost = fmax(0, -log(odds));
		int at = slot->count++;

		for (; at > 0 && slot->cost[at - 1] > cost; at--) {
			slot->cost[at] = slot->cost[at - 1];
			slot->instead[at] = slot->instead[at - 1];
		}
		slot->cost[at] = cost;
		slot->instead[at] = i;
	}
}

static int fill_slots(struct search *search, const struct reading *readings,
		      size_t count)
{
	search->slots = alloc_array(count, sizeof *search->slots);
	if (!search->slots)
		return -1;
	for (size_t i = 0; i < count; i++) {
		struct slot *slot = &search->slots[search->slot_count];

		if (!readings[i].instead_count)
			continue;
		slot->reading = i;
		fill_slot(slot, &readings[i]);
		search->slot_count++;
	}
	qsort(search->slots, (size_t)search->slot_count, sizeof *search->slots,
	      by_first_cost);
	return 0;
}

static int push(struct search *search, const struct node *node)
{
	size_t at = search->count;

	if (alloc_grow(&search->heap, &search->capacity, at + 1,
		       sizeof *search->heap) < 0)
		return -1;
	search->count++;
	for (; at && search->heap[(at - 1) / 2].cost > node->cost;
	     at = (at - 1) / 2)
		search->heap[at] = search->heap[(at - 1) / 2];
	search->heap[at] = *node;
	return 0;
}

static struct node pop(struct search *search)
{
	struct node top = search->heap[0];
	struct node last = search->heap[--search->count];
	size_t at = 0;

	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= search->count)
			break;
		if (child + 1 < search->count &&
		    search->heap[child + 1].cost < search->heap[child].cost)
			child++;
		if (search->heap[child].cost >= last.cost)
			break;
		search->heap[at] = search->heap[child];
		at = child;
	}
	if (search->count)
		search->heap[at] = last;
	return top;
}

static int push_with(struct search *search, struct node node, int slot,
		     int option)
{
	node.slot[node.count] = slot;
	node.option[node.count] = option;
	node.count++;
	node.cost += search->slots[slot].cost[option];
	return push(search, &node);
}

/* The successors that make every combination appear once, after one that is
 * at least as likely: the last change moves on to its slot's next option, or
 * from its slot's first option to the next slot's, or the next slot joins. */
static int expand(struct search *search, const struct node *node)
{
	struct node shorter = *node;
	int slot, option;

	if (!node->count)
		return search->slot_count ? push_with(search, *node, 0, 0) : 0;
	slot = node->slot[node->count - 1];
	option = node->option[node->count - 1];
	shorter.count--;
	shorter.cost -= search->slots[slot].cost[option];
	if (option + 1 < search->slots[slot].count &&
	    push_with(search, shorter, slot, option + 1) < 0)
		return -1;
	if (slot + 1 == search->slot_count)
		return 0;
	if (option == 0 && push_with(search, shorter, slot + 1, 0) < 0)
		return -1;
	if (node->count < REPAIR_CHANGES_MAX &&
	    push_with(search, *node, slot + 1, 0) < 0)
		return -1;
	return 0;
}

static struct repair_candidate candidate_of(const struct search *search,
					    const struct node *node)
{
	struct repair_candidate candidate = { .count = node->count,
					      .cost = node->cost };

	for (int i = 0; i < node->count; i++) {
		const struct slot *slot = &search->slots[node->slot[i]];

		candidate.changes[i] = (struct repair_change){
			slot->reading, slot->instead[node->option[i]]
		};
	}
	return candidate;
}

/* The odds, relative to `best`, that some clue is none of the readings at
 * hand and the puzzle makes sense all the same. */
static double unseen_odds(const struct repair_task *task,
			  const struct repair_candidate *best)
{
	const struct reading *readings = task->readings;
	double odds = 0;

	for (size_t i = 0; i < task->count; i++) {
		double taken = readings[i].confidence;
		double seen = readings[i].confidence;

		for (int k = 0; k < readings[i].instead_count; k++)
			seen += readings[i].instead[k].confidence;
		for (int k = 0; k < best->count; k++)
			if (best->changes[k].reading == i)
				taken = readings[i]
						.instead[best->changes[k]
								 .instead]
						.confidence;
		odds += bounded(1 - seen) / bounded(taken);
	}
	return odds * task->chance;
}

/* Keeps the two likeliest candidates that make sense and differ in their
 * answers. */
static void keep(struct repair_result *result, bool *found,
		 const struct repair_candidate *candidate)
{
	bool same = *found && candidate->answer &&
		    candidate->answer == result->best.answer;

	if (!*found || (same && candidate->cost < result->best.cost)) {
		result->best = *candidate;
		*found = true;
	} else if (same) {
		return;
	} else if (candidate->cost < result->best.cost) {
		result->second = result->best;
		result->has_second = true;
		result->best = *candidate;
	} else if (!result->has_second ||
		   candidate->cost < result->second.cost) {
		result->second = *candidate;
		result->has_second = true;
	}
}

/* How much dearer the best candidate's rivals must be. */
static double margin_of(const struct repair_task *task,
			const struct repair_candidate *best)
{
	return log(task->unsure && !best->count ? REPAIR_AS_READ_STAND_OUT
						: REPAIR_STAND_OUT);
}

/* May candidates of this cost and above still change the outcome? */
static bool settled(const struct repair_task *task,
		    const struct repair_result *result, double cost)
{
	const double margin = margin_of(task, &result->best);

	if (cost > result->best.cost + margin)
		return true;
	return result->has_second &&
	       result->second.cost <= result->best.cost + margin &&
	       cost > result->best.cost - margin;
}

/* Judges candidates until the best one stands out, another rivals it, or
 * there are no more. */
static int judge_all(struct search *search, const struct repair_task *task,
		     struct repair_result *result)
{
	bool found = false;
	bool complete = true;

	while (search->count) {
		struct node node = pop(search);
		struct repair_candidate candidate = candidate_of(search, &node);
		enum repair_sense sense;

		if (found ? settled(task, result, candidate.cost)
			  : candidate.cost > -log(REPAIR_ODDS_LEAST))
			break;
		if (result->judged == REPAIR_JUDGED_MAX) {
			complete = false;
			break;
		}
		sense = task->judge(task->data, &candidate);
		result->judged++;
		if (sense == REPAIR_UNDECIDED) {
			result->outcome =
				found ? REPAIR_AMBIGUOUS : REPAIR_STOPPED;
			return 0;
		}
		candidate.several = sense == REPAIR_SEVERAL;
		if (candidate.several)
			candidate.cost -= log(REPAIR_SEVERAL_ODDS);
		if (candidate.nought)
			candidate.cost -= log(REPAIR_NOUGHT_ODDS);
		if (sense != REPAIR_SENSELESS)
			keep(result, &found, &candidate);
		if (expand(search, &node) < 0)
			return -1;
	}
	if (!found)
		result->outcome = REPAIR_NOTHING;
	else if (!complete ||
		 (result->has_second &&
		  result->second.cost <=
			  result->best.cost + margin_of(task, &result->best)))
		result->outcome = REPAIR_AMBIGUOUS;
	else
		result->outcome = REPAIR_FOUND;
	return 0;
}

int repair_search(const struct repair_task *task, struct repair_result *result,
		  struct problem *problem)
{
	struct search search = { 0 };
	struct node none = { .count = 0 };
	double unseen;
	int status = -1;

	memset(result, 0, sizeof *result);
	if (fill_slots(&search, task->readings, task->count) == 0 &&
	    push(&search, &none) == 0)
		status = judge_all(&search, task, result);
	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to repair a reading");
	unseen = task->unsure && !result->best.count ? REPAIR_AS_READ_UNSEEN
						     : REPAIR_STAND_OUT;
	if (result->outcome == REPAIR_FOUND &&
	    unseen_odds(task, &result->best) * unseen > 1)
		result->outcome = REPAIR_AMBIGUOUS;
	free(search.slots);
	free(search.heap);
	return status;
}
