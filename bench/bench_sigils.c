/* Sigils: solving by each engine, impossible boards, the published encoding
 * on three boards, and reading.
 *
 *   bench_sigils [BOARDS.tsv | PICTURE]...
 *
 * A line of a .tsv is name, columns, rows, pieces; without one, boards are
 * made on the spot. Pictures are decoded before they are timed; without any,
 * scenes of our own are read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline_sigils.h"
#include "file.h"
#include "scene.h"
#include "solve.h"
#include "times.h"
#include "usage.h"
#include "vision.h"

enum { BOARDS_MAX = 1000, ROUNDS = 5, MADE = 100, SCENES = 12 };
/* The published encoding takes up to so long on the real boards. */
enum { BASELINE_SECONDS = 120 };

struct boards {
	struct puzzle list[BOARDS_MAX];
	int count;
};

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

static void load_boards(struct boards *boards, const char *path)
{
	FILE *file = fopen(path, "r");
	char line[256];

	while (file && fgets(line, sizeof line, file)) {
		struct puzzle *puzzle = &boards->list[boards->count];
		char text[128], pieces[64];
		int columns, rows;

		if (line[0] == '#' || boards->count == BOARDS_MAX ||
		    sscanf(line, "%*[^\t] %d %d %63s", &columns, &rows,
			   pieces) != 3)
			continue;
		snprintf(text, sizeof text, "%dx%d %s", columns, rows, pieces);
		memset(puzzle, 0, sizeof *puzzle);
		puzzle->family = FAMILY_sigils;
		boards->count +=
			puzzle_sigils.from_text(text, puzzle, NULL) == 0;
	}
	if (file)
		fclose(file);
}

static void make_boards(struct boards *boards)
{
	for (uint64_t seed = 0; seed < MADE; seed++)
		boards->count +=
			solve_make(FAMILY_sigils, NULL, seed,
				   &boards->list[boards->count], NULL) == 0;
}

/* Solves a board and says what came out. */
static enum verdict measure(struct times *times, const struct puzzle *puzzle,
			    enum engine engine)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };
	struct solve_result result;
	enum verdict verdict;
	double start = clock_seconds();

	options.engine = engine;
	options.deadline = deadline_in(60, NULL);
	if (solve_puzzle(puzzle, &options, &result, &problem) < 0)
		printf("failed: %s\n", problem.text);
	times_add(times, clock_seconds() - start);
	verdict = result.verdict;
	solve_result_fini(&result);
	return verdict;
}

static void print_times(const char *what, struct times *times)
{
	printf("%-34s median %8.2f  99 in 100 %8.2f  slowest %8.2f ms  (%d)\n",
	       what, times_share(times, 0.5), times_share(times, 0.99),
	       times_share(times, 1), times->count);
}

static void bench_engines(const struct boards *boards)
{
	static const struct {
		enum engine engine;
		const char *name;
	} engines[] = { { ENGINE_SEARCH, "search" },
			{ ENGINE_Z3, "Z3" },
			{ ENGINE_AUTO, "auto" } };
	static struct times times;

	for (int e = 0; e < 3; e++) {
		int unsolved = 0;

		times.count = 0;
		for (int round = 0; round < ROUNDS; round++)
			for (int i = 0; i < boards->count; i++)
				unsolved += measure(&times, &boards->list[i],
						    engines[e].engine) !=
					    VERDICT_SOLVED;
		print_times(engines[e].name, &times);
		if (unsolved)
			printf("  %d times not solved\n", unsolved);
	}
}

/* A piece missed, one misread (every kind of misreading in turn), and two
 * taken for T: what of these is impossible must be found so quickly. */
static void bench_misread(const struct boards *boards)
{
	static const char *const names[] = { "a piece missed",
					     "a piece misread",
					     "two pieces taken for T" };
	static struct times times;

	for (int kind = 0; kind < 3; kind++) {
		int none = 0, unknown = 0;

		times.count = 0;
		for (int i = 0; i < boards->count; i++) {
			struct puzzle puzzle = boards->list[i];
			struct sigils *sigils = &puzzle.as.sigils;
			int at = i % sigils->piece_count;
			enum verdict verdict;

			if (kind == 0) {
				sigils->pieces[at] =
					sigils->pieces[--sigils->piece_count];
			} else if (kind == 1) {
				sigils->pieces[at] =
					(uint8_t)((sigils->pieces[at] + 1 +
						   i % 6) %
						  SIGILS_KIND_COUNT);
			} else {
				sigils->pieces[at] = SIGILS_T;
				sigils->pieces[(at + 1) % sigils->piece_count] =
					SIGILS_T;
			}
			verdict = measure(&times, &puzzle, ENGINE_AUTO);
			none += verdict == VERDICT_NONE;
			unknown += verdict == VERDICT_UNKNOWN;
		}
		print_times(names[kind], &times);
		printf("  %d impossible, %d undecided\n", none, unknown);
	}
}

