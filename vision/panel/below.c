#include "below.h"

#include <math.h>

#include "doubts.h"
#include "pointer.h"

/* A panel that is read so surely with a disc on it is not read without it. */
#define UNDER_SURE 0.9

/* What lies under the game's pointer is read as if it were not there. */
static int read_lifted(const struct image *image, int shrink,
		       const struct page_reader *reader,
		       const struct pointer *pointer,
		       struct sighting_list *list, struct problem *problem)
{
	size_t first = list->count;
	struct image below;
	struct page lifted = { 0 };
	int result = image_copy(image, &below, problem);

	if (result == 0)
		result = pointer_lift(pointer, &below, problem);
	if (result == 0)
		result = page_find(&lifted, &below, shrink, problem);
	if (result == 0)
		result = reader->read(reader, &lifted, list, problem);
	for (size_t i = first; i < list->count; i++)
		doubts_covered(pointer, &list->sightings[i]);
	page_fini(&lifted);
	image_fini(&below);
	return result;
}

/* Does the pointer lie on a panel that was read, or hardly beside it? */
static bool is_on(const struct pointer *pointer,
		  const struct sighting *sighting)
{
	const struct panel *panel = &sighting->puzzle.as.panel;
	struct point px = { pointer->px_x, pointer->px_y }, at;
	struct homography px_to_cell;

	if (sighting->puzzle.family != FAMILY_panel ||
	    homography_inverse(&sighting->cell_to_px, &px_to_cell) < 0)
		return false;
	at = homography_apply(&px_to_cell, px);
	return fabs(at.x - panel->columns / 2.0) < panel->columns / 2.0 + 1 &&
	       fabs(at.y - panel->rows / 2.0) < panel->rows / 2.0 + 1;
}

/* The surest panel of the list, from `first` on, on which the pointer lies;
 * NULL where there is none. */
static struct sighting *find_under(const struct sighting_list *list,
				   size_t first, const struct pointer *pointer)
{
	struct sighting *best = NULL;

	for (size_t i = first; i < list->count; i++) {
		struct sighting *one = &list->sightings[i];

		if (is_on(pointer, one) &&
		    (!best || one->confidence > best->confidence))
			best = one;
	}
	return best;
}

/* Is the panel below the disc the one to be taken, rather than the one with it?
 * `across`: it is no dot. */
static bool is_better(const struct sighting *below, const struct sighting *with,
		      bool across)
{
	return below->confidence > with->confidence ||
	       (across && below->confidence >= UNDER_SURE);
}

/* A page with a pointer that may be a dot. */
struct lying {
	const struct page *page;
	const struct page_reader *reader;
	const struct pointer *pointer;
	size_t first; /* of the list: its panels */
	bool lifted;  /* was read without the pointer */
};

/* Reads the panel below the pointer. */
static int read_under(struct lying *lying, struct sighting_list *below,
		      struct problem *problem)
{
	const struct point px_at = { lying->pointer->px_x,
				     lying->pointer->px_y };
	struct page_reader under = *lying->reader;

	under.px_at = &px_at;
	lying->lifted = true;
	return read_lifted(lying->page->elements.image,
			   lying->page->elements.shrink, &under, lying->pointer,
			   below, problem);
}

/* Adds the panel below the pointer where none was read with it. */
static int add_under(void *context, struct sighting_list *list,
		     struct problem *problem)
{
	struct lying *lying = context;
	struct sighting_list below = { 0 };
	struct sighting *other;
	int result;

	if (find_under(list, lying->first, lying->pointer))
		return 0;
	result = read_under(lying, &below, problem);
	other = find_under(&below, 0, lying->pointer);
	if (result == 0 && other &&
	    !sighting_list_takes_in(list, &other->px_corners)) {
		result = sighting_list_add(list, other, problem);
		*other = below.sightings[--below.count];
	}
	sighting_list_fini(&below);
	return result;
}

/* A disc that may be a dot is taken off only where the panel on which it lies
 * is then read more surely, or where no dot can lie. */
static int read_either(const struct page *page,
		       const struct page_reader *reader,
		       const struct pointer *pointer,
		       struct sighting_list *list, struct problem *problem)
{
	struct lying lying = { page, reader, pointer, list->count, false };
	struct page_reader with = *reader;
	struct sighting_list below = { 0 };
	struct sighting *one, *other;
	bool across;
	int result;

	with.between = add_under;
	with.context = &lying;
	result = with.read(&with, page, list, problem);
	one = find_under(list, lying.first, pointer);
	if (result < 0 || !one || lying.lifted)
		return result;
	across = doubts_across(pointer, one);
	if (one->confidence >= UNDER_SURE && !across) {
		doubts_only_dot(pointer, one);
		return 0;
	}
	result = read_under(&lying, &below, problem);
	other = find_under(&below, 0, pointer);
	if (result == 0 && other && is_better(other, one, across)) {
		struct sighting swap = *one;

		*one = *other;
		*other = swap;
	}
	sighting_list_fini(&below);
	return result;
}

int below_read(const struct page *page, const struct page_reader *reader,
	       struct sighting_list *list, struct problem *problem)
{
	struct pointer pointer;

	if (!pointer_find(page->elements.image, &pointer))
		return reader->read(reader, page, list, problem);
	if (pointer.like_dot)
		return read_either(page, reader, &pointer, list, problem);
	return read_lifted(page->elements.image, page->elements.shrink, reader,
			   &pointer, list, problem);
}
