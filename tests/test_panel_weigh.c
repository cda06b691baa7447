/* Which polyomino a cell holds, where likeness and the network differ. */
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

/* A place in a cell, pixels from its middle: what is drawn there? */
typedef uint32_t paint_fn(int u, int v);

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

/* What is drawn in cell 1, 1. */
static void weigh(paint_fn *paint, const struct cell_view *view,
		  struct weighed *weighed)
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
	weigh_blocks(&patch, 0, view, &mask, weighed);
	sheet_fini(&sheet);
	image_fini(&image);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(brightness_shows_shapes),
		cmocka_unit_test(colours_may_be_right),
		cmocka_unit_test(a_block_is_one_however_turned),
		cmocka_unit_test(the_network_tells_what_is_hollow),
		cmocka_unit_test(faint_blocks_are_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
