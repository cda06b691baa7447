#include "lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

/* A cell is at least this many pixels wide and high (of the shrunk picture):
 * smaller fields are the insides of letters. */
#define CELL_LEAST 6
/* Opposite sides of a cell differ by less than this share of their length;
 * 45 degrees of perspective change neighbouring sides by a tenth. */
#define SIDES_DIFFER 0.25
/* What a field fills of its quadrilateral, which cuts round corners off: a
 * number or a piece in the cell takes some, more where strokes are thick; a
 * disc fills 1.57. */
#define FILL_LEAST 0.45
#define FILL_MOST 1.42
/* The next cell's centre lies this far away, in cell widths: cards may keep
 * a gap of half their width. */
#define STEP_LEAST 0.85
#define STEP_MOST 1.6
/* and at most so far beside the axis. */
#define STEP_ASIDE 0.25
/* Neighbours' sides are of the same length within this share. */
#define SIZE_DIFFERS 0.3
/* A cell belongs to a fitted lattice where its centre is off by less. */
#define CENTRE_OFF 0.12
/* A lattice of straight columns and rows does as well as one in perspective
 * where its four numbers fewer cost no more than chance would: the F ratio of
 * the two fits' squared errors, which one in twenty exceeds, and so many pixels
 * more. What a perspective then follows is the pixels that the centres were
 * rounded to, and it strays where the lattice goes on beyond its cells. */
#define STRAIGHT_F 2.5
#define STRAIGHT_MORE 0.1
/* Fewer cells do not tell. */
enum { STRAIGHT_CELLS = 9 };
/* A row or column is part of the lattice where this share of its cells was
 * seen. */
#define CELLS_SEEN 0.3
enum { SIDE_MOST = 40, REACH = 2 * SIDE_MOST };
struct cell {
	struct point centre;
	struct point right, down; /* mean of the two sides each */
	int next[4];              /* right, down, left, up; -1: none */
	int group;                /* -1: not numbered */
	int x, y;
};

struct cells {
	struct cell *list;
	size_t count, capacity;
};

/* Is the quadrilateral the shape of a cell, turned by less than 45 degrees
 * and at least so many pixels a side? */
static bool set_cell(const struct quad *quad, double least, struct cell *cell)
{
	const struct point *c = quad->corner;
	struct point top = point_sub(c[1], c[0]);
	struct point low = point_sub(c[2], c[3]);
	struct point left = point_sub(c[3], c[0]);
	struct point right = point_sub(c[2], c[1]);
	double across, aside;

	cell->right = point_scale(point_add(top, low), 0.5);
	cell->down = point_scale(point_add(left, right), 0.5);
	across = point_length(cell->right);
	aside = point_length(cell->down);
	if (across < least || aside < least || across > 3.2 * aside ||
	    aside > 3.2 * across ||
	    point_length(point_sub(top, low)) > SIDES_DIFFER * across ||
	    point_length(point_sub(left, right)) > SIDES_DIFFER * aside ||
	    fabs(cell->right.y) > cell->right.x ||
	    fabs(cell->down.x) > cell->down.y)
		return false;
	cell->centre = point_mix(point_mix(c[0], c[2], 0.5),
				 point_mix(c[1], c[3], 0.5), 0.5);
	cell->group = -1;
	for (int i = 0; i < 4; i++)
		cell->next[i] = -1;
	return true;
}

static bool is_cell(const struct element *element, int shrink,
		    struct cell *cell)
{
	double least = CELL_LEAST * shrink;
	double fill, across, aside;

	if (element->kind != ELEMENT_FIELD || element->box.width < least ||
	    element->box.height < least)
		return false;
	if (!set_cell(&element->corners, least, cell))
		return false;
	across = point_length(cell->right);
	aside = point_length(cell->down);
	/* the corners are pixels' centres: half a pixel more to every side
	 * belongs to the field */
	fill = (double)element->area * shrink * shrink /
	       (quad_area(&element->corners) + (across + aside) * shrink +
		shrink * shrink);
	if (fill < FILL_LEAST || fill > FILL_MOST)
		return false;
	/* from pixel centre to pixel centre a pixel is lost, and the edges
	 * around take at least another half each */
	cell->right = point_scale(cell->right, 1 + 2 * shrink / across);
	cell->down = point_scale(cell->down, 1 + 2 * shrink / aside);
	return true;
}

static int by_x(const void *a, const void *b)
{
	double d = ((const struct cell *)a)->centre.x -
		   ((const struct cell *)b)->centre.x;

	return (d > 0) - (d < 0);
}

