/* Panels among the other families. */
#include "panel_read.h"
#include "turn.h"
#include "vision_parts.h"

static int read(struct vision *vision, const struct page *page,
		struct sighting_list *list, struct problem *problem)
{
	return panel_read(vision->panels, &vision->said, page, list, problem);
}

const struct read_family read_panel = { .read = read,
					.turn = panel_turn,
					.alone = true };
