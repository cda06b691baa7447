#include "symbol_kinds.h"

#include "chance.h"
#include "colours.h"
#include "weights.h"

/* What is no likelier than this to hold something does not count: all that a
 * begun line leaves in cells looks alike. */
#define SHOWN_LEAST 0.5

static double top_of(const struct kind_cell *cells, int count,
		     struct colour ground)
{
	struct symbol_tint tints[COLOURS_MAX] = { { .px_stroke = 0 } };
	int shown = 0;

	for (int i = 0; i < count; i++)
		if (cells[i].shown > SHOWN_LEAST)
			tints[shown++] = cells[i].tint;
	return colours_top(tints, shown, ground);
}

/* How likely two share a colour, if they are of one kind. */
static double share_colour(const struct kind_cell *a, const struct kind_cell *b,
			   double top)
{
	float inputs[PAIR_INPUTS];

	colour_pair_measure(&a->tint, &b->tint, top, inputs);
	return chance_of(colour_pair_judge(colour_weights, inputs));
}

/* Counts what a cell holds, or some of it. */
static void count_cell(const struct kind_cell *cell, double share,
		       struct view_kinds *kinds)
{
	if (cell->shown > SHOWN_LEAST)
		view_count(cell->view, share * cell->shown, kinds);
}

void kinds_lean(const struct kind_cell *cells, int count, struct colour ground)
{
	struct view_kinds alike[COLOURS_MAX] = { { { 0 } } };
	struct view_kinds all = { { 0 } };
	double top = top_of(cells, count, ground);

	for (int i = 0; i < count; i++) {
		count_cell(&cells[i], 1, &all);
		for (int k = 0; k < i; k++) {
			double same = share_colour(&cells[i], &cells[k], top);

			count_cell(&cells[k], same, &alike[i]);
			count_cell(&cells[i], same, &alike[k]);
		}
	}
	for (int i = 0; i < count; i++) {
		struct view_kinds others = all;

		count_cell(&cells[i], -1, &others);
		view_lean(&others, &alike[i], cells[i].relief, cells[i].view);
	}
}
