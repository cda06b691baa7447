#include "sudoku_engines.h"

enum { SIDE = SUDOKU_SIDE_MAX };

/* Bit n - 1 stands for number n. */
struct search {
	struct finder *finder;
	struct problem *problem;
	struct rng *rng; /* branches come in random order; NULL: by rows */
	uint64_t explored;
	double done; /* share of the search tree */
	int side;
	unsigned all; /* numbers */
	struct sudoku_place places[SIDE * SIDE];
	int numbers[SIDE * SIDE];                /* 0: none yet */
	unsigned used[SUDOKU_GROUP_KINDS][SIDE]; /* numbers in each group */
};

/* What to try next: one of these numbers in one of these places. */
struct branch {
	int count;
	int places[SIDE], numbers[SIDE];
};

static unsigned candidates(const struct search *search, int at)
{
	const struct sudoku_place *place = &search->places[at];
	unsigned used = 0;

	for (int kind = 0; kind < SUDOKU_GROUP_KINDS; kind++)
		used |= search->used[kind][place->groups[kind]];
	return search->all & ~used;
}

static void lay(struct search *search, int at, int number)
{
	const struct sudoku_place *place = &search->places[at];
	unsigned bit = 1u << ((number ? number : search->numbers[at]) - 1);

	search->numbers[at] = number;
	for (int kind = 0; kind < SUDOKU_GROUP_KINDS; kind++)
		search->used[kind][place->groups[kind]] ^= bit;
}

/* The cell with the fewest numbers, if fewer than branch->count. */
static void choose_cell(const struct search *search, struct branch *branch)
{
	for (int at = 0; at < search->side * search->side; at++) {
		unsigned left;
		int count;

		if (search->numbers[at])
			continue;
		left = candidates(search, at);
		count = __builtin_popcount(left);
		if (count >= branch->count)
			continue;
		branch->count = 0;
		for (; left; left &= left - 1) {
			branch->places[branch->count] = at;
			branch->numbers[branch->count++] =
				__builtin_ctz(left) + 1;
		}
	}
}

/* The number with the fewest places in a row, column or box, if fewer. */
static void choose_number(const struct search *search, struct branch *branch)
{
	unsigned char count[SUDOKU_GROUP_KINDS][SIDE][SIDE] = { 0 };

	for (int at = 0; at < search->side * search->side; at++)
		for (unsigned left =
			     search->numbers[at] ? 0 : candidates(search, at);
		     left; left &= left - 1)
			for (int kind = 0; kind < SUDOKU_GROUP_KINDS; kind++)
				count[kind][search->places[at].groups[kind]]
				     [__builtin_ctz(left)]++;
	for (int i = 0; i < SUDOKU_GROUP_KINDS * search->side * search->side;
	     i++) {
		int kind = i % SUDOKU_GROUP_KINDS;
		int group = i / SUDOKU_GROUP_KINDS / search->side;
		int number = i / SUDOKU_GROUP_KINDS % search->side + 1;
		unsigned bit = 1u << (number - 1);

		if (search->used[kind][group] & bit ||
		    count[kind][group][number - 1] >= branch->count)
			continue;
		branch->count = 0;
		for (int at = 0; at < search->side * search->side; at++)
			if (!search->numbers[at] &&
			    search->places[at].groups[kind] == group &&
			    candidates(search, at) & bit) {
				branch->places[branch->count] = at;
				branch->numbers[branch->count++] = number;
			}
	}
}

/* False where every cell has its number. */
static bool choose(struct search *search, struct branch *branch)
{
	branch->count = SIDE + 1;
	choose_cell(search, branch);
	if (branch->count > SIDE)
		return false;
	if (branch->count > 1)
		choose_number(search, branch);
	return true;
}

/* Which of the branches comes at turn i: not yet taken ones stand at i and
 * beyond. */
static void take_turn(struct search *search, struct branch *branch, int i)
{
	int last = branch->count - 1;
	int other = search->rng ? rng_between(search->rng, i, last)
		    : search->finder->reversed && i < last - i ? last - i
							       : i;
	int place = branch->places[i], number = branch->numbers[i];

	branch->places[i] = branch->places[other];
	branch->numbers[i] = branch->numbers[other];
	branch->places[other] = place;
	branch->numbers[other] = number;
}

static bool show(const struct search *search)
{
	struct solution part = { .family = FAMILY_sudoku };

	for (int i = 0; i < search->side * search->side; i++)
		part.as.sudoku.cells[i / search->side][i % search->side] =
			search->numbers[i] ? search->numbers[i] : SOLUTION_OPEN;
	return finder_tried(search->finder, &part, search->done);
}

/* Everything below the present node, which is this share of the tree. */
static enum finish explore(struct search *search, double share)
{
	enum finish finish = FINISH_ALL;
	struct branch branch;

	search->explored++;
	if (search->finder->watch && !show(search))
		return FINISH_TIME;
	if (deadline_passed(&search->finder->deadline) ||
	    (search->finder->nodes_max &&
	     search->explored > search->finder->nodes_max))
		return FINISH_TIME;
	if (!choose(search, &branch)) {
		search->done += share;
		return sudoku_found(search->finder, search->numbers,
				    search->problem);
	}
	if (!branch.count)
		search->done += share;
	for (int i = 0; i < branch.count && finish == FINISH_ALL; i++) {
		take_turn(search, &branch, i);
		lay(search, branch.places[i], branch.numbers[i]);
		finish = explore(search, share / branch.count);
		lay(search, branch.places[i], 0);
	}
	return finish;
}

/* False where two givens clash. */
static bool lay_givens(struct search *search, const struct sudoku *sudoku)
{
	search->side = sudoku->side;
	search->all = (1u << sudoku->side) - 1;
	for (int at = 0; at < sudoku->side * sudoku->side; at++) {
		int x = at % sudoku->side, y = at / sudoku->side;

		search->places[at] = sudoku_place(sudoku, at);
		if (sudoku->cells[y][x] == SUDOKU_BLANK)
			continue;
		if (!(candidates(search, at) & 1u << (sudoku->cells[y][x] - 1)))
			return false;
		lay(search, at, sudoku->cells[y][x]);
	}
	return true;
}

enum finish sudoku_search(struct finder *finder, struct problem *problem)
{
	return sudoku_search_random(finder, finder->rng, problem);
}

enum finish sudoku_search_random(struct finder *finder, struct rng *rng,
				 struct problem *problem)
{
	struct search search = { .finder = finder,
				 .problem = problem,
				 .rng = rng };

	if (!lay_givens(&search, &finder->puzzle->as.sudoku))
		return FINISH_ALL;
	return explore(&search, 1);
}
