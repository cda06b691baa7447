/* The polyomino most like a mask. */
#ifndef PANEL_BLOCKS_H
#define PANEL_BLOCKS_H

#include "matcher.h"

/* Offers every one that may be it. */
void blocks_match(struct matcher *matcher);

#endif
