/* Which symbol a cell holds, where likeness and the network differ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "flat_panel.h"
#include "weigh.h"

#define INK 0xe8d020
#define SHARP 60.0

/* What a network says that takes it for one of two. */
static struct cell_view view_of(enum symbol_class one, double chance,
				enum symbol_class other)
{
	struct cell_view view = { .sharp = SHARP };

	for (int i = 0; i < SYMBOL_CLASSES; i++) {
		view.chance[i] = (float)(i == (int)one     ? chance
					 : i == (int)other ? 1 - chance
							   : 0);
		view.less[i] = log(chance / fmax(1e-4, view.chance[i])) / SHARP;
	}
	return view;
}

static bool in_square(int u, int v)
{
	return u >= -13 && u <= 13 && v >= -13 && v <= 13;
}

/* A square that lost much of its corners, as blurred as a JPEG's colours. */
static bool in_worn(int u, int v)
{
	return in_square(u, v) && u * u + v * v < 215 && (u + v < 15);
}

/* A place in a cell, pixels from its middle: what is drawn there? */
typedef uint32_t paint_fn(int u, int v);

static uint32_t paint_square(int u, int v)
{
	return in_square(u, v) ? INK : GROUND;
}

static uint32_t paint_worn(int u, int v)
{
	return in_worn(u, v) ? INK : GROUND;
}

/* Between a square and a disc. */
static uint32_t paint_round(int u, int v)
{
	double x = pow(abs(u) / 13.0, 3.2), y = pow(abs(v) / 13.0, 3.2);

	return x + y <= 1 ? INK : GROUND;
}

/* Two blocks in a smear that is as bright as the ground. */
static uint32_t paint_smeared(int u, int v)
{
	int block = u < 0 ? -u : u;

	if (block >= 2 && block <= 11 && v >= -4 && v <= 5)
		return 0x60e0c0;
	return u * u / 2 + v * v < 120 ? 0x3c8e76 : GROUND;
}

/* Two blocks whose holes are as bright as they are, but of the ground's hue; by
 * either there is something more, above and below. */
static uint32_t paint_holes(int u, int v)
{
	int across = abs(abs(u) - 7), down = abs(v);

	if (across <= 2 && down <= 2)
		return 0x39e1c1;
	if (across <= 5 && down <= 5)
		return 0xd0b040;
	if (across <= 5 && down <= 7)
		return v < 0 ? 0x24ccac : 0x6e7088;
	return GROUND;
}

/* A block that is turned by 27 degrees, a corner of which is missing. */
static uint32_t paint_turned(int u, int v)
{
	int along = 2 * u + v, aside = 2 * v - u;

	if (along < -14 || along > 14 || aside < -14 || aside > 14)
		return GROUND;
	return along + aside > 20 ? GROUND : INK;
}

/* A hollow block that is turned, and blurred: its corners are gone, and hardly
 * anything of its hole is left. */
static uint32_t paint_hole(int u, int v, uint32_t hole)
{
	int along = 2 * u + v, aside = 2 * v - u;
	int out = abs(along) > abs(aside) ? abs(along) : abs(aside);

	if (out > 17 || abs(along) + abs(aside) > 26)
		return GROUND;
	if (out > 14)
		return 0x74bc54;
	return out < 6 ? hole : INK;
}

static uint32_t paint_dim_hole(int u, int v)
{
	return paint_hole(u, v, 0xc8cc30);
}

static uint32_t paint_half_hole(int u, int v)
{
	return paint_hole(u, v, 0xb4c937);
}

/* Two blocks, apart. */
static uint32_t paint_scattered(int u, int v)
{
	return u * v > 0 && abs(abs(u) - 12) <= 3 && abs(abs(v) - 4) <= 3
		       ? INK
		       : GROUND;
}

/* What is drawn in cell 1, 1, as if the picture were so blurred. */
static void weigh_blurred(paint_fn *paint, double blur,
			  const struct cell_view *view, struct weighed *weighed)
{
	static struct panel_lines lines;
	int x = LEFT + PITCH + PITCH / 2;
	struct shape_mask mask;
	struct image image;
	struct sheet sheet;
	struct patch patch;

	open_panel(&image);
	for (int v = -20; v <= 20; v++)
		for (int u = -20; u <= 20; u++)
			image_row(&image, x + v)[x + u] = paint(u, v);
	open_sheet(&sheet, &image);
	assert_int_equal(sheet_fill(&sheet), 0);
	patch_take(&sheet, &lines, 1, 1, &patch);
	patch_mask(&patch, &mask);
	weigh_symbol(&patch, blur, view, &mask, weighed);
	sheet_fini(&sheet);
	image_fini(&image);
}

