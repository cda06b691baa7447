/* What is made of what lies in a panel's cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "degrade.h"
#include "flat_panel.h"
#include "bare.h"
#include "mask.h"
#include "symbols.h"
#include "rng.h"
#include "symbol_colours.h"

#define INK 0xe8d020
/* Hardly as much as symbols must stand out of the ground, and less. */
#define FAINT_INK 0x2cc69a
#define FAINTER_INK 0x24bb92

enum { SIDE = 13, SMALL = 10 };
#define BLUR 5.0

static uint32_t mixed(uint32_t a, uint32_t b, int share)
{
	uint32_t sum = 0;

	for (int k = 0; k < 24; k += 8)
		sum |= ((a >> k & 255) * (uint32_t)(10 - share) +
			(b >> k & 255) * (uint32_t)share) /
			       10
		       << k;
	return sum;
}

/* A square about a cell's middle, its cross of one pixel so many tenths paler.
 */
static void draw_box(struct image *image, int column, int row, int half,
		     int paler, uint32_t ink)
{
	int x = LEFT + column * PITCH + PITCH / 2;
	int y = LEFT + row * PITCH + PITCH / 2;

	for (int v = -half; v <= half; v++)
		for (int u = -half; u <= half; u++)
			image_row(image, y + v)[x + u] =
				mixed(ink, GROUND, u && v ? 0 : paler);
}

static void draw_square(struct image *image, int column, int row, int paler,
			uint32_t ink)
{
	draw_box(image, column, row, SIDE, paler, ink);
}

/* A square, and one with a cross; the caller frees both. */
static void open_squares(struct image *image, struct sheet *sheet)
{
	open_panel(image);
	draw_square(image, 1, 1, 0, INK);
	draw_square(image, 2, 2, 5, INK);
	open_sheet(sheet, image);
	assert_int_equal(sheet_fill(sheet), 0);
	assert_int_equal(bare_find(sheet), 0);
}

static void read_sheet(const struct sheet *sheet,
		       struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	static struct panel_lines lines;
	struct symbol_nets nets = { { NULL } };

	assert_int_equal(symbols_read(&nets, sheet, &lines, symbols), 0);
	symbol_nets_free(&nets);
}

/* Opens the panel's sheet and reads its cells. */
static void open_symbols(struct sheet *sheet, const struct image *image,
			 struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	open_sheet(sheet, image);
	assert_int_equal(sheet_fill(sheet), 0);
	assert_int_equal(bare_find(sheet), 0);
	read_sheet(sheet, symbols);
}

/* Reads the panel's cells, and frees its picture. */
static void read_symbols(struct image *image,
			 struct symbol_look symbols[][PANEL_SIDE_MAX])
{
	struct sheet sheet;

	open_symbols(&sheet, image, symbols);
	sheet_fini(&sheet);
	image_fini(image);
}

/* Two by two blocks that nearly touch are no square for sure. */
static void doubts_crossed_squares(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;
	struct sheet sheet;

	(void)state;
	open_squares(&image, &sheet);
	read_sheet(&sheet, symbols);
	assert_int_equal(symbols[0][0].cell.kind, PANEL_EMPTY);
	assert_int_equal(symbols[1][1].cell.kind, PANEL_SQUARE);
	assert_true(symbols[1][1].sure > 0.9);
	assert_int_equal(symbols[2][2].cell.kind, PANEL_SQUARE);
	assert_true(symbols[2][2].sure < 0.6);
	assert_int_equal(symbols[2][2].second.kind, PANEL_POLYOMINO);
	sheet_fini(&sheet);
	image_fini(&image);
}

/* Blur leaves nothing to be seen between two by two blocks: a panel's only
 * square is no more likely than such; where there are more they are squares. */
static void doubts_the_only_blurred_square(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];

	(void)state;
	for (int more = 0; more < 2; more++) {
		struct image image;

		open_panel(&image);
		draw_box(&image, 1, 1, SMALL, 0, INK);
		if (more)
			draw_box(&image, 2, 2, SMALL, 0, INK);
		assert_int_equal(degrade_blur(&image, BLUR, NULL), 0);
		read_symbols(&image, symbols);
		assert_int_equal(symbols[1][1].cell.kind, PANEL_SQUARE);
		assert_int_equal(symbols[1][1].sure > 0.7, more);
		if (!more)
			assert_int_equal(symbols[1][1].second.kind,
					 PANEL_POLYOMINO);
	}
}