static void bench_baseline(void)
{
	static const char *const texts[] = { "4x5 TTILZ", "6x6 TTILLJOOS",
					     "8x5 TTIILJOOZS" };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct solution solution = { .family = FAMILY_sigils };
		struct puzzle puzzle = { .family = FAMILY_sigils };
		static struct times ours, z3;
		struct breach breach;
		double start, seconds;
		bool solved;

		ours.count = z3.count = 0;
		if (puzzle_sigils.from_text(texts[i], &puzzle, NULL) < 0)
			continue;
		for (int round = 0; round < ROUNDS; round++) {
			measure(&ours, &puzzle, ENGINE_AUTO);
			measure(&z3, &puzzle, ENGINE_Z3);
		}
		start = clock_seconds();
		solved = baseline_sigils(&puzzle.as.sigils, BASELINE_SECONDS,
					 &solution.as.sigils);
		seconds = clock_seconds() - start;
		printf("%-16s published encoding %8.2f s%s, ours %.2f ms "
		       "(Z3 %.2f ms): 1/%.0f\n",
		       texts[i], seconds,
		       !solved ? " without an answer"
		       : puzzle_check(&puzzle, &solution, &breach)
			       ? ""
			       : " with a wrong answer",
		       times_share(&ours, 0.5), times_share(&z3, 0.5),
		       seconds * 1e3 / times_share(&ours, 0.5));
	}
}

/* Times the reading of one picture; true where one puzzle was found. */
static bool time_reading(struct vision *vision, const struct image *image,
			 struct times *times)
{
	bool found = false;

	for (int round = 0; round <= ROUNDS; round++) {
		struct sighting_list list = { 0 };
		struct problem problem = { 0 };
		double start = clock_seconds();

		if (vision_read(vision, image, 1u << FAMILY_sigils, &list,
				&problem) < 0)
			printf("failed: %s\n", problem.text);
		/* the first round warms up */
		if (round)
			times_add(times, clock_seconds() - start);
		found = list.count == 1;
		sighting_list_fini(&list);
	}
	return found;
}

/* Classes of size, by the number of pixels. */
static int size_class(const struct image *image)
{
	double megapixels = 1e-6 * image->width * image->height;

	return megapixels < 1.5   ? 0
	       : megapixels < 2.6 ? 1
	       : megapixels < 5   ? 2
				  : 3;
}

static void bench_reading(int count, char **paths)
{
	static const char *const names[] = { "read, about 1280x720",
					     "read, about 1920x1080",
					     "read, about 2560x1440",
					     "read, about 3840x2160" };
	static struct times times[4];
	struct vision *vision = vision_new(NULL);
	int pictures = 0, found = 0;

	for (int i = 0; vision && i < count; i++) {
		struct image image = { 0 };

		if (ends_with(paths[i], ".tsv") ||
		    file_load_image(paths[i], &image, NULL) < 0)
			continue;
		pictures++;
		found += time_reading(vision, &image,
				      &times[size_class(&image)]);
		image_fini(&image);
	}
	for (uint64_t seed = 1; vision && !pictures && seed <= SCENES; seed++) {
		struct scene_wish wish = scene_wish(seed);
		struct puzzle puzzle;
		struct scene scene;

		wish.camera = SCENE_SCREEN;
		if (solve_make(FAMILY_sigils, NULL, seed, &puzzle, NULL) < 0 ||
		    scene_draw(&puzzle, &wish, &scene, NULL) < 0)
			continue;
		found += time_reading(vision, &scene.image,
				      &times[size_class(&scene.image)]);
		scene_fini(&scene);
	}
	for (int i = 0; i < 4; i++)
		if (times[i].count)
			print_times(names[i], &times[i]);
	printf("  a puzzle found in %d of %d pictures\n", found,
	       pictures ? pictures : SCENES);
	vision_free(vision);
}

int main(int argc, char **argv)
{
	static struct boards boards;

	usage(argc, argv,
	      "[BOARDS.tsv | PICTURE]...\n"
	      "Sigils solved by each engine and beside a published encoding, "
	      "and read.");
	for (int i = 1; i < argc; i++)
		if (ends_with(argv[i], ".tsv"))
			load_boards(&boards, argv[i]);
	if (!boards.count)
		make_boards(&boards);
	solve_warm_up();
	printf("%d boards\n", boards.count);
	bench_engines(&boards);
	bench_misread(&boards);
	bench_reading(argc - 1, argv + 1);
	bench_baseline();
	return 0;
}
