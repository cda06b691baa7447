#include "tints.h"

#include <math.h>
#include <stdint.h>

/* Points a side of the sampled grid: no more than the extent has pixels, and
 * so many at least, for a median. */
enum { POINTS = 15, POINTS_LEAST = 3 };

/* Selection (Hoare 1961, "Find"): what is left of `at` is no greater. */
static int median(int *values, int count)
{
	int first = 0, last = count - 1, at = count / 2;

	while (first < last) {
		int pivot = values[at], i = first, k = last;

		while (i <= k) {
			while (values[i] < pivot)
				i++;
			while (values[k] > pivot)
				k--;
			if (i <= k) {
				int swap = values[i];

				values[i++] = values[k];
				values[k--] = swap;
			}
		}
		if (k < at)
			first = i;
		if (i > at)
			last = k;
	}
	return values[at];
}

static int points_for(double px_length)
{
	double most = fmin(POINTS, fmax(POINTS_LEAST, ceil(px_length)));

	return (int)most;
}

struct tint tint_find(const struct image *image, const struct extent *extent,
		      const struct homography *frame_to_px)
{
	/* thrice the lightness, and twice the balance of yellow and blue */
	int light[POINTS * POINTS], red_green[POINTS * POINTS];
	int yellow_blue[POINTS * POINTS];
	double width = extent->right - extent->left;
	double height = extent->bottom - extent->top;
	double scale = homography_scale(
		frame_to_px, (struct point){ extent->left + width / 2,
					     extent->top + height / 2 });
	int columns = points_for(width * scale);
	int rows = points_for(height * scale);
	int count = 0;

	for (int i = 0; i < columns * rows; i++) {
		double u = (i % columns + 0.5) / columns;
		double v = (i / columns + 0.5) / rows;
		struct point at = { extent->left + u * width,
				    extent->top + v * height };
		uint32_t pixel;
		int r, g, b;

		at = homography_apply(frame_to_px, at);
		if (!(at.x >= 0 && at.y >= 0 && at.x <= image->width - 1 &&
		      at.y <= image->height - 1))
			continue;
		pixel = image_row(image, (int)(at.y + 0.5))[(int)(at.x + 0.5)];
		r = pixel >> 16 & 255;
		g = pixel >> 8 & 255;
		b = pixel & 255;
		light[count] = r + g + b;
		red_green[count] = r - g;
		yellow_blue[count++] = r + g - 2 * b;
	}
	if (!count)
		return (struct tint){ 0, 0, 0 };
	return (struct tint){ median(light, count) / 3.0,
			      median(red_green, count),
			      median(yellow_blue, count) / 2.0 };
}

double tint_distance(const struct tint *a, const struct tint *b)
{
	double light = TINT_LIGHT_WEIGHT * (a->light - b->light);

	return sqrt(light * light + pow(a->red_green - b->red_green, 2) +
		    pow(a->yellow_blue - b->yellow_blue, 2));
}

struct tint tint_middle_one(const struct tint *tints, int count)
{
	double least = HUGE_VAL;
	int best = 0;

	for (int i = 0; i < count; i++) {
		double off = 0;

		for (int k = 0; k < count; k++)
			off += tint_distance(&tints[i], &tints[k]);
		if (off < least) {
			least = off;
			best = i;
		}
	}
	return tints[best];
}

struct tint tint_less(const struct tint *a, const struct tint *b)
{
	return (struct tint){ a->light - b->light, a->red_green - b->red_green,
			      a->yellow_blue - b->yellow_blue };
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
