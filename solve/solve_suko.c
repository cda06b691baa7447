#include "language.h"
#include "solve.h"

#include <stdio.h>
#include <string.h>

#include "linear.h"
#include "reason.h"
#include "rng.h"
#include "wish.h"

static void state(const struct puzzle *puzzle, struct linear *linear)
{
	static const char *const corners[] = { N_("top left"), N_("top right"),
					       N_("bottom left"),
					       N_("bottom right") };
	const struct suko *suko = &puzzle->as.suko;

	linear->distinct = true;
	linear->number_count = SUKO_CELLS;
	for (int i = 0; i < SUKO_CELLS; i++) {
		struct linear_number *number = &linear->numbers[i];
		int given = suko->givens[i];

		snprintf(number->name, sizeof number->name, "cell_%d", i);
		snprintf(number->published, sizeof number->published, "%c%d",
			 'a' + i % 3, i / 3 + 1);
		number->low = given == SUKO_BLANK ? 1 : given;
		number->high = given == SUKO_BLANK ? 9 : given;
	}
	for (int i = 0; i < SUKO_CIRCLES; i++) {
		struct linear_sum *sum;
		int cells[4];

		if (suko->circles[i] == SUKO_UNKNOWN)
			continue;
		sum = linear_add_sum(linear, 2, suko->circles[i]);
		snprintf(sum->what, sizeof sum->what, _("the %s circle"),
			 _(corners[i]));
		suko_around(i, cells);
		for (int j = 0; j < 4; j++)
			linear_term(sum, cells[j], false);
	}
	for (int i = 0; i < suko->area_count; i++) {
		const struct suko_area *area = &suko->areas[i];
		struct linear_sum *sum;

		if (area->total == SUKO_UNKNOWN)
			continue;
		sum = linear_add_sum(linear, 3, area->total);
		snprintf(sum->what, sizeof sum->what, _("the %s area"),
			 area->colour[0] ? _(area->colour) : _("coloured"));
		for (int j = 0; j < SUKO_CELLS; j++)
			if (area->cells[j])
				linear_term(sum, j, false);
	}
}

static void answer(const struct puzzle *puzzle, const int *values,
		   struct solution *solution)
{
	(void)puzzle;
	memcpy(solution->as.suko.cells, values, sizeof solution->as.suko.cells);
}

/* Rule 3: areas that cover the board make 1 + 2 + ... + 9. */
static bool areas_impossible(const struct suko *suko, char *reason, size_t size)
{
	int total = 0, covered = 0;

	for (int i = 0; i < suko->area_count; i++) {
		if (suko->areas[i].total == SUKO_UNKNOWN)
			return false;
		total += suko->areas[i].total;
		for (int j = 0; j < SUKO_CELLS; j++)
			covered += suko->areas[i].cells[j];
	}
	if (covered < SUKO_CELLS || total == 45)
		return false;
	return because(reason, size, "the areas' totals make %d, not 45",
		       total);
}

static bool givens_impossible(const struct suko *suko, char *reason,
			      size_t size)
{
	for (int i = 0; i < SUKO_CELLS; i++)
		for (int j = 0; j < i; j++)
			if (suko->givens[i] != SUKO_BLANK &&
			    suko->givens[i] == suko->givens[j])
				return because(reason, size,
					       "%d is given twice",
					       suko->givens[i]);
	return false;
}

static bool impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	return areas_impossible(&puzzle->as.suko, reason, size) ||
	       givens_impossible(&puzzle->as.suko, reason, size) ||
	       linear_impossible(puzzle, reason, size);
}

static const struct linear_family family = {
	.state = state,
	.answer = answer,
	.title = "Suko: cell_0 to cell_8 by rows from the top left",
	.bounds_text = "rules 1 and 4: the cells hold 1 to 9, each once; "
		       "givens stay",
	.rule_texts = { [2] = "each circle is the sum of the four cells "
			      "around it",
			[3] = "each area sums to its total" },
	.why_none = N_("no order of 1 to 9 makes all sums"),
};

static void shuffle(struct rng *rng, int *items, int count)
{
	for (int i = count - 1; i > 0; i--) {
		int other = (int)rng_below(rng, (uint32_t)i + 1);
		int kept = items[i];

		items[i] = items[other];
		items[other] = kept;
	}
}

static bool beside(int a, int b)
{
	int dx = a % 3 - b % 3, dy = a / 3 - b / 3;

	return dx * dx + dy * dy == 1;
}

/* Three areas that each hang together: grown from three cells, a random
 * neighbour at a time. */
static void make_areas(struct rng *rng, struct suko *suko, const int *cells)
{
	static const char *const colours[] = { "yellow", "green", "orange",
					       "blue",   "red",   "purple" };
	int order[SUKO_CELLS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
	int names[6] = { 0, 1, 2, 3, 4, 5 };
	int of[SUKO_CELLS] = { 0 };
	int left = SUKO_CELLS - 3;

	shuffle(rng, order, SUKO_CELLS);
	shuffle(rng, names, 6);
	for (int i = 0; i < 3; i++)
		of[order[i]] = i + 1;
	while (left) {
		int from = (int)rng_below(rng, SUKO_CELLS);
		int to = (int)rng_below(rng, SUKO_CELLS);

		if (!of[from] || of[to] || !beside(from, to))
			continue;
		of[to] = of[from];
		left--;
	}
	suko->area_count = 3;
	for (int i = 0; i < 3; i++) {
		struct suko_area *area = &suko->areas[i];

		memset(area, 0, sizeof *area);
		snprintf(area->colour, sizeof area->colour, "%s",
			 colours[names[i]]);
		for (int j = 0; j < SUKO_CELLS; j++)
			if (of[j] == i + 1) {
				area->cells[j] = true;
				area->total += cells[j];
			}
	}
}

/* Wishes: "with": "sujiko" (givens instead of areas). */
static int make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem)
{
	struct suko *suko = &puzzle->as.suko;
	bool sujiko = wish_with(wish, "sujiko");
	int cells[SUKO_CELLS] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	int order[SUKO_CELLS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
	struct rng rng;

	(void)problem;
	rng_seed(&rng, seed);
	puzzle->family = FAMILY_suko;
	do {
		shuffle(&rng, cells, SUKO_CELLS);
		shuffle(&rng, order, SUKO_CELLS);
		suko_init(suko);
		for (int i = 0; i < SUKO_CIRCLES; i++) {
			int around[4];

			suko_around(i, around);
			suko->circles[i] = 0;
			for (int j = 0; j < 4; j++)
				suko->circles[i] += cells[around[j]];
		}
		if (!sujiko)
			make_areas(&rng, suko, cells);
		for (int i = 0; sujiko && !linear_is_unique(puzzle); i++)
			suko->givens[order[i]] = cells[order[i]];
	} while (!linear_is_unique(puzzle));
	return 0;
}

const struct solve_family solve_suko = {
	.solve = linear_solve,
	.smt2 = linear_smt2,
	.values = linear_values,
	.watch = linear_watch,
	.linear = &family,
	.impossible = impossible,
	.wishes = "sujiko",
	.make = make,
};
