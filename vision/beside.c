#include "beside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

/* Totals begin no further from their side than this, in cells, and their
 * middles vary by no more than that along a line: numbers of one digit and
 * of three, aligned by their first. */
#define FAR_MOST 1.6
#define LINE_OFF 0.4
/* Marks higher than this share of the word's highest belong to it. */
#define HEIGHT_SHARE 0.4
/* Digits of a word are at most so many heights apart. */
#define GAP_MOST 0.7
/* A line of totals has numbers in this share of its squares. */
#define SEEN_LEAST 0.5
/* A reading as sure as this is not looked into further. */
#define LIKELY 0.6
/* Rings have rims within rims; each is taken off in turn. */
enum { RIMS_MOST = 4, BOXES_MOST = 16 };

/* A mark as seen from the side: along it and out from it. */
struct seen {
	const struct mark *mark;
	int index; /* in the list */
	double along, out, length, depth;
};

struct search {
	struct glyphs *glyphs;
	const struct elements *elements;
	const struct lattice *lattice;
	const struct mark_list *marks;
	enum side side;
};

static struct seen see(const struct search *search, int index)
{
	const struct mark *mark = &search->marks->marks[index];
	bool upright = search->side == SIDE_LEFT || search->side == SIDE_RIGHT;
	struct point at = mark->cell_centre;
	double out = search->side == SIDE_LEFT  ? -at.x
		     : search->side == SIDE_TOP ? -at.y
		     : search->side == SIDE_RIGHT
			     ? at.x - search->lattice->columns
			     : at.y - search->lattice->rows;

	return (struct seen){ mark,
			      index,
			      upright ? at.y : at.x,
			      out,
			      upright ? mark->height : mark->width,
			      upright ? mark->width : mark->height };
}

/* The marks in a square of the zone beside the side, without those that lie
 * within others; the rims in `off` count as not there. Nearest first. */
static int top_marks(const struct search *search, int square, const bool *off,
		     struct seen *found)
{
	int count = 0;

	for (size_t i = 0; i < search->marks->count; i++) {
		struct seen seen = see(search, (int)i);
		int parent = seen.mark->parent, at;

		if (off[i] || fabs(seen.along - square - 0.5) > 0.5 ||
		    seen.out - seen.depth / 2 < -0.05 ||
		    seen.out - seen.depth / 2 > FAR_MOST)
			continue;
		while (parent >= 0 && off[parent])
			parent = search->marks->marks[parent].parent;
		if (parent >= 0) {
			struct seen around = see(search, parent);

			/* a box around the whole puzzle is none of a glyph */
			if (fabs(around.along - square - 0.5) <= 0.5)
				continue;
		}
		for (at = count; at > 0 && found[at - 1].out > seen.out; at--)
			if (at < BOXES_MOST)
				found[at] = found[at - 1];
		if (at < BOXES_MOST)
			found[at] = seen;
		if (count < BOXES_MOST)
			count++;
	}
	return count;
}

/* Of marks sorted by distance keeps those of the nearest word. */
static int keep_word(const struct search *search, struct seen *seen, int count)
{
	bool upright = search->side == SIDE_LEFT || search->side == SIDE_RIGHT;
	double tallest = 0, end;
	int kept = 1;

	for (int i = 0; i < count; i++)
		tallest = fmax(tallest, seen[i].mark->height);
	/* specks before the word */
	while (count && seen[0].mark->height < HEIGHT_SHARE * tallest)
		memmove(seen, seen + 1, sizeof *seen * (size_t)--count);
	if (!count)
		return 0;
	end = seen[0].out + seen[0].depth / 2;
	for (int i = 1; i < count; i++) {
		/* along a line of text gaps, across it overlaps count */
		double gap = seen[i].out - seen[i].depth / 2 - end;
		double most =
			upright ? GAP_MOST * tallest : -0.3 * seen[i].depth;

		if (gap > most)
			continue;
		end = fmax(end, seen[i].out + seen[i].depth / 2);
		seen[kept++] = seen[i];
	}
	return kept;
}

/* Marks as off those that have something inside. */
static bool take_off_rims(const struct search *search, const struct seen *seen,
			  int count, bool *off)
{
	bool any = false;

	for (int i = 0; i < count; i++)
		for (size_t k = 0; k < search->marks->count; k++)
			if (search->marks->marks[k].parent == seen[i].index &&
			    !off[seen[i].index])
				any = off[seen[i].index] = true;
	return any;
}

/* Reads what lies within a ring or on a disc: its rim touches that of the
 * place and is so left out. */
static void read_inside(const struct search *search, const struct mark *mark,
			struct number *number)
{
	struct place place = { { mark->cell_centre.x - mark->width / 2,
				 mark->cell_centre.y - mark->height / 2,
				 mark->cell_centre.x + mark->width / 2,
				 mark->cell_centre.y + mark->height / 2 },
			       search->lattice->cell_to_px };

