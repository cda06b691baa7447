/* Number pyramids: triangles of fields (triangle.h). Fields that a number
 * breaks up are told by the number: it stands in the middle of where they
 * should lie.
 *
 * Units of cell_to_px are those of the triangle: the base spans 0 .. n and it
 * is n high. */
#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "fields.h"
#include "number_strangers.h"
#include "order.h"
#include "page.h"
#include "pyramid_candidate.h"
#include "readings.h"
#include "vision_parts.h"

/* Of a pyramid's fields this share must have been seen, or hold a number. */
#define SEEN_LEAST 0.75
/* A number stands for its field where it is as sure as this, its middle as
 * near to that of the field, in cells, and as high as the others within that
 * factor. */
#define NUMBER_SURE 0.5
#define NUMBER_NEAR 0.15
#define NUMBER_HEIGHT 1.3
/* What is left out at each side of a field: its rim. */
#define FIELD_RIM 0.05
/* Its border lies within this share of the place's width on either side. */
#define FIELD_SIDE 0.33
/* More false sums than one misread number makes. */
enum { FALSE_LEAST = 3 };
/* What is read less surely, or as nothing known, is looked at again. */
#define SURE_NUMBER 0.9
/* How sure the arrangement itself is: all fields seen; and for each that was
 * not. */
#define SURE 0.995
#define SURE_UNSEEN 0.985
/* So many numbers where these lines below would have them, the first of which
 * has one, are no chance: their fields are too pale, and the pyramid has more
 * rows. Keys for numbers, two lines below, lie there by chance. */
enum { BEYOND_FEWEST = 2, BEYOND_LINES = 2 };
#define SURE_BEYOND 0.5

/* So many numbers in few fields, read so surely, are no chance. */
enum { FILLED_GIVENS = 2 };
#define FILLED_SURE 0.5
enum { MEMBERS_MOST = PYRAMID_ROWS_MAX * (PYRAMID_ROWS_MAX + 1) / 2 };

/* Boxes of leaning fields are larger than the fields: what *width and *depth,
 * measured on boxes in the middle of the triangle, are of these. */
static void unlean(const struct triangle *triangle, double *width,
		   double *depth)
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
	double across = *width * ux, down = *depth * uy;

	if (det <= 0.2 * ux * uy)
		return;
	/* circles lean without growing: go half of the way */
	*width = (*width + (yy * across - xy * down) / det) / 2;
	*depth = (*depth + (xx * down - yx * across) / det) / 2;
}

static struct place place_in(const struct triangle *triangle, int row,
			     int column, double width, double depth)
{
	double x = width * (0.5 - FIELD_RIM), y = depth * (0.5 - FIELD_RIM);
	struct point at = triangle_middle(triangle, row, column);

	return (struct place){ { at.x - x, at.y - y, at.x + x, at.y + y },
			       triangle->cell_to_px };
}

/* Reads a field; where it has a border within another, the number may reach
 * over that. */
static void read_field(struct vision *vision, const struct page *page,
		       const struct triangle *triangle, int row, int column,
		       struct number *number)
{
	struct place place =
		place_in(triangle, row, column, triangle->inner_width,
			 triangle->inner_depth);

	number_read_field(vision->glyphs, &page->elements.grey, &place,
			  FIELD_SIDE, triangle->inner_depth < triangle->depth,
			  number);
}

/* Is a number so sure and so much in the middle that it stands for its field?
 */
static bool tells_field(const struct triangle *triangle, int row, int column,
			const struct number *number)
{
	const struct extent *e = &number->extent;
	struct point at = triangle_middle(triangle, row, column);

	return number->value >= 0 && number->confidence >= NUMBER_SURE &&
	       fabs((e->left + e->right) / 2 - at.x) < NUMBER_NEAR &&
	       fabs((e->top + e->bottom) / 2 - at.y) < NUMBER_NEAR;
}

