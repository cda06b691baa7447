#include "level_cut.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

void level_cut_fini(struct level_cut *cut)
{
	free(cut->runs);
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

/* Cuts one row into runs, each joined with those of the row above, which are
 * runs `above` .. `row` - 1. */
static int cut_row(struct level_cut *cut, const struct plane *plane, int y,
		   uint8_t level, size_t above)
{
	const uint8_t *pixels = plane_row(plane, y);
	size_t row = cut->run_count;
	int x = 0;

	for (;;) {
		struct level_run run = { .y = y, .next = -1 };

		while (x < plane->width && pixels[x] < level)
			x++;
		run.left = x;
		while (x < plane->width && pixels[x] >= level)
			x++;
		run.right = x;
		run.root = (int)cut->run_count;
		if (run.left == run.right)
			return 0;
		if (alloc_grow(&cut->runs, &cut->run_capacity,
			       cut->run_count + 1, sizeof *cut->runs) < 0)
			return -1;
		cut->runs[cut->run_count++] = run;
		while (above < row && cut->runs[above].right <= run.left)
			above++;
		for (size_t i = above; i < row && cut->runs[i].left < run.right;
		     i++)
			join(cut->runs, (int)i, run.root);
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

int level_cut_find(struct level_cut *cut, const struct plane *plane,
		   uint8_t level)
{
	size_t above = 0;

	cut->run_count = 0;
	for (int y = 0; y < plane->height; y++) {
		size_t row = cut->run_count;

		if (cut_row(cut, plane, y, level, above) < 0)
			return -1;
		above = row;
	}
	if (alloc_grow(&cut->parts, &cut->part_capacity, cut->run_count + 1,
		       sizeof *cut->parts) < 0)
		return -1;
	for (size_t i = 0; i < cut->run_count; i++)
		gather(cut, (int)i);
	return 0;
}
