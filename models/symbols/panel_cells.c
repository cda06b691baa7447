#include "panel_cells.h"

#include <math.h>
#include <stdint.h>

#include "bare.h"
#include "panel_lessons.h"
#include "rectify.h"
#include "panel_view.h"
#include "symbol_window.h"

enum { PIXELS = SHEET_CELL * SHEET_CELL };

/* Of cells that are empty one in so many is kept to learn from. */
enum { EMPTY_OF = 4 };

/* Of so many panels to learn from most cells are filled with symbols of any
 * kind: a share of those that were left empty, from the least to the most. */
static const double FILLED = 0.75, FILL_LEAST = 0.3, FILL_MOST = 0.95;
/* What polyominoes there are made of, and how often they lie apart. */
enum { BLOCKS_MOST = 6, SHAPE_SIDE = 5 };
static const double SCATTERED = 0.1;

static bool chance(struct rng *rng, double share)
{
	return rng_real(rng, 0, 1) < share;
}

/* Blocks side by side, few of many; now and then apart. */
static uint64_t any_shape(struct rng *rng)
{
	int wanted = 1 + (int)rng_below(rng, BLOCKS_MOST);
	bool scattered = chance(rng, SCATTERED);
	uint64_t shape = 0;

	for (int count = 0; count < wanted;) {
		int x = (int)rng_below(rng, SHAPE_SIDE);
		int y = (int)rng_below(rng, SHAPE_SIDE);
		bool beside = panel_shape_has(shape, x - 1, y) ||
			      panel_shape_has(shape, x + 1, y) ||
			      panel_shape_has(shape, x, y - 1) ||
			      panel_shape_has(shape, x, y + 1);

		if (panel_shape_has(shape, x, y) ||
		    !(beside || scattered || !count))
			continue;
		shape |= 1ull << (PANEL_SHAPE_MAX * y + x);
		count++;
	}
	return panel_shape_trim(shape);
}

static struct panel_cell any_symbol(struct rng *rng)
{
	struct panel_cell cell = { .colour = (uint8_t)rng_below(
					   rng, PANEL_COLOUR_COUNT) };
	enum symbol_class class = (enum symbol_class)rng_between(
		rng, SYMBOL_SQUARE, SYMBOL_HOLLOW_TURNED);

	switch (class) {
	case SYMBOL_SQUARE:
		cell.kind = PANEL_SQUARE;
		break;
	case SYMBOL_STAR:
		cell.kind = PANEL_STAR;
		break;
	case SYMBOL_ELIMINATOR:
		cell.kind = PANEL_ELIMINATOR;
		break;
	case SYMBOL_BLOCKS:
	case SYMBOL_BLOCKS_TURNED:
	case SYMBOL_HOLLOW:
	case SYMBOL_HOLLOW_TURNED:
		cell.kind = PANEL_POLYOMINO;
		cell.shape = any_shape(rng);
		cell.rotatable = (class - SYMBOL_BLOCKS) & 1;
		cell.negative = class >= SYMBOL_HOLLOW;
		break;
	default:
		cell.kind = PANEL_TRIANGLE;
		cell.count = 1 + (int)(class - SYMBOL_TRIANGLE_1);
	}
	return cell;
}

static void fill(struct panel *panel, struct rng *rng)
{
	double share = rng_real(rng, FILL_LEAST, FILL_MOST);

	if (!chance(rng, FILLED))
		return;
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind == PANEL_EMPTY &&
			    chance(rng, share))
				panel->cells[y][x] = any_symbol(rng);
}

/* Of the file, what stands for 1. */
static const float ONE = 80;

static int put_patch(FILE *file, const struct symbol_patch *patch)
{
	enum { PLACES = SYMBOL_SIDE * SYMBOL_SIDE };
	int8_t bytes[SYMBOL_INPUTS][PLACES];

	for (int k = 0; k < SYMBOL_INPUTS; k++)
		for (int i = 0; i < PLACES; i++)
			bytes[k][i] = (int8_t)lrintf(ONE * patch->value[k][i]);
	return fwrite(bytes, sizeof bytes, 1, file) == 1 ? 0 : -1;
}

int panel_cells_put(FILE *file, enum symbol_class class,
		    const struct symbol_patch *whole,
		    const struct symbol_patch *near)
{
	if (fputc((int)class, file) == EOF || put_patch(file, whole) < 0)
		return -1;
	return put_patch(file, near);
}

/* How far lines reach into a cell, cells: where bare ones are half way from the
 * lines' colour to the ground's, in the middles of the sides. */
static double inset_of(const struct symbol_cell *cell)
{
	const struct colour none = { 0, 0, 0 };
	double half = colour_distance(cell->line, cell->ground) / 2;
	int deep = 0;

	for (; deep < SHEET_CELL / 4; deep++) {
		double sum = 0;

		for (int i = SHEET_CELL / 3; i < SHEET_CELL * 2 / 3; i++) {
			int far = SHEET_CELL - 1 - deep;
			const struct colour *bare = cell->bare;

			sum += colour_distance(bare[i * SHEET_CELL + deep],
					       none) +
			       colour_distance(bare[i * SHEET_CELL + far],
					       none) +
			       colour_distance(bare[deep * SHEET_CELL + i],
					       none) +
			       colour_distance(bare[far * SHEET_CELL + i],
					       none);
		}
		if (sum / 4 / (SHEET_CELL / 3) < half)
			break;
	}
	return (double)deep / SHEET_CELL;
}

static int put_cell(const struct sheet *sheet, const struct panel *panel,
		    int column, int row, FILE *file)
{
	struct colour pixels[PIXELS];
	const struct symbol_cell cell = {
		.pixels = pixels,
		.bare = sheet->bare,
		.ground = sheet_ground(sheet, column + 0.5, row + 0.5),
		.line = sheet_line(sheet, column + 0.5, row + 0.5),
		.px_cell = (float)sheet->px_cell,
	};
	struct symbol_patch whole, near;
	struct symbol_window window;

	for (int i = 0; i < PIXELS; i++)
		pixels[i] = sheet_pixel(
			sheet,
			(column + SHEET_MARGIN) * SHEET_CELL + i % SHEET_CELL,
			(row + SHEET_MARGIN) * SHEET_CELL + i / SHEET_CELL);
	window = symbol_window_find(pixels, cell.ground, cell.line,
				    inset_of(&cell));
	symbol_patch_cut(&cell, NULL, &whole);
	symbol_patch_cut(&cell, &window, &near);
	return panel_cells_put(file, view_class_of(&panel->cells[row][column]),
			       &whole, &near);
}

static int put_cells(void *to, struct sheet *sheet, const struct panel *panel,
		     struct rng *rng)
{
	int status = bare_find(sheet);

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			if (rng && panel->cells[y][x].kind == PANEL_EMPTY &&
			    rng_below(rng, EMPTY_OF))
				continue;
			status |= put_cell(sheet, panel, x, y, to);
		}
	return status;
}

int panel_cells_draw(long first, long count, bool held, FILE *file,
		     struct problem *problem)
{
	const struct panel_lessons lessons = {
		.enrich = fill, .take = put_cells, .to = file, .held = held
	};

	return panel_lessons_draw(&lessons, first, count, problem);
}
