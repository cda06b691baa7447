#include "find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "flood.h"
#include "modes.h"
#include "panel_network.h"
#include "seeds.h"
#include "sighting.h"

/* So many of a blurred picture's strokes, of which each panel is one. */
enum { STROKES_MAX = 6 };
/* Of a sharp picture's, in most of which no panel is left, it is looked around
 * so many. */
enum { AROUND_MAX = 2 };
/* The margin around a network's box in which its other parts are looked for,
 * as a share of the box. */
#define MARGIN 0.25
/* Pixels of a working copy at most: larger regions are thinned out. */
#define WORK_PIXELS 200000.0
/* The first distance at which hearts are looked for, in pixels, and the
 * factor to the next: a break is at most half as wide as a cell. */
#define HEART_FIRST 1.5
#define HEART_STEP 1.4
/* Hearts are told from the whole by this share of the work region. */
#define HEART_MOST 0.6
/* So many lattices of one network are looked at: three panels side by side
 * may be one network where their frames are of the lines' colour. */
enum { PLACES_MOST = 4 };
/* A cell's quadrilateral is drawn this much larger than its heart says, as
 * lattice.c expects neighbours to be close. */
#define HEART_SPREAD 1.2
/* Hearts that belong to no lattice lie anywhere: within so much of a place, in
 * cells, one in twenty does. Hearts of one lie no nearer than a pixel shows: a
 * hundredth of a cell. */
#define CHANCE_OFF 0.12
#define LEAST_OFF 0.01
/* A panel's cell shows no heart of its own, as breaks join it to the next or a
 * symbol fills it, less often than one in four: what an empty place of a
 * lattice says against it, as a logarithm. */
#define UNSEEN_COST 1.4
/* Whatever hearts say is more than none did. */
#define TOLD_LEAST 0.01

/* A panel's network, with stubs and starts, is no larger than this many times
 * its vertices' quadrilateral: 4 by 4 cells instead of 3 by 3. */
#define KNOWN_MOST 1.8
/* A panel that is rather misread may be found better by its lines. */
#define KNOWN_SURE 0.5

struct finder {
	const struct elements *elements;
	struct panel_field *fields;
	struct panel_places *places;
	const struct sighting_list *known; /* read already */
	bool by_cells; /* nothing is guessed from lines alone */
};

/* The box around a seed and everything like it nearby, shrunk pixels. */
static struct box region_of(const struct finder *finder, int seed)
{
	const struct elements *elements = finder->elements;
	const struct element *element = &elements->list[seed];
	int room = 2 * elements->shrink;

	return element_small_box(elements, element,
				 (int)(MARGIN * element->box.width) + room,
				 (int)(MARGIN * element->box.height) + room);
}

/* Marks every pixel around the seed that has the colour. */
static int draw_network(const struct finder *finder, int seed,
			const struct mode *mode, struct network *network)
{
	const struct elements *elements = finder->elements;
	struct box box = region_of(finder, seed);
	int step = 1, stride;

	while ((double)box.width * box.height / (step * step) > WORK_PIXELS)
		step++;
	stride = step * elements->shrink;
	network->px_x = box.x * elements->shrink;
	network->px_y = box.y * elements->shrink;
	network->step = stride;
	if (network_init(network, box.width / step, box.height / step) < 0)
		return -1;
	for (int y = 0; y < network->height; y++)
		mode_mark_row(mode, elements, network->px_x,
			      network->px_y + y * stride, stride,
			      network->line + y * network->width,
			      network->width);
	return 0;
}

int panel_places_add(struct panel_places *places,
		     const struct panel_place *place)
{
	if (alloc_grow(&places->list, &places->capacity, places->count + 1,
		       sizeof *place) < 0)
		return -1;
	places->list[places->count++] = *place;
	return 0;
}

/* A vector made longer by so much. */
static struct point lengthen(struct point v, double more)
{
	double length = fmax(1e-6, hypot(v.x, v.y));

	return point_scale(v, (length + more) / length);
}

