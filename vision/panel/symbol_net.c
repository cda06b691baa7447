#include "symbol_net.h"

#include <math.h>
#include <stddef.h>

#include "network.h"
#include "symbol_network.h"

enum { SIDE = SYMBOL_SIDE };

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
/* Cells of so many pixels are large. */
#define PX_CELL_LARGE 40.0f
/* The channel that says how large the cell is. */
enum { VALUE_SIZE = 6 };

struct view {
	struct colour pixel[SIDE * SIDE]; /* less the ground's */
	float off[SIDE * SIDE];           /* from the ground */
};

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
			struct colour c = colour_towards(
				colour_towards(at[0], at[1], u),
				colour_towards(at[SHEET_CELL],
					       at[SHEET_CELL + 1], u),
				v);

			c = colour_less(c, ground);
			view->pixel[y * SIDE + x] = c;
			view->off[y * SIDE + x] = sqrtf(colour_product(c, c));
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
	length = fmaxf(1e-3f, sqrtf(colour_product(sum, sum)));
	return (struct colour){ sum.red / length, sum.green / length,
				sum.blue / length };
}

/* How much of a colour is the lines', which differs so from the ground. */
static float line_share(struct colour c, struct colour to_line, float contrast)
{
	struct colour from = colour_less(c, to_line);

	return fmaxf(0, 1 - sqrtf(colour_product(from, from)) / contrast);
}

/* The patch's first four channels. `to_line`: what lines differ from the
 * ground; NULL: the window's width is said instead. */
static void cut_symbol(const struct view *view,
		       const struct symbol_window *window,
		       const struct colour *to_line, struct symbol_patch *patch)
{
	struct colour way;
	float most = most_of(view), light, contrast = 0;

	if (to_line)
		contrast = fmaxf(PATCH_LEVELS,
				 sqrtf(colour_product(*to_line, *to_line)));
	way = way_of(view, most);
	most = fmaxf(PATCH_LEVELS, most);
	light = most * colour_brightness(way);
	light = copysignf(fmaxf(PATCH_LEVELS, fabsf(light)), light);
	for (int i = 0; i < SIDE * SIDE; i++) {
		struct colour c = view->pixel[i];
		float along = colour_product(c, way);
		float square = view->off[i] * view->off[i];
		float aside = sqrtf(fmaxf(0, square - along * along));

		patch->value[0][i] = fmaxf(-1, fminf(VALUE_MOST, along / most));
		patch->value[1][i] = fminf(VALUE_MOST, aside / most);
		patch->value[2][i] = to_line ? line_share(c, *to_line, contrast)
					     : window->side / SHEET_CELL;
		patch->value[3][i] = fmaxf(
			-1, fminf(VALUE_MOST, colour_brightness(c) / light));
	}
}

/* ... but for where its lines lie. */
static struct symbol_window all_of_cell(void)
{
	const float inset = (float)PATCH_INSET * SHEET_CELL;

	return (struct symbol_window){ inset, inset, SHEET_CELL - 2 * inset };
}

void symbol_patch_cut(const struct symbol_cell *cell,
		      const struct symbol_window *window,
		      struct symbol_patch *patch)
{
	const struct symbol_window all = all_of_cell();
	struct colour beyond[SHEET_CELL * SHEET_CELL];
	struct colour to_line = colour_less(cell->line, cell->ground);
	struct view whole, part;
	float contrast =
		fmaxf(PATCH_LEVELS, sqrtf(colour_product(to_line, to_line)));
	float most, apart;

	take_view(cell->pixels, cell->ground, &all, &whole);
	most = fmaxf(PATCH_LEVELS, most_of(&whole));
	if (window)
		take_view(cell->pixels, cell->ground, window, &part);
	cut_symbol(window ? &part : &whole, window, window ? NULL : &to_line,
		   patch);
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		beyond[i] =
			cell->bare ? colour_less(cell->pixels[i], cell->bare[i])
				   : cell->pixels[i];
	take_view(beyond, cell->ground, window ? window : &all, &part);
	apart = fmaxf(PATCH_LEVELS, most_of(&part));
	for (int i = 0; i < SIDE * SIDE; i++) {
		patch->value[4][i] = fminf(VALUE_MOST, part.off[i] / apart);
		patch->value[5][i] = fminf(VALUE_MOST, most / contrast);
		patch->value[VALUE_SIZE][i] =
			fminf(VALUE_MOST, cell->px_cell / PX_CELL_LARGE);
		patch->value[7][i] = fminf(VALUE_MOST, apart / most);
	}
}

void symbol_nets_free(struct symbol_nets *nets)
{
	for (int i = 0; i < SYMBOL_NETS; i++)
		network_free(nets->of[i]);
	*nets = (struct symbol_nets){ { NULL } };
}

int symbol_net_judge(struct symbol_nets *nets, enum symbol_which which,
		     const struct symbol_patch *patch,
		     float chances[SYMBOL_CLASSES])
{
	float most = -INFINITY, sum = 0;

	if (!nets->of[which])
		nets->of[which] = network_new(symbol_networks[which].bytes,
					      symbol_networks[which].size);
	if (!nets->of[which] ||
	    network_run(nets->of[which], patch->value[0], 1, SYMBOL_INPUTS,
			SIDE, SIDE, chances, SYMBOL_CLASSES) < 0)
		return -1;
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		most = fmaxf(most, chances[i]);
	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		chances[i] = expf(chances[i] - most);
		sum += chances[i];
	}
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		chances[i] /= sum;
	return 0;
}

int symbol_nets_judge(struct symbol_nets *nets,
		      const struct symbol_patch *patch,
		      const struct symbol_patch *near,
		      float chances[SYMBOL_CLASSES])
{
	const float least = (float)SYMBOL_CHANCE_LEAST;
	float said[SYMBOL_NETS][SYMBOL_CLASSES], sum = 0;

	for (int k = 0; k < SYMBOL_NETS; k++)
		if (symbol_net_judge(nets, (enum symbol_which)k,
				     k == SYMBOL_NEAR ? near : patch,
				     said[k]) < 0)
			return -1;
	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		chances[i] = sqrtf(fmaxf(least, said[SYMBOL_WHOLE][i]) *
				   fmaxf(least, said[SYMBOL_NEAR][i]));
		sum += chances[i];
	}
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		chances[i] /= sum;
	return 0;
}
