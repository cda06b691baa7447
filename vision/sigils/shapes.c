#include "shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "colour.h"

const struct shape_params shape_params = {
	.pitch_least = 4.5,
	.pitch_most = .2,
	.uneven = .2,
	.likeness_least = .72,
	.alike = .05,
	.block_filled = .72,
	.block_uneven = .22,
	.plate_filled = .92,
	.block_alike = 1.22,
	.block_aside = .2,
	.block_apart = 2.1,
	.block_step = 1.15,
	.plate_least = 16,
	.same_place = .35,
	.same_pitch = 1.06,
};

void shapes_free(struct shape_list *list)
{
	free(list->shapes);
	free(list->blocks);
	free(list->plates);
	*list = (struct shape_list){ 0 };
}

static bool is_edge(enum mask_kind kind)
{
	return kind <= MASK_SMOOTH || kind == MASK_CLOSED;
}

/* Where a contour's rectangle truly lies: it runs along the middles of the
 * ground's pixels, of which an edge takes one on either side and its second
 * pixel besides. */
static struct quad true_quad(const struct pixel_level *level,
			     enum mask_kind kind, const struct contour *one)
{
	double more = is_edge(kind) ? 1 : .5, k = level->shrink;
	double off = is_edge(kind) ? .5 : 0;
	const struct point *c = one->at;
	struct point u = point_sub(c[1], c[0]), v = point_sub(c[3], c[0]);
	struct quad quad;

	u = point_scale(u, more / fmax(point_length(u), 1e-9));
	v = point_scale(v, more / fmax(point_length(v), 1e-9));
	if (one->depth & 1)
		u = point_scale(u, -1), v = point_scale(v, -1);
	for (int i = 0; i < 4; i++) {
		double x = i == 1 || i == 2 ? 1 : -1, y = i >= 2 ? 1 : -1;

		quad.corner[i] = (struct point){
			(c[i].x + x * u.x + y * v.x - off + .5) * k - .5,
			(c[i].y + x * u.y + y * v.y - off + .5) * k - .5
		};
	}
	return quad;
}

uint32_t shape_fill(const struct pixel_level *level, const struct quad *quad)
{
	struct quad middle = quad_shrink(quad, .6);
	struct colour colour = colour_of_quad(level, &middle);

	return (uint32_t)lrintf(colour.part[2]) << 16 |
	       (uint32_t)lrintf(colour.part[1]) << 8 |
	       (uint32_t)lrintf(colour.part[0]);
}

static struct point at_share(const struct quad *quad, double x, double y)
{
	const struct point *c = quad->corner;

	return point_mix(point_mix(c[0], c[1], x), point_mix(c[3], c[2], x), y);
}

struct quad shape_square(const struct shape *shape, int column, int row)
{
	double w = 1. / shape->columns, h = 1. / shape->rows;
	double x = column * w, y = row * h;
	const struct quad *quad = &shape->px_quad;

	return (struct quad){ { at_share(quad, x, y), at_share(quad, x + w, y),
				at_share(quad, x + w, y + h),
				at_share(quad, x, y + h) } };
}

/* Squares of two pieces that lie on each other, by the smaller one's. */
bool shapes_overlap(const struct shape *a, const struct shape *b)
{
	const struct shape *small = a->px_pitch < b->px_pitch ? a : b;
	const struct shape *large = small == a ? b : a;
	struct sigils_shape s, l;
	int both = 0;

	if (point_distance(a->px_at, b->px_at) >
	    2.6 * (a->px_pitch + b->px_pitch))
		return false;
	sigils_shape(small->kind, small->turns, &s);
	sigils_shape(large->kind, large->turns, &l);
	for (int i = 0; i < 4; i++) {
		struct quad square = shape_square(small, s.x[i], s.y[i]);

		for (int k = 0; k < 4; k++) {
			struct quad on = shape_square(large, l.x[k], l.y[k]);

			both += quad_contains(&on, at_share(&square, .5, .5));
		}
	}
	return both > 4 * shape_params.same_place;
}

/* Of two at one place; of about equal ones the outer counts, whatever its rim
 * is.
 */
