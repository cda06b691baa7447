#include "sigils_fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"
#include "sigils_fit.h"

/* A piece takes this share of its box at least: half (S, Z, T, J, L), less
 * what its rim and a sign on it take. */
#define FULL_LEAST 0.3
/* As likely a piece as blobs at a level have to be. */
#define LIKENESS_LEAST 0.72
/* A block is a square: one side longer than the other by no more than this
 * factor, and full but for round corners (a disc is 0.79) and a sign. */
#define SQUARE_ASPECT 1.18
#define SQUARE_FULL 0.6
/* Blocks of a piece differ in size by no more than this factor, for those of
 * few pixels by rounding alone. */
#define SQUARE_ALIKE 1.16
/* From the middle of a block to that of the next in squares of a block, gaps of
 * up to a half: wider ones are as wide as those between pieces. */
#define STEP_MOST 1.5
/* The steps of a piece are equally long within this factor, and it lies as far
 * beside its place as this share of a step at most. */
#define STEP_ALIKE 1.1
#define STEP_ASIDE 0.12
/* Of two pieces' blocks that nearly touch. */
enum { LINKS_MOST = 4 };
/* A square of the frame shows as a field up to so large, in squares. */
#define FRAME_SQUARE 1.2
/* A piece's edge is looked for so many view pixels to either side of where it
 * must be, at so many places a side of a square. */
enum { EDGE_REACH = 2, EDGE_SAMPLES = 6 };
/* I has the longest edge, of ten sides of a square. */
enum { EDGES_MOST = 10 * EDGE_SAMPLES };
/* So much of it may be hidden or worn. */
#define EDGE_FAINTEST 0.15

/* A block in the view. */
struct block {
	double x, y, side; /* its middle */
	int links[LINKS_MOST], link_count;
	int piece; /* -1: in none yet */
};

struct finder {
	const struct elements *elements;
	const struct sigils_view *view;
	struct sigils_blobs *blobs;
	struct homography px_to_cell;
	struct sigils_mask mask;
	struct block *blocks;
	size_t block_count, block_capacity;
};

/* A field's box in the view. */
struct extent_in_view {
	double left, top, right, bottom;
};

static struct extent_in_view find_extent(const struct finder *finder,
					 const struct box *box)
{
	struct extent_in_view extent = { HUGE_VAL, HUGE_VAL, -HUGE_VAL,
					 -HUGE_VAL };

	for (int i = 0; i < 4; i++) {
		struct point px = { box->x - 0.5 + (i % 2) * box->width,
				    box->y - 0.5 + (i / 2) * box->height };
		struct point at = sigils_view_at(
			finder->view,
			homography_apply(&finder->px_to_cell, px));

		extent.left = fmin(extent.left, at.x);
		extent.right = fmax(extent.right, at.x);
		extent.top = fmin(extent.top, at.y);
		extent.bottom = fmax(extent.bottom, at.y);
	}
	return extent;
}

/* A square of the frame, or less? */
static bool is_square_of_frame(const struct sigils_view *view,
			       const struct extent_in_view *extent)
{
	struct point middle =
		sigils_view_cell(view, (extent->left + extent->right) / 2,
				 (extent->top + extent->bottom) / 2);
	double most = FRAME_SQUARE * view->scale;

	return view->columns && middle.x > 0 && middle.y > 0 &&
	       middle.x < view->columns && middle.y < view->rows &&
	       extent->right - extent->left < most &&
	       extent->bottom - extent->top < most;
}

static bool is_in_view(const struct sigils_view *view,
		       const struct extent_in_view *extent)
{
	return extent->left >= -1 && extent->top >= -1 &&
	       extent->right <= view->width + 1 &&
	       extent->bottom <= view->height + 1;
}

/* Of the size and fullness of a piece? */
static bool is_plausible(const struct finder *finder,
			 const struct element *field,
			 const struct extent_in_view *extent)
{
	const struct sigils_view *view = finder->view;
	double width = extent->right - extent->left;
	double height = extent->bottom - extent->top;
	double longer = fmax(width, height), shorter = fmin(width, height);
	double shrunk = finder->elements->shrink;
	double full = field->area * shrunk * shrunk / field->box.width /
		      field->box.height;

	return longer >= 2 * view->pitch_least &&
	       longer <= 4 * view->pitch_most && longer <= 5 * shorter &&
	       full >= FULL_LEAST;
}

/* The field's pixels. Fields end where a change begins, so one pixel more to
 * the right and below is theirs. */
static int fill_mask(struct finder *finder, const struct element *field,
		     int left, int top, int width, int height)
{
	const struct elements *elements = finder->elements;
	struct sigils_mask *mask = &finder->mask;
	double late = elements->reach * elements->shrink;

	if (sigils_mask_init(mask, width, height) < 0)
		return -1;
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			struct point px = sigils_view_px(
				finder->view, left + x + 0.5, top + y + 0.5);

			px.x += 0.5;
			px.y += 0.5;
			mask->pixels[(y + 1) * mask->stride + x + 1] =
				elements_at(elements, px.x, px.y) == field ||
				elements_at(elements, px.x - late,
					    px.y - late) == field;
		}
	return 0;
}