/* How high the numbers in the fields mostly are; 0 where there are none. */
static double find_height(struct vision *vision, const struct page *page,
			  const struct triangle *triangle)
{
	double heights[MEMBERS_MOST];
	int count = 0;

	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++) {
			struct number number;

			read_field(vision, page, triangle, row, column,
				   &number);
			if (tells_field(triangle, row, column, &number))
				heights[count++] = number.extent.bottom -
						   number.extent.top;
		}
	if (!count)
		return 0;
	qsort(heights, (size_t)count, sizeof *heights, order_doubles);
	return heights[count / 2];
}

/* What is found of the line beyond a side, whose numbers are as high as those
 * of the others: fields that were seen or that numbers tell of, of these alone,
 * and what is neither. */
struct beyond {
	enum triangle_side side;
	int out; /* how far beyond it: 1 or more */
	double height;
	int seen, told, missing;
};

/* Looks at the next field of the line beyond a side. */
static void look_beyond(struct vision *vision, const struct page *page,
			const struct triangle *triangle, struct beyond *beyond)
{
	int row, column;
	struct number number;
	double high;
	bool told;

	triangle_line(triangle, beyond->side, beyond->out,
		      beyond->seen + beyond->missing, &row, &column);
	if (pyramid_was_seen(triangle, row, column)) {
		beyond->seen++;
		return;
	}
	read_field(vision, page, triangle, row, column, &number);
	high = number.extent.bottom - number.extent.top;
	told = tells_field(triangle, row, column, &number) &&
	       high < NUMBER_HEIGHT * beyond->height &&
	       beyond->height < NUMBER_HEIGHT * high;
	beyond->told += told;
	beyond->seen += told;
	beyond->missing += !told;
}

/* Is the line beyond a side one of the pyramid's, by its fields and numbers as
 * high as the others? */
static bool goes_on(struct vision *vision, const struct page *page,
		    const struct triangle *triangle, enum triangle_side side,
		    double height)
{
	struct beyond beyond = { .side = side, .out = 1, .height = height };
	double least = SEEN_LEAST * (triangle->height + 1);

	/* where too many lack the rest is not read */
	while (beyond.seen < least &&
	       triangle->height + 1 - beyond.missing >= least)
		look_beyond(vision, page, triangle, &beyond);
	return beyond.seen >= least;
}

/* Do numbers stand below it as those of more rows would? */
static bool has_numbers_below(struct vision *vision, const struct page *page,
			      const struct triangle *triangle)
{
	double height = find_height(vision, page, triangle);
	int told = 0;

	for (int out = 1;
	     out <= BEYOND_LINES &&
	     triangle->height + out <= PYRAMID_ROWS_MAX && told < BEYOND_FEWEST;
	     out++) {
		struct beyond beyond = { .side = TRIANGLE_BOTTOM,
					 .out = out,
					 .height = height };

		while (told + beyond.told < BEYOND_FEWEST &&
		       beyond.seen + beyond.missing < triangle->height + out)
			look_beyond(vision, page, triangle, &beyond);
		if (!beyond.told)
			break;
		told += beyond.told;
	}
	return told >= BEYOND_FEWEST;
}

/* Takes lines in whose fields the numbers broke up. */
static void extend(struct vision *vision, const struct page *page,
		   struct triangle *triangle)
{
	double height = find_height(vision, page, triangle);

	if (!(height > 0)) /* no number is as high as those of the others */
		return;
	for (int side = 0; side < 3; side++)
		while (triangle->height < PYRAMID_ROWS_MAX &&
		       goes_on(vision, page, triangle, (enum triangle_side)side,
			       height))
			triangle_resize(triangle, (enum triangle_side)side, 1);
}

