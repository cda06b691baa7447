/* What a struct vision holds, for the files of vision/ only. */
#ifndef VISION_PARTS_H
#define VISION_PARTS_H

#include "vision.h"

struct glyphs;
struct number_reader;

struct vision {
	struct glyphs *glyphs;
	struct number_reader *numbers; /* made when first needed */
	enum vision_reader reader;
};

#endif
