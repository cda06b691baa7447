#include "elements.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cv.h"
#include "forest.h"
#include "lanes.h"
#include "shrink.h"

/* The least change between neighbouring pixels that is an edge in a picture
 * without noise: Suko's palest tints are 8 levels apart, rounding and slow
 * gradients change by 1 or 2. */
#define EDGE_LEAST 5
/* An edge exceeds the median change by this factor: noise does so in one
 * pixel of 700, singly. At coarser scales, which only serve to find pale and
 * noisy lattices, in one of 20: fields stay connected around such specks. */
#define EDGE_NOISE 3.0
#define EDGE_NOISE_COARSER 1.5
/* An edge is at least this share of the greatest change nearby: below it lie
 * the ringing of JPEG and the soft flanks of blurred strokes. */
#define EDGE_SHARE 0.06
/* There, changes are those over two pixels: blurred steps show in full, noise
 * is the same. */
enum { REACH_COARSER = 2 };
/* "Nearby" is within one block to every side. As many are worked on at once. */
enum { BLOCK = 8 };
/* So many points of a line are enough to tell which share of it shows. */
enum { SAMPLES_MOST = 24 };
/* The quadrilateral of a board's corners has this share of its box, a disc's
 * less; opposite sides differ by no more than that, seen aslant. */
#define BOARD_FILLS 0.6
#define BOARD_SIDES_DIFFER 0.35

/* The change from each pixel to its right and lower neighbour, the greater of
 * the two, and the greatest in each block. */
struct slopes {
	struct plane change;
	int block_columns, block_rows;
	uint8_t *block_most;
};

/* To the pixel `reach` further right and to that as far below. */
static void row_of_changes(const uint8_t *row, const uint8_t *below, int width,
			   int reach, uint8_t *change)
{
	int x = 0;

	for (; x + reach + BLOCK <= width; x += BLOCK) {
		lanes_bytes here = lanes_load(row + x);
		lanes_bytes right = lanes_load(row + x + reach);
		lanes_bytes down = lanes_load(below + x);

		lanes_store(change + x, lanes_higher(lanes_apart(right, here),
						     lanes_apart(down, here)));
	}
	for (; x + reach < width; x++) {
		int right = abs(row[x + reach] - row[x]);
		int down = abs(below[x] - row[x]);

		change[x] = (uint8_t)(right > down ? right : down);
	}
	for (; x < width; x++)
		change[x] = (uint8_t)abs(below[x] - row[x]);
}

static uint8_t most_of(lanes_bytes levels)
{
	uint8_t most = 0;

	for (int i = 0; i < BLOCK; i++)
		most = levels[i] > most ? levels[i] : most;
	return most;
}

/* The greatest change in each block of one row of them. */
static void find_most(const struct plane *change, int row, int columns,
		      uint8_t *most)
{
	int end = (row + 1) * BLOCK;

	end = end < change->height ? end : change->height;
	for (int block = 0; block < columns; block++) {
		const uint8_t *at =
			plane_row(change, row * BLOCK) + block * BLOCK;
		lanes_bytes high = lanes_load(at);

		for (int y = row * BLOCK + 1; y < end; y++) {
			at += change->stride;
			high = lanes_higher(high, lanes_load(at));
		}
		most[block] = most_of(high);
	}
}

/* Rows of `change` are whole blocks long; what lies beyond the picture is
 * zero. */
static int find_slopes(const struct plane *grey, int reach,
		       struct slopes *slopes)
{
	int columns = (grey->width + BLOCK - 1) / BLOCK;
	int rows = (grey->height + BLOCK - 1) / BLOCK;

	slopes->block_columns = columns;
	slopes->block_rows = rows;
	slopes->block_most = alloc_array((size_t)columns * (size_t)rows, 1);
	if (plane_init_unset(&slopes->change, columns * BLOCK, grey->height) <
		    0 ||
	    !slopes->block_most)
		return -1;
	for (int y = 0; y < grey->height; y++) {
		uint8_t *change = plane_row(&slopes->change, y);
		int below = y + reach < grey->height ? y + reach : y;

		row_of_changes(plane_row(grey, y), plane_row(grey, below),
			       grey->width, reach, change);
		memset(change + grey->width, 0,
		       (size_t)(columns * BLOCK - grey->width));
		if (y % BLOCK == BLOCK - 1 || y == grey->height - 1)
			find_most(&slopes->change, y / BLOCK, columns,
				  slopes->block_most + y / BLOCK * columns);
	}
	return 0;
}