static bool is_better(const struct shape *a, const struct shape *b)
{
	double more = a->likeness - b->likeness;

	if (a->seamed != b->seamed)
		more += a->seamed ? shape_params.alike : -shape_params.alike;
	else if (fabs(more) < shape_params.alike)
		return a->px_pitch > b->px_pitch;
	return more > 0;
}

/* Adds a piece unless a better one is known at its place. */
static int add_shape(struct shape_list *list, const struct shape *shape)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct shape *one = &list->shapes[i];
		bool same =
			fmax(one->px_pitch, shape->px_pitch) <
				shape_params.same_pitch *
					fmin(one->px_pitch, shape->px_pitch) &&
			shapes_overlap(one, shape);

		if (same && !is_better(shape, one)) {
			/* none of those before it was at that place */
			return 0;
		}
	}
	for (size_t i = 0; i < list->count; i++) {
		struct shape *one = &list->shapes[i];

		if (fmax(one->px_pitch, shape->px_pitch) <
			    shape_params.same_pitch *
				    fmin(one->px_pitch, shape->px_pitch) &&
		    shapes_overlap(one, shape))
			continue;
		list->shapes[kept++] = *one;
	}
	list->count = kept;
	if (alloc_grow(&list->shapes, &list->capacity, list->count + 1,
		       sizeof *list->shapes) < 0)
		return -1;
	list->shapes[list->count++] = *shape;
	return 0;
}

/* How much of each square of `columns` by `rows` lies within a contour. */
static void find_squares(const struct contour *one, int columns, int rows,
			 double within[4][4])
{
	int wide = CONTOUR_PLACES / columns, high = CONTOUR_PLACES / rows;

	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++) {
			int sum = 0;

			for (int i = 0; i < wide * high; i++)
				sum += one->within[y * high + i / wide]
						  [x * wide + i % wide];
			within[y][x] = sum / (255. * wide * high);
		}
}

/* The likeness of each kind in each turn that takes that many squares; the best
 * of each kind counts. */
static void compare(double within[4][4], struct shape *shape)
{
	double all = 0;

	for (int i = 0; i < shape->columns * shape->rows; i++)
		all += within[i / shape->columns][i % shape->columns];
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++) {
		double best = 0;
		int turns = 0;

		for (int t = 0; t < sigils_poses((enum sigils_kind)kind); t++) {
			struct sigils_shape squares;
			double in = 0, likeness;

			sigils_shape((enum sigils_kind)kind, t, &squares);
			if (squares.width != shape->columns ||
			    squares.height != shape->rows)
				continue;
			for (int i = 0; i < 4; i++)
				in += within[squares.y[i]][squares.x[i]];
			likeness = in / (4 + all - in);
			if (likeness > best) {
				best = likeness;
				turns = t;
			}
		}
		if (best > shape->likeness) {
			shape->other = shape->kind;
			shape->other_likeness = shape->likeness;
			shape->kind = (enum sigils_kind)kind;
			shape->turns = turns;
			shape->likeness = best;
		} else if (best > shape->other_likeness) {
			shape->other = (enum sigils_kind)kind;
			shape->other_likeness = best;
		}
	}
}

double fill_distance(uint32_t a, uint32_t b)
{
	int most = 0;

	for (int k = 0; k < 24; k += 8) {
		int d = abs((int)(a >> k & 255) - (int)(b >> k & 255));

		most = d > most ? d : most;
	}
	return most;
}

/* The greatest contrast but one to what is left, above, right and below. */
static double find_contrast(const struct shape *shape,
			    const struct pixel_level *level)
{
	static const double side[4][2] = {
		{ -1, .5 }, { .5, -1 }, { 1, .5 }, { .5, 1 }
	};
	double most[2] = { 0, 0 };

	for (int i = 0; i < 4; i++) {
		double x = shape->columns * fmax(0, side[i][0]);
		double y = shape->rows * fmax(0, side[i][1]);
		struct quad quad;
		double by;

		for (int k = 0; k < 4; k++)
			quad.corner[k] = at_share(
				&shape->px_quad,
				(x + (side[i][0] < 0 ? -1 : 0) +
				 (k == 1 || k == 2)) /
					shape->columns,
				(y + (side[i][1] < 0 ? -1 : 0) + (k >= 2)) /
					shape->rows);
		by = fill_distance(shape->fill, shape_fill(level, &quad));
		if (by > most[0]) {
			most[1] = most[0];
			most[0] = by;
		} else {
			most[1] = fmax(most[1], by);
		}
	}
	return fmax(1, most[1]);
}

