/* What becomes of a misread digit? Boards drawn by scenes are read; where one
 * was read exactly, one glyph of it is replaced by what it is taken for, as
 * often as the confusion table of the classifier has it, with the
 * probabilities that the classifier gives when it errs (glyphs of typefaces it
 * was not trained on are drawn until it has erred often enough). The rest of
 * the reading stays. Then it goes the way of every picture: solved, repaired,
 * or doubted. Usage: bench_swapped [SWAPS A FAMILY] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "glyph_scene.h"
#include "pipeline.h"
#include "rng.h"
#include "scene.h"
#include "scene_puzzles.h"
#include "usage.h"

enum {
	ERRORS_WANTED = 150,
	/* at one in a thousand: enough for those, or something is wrong */
	GLYPHS_MAX = 1000000,
	/* so many swaps are made in one board before the next is drawn */
	SWAPS_A_BOARD = 5,
	BOARDS_MAX = 2000,
	TRIES_MAX = 200
};

/* A digit taken for another. */
struct error {
	double taken, drawn; /* the probabilities of either */
};

struct bench {
	struct pipeline pipeline;
	int confusion[10][10]; /* [drawn][read], digits for digits */
	int confused;          /* their sum */
	struct error errors[ERRORS_WANTED];
	int error_count;
	struct rng rng;
};

enum grade {
	RIGHTED,        /* repaired, and right */
	DOUBTED,        /* not answered, the swapped clue named */
	DOUBTED_OTHER,  /* not answered, and not named */
	HARMLESS,       /* answered, and the answer holds */
	REPAIRED_WRONG, /* repaired to something else, and answered */
	ANSWERED_WRONG, /* answered as read */
	GRADES
};

struct tally {
	int count[GRADES];
	int low;       /* swapped readings below PIPELINE_CONFIDENCE_MIN */
	int low_wrong; /* of these answered wrongly as read */
	int swaps, boards;
};

static int read_confusion(struct bench *bench)
{
	FILE *file = fopen(SOURCE_DIR "/models/digits/confusion.csv", "r");
	char line[64];

	if (!file)
		return -1;
	while (fgets(line, sizeof line, file)) {
		int drawn = line[0] - '0', read = line[2] - '0';
		int count = (int)strtol(line + 4, NULL, 10);

		if (drawn < 0 || drawn > 9 || read < 0 || read > 9 ||
		    drawn == read || line[1] != ',')
			continue;
		bench->confusion[drawn][read] = count;
		bench->confused += count;
	}
	fclose(file);
	return bench->confused ? 0 : -1;
}

/* How sure the classifier is where it errs. */
static int collect_errors(struct bench *bench)
{
	static const struct glyph_scene_order order = { TYPEFACE_TEST,
							GLYPH_SCENE_HARD, 10,
							48, 0 };
	struct typefaces typefaces = { 0 };
	struct glyph_scene_maker *maker = NULL;
	struct glyphs *glyphs = glyphs_new(NULL);
	int status = -1;

	if (glyphs && typefaces_load(&typefaces,
				     SOURCE_DIR "/models/digits/typefaces.txt",
				     "/usr/share/fonts", NULL) == 0)
		maker = glyph_scene_maker_new(&typefaces, 1);
	for (int i = 0; maker && i < GLYPHS_MAX && status < 0; i++) {
		float probabilities[GLYPH_CLASSES], second[GLYPH_CLASSES];
		struct glyph_scene scene;
		enum glyph_class read;

		glyph_scene_make(maker, &order, &scene);
		glyphs_classify(glyphs, GLYPH_FIRST, &scene.patch,
				probabilities);
		glyphs_classify(glyphs, GLYPH_SECOND, &scene.patch, second);
		read = glyphs_agree(probabilities, second);
		if (scene.label > 9 || read > 9 || read == scene.label)
			continue;
		bench->errors[bench->error_count++] =
			(struct error){ (double)probabilities[read],
					(double)probabilities[scene.label] };
		if (bench->error_count == ERRORS_WANTED)
			status = 0;
	}
	glyph_scene_maker_free(maker);
	typefaces_fini(&typefaces);
	glyphs_free(glyphs);
	return status;
}

