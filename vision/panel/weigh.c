#include "weigh.h"

#include <math.h>

#include "chance.h"
#include "matcher.h"

/* What is less like any polyomino than this by its colour may be more like one
 * by its brightness, which JPEG keeps as sharp as the picture: of cells of 26
 * pixels and more that are read rightly most are more like theirs. */
#define CLEAR_LIKENESS 0.85
/* How like one a polyomino in a small cell must be for likeness to tell whether
 * it is hollow or turned as the network does, and how fast it tells more
 * beyond; in a cell that is not small it tells by itself beyond the other (of
 * 53 polyominoes in cells of 43 to 216 pixels likeness was right with each, 50
 * of which were more like theirs). */
#define TOLD_LIKENESS 0.89
#define TOLD_SHARP 40.0
#define BLOCKS_TOLD_LIKENESS 0.77
#define TOLD_LEAST 0.02

/* Blocks of which no two lie side by side are, from so much blur on (sheet
 * pixels), so far apart and so turned no surer than this: two of 3 by 1 were
 * read as turned ones of 3 by 2. */
#define SCATTERED_BLUR 1.0
#define SCATTERED_SURE 0.85

/* How like it is, whatever the network says. */
static double raw_likeness(const struct cell_view *view,
			   const struct shape_match *match)
{
	return match->likeness + view->less[view_class(view, &match->cell)];
}

/* Matches what brightness shows, and takes that where it is more like one. What
 * is less like one is the next likely where it is another symbol and likelier
 * than what was: blocks that brightness shows full may have holes by their
 * colour. */
static void match_bright(const struct patch *patch,
			 const struct cell_view *view, struct shape_mask *mask,
			 struct weighed *weighed)
{
	struct shape_mask bright;
	struct weighed other;

	if (!patch_mask_bright(patch, &bright))
		return;
	shapes_match(&bright, view->less, &other.best, &other.second);
	if (other.best.likeness > weighed->best.likeness) {
		struct weighed coloured = *weighed;

		*mask = bright;
		*weighed = other;
		other = coloured;
	}
	if (other.best.likeness > weighed->second.likeness &&
	    !matcher_same(&other.best.cell, &weighed->best.cell))
		weighed->second = other.best;
}

/* What share of what it can likeness tells where it is so great. */
static double told_by(double raw, double bound)
{
	return chance_of(TOLD_SHARP * (raw - bound));
}

/* How sure the best is not the second. */
static double apart(const struct weighed *weighed, const struct cell_view *view)
{
	enum symbol_class best = view_class(view, &weighed->best.cell);
	enum symbol_class second = view_class(view, &weighed->second.cell);
	double raw = raw_likeness(view, &weighed->best);
	double liked = raw - raw_likeness(view, &weighed->second);
	double seen = view->less[second] - view->less[best];
	double told = fmax(TOLD_LEAST, told_by(raw, TOLD_LIKENESS));
	double more;

	if (best == second)
		return chance_of(view->sharp * liked);
	if (view->sharp < SHAPES_APART_SHARP || second == SYMBOL_EMPTY)
		return chance_of(view->sharp * (told * liked + seen));
	told = told_by(raw, BLOCKS_TOLD_LIKENESS);
	more = told * liked + (1 - told) * seen;
	/* no surer than likeness where both say the same */
	return chance_of(view->sharp * (liked > 0 ? fmin(more, liked) : more));
}

static bool is_scattered(const struct panel_cell *cell)
{
	uint64_t shape = cell->shape;

	if (cell->kind != PANEL_POLYOMINO || panel_shape_size(shape) < 2)
		return false;
	for (int i = 0; i < PANEL_SHAPE_MAX * PANEL_SHAPE_MAX; i++) {
		int x = i % PANEL_SHAPE_MAX, y = i / PANEL_SHAPE_MAX;

		if (panel_shape_has(shape, x, y) &&
		    (panel_shape_has(shape, x + 1, y) ||
		     panel_shape_has(shape, x, y + 1)))
			return false;
	}
	return true;
}

void weigh_blocks(const struct patch *patch, double blur,
		  const struct cell_view *view, struct shape_mask *mask,
		  struct weighed *weighed)
{
	shapes_match(mask, view->less, &weighed->best, &weighed->second);
	if (raw_likeness(view, &weighed->best) < CLEAR_LIKENESS)
		match_bright(patch, view, mask, weighed);
	weighed->apart = apart(weighed, view);
	if (blur > SCATTERED_BLUR && is_scattered(&weighed->best.cell))
		weighed->apart = fmin(weighed->apart, SCATTERED_SURE);
}
