/* How exactly are puzzles read? Compares what the reader says with the truth,
 * over folders of labelled pictures, boards of a real client made on the spot
 * and scenes of our own; every family alike.
 *
 *   accuracy DIR...                   every label DIR/NAME.json and its picture
 *   accuracy --client 500             Train Tracks by sgt-tracks
 *   accuracy --scenes tracks:60      pictures of our own
 *   --seed N --dump OUT --solve --family NAME,... --verbose
 *
 * Per puzzle, one of: exact; repaired (read with a fault that the solver's
 * weighing mended); doubtful (read with a fault and not answered); harmless
 * (read with a fault, but the answer given holds for the true puzzle); missed
 * (not found); WRONG (read with a fault and answered, or surely read where
 * --solve is not given); extra (found where no label has it). */
#include <argp.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "file.h"
#include "order.h"
#include "pipeline.h"
#include "report.h"
#include "rng.h"
#include "scene.h"
#include "scene_puzzles.h"
#include "sgt_tracks.h"
#include "strain_table.h"

enum grade {
	EXACT,
	REPAIRED,
	DOUBTFUL,
	HARMLESS,
	MISSED,
	WRONG,
	EXTRA,
	GRADES
};

static const char *const grade_names[GRADES] = {
	"exact", "repaired", "doubtful", "harmless", "missed", "WRONG", "extra"
};

struct truth {
	struct puzzle puzzle;
	bool has_corners;
	struct quad px_corners;
	const struct scene_strain *strain; /* of scenes */
	bool matched;
};

enum { TRUTHS_MAX = 64 };

struct bench {
	unsigned families;
	bool solve, verbose;
	uint64_t seed;
	const char *dump;
	long client, scenes;
	enum family scene_family;
	const char *folders[64];
	int folder_count;

	struct pipeline pipeline;
	long grades[GRADES], solved, puzzles, pictures;
	struct strain_table strains;
	double *read_ms;
	size_t read_count, read_capacity;
};

static struct point centre(const struct quad *quad)
{
	struct point sum = { 0, 0 };

	for (int i = 0; i < 4; i++)
		sum = point_add(sum, point_scale(quad->corner[i], 0.25));
	return sum;
}

static void dump(struct bench *bench, const char *name,
		 const struct image *image, const struct outcome *outcome)
{
	char path[512];
	json_t *json;

	if (!bench->dump)
		return;
	snprintf(path, sizeof path, "%s/%s.png", bench->dump, name);
	file_save_png(path, image, NULL);
	if (!outcome)
		return;
	json = report_outcome(outcome, &(struct options){ 0 });
	snprintf(path, sizeof path, "%s/%s.read.json", bench->dump, name);
	json_dump_file(json, path, JSON_COMPACT);
	json_decref(json);
}

/* The truth beside the picture, so that the folder can be judged again. */
static void dump_label(const struct bench *bench, const char *name,
		       const struct truth *truths, int count)
{
	char path[512], image[300];
	json_t *puzzles = json_array();
	json_t *label;

	for (int i = 0; i < count; i++) {
		const struct quad *quad = &truths[i].px_corners;
		json_t *json = puzzle_to_json(&truths[i].puzzle);
		json_t *corners = json_array();

		for (int k = 0; k < 4 && truths[i].has_corners; k++)
			json_array_append_new(
				corners, json_pack("[f,f]", quad->corner[k].x,
						   quad->corner[k].y));
		json_object_set_new(json, "corners", corners);
		json_array_append_new(puzzles, json);
	}
	snprintf(path, sizeof path, "%s/%s.json", bench->dump, name);
	snprintf(image, sizeof image, "%s.png", name);
	label = json_pack("{s:s,s:o}", "image", image, "puzzles", puzzles);
	json_dump_file(label, path, JSON_COMPACT | JSON_REAL_PRECISION(7));
	json_decref(label);
}

static bool answered(const struct bench *bench, const struct outcome *outcome)
{
	if (bench->solve)
		return outcome->verdict == OUTCOME_SOLVED;
	return pipeline_reading_sure(outcome);
}

