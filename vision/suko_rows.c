#include "suko_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "numbers.h"
#include "suko_match.h"

/* What stands in a row is as high within this factor, in line within this
 * share of its height, and at steps that are equal within that: a single
 * digit's middle lies half a digit beside that of two. */
#define ALIKE 1.3
#define LINE_OFF 0.5
#define STEP_OFF 0.8
/* Marks are more alike, and stand in line. */
#define MARKS_ALIKE 1.15
#define MARKS_OFF 0.25
/* Steps are so long, in heights of the numbers or marks, and in cells. */
#define STEP_LEAST 1.3
#define STEP_MOST 2.5
/* Marks are so large, in cells, and about square. */
#define MARK_LEAST 0.1
#define MARK_MOST 0.6
#define MARK_ASPECT 1.3
/* They stand no further from the board's middle than this, in cells, and no
 * nearer to it than its rim. */
#define FAR_MOST 6.0
/* What the totals of areas that cover the board add up to; single ones. */
enum { TOTALS_SUM = 45, TOTAL_LEAST = 1, TOTAL_MOST = 42, ROW_LEAST = 3 };
/* No more numbers or marks are looked at. */
enum { ONES_MOST = 400 };
/* Looked at beside each number, in its heights: so far from it, so wide, and
 * so far to both sides of its middle. Marks are as high as their number or a
 * little more, and stand up to twice their width from it. */
static const double gaps[] = { 0.2, 0.5, 0.9, 1.3 };
static const double wides[] = { 0.8, 1.3, 2.0 };
#define HALF_HIGH 0.75
/* The page's light is taken above and below, from so far to so far. */
#define PAPER_NEAR 1.1
#define PAPER_FAR 1.5
/* Darker pages have no light that could be told from noise. */
#define PAPER_LEAST 60.0
/* As sure as totals in fields of their tint that sum to 45. */
#define SURE 0.995

/* A number, or a mark that a number stands beside. */
struct one {
	struct box box;
	struct point middle;
	struct number total;
	bool read;
};

struct row {
	struct one *ones[SUKO_AREAS_SEEN];
	int count;
	double high, wide; /* of the highest and of the widest, pixels */
};

struct rows {
	const struct suko_cards *cards;
	struct suko_match match;
	bool marks;       /* whether `ones` are marks, rather than numbers */
	struct one *ones; /* that may be a total's */
	int count;
	double unit;  /* pixels of a cell */
	double slope; /* of a line of the board's page */
};

/* Which part of a number stands in step with the others'. */
enum anchor { ANCHOR_LEFT, ANCHOR_MIDDLE, ANCHOR_RIGHT, ANCHORS };

/* Where a mark may be, relative to its number. */
struct aside {
	enum anchor anchor;
	int side; /* -1: before it, 1: behind it */
	double gap, wide;
};

static const struct homography same = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };

/* The mean colour of a part of the picture. False outside the picture. */
static bool mean_tint(const struct image *image, const struct extent *extent,
		      struct tint *mean)
{
	int left = (int)ceil(extent->left), right = (int)floor(extent->right);
	int top = (int)ceil(extent->top), bottom = (int)floor(extent->bottom);
	long r = 0, g = 0, b = 0;
	double count;

	if (left < 0 || top < 0 || right >= image->width ||
	    bottom >= image->height || left > right || top > bottom)
		return false;
	for (int y = top; y <= bottom; y++)
		for (int x = left; x <= right; x++) {
			uint32_t pixel = image_row(image, y)[x];

			r += pixel >> 16 & 255;
			g += pixel >> 8 & 255;
			b += pixel & 255;
		}
	count = (double)(right - left + 1) * (bottom - top + 1);
	mean->light = (double)(r + g + b) / 3 / count;
	mean->red_green = (double)(r - g) / count;
	mean->yellow_blue = (double)(r + g - 2 * b) / 2 / count;
	return true;
}

/* How light the page is above and below a part of it. */
static double paper_light(const struct image *image,
			  const struct extent *extent, double high)
{
	double middle = (extent->top + extent->bottom) / 2, light = 0;

	for (int side = -1; side <= 1; side += 2) {
		double near = middle + side * PAPER_NEAR * high;
		double far = middle + side * PAPER_FAR * high;
		struct extent strip = { extent->left, fmin(near, far),
					extent->right, fmax(near, far) };

		light += tint_find(image, &strip, &same).light / 2;
	}
	return fmax(light, PAPER_LEAST);
}

/* Where the mark beside a number is: beside the widest number with the same
 * anchor. */
static struct extent mark_extent(const struct rows *rows, const struct row *row,
				 const struct box *box,
				 const struct aside *aside)
{
	double side = box->x + aside->anchor * box->width / 2.0 +
		      (aside->side - ((int)aside->anchor - 1)) * row->wide / 2;
	double x =
		side + aside->side * (aside->gap + aside->wide / 2) * row->high;
	double y = box->y + box->height / 2.0 +
		   rows->slope * (x - box->x - box->width / 2.0);

	return (struct extent){ x - aside->wide * row->high / 2,
				y - HALF_HIGH * row->high,
				x + aside->wide * row->high / 2,
				y + HALF_HIGH * row->high };
}

