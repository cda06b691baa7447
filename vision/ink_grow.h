/* Blots grow from what surely is ink over fainter pixels. Part of ink.h. */
#ifndef INK_GROW_H
#define INK_GROW_H

#include "ink.h"

/* Pixels that may belong to a blot and do not yet: 1, with a rim of zeros, so
 * that every pixel has eight neighbours. */
struct ink_faint {
	int stride;
	uint8_t pixels[(PART_SIDE_MAX + 2) * (PART_SIDE_MAX + 2)];
};

/* Those that differ from the paper by `least`; sign: -1 where ink is dark. */
void ink_find_faint(const struct part *part, float sign, float least,
		    struct ink_faint *faint);

/* Adds the blot around a pixel, by its index, that belongs to none yet: all
 * that is connected, corners too. Its pixels get its label; 255 where they are
 * so few that it is left out. There must be room for one more. */
void ink_grow_blot(struct ink *ink, struct ink_faint *faint, int start);

#endif