/* Is the answer to what was read one of the true puzzle too? */
static bool answer_holds(const struct outcome *outcome,
			 const struct puzzle *truth)
{
	struct breach breach;

	return outcome->verdict == OUTCOME_SOLVED &&
	       puzzle_check(truth, &outcome->result.solutions[0], &breach);
}

static enum grade grade_of(const struct bench *bench,
			   const struct outcome *outcome,
			   const struct truth *truth, struct buffer *why)
{
	if (puzzle_equal(&truth->puzzle, &outcome->puzzle, why))
		return outcome->repaired_count ? REPAIRED : EXACT;
	if (!answered(bench, outcome))
		return DOUBTFUL;
	return answer_holds(outcome, &truth->puzzle) ? HARMLESS : WRONG;
}

static void count(struct bench *bench, const char *name, enum grade grade,
		  const struct outcome *outcome, const char *why)
{
	json_t *note;
	size_t i;

	bench->grades[grade]++;
	bench->puzzles += grade != EXTRA;
	if (outcome && grade <= REPAIRED && answered(bench, outcome))
		bench->solved++;
	if (grade == EXACT && answered(bench, outcome) && !bench->verbose)
		return;
	printf("%-9s %s", grade_names[grade], name);
	if (outcome)
		printf(" (confidence %.3f)", outcome->confidence);
	printf(" %s", why);
	json_array_foreach(outcome ? outcome->notes : NULL, i, note)
		printf("%s %s", i ? ";" : "", json_string_value(note));
	putchar('\n');
	fflush(stdout);
}

/* The outcome that means this truth: an equal one, else the nearest of the
 * family. Outcomes already taken are skipped. */
static long find(const struct outcome_list *list, const bool *taken,
		 const struct truth *truth, bool equal)
{
	long best = -1;
	double best_distance = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];
		struct point here = centre(&outcome->px_corners);
		struct point there = centre(&truth->px_corners);
		double distance =
			truth->has_corners ? point_distance(here, there) : 0;

		if (taken[i] || outcome->puzzle.family != truth->puzzle.family)
			continue;
		if (equal &&
		    !puzzle_equal(&truth->puzzle, &outcome->puzzle, NULL))
			continue;
		if (best < 0 || distance < best_distance) {
			best = (long)i;
			best_distance = distance;
		}
	}
	return best;
}

static void compare(struct bench *bench, const char *name,
		    const struct image *image, struct outcome_list *list,
		    struct truth *truths, int truth_count)
{
	bool taken[TRUTHS_MAX * 4] = { false };
	bool dumped = false;

	if (list->count > TRUTHS_MAX * 4)
		list->count = TRUTHS_MAX * 4;
	for (int equal = 1; equal >= 0; equal--)
		for (int i = 0; i < truth_count; i++) {
			long at;
			enum grade grade = MISSED;
			struct buffer why;

			if (truths[i].matched)
				continue;
			at = find(list, taken, &truths[i], equal);
			if (at < 0 && equal)
				continue;
			truths[i].matched = true;
			buffer_init(&why);
			if (at >= 0) {
				taken[at] = true;
				grade = grade_of(bench, &list->outcomes[at],
						 &truths[i], &why);
			}
			count(bench, name, grade,
			      at < 0 ? NULL : &list->outcomes[at],
			      buffer_text(&why));
			if (truths[i].strain)
				strain_table_add(&bench->strains,
						 truths[i].strain,
						 grade <= REPAIRED);
			if (grade != EXACT || bench->verbose) {
				dump(bench, name, image,
				     at < 0 ? NULL : &list->outcomes[at]);
				dumped = true;
			}
			buffer_fini(&why);
		}
	for (size_t i = 0; i < list->count; i++)
		if (!taken[i]) {
			count(bench, name,
			      answered(bench, &list->outcomes[i]) ? WRONG
								  : EXTRA,
			      &list->outcomes[i], "found, but not there");
			dump(bench, name, image, &list->outcomes[i]);
			dumped = true;
		}
	if (bench->dump && dumped)
		dump_label(bench, name, truths, truth_count);
}