static void weigh(paint_fn *paint, const struct cell_view *view,
		  struct weighed *weighed)
{
	weigh_blurred(paint, 0, view, weighed);
}

/* What is much like one symbol is that one; what is not is what the network
 * takes it for, and the one that it is more like the next likely. */
static void likeness_tells_where_it_can(void **state)
{
	struct cell_view star = view_of(SYMBOL_STAR, 0.75, SYMBOL_SQUARE);
	struct cell_view square = view_of(SYMBOL_SQUARE, 0.75, SYMBOL_STAR);
	struct weighed weighed;

	(void)state;
	weigh(paint_square, &star, &weighed);
	assert_true(weighed.best.likeness > 0.85);
	assert_int_equal(weighed.best.cell.kind, PANEL_SQUARE);
	weigh(paint_worn, &star, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_STAR);
	weigh(paint_worn, &square, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_SQUARE);
	/* and a blob is a square no surer than the network is of it */
	assert_true(weighed.apart > 0.5 && weighed.apart < 0.6);
}

/* Where colours run out around a symbol its brightness shows its shape. */
static void brightness_shows_shapes(void **state)
{
	struct cell_view blocks = view_of(SYMBOL_BLOCKS, 0.95, SYMBOL_SQUARE);
	struct weighed weighed;

	(void)state;
	weigh(paint_smeared, &blocks, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_POLYOMINO);
	assert_true(weighed.best.cell.shape == 3);
	assert_true(weighed.best.likeness > 0.8);
}

/* ... but what its colours show it may be, too. */
static void colours_may_be_right(void **state)
{
	struct cell_view blocks = view_of(SYMBOL_BLOCKS, 0.6, SYMBOL_HOLLOW);
	struct weighed weighed;

	(void)state;
	weigh(paint_holes, &blocks, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_POLYOMINO);
	assert_true(weighed.best.cell.shape == 3);
	assert_false(weighed.best.cell.negative);
	assert_true(weighed.second.cell.shape == 3);
	assert_true(weighed.second.cell.negative);
}

/* A network that takes it for one of three. */
static struct cell_view view_of_three(enum symbol_class one, double chance,
				      enum symbol_class two, double less,
				      enum symbol_class three)
{
	struct cell_view view = view_of(one, chance, two);

	view.chance[two] = (float)less;
	view.chance[three] = (float)(1 - chance - less);
	view.less[two] = log(chance / less) / SHARP;
	view.less[three] = log(chance / (1 - chance - less)) / SHARP;
	return view;
}

/* Where likeness tells little, what it likes is no nearer rival than what the
 * network takes for much likelier. */
static void the_next_likely_is_the_likeliest_of_the_rest(void **state)
{
	struct cell_view view = view_of_three(SYMBOL_TRIANGLE_1, 0.6,
					      SYMBOL_SQUARE, 0.33, SYMBOL_STAR);
	struct weighed weighed;

	(void)state;
	weigh(paint_worn, &view, &weighed);
	assert_int_equal(weighed.liked.cell.kind, PANEL_STAR);
	assert_int_equal(weighed.best.cell.kind, PANEL_SQUARE);
	assert_int_equal(weighed.second.cell.kind, PANEL_TRIANGLE);
}

/* What is rather like one symbol is none of what the network is so sure that it
 * is not, where it may be the other. */
static void the_best_is_likelier_than_the_next(void **state)
{
	struct cell_view view = view_of(SYMBOL_STAR, 0.99, SYMBOL_SQUARE);
	struct weighed weighed;

	(void)state;
	weigh(paint_round, &view, &weighed);
	assert_int_equal(weighed.liked.cell.kind, PANEL_SQUARE);
	assert_int_equal(weighed.best.cell.kind, PANEL_STAR);
	assert_int_equal(weighed.second.cell.kind, PANEL_SQUARE);
	assert_true(weighed.apart < 0.1);
	/* what is hardly unlike it is that, all the same */
	weigh(paint_square, &view, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_SQUARE);
}

/* A blob that is rather like a square is a star as likely as not where the
 * network rather sees one. */
static void a_blob_may_be_a_star(void **state)
{
	struct cell_view view = view_of(SYMBOL_STAR, 0.87, SYMBOL_SQUARE);
	struct weighed weighed;

	(void)state;
	weigh(paint_round, &view, &weighed);
	assert_int_equal(weighed.liked.cell.kind, PANEL_SQUARE);
	assert_int_equal(weighed.best.cell.kind, PANEL_STAR);
	assert_int_equal(weighed.second.cell.kind, PANEL_SQUARE);
	assert_float_equal(weighed.apart, 0.5, 1e-6);
}