void shapes_measure(struct shape_list *list, const struct pixel_level *level)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->shapes[i].contrast <= 0)
			list->shapes[i].contrast =
				find_contrast(&list->shapes[i], level);
}

void shape_bounds(const struct quad *quad, struct point *low,
		  struct point *high)
{
	*low = *high = quad->corner[0];
	for (int i = 1; i < 4; i++) {
		const struct point *at = &quad->corner[i];

		*low = (struct point){ fmin(low->x, at->x),
				       fmin(low->y, at->y) };
		*high = (struct point){ fmax(high->x, at->x),
					fmax(high->y, at->y) };
	}
}

static void measure(struct shape *shape)
{
	shape_bounds(&shape->px_quad, &shape->px_low, &shape->px_high);
	shape->px_at = at_share(&shape->px_quad, .5, .5);
	shape->px_pitch = sqrt(fabs(quad_area(&shape->px_quad)) /
			       (shape->columns * shape->rows));
}

static int try_piece(struct shape_list *list, const struct pixel_level *level,
		     const struct contour *one, const struct quad *px_quad)
{
	static const int sizes[][2] = {
		{ 4, 1 }, { 1, 4 }, { 2, 2 }, { 3, 2 }, { 2, 3 }
	};
	const struct point *c = px_quad->corner;
	double aspect = log(point_distance(c[0], c[1]) /
			    fmax(point_distance(c[0], c[3]), 1e-9));
	double most = shape_params.pitch_most *
		      fmin(level->width, level->height) * level->shrink;
	struct shape best = { 0 };
	struct sigils_shape squares;
	struct quad square;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		if (sizes[i][0] == sizes[i][1] &&
		    one->area >= shape_params.block_filled * one->rectangle)
			continue; /* a block (add_squares) */
		struct shape shape = { .columns = sizes[i][0],
				       .rows = sizes[i][1],
				       .kind = SIGILS_KIND_COUNT,
				       .other = SIGILS_KIND_COUNT,
				       .px_quad = *px_quad };
		double within[4][4], off;

		off = aspect - log((double)shape.columns / shape.rows);
		if (fabs(off) > shape_params.uneven)
			continue;
		find_squares(one, shape.columns, shape.rows, within);
		compare(within, &shape);
		shape.likeness *= exp(-fabs(off));
		shape.other_likeness *= exp(-fabs(off));
		measure(&shape);
		if (shape.likeness > best.likeness)
			best = shape;
	}
	if (best.likeness < shape_params.likeness_least ||
	    best.px_pitch < shape_params.pitch_least * level->shrink ||
	    best.px_pitch > most)
		return 0;
	sigils_shape(best.kind, best.turns, &squares);
	square = shape_square(&best, squares.x[1], squares.y[1]);
	best.fill = shape_fill(level, &square);
	return add_shape(list, &best);
}

/* Of squares around each other the largest counts, unless it is much larger
 * than the others. */
static int try_block(struct shape_list *list, const struct contour *one,
		     const struct quad *px_quad, int index)
{
	const struct point *c = px_quad->corner;
	double width = point_distance(c[0], c[1]);
	double height = point_distance(c[0], c[3]);
	struct block block = { .px_quad = *px_quad,
			       .px_at = at_share(px_quad, .5, .5),
			       .px_side = sqrt(width * height),
			       .filled = one->area / one->rectangle,
			       .contour = index,
			       .next = { -1, -1, -1, -1 },
			       .around = -1,
			       .group = -1 };

	if (fabs(log(width / height)) > shape_params.block_uneven ||
	    one->area < shape_params.block_filled * one->rectangle)
		return 0;
	if (alloc_grow(&list->blocks, &list->block_capacity,
		       list->block_count + 1, sizeof *list->blocks) < 0)
		return -1;
	list->blocks[list->block_count++] = block;
	return 0;
}

