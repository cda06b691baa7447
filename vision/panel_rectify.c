#include "panel_rectify.h"

#include <math.h>
#include <string.h>

static void add_pixel(struct colour *sum, uint32_t pixel, float weight)
{
	sum->red += weight * (float)(pixel >> 16 & 255);
	sum->green += weight * (float)(pixel >> 8 & 255);
	sum->blue += weight * (float)(pixel & 255);
}

/* Adds the picture at a place, bilinear; the nearest pixel's outside. */
static void add_bilinear(struct colour *sum, const struct image *image, float x,
			 float y, float weight)
{
	const uint32_t *at;
	float u, v;
	int left, top;

	/* negated so that not-a-number is caught too */
	x = !(x > 0) ? 0 : fminf(x, (float)image->width - 1.01f);
	y = !(y > 0) ? 0 : fminf(y, (float)image->height - 1.01f);
	left = (int)x;
	top = (int)y;
	u = x - (float)left;
	v = y - (float)top;
	at = image_row(image, top) + left;
	add_pixel(sum, at[0], weight * (1 - u) * (1 - v));
	add_pixel(sum, at[1], weight * u * (1 - v));
	add_pixel(sum, at[image->stride], weight * (1 - u) * v);
	add_pixel(sum, at[image->stride + 1], weight * u * v);
}

double sheet_to_cell(int sheet_pixel)
{
	return (sheet_pixel + 0.5) / SHEET_CELL - SHEET_MARGIN;
}

/* One row of sheet pixels, `parts` x `parts` samples each. The numerators and
 * the denominator of a homography are linear along it. */
static void rectify_row(struct sheet *sheet, int y, int parts)
{
	const double *m = sheet->cell_to_px.m;
	struct colour *row = sheet->pixels + y * sheet->width;
	float weight = 1 / (float)(parts * parts);
	double step = 1.0 / (parts * SHEET_CELL);

	memset(row, 0, (size_t)sheet->width * sizeof *row);
	for (int j = 0; j < parts; j++) {
		double v = sheet_to_cell(y) + (j - (parts - 1) / 2.0) * step;
		double u = -SHEET_MARGIN + step / 2;
		float px = (float)(m[0] * u + m[1] * v + m[2]);
		float py = (float)(m[3] * u + m[4] * v + m[5]);
		float pw = (float)(m[6] * u + m[7] * v + m[8]);
		float dx = (float)(m[0] * step), dy = (float)(m[3] * step);
		float dw = (float)(m[6] * step);

		for (int i = 0; i < sheet->width * parts; i++) {
			float k = (float)i;
			float w = 1 / (pw + k * dw);

			add_bilinear(&row[i / parts], sheet->image,
				     (px + k * dx) * w, (py + k * dy) * w,
				     weight);
		}
	}
}

void sheet_rectify(struct sheet *sheet)
{
	int parts = 1;

	while (parts < 3 && sheet->px_cell > 1.7 * parts * SHEET_CELL)
		parts++;
	for (int y = 0; y < sheet->height; y++)
		rectify_row(sheet, y, parts);
}
