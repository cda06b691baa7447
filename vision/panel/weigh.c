#include "weigh.h"

#include <math.h>

#include "chance.h"
#include "matcher.h"

/* What is less like any symbol than this by its colour may be more like one by
 * its brightness, which JPEG keeps as sharp as the picture: of cells of 26
 * pixels and more that are read rightly most are more like theirs. */
#define CLEAR_LIKENESS 0.85
/* How like one a symbol must be for likeness to tell kinds apart as the network
 * does, and how fast it tells more beyond. Of 12,686 cells of designs that the
 * network was not trained on, 20 to 60 pixels wide, likeness was right in 57 %,
 * the network in 91 %: below .84 likeness adds nothing to what the network
 * says, from .88 on nearly all is right by either (log loss .256; .253 by the
 * network alone from .91 on, 2.4 as if likeness told all it can always). */
#define TOLD_LIKENESS 0.89
#define TOLD_SHARP 40.0
/* Whether blocks are hollow or turned it tells by itself beyond this; below,
 * the network (of 53 polyominoes in cells of 43 to 216 pixels likeness was
 * right with each, 50 of which were more like theirs; wrong surely with a
 * hollow one that was .72 like a full one). */
#define BLOCKS_TOLD_LIKENESS 0.77
/* Beyond this it tells nothing of kinds, but still of shapes of one kind. */
#define TOLD_LEAST 0.02

/* Blocks of which no two lie side by side are, from so much blur on (sheet
 * pixels), so far apart and so turned no surer than this: two of 3 by 1 were
 * read as turned ones of 3 by 2. */
#define SCATTERED_BLUR 1.0
#define SCATTERED_SURE 0.85

/* How sure it is that it is one of two that are alike. */
#define EITHER_SURE 0.5

/* By so much each class is less likely than the likeliest symbol. */
struct lesses {
	double of[SYMBOL_CLASSES];
};

/* What the network says, where likeness tells a share of what it can. */
static struct lesses lesses_of(const struct cell_view *view, double told)
{
	struct lesses lesses = { { 0 } };
	double least = view_least(view);

	for (int i = 0; i < SYMBOL_CLASSES; i++)
		lesses.of[i] = least + (view->less[i] - least) / told;
	return lesses;
}

/* How like the symbol it is, whatever the network says. */
static double raw_likeness(const struct cell_view *view,
			   const struct shape_match *match,
			   const struct lesses *lesses)
{
	return match->likeness + lesses->of[view_class(view, &match->cell)];
}

static void match(struct shape_mask *mask, const struct lesses *lesses,
		  struct weighed *weighed)
{
	shapes_match(mask, lesses->of, &weighed->best, &weighed->second);
}

/* Matches what brightness shows, and takes that where it is more like one. What
 * is less like one is the next likely where it is another symbol and likelier
 * than what was: blocks that brightness shows full may have holes by their
 * colour. */
static void match_bright(const struct patch *patch, const struct lesses *lesses,
			 struct shape_mask *mask, struct weighed *weighed)
{
	struct shape_mask bright;
	struct weighed other;

	if (!patch_mask_bright(patch, &bright))
		return;
	match(&bright, lesses, &other);
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

/* What share of what it can likeness tells where it is so great, ... */
static double told_by(double raw, double bound)
{
	return chance_of(TOLD_SHARP * (raw - bound));
}

/* ... of kinds. */
static double kinds_told(double raw)
{
	return fmax(TOLD_LEAST, told_by(raw, TOLD_LIKENESS));
}

/* How sure the best is not the second. `raw`: of what was liked. */
static double apart(const struct weighed *weighed, const struct cell_view *view,
		    const struct lesses *lesses, double raw)
{
	enum symbol_class best = view_class(view, &weighed->best.cell);
	enum symbol_class second = view_class(view, &weighed->second.cell);
	double liked = raw_likeness(view, &weighed->best, lesses) -
		       raw_likeness(view, &weighed->second, lesses);
	double more = liked;
	double seen = view->less[second] - view->less[best];
	double told = kinds_told(raw);

	if (view_alike(view, best, second)) {
		told = told_by(raw, BLOCKS_TOLD_LIKENESS);
		seen *= 1 - told;
	}
	if (best != second)
		more = told * more + seen;
	/* no surer than likeness where both say the same */
	if (view_alike(view, best, second) && liked > 0)
		more = fmin(more, liked);
	return chance_of(view->sharp * more);
}

/* The symbol anew where likeness tells less; what was liked, by itself so much,
 * is the next likely where it is no longer the best, but likelier than the
 * rest. */
static void match_again(struct shape_mask *mask, const struct cell_view *view,
			double raw, const struct lesses *lesses,
			struct weighed *weighed)
{
	enum symbol_class liked = view_class(view, &weighed->liked.cell);
	double likeness = raw - lesses->of[liked];

