/* What a struct vision holds, for the files of vision/ only. */
#ifndef VISION_PARTS_H
#define VISION_PARTS_H

#include "remainder.h"
#include "spine.h"
#include "vision.h"

struct glyphs;

struct vision {
	struct glyphs *glyphs;
	struct readers readers;
	enum vision_reader reader;
	struct said said;
	/* what the families' own readers left of the last picture, where they
	 * surely found something */
	struct box rest[REMAINDER_MOST];
	int rest_count;
};

#endif
