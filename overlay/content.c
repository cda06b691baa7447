#include "content.h"

#include <math.h>

#include "card.h"
#include "paint.h"

/* Pixels around the marks for their rims (paint.c: 2 * RIM_PX_MAX). */
enum { RIM_PX = 8 };

struct box content_marks_box(const struct overlay_content *content)
{
	double left = INFINITY, top = INFINITY;
	double right = -INFINITY, bottom = -INFINITY;

	for (size_t i = 0; i < content->layer_count; i++) {
		const struct layer *layer = &content->layers[i];
		double b[4];
		struct quad quad;

		if (!layer->drawing->count)
			continue;
		paint_bounds(layer->drawing, b);
		quad = quad_from_box(b[0], b[1], b[2], b[3]);
		for (int k = 0; k < 4; k++) {
			struct point px = homography_apply(&layer->cell_to_px,
							   quad.corner[k]);

			left = fmin(left, px.x - RIM_PX);
			top = fmin(top, px.y - RIM_PX);
			right = fmax(right, px.x + RIM_PX);
			bottom = fmax(bottom, px.y + RIM_PX);
		}
	}
	if (!(right >= left && right - left < 1e5) || !(bottom - top < 1e5))
		return (struct box){ 0 };
	return (struct box){ (int)floor(left), (int)floor(top),
			     (int)ceil(right) - (int)floor(left) + 1,
			     (int)ceil(bottom) - (int)floor(top) + 1 };
}

void content_paint(cairo_t *cairo, const struct overlay_content *content,
		   const struct box *px_box, double card_scale, bool soft)
{
	if (content->card) {
		card_paint(cairo, content->card, &content->note, px_box,
			   card_scale, soft);
		return;
	}
	cairo_translate(cairo, -px_box->x, -px_box->y);
	for (size_t i = 0; i < content->layer_count; i++)
		paint_layer(cairo, &content->layers[i],
			    soft ? PAINT_OVER : PAINT_HARD);
}

void overlay_warm_up(void)
{
	static const struct box place = { 0, 0, 64, 32 };
	static const struct note_style usual;
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, place.width, place.height);
	cairo_t *cairo = cairo_create(surface);
	struct drawing drawing;
	struct layer layer = { &drawing, { { 20, 0, 0, 0, 20, 0, 0, 0, 1 } } };

	card_paint(cairo, "warm", &usual, &place, 1, true);
	drawing_init(&drawing, 1, 1);
	if (drawing_text(&drawing, INK_ANSWER, (struct point){ 0.5, 0.5 }, 0.5,
			 "7") == 0)
		paint_layer(cairo, &layer, PAINT_OVER);
	drawing_fini(&drawing);
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
}
