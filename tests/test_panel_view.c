/* What is made of the network's opinion of a panel's cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "flat_panel.h"
#include "panel_shapes.h"
#include "panel_view.h"
#include "rng.h"

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
	memcpy(view.alone, view.chance, sizeof view.alone);
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

/* Among stars what may be a square or a star is a star; what may be a relief
 * becomes no likelier to be a symbol by that. */
static void leans_to_others(void **state)
{
	const struct cell_view star = view_of(SYMBOL_STAR, 1, SYMBOL_EMPTY);
	const struct panel_cell square = { .kind = PANEL_SQUARE };
	const struct panel_cell star_cell = { .kind = PANEL_STAR };
	struct cell_view view = view_of(SYMBOL_SQUARE, 0.55F, SYMBOL_STAR);
	const struct view_kinds none = { { 0 } };
	struct view_kinds kinds = { { 0 } };
	double chance, empty;

	(void)state;
	view_lean(&kinds, &none, false, &view);
	assert_int_equal(view_best(&view, &chance).kind, PANEL_SQUARE);
	assert_float_equal(chance, 0.55, 1e-6);
	for (int i = 0; i < 6; i++)
		view_count(&star, 1, &kinds);
	view_lean(&kinds, &none, false, &view);
	assert_int_equal(view_best(&view, &chance).kind, PANEL_STAR);
	assert_true(chance > 0.7 && chance < 0.95);
	assert_true(view.less[SYMBOL_SQUARE] > view.less[SYMBOL_STAR]);
	/* nobody is surer of it, nor of what became less likely */
	assert_float_equal(view_alone(&view, &star_cell),
			   (float)(1.45 - chance), 1e-6);
	assert_float_equal(view_alone(&view, &square), 1, 1e-6);

	view = view_of(SYMBOL_STAR, 0.8F, SYMBOL_EMPTY);
	empty = view_empty(&view);
	view_lean(&kinds, &none, true, &view);
	assert_float_equal(view_empty(&view), empty, 1e-6);
	view_lean(&kinds, &none, false, &view);
	assert_true(view_empty(&view) < empty);
	for (int i = 0; i < 6; i++)
		view_count(&star, -1, &kinds);
	assert_float_equal(kinds.count[VIEW_STAR], 0, 1e-5);
}

