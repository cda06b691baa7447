/* The networks for symbols in cells, on designs that it was never trained on.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "canvas.h"
#include "cell_scene.h"
#include "symbol_window.h"

enum { SCENES = 1500 };

/* What is seen of such cells, less what chance may take: */
static const double LARGE_RIGHT = 0.945, SMALL_RIGHT = 0.91;

struct counted {
	int right, sure, sure_wrong;
	double loss, losses[SYMBOL_NETS]; /* of both together, of each */
};

static int best_of(const float *chances)
{
	int best = 0;

	for (int i = 1; i < SYMBOL_CLASSES; i++)
		if (chances[i] > chances[best])
			best = i;
	return best;
}

static double loss_of(const float *chances, enum symbol_class label)
{
	return -log(fmax(1e-4, chances[label]));
}

/* The loss of each network alone. */
static void count_each(struct symbol_nets *nets, const struct cell_scene *scene,
		       struct counted *counted)
{
	float said[SYMBOL_CLASSES];

	for (int k = 0; k < SYMBOL_NETS; k++) {
		assert_int_equal(
			symbol_net_judge(nets, (enum symbol_which)k,
					 k ? &scene->near : &scene->patch,
					 said),
			0);
		counted->losses[k] += loss_of(said, scene->label);
	}
}

/* Of cells of that size; what each network says alone only where `each`. */
static struct counted count(double px_low, double px_high, bool each)
{
	const struct cell_order order = { FIGURE_TEST, px_low, px_high, true };
	struct cell_scene_maker *maker = cell_scene_maker_new(77);
	struct symbol_nets nets = { { NULL } };
	struct counted counted = { 0 };

	assert_non_null(maker);
	for (int i = 0; i < SCENES; i++) {
		struct cell_scene scene;
		float chances[SYMBOL_CLASSES];
		int best;

		cell_scene_make(maker, &order, &scene);
		if (each)
			count_each(&nets, &scene, &counted);
		assert_int_equal(symbol_nets_judge(&nets, &scene.patch,
						   &scene.near, chances),
				 0);
		counted.loss += loss_of(chances, scene.label);
		best = best_of(chances);
		counted.right += best == (int)scene.label;
		if (chances[best] < 0.98F)
			continue;
		counted.sure++;
		counted.sure_wrong += best != (int)scene.label;
	}
	cell_scene_maker_free(maker);
	symbol_nets_free(&nets);
	return counted;
}

static void test_cells_are_told(void **state)
{
	struct counted large = count(40, 110, false);
	struct counted small = count(26, 40, false);

	(void)state;
	print_message("of %d: %d right in large cells, %d in small ones\n",
		      SCENES, large.right, small.right);
	assert_true(large.right > LARGE_RIGHT * SCENES);
	assert_true(small.right > SMALL_RIGHT * SCENES);
}

/* Of what it is sure of nearly all is right. Where one network errs the other
 * rarely errs in the same way: both together lose less than either. */
static void test_both_know_more(void **state)
{
	struct counted counted = count(20, 60, true);

	(void)state;
	print_message("%d sure, %d of them wrong\n", counted.sure,
		      counted.sure_wrong);
	assert_true(counted.sure > SCENES / 2);
	assert_true(counted.sure_wrong < 0.02 * counted.sure);
	print_message("log loss %.4f, of each alone %.4f and %.4f\n",
		      counted.loss / SCENES, counted.losses[0] / SCENES,
		      counted.losses[1] / SCENES);
	for (int i = 0; i < SYMBOL_NETS; i++)
		assert_true(counted.loss < 0.85 * counted.losses[i]);
}

/* Chances add up, whatever lies in a cell: one colour, or nothing but lines. */
static void test_plain_cell(void **state)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	const struct colour ground = { 90, 120, 60 }, line = { 20, 20, 20 };
	struct symbol_cell cell = { pixels, NULL, ground, line, 40 };
	struct symbol_nets nets = { { NULL } };
	struct symbol_patch patch;
	float chances[SYMBOL_CLASSES], sum = 0;

	(void)state;
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		pixels[i] = ground;
	symbol_patch_cut(&cell, NULL, &patch);
	assert_int_equal(symbol_net_judge(&nets, SYMBOL_WHOLE, &patch, chances),
			 0);
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		sum += chances[i];
	assert_float_equal(sum, 1, 1e-3);
	assert_int_equal(best_of(chances), SYMBOL_EMPTY);
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		pixels[i] = line;
	cell.ground = line;
	symbol_patch_cut(&cell, NULL, &patch);
	assert_int_equal(symbol_net_judge(&nets, SYMBOL_WHOLE, &patch, chances),
			 0);
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		assert_true(isfinite(chances[i]));
	symbol_nets_free(&nets);
}

