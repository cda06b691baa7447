/* Cutting a glyph out of a picture: from whatever size, place, turn and
 * contrast it has to one small square that the classifier looks at. The
 * program that trains the classifier cuts with these very functions. */
#ifndef GLYPH_PATCH_H
#define GLYPH_PATCH_H

#include <stdbool.h>

#include "geometry.h"
#include "plane.h"

/* The glyph's longer side becomes GLYPH_INNER of the GLYPH_SIDE pixels, so
 * that its neighbourhood of a tenth shows: a line that goes on there is no
 * digit. */
enum { GLYPH_SIDE = 24, GLYPH_INNER = 20 };

/* Edges of a glyph's ink, between pixels: a glyph of the single pixel 3,5
 * spans 2.5 .. 3.5 and 4.5 .. 5.5. In pixels, or in the units of a frame. */
struct extent {
	double left, top, right, bottom;
};

struct glyph_patch {
	/* by rows; about 0 where there is paper and 1 where there is ink */
	float value[GLYPH_SIDE * GLYPH_SIDE];
	/* levels between paper and ink, in 0..255 of the picture */
	double contrast;
};

/* Cuts the glyph at `extent`. `frame_to_px` maps the extent's units to pixels
 * and so undoes turn and perspective; NULL where they are pixels. `dark`: the
 * ink is darker than the paper. The glyph is scaled by its longer side, its
 * shape kept, areas averaged where it shrinks; what lies beside its extent by
 * more than a small margin is blanked, and paper and ink are levelled to 0
 * and 1 by percentiles. Any extent may be passed; an empty or infinite one
 * gives a blank patch. */
void glyph_patch_cut(const struct plane *plane, const struct extent *extent,
		     const struct homography *frame_to_px, bool dark,
		     struct glyph_patch *patch);

#endif