/* The colour of each mark of a row, where it is or (`aside`) beside a number,
 * without the light that falls on it. */
static bool find_colours(const struct rows *rows, const struct row *row,
			 const struct aside *aside, struct tint *marks)
{
	const struct image *image = rows->cards->elements->image;
	double paper[SUKO_AREAS_SEEN], mean = 0;

	for (int i = 0; i < row->count; i++) {
		const struct box *box = &row->ones[i]->box;
		struct extent extent = { box->x, box->y,
					 box->x + box->width - 1,
					 box->y + box->height - 1 };

		if (aside)
			extent = mark_extent(rows, row, box, aside);
		if (!mean_tint(image, &extent, &marks[i]))
			return false;
		paper[i] = paper_light(image, &extent, row->high);
		mean += paper[i] / row->count;
	}
	for (int i = 0; i < row->count; i++) {
		marks[i].light *= mean / paper[i];
		marks[i].red_green *= mean / paper[i];
		marks[i].yellow_blue *= mean / paper[i];
	}
	return true;
}

static int sum_of(const struct row *row)
{
	int sum = 0;

	for (int i = 0; i < row->count; i++)
		sum += row->ones[i]->total.value;
	return sum;
}

static void try_colours(struct rows *rows, const struct row *row,
			const struct aside *aside)
{
	const struct number *totals[SUKO_AREAS_SEEN];
	struct tint marks[SUKO_AREAS_SEEN];

	for (int i = 0; i < row->count; i++)
		totals[i] = &row->ones[i]->total;
	if (find_colours(rows, row, aside, marks))
		suko_match_try(&rows->match, marks, totals, row->count);
}

static void try_numbers(struct rows *rows, const struct row *row)
{
	enum { GAPS = sizeof gaps / sizeof *gaps };
	enum { WIDES = sizeof wides / sizeof *wides };

	for (int i = 0; i < ANCHORS * GAPS * WIDES * 2; i++) {
		struct aside aside = { (enum anchor)(i / 2 % ANCHORS),
				       i % 2 ? 1 : -1,
				       gaps[i / 2 / ANCHORS % GAPS],
				       wides[i / 2 / ANCHORS / GAPS] };

		try_colours(rows, row, &aside);
	}
}

/* Reads the number behind a mark, of which the next stands a step further. */
static bool read_total(const struct rows *rows, struct one *one,
		       struct point step)
{
	struct field field = { .px_middle = one->middle,
			       .width = one->box.width,
			       .height = one->box.height,
			       .px_box = one->box,
			       .fill = 1 };
	double next = one->middle.x + step.x - one->box.width / 2.0;

	if (!one->read &&
	    !(step.x > fabs(step.y) &&
	      suko_cards_read_between(rows->cards, &field, next,
				      &one->total)) &&
	    !suko_cards_read_beside(rows->cards, &field, &one->total))
		one->total.value = -1;
	one->read = true;
	return one->total.value >= 0;
}

/* Marks whose colours fit, and beside which numbers stand that do. */
static void try_marks(struct rows *rows, const struct row *row,
		      struct point step)
{
	struct tint marks[SUKO_AREAS_SEEN];

	if (!find_colours(rows, row, NULL, marks) ||
	    !suko_match_may_be(
		    suko_match_left(&rows->match, marks, row->count)))
		return;
	for (int i = 0; i < row->count; i++)
		if (!read_total(rows, row->ones[i], step))
			return;
	if (sum_of(row) == TOTALS_SUM)
		try_colours(rows, row, NULL);
}

/* Does one stand where the row goes on by a step? */
static bool goes_on(const struct rows *rows, const struct row *row,
		    const struct one *one, struct point step)
{
	const struct one *last = row->ones[row->count - 1];
	struct point off =
		point_sub(one->middle, point_add(last->middle, step));
	double along = point_length(step);
	double ahead = (off.x * step.x + off.y * step.y) / along;
	double aside = (off.x * step.y - off.y * step.x) / along;
	double room = fabs(step.x) > fabs(step.y) ? LINE_OFF : STEP_OFF;
	double alike = rows->marks ? MARKS_ALIKE : ALIKE;

	return one->box.height < alike * last->box.height &&
	       last->box.height < alike * one->box.height &&
	       fabs(ahead) < (rows->marks ? MARKS_OFF : STEP_OFF) * row->high &&
	       fabs(aside) < (rows->marks ? MARKS_OFF : room) * row->high;
}

/* Adds more to a row, and tries it where it may be whole. */
static void extend(struct rows *rows, const struct row *row, struct point step)
{
	if (row->count >= ROW_LEAST && rows->marks)
		try_marks(rows, row, step);
	else if (row->count >= ROW_LEAST && sum_of(row) == TOTALS_SUM)
		try_numbers(rows, row);
	for (int i = 0; i < rows->count && row->count < SUKO_AREAS_SEEN; i++) {
		struct one *one = &rows->ones[i];
		struct row longer = *row;

		if (!goes_on(rows, row, one, step))
			continue;
		longer.ones[longer.count++] = one;
		longer.high = fmax(row->high, one->box.height);
		longer.wide = fmax(row->wide, one->box.width);
		extend(rows, &longer, step);
	}
}

