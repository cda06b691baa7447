#include "record.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "alloc.h"
#include "order.h"

/* Lower bounds of the bins. */
static const double bounds[RECORD_BINS] = { 0, 0.5, 0.9, 0.95, 0.99, 0.999 };

/* For people who compare two readers, coarser than the grades. */
static const char *const result_names[GRADES] = {
	[EXACT] = "exact",      [REPAIRED] = "exact",
	[DOUBTFUL] = "misread", [HARMLESS] = "misread",
	[MISSED] = "missed",    [WRONG] = "answered-wrongly",
	[EXTRA] = "extra",
};

void record_init(struct record *record)
{
	*record = (struct record){ .folder = "" };
}

void record_fini(struct record *record)
{
	for (size_t i = 0; i < record->source_count; i++)
		free(record->sources[i].name);
	free(record->sources);
	free(record->cpu_ms);
}

static struct record_source *source_row(struct record *record, const char *name,
					const char *family)
{
	struct record_source *row;

	for (size_t i = 0; i < record->source_count; i++) {
		row = &record->sources[i];
		if (!strcmp(row->name, name) && !strcmp(row->family, family))
			return row;
	}
	if (alloc_grow(&record->sources, &record->source_capacity,
		       record->source_count + 1, sizeof *record->sources) < 0)
		return NULL;
	row = &record->sources[record->source_count];
	*row = (struct record_source){ .name = strdup(name), .family = family };
	if (!row->name)
		return NULL;
	record->source_count++;
	return row;
}

void record_grade(struct record *record, const char *source,
		  const char *picture, const char *family, enum grade grade,
		  bool there)
{
	struct record_source *row = source_row(record, source, family);

	if (row) {
		row->grades[grade]++;
		row->puzzles += there;
	}
	if (record->results)
		fprintf(record->results, "%s%s\t%s\t%s\n", record->folder,
			picture, family, result_names[grade]);
}

void record_silence(struct record *record, const char *picture)
{
	if (record->results)
		fprintf(record->results, "%s%s\t-\tsilent\n", record->folder,
			picture);
}

static void add(record_bins bins, double confidence, bool right)
{
	int bin = RECORD_BINS - 1;

	while (bin && confidence < bounds[bin])
		bin--;
	bins[bin][0] += right;
	bins[bin][1]++;
}

/* Does the clue's name say where it stands? The index of a list without an
 * order (FORMATS) says nothing that two readings share. */
static bool names_place(const char *clue)
{
	static const char *const lists[] = { "pieces[", "clues[", "areas[" };

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (!strncmp(clue, lists[i], strlen(lists[i])))
			return false;
	return true;
}

/* A clue is right where the true puzzle stays the same when it is set. */
static bool clue_right(const struct reading *reading,
		       const struct puzzle *truth)
{
	struct puzzle copy;
	bool right;

	if (puzzle_copy(truth, &copy, NULL) < 0)
		return false;
	right = puzzle_set_clue(&copy, reading->clue, reading->value, NULL) ==
			0 &&
		puzzle_equal(truth, &copy, NULL);
	puzzle_fini(&copy);
	return right;
}

void record_reading(struct record *record, const struct outcome *outcome,
		    const struct puzzle *truth, bool right)
{
	add(record->puzzles, outcome->confidence, right);
	for (size_t i = 0; truth && i < outcome->reading_count; i++) {
		const struct reading *reading = &outcome->readings[i];

		if (names_place(reading->clue))
			add(record->clues, reading->confidence,
			    right || clue_right(reading, truth));
	}
}

void record_cpu(struct record *record, double seconds)
{
	if (alloc_grow(&record->cpu_ms, &record->cpu_capacity,
		       record->cpu_count + 1, sizeof *record->cpu_ms) == 0)
		record->cpu_ms[record->cpu_count++] = seconds * 1000;
}

double record_cpu_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int by_name(const void *a, const void *b)
{
	const struct record_source *one = a, *other = b;
	int order = strcmp(one->family, other->family);

	return order ? order : strcmp(one->name, other->name);
}

static void print_sources(struct record *record)
{
	qsort(record->sources, record->source_count, sizeof *record->sources,
	      by_name);
	printf("%-11s %-34s %7s %7s %7s %7s %7s %7s\n", "family", "source",
	       "puzzles", "exact", "misread", "missed", "WRONG", "extra");
	for (size_t i = 0; i < record->source_count; i++) {
		const struct record_source *row = &record->sources[i];
		const long *grades = row->grades;

		printf("%-11s %-34.34s %7ld %7ld %7ld %7ld %7ld %7ld\n",
		       row->family, row->name, row->puzzles,
		       grades[EXACT] + grades[REPAIRED],
		       grades[DOUBTFUL] + grades[HARMLESS], grades[MISSED],
		       grades[WRONG], grades[EXTRA]);
	}
}

static void print_bins(const char *what, record_bins bins)
{
	printf("%-8s", what);
	for (int bin = 0; bin < RECORD_BINS; bin++) {
		char text[40];

		snprintf(text, sizeof text, "%ld/%ld", bins[bin][0],
			 bins[bin][1]);
		printf(" %14s", text);
	}
	putchar('\n');
}

/* Of what was read with a confidence from each bound to the next, so many were
 * right. */
static void print_reliability(struct record *record)
{
	printf("%-8s", "right of");
	for (int bin = 0; bin < RECORD_BINS; bin++)
		printf("      from %.3f", bounds[bin]);
	putchar('\n');
	print_bins("puzzles", record->puzzles);
	print_bins("clues", record->clues);
}

void record_print(struct record *record)
{
	size_t count = record->cpu_count;

	if (record->source_count)
		print_sources(record);
	print_reliability(record);
	if (!count)
		return;
	qsort(record->cpu_ms, count, sizeof *record->cpu_ms, order_doubles);
	printf("processor time to read: median %.1f ms, 95 %% %.1f ms, worst "
	       "%.1f ms\n",
	       record->cpu_ms[count / 2], record->cpu_ms[count * 95 / 100],
	       record->cpu_ms[count - 1]);
}
