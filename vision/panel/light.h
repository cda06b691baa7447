/* How light falls on a panel: what its cells' ground and its lines show of it,
 * which are of one paint each. */
#ifndef PANEL_LIGHT_H
#define PANEL_LIGHT_H

#include "sheet.h"

struct light {
	struct colour plane[3]; /* ground and line together (panel_plane.h) */
	struct colour middle;   /* what they are in the panel's middle */
};

/* After sheet_fill. */
void light_find(const struct sheet *sheet, struct light *light);

/* A colour in a cell as the panel's middle would show it. */
struct colour light_even_out(const struct light *light, struct colour colour,
			     int column, int row);

#endif
