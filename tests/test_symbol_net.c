/* The network for symbols in cells, on designs that it was never trained on. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>
#include <math.h>

#include "cell_scene.h"
#include "weights.h"

static const struct net_shape shape = SYMBOL_NET_SHAPE;

enum { SCENES = 1500 };

/* What is seen of such cells, less what chance may take: */
static const double LARGE_RIGHT = 0.91, SMALL_RIGHT = 0.89;

struct counted {
	int right, sure, sure_wrong;
};

static int best_of(const float *chances)
{
	int best = 0;

	for (int i = 1; i < SYMBOL_CLASSES; i++)
		if (chances[i] > chances[best])
			best = i;
	return best;
}

static struct counted count(double px_low, double px_high)
{
	const struct cell_order order = { FIGURE_TEST, px_low, px_high, true };
	struct cell_scene_maker *maker = cell_scene_maker_new(77);
	struct counted counted = { 0, 0, 0 };

	assert_non_null(maker);
	for (int i = 0; i < SCENES; i++) {
		struct cell_scene scene;
		float chances[SYMBOL_CLASSES];
		int best;

		cell_scene_make(maker, &order, &scene);
		symbol_net_judge(symbol_weights, &scene.patch, chances);
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

/* The weights in the program are those of the network that runs. */
static void test_weights_fit(void **state)
{
	(void)state;
	assert_int_equal(symbol_weights_end - symbol_weights,
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_weights_fit),
		cmocka_unit_test(test_cells_are_told),
		cmocka_unit_test(test_claims_hold),
		cmocka_unit_test(test_plain_cell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