/* What may be full or hollow, or a triangle, is as the others of its colour. */
static void leans_to_colour(void **state)
{
	const struct view_kinds none = { { 0 } };
	struct view_kinds all = { { 0 } }, blue = { { 0 } };
	struct cell_view view = view_of(SYMBOL_BLOCKS, 0.6F, SYMBOL_HOLLOW);
	double chance;

	(void)state;
	all.count[VIEW_BLOCKS] = 4;
	all.count[VIEW_HOLLOW] = blue.count[VIEW_HOLLOW] = 1;
	view_lean(&all, &none, false, &view);
	assert_true(view_hollow(&view) < 0.4);
	view_lean(&all, &blue, false, &view);
	assert_true(view_hollow(&view) > 0.7);
	/* nobody is surer of it */
	assert_true(view_alone(&view, &hollow) < 0.7);

	/* what the networks are sure of they do not err about alone */
	view = view_of(SYMBOL_BLOCKS, 0.97F, SYMBOL_HOLLOW);
	view_lean(&all, &blue, false, &view);
	assert_float_equal(view_hollow(&view), 0.03, 1e-6);

	/* the only one of its colour may be of any kind */
	view = view_of(SYMBOL_TRIANGLE_3, 0.6F, SYMBOL_BLOCKS);
	view_lean(&none, &none, false, &view);
	assert_int_equal(view_best(&view, &chance).kind, PANEL_TRIANGLE);
	assert_float_equal(chance, 0.6, 1e-6);
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

/* Nothing is surer than the network allows: it is a half sure where that takes
 * something else for more than twice as likely. */
static void agrees_with_network(void **state)
{
	const struct panel_cell star = { .kind = PANEL_STAR };
	struct cell_view view = view_of(SYMBOL_STAR, 1, SYMBOL_SQUARE);

	(void)state;
	assert_float_equal(view_agrees(&view, &star), 1, 1e-6);
	assert_float_equal(view_agrees(&view, &solid), 0, 1e-6);
	view = view_of(SYMBOL_STAR, 0.95F, SYMBOL_SQUARE);
	assert_true(view_agrees(&view, &star) > 0.99);
	view = view_of(SYMBOL_STAR, 0.7F, SYMBOL_SQUARE);
	assert_float_equal(view_agrees(&view, &star), 0.91, 1e-3);
	view = view_of(SYMBOL_STAR, 0.3F, SYMBOL_SQUARE);
	assert_float_equal(view_agrees(&view, &star), 0.51, 1e-3);
	/* what is shared out among several is no stronger for that */
	view.chance[SYMBOL_SQUARE] = view.chance[SYMBOL_OTHER] = 0.35F;
	assert_true(view_agrees(&view, &star) > 0.7);
}

/* In large cells how blocks are turned, or whether they are hollow, does not
 * count against them, but any other kind does. */
static void agrees_on_blocks(void **state)
{
	struct cell_view view = view_of(SYMBOL_HOLLOW, 0.8F, SYMBOL_BLOCKS);

	(void)state;
	assert_true(view_agrees(&view, &solid) < 0.5);
	view.sharp = SHAPES_APART_SHARP;
	assert_float_equal(view_agrees(&view, &solid), 1, 1e-6);
	view = view_of(SYMBOL_TRIANGLE_3, 0.8F, SYMBOL_BLOCKS);
	view.sharp = SHAPES_APART_SHARP;
	assert_true(view_agrees(&view, &solid) < 0.5);
}

static void tells_chance_of_kind(void **state)
{
	const struct panel_cell three = { .kind = PANEL_TRIANGLE, .count = 3 };
	const struct panel_cell turned = { .kind = PANEL_POLYOMINO,
					   .shape = 7,
					   .rotatable = true,
					   .negative = true };
	struct cell_view view =
		view_of(SYMBOL_TRIANGLE_3, 0.7F, SYMBOL_HOLLOW_TURNED);

	(void)state;
	assert_float_equal(view_chance(&view, &three), 0.7, 1e-6);
	assert_float_equal(view_chance(&view, &turned), 0.3, 1e-6);
	assert_float_equal(view_chance(&view, &solid), 0, 1e-6);
}

static void names_likeliest(void **state)
{
	static const struct {
		enum symbol_class class;
		enum panel_kind kind;
		int count;
	} cases[] = {
		{ SYMBOL_EMPTY, PANEL_EMPTY, 0 },
		{ SYMBOL_SQUARE, PANEL_SQUARE, 0 },
		{ SYMBOL_STAR, PANEL_STAR, 0 },
		{ SYMBOL_TRIANGLE_1, PANEL_TRIANGLE, 1 },
		{ SYMBOL_TRIANGLE_4, PANEL_TRIANGLE, 4 },
		{ SYMBOL_ELIMINATOR, PANEL_ELIMINATOR, 0 },
		/* it does not say which */
		{ SYMBOL_BLOCKS, PANEL_EMPTY, 0 },
		{ SYMBOL_HOLLOW_TURNED, PANEL_EMPTY, 0 },
		{ SYMBOL_OTHER, PANEL_EMPTY, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cell_view view =
			view_of(cases[i].class, 0.6F, SYMBOL_TRIANGLE_2);
		double chance = 0;
		struct panel_cell cell = view_best(&view, &chance);

		assert_int_equal(cell.kind, cases[i].kind);
		assert_int_equal(cell.count, cases[i].count);
		assert_float_equal(chance, 0.6, 1e-6);
	}
}

/* ... however unlikely that is. */
static void names_likeliest_of_many(void **state)
{
	struct cell_view view = view_of(SYMBOL_STAR, 0.4F, SYMBOL_OTHER);
	double chance = 0;

	(void)state;
	view.chance[SYMBOL_OTHER] = 0.35F;
	view.chance[SYMBOL_SQUARE] = 0.25F;
	assert_int_equal(view_best(&view, &chance).kind, PANEL_STAR);
	assert_float_equal(chance, 0.4, 1e-6);
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
	view_take(&sheet, 0, 0, &view);
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

static const double APART_MOST = 0.6;

enum { GRAINS = 12, MIDDLE = PITCH / 2, WORN = 11 };

/* A square that grain has eaten, and its mirror image one cell on. */
static void draw_mirrored(struct image *image, uint64_t seed)
{
	int x = LEFT + PITCH + MIDDLE, y = LEFT + PITCH + MIDDLE;
	struct rng rng;

	rng_seed(&rng, seed);
	for (int v = -WORN; v <= WORN; v += 3)
		for (int u = -WORN; u <= WORN; u += 3) {
			uint32_t paint = rng_below(&rng, 3) ? 0xe8d020 : GROUND;

			for (int i = 0; i < 9; i++) {
				int over = u + i % 3;
				uint32_t *row = image_row(image, y + v + i / 3);

				row[x + over] = paint;
				row[x + PITCH - over] = paint;
			}
		}
}

/* In small cells what is doubtful says the same of what is mirrored. */
static void doubtful_cells_are_seen_again(void **state)
{
	double apart = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= GRAINS; seed++) {
		struct cell_view view, mirrored;
		struct image image;
		struct sheet sheet;

		open_panel(&image);
		draw_mirrored(&image, seed);
		open_sheet(&sheet, &image);
		assert_int_equal(sheet_fill(&sheet), 0);
		sheet.px_cell = 24;
		view_take(&sheet, 1, 1, &view);
		view_take(&sheet, 2, 1, &mirrored);
		for (int i = 0; i < SYMBOL_CLASSES; i++)
			apart += fabs((double)view.chance[i] -
				      (double)mirrored.chance[i]) /
				 GRAINS;
		sheet_fini(&sheet);
		image_fini(&image);
	}
	assert_true(apart < APART_MOST);
}

/* What else it may be is named by kind, and blocks as those that were seen. */
static void names_other(void **state)
{
	const struct panel_cell star = { .kind = PANEL_STAR };
	const struct panel_cell square = { .kind = PANEL_SQUARE };
	struct cell_view view = view_of(SYMBOL_BLOCKS, 0.7F, SYMBOL_HOLLOW);
	struct panel_cell other;
	double chance;

	(void)state;
	other = view_other(&view, &solid, &star, &chance);
	assert_int_equal(other.kind, PANEL_POLYOMINO);
	assert_int_equal(other.shape, 1);
	assert_true(other.negative && !other.rotatable);
	assert_float_equal(chance, 0.3, 1e-6);
	other = view_other(&view, &star, &solid, &chance);
	assert_true(other.kind == PANEL_POLYOMINO && other.negative);
	other = view_other(&view, &star, &square, &chance);
	assert_int_equal(other.kind, PANEL_EMPTY);
	view_other(&view, &solid, &hollow, &chance);
	assert_true(chance < 1e-6);
	view = view_of(SYMBOL_BLOCKS, 0.7F, SYMBOL_TRIANGLE_2);
	other = view_other(&view, &solid, &hollow, &chance);
	assert_true(other.kind == PANEL_TRIANGLE && other.count == 2);
	/* likeness tells it in cells that are not small */
	view = view_of(SYMBOL_BLOCKS, 0.7F, SYMBOL_HOLLOW);
	view.sharp = SHAPES_APART_SHARP;
	view_other(&view, &solid, &star, &chance);
	assert_true(chance < 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_other),
		cmocka_unit_test(sees_symbols),
		cmocka_unit_test(knows_what_points),
		cmocka_unit_test(shows_uneven),
		cmocka_unit_test(leans_to_others),
		cmocka_unit_test(leans_to_colour),
		cmocka_unit_test(doubtful_cells_are_seen_again),
		cmocka_unit_test(doubts_hollow),
		cmocka_unit_test(doubts_hollow_among_blocks),
		cmocka_unit_test(trusts_large_blocks),
		cmocka_unit_test(agrees_with_network),
		cmocka_unit_test(agrees_on_blocks),
		cmocka_unit_test(tells_chance_of_kind),
		cmocka_unit_test(names_likeliest),
		cmocka_unit_test(names_likeliest_of_many),
		cmocka_unit_test(weighs_by_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
