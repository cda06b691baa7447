#include "symbol_colours.h"

#include "panel_light.h"

int symbol_colours_take(const struct sheet *sheet,
			const struct symbol_look looks[][PANEL_SIDE_MAX],
			struct symbol_tint *tints, int *at)
{
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
			tints[count] = (struct symbol_tint){
				.colour = light_even_out(&light, look->colour,
							 x, y),
				.ground = light_even_out(&light, ground, x, y),
				.px_stroke = look->stroke * sheet->px_cell,
				.kind = look->cell.kind,
			};
			at[count++] = y * PANEL_SIDE_MAX + x;
		}
	return count;
}
