#include "outline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "seeds.h"
#include "sheet.h"

/* How far a rim's colour is off all mixtures of those to its sides, levels:
 * what a picture was sharpened by, or JPEG adds, is 30 and less. */
#define RIM_LEAST 40.0
/* Lines are outlined where so many of the places at which a row of pixels
 * leaves them are, and are looked at from so many on. Of the others most lie
 * at marks and starts. */
#define RIMS_LEAST 0.7
enum { LEFT_LEAST = 40 };
/* A field is a cell, or what lies around, where so many of the places at which
 * it is reached are behind a rim. */
#define BEHIND_LEAST 0.5
/* A network parts so many fields at least, each of which it reaches so often
 * from either side; what lies around it, and cells that breaks join, have fewer
 * beside them. */
enum { FIELDS_LEAST = 4, REACHED_LEAST = 4 };
/* Colours nearer than this, levels, are one: of lines as the ground has them.
 */
#define ALIKE 60.0
/* Lines, pixels: rims and what they enclose show from the least on. */
enum { WIDTH_LEAST = 3, WIDTH_MOST = 63 };

/* A network of lines as rows of pixels cross it. */
struct outlined {
	const struct elements *elements;
	int element;
	int width;      /* of a line, pixels of the shrunk picture */
	struct box box; /* shrunk pixels, with room around it */
	/* of each element: how often it is reached from a line, and how often
	 * behind a rim, going left and right */
	int *reached, *behind[2];
	int left, rims; /* places at which lines are left; with rims */
	int gaps[WIDTH_MOST + 1]; /* between line and field: how many so wide */
	struct colour inside, rim, outside; /* sums at those with rims */
};

/* The middle run's length. */
static int line_width(const struct outlined *lines)
{
	const struct elements *elements = lines->elements;
	long lengths[WIDTH_MOST + 2] = { 0 }, all = 0, seen = 0;
	int width = 0;

	for (size_t i = elements->row_start[lines->box.y];
	     i < elements->row_start[lines->box.y + lines->box.height]; i++) {
		const struct element_run *run = &elements->runs[i];
		int length = run->right - run->left;

		if (run->element != lines->element)
			continue;
		lengths[length > WIDTH_MOST ? WIDTH_MOST + 1 : length]++;
		all++;
	}
	while (width <= WIDTH_MOST && 2 * (seen + lengths[width]) < all)
		seen += lengths[width++];
	return width;
}

static struct colour colour_at(const struct outlined *lines, int x, int y)
{
	const struct elements *elements = lines->elements;
	int half = elements->shrink / 2;

	return colour_of_pixel(image_row(
		elements->image,
		y * elements->shrink + half)[x * elements->shrink + half]);
}

static void add(struct colour *sum, struct colour one)
{
	sum->red += one.red;
	sum->green += one.green;
	sum->blue += one.blue;
}

static struct colour mean(struct colour sum, int count)
{
	float share = 1 / (float)count;

	return (struct colour){ sum.red * share, sum.green * share,
				sum.blue * share };
}

/* Looks at where run i of a row ends, in one direction: what lies between it
 * and the next field that is no thin one. */
static void leave_line(struct outlined *lines, int y, size_t i, int step)
{
	const struct elements *elements = lines->elements;
	const struct element_run *run = &elements->runs[i], *other = run;
	int from = step > 0 ? run->right - 1 : run->left, to, gap;
	struct colour inside = colour_at(lines, from, y), outside, rim = inside;
	double most = 0;

	do {
		i += (size_t)step;
		if (i < elements->row_start[y] ||
		    i >= elements->row_start[y + 1])
			return;
		other = &elements->runs[i];
		to = step > 0 ? other->left : other->right - 1;
		gap = abs(to - from) - 1;
		if (gap > lines->width || gap > WIDTH_MOST)
			return;
	} while (elements->list[other->element].kind != ELEMENT_FIELD ||
		 2 * (other->right - other->left) < lines->width);
	outside = colour_at(lines, to, y);
	lines->left++;
	lines->reached[other->element]++;
	for (int x = from + step; x != to; x += step) {
		struct colour at = colour_at(lines, x, y);
		double off = colour_off_mixtures(at, inside, outside);

		if (off > most) {
			most = off;
			rim = at;
		}
	}
	if (most < RIM_LEAST || other->element == lines->element)
		return;
	lines->rims++;
	lines->behind[step > 0][other->element]++;
	lines->gaps[gap]++;
	add(&lines->inside, inside);
	add(&lines->outside, outside);
	add(&lines->rim, rim);
}