static int judge(struct bench *bench, const char *name,
		 const struct image *image, struct truth *truths,
		 int truth_count, struct problem *problem)
{
	struct outcome_list list = { 0 };
	double start = clock_seconds();
	int result = pipeline_read(&bench->pipeline, image, &list, problem);

	if (alloc_grow(&bench->read_ms, &bench->read_capacity,
		       bench->read_count + 1, sizeof *bench->read_ms) == 0)
		bench->read_ms[bench->read_count++] =
			(clock_seconds() - start) * 1000;
	bench->pictures++;
	for (size_t i = 0; result == 0 && bench->solve && i < list.count; i++)
		result = pipeline_solve(&bench->pipeline, &list.outcomes[i],
					problem);
	if (result == 0)
		compare(bench, name, image, &list, truths, truth_count);
	outcome_list_fini(&list);
	return result;
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
		    !(bench->families & 1u << family) || count == TRUTHS_MAX)
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

		if (count == VISION_JOIN_MOST)
			break;
		snprintf(path, sizeof path, "%s/%s", folder,
			 json_string_value(name));
		if (file_load_image(path, &images[count], problem) < 0)
			break;
		count++;
	}
	return count;
}

static int judge_views(struct bench *bench, const char *name,
		       const struct image *images, int count,
		       struct truth *truth, struct problem *problem)
{
	const struct image *views[VISION_JOIN_MOST];
	struct outcome_list list = { 0 };
	int result;

	for (int i = 0; i < count; i++)
		views[i] = &images[i];
	bench->pictures += count;
	result = pipeline_join(&bench->pipeline, views, count, &list, problem);
	if (result < 0)
		printf("not joined: %s\n", problem->text);
	if (result == 0 && bench->solve)
		result = pipeline_solve(&bench->pipeline, &list.outcomes[0],
					problem);
	compare(bench, name, &images[0], &list, truth, 1);
	outcome_list_fini(&list);
	return result;
}

static void run_views(struct bench *bench, const char *folder, const char *file,
		      const json_t *label)
{
	struct image images[VISION_JOIN_MOST] = { 0 };
	struct truth truths[TRUTHS_MAX];
	struct problem problem = { 0 };
	int count = load_views(json_object_get(label, "images"), folder, images,
			       &problem);
	int puzzles =
		count ? truths_from_label(bench, label, truths, &problem) : 0;

	if (puzzles == 1)
		judge_views(bench, file, images, count, truths, &problem);
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
	json_t *label;
	const char *picture;
	int count = 0;

	snprintf(path, sizeof path, "%s/%s", folder, file);
	label = json_load_file(path, 0, NULL);
	picture = json_string_value(json_object_get(label, "image"));
	if (!picture) {
		run_views(bench, folder, file, label);
		json_decref(label);
		return;
	}
	count = truths_from_label(bench, label, truths, &problem);
	snprintf(path, sizeof path, "%s/%s", folder, picture);
	if (count < 0 || file_load_image(path, &image, &problem) < 0 ||
	    judge(bench, picture, &image, truths, count, &problem) < 0)
		printf("FAILED    %s: %s\n", path, problem.text);
	for (int i = 0; i < count; i++)
		puzzle_fini(&truths[i].puzzle);
	image_fini(&image);
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

	if (count < 0) {
		printf("FAILED    %s: no such folder\n", folder);
		return;
	}
	for (int i = 0; i < count; i++) {
		run_label(bench, folder, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
}

/* One board of the real client: 6x6 to 15x15, any difficulty, squares of 24
 * to 96 pixels, four palettes. */
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
		result = judge(bench, name, &image, &truth, 1, problem);
	}
	image_fini(&image);
	buffer_fini(&id);
	return result;
}

