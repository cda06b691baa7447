/* A flat panel, drawn plainly onto a picture. */
#ifndef FLAT_PANEL_H
#define FLAT_PANEL_H

#include <stdbool.h>
#include <stdint.h>

#include "image.h"
#include "sheet.h"

enum { SIZE = 480, PITCH = 70, LEFT = 100, CELLS = 4, HALF = 10 };
#define GROUND 0x00a888
#define LINE 0x354444

static inline void open_image(struct image *image)
{
	struct problem problem = { 0 };

	assert_int_equal(image_init(image, SIZE, SIZE, &problem), 0);
}

/* Is the pixel on a line of the panel? */
static inline bool is_line(int x, int y)
{
	int u = x - LEFT + HALF, v = y - LEFT + HALF;
	int most = CELLS * PITCH + 2 * HALF;

	return u >= 0 && v >= 0 && u < most && v < most &&
	       (u % PITCH < 2 * HALF || v % PITCH < 2 * HALF);
}

static inline void draw_panel(struct image *image)
{
	for (int y = 0; y < SIZE; y++)
		for (int x = 0; x < SIZE; x++)
			image_row(image, y)[x] = is_line(x, y) ? LINE : GROUND;
}

/* The panel on a picture of its own; image_fini frees. */
static inline void open_panel(struct image *image)
{
	open_image(image);
	draw_panel(image);
}

static inline void open_sheet(struct sheet *sheet, const struct image *image)
{
	const struct panel_place place = {
		.columns = CELLS,
		.rows = CELLS,
		.cell_to_px = { { PITCH, 0, LEFT, 0, PITCH, LEFT, 0, 0, 1 } },
	};

	assert_int_equal(sheet_init(sheet, image, &place, 1), 0);
}

#endif
