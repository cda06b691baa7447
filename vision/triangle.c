#include "triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "triangle_sizes.h"

/* Where a field's lower neighbours lie, in its widths and heights; leaning by
 * ten degrees shifts them, and gaps between cards set them apart. */
#define ACROSS_LEAST 0.25
#define ACROSS_MOST 1.1
#define DOWN_LEAST 0.5
#define DOWN_MOST 2.3
/* The two of them stand so far apart, in widths (every other cell of a table
 * twice as far), their line leans no more than that, and the upper one stands
 * over their middle within this share of their distance. */
#define APART_LEAST 0.85
#define APART_MOST 1.85
#define LEAN_MOST 0.25
#define ASIDE_MOST 0.2
/* They may be further from it and apart, as far as this, where rows and the
 * fields in a row leave gaps as wide within that factor: what shows are the
 * inner borders of double ones (up to 2.9 and 1.9 in scenes, the gaps alike
 * within 1.25), with room around them. */
#define DOWN_FAR 3.2
#define APART_FAR 2.1
#define GAPS_ALIKE 1.4
/* A field lies where it should within this distance, in fields; and all of
 * them within that (root of the mean square). */
#define SPOT_NEAR 0.2
#define ERROR_MOST 0.12
/* The next one is looked for up to two spots away, as one may be broken up;
 * where that leads to another triangle of much the same fields, beside those
 * known. */
enum { STEP_MOST = 2 };
/* A perspective is fitted to so many; fewer tell none. */
enum { PERSPECTIVE_LEAST = 6 };
/* Of a triangle this share is seen as fields, and of each of its sides that. */
#define SEEN_LEAST 0.5
#define SIDE_LEAST 0.34
/* A field this near to a spot, by its own size, is that spot's, or the other
 * border of a double one. */
#define AMONG_NEAR 0.3
/* Two triangles are the same where their corners lie this near, in fields. */
#define SAME_CORNER 0.3

enum { MEMBERS_MOST = TRIANGLE_SPOTS * TRIANGLE_SPOTS };

/* Borders of one box have one middle within this share of its side: a pixel
 * mostly. */
#define SAME_PLACE 0.05
/* Of a table a field is the top of every second row and column, or third. */
enum { REFUSED_MOST = 4 };

/* Pairs of fields that a growth which led to no pyramid had under one: from
 * these three it would lead there again. */
struct refused {
	int down[REFUSED_MOST][2], count; /* the last ones of so many */
};

/* While a triangle grows. */
struct growth {
	const struct field *fields; /* by x */
	int count;
	struct refused *refused; /* of each field */
	const bool *used;        /* fields of triangles already known */
	struct triangle *triangle;
	struct field like; /* the first one */
	/* of column - row / 2, row */
	struct homography map;
	double scale; /* of the map at the first one */
	int members;
	int step; /* how many spots away the next one is looked for */
};

static struct point spot_at(int row, int column)
{
	return (struct point){ column - row / 2.0, row };
}

/* The field like the first one that lies where the map says; -1 none. */
static int find_field(const struct growth *growth, struct point spot)
{
	struct point px = homography_apply(&growth->map, spot);
	double ratio = homography_scale(&growth->map, spot) / growth->scale;
	struct field like = growth->like;
	double x, y, nearest = HUGE_VAL;
	int best = -1;

	like.width *= ratio;
	like.height *= ratio;
	x = SPOT_NEAR * like.width;
	y = SPOT_NEAR * like.height;
	if (!(x > 0 && x < HUGE_VAL && isfinite(px.x)))
		return -1;
	for (int i = fields_from(growth->fields, growth->count, px.x - x);
	     i < growth->count && growth->fields[i].px_middle.x <= px.x + x;
	     i++) {
		const struct field *field = &growth->fields[i];
		double far;

		if (fabs(field->px_middle.y - px.y) > y ||
		    !fields_are_alike(&like, field))
			continue;
		far = fields_distance(&like, field, px);
		if (far >= nearest)
			continue;
		nearest = far;
		best = i;
	}
	return best;
}

/* The spots and middles of all members. Returns how many. */
static int gather(const struct growth *growth, struct point *spots,
		  struct point *px)
{
	int count = 0;

	for (int y = 0; y < TRIANGLE_SPOTS; y++)
		for (int x = 0; x < TRIANGLE_SPOTS; x++) {
			int which = growth->triangle->spots[y][x];

			if (which < 0)
				continue;
			spots[count] = spot_at(y, x);
			px[count++] = growth->fields[which].px_middle;
		}
	return count;
}

