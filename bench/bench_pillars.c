/* Are views around a pillar joined? Random panels on upright cylinders, painted
 * by scene_pillar.h, each from 3 to 5 sides in any order, as a
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
#include "scene_pillar.h"
#include "scene_puzzles.h"
#include "usage.h"
#include "vision.h"

enum {
	VIEWS_LEAST = 3,
	VIEWS_MOST = 5,
	PILLAR_COLUMNS = 5, /* at least, so that three sides show all */
};

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

		grade = scene_pillar_same(panel, &one->puzzle)      ? EXACT
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
	if (scene_pillar_draw(&panel.as.panel, &rng, views, count, &problem) ==
	    0) {
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
