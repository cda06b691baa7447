/* Colours that change evenly over a panel: at cell x, y they are the sum of
 * a + b x + c y. */
#ifndef PANEL_PLANE_H
#define PANEL_PLANE_H

#include "geometry.h"
#include "sheet.h"

/* Colours at places, cells; `kept` are those that count. */
struct plane_samples {
	struct point *at;
	struct colour *colour;
	bool *kept;
	int count;
};

static inline struct colour colour_on_plane(const struct colour *plane,
					    double cell_x, double cell_y)
{
	float x = (float)cell_x, y = (float)cell_y;

	return (struct colour){
		plane[0].red + x * plane[1].red + y * plane[2].red,
		plane[0].green + x * plane[1].green + y * plane[2].green,
		plane[0].blue + x * plane[1].blue + y * plane[2].blue,
	};
}

/* A plane is three colours: a, b, c.
 *
 * Keeps the samples nearer to the plane than `reach`, levels, and fits the
 * plane to them by least squares; where they are few, or on one line, it stays
 * as it is. */
void plane_refit(struct plane_samples *samples, double reach,
		 struct colour *plane);

#endif
