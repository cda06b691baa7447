/* How exactly are puzzles read? Compares what the reader says with the truth,
 * over folders of labelled pictures, boards of a real client made on the spot
 * and scenes of our own; every family alike.
 *
 *   accuracy DIR...                   every label DIR/NAME.json and its picture
 *   accuracy --client 500             Train Tracks by sgt-tracks
 *   accuracy --client 40 --tile 18    ... at 18 pixels a square
 *   accuracy --scenes tracks:60      pictures of our own
 *   --seed N --dump OUT --solve --family NAME,... --verbose
 *   --results FILE.tsv                a line a puzzle, to compare readers by
 *
 * judge.h says what becomes of each puzzle. */
#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "judge.h"
#include "pillar.h"
#include "rng.h"
#include "scene.h"
#include "scene_puzzles.h"
#include "sgt_tracks.h"

struct bench {
	uint64_t seed;
	bool caps;
	long client, scenes;
	int px_tile; /* of the client's boards; 0: of any size */
	enum family scene_family;
	const char *folders[64];
	int folder_count;
	long failed; /* labels, boards and scenes that could not be judged */
	struct judge judge;
};

static void fail(struct bench *bench, const char *what, const char *why)
{
	printf("FAILED    %s: %s\n", what, why);
	bench->failed++;
}

static bool corners_from_json(const json_t *json, struct quad *quad)
{
	const json_t *list = json_object_get(json, "corners");

	for (size_t i = 0; i < 4; i++) {
		const json_t *pair = json_array_get(list, i);

		if (json_array_size(pair) != 2)
			return false;
		quad->corner[i].x = json_number_value(json_array_get(pair, 0));
		quad->corner[i].y = json_number_value(json_array_get(pair, 1));
	}
	return true;
}

/* The label's puzzles of wanted families that exist. */
static int truths_from_label(const struct bench *bench, const json_t *label,
			     struct truth *truths, struct problem *problem)
{
	int count = 0;
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(label, "puzzles"), index, item)
	{
		const char *name =
			json_string_value(json_object_get(item, "family"));
		enum family family =
			name ? puzzle_family_named(name) : FAMILY_COUNT;
		struct truth *truth = &truths[count];

		if (family == FAMILY_COUNT ||
		    !(bench->judge.pipeline.families & 1u << family) ||
		    count == TRUTHS_MAX)
			continue;
		*truth = (struct truth){ 0 };
		if (puzzle_from_json(item, &truth->puzzle, problem) < 0)
			return -1;
		truth->has_corners =
			corners_from_json(item, &truth->px_corners);
		count++;
	}
	return count;
}

/* A pillar's label names several views of one panel. */
static int load_views(const json_t *list, const char *folder,
		      struct image *images, struct problem *problem)
{
	int count = 0;
	size_t index;
	json_t *name;

	json_array_foreach(list, index, name)
	{
		char path[512];

		if (count == PILLAR_VIEWS_MOST)
			break;
		snprintf(path, sizeof path, "%s/%s", folder,
			 json_string_value(name));
		if (file_load_image(path, &images[count], problem) < 0)
			break;
		count++;
	}
	return count;
}

/* Where a label's picture is from: its program, or what its file's name says
 * before the number. The caller frees. */
static char *source_of(const json_t *label, const char *file)
{
	const char *source =
		json_string_value(json_object_get(label, "source"));
	size_t length;

	if (source) {
		const char *more = strstr(source, " (");

		return strndup(source,
			       more ? (size_t)(more - source) : strlen(source));
	}
	length = strcspn(file, "0123456789.");
	while (length && strchr("-_", file[length - 1]))
		length--;
	return strndup(file, length);
}

/* The last two parts of a folder's path, and a slash. */
static void shorten(const char *folder, char *text, size_t size)
{
	size_t end = strlen(folder), start;
	int parts = 0;

	while (end && folder[end - 1] == '/')
		end--;
	for (start = end; start; start--)
		if (folder[start - 1] == '/' && ++parts == 2)
			break;
	snprintf(text, size, "%.*s/", (int)(end - start), folder + start);
}

