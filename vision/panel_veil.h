/* Discs that lie over a panel: the pointer and its shrinking halo are white
 * and let a part of the panel through. */
#ifndef PANEL_VEIL_H
#define PANEL_VEIL_H

#include "panel_sheet.h"

/* Takes them off a fitted sheet's pixels, and marks the cells in whose middle,
 * as symbols do, they lay. Returns how many were found, or -1
 * without memory; the models should then be fitted again. */
int veil_remove(struct sheet *sheet);

#endif
