/* What is the same along most of a panel's lines, such as an outline, a bevel
 * or a shadow, is how the panel is drawn, and no mark. */
#ifndef PANEL_LINE_STYLE_H
#define PANEL_LINE_STYLE_H

#include <stdint.h>

#include "sheet.h"

/* What a pixel may be part of; of symbols nothing is. */
enum { OFF_OTHER, OFF_LINE, OFF_RIM, OFF_KINDS, OFF_SYMBOL = OFF_KINDS };

/* The pixels of the sheet that are looked at, from `left` and `top` on. */
struct style_pixels {
	int left, top, right, bottom;
	/* Is a line, a disc or a stub there? Then by so many levels, at the
	 * most, most pixels are off that lie as this one does. */
	uint8_t *beside;
	const uint8_t *kind; /* OFF_... */
	float *off;          /* how far it is off what is expected, levels */
};

/* Makes `off` what pixels are off the panel's style, too, where most pixels are
 * off by more than `bound`, and tells how much they vary. 0, or -1 without
 * memory. */
int style_take(const struct sheet *sheet, const struct style_pixels *pixels,
	       double bound);

#endif