/* Half of all changes are at most this. Every 16th row is enough. */
static double median_change(const struct plane *change, int width)
{
	long count[256] = { 0 };
	long half = 0, sum = 0;
	int value = 0;

	for (int y = 0; y < change->height; y += 16)
		for (int x = 0; x < width; x++)
			count[plane_row(change, y)[x]]++;
	for (int i = 0; i < 256; i++)
		half += count[i];
	half /= 2;
	while (value < 255 && sum + count[value] <= half)
		sum += count[value++];
	/* within the bin, so that small noise is not rounded away */
	return value +
	       (count[value] ? (double)(half - sum) / (double)count[value]
			     : 0) -
	       (value ? 0.5 : 0);
}

static uint8_t higher(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* The greatest of each column of blocks in three rows, 0 beside them. */
static void most_of_rows(const struct slopes *slopes, int y, uint8_t *most)
{
	int columns = slopes->block_columns;
	const uint8_t *row = slopes->block_most + y * columns;
	const uint8_t *above = y ? row - columns : row;
	const uint8_t *below = y + 1 < slopes->block_rows ? row + columns : row;

	for (int x = 0; x < columns; x++)
		most[x] = higher(row[x], higher(above[x], below[x]));
}

/* For each block the least change that counts as an edge, in place. */
static int set_thresholds(struct slopes *slopes, double noise, double factor)
{
	double least = EDGE_LEAST + factor * (noise > 1 ? noise : 0);
	int columns = slopes->block_columns;
	size_t count = (size_t)columns * (size_t)slopes->block_rows;
	uint8_t *most = alloc_array(count, 1);
	uint8_t *rows = alloc_array((size_t)columns + 2, 1);
	uint8_t threshold[256];

	for (int i = 0; i < 256; i++)
		threshold[i] = (uint8_t)fmin(255, fmax(least, EDGE_SHARE * i));
	for (int y = 0; most && rows && y < slopes->block_rows; y++) {
		most_of_rows(slopes, y, rows + 1);
		for (int x = 0; x < columns; x++)
			most[y * columns + x] = threshold[higher(
				rows[x], higher(rows[x + 1], rows[x + 2]))];
	}
	free(rows);
	if (!most || !rows) {
		free(most);
		return -1;
	}
	free(slopes->block_most);
	slopes->block_most = most;
	return 0;
}

/* Runs of a picture while their elements are not known yet: run i belongs to
 * the same element as run parent[i]. */
struct runs {
	struct element_run *list; /* .element is 1 for strokes, 0 for
				   * fields */
	int *parent;
	size_t count, capacity, parent_capacity;
};

/* Room for so many more. */
static int make_room(struct runs *runs, size_t more)
{
	if (alloc_grow(&runs->list, &runs->capacity, runs->count + more,
		       sizeof *runs->list) < 0 ||
	    alloc_grow(&runs->parent, &runs->parent_capacity,
		       runs->count + more, sizeof *runs->parent) < 0)
		return -1;
	return 0;
}

/* Edges of a row are a bit each, so many to a word. */
enum { WORD = 64, WORD_BLOCKS = WORD / BLOCK };

/* Sets a bit for each pixel that is an edge; `least` has a threshold per
 * block. */
static void mark_edges(const uint8_t *change, const uint8_t *least, int blocks,
		       uint64_t *edges)
{
	for (int first = 0; first < blocks; first += WORD_BLOCKS) {
		uint64_t word = 0;

		for (int i = 0; i < WORD_BLOCKS && first + i < blocks; i++) {
			lanes_bytes level =
				lanes_load(change + (first + i) * BLOCK);

			level = (lanes_bytes)(level >=
					      lanes_splat(least[first + i]));
			word |= (uint64_t)lanes_byte_bits(level) << i * BLOCK;
		}
		edges[first / WORD_BLOCKS] = word;
	}
}

/* The first pixel from x on that is not of this kind. */
static int end_of_run(const uint64_t *edges, int x, int width, bool kind)
{
	uint64_t same = kind ? UINT64_MAX : 0;
	int word = x / WORD, end;
	uint64_t others = (edges[word] ^ same) >> x % WORD << x % WORD;

	while (!others) {
		word++;
		if (word * WORD >= width)
			return width;
		others = edges[word] ^ same;
	}
	end = word * WORD + __builtin_ctzll(others);
	return end < width ? end : width;
}

static int cut_row(struct runs *runs, const uint64_t *edges, int width)
{
	int kind = edges[0] & 1;

	/* no more than pixels */
	if (make_room(runs, (size_t)width) < 0)
		return -1;
	for (int x = 0; x < width; kind ^= 1) {
		int end = end_of_run(edges, x, width, kind);

		runs->list[runs->count] = (struct element_run){ x, end, kind };
		runs->parent[runs->count] = (int)runs->count;
		runs->count++;
		x = end;
	}
	return 0;
}

/* Joins the runs of a row with those above: strokes also diagonally. */
static void join_rows(struct runs *runs, size_t above, size_t row, size_t end)
{
	size_t a = above, b = row;

	while (a < row && b < end) {
		const struct element_run *up = &runs->list[a];
		const struct element_run *low = &runs->list[b];
		int slack = up->element & low->element;

		if (up->element == low->element &&
		    up->left < low->right + slack &&
		    low->left < up->right + slack)
			forest_join(runs->parent, (int)a, (int)b);
		/* A stroke that ends one pixel before its diagonal
		 * neighbour starts must still meet it: advance the run
		 * that ends first. */
		if (up->right < low->right)
			a++;
		else if (up->right > low->right)
			b++;
		else {
			/* equal ends: both neighbours of the pair may touch
			 * diagonally */
			if (a + 1 < row && slack == 0 && low->element == 1 &&
			    runs->list[a + 1].element == 1)
				forest_join(runs->parent, (int)(a + 1), (int)b);
			if (b + 1 < end && slack == 0 && up->element == 1 &&
			    runs->list[b + 1].element == 1)
				forest_join(runs->parent, (int)a, (int)(b + 1));
			a++;
			b++;
		}
	}
}

static int find_runs(struct elements *elements, const struct slopes *slopes,
		     struct runs *runs)
{
	int height = elements->small.height;
	int blocks = slopes->block_columns;
	uint64_t *edges =
		alloc_array((size_t)blocks / WORD_BLOCKS + 1, sizeof *edges);
	int result = -1;

	elements->row_start =
		alloc_array((size_t)height + 1, sizeof *elements->row_start);
	if (!elements->row_start || !edges)
		goto fail;
	for (int y = 0; y < height; y++) {
		elements->row_start[y] = runs->count;
		mark_edges(plane_row(&slopes->change, y),
			   slopes->block_most + y / BLOCK * blocks, blocks,
			   edges);
		if (cut_row(runs, edges, elements->small.width) < 0)
			goto fail;
		if (y)
			join_rows(runs, elements->row_start[y - 1],
				  elements->row_start[y], runs->count);
	}
	elements->row_start[height] = runs->count;
	result = 0;
fail:
	free(edges);
	return result;
}

/* The least and greatest sums and differences of an element's coordinates. */
struct reaches {
	int top_left, top_right, low_right, low_left;
};

static void widen(struct element *element, struct reaches *reaches, int left,
		  int right, int y)
{
	struct point *c = element->corners.corner;

	if (left + y < reaches->top_left) {
		reaches->top_left = left + y;
		c[0] = (struct point){ left, y };
	}
	if (right - y > reaches->top_right) {
		reaches->top_right = right - y;
		c[1] = (struct point){ right, y };
	}
	if (right + y > reaches->low_right) {
		reaches->low_right = right + y;
		c[2] = (struct point){ right, y };
	}
	if (left - y < reaches->low_left) {
		reaches->low_left = left - y;
		c[3] = (struct point){ left, y };
	}
}

static void add_to_element(struct element *element, struct reaches *reaches,
			   const struct element_run *run, int y)
{
	struct box *box = &element->box; /* width, height: right, low */

	if (!element->area) {
		*box = (struct box){ run->left, y, run->right, y + 1 };
		*reaches =
			(struct reaches){ INT_MAX, INT_MIN, INT_MIN, INT_MAX };
	}
	element->area += run->right - run->left;
	box->x = run->left < box->x ? run->left : box->x;
	box->width = run->right > box->width ? run->right : box->width;
	box->height = y + 1;
	widen(element, reaches, run->left, run->right - 1, y);
}

static void finish_element(struct element *element, int shrink, int reach)
{
	struct box *box = &element->box;

	box->width = (box->width - box->x) * shrink;
	box->height = (box->height - box->y) * shrink;
	box->x *= shrink;
	box->y *= shrink;
	for (int i = 0; i < 4; i++) {
		struct point *c = &element->corners.corner[i];

		/* a pixel's change is that to a pixel further right or
		 * down: what is found lies half the way there */
		c->x = (c->x + 0.5 * reach) * shrink + 0.5 * (shrink - 1);
		c->y = (c->y + 0.5 * reach) * shrink + 0.5 * (shrink - 1);
	}
}

/* Numbers the elements. Returns the number of each run's, which the caller
 * frees; NULL without memory. */
static int *number_runs(struct elements *elements, const struct runs *runs)
{
	int *number = alloc_array(runs->count, sizeof *number);

	/* a run's parent comes before it */
	for (size_t i = 0; number && i < runs->count; i++) {
		int parent = runs->parent[i];

		number[i] = parent == (int)i ? (int)elements->count++
					     : number[parent];
	}
	return number;
}

/* Numbers the elements and adds up their runs. */
static int collect(struct elements *elements, struct runs *runs)
{
	int *number = number_runs(elements, runs);
	struct reaches *reaches = alloc_array(elements->count, sizeof *reaches);

	elements->list = alloc_array(elements->count, sizeof *elements->list);
	if (!number || !elements->list || !reaches) {
		free(number);
		free(reaches);
		return -1;
	}
	for (int y = 0; y < elements->small.height; y++)
		for (size_t i = elements->row_start[y];
		     i < elements->row_start[y + 1]; i++) {
			struct element_run *run = &runs->list[i];
			struct element *element = &elements->list[number[i]];

			element->kind =
				run->element ? ELEMENT_STROKE : ELEMENT_FIELD;
			add_to_element(element, &reaches[number[i]], run, y);
			run->element = number[i];
		}
	free(number);
	free(reaches);
	for (size_t i = 0; i < elements->count; i++)
		finish_element(&elements->list[i], elements->shrink,
			       elements->reach);
	return 0;
}

/* The luminance shrunk by averaging whole blocks; a rest at the right and
 * lower rim is not looked at. */
static int make_small(struct elements *elements, int shrink)
{
	const struct plane *grey = &elements->grey;

	elements->shrink = shrink;
	if (shrink > 1)
		return plane_shrink(grey, shrink, &elements->small);
	elements->small = *grey;
	return 0;
}

/* From the shrunk luminance on. */
static int find(struct elements *elements)
{
	struct slopes slopes = { 0 };
	struct runs runs = { 0 };
	int result = -1;

	elements->reach = elements->borrowed ? REACH_COARSER : 1;
	if (find_slopes(&elements->small, elements->reach, &slopes) < 0)
		goto fail;
	elements->noise = median_change(&slopes.change, elements->small.width);
	if (set_thresholds(&slopes, elements->noise,
			   elements->borrowed ? EDGE_NOISE_COARSER
					      : EDGE_NOISE) < 0 ||
	    find_runs(elements, &slopes, &runs) < 0 ||
	    collect(elements, &runs) < 0)
		goto fail;
	result = 0;
fail:
	elements->runs = runs.list;
	free(runs.parent);
	plane_fini(&slopes.change);
	free(slopes.block_most);
	return result;
}

int elements_find(struct elements *elements, const struct image *image,
		  int shrink, struct problem *problem)
{
	memset(elements, 0, sizeof *elements);
	elements->image = image;
	if (plane_init_unset(&elements->grey, image->width, image->height) <
		    0 ||
	    cv_grey(image->pixels, image->stride, image->width, image->height,
		    elements->grey.data, (size_t)elements->grey.stride) < 0 ||
	    make_small(elements, shrink) < 0 || find(elements) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a picture's elements");
	return 0;
}

/* With the picture of others, nothing found in it yet. */
static void borrow(struct elements *elements, const struct elements *finer)
{
	memset(elements, 0, sizeof *elements);
	elements->image = finer->image;
	elements->grey = finer->grey;
	elements->borrowed = true;
}

int elements_find_scaled(struct elements *elements,
			 const struct elements *other, int shrink,
			 struct problem *problem)
{
	borrow(elements, other);
	if (make_small(elements, shrink) < 0 || find(elements) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a picture's elements");
	return 0;
}

int elements_find_smoother(struct elements *elements,
			   const struct elements *finer,
			   struct problem *problem)
{
	borrow(elements, finer);
	elements->shrink = finer->shrink;
	if (plane_smooth(&finer->small, &elements->small) < 0 ||
	    find(elements) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a picture's elements");
	return 0;
}

int elements_find_plane(struct elements *elements, const struct elements *other,
			struct plane *plane, int shrink,
			struct problem *problem)
{
	borrow(elements, other);
	elements->shrink = shrink;
	elements->small = *plane;
	memset(plane, 0, sizeof *plane);
	if (find(elements) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a picture's elements");
	return 0;
}

void elements_fini(struct elements *elements)
{
	if (elements->small.data != elements->grey.data)
		plane_fini(&elements->small);
	if (!elements->borrowed)
		plane_fini(&elements->grey);
	free(elements->list);
	free(elements->runs);
	free(elements->row_start);
	memset(elements, 0, sizeof *elements);
}

/* The run that holds pixel x of row y of the shrunk picture. */
static const struct element_run *run_at(const struct elements *elements, int x,
					int y)
{
	const struct element_run *run;
	size_t count;

	if (x < 0 || y < 0 || x >= elements->small.width ||
	    y >= elements->small.height)
		return NULL;
	run = elements->runs + elements->row_start[y];
	count = elements->row_start[y + 1] - elements->row_start[y];
	/* which half it is nobody can foresee: no branch but the loop's */
	while (count > 1) {
		size_t half = count / 2;

		run += run[half].left <= x ? half : 0;
		count -= half;
	}
	return run;
}

const struct element *elements_at(const struct elements *elements, double px_x,
				  double px_y)
{
	const struct element_run *run;

	/* in this order, so that what is not a number is nowhere; below, what
	 * is cut off is rounded down */
	if (!(px_x >= 0 && px_y >= 0))
		return NULL;
	if (elements->shrink > 1) {
		px_x /= elements->shrink;
		px_y /= elements->shrink;
	}
	run = run_at(elements, (int)px_x, (int)px_y);
	return run ? &elements->list[run->element] : NULL;
}

static bool edge_near(const struct elements *elements, struct point at,
		      struct point step, int reach)
{
	for (int i = -reach; i <= reach; i++) {
		const struct element *element = elements_at(
			elements, at.x + i * step.x, at.y + i * step.y);

		if (element && element->kind == ELEMENT_STROKE)
			return true;
	}
	return false;
}

double elements_edge_share(const struct elements *elements, struct point a,
			   struct point b, double reach)
{
	double length = point_distance(a, b) / elements->shrink;
	int count = (int)fmin(SAMPLES_MOST, fmax(2, length));
	struct point step = point_scale(
		(struct point){ a.y - b.y, b.x - a.x },
		elements->shrink / fmax(1e-6, point_distance(a, b)));
	int hits = 0;

	for (int i = 0; i < count; i++)
		hits += edge_near(elements, point_mix(a, b, (i + 0.5) / count),
				  step, (int)ceil(reach / elements->shrink));
	return (double)hits / count;
}

bool element_is_board(const struct element *element, double px_least)
{
	const struct point *c = element->corners.corner;
	double top = point_distance(c[0], c[1]);
	double low = point_distance(c[3], c[2]);
	double left = point_distance(c[0], c[3]);
	double right = point_distance(c[1], c[2]);
	double box = (double)element->box.width * element->box.height;

	return element->kind == ELEMENT_FIELD &&
	       fmin(fmin(top, low), fmin(left, right)) >= px_least &&
	       quad_is_convex(&element->corners) &&
	       fabs(top - low) < BOARD_SIDES_DIFFER * fmax(top, low) &&
	       fabs(left - right) < BOARD_SIDES_DIFFER * fmax(left, right) &&
	       fabs(quad_area(&element->corners)) > BOARD_FILLS * box;
}