/* A square, however faint, is none of the panel's reliefs where only symbols
 * lie in the other cells: two of those at the end are faint. */
static void tells_faint_squares(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	const uint32_t faint = 0x24bb92;
	struct image image;

	(void)state;
	open_panel(&image);
	for (int i = 0; i < CELLS * CELLS; i++)
		draw_square(&image, i % CELLS, i / CELLS, 0,
			    i < CELLS * CELLS - 2 ? INK : faint);
	read_symbols(&image, symbols);
	for (int x = 0; x < CELLS; x++)
		assert_int_equal(symbols[CELLS - 1][x].cell.kind, PANEL_SQUARE);
}

/* What comes in from a cell's side. */
static void draw_bar(struct image *image, int column, int row, uint32_t ink)
{
	int x = LEFT + column * PITCH, y = LEFT + row * PITCH + PITCH / 2;

	for (int v = -SIDE; v <= SIDE; v++)
		for (int u = HALF; u < PITCH / 2 + SIDE; u++)
			image_row(image, y + v)[x + u] = ink;
}

/* Squares in half of the cells that hardly stand out enough are no relief:
 * nothing is in the others but in one. */
static void tells_faint_squares_from_relief(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;

	(void)state;
	open_panel(&image);
	draw_bar(&image, 0, 0, FAINTER_INK);
	for (int i = 2; i < CELLS * CELLS; i += 2)
		draw_square(&image, i % CELLS, i / CELLS, 0, FAINT_INK);
	read_symbols(&image, symbols);
	for (int i = 2; i < CELLS * CELLS; i += 2) {
		const struct symbol_look *look = &symbols[i / CELLS][i % CELLS];

		assert_int_equal(look->cell.kind, PANEL_SQUARE);
		assert_true(look->sure > 0.9);
	}
}

/* Squares that stand out too little, in more cells than not, are no relief
 * where nothing lies in two others. */
static void tells_squares_by_bare_cells(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;

	(void)state;
	open_panel(&image);
	for (int i = 2; i < CELLS * CELLS; i++)
		draw_square(&image, i % CELLS, i / CELLS, 0,
			    i < 5 ? INK : FAINTER_INK);
	read_symbols(&image, symbols);
	for (int i = 5; i < CELLS * CELLS; i++)
		assert_int_equal(symbols[i / CELLS][i % CELLS].cell.kind,
				 PANEL_SQUARE);
	assert_int_equal(symbols[0][0].cell.kind, PANEL_EMPTY);
	assert_true(symbols[0][0].sure > 0.9);
}

/* The lines of a cell reach in with a blurred rim. */
static void draw_rims(struct image *image, int column, int row)
{
	int x = LEFT + column * PITCH, y = LEFT + row * PITCH;
	uint32_t rim = mixed(GROUND, LINE, 2);

	for (int i = HALF; i <= PITCH - HALF; i++)
		for (int k = HALF; k < HALF + 5; k++) {
			image_row(image, y + i)[x + k] = rim;
			image_row(image, y + k)[x + i] = rim;
			image_row(image, y + i)[x + PITCH - k] = rim;
			image_row(image, y + PITCH - k)[x + i] = rim;
		}
}

/* A faint square is seen between rims that stand out as much. */
static void rims_are_no_part_of_symbols(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;

	(void)state;
	open_panel(&image);
	draw_square(&image, 1, 1, 0, INK);
	draw_square(&image, 2, 2, 0, FAINTER_INK);
	draw_rims(&image, 2, 2);
	read_symbols(&image, symbols);
	assert_int_equal(symbols[2][2].cell.kind, PANEL_SQUARE);
}

/* What takes few pixels of a picture is no shape for sure. */
static void doubts_few_pixels(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;
	struct sheet sheet;

	(void)state;
	open_squares(&image, &sheet);
	/* as it would be of cells of 12 and 7 pixels */
	for (int i = 0; i < 2; i++) {
		sheet.px_cell = i ? 7 : 12;
		read_sheet(&sheet, symbols);
		assert_int_equal(symbols[1][1].cell.kind, PANEL_SQUARE);
		assert_int_equal(symbols[1][1].sure > 0.5, !i);
	}
	sheet_fini(&sheet);
	image_fini(&image);
}

