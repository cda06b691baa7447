#include "panel_matcher.h"

#include <math.h>

/* Sums over a cell's pixels are exact to this share. */
#define ROUNDING 1e-3

double matcher_likeness(const struct matcher *matcher, inside_fn *inside,
			const void *shape, double least)
{
	const double quarter = 0.25 / SHEET_CELL;
	float both = 0, either = 0, left = matcher->area;

	for (int j = matcher->first_y; j <= matcher->last_y; j++) {
		for (int i = matcher->first_x; i <= matcher->last_x; i++) {
			float cover = matcher->mask->cover[j * SHEET_CELL + i];
			double x = (i + 0.5) / SHEET_CELL - 0.5;
			double y = (j + 0.5) / SHEET_CELL - 0.5;
			int hits = inside(shape, x - quarter, y - quarter) +
				   inside(shape, x + quarter, y - quarter) +
				   inside(shape, x - quarter, y + quarter) +
				   inside(shape, x + quarter, y + quarter);
			float drawn = 0.25f * (float)hits;

			both += drawn < cover ? drawn : cover;
			either += drawn < cover ? cover : drawn;
			left -= cover;
		}
		if (both + left < (least - ROUNDING) * (either + left))
			break;
	}
	return both / fmax(1e-9, either + fmax(0, left));
}

static bool same(const struct panel_cell *a, const struct panel_cell *b)
{
	return a->kind == b->kind && a->count == b->count &&
	       a->shape == b->shape && a->negative == b->negative &&
	       a->rotatable == b->rotatable;
}

void matcher_offer(struct matcher *matcher, const struct panel_cell *cell,
		   double value)
{
	struct shape_match match = { *cell, value, matcher->gapless };

	if (same(cell, &matcher->best.cell)) {
		if (value > matcher->best.likeness)
			matcher->best = match;
	} else if (value > matcher->best.likeness) {
		matcher->second = matcher->best;
		matcher->best = match;
	} else if (value > matcher->second.likeness) {
		matcher->second = match;
	}
}
