/* How little the pixels of a panel's sheet look like line: for sheet.c
 * only, besides sheet_unlike. */
#ifndef PANEL_UNLIKE_H
#define PANEL_UNLIKE_H

#include "sheet.h"

/* Judges all pixels of a sheet that is filled, anew. */
void sheet_set_unlike(struct sheet *sheet);

#endif