static bool is_square(const struct sigils_shape *shape, int x, int y)
{
	for (int i = 0; i < 4; i++)
		if (shape->x[i] == x && shape->y[i] == y)
			return true;
	return false;
}

/* How far the colours at a place are from those of a blob, at most over a step
 * across its edge. */
static double edge_at(const struct sigils_view *view,
		      const struct sigils_blob *blob, double x, double y,
		      const int8_t across[2])
{
	double most = 0;

	for (int i = -EDGE_REACH; i <= EDGE_REACH; i++) {
		int left = (int)floor(x + i * across[0]);
		int top = (int)floor(y + i * across[1]);
		int sum = 0;

		if (left < 0 || top < 0 || left >= view->width ||
		    top >= view->height)
			continue;
		for (int j = 0; j < SIGILS_COLOURS; j++)
			sum += abs(plane_row(&view->colour[j], top)[left] -
				   blob->colour[j]);
		most = fmax(most, sum / 2.0);
	}
	return most;
}

/* That of all but the faintest places along the whole edge: an outline stands
 * out as much as a piece of its colour would, what is only partly bounded does
 * not. */
static double find_contrast(const struct sigils_view *view,
			    const struct sigils_blob *blob)
{
	static const int8_t steps[4][2] = {
		{ 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 }
	};
	struct sigils_shape shape;
	double edges[EDGES_MOST];
	int count = 0;

	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4; i++)
		for (int side = 0; side < 4; side++) {
			int dx = steps[side][0], dy = steps[side][1];

			if (is_square(&shape, shape.x[i] + dx, shape.y[i] + dy))
				continue;
			for (int j = 0; j < EDGE_SAMPLES; j++) {
				double along = (j + 0.5) / EDGE_SAMPLES - 0.5;
				double x = shape.x[i] + 0.5 + 0.5 * dx +
					   along * abs(dy);
				double y = shape.y[i] + 0.5 + 0.5 * dy +
					   along * abs(dx);

				edges[count++] = edge_at(
					view, blob, blob->x + x * blob->pitch,
					blob->y + y * blob->pitch, steps[side]);
			}
		}
	qsort(edges, (size_t)count, sizeof *edges, order_doubles);
	return edges[(int)(EDGE_FAINTEST * count)];
}

static int add_piece(struct finder *finder, struct sigils_blob *blob)
{
	if (blob->pitch < finder->view->pitch_least ||
	    blob->pitch > finder->view->pitch_most)
		return 0;
	sigils_blob_find_colour(finder->view, blob);
	blob->contrast = find_contrast(finder->view, blob);
	return sigils_blobs_add(finder->blobs, blob);
}

static int try_field(struct finder *finder, const struct element *field,
		     const struct extent_in_view *extent)
{
	int left = (int)floor(extent->left), top = (int)floor(extent->top);
	int right = (int)ceil(extent->right) + 1;
	int bottom = (int)ceil(extent->bottom) + 1;
	struct sigils_blob blob;

	if (fill_mask(finder, field, left, top, right - left, bottom - top) < 0)
		return -1;
	sigils_mask_fill_holes(&finder->mask);
	if (!sigils_mask_fit(&finder->mask, &blob) ||
	    blob.likeness < LIKENESS_LEAST)
		return 0;
	blob.x += left;
	blob.y += top;
	return add_piece(finder, &blob);
}

/* Keeps the field as a block if it is square. */
static int try_block(struct finder *finder, const struct element *field,
		     const struct extent_in_view *extent)
{
	double shrunk = finder->elements->shrink;
	/* what fields end too early by */
	double late = finder->elements->reach * shrunk / field->box.width *
		      (extent->right - extent->left);
	double width = extent->right - extent->left + late;
	double height = extent->bottom - extent->top + late;
	double full = field->area * shrunk * shrunk / field->box.width /
		      field->box.height;

	if (fmax(width, height) > SQUARE_ASPECT * fmin(width, height) ||
	    full < SQUARE_FULL ||
	    STEP_MOST * fmax(width, height) < finder->view->pitch_least ||
	    fmin(width, height) > finder->view->pitch_most)
		return 0;
	if (alloc_grow(&finder->blocks, &finder->block_capacity,
		       finder->block_count + 1, sizeof *finder->blocks) < 0)
		return -1;
	finder->blocks[finder->block_count++] = (struct block){
		.x = (extent->left + extent->right + late) / 2,
		.y = (extent->top + extent->bottom + late) / 2,
		.side = (width + height) / 2,
		.piece = -1,
	};
	return 0;
}

/* How far apart two blocks of one size are that lie side by side; HUGE_VAL
 * where they do not. */
static double step_between(const struct block *a, const struct block *b)
{
	double across = fabs(a->x - b->x), down = fabs(a->y - b->y);
	double step = fmax(across, down), side = (a->side + b->side) / 2;

	if (fmax(a->side, b->side) > SQUARE_ALIKE * fmin(a->side, b->side) ||
	    step > STEP_MOST * side || step < side / SQUARE_ALIKE ||
	    fmin(across, down) > STEP_ASIDE * step)
		return HUGE_VAL;
	return step;
}