static int try_plate(struct shape_list *list, const struct pixel_level *level,
		     const struct contour *one, const struct quad *px_quad)
{
	const struct point *c = px_quad->corner;
	double width = point_distance(c[0], c[1]);
	double height = point_distance(c[0], c[3]);
	double least = shape_params.plate_least * level->shrink;

	if (width < least || height < least ||
	    one->area < shape_params.plate_filled * one->rectangle)
		return 0;
	if (alloc_grow(&list->plates, &list->plate_capacity,
		       list->plate_count + 1, sizeof *list->plates) < 0)
		return -1;
	list->plates[list->plate_count++] =
		(struct plate){ *px_quad, width, height,
				shape_fill(level, px_quad) };
	return 0;
}

static int by_row(const void *a, const void *b)
{
	const struct block *p = a, *q = b;

	return (p->px_at.y > q->px_at.y) - (p->px_at.y < q->px_at.y);
}

/* Of blocks at one place the largest is one of a lattice; the others are told
 * to lie within it. */
static void find_inner(struct shape_list *list)
{
	for (size_t i = 0; i < list->block_count; i++) {
		struct block *one = &list->blocks[i];

		for (int down = 0; down < 2; down++)
			for (size_t k = down ? i + 1 : i - 1;
			     k < list->block_count && one->around < 0;
			     k += down ? 1 : (size_t)-1) {
				const struct block *other = &list->blocks[k];
				double near = .2 * one->px_side;

				if (fabs(other->px_at.y - one->px_at.y) > near)
					break;
				if (point_distance(other->px_at, one->px_at) <=
					    near &&
				    other->px_side >= one->px_side &&
				    other->px_side <= 1.8 * one->px_side &&
				    (other->px_side > one->px_side || k < i))
					one->around = (int)k;
			}
	}
}

/* How far one block stands from another, in its own directions and sizes. */
static struct point step_to(const struct block *from, const struct block *to)
{
	const struct point *c = from->px_quad.corner;
	struct point u = point_sub(c[1], c[0]), d;

	u = point_scale(u, 1 / fmax(point_length(u), 1e-9));
	d = point_sub(to->px_at, from->px_at);
	return (struct point){ (d.x * u.x + d.y * u.y) / from->px_side,
			       (d.y * u.x - d.x * u.y) / from->px_side };
}

/* In which direction does a block stand beside another? -1: in none. */
static int side_of(const struct block *from, const struct block *to,
		   double *apart)
{
	struct point step = step_to(from, to);
	bool down = fabs(step.y) > fabs(step.x);
	double along = down ? step.y : step.x, aside = down ? step.x : step.y;

	if (fmax(from->px_side, to->px_side) >
	    shape_params.block_alike * fmin(from->px_side, to->px_side))
		return -1;
	if (fabs(aside) > shape_params.block_aside || fabs(along) < .8 ||
	    fabs(along) > shape_params.block_apart)
		return -1;
	*apart = fabs(along) * from->px_side;
	return (down ? 1 : 0) + (along < 0 ? 2 : 0);
}

static double step_of(const struct shape_list *list, size_t from, int side)
{
	int to = list->blocks[from].next[side];

	return to < 0 ? HUGE_VAL
		      : point_distance(list->blocks[from].px_at,
				       list->blocks[to].px_at);
}

/* Finds each block's neighbours, and keeps those that stand as close as the
 * closest of both. */
