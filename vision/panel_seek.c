#include "panel_seek.h"

#include <math.h>

#include "opponent.h"
#include "sightings.h"

/* A reading surer than this is taken for the panel at its place. */
#define KNOWN_SURE 0.2

/* Where pixels differ by more levels than this from their neighbours, networks
 * fall apart at the finest scale, and are sought in the smoothed picture and at
 * the next scale, too; where they differ by less, but by so much, only while no
 * panel is found: drawn pages have .6 and less, the game's own screens .9. */
#define GRAINY 1.0
#define GRAINY_LITTLE 0.65
/* A picture that is looked at smaller and has more of it than this is not
 * looked at in its own size: of two 4K scenes whose small panels are found so
 * one has 1.4, and with no bound the worst of 100 scenes took half as long
 * again. */
#define GRAINY_FINE 1.75

/* The colours are looked at if they tell of more than this share of a picture's
 * pixels what its brightness hides: of scenes with such a panel .0018 to .058,
 * of 21 captures of the game's pillars, in none of which a panel is read, one
 * has .0014 and the others less than .0011. */
#define COLOURS_TELL 0.0012

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

/* Reads the places from one on that were not read yet. */
static int read_places(struct panel_seek *search, size_t from)
{
	struct panel_places *places = &search->places;

	for (size_t i = from; i < places->count; i++) {
		struct panel_place *place = &places->list[i];

		if (!known(search->list, places, place) &&
		    search->read_place(search->reading, search->page, place,
				       search->list, search->problem) < 0)
			return -1;
	}
	return 0;
}

/* Reads what the networks of lines at one scale of the page show. */
static int read_networks(struct panel_seek *search,
			 const struct elements *elements, unsigned kinds)
{
	size_t from = search->places.count;

	if (panel_find_networks(elements, kinds, search->list,
				&search->places) < 0)
		return problem_set(search->problem, PROBLEM_MEMORY,
				   "no memory for finding panels");
	return read_places(search, from);
}

/* The same of the smoothed picture. */
static int read_smoothed(struct panel_seek *search)
{
	struct elements smooth;
	int result = elements_find_smoother(&smooth, &search->page->elements,
					    search->problem);

	if (result == 0)
		result = read_networks(search, &smooth,
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

/* Has a panel been read, or left out? */
static bool has_panel(const struct panel_seek *search)
{
	return search->list->count > search->first ||
	       search->list->left_out_count;
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
	return read_networks(search, &search->page->coarser[0], kinds);
}

/* A large picture is looked at smaller than it is: the lines of its small
 * panels, of a few pixels there, are none that show. Grain would part them in
 * the picture's own size. */
static bool is_finer_worth(const struct panel_seek *search)
{
	const struct elements *elements = &search->page->elements;

	return elements->shrink > 1 && elements->noise <= GRAINY_FINE &&
	       !has_other(search);
}

/* Looks at the picture in its own size. */
static int read_finer(struct panel_seek *search)
{
	struct elements fine;
	int result = elements_find_scaled(&fine, &search->page->elements, 1,
					  search->problem);

	if (result == 0)
		result = read_networks(search, &fine,
				       PANEL_FIELDS | PANEL_STROKES |
					       PANEL_BY_CELLS);
	elements_fini(&fine);
	return result;
}

/* Reads what an axis of the colours shows; the plane is taken over. */
static int read_opponent(struct panel_seek *search, struct plane *plane)
{
	const struct elements *coarser = &search->page->coarser[0];
	struct elements tinted;
	int result = elements_find_plane(&tinted, coarser, plane,
					 coarser->shrink, search->problem);

	if (result == 0)
		result = read_networks(search, &tinted,
				       PANEL_FIELDS | PANEL_STROKES);
	elements_fini(&tinted);
	return result;
}

/* Looks at the picture's colours, of which pictures keep less detail than of
 * brightness, if either axis tells of more than that: where a panel's lines are
 * as bright as its ground nothing else shows them. */
static int read_opponents(struct panel_seek *search)
{
	const struct elements *coarser = &search->page->coarser[0];
	const struct image *image = coarser->image;
	struct plane planes[OPPONENT_AXES] = { { 0 } };
	double tells = 0;
	int result = 0;

	if (image->width < coarser->shrink || image->height < coarser->shrink ||
	    coarser->shrink > OPPONENT_SHRINK_MOST)
		return 0;
	for (int axis = 0; axis < OPPONENT_AXES && result == 0; axis++) {
		struct plane *plane = &planes[axis];

		result = plane_opponent(image, (enum opponent)axis,
					coarser->shrink, plane);
		if (result == 0)
			tells = fmax(tells,
				     opponent_tells(plane, &coarser->small));
	}
	if (result < 0)
		problem_set(search->problem, PROBLEM_MEMORY,
			    "no memory for a picture's colours");
	for (int axis = 0; axis < OPPONENT_AXES; axis++) {
		if (result == 0 && tells > COLOURS_TELL)
			result = read_opponent(search, &planes[axis]);
		plane_fini(&planes[axis]);
	}
	return result;
}

int panel_seek(struct panel_seek *search)
{
	/* what is read where a lattice lies need not be found by its lines */
	int result = read_places(search, 0);

	if (result == 0)
		result = read_networks(search, &search->page->elements,
				       PANEL_FIELDS);
	if (result == 0 && !has_other(search) && is_grain_worth(search))
		result = read_smoothed(search);
	if (result == 0)
		result = read_coarser(search);
	if (result == 0 && is_finer_worth(search))
		result = read_finer(search);
	if (result == 0 && !has_panel(search) && !has_other(search))
		result = read_opponents(search);
	return result;
}
