/* bench_batch [COUNT [FOLDER...]]: `solveglass batch` over COUNT mixed
 * pictures (default 200; the goal is stated for 2,000). Every other one is a
 * scene that our own generators draw, of the six families in turn, seed after
 * seed, saved as a camera or a screen would: JPEG or PNG. The others are the
 * samples and the development data, in turn; those that come up again get
 * bytes after their end, so that they are not the same file. With folders, no
 * scenes, and theirs instead of the development data.
 *
 * Prints the processor time that reading and solving take beside decoding, from
 * the same run with one worker, for each kind of picture (the folder it comes
 * from) and for all; the memory of the largest process (one picture has 3840 x
 * 2160 pixels); and one worker against two, for which the machine must be idle.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "corpus.h"
#include "deadline.h"
#include "file.h"
#include "scene.h"
#include "scene_puzzles.h"
#include "usage.h"

enum { COUNT_DEFAULT = 200 };
static const size_t bytes_max = (size_t)64 << 20;

static const char *const pictures[] = { ".png", ".jpg", ".webp", NULL };

/* Saves the bytes with `round` more after their end, and frees them. */
static int save_varied(const char *path, uint8_t *data, size_t length,
		       size_t round)
{
	uint8_t *more = realloc(data, length + round + 1);
	int result;

	if (!more) {
		free(data);
		return -1;
	}
	memset(more + length, 'x', round);
	result = file_save(path, more, length + round, NULL);
	free(more);
	return result;
}

/* What kind of picture a file is, by the two folders it lies in: "suko paper".
 */
static void name_kind(const char *path, char *kind, size_t size)
{
	const char *end = strrchr(path, '/'), *from = end;

	for (int folders = 0; from > path && folders < 2; folders++)
		while (from > path && *--from != '/')
			;
	snprintf(kind, size, "%.*s", (int)(end - from - 1), from + 1);
	for (char *c = kind; *c; c++)
		*c = *c == '/' ? ' ' : *c;
}

/* The n-th of the pictures found, to be the i-th file; -1 where it cannot be
 * copied. */
static int add_found(const struct corpus *found, const char *folder, size_t n,
		     size_t i)
{
	/* a stride spreads the kinds evenly */
	const char *from = found->paths[n * 37 % found->count];
	char path[300], kind[64];
	uint8_t *data;
	size_t length;

	if (file_read(from, bytes_max, &data, &length, NULL) < 0)
		return -1;
	name_kind(from, kind, sizeof kind);
	snprintf(path, sizeof path, "%s/%06zu-%s%s", folder, i, kind,
		 strrchr(from, '.'));
	return save_varied(path, data, length, n / found->count);
}

/* The n-th scene, of the families in turn. */
static int add_scene(const char *folder, size_t n, size_t i)
{
	enum family family = (enum family)(n % FAMILY_COUNT);
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	struct scene_wish wish = scene_wish(n);
	struct problem problem = { 0 };
	struct scene scene;
	char path[300];
	int count = scene_puzzles_make(family, n, true, puzzles, &problem);
	int result = -1;

	if (count >= 0 &&
	    scene_draw_page(puzzles, count, &wish, &scene, &problem) == 0) {
		snprintf(path, sizeof path, "%s/%06zu-scenes %s%s", folder, i,
			 puzzle_family(family)->name,
			 scene.jpeg ? ".jpg" : ".png");
		result = scene.jpeg ? file_save(path, scene.jpeg,
						scene.jpeg_length, &problem)
				    : file_save_image(path, &scene.image,
						      &problem);
		scene_fini(&scene);
	}
	if (result < 0)
		fprintf(stderr, "scene %zu: %s\n", n, problem.text);
	while (count > 0)
		puzzle_fini(&puzzles[--count]);
	return result;
}

/* Fills `folder` with `count` pictures, every other one a scene or none. */
static int fill(const struct corpus *found, const char *folder, size_t count,
		bool scenes)
{
	for (size_t i = 0; i < count; i++)
		if (scenes && i % 2 ? add_scene(folder, i / 2, i) < 0
				    : add_found(found, folder,
						scenes ? i / 2 : i, i) < 0)
			return -1;
	return 0;
}

/* Adds one of 3840 x 2160 pixels, the first repeated: what a worker needs at
 * the most. */
static int add_large(const struct corpus *found, const char *folder)
{
	struct image tile = { 0 }, image = { 0 };
	char path[300];
	int result = -1;

	snprintf(path, sizeof path, "%s/large.png", folder);
	if (file_load_image(found->paths[0], &tile, NULL) == 0 &&
	    image_init(&image, 3840, 2160, NULL) == 0) {
		for (int y = 0; y < image.height; y++)
			for (int x = 0; x < image.width; x++)
				image_row(&image, y)[x] = image_row(
					&tile, y % tile.height)[x % tile.width];
		result = file_save_image(path, &image, NULL);
	}
	image_fini(&tile);
	image_fini(&image);
	return result;
}

/* Of pictures of one kind: milliseconds, summed. */
struct kind {
	char name[64];
	double decode, read, solve, draw;
	size_t pictures;
};

enum { KINDS_MOST = 64 };

struct figures {
	double seconds;     /* by the clock */
	double cpu_seconds; /* of all processes */
	long megabytes;     /* the largest process */
	struct kind all, kinds[KINDS_MOST];
	int kind_count;
};

/* The kind of an input's name. */
static struct kind *find_kind(struct figures *figures, const char *input)
{
	const char *from = strchr(input, '-'), *end = strrchr(input, '.');
	char name[64] = "large";
	struct kind *kind = figures->kinds;

