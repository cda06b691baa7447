#include "sigils_tiles.h"

#include <stdlib.h>

#include "alloc.h"
#include "sigils_blobs.h"

/* A square is like an O by so much. */
#define SQUARE_LIKENESS 0.8
/* The smallest frame: four pieces fill it. */
enum { TILES_LEAST = 12 };

/* The outline of a square in the picture. */
static struct quad quad_of(const struct sigils_view *view,
			   const struct sigils_blob *blob)
{
	double side = 2 * blob->pitch;

	return (struct quad){ {
		sigils_view_px(view, blob->x, blob->y),
		sigils_view_px(view, blob->x + side, blob->y),
		sigils_view_px(view, blob->x + side, blob->y + side),
		sigils_view_px(view, blob->x, blob->y + side),
	} };
}

/* Leaves out lattices of which a square is not there. */
static void keep_whole(struct lattice_list *list, size_t first)
{
	size_t kept = first;

	for (size_t i = first; i < list->count; i++) {
		const struct lattice *lattice = &list->lattices[i];
		int squares = lattice->columns * lattice->rows;

		if (squares >= TILES_LEAST && lattice->cells >= squares)
			list->lattices[kept++] = *lattice;
	}
	list->count = kept;
}

/* The frames that the squares of one channel make. */
static int find_in(const struct elements *elements, struct sigils_view *view,
		   enum sigils_channel channel, struct lattice_list *frames)
{
	struct sigils_blobs blobs = { 0 };
	size_t first = frames->count, count = 0;
	struct quad *quads = NULL;
	int result = sigils_blobs_find(view, channel, &blobs);

	if (result == 0) {
		quads = alloc_array(blobs.count + 1, sizeof *quads);
		result = quads ? 0 : -1;
	}
	for (size_t i = 0; i < blobs.count && result == 0; i++) {
		const struct sigils_blob *blob = &blobs.list[i];

		if (blob->kind == SIGILS_O && blob->likeness >= SQUARE_LIKENESS)
			quads[count++] = quad_of(view, blob);
	}
	if (result == 0)
		result = lattice_find_quads(elements, quads, count, 1, frames);
	keep_whole(frames, first);
	free(quads);
	sigils_blobs_fini(&blobs);
	return result;
}

int sigils_tiles_find(const struct elements *elements, struct sigils_view *view,
		      struct lattice_list *frames)
{
	/* in the midst of a large frame its own colour is the ground's */
	static const enum sigils_channel channels[] = { SIGILS_APART,
							SIGILS_CHROMA };
	size_t first = frames->count;
	int result = 0;

	for (size_t i = 0; i < sizeof channels / sizeof *channels &&
			   result == 0 && frames->count == first;
	     i++)
		result = find_in(elements, view, channels[i], frames);
	return result;
}
