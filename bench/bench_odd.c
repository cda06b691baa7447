/* What becomes of marks that no rule expects? Panels of scenes on which a dot
 * was moved beside its edge or is hardly seen, a mark was added, the starts or
 * the ends were taken away, or a ring lies around a start: each should be read
 * rightly or doubted, at its place.
 *
 *   bench_odd [--dump DIR] [COUNT [SEED]]
 *
 * Prints a line for each that was dropped or is not mentioned, and a table.
 * --dump keeps their pictures and labels; with --all before it, all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "file.h"
#include "odd_fate.h"
#include "panel_odd.h"
#include "pipeline.h"
#include "scene.h"
#include "scene_puzzles.h"
#include "usage.h"

struct bench {
	struct pipeline pipeline;
	const char *dump; /* folder for the pictures, or NULL */
	bool all;
	long fates[PANEL_ODD_KINDS][ODD_FATES];
};

/* The label of a picture of which no reading is right says "odd". */
static void dump_label(const char *folder, uint64_t seed,
		       const struct panel_odd *odd)
{
	char path[512], name[64];
	json_t *label;

	snprintf(name, sizeof name, "%llu.png", (unsigned long long)seed);
	label = json_pack("{s:s,s:b,s:[o]}", "image", name, "odd",
			  !odd->readable, "puzzles",
			  puzzle_to_json(&odd->truth));
	snprintf(path, sizeof path, "%s/%llu.json", folder,
		 (unsigned long long)seed);
	json_dump_file(label, path, JSON_COMPACT);
	json_decref(label);
}

static void tell(struct bench *bench, uint64_t seed,
		 const struct panel_odd *odd, const struct scene *scene,
		 const struct outcome_list *list, enum odd_fate fate)
{
	char path[512];

	bench->fates[odd->kind][fate]++;
	if (fate < ODD_SILENT && !bench->all)
		return;
	printf("%-12s %llu %s, mark %d at %.2f,%.2f of %.2f (%s)\n",
	       odd_fate_name(fate), (unsigned long long)seed,
	       panel_odd_name(odd->kind),
	       odd->marked ? (int)odd->mark.shape : -1, odd->mark.cell_at.x,
	       odd->mark.cell_at.y, odd->mark.radius, scene->look);
	for (size_t i = 0; i < list->count; i++)
		printf("  confidence %.3f\n", list->outcomes[i].confidence);
	fflush(stdout);
	if (!bench->dump)
		return;
	snprintf(path, sizeof path, "%s/%llu.png", bench->dump,
		 (unsigned long long)seed);
	file_save_image(path, &scene->image, NULL);
	dump_label(bench->dump, seed, odd);
}

static int judge(struct bench *bench, uint64_t seed,
		 const struct panel_odd *odd, struct problem *problem)
{
	struct scene_wish wish = scene_wish(seed);
	struct outcome_list list = { 0 };
	struct scene scene;
	int result;

	wish.mark = odd->marked ? &odd->mark : NULL;
	if (scene_draw(&odd->drawn, &wish, &scene, problem) < 0)
		return -1;
	result = pipeline_read(&bench->pipeline, &scene.image, &list, problem);
	for (size_t i = 0; result == 0 && i < list.count; i++)
		result = pipeline_solve(&bench->pipeline, &list.outcomes[i],
					problem);
	if (result == 0)
		tell(bench, seed, odd, &scene, &list,
		     odd_fate_of(odd, &scene.px_corners[0], &list));
	outcome_list_fini(&list);
	scene_fini(&scene);
	return result;
}

static int run(struct bench *bench, uint64_t seed, struct problem *problem)
{
	struct puzzle panels[SCENE_PUZZLES_MAX];
	struct panel_odd odd;
	int count =
		scene_puzzles_make(FAMILY_panel, seed, true, panels, problem);
	int result =
		count < 0 ? -1 : panel_odd_make(panels, seed, &odd, problem);

	if (result == 0) {
		result = judge(bench, seed, &odd, problem);
		puzzle_fini(&odd.drawn);
		puzzle_fini(&odd.truth);
	}
	while (count > 0)
		puzzle_fini(&panels[--count]);
	return result;
}

static void print_table(const struct bench *bench)
{
	printf("%-26s", "");
	for (int fate = 0; fate < ODD_FATES; fate++)
		printf(" %12s", odd_fate_name(fate));
	for (int kind = 0; kind < PANEL_ODD_KINDS; kind++) {
		printf("\n%-26s", panel_odd_name(kind));
		for (int fate = 0; fate < ODD_FATES; fate++)
			printf(" %12ld", bench->fates[kind][fate]);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct bench bench = { .dump = NULL };
	long count;
	uint64_t seed;
	int failed = 0;

	usage(argc, argv, "[--all] [--dump DIR] [COUNT [SEED]]");
	if (argc > 1 && !strcmp(argv[1], "--all")) {
		bench.all = true;
		argv++;
		argc--;
	}
	if (argc > 2 && !strcmp(argv[1], "--dump")) {
		bench.dump = argv[2];
		mkdir(bench.dump, 0777);
		argv += 2;
		argc -= 2;
	}
	count = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
	seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	pipeline_init(&bench.pipeline);
	bench.pipeline.families = 1u << FAMILY_panel;
	for (long i = 0; i < count; i++) {
		struct problem problem = { 0 };
		uint64_t own = seed * 1000003 + (uint64_t)i;

		if (run(&bench, own, &problem) < 0) {
			printf("FAILED %llu: %s\n", (unsigned long long)own,
			       problem.text);
			failed = 1;
		}
	}
	print_table(&bench);
	pipeline_fini(&bench.pipeline);
	return failed;
}
