/* Are views around a pillar joined? Random panels on upright cylinders, painted
 * as pillar.h says they are seen, each from 3 to 5 sides in any order, as a
 * player stands: not quite at equal angles, nor equally far away.
 *
 *   bench_pillars [--dump DIR] [COUNT [SEED]]
 *
 * A line for each that is not joined and read exactly, and how many are. --dump
 * keeps their views. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "buffer.h"
#include "file.h"
#include "pillar.h"
#include "pipeline.h"
#include "rng.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "scene_panel_theme.h"
#include "scene_puzzles.h"
#include "usage.h"
#include "vision.h"

enum {
	PX_CELL = 120, /* of the panel laid flat */
	WIDTH = 1280,
	HEIGHT = 800,
	VIEWS_LEAST = 3,
	VIEWS_MOST = 5,
	PILLAR_COLUMNS = 5, /* at least, so that three sides show all */
};

/* What lies around a pillar. */
static const uint32_t BEHIND = 0x0c0a08;

/* How a pillar stands before the player; pixels but for `distance`, radii. */
struct stand {
	double distance, radius, pitch, level;
	uint32_t behind;
};

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
static uint32_t sample(const struct image *flat, const struct stand *stand,
		       double turn, double x, double y)
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

static int paint_view(const struct image *flat, const struct stand *stand,
		      double turn, struct image *view, struct problem *problem)
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

static struct stand choose_stand(const struct panel *panel, struct rng *rng)
{
	double height = rng_real(rng, 360, 560);
	struct stand stand = { .distance = rng_real(rng, 5, 14),
			       .pitch = height / panel->rows,
			       .level = rng_real(rng, 320, 480) };
	/* cells are about as wide as high */
	double wide = rng_real(rng, 0.8, 1.25) * stand.pitch;

	stand.radius = wide * panel->columns / (2 * M_PI) /
		       (stand.distance - 1) * stand.distance;
	return stand;
}

static int paint_views(const struct panel *panel, struct rng *rng,
		       struct image *views, int count, struct problem *problem)
{
	struct panel_theme theme;
	struct stand stand = choose_stand(panel, rng);
	double turn = rng_real(rng, 0, 2 * M_PI);
	struct image flat;
	int result = 0;

	choose_theme(&theme, rng);
	if (paint_flat(panel, &theme, &flat, problem) < 0)
		return -1;
	for (int i = 0; i < count && result == 0; i++) {
		struct stand own = stand;
		double off = rng_real(rng, -0.1, 0.1);

		own.distance *= rng_real(rng, 0.98, 1.02);
		result = paint_view(&flat, &own,
				    turn + i * 2 * M_PI / count + off,
				    &views[i], problem);
	}
	image_fini(&flat);
	return result;
}

/* The panel with any of its columns as the first. */
static bool is_same(const struct puzzle *truth, const struct puzzle *seen)
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

/* A panel that goes around, of this seed or one after it. */
static int make_panel(uint64_t seed, struct puzzle *panel,
		      struct problem *problem)
{
	for (uint64_t own = seed * 1000;; own++) {
		struct puzzle panels[SCENE_PUZZLES_MAX];
		int count = scene_puzzles_make(FAMILY_panel, own, true, panels,
					       problem);
		bool found = false;

		if (count < 0)
			return -1;
		for (int i = 0; i < count; i++) {
			if (!found && panels[i].as.panel.wraps &&
			    panels[i].as.panel.columns >= PILLAR_COLUMNS &&
			    panels[i].as.panel.rows >= 3) {
				found = true;
				*panel = panels[i];
				continue;
			}
			puzzle_fini(&panels[i]);
		}
		if (found)
			return 0;
	}
}

static void dump(const char *folder, long number, const struct image *views,
		 int count)
{
	char path[512];

	for (int i = 0; i < count && folder; i++) {
		snprintf(path, sizeof path, "%s/pillar-%03ld-%d.png", folder,
			 number, i);
		file_save_image(path, &views[i], NULL);
	}
}

enum { EXACT, DOUBTED, APART, WRONG, GRADES };

static int judge(const struct puzzle *panel, const struct image *views,
		 const int *order, int count, char *why, size_t size)
{
	const struct image *images[VIEWS_MOST];
	struct sighting_list list = { 0 };
	struct problem problem = { 0 };
	int grade = APART;

	for (int i = 0; i < count; i++)
		images[i] = &views[order[i]];
	snprintf(why, size, "%s", "");
	if (pillar_join(images, count, &list, NULL, &problem) < 0) {
		snprintf(why, size, "%s", problem.text);
	} else {
		const struct sighting *one = &list.sightings[0];

		grade = is_same(panel, &one->puzzle)                ? EXACT
			: one->confidence < PIPELINE_CONFIDENCE_MIN ? DOUBTED
								    : WRONG;
		snprintf(why, size, "%d by %d, confidence %.3f %s",
			 one->puzzle.as.panel.columns,
			 one->puzzle.as.panel.rows, one->confidence, one->note);
	}
	sighting_list_fini(&list);
	return grade;
}

static int run(uint64_t seed, const char *folder, long number, long *grades)
{
	static const char *const names[GRADES] = { "exact", "doubted",
						   "not joined", "WRONG" };
	struct image views[VIEWS_MOST] = { 0 };
	struct problem problem = { 0 };
	struct puzzle panel;
	struct rng rng;
	char why[400];
	int order[VIEWS_MOST] = { 0 }, count, grade = GRADES;

	rng_seed(&rng, seed);
	if (make_panel(seed, &panel, &problem) < 0)
		return -1;
	count = (int)rng_between(&rng, VIEWS_LEAST, VIEWS_MOST);
	for (int i = 0; i < count; i++) {
		int k = (int)rng_between(&rng, 0, i);

		order[i] = order[k];
		order[k] = i;
	}
	if (paint_views(&panel.as.panel, &rng, views, count, &problem) == 0) {
		clock_t begin = clock();

		grade = judge(&panel, views, order, count, why, sizeof why);
		grades[grade]++;
		if (grade != EXACT) {
			printf("%-10s %ld: %d by %d from %d sides, %.0f ms: "
			       "%s\n",
			       names[grade], number, panel.as.panel.columns,
			       panel.as.panel.rows, count,
			       1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC,
			       why);
			fflush(stdout);
			dump(folder, number, views, count);
		}
	}
	for (int i = 0; i < count; i++)
		image_fini(&views[i]);
	puzzle_fini(&panel);
	return grade == GRADES ? -1 : 0;
}

int main(int argc, char **argv)
{
	const char *folder = NULL;
	long count, grades[GRADES] = { 0 };
	uint64_t seed;
	int failed = 0;

	usage(argc, argv, "[--dump DIR] [COUNT [SEED]]");
	if (argc > 2 && !strcmp(argv[1], "--dump")) {
		folder = argv[2];
		mkdir(folder, 0777);
		argv += 2;
		argc -= 2;
	}
	count = argc > 1 ? strtol(argv[1], NULL, 10) : 40;
	seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	for (long i = 0; i < count; i++)
		if (run(seed * 1000 + (uint64_t)i, folder, i, grades) < 0)
			failed = 1;
	printf("%ld pillars: %ld joined and read exactly, %ld with a fault "
	       "that is doubted, %ld not joined, %ld WRONG\n",
	       count, grades[EXACT], grades[DOUBTED], grades[APART],
	       grades[WRONG]);
	return failed;
}
