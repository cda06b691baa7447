/* What is made of the network's opinion of a panel's cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "panel_shapes.h"
#include "panel_view.h"

enum { SIDE = 3 * SHEET_CELL };

static const struct panel_cell solid = { .kind = PANEL_POLYOMINO, .shape = 1 };
static const struct panel_cell hollow = { .kind = PANEL_POLYOMINO,
					  .shape = 1,
					  .negative = true };

/* Of a small cell, unless it is said otherwise. */
static struct cell_view view_of(enum symbol_class class, float chance,
				enum symbol_class next)
{
	struct cell_view view = { .sharp = SHAPES_APART_SHARP / 2 };

	view.chance[class] = chance;
	view.chance[next] = 1 - chance;
	return view;
}

/* A symbol is neither nothing nor something else. */
static void sees_symbols(void **state)
{
	struct cell_view view = view_of(SYMBOL_STAR, 0.6F, SYMBOL_EMPTY);

	(void)state;
	assert_float_equal(view_seen(&view), 0.6, 1e-6);
	view = view_of(SYMBOL_HOLLOW, 0.3F, SYMBOL_OTHER);
	assert_float_equal(view_seen(&view), 0.3, 1e-6);
	view = view_of(SYMBOL_SQUARE, 0.8F, SYMBOL_TRIANGLE_2);
	assert_float_equal(view_seen(&view), 1, 1e-6);
	assert_float_equal(view_shown(&view), 0.2, 1e-6);
	view = view_of(SYMBOL_TRIANGLE_4, 0.8F, SYMBOL_STAR);
	assert_float_equal(view_shown(&view), 0.2, 1e-6);
}

/* What points is no relief, though the cell may be empty. */
static void knows_what_points(void **state)
{
	(void)state;
	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		struct cell_view view =
			view_of((enum symbol_class)i, 0.9F, SYMBOL_EMPTY);
		bool points =
			(i >= SYMBOL_TRIANGLE_1 && i <= SYMBOL_TRIANGLE_3) ||
			i == SYMBOL_ELIMINATOR;

		if (points)
			assert_float_equal(view_shown(&view), 0.9, 1e-6);
		else
			assert_true(view_shown(&view) < 0.6);
	}
}

/* A faint symbol that is shaped as no relief shows in cells of any size, unless
 * the cell may be empty as many are. */
static void shows_uneven(void **state)
{
	struct cell_view view = view_of(SYMBOL_BLOCKS, 0.97F, SYMBOL_EMPTY);

	(void)state;
	view.sharp = SHAPES_APART_SHARP / 2;
	assert_true(view_shown(&view) > 0.8);
	view.sharp = SHAPES_APART_SHARP;
	assert_true(view_shown(&view) > 0.8);
	view = view_of(SYMBOL_BLOCKS, 0.8F, SYMBOL_EMPTY);
	view.sharp = SHAPES_APART_SHARP / 2;
	assert_true(view_shown(&view) < 0.5);
	assert_true(view_empty(&view) > 0.5);
	view = view_of(SYMBOL_SQUARE, 0.97F, SYMBOL_EMPTY);
	assert_true(view_shown(&view) < 0.1);
}

/* In a small cell blocks are as surely solid or hollow as the network says,
 * turned or not. */
static void doubts_hollow(void **state)
{
	struct cell_view view = view_of(SYMBOL_BLOCKS, 0.75F, SYMBOL_HOLLOW);

	(void)state;
	assert_float_equal(view_hollowness(&view, &solid, 0.8), 0.75, 1e-3);
	assert_float_equal(view_hollowness(&view, &hollow, 0.8), 0.25, 1e-3);
	view = view_of(SYMBOL_HOLLOW_TURNED, 0.9F, SYMBOL_BLOCKS_TURNED);
	assert_float_equal(view_hollowness(&view, &hollow, 0.8), 0.9, 1e-3);
	assert_float_equal(view_hollowness(&view, &solid, 0.8), 0.1, 1e-3);
}

/* Whatever else it may be says nothing of that. */
static void doubts_hollow_among_blocks(void **state)
{
	struct cell_view view = view_of(SYMBOL_BLOCKS, 0.2F, SYMBOL_STAR);

	(void)state;
	assert_float_equal(view_hollowness(&view, &solid, 0.8), 1, 1e-2);
	assert_float_equal(view_hollowness(&view, &hollow, 0.8), 0, 1e-2);
	/* it does not know either */
	view = view_of(SYMBOL_STAR, 1, SYMBOL_EMPTY);
	assert_true(view_hollowness(&view, &solid, 0.8) > 0.5);
}