static int add_cell(struct cells *cells, const struct cell *cell)
{
	if (alloc_grow(&cells->list, &cells->capacity, cells->count + 1,
		       sizeof *cell) < 0)
		return -1;
	cells->list[cells->count++] = *cell;
	return 0;
}

static int collect_cells(const struct elements *elements, struct cells *cells)
{
	for (size_t i = 0; i < elements->count; i++) {
		struct cell cell;

		if (is_cell(&elements->list[i], elements->shrink, &cell) &&
		    add_cell(cells, &cell) < 0)
			return -1;
	}
	return 0;
}

/* The first cell whose centre is not left of x. */
static size_t first_from(const struct cells *cells, double x)
{
	size_t low = 0, high = cells->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (cells->list[middle].centre.x < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool similar(struct point a, struct point b)
{
	return point_length(point_sub(a, b)) < SIZE_DIFFERS * point_length(a);
}

/* The nearest cell of the same size in direction `along`. */
static int nearest(const struct cells *cells, int from, struct point along,
		   struct point aside)
{
	const struct cell *cell = &cells->list[from];
	double span = point_length(along), wide = point_length(aside);
	double reach = STEP_MOST * fmax(span, wide), x = cell->centre.x;
	double high = STEP_MOST * span + STEP_ASIDE * wide, best = STEP_MOST;
	int found = -1;

	for (size_t i = first_from(cells, x - reach);
	     i < cells->count && cells->list[i].centre.x <= x + reach; i++) {
		const struct cell *other = &cells->list[i];
		struct point d = point_sub(other->centre, cell->centre);
		double step = d.x * along.x + d.y * along.y, off;

		if (fabs(d.y) > high) /* as most are */
			continue;
		step = step / span / span;
		off = fabs(d.x * along.y - d.y * along.x) / span;
		if (step < STEP_LEAST || step >= best ||
		    off > STEP_ASIDE * wide ||
		    !similar(cell->right, other->right) ||
		    !similar(cell->down, other->down))
			continue;
		best = step;
		found = (int)i;
	}
	return found;
}

static void link_cells(struct cells *cells)
{
	for (int i = 0; i < (int)cells->count; i++) {
		struct cell *cell = &cells->list[i];
		struct point back = point_scale(cell->right, -1);
		struct point up = point_scale(cell->down, -1);

		cell->next[0] = nearest(cells, i, cell->right, cell->down);
		cell->next[1] = nearest(cells, i, cell->down, cell->right);
		cell->next[2] = nearest(cells, i, back, cell->down);
		cell->next[3] = nearest(cells, i, up, cell->right);
	}
	/* only what both think */
	for (int i = 0; i < (int)cells->count; i++)
		for (int side = 0; side < 4; side++) {
			int j = cells->list[i].next[side];

			if (j >= 0 && cells->list[j].next[side ^ 2] != i)
				cells->list[i].next[side] = -1;
		}
}

/* Numbers all cells linked to `first`; returns how many. */
static int number_cells(struct cells *cells, int first, int group, int *queue)
{
	static const int dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
	int head = 0, tail = 0;

	cells->list[first].group = group;
	cells->list[first].x = cells->list[first].y = 0;
	queue[tail++] = first;
	while (head < tail) {
		const struct cell *cell = &cells->list[queue[head++]];

		for (int side = 0; side < 4; side++) {
			struct cell *other;

			if (cell->next[side] < 0)
				continue;
			other = &cells->list[cell->next[side]];
			if (other->group >= 0)
				continue;
			other->group = group;
			other->x = cell->x + dx[side];
			other->y = cell->y + dy[side];
			queue[tail++] = cell->next[side];
		}
	}
	return tail;
}

/* Work memory of a fit. */
struct fit {
	struct point *from, *to;
	int *cell;
	int count;
};

/* The line through (at, px) of least squares: px = start + step * at. Returns
 * its root mean square error in pixels. */
static double fit_axis(const struct fit *fit, const struct cells *cells,
		       bool down, double *start, double *step)
{
	double n = fit->count, sa = 0, sp = 0, saa = 0, sap = 0, error = 0;

	for (int i = 0; i < fit->count; i++) {
		const struct cell *cell = &cells->list[fit->cell[i]];
		double at = (down ? cell->y : cell->x) + 0.5;
		double px = down ? cell->centre.y : cell->centre.x;

		sa += at;
		sp += px;
		saa += at * at;
		sap += at * px;
	}
	*step = (n * sap - sa * sp) / (n * saa - sa * sa);
	*start = (sp - *step * sa) / n;
	for (int i = 0; i < fit->count; i++) {
		const struct cell *cell = &cells->list[fit->cell[i]];
		double at = (down ? cell->y : cell->x) + 0.5;
		double off = (down ? cell->centre.y : cell->centre.x) - *start -
			     *step * at;

		error += off * off;
	}
	return sqrt(error / n);
}

/* Takes the perspective out of a fitted lattice that does without. */
static void straighten(const struct fit *fit, const struct cells *cells,
		       struct lattice *lattice)
{
	double x, y, across, down;
	double pitch = homography_scale(&lattice->cell_to_px,
					(struct point){ 0.5, 0.5 });
	double error = hypot(fit_axis(fit, cells, false, &x, &across),
			     fit_axis(fit, cells, true, &y, &down));

	double most = lattice->error * pitch;
	double more = 1 + 4 * STRAIGHT_F / (2 * fit->count - 8);

	most = sqrt(most * most * more + STRAIGHT_MORE * STRAIGHT_MORE);
	/* of one column or row only, a step is not a number */
	if (!(error <= most))
		return;
	lattice->cell_to_px =
		(struct homography){ { across, 0, x, 0, down, y, 0, 0, 1 } };
	homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell);
	lattice->error = error / sqrt(across * down);
}

static int fit_members(struct fit *fit, const struct cells *cells,
		       struct lattice *lattice)
{
	/* one bad centre in a small lattice shifts the others: the worst
	 * tenth goes, and again, until all fit */
	for (int round = 0; round < 12; round++) {
		int kept = 0, bad = 0;
		double sum = 0, limit = CENTRE_OFF;

		for (int i = 0; i < fit->count; i++) {
			const struct cell *cell = &cells->list[fit->cell[i]];

			fit->from[i] =
				(struct point){ cell->x + 0.5, cell->y + 0.5 };
			fit->to[i] = cell->centre;
		}
		if (homography_fit(fit->from, fit->to, fit->count,
				   &lattice->cell_to_px) < 0 ||
		    homography_inverse(&lattice->cell_to_px,
				       &lattice->px_to_cell) < 0)
			return -1;
		for (int i = 0; i < fit->count; i++) {
			struct point at = homography_apply(&lattice->px_to_cell,
							   fit->to[i]);
			double off = point_distance(at, fit->from[i]);

			if (!(off <= limit)) {
				bad++;
				limit = CENTRE_OFF;
			}
			sum += off * off;
			fit->from[i].x = off;
		}
		lattice->error = sqrt(sum / fit->count);
		lattice->cells = fit->count;
		if (!bad)
			return 0;
		limit = fmax(CENTRE_OFF, 1.5 * lattice->error);
		for (int i = 0; i < fit->count; i++)
			if (fit->from[i].x <= limit)
				fit->cell[kept++] = fit->cell[i];
		if (kept == fit->count || kept < 4)
			return -1;
		fit->count = kept;
	}
	return -1;
}

static int number_of(const struct cell *cell, int axis)
{
	return axis ? cell->y : cell->x;
}

/* The least and the greatest numbers of a fit's cells, and of `more` beside. */
static void find_span(const struct fit *fit, const struct cells *cells,
		      int more, int low[2], int high[2])
{
	low[0] = low[1] = 9999;
	high[0] = high[1] = -9999;
	for (int i = 0; i < fit->count; i++) {
		const struct cell *cell = &cells->list[fit->cell[i]];

		low[0] = (int)fmin(low[0], cell->x - more);
		low[1] = (int)fmin(low[1], cell->y - more);
		high[0] = (int)fmax(high[0], cell->x + more);
		high[1] = (int)fmax(high[1], cell->y + more);
	}
}

/* Adds cells that were not linked but stand where the lattice has one. */
static void adopt_cells(struct fit *fit, struct cells *cells, int group,
			const struct lattice *lattice)
{
	int low[2], high[2];

	find_span(fit, cells, REACH, low, high);
	for (int i = 0; i < (int)cells->count; i++) {
		struct cell *cell = &cells->list[i];
		struct point right, down, at;

		at = homography_apply(&lattice->px_to_cell, cell->centre);
		if (cell->group == group ||
		    !(at.x > low[0] && at.x < high[0] + 1 && at.y > low[1] &&
		      at.y < high[1] + 1) ||
		    fabs(at.x - floor(at.x) - 0.5) > CENTRE_OFF ||
		    fabs(at.y - floor(at.y) - 0.5) > CENTRE_OFF)
			continue;
		right = homography_apply(&lattice->px_to_cell,
					 point_add(cell->centre, cell->right));
		down = homography_apply(&lattice->px_to_cell,
					point_add(cell->centre, cell->down));
		if (fabs(right.x - at.x - 0.9) > SIZE_DIFFERS ||
		    fabs(down.y - at.y - 0.9) > SIZE_DIFFERS)
			continue;
		cell->group = group;
		cell->x = (int)floor(at.x);
		cell->y = (int)floor(at.y);
		fit->cell[fit->count++] = i;
	}
}

/* Adds columns and rows (or, negative, takes them away) at each side. */
static void resize(struct lattice *lattice, int left, int top, int right,
		   int bottom)
{
	struct homography shift = { { 1, 0, -left, 0, 1, -top, 0, 0, 1 } };

	lattice->cell_to_px = homography_compose(&shift, &lattice->cell_to_px);
	homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell);
	lattice->columns += left + right;
	lattice->rows += top + bottom;
}