/* Fits the map to all members. Returns false where they determine none. */
static bool fit(struct growth *growth)
{
	struct point spots[MEMBERS_MOST], px[MEMBERS_MOST];
	int count = gather(growth, spots, px);
	struct point zero = spot_at(TRIANGLE_ZERO, TRIANGLE_ZERO);

	if (count < PERSPECTIVE_LEAST && growth->members > 3)
		return true; /* what the first three said */
	if (count == 3) {    /* these fix no perspective: there is none */
		spots[3] = point_sub(point_add(spots[1], spots[2]), spots[0]);
		px[3] = point_sub(point_add(px[1], px[2]), px[0]);
		count = 4;
	}
	if (homography_fit(spots, px, count, &growth->map) < 0)
		return false;
	growth->scale = homography_scale(&growth->map, zero);
	return growth->scale > 0 && growth->scale < HUGE_VAL;
}

/* Is a spot near one that is taken? */
static bool is_near_taken(const struct triangle *triangle, int row, int column,
			  int step)
{
	for (int y = row - step; y <= row + step; y++)
		for (int x = column - step; x <= column + step; x++)
			if (y >= 0 && x >= 0 && y < TRIANGLE_SPOTS &&
			    x < TRIANGLE_SPOTS && triangle->spots[y][x] >= 0)
				return true;
	return false;
}

/* The rows and columns of the taken spots, from the first to the last. */
static struct box find_taken(const struct triangle *triangle)
{
	int left = TRIANGLE_SPOTS, top = left, right = -1, bottom = -1;

	for (int y = 0; y < TRIANGLE_SPOTS; y++)
		for (int x = 0; x < TRIANGLE_SPOTS; x++) {
			if (triangle->spots[y][x] < 0)
				continue;
			left = x < left ? x : left;
			right = x > right ? x : right;
			top = y < top ? y : top;
			bottom = y;
		}
	return (struct box){ left, top, right - left + 1, bottom - top + 1 };
}

/* Takes in what lies around the members. Returns false where nothing does. */
static bool grow_once(struct growth *growth)
{
	struct triangle before = *growth->triangle;
	struct box taken = find_taken(&before);
	bool more = false;

	/* what is near to none is not looked at */
	for (int i = 0; i < taken.height + 2 * STEP_MOST; i++)
		for (int k = 0; k < taken.width + 2 * STEP_MOST; k++) {
			int y = taken.y - STEP_MOST + i;
			int x = taken.x - STEP_MOST + k, which;

			if (y < 0 || x < 0 || y >= TRIANGLE_SPOTS ||
			    x >= TRIANGLE_SPOTS || before.spots[y][x] >= 0 ||
			    !is_near_taken(&before, y, x, growth->step))
				continue;
			which = find_field(growth, spot_at(y, x));
			if (which < 0)
				continue;
			growth->triangle->spots[y][x] = (short)which;
			growth->members++;
			more = true;
		}
	return more;
}

/* Drops members that lie elsewhere than the map says by now. */
static void drop_strays(struct growth *growth)
{
	for (int y = 0; y < TRIANGLE_SPOTS; y++)
		for (int x = 0; x < TRIANGLE_SPOTS; x++) {
			int which = growth->triangle->spots[y][x];

			if (which < 0 ||
			    find_field(growth, spot_at(y, x)) == which)
				continue;
			growth->triangle->spots[y][x] = -1;
			growth->members--;
		}
}

/* Grows from a field over two others. Returns false where that leads
 * nowhere. */
static bool grow(struct growth *growth, int top, const int down[2])
{
	struct triangle *triangle = growth->triangle;

	memset(triangle->spots, -1, sizeof triangle->spots);
	triangle->spots[TRIANGLE_ZERO][TRIANGLE_ZERO] = (short)top;
	for (int side = 0; side < 2; side++)
		triangle->spots[TRIANGLE_ZERO + 1][TRIANGLE_ZERO + side] =
			(short)down[side];
	growth->like = growth->fields[top];
	growth->members = 3;
	if (!fit(growth))
		return false;
	for (int i = 0; i < TRIANGLE_SPOTS && grow_once(growth); i++) {
		if (!fit(growth))
			return false;
		drop_strays(growth);
	}
	return growth->members >= 3;
}

int triangle_field(const struct triangle *triangle, int row, int column)
{
	int y = triangle->row + row, x = triangle->column + column;

	return y < 0 || x < 0 || y >= TRIANGLE_SPOTS || x >= TRIANGLE_SPOTS
		       ? -1
		       : triangle->spots[y][x];
}

