/* Panels among the other families. */
#include "panel_read.h"
#include "turn.h"
#include "vision_parts.h"

static int read(struct vision *vision, const struct page *page,
		struct sighting_list *list, struct problem *problem)
{
	return panel_read(vision->panels, &vision->said, page, list, problem);
}

static int read_picture(struct vision *vision, const struct image *image,
			int shrink, struct sighting_list *list,
			struct problem *problem)
{
	return panel_read_picture(vision->panels, &vision->said, image, shrink,
				  list, problem);
}

const struct read_family read_panel = { .read = read,
					.read_picture = read_picture,
					.turn = panel_turn,
					.alone = true };