/* What of a patch's values lies at its middle. */
static float middle_of(const struct symbol_patch *patch, int channel)
{
	return patch->value[channel]
			   [SYMBOL_SIDE / 2 * SYMBOL_SIDE + SYMBOL_SIDE / 2];
}

/* A square in the middle, so bright, with a blot of its colour alone around. */
static void cut_blotted(struct colour symbol, struct colour blot,
			struct colour ground, struct symbol_patch *patch)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	const struct colour line = { 20, 20, 20 };
	const struct symbol_cell cell = { pixels, NULL, ground, line, 40 };

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		int x = abs(i % SHEET_CELL - SHEET_CELL / 2);
		int y = abs(i / SHEET_CELL - SHEET_CELL / 2);

		pixels[i] = x < 6 && y < 6     ? symbol
			    : x < 12 && y < 12 ? blot
					       : ground;
	}
	symbol_patch_cut(&cell, NULL, patch);
}

/* Brightness has a channel of its own: it is sharp where colours run out, and
 * tells nothing where the symbol is as bright as its ground. */
static void test_brightness_alone(void **state)
{
	const struct colour ground = { 100, 100, 100 };
	const struct colour symbol = { 210, 160, 60 };
	/* as bright as the ground */
	const struct colour blot = { 150, 89, 27 };
	struct symbol_patch patch;
	int aside = SYMBOL_SIDE / 2 * SYMBOL_SIDE + SYMBOL_SIDE / 2 + 6;

	(void)state;
	cut_blotted(symbol, blot, ground, &patch);
	assert_float_equal(middle_of(&patch, 0), 1, 0.05);
	assert_float_equal(middle_of(&patch, 3), 1, 0.05);
	assert_true(patch.value[0][aside] > 0.4F);
	assert_float_equal(patch.value[3][aside], 0, 0.05);
	/* darker than its ground, all the same */
	cut_blotted((struct colour){ 10, 20, 60 }, blot, ground, &patch);
	assert_float_equal(middle_of(&patch, 3), 1, 0.05);
	cut_blotted(blot, ground, ground, &patch);
	assert_float_equal(middle_of(&patch, 0), 1, 0.05);
	assert_float_equal(middle_of(&patch, 3), 0, 0.1);
}

enum { FIRST = 20, LAST = 25 }; /* of a block's pixels, both ways */

/* A block in a cell between lines, a start's disc over one corner that reaches
 * as far as discs do, and a pixel of grain. */
static void draw_block(struct colour *pixels, struct colour block,
		       struct colour line)
{
	const struct colour ground = { 90, 120, 60 };

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		int x = i % SHEET_CELL, y = i / SHEET_CELL;
		bool inside = x > 6 && y > 6 && x < 41 && y < 41;

		pixels[i] = inside && hypot(x, y) > 24 ? ground : line;
		if (x >= FIRST && x <= LAST && y >= FIRST && y <= LAST)
			pixels[i] = block;
	}
	pixels[12 * SHEET_CELL + 34] = block;
}

static struct symbol_window window_of(struct colour block, struct colour line)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	const struct colour ground = { 90, 120, 60 };

	draw_block(pixels, block, line);
	return symbol_window_find(pixels, ground, line, 0.15);
}

/* The window lies around the symbol, whatever comes in from the sides. */
static void test_window_is_near(void **state)
{
	const struct colour line = { 20, 20, 20 }, white = { 240, 240, 240 };
	struct symbol_window window = window_of(white, line);
	const double middle = (FIRST + LAST + 1) / 2.0;

	(void)state;
	assert_float_equal(window.left + window.side / 2, middle, 0.6);
	assert_float_equal(window.top + window.side / 2, middle, 0.6);
	assert_true(window.side > LAST - FIRST + 1);
	assert_true(window.side < 2 * (LAST - FIRST + 1));
	/* of the lines' colour it is a symbol all the same */
	window = window_of(line, line);
	assert_true(window.left < FIRST);
	assert_true(window.top < FIRST);
	assert_true(window.left + window.side > LAST + 1);
	assert_true(window.top + window.side > LAST + 1);
}

/* Three triangles in a row, of which the outer ones reach the lines' edges, are
 * one symbol; what comes in from the sides elsewhere is none. */
static void test_window_takes_row(void **state)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	const struct colour ground = { 90, 120, 60 }, line = { 20, 20, 20 };
	const struct colour white = { 240, 240, 240 };
	struct symbol_window window;

	(void)state;
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		int x = i % SHEET_CELL, y = i / SHEET_CELL;
		int from = abs(x - SHEET_CELL / 2) % 15;
		int off = from < 8 ? from : 15 - from;

		/* rows 18 to 28, about columns 9, 24 and 39 */
		pixels[i] = y >= 18 && y <= 28 && 2 * off <= y - 18 ? white
								    : ground;
		/* below in a corner, as wide as one */
		if (x < 12 && y > 36)
			pixels[i] = white;
	}
	window = symbol_window_find(pixels, ground, line, 4.0 / SHEET_CELL);
	assert_true(window.left < 5);
	assert_true(window.left + window.side > 43);
	assert_true(window.top + window.side / 2 > 21);
	assert_true(window.top + window.side / 2 < 26);
}