	if (from && end > from)
		snprintf(name, sizeof name, "%.*s", (int)(end - from - 1),
			 from + 1);
	for (int i = 0; i < figures->kind_count; i++, kind++)
		if (!strcmp(kind->name, name))
			return kind;
	if (figures->kind_count == KINDS_MOST)
		return kind - 1;
	figures->kind_count++;
	memcpy(kind->name, name, sizeof name);
	return kind;
}

static void add_times(struct kind *kind, const double times[4])
{
	kind->decode += times[0];
	kind->read += times[1];
	kind->solve += times[2];
	kind->draw += times[3];
	kind->pictures++;
}

static void sum_times(const char *out, struct figures *figures)
{
	json_t *lines = corpus_lines(out, "times.jsonl");
	json_t *line;
	size_t i;

	json_array_foreach(lines, i, line)
	{
		const char *input;
		double times[4];

		if (json_unpack(line, "{s:s,s:{s:f,s:f,s:f,s:f}}", "input",
				&input, "cpu", "decode", &times[0], "read",
				&times[1], "solve", &times[2], "draw",
				&times[3]) < 0)
			continue;
		add_times(&figures->all, times);
		add_times(find_kind(figures, input), times);
	}
	json_decref(lines);
}

static double cpu_seconds(const struct rusage *usage)
{
	return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
	       (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) /
		       1e6;
}

static void run(const char *folder, const char *out, const char *jobs,
		struct figures *figures)
{
	struct rusage before, after;
	double start = clock_seconds();

	*figures = (struct figures){ 0 };
	getrusage(RUSAGE_CHILDREN, &before);
	corpus_batch(folder, out, jobs);
	getrusage(RUSAGE_CHILDREN, &after);
	figures->seconds = clock_seconds() - start;
	figures->cpu_seconds = cpu_seconds(&after) - cpu_seconds(&before);
	figures->megabytes = after.ru_maxrss >> 10;
	sum_times(out, figures);
}

static void print_kind(const struct kind *kind)
{
	double n = (double)(kind->pictures ? kind->pictures : 1);

	printf("%-22s %8zu %8.1f %8.1f %8.1f %8.2f\n", kind->name,
	       kind->pictures, kind->decode / n, kind->read / n,
	       kind->solve / n,
	       (kind->decode + kind->read + kind->solve) / kind->decode);
}

static int by_kind(const void *a, const void *b)
{
	const struct kind *p = a, *q = b;

	return strcmp(p->name, q->name);
}

/* Milliseconds a picture. */
static void print_table(struct figures *figures)
{
	qsort(figures->kinds, (size_t)figures->kind_count,
	      sizeof *figures->kinds, by_kind);
	printf("%-22s %8s %8s %8s %8s %8s\n", "cpu ms a picture", "pictures",
	       "decode", "read", "solve", "all/dec.");
	for (int i = 0; i < figures->kind_count; i++)
		print_kind(&figures->kinds[i]);
	snprintf(figures->all.name, sizeof figures->all.name, "all");
	print_kind(&figures->all);
}

static void print(const char *name, const struct figures *f)
{
	const struct kind *all = &f->all;
	double n = (double)(all->pictures ? all->pictures : 1);

	printf("%-10s %7.1f s  cpu %7.1f s  %4ld MB  decode %6.1f ms  read "
	       "%6.1f ms  solve %6.1f ms  draw %6.1f ms  all but draw / "
	       "decode %.2f\n",
	       name, f->seconds, f->cpu_seconds, f->megabytes, all->decode / n,
	       all->read / n, all->solve / n, all->draw / n,
	       (all->decode + all->read + all->solve) / all->decode);
}

int main(int argc, char **argv)
{
	size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : COUNT_DEFAULT;
	char top[] = "/tmp/solveglass-bench-XXXXXX";
	char in[64], out[2][64];
	struct corpus found = { 0 };
	struct figures one, two;

	usage(argc, argv,
	      "[COUNT [FOLDER...]]\n"
	      "Reading and solving beside decoding in one run of solveglass "
	      "batch over COUNT\n"
	      "mixed pictures (200), half of them scenes, or over those of the "
	      "folders.");
	corpus_add(&found, SOURCE_DIR "/samples", pictures);
	if (argc < 3)
		corpus_add(&found, SHARED_DATA, pictures);
	for (int i = 2; i < argc; i++)
		corpus_add(&found, argv[i], pictures);
	if (!found.count || !mkdtemp(top)) {
		fputs("no pictures\n", stderr);
		return 1;
	}
	snprintf(in, sizeof in, "%s/in", top);
	snprintf(out[0], sizeof out[0], "%s/one", top);
	snprintf(out[1], sizeof out[1], "%s/two", top);
	mkdir(in, 0700);
	if (fill(&found, in, count, argc < 3) < 0 || add_large(&found, in) < 0)
		return 1;
	run(in, out[0], "1", &one);
	run(in, out[1], "2", &two);
	printf("%zu pictures (%s, else in turn of %zu), and one of 3840 x "
	       "2160\n",
	       count, argc < 3 ? "every other one a scene" : "no scenes",
	       found.count);
	print_table(&one);
	print("1 worker", &one);
	print("2 workers", &two);
	printf("two workers are %.2f times as fast by the clock\n",
	       one.seconds / two.seconds);
	corpus_remove(top);
	corpus_free(&found);
	return 0;
}