struct point triangle_middle(const struct triangle *triangle, int row,
			     int column)
{
	return (struct point){ (triangle->height - row) / 2.0 + column,
			       row + 0.5 };
}

int triangle_line(const struct triangle *triangle, enum triangle_side side,
		  int out, int index, int *row, int *column)
{
	int n = triangle->height;

	switch (side) {
	case TRIANGLE_LEFT:
		*row = index - out;
		*column = -out;
		break;
	case TRIANGLE_RIGHT:
		*row = index - out;
		*column = index;
		break;
	default:
		*row = n - 1 + out;
		*column = index;
	}
	return n + out;
}

void triangle_resize(struct triangle *triangle, enum triangle_side side, int by)
{
	struct point zero = { 0, 0 }, shift;
	struct homography move = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };

	/* where the middle of the first spot lies before and after */
	shift = triangle_middle(triangle, -triangle->row, -triangle->column);
	triangle->height += by;
	if (side != TRIANGLE_BOTTOM)
		triangle->row -= by;
	if (side == TRIANGLE_LEFT)
		triangle->column -= by;
	zero = triangle_middle(triangle, -triangle->row, -triangle->column);
	shift = point_sub(shift, zero);
	move.m[2] = shift.x;
	move.m[5] = shift.y;
	triangle->cell_to_px = homography_compose(&move, &triangle->cell_to_px);
}

/* The share of a side's cells that are seen. */
static double side_share(const struct triangle *triangle,
			 enum triangle_side side)
{
	int row, column, seen = 0, count = triangle->height;

	for (int i = 0; i < count; i++) {
		triangle_line(triangle, side, 0, i, &row, &column);
		seen += triangle_field(triangle, row, column) >= 0;
	}
	return (double)seen / count;
}

/* How many of its cells are seen. */
static int count_seen(const struct triangle *triangle)
{
	int seen = 0;

	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++)
			seen += triangle_field(triangle, row, column) >= 0;
	return seen;
}

/* The smallest triangle that holds all members, without sides of which hardly
 * anything is seen. Returns false where too little is left. */
static bool set_extent(struct triangle *triangle)
{
	int least_column = TRIANGLE_SPOTS, least_lean = TRIANGLE_SPOTS;
	int last = -1, n;

	for (int y = 0; y < TRIANGLE_SPOTS; y++)
		for (int x = 0; x < TRIANGLE_SPOTS; x++) {
			if (triangle->spots[y][x] < 0)
				continue;
			least_column = x < least_column ? x : least_column;
			least_lean = y - x < least_lean ? y - x : least_lean;
			last = y;
		}
	triangle->column = least_column;
	triangle->row = least_column + least_lean;
	triangle->height = last - triangle->row + 1;
	for (bool more = true; more;) {
		double least = SIDE_LEAST;
		int worst = -1;

		for (int side = 0; side < 3; side++) {
			double share =
				side_share(triangle, (enum triangle_side)side);

			if (share < least) {
				least = share;
				worst = side;
			}
		}
		more = worst >= 0 && triangle->height > PYRAMID_ROWS_MIN;
		if (more)
			triangle_resize(triangle, (enum triangle_side)worst,
					-1);
	}
	n = triangle->height;
	return n >= PYRAMID_ROWS_MIN && n <= PYRAMID_ROWS_MAX &&
	       count_seen(triangle) >= fmax(3, SEEN_LEAST * n * (n + 1) / 2);
}

/* Measures the fields. Returns false where they do not lie as they should. */
static bool measure(const struct growth *growth)
{
	struct triangle *triangle = growth->triangle;
	/* cells to spots: their middles */
	struct point zero = triangle_middle(triangle, 0, 0);
	struct point spot = spot_at(triangle->row, triangle->column);
	struct homography move = { { 1, 0, spot.x - zero.x, 0, 1,
				     spot.y - zero.y, 0, 0, 1 } };

	triangle->cell_to_px = homography_compose(&move, &growth->map);
	return triangle_measure(triangle, growth->fields, growth->count) <
	       ERROR_MOST;
}

static bool is_same(const struct triangle *a, const struct triangle *b)
{
	double n = a->height;
	struct point corner[3] = { { n / 2, 0.5 },
				   { 0.5, n - 0.5 },
				   { n - 0.5, n - 0.5 } };
	double unit = homography_scale(&a->cell_to_px, corner[0]);

	if (a->height != b->height)
		return false;
	for (int i = 0; i < 3; i++)
		if (!(point_distance(
			      homography_apply(&a->cell_to_px, corner[i]),
			      homography_apply(&b->cell_to_px, corner[i])) <
		      SAME_CORNER * unit))
			return false;
	return true;
}

