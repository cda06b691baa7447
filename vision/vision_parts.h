/* What a struct vision holds, for the files of vision/ only. */
#ifndef VISION_PARTS_H
#define VISION_PARTS_H

#include "spine.h"
#include "vision.h"

struct vision {
	struct readers readers;
	struct said said;
};

#endif