	number_read_place(search->glyphs, &search->elements->grey, &place,
			  number);
}

static bool is_number(const struct number *number)
{
	/* an empty ring looks like a 0, which is no total */
	return number->value > 0 && number->confidence >= LIKELY;
}

/* Reads the nearest word beside a square. Returns its distance. `off` is
 * scratch, one a mark. */
static double read_square(const struct search *search, int square, bool *off,
			  struct number *number)
{
	double distance = 0;

	memset(off, 0, search->marks->count * sizeof *off);
	memset(number, 0, sizeof *number);
	number->value = -1;
	number->blank = true;
	number->confidence = 1;
	for (int rim = 0; rim < RIMS_MOST; rim++) {
		struct seen seen[BOXES_MOST];
		struct box boxes[BOXES_MOST];
		struct number one;
		int count = top_marks(search, square, off, seen);
		double near = HUGE_VAL, far = -HUGE_VAL;

		count = count ? keep_word(search, seen, count) : 0;
		if (!count)
			break;
		for (int i = 0; i < count; i++) {
			boxes[i] = seen[i].mark->box;
			near = fmin(near, seen[i].out - seen[i].depth / 2);
			far = fmax(far, seen[i].out + seen[i].depth / 2);
		}
		number_read(search->glyphs, &search->elements->grey,
			    &search->lattice->cell_to_px, boxes, count, &one);
		if (!is_number(&one) && count == 1)
			read_inside(search, seen[0].mark, &one);
		if (number->blank || is_number(&one)) {
			*number = one;
			distance = (near + far) / 2;
		}
		if (is_number(&one) || !take_off_rims(search, seen, count, off))
			break;
	}
	return distance;
}

/* Reads the place where a number of the line should stand, whatever marks
 * there are: digits that touch a line make no marks of their own. */
static void read_place(const struct search *search, double distance, int square,
		       struct number *number)
{
	double reach = fmin(distance - 0.05, 0.62);
	double near = distance - reach, far = distance + reach;
	struct place place = { { 0 }, search->lattice->cell_to_px };
	struct extent *e = &place.extent;

	e->left = e->top = square + 0.03;
	e->right = e->bottom = square + 0.97;
	switch (search->side) {
	case SIDE_LEFT:
		e->left = -far;
		e->right = -near;
		break;
	case SIDE_RIGHT:
		e->left = search->lattice->columns + near;
		e->right = search->lattice->columns + far;
		break;
	case SIDE_TOP:
		e->top = -far;
		e->bottom = -near;
		break;
	default:
		e->top = search->lattice->rows + near;
		e->bottom = search->lattice->rows + far;
	}
	number_read_place(search->glyphs, &search->elements->grey, &place,
			  number);
}

/* Blanks numbers that do not stand in line, reads those that lack. */
static void align(const struct search *search, const double *distances,
		  struct beside_line *line)
{
	struct number *numbers[LATTICE_SIDE_MAX + 2];

	line->seen = 0;
	for (int i = 0; i < line->length + 2; i++) {
		struct number *number = &line->numbers[i];

		numbers[i] = number;
		if (fabs(distances[i] - line->distance) > LINE_OFF)
			*number = (struct number){ .value = -1,
						   .blank = true,
						   .confidence = 1 };
		if (!is_number(number) && i > 0 && i <= line->length)
			read_place(search, line->distance, i - 1, number);
	}
	numbers_drop_strangers(numbers, line->length + 2);
	for (int i = 1; i <= line->length; i++)
		line->seen += line->numbers[i].value >= 0;
}

bool beside_read(struct glyphs *glyphs, const struct elements *elements,
		 const struct lattice *lattice, const struct mark_list *marks,
		 enum side side, struct beside_line *line)
{
	struct search search = { glyphs, elements, lattice, marks, side };
	double distances[LATTICE_SIDE_MAX + 2], sorted[LATTICE_SIDE_MAX + 2];
	bool *off = alloc_array(marks->count, sizeof *off);
	int count = 0;

	line->side = side;
	line->length = side == SIDE_LEFT || side == SIDE_RIGHT
			       ? lattice->rows
			       : lattice->columns;
	for (int i = -1; off && i <= line->length; i++) {
		struct number *number = &line->numbers[i + 1];

		distances[i + 1] = read_square(&search, i, off, number);
		if (number->value >= 0 && i >= 0 && i < line->length)
			sorted[count++] = distances[i + 1];
	}
	free(off);
	if (count < SEEN_LEAST * line->length || !count)
		return false;
	qsort(sorted, (size_t)count, sizeof *sorted, order_doubles);
	line->distance = sorted[count / 2];
	align(&search, distances, line);
	return line->seen >= SEEN_LEAST * line->length;
}
