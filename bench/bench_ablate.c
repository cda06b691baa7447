/* What does each switch of the panel reader earn? Built by scripts/ablate, in
 * whose copy of the sources every condition is a switch; in the program as it
 * is there are none.
 *
 *   bench_ablate TABLE JOBS FOLDER...
 *
 * In the program as it is, without switches, it prints each picture's points.
 *
 * FOLDERS hold labelled pictures, of which none is read again that a switch is
 * never asked on. JOBS has a line a switch: its number, what it is forced to,
 * and the lines that saves. A line a switch goes to TABLE: number, value,
 * pictures on which it says otherwise, of them read again, points lost and won,
 * whether nothing is lost. A puzzle read exactly and surely counts 3, exactly
 * but doubted 2, found at all 1; a surely read wrong one -10. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "ablate.h"
#include "file.h"
#include "pipeline.h"
#include "pillar.h"
#include "usage.h"

#pragma weak ablate_count
#pragma weak ablate_forced
#pragma weak ablate_seen

enum {
	PICTURES_MOST = 4000,
	TRUTHS_MOST = 16,
	/* of those on which a switch says otherwise so many are read again */
	READ_MOST = 120,
	/* what takes longer hangs */
	SECONDS_MOST = 240,
	/* so many points lost, in all, settle it */
	LOST_ENOUGH = 3,
	JOBS_MOST = 60000,
};

struct picture {
	char path[512];
	/* one, or views of a pillar */
	struct image images[PILLAR_VIEWS_MOST];
	int image_count;
	struct puzzle truths[TRUTHS_MOST];
	int truth_count;
	bool odd; /* no reading is right, but something must be said */
	unsigned char *seen;
};

/* What the processes share. */
struct shared {
	int lost, won, read;
	/* of each picture: its points; how much it tells: how often it has
	 * settled a switch, and how rare what it reaches is */
	int points[PICTURES_MOST];
	double tells[PICTURES_MOST];
};

struct bench {
	struct vision *vision; /* its networks are loaded once */
	struct shared *shared;
	struct picture *pictures;
	int count;
	const char *table;
};

static int judge(const struct picture *picture,
		 const struct sighting_list *list)
{
	int points = 0;
	bool used[64] = { false };

	for (int t = 0; t < picture->truth_count; t++) {
		int best = 0;
		size_t which = 0;

		for (size_t i = 0; i < list->count && i < 64; i++) {
			const struct sighting *sighting = &list->sightings[i];
			int own;

			if (used[i])
				continue;
			own = puzzle_equal(&picture->truths[t],
					   &sighting->puzzle, NULL)
				      ? sighting->confidence >=
							PIPELINE_CONFIDENCE_MIN
						? 3
						: 2
				      : 0;
			if (own > best) {
				best = own;
				which = i;
			}
		}
		if (best)
			used[which] = true;
		points += best;
	}
	for (size_t i = 0; i < list->count && i < 64; i++)
		if (!used[i])
			points += list->sightings[i].confidence >=
						  PIPELINE_CONFIDENCE_MIN
					  ? -10
					  : picture->truth_count > 0;
	if (picture->odd && (list->count || list->left_out_count))
		points++;
	if (!picture->truth_count && !picture->odd)
		points -= (int)list->count;
	return points;
}

static int read_picture(struct bench *bench, const struct picture *picture)
{
	struct problem problem = { 0 };
	struct sighting_list list = { 0 };
	int points = -100, result;

	if (picture->image_count > 1) {
		const struct image *views[PILLAR_VIEWS_MOST];

		for (int i = 0; i < picture->image_count; i++)
			views[i] = &picture->images[i];
		result = pillar_join(views, picture->image_count, &list, NULL,
				     &problem);
	} else {
		result = vision_read(bench->vision, picture->images,
				     1u << FAMILY_panel, &list, &problem);
	}
	if (result == 0)
		points = judge(picture, &list);
	sighting_list_fini(&list);
	return points;
}

static void picture_fini(struct picture *picture)
{
	for (int i = 0; i < picture->image_count; i++)
		image_fini(&picture->images[i]);
	for (int i = 0; i < picture->truth_count; i++)
		puzzle_fini(&picture->truths[i]);
	free(picture->seen);
	*picture = (struct picture){ .seen = NULL };
}

static void load_image(struct picture *picture, const char *folder,
		       const json_t *name)
{
	struct problem problem = { 0 };
	char *path = picture->path;

	if (!json_is_string(name) || picture->image_count == PILLAR_VIEWS_MOST)
		return;
	snprintf(path, sizeof picture->path, "%s/%s", folder,
		 json_string_value(name));
	if (file_load_image(path, &picture->images[picture->image_count],
			    &problem) == 0)
		picture->image_count++;
}