/* So much grain that single spots of it stand out as symbols do. */
static void draw_grain(struct image *image, int column, int row)
{
	int x = LEFT + column * PITCH, y = LEFT + row * PITCH;
	struct rng rng;

	rng_seed(&rng, 5);
	for (int v = HALF; v < PITCH - HALF; v += 2)
		for (int u = HALF; u < PITCH - HALF; u += 2) {
			int share = rng_between(&rng, 0, 7);

			for (int k = 0; k < 4; k++)
				image_row(image, y + v + k / 2)[x + u + k % 2] =
					mixed(GROUND, INK, share);
		}
}

/* Grain is like no symbol, and no symbol to the network. */
static void sees_nothing_in_grain(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;

	(void)state;
	open_panel(&image);
	draw_square(&image, 1, 1, 0, INK);
	draw_grain(&image, 2, 2);
	read_symbols(&image, symbols);
	assert_int_equal(symbols[2][2].cell.kind, PANEL_EMPTY);
	assert_int_equal(symbols[1][1].cell.kind, PANEL_SQUARE);
	assert_true(symbols[1][1].sure > 0.9);
}

/* A disc about a cell's middle. */
static void draw_disc(struct image *image, int column, int row, int radius,
		      uint32_t ink)
{
	int x = LEFT + column * PITCH + PITCH / 2;
	int y = LEFT + row * PITCH + PITCH / 2;

	for (int v = -radius; v <= radius; v++)
		for (int u = -radius; u <= radius; u++)
			if (u * u + v * v <= radius * radius)
				image_row(image, y + v)[x + u] = ink;
}

/* A disc in the middle of a cell is a square, as some programs draw them; a
 * ring is like one, but none to the network. */
static void reads_discs_as_squares(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;

	(void)state;
	open_panel(&image);
	for (int i = 0; i < 2; i++)
		draw_disc(&image, i, i, 12 + 2 * i, INK);
	read_symbols(&image, symbols);
	for (int i = 0; i < 2; i++)
		assert_int_equal(symbols[i][i].cell.kind, PANEL_SQUARE);
}

/* Discs are none where they hardly stand out, in an otherwise empty panel. */
static void doubts_faint_discs(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct image image;

	(void)state;
	for (int radius = 15; radius <= 18; radius++) {
		open_panel(&image);
		draw_disc(&image, 1, 1, radius, FAINTER_INK);
		read_symbols(&image, symbols);
		assert_true(symbols[1][1].cell.kind == PANEL_EMPTY ||
			    symbols[1][1].sure < 0.6);
	}
}

/* Two blocks, hollow with a rim of one pixel in a colour, or full. */
static void draw_blocks(struct image *image, int column, int row, bool hollow,
			uint32_t colour)
{
	int x = LEFT + column * PITCH + PITCH / 2 - 12;
	int y = LEFT + row * PITCH + PITCH / 2 - 6;

	for (int v = 0; v < 11; v++)
		for (int u = 0; u < 24; u++) {
			int i = u % 13;
			bool rim = i == 0 || i == 10 || v == 0 || v == 10;

			if (i < 11 && (rim || !hollow))
				image_row(image, y + v)[x + u] = colour;
		}
}

/* Do two by one hollow blocks, whose rim is of so many tenths of the ground,
 * share the colour of full ones? How wide the rim's strokes are. */
static bool share_colour(uint32_t rim, double *px_rim)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct symbol_tint tints[COLOURS_MAX];
	struct colour_name names[COLOURS_MAX];
	int at[COLOURS_MAX];
	struct image image;
	struct sheet sheet;

	open_panel(&image);
	draw_blocks(&image, 1, 1, true, rim);
	draw_blocks(&image, 2, 2, false, INK);
	open_symbols(&sheet, &image, symbols);
	assert_int_equal(symbols[1][1].cell.kind, PANEL_POLYOMINO);
	assert_true(symbols[1][1].cell.negative);
	assert_false(symbols[2][2].cell.negative);
	assert_int_equal(
		symbol_colours_take(
			&sheet,
			(const struct symbol_look(*)[PANEL_SIDE_MAX])symbols,
			tints, at),
		2);
	assert_int_equal(at[0], PANEL_SIDE_MAX + 1);
	assert_int_equal(tints[0].kind, PANEL_POLYOMINO);
	*px_rim = tints[0].px_stroke;
	assert_true(*px_rim < tints[1].px_stroke);
	assert_int_equal(colours_name(tints, 2, tints[0].ground, names), 0);
	sheet_fini(&sheet);
	image_fini(&image);
	return names[0].name == names[1].name;
}

