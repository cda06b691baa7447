/* Number pyramids: fields of one size, bricks, cards or circles, each of which
 * lies over two others, half a field to their left and right. Linked fields
 * get triangular coordinates, and one homography is fitted to all of them, so
 * that those which a number breaks up are found by the others.
 *
 * Units of cell_to_px: fields stand one apart. Of a pyramid of n rows the
 * middle of field x in row y lies at (n - y) / 2 + x, y + 0.5, so that its
 * base spans 0 .. n and it is n high. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "fields.h"
#include "order.h"
#include "page.h"
#include "readings.h"
#include "vision_parts.h"

/* Where a field's lower neighbours lie, in its widths and heights; leaning by
 * ten degrees shifts them, and gaps between cards set them apart. */
#define ACROSS_LEAST 0.25
#define ACROSS_MOST 1.0
#define DOWN_LEAST 0.5
#define DOWN_MOST 2.1
/* Of a pyramid's fields this share must have been seen, and their middles
 * must lie within this distance of where they should, in fields. */
#define SEEN_LEAST 0.75
#define ERROR_MOST 0.12
/* What is left out at each side of a field: its rim. */
#define FIELD_RIM 0.05
/* How sure the arrangement itself is: all fields seen; and for each that was
 * not. */
#define SURE 0.995
#define SURE_UNSEEN 0.985

/* So many fields, of three rows, are few; so many numbers in them, read so
 * surely, are no chance. */
enum { COARSE_MOST = 6, FILLED_GIVENS = 2 };
#define FILLED_SURE 0.5
/* A field of a table lies this near to where it continues a row, in fields. */
#define ALIEN_NEAR 0.3

/* A pyramid of so few rows must stand alone: no field alike within so many
 * fields' sides. */
enum { SMALL_MOST = 3 };
#define NEAR_SMALL 2.5

/* A field and where it lies among the others. */
struct brick {
	struct field field;
	int down[2]; /* lower left, lower right neighbour; or -1 */
	int up[2];
	int row, column; /* triangular coordinates */
	bool placed;
};

struct triangle {
	struct brick *bricks;
	int count;
	int *members, member_count;
	int row, column, height; /* apex and rows, as far as seen */
	struct homography cell_to_px;
	double width, depth; /* of a field, in cells */
};

static int gather_bricks(const struct page *page, struct brick **bricks)
{
	struct field *fields;
	int count = fields_find(page, &fields);

	*bricks =
		count > 0 ? alloc_array((size_t)count, sizeof **bricks) : NULL;
	for (int i = 0; i < count && *bricks; i++)
		(*bricks)[i] = (struct brick){ .field = fields[i],
					       .down = { -1, -1 },
					       .up = { -1, -1 } };
	free(fields);
	return count > 0 && !*bricks ? -1 : count;
}

/* The nearest field alike that lies down and to the given side. */
static int find_down(const struct brick *bricks, int count, int from, int side)
{
	const struct field *a = &bricks[from].field;
	double nearest = HUGE_VAL;
	int best = -1;

	for (int i = 0; i < count; i++) {
		const struct field *b = &bricks[i].field;
		double x = (b->px_middle.x - a->px_middle.x) / a->width;
		double y = (b->px_middle.y - a->px_middle.y) / a->height;
		double far;

		x = side ? x : -x;
		if (x < ACROSS_LEAST || x > ACROSS_MOST || y < DOWN_LEAST ||
		    y > DOWN_MOST || !fields_are_alike(a, b))
			continue;
		far = fields_distance(a, b, a->px_middle);
		if (far < nearest) {
			nearest = far;
			best = i;
		}
	}
	return best;
}

static double brick_distance(const struct brick *a, const struct brick *b)
{
	return fields_distance(&a->field, &b->field, a->field.px_middle);
}

/* Links fields to the two below; a field keeps the nearer of two that claim
 * it from the same side. */
static void link_bricks(struct brick *bricks, int count)
{
	for (int i = 0; i < count; i++)
		for (int side = 0; side < 2; side++) {
			int down = find_down(bricks, count, i, side);
			int other;

			if (down < 0)
				continue;
			other = bricks[down].up[!side];
			if (other >= 0 &&
			    brick_distance(&bricks[other], &bricks[down]) <=
				    brick_distance(&bricks[i], &bricks[down]))
				continue;
			if (other >= 0)
				bricks[other].down[side] = -1;
			bricks[i].down[side] = down;
			bricks[down].up[!side] = i;
		}
}

