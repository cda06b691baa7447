#include "symbol_net.h"

#include <math.h>

#include "weights.h"

static const struct net_shape shape = SYMBOL_NET_SHAPE;

enum {
	SIDE = SYMBOL_SIDE,
	/* symbol_net_judge's layers, as the shape has them */
	DEPTH1 = 8,
	DEPTH2 = 24,
	DEPTH3 = 48,
	HIDDEN = 32,
};

/* The patch leaves out so much of the cell at each side, where its lines lie.
 */
#define PATCH_INSET 0.06
/* What makes the symbol lies within so much of the cell's middle: no disc of a
 * start reaches in so far. */
#define PATCH_MIDDLE 0.33
/* What stands out by less than this many levels is noise. */
#define PATCH_LEVELS 10.0f
/* Purest is what differs by this share of the most. */
#define PURE_SHARE 0.8f
#define VALUE_MOST 1.5f
/* How much what each network says counts: together more than one, as what all
 * agree on is surer than any says. Of 8,310 cells in seven times 100 pictures
 * of scenes the log loss is .094 (.122 with a third each, .135 of the first two
 * together), 159 are wrong (196), .785 sure beyond .95 (.675) and five of these
 * wrong (seven); with .5 each .863 are sure, but nine wrong. */
#define NET_COUNTS 0.4f

struct view {
	struct colour pixel[SIDE * SIDE]; /* less the ground's */
	float off[SIDE * SIDE];           /* from the ground */
};

static struct colour less(struct colour a, struct colour b)
{
	return (struct colour){ a.red - b.red, a.green - b.green,
				a.blue - b.blue };
}

static float times(struct colour a, struct colour b)
{
	return a.red * b.red + a.green * b.green + a.blue * b.blue;
}

static struct colour mixed(struct colour a, struct colour b, float t)
{
	return (struct colour){ a.red + t * (b.red - a.red),
				a.green + t * (b.green - a.green),
				a.blue + t * (b.blue - a.blue) };
}

/* Where patch pixel `i` lies among the cell's, of which a window begins at
 * `from`: the first of two and how near the second. What lies outside is the
 * nearest inside. */
static int place(float from, float side, int i, float *share)
{
	float at = from + ((float)i + 0.5f) * side / SIDE - 0.5f;
	int first;

	at = fminf(fmaxf(at, 0), SHEET_CELL - 1.01f);
	first = (int)at;
	*share = at - (float)first;
	return first;
}

static void take_view(const struct colour *pixels, struct colour ground,
		      const struct symbol_window *window, struct view *view)
{
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++) {
			float u, v;
			int left = place(window->left, window->side, x, &u);
			int top = place(window->top, window->side, y, &v);
			const struct colour *at =
				pixels + top * SHEET_CELL + left;
			struct colour c = mixed(
				mixed(at[0], at[1], u),
				mixed(at[SHEET_CELL], at[SHEET_CELL + 1], u),
				v);

			c = less(c, ground);
			view->pixel[y * SIDE + x] = c;
			view->off[y * SIDE + x] = sqrtf(times(c, c));
		}
}

/* The patch's pixels that lie in the cell's middle: from `first` to before
 * SIDE - first. */
static int first_in_middle(void)
{
	return (int)ceil((0.5 - PATCH_MIDDLE - PATCH_INSET) /
			 (1 - 2 * PATCH_INSET) * SIDE);
}

/* The most of what differs from the ground in the middle, over two by two
 * pixels so that single ones do not count. */
static float most_of(const struct view *view)
{
	int first = first_in_middle();
	float most = 0;

	for (int y = first; y < SIDE - first - 1; y++)
		for (int x = first; x < SIDE - first - 1; x++) {
			const float *at = view->off + y * SIDE + x;

			most = fmaxf(most, 0.25f * (at[0] + at[1] + at[SIDE] +
						    at[SIDE + 1]));
		}
	return most;
}

/* The direction from the ground's colour to the symbol's. */
static struct colour way_of(const struct view *view, float most)
{
	int first = first_in_middle();
	struct colour sum = { 0, 0, 0 };
	float length;

	for (int y = first; y < SIDE - first; y++)
		for (int x = first; x < SIDE - first; x++) {
			struct colour c = view->pixel[y * SIDE + x];

			if (view->off[y * SIDE + x] < PURE_SHARE * most)
				continue;
			sum.red += c.red;
			sum.green += c.green;
			sum.blue += c.blue;
		}
	length = fmaxf(1e-3f, sqrtf(times(sum, sum)));
	return (struct colour){ sum.red / length, sum.green / length,
				sum.blue / length };
}

