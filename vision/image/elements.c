#include "elements.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cv.h"
#include "edges.h"
#include "forest.h"
#include "shrink.h"

/* An edge exceeds the median change by this factor: noise does so in one
 * pixel of 700, singly. At coarser scales, which only serve to find pale and
 * noisy lattices, in one of 20: fields stay connected around such specks. */
#define EDGE_NOISE 3.0
#define EDGE_NOISE_COARSER 1.5
/* There, changes are those over two pixels: blurred steps show in full, noise
 * is the same. */
enum { REACH_COARSER = 2 };
/* So many points of a line are enough to tell which share of it shows. */
enum { SAMPLES_MOST = 24 };

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

/* The first pixel from x on that is not of this kind. */
static int end_of_run(const uint64_t *edges, int x, int width, bool kind)
{
	uint64_t same = kind ? UINT64_MAX : 0;
	int word = x / EDGES_WORD, end;
	uint64_t others = (edges[word] ^ same) >> x % EDGES_WORD
							  << x % EDGES_WORD;

	while (!others) {
		word++;
		if (word * EDGES_WORD >= width)
			return width;
		others = edges[word] ^ same;
	}
	end = word * EDGES_WORD + __builtin_ctzll(others);
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

static int find_runs(struct elements *elements, const struct edges *edges,
		     struct runs *runs)
{
	int height = elements->small.height;
	uint64_t *bits = alloc_array(edges_row_words(edges), sizeof *bits);
	int result = -1;

	elements->row_start =
		alloc_array((size_t)height + 1, sizeof *elements->row_start);
	if (!elements->row_start || !bits)
		goto fail;
	for (int y = 0; y < height; y++) {
		elements->row_start[y] = runs->count;
		edges_mark_row(edges, y, bits);
		if (cut_row(runs, bits, elements->small.width) < 0)
			goto fail;
		if (y)
			join_rows(runs, elements->row_start[y - 1],
				  elements->row_start[y], runs->count);
	}
	elements->row_start[height] = runs->count;
	result = 0;
fail:
	free(bits);
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
	double factor = elements->borrowed ? EDGE_NOISE_COARSER : EDGE_NOISE;
	struct edges edges;
	struct runs runs = { 0 };
	int result = -1;

	elements->reach = elements->borrowed ? REACH_COARSER : 1;
	if (edges_find(&edges, &elements->small, elements->reach, factor) < 0)
		goto fail;
	elements->noise = edges.noise;
	if (find_runs(elements, &edges, &runs) < 0 ||
	    collect(elements, &runs) < 0)
		goto fail;
	result = 0;
fail:
	elements->runs = runs.list;
	free(runs.parent);
	edges_fini(&edges);
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

struct box element_small_box(const struct elements *elements,
			     const struct element *element, int px_across,
			     int px_down)
{
	struct box box = element->box;
	int shrink = elements->shrink;
	int right = (box.x + box.width + px_across) / shrink;
	int low = (box.y + box.height + px_down) / shrink;

	box.x = (box.x - px_across) / shrink;
	box.y = (box.y - px_down) / shrink;
	box.x = box.x < 0 ? 0 : box.x;
	box.y = box.y < 0 ? 0 : box.y;
	right = right > elements->small.width ? elements->small.width : right;
	low = low > elements->small.height ? elements->small.height : low;
	box.width = right - box.x;
	box.height = low - box.y;
	return box;
}
