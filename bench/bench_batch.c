/* bench_batch [COUNT [FOLDER...]]: `solveglass batch` over COUNT mixed
 * pictures (default 200; the goal is stated for 2,000), taken from the samples
 * and the development data, in turn. Pictures that come up again get bytes
 * after their end, so that they are not the same file.
 *
 * Prints the processor time that reading and solving take beside decoding, from
 * the same run, and one worker against two, for which the machine must be idle.
 */
#include <ftw.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "deadline.h"
#include "file.h"

enum { COUNT_DEFAULT = 200, FOLDERS_AT_ONCE = 20 };
static const size_t bytes_max = (size_t)64 << 20;

struct paths {
	char **list;
	size_t count, capacity;
};

/* nftw hands nothing on to its callback */
static struct paths found;

static int is_picture_name(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && (!strcmp(dot, ".png") || !strcmp(dot, ".jpg") ||
		       !strcmp(dot, ".webp"));
}

static int visit(const char *path, const struct stat *status, int type,
		 struct FTW *where)
{
	(void)status;
	(void)where;
	if (type != FTW_F || !is_picture_name(path))
		return 0;
	if (alloc_grow(&found.list, &found.capacity, found.count + 1,
		       sizeof *found.list) < 0)
		return -1;
	found.list[found.count++] = strdup(path);
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Fills `folder` with `count` pictures. */
static int fill(const char *folder, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		/* a stride spreads the kinds evenly */
		const char *from = found.list[i * 37 % found.count];
		size_t round = i / found.count;
		char path[300];
		uint8_t *data;
		size_t length;

		if (file_read(from, bytes_max, &data, &length, NULL) < 0)
			return -1;
		data = realloc(data, length + round);
		memset(data + length, 'x', round);
		snprintf(path, sizeof path, "%s/%06zu%s", folder, i,
			 strrchr(from, '.'));
		if (file_save(path, data, length + round, NULL) < 0)
			return -1;
		free(data);
	}
	return 0;
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
	char path[300];
	FILE *file;
	json_t *line;

	snprintf(path, sizeof path, "%s/times.jsonl", out);
	file = fopen(path, "r");
	while (file &&
	       (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
		double decode = 0, read = 0, solve = 0, draw = 0;

		if (json_unpack(line, "{s:{s:f,s:f,s:f,s:f}}", "cpu", "decode",
				&decode, "read", &read, "solve", &solve, "draw",
				&draw) == 0)
			figures->pictures++;
		figures->decode += decode / 1000;
		figures->read += read / 1000;
		figures->solve += solve / 1000;
		figures->draw += draw / 1000;
		json_decref(line);
	}
	if (file)
		fclose(file);
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
	pid_t child;

	*figures = (struct figures){ 0 };
	getrusage(RUSAGE_CHILDREN, &before);
	child = fork();
	if (child == 0) {
		execl(PROGRAM, "solveglass", "batch", "--quiet", "-j", jobs,
		      folder, "-o", out, (char *)NULL);
		_exit(127);
	}
	waitpid(child, NULL, 0);
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
	char in[64], out[2][64], command[80];
	struct figures one, two;

	nftw(SOURCE_DIR "/samples", visit, FOLDERS_AT_ONCE, FTW_PHYS);
	if (argc < 3)
		nftw(SHARED_DATA, visit, FOLDERS_AT_ONCE, FTW_PHYS);
	for (int i = 2; i < argc; i++)
		nftw(argv[i], visit, FOLDERS_AT_ONCE, FTW_PHYS);
	if (!found.count || !mkdtemp(top)) {
		fputs("no pictures\n", stderr);
		return 1;
	}
	qsort(found.list, found.count, sizeof *found.list, by_name);
	snprintf(in, sizeof in, "%s/in", top);
	snprintf(out[0], sizeof out[0], "%s/one", top);
	snprintf(out[1], sizeof out[1], "%s/two", top);
	mkdir(in, 0700);
	if (fill(in, count) < 0)
		return 1;
	run(in, out[0], "1", &one);
	run(in, out[1], "2", &two);
	printf("%zu pictures of %zu kinds\n", count, found.count);
	print("1 worker", &one);
	print("2 workers", &two);
	printf("two workers are %.2f times as fast by the clock\n",
	       one.seconds / two.seconds);
	snprintf(command, sizeof command, "rm -r '%s'", top);
	if (system(command) != 0)
		return 1;
	for (size_t i = 0; i < found.count; i++)
		free(found.list[i]);
	free(found.list);
	return 0;
}
