#include "level_cut.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lanes.h"

void level_cut_fini(struct level_cut *cut)
{
	free(cut->runs);
	free(cut->before);
	free(cut->parts);
	memset(cut, 0, sizeof *cut);
}

static int find_root(struct level_run *runs, int i)
{
	while (runs[i].root != i) {
		runs[i].root = runs[runs[i].root].root;
		i = runs[i].root;
	}
	return i;
}

static void join(struct level_run *runs, int a, int b)
{
	a = find_root(runs, a);
	b = find_root(runs, b);
	if (a < b)
		runs[b].root = a;
	else
		runs[a].root = b;
}

/* Adds a run and joins it with those of the row above, of which the ones
 * before `above` end left of it. */
static int add_run(struct level_cut *cut, struct level_run run, size_t *above)
{
	size_t at = cut->run_count;
	const struct level_run *runs;

	if (alloc_grow(&cut->runs, &cut->run_capacity, at + 1,
		       sizeof *cut->runs) < 0)
		return -1;
	run.root = (int)at;
	run.next = -1;
	cut->runs[at] = run;
	cut->run_count++;
	runs = cut->runs;
	while (*above < at &&
	       (runs[*above].y < run.y - 1 ||
		(runs[*above].y < run.y && runs[*above].right <= run.left)))
		++*above;
	for (size_t i = *above; runs[i].y < run.y && runs[i].left < run.right;
	     i++)
		join(cut->runs, (int)i, (int)at);
	return 0;
}

/* The first pixel from x on that is (or is not) as high as the level: eight at
 * a time. */
static int skip(const uint8_t *pixels, int x, int right, uint8_t level,
		bool high)
{
	const lanes_bytes levels = lanes_splat(level);
	const lanes_bytes same = lanes_splat(high ? 0xff : 0);

	for (; x + 8 <= right; x += 8) {
		lanes_bytes eight = lanes_load(pixels + x);
		uint64_t differ;

		eight = (lanes_bytes)(eight >= levels) ^ same;
		memcpy(&differ, &eight, sizeof differ);
		if (differ)
			return x + lanes_first_byte(differ);
	}
	while (x < right && (pixels[x] >= level) == high)
		x++;
	return x;
}

/* Cuts what lies within a run. */
static int cut_run(struct level_cut *cut, const uint8_t *pixels, uint8_t level,
		   struct level_run run, size_t *above)
{
	int x = run.left, right = run.right;

	for (;;) {
		run.left = x = skip(pixels, x, right, level, false);
		run.right = x = skip(pixels, x, right, level, true);
		if (run.left == run.right)
			return 0;
		if (add_run(cut, run, above) < 0)
			return -1;
	}
}

/* Adds a run to the part its root stands for. Roots come before their other
 * runs. */
static void gather(struct level_cut *cut, int i)
{
	struct level_run *run = &cut->runs[i];
	int root = find_root(cut->runs, i);
	struct level_part *part = &cut->parts[root];
	struct box *box = &part->box;

	run->root = root;
	if (root == i) {
		*part = (struct level_part){
			{ run->left, run->y, 0, 0 }, 0, i, i
		};
	} else {
		cut->runs[part->last].next = i;
		part->last = i;
	}
	if (run->left < box->x) {
		box->width += box->x - run->left;
		box->x = run->left;
	}
	if (run->right > box->x + box->width)
		box->width = run->right - box->x;
	box->height = run->y + 1 - box->y;
	part->area += run->right - run->left;
}

/* The runs found last become those that are gone through. */
static void set_aside(struct level_cut *cut)
{
	struct level_run *runs = cut->runs;
	size_t capacity = cut->run_capacity;

	cut->runs = cut->before;
	cut->run_capacity = cut->before_capacity;
	cut->before = runs;
	cut->before_count = cut->run_count;
	cut->before_capacity = capacity;
	cut->run_count = 0;
}

int level_cut_find(struct level_cut *cut, const struct plane *plane,
		   uint8_t level, bool narrower)
{
	size_t above = 0;

	set_aside(cut);
	for (size_t i = 0; i < cut->before_count && narrower; i++)
		if (cut_run(cut, plane_row(plane, cut->before[i].y), level,
			    cut->before[i], &above) < 0)
			return -1;
	for (int y = 0; y < plane->height && !narrower; y++) {
		struct level_run row = { .y = y, .right = plane->width };

		if (cut_run(cut, plane_row(plane, y), level, row, &above) < 0)
			return -1;
	}
	if (alloc_grow(&cut->parts, &cut->part_capacity, cut->run_count + 1,
		       sizeof *cut->parts) < 0)
		return -1;
	for (size_t i = 0; i < cut->run_count; i++)
		gather(cut, (int)i);
	return 0;
}
