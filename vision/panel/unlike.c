
#include <math.h>

#include "panel_plane.h"
#include "rectify.h"

/* The line's colour at the start of a row of sheet pixels, and how it changes
 * from cell to cell: within the lattice and outside. */
struct line_row {
	struct colour start[2], step[2];
	bool outside; /* all of the row */
};

static struct line_row line_row(const struct sheet *sheet, int y)
{
	double x = sheet_to_cell(0), cell_y = sheet_to_cell(y);

	return (struct line_row){
		{ colour_on_plane(sheet->line, x, cell_y),
		  colour_on_plane(sheet->rim, x, cell_y) },
		{ sheet->line[1], sheet->rim[1] },
		cell_y < 0 || cell_y > sheet->rows,
	};
}

static inline float unlike_of(const struct sheet *sheet, struct colour pixel,
			      const struct line_row *row, int x, int y)
{
	bool outside = row->outside || x < SHEET_MARGIN * SHEET_CELL ||
		       x >= (SHEET_MARGIN + sheet->columns) * SHEET_CELL;
	const struct colour *start = &row->start[outside];
	const struct colour *step = &row->step[outside];
	float along = (float)x / SHEET_CELL;
	float red = pixel.red - start->red - along * step->red;
	float green = pixel.green - start->green - along * step->green;
	float blue = pixel.blue - start->blue - along * step->blue;
	float contrast = sheet->contrast[y / SHEET_CELL][x / SHEET_CELL];

	return sqrtf(red * red + green * green + blue * blue) /
	       (contrast > 1 ? contrast : 1);
}

/* The same of a pixel that was not worked out yet. */
static double unlike_at(const struct sheet *sheet, const struct line_row *row,
			int x, int y)
{
	return unlike_of(sheet, sheet_pixel(sheet, x, y), row, x, y);
}

static inline double between(double at, double most)
{
	return at > 0 ? at < most ? at : most : 0;
}

double sheet_unlike(const struct sheet *sheet, double cell_x, double cell_y)
{
	double x = (cell_x + SHEET_MARGIN) * SHEET_CELL - 0.5;
	double y = (cell_y + SHEET_MARGIN) * SHEET_CELL - 0.5;
	struct line_row rows[2];
	int left, top;

	x = between(x, sheet->width - 1.001);
	y = between(y, sheet->height - 1.001);
	left = (int)x;
	top = (int)y;
	x -= left;
	y -= top;
	if (sheet->unlike) {
		const float *at = sheet->unlike + top * sheet->width + left;

		return (1 - y) * ((1 - x) * at[0] + x * at[1]) +
		       y * ((1 - x) * at[sheet->width] +
			    x * at[sheet->width + 1]);
	}
	rows[0] = line_row(sheet, top);
	rows[1] = line_row(sheet, top + 1);
	return (1 - y) * ((1 - x) * unlike_at(sheet, &rows[0], left, top) +
			  x * unlike_at(sheet, &rows[0], left + 1, top)) +
	       y * ((1 - x) * unlike_at(sheet, &rows[1], left, top + 1) +
		    x * unlike_at(sheet, &rows[1], left + 1, top + 1));
}

/* Of a cell's pixels in a row: there contrast and line's model stay. */
static void set_unlike_cell(struct sheet *sheet, const struct line_row *row,
			    int cell, int y)
{
	int first = cell * SHEET_CELL;
	const struct colour *pixels = sheet->pixels + y * sheet->width + first;
	float *unlike = sheet->unlike + y * sheet->width + first;
	bool outside = row->outside || cell < SHEET_MARGIN ||
		       cell >= SHEET_MARGIN + sheet->columns;
	struct colour start = row->start[outside], step = row->step[outside];
	float contrast = sheet->contrast[y / SHEET_CELL][cell];

	contrast = contrast > 1 ? contrast : 1;
	for (int x = 0; x < SHEET_CELL; x++) {
		float along = (float)(first + x) / SHEET_CELL;
		float red = pixels[x].red - start.red - along * step.red;
		float green =
			pixels[x].green - start.green - along * step.green;
		float blue = pixels[x].blue - start.blue - along * step.blue;

		unlike[x] = sqrtf(red * red + green * green + blue * blue) /
			    contrast;
	}
}

void sheet_set_unlike(struct sheet *sheet)
{
	for (int y = 0; y < sheet->height; y++) {
		struct line_row row = line_row(sheet, y);

		for (int cell = 0; cell * SHEET_CELL < sheet->width; cell++)
			set_unlike_cell(sheet, &row, cell, y);
	}
}