/* ... and rather the kind that the network takes it for, even where it is not
 * at all sure of that. */
static void the_network_tells_which_blob_comes_first(void **state)
{
	struct cell_view view = view_of(SYMBOL_SQUARE, 0.68, SYMBOL_STAR);
	struct weighed weighed;

	(void)state;
	weigh(paint_worn, &view, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_SQUARE);
	assert_int_equal(weighed.second.cell.kind, PANEL_STAR);
	assert_float_equal(weighed.apart, 0.5, 1e-6);
}

/* Turned or upright, a block alone is no rival of itself. */
static void a_block_is_one_however_turned(void **state)
{
	struct cell_view blocks =
		view_of(SYMBOL_BLOCKS, 0.9, SYMBOL_BLOCKS_TURNED);
	struct weighed weighed;

	(void)state;
	weigh(paint_turned, &blocks, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_POLYOMINO);
	assert_true(weighed.best.cell.shape == 1);
	assert_false(weighed.second.cell.shape == 1 &&
		     !weighed.second.cell.negative);
	assert_true(weighed.apart > 0.9);
	/* be it in a small cell, the network is as sure of it either way */
	blocks.sharp = SHARP / 2;
	for (int i = 0; i < 2; i++) {
		weighed.best.cell.rotatable = i;
		assert_true(view_chance(&blocks, &weighed.best.cell) > 0.99);
		assert_true(view_agrees(&blocks, &weighed.best.cell) > 0.99);
	}
}

/* Whether blocks are hollow likeness tells where they are much like any, else
 * the network. */
static void the_network_tells_what_is_hollow(void **state)
{
	struct cell_view full =
		view_of(SYMBOL_BLOCKS_TURNED, 0.99, SYMBOL_HOLLOW_TURNED);
	struct cell_view hollow =
		view_of(SYMBOL_HOLLOW_TURNED, 0.99, SYMBOL_BLOCKS_TURNED);
	struct weighed weighed;

	(void)state;
	weigh(paint_dim_hole, &hollow, &weighed);
	assert_true(weighed.best.cell.negative);
	assert_false(weighed.second.cell.negative);
	assert_true(weighed.apart > 0.9);
	weigh(paint_dim_hole, &full, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_POLYOMINO);
	assert_false(weighed.best.cell.negative);
	/* what likeness leaves open is not sure */
	weigh(paint_half_hole, &full, &weighed);
	assert_false(weighed.best.cell.negative);
	assert_true(weighed.apart < 0.8);
}

/* However large the cell, faint blocks are seen there, as no relief looks like
 * them, but like squares. */
static void faint_blocks_are_shown(void **state)
{
	struct cell_view blocks =
		view_of(SYMBOL_HOLLOW_TURNED, 0.86, SYMBOL_OTHER);
	struct cell_view square = view_of(SYMBOL_SQUARE, 0.86, SYMBOL_OTHER);

	(void)state;
	assert_true(view_shown(&blocks) > 0.8);
	assert_true(view_shown(&square) < 0.1);
}

/* How far apart blocks are of which no two touch is in doubt where they are
 * blurred. */
static void scattered_blocks_are_doubted(void **state)
{
	struct cell_view blocks = view_of(SYMBOL_BLOCKS, 0.9, SYMBOL_STAR);
	struct weighed weighed;

	(void)state;
	weigh_blurred(paint_scattered, 0.5, &blocks, &weighed);
	assert_int_equal(weighed.best.cell.kind, PANEL_POLYOMINO);
	assert_int_equal(panel_shape_size(weighed.best.cell.shape), 2);
	assert_true(weighed.apart > 0.9);
	weigh_blurred(paint_scattered, 1.3, &blocks, &weighed);
	assert_true(weighed.apart < 0.9);
	weigh_blurred(paint_square, 1.3, &blocks, &weighed);
	assert_true(weighed.apart > 0.9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(likeness_tells_where_it_can),
		cmocka_unit_test(the_next_likely_is_the_likeliest_of_the_rest),
		cmocka_unit_test(the_best_is_likelier_than_the_next),
		cmocka_unit_test(brightness_shows_shapes),
		cmocka_unit_test(colours_may_be_right),
		cmocka_unit_test(a_blob_may_be_a_star),
		cmocka_unit_test(a_block_is_one_however_turned),
		cmocka_unit_test(the_network_tells_what_is_hollow),
		cmocka_unit_test(faint_blocks_are_shown),
		cmocka_unit_test(scattered_blocks_are_doubted),
		cmocka_unit_test(the_network_tells_which_blob_comes_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
