#include "panel_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "bare.h"
#include "panel_lessons.h"
#include "rectify.h"
#include "panel_view.h"
#include "symbol_window.h"

/* A cell in the file: its class, then its pixels and how far bare ones are off
 * their ground, its ground and its lines' colour, each three bytes of levels
 * (`bare` plus 128); its width, pixels. */
enum {
	PIXELS = SHEET_CELL * SHEET_CELL,
	AT_PIXELS = 1,
	AT_BARE = AT_PIXELS + 3 * PIXELS,
	AT_GROUND = AT_BARE + 3 * PIXELS,
	AT_LINE = AT_GROUND + 3,
	AT_WIDTH = AT_LINE + 3,
	CELL_BYTES,
};

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

static uint8_t byte_of(float level)
{
	return (uint8_t)(fminf(255, fmaxf(0, level)) + 0.5f);
}

static void put(uint8_t *to, struct colour c, float more)
{
	to[0] = byte_of(c.red + more);
	to[1] = byte_of(c.green + more);
	to[2] = byte_of(c.blue + more);
}

static struct colour get(const uint8_t *from, float less)
{
	return (struct colour){ (float)from[0] - less, (float)from[1] - less,
				(float)from[2] - less };
}

static int write_cell(const struct sheet *sheet, const struct panel *panel,
		      int column, int row, FILE *file)
{
	const struct panel_cell *cell = &panel->cells[row][column];
	uint8_t bytes[CELL_BYTES];
	int left = (column + SHEET_MARGIN) * SHEET_CELL;
	int top = (row + SHEET_MARGIN) * SHEET_CELL;

	bytes[0] = (uint8_t)view_class_of(cell);
	for (int i = 0; i < PIXELS; i++) {
		put(bytes + AT_PIXELS + 3 * i,
		    sheet_pixel(sheet, left + i % SHEET_CELL,
				top + i / SHEET_CELL),
		    0);
		put(bytes + AT_BARE + 3 * i, sheet->bare[i], 128);
	}
	put(bytes + AT_GROUND, sheet_ground(sheet, column + 0.5, row + 0.5), 0);
	put(bytes + AT_LINE, sheet_line(sheet, column + 0.5, row + 0.5), 0);
	bytes[AT_WIDTH] = byte_of((float)sheet->px_cell);
	return fwrite(bytes, sizeof bytes, 1, file) == 1 ? 0 : -1;
}

struct writer {
	FILE *file;
	const struct cells_order *order;
};

static int write_cells(void *to, struct sheet *sheet, const struct panel *panel,
		       struct rng *rng)
{
	const struct writer *writer = to;
	int status = bare_find(sheet);

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			if (rng && panel->cells[y][x].kind == PANEL_EMPTY &&
			    rng_below(rng, EMPTY_OF))
				continue;
			status |= write_cell(sheet, panel, x, y, writer->file);
		}
	return status;
}

int panel_cells_draw(const struct cells_order *order, FILE *file,
		     struct problem *problem)
{
	struct writer writer = { file, order };
	const struct panel_lessons lessons = { .enrich = fill,
					       .take = write_cells,
					       .to = &writer,
					       .held = order->held };

	return panel_lessons_draw(&lessons, order->first, order->count,
				  problem);
}

int panel_cells_read(struct panel_cells *cells, const char *path,
		     struct problem *problem)
{
	FILE *file = fopen(path, "rb");
	long size = -1;

	*cells = (struct panel_cells){ 0 };
	if (file && fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	if (size >= CELL_BYTES) {
		rewind(file);
		cells->count = size / CELL_BYTES;
		cells->cells = alloc_array((size_t)cells->count, CELL_BYTES);
	}
	if (!cells->cells ||
	    fread(cells->cells, CELL_BYTES, (size_t)cells->count, file) !=
		    (size_t)cells->count)
		problem_set(problem, PROBLEM_INPUT, "cannot read cells of '%s'",
			    path);
	if (file)
		fclose(file);
	return cells->cells ? 0 : -1;
}

void panel_cells_fini(struct panel_cells *cells)
{
	free(cells->cells);
}

/* Shifted, and mirrored; what comes in from outside is what is nearest. */
static int moved(int i, const struct panel_cut *cut)
{
	int x = i % SHEET_CELL + cut->dx, y = i / SHEET_CELL + cut->dy;

	x = x < 0 ? 0 : x >= SHEET_CELL ? SHEET_CELL - 1 : x;
	y = y < 0 ? 0 : y >= SHEET_CELL ? SHEET_CELL - 1 : y;
	return y * SHEET_CELL + (cut->mirrored ? SHEET_CELL - 1 - x : x);
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

enum symbol_class panel_cells_take(const struct panel_cells *cells, long i,
				   const struct panel_cut *cut,
				   struct symbol_patch *patch)
{
	const uint8_t *from = cells->cells + i * CELL_BYTES;
	struct colour pixels[PIXELS], bare[PIXELS];
	const struct symbol_cell cell = {
		.pixels = pixels,
		.bare = bare,
		.ground = get(from + AT_GROUND, 0),
		.line = get(from + AT_LINE, 0),
		.px_cell = from[AT_WIDTH],
	};
	struct symbol_window window;

	for (int k = 0; k < PIXELS; k++) {
		int at = moved(k, cut);

		pixels[k] = get(from + AT_PIXELS + 3 * at, 0);
		bare[k] = get(from + AT_BARE + 3 * at, 128);
	}
	if (cut->near)
		window = symbol_window_find(pixels, cell.ground, cell.line,
					    inset_of(&cell));
	symbol_patch_cut(&cell, cut->near ? &window : NULL, patch);
	return (enum symbol_class)from[0];
}
