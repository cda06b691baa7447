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
#include "weights.h"

static const struct net_shape shape = SYMBOL_NET_SHAPE;

enum { SCENES = 1500 };

/* What is seen of such cells, less what chance may take: */
static const double LARGE_RIGHT = 0.945, SMALL_RIGHT = 0.91;

struct counted {
	int right, sure, sure_wrong;
	double loss, losses[2]; /* of both networks, and of each alone */
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

static struct counted count(double px_low, double px_high)
{
	const struct cell_order order = { FIGURE_TEST, px_low, px_high, true };
	struct cell_scene_maker *maker = cell_scene_maker_new(77);
	struct counted counted = { 0 };

	assert_non_null(maker);
	for (int i = 0; i < SCENES; i++) {
		struct cell_scene scene;
		float chances[SYMBOL_CLASSES];
		int best;

		cell_scene_make(maker, &order, &scene);
		symbol_net_judge(symbol_weights, &scene.patch, chances);
		counted.losses[0] += loss_of(chances, scene.label);
		symbol_net_judge(symbol_weights_2, &scene.patch, chances);
		counted.losses[1] += loss_of(chances, scene.label);
		symbol_nets_judge(&scene.patch, chances);
		counted.loss += loss_of(chances, scene.label);
		best = best_of(chances);
		counted.right += best == (int)scene.label;
		if (chances[best] < 0.98F)
			continue;
		counted.sure++;
		counted.sure_wrong += best != (int)scene.label;
	}
	cell_scene_maker_free(maker);
	return counted;
}

/* The weights in the program are those of the networks that run. */
static void test_weights_fit(void **state)
{
	(void)state;
	assert_int_equal(symbol_weights_end - symbol_weights,
			 net_floats(&shape));
	assert_int_equal(symbol_weights_2_end - symbol_weights_2,
			 net_floats(&shape));
}

static void test_cells_are_told(void **state)
{
	struct counted large = count(40, 110), small = count(26, 40);

	(void)state;
	print_message("of %d: %d right in large cells, %d in small ones\n",
		      SCENES, large.right, small.right);
	assert_true(large.right > LARGE_RIGHT * SCENES);
	assert_true(small.right > SMALL_RIGHT * SCENES);
}

/* Of what it is sure of nearly all is right. */
static void test_claims_hold(void **state)
{
	struct counted counted = count(20, 60);

	(void)state;
	print_message("%d sure, %d of them wrong\n", counted.sure,
		      counted.sure_wrong);
	assert_true(counted.sure > SCENES / 2);
	assert_true(counted.sure_wrong < 0.02 * counted.sure);
}

/* Where one network errs the other rarely errs in the same way: both together
 * lose less than either. */
static void test_both_know_more(void **state)
{
	struct counted counted = count(20, 60);

	(void)state;
	print_message("log loss %.4f, of each alone %.4f and %.4f\n",
		      counted.loss / SCENES, counted.losses[0] / SCENES,
		      counted.losses[1] / SCENES);
	for (int i = 0; i < 2; i++)
		assert_true(counted.loss < 0.97 * counted.losses[i]);
}

/* Chances add up, whatever lies in a cell: one colour, or nothing but lines. */
static void test_plain_cell(void **state)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	const struct colour ground = { 90, 120, 60 }, line = { 20, 20, 20 };
	struct symbol_patch patch;
	float chances[SYMBOL_CLASSES], sum = 0;

	(void)state;
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		pixels[i] = ground;
	symbol_patch_cut(pixels, ground, line, &patch);
	symbol_net_judge(symbol_weights, &patch, chances);
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		sum += chances[i];
	assert_float_equal(sum, 1, 1e-3);
	assert_int_equal(best_of(chances), SYMBOL_EMPTY);
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		pixels[i] = line;
	symbol_patch_cut(pixels, line, line, &patch);
	symbol_net_judge(symbol_weights, &patch, chances);
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		assert_true(isfinite(chances[i]));
}

/* What of a patch's values lies at its middle. */
static float middle_of(const struct symbol_patch *patch, int channel)
{
	int at = SYMBOL_SIDE / 2 * SYMBOL_SIDE + SYMBOL_SIDE / 2;

	return patch->value[at * SYMBOL_INPUTS + channel];
}

/* A square in the middle, so bright, with a blot of its colour alone around. */
static void cut_blotted(struct colour symbol, struct colour blot,
			struct colour ground, struct symbol_patch *patch)
{
	static struct colour pixels[SHEET_CELL * SHEET_CELL];
	const struct colour line = { 20, 20, 20 };

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		int x = abs(i % SHEET_CELL - SHEET_CELL / 2);
		int y = abs(i / SHEET_CELL - SHEET_CELL / 2);

		pixels[i] = x < 6 && y < 6     ? symbol
			    : x < 12 && y < 12 ? blot
					       : ground;
	}
	symbol_patch_cut(pixels, ground, line, patch);
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
	int aside = (SYMBOL_SIDE / 2 * SYMBOL_SIDE + SYMBOL_SIDE / 2 + 6) *
		    SYMBOL_INPUTS;

	(void)state;
	cut_blotted(symbol, blot, ground, &patch);
	assert_float_equal(middle_of(&patch, 0), 1, 0.05);
	assert_float_equal(middle_of(&patch, 3), 1, 0.05);
	assert_true(patch.value[aside] > 0.4F);
	assert_float_equal(patch.value[aside + 3], 0, 0.05);
	/* darker than its ground, all the same */
	cut_blotted((struct colour){ 10, 20, 60 }, blot, ground, &patch);
	assert_float_equal(middle_of(&patch, 3), 1, 0.05);
	cut_blotted(blot, ground, ground, &patch);
	assert_float_equal(middle_of(&patch, 0), 1, 0.05);
	assert_float_equal(middle_of(&patch, 3), 0, 0.1);
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
		cmocka_unit_test(test_weights_fit),
		cmocka_unit_test(test_cells_are_told),
		cmocka_unit_test(test_claims_hold),
		cmocka_unit_test(test_both_know_more),
		cmocka_unit_test(test_plain_cell),
		cmocka_unit_test(test_brightness_alone),
		cmocka_unit_test(test_tones_lose_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
