#include "blank.h"

#include <math.h>

#include "language.h"

/* A reading surer than this is a panel. */
#define PANEL_SURE 0.5
/* So much of a face's sides has an edge along it, at least. */
#define RIM_LEAST 0.75
/* It is as wide and as high as the other panel's lattice, or larger by its
 * margin; leaning it is narrower. */
#define SIZE_LEAST 0.8
#define SIZE_MOST 1.6
/* Panels of a row stand as high, those of a column as far right, within this
 * share of their size; and no farther apart. */
#define ALIGNED 0.15
#define APART_MOST 2.0
/* A face that is off is this much darker than the one that is on. */
#define OFF_SHARE 0.4
/* Places a side at which a face's brightness is measured. */
enum { PLACES = 9 };
/* What was left out, and as many that were read. */
enum { PANELS_MOST = 2 * LEFT_OUT_MOST };

struct size {
	double width, height;
};

static struct size size_of(const struct quad *quad)
{
	const struct point *c = quad->corner;

	return (struct size){
		(point_distance(c[0], c[1]) + point_distance(c[3], c[2])) / 2,
		(point_distance(c[0], c[3]) + point_distance(c[1], c[2])) / 2
	};
}

static bool within(double value, double least, double most)
{
	return value >= least && value <= most;
}

/* Does a face hang beside a panel, as large as that? */
static bool hangs_beside(const struct quad *face, const struct quad *panel)
{
	struct size one = size_of(face), other = size_of(panel);
	struct point at = sighting_middle(face), from = sighting_middle(panel);
	double right = fabs(at.x - from.x) / one.width;
	double down = fabs(at.y - from.y) / one.height;

	return within(one.width / other.width, SIZE_LEAST, SIZE_MOST) &&
	       within(one.height / other.height, SIZE_LEAST, SIZE_MOST) &&
	       ((down < ALIGNED && within(right, 1, APART_MOST)) ||
		(right < ALIGNED && within(down, 1, APART_MOST)));
}

static struct point place_in(const struct quad *quad, int i)
{
	double u = (i % PLACES + 1.0) / (PLACES + 1);
	double v = (i / PLACES + 1.0) / (PLACES + 1);
	const struct point *c = quad->corner;

	return point_mix(point_mix(c[0], c[1], u), point_mix(c[3], c[2], u), v);
}

/* The brightest place, 0 to 765. */
static double brightness(const struct image *image, const struct quad *quad)
{
	double most = 0;

	for (int i = 0; i < PLACES * PLACES; i++) {
		struct point at = place_in(quad, i);
		uint32_t pixel;

		if (!(at.x >= 0 && at.y >= 0 && at.x < image->width &&
		      at.y < image->height))
			continue;
		pixel = image_row(image, (int)at.y)[(int)at.x];
		most = fmax(most, (pixel >> 16 & 255) + (pixel >> 8 & 255) +
					  (pixel & 255));
	}
	return most;
}

/* Is there a rim along its sides, and within it one field with nothing on it?
 * Beside a dark face the rim may be all that is told from the wall. */
static bool is_bare(const struct elements *elements, const struct quad *face)
{
	const struct element *field = NULL;
	double reach = 2.0 * elements->shrink * elements->reach;
	double rim = 0;

	for (int i = 0; i < PLACES * PLACES; i++) {
		struct point at = place_in(face, i);
		const struct element *one = elements_at(elements, at.x, at.y);

		if (!one || one->kind != ELEMENT_FIELD ||
		    (field && one != field))
			return false;
		field = one;
	}
	for (int i = 0; i < 4; i++)
		rim += elements_edge_share(elements, face->corner[i],
					   face->corner[(i + 1) % 4], reach);
	return rim > 4 * RIM_LEAST;
}

static void leave_out(const struct page *page, struct sighting_list *list,
		      const struct quad *face, const struct quad *panel)
{
	const struct image *image = page->elements.image;
	bool off =
		brightness(image, face) < OFF_SHARE * brightness(image, panel);

	sighting_list_leave_out(list,
				off ? _("a panel that is switched off")
				    : _("a blank panel"),
				face);
}

/* What panels hang on the walls, read or left out; returns how many. */
static int known_panels(const struct sighting_list *list, size_t first,
			struct quad panels[PANELS_MOST])
{
	int count = 0;

	for (int i = 0; i < list->left_out_count; i++)
		panels[count++] = list->left_out[i].px_corners;
	for (size_t i = first; i < list->count && count < PANELS_MOST; i++)
		if (list->sightings[i].puzzle.family == FAMILY_panel &&
		    list->sightings[i].confidence > PANEL_SURE)
			panels[count++] = list->sightings[i].px_corners;
	return count;
}

void blank_find(const struct page *page, struct sighting_list *list,
		size_t first)
{
	const struct elements *elements = &page->elements;
	struct quad panels[PANELS_MOST];
	int count = known_panels(list, first, panels);

	for (size_t i = 0; count && i < elements->count; i++) {
		const struct quad *face = &elements->list[i].corners;

		for (int k = 0; k < count; k++) {
			if (!hangs_beside(face, &panels[k]) ||
			    !is_bare(elements, face))
				continue;
			leave_out(page, list, face, &panels[k]);
			break;
		}
	}
}

/* Does it lie where something was read? */
static bool is_read(const struct sighting_list *list, const struct quad *place)
{
	for (size_t i = 0; i < list->count; i++)
		if (quad_contains(&list->sightings[i].px_corners,
				  sighting_middle(place)) ||
		    quad_contains(
			    place,
			    sighting_middle(&list->sightings[i].px_corners)))
			return true;
	return false;
}

void blank_find_lacking(const struct panel_places *places,
			struct sighting_list *list, size_t first)
{
	struct quad panels[PANELS_MOST];
	int count = known_panels(list, first, panels);

	for (size_t i = 0; i < places->count; i++) {
		const struct panel_place *place = &places->list[i];
		struct quad corners = place->px_cells;
		bool told = place->lacks && place->is_told;

		for (int k = 0; k < count && place->lacks; k++)
			told |= hangs_beside(&corners, &panels[k]);
		if (told && !is_read(list, &corners))
			sighting_list_leave_out(list, place->lacks, &corners);
	}
}
