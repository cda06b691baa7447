#include "seeds.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* A network is at least so many pixels wide or high: two cells of 16. */
#define NETWORK_LEAST 32
/* and a row of pixels crosses it so often on average: two upright lines make
 * 2 or 1 where a break or a line along interrupts them. */
#define RUNS_A_ROW 1.15

/* What takes more than this share of the picture's width or height is a wall, a
 * page or a frame around all: panels take half of a screen. It is looked at
 * where little else is: ten boards of a wall left a small panel none of its
 * twelve places. */
#define SPAN_MOST 0.9
#define SPAN_WEIGHT 0.1

/* A network by itself is crossed by a row of pixels so often on average, at
 * least half of the times where a line is as wide as most are, within an
 * eighth. That is at least so many pixels, and such a share of the network: of
 * lines of .2 to .45 of a cell, FACTS, in up to ten cells side by side. Frames
 * of numbers' cells are thinner (labelled pages: .017 and less), what lies
 * between cards and letters wider or of many widths. */
#define LINES_A_ROW 2.0
#define LINES_ALIKE 0.5
enum { LINE_LEAST = 4, LINE_LONGEST = 255, LINE_OFF = 8 };
#define LINE_SHARE_LEAST 0.02
#define LINE_SHARE_MOST 0.15
/* Of so many that have the most rows and runs such come first: those of a
 * grainy wall have more. */
#define LINES_WEIGHT 10.0
enum { SEEDS_SEEN = 3 * NETWORKS_MAX };

/* In how many directions an element spans the picture. */
static int spanned(const struct elements *elements, int element)
{
	const struct box *box = &elements->list[element].box;
	double most = SPAN_MOST * elements->shrink;

	return (box->width > most * elements->small.width) +
	       (box->height > most * elements->small.height);
}

bool seeds_span(const struct elements *elements, int element)
{
	return spanned(elements, element) > 0;
}

bool seeds_surround(const struct elements *elements, int element)
{
	return spanned(elements, element) == 2;
}

static void add_run(struct panel_field *fields, const struct element_run *run,
		    int y)
{
	struct panel_field *field = &fields[run->element];

	field->runs++;
	field->rows += field->last_row != y + 1;
	field->last_row = y + 1;
}

struct panel_field *seeds_measure(const struct elements *elements)
{
	struct panel_field *fields =
		alloc_array(elements->count, sizeof *fields);

	for (int y = 0; y < elements->small.height && fields; y++)
		for (size_t i = elements->row_start[y];
		     i < elements->row_start[y + 1]; i++)
			add_run(fields, &elements->runs[i], y);
	return fields;
}

struct seed {
	int element;
	double weight;
};

static int by_weight(const void *a, const void *b)
{
	double d = ((const struct seed *)b)->weight -
		   ((const struct seed *)a)->weight;

	return (d > 0) - (d < 0);
}

/* How many runs of an element are so long; longer ones are not counted. */
typedef long run_lengths[LINE_LONGEST + 1];

/* Counts those of some elements, in one pass. False without memory. */
static bool count_lengths(const struct elements *elements, const int *numbers,
			  int count, run_lengths *lengths)
{
	size_t runs = elements->row_start[elements->small.height];
	uint8_t *which = alloc_array(elements->count, sizeof *which);

	if (!which)
		return false;
	memset(lengths, 0, (size_t)count * sizeof *lengths);
	for (int i = 0; i < count; i++)
		which[numbers[i]] = (uint8_t)(i + 1);
	for (size_t i = 0; i < runs; i++) {
		const struct element_run *run = &elements->runs[i];
		int length = run->right - run->left;

		if (which[run->element] && length <= LINE_LONGEST)
			lengths[which[run->element] - 1][length]++;
	}
	free(which);
	return true;
}

/* Are most runs of one length, that of a panel's upright lines? */
static bool has_lines(const struct elements *elements,
		      const struct panel_field *field, int element,
		      const run_lengths lengths)
{
	double width =
		(double)elements->list[element].box.width / elements->shrink;
	long all = field->runs;

	if ((double)field->runs / (double)field->rows < LINES_A_ROW)
		return false;
	/* grain cuts lines into shorter ones */
	for (int i = 0; i < LINE_LEAST; i++)
		all -= lengths[i];
	for (int line = LINE_LEAST; line <= LINE_SHARE_MOST * width; line++) {
		int off = line < LINE_OFF ? 1 : line / LINE_OFF;
		long alike = 0;

		if (line + off > LINE_LONGEST)
			break;
		for (int i = line - off; i <= line + off; i++)
			alike += lengths[i];
		if (line >= LINE_SHARE_LEAST * width &&
		    (double)alike >= LINES_ALIKE * (double)all)
			return true;
	}
	return false;
}

/* Those that have lines come first. */
static void favour_lines(const struct elements *elements,
			 const struct panel_field *fields, struct seed *seeds,
			 int count)
{
	run_lengths lengths[SEEDS_SEEN];
	int numbers[SEEDS_SEEN] = { 0 };

	for (int i = 0; i < count; i++)
		numbers[i] = seeds[i].element;
	if (!count_lengths(elements, numbers, count, lengths))
		return;
	for (int i = 0; i < count; i++)
		if (has_lines(elements, &fields[numbers[i]], numbers[i],
			      lengths[i]))
			seeds[i].weight *= LINES_WEIGHT;
	qsort(seeds, (size_t)count, sizeof *seeds, by_weight);
}

int seeds_find(const struct elements *elements,
	       const struct panel_field *fields, enum element_kind kind,
	       seeds_skip skip, const void *data, int seeds[NETWORKS_MAX])
{
	struct seed best[SEEDS_SEEN];
	int count = 0;

	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		double thin = (double)fields[i].runs / (double)fields[i].rows;
		struct seed seed = { (int)i, 0 };

		if (element->kind != kind ||
		    element->box.width < NETWORK_LEAST ||
		    element->box.height < NETWORK_LEAST || thin < RUNS_A_ROW ||
		    (skip && skip(data, (int)i)))
			continue;
		/* many parts side by side over many rows: of two columns
		 * already some three, of a wall's boards one and a half */
		seed.weight = (double)fields[i].runs * pow(fmin(thin, 3), 2);
		if (seeds_span(elements, (int)i))
			seed.weight *= SPAN_WEIGHT;
		if (count < SEEDS_SEEN)
			best[count++] = seed;
		else if (seed.weight > best[count - 1].weight)
			best[count - 1] = seed;
		qsort(best, (size_t)count, sizeof *best, by_weight);
	}
	if (count > NETWORKS_MAX) {
		favour_lines(elements, fields, best, count);
		count = NETWORKS_MAX;
	}
	for (int i = 0; i < count; i++)
		seeds[i] = best[i].element;
	return count;
}

bool seeds_show_lines(const struct elements *elements)
{
	struct panel_field *fields = seeds_measure(elements);
	run_lengths lengths[NETWORKS_MAX];
	int seeds[NETWORKS_MAX];
	bool found = false;
	int count = 0;

	if (fields)
		count = seeds_find(elements, fields, ELEMENT_FIELD, NULL, NULL,
				   seeds);
	if (count && !count_lengths(elements, seeds, count, lengths))
		count = 0;
	for (int i = 0; i < count && !found; i++)
		found = has_lines(elements, &fields[seeds[i]], seeds[i],
				  lengths[i]);
	free(fields);
	return found;
}
