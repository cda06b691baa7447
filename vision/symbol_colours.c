#include "symbol_colours.h"

#include <math.h>

#include "panel_light.h"
#include "panel_rays.h"

/* How wide strokes are, cells: of squares and stars, of all others, of hollow
 * blocks whose rims were not measured. FACTS: a block is .145 wide. */
#define WIDE_STROKE 0.36
#define STROKE 0.145
#define RIM_STROKE 0.03
/* Pictures that are not blurred have edges that deviate so many pixels at the
 * most; in others strokes have as much of the ground mixed in as if they were
 * as many times as thin. */
#define BLUR_USUAL 0.75

/* How wide a symbol's strokes are, pixels. */
static double stroke_px(const struct sheet *sheet,
			const struct symbol_look *look)
{
	bool wide = look->cell.kind == PANEL_SQUARE ||
		    look->cell.kind == PANEL_STAR;
	double px = fmin(SHEET_CELL, sheet->px_cell);

	if (look->cell.negative)
		return look->rim_px > 0 ? look->rim_px : RIM_STROKE * px;
	return (wide ? WIDE_STROKE : STROKE) * px;
}

/* As how many times as thin they look. */
static double thinned(const struct sheet *sheet)
{
	double px = fmin(SHEET_CELL, sheet->px_cell);

	return fmax(1, rays_blur(sheet) * px / SHEET_CELL / BLUR_USUAL);
}

int symbol_colours_take(const struct sheet *sheet,
			const struct symbol_look looks[][PANEL_SIDE_MAX],
			struct thin_symbol *symbols, int *at)
{
	double thin = thinned(sheet);
	struct light light;
	int count = 0;

	light_find(sheet, &light);
	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			const struct symbol_look *look = &looks[y][x];
			struct colour ground =
				sheet_ground(sheet, x + 0.5, y + 0.5);

			if (look->cell.kind == PANEL_EMPTY)
				continue;
			symbols[count] = (struct thin_symbol){
				.colour = light_even_out(&light, look->colour,
							 x, y),
				.ground = light_even_out(&light, ground, x, y),
				.px = stroke_px(sheet, look) / thin,
			};
			at[count++] = y * PANEL_SIDE_MAX + x;
		}
	return count;
}
