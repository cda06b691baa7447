#include "degrade.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "alloc.h"
#include "file.h"

static int channel(uint32_t pixel, int shift)
{
	return (int)(pixel >> shift & 255);
}

static uint32_t clamped(double level)
{
	return level <= 0 ? 0 : level >= 255 ? 255 : (uint32_t)(level + 0.5);
}

static uint32_t pixel_at(const struct image *image, int x, int y,
			 uint32_t around)
{
	if (x < 0 || y < 0 || x >= image->width || y >= image->height)
		return around;
	return image_row(image, y)[x];
}

static uint32_t bilinear(const struct image *image, struct point at,
			 uint32_t around)
{
	double fx = floor(at.x);
	double fy = floor(at.y);
	double u = at.x - fx;
	double v = at.y - fy;
	uint32_t near[4];
	uint32_t result = 0;

	/* also what is not a number ends here */
	if (!(fx >= -1 && fy >= -1 && fx < image->width && fy < image->height))
		return around;
	for (int i = 0; i < 4; i++)
		near[i] = pixel_at(image, (int)fx + (i & 1), (int)fy + (i >> 1),
				   around);
	for (int shift = 0; shift < 24; shift += 8) {
		double top = channel(near[0], shift) * (1 - u) +
			     channel(near[1], shift) * u;
		double low = channel(near[2], shift) * (1 - u) +
			     channel(near[3], shift) * u;

		result |= clamped(top * (1 - v) + low * v) << shift;
	}
	return result;
}

int degrade_warp(struct image *image, const struct homography *map, int width,
		 int height, uint32_t around, struct problem *problem)
{
	struct homography back;
	struct image warped;

	if (homography_inverse(map, &back) < 0)
		return problem_set(problem, PROBLEM_INPUT, "a flat map");
	if (image_init(&warped, width, height, problem) < 0)
		return -1;
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			image_row(&warped, y)[x] = bilinear(
				image,
				homography_apply(&back, (struct point){ x, y }),
				around);
	image_fini(image);
	*image = warped;
	return 0;
}

void degrade_light(struct image *image, double depth, struct rng *rng)
{
	double angle = rng_real(rng, 0, 6.283185307179586);
	double dx = cos(angle);
	double dy = sin(angle);
	double reach = fabs(dx) * image->width + fabs(dy) * image->height;

	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t *pixel = &image_row(image, y)[x];
			double along = ((x - image->width / 2.0) * dx +
					(y - image->height / 2.0) * dy) /
				       reach;
			double gain = 1 - depth * (0.5 - along);
			uint32_t lit = 0;

			for (int shift = 0; shift < 24; shift += 8)
				lit |= clamped(channel(*pixel, shift) * gain)
				       << shift;
			*pixel = lit;
		}
}

void degrade_noise(struct image *image, double levels, struct rng *rng)
{
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t *pixel = &image_row(image, y)[x];
			double noise = levels * rng_normal(rng);
			uint32_t noisy = 0;

			for (int shift = 0; shift < 24; shift += 8)
				noisy |= clamped(channel(*pixel, shift) + noise)
					 << shift;
			*pixel = noisy;
		}
}

enum { BLUR_REACH_MAX = 12 };

/* So many lines side by side are blurred at once, as one is of the processor's
 * lines of memory, and so many sums are kept in its registers. */
enum { CHANNELS = 3, BLUR_LANES = 16, BLUR_SUMS = 16 };

/* `lanes` lines of `count` pixels; a line's lie `step` apart. */
struct blur_lines {
	uint32_t *pixels;
	size_t step;
	int count, lanes;
	const double *kernel;
	int reach;
	/* room for the levels of all channels and lanes side by side, pixel
	 * after pixel: those at the ends stand again and again beyond them */
	double *levels;
};

static void take_levels(const struct blur_lines *lines)
{
	double *to = lines->levels;

	for (int i = -lines->reach; i < lines->count + lines->reach; i++) {
		int at = i < 0 ? 0 : i >= lines->count ? lines->count - 1 : i;
		const uint32_t *from = lines->pixels + (size_t)at * lines->step;

		for (int k = 0; k < lines->lanes; k++)
			for (int c = 0; c < CHANNELS; c++)
				*to++ = channel(from[k], 8 * c);
	}
}

