#include "pyramid_candidate.h"

#include <math.h>

/* So many fields, of three rows, are few. */
enum { COARSE_MOST = 6 };
/* A field of a table lies this near to where it continues a row, in fields:
 * as near as one that the pyramid would have grown by. */
#define ALIEN_NEAR 0.2
/* Of the pyramid itself, at another scale, is one as near as this. */
#define OWN_NEAR 0.3

/* A pyramid of so few rows must stand alone: no field alike within so many
 * fields' sides. */
enum { SMALL_MOST = 3 };
#define NEAR_SMALL 2.5
/* Fields of another size than all of its own, beyond this factor (they differ
 * as much between scales), are none of its kind. */
#define OWN_SIZE 1.12

/* A line beyond a side of which this share of the fields stands no further from
 * its place than ABOUT, in fields' heights, as wide within one factor and as
 * high within the other. Cubes drawn from above, a sixth as deep as wide, had
 * fields 1.36 times as high in their last row, .16 off. */
#define GOES_ON_LEAST 0.75
#define ABOUT 0.5
#define WIDE_FACTOR 1.2
#define HIGH_FACTOR 2

bool pyramid_was_seen(const struct triangle *triangle, int row, int column)
{
	return triangle_field(triangle, row, column) >= 0;
}

static const struct field *field_at(const struct pyramid_candidate *candidate,
				    int row, int column)
{
	int which = triangle_field(candidate->triangle, row, column);

	return which < 0 ? NULL : &candidate->fields[which];
}

/* Its smallest field, as wide and as high as any of its own; or its largest.
 */
static struct field extreme_field(const struct pyramid_candidate *candidate,
				  double (*choose)(double, double))
{
	const struct triangle *triangle = candidate->triangle;
	struct field extreme = { .width = 0 };

	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++) {
			const struct field *field =
				field_at(candidate, row, column);

			if (!field)
				continue;
			if (!(extreme.width > 0))
				extreme = *field;
			extreme.width = choose(extreme.width, field->width);
			extreme.height = choose(extreme.height, field->height);
		}
	return extreme;
}

void pyramid_find_sizes(struct pyramid_candidate *candidate)
{
	candidate->smallest = extreme_field(candidate, fmin);
	candidate->largest = extreme_field(candidate, fmax);
}

/* Is a field as large as the pyramid's own are? */
static bool is_as_large(const struct pyramid_candidate *candidate,
			const struct field *field)
{
	return field->width * OWN_SIZE > candidate->smallest.width &&
	       field->width < OWN_SIZE * candidate->largest.width &&
	       field->height * OWN_SIZE > candidate->smallest.height &&
	       field->height < OWN_SIZE * candidate->largest.height;
}

static bool is_known(const struct sighting_list *known, const struct box *box)
{
	struct quad place =
		quad_from_box(box->x, box->y, box->width, box->height);

	return sighting_list_takes_in(known, &place);
}

bool pyramid_is_part_of_table(const struct pyramid_candidate *candidate,
			      const struct sighting_list *known)
{
	const struct triangle *triangle = candidate->triangle;
	const struct field *like = &candidate->largest;

	for (int row = -1; row <= triangle->height; row++)
		for (int column = -1; column <= row + 1; column++) {
			struct point px = homography_apply(
				&triangle->cell_to_px,
				triangle_middle(triangle, row, column));
			bool within = row >= 0 && row < triangle->height &&
				      column >= 0 && column <= row;

			for (int i = 0; i < candidate->field_count && !within;
			     i++) {
				const struct field *field =
					&candidate->fields[i];

				if (fields_are_alike(like, field) &&
				    fabs(field->px_middle.x - px.x) <
					    ALIEN_NEAR * like->width &&
				    fabs(field->px_middle.y - px.y) <
					    ALIEN_NEAR * like->height &&
				    !is_known(known, &field->px_box))
					return true;
			}
		}
	return false;
}