struct quad lattice_px_corners(const struct lattice *lattice)
{
	struct quad quad = quad_from_box(0, 0, lattice->columns, lattice->rows);

	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			homography_apply(&lattice->cell_to_px, quad.corner[i]);
	return quad;
}

/* Lets go of what a column or row without any cell parts from the first cell
 * and what stands beside it: panels next to each other may stand in line. */
static void drop_parted(struct fit *fit, struct cells *cells)
{
	for (int axis = 0; axis < 2; axis++) {
		bool seen[2 * REACH + 1] = { false };
		int low[2] = { 0, 9999 }, high[2] = { 0, -9999 };
		int first = number_of(&cells->list[fit->cell[0]], axis);
		int kept = 0;

		for (int i = 0; i < fit->count; i++) {
			int at = number_of(&cells->list[fit->cell[i]], axis) -
				 first;

			if (abs(at) <= REACH)
				seen[REACH + at] = true;
		}
		while (low[0] > -REACH && seen[REACH + low[0] - 1])
			low[0]--;
		while (high[0] < REACH && seen[REACH + high[0] + 1])
			high[0]++;
		for (int pass = 0; pass < 2; pass++)
			for (int i = 0; i < fit->count; i++) {
				struct cell *cell = &cells->list[fit->cell[i]];
				int at = number_of(cell, axis) - first;
				int aside = number_of(cell, !axis);
				bool near = at >= low[0] && at <= high[0];

				if (!pass && near) {
					low[1] = (int)fmin(low[1], aside);
					high[1] = (int)fmax(high[1], aside);
				}
				if (!pass)
					continue;
				if (near || aside < low[1] || aside > high[1])
					fit->cell[kept++] = fit->cell[i];
				else
					cell->group = -1;
			}
		fit->count = kept;
	}
}