static void load(struct bench *bench, const char *folder, const char *file)
{
	struct picture *picture = &bench->pictures[bench->count];
	struct problem problem = { 0 };
	char path[512];
	size_t index;
	json_t *label, *item;

	snprintf(path, sizeof path, "%s/%s", folder, file);
	label = json_load_file(path, 0, NULL);
	load_image(picture, folder, json_object_get(label, "image"));
	json_array_foreach(json_object_get(label, "images"), index, item)
		load_image(picture, folder, item);
	if (!picture->image_count)
		goto done;
	picture->odd = json_is_true(json_object_get(label, "odd"));
	json_array_foreach(json_object_get(label, "puzzles"), index, item)
	{
		const char *name =
			json_string_value(json_object_get(item, "family"));

		if (!picture->odd && name && !strcmp(name, "panel") &&
		    picture->truth_count < TRUTHS_MOST &&
		    puzzle_from_json(item,
				     &picture->truths[picture->truth_count],
				     &problem) == 0)
			picture->truth_count++;
	}
	bench->count++;
done:
	json_decref(label);
}

static int is_label(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 5 && !strcmp(entry->d_name + length - 5, ".json");
}

static void load_folder(struct bench *bench, const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_label, alphasort);

	for (int i = 0; i < count; i++) {
		if (bench->count < PICTURES_MOST)
			load(bench, folder, entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

/* What was read is kept beside the table: a run that goes on needs no second
 * look. 0, or -1 where there is none of these pictures. */
static int keep(struct bench *bench, bool load)
{
	char path[512];
	const int numbers[2] = { bench->count, ablate_count };
	int kept[2];
	size_t done = 0, all = 2 * (size_t)bench->count + 1;
	FILE *file;

	snprintf(path, sizeof path, "%s.reach", bench->table);
	file = fopen(path, load ? "rb" : "wb");
	if (!file)
		return -1;
	if (load)
		done += fread(kept, sizeof kept, 1, file) == 1 &&
			!memcmp(kept, numbers, sizeof kept);
	else
		done += fwrite(numbers, sizeof numbers, 1, file);
	for (int i = 0; i < bench->count && done; i++) {
		unsigned char *seen = bench->pictures[i].seen;
		int *points = &bench->shared->points[i];
		size_t size = (size_t)ablate_count;

		done += load ? fread(points, sizeof *points, 1, file)
			     : fwrite(points, sizeof *points, 1, file);
		done += load ? fread(seen, size, 1, file)
			     : fwrite(seen, size, 1, file);
	}
	fclose(file);
	return done == all ? 0 : -1;
}

/* Reads each picture as the program is, and notes what the switches say. */
static void read_all(struct bench *bench)
{
	clock_t begin = clock();
	long points = 0;

	for (int i = 0; i < bench->count; i++) {
		bench->pictures[i].seen = malloc((size_t)ablate_count + 1);
		if (!bench->pictures[i].seen)
			exit(1);
	}
	if (keep(bench, true) == 0)
		return;

	for (int i = 0; i < bench->count; i++) {
		struct picture *picture = &bench->pictures[i];

		memset(ablate_seen, 0, (size_t)ablate_count);
		bench->shared->points[i] = read_picture(bench, picture);
		points += bench->shared->points[i];
		memcpy(picture->seen, ablate_seen, (size_t)ablate_count);
	}
	printf("%d pictures in %.1f s, %ld points\n", bench->count,
	       (double)(clock() - begin) / CLOCKS_PER_SEC, points);
	fflush(stdout);
	keep(bench, false);
}

struct job {
	int site, value, lines, count;
	bool done;
};

/* In a process of its own: what is forced may crash or hang. */
static void ablate(struct bench *bench, const int *which, int count)
{
	struct shared *shared = bench->shared;

	alarm(SECONDS_MOST);
	for (int k = 0; k < count && k < READ_MOST; k++) {
		int at = which[k];
		int points, change;

		points = read_picture(bench, &bench->pictures[at]);
		change = points - shared->points[at];
		shared->read++;
		if (change < 0)
			shared->lost -= change;
		else
			shared->won += change;
		shared->tells[at] += change < 0;
		if (shared->lost >= shared->won + LOST_ENOUGH)
			_exit(1);
	}
	_exit(shared->lost > shared->won);
}

static struct shared *shared_for_sort;

static int by_tells(const void *a, const void *b)
{
	double one = shared_for_sort->tells[*(const int *)a],
	       other = shared_for_sort->tells[*(const int *)b];

	return (one < other) - (one > other);
}

/* A picture that reaches what few others reach tells more. */
static void find_rare(struct bench *bench)
{
	for (int k = 0; k < 2 * ablate_count; k++) {
		unsigned char bit = (unsigned char)(1 << k % 2);
		int count = 0;

		for (int i = 0; i < bench->count; i++)
			count += !!(bench->pictures[i].seen[k / 2] & bit);
		for (int i = 0; i < bench->count; i++)
			if (bench->pictures[i].seen[k / 2] & bit)
				bench->shared->tells[i] += 1.0 / count / 10;
	}
}

static void run(struct bench *bench, const struct job *job)
{
	int *which = malloc(sizeof *which * (size_t)bench->count), count = 0;
	struct shared *shared = bench->shared;
	int status = 0;
	pid_t child;
	FILE *table;

	if (!which)
		exit(1);
	for (int i = 0; i < bench->count; i++)
		if (bench->pictures[i].seen[job->site] & 1 << !job->value)
			which[count++] = i;
	shared->lost = shared->won = shared->read = 0;
	qsort(which, (size_t)count, sizeof *which, by_tells);
	ablate_forced[job->site] = (unsigned char)(1 + job->value);
	if (count) {
		child = fork();
		if (child == 0)
			ablate(bench, which, count);
		if (child < 0 || waitpid(child, &status, 0) != child)
			exit(1);
	}
	ablate_forced[job->site] = 0;
	table = fopen(bench->table, "a");
	if (table) {
		fprintf(table, "%d\t%d\t%d\t%d\t%d\t%d\t%d\n", job->site,
			job->value, count, shared->read, shared->lost,
			shared->won, !status && count > 0);
		fclose(table);
	}
	free(which);
}

static int by_worth(const void *a, const void *b)
{
	const struct job *one = a, *other = b;
	double first = one->lines / (10 + fmin(one->count, READ_MOST)),
	       second = other->lines / (10 + fmin(other->count, READ_MOST));

	return (first < second) - (first > second);
}

/* Those that were done stay as they were left. */
static void take_table(struct bench *bench, struct job *jobs, int count)
{
	FILE *table = fopen(bench->table, "r");
	int site, value;

	while (table &&
	       fscanf(table, "%d %d %*d %*d %*d %*d %*d", &site, &value) == 2) {
		for (int i = 0; i < count; i++)
			if (jobs[i].site == site && jobs[i].value == value)
				jobs[i].done = true;
	}
	if (table)
		fclose(table);
}

static int run_all(struct bench *bench, const char *path)
{
	struct job *jobs = calloc(JOBS_MOST, sizeof *jobs);
	FILE *file = fopen(path, "r");
	const char *bound = getenv("SECONDS");
	time_t end = time(NULL) + (bound ? atol(bound) : 1000000);
	struct job job = { 0 };
	int count = 0;

	if (!jobs || !file)
		return 1;
	while (count < JOBS_MOST && fscanf(file, "%d %d %d", &job.site,
					   &job.value, &job.lines) == 3) {
		job.count = 0;
		for (int k = 0; k < bench->count; k++)
			job.count += !!(bench->pictures[k].seen[job.site] &
					1 << !job.value);
		jobs[count++] = job;
	}
	fclose(file);
	take_table(bench, jobs, count);
	find_rare(bench);
	qsort(jobs, (size_t)count, sizeof *jobs, by_worth);
	for (int i = 0; i < count && time(NULL) < end; i++)
		if (!jobs[i].done)
			run(bench, &jobs[i]);
	free(jobs);
	return 0;
}

/* Of the program as it is: each picture and its points. */
static void print_points(struct bench *bench, const char *folder)
{
	load_folder(bench, folder);
	for (int i = 0; i < bench->count; i++) {
		struct picture *picture = &bench->pictures[i];

		printf("%d %s\n", read_picture(bench, picture), picture->path);
		picture_fini(picture);
	}
	bench->count = 0;
}

int main(int argc, char **argv)
{
	struct bench bench = { 0 };
	int result = 0;
	struct problem problem = { 0 };

	usage(argc, argv, "TABLE JOBS FOLDER...");
	if (argc < 4)
		return 64;
	bench.table = argv[1];
	bench.vision = vision_new(&problem);
	bench.pictures = calloc(PICTURES_MOST, sizeof *bench.pictures);
	bench.shared = mmap(NULL, sizeof *bench.shared, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!bench.vision || !bench.pictures || bench.shared == MAP_FAILED)
		return 1;
	shared_for_sort = bench.shared;
	for (int i = 3; i < argc; i++)
		if (&ablate_count)
			load_folder(&bench, argv[i]);
		else
			print_points(&bench, argv[i]);
	if (&ablate_count) {
		read_all(&bench);
		result = run_all(&bench, argv[2]);
	}
	for (int i = 0; i < bench.count; i++)
		picture_fini(&bench.pictures[i]);
	free(bench.pictures);
	vision_free(bench.vision);
	return result;
}