/* The heart grown to the cell's size, as a quadrilateral of the picture. */
static struct quad quad_of(const struct network *network,
			   const struct heart *heart, double distance)
{
	const struct point *c = heart->corners.corner;
	struct point middle = point_mix(point_mix(c[0], c[2], 0.5),
					point_mix(c[1], c[3], 0.5), 0.5);
	struct point right =
		point_mix(point_sub(c[1], c[0]), point_sub(c[2], c[3]), 0.5);
	struct point down =
		point_mix(point_sub(c[3], c[0]), point_sub(c[2], c[1]), 0.5);
	struct quad quad;

	right = point_scale(lengthen(right, 2 * distance), HEART_SPREAD / 2);
	down = point_scale(lengthen(down, 2 * distance), HEART_SPREAD / 2);
	for (int i = 0; i < 4; i++) {
		struct point at = middle;

		at = point_add(at,
			       point_scale(right, i == 1 || i == 2 ? 1 : -1));
		at = point_add(at, point_scale(down, i >= 2 ? 1 : -1));
		quad.corner[i].x = network->px_x + (at.x + 0.5) * network->step;
		quad.corner[i].y = network->px_y + (at.y + 0.5) * network->step;
	}
	return quad;
}

/* The lattices of the hearts at one distance. */
static int lattices_at(struct finder *finder, struct network *network,
		       double distance, struct lattice_list *list)
{
	struct quad *quads;
	int count =
		network_find_hearts(network, distance, HEART_MOST * HEART_MOST);
	int result = 0;

	if (count < 0)
		return -1;
	if (count < 4)
		return 0;
	quads = alloc_array((size_t)count, sizeof *quads);
	if (!quads)
		return -1;
	for (int i = 0; i < count; i++)
		quads[i] = quad_of(network, &network->hearts[i], distance);
	result = lattice_find_quads(finder->elements, quads, (size_t)count,
				    list);
	free(quads);
	return result;
}

static struct point middle_of(const struct homography *map, int columns,
			      int rows)
{
	return homography_apply(map,
				(struct point){ columns / 2.0, rows / 2.0 });
}

struct quad panel_place_corners(const struct panel_place *place)
{
	struct quad cells = quad_from_box(0, 0, place->columns, place->rows);

	for (int i = 0; i < 4; i++)
		cells.corner[i] =
			homography_apply(&place->cell_to_px, cells.corner[i]);
	return cells;
}

bool panel_place_takes_in(const struct panel_place *place, struct point px_at)
{
	struct quad cells = panel_place_corners(place);

	return quad_contains(&cells, px_at);
}

/* How much the hearts of a lattice say for it: as many as it has cells, each
 * the more, the nearer it lies to its place than one would by chance; less for
 * places without a heart. */
static double told_by(const struct lattice *lattice)
{
	int all = lattice->columns * lattice->rows;
	int cells = lattice->cells < all ? lattice->cells : all;

	return cells * log(CHANCE_OFF / fmax(LEAST_OFF, lattice->error)) -
	       UNSEEN_COST * (all - cells);
}

/* The lattice that is told best and whose middle lies in none that was taken;
 * NULL when all are. */
static const struct lattice *best_lattice(const struct lattice_list *list,
					  const struct panel_places *places,
					  size_t first)
{
	const struct lattice *best = NULL;
	double most = -HUGE_VAL;

	for (size_t i = 0; i < list->count; i++) {
		const struct lattice *one = &list->lattices[i];
		struct point middle =
			middle_of(&one->cell_to_px, one->columns, one->rows);
		bool taken = false;

		for (size_t j = first; j < places->count && !taken; j++)
			taken = panel_place_takes_in(&places->list[j], middle);
		if (taken || told_by(one) <= most)
			continue;
		best = one;
		most = told_by(one);
	}
	return best;
}

/* Of the lattices at all distances those that are told best. */
static int places_from_hearts(struct finder *finder, struct network *network,
			      uint32_t colour, int *found)
{
	struct lattice_list list = { 0 };
	size_t first = finder->places->count;
	int result = 0;

	for (double at = HEART_FIRST; at < network->most && result == 0;
	     at *= HEART_STEP)
		result = lattices_at(finder, network, at, &list);
	while (result == 0 && *found < PLACES_MOST) {
		const struct lattice *lattice =
			best_lattice(&list, finder->places, first);
		struct panel_place place = { .has_line_colour = true,
					     .line_colour = colour };

		if (!lattice)
			break;
		place.columns = lattice->columns;
		place.rows = lattice->rows;
		place.cell_to_px = lattice->cell_to_px;
		place.told = fmax(TOLD_LEAST, told_by(lattice));
		result = panel_places_add(finder->places, &place);
		(*found)++;
	}
	lattice_list_fini(&list);
	return result;
}