/* In place: what a sum overwrites no later one asks for. */
static void sum_levels(const struct blur_lines *lines)
{
	size_t unit = (size_t)lines->lanes * CHANNELS;

	for (size_t i = 0; i < (size_t)lines->count * unit; i += BLUR_SUMS) {
		const double *from = lines->levels + i;
		double sums[BLUR_SUMS] = { 0 };

		for (int k = -lines->reach; k <= lines->reach; k++) {
			double weight = lines->kernel[abs(k)];

			for (int j = 0; j < BLUR_SUMS; j++)
				sums[j] += weight * from[j];
			from += unit;
		}
		memcpy(lines->levels + i, sums, sizeof sums);
	}
}

static void blur_lines(const struct blur_lines *lines)
{
	const double *from = lines->levels;

	take_levels(lines);
	sum_levels(lines);
	for (int i = 0; i < lines->count; i++) {
		uint32_t *to = lines->pixels + (size_t)i * lines->step;

		for (int k = 0; k < lines->lanes; k++) {
			to[k] = 0;
			for (int c = 0; c < CHANNELS; c++)
				to[k] |= clamped(*from++) << 8 * c;
		}
	}
}

int degrade_blur(struct image *image, double sigma, struct problem *problem)
{
	double kernel[BLUR_REACH_MAX + 1];
	int reach = (int)fmin(ceil(3 * sigma), BLUR_REACH_MAX);
	int longest =
		image->width > image->height ? image->width : image->height;
	size_t most = (size_t)(longest + 2 * reach) * BLUR_LANES * CHANNELS;
	struct blur_lines lines = {
		.kernel = kernel,
		.reach = reach,
		/* the last sums may be of levels that are not there */
		.levels = alloc_array(most + BLUR_SUMS, sizeof *lines.levels),
	};
	double total = 0;

	if (!lines.levels)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	for (int k = 0; k <= reach; k++) {
		kernel[k] = exp(-k * k / (2 * sigma * sigma));
		total += k ? 2 * kernel[k] : kernel[k];
	}
	for (int k = 0; k <= reach; k++)
		kernel[k] /= total;
	lines.step = 1;
	lines.count = image->width;
	lines.lanes = 1;
	for (int y = 0; y < image->height; y++) {
		lines.pixels = image_row(image, y);
		blur_lines(&lines);
	}
	lines.step = (size_t)image->stride;
	lines.count = image->height;
	for (int x = 0; x < image->width; x += lines.lanes) {
		lines.pixels = image->pixels + x;
		lines.lanes = image->width - x < BLUR_LANES ? image->width - x
							    : BLUR_LANES;
		blur_lines(&lines);
	}
	free(lines.levels);
	return 0;
}

static int encode(const struct image *image, int quality, unsigned char **data,
		  unsigned long *length)
{
	struct jpeg_compress_struct jpeg;
	struct jpeg_error_mgr errors;
	JSAMPLE *row = alloc_array((size_t)image->width, 3);

	if (!row)
		return -1;
	/* the default handler exits: only reached where memory lacks */
	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_compress(&jpeg);
	jpeg_mem_dest(&jpeg, data, length);
	jpeg.image_width = (JDIMENSION)image->width;
	jpeg.image_height = (JDIMENSION)image->height;
	jpeg.input_components = 3;
	jpeg.in_color_space = JCS_RGB;
	jpeg_set_defaults(&jpeg);
	jpeg_set_quality(&jpeg, quality, TRUE);
	jpeg_start_compress(&jpeg, TRUE);
	for (int y = 0; y < image->height; y++) {
		for (int x = 0; x < image->width; x++)
			for (int c = 0; c < 3; c++)
				row[3 * x + c] = (JSAMPLE)channel(
					image_row(image, y)[x], 16 - 8 * c);
		jpeg_write_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_compress(&jpeg);
	jpeg_destroy_compress(&jpeg);
	free(row);
	return 0;
}

int degrade_jpeg(struct image *image, int quality, uint8_t **data,
		 size_t *length, struct problem *problem)
{
	unsigned long bytes = 0;
	struct image decoded;

	if (encode(image, quality, data, &bytes) < 0)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	*length = bytes;
	if (file_decode(*data, *length, &decoded, problem) < 0)
		return -1;
	image_fini(image);
	*image = decoded;
	return 0;
}