static int compare_blocks(const void *left, const void *right)
{
	const struct block *a = left, *b = right;

	return (a->y > b->y) - (a->y < b->y);
}

/* Links each block with its neighbours, of which those farther away than the
 * nearest belong to another piece. */
static void link_blocks(struct block *blocks, int count, double farthest)
{
	for (int i = 0; i < count; i++) {
		double nearest = HUGE_VAL;

		for (int pass = 0; pass < 2; pass++)
			for (int sign = -1; sign <= 1; sign += 2)
				for (int j = i + sign;
				     j >= 0 && j < count &&
				     fabs(blocks[j].y - blocks[i].y) <=
					     farthest;
				     j += sign) {
					double step = step_between(&blocks[i],
								   &blocks[j]);

					if (!pass)
						nearest = fmin(nearest, step);
					else if (step <= STEP_ALIKE * nearest &&
						 step < HUGE_VAL &&
						 blocks[i].link_count <
							 LINKS_MOST)
						blocks[i].links
							[blocks[i]
								 .link_count++] =
							j;
				}
	}
}

/* Four blocks that lie as the squares of a tetromino? */
static bool fit_blocks(const struct block *blocks, const int members[4],
		       struct sigils_blob *blob)
{
	double step = 0, left = HUGE_VAL, top = HUGE_VAL, worst = 0;
	int links = 0, x[4], y[4];

	for (int i = 0; i < 4; i++)
		for (int j = 0; j < i; j++) {
			double here = step_between(&blocks[members[i]],
						   &blocks[members[j]]);

			if (here == HUGE_VAL)
				continue;
			step += here;
			links++;
		}
	if (links < 3)
		return false;
	step /= links;
	for (int i = 0; i < 4; i++) {
		left = fmin(left, blocks[members[i]].x);
		top = fmin(top, blocks[members[i]].y);
	}
	for (int i = 0; i < 4; i++) {
		double across = (blocks[members[i]].x - left) / step;
		double down = (blocks[members[i]].y - top) / step;

		x[i] = (int)lround(across);
		y[i] = (int)lround(down);
		worst = fmax(worst,
			     fmax(fabs(across - x[i]), fabs(down - y[i])));
	}
	memset(blob, 0, sizeof *blob);
	blob->kind = sigils_recognise(x, y, &blob->turns);
	blob->other_kind = SIGILS_KIND_COUNT;
	blob->pitch = step;
	blob->x = left - step / 2;
	blob->y = top - step / 2;
	blob->likeness = 1 - worst;
	return blob->kind != SIGILS_KIND_COUNT && worst <= STEP_ASIDE;
}

/* Gathers what is linked with block `first`, each of which now belongs to
 * `piece`: how many, of which the first four are put down. */
static int gather_blocks(struct block *blocks, int first, int piece,
			 int members[4], int *stack)
{
	int depth = 0, count = 0;

	stack[depth++] = first;
	blocks[first].piece = piece;
	while (depth) {
		int at = stack[--depth];

		if (count < 4)
			members[count] = at;
		count++;
		for (int i = 0; i < blocks[at].link_count; i++) {
			int next = blocks[at].links[i];

			if (blocks[next].piece >= 0)
				continue;
			blocks[next].piece = piece;
			stack[depth++] = next;
		}
	}
	return count;
}

static int join_blocks(struct finder *finder)
{
	struct block *blocks = finder->blocks;
	int count = (int)finder->block_count, result = 0;
	int *stack;

	if (!count)
		return 0;
	stack = alloc_array((size_t)count, sizeof *stack);
	if (!stack)
		return -1;
	qsort(blocks, (size_t)count, sizeof *blocks, compare_blocks);
	link_blocks(blocks, count, finder->view->pitch_most);
	for (int i = 0; i < count && result == 0; i++) {
		struct sigils_blob blob;
		int members[4];

		if (blocks[i].piece < 0 &&
		    gather_blocks(blocks, i, i, members, stack) == 4 &&
		    fit_blocks(blocks, members, &blob))
			result = add_piece(finder, &blob);
	}
	free(stack);
	return result;
}

int sigils_fields_find(const struct elements *elements,
		       const struct sigils_view *view,
		       struct sigils_blobs *blobs)
{
	struct finder finder = { .elements = elements,
				 .view = view,
				 .blobs = blobs };
	int result = 0;

	if (homography_inverse(&view->cell_to_px, &finder.px_to_cell) < 0)
		return 0;
	for (size_t i = 0; i < elements->count && result == 0; i++) {
		const struct element *field = &elements->list[i];
		struct extent_in_view extent;

		if (field->kind != ELEMENT_FIELD)
			continue;
		extent = find_extent(&finder, &field->box);
		if (!is_in_view(view, &extent) ||
		    is_square_of_frame(view, &extent))
			continue;
		if (is_plausible(&finder, field, &extent))
			result = try_field(&finder, field, &extent);
		if (result == 0)
			result = try_block(&finder, field, &extent);
	}
	if (result == 0)
		result = join_blocks(&finder);
	sigils_mask_fini(&finder.mask);
	free(finder.blocks);
	return result;
}
