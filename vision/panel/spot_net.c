#include "spot_net.h"

#include <math.h>
#include <stddef.h>

static const struct net_shape shape = SPOT_NET_SHAPE;

enum {
	SIDE = SPOT_SIDE,
	/* spot_net_judge's layers, as the shape has them */
	DEPTH1 = 16,
	DEPTH2 = 16,
	DEPTH3 = 32,
	HIDDEN = 48,
	/* sheet pixels a pixel of the patch, each way */
	PARTS = SPOT_PIECE / SPOT_SIDE,
};

/* Lines and ground differ by so many levels at least. */
#define LEVELS_LEAST 10.0f
#define VALUE_MOST 1.5f
/* Cells of so many pixels are large. */
#define PX_CELL_LARGE 40.0f

static struct colour less(struct colour a, struct colour b)
{
	return (struct colour){ a.red - b.red, a.green - b.green,
				a.blue - b.blue };
}

static float times(struct colour a, struct colour b)
{
	return a.red * b.red + a.green * b.green + a.blue * b.blue;
}

/* The mean of the pixels that a pixel of the patch covers. */
static struct colour mean_at(const struct colour *pixels, int x, int y)
{
	struct colour sum = { 0, 0, 0 };

	for (int k = 0; k < PARTS * PARTS; k++) {
		struct colour c = pixels[(y * PARTS + k / PARTS) * SPOT_PIECE +
					 x * PARTS + k % PARTS];

		sum.red += c.red / (PARTS * PARTS);
		sum.green += c.green / (PARTS * PARTS);
		sum.blue += c.blue / (PARTS * PARTS);
	}
	return sum;
}

static float within(float value)
{
	return fmaxf(-1, fminf(VALUE_MOST, value));
}

static bool is_beyond(const struct spot_piece *piece, int x, int y)
{
	return (piece->beyond[0] && x < SIDE / 2) ||
	       (piece->beyond[1] && y < SIDE / 2) ||
	       (piece->beyond[2] && x >= SIDE / 2) ||
	       (piece->beyond[3] && y >= SIDE / 2);
}

void spot_patch_cut(const struct spot_piece *piece, struct spot_patch *patch)
{
	struct colour way = less(piece->ground, piece->line);
	float contrast = fmaxf(LEVELS_LEAST, sqrtf(times(way, way)));
	float light = colour_brightness(way);
	float *value = patch->value;

	light = copysignf(fmaxf(LEVELS_LEAST, fabsf(light)), light);
	for (int i = 0; i < SIDE * SIDE; i++, value += SPOT_INPUTS) {
		int x = i % SIDE, y = i / SIDE;
		struct colour c =
			less(mean_at(piece->pixels, x, y), piece->line);
		struct colour off = less(c, mean_at(piece->plain, x, y));
		float along = times(c, way) / contrast;
		float aside = sqrtf(fmaxf(0, times(c, c) - along * along));

		value[0] = within(along / contrast);
		value[1] = within(aside / contrast);
		value[2] = within(colour_brightness(c) / light);
		value[3] = within(sqrtf(times(off, off)) / contrast);
		value[4] = is_beyond(piece, x, y);
		value[5] = within(piece->px_cell / PX_CELL_LARGE);
		value[6] = 2 * piece->line_width;
		value[7] = piece->vertex;
	}
}

/* [y][x][channel] */
struct layers {
	float input[(SIDE + 2) * (SIDE + 2) * SPOT_INPUTS];
	float conv1[SIDE * SIDE * DEPTH1];
	float pool1[(SIDE / 2 + 2) * (SIDE / 2 + 2) * DEPTH1];
	float conv2[SIDE / 2 * (SIDE / 2) * DEPTH2];
	float pool2[(SIDE / 4 + 2) * (SIDE / 4 + 2) * DEPTH2];
	float conv3[SIDE / 4 * (SIDE / 4) * DEPTH3];
	float pool3[SIDE / 8 * (SIDE / 8) * DEPTH3];
	float hidden[HIDDEN];
	float out[SPOT_OUT];
};

LANES_WIDE static void run_wide(const float *weights,
				const struct net_values *values)
{
	net_run_inline(&shape, weights, values);
}

static void run(const float *weights, const struct net_values *values)
{
	if (lanes_have_wide())
		run_wide(weights, values);
	else
		net_run_inline(&shape, weights, values);
}

void spot_net_judge(const float *weights, const struct spot_patch *patch,
		    float chances[SPOT_CLASSES])
{
	struct layers l = { 0 };
	const struct net_values values = {
		.input = l.input,
		.conv = { l.conv1, l.conv2, l.conv3 },
		.pool = { l.pool1, l.pool2, l.pool3 },
		.hidden = l.hidden,
		.out = l.out,
	};
	float temperature = weights[net_floats(&shape) - 1];

	net_set_patch(&shape, patch->value, l.input);
	run(weights, &values);
	net_soften(l.out, SPOT_CLASSES, temperature, chances);
}
