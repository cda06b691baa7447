/* Answers as pictures and documents. */
#ifndef EXPORT_H
#define EXPORT_H

#include "buffer.h"
#include "drawing.h"
#include "image.h"

/* Paints layers over a picture in place; cell_to_px into that picture. */
int export_over_image(struct image *image, const struct layer *layers,
		      size_t count, struct problem *problem);

/* A puzzle and its answer, or NULL. */
struct export_item {
	const struct puzzle *puzzle;
	const struct solution *solution;
	bool aids; /* with what helps to follow it */
	/* the rules that the solution breaks, to be ringed and listed; NULL:
	 * it is an answer */
	const struct breaches *breaches;
	/* clues in doubt, to be ringed */
	const struct board_place *doubts;
	size_t doubt_count;
	/* For pages: "Suko, solved", or NULL; and sentences, a line each, or
	 * NULL. */
	const char *headline, *remarks;
};

/* The puzzle drawn afresh, the answer on it: initialises `board`, which
 * drawing_fini frees where it returned 0. */
int export_compose(const struct export_item *item, struct drawing *board,
		   struct problem *problem);

/* Boards drawn afresh on white, below each other, `px_cell` pixels a cell,
 * the answers on them. image_fini frees. */
int export_image(const struct export_item *items, size_t count, double px_cell,
		 struct image *image, struct problem *problem);

/* The same as an SVG document. */
int export_svg(const struct export_item *items, size_t count,
	       struct buffer *out, struct problem *problem);

#endif
