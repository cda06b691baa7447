#include "triangle_sizes.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"

/* A border has its middle this near to that of one around it, in fields. */
#define INNER_NEAR 0.1
/* What a border within a field leaves of its sides, at least; and of how many
 * fields it must be seen. Digits lie within, too, but not around the middle
 * and as wide. */
#define INNER_LEAST 0.4
#define INNER_SHARE 0.3
/* What it leaves is as wide at all sides, within this share. */
#define INNER_ALIKE 0.6

enum { MEMBERS_MOST = PYRAMID_ROWS_MAX * (PYRAMID_ROWS_MAX + 1) / 2 };

/* May a field's border have another as far within on all sides? */
static bool is_within(const struct field *inner, const struct field *field)
{
	double aside = field->width - inner->width;
	double above = field->height - inner->height;

	return inner->width > INNER_LEAST * field->width &&
	       inner->height > INNER_LEAST * field->height &&
	       fabs(aside - above) <= INNER_ALIKE * fmax(aside, above);
}

/* The smallest field around the middle of a field, which may be itself, of
 * those that show at its own scale or a finer one. */
static const struct field *find_innermost(const struct field *fields, int count,
					  const struct field *field)
{
	double x = field->px_middle.x, off = INNER_NEAR * field->width;
	const struct field *inner = field;

	for (int i = fields_from(fields, count, x - off);
	     i < count && fields[i].px_middle.x <= x + off; i++) {
		const struct field *other = &fields[i];

		if (other->scale <= field->scale &&
		    fabs(other->px_middle.y - field->px_middle.y) <
			    INNER_NEAR * field->height &&
		    is_within(other, field) && other->width <= inner->width &&
		    other->height <= inner->height)
			inner = other;
	}
	return inner;
}

/* The sizes of what is seen of a triangle's fields, in cells. */
struct sizes {
	double widths[MEMBERS_MOST], depths[MEMBERS_MOST];
	int count;
};

static void add_size(struct sizes *sizes, const struct homography *map,
		     struct point cell, const struct field *field)
{
	struct point aside = { cell.x + 0.5, cell.y };
	struct point below = { cell.x, cell.y + 0.5 };
	struct point at = homography_apply(map, cell);
	double across = point_distance(at, homography_apply(map, aside));
	double down = point_distance(at, homography_apply(map, below));

	sizes->widths[sizes->count] = field->width / (2 * across);
	sizes->depths[sizes->count++] = field->height / (2 * down);
}

static double middle_of(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, order_doubles);
	return fmin(values[count / 2], 1);
}

/* Sets what most of `all` fields leave within them, where that is known of
 * enough. */
static void set_inner(struct sizes *sizes, int all, double *width,
		      double *depth)
{
	if (sizes->count <= INNER_SHARE * all)
		return;
	*width = middle_of(sizes->widths, sizes->count);
	*depth = middle_of(sizes->depths, sizes->count);
}

double triangle_measure(struct triangle *triangle, const struct field *fields,
			int count)
{
	struct sizes outer = { .count = 0 }, inner = outer;
	const struct homography *map = &triangle->cell_to_px;
	double error = 0;
	int n = triangle->height;

	triangle->scales = 0;
	for (int i = 0; i < n * n; i++) {
		int row = i / n, column = i % n;
		struct point cell = triangle_middle(triangle, row, column);
		int which = triangle_field(triangle, row, column);
		const struct field *field, *within;

		if (column > row || which < 0)
			continue;
		field = &fields[which];
		triangle->scales += field->scale;
		error += pow(point_distance(homography_apply(map, cell),
					    field->px_middle) /
				     homography_scale(map, cell),
			     2);
		add_size(&outer, map, cell, field);
		within = find_innermost(fields, count, field);
		if (within != field)
			add_size(&inner, map, cell, within);
	}
	triangle->width = middle_of(outer.widths, outer.count);
	triangle->depth = middle_of(outer.depths, outer.count);
	triangle->inner_width = triangle->width;
	triangle->inner_depth = triangle->depth;
	set_inner(&inner, outer.count, &triangle->inner_width,
		  &triangle->inner_depth);
	return sqrt(error / outer.count);
}