/* A pair from the confusion table, the frequent ones oftener. */
static void draw_pair(struct bench *bench, int *drawn, int *read)
{
	int left = (int)rng_below(&bench->rng, (uint32_t)bench->confused);

	for (*drawn = 0; *drawn < 10; ++*drawn)
		for (*read = 0; *read < 10; ++*read) {
			left -= bench->confusion[*drawn][*read];
			if (left < 0)
				return;
		}
}

static bool is_number(const struct reading *reading)
{
	return reading->value[0] >= '0' && reading->value[0] <= '9' &&
	       strspn(reading->value, "0123456789") == strlen(reading->value);
}

/* A glyph of a number that shows `digit`, each with the same chance. */
static struct reading *draw_glyph(struct bench *bench, struct outcome *outcome,
				  int digit, size_t *at)
{
	struct reading *chosen = NULL;
	uint32_t seen = 0;

	for (size_t i = 0; i < outcome->reading_count; i++) {
		struct reading *reading = &outcome->readings[i];

		for (size_t k = 0; is_number(reading) && reading->value[k];
		     k++) {
			if (reading->value[k] != '0' + digit ||
			    rng_below(&bench->rng, ++seen))
				continue;
			chosen = reading;
			*at = k;
		}
	}
	return chosen;
}

/* Swaps a glyph. False where the puzzle cannot hold that. */
static bool swap(struct bench *bench, struct outcome *outcome, char *clue,
		 size_t size)
{
	const struct error *error = &bench->errors[rng_below(
		&bench->rng, (uint32_t)bench->error_count)];
	struct reading *reading;
	struct reading before;
	int drawn, read;
	size_t at = 0;

	draw_pair(bench, &drawn, &read);
	reading = draw_glyph(bench, outcome, drawn, &at);
	if (!reading)
		return false;
	before = *reading;
	reading->value[at] = (char)('0' + read);
	/* no number starts with a nought */
	if (reading->value[0] == '0' ||
	    puzzle_set_clue(&outcome->puzzle, reading->clue, reading->value,
			    NULL) < 0)
		return false;
	/* what else the number may be is now first of all what it is; its
	 * other digits are as sure as they were */
	reading->confidence = before.confidence * error->taken;
	snprintf(reading->instead[0].value, sizeof reading->instead[0].value,
		 "%s", before.value);
	reading->instead[0].confidence = before.confidence * error->drawn;
	reading->instead_count = 1;
	outcome->confidence *= reading->confidence / before.confidence;
	snprintf(clue, size, "%s", reading->clue);
	return true;
}

/* A copy that may be swapped and solved. */
static int copy(const struct outcome *outcome, struct outcome *same)
{
	*same = *outcome;
	same->notes = json_array();
	same->readings =
		alloc_array(outcome->reading_count, sizeof *same->readings);
	if (!same->readings || !same->notes)
		return -1;
	memcpy(same->readings, outcome->readings,
	       outcome->reading_count * sizeof *same->readings);
	return puzzle_copy(&outcome->puzzle, &same->puzzle, NULL);
}

static enum grade grade_of(const struct outcome *outcome,
			   const struct puzzle *truth, const char *clue)
{

	if (outcome->verdict == OUTCOME_SOLVED) {
		if (puzzle_equal(truth, &outcome->puzzle, NULL))
			return RIGHTED;
		if (puzzle_check(truth, &outcome->result.solutions[0], NULL))
			return HARMLESS;
		return outcome->repaired_count ? REPAIRED_WRONG
					       : ANSWERED_WRONG;
	}
	for (size_t i = 0; i < outcome->doubt_count; i++)
		if (!strcmp(outcome->doubts[i].reading.clue, clue))
			return DOUBTED;
	return DOUBTED_OTHER;
}

/* One swap in a board that was read exactly. */
static void try_swap(struct bench *bench, const struct outcome *read,
		     struct tally *tally)
{
	struct outcome_list list = { 0 };
	struct problem problem = { 0 };
	char clue[64] = "";
	enum grade grade;
	bool low;

