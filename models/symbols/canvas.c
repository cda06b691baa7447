#include "canvas.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

int canvas_init(struct canvas *canvas)
{
	size_t size = (size_t)CANVAS_SIDE_MAX * CANVAS_SIDE_MAX;

	canvas->width = canvas->height = 0;
	canvas->value = alloc_array(size, sizeof *canvas->value);
	canvas->scratch = alloc_array(size, sizeof *canvas->scratch);
	return canvas->value && canvas->scratch ? 0 : -1;
}

void canvas_fini(struct canvas *canvas)
{
	free(canvas->value);
	free(canvas->scratch);
	memset(canvas, 0, sizeof *canvas);
}

void canvas_clear(struct canvas *canvas, int width, int height)
{
	canvas->width = width < CANVAS_SIDE_MAX ? width : CANVAS_SIDE_MAX;
	canvas->height = height < CANVAS_SIDE_MAX ? height : CANVAS_SIDE_MAX;
	memset(canvas->value, 0,
	       sizeof *canvas->value * (size_t)canvas->width *
		       (size_t)canvas->height);
}

enum { KERNEL_MAX = 24 };

static void blur_lines(const float *from, float *to, int count, int length,
		       const float *kernel, int reach)
{
	float line[CANVAS_SIDE_MAX + 2 * KERNEL_MAX];
	float sum[CANVAS_SIDE_MAX];

	/* writes transposed, so that two calls blur both ways */
	for (int i = 0; i < count; i++) {
		const float *row = from + i * length;

		for (int k = 0; k < reach; k++) {
			line[k] = row[0];
			line[reach + length + k] = row[length - 1];
		}
		memcpy(line + reach, row, sizeof *row * (size_t)length);
		for (int k = 0; k < length; k++)
			sum[k] = kernel[0] * line[reach + k];
		for (int d = 1; d <= reach; d++)
			for (int k = 0; k < length; k++)
				sum[k] += kernel[d] * (line[reach + k - d] +
						       line[reach + k + d]);
		for (int k = 0; k < length; k++)
			to[k * count + i] = sum[k];
	}
}

void canvas_blur(struct canvas *canvas, double sigma)
{
	float kernel[KERNEL_MAX + 1] = { 0 };
	int reach = (int)ceil(2.5 * sigma);
	float sum = 0;

	if (sigma < 0.15)
		return;
	reach = reach < KERNEL_MAX ? reach : KERNEL_MAX;
	for (int i = 0; i <= reach; i++) {
		kernel[i] = (float)exp(-i * i / (2 * sigma * sigma));
		sum += i ? 2 * kernel[i] : kernel[i];
	}
	for (int i = 0; i <= reach; i++)
		kernel[i] /= sum;
	blur_lines(canvas->value, canvas->scratch, canvas->height,
		   canvas->width, kernel, reach);
	blur_lines(canvas->scratch, canvas->value, canvas->width,
		   canvas->height, kernel, reach);
}

/* ITU T.81, table K.1 */
static const unsigned char luminance[64] = {
	16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
	14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
	18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
	49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
};

/* table K.2 */
static const unsigned char chrominance[64] = {
	17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
	24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
};

static void transform(const float base[8][8], float block[64], bool inverse)
{
	float half[64];

	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < 8; i++)
			for (int k = 0; k < 8; k++) {
				float sum = 0;

				for (int n = 0; n < 8; n++)
					sum += (inverse ? base[n][k]
							: base[k][n]) *
					       block[8 * i + n];
				half[8 * k + i] = sum; /* transposed */
			}
		memcpy(block, half, sizeof half);
	}
}

static void compress_block(struct canvas *canvas, int left, int top,
			   const float base[8][8], const float step[64])
{
	float block[64];

	for (int i = 0; i < 64; i++) {
		int x = left + i % 8, y = top + i / 8;

		x = x < 0 ? 0 : x < canvas->width ? x : canvas->width - 1;
		y = y < 0 ? 0 : y < canvas->height ? y : canvas->height - 1;
		block[i] = canvas->value[y * canvas->width + x] - 128;
	}
	transform(base, block, false);
	for (int i = 0; i < 64; i++)
		block[i] = roundf(block[i] / step[i]) * step[i];
	transform(base, block, true);
	for (int i = 0; i < 64; i++) {
		int x = left + i % 8, y = top + i / 8;

		if (x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)
			canvas->value[y * canvas->width + x] = block[i] + 128;
	}
}

static void compress_by(struct canvas *canvas, const unsigned char table[64],
			int quality, int dx, int dy)
{
	double scale = quality < 50 ? 50.0 / quality : 2 - quality / 50.0;
	float base[8][8], step[64];

	for (int k = 0; k < 8; k++)
		for (int n = 0; n < 8; n++)
			base[k][n] = (float)((k ? 0.5 : sqrt(0.125)) *
					     cos((2 * n + 1) * k *
						 3.14159265358979 / 16));
	for (int i = 0; i < 64; i++)
		step[i] = (float)fmax(1, table[i] * scale);
	for (int y = -dy; y < canvas->height; y += 8)
		for (int x = -dx; x < canvas->width; x += 8)
			compress_block(canvas, x, y, (const float(*)[8])base,
				       step);
}

void canvas_compress(struct canvas *canvas, int quality, int dx, int dy)
{
	compress_by(canvas, luminance, quality, dx, dy);
}

void canvas_compress_tone(struct canvas *canvas, int quality, int dx, int dy)
{
	compress_by(canvas, chrominance, quality, dx, dy);
}

void canvas_add_noise(struct canvas *canvas, double sigma, struct rng *rng)
{
	for (int i = 0; i < canvas->width * canvas->height; i++) {
		/* two even numbers make a triangle, near enough to normal
		 * and six times as fast as rng_normal */
		uint64_t bits = rng_next(rng);
		double sum = (double)(uint32_t)bits + (double)(bits >> 32);

		canvas->value[i] +=
			(float)(sigma * 2.449 * (sum * 0x1p-32 - 1));
	}
}