static int places_from_profile(struct finder *finder, struct network *network,
			       uint32_t colour)
{
	struct network_grid grid;
	struct panel_place place = { .has_line_colour = true,
				     .line_colour = colour,
				     .guessed = true };
	double step = network->step;

	if (!network_find_grid(network, &grid))
		return 0;
	place.columns = grid.columns;
	place.rows = grid.rows;
	place.cell_to_px = (struct homography){
		{ grid.pitch * step, 0, network->px_x + grid.x * step, 0,
		  grid.pitch * step, network->px_y + grid.y * step, 0, 0, 1 }
	};
	return panel_places_add(finder->places, &place);
}

/* Lines are what is not of the colour of the ground and hangs together with the
 * element. */
static void draw_own(const struct finder *finder, int seed,
		     struct network *network)
{
	for (int i = 0; i < network->width * network->height; i++)
		network->line[i] ^= 1;
	flood_leave_own(finder->elements, seed, network);
}

/* Adds the places that the lines of a colour show, or what hangs together with
 * the element besides a ground: how many by hearts, or -1. */
static int look_for(struct finder *finder, int seed, const struct mode *mode,
		    const struct mode *ground)
{
	struct network network = { 0 };
	struct mode line = *mode;
	int found = 0;
	int result = -1;

	if (draw_network(finder, seed, ground ? ground : mode, &network) < 0)
		goto fail;
	if (ground) {
		draw_own(finder, seed, &network);
		flood_find_line(finder->elements, &network, &line);
	}
	if (network_measure(&network) < 0)
		goto fail;
	result = places_from_hearts(finder, &network, mode_colour(&line),
				    &found);
	if (result == 0 && !finder->by_cells)
		result = places_from_profile(finder, &network,
					     mode_colour(&line));
fail:
	network_fini(&network);
	return result < 0 ? -1 : found;
}

/* Does the element lie in a place found with another network of its colour
 * (`mode` NULL: of any), and is it smaller? Then it is a part of it that a
 * break or a pointer cut off, or a symbol. */
static bool explained(const struct finder *finder, int element,
		      const struct mode *mode)
{
	const struct box *box = &finder->elements->list[element].box;
	struct point middle = { box->x + box->width / 2.0,
				box->y + box->height / 2.0 };

	for (size_t i = 0; i < finder->places->count; i++) {
		const struct panel_place *place = &finder->places->list[i];
		double side =
			homography_scale(&place->cell_to_px,
					 (struct point){ place->columns / 2.0,
							 place->rows / 2.0 });

		if (place->has_line_colour && !place->guessed &&
		    (!mode || mode_squared(mode, place->line_colour) <
				      MODES_APART * MODES_APART) &&
		    panel_place_takes_in(place, middle) &&
		    box->width < place->columns * side &&
		    box->height < place->rows * side)
			return true;
	}
	return false;
}

/* Is it drawn around a panel that was read? */
static bool surrounds(const struct finder *finder, int element)
{
	const struct sighting_list *known = finder->known;
	const struct box *box = &finder->elements->list[element].box;
	struct quad place =
		quad_from_box(box->x, box->y, box->width, box->height);

	for (size_t i = 0; i < known->count; i++) {
		const struct sighting *one = &known->sightings[i];

		if (one->puzzle.family == FAMILY_panel &&
		    one->confidence >= KNOWN_SURE &&
		    quad_contains(&place, sighting_middle(&one->px_corners)))
			return true;
	}
	return false;
}

static int look_at(struct finder *finder, int seed)
{
	struct mode modes[MODES];
	int count = modes_find(finder->elements, seed, modes);
	struct mode ground;
	int found = 0, result = 0;

	for (int k = 0; k < count && result >= 0; k++)
		if (!explained(finder, seed, &modes[k])) {
			result = look_for(finder, seed, &modes[k], NULL);
			found += result;
		}
	if (found || seeds_span(finder->elements, seed) ||
	    explained(finder, seed, NULL))
		return result < 0 ? -1 : 0;
	for (int k = 0; k < count && result >= 0; k++)
		if (flood_find_ground(finder->elements, seed, &modes[k],
				      &ground)) {
			result = look_for(finder, seed, &modes[k], &ground);
			break;
		}
	return result < 0 ? -1 : 0;
}

/* Lines of few pixels that are blurred have no flat field of their own: their
 * edges and those of all cells are one stroke. */