static int link_blocks(struct shape_list *list)
{
	double *least = alloc_array(list->block_count + 1, sizeof *least);
	size_t count = list->block_count;

	if (!least)
		return -1;
	for (size_t i = 0; i < count; i++) {
		struct block *a = &list->blocks[i];
		double reach = shape_params.block_apart * a->px_side;

		if (a->around >= 0)
			continue;
		for (size_t k = i + 1;
		     k < count &&
		     list->blocks[k].px_at.y - a->px_at.y < 1.3 * reach;
		     k++) {
			struct block *b = &list->blocks[k];
			double apart;
			int side;

			if (b->around >= 0 ||
			    fabs(b->px_at.x - a->px_at.x) > 1.3 * reach)
				continue;
			side = side_of(a, b, &apart);
			if (side < 0)
				continue;
			if (apart < step_of(list, i, side))
				a->next[side] = (int)k;
			if (apart < step_of(list, k, side ^ 2))
				b->next[side ^ 2] = (int)i;
		}
	}
	for (size_t i = 0; i < count; i++) {
		least[i] = HUGE_VAL;
		for (int side = 0; side < 4; side++)
			least[i] = fmin(least[i], step_of(list, i, side));
	}
	for (size_t i = 0; i < count; i++)
		for (int side = 0; side < 4; side++) {
			int to = list->blocks[i].next[side];
			double most;

			if (to < 0)
				continue;
			most = shape_params.block_step *
				       fmin(least[i], least[to]) +
			       1;
			if (step_of(list, i, side) > most ||
			    list->blocks[to].next[side ^ 2] != (int)i) {
				if (list->blocks[to].next[side ^ 2] == (int)i)
					list->blocks[to].next[side ^ 2] = -1;
				list->blocks[i].next[side] = -1;
			}
		}
	free(least);
	return 0;
}

/* Gives joined blocks a number, and each its column and row. */
static int group_blocks(struct shape_list *list)
{
	static const int dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
	int *stack = alloc_array(list->block_count + 1, sizeof *stack);

	if (!stack)
		return -1;
	list->groups = 0;
	for (size_t i = 0; i < list->block_count; i++) {
		int count = 0;

		if (list->blocks[i].group >= 0 || list->blocks[i].around >= 0)
			continue;
		list->blocks[i].group = list->groups++;
		list->blocks[i].column = list->blocks[i].row = 0;
		stack[count++] = (int)i;
		while (count) {
			struct block *from = &list->blocks[stack[--count]];

			for (int side = 0; side < 4; side++) {
				int to = from->next[side];

				if (to < 0 || list->blocks[to].group >= 0)
					continue;
				list->blocks[to].group = from->group;
				list->blocks[to].column =
					from->column + dx[side];
				list->blocks[to].row = from->row + dy[side];
				stack[count++] = to;
			}
		}
	}
	free(stack);
	return 0;
}

/* Makes a piece of four blocks, if they are one. */
static int add_group(struct shape_list *list, const struct pixel_level *level,
		     const int at[4])
{
	int x[4], y[4], left = 0, top = 0, right = 0, bottom = 0;
	struct shape shape = { .likeness = 1,
			       .other = SIGILS_KIND_COUNT,
			       .seamed = true };
	struct point from[4], to[4], u = { 0 }, v = { 0 }, origin, mean = { 0 };
	double step = 0, off = 0;

	for (int i = 0; i < 4; i++) {
		const struct block *one = &list->blocks[at[i]];

		x[i] = one->column;
		y[i] = one->row;
		left = x[i] < left || !i ? x[i] : left;
		right = x[i] > right || !i ? x[i] : right;
		top = y[i] < top || !i ? y[i] : top;
		bottom = y[i] > bottom || !i ? y[i] : bottom;
		to[i] = one->px_at;
	}
	shape.kind = sigils_recognise(x, y, &shape.turns);
	if (shape.kind == SIGILS_KIND_COUNT)
		return 0;
	/* a turn and a scale about the middle */
	for (int i = 0; i < 4; i++) {
		from[i] = (struct point){ x[i] - left + .5, y[i] - top + .5 };
		mean = point_add(mean, point_scale(from[i], .25));
		u = point_add(u, point_scale(to[i], .25));
	}
	origin = u;
	u = (struct point){ 0, 0 };
	for (int i = 0; i < 4; i++) {
		struct point a = point_sub(from[i], mean);
		struct point b = point_sub(to[i], origin);

		u.x += a.x * b.x + a.y * b.y;
		u.y += a.x * b.y - a.y * b.x;
		step += a.x * a.x + a.y * a.y;
	}
	u = point_scale(u, 1 / step);
	v = (struct point){ -u.y, u.x };
	for (int i = 0; i < 4; i++) {
		struct point a = point_sub(from[i], mean);
		struct point fit = { origin.x + a.x * u.x + a.y * v.x,
				     origin.y + a.x * u.y + a.y * v.y };

		off += point_distance(fit, to[i]) / 4;
	}
	shape.columns = right - left + 1;
	shape.rows = bottom - top + 1;
	for (int i = 0; i < 4; i++) {
		struct point a = { (i == 1 || i == 2 ? shape.columns : 0) -
					   mean.x,
				   (i >= 2 ? shape.rows : 0) - mean.y };

		shape.px_quad.corner[i] =
			(struct point){ origin.x + a.x * u.x + a.y * v.x,
					origin.y + a.x * u.y + a.y * v.y };
	}
	measure(&shape);
	shape.likeness -= off / shape.px_pitch;
	shape.fill = shape_fill(level, &list->blocks[at[1]].px_quad);
	if (shape.px_pitch < shape_params.pitch_least * level->shrink)
		return 0;
	return add_shape(list, &shape);
}

