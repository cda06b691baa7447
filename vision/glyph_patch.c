#include "glyph_patch.h"

#include <math.h>
#include <string.h>

/* Paper and ink are these shares of the brightness-sorted pixels: even the
 * hairline 1 covers 15 % of its extent with margin, and even a bold bar of a
 * 1 leaves 20 % of paper in it. */
#define PAPER_SHARE 0.10
#define INK_SHARE 0.95
/* What is seen beside the extent, in patch pixels: enough to tell a line that
 * goes on from a stroke that ends, too little for a neighbouring digit. */
#define MARGIN 1.5
/* Less contrast than this is noise and is not stretched to full range. */
#define CONTRAST_MIN 6.0
/* Samples a side and patch pixel; more add nothing that shows at 24 pixels */
#define TAPS_MAX 4

/* How patch pixels map to the picture; linear, as a glyph is small against
 * the distance over which perspective bends. */
struct raster {
	double x, y;           /* centre of the patch's pixel 0,0 */
	double ux, uy, vx, vy; /* a step to the right, a step down */
};

/* The means over the areas of a row of patch pixels. */
static void sample_row(const struct plane *plane, const struct raster *raster,
		       int y, int taps, float *values)
{
	double step = 1.0 / taps;
	double first = 0.5 * step - 0.5;
	float levels[GLYPH_SIDE];

	memset(values, 0, GLYPH_SIDE * sizeof *values);
	for (int j = 0; j < taps; j++)
		for (int i = 0; i < taps; i++) {
			double u = first + i * step;
			double v = y + first + j * step;
			struct plane_trace trace = {
				raster->x + u * raster->ux + v * raster->vx,
				raster->y + u * raster->uy + v * raster->vy,
				1,
				raster->ux,
				raster->uy,
				0,
			};

			plane_sample_trace(plane, &trace, GLYPH_SIDE, levels);
			for (int x = 0; x < GLYPH_SIDE; x++)
				values[x] += levels[x];
		}
	for (int x = 0; x < GLYPH_SIDE; x++)
		values[x] /= (float)(taps * taps);
}

/* A patch that is not turned: each row of the picture is averaged over the
 * patch's columns once, and rows of samples lie between two of these. */
struct rows {
	const struct plane *plane;
	const struct raster *raster;
	int taps;
	int left[GLYPH_SIDE * TAPS_MAX];
	float share[GLYPH_SIDE * TAPS_MAX]; /* of the way to the next one */
	float levels[2][GLYPH_SIDE];        /* of an even row, of an odd one */
	int known[2];
};

static void rows_init(struct rows *rows, const struct plane *plane,
		      const struct raster *raster, int taps)
{
	float most = (float)(plane->width - 1);

	rows->plane = plane;
	rows->raster = raster;
	rows->taps = taps;
	rows->known[0] = rows->known[1] = -1;
	for (int i = 0; i < GLYPH_SIDE * taps; i++) {
		double u = (i + 0.5) / taps - 0.5;
		float x = (float)(raster->x + u * raster->ux);

		x = x > 0 ? x < most ? x : most : 0;
		rows->left[i] = (int)x;
		rows->share[i] = x - (float)(int)x;
	}
}

static const float *row_levels(struct rows *rows, int y)
{
	const uint8_t *row = plane_row(rows->plane, y);
	float *levels = rows->levels[y & 1];
	int last = rows->plane->width - 1;

	if (rows->known[y & 1] == y)
		return levels;
	rows->known[y & 1] = y;
	for (int x = 0; x < GLYPH_SIDE; x++) {
		float sum = 0;

		for (int i = x * rows->taps; i < (x + 1) * rows->taps; i++) {
			int left = rows->left[i];
			int level = row[left];
			int next = row[left < last ? left + 1 : left];

			sum += (float)level +
			       rows->share[i] * (float)(next - level);
		}
		levels[x] = sum / (float)rows->taps;
	}
	return levels;
}

/* A row of the patch. */
static void sample_upright(struct rows *rows, int y, float *values)
{
	int last = rows->plane->height - 1;

	for (int x = 0; x < GLYPH_SIDE; x++)
		values[x] = 0;
	for (int j = 0; j < rows->taps; j++) {
		double v = y + (j + 0.5) / rows->taps - 0.5;
		float at = (float)(rows->raster->y + v * rows->raster->vy);
		const float *top, *low;
		float way;

		at = at > 0 ? at < (float)last ? at : (float)last : 0;
		way = at - (float)(int)at;
		top = row_levels(rows, (int)at);
		low = (int)at < last ? row_levels(rows, (int)at + 1) : top;
		for (int x = 0; x < GLYPH_SIDE; x++)
			values[x] += (top[x] + way * (low[x] - top[x])) /
				     (float)rows->taps;
	}
}

