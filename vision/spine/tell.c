#include "language.h"
#include "look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sighting.h"

/* What is less likely is not told. */
#define CHANCE_LEAST .001

static void print_value(char *text, size_t size, int value)
{
	if (value < 0)
		snprintf(text, size, "null");
	else
		snprintf(text, size, "%d", value);
}

static void add_instead(struct reading *reading, int value, double chance)
{
	int at = reading->instead_count;

	if (at == READING_INSTEAD_MAX || chance < CHANCE_LEAST)
		return;
	print_value(reading->instead[at].value,
		    sizeof reading->instead[at].value, value);
	reading->instead[at].confidence = chance;
	reading->instead_count++;
	for (; at && reading->instead[at].confidence >
			     reading->instead[at - 1].confidence;
	     at--) {
		char text[READING_VALUE_MAX];
		double other = reading->instead[at].confidence;

		memcpy(text, reading->instead[at].value, sizeof text);
		reading->instead[at] = reading->instead[at - 1];
		memcpy(reading->instead[at - 1].value, text, sizeof text);
		reading->instead[at - 1].confidence = other;
	}
}

/* What is said of one clue: what stands in the puzzle, how likely that is, and
 * what else it may be. */
static void tell_clue(const struct claim_clue *clue, struct reading *reading)
{
	const struct number_reading *seen = clue->reading;

	*reading = (struct reading){ .confidence = claim_clue_chance(clue),
				     .key = seen ? seen->key : 0,
				     .entered = clue->entered,
				     .px_box = quad_bounds(&clue->px_place) };
	snprintf(reading->clue, sizeof reading->clue, "%s", clue->name);
	print_value(reading->value, sizeof reading->value, clue->value);
	if (clue->entered && clue->played >= 0)
		add_instead(reading, clue->played, CHANCE_LEAST);
	if (!seen)
		return;
	if (clue->value >= 0)
		add_instead(reading, -1, seen->nothing);
	for (int i = 0; i < seen->count; i++)
		if (seen->values[i].value != clue->value)
			add_instead(reading, seen->values[i].value,
				    seen->values[i].chance);
}

/* Makes a sighting of a claim, which keeps nothing. */
static int make_sighting(struct claim *claim, struct sighting *sighting,
			 struct problem *problem)
{
	struct quad cells = quad_from_box(0, 0, claim->columns, claim->rows);

	*sighting = (struct sighting){ .puzzle = claim->puzzle,
				       .px_corners = claim->px_corners,
				       .score = claim->slots,
				       .most = 1 - claim->doubt,
				       .found = claim->chance >=
						spine_params.sure };
	memset(&claim->puzzle, 0, sizeof claim->puzzle);
	for (size_t i = 0; i < claim->clue_count; i++) {
		struct reading reading;

		tell_clue(&claim->clues[i], &reading);
		if (reading.entered)
			snprintf(sighting->note, sizeof sighting->note,
				 _("numbers that seem to be a player's own are "
				   "not taken for clues"));
		if (sighting_add_reading(sighting, &reading) < 0) {
			sighting_fini(sighting);
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for readings");
		}
	}
	if (homography_from_quads(&cells, &claim->px_corners,
				  &sighting->cell_to_px) == 0)
		sighting->confidence = fmin(claim->chance, sighting->most) *
				       readings_chance(sighting);
	return 0;
}

/* How much a claim explains, and how well: slots, and the numbers in them,
 * which tell a board from a part of it and the empty squares around, as on a
 * spreadsheet. */
static double worth(const struct claim *claim)
{
	double explained = claim->slots;

	for (size_t i = 0; i < claim->clue_count; i++)
		explained +=
			claim->clues[i].value >= 0 && !claim->clues[i].square;
	return claim->chance * explained * exp(-claim_faults(claim));
}

