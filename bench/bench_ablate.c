/* What does each switch of the panel reader earn? Built by scripts/ablate, in
 * whose copy of the sources every condition is a switch; in the program as it
 * is there are none.
 *
 *   bench_ablate TABLE FOLDER...
 *
 * FOLDERS hold labelled pictures. A line a switch and value goes to TABLE:
 * switch, value forced, pictures on which it says otherwise, of them read
 * again, points lost and won. A puzzle read exactly and surely counts 3,
 * exactly but doubted 2, found at all 1; a surely read wrong one -10. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "ablate.h"
#include "file.h"
#include "pipeline.h"
#include "usage.h"

#pragma weak ablate_count
#pragma weak ablate_site
#pragma weak ablate_value
#pragma weak ablate_seen

enum {
	PICTURES_MOST = 4000,
	TRUTHS_MOST = 16,
	/* of those on which a switch says otherwise so many are read again, a
	 * few at first, and all only where nothing was lost */
	READ_MOST = 120,
	/* what takes longer hangs */
	SECONDS_MOST = 240,
	/* so many points lost settle it */
	LOST_ENOUGH = 12,
};

struct picture {
	char path[512];
	struct image image;
	struct puzzle truths[TRUTHS_MOST];
	int truth_count;
	bool odd; /* no reading is right, but something must be said */
	int points;
	unsigned char *seen;
};

struct bench {
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

static int read_picture(struct picture *picture)
{
	struct problem problem = { 0 };
	struct sighting_list list = { 0 };
	struct vision *vision = vision_new(&problem);
	int points = -100;

	if (vision && vision_read(vision, &picture->image, 1u << FAMILY_panel,
				  &list, &problem) == 0)
		points = judge(picture, &list);
	sighting_list_fini(&list);
	vision_free(vision);
	return points;
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
	if (!label || !json_is_string(json_object_get(label, "image")))
		goto done;
	snprintf(picture->path, sizeof picture->path, "%s/%s", folder,
		 json_string_value(json_object_get(label, "image")));
	if (file_load_image(picture->path, &picture->image, &problem) < 0)
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

/* Reads each picture as the program is, and notes what the switches say. */
static void read_all(struct bench *bench)
{
	clock_t begin = clock();

	for (int i = 0; i < bench->count; i++) {
		struct picture *picture = &bench->pictures[i];

		memset(ablate_seen, 0, (size_t)ablate_count);
		picture->points = read_picture(picture);
		picture->seen = malloc((size_t)ablate_count);
		if (!picture->seen)
			exit(1);
		memcpy(picture->seen, ablate_seen, (size_t)ablate_count);
	}
	printf("%d pictures in %.1f s\n", bench->count,
	       (double)(clock() - begin) / CLOCKS_PER_SEC);
	fflush(stdout);
}

/* In a process of its own: what is forced may crash or hang. */
static void ablate(struct bench *bench, int site, int value, const int *which,
		   int count)
{
	int lost = 0, won = 0, read = 0;
	FILE *table;

	ablate_site = site;
	ablate_value = value;
	alarm(SECONDS_MOST);
	for (int k = 0; k < count && k < READ_MOST && lost < LOST_ENOUGH; k++) {
		struct picture *picture = &bench->pictures[which[k]];
		int points = read_picture(picture) - picture->points;

		read++;
		if (points < 0)
			lost -= points;
		else
			won += points;
	}
	table = fopen(bench->table, "a");
	if (table)
		fprintf(table, "%d\t%d\t%d\t%d\t%d\t%d\n", site, value, count,
			read, lost, won);
	_exit(table && fclose(table) == 0 ? 0 : 1);
}

static void run(struct bench *bench, int site, int value)
{
	int *which = malloc(sizeof *which * (size_t)bench->count), count = 0;
	FILE *table;
	int status;
	pid_t child;

	if (!which)
		exit(1);
	for (int i = 0; i < bench->count; i++)
		if (bench->pictures[i].seen[site] & 1 << !value)
			which[count++] = i;
	/* the same order for all, but no folder first */
	for (int k = count - 1; k > 0; k--) {
		int other = (int)((unsigned)which[k] * 2654435761u %
				  (unsigned)(k + 1));
		int kept = which[k];

		which[k] = which[other];
		which[other] = kept;
	}
	child = fork();
	if (child == 0)
		ablate(bench, site, value, which, count);
	if (child > 0 && waitpid(child, &status, 0) == child && status) {
		table = fopen(bench->table, "a");
		if (table) {
			fprintf(table, "%d\t%d\t%d\t0\t100\t0\n", site, value,
				count);
			fclose(table);
		}
	}
	free(which);
}

struct job {
	int site, value, count;
};

static int by_count(const void *a, const void *b)
{
	const struct job *one = a, *other = b;

	return (one->count > other->count) - (one->count < other->count);
}

static int run_all(struct bench *bench)
{
	struct job *jobs = malloc(sizeof *jobs * 2 * (size_t)ablate_count);
	unsigned char *done = calloc(2, (size_t)ablate_count);
	FILE *table = fopen(bench->table, "r");
	const char *bound = getenv("SECONDS");
	time_t end = time(NULL) + (bound ? atol(bound) : 1000000);
	int count = 0, site, value;

	if (!jobs || !done)
		return 1;
	while (table &&
	       fscanf(table, "%d %d %*d %*d %*d %*d", &site, &value) == 2)
		done[2 * site + value] = 1;
	if (table)
		fclose(table);
	for (int i = 0; i < 2 * ablate_count; i++) {
		struct job job = { i / 2, i % 2, 0 };

		for (int k = 0; k < bench->count; k++)
			job.count += !!(bench->pictures[k].seen[job.site] &
					1 << !job.value);
		if (!done[i])
			jobs[count++] = job;
	}
	qsort(jobs, (size_t)count, sizeof *jobs, by_count);
	for (int i = 0; i < count && time(NULL) < end; i++)
		run(bench, jobs[i].site, jobs[i].value);
	free(jobs);
	free(done);
	return 0;
}

int main(int argc, char **argv)
{
	struct bench bench = { 0 };
	int result;

	usage(argc, argv, "TABLE FOLDER...");
	if (argc < 3 || !&ablate_count) {
		fprintf(stderr, "bench_ablate: run scripts/ablate\n");
		return 64;
	}
	bench.table = argv[1];
	bench.pictures = calloc(PICTURES_MOST, sizeof *bench.pictures);
	if (!bench.pictures)
		return 1;
	for (int i = 2; i < argc; i++)
		load_folder(&bench, argv[i]);
	read_all(&bench);
	result = run_all(&bench);
	for (int i = 0; i < bench.count; i++) {
		image_fini(&bench.pictures[i].image);
		for (int k = 0; k < bench.pictures[i].truth_count; k++)
			puzzle_fini(&bench.pictures[i].truths[k]);
		free(bench.pictures[i].seen);
	}
	free(bench.pictures);
	return result;
}
