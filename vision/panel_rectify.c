#include "panel_rectify.h"

#include <math.h>
#include <string.h>

#include "lanes.h"

/* Samples a side of a sheet pixel at most. */
enum { PARTS_MOST = 3 };

/* A row of samples through a homography, whose numerators and denominator are
 * linear along it. */
struct trace {
	float x, y, w, dx, dy, dw;
};

/* The sum of pixels, each times its weight: blue, green and red as they stand
 * in a pixel (255 times 1, 256 and 65536), so that taking a pixel apart is one
 * "and" for all of them. */
static lanes_float weighed(uint32_t pixel, float weight)
{
	const lanes_int parts = { 255, 255 << 8, 255 << 16, 0 };
	int all = (int)(pixel & 0xffffff);

	return lanes_to_float((lanes_int){ all, all, all, all } & parts) *
	       weight;
}

static struct colour colour_of(lanes_float sum, float weight)
{
	return (struct colour){ sum[2] * (weight / 65536),
				sum[1] * (weight / 256), sum[0] * weight };
}

/* The picture at a place that lies in it, bilinear. */
static inline lanes_float bilinear(const struct image *image, float x, float y)
{
	int left = (int)x, top = (int)y;
	float u = x - (float)left, v = y - (float)top;
	const uint32_t *at = image_row(image, top) + left;

	return weighed(at[0], (1 - u) * (1 - v)) + weighed(at[1], u * (1 - v)) +
	       weighed(at[image->stride], (1 - u) * v) +
	       weighed(at[image->stride + 1], u * v);
}

double sheet_to_cell(int sheet_pixel)
{
	return (sheet_pixel + 0.5) / SHEET_CELL - SHEET_MARGIN;
}

/* Samples a side of a sheet pixel. */
static int parts_of(const struct sheet *sheet)
{
	int parts = 1;

	while (parts < PARTS_MOST && sheet->px_cell > 1.7 * parts * SHEET_CELL)
		parts++;
	return parts;
}

/* Row j of the samples of the sheet's row y. */
static struct trace trace_row(const struct sheet *sheet, int y, int j,
			      int parts)
{
	const double *m = sheet->cell_to_px.m;
	double step = 1.0 / (parts * SHEET_CELL);
	double v = sheet_to_cell(y) + (j - (parts - 1) / 2.0) * step;
	double u = -SHEET_MARGIN + step / 2;

	return (struct trace){ (float)(m[0] * u + m[1] * v + m[2]),
			       (float)(m[3] * u + m[4] * v + m[5]),
			       (float)(m[6] * u + m[7] * v + m[8]),
			       (float)(m[0] * step),
			       (float)(m[3] * step),
			       (float)(m[6] * step) };
}

/* Four places of the picture. */
struct places {
	lanes_float x, y;
};

static inline lanes_float inside(lanes_float at, float most)
{
	const lanes_float zero = { 0 };

	/* in this order, so that what is not a number is 0 */
	at = lanes_mask(at, at > zero);
	return lanes_least(at, (lanes_float){ most, most, most, most });
}

/* Samples i .. i + 3 of a row; the nearest pixel's place outside. */
static inline struct places trace_four(const struct image *image,
				       const struct trace *trace, int i)
{
	const lanes_float k = { (float)i, (float)(i + 1), (float)(i + 2),
				(float)(i + 3) };
	lanes_float w = 1 / (trace->w + k * trace->dw);

	return (struct places){ inside((trace->x + k * trace->dx) * w,
				       (float)image->width - 1.01f),
				inside((trace->y + k * trace->dy) * w,
				       (float)image->height - 1.01f) };
}

_Static_assert(SHEET_CELL % 4 == 0, "rows are whole fours");

/* Adds a row's samples from `first` on to four pixels, `parts` each. */
static inline void add_samples(const struct image *image,
			       const struct trace *trace, int first, int parts,
			       lanes_float sums[4])
{
	float x[4 * PARTS_MOST], y[4 * PARTS_MOST];

	for (int i = 0; i < 4 * parts; i += 4) {
		struct places at = trace_four(image, trace, first + i);

		memcpy(x + i, &at.x, sizeof at.x);
		memcpy(y + i, &at.y, sizeof at.y);
	}
	for (int i = 0; i < 4; i++)
		for (int k = i * parts; k < (i + 1) * parts; k++)
			sums[i] += bilinear(image, x[k], y[k]);
}

void sheet_rectify(struct sheet *sheet)
{
	int parts = parts_of(sheet);
	float weight = 1 / (float)(parts * parts);

	for (int y = 0; y < sheet->height; y++) {
		struct colour *row = sheet->pixels + y * sheet->width;
		struct trace traces[PARTS_MOST];

		for (int j = 0; j < parts; j++)
			traces[j] = trace_row(sheet, y, j, parts);
		for (int x = 0; x < sheet->width; x += 4) {
			lanes_float sums[4] = { { 0 } };

			for (int j = 0; j < parts; j++)
				add_samples(sheet->image, &traces[j], x * parts,
					    parts, sums);
			for (int i = 0; i < 4; i++)
				row[x + i] = colour_of(sums[i], weight);
		}
	}
}

struct colour sheet_rectify_pixel(const struct sheet *sheet, int x, int y)
{
	int parts = parts_of(sheet);
	lanes_float sum = { 0, 0, 0, 0 };

	for (int j = 0; j < parts; j++) {
		struct trace trace = trace_row(sheet, y, j, parts);
		struct places at = trace_four(sheet->image, &trace, x * parts);

		for (int i = 0; i < parts; i++)
			sum += bilinear(sheet->image, at.x[i], at.y[i]);
	}
	return colour_of(sum, 1 / (float)(parts * parts));
}
