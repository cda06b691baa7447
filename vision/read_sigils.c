/* Sigils among the other families: when they are looked for. The stages that
 * all families share read them (spine.h). */
#include "page.h"
#include "spine.h"
#include "vision.h"
#include "vision_parts.h"

/* Least squares of a frame. */
enum { FRAME_SQUARES_LEAST = 12 };

static bool may_be_frame(const struct lattice *lattice)
{
	return lattice->columns * lattice->rows >= FRAME_SQUARES_LEAST &&
	       lattice->columns <= SIGILS_SIDE_MAX &&
	       lattice->rows <= SIGILS_SIDE_MAX;
}

/* Is a frame left beside what was surely read, or is nothing read yet? */
static bool may_be_there(const struct page *page,
			 const struct sighting_list *list)
{
	if (!sighting_list_has_sure(list))
		return true;
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];
		struct quad corners = lattice_px_corners(lattice);

		if (may_be_frame(lattice) &&
		    !sighting_list_takes_in(list, &corners))
			return true;
	}
	return false;
}

static int read(struct vision *vision, const struct page *page,
		struct sighting_list *list, struct problem *problem)
{
	if (!may_be_there(page, list))
		return 0;
	return spine_read(&vision->readers, page->elements.image,
			  1u << FAMILY_sigils, false, NULL, list, NULL,
			  problem);
}

/* After what stands on pages, which takes less time to find, but before panels.
 */
static int turn(const struct page *page)
{
	(void)page;
	return 2;
}

const struct read_family read_sigils = {
	.read = read, .turn = turn, .by_stages = true, .alone = true
};
