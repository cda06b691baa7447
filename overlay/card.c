#include "card.h"

#include <math.h>
#include <stdbool.h>

/* Pixels at scale 1: text as high as that of menus, the air around it, the
 * distance from the rim, the corners' radius. */
static const double TEXT_PX = 15, AIR_PX = 9, RIM_PX = 6, RADIUS_PX = 6;
/* A line in the answer's colour on the left tells whose card it is. */
static const double STRIPE_PX = 4;
/* What shines through the box, where anything can. */
static const double BOX_ALPHA = 0.9;

static void set_font(cairo_t *cairo, double scale)
{
	cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cairo, TEXT_PX * scale);
}

static double text_width(const char *text, double scale)
{
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
	cairo_t *cairo = cairo_create(surface);
	cairo_text_extents_t extents = { 0 };

	set_font(cairo, scale);
	cairo_text_extents(cairo, text, &extents);
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
	return extents.x_advance;
}

static int clamp(int value, int low, int high)
{
	if (value > high)
		value = high;
	return value < low ? low : value;
}

/* All of a card grows with its text. */
static double styled(double scale, const struct note_style *style)
{
	return style->px > 0 ? scale * style->px / TEXT_PX : scale;
}

struct box card_place(const char *text, const struct note_style *style,
		      const struct box *scr_rim, const struct box *scr_screen,
		      double scale)
{
	double units = styled(scale, style);
	int width = (int)ceil(text_width(text, units) +
			      (2 * AIR_PX + STRIPE_PX) * units);
	int height = (int)ceil((TEXT_PX + 2 * AIR_PX) * units);
	int air = (int)(RIM_PX * units);
	int bottom = clamp(scr_rim->y + scr_rim->height, scr_screen->y,
			   scr_screen->y + scr_screen->height);
	int middle = scr_rim->x + scr_rim->width / 2;

	if (box_overlap(scr_rim, scr_screen) <= 0)
		return (struct box){ 0 };
	return (struct box){
		clamp(middle - width / 2, scr_screen->x,
		      scr_screen->x + scr_screen->width - width),
		/* of a low window the lower rim is left, not the upper one */
		clamp(bottom - air - height, scr_rim->y, bottom), width, height
	};
}

static void round_box(cairo_t *cairo, double width, double height,
		      double radius)
{
	cairo_new_path(cairo);
	cairo_arc(cairo, width - radius, radius, radius, -M_PI / 2, 0);
	cairo_arc(cairo, width - radius, height - radius, radius, 0, M_PI / 2);
	cairo_arc(cairo, radius, height - radius, radius, M_PI / 2, M_PI);
	cairo_arc(cairo, radius, radius, radius, M_PI, 3 * M_PI / 2);
	cairo_close_path(cairo);
}

void card_paint(cairo_t *cairo, const char *text,
		const struct note_style *style, const struct box *place,
		double scale, bool soft)
{
	uint32_t rgb = style->colour & STYLE_COLOUR ? style->colour : 0xffffff;
	double alpha = style->opacity > 0 ? style->opacity : BOX_ALPHA;
	cairo_font_extents_t font;

	scale = styled(scale, style);

	if (!soft)
		cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
	round_box(cairo, place->width, place->height, RADIUS_PX * scale);
	cairo_clip(cairo);
	cairo_set_source_rgba(cairo, 0.08, 0.08, 0.1, soft ? alpha : 1);
	cairo_paint(cairo);
	cairo_set_source_rgb(cairo, 1.0, 0.1, 0.6);
	cairo_rectangle(cairo, 0, 0, STRIPE_PX * scale, place->height);
	cairo_fill(cairo);
	set_font(cairo, scale);
	cairo_font_extents(cairo, &font);
	cairo_set_source_rgb(cairo, (rgb >> 16 & 255) / 255.0,
			     (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
	cairo_move_to(cairo, (STRIPE_PX + AIR_PX) * scale,
		      (place->height + font.ascent - font.descent) / 2);
	cairo_show_text(cairo, text);
}
