/* A panel painted through a pen. For scene_panel*.c only. */
#ifndef SCENE_PANEL_PAINT_H
#define SCENE_PANEL_PAINT_H

#include "panel.h"
#include "scene.h"
#include "scene_panel_pen.h"
#include "scene_panel_theme.h"

/* Frame, ground, lines and symbols. A cylinder is laid flat: its lines run
 * out on the left and on the right. */
void panel_paint(const struct pen *pen, const struct panel *panel,
		 const struct panel_theme *theme);

/* Frame and ground alone: a panel that is switched off. */
void panel_paint_blank(const struct pen *pen, const struct panel *panel,
		       const struct panel_theme *theme);

/* A line of the player's: `count` vertices and middles of edges, joined by
 * straight edges; from a start, with `finished` into the end's stub. */
void panel_paint_trace(const struct pen *pen, const struct panel *panel,
		       const struct panel_theme *theme, uint32_t colour,
		       const struct panel_solution *trace, bool finished);

/* A mark that no rule expects: at least so many pixels of the picture large. */
void panel_paint_mark(const struct pen *pen, const struct panel_theme *theme,
		      const struct scene_mark *mark);

#endif