/* A block that is no part of a lattice may be a piece of four squares. */
static int add_square(struct shape_list *list, const struct pixel_level *level,
		      const struct block *block)
{
	const struct point *c = block->px_quad.corner;
	double off = log(point_distance(c[0], c[1]) /
			 fmax(point_distance(c[0], c[3]), 1e-9));
	struct shape shape = { .kind = SIGILS_O,
			       .other = SIGILS_KIND_COUNT,
			       .columns = 2,
			       .rows = 2,
			       .likeness = block->filled * exp(-fabs(off)),
			       .px_quad = block->px_quad };

	measure(&shape);
	if (shape.likeness < shape_params.likeness_least ||
	    shape.px_pitch < shape_params.pitch_least * level->shrink ||
	    shape.px_pitch > shape_params.pitch_most *
				     fmin(level->width, level->height) *
				     level->shrink)
		return 0;
	shape.fill = shape_fill(level, &shape.px_quad);
	return add_shape(list, &shape);
}

static int add_groups(struct shape_list *list, const struct pixel_level *level)
{
	int(*at)[4] = alloc_array((size_t)list->groups + 1, sizeof *at);
	int *count = alloc_array((size_t)list->groups + 1, sizeof *count);
	int result = at && count ? 0 : -1;

	for (size_t i = 0; i < list->block_count && result == 0; i++) {
		int group = list->blocks[i].group;

		if (group < 0)
			continue;
		if (count[group] < 4)
			at[group][count[group]] = (int)i;
		count[group]++;
	}
	for (int i = 0; i < list->groups && result == 0; i++)
		if (count[i] == 4)
			result = add_group(list, level, at[i]);
	for (size_t i = 0; i < list->block_count && result == 0; i++) {
		size_t outer = i;

		while (list->blocks[outer].around >= 0)
			outer = (size_t)list->blocks[outer].around;
		if (count[list->blocks[outer].group] < 4)
			result = add_square(list, level, &list->blocks[i]);
	}
	free(at);
	free(count);
	return result;
}

int shapes_add(struct shape_list *list, const struct pixel_level *level,
	       enum mask_kind kind, const struct contour *contours, int count)
{
	double whole = .6 * (double)level->width * level->height;

	list->block_count = list->plate_count = 0;
	for (int i = 0; i < count; i++) {
		const struct contour *one = &contours[i];
		struct quad px_quad;

		if (one->rectangle <= 0 || one->rectangle > whole)
			continue;
		px_quad = true_quad(level, kind, one);
		if (quad_area(&px_quad) <= 0 ||
		    try_piece(list, level, one, &px_quad) < 0 ||
		    try_block(list, one, &px_quad, i) < 0 ||
		    try_plate(list, level, one, &px_quad) < 0)
			return -1;
	}
	if (list->block_count)
		qsort(list->blocks, list->block_count, sizeof *list->blocks,
		      by_row);
	find_inner(list);
	if (link_blocks(list) < 0 || group_blocks(list) < 0)
		return -1;
	return add_groups(list, level);
}
