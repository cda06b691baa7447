/* Symbols with an outline in a colour of its own around them. For
 * panel_symbols.c only. */
#ifndef PANEL_OUTLINE_H
#define PANEL_OUTLINE_H

#include "panel_patch.h"

/* Where an outline lies around what stands out, and what it encloses is neither
 * ground nor a mixture of both, that is the symbol: takes it alone for it. */
void outline_take_fill(struct patch *patch);

#endif