static void make_raster(const struct extent *extent,
			const struct homography *frame_to_px, double unit,
			struct raster *raster)
{
	struct point centre = { (extent->left + extent->right) / 2,
				(extent->top + extent->bottom) / 2 };
	double half = (GLYPH_SIDE - 1) / 2.0;

	raster->ux = raster->vy = unit;
	raster->uy = raster->vx = 0;
	if (frame_to_px) {
		double reach = unit * GLYPH_INNER / 2;
		struct point left = { centre.x - reach, centre.y };
		struct point right = { centre.x + reach, centre.y };
		struct point up = { centre.x, centre.y - reach };
		struct point down = { centre.x, centre.y + reach };

		left = homography_apply(frame_to_px, left);
		right = homography_apply(frame_to_px, right);
		up = homography_apply(frame_to_px, up);
		down = homography_apply(frame_to_px, down);
		centre = homography_apply(frame_to_px, centre);
		raster->ux = (right.x - left.x) / GLYPH_INNER;
		raster->uy = (right.y - left.y) / GLYPH_INNER;
		raster->vx = (down.x - up.x) / GLYPH_INNER;
		raster->vy = (down.y - up.y) / GLYPH_INNER;
	}
	raster->x = centre.x - half * (raster->ux + raster->vx);
	raster->y = centre.y - half * (raster->uy + raster->vy);
}

/* The level below which `share` of the counted pixels lie. */
static double find_level(const int *histogram, int count, double share)
{
	int left = (int)(share * count);
	int level = 0;

	while (level < 255 && left >= histogram[level])
		left -= histogram[level++];
	return level;
}

/* The part of a patch that shows the extent and its margin: columns and rows
 * from the first to before the end. */
struct shown {
	int left, right, top, bottom;
};

/* Where pixels lie no further than this from the patch's middle. */
static void find_inside(double half, int *first, int *end)
{
	double middle = (GLYPH_SIDE - 1) / 2.0;

	*first = 0;
	*end = GLYPH_SIDE;
	while (*first < *end && fabs(*first - middle) > half)
		++*first;
	while (*first < *end && fabs(*end - 1 - middle) > half)
		--*end;
}

static void level_patch(struct glyph_patch *patch, const struct shown *inside)
{
	int histogram[256] = { 0 };
	int count =
		(inside->right - inside->left) * (inside->bottom - inside->top);
	double paper, ink;
	float gain, from;

	for (int y = inside->top; y < inside->bottom; y++)
		for (int x = inside->left; x < inside->right; x++)
			histogram[(int)(patch->value[y * GLYPH_SIDE + x] +
					0.5f)]++;
	paper = find_level(histogram, count, PAPER_SHARE);
	ink = find_level(histogram, count, INK_SHARE);
	patch->contrast = ink - paper;
	gain = (float)(1 / fmax(ink - paper, CONTRAST_MIN));
	from = (float)paper;
	for (int y = inside->top; y < inside->bottom; y++)
		for (int x = inside->left; x < inside->right; x++) {
			float *at = &patch->value[y * GLYPH_SIDE + x];
			float value = (*at - from) * gain;

			value = value < -0.5f ? -0.5f : value;
			*at = value > 1.5f ? 1.5f : value;
		}
}

void glyph_patch_cut(const struct plane *plane, const struct extent *extent,
		     const struct homography *frame_to_px, bool dark,
		     struct glyph_patch *patch)
{
	double width = extent->right - extent->left;
	double height = extent->bottom - extent->top;
	double unit = fmax(width, height) / GLYPH_INNER;
	struct raster raster;
	struct shown inside;

	memset(patch, 0, sizeof *patch);
	if (!(width > 0 && height > 0 && unit < 1e6))
		return;
	make_raster(extent, frame_to_px, unit, &raster);
	if (!isfinite(raster.x + raster.y + raster.ux + raster.uy + raster.vx +
		      raster.vy))
		return;

	double scale =
		fmax(hypot(raster.ux, raster.uy), hypot(raster.vx, raster.vy));
	int taps = scale > TAPS_MAX ? TAPS_MAX : (int)ceil(scale);
	bool upright = raster.uy == 0 && raster.vx == 0;
	struct rows rows;
	double half_width = width / unit / 2 + MARGIN;
	double half_height = height / unit / 2 + MARGIN;

	if (taps < 1)
		taps = 1;
	if (upright)
		rows_init(&rows, plane, &raster, taps);
	find_inside(half_width, &inside.left, &inside.right);
	find_inside(half_height, &inside.top, &inside.bottom);
	for (int y = inside.top; y < inside.bottom; y++) {
		float *values = patch->value + (long)y * GLYPH_SIDE;

		if (upright)
			sample_upright(&rows, y, values);
		else
			sample_row(plane, &raster, y, taps, values);
		for (int x = 0; x < GLYPH_SIDE; x++)
			if (x < inside.left || x >= inside.right)
				values[x] = 0;
			else if (dark)
				values[x] = 255 - values[x];
	}
	level_patch(patch, &inside);
}