/* What the fields hold. */
struct contents {
	int givens, strange; /* numbers, and what is neither that nor nothing */
	int read;            /* numbers that are sure */
	int seen;            /* fields that were, or hold a number */
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

	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++) {
			struct number *number = &numbers[row][column];

			read_field(vision, page, triangle, row, column, number);
			contents.seen +=
				pyramid_was_seen(triangle, row, column) ||
				tells_field(triangle, row, column, number);
			all[count++] = number;
		}
	numbers_drop_strangers(all, count);
	for (int i = 0; i < count; i++) {
		contents.givens += all[i]->value >= 0;
		contents.read +=
			all[i]->value >= 0 && all[i]->confidence > SURE_NUMBER;
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

/* Does a field's middle lie beyond the picture? What it holds does not show. */
static bool is_cut_off(const struct triangle *triangle,
		       const struct plane *grey)
{
	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++) {
			struct point px = homography_apply(
				&triangle->cell_to_px,
				triangle_middle(triangle, row, column));

			if (px.x < 0 || px.y < 0 || px.x > grey->width ||
			    px.y > grey->height)
				return true;
		}
	return false;
}

/* Do the fields hold numbers that grow, most surely, and nothing else? Fields
 * that lie in a triangle by chance do not. */
static bool is_filled(const struct pyramid_candidate *candidate,
		      const struct contents *contents)
{
	return contents->givens >= FILLED_GIVENS && !contents->strange &&
	       contents->sure >= FILLED_SURE &&
	       pyramid_do_numbers_grow(candidate);
}

/* Does it stand for itself? Where fields alike are near it must be all there;
 * one of as few rows as the top of a larger pyramid has, of another size than
 * these. */
static bool is_whole(const struct pyramid_candidate *candidate,
		     const struct contents *contents)
{
	int n = candidate->triangle->height;

	return !pyramid_is_part_of_more(candidate, false) ||
	       (contents->seen == n * (n + 1) / 2 &&
		is_filled(candidate, contents) &&
		(n > PYRAMID_ROWS_MIN ||
		 !pyramid_is_part_of_more(candidate, true)));
}

/* Adds the clues of all fields. Returns 0, or -1 with `problem` filled in. */
static int take_fields(const struct pyramid_candidate *candidate,
		       struct sighting *sighting, struct problem *problem)
{
	const struct triangle *triangle = candidate->triangle;
	struct pyramid *pyramid = &sighting->puzzle.as.pyramid;

	pyramid_init(pyramid, triangle->height);
	for (int row = 0; row < triangle->height; row++)
		for (int column = 0; column <= row; column++) {
			const struct number *number =
				&candidate->numbers[row][column];

			pyramid->rows[row][column] =
				readings_value(number, PYRAMID_BLANK);
			if (!pyramid_was_seen(triangle, row, column) &&
			    !tells_field(triangle, row, column, number))
				sighting->confidence *= SURE_UNSEEN;
			if (readings_add_number(sighting, number, problem,
						"rows[%d][%d]", row,
						column) < 0)
				return -1;
		}
	return 0;
}

/* Is there a number in every field, and are most of the sums false? A triangle
 * of numbers that mean something else, as pins of a bowling alley. One number
 * that is misread leaves three sums false. */
static bool is_no_sum(const struct pyramid *pyramid)
{
	int wrong = 0, sums = 0;

	for (int row = 0; row < pyramid->height; row++)
		for (int column = 0; column <= row; column++) {
			const int *below = pyramid->rows[row + 1] + column;

			if (pyramid->rows[row][column] == PYRAMID_BLANK)
				return false;
			if (row + 1 == pyramid->height)
				continue;
			sums++;
			wrong += pyramid->rows[row][column] !=
				 below[0] + below[1];
		}
	return wrong > FALSE_LEAST && 2 * wrong > sums;
}

static int add_candidate(struct vision *vision, const struct page *page,
			 struct pyramid_candidate *candidate,
			 struct sighting_list *list, struct problem *problem)
{
	const struct triangle *triangle = candidate->triangle;
	int n = triangle->height;
	struct sighting sighting = {
		.puzzle.family = FAMILY_pyramid,
		.score = n * (n + 1) / 2,
		.confidence = SURE,
	};
	struct contents contents =
		read_fields(vision, page, triangle, candidate->numbers);

