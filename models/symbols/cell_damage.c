#include "cell_damage.h"

#include <math.h>

void cell_light(struct cell_scene_maker *maker, const struct look *look)
{
	const unsigned char *data =
		cairo_image_surface_get_data(maker->surface);
	int stride = cairo_image_surface_get_stride(maker->surface);
	double slope = chance(maker, 0.4) ? 0.3 : 0.05;
	double x_slope = real(maker, -slope, slope) / look->width;
	double y_slope = real(maker, -slope, slope) / look->height;
	bool coloured = chance(maker, 0.4);

	for (int k = 0; k < COLOURS; k++) {
		struct canvas *canvas = &maker->canvas[k];
		double gain = coloured ? real(maker, 0.5, 1) : 1;
		double haze = chance(maker, 0.2) ? real(maker, 0, 30) : 0;

		canvas_clear(canvas, look->width, look->height);
		for (int y = 0; y < look->height; y++)
			for (int x = 0; x < look->width; x++) {
				int at = y * stride + 4 * x + 2 - k;
				double lit =
					gain *
					(1 + x_slope * (x - look->width / 2) +
					 y_slope * (y - look->height / 2));

				canvas->value[y * look->width + x] =
					(float)(haze + lit * data[at]);
			}
	}
}

/* Light that bright things shed around themselves. */
static void bloom(struct cell_scene_maker *maker, const struct look *look)
{
	double share = real(maker, 0.05, 0.3);
	double reach = look->px * real(maker, 0.05, 0.2);
	size_t count = (size_t)look->width * (size_t)look->height;

	for (int k = 0; k < COLOURS; k++) {
		struct canvas *canvas = &maker->canvas[k];

		canvas_clear(&maker->half, look->width, look->height);
		for (size_t i = 0; i < count; i++)
			maker->half.value[i] = fmaxf(0, canvas->value[i] - 140);
		canvas_blur(&maker->half, fmin(reach, 9));
		for (size_t i = 0; i < count; i++)
			canvas->value[i] += (float)share * maker->half.value[i];
	}
}

/* Red, green and blue into brightness and two tones, or back. */
static void turn_colours(struct cell_scene_maker *maker, bool back)
{
	static const float to[9] = { 0.299f, 0.587f, 0.114f,  -0.169f, -0.331f,
				     0.5f,   0.5f,   -0.419f, -0.081f };
	static const float from[9] = { 1,       0, 1.402f, 1, -0.344f,
				       -0.714f, 1, 1.772f, 0 };
	const float *m = back ? from : to;
	struct canvas *c = maker->canvas;

	for (int i = 0; i < c->width * c->height; i++) {
		float v[3] = { c[0].value[i], c[1].value[i], c[2].value[i] };

		for (int k = 0; k < 3; k++) {
			float shift = k ? 128 : 0;

			if (back)
				c[k].value[i] = m[3 * k] * v[0] +
						m[3 * k + 1] * (v[1] - 128) +
						m[3 * k + 2] * (v[2] - 128);
			else
				c[k].value[i] = m[3 * k] * v[0] +
						m[3 * k + 1] * v[1] +
						m[3 * k + 2] * v[2] + shift;
		}
	}
}

static void halve(const struct canvas *from, struct canvas *to)
{
	canvas_clear(to, (from->width + 1) / 2, (from->height + 1) / 2);
	for (int y = 0; y < to->height; y++)
		for (int x = 0; x < to->width; x++) {
			int left = 2 * x, top = 2 * y;
			int right = left + 1 < from->width ? left + 1 : left;
			int low = top + 1 < from->height ? top + 1 : top;

			to->value[y * to->width + x] =
				0.25f *
				(from->value[top * from->width + left] +
				 from->value[top * from->width + right] +
				 from->value[low * from->width + left] +
				 from->value[low * from->width + right]);
		}
}

static int within(int i, int count)
{
	return i < 0 ? 0 : i < count ? i : count - 1;
}

/* Doubles: each of four pixels is the halved one's, or nearer to it than to its
 * neighbours', as most decoders have it. */
static void spread(const struct canvas *from, struct canvas *to, bool smooth)
{
	for (int y = 0; y < to->height; y++)
		for (int x = 0; x < to->width; x++) {
			int left = x / 2, top = y / 2;
			int right =
				within(left + (x % 2 ? 1 : -1), from->width);
			int low = within(top + (y % 2 ? 1 : -1), from->height);
			const float *near = from->value + top * from->width;
			const float *far = from->value + low * from->width;
			float value = near[left];

			if (smooth)
				value = (9 * near[left] + 3 * near[right] +
					 3 * far[left] + far[right]) /
					16;
			to->value[y * to->width + x] = value;
		}
}

static void compress(struct cell_scene_maker *maker, int quality)
{
	bool halved = chance(maker, 0.7), smooth = chance(maker, 0.8);
	int x = rng_between(&maker->rng, 0, 7);
	int y = rng_between(&maker->rng, 0, 7);

	turn_colours(maker, false);
	canvas_compress(&maker->canvas[0], quality, x, y);
	for (int k = 1; k < COLOURS; k++) {
		struct canvas *canvas = &maker->canvas[k];

		if (!halved) {
			canvas_compress_tone(canvas, quality, x, y);
			continue;
		}
		halve(canvas, &maker->half);
		canvas_compress_tone(&maker->half, quality, x, y);
		spread(&maker->half, canvas, smooth);
	}
	turn_colours(maker, true);
}

/* Grain of film is the same in all colours, a sensor's is not. */
static void add_grain(struct cell_scene_maker *maker, double grain)
{
	struct rng from = maker->rng;
	bool grey = chance(maker, 0.5);

	if (grain <= 0)
		return;
	for (int k = 0; k < COLOURS; k++) {
		if (grey)
			maker->rng = from;
		canvas_add_noise(&maker->canvas[k], grain, &maker->rng);
	}
}

void cell_damage(struct cell_scene_maker *maker, const struct cell_order *order,
		 const struct look *look)
{
	double blur = fmin(order->plain ? 1.2 : 2,
			   (order->plain ? 0.03 : 0.045) * look->px);
	double grain = order->plain ? 4 : 9;

	if (chance(maker, 0.15))
		bloom(maker, look);
	blur = chance(maker, 0.25) ? 0 : real(maker, 0.2, fmax(0.3, blur));
	grain = chance(maker, 0.4)
			? 0
			: real(maker, 0, fmin(grain, look->grain_most));
	for (int k = 0; k < COLOURS; k++)
		canvas_blur(&maker->canvas[k], blur);
	add_grain(maker, grain);
	if (chance(maker, 0.55))
		compress(maker,
			 rng_between(&maker->rng, order->plain ? 75 : 50, 95));
	for (int k = 0; k < COLOURS; k++)
		for (int i = 0; i < look->width * look->height; i++) {
			float *value = &maker->canvas[k].value[i];

			*value = fmaxf(0, fminf(255, roundf(*value)));
		}
}
