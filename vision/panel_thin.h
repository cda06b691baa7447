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
	bool restored;        /* its colour was put there by thin_restore */
};

/* Gives thin symbols the colour of another of wider strokes where theirs may be
 * that one mixed with their ground. All in the same light. */
void thin_restore(struct thin_symbol *symbols, int count);

/* How far a thin symbol's colour, as seen, is from what another's may become
 * that is not much thinner; HUGE_VAL where it cannot be that one's. */
double thin_off(const struct thin_symbol *thin,
		const struct thin_symbol *other);

#endif