/* The extent of the numbered cells: rows and columns at the rim with few of
 * them are strangers that happen to stand in line. Returns -1 where nothing
 * of 2 x 2 is left. */
static int set_extent(const struct fit *fit, const struct cells *cells,
		      struct lattice *lattice)
{
	int low[2], high[2];

	find_span(fit, cells, 0, low, high);
	for (bool changed = true; changed;) {
		changed = false;
		for (int axis = 0; axis < 2; axis++)
			for (int end = 0; end < 2; end++) {
				int *at = end ? &high[axis] : &low[axis];
				int width = high[!axis] - low[!axis] + 1;
				int seen = 0;

				for (int i = 0; i < fit->count; i++) {
					const struct cell *cell =
						&cells->list[fit->cell[i]];
					int a = number_of(cell, axis);
					int b = number_of(cell, !axis);

					seen += a == *at && b >= low[!axis] &&
						b <= high[!axis];
				}
				if (high[axis] - low[axis] < 1)
					return -1;
				if (seen >= CELLS_SEEN * width)
					continue;
				*at += end ? -1 : 1;
				changed = true;
			}
	}
	lattice->columns = 0;
	lattice->rows = 0;
	resize(lattice, -low[0], -low[1], high[0] + 1, high[1] + 1);
	return lattice->columns > SIDE_MOST || lattice->rows > SIDE_MOST ||
			       lattice->columns < 2 || lattice->rows < 2
		       ? -1
		       : 0;
}

