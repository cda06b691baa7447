/* The colours of symbols drawn in thin strokes: the ground shines through them,
 * and its hue more than its brightness, as pictures keep hue at half their
 * resolution. */
#ifndef PANEL_THIN_H
#define PANEL_THIN_H

#include "panel_sheet.h"

struct thin_symbol {
	struct colour colour; /* as seen; thin_restore may put another's */
	struct colour ground; /* around it */
	double px;            /* its strokes, pixels */
};

/* Gives thin symbols the colour of another of wider strokes where theirs may be
 * that one mixed with their ground; where so much of this that it hardly may
 * be, they keep theirs, and may_be[i] says which other's it may be; else -1.
 * All in the same light. */
void thin_restore(struct thin_symbol *symbols, int count, int *may_be);

#endif