static int look_around(struct finder *finder, int seed)
{
	struct mode modes[MODES];
	int count = modes_find_within(finder->elements, seed, modes);
	size_t first = finder->places->count;
	int result = 0;

	for (int k = 0; k < count && result >= 0; k++)
		if (!explained(finder, seed, &modes[k]))
			result = look_for(finder, seed, &modes[k], NULL);
	for (size_t i = first; i < finder->places->count; i++) {
		finder->places->list[i].guessed = true;
		finder->places->list[i].by_edges = true;
	}
	return result < 0 ? -1 : 0;
}

/* Is the element a part of a puzzle that was read? A panel's lines reach
 * beyond its vertices by stubs and starts. */
static bool is_known(const void *data, int element)
{
	const struct finder *finder = data;
	const struct sighting_list *known = finder->known;
	const struct box *box = &finder->elements->list[element].box;
	struct quad place =
		quad_from_box(box->x, box->y, box->width, box->height);
	struct point middle = { box->x + box->width / 2.0,
				box->y + box->height / 2.0 };

	for (size_t i = 0; i < known->count; i++) {
		const struct sighting *one = &known->sightings[i];

		if (one->puzzle.family == FAMILY_panel &&
		    one->confidence >= KNOWN_SURE &&
		    quad_contains(&one->px_corners, middle) &&
		    quad_area(&place) <
			    KNOWN_MOST * fabs(quad_area(&one->px_corners)))
			return true;
	}
	return sighting_list_takes_in(known, &place);
}

int panel_find_lattices(const struct page *page,
			const struct sighting_list *known,
			struct panel_places *places)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];
		struct quad corners = lattice_px_corners(lattice);
		struct panel_place place = {
			.columns = lattice->columns,
			.rows = lattice->rows,
			.cell_to_px = lattice->cell_to_px,
		};

		if (!sighting_list_takes_in(known, &corners) &&
		    panel_places_add(places, &place) < 0)
			return -1;
	}
	return 0;
}

/* Those told best come first; equals, as those that are only guessed, stay as
 * they were found. */
static void sort_places(struct panel_places *places, size_t first)
{
	for (size_t i = first + 1; i < places->count; i++) {
		struct panel_place place = places->list[i];
		size_t at = i;

		for (; at > first && places->list[at - 1].told < place.told;
		     at--)
			places->list[at] = places->list[at - 1];
		places->list[at] = place;
	}
}

/* Looks at the elements of a kind of which no panel was read yet: 0 or -1. */
static int look_at_all(struct finder *finder, enum element_kind kind,
		       unsigned kinds)
{
	const struct elements *elements = finder->elements;
	int seeds[NETWORKS_MAX];
	int count = seeds_find(elements, finder->fields, kind, is_known, finder,
			       seeds);
	int result = 0, left = finder->by_cells ? AROUND_MAX : STROKES_MAX;

	for (int i = 0; i < count && result == 0; i++) {
		int element = seeds[i];

		if (finder->by_cells && surrounds(finder, element))
			continue;
		if (kind == ELEMENT_FIELD) {
			unsigned its = seeds_surround(elements, element)
					       ? PANEL_GROUNDS
					       : PANEL_FIELDS;

			if (kinds & its)
				result = look_at(finder, element);
		} else if (i < STROKES_MAX && left > 0 &&
			   !seeds_span(elements, element)) {
			result = look_around(finder, element);
			left--;
		}
	}
	return result;
}

int panel_find_networks(const struct elements *elements, unsigned kinds,
			const struct sighting_list *known,
			struct panel_places *places)
{
	struct finder finder = { .elements = elements,
				 .places = places,
				 .known = known,
				 .by_cells = kinds & PANEL_BY_CELLS };
	size_t first = places->count;
	int result = 0;

	finder.fields = seeds_measure(elements);
	if (!finder.fields)
		return -1;
	if (kinds & (PANEL_FIELDS | PANEL_GROUNDS))
		result = look_at_all(&finder, ELEMENT_FIELD, kinds);
	if (result == 0 && kinds & PANEL_STROKES)
		result = look_at_all(&finder, ELEMENT_STROKE, kinds);
	if (result == 0)
		sort_places(places, first);
	free(finder.fields);
	return result;
}

void panel_places_fini(struct panel_places *places)
{
	free(places->list);
	memset(places, 0, sizeof *places);
}