static void run_views(struct bench *bench, const char *folder, const char *file,
		      const json_t *label)
{
	struct image images[PILLAR_VIEWS_MOST] = { 0 };
	struct truth truths[TRUTHS_MAX];
	struct problem problem = { 0 };
	const json_t *list = json_object_get(label, "images");
	int count = load_views(list, folder, images, &problem);
	int puzzles =
		count ? truths_from_label(bench, label, truths, &problem) : 0;

	if (problem.kind != PROBLEM_NONE)
		fail(bench, file, problem.text);
	else if (puzzles == 1)
		judge_views(&bench->judge, file, images, count, truths,
			    &problem);
	for (int i = 0; i < puzzles; i++)
		puzzle_fini(&truths[i].puzzle);
	for (int i = 0; i < count; i++)
		image_fini(&images[i]);
}

static void run_label(struct bench *bench, const char *folder, const char *file)
{
	char path[512];
	struct truth truths[TRUTHS_MAX];
	struct problem problem = { 0 };
	struct image image = { 0 };
	json_error_t error;
	json_t *label;
	const char *picture;
	char *source;
	int count = 0;

	snprintf(path, sizeof path, "%s/%s", folder, file);
	label = json_load_file(path, 0, &error);
	source = label ? source_of(label, file) : NULL;
	if (!source) {
		fail(bench, path, label ? "no memory" : error.text);
		json_decref(label);
		return;
	}
	bench->judge.source = source;
	picture = json_string_value(json_object_get(label, "image"));
	if (!picture) {
		run_views(bench, folder, file, label);
		goto done;
	}
	count = truths_from_label(bench, label, truths, &problem);
	snprintf(path, sizeof path, "%s/%s", folder, picture);
	if (count < 0 || file_load_image(path, &image, &problem) < 0 ||
	    judge_picture(&bench->judge, picture, &image, truths, count,
			  &problem) < 0)
		fail(bench, path, problem.text);
	for (int i = 0; i < count; i++)
		puzzle_fini(&truths[i].puzzle);
	image_fini(&image);
done:
	bench->judge.source = "-";
	free(source);
	json_decref(label);
}

static int is_label(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 5 && !strcmp(entry->d_name + length - 5, ".json");
}

