/* Are panels found where there are none? Screens of other programs (the games
 * of sgt-puzzles), rooms and pages without a panel, scenes of the other
 * families and the pictures named: everything that is found or left out is
 * listed.
 *
 *   bench_nothing [--dump DIR] [FOLDER...]
 *
 * Folders hold pictures without a panel. The games draw other boards each time:
 * --dump keeps the screens on which something was found. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "pipeline.h"
#include "scene.h"
#include "scene_puzzles.h"
#include "usage.h"

enum {
	ROOMS = 120,    /* rooms and pages without a panel */
	SCENES = 20,    /* a family */
	GAMES_EACH = 3, /* screens of each game */
	SEED = 70000
};

static const char games[] = "/usr/games";

struct bench {
	struct pipeline pipeline;
	const char *dump; /* folder for what is wrongly found, or NULL */
	long screens, found, sure, left_out;
};

static void look(struct bench *bench, const char *name,
		 const struct image *image)
{
	struct outcome_list list = { 0 };
	struct problem problem = { 0 };
	char path[512];

	bench->screens++;
	if (pipeline_read(&bench->pipeline, image, &list, &problem) < 0)
		printf("FAILED %s: %s\n", name, problem.text);
	for (size_t i = 0; i < list.count; i++) {
		const struct outcome *outcome = &list.outcomes[i];
		bool sure = pipeline_reading_sure(outcome);

		bench->found++;
		bench->sure += sure;
		printf("%s %s (confidence %.3f): %d by %d at %.0f,%.0f\n",
		       sure ? "SURE " : "found", name, outcome->confidence,
		       outcome->puzzle.as.panel.columns,
		       outcome->puzzle.as.panel.rows,
		       outcome->px_corners.corner[0].x,
		       outcome->px_corners.corner[0].y);
	}
	for (int i = 0; i < list.left_out_count; i++)
		printf("left out %s: %s at %.0f,%.0f\n", name,
		       list.left_out[i].what,
		       list.left_out[i].px_corners.corner[0].x,
		       list.left_out[i].px_corners.corner[0].y);
	bench->left_out += list.left_out_count;
	if ((list.count || list.left_out_count) && bench->dump) {
		snprintf(path, sizeof path, "%s/%s.png", bench->dump, name);
		file_save_image(path, image, NULL);
	}
	outcome_list_fini(&list);
}

static void look_at_rooms(struct bench *bench)
{
	for (int i = 0; i < ROOMS; i++) {
		struct scene_wish wish = scene_wish(SEED + (uint64_t)i);
		struct problem problem = { 0 };
		struct scene scene;
		char name[32];

		snprintf(name, sizeof name, "room-%d", i);
		if (scene_draw_empty(FAMILY_panel, &wish, &scene, &problem) <
		    0) {
			printf("FAILED %s: %s\n", name, problem.text);
			continue;
		}
		look(bench, name, &scene.image);
		scene_fini(&scene);
	}
}

static void look_at_scene(struct bench *bench, enum family family, int number)
{
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	struct scene_wish wish = scene_wish(SEED + (uint64_t)number);
	struct problem problem = { 0 };
	struct scene scene;
	char name[64];
	int count =
		scene_puzzles_make(family, wish.seed, true, puzzles, &problem);

	snprintf(name, sizeof name, "%s-%d", puzzle_family(family)->name,
		 number);
	if (count < 0 ||
	    scene_draw_page(puzzles, count, &wish, &scene, &problem) < 0) {
		printf("FAILED %s: %s\n", name, problem.text);
	} else {
		look(bench, name, &scene.image);
		scene_fini(&scene);
	}
	while (count > 0)
		puzzle_fini(&puzzles[--count]);
}

static void look_at_file(struct bench *bench, const char *path,
			 const char *name)
{
	struct problem problem = { 0 };
	struct image image = { 0 };

	if (file_load_image(path, &image, &problem) == 0)
		look(bench, name, &image);
	image_fini(&image);
}

/* The game draws a random board of its own choice. */
static void look_at_game(struct bench *bench, const char *game,
			 const char *picture)
{
	char command[600];

	snprintf(command, sizeof command, "%s/%s --screenshot %s 2>/dev/null",
		 games, game, picture);
	for (int i = 0; i < GAMES_EACH; i++) {
		char name[300];

		snprintf(name, sizeof name, "%s-%d", game, i);
		if (system(command) == 0)
			look_at_file(bench, picture, name);
	}
}

static void look_at_games(struct bench *bench)
{
	char folder[] = "/tmp/nothing-XXXXXX";
	char picture[64];
	struct dirent **entries;
	int count = scandir(games, &entries, NULL, alphasort);

	if (count < 0 || !mkdtemp(folder))
		return;
	snprintf(picture, sizeof picture, "%s/game.png", folder);
	for (int i = 0; i < count; i++) {
		if (!strncmp(entries[i]->d_name, "sgt-", 4))
			look_at_game(bench, entries[i]->d_name, picture);
		free(entries[i]);
	}
	free(entries);
	unlink(picture);
	rmdir(folder);
}

static void look_at_folder(struct bench *bench, const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		const char *dot = strrchr(name, '.');
		char path[512];

		snprintf(path, sizeof path, "%s/%s", folder, name);
		if (entries[i]->d_type == DT_DIR && name[0] != '.')
			look_at_folder(bench, path);
		else if (dot && (!strcmp(dot, ".png") || !strcmp(dot, ".jpg")))
			look_at_file(bench, path, name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

int main(int argc, char **argv)
{
	struct bench bench = { 0 };
	int first = 1;

	usage(argc, argv,
	      "[--dump DIR] [FOLDER...]\n"
	      "Screens without a panel, and pictures below folders: is one "
	      "found anywhere?\n"
	      "--dump puts such pictures into a folder.");
	if (argc > 2 && !strcmp(argv[1], "--dump")) {
		bench.dump = argv[2];
		first = 3;
		mkdir(bench.dump, 0777); /* which may be there */
	}
	pipeline_init(&bench.pipeline);
	bench.pipeline.families = 1u << FAMILY_panel;
	look_at_rooms(&bench);
	for (int i = 0; i < FAMILY_COUNT; i++)
		for (int k = 0; i != FAMILY_panel &&
				scene_family((enum family)i) && k < SCENES;
		     k++)
			look_at_scene(&bench, (enum family)i, k);
	look_at_games(&bench);
	for (int i = first; i < argc; i++)
		look_at_folder(&bench, argv[i]);
	printf("%ld screens without a panel: %ld found, %ld of them surely, "
	       "%ld told to be none to solve\n",
	       bench.screens, bench.found, bench.sure, bench.left_out);
	pipeline_fini(&bench.pipeline);
	return bench.sure ? 1 : 0;
}
