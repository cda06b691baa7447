#include "order.h"
#include "tints.h"

#include <math.h>
#include <stdlib.h>

/* Points a side of the sampled grid. */
enum { POINTS = 15 };
/* Weight of a difference in lightness. On a photographed page lightness
 * varies by 30 levels between cells of one tint; printed greys of two areas
 * lie at least as far apart within a few cells. */
#define LIGHT_WEIGHT 0.5

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, order_doubles);
	return values[count / 2];
}

struct tint tint_find(const struct image *image, const struct extent *extent,
		      const struct homography *frame_to_px)
{
	double light[POINTS * POINTS], red_green[POINTS * POINTS];
	double yellow_blue[POINTS * POINTS];
	int count = 0;

	for (int i = 0; i < POINTS * POINTS; i++) {
		double u = (i % POINTS + 0.5) / POINTS;
		double v = (i / POINTS + 0.5) / POINTS;
		struct point at = {
			extent->left + u * (extent->right - extent->left),
			extent->top + v * (extent->bottom - extent->top)
		};
		uint32_t pixel;
		double r, g, b;

		at = homography_apply(frame_to_px, at);
		if (!(at.x >= 0 && at.y >= 0 && at.x <= image->width - 1 &&
		      at.y <= image->height - 1))
			continue;
		pixel = image_row(image, (int)(at.y + 0.5))[(int)(at.x + 0.5)];
		r = pixel >> 16 & 255;
		g = pixel >> 8 & 255;
		b = pixel & 255;
		light[count] = (r + g + b) / 3;
		red_green[count] = r - g;
		yellow_blue[count++] = (r + g) / 2 - b;
	}
	if (!count)
		return (struct tint){ 0, 0, 0 };
	return (struct tint){ median(light, count), median(red_green, count),
			      median(yellow_blue, count) };
}

double tint_distance(const struct tint *a, const struct tint *b)
{
	double light = LIGHT_WEIGHT * (a->light - b->light);

	return sqrt(light * light + pow(a->red_green - b->red_green, 2) +
		    pow(a->yellow_blue - b->yellow_blue, 2));
}

const char *tint_name(const struct tint *tint)
{
	static const struct {
		const char *name;
		double angle; /* of yellow_blue over red_green, degrees */
	} hues[] = {
		{ "red", 10 },     { "orange", 45 },   { "yellow", 85 },
		{ "green", 150 },  { "cyan", -130 },   { "blue", -100 },
		{ "purple", -60 }, { "magenta", -25 },
	};
	double strength = hypot(tint->red_green, tint->yellow_blue);
	double angle = atan2(tint->yellow_blue, tint->red_green) * 57.29578;
	double nearest = 1e9;
	const char *name = "white";

	if (strength < 8) /* no tint to speak of */
		return tint->light > 200  ? "white"
		       : tint->light > 60 ? "grey"
					  : "black";
	for (size_t i = 0; i < sizeof hues / sizeof *hues; i++) {
		double off = fabs(remainder(angle - hues[i].angle, 360));

		if (off < nearest) {
			nearest = off;
			name = hues[i].name;
		}
	}
	return name;
}
