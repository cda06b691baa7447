#include "lattice_dotted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* A mark is as wide as high within this factor, and from so many pixels of the
 * shrunk picture to so many on; marks are of one size within this share, and a
 * pixel of it. */
#define MARK_ASPECT 1.35
#define MARK_SIZES 0.25
enum { MARK_LEAST = 3, MARK_MOST = 28 };
/* The next mark is so many marks' widths away at least: letters of a line are
 * nearer; and at most. */
#define STEP_LEAST 2.0
#define STEP_MOST 24.0
/* ... and so far aside at most, in steps: seen aslant. */
#define STEP_ASIDE 0.2
/* One to the right is as far away as one below within this factor. */
#define STEP_ASPECT 1.3
/* Of marks as many, with such neighbours, are looked at: a screen of print has
 * more; and fewer make no board. */
enum { MARKS_MOST = 1000, MARKS_FEWEST = 25 };
/* This share of a lattice's corners has a mark. */
#define MARKS_SHOW 0.85
enum { CELLS_LEAST = 4 };
/* The corners' share of a cell. */
#define CORNER_SHARE 0.06

struct mark_at {
	struct point middle;
	double width;
	double right, below; /* how far the next one is; 0: there is none */
};

static int by_x(const void *a, const void *b)
{
	double d = ((const struct mark_at *)a)->middle.x -
		   ((const struct mark_at *)b)->middle.x;

	return (d > 0) - (d < 0);
}

/* The strokes that may be marks, from left to right. Returns how many. */
static int collect(const struct elements *elements, struct mark_at *marks)
{
	double least = MARK_LEAST * elements->shrink;
	double most = MARK_MOST * elements->shrink;
	int count = 0;

	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		double width = element->box.width, height = element->box.height;

		if (element->kind != ELEMENT_STROKE || width < least ||
		    width > most || height > MARK_ASPECT * width ||
		    width > MARK_ASPECT * height)
			continue;
		marks[count++] = (struct mark_at){
			.middle = { element->box.x + (width - 1) / 2,
				    element->box.y + (height - 1) / 2 },
			.width = fmax(width, height),
		};
	}
	if (count)
		qsort(marks, (size_t)count, sizeof *marks, by_x);
	return count;
}

/* Finds how far the nearest mark of its size is to the right and below. */
static void find_next(struct mark_at *marks, int count, int which, double pixel)
{
	struct mark_at *mark = &marks[which];
	double reach = STEP_MOST * mark->width;
	int first = which;

	/* what stands below may lean to the left */
	while (first > 0 &&
	       marks[first - 1].middle.x > mark->middle.x - STEP_ASIDE * reach)
		first--;
	for (int i = first; i < count; i++) {
		double x = marks[i].middle.x - mark->middle.x;
		double y = marks[i].middle.y - mark->middle.y;

		if (x > reach)
			return;
		if (fabs(marks[i].width - mark->width) >
		    MARK_SIZES * mark->width + pixel)
			continue;
		if (x >= STEP_LEAST * mark->width && fabs(y) < STEP_ASIDE * x &&
		    (!(mark->right > 0) || x < mark->right))
			mark->right = x;
		if (y >= STEP_LEAST * mark->width && y < reach &&
		    fabs(x) < STEP_ASIDE * y &&
		    (!(mark->below > 0) || y < mark->below))
			mark->below = y;
	}
}

/* Is the next mark to the right about as far away as the one below? */
static bool has_square(const struct mark_at *mark)
{
	return mark->right > 0 && mark->right < STEP_ASPECT * mark->below &&
	       mark->below < STEP_ASPECT * mark->right;
}

/* A square around each mark that has others to the right and below, and around
 * each that is one of these: as wide as the step. Returns how many. */
static int make_quads(const struct mark_at *marks, int count, double step,
		      double width, struct quad *quads)
{
	int made = 0;

	for (int i = 0; i < count; i++) {
		const struct mark_at *mark = &marks[i];

		if (fabs(mark->width - width) > MARK_SIZES * width + 1)
			continue;
		quads[made++] =
			quad_from_box(mark->middle.x - step / 2,
				      mark->middle.y - step / 2, step, step);
	}
	return made;
}

/* Makes of a lattice whose cells are marks that of the cells between them.
 * Returns false where it is none. */
static bool set_between(struct lattice *lattice)
{
	struct homography shift = { { 1, 0, 0.5, 0, 1, 0.5, 0, 0, 1 } };

	if (lattice->cells < MARKS_SHOW * lattice->columns * lattice->rows ||
	    lattice->columns <= CELLS_LEAST || lattice->rows <= CELLS_LEAST)
		return false;
	lattice->cell_to_px = homography_compose(&shift, &lattice->cell_to_px);
	lattice->columns--;
	lattice->rows--;
	lattice->cells = 0;
	lattice->field = 1 - CORNER_SHARE;
	return homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell) ==
	       0;
}

static int by_right(const void *a, const void *b)
{
	double d = (*(const struct mark_at *const *)a)->right -
		   (*(const struct mark_at *const *)b)->right;

	return (d > 0) - (d < 0);
}

/* The mark with the median step of those with neighbours both ways; NULL where
 * they are too few or too many. */
static const struct mark_at *typical(const struct mark_at *marks, int count,
				     const struct mark_at **found)
{
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (has_square(&marks[i]))
			found[kept++] = &marks[i];
	if (kept < CELLS_LEAST * CELLS_LEAST || kept > MARKS_MOST)
		return NULL;
	qsort(found, (size_t)kept, sizeof *found, by_right);
	return found[kept / 2];
}

/* Work memory. */
struct work {
	struct mark_at *marks;
	const struct mark_at **found;
	struct quad *quads;
};

static int find(const struct elements *elements, struct work *work,
		struct lattice_list *list)
{
	int count = collect(elements, work->marks);
	size_t known = list->count, kept = list->count;
	const struct mark_at *one;

	if (count < MARKS_FEWEST)
		return 0;
	for (int i = 0; i < count; i++)
		find_next(work->marks, count, i, elements->shrink);
	one = typical(work->marks, count, work->found);
	if (!one)
		return 0;
	count = make_quads(work->marks, count, one->right, one->width,
			   work->quads);
	if (lattice_find_quads(elements, work->quads, (size_t)count, 1, list) <
	    0)
		return -1;
	for (size_t i = known; i < list->count; i++)
		if (set_between(&list->lattices[i]))
			list->lattices[kept++] = list->lattices[i];
	list->count = kept;
	return 0;
}

int lattice_find_dotted(const struct elements *elements,
			struct lattice_list *list)
{
	struct work work = {
		.marks = alloc_array(elements->count, sizeof *work.marks),
		.found = alloc_array(elements->count, sizeof *work.found),
		.quads = alloc_array(elements->count, sizeof *work.quads),
	};
	int result = work.marks && work.found && work.quads
			     ? find(elements, &work, list)
			     : -1;

	free(work.marks);
	free(work.found);
	free(work.quads);
	return result;
}
