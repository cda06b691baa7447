#include "light.h"

#include <math.h>

#include "panel_plane.h"

/* Grounds differ from where the light makes them by less than this share of
 * the ground's own brightness, and by so many levels: others have much of a
 * symbol or of a pointer's halo mixed in. In scenes light changes by up to .45
 * over a panel, ... */
#define GROUND_REACH 0.3
#define GROUND_LEVELS 8.0
/* ... so that a colour is changed by up to so many times. */
#define CHANGE_MOST 1.6f
/* Light that changes may be coloured (in the game red by 1.2 where blue does
 * not, over three cells), but of a colour that neither paint has much of only
 * brightness tells, which counts as so much of each: with a quarter of it
 * colours of three of the game's panels fell apart, with it alone of one. */
#define BRIGHTNESS_COUNTS 1.0f

enum { CELLS_MOST = PANEL_SIDE_MAX * PANEL_SIDE_MAX, FITS = 3 };

static struct colour sum(struct colour a, struct colour b)
{
	return (struct colour){ a.red + b.red, a.green + b.green,
				a.blue + b.blue };
}

static struct colour sheet_paints(const struct sheet *sheet, double x, double y)
{
	return sum(sheet_ground(sheet, x, y), sheet_line(sheet, x, y));
}

void light_find(const struct sheet *sheet, struct light *light)
{
	struct point at[CELLS_MOST];
	struct colour colours[CELLS_MOST];
	bool kept[CELLS_MOST];
	struct plane_samples samples = { at, colours, kept, 0 };
	double x = sheet->columns / 2.0, y = sheet->rows / 2.0, reach;

	for (int i = 0; i < sheet->columns * sheet->rows; i++) {
		struct point *to = &at[samples.count];

		*to = (struct point){ i % sheet->columns + 0.5,
				      i / sheet->columns + 0.5 };
		colours[samples.count++] = sheet_paints(sheet, to->x, to->y);
	}
	/* the lines' plane, which is well known, with a ground that is even */
	for (int k = 0; k < 3; k++)
		light->plane[k] = sheet->line[k];
	light->plane[0] = sum(light->plane[0], sheet_median_ground(sheet));
	reach = GROUND_REACH *
		colour_brightness(colour_on_plane(light->plane, x, y));
	for (int i = 0; i < FITS; i++)
		plane_refit(&samples, fmax(GROUND_LEVELS, reach), light->plane);
	light->middle = colour_on_plane(light->plane, x, y);
}

/* How many times as much of one colour the middle shows. */
static float times(float middle, float here, const float brighter[2])
{
	float change = (middle + BRIGHTNESS_COUNTS * brighter[0]) /
		       fmaxf(1, here + BRIGHTNESS_COUNTS * brighter[1]);

	return fminf(fmaxf(change, 1 / CHANGE_MOST), CHANGE_MOST);
}

struct colour light_even_out(const struct light *light, struct colour colour,
			     int column, int row)
{
	struct colour middle = light->middle;
	struct colour here =
		colour_on_plane(light->plane, column + 0.5, row + 0.5);
	float brighter[2] = { colour_brightness(middle),
			      colour_brightness(here) };

	return (struct colour){
		times(middle.red, here.red, brighter) * colour.red,
		times(middle.green, here.green, brighter) * colour.green,
		times(middle.blue, here.blue, brighter) * colour.blue,
	};
}