	for (int i = 0; i < TRIES_MAX && !clue[0]; i++) {
		outcome_list_fini(&list);
		list = (struct outcome_list){ .outcomes = alloc_array(
						      1, sizeof *list.outcomes),
					      .count = 1,
					      .capacity = 1 };
		if (!list.outcomes || copy(read, &list.outcomes[0]) < 0)
			abort();
		if (!swap(bench, &list.outcomes[0], clue, sizeof clue))
			clue[0] = '\0';
	}
	if (!clue[0] ||
	    pipeline_solve(&bench->pipeline, &list.outcomes[0], &problem) < 0) {
		outcome_list_fini(&list);
		return;
	}
	/* the confidence as it was when it was decided what to do */
	low = list.outcomes[0].confidence < PIPELINE_CONFIDENCE_MIN;
	grade = grade_of(&list.outcomes[0], &read->puzzle, clue);
	tally->count[grade]++;
	tally->swaps++;
	tally->low += low;
	tally->low_wrong += low && grade == ANSWERED_WRONG;
	outcome_list_fini(&list);
}

static void try_board(struct bench *bench, enum family family, uint64_t seed,
		      int wanted, struct tally *tally)
{
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	struct scene_wish wish = scene_wish(seed);
	struct outcome_list list = { 0 };
	struct scene scene;
	int count = scene_puzzles_make(family, seed, true, puzzles, NULL);

	if (count < 1)
		return;
	if (scene_draw(&puzzles[0], &wish, &scene, NULL) == 0) {
		if (pipeline_read(&bench->pipeline, &scene.image, &list,
				  NULL) == 0 &&
		    list.count == 1 &&
		    puzzle_equal(&puzzles[0], &list.outcomes[0].puzzle, NULL) &&
		    pipeline_reading_sure(&list.outcomes[0])) {

			tally->boards++;
			for (int i = 0;
			     i < SWAPS_A_BOARD && tally->swaps < wanted; i++)
				try_swap(bench, &list.outcomes[0], tally);
		}
		outcome_list_fini(&list);
		scene_fini(&scene);
	}
	while (count > 0)
		puzzle_fini(&puzzles[--count]);
}

static void print_row(enum family family, const struct tally *tally)
{
	const int *count = tally->count;
	int noticed = count[RIGHTED] + count[DOUBTED] + count[DOUBTED_OTHER] +
		      count[REPAIRED_WRONG];

	printf("| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n",
	       puzzle_family(family)->name, tally->swaps, noticed,
	       count[RIGHTED], count[DOUBTED], count[DOUBTED_OTHER],
	       count[HARMLESS], count[REPAIRED_WRONG], count[ANSWERED_WRONG],
	       tally->low, tally->low_wrong);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static const enum family families[] = { FAMILY_suko, FAMILY_cross_sum,
						FAMILY_pyramid };
	static struct bench bench;
	int wanted = argc > 1 ? atoi(argv[1]) : 500;
	bool failed = false;

	usage(argc, argv,
	      "[SWAPS A FAMILY]\n"
	      "What becomes of a misread digit (500 swaps).");
	if (read_confusion(&bench) < 0 || collect_errors(&bench) < 0) {
		fprintf(stderr, "no confusion table, or no typefaces\n");
		return 1;
	}
	pipeline_init(&bench.pipeline);
	rng_seed(&bench.rng, 1);
	puts("| family | swapped | noticed | repaired rightly | doubted, clue "
	     "named | doubted | harmless | repaired wrongly | answered wrongly "
	     "| unsure as read | of these answered wrongly |\n"
	     "|---|---|---|---|---|---|---|---|---|---|---|");
	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		struct tally tally = { 0 };

		for (uint64_t seed = 1;
		     seed <= BOARDS_MAX && tally.swaps < wanted; seed++)
			try_board(&bench, families[i], seed, wanted, &tally);
		print_row(families[i], &tally);
		failed = failed || tally.low_wrong ||
			 200 * tally.count[REPAIRED_WRONG] >= tally.swaps;
	}
	pipeline_fini(&bench.pipeline);
	return failed;
}