/* The coarsest scale at which one of its fields shows. */
static int coarsest_scale(const struct pyramid_candidate *candidate)
{
	int coarsest = 0;

	for (int row = 0; row < candidate->triangle->height; row++)
		for (int column = 0; column <= row; column++) {
			const struct field *field =
				field_at(candidate, row, column);

			if (field && field->scale > coarsest)
				coarsest = field->scale;
		}
	return coarsest;
}

bool pyramid_is_small_and_coarse(const struct pyramid_candidate *candidate)
{
	const struct triangle *triangle = candidate->triangle;
	int members = 0;

	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++)
			members += pyramid_was_seen(triangle, row, column);
	return members <= COARSE_MOST && coarsest_scale(candidate);
}

bool pyramid_is_blurred(const struct pyramid_candidate *candidate)
{
	return candidate->triangle->height == PYRAMID_ROWS_MIN &&
	       coarsest_scale(candidate) == PAGE_COARSER;
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

bool pyramid_is_part_of_more(const struct pyramid_candidate *candidate,
			     bool as_large)
{
	const struct triangle *triangle = candidate->triangle;
	int coarsest = coarsest_scale(candidate);

	if (triangle->height > SMALL_MOST)
		return false;
	for (int i = 0; i < candidate->field_count; i++) {
		const struct field *other = &candidate->fields[i];
		bool own = false, near = false;

		if (as_large && !is_as_large(candidate, other))
			continue;
		for (int k = 0; k < triangle->height * triangle->height; k++) {
			const struct field *field =
				field_at(candidate, k / triangle->height,
					 k % triangle->height);

			if (!field ||
			    k % triangle->height > k / triangle->height)
				continue;
			own |= is_near(field, other, OWN_NEAR);
			near |= other->scale <= coarsest &&
				fields_are_alike(field, other) &&
				is_near(field, other, NEAR_SMALL);
		}
		if (near && !own)
			return true;
	}
	return false;
}

/* Does a field as wide as the pyramid's stand about where its row and column
 * would be? */
static bool has_field_about(const struct pyramid_candidate *candidate, int row,
			    int column)
{
	const struct triangle *triangle = candidate->triangle;
	const struct field *like = &candidate->largest;
	struct point px = homography_apply(
		&triangle->cell_to_px, triangle_middle(triangle, row, column));

	for (int i = 0; i < candidate->field_count; i++) {
		const struct field *field = &candidate->fields[i];

		if (field->width < WIDE_FACTOR * like->width &&
		    like->width < WIDE_FACTOR * field->width &&
		    field->height < HIGH_FACTOR * like->height &&
		    like->height < HIGH_FACTOR * field->height &&
		    fabs(field->px_middle.x - px.x) <
			    ALIEN_NEAR * like->width &&
		    fabs(field->px_middle.y - px.y) < ABOUT * like->height)
			return true;
	}
	return false;
}

bool pyramid_may_go_on(const struct pyramid_candidate *candidate)
{
	const struct triangle *triangle = candidate->triangle;
	int count = triangle->height + 1;

	for (int side = 0; side < 3; side++) {
		int seen = 0, row, column;

		for (int i = 0; i < count; i++) {
			triangle_line(triangle, (enum triangle_side)side, 1, i,
				      &row, &column);
			seen += has_field_about(candidate, row, column);
		}
		if (seen >= GOES_ON_LEAST * count)
			return true;
	}
	return false;
}

bool pyramid_do_numbers_grow(const struct pyramid_candidate *candidate)
{
	int n = candidate->triangle->height,
	    least[PYRAMID_ROWS_MAX + 1] = { 0 };

	for (int row = n - 1; row >= 0; row--)
		for (int column = 0; column <= row; column++) {
			int value = candidate->numbers[row][column].value;
			int below = row == n - 1
					    ? 1
					    : least[column] + least[column + 1];

			if (value >= 0 && value < below)
				return false;
			least[column] = value >= 0 ? value : below;
		}
	return true;
}
