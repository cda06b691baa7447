/* Views around a pillar: a panel on an upright cylinder, painted as pillar.h
 * says it is seen. */
#ifndef SCENE_PILLAR_H
#define SCENE_PILLAR_H

#include "panel.h"
#include "rng.h"
#include "scene.h"

/* Pixels a cell of the panel laid flat, which has as much as a cell above and
 * below. */
enum { SCENE_PILLAR_CELL = 120 };

/* How a pillar stands before the player; pixels but for `distance`, radii. */
struct scene_pillar_stand {
	double distance, radius, pitch, level;
};

/* What is seen of the panel laid flat, turned by so many radians. Returns 0, or
 * -1 with `problem` filled in; the caller frees the view, here and below. */
int scene_pillar_view(const struct image *flat,
		      const struct scene_pillar_stand *stand, double turn,
		      struct image *view, struct problem *problem);

/* So many views in turn of a panel that wraps, as a player stands: not quite at
 * equal angles, nor equally far away. */
int scene_pillar_draw(const struct panel *panel, struct rng *rng,
		      struct image *views, int count, struct problem *problem);

/* Are both one panel, with any of its columns as the first? */
bool scene_pillar_same(const struct puzzle *truth, const struct puzzle *seen);

#endif
