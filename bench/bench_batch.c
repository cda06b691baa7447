/* bench_batch [COUNT [FOLDER...]]: `solveglass batch` over COUNT mixed
 * pictures (default 200; the goal is stated for 2,000), taken from the samples
 * and the development data, in turn. Pictures that come up again get bytes
 * after their end, so that they are not the same file.
 *
 * Prints the processor time that reading and solving take beside decoding, from
 * the same run, the memory of the largest process (one picture has 3840 x 2160
 * pixels), and one worker against two, for which the machine must be idle.
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

/* Fills `folder` with `count` pictures. */
static int fill(const struct corpus *found, const char *folder, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		/* a stride spreads the kinds evenly */
		const char *from = found->paths[i * 37 % found->count];
		char path[300];
		uint8_t *data;
		size_t length;

		if (file_read(from, bytes_max, &data, &length, NULL) < 0)
			return -1;
		snprintf(path, sizeof path, "%s/%06zu%s", folder, i,
			 strrchr(from, '.'));
		if (save_varied(path, data, length, i / found->count) < 0)
			return -1;
	}
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
		result = file_save_png(path, &image, NULL);
	}
	image_fini(&tile);
	image_fini(&image);
	return result;
}

struct figures {
	double seconds;                   /* by the clock */
	double cpu_seconds;               /* of all processes */
	long megabytes;                   /* the largest process */
	double decode, read, solve, draw; /* seconds, summed */
	size_t pictures;
};

static void sum_times(const char *out, struct figures *figures)
{
	json_t *lines = corpus_lines(out, "times.jsonl");
	json_t *line;
	size_t i;

	json_array_foreach(lines, i, line)
	{
		double decode = 0, read = 0, solve = 0, draw = 0;

		if (json_unpack(line, "{s:{s:f,s:f,s:f,s:f}}", "cpu", "decode",
				&decode, "read", &read, "solve", &solve, "draw",
				&draw) == 0)
			figures->pictures++;
		figures->decode += decode / 1000;
		figures->read += read / 1000;
		figures->solve += solve / 1000;
		figures->draw += draw / 1000;
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

static void print(const char *name, const struct figures *f)
{
	double work = f->read + f->solve;
	double n = (double)(f->pictures ? f->pictures : 1);

	printf("%-10s %7.1f s  cpu %7.1f s  %4ld MB  decode %6.1f ms  read "
	       "%6.1f ms  solve %6.1f ms  draw %6.1f ms  all but draw / "
	       "decode %.2f\n",
	       name, f->seconds, f->cpu_seconds, f->megabytes,
	       f->decode / n * 1000, f->read / n * 1000, f->solve / n * 1000,
	       f->draw / n * 1000, (f->decode + work) / f->decode);
}

int main(int argc, char **argv)
{
	size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : COUNT_DEFAULT;
	char top[] = "/tmp/solveglass-bench-XXXXXX";
	char in[64], out[2][64];
	struct corpus found = { 0 };
	struct figures one, two;

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
	if (fill(&found, in, count) < 0 || add_large(&found, in) < 0)
		return 1;
	run(in, out[0], "1", &one);
	run(in, out[1], "2", &two);
	printf("%zu pictures of %zu kinds, and one of 3840 x 2160\n", count,
	       found.count);
	print("1 worker", &one);
	print("2 workers", &two);
	printf("two workers are %.2f times as fast by the clock\n",
	       one.seconds / two.seconds);
	corpus_remove(top);
	corpus_free(&found);
	return 0;
}
