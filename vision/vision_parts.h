/* What a struct vision holds, for the files of vision/ only. */
#ifndef VISION_PARTS_H
#define VISION_PARTS_H

#include "panel_read.h"
#include "spine.h"
#include "vision.h"

struct vision {
	struct readers readers;
	struct panel_reader *panels;
	struct said said;
};

#endif