/* The median of the cells' widths and heights, in cells. */
static double median_field(const struct fit *fit, const struct cells *cells,
			   const struct lattice *lattice)
{
	double *sides = &fit->from[0].x; /* 2 * count numbers */

	for (int i = 0; i < fit->count; i++) {
		const struct cell *cell = &cells->list[fit->cell[i]];
		struct point at =
			homography_apply(&lattice->px_to_cell, cell->centre);
		struct point right =
			homography_apply(&lattice->px_to_cell,
					 point_add(cell->centre, cell->right));
		struct point down =
			homography_apply(&lattice->px_to_cell,
					 point_add(cell->centre, cell->down));

		sides[2 * i] = right.x - at.x;
		sides[2 * i + 1] = down.y - at.y;
	}
	qsort(sides, 2 * (size_t)fit->count, sizeof *sides, order_doubles);
	return sides[fit->count];
}

/* Do all four corners lie in the picture? */
static bool is_inside(const struct lattice *lattice,
		      const struct elements *elements)
{
	struct quad px = lattice_px_corners(lattice);
	struct point middle = { lattice->columns / 2.0, lattice->rows / 2.0 };
	double slack = homography_scale(&lattice->cell_to_px, middle) / 4;

	for (int i = 0; i < 4; i++) {
		const struct point *at = &px.corner[i];

		if (!(at->x > -slack && at->y > -slack &&
		      at->x < elements->grey.width + slack &&
		      at->y < elements->grey.height + slack))
			return false;
	}
	return true;
}

static bool fit_group(struct fit *fit, struct cells *cells, int group,
		      const struct elements *elements, struct lattice *lattice)
{
	if (fit_members(fit, cells, lattice) < 0)
		return false;
	adopt_cells(fit, cells, group, lattice);
	if (fit_members(fit, cells, lattice) < 0)
		return false;
	if (fit->count >= STRAIGHT_CELLS)
		straighten(fit, cells, lattice);
	drop_parted(fit, cells);
	lattice->cells = fit->count;
	if (set_extent(fit, cells, lattice) < 0)
		return false;
	lattice->field = median_field(fit, cells, lattice);
	return is_inside(lattice, elements);
}

static int add_lattice(struct lattice_list *list, const struct lattice *lattice)
{
	if (alloc_grow(&list->lattices, &list->capacity, list->count + 1,
		       sizeof *lattice) < 0)
		return -1;
	list->lattices[list->count++] = *lattice;
	return 0;
}

/* Appends every lattice that the cells make. */
static int find_among(struct cells *cells, const struct elements *elements,
		      struct lattice_list *list)
{
	struct fit fit = { .count = 0 };
	int result = -1;

	if (cells->count)
		qsort(cells->list, cells->count, sizeof *cells->list, by_x);
	fit.from = alloc_array(cells->count, sizeof *fit.from);
	fit.to = alloc_array(cells->count, sizeof *fit.to);
	fit.cell = alloc_array(cells->count, sizeof *fit.cell);
	if (!fit.from || !fit.to || !fit.cell)
		goto fail;
	link_cells(cells);
	for (int i = 0, group = 0; i < (int)cells->count; i++) {
		struct lattice lattice = { 0 };

		if (cells->list[i].group >= 0)
			continue;
		fit.count = number_cells(cells, i, group, fit.cell);
		if (fit.count >= 4 &&
		    fit_group(&fit, cells, group, elements, &lattice) &&
		    add_lattice(list, &lattice) < 0)
			goto fail;
		group++;
	}
	result = 0;
fail:
	free(fit.from);
	free(fit.to);
	free(fit.cell);
	return result;
}

int lattice_find(const struct elements *elements, struct lattice_list *list)
{
	struct cells cells = { 0 };
	int result = collect_cells(elements, &cells);

	if (result == 0)
		result = find_among(&cells, elements, list);
	free(cells.list);
	return result;
}

int lattice_find_quads(const struct elements *elements,
		       const struct quad *quads, size_t count,
		       struct lattice_list *list)
{
	struct cells cells = { 0 };
	int result = 0;

	for (size_t i = 0; i < count && result == 0; i++) {
		struct cell cell;

		if (set_cell(&quads[i], 1, &cell))
			result = add_cell(&cells, &cell);
	}
	if (result == 0)
		result = find_among(&cells, elements, list);
	free(cells.list);
	return result;
}

void lattice_list_fini(struct lattice_list *list)
{
	free(list->lattices);
	memset(list, 0, sizeof *list);
}
