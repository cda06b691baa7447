#include "scene_pillar.h"

#include <cairo.h>
#include <math.h>

#include "scene_panel_paint.h"
#include "scene_panel_pen.h"

enum { PX_CELL = SCENE_PILLAR_CELL, WIDTH = 1280, HEIGHT = 800 };

/* What lies around a pillar. */
static const uint32_t BEHIND = 0x0c0a08;

static void choose_theme(struct panel_theme *theme, struct rng *rng)
{
	panel_theme_choose(theme, PANEL_NIGHT, rng);
	theme->margin = 0.9;
	theme->framed = theme->cells_filled = false;
	theme->outside = theme->cell;
}

static int paint_flat(const struct panel *panel,
		      const struct panel_theme *theme, struct image *flat,
		      struct problem *problem)
{
	struct pen pen;
	cairo_surface_t *surface;

	if (image_init(flat, panel->columns * PX_CELL,
		       (panel->rows + 2) * PX_CELL, problem) < 0)
		return -1;
	surface = cairo_image_surface_create_for_data(
		(unsigned char *)flat->pixels, CAIRO_FORMAT_RGB24, flat->width,
		flat->height, 4 * (int)flat->stride);
	pen.cr = cairo_create(surface);
	cairo_surface_destroy(surface);
	/* the first upright line again at the end */
	for (int i = 0; i < 2; i++) {
		pen.cell_to_px =
			(struct homography){ { PX_CELL, 0,
					       i * panel->columns * PX_CELL, 0,
					       PX_CELL, PX_CELL, 0, 0, 1 } };
		panel_paint(&pen, panel, theme);
	}
	cairo_destroy(pen.cr);
	return 0;
}

static uint32_t texel(const struct image *flat, double column, double row)
{
	int x = (int)floor(column * PX_CELL) % flat->width;
	int y = (int)floor((row + 1) * PX_CELL);

	if (y < 0 || y >= flat->height)
		return BEHIND;
	return image_row(flat, y)[x < 0 ? x + flat->width : x];
}

/* What one of four samples of a pixel shows of the pillar turned by `turn`. */
static uint32_t sample(const struct image *flat,
		       const struct scene_pillar_stand *stand, double turn,
		       double x, double y)
{
	const double k = stand->distance;
	const double u = (x - WIDTH / 2.0) / (stand->radius * sqrt(k * k - 1));
	const double sine = u * k / sqrt(1 + u * u);
	double t, row;

	if (fabs(sine) >= 1)
		return BEHIND;
	t = asin(sine) - atan(u);
	row = (y - stand->level) * (k - cos(t)) / (k - 1) / stand->pitch +
	      (flat->height / PX_CELL - 2) / 2.0;
	return texel(flat, (turn + t) / (2 * M_PI) * (flat->width / PX_CELL),
		     row);
}

int scene_pillar_view(const struct image *flat,
		      const struct scene_pillar_stand *stand, double turn,
		      struct image *view, struct problem *problem)
{
	if (image_init(view, WIDTH, HEIGHT, problem) < 0)
		return -1;
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			uint32_t pixel = 0;
			unsigned sums[3] = { 0 };

			for (int i = 0; i < 4; i++) {
				uint32_t rgb =
					sample(flat, stand, turn,
					       x + 0.25 + 0.5 * (i & 1),
					       y + 0.25 + 0.25 * (i & 2));

				for (int c = 0; c < 3; c++)
					sums[c] += rgb >> 8 * c & 255;
			}
			for (int c = 0; c < 3; c++)
				pixel |= (sums[c] / 4) << 8 * c;
			image_row(view, y)[x] = pixel;
		}
	return 0;
}

static struct scene_pillar_stand choose_stand(const struct panel *panel,
					      struct rng *rng)
{
	double height = rng_real(rng, 360, 560);
	struct scene_pillar_stand stand = { .distance = rng_real(rng, 5, 14),
					    .pitch = height / panel->rows,
					    .level = rng_real(rng, 320, 480) };
	/* cells are about as wide as high */
	double wide = rng_real(rng, 0.8, 1.25) * stand.pitch;

	stand.radius = wide * panel->columns / (2 * M_PI) /
		       (stand.distance - 1) * stand.distance;
	return stand;
}

int scene_pillar_draw(const struct panel *panel, struct rng *rng,
		      struct image *views, int count, struct problem *problem)
{
	struct panel_theme theme;
	struct scene_pillar_stand stand = choose_stand(panel, rng);
	double turn = rng_real(rng, 0, 2 * M_PI);
	struct image flat;
	int result = 0;

	choose_theme(&theme, rng);
	if (paint_flat(panel, &theme, &flat, problem) < 0)
		return -1;
	for (int i = 0; i < count && result == 0; i++) {
		struct scene_pillar_stand own = stand;
		double off = rng_real(rng, -0.1, 0.1);

		own.distance *= rng_real(rng, 0.98, 1.02);
		result = scene_pillar_view(&flat, &own,
					   turn + i * 2 * M_PI / count + off,
					   &views[i], problem);
	}
	image_fini(&flat);
	return result;
}

bool scene_pillar_same(const struct puzzle *truth, const struct puzzle *seen)
{
	const struct panel *panel = &truth->as.panel;
	struct puzzle turned = *truth;

	for (int turn = 0; turn < panel->columns; turn++) {
		for (int y = 0; y < panel_height(panel); y++)
			for (int x = 0; x < panel_width(panel); x++) {
				int from = (x + 2 * turn) % panel_width(panel);

				if (panel_is_cell(x, y))
					turned.as.panel.cells[y / 2][x / 2] =
						panel->cells[y / 2][from / 2];
				else
					turned.as.panel.spots[y][x] =
						panel->spots[y][from];
			}
		if (puzzle_equal(&turned, seen, NULL))
			return true;
	}
	return false;
}