static void run_folder(struct bench *bench, const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_label, alphasort);
	char shown[256];

	if (count < 0) {
		fail(bench, folder, "no such folder");
		return;
	}
	shorten(folder, shown, sizeof shown);
	bench->judge.record.folder = shown;
	for (int i = 0; i < count; i++) {
		run_label(bench, folder, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	bench->judge.record.folder = "";
}

/* One board of the real client: 6x6 to 15x15, any difficulty, squares of 24
 * to 96 pixels where no other size is wished, four palettes. */
static int run_client_board(struct bench *bench, long number, const char *path,
			    struct problem *problem)
{
	struct rng rng;
	struct truth truth = { .has_corners = true };
	struct image image = { 0 };
	struct buffer id;
	char name[128];
	int columns, rows, px_tile, palette;
	char difficulty;
	int result = -1;

	rng_seed(&rng, bench->seed + (uint64_t)number);
	columns = rng_between(&rng, 6, 15);
	rows = rng_below(&rng, 2) ? columns : rng_between(&rng, 6, 15);
	px_tile =
		SGT_TRACKS_PX_STEP * rng_between(&rng, 24 / SGT_TRACKS_PX_STEP,
						 96 / SGT_TRACKS_PX_STEP);
	if (bench->px_tile)
		px_tile = bench->px_tile;
	palette = (int)rng_below(&rng, SGT_PALETTES);
	difficulty = "eth"[rng_below(&rng, 3)];
	snprintf(name, sizeof name, "client-%04ld-%dx%d%c-%dpx-%s", number,
		 columns, rows, difficulty, px_tile,
		 sgt_palette(palette)->name);
	buffer_init(&id);
	if (sgt_tracks_generate(columns, rows, difficulty,
				(unsigned)rng_next(&rng), &id, problem) == 0 &&
	    sgt_tracks_parse(buffer_text(&id), &truth.puzzle, problem) == 0 &&
	    sgt_tracks_screenshot(buffer_text(&id), px_tile,
				  sgt_palette(palette), path, problem) == 0 &&
	    file_load_image(path, &image, problem) == 0) {
		truth.px_corners = sgt_tracks_corners(&truth.puzzle.as.tracks,
						      px_tile, image.width);
		result = judge_picture(&bench->judge, name, &image, &truth, 1,
				       problem);
	}
	image_fini(&image);
	buffer_fini(&id);
	return result;
}

static void run_client(struct bench *bench)
{
	char folder[] = "/tmp/accuracy-XXXXXX";
	char path[64];

	if (!bench->client)
		return;
	if (!mkdtemp(folder)) {
		fail(bench, folder, strerror(errno));
		return;
	}
	snprintf(path, sizeof path, "%s/board.png", folder);
	for (long i = 0; i < bench->client; i++) {
		struct problem problem = { 0 };

		char name[32];

		snprintf(name, sizeof name, "board %ld", i);
		if (run_client_board(bench, i, path, &problem) < 0)
			fail(bench, name, problem.text);
	}
	unlink(path);
	rmdir(folder);
}

static int judge_scene(struct bench *bench, long number,
		       const struct puzzle *puzzles, int count,
		       struct problem *problem)
{
	struct scene_wish wish =
		scene_wish(bench->seed * 1000003 + (uint64_t)number);
	struct truth truths[SCENE_PUZZLES_MAX] = { 0 };
	struct scene scene;
	char name[480];
	int result;

	wish.caps = bench->caps;
	if (scene_draw_page(puzzles, count, &wish, &scene, problem) < 0)
		return -1;
	for (int i = 0; i < count; i++)
		truths[i] = (struct truth){ .puzzle = puzzles[i],
					    .has_corners = true,
					    .px_corners = scene.px_corners[i],
					    .strain = &scene.strains[i] };
	snprintf(name, sizeof name, "scene-%04ld %s", number, scene.look);
	/* the look is for the person, the dumped file needs a plain name */
	if (bench->judge.dump) {
		printf("%s\n", name);
		name[10] = '\0';
	}
	result = judge_picture(&bench->judge, name, &scene.image, truths, count,
			       problem);
	scene_fini(&scene);
	return result;
}

static void run_scene(struct bench *bench, long number)
{
	uint64_t seed = bench->seed * 1000003 + (uint64_t)number;
	struct problem problem = { 0 };
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	int count = scene_puzzles_make(bench->scene_family, seed,
				       bench->judge.solve, puzzles, &problem);

	if (count < 0 ||
	    judge_scene(bench, number, puzzles, count, &problem) < 0) {
		char name[32];

		snprintf(name, sizeof name, "scene %ld", number);
		fail(bench, name, problem.text);
	}
	while (count > 0)
		puzzle_fini(&puzzles[--count]);
}

enum {
	KEY_CLIENT = 256,
	KEY_TILE,
	KEY_SCENES,
	KEY_SEED,
	KEY_DUMP,
	KEY_SOLVE,
	KEY_FAMILY,
	KEY_VERBOSE,
	KEY_RESULTS,
	KEY_CAPS
};

static const struct argp_option options[] = {
	{ .name = "client",
	  .key = KEY_CLIENT,
	  .arg = "N",
	  .doc = "N boards of the Tracks game of sgt-puzzles" },
	{ .name = "tile",
	  .key = KEY_TILE,
	  .arg = "PX",
	  .doc = "... whose squares are PX pixels wide, a multiple of 6 "
		 "(default 24 to 96)" },
	{ .name = "scenes",
	  .key = KEY_SCENES,
	  .arg = "FAMILY:N",
	  .doc = "N scenes of our own" },
	{ .name = "caps",
	  .key = KEY_CAPS,
	  .doc = "... of panels whose starts and ends have colours of their "
		 "own" },
	{ .name = "seed",
	  .key = KEY_SEED,
	  .arg = "N",
	  .doc = "Other boards and looks (default 1)" },
	{ .name = "dump",
	  .key = KEY_DUMP,
	  .arg = "DIR",
	  .doc = "Put pictures that are not read exactly there (--verbose: "
		 "all)" },
	{ .name = "solve",
	  .key = KEY_SOLVE,
	  .doc = "Solve too: repairs readings, tells answers from doubts" },
	{ .name = "family",
	  .key = KEY_FAMILY,
	  .arg = "NAME",
	  .doc = "Only this family" },
	{ .name = "verbose",
	  .key = KEY_VERBOSE,
	  .doc = "Name the exact ones too" },
	{ .name = "results",
	  .key = KEY_RESULTS,
	  .arg = "FILE",
	  .doc = "Write a line a puzzle there: picture, family and exact, "
		 "misread, missed, answered-wrongly or extra" },
	{ 0 },
};

static enum family family_of(const char *name, struct argp_state *state)
{
	enum family family = puzzle_family_named(name);

	if (family == FAMILY_COUNT)
		argp_error(state, "no such family: '%s'", name);
	return family;
}

static void parse_scenes(struct bench *bench, char *value,
			 struct argp_state *state)
{
	char *colon = strchr(value, ':');

	if (!colon) {
		argp_error(state, "--scenes wants FAMILY:N");
		return;
	}
	*colon = '\0';
	bench->scene_family = family_of(value, state);
	bench->scenes = strtol(colon + 1, NULL, 10);
}

static error_t parse(int key, char *value, struct argp_state *state)
{
	struct bench *bench = state->input;

	switch (key) {
	case KEY_CLIENT:
		bench->client = strtol(value, NULL, 10);
		return 0;
	case KEY_TILE:
		bench->px_tile = (int)strtol(value, NULL, 10);
		if (bench->px_tile < SGT_TRACKS_PX_STEP ||
		    bench->px_tile % SGT_TRACKS_PX_STEP)
			argp_error(state, "--tile wants a multiple of %d",
				   SGT_TRACKS_PX_STEP);
		return 0;
	case KEY_SCENES:
		parse_scenes(bench, value, state);
		return 0;
	case KEY_SEED:
		bench->seed = strtoull(value, NULL, 10);
		return 0;
	case KEY_CAPS:
		bench->caps = true;
		return 0;
	case KEY_DUMP:
		bench->judge.dump = value;
		if (mkdir(value, 0777) < 0 && errno != EEXIST)
			argp_failure(state, 1, errno, "%s", value);
		return 0;
	case KEY_SOLVE:
		bench->judge.solve = true;
		return 0;
	case KEY_FAMILY:
		bench->judge.pipeline.families = 1u << family_of(value, state);
		return 0;
	case KEY_VERBOSE:
		bench->judge.verbose = true;
		return 0;
	case KEY_RESULTS:
		bench->judge.record.results = fopen(value, "w");
		if (!bench->judge.record.results)
			argp_failure(state, 1, errno, "%s", value);
		return 0;
	case ARGP_KEY_ARG:
		if (bench->folder_count == 64)
			return ARGP_ERR_UNKNOWN;
		bench->folders[bench->folder_count++] = value;
		return 0;
	case ARGP_KEY_END:
		if (!bench->folder_count && !bench->client && !bench->scenes)
			argp_error(state, "a folder, --client or --scenes "
					  "wanted");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int main(int argc, char **argv)
{
	const struct argp argp = { options,    parse,
				   "[DIR...]", "How exactly are puzzles read?",
				   NULL,       NULL,
				   NULL };
	struct bench bench = { .seed = 1 };

	judge_init(&bench.judge);
	argp_parse(&argp, argc, argv, 0, NULL, &bench);
	for (int i = 0; i < bench.folder_count; i++)
		run_folder(&bench, bench.folders[i]);
	bench.judge.source = "sgt-tracks";
	run_client(&bench);
	bench.judge.source = "scenes";
	for (long i = 0; i < bench.scenes; i++)
		run_scene(&bench, i);
	judge_print(&bench.judge);
	if (bench.judge.record.results && fclose(bench.judge.record.results)) {
		perror("accuracy: --results");
		bench.failed++;
	}
	judge_fini(&bench.judge);
	if (bench.failed)
		printf("%ld FAILED: what they hold is not counted\n",
		       bench.failed);
	return bench.failed || bench.judge.grades[WRONG] ? 1 : 0;
}