static void run_client(struct bench *bench)
{
	char folder[] = "/tmp/accuracy-XXXXXX";
	char path[64];

	if (!mkdtemp(folder))
		return;
	snprintf(path, sizeof path, "%s/board.png", folder);
	for (long i = 0; i < bench->client; i++) {
		struct problem problem = { 0 };

		if (run_client_board(bench, i, path, &problem) < 0)
			printf("FAILED    board %ld: %s\n", i, problem.text);
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

	if (scene_draw_page(puzzles, count, &wish, &scene, problem) < 0)
		return -1;
	for (int i = 0; i < count; i++)
		truths[i] = (struct truth){ .puzzle = puzzles[i],
					    .has_corners = true,
					    .px_corners = scene.px_corners[i],
					    .strain = &scene.strains[i] };
	snprintf(name, sizeof name, "scene-%04ld %s", number, scene.look);
	/* the look is for the person, the dumped file needs a plain name */
	if (bench->dump) {
		printf("%s\n", name);
		name[10] = '\0';
	}
	result = judge(bench, name, &scene.image, truths, count, problem);
	scene_fini(&scene);
	return result;
}

static void run_scene(struct bench *bench, long number)
{
	uint64_t seed = bench->seed * 1000003 + (uint64_t)number;
	struct problem problem = { 0 };
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	int count = scene_puzzles_make(bench->scene_family, seed, bench->solve,
				       puzzles, &problem);

	if (count < 0 ||
	    judge_scene(bench, number, puzzles, count, &problem) < 0)
		printf("FAILED    scene %ld: %s\n", number, problem.text);
	while (count > 0)
		puzzle_fini(&puzzles[--count]);
}

static void print_summary(struct bench *bench)
{
	printf("%ld puzzles in %ld pictures:", bench->puzzles, bench->pictures);
	for (int i = 0; i < GRADES; i++)
		printf(" %s %ld%s", grade_names[i], bench->grades[i],
		       i + 1 < GRADES ? "," : "");
	printf("; %s %ld\n",
	       bench->solve ? "rightly answered" : "sure and right",
	       bench->solved);
	strain_table_print(&bench->strains);
	if (!bench->read_count)
		return;
	qsort(bench->read_ms, bench->read_count, sizeof *bench->read_ms,
	      order_doubles);
	printf("reading: median %.1f ms, worst %.1f ms\n",
	       bench->read_ms[bench->read_count / 2],
	       bench->read_ms[bench->read_count - 1]);
}

enum {
	KEY_CLIENT = 256,
	KEY_SCENES,
	KEY_SEED,
	KEY_DUMP,
	KEY_SOLVE,
	KEY_FAMILY,
	KEY_VERBOSE
};

static const struct argp_option options[] = {
	{ .name = "client",
	  .key = KEY_CLIENT,
	  .arg = "N",
	  .doc = "N boards of the Tracks game of sgt-puzzles" },
	{ .name = "scenes",
	  .key = KEY_SCENES,
	  .arg = "FAMILY:N",
	  .doc = "N scenes of our own" },
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
	case KEY_SCENES:
		parse_scenes(bench, value, state);
		return 0;
	case KEY_SEED:
		bench->seed = strtoull(value, NULL, 10);
		return 0;
	case KEY_DUMP:
		bench->dump = value;
		return 0;
	case KEY_SOLVE:
		bench->solve = true;
		return 0;
	case KEY_FAMILY:
		bench->families = 1u << family_of(value, state);
		return 0;
	case KEY_VERBOSE:
		bench->verbose = true;
		return 0;
	case ARGP_KEY_ARG:
		if (bench->folder_count == 64)
			return ARGP_ERR_UNKNOWN;
		bench->folders[bench->folder_count++] = value;
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
	struct bench bench = { .families = (1u << FAMILY_COUNT) - 1,
			       .seed = 1 };

	argp_parse(&argp, argc, argv, 0, NULL, &bench);
	pipeline_init(&bench.pipeline);
	bench.pipeline.families = bench.families;
	for (int i = 0; i < bench.folder_count; i++)
		run_folder(&bench, bench.folders[i]);
	run_client(&bench);
	for (long i = 0; i < bench.scenes; i++)
		run_scene(&bench, i);
	print_summary(&bench);
	pipeline_fini(&bench.pipeline);
	free(bench.read_ms);
	return bench.grades[WRONG] ? 1 : 0;
}
