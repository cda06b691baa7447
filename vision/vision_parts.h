/* What a struct vision holds, for the files of vision/ only. */
#ifndef VISION_PARTS_H
#define VISION_PARTS_H

struct glyphs;

struct vision {
	struct glyphs *glyphs;
};

#endif