/* What is surely there goes first. */
static int by_worth(const void *a, const void *b)
{
	const struct claim *p = a, *q = b;
	int sure = (q->chance >= spine_params.sure) -
		   (p->chance >= spine_params.sure);
	double d = worth(b) - worth(a);

	return sure ? sure : (d > 0) - (d < 0);
}

/* Is a number of it one of a puzzle that is surely read elsewhere? */
static bool has_clue_of_another(const struct claim *claim,
				const struct sighting_list *list)
{
	for (size_t i = 0; i < claim->clue_count; i++) {
		struct box box = quad_bounds(&claim->clues[i].px_place);

		if (claim->clues[i].value >= 0 &&
		    sighting_list_has_clue(list, &box))
			return true;
	}
	return false;
}

static int count_numbers(const struct claim *claim)
{
	int count = 0;

	for (size_t i = 0; i < claim->clue_count; i++)
		count += !claim->clues[i].square;
	return count;
}

/* The claim of the same board, as surely there, that explains more of the
 * numbers beside it, as totals of diagonals; itself where there is none. */
static struct claim *find_fuller(const struct claim_list *claims,
				 struct claim *claim)
{
	struct claim *fuller = claim;

	for (size_t i = 0; i < claims->count; i++) {
		struct claim *other = &claims->claims[i];

		if (other->puzzle.family == claim->puzzle.family &&
		    other->columns == claim->columns &&
		    other->rows == claim->rows &&
		    other->chance >= spine_params.sure &&
		    count_numbers(other) > count_numbers(fuller) &&
		    places_are_same(&other->px_corners, &claim->px_corners))
			fuller = other;
	}
	return fuller;
}

int tell_best(struct claim_list *claims, struct sighting_list *list,
	      struct problem *problem)
{
	size_t first = list->count;

	if (claims->count)
		qsort(claims->claims, claims->count, sizeof *claims->claims,
		      by_worth);
	for (size_t i = 0; i < claims->count; i++) {
		struct claim *claim = find_fuller(claims, &claims->claims[i]);
		struct sighting sighting;

		if (claim->wants_squares)
			continue;
		/* what is surely there is told of, however it is read */
		bool is_free = claim->chance >= spine_params.sure ||
			       (claim->chance >= spine_params.least &&
				claim->chance * exp(-claim_faults(claim)) >=
					spine_params.least_read);

		for (size_t k = first; k < list->count && is_free; k++)
			is_free = sighting_overlap(
					  &claim->px_corners,
					  &list->sightings[k].px_corners) <
				  SIGHTING_OVERLAP_MOST;
		if (!is_free)
			continue;
		if (has_clue_of_another(claim, list)) {
			/* a board is there, but its totals are another's */
			if (claim->features[CLAIM_QUARTET] <= 0)
				continue;
			claim->chance = fmin(claim->chance, spine_params.least);
		}
		if (claim->lacking) {
			if (claim->chance >= spine_params.sure)
				sighting_list_leave_out(list, claim->lacking,
							&claim->px_corners);
			continue;
		}
		if (make_sighting(claim, &sighting, problem) < 0 ||
		    sighting_list_add(list, &sighting, problem) < 0)
			return -1;
	}
	return 0;
}

bool claims_are_open(const struct claim_list *claims,
		     const struct sighting_list *list, size_t first)
{
	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->claims[i];
		/* four discs with a Suko's numbers are one, whatever else of it
		 * was seen */
		bool discs = claim->features[CLAIM_QUARTET] > 0 &&
			     claim->features[CLAIM_UNBOXED] == 0;
		bool open =
			!claim->wants_squares &&
			(discs || claim->chance * exp(-claim_faults(claim)) >=
					  spine_params.open);

		for (size_t k = first; k < list->count && open; k++)
			open = sighting_overlap(
				       &claim->px_corners,
				       &list->sightings[k].px_corners) <
			       SIGHTING_OVERLAP_MOST;
		if (open)
			return true;
	}
	return false;
}
