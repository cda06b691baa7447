/* Draws a panel flat in some look, and reads it back. */
#ifndef PANEL_LOOK_H
#define PANEL_LOOK_H

#include "degrade.h"
#include "panel_plain.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "seen.h"

enum { SIZE = 420, PITCH = 60, LEFT = 90 };

static inline void draw(struct image *image, const struct panel *panel,
			const struct panel_theme *theme, int pitch)
{
	struct pen pen = { .cr = picture_pen(image),
			   .cell_to_px = { { pitch, 0, LEFT, 0, pitch, LEFT, 0,
					     0, 1 } } };

	scene_colour(pen.cr, 0x606468);
	cairo_paint(pen.cr);
	panel_paint(&pen, panel, theme);
	cairo_destroy(pen.cr);
}

typedef void spoil_fn(struct image *image);

/* Draws a panel, spoils the picture where asked to, and reads it: one is seen.
 */
static inline struct sighting_list read_drawn(const struct puzzle *puzzle,
					      const struct panel_theme *theme,
					      int pitch, spoil_fn *spoil)
{
	struct sighting_list list;
	struct image image = { 0 };

	assert_int_equal(image_init(&image, SIZE, SIZE, NULL), 0);
	draw(&image, &puzzle->as.panel, theme, pitch);
	if (spoil)
		spoil(&image);
	list = seen_in(&image, FAMILY_panel);
	assert_int_equal(list.count, 1);
	image_fini(&image);
	return list;
}

/* The panel that the JSON describes is read as it is. */
static inline void check_spoiled(const char *text,
				 const struct panel_theme *theme, int pitch,
				 spoil_fn *spoil)
{
	struct puzzle puzzle = puzzle_of(text);
	struct sighting_list list = read_drawn(&puzzle, theme, pitch, spoil);

	assert_seen(&list, &puzzle);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

static inline void check(const char *text, const struct panel_theme *theme,
			 int pitch)
{
	check_spoiled(text, theme, pitch, NULL);
}

static inline void soften_and_grain(struct image *image)
{
	struct rng rng;

	rng_seed(&rng, 7);
	assert_int_equal(degrade_blur(image, 1.0, NULL), 0);
	degrade_noise(image, 3, &rng);
}

#endif