/* Is it a cell, or what lies around? */
static bool is_beside(const struct outlined *lines, int element)
{
	const struct box *box = &lines->elements->list[element].box;
	int side = box->width > box->height ? box->width : box->height;
	int behind = lines->behind[0][element] + lines->behind[1][element];

	return behind && behind >= BEHIND_LEAST * lines->reached[element] &&
	       side > 1.5 * lines->width * lines->elements->shrink;
}

static bool parts_fields(const struct outlined *lines)
{
	int count = 0;

	for (size_t i = 0; i < lines->elements->count; i++)
		count += lines->behind[0][i] >= REACHED_LEAST &&
			 lines->behind[1][i] >= REACHED_LEAST &&
			 is_beside(lines, (int)i);
	return count >= FIELDS_LEAST;
}

static bool is_outlined(struct outlined *lines)
{
	const struct elements *elements = lines->elements;

	for (int y = lines->box.y; y < lines->box.y + lines->box.height; y++)
		for (size_t i = elements->row_start[y];
		     i < elements->row_start[y + 1]; i++)
			if (elements->runs[i].element == lines->element)
				for (int step = -1; step <= 1; step += 2)
					leave_line(lines, y, i, step);
	return lines->left >= LEFT_LEAST &&
	       lines->rims >= RIMS_LEAST * lines->left && parts_fields(lines);
}

/* Marks what lies within so many places of what is marked by 1 in a line. */
static void spread(uint8_t *marks, int count, int stride, int reach)
{
	for (int back = 0; back < 2; back++)
		for (int i = 0, near = 0; i < count; i++) {
			uint8_t *at =
				marks + (back ? count - 1 - i : i) * stride;

			if (*at == 1)
				near = reach;
			else if (near-- > 0)
				*at = 2;
		}
	for (int i = 0; i < count; i++)
		marks[i * stride] = marks[i * stride] > 0;
}

static void widen(uint8_t *marks, const struct box *box, int reach)
{
	for (int y = 0; y < box->height; y++)
		spread(marks + y * box->width, box->width, 1, reach);
	for (int x = 0; x < box->width; x++)
		spread(marks + x, box->height, box->width, reach);
}

/* As far as most rims and their edges reach, shrunk pixels. */
static int rim_width(const struct outlined *lines)
{
	int width = 0, seen = lines->gaps[0];

	while (10 * seen < 9 * lines->rims)
		seen += lines->gaps[++width];
	/* where a rim lies between two pixels */
	return width + 1;
}

/* What is filled, and with what colour: 0xRRGGBB. */
static uint32_t fill_colour(const struct outlined *lines)
{
	struct colour inside = mean(lines->inside, lines->rims);
	struct colour rim = mean(lines->rim, lines->rims);

	if (colour_distance(inside, mean(lines->outside, lines->rims)) < ALIKE)
		inside = colour_towards(inside, rim, 0.5F);
	return (uint32_t)inside.red << 16 | (uint32_t)inside.green << 8 |
	       (uint32_t)inside.blue;
}

static void fill_pixel(const struct outlined *lines, int x, int y,
		       uint32_t colour, struct image *image)
{
	int shrink = lines->elements->shrink;

	for (int v = y * shrink; v < (y + 1) * shrink; v++)
		for (int u = x * shrink; u < (x + 1) * shrink; u++)
			image_row(image, v)[u] = colour;
}

/* Fills the lines, and their rims: what lies between them and the fields beside
 * them. Marks and starts are wider. */
