/* What a struct vision holds, for the files of vision/ only. */
#ifndef VISION_PARTS_H
#define VISION_PARTS_H

#include "remainder.h"
#include "vision.h"

struct glyphs;
struct number_reader;

struct vision {
	struct glyphs *glyphs;
	struct number_reader *numbers; /* made when first needed */
	enum vision_reader reader;
	/* what the families' own readers left of the last picture, where they
	 * surely found something */
	struct box rest[REMAINDER_MOST];
	int rest_count;
};

#endif
