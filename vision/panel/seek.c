#include "seek.h"

#include <math.h>
#include <stdlib.h>

#include "sighting.h"

/* A reading surer than this is taken for the panel at its place. */
#define KNOWN_SURE 0.2

/* A lattice is one that was looked at where its corners are within this share
 * of a cell of that one's, and its lines' colour within so many levels. */
#define SAME_WITHIN 0.03
#define SAME_LEVELS 24

/* A panel of which some cells are seen reaches so many times as far. */
#define REACHES 3

/* Where pixels differ by more levels than this from their neighbours, networks
 * fall apart at the finest scale, and are sought in the smoothed picture and at
 * the next scale, too; where they differ by less, but by so much, only while no
 * panel is found: drawn pages have .6 and less, the game's own screens .9. */
#define GRAINY 1.0
#define GRAINY_LITTLE 0.65

static struct point middle_of(const struct panel_place *place)
{
	return homography_apply(
		&place->cell_to_px,
		(struct point){ place->columns / 2.0, place->rows / 2.0 });
}

/* Has a panel been read there, or left out? One that was hardly made out does
 * not count; but where one was drawn to the full, whatever its clues are, there
 * is nothing to guess. */
static bool known(const struct sighting_list *list,
		  const struct panel_places *places,
		  const struct panel_place *place)
{
	struct point middle = middle_of(place);

	for (size_t i = 0; i < places->count && place->guessed; i++)
		if (places->list[i].is_clear &&
		    panel_place_takes_in(&places->list[i], middle))
			return true;
	for (size_t i = 0; i < list->count; i++)
		if (list->sightings[i].puzzle.family == FAMILY_panel &&
		    list->sightings[i].confidence > KNOWN_SURE &&
		    quad_contains(&list->sightings[i].px_corners, middle))
			return true;
	return sighting_list_left_out(list, middle);
}

/* Is it the same lattice, of lines as bright? */
static bool is_same(const struct panel_place *a, const struct panel_place *b)
{
	struct quad one = panel_place_corners(a),
		    other = panel_place_corners(b);
	double px_cell = sqrt(fabs(quad_area(&other)) / (b->columns * b->rows));

	if (a->columns != b->columns || a->rows != b->rows ||
	    a->guessed != b->guessed || a->by_edges != b->by_edges ||
	    a->has_line_colour != b->has_line_colour)
		return false;
	for (int i = 0; i < 4; i++)
		if (point_distance(one.corner[i], other.corner[i]) >
		    SAME_WITHIN * px_cell)
			return false;
	for (int shift = 0; shift < 24; shift += 8)
		if (abs((int)(a->line_colour >> shift & 255) -
			(int)(b->line_colour >> shift & 255)) > SAME_LEVELS)
			return false;
	return true;
}

/* Was one like it looked at, in vain? */
static bool was_tried(const struct panel_places *places, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (is_same(&places->list[i], &places->list[at]))
			return true;
	return false;
}

/* May the whole of which the place is seen lie there, if that matters? */
static bool may_reach(const struct panel_place *place,
		      const struct point *px_at)
{
	struct quad around = panel_place_corners(place);
	struct point middle = middle_of(place);

	for (int i = 0; i < 4; i++)
		around.corner[i] = point_mix(middle, around.corner[i], REACHES);
	return !px_at || quad_contains(&around, *px_at);
}

/* Reads the places from one on that were not read yet. */
static int read_places(struct panel_seek *search, size_t from)
{
	struct panel_places *places = &search->places;

	for (size_t i = from; i < places->count; i++) {
		struct panel_place *place = &places->list[i];

		if (may_reach(place, search->reader->px_at) &&
		    !known(search->list, places, place) &&
		    !was_tried(places, i) &&
		    search->read_place(search, place) < 0)
			return -1;
	}
	return 0;
}

/* Has a panel been read, or left out? */
static bool has_panel(const struct panel_seek *search)
{
	return search->list->count > search->first ||
	       search->list->left_out_count;
}

/* Reads what the networks of lines of such kinds show. */
static int read_kinds(struct panel_seek *search,
		      const struct elements *elements, unsigned kinds)
{
	size_t from = search->places.count;

	if (panel_find_networks(elements, kinds, search->list,
				&search->places) < 0)
		return problem_set(search->problem, PROBLEM_MEMORY,
				   "no memory for finding panels");
	return read_places(search, from);
}

/* Has one been read that is no mere guess, or been left out? */
static bool has_known(const struct panel_seek *search)
{
	for (size_t i = search->first; i < search->list->count; i++)
		if (search->list->sightings[i].confidence > KNOWN_SURE)
			return true;
	return search->list->left_out_count;
}

/* Reads what the networks of the page's lines show: what surrounds all only
 * where that shows no panel. Of 550 panels of 400 scenes none was found so
 * alone, and it took an eighth of the time of a screen. */
static int read_networks(struct panel_seek *search)
{
	const struct elements *elements = &search->page->elements;
	int result = read_kinds(search, elements, PANEL_FIELDS);

	if (result == 0 && !has_known(search))
		result = read_kinds(search, elements, PANEL_GROUNDS);
	return result;
}

/* The same of the smoothed picture, but for what surrounds all. */
static int read_smoothed(struct panel_seek *search)
{
	struct elements smooth;
	int result = elements_find_smoother(&smooth, &search->page->elements,
					    search->problem);

	if (result == 0)
		result = read_kinds(search, &smooth,
				    PANEL_FIELDS | PANEL_STROKES);
	elements_fini(&smooth);
	return result;
}

/* Was another family's puzzle read there? Then panels are hardly beside it, and
 * those that grain breaks, or that are no fields, are not worth the search. */
static bool has_other(const struct panel_seek *search)
{
	for (size_t i = 0; i < search->first; i++)
		if (search->list->sightings[i].confidence >= KNOWN_SURE)
			return true;
	return false;
}

/* Is there so much grain that panels may be missed, beside those that were
 * read? */
static bool is_grain_worth(const struct panel_seek *search)
{
	return search->page->elements.noise >
	       (has_panel(search) ? GRAINY : GRAINY_LITTLE);
}

/* Lines of few pixels may be strokes in a sharp picture, too, and those of a
 * wall behind them run into these: seen coarser they are as a grainy picture's.
 * Where other panels were read, what only lines tell of is not worth the
 * search. */
static int read_coarser(struct panel_seek *search)
{
	unsigned kinds = PANEL_STROKES;

	if (is_grain_worth(search))
		kinds |= PANEL_FIELDS;
	else if (has_other(search))
		return 0;
	else if (has_panel(search))
		kinds |= PANEL_BY_CELLS;
	return read_kinds(search, &search->page->coarser[0], kinds);
}

int panel_seek(struct panel_seek *search)
{
	/* what is read where a lattice lies need not be found by its lines */
	int result = read_places(search, 0);

	if (result == 0)
		result = read_networks(search);
	if (result == 0 && search->reader->between)
		result = search->reader->between(search->reader->context,
						 search->list, search->problem);
	if (result == 0 && !has_other(search) &&
	    search->page->elements.noise > GRAINY)
		result = read_smoothed(search);
	if (result == 0)
		result = read_coarser(search);
	return result;
}