static int fill(const struct outlined *lines, struct image *image)
{
	const struct elements *elements = lines->elements;
	const struct box *box = &lines->box;
	size_t count = (size_t)box->width * (size_t)box->height;
	uint8_t *marks = alloc_array(2 * count, 1), *beside = marks + count;
	uint32_t colour = fill_colour(lines);
	int width = rim_width(lines);

	if (!marks)
		return -1;
	for (int y = 0; y < box->height; y++)
		for (size_t i = elements->row_start[box->y + y];
		     i < elements->row_start[box->y + y + 1]; i++) {
			const struct element_run *run = &elements->runs[i];
			int is = run->element;
			uint8_t *to = is == lines->element ? marks : beside;

			if (is != lines->element && !is_beside(lines, is))
				continue;
			for (int x = run->left; x < run->right; x++)
				if (x >= box->x && x < box->x + box->width)
					to[y * box->width + x - box->x] = 1;
		}
	widen(marks, box, width);
	for (size_t i = 0; i < count; i++)
		if (beside[i])
			marks[i] = 0;
	widen(beside, box, width);
	for (int y = 0; y < box->height; y++)
		for (size_t i = elements->row_start[box->y + y];
		     i < elements->row_start[box->y + y + 1]; i++) {
			const struct element_run *run = &elements->runs[i];
			bool own = run->element == lines->element;

			for (int x = run->left; x < run->right; x++) {
				int at = y * box->width + x - box->x;

				if (x >= box->x && x < box->x + box->width &&
				    marks[at] && (own || beside[at]))
					fill_pixel(lines, x, box->y + y, colour,
						   image);
			}
		}
	free(marks);
	return 0;
}

static int by_width(const void *a, const void *b)
{
	return ((const struct outlined *)a)->width -
	       ((const struct outlined *)b)->width;
}

/* Fills all, the thinnest lines first: what lies beside these is no line. */
static int fill_all(struct outlined *all, int count, int *counts, bool *taken,
		    struct image *filled, struct problem *problem)
{
	const struct elements *elements = all->elements;
	int result = 0;

	qsort(all, (size_t)count, sizeof *all, by_width);
	for (int i = 0; i < count && result >= 0; i++) {
		struct outlined *lines = &all[i];

		lines->reached = counts;
		lines->behind[0] = counts + elements->count;
		lines->behind[1] = counts + 2 * elements->count;
		memset(counts, 0, 3 * elements->count * sizeof *counts);
		if (taken[lines->element] || !is_outlined(lines))
			continue;
		for (size_t k = 0; k < elements->count; k++)
			taken[k] |= is_beside(lines, (int)k);
		if (!filled->pixels &&
		    image_copy(elements->image, filled, problem) < 0)
			result = -1;
		else
			result = fill(lines, filled) < 0 ? -1 : 1;
	}
	return result;
}

int outline_fill(const struct elements *elements, struct image *filled,
		 struct problem *problem)
{
	struct panel_field *fields = seeds_measure(elements);
	int *counts = alloc_array(3 * elements->count, sizeof *counts);
	bool *taken = alloc_array(elements->count, sizeof *taken);
	int seeds[NETWORKS_MAX], count = 0, result = -1, kept = 0;
	int room = WIDTH_MOST * elements->shrink; /* for rims */
	struct outlined all[NETWORKS_MAX];

	memset(filled, 0, sizeof *filled);
	if (!fields || !counts || !taken)
		goto fail;
	count = seeds_find(elements, fields, ELEMENT_FIELD, NULL, NULL, seeds);
	for (int i = 0; i < count; i++) {
		struct outlined *lines = &all[kept];

		if (seeds_surround(elements, seeds[i]))
			continue;
		*lines = (struct outlined){
			.elements = elements,
			.element = seeds[i],
			.box = element_small_box(
				elements, &elements->list[seeds[i]], room, room)
		};
		lines->width = line_width(lines);
		kept += lines->width >= WIDTH_LEAST &&
			lines->width <= WIDTH_MOST;
	}
	result = kept ? fill_all(all, kept, counts, taken, filled, problem) : 0;
fail:
	if (result < 0)
		image_fini(filled);
	free(taken);
	free(counts);
	free(fields);
	return result;
}
