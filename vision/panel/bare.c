#include "bare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "rectify.h"

/* Of the cells these are bare: a quarter, as most panels have more, but two,
 * so that none tells of itself alone, and no more than cost nothing. */
enum { BARE_SHARE = 4, BARE_LEAST = 2, BARE_MOST = 9 };
/* Blurred lines reach in so far from their edges, cells. */
#define BARE_INSET 0.07

struct emptiness {
	int column, row;
	float most; /* what stands out of its ground */
};

static struct colour cell_pixel(const struct sheet *sheet,
				const struct emptiness *cell, int i)
{
	return sheet_pixel(
		sheet,
		(cell->column + SHEET_MARGIN) * SHEET_CELL + i % SHEET_CELL,
		(cell->row + SHEET_MARGIN) * SHEET_CELL + i / SHEET_CELL);
}

static struct colour ground_of(const struct sheet *sheet,
			       const struct emptiness *cell)
{
	return sheet_ground(sheet, cell->column + 0.5, cell->row + 0.5);
}

/* The most that four pixels at a time differ from the cell's ground, beyond
 * what bare cells do (NULL: at all). */
static float most_of(const struct sheet *sheet, const struct emptiness *cell,
		     const struct colour *bare)
{
	struct colour ground = ground_of(sheet, cell);
	int first =
		(int)ceil((sheet->line_width / 2 + BARE_INSET) * SHEET_CELL);
	float above[SHEET_CELL] = { 0 }, most = 0;

	for (int y = first; y < SHEET_CELL - first; y++) {
		float left = 0;

		for (int x = first; x < SHEET_CELL - first; x++) {
			int i = y * SHEET_CELL + x;
			struct colour usual = ground;
			float off;

			if (bare) {
				usual.red += bare[i].red;
				usual.green += bare[i].green;
				usual.blue += bare[i].blue;
			}
			off = (float)colour_distance(cell_pixel(sheet, cell, i),
						     usual);
			/* above[x] is of the pair of pixels that ends there */
			if (y > first && x > first)
				most = fmaxf(most, (above[x] + left + off) / 4);
			above[x] = left + off;
			left = off;
		}
	}
	return most;
}

static int by_most(const void *a, const void *b)
{
	float d = ((const struct emptiness *)a)->most -
		  ((const struct emptiness *)b)->most;

	return (d > 0) - (d < 0);
}

static int count_bare(int cells)
{
	int count = cells / BARE_SHARE;

	count = count < BARE_LEAST ? BARE_LEAST : count;
	count = count > BARE_MOST ? BARE_MOST : count;
	return count < cells ? count : cells;
}

/* Adds a share of how far a cell is off its ground. */
static void add_bare(struct sheet *sheet, const struct emptiness *cell,
		     float share)
{
	struct colour ground = ground_of(sheet, cell);

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		struct colour c = cell_pixel(sheet, cell, i);

		sheet->bare[i].red += share * (c.red - ground.red);
		sheet->bare[i].green += share * (c.green - ground.green);
		sheet->bare[i].blue += share * (c.blue - ground.blue);
	}
}

int bare_find(struct sheet *sheet)
{
	struct emptiness cells[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	int count = 0, used;

	if (!sheet->bare)
		sheet->bare = alloc_array((size_t)SHEET_CELL * SHEET_CELL,
					  sizeof *sheet->bare);
	if (!sheet->bare)
		return -1;
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			struct emptiness *cell = &cells[count++];

			*cell = (struct emptiness){ x, y, 0 };
			cell->most = most_of(sheet, cell, NULL);
		}
	qsort(cells, (size_t)count, sizeof *cells, by_most);
	used = count_bare(count);
	memset(sheet->bare, 0,
	       (size_t)SHEET_CELL * SHEET_CELL * sizeof *sheet->bare);
	for (int k = 0; k < used; k++)
		add_bare(sheet, &cells[k], 1 / (float)used);
	return 0;
}

double bare_most(const struct sheet *sheet, int column, int row)
{
	const struct emptiness cell = { column, row, 0 };

	return most_of(sheet, &cell, NULL);
}

double bare_beyond(const struct sheet *sheet, int column, int row)
{
	const struct emptiness cell = { column, row, 0 };

	return most_of(sheet, &cell, sheet->bare);
}