/* In large cells its likeness tells, where it is much like theirs or there are
 * several, and of other symbols none is hollow. */
static void trusts_large_blocks(void **state)
{
	const struct panel_cell square = { .kind = PANEL_SQUARE };
	const struct panel_cell two = { .kind = PANEL_POLYOMINO, .shape = 3 };
	struct cell_view view = view_of(SYMBOL_BLOCKS, 0.75F, SYMBOL_HOLLOW);

	(void)state;
	assert_float_equal(view_hollowness(&view, &square, 0.8), 1, 1e-9);
	view.sharp = SHAPES_APART_SHARP;
	assert_float_equal(view_hollowness(&view, &hollow, 0.95), 1, 1e-9);
	assert_float_equal(view_hollowness(&view, &hollow, 0.85), 0.25, 1e-3);
	assert_float_equal(view_hollowness(&view, &two, 0.85), 1, 1e-9);
	view.sharp = 0.99 * SHAPES_APART_SHARP;
	assert_float_equal(view_hollowness(&view, &hollow, 0.95), 0.25, 1e-3);
}

/* A panel of one cell, with a dark square in it, seen so small. */
static struct cell_view take(double px_cell)
{
	static struct colour pixels[SIDE * SIDE];
	struct sheet sheet = { .columns = 1,
			       .rows = 1,
			       .px_cell = px_cell,
			       .width = SIDE,
			       .height = SIDE,
			       .pixels = pixels };
	const struct colour ground = { 200, 190, 60 }, line = { 40, 60, 50 };
	const struct colour symbol = { 20, 20, 160 };
	struct symbol_nets nets = { { NULL } };
	struct cell_view view;

	for (int i = 0; i < SIDE * SIDE; i++) {
		double x = fabs((i % SIDE + 0.5) / SHEET_CELL - 1.5);
		double y = fabs((i / SIDE + 0.5) / SHEET_CELL - 1.5);
		double off = fmax(x, y);

		pixels[i] = off < 0.18 ? symbol : off < 0.4 ? ground : line;
	}
	for (int i = 0; i < 9; i++)
		sheet.ground[i / 3][i % 3] = ground;
	sheet.line[0] = line;
	assert_int_equal(view_take(&nets, &sheet, 0, 0, &view), 0);
	symbol_nets_free(&nets);
	return view;
}

/* By how much a class is less likely than the square. */
static double logs_less(const struct cell_view *view, int class)
{
	return log((double)view->chance[SYMBOL_SQUARE] /
		   fmax(SYMBOL_CHANCE_LEAST, view->chance[class]));
}

/* The smaller a cell, the less likeness tells and the more the network. */
static void weighs_by_size(void **state)
{
	struct cell_view large = take(80), plain = take(40), small = take(20);
	float sum = 0;

	(void)state;
	assert_float_equal(large.sharp, SHAPES_APART_SHARP, 1e-9);
	assert_float_equal(plain.sharp, SHAPES_APART_SHARP, 1e-9);
	assert_float_equal(small.sharp, SHAPES_APART_SHARP / 2, 1e-9);
	assert_true(large.chance[SYMBOL_SQUARE] > 0.9F);
	assert_float_equal(large.less[SYMBOL_SQUARE], 0, 1e-9);
	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		sum += large.chance[i];
		assert_true(i == SYMBOL_SQUARE || large.less[i] > 0);
		assert_float_equal((float)(large.less[i] * large.sharp),
				   (float)logs_less(&large, i), 1e-5);
		assert_float_equal((float)(small.less[i] * small.sharp),
				   (float)logs_less(&small, i), 1e-5);
		/* what it holds for all but impossible still may be */
		assert_true(large.less[i] < 10 / SHAPES_APART_SHARP);
	}
	assert_float_equal(sum, 1, 1e-3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sees_symbols),
		cmocka_unit_test(knows_what_points),
		cmocka_unit_test(shows_uneven),
		cmocka_unit_test(doubts_hollow),
		cmocka_unit_test(doubts_hollow_among_blocks),
		cmocka_unit_test(trusts_large_blocks),
		cmocka_unit_test(weighs_by_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