static void place(struct triangle *triangle, int which, int row, int column)
{
	struct brick *brick = &triangle->bricks[which];

	if (brick->placed)
		return;
	brick->placed = true;
	brick->row = row;
	brick->column = column;
	triangle->members[triangle->member_count++] = which;
}

/* Gives triangular coordinates to everything linked to `seed`: below row r,
 * column c lie r + 1, c and r + 1, c + 1. */
static void place_linked(struct triangle *triangle, int seed)
{
	triangle->member_count = 0;
	place(triangle, seed, 0, 0);
	for (int i = 0; i < triangle->member_count; i++) {
		const struct brick *f = &triangle->bricks[triangle->members[i]];

		for (int side = 0; side < 2; side++) {
			if (f->down[side] >= 0)
				place(triangle, f->down[side], f->row + 1,
				      f->column + side);
			if (f->up[side] >= 0)
				place(triangle, f->up[side], f->row - 1,
				      f->column - 1 + side);
		}
	}
}

/* The smallest pyramid that holds all members. Returns false where too much
 * of it was not seen. */
static bool find_extent(struct triangle *triangle)
{
	int least_column = 1 << 20, least_lean = 1 << 20, last = -(1 << 20);
	int n;

	for (int i = 0; i < triangle->member_count; i++) {
		const struct brick *f = &triangle->bricks[triangle->members[i]];

		if (f->column < least_column)
			least_column = f->column;
		if (f->row - f->column < least_lean)
			least_lean = f->row - f->column;
		if (f->row > last)
			last = f->row;
	}
	triangle->column = least_column;
	triangle->row = least_column + least_lean;
	triangle->height = n = last - triangle->row + 1;
	return n >= PYRAMID_ROWS_MIN && n <= PYRAMID_ROWS_MAX &&
	       triangle->member_count >= SEEN_LEAST * n * (n + 1) / 2;
}

static struct point cell_middle(int height, int row, int column)
{
	return (struct point){ (height - row) / 2.0 + column, row + 0.5 };
}

enum { MEMBERS_MOST = PYRAMID_ROWS_MAX * (PYRAMID_ROWS_MAX + 1) / 2 };

/* Fits the map and measures the fields. Returns false where they do not lie
 * as in a pyramid. */
static bool fit_triangle(struct triangle *triangle)
{
	struct point cell[MEMBERS_MOST + 1], px[MEMBERS_MOST + 1];
	double widths[MEMBERS_MOST], depths[MEMBERS_MOST], error = 0;
	int n = triangle->member_count;

	if (n > MEMBERS_MOST)
		return false;
	for (int i = 0; i < n; i++) {
		const struct brick *f = &triangle->bricks[triangle->members[i]];

		cell[i] = cell_middle(triangle->height, f->row - triangle->row,
				      f->column - triangle->column);
		px[i] = f->field.px_middle;
	}
	if (n ==
	    3) { /* three points fix no perspective: assume there is none */
		cell[3] = point_sub(point_add(cell[1], cell[2]), cell[0]);
		px[3] = point_sub(point_add(px[1], px[2]), px[0]);
	}
	if (homography_fit(cell, px, n == 3 ? 4 : n, &triangle->cell_to_px) < 0)
		return false;
	for (int i = 0; i < n; i++) {
		const struct brick *f = &triangle->bricks[triangle->members[i]];
		double unit = homography_scale(&triangle->cell_to_px, cell[i]);
		struct point at =
			homography_apply(&triangle->cell_to_px, cell[i]);
		struct point right = { cell[i].x + 0.5, cell[i].y };
		struct point down = { cell[i].x, cell[i].y + 0.5 };

		error += pow(point_distance(at, px[i]) / unit, 2);
		right = homography_apply(&triangle->cell_to_px, right);
		down = homography_apply(&triangle->cell_to_px, down);
		widths[i] = f->field.width / 2 / point_distance(at, right);
		depths[i] = f->field.height / 2 / point_distance(at, down);
	}
	qsort(widths, (size_t)n, sizeof *widths, order_doubles);
	qsort(depths, (size_t)n, sizeof *depths, order_doubles);
	triangle->width = fmin(widths[n / 2], 1);
	triangle->depth = fmin(depths[n / 2], 1);
	return sqrt(error / n) < ERROR_MOST;
}

