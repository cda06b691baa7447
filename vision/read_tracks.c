/* Train Tracks among the other families: the stages that all families share
 * read them (spine.h, grid/tracks.c). */
#include "page.h"
#include "spine.h"
#include "vision.h"
#include "vision_parts.h"

static int read(struct vision *vision, const struct page *page,
		struct sighting_list *list, struct problem *problem)
{
	return spine_read(&vision->readers, page->elements.image,
			  1u << FAMILY_tracks, NULL, list, NULL, problem);
}

const struct read_family read_tracks = { .read = read, .by_stages = true };
