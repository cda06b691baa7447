#include "scene_panel_pen.h"

#include <math.h>

#include "scene.h"

/* Corners of a disc: at half a 4K screen still within a fifth of a pixel. */
enum { DISC_CORNERS = 64, CORNER_STEPS = 6 };

void pen_polygon(const struct pen *pen, const struct point *points, int count)
{
	cairo_new_sub_path(pen->cr);
	for (int i = 0; i < count; i++) {
		struct point px = homography_apply(&pen->cell_to_px, points[i]);

		/* cairo's coordinates run between pixels */
		cairo_line_to(pen->cr, px.x + 0.5, px.y + 0.5);
	}
	cairo_close_path(pen->cr);
}

void pen_box(const struct pen *pen, double x, double y, double width,
	     double height)
{
	struct quad quad = quad_from_box(x, y, width, height);

	pen_polygon(pen, quad.corner, 4);
}

void pen_disc(const struct pen *pen, struct point middle, double radius)
{
	struct point points[DISC_CORNERS];

	for (int i = 0; i < DISC_CORNERS; i++) {
		double angle = 2 * M_PI * i / DISC_CORNERS;

		points[i] = (struct point){ middle.x + radius * cos(angle),
					    middle.y + radius * sin(angle) };
	}
	pen_polygon(pen, points, DISC_CORNERS);
}

void pen_block(const struct pen *pen, struct point middle, struct point half,
	       double round, double turn)
{
	struct point points[4 * (CORNER_STEPS + 1)];
	double c = cos(turn), s = sin(turn);
	int count = 0;

	for (int corner = 0; corner < 4; corner++)
		for (int i = 0; i <= CORNER_STEPS; i++) {
			double angle =
				(corner + (double)i / CORNER_STEPS) * M_PI / 2;
			double x = (corner == 0 || corner == 3 ? 1 : -1) *
					   (half.x - round) +
				   round * cos(angle);
			double y = (corner < 2 ? 1 : -1) * (half.y - round) +
				   round * sin(angle);

			points[count++] =
				(struct point){ middle.x + x * c - y * s,
						middle.y + x * s + y * c };
		}
	pen_polygon(pen, points, count);
}

void pen_line(const struct pen *pen, struct point from, struct point to,
	      double width, bool round)
{
	struct point middle = point_mix(from, to, 0.5);
	struct point half = { point_distance(from, to) / 2, width / 2 };

	pen_block(pen, middle, half, 0, atan2(to.y - from.y, to.x - from.x));
	if (!round)
		return;
	pen_disc(pen, from, width / 2);
	pen_disc(pen, to, width / 2);
}

void pen_fill(const struct pen *pen, uint32_t rgb)
{
	scene_colour(pen->cr, rgb);
	cairo_fill(pen->cr);
}