/* Boxes of leaning fields are larger than the fields. */
static void unlean(struct triangle *triangle)
{
	const struct homography *map = &triangle->cell_to_px;
	double n = triangle->height;
	struct point a = homography_apply(map, (struct point){ n / 2, n / 2 });
	struct point b =
		homography_apply(map, (struct point){ n / 2 + 1, n / 2 });
	struct point c =
		homography_apply(map, (struct point){ n / 2, n / 2 + 1 });
	/* |a11| w + |a12| h = width of the box, and likewise its height */
	double xx = fabs(b.x - a.x), xy = fabs(c.x - a.x);
	double yx = fabs(b.y - a.y), yy = fabs(c.y - a.y);
	double ux = hypot(b.x - a.x, b.y - a.y),
	       uy = hypot(c.x - a.x, c.y - a.y);
	double det = xx * yy - xy * yx;
	double width = triangle->width * ux, height = triangle->depth * uy;

	if (det <= 0.2 * ux * uy)
		return;
	/* circles lean without growing: go half of the way */
	triangle->width =
		(triangle->width + (yy * width - xy * height) / det) / 2;
	triangle->depth =
		(triangle->depth + (xx * height - yx * width) / det) / 2;
}

static bool was_seen(const struct triangle *triangle, int row, int column)
{
	for (int i = 0; i < triangle->member_count; i++) {
		const struct brick *f = &triangle->bricks[triangle->members[i]];

		if (f->row - triangle->row == row &&
		    f->column - triangle->column == column)
			return true;
	}
	return false;
}

/* What the fields hold. */
struct contents {
	int givens, strange; /* numbers, and what is neither that nor nothing */
	double sure;         /* that all is read right */
};

/* Reads all fields into numbers[row][column]. */
static struct contents read_fields(struct vision *vision,
				   const struct page *page,
				   const struct triangle *triangle,
				   struct number numbers[][PYRAMID_ROWS_MAX])
{
	struct number *all[MEMBERS_MOST] = { 0 };
	struct contents contents = { .sure = 1 };
	int count = 0;
	double x = triangle->width * (0.5 - FIELD_RIM);
	double y = triangle->depth * (0.5 - FIELD_RIM);

	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++) {
			struct point at =
				cell_middle(triangle->height, row, column);
			struct place place = { { at.x - x, at.y - y, at.x + x,
						 at.y + y },
					       triangle->cell_to_px };

			number_read_place(vision->glyphs, &page->elements.grey,
					  &place, &numbers[row][column]);
			all[count++] = &numbers[row][column];
		}
	numbers_drop_strangers(all, count);
	for (int i = 0; i < count; i++) {
		contents.givens += all[i]->value >= 0;
		contents.strange += all[i]->value < 0 && !all[i]->blank;
		contents.sure *= all[i]->confidence;
	}
	return contents;
}

static struct quad find_corners(const struct triangle *triangle)
{
	double n = triangle->height, rim_x = (1 - triangle->width) / 2;
	double rim_y = (1 - triangle->depth) / 2;
	struct quad cell = { { { rim_x, rim_y },
			       { n - rim_x, rim_y },
			       { n - rim_x, n - rim_y },
			       { rim_x, n - rim_y } } };

	for (int i = 0; i < 4; i++)
		cell.corner[i] =
			homography_apply(&triangle->cell_to_px, cell.corner[i]);
	return cell;
}

/* Does a field like the pyramid's stand where none of it may: in line with a
 * row, beyond its ends, or where a row above or below would be? Then this is
 * part of a table, or of a larger pyramid that is not wholly seen. */
static bool is_part_of_table(const struct triangle *triangle)
{
	const struct field *alike =
		&triangle->bricks[triangle->members[0]].field;

	for (int row = -1; row <= triangle->height; row++)
		for (int column = -1; column <= row + 1; column++) {
			struct point px = homography_apply(
				&triangle->cell_to_px,
				cell_middle(triangle->height, row, column));
			bool within = row >= 0 && row < triangle->height &&
				      column >= 0 && column <= row;

			for (int i = 0; i < triangle->count && !within; i++) {
				const struct field *field =
					&triangle->bricks[i].field;

				if (fields_are_alike(alike, field) &&
				    fabs(field->px_middle.x - px.x) <
					    ALIEN_NEAR * alike->width &&
				    fabs(field->px_middle.y - px.y) <
					    ALIEN_NEAR * alike->height)
					return true;
			}
		}
	return false;
}

