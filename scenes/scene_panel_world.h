/* What is around and over the panels of a scene: walls, cables, a page's
 * texts, the pointer and its halo, the frame of the screen, a stream's
 * overlay. Sizes are those of the game at 1920x1080, grown with the height.
 * For scene_panel*.c only. */
#ifndef SCENE_PANEL_WORLD_H
#define SCENE_PANEL_WORLD_H

#include <cairo.h>

#include "geometry.h"
#include "rng.h"
#include "scene.h"
#include "scene_panel_pen.h"

/* A wall in uneven light, with things on it: below all panels. */
void world_paint_wall(cairo_t *cr, int width, int height, bool furniture,
		      struct rng *rng);
/* A page's ground, with texts and buttons; dark or light. */
void world_paint_page(cairo_t *cr, int width, int height, bool furniture,
		      struct rng *rng);
/* A cable or two from a panel's corners to the rim of the picture. */
void world_paint_cables(cairo_t *cr, const struct quad *quad, int height,
			struct rng *rng);
/* Light of one colour from 1 - depth to 1 across the quadrilateral. */
void world_light(cairo_t *cr, const struct quad *quad, uint32_t tint,
		 double depth, struct rng *rng);
/* The pointer of the game at a place; its halo shrinks from 90 pixels. */
void world_paint_pointer(cairo_t *cr, struct point px, int height,
			 double px_halo);
void world_paint_screen_frame(cairo_t *cr, int width, int height);
void world_paint_vignette(cairo_t *cr, int width, int height, double depth);
/* A stream's overlay along the rim: text, a box. */
void world_paint_overlay(cairo_t *cr, int width, int height, struct rng *rng);

#endif