/* Thin rims of which the ground takes a share have the colour of what is full,
 * and others their own. */
static void compares_thin_colours(void **state)
{
	double px_rim;

	(void)state;
	for (uint32_t share = 0; share <= 1; share++) {
		assert_true(share_colour(mixed(INK, GROUND, share), &px_rim));
		assert_true(px_rim > 0.5 && px_rim < 3.5);
	}
	assert_false(share_colour(0xe82090, &px_rim));
}

/* Strokes are as wide as they are, however soft, and blobs half. */
static void measures_strokes(void **state)
{
	static struct shape_mask mask;

	(void)state;
	for (int soft = 0; soft < 2; soft++) {
		memset(&mask, 0, sizeof mask);
		for (int y = 4; y < 44; y++)
			for (int x = 20; x < 24; x++)
				mask.share[y * SHEET_CELL + x] = 1;
		for (int y = 4; soft && y < 44; y++)
			mask.share[y * SHEET_CELL + 19] =
				mask.share[y * SHEET_CELL + 24] = 0.5F;
		/* the macro casts its arguments as they stand */
		assert_float_equal(mask_stroke(&mask) * SHEET_CELL,
				   (soft ? 5 : 4), 0.8);
	}
	memset(&mask, 0, sizeof mask);
	for (int i = 0; i < 20 * 20; i++)
		mask.share[(14 + i / 20) * SHEET_CELL + 14 + i % 20] = 1;
	assert_float_equal(mask_stroke(&mask) * SHEET_CELL, 10, 0.8);
	memset(&mask, 0, sizeof mask);
	assert_float_equal(mask_stroke(&mask), 0, 1e-9);
}

/* Paints half of a cell, in which a little of another colour lies at its
 * sides. */
static void paint_half(struct image *image, int column, int row)
{
	int x = LEFT + column * PITCH, y = LEFT + row * PITCH;

	for (int v = HALF; v < PITCH - HALF; v++)
		for (int u = HALF; u < PITCH - HALF; u++) {
			bool beside = u < 2 * HALF || v < 2 * HALF ||
				      u > PITCH - 2 * HALF;

			if (v > PITCH - 2 * HALF || (beside && v > 44))
				image_row(image, y + v)[x + u] = 0xe0a888;
			else if (beside && v > 33)
				image_row(image, y + v)[x + u] = 0x20a888;
		}
}

/* The middle of what lies along a cell's sides is not its ground where that is
 * hardly seen in it. */
static void mixtures_are_no_ground(void **state)
{
	const struct colour ground = { GROUND >> 16, GROUND >> 8 & 255,
				       GROUND & 255 };
	struct image image;
	struct sheet sheet;

	(void)state;
	open_panel(&image);
	paint_half(&image, 1, 1);
	open_sheet(&sheet, &image);
	assert_int_equal(sheet_fill(&sheet), 0);
	assert_int_equal(bare_find(&sheet), 0);
	sheet_judge(&sheet);
	assert_true(colour_distance(sheet_ground(&sheet, 1.5, 1.5), ground) <
		    5);
	sheet_fini(&sheet);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(doubts_crossed_squares),
		cmocka_unit_test(doubts_the_only_blurred_square),
		cmocka_unit_test(tells_faint_squares_from_relief),
		cmocka_unit_test(tells_squares_by_bare_cells),
		cmocka_unit_test(rims_are_no_part_of_symbols),
		cmocka_unit_test(doubts_few_pixels),
		cmocka_unit_test(tells_faint_squares),
		cmocka_unit_test(sees_nothing_in_grain),
		cmocka_unit_test(reads_discs_as_squares),
		cmocka_unit_test(doubts_faint_discs),
		cmocka_unit_test(compares_thin_colours),
		cmocka_unit_test(measures_strokes),
		cmocka_unit_test(mixtures_are_no_ground),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
