/* Draws a panel flat in some look, and reads it back. */
#ifndef PANEL_LOOK_H
#define PANEL_LOOK_H

#include <cairo.h>
#include <jansson.h>

#include "buffer.h"
#include "degrade.h"
#include "image.h"
#include "panel_plain.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "vision.h"

enum { SIZE = 420, PITCH = 60, LEFT = 90 };

static inline void draw(struct image *image, const struct panel *panel,
			const struct panel_theme *theme, int pitch)
{
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24, SIZE, SIZE,
		(int)(4 * image->stride));
	struct pen pen = { .cr = cairo_create(surface),
			   .cell_to_px = { { pitch, 0, LEFT, 0, pitch, LEFT, 0,
					     0, 1 } } };

	scene_colour(pen.cr, 0x606468);
	cairo_paint(pen.cr);
	panel_paint(&pen, panel, theme);
	cairo_destroy(pen.cr);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
}

typedef void spoil_fn(struct image *image);

/* Draws the panel that the JSON describes, spoils the picture and reads it
 * back. */
static inline void check_spoiled(const char *text,
				 const struct panel_theme *theme, int pitch,
				 spoil_fn *spoil)
{
	struct problem problem = { 0 };
	struct puzzle puzzle;
	struct image image = { 0 };
	struct sighting_list list = { 0 };
	struct vision *vision = vision_new(&problem);
	json_t *json = json_loads(text, 0, NULL);
	struct buffer why;

	assert_non_null(vision);
	assert_non_null(json);
	assert_int_equal(puzzle_from_json(json, &puzzle, &problem), 0);
	assert_int_equal(image_init(&image, SIZE, SIZE, &problem), 0);
	draw(&image, &puzzle.as.panel, theme, pitch);
	if (spoil)
		spoil(&image);
	assert_int_equal(vision_read(vision, &image, 1u << FAMILY_panel, &list,
				     &problem),
			 0);
	assert_int_equal(list.count, 1);
	buffer_init(&why);
	if (!puzzle_equal(&puzzle, &list.sightings[0].puzzle, &why))
		fail_msg("%s", buffer_text(&why));
	buffer_fini(&why);
	sighting_list_fini(&list);
	image_fini(&image);
	json_decref(json);
	puzzle_fini(&puzzle);
	vision_free(vision);
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