	if (contents.givens < 1 ||
	    contents.seen < SEEN_LEAST * n * (n + 1) / 2 ||
	    (pyramid_is_small_and_coarse(candidate) &&
	     !is_filled(candidate, &contents)) ||
	    !is_whole(candidate, &contents))
		return 0;
	if (has_numbers_below(vision, page, triangle) ||
	    pyramid_may_go_on(candidate) || pyramid_is_blurred(candidate))
		sighting.confidence *= SURE_BEYOND;
	/* of fields and parts of them those that hold the numbers */
	sighting.score += contents.read;
	sighting.cell_to_px = triangle->cell_to_px;
	sighting.px_corners = find_corners(triangle);
	if (take_fields(candidate, &sighting, problem) < 0) {
		free(sighting.readings);
		return -1;
	}
	if (is_no_sum(&sighting.puzzle.as.pyramid)) {
		free(sighting.readings);
		return 0;
	}
	return sighting_list_add(list, &sighting, problem);
}

/* Measures a triangle's fields again and takes in its lines that broke up. */
static void prepare(struct vision *vision, const struct page *page,
		    struct triangle *triangle)
{
	unlean(triangle, &triangle->width, &triangle->depth);
	unlean(triangle, &triangle->inner_width, &triangle->inner_depth);
	extend(vision, page, triangle);
}

/* Are three fields in line with others? Whole rows of these would have been
 * taken in; of a table there are many such. */
static bool is_three_of_table(struct pyramid_candidate *candidate,
			      const struct sighting_list *known)
{
	pyramid_find_sizes(candidate);
	return candidate->triangle->height == PYRAMID_ROWS_MIN &&
	       pyramid_is_part_of_table(candidate, known);
}

/* Reads the pyramids, those in line with fields alike last: these may be parts
 * of the others. */
static int read_triangles(struct vision *vision, const struct page *page,
			  const struct triangle_list *triangles,
			  struct pyramid_candidate *candidate,
			  struct sighting_list *list, struct problem *problem)
{
	bool *later = alloc_array(triangles->count + 1, sizeof *later);
	int status = later ? 0 : -1;
	size_t known = list->count;

	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory for rows");
	for (size_t i = 0; i < 2 * triangles->count && status == 0; i++) {
		bool again = i >= triangles->count;
		size_t which = again ? i - triangles->count : i;

		if (again && (!later[which] || list->count == known))
			continue;
		candidate->triangle = &triangles->triangles[which];
		if (!again && is_three_of_table(candidate, list))
			continue;
		if (!again)
			prepare(vision, page, candidate->triangle);
		pyramid_find_sizes(candidate);
		later[which] = pyramid_is_part_of_table(candidate, list);
		if (later[which] ||
		    is_cut_off(candidate->triangle, &page->elements.grey))
			continue;
		status = add_candidate(vision, page, candidate, list, problem);
	}
	free(later);
	return status;
}

static int read_page(struct vision *vision, const struct page *page,
		     struct sighting_list *list, struct problem *problem)
{
	struct triangle_list triangles = { 0 };
	struct pyramid_candidate candidate = { 0 };
	struct field *fields = NULL;
	int status = 0, count = fields_find(page, PAGE_COARSER, true, &fields);

	if (count < 0 || triangle_list_find(&triangles, fields, count) < 0)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for fields");
	candidate.fields = fields;
	candidate.field_count = count;
	if (status == 0)
		status = read_triangles(vision, page, &triangles, &candidate,
					list, problem);
	triangle_list_fini(&triangles);
	free(fields);
	return status;
}

/* Where there is none that takes less time to see than any other family does.
 */
static int turn(const struct page *page)
{
	(void)page;
	return -1;
}

const struct read_family read_pyramid = { .read = read_page,
					  .turn = turn,
					  .printed = true };