/* How much of a colour is the lines', which differs so from the ground. */
static float line_share(struct colour c, struct colour to_line, float contrast)
{
	struct colour from = less(c, to_line);

	return fmaxf(0, 1 - sqrtf(times(from, from)) / contrast);
}

/* `to_line`: what lines differ from the ground; NULL: the window's width is
 * said instead. */
static void cut(const struct colour *pixels, struct colour ground,
		const struct symbol_window *window,
		const struct colour *to_line, struct symbol_patch *patch)
{
	struct view view;
	struct colour way;
	float most, light, contrast = 0, *value = patch->value;

	if (to_line)
		contrast =
			fmaxf(PATCH_LEVELS, sqrtf(times(*to_line, *to_line)));
	take_view(pixels, ground, window, &view);
	most = most_of(&view);
	way = way_of(&view, most);
	most = fmaxf(PATCH_LEVELS, most);
	light = most * colour_brightness(way);
	light = copysignf(fmaxf(PATCH_LEVELS, fabsf(light)), light);
	for (int i = 0; i < SIDE * SIDE; i++) {
		struct colour c = view.pixel[i];
		float along = times(c, way);
		float square = view.off[i] * view.off[i];
		float aside = sqrtf(fmaxf(0, square - along * along));

		*value++ = fmaxf(-1, fminf(VALUE_MOST, along / most));
		*value++ = fminf(VALUE_MOST, aside / most);
		*value++ = to_line ? line_share(c, *to_line, contrast)
				   : window->side / SHEET_CELL;
		*value++ = fmaxf(
			-1, fminf(VALUE_MOST, colour_brightness(c) / light));
	}
}

void symbol_patch_cut(const struct colour pixels[SHEET_CELL * SHEET_CELL],
		      struct colour ground, struct colour line,
		      struct symbol_patch *patch)
{
	const float inset = (float)PATCH_INSET * SHEET_CELL;
	const struct symbol_window all = { inset, inset,
					   SHEET_CELL - 2 * inset };
	struct colour to_line = less(line, ground);

	cut(pixels, ground, &all, &to_line, patch);
}

void symbol_patch_cut_near(const struct colour pixels[SHEET_CELL * SHEET_CELL],
			   struct colour ground,
			   const struct symbol_window *window,
			   struct symbol_patch *patch)
{
	cut(pixels, ground, window, NULL, patch);
}

/* [y][x][channel] */
struct layers {
	float input[(SIDE + 2) * (SIDE + 2) * SYMBOL_INPUTS];
	float conv1[SIDE * SIDE * DEPTH1];
	float pool1[(SIDE / 2 + 2) * (SIDE / 2 + 2) * DEPTH1];
	float conv2[SIDE / 2 * (SIDE / 2) * DEPTH2];
	float pool2[(SIDE / 4 + 2) * (SIDE / 4 + 2) * DEPTH2];
	float conv3[SIDE / 4 * (SIDE / 4) * DEPTH3];
	float pool3[SIDE / 8 * (SIDE / 8) * DEPTH3];
	float hidden[HIDDEN];
	float out[SYMBOL_OUT];
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

void symbol_net_judge(const float *weights, const struct symbol_patch *patch,
		      float chances[SYMBOL_CLASSES])
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
	float most, sum = 0;

	net_set_patch(&shape, patch->value, l.input);
	run(weights, &values);
	most = l.out[0];
	for (int i = 1; i < SYMBOL_CLASSES; i++)
		most = fmaxf(most, l.out[i]);
	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		chances[i] = expf((l.out[i] - most) / temperature);
		sum += chances[i];
	}
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		chances[i] /= sum;
}

static float at_least(float chance)
{
	return fmaxf((float)SYMBOL_CHANCE_LEAST, chance);
}

void symbol_nets_judge(const struct symbol_patch *patch,
		       const struct symbol_patch *near,
		       float chances[SYMBOL_CLASSES])
{
	float second[SYMBOL_CLASSES], third[SYMBOL_CLASSES], sum = 0;

	symbol_net_judge(symbol_weights, patch, chances);
	symbol_net_judge(symbol_weights_2, patch, second);
	symbol_net_judge(symbol_weights_near, near, third);
	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		float both = at_least(chances[i]) * at_least(second[i]);

		chances[i] = powf(both * at_least(third[i]), NET_COUNTS);
		sum += chances[i];
	}
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		chances[i] /= sum;
}