/* What lies in the window fills the patch, which says how wide that is. */
static void test_patch_is_near(void **state)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	const struct colour ground = { 90, 120, 60 }, line = { 20, 20, 20 };
	const struct colour white = { 240, 240, 240 };
	const struct symbol_window window = { FIRST - 1, FIRST - 1, 8 };
	const struct symbol_cell cell = { pixels, NULL, ground, line, 40 };
	struct symbol_patch patch;

	(void)state;
	draw_block(pixels, white, line);
	symbol_patch_cut(&cell, &window, &patch);
	for (int i = 0; i < SYMBOL_SIDE * SYMBOL_SIDE; i++) {
		int x = i % SYMBOL_SIDE, y = i / SYMBOL_SIDE;
		int least = x < y ? x : y, most = x < y ? y : x;

		assert_float_equal(patch.value[2][i], 8.0 / SHEET_CELL, 1e-6);
		if (least >= 6 && most < SYMBOL_SIDE - 6)
			assert_float_equal(patch.value[0][i], 1, 0.01);
		if (least < 2 || most >= SYMBOL_SIDE - 2)
			assert_float_equal(patch.value[0][i], 0, 0.01);
	}
}

/* What bare cells of the panel show, too, is none of the symbol: channel 4
 * lacks it, and the last says how much is left. */
static void test_patch_lacks_relief(void **state)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	static struct colour bare[SHEET_CELL * SHEET_CELL];
	const struct colour ground = { 90, 90, 90 }, line = { 20, 20, 20 };
	const struct colour block = { 110, 110, 110 };
	struct symbol_cell cell = { pixels, NULL, ground, line, 30 };
	struct symbol_patch patch;
	/* on the relief, on the block */
	const int relief = 7 * SYMBOL_SIDE + 16, symbol = 16 * SYMBOL_SIDE + 16;

	(void)state;
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		int x = abs(i % SHEET_CELL - SHEET_CELL / 2);
		int y = i / SHEET_CELL;
		float more = y > 8 && y < 16 ? 40 : 0;

		pixels[i] = x < 6 && y > 18 && y < 30 ? block : ground;
		pixels[i].red += more;
		pixels[i].green += more;
		pixels[i].blue += more;
		bare[i] = (struct colour){ more, more, more };
	}
	symbol_patch_cut(&cell, NULL, &patch);
	assert_true(patch.value[4][relief] > 0.9F);
	assert_true(patch.value[4][symbol] < 0.6F);
	assert_float_equal(patch.value[5][symbol], 40.0F / 70, 0.02);
	assert_float_equal(patch.value[6][symbol], 30 / 40.0, 1e-6);
	assert_float_equal(patch.value[7][symbol], 1, 1e-6);
	cell.bare = bare;
	symbol_patch_cut(&cell, NULL, &patch);
	assert_true(patch.value[4][relief] < 0.1F);
	assert_true(patch.value[4][symbol] > 0.9F);
	assert_float_equal(patch.value[7][symbol], 0.5, 0.02);
}

/* Compressed, colours lose fine stripes that brightness keeps. */
static void test_tones_lose_more(void **state)
{
	float left[2];

	(void)state;
	for (int tone = 0; tone < 2; tone++) {
		struct canvas canvas;

		assert_int_equal(canvas_init(&canvas), 0);
		canvas_clear(&canvas, 32, 32);
		for (int i = 0; i < 32 * 32; i++)
			canvas.value[i] = i % 2 ? 131 : 125;
		if (tone)
			canvas_compress_tone(&canvas, 75, 0, 0);
		else
			canvas_compress(&canvas, 75, 0, 0);
		left[tone] = fabsf(canvas.value[1] - canvas.value[0]);
		canvas_fini(&canvas);
	}
	assert_true(left[0] > 3);
	assert_true(left[1] < 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cells_are_told),
		cmocka_unit_test(test_both_know_more),
		cmocka_unit_test(test_window_is_near),
		cmocka_unit_test(test_window_takes_row),
		cmocka_unit_test(test_patch_is_near),
		cmocka_unit_test(test_patch_lacks_relief),
		cmocka_unit_test(test_plain_cell),
		cmocka_unit_test(test_brightness_alone),
		cmocka_unit_test(test_tones_lose_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