/* Is more of `a` seen than of `b`, or as much at finer scales, with another
 * border within or within a narrower rim? */
static bool is_better(const struct triangle *a, const struct triangle *b)
{
	int seen = count_seen(a), other = count_seen(b);
	bool rimmed = a->inner_depth < a->depth;

	if (seen != other)
		return seen > other;
	if (a->scales != b->scales)
		return a->scales < b->scales;
	if (rimmed != (b->inner_depth < b->depth))
		return rimmed;
	return a->width * a->depth < b->width * b->depth;
}

/* Adds a triangle, or puts it in the place of the same one seen less well. */
static int add(struct triangle_list *list, const struct triangle *triangle)
{
	for (size_t i = 0; i < list->count; i++)
		if (is_same(&list->triangles[i], triangle)) {
			if (is_better(triangle, &list->triangles[i]))
				list->triangles[i] = *triangle;
			return 0;
		}
	if (alloc_grow(&list->triangles, &list->capacity, list->count + 1,
		       sizeof *triangle) < 0)
		return -1;
	list->triangles[list->count++] = *triangle;
	return 0;
}

/* May fields of a pyramid be so far from one to the next of a row, and from
 * row to row? */
static bool may_be_apart(const struct field *like, double across, double down)
{
	double aside = across - like->width, above = down - like->height;

	return across > APART_LEAST * like->width &&
	       (across < APART_MOST * like->width ||
		(across < APART_FAR * like->width &&
		 aside < GAPS_ALIKE * above)) &&
	       (down < DOWN_MOST * like->height || above < GAPS_ALIKE * aside);
}

/* Do two fields lie side by side under a third? */
static bool are_under(const struct field *top, const struct field *left,
		      const struct field *right)
{
	struct point step = point_sub(right->px_middle, left->px_middle);
	struct point middle = point_mix(left->px_middle, right->px_middle, 0.5);
	struct point up = point_sub(top->px_middle, middle);
	double aside = (up.x * step.x + up.y * step.y) /
		       (step.x * step.x + step.y * step.y);

	return fields_are_alike(left, right) &&
	       may_be_apart(top, step.x, -up.y) &&
	       fabs(step.y) < LEAN_MOST * step.x && fabs(aside) < ASIDE_MOST;
}

enum { NEAR_MOST = 8 };

/* The fields alike that lie down and to the given side. Returns how many. */
static int find_down(const struct growth *growth, int from, int side,
		     int *found)
{
	const struct field *a = &growth->fields[from];
	double left = a->px_middle.x +
		      (side ? ACROSS_LEAST : -ACROSS_MOST) * a->width;
	double right = a->px_middle.x +
		       (side ? ACROSS_MOST : -ACROSS_LEAST) * a->width;
	int count = 0;

	for (int i = fields_from(growth->fields, growth->count, left);
	     i < growth->count && growth->fields[i].px_middle.x <= right &&
	     count < NEAR_MOST;
	     i++) {
		const struct field *b = &growth->fields[i];
		double y = (b->px_middle.y - a->px_middle.y) / a->height;

		if (y >= DOWN_LEAST && y <= DOWN_FAR && fields_are_alike(a, b))
			found[count++] = i;
	}
	return count;
}

/* Does a field lie within the triangle's outline, apart from all of its own? */
static bool is_among(const struct triangle *triangle,
		     const struct homography *px_to_cell,
		     const struct field *field)
{
	struct point at = homography_apply(px_to_cell, field->px_middle);
	double n = triangle->height;

	if (at.y < 0.5 || at.y > n - 0.5 ||
	    fabs(at.x - n / 2) > (at.y - 0.5) / 2)
		return false;
	for (int row = (int)(at.y - 0.5); row <= (int)(at.y + 0.5); row++)
		for (int column = 0; column <= row && row < n; column++) {
			struct point px = homography_apply(
				&triangle->cell_to_px,
				triangle_middle(triangle, row, column));

			if (fabs(field->px_middle.x - px.x) <
				    AMONG_NEAR * field->width &&
			    fabs(field->px_middle.y - px.y) <
				    AMONG_NEAR * field->height)
				return false;
		}
	return true;
}

/* Do fields alike lie between its own, about one a row? Then every second
 * field of a table was taken. What only shows where the picture is smaller
 * than most of its own need is what lies between them. */
