/* What made panels lack: more starts and ends, also in the middle of edges
 * and diagonal, other colours, irregular outlines, larger shapes. For
 * scene_panel*.c only. */
#ifndef SCENE_PANEL_VARY_H
#define SCENE_PANEL_VARY_H

#include <stdbool.h>

#include "panel.h"
#include "rng.h"

/* A panel with symmetry keeps it. Starts, ends and colours leave it solvable;
 * outlines and dots on edges may not; with `freely` shapes and counts are drawn
 * from all there are, and it hardly ever is. */
void panel_vary(struct panel *panel, bool freely, struct rng *rng);

/* A line from a start that the player may have begun: up to `edges` edges,
 * over no dot and no gap. */
void panel_begin_line(const struct panel *panel, int edges, struct rng *rng,
		      struct panel_solution *line);

#endif