	match(mask, lesses, weighed);
	if (view_class(view, &weighed->best.cell) == liked ||
	    matcher_same(&weighed->best.cell, &weighed->liked.cell) ||
	    likeness < weighed->second.likeness)
		return;
	weighed->second = weighed->liked;
	weighed->second.likeness = likeness;
}

/* Is the next likely more likely after all, as the network is so much surer of
 * its kind than likeness is of the other? What is hardly unlike is that,
 * whatever the network says. */
static bool is_rather_second(const struct weighed *weighed,
			     const struct cell_view *view)
{
	const struct panel_cell *best = &weighed->best.cell;
	const struct panel_cell *second = &weighed->second.cell;

	if (weighed->best.likeness > LIKENESS_SAME ||
	    second->kind == PANEL_EMPTY)
		return false;
	return weighed->apart * view_agrees(view, best) <
	       (1 - weighed->apart) * view_agrees(view, second);
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

/* Takes the next likely for the best. */
static void swap(struct weighed *weighed)
{
	struct shape_match best = weighed->best;

	weighed->best = weighed->second;
	weighed->second = best;
	weighed->apart = 1 - weighed->apart;
}

static bool is_round(const struct panel_cell *cell)
{
	return cell->kind == PANEL_SQUARE || cell->kind == PANEL_STAR;
}

/* A square is no surer than the network is that it is no star, and the other
 * way round; where that leaves it less likely than the next likely, either is,
 * and the network says which comes first. */
static void doubt_round(const struct cell_view *view, struct weighed *weighed)
{
	double most = view_round(view, &weighed->best.cell);

	if (weighed->apart <= most)
		return;
	weighed->apart = most;
	if (most > EITHER_SURE || !is_round(&weighed->second.cell))
		return;
	if (view_chance(view, &weighed->second.cell) >
	    view_chance(view, &weighed->best.cell))
		swap(weighed);
	weighed->apart = EITHER_SURE;
}

void weigh_symbol(const struct patch *patch, double blur,
		  const struct cell_view *view, struct shape_mask *mask,
		  struct weighed *weighed)
{
	struct lesses lesses = lesses_of(view, 1);
	double raw;

	match(mask, &lesses, weighed);
	if (raw_likeness(view, &weighed->best, &lesses) < CLEAR_LIKENESS)
		match_bright(patch, &lesses, mask, weighed);
	weighed->liked = weighed->best;
	raw = raw_likeness(view, &weighed->liked, &lesses);
	if (view->less[view_class(view, &weighed->liked.cell)] >
	    view_least(view)) {
		lesses = lesses_of(view, kinds_told(raw));
		match_again(mask, view, raw, &lesses, weighed);
	}
	weighed->apart = apart(weighed, view, &lesses, raw);
	if (is_rather_second(weighed, view))
		swap(weighed);
	if (weighed->best.likeness < LIKENESS_SAME)
		doubt_round(view, weighed);
	if (blur > SCATTERED_BLUR && is_scattered(&weighed->best.cell))
		weighed->apart = fmin(weighed->apart, SCATTERED_SURE);
}
