#include "symbol_colours.h"

struct symbol_tint symbol_tint_of(const struct sheet *sheet, int column,
				  int row, struct colour colour, double stroke)
{
	return (struct symbol_tint){
		.colour = colour,
		.ground = sheet_ground(sheet, column + 0.5, row + 0.5),
		.px_stroke = stroke * sheet->px_cell,
	};
}

int symbol_colours_take(const struct sheet *sheet,
			const struct symbol_look looks[][PANEL_SIDE_MAX],
			struct symbol_tint *tints, int *at)
{
	int count = 0;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++) {
			const struct symbol_look *look = &looks[y][x];

			if (look->cell.kind == PANEL_EMPTY)
				continue;
			tints[count] = symbol_tint_of(sheet, x, y, look->colour,
						      look->stroke);
			tints[count].kind = look->cell.kind;
			at[count++] = y * PANEL_SIDE_MAX + x;
		}
	return count;
}
