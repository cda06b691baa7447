/* Which polyomino lies in a panel's cell: by what it is drawn like and by what
 * the network says of it. For symbols.c only. */
#ifndef PANEL_WEIGH_H
#define PANEL_WEIGH_H

#include "patch.h"
#include "panel_view.h"

struct weighed {
	struct shape_match best, second; /* `second` means something else */
	double apart; /* how sure it is rather the best than the second */
};

/* `mask`: the patch's, by colour; where brightness alone shows a polyomino
 * better it becomes that. `blur`: sheet pixels. */
void weigh_blocks(const struct patch *patch, double blur,
		  const struct cell_view *view, struct shape_mask *mask,
		  struct weighed *weighed);

#endif