/* May b follow a in a row or column of the board's page? */
static bool are_in_line(const struct rows *rows, const struct one *a,
			const struct one *b, double high)
{
	const struct homography *map = &rows->cards->px_to_cell;
	struct point from = homography_apply(map, a->middle);
	struct point to = point_sub(homography_apply(map, b->middle), from);
	double length = point_distance(a->middle, b->middle);
	double room = high / rows->unit;

	return length > STEP_LEAST * high && length < STEP_MOST * rows->unit &&
	       to.x + to.y > 0 &&
	       (fabs(to.y) < LINE_OFF * room || fabs(to.x) < STEP_OFF * room);
}

static void try_rows(struct rows *rows)
{
	for (int i = 0; i < rows->count * rows->count; i++) {
		struct one *a = &rows->ones[i / rows->count];
		struct one *b = &rows->ones[i % rows->count];
		struct point step = point_sub(b->middle, a->middle);
		struct row row = { .ones = { a, b }, .count = 1 };

		row.high = fmax(a->box.height, b->box.height);
		row.wide = fmax(a->box.width, b->box.width);
		if (a == b || !are_in_line(rows, a, b, row.high) ||
		    !goes_on(rows, &row, b, step))
			continue;
		row.count = 2;
		extend(rows, &row, step);
	}
}

/* Adds a box around the board. */
static void add(struct rows *rows, const struct suko_rows_others *others,
		const struct box *box, const struct number *total)
{
	struct point px = { box->x + (box->width - 1) / 2.0,
			    box->y + (box->height - 1) / 2.0 };
	struct point at = homography_apply(&rows->cards->px_to_cell, px);

	if (rows->count == ONES_MOST ||
	    (at.x > 0 && at.x < 3 && at.y > 0 && at.y < 3) ||
	    !(hypot(at.x - 1.5, at.y - 1.5) < FAR_MOST) ||
	    (others && others->is(others->data, px)))
		return;
	rows->ones[rows->count++] =
		(struct one){ *box, px, *total, total->value >= 0 };
}

static void add_numbers(struct rows *rows,
			const struct suko_rows_others *others,
			const struct item_list *items)
{
	const struct plane *grey = &rows->cards->elements->grey;

	for (size_t i = 0; i < items->count; i++) {
		const struct item *item = &items->items[i];
		struct place place = place_from_box(&item->px_box);
		struct number number;

		if (!item->stroke_count || item->value < TOTAL_LEAST ||
		    item->value > TOTAL_MOST)
			continue;
		if (item->framed)
			number_read_place(rows->cards->glyphs, grey, &place,
					  &number);
		else
			number_read(rows->cards->glyphs, grey, NULL,
				    item->strokes, item->stroke_count, &number);
		if (number.value == item->value)
			add(rows, others, &number.px_box, &number);
	}
}

static void add_marks(struct rows *rows, const struct suko_rows_others *others)
{
	const struct elements *elements = rows->cards->elements;
	static const struct number none = { .value = -1 };

	for (size_t i = 0; i < elements->count; i++) {
		const struct box *box = &elements->list[i].box;

		if (box->height > MARK_LEAST * rows->unit &&
		    box->height < MARK_MOST * rows->unit &&
		    box->height < MARK_ASPECT * box->width &&
		    box->width < MARK_ASPECT * box->height)
			add(rows, others, box, &none);
	}
}

static void set_areas(const struct suko_match *match, struct suko_areas *areas)
{
	*areas = match->groupings[match->grouping].areas;
	memcpy(areas->totals, match->totals, sizeof areas->totals);
	areas->tinted = true;
	areas->agreed = true;
	areas->confidence = SURE;
}

int suko_rows_find(const struct suko_cards *cards,
		   const struct item_list *items,
		   const struct suko_rows_others *others,
		   const struct tint tints[SUKO_CELLS],
		   struct suko_areas *areas)
{
	struct point left =
		homography_apply(&cards->cell_to_px, (struct point){ 0, 1.5 });
	struct point right =
		homography_apply(&cards->cell_to_px, (struct point){ 3, 1.5 });
	struct rows rows = { .cards = cards, .unit = (right.x - left.x) / 3 };

	rows.slope = (right.y - left.y) / (right.x - left.x);
	if (!suko_match_init(&rows.match, tints))
		return 0;
	rows.ones = alloc_array(ONES_MOST, sizeof *rows.ones);
	if (!rows.ones)
		return -1;
	for (int marks = 0; marks < 2; marks++) {
		rows.marks = marks;
		rows.count = 0;
		if (marks)
			add_marks(&rows, others);
		else
			add_numbers(&rows, others, items);
		try_rows(&rows);
	}
	free(rows.ones);
	if (!suko_match_is_clear(&rows.match))
		return 0;
	set_areas(&rows.match, areas);
	return 1;
}
