/* draw_cells FILE KIND FIRST COUNT: draws cells of panels as the networks see
 * them (panel_cells.h). KIND:
 *
 *   scenes       those of COUNT scenes from number FIRST on, to learn from
 *   held         ... as the puzzles have them
 *   designs      COUNT single ones in designs of their own, of seed FIRST
 *   plain, hard  ... in designs that are kept for testing: as a person reads
 *                them easily, or as hard as those to learn from
 *   looks        COUNT designs, as pictures into the folder FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cell_scene.h"
#include "panel_cells.h"

enum kind { SCENES, HELD, DESIGNS, PLAIN, HARD, LOOKS, KINDS };

static const char *const kinds[KINDS] = { "scenes", "held", "designs",
					  "plain",  "hard", "looks" };

/* The sizes of designs, pixels, most of them small. */
static const double PX_LOW = 16, PX_SMALL = 45, PX_HIGH = 110;
static const double SMALL_SHARE = 0.7;

static int save(const struct cell_scene_maker *maker, const char *folder,
		long number, const struct cell_scene *scene)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%03ld-%d.png", folder, number,
		 (int)scene->label);
	return cell_scene_save(maker, path);
}

static int draw_designs(enum kind kind, uint64_t seed, long count,
			const char *path, FILE *file)
{
	bool tested = kind == PLAIN || kind == HARD;
	struct cell_order order = { tested ? FIGURE_TEST : FIGURE_TRAIN, PX_LOW,
				    PX_HIGH, kind == PLAIN };
	struct cell_scene_maker *maker = cell_scene_maker_new(seed);
	struct rng rng;
	int status = maker ? 0 : -1;

	rng_seed(&rng, seed + 1);
	for (long i = 0; status == 0 && i < count; i++) {
		struct cell_scene scene;

		if (!tested)
			order.px_high = figure_chance(&rng, SMALL_SHARE)
						? PX_SMALL
						: PX_HIGH;
		cell_scene_make(maker, &order, &scene);
		status = kind == LOOKS
				 ? save(maker, path, i, &scene)
				 : panel_cells_put(file, scene.label,
						   &scene.patch, &scene.near);
	}
	cell_scene_maker_free(maker);
	return status;
}

static int draw(enum kind kind, long first, long count, const char *path)
{
	struct problem problem = { 0 };
	FILE *file = kind == LOOKS ? NULL : fopen(path, "wb");
	int status = file || kind == LOOKS ? 0 : -1;

	if (status == 0)
		status = kind > HELD
				 ? draw_designs(kind, (uint64_t)first, count,
						path, file)
				 : panel_cells_draw(first, count, kind == HELD,
						    file, &problem);
	if (file && fclose(file))
		status = -1;
	if (status < 0)
		fprintf(stderr, "draw_cells: cannot write '%s'; %s\n", path,
			problem.text);
	return status;
}

int main(int argc, char **argv)
{
	int kind = 0;

	while (argc == 5 && kind < KINDS && strcmp(argv[2], kinds[kind]) != 0)
		kind++;
	if (argc != 5 || kind == KINDS) {
		fprintf(stderr, "Usage: draw_cells FILE KIND FIRST COUNT\n");
		return 64;
	}
	return draw((enum kind)kind, atol(argv[3]), atol(argv[4]), argv[1]) < 0
		       ? 4
		       : 0;
}