static bool is_every_second(const struct growth *growth)
{
	const struct triangle *triangle = growth->triangle;
	int seen = count_seen(triangle), among = 0;
	int scale = (triangle->scales + seen / 2) / seen;
	struct homography px_to_cell;

	if (homography_inverse(&triangle->cell_to_px, &px_to_cell) < 0)
		return true;
	for (int i = 0; i < growth->count; i++)
		among += growth->fields[i].scale <= scale &&
			 fields_are_alike(&growth->like, &growth->fields[i]) &&
			 is_among(triangle, &px_to_cell, &growth->fields[i]);
	return among >= triangle->height;
}

static bool is_same_place(const struct field *a, const struct field *b)
{
	return a == b || point_distance(a->px_middle, b->px_middle) <
				 SAME_PLACE * fmin(a->width, a->height);
}

/* Were these, or the other borders of the same boxes, under a field of a
 * growth that led to no pyramid? */
static bool is_refused(const struct growth *growth, int top, const int down[2])
{
	const struct refused *refused = &growth->refused[top];
	const struct field *fields = growth->fields;

	for (int i = 0; i < refused->count && i < REFUSED_MOST; i++)
		if (is_same_place(&fields[refused->down[i][0]],
				  &fields[down[0]]) &&
		    is_same_place(&fields[refused->down[i][1]],
				  &fields[down[1]]))
			return true;
	return false;
}

/* The triangle that was grown is no pyramid. */
static void refuse(const struct growth *growth)
{
	short(*spots)[TRIANGLE_SPOTS] = growth->triangle->spots;

	for (int y = 0; y + 1 < TRIANGLE_SPOTS; y++)
		for (int x = 0; x + 1 < TRIANGLE_SPOTS; x++) {
			const int down[2] = { spots[y + 1][x],
					      spots[y + 1][x + 1] };
			int top = spots[y][x];
			struct refused *refused;

			if (top < 0 || down[0] < 0 || down[1] < 0)
				continue;
			refused = &growth->refused[top];
			if (!is_refused(growth, top, down))
				memcpy(refused->down[refused->count++ %
						     REFUSED_MOST],
				       down, sizeof down);
		}
}

/* Grows from a field over two others to what may be a pyramid. */
static bool grow_whole(struct growth *growth, int top, const int down[2])
{
	bool whole = false;

	for (growth->step = STEP_MOST; growth->step > 0 && !whole;
	     growth->step--) {
		if (!grow(growth, top, down))
			return false;
		whole = set_extent(growth->triangle);
	}
	whole = whole && measure(growth) && !is_every_second(growth);
	if (!whole)
		refuse(growth);
	return whole;
}

/* Grows all triangles from a field over two others. */
static int grow_from(struct growth *growth, int top, struct triangle_list *list,
		     bool *used)
{
	int left[NEAR_MOST], right[NEAR_MOST];
	int lefts = find_down(growth, top, 0, left);
	int rights = find_down(growth, top, 1, right);

	for (int i = 0; i < lefts * rights; i++) {
		int down[2] = { left[i / rights], right[i % rights] };
		const struct field *fields = growth->fields;

		if (!are_under(&fields[top], &fields[down[0]],
			       &fields[down[1]]) ||
		    is_refused(growth, top, down) ||
		    !grow_whole(growth, top, down))
			continue;
		if (add(list, growth->triangle) < 0)
			return -1;
		for (int k = 0; k < MEMBERS_MOST; k++) {
			int which = growth->triangle->spots[k / TRIANGLE_SPOTS]
							   [k % TRIANGLE_SPOTS];

			if (which >= 0)
				used[which] = true;
		}
	}
	return 0;
}

int triangle_list_find(struct triangle_list *list, const struct field *fields,
		       int count)
{
	struct triangle triangle;
	struct growth growth = { .fields = fields,
				 .count = count,
				 .triangle = &triangle };
	bool *used = alloc_array((size_t)count, sizeof *used);
	int result = used || !count ? 0 : -1;

	growth.refused = alloc_array((size_t)count, sizeof *growth.refused);
	if (!growth.refused && count)
		result = -1;
	memset(&triangle, 0, sizeof triangle);
	/* from the finest on: they are measured best */
	for (int scale = 0; scale <= PAGE_COARSER; scale++)
		for (int i = 0; i < count && result == 0; i++)
			if (!used[i] && fields[i].scale == scale)
				result = grow_from(&growth, i, list, used);
	free(used);
	free(growth.refused);
	return result;
}

void triangle_list_fini(struct triangle_list *list)
{
	free(list->triangles);
	memset(list, 0, sizeof *list);
}