/* Few fields of which some only show where the picture is made smaller may lie
 * in a triangle by chance. */
static bool is_small_and_coarse(const struct triangle *triangle)
{
	for (int i = 0; i < triangle->member_count; i++)
		if (triangle->bricks[triangle->members[i]].field.scale &&
		    triangle->member_count <= COARSE_MOST)
			return true;
	return false;
}

/* Does `other` lie within so many sides of the field? */
static bool is_near(const struct field *field, const struct field *other,
		    double sides)
{
	return fabs(other->px_middle.x - field->px_middle.x) <
		       sides * field->width &&
	       fabs(other->px_middle.y - field->px_middle.y) <
		       sides * field->height;
}

/* Does a field alike, which is none of its own nor one of those seen at
 * another scale, stand near a small pyramid? Three or six of many fields are
 * easily found to lie so. */
static bool is_part_of_more(const struct triangle *triangle)
{
	if (triangle->height > SMALL_MOST)
		return false;
	for (int i = 0; i < triangle->count; i++) {
		const struct field *other = &triangle->bricks[i].field;
		bool own = false, near = false;

		for (int k = 0; k < triangle->member_count; k++) {
			const struct field *field =
				&triangle->bricks[triangle->members[k]].field;

			own |= is_near(field, other, ALIEN_NEAR);
			near |= fields_are_alike(field, other) &&
				is_near(field, other, NEAR_SMALL);
		}
		if (near && !own)
			return true;
	}
	return false;
}

/* Do the fields hold numbers, most surely, and nothing else? Fields that lie
 * in a triangle by chance do not. */
static bool is_filled(const struct contents *contents)
{
	return contents->givens >= FILLED_GIVENS && !contents->strange &&
	       contents->sure >= FILLED_SURE;
}

static int add_triangle(struct vision *vision, const struct page *page,
			struct triangle *triangle, struct sighting_list *list,
			struct problem *problem)
{
	struct number numbers[PYRAMID_ROWS_MAX][PYRAMID_ROWS_MAX];
	int n = triangle->height;
	struct sighting sighting = {
		.puzzle.family = FAMILY_pyramid,
		.score = n * (n + 1) / 2,
		.confidence = SURE,
	};
	struct pyramid *pyramid = &sighting.puzzle.as.pyramid;
	struct contents contents;

	contents = read_fields(vision, page, triangle, numbers);
	if (contents.givens < 1 ||
	    (is_small_and_coarse(triangle) && !is_filled(&contents)))
		return 0;
	sighting.cell_to_px = triangle->cell_to_px;
	sighting.px_corners = find_corners(triangle);
	pyramid_init(pyramid, n);
	for (int row = 0; row < n; row++)
		for (int column = 0; column <= row; column++) {
			const struct number *number = &numbers[row][column];

			pyramid->rows[row][column] =
				readings_value(number, PYRAMID_BLANK);
			if (!was_seen(triangle, row, column))
				sighting.confidence *= SURE_UNSEEN;
			if (readings_add_number(&sighting, number, problem,
						"rows[%d][%d]", row,
						column) < 0) {
				free(sighting.readings);
				return -1;
			}
		}
	return sighting_list_add(list, &sighting, problem);
}

static int read_page(struct vision *vision, const struct page *page,
		     struct sighting_list *list, struct problem *problem)
{
	struct triangle triangle = { 0 };
	int status = 0;

	triangle.count = gather_bricks(page, &triangle.bricks);
	if (triangle.count > 0)
		triangle.members = alloc_array((size_t)triangle.count,
					       sizeof *triangle.members);
	if (triangle.count < 0 || (triangle.count && !triangle.members))
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for fields");
	if (status == 0)
		link_bricks(triangle.bricks, triangle.count);
	for (int i = 0; i < triangle.count && status == 0; i++) {
		if (triangle.bricks[i].placed)
			continue;
		place_linked(&triangle, i);
		if (triangle.member_count < 3 || !find_extent(&triangle) ||
		    !fit_triangle(&triangle))
			continue;
		unlean(&triangle);
		if (is_part_of_table(&triangle) || is_part_of_more(&triangle))
			continue;
		status = add_triangle(vision, page, &triangle, list, problem);
	}
	free(triangle.bricks);
	free(triangle.members);
	return status;
}

const struct read_family read_pyramid = { .read = read_page, .printed = true };
