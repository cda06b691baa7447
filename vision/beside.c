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
/* Digits in a ring that is drawn in dots or dashes are told from these by that
 * they are the highest there, and all as high, within this share. */
#define SAME_HEIGHT 0.8
/* Dashes are lower than this share of digits within the ring, which are no
 * further from them than this, in cells. */
#define DASH_HEIGHT 0.72
#define RING_REACH 0.6
/* An arrow or an equals sign before a number is lower than it within this
 * share, and so many times as wide as high, as no digit is. */
#define SIGN_HEIGHT 0.9
#define SIGN_WIDE 1.25
/* Pieces of a ring are further from its middle than this, in its radius; of a
 * number in it every digit is nearer. */
#define RING_RADIUS 0.7
/* Of a line of so many numbers the others are looked for: what is as high as
 * these, and, where this share was read, whatever stands there. */
enum { LINE_LEAST = 3 };
#define FULL_SHARE 0.5
/* A place is empty where nothing is in its middle, so large for the height of
 * the line's numbers: more than a glyph, less than a ring. */
#define EMPTY_SHARE 1.2
/* What stands beyond a side's end is one thing up to such gaps, and at most so
 * long, in cells: more is a line of text. */
#define CORNER_GAP 0.2
#define CORNER_LENGTH 1.25
/* Letters next to a number in a sentence: as high as it within this factor,
 * so wide, on its line and near, in its heights; beyond the lattice, where no
 * other totals are, what is a little further off, too. */
#define LETTER_LEAST 0.55
#define LETTER_NARROWEST 0.35
#define BASELINE_OFF 0.15
#define GAP_WORDS 0.6
#define GAP_BEYOND 0.9
/* A reading as sure as this is not looked into further. */
#define LIKELY 0.6
/* What stands out by less than this share of the line's numbers is none of
 * them, as what shows through from the other side. Where no number was made out
 * but something does stand out, so much of its height is looked at around the
 * middle, and if that does not help, it is as sure as this that the place is
 * blank. */
#define FAINT_SHARE 0.35
#define MIDDLE_ROOM 0.3
#define UNCLEAR_SURE 0.5
/* Rings have rims within rims; each is taken off in turn. */
enum { RIMS_MOST = 4, BOXES_MOST = 16 };

/* A mark as seen from the side: along it and out from it. */
struct seen {
	const struct mark *mark;
	int index; /* in the list */
	double along, out, length, depth;
	double key; /* the order is by it */
};

struct search {
	struct glyphs *glyphs;
	const struct elements *elements;
	const struct lattice *lattice;
	const struct mark_list *marks;
	enum side side;
	int length; /* squares along the side */
	/* where beyond either end the number of the corner stands */
	double corners[2];
};

/* The middle of a square, along the side. */
static double middle_of(const struct search *search, int square)
{
	return square < 0                 ? search->corners[0]
	       : square >= search->length ? search->corners[1]
					  : square + 0.5;
}

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
			      upright ? mark->width : mark->height,
			      out };
}

static bool is_in_reach(const struct seen *seen)
{
	double near = seen->out - seen->depth / 2;

	return near >= -0.05 && near <= FAR_MOST;
}

/* The middle of what stands nearest to one end of the side, beyond it. The
 * total of a diagonal stands there in line with the others, as far off as
 * those of another side are from theirs. */
static double find_corner(const struct search *search, bool far)
{
	double low = HUGE_VAL, high = 0;
	bool more = true;

	/* beyond the end, growing from the nearest mark on */
	for (size_t i = 0; i < search->marks->count; i++) {
		struct seen seen = see(search, (int)i);
		double at = far ? seen.along - search->length : -seen.along;

		if (at > 0 && at < FAR_MOST && is_in_reach(&seen))
			low = fmin(low, fmax(at - seen.length / 2, 0));
	}
	for (high = low; more;) {
		more = false;
		for (size_t i = 0; i < search->marks->count; i++) {
			struct seen seen = see(search, (int)i);
			double at =
				far ? seen.along - search->length : -seen.along;
			double end = at + seen.length / 2;

			if (!(at > 0 && at < FAR_MOST && end > high) ||
			    at - seen.length / 2 > high + CORNER_GAP ||
			    !is_in_reach(&seen))
				continue;
			high = end;
			more = true;
		}
	}
	if (!(high - low <= CORNER_LENGTH))
		return far ? search->length + 0.5 : -0.5;
	return far ? search->length + (low + high) / 2 : -(low + high) / 2;
}

/* The marks in a square of the zone beside the side, without those that lie
 * within others; the rims in `off` count as not there. The nearest first, or
 * the highest; of many only these. */
static int top_marks(const struct search *search, int square, const bool *off,
		     bool highest, struct seen *found)
{
	double middle = middle_of(search, square);
	int count = 0;

	for (size_t i = 0; i < search->marks->count; i++) {
		struct seen seen = see(search, (int)i);
		int parent = seen.mark->parent, at;

		if (off[i] || fabs(seen.along - middle) > 0.5 ||
		    !is_in_reach(&seen))
			continue;
		while (parent >= 0 && off[parent])
			parent = search->marks->marks[parent].parent;
		if (parent >= 0) {
			struct seen around = see(search, parent);

			/* a box around the whole puzzle is none of a glyph */
			if (fabs(around.along - middle) <= 0.5)
				continue;
		}
		seen.key = highest ? -seen.mark->height : seen.out;
		for (at = count; at > 0 && found[at - 1].key > seen.key; at--)
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

static double height_of(const struct number *number)
{
	return number->extent.bottom - number->extent.top;
}

static double left_of(const struct mark *mark)
{
	return mark->cell_centre.x - mark->width / 2;
}

/* Gathers the boxes of the marks beside a seed that are as high as it. Returns
 * how many. */
static int gather_word(const struct seen *seen, int count,
		       const struct mark *seed, struct box *boxes)
{
	double left = left_of(seed), right = left + seed->width;
	bool taken[BOXES_MOST] = { false };
	int gathered = 0;

	for (int i = 0; i < count; i++) {
		const struct mark *mark = seen[i].mark;
		double at = left_of(mark);

		if (taken[i] || mark->height < SAME_HEIGHT * seed->height ||
		    mark->height * SAME_HEIGHT > seed->height ||
		    fabs(mark->cell_centre.y - seed->cell_centre.y) >
			    (1 - SAME_HEIGHT) * seed->height ||
		    at > right + GAP_MOST * seed->height ||
		    at + mark->width < left - GAP_MOST * seed->height)
			continue;
		taken[i] = true;
		boxes[gathered++] = mark->box;
		left = fmin(left, at);
		right = fmax(right, at + mark->width);
		i = -1; /* others may be near enough now */
	}
	return gathered;
}

/* How far a mark is from the middle of all, where their outer sides are 1; and
 * in which direction: 0 .. 3. */
static double ring_radius(const struct mark *mark, const struct extent *all,
			  int *direction)
{
	double x = mark->cell_centre.x - (all->left + all->right) / 2;
	double y = mark->cell_centre.y - (all->top + all->bottom) / 2;
	double wide = (all->right - all->left) / 2;
	double high = (all->bottom - all->top) / 2;

	if (!(wide > 0 && high > 0))
		return 0;
	*direction = fabs(x / wide) > fabs(y / high) ? x > 0 : 2 + (y > 0);
	return hypot(fmax(0, fabs(x) - mark->width / 2) / wide,
		     fmax(0, fabs(y) - mark->height / 2) / high);
}

/* Drops the marks that stand on all four sides of others, away from the
 * middle: pieces of a ring or a box. Returns how many are left. */
static int drop_ring(struct seen *seen, int count)
{
	struct extent all = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
	unsigned directions = 0;
	int kept = 0, direction = 0;

	for (int i = 0; i < count; i++) {
		const struct mark *mark = seen[i].mark;
		struct point at = mark->cell_centre;

		all.left = fmin(all.left, at.x - mark->width / 2);
		all.right = fmax(all.right, at.x + mark->width / 2);
		all.top = fmin(all.top, at.y - mark->height / 2);
		all.bottom = fmax(all.bottom, at.y + mark->height / 2);
	}
	for (int i = 0; i < count; i++)
		if (ring_radius(seen[i].mark, &all, &direction) >= RING_RADIUS)
			directions |= 1u << direction;
	if (directions != 15)
		return count;
	for (int i = 0; i < count; i++)
		if (ring_radius(seen[i].mark, &all, &direction) < RING_RADIUS)
			seen[kept++] = seen[i];
	return kept;
}

/* Reads the highest marks beside a square, where what was read is none or no
 * higher than a dash of a ring around them. */
static void read_highest(const struct search *search, int square,
			 const bool *off, struct number *number,
			 double *distance)
{
	struct seen seen[BOXES_MOST];
	struct box boxes[BOXES_MOST];
	int count = drop_ring(seen, top_marks(search, square, off, true, seen));
	double least = is_number(number) ? height_of(number) : 0;

	for (int i = 0; i < count; i++) {
		struct number one;

		if (seen[i].mark->height * DASH_HEIGHT < least)
			return;
		if (least > 0 && fabs(seen[i].out - *distance) > RING_REACH)
			continue;
		number_read(search->glyphs, &search->elements->grey,
			    &search->lattice->cell_to_px, boxes,
			    gather_word(seen, count, seen[i].mark, boxes),
			    &one);
		/* pieces of a ring lie over the digits within it, too */
		if (!is_number(&one) || height_of(&one) * DASH_HEIGHT < least)
			continue;
		*number = one;
		*distance = seen[i].out;
		return;
	}
}

static void read_marks(const struct search *search, const struct seen *seen,
		       int count, struct number *number)
{
	struct box boxes[BOXES_MOST];

	for (int i = 0; i < count; i++)
		boxes[i] = seen[i].mark->box;
	number_read(search->glyphs, &search->elements->grey,
		    &search->lattice->cell_to_px, boxes, count, number);
}

/* Is the first mark of a word, which is no number, a sign before one? */
static bool has_sign(const struct search *search, const struct seen *seen,
		     int count)
{
	double tallest = 0;
	struct number sign;

	for (int i = 1; i < count; i++)
		tallest = fmax(tallest, seen[i].mark->height);
	if (seen[0].mark->height > SIGN_HEIGHT * tallest ||
	    seen[0].mark->width < SIGN_WIDE * seen[0].mark->height)
		return false;
	read_marks(search, seen, 1, &sign);
	return sign.value < 0;
}

/* Reads the nearest word beside a square. Returns its distance. `off` is
 * scratch, one a mark. */
static double read_square(const struct search *search, int square, bool *off,
			  struct number *number)
{
	double distance = 0;
	bool any = false;

	memset(off, 0, search->marks->count * sizeof *off);
	memset(number, 0, sizeof *number);
	number->value = -1;
	number->blank = true;
	number->confidence = 1;
	for (int rim = 0; rim < RIMS_MOST; rim++) {
		struct seen seen[BOXES_MOST];
		struct number one;
		int count = top_marks(search, square, off, false, seen);
		double near = HUGE_VAL, far = -HUGE_VAL;

		count = count ? keep_word(search, seen, count) : 0;
		if (!count)
			break;
		any = true;
		for (int i = 0; i < count; i++) {
			near = fmin(near, seen[i].out - seen[i].depth / 2);
			far = fmax(far, seen[i].out + seen[i].depth / 2);
		}
		read_marks(search, seen, count, &one);
		if (!is_number(&one) && count == 1)
			read_inside(search, seen[0].mark, &one);
		else if (!is_number(&one) && has_sign(search, seen, count))
			read_marks(search, seen + 1, count - 1, &one);
		if (number->blank || is_number(&one)) {
			*number = one;
			distance = (near + far) / 2;
		}
		if (is_number(&one) || !take_off_rims(search, seen, count, off))
			break;
	}
	if (any) {
		memset(off, 0, search->marks->count * sizeof *off);
		read_highest(search, square, off, number, &distance);
	}
	return distance;
}

/* Is a number a word of a sentence? Then letters stand next to it in its line:
 * as near as spaces are wide, or further out a little more. */
static bool is_in_sentence(const struct search *search,
			   const struct number *number)
{
	const struct extent *e = &number->extent;
	double height = height_of(number);

	for (size_t i = 0; i < search->marks->count; i++) {
		const struct mark *mark = &search->marks->marks[i];
		double left = left_of(mark), right = left + mark->width;
		double gap = fmax(left - e->right, e->left - right);
		bool beyond = mark->cell_centre.x < 0 ||
			      mark->cell_centre.x > search->lattice->columns;

		if (mark->height > LETTER_LEAST * height &&
		    mark->height < height / LETTER_LEAST &&
		    mark->width > LETTER_NARROWEST * height &&
		    fabs(mark->cell_centre.y + mark->height / 2 - e->bottom) <
			    BASELINE_OFF * height &&
		    (mark->cell_centre.x < e->left ||
		     mark->cell_centre.x > e->right) &&
		    gap < (beyond ? GAP_BEYOND : GAP_WORDS) * height)
			return true;
	}
	return false;
}

/* A place of a square's width, `reach` around the line's distance. */
static struct place place_at(const struct search *search, double distance,
			     int square, double half_width, double reach)
{
	double near = distance - reach, far = distance + reach;
	double middle = middle_of(search, square);
	struct place place = { { 0 }, search->lattice->cell_to_px };
	struct extent *e = &place.extent;

	e->left = e->top = middle - half_width;
	e->right = e->bottom = middle + half_width;
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
	return place;
}

/* Reads the place where a number of the line should stand, whatever marks
 * there are: digits that touch a line make no marks of their own. */
static void read_place(const struct search *search, double distance, int square,
		       struct number *number)
{
	struct place place = place_at(search, distance, square, 0.47,
				      fmin(distance - 0.05, 0.62));

	number_read_place(search->glyphs, &search->elements->grey, &place,
			  number);
}

/* The numbers of a line, mostly; 0 where there are none. */
struct typical {
	double width, height; /* of the widest; cells */
	double contrast;
};

static double middle_one(double *values, int count)
{
	if (!count)
		return 0;
	qsort(values, (size_t)count, sizeof *values, order_doubles);
	return values[count / 2];
}

static struct typical find_typical(const struct beside_line *line)
{
	double heights[LATTICE_SIDE_MAX], contrasts[LATTICE_SIDE_MAX];
	struct typical typical = { 0 };
	int count = 0;

	for (int i = 1; i <= line->length; i++) {
		const struct number *number = &line->numbers[i];

		if (number->value < 0)
			continue;
		typical.width =
			fmax(typical.width,
			     number->extent.right - number->extent.left);
		heights[count] = height_of(number);
		contrasts[count++] = number->contrast;
	}
	typical.height = middle_one(heights, count);
	typical.contrast = middle_one(contrasts, count);
	return typical;
}

/* Does anything stand out in a place, as the line's numbers do? */
static bool stands_out(const struct number *number,
		       const struct typical *typical)
{
	return number->contrast > FAINT_SHARE * typical->contrast;
}

/* Is a place of the line empty in the middle, where any number has ink? Then
 * what there is is an empty ring. */
static bool is_empty(const struct search *search, double distance, int square,
		     const struct typical *typical)
{
	double half = EMPTY_SHARE * typical->height / 2;
	struct place place = place_at(search, distance, square, half, half);
	struct number number;

	if (typical->height <= 0)
		return false;
	number_read_place(search->glyphs, &search->elements->grey, &place,
			  &number);
	return number.blank && number.confidence >= LIKELY &&
	       !stands_out(&number, typical);
}

/* Reads a place in which something stands out, but was not made out: a border
 * around it may be taken for its paper's noise. */
static void read_middle(const struct search *search, double distance,
			int square, const struct typical *typical,
			struct number *number)
{
	double room = MIDDLE_ROOM * typical->height;
	double wide = typical->width / 2 + room;
	double high = typical->height / 2 + room;
	bool upright = search->side == SIDE_LEFT || search->side == SIDE_RIGHT;
	struct place place =
		place_at(search, distance, square, upright ? high : wide,
			 upright ? wide : high);
	struct number one;

	number_read_place(search->glyphs, &search->elements->grey, &place,
			  &one);
	if (is_number(&one))
		*number = one;
	else if (stands_out(&one, typical))
		number->confidence = fmin(number->confidence, UNCLEAR_SURE);
}

/* Reads a number of the line that was not found by its marks. */
static void read_lacking(const struct search *search, double distance,
			 int square, bool full, const struct typical *typical,
			 struct number *number)
{
	struct number one;
	double height;

	read_place(search, distance, square, &one);
	if (one.blank && stands_out(&one, typical))
		read_middle(search, distance, square, typical, &one);
	height = height_of(&one);
	if (full || (is_number(&one) && stands_out(&one, typical) &&
		     height > SAME_HEIGHT * typical->height &&
		     height * SAME_HEIGHT < typical->height))
		*number = one;
}

static void make_blank(struct number *number)
{
	*number =
		(struct number){ .value = -1, .blank = true, .confidence = 1 };
}

/* Blanks numbers that do not stand in line, reads those that lack. */
static void align(const struct search *search, const double *distances,
		  struct beside_line *line)
{
	struct number *numbers[LATTICE_SIDE_MAX + 2];
	struct typical typical;
	bool line_is, full;
	int seen = 0;

	for (int i = 0; i < line->length + 2; i++) {
		if (fabs(distances[i] - line->distance) > LINE_OFF)
			make_blank(&line->numbers[i]);
		seen += i && i <= line->length && is_number(&line->numbers[i]);
	}
	full = seen >= FULL_SHARE * line->length;
	line_is = full || seen >= LINE_LEAST;
	typical = find_typical(line);
	line->height = typical.height;
	line->seen = 0;
	for (int i = 0; i < line->length + 2; i++) {
		struct number *number = &line->numbers[i];
		double height;

		numbers[i] = number;
		if (line_is && i && i <= line->length && !is_number(number))
			read_lacking(search, line->distance, i - 1, full,
				     &typical, number);
		height = height_of(number);
		if (!number->blank &&
		    (number->value < 0 ||
		     height < SAME_HEIGHT * line->height) &&
		    is_empty(search, line->distance, i - 1, &typical))
			make_blank(number);
	}
	numbers_drop_strangers(numbers, line->length + 2);
	for (int i = 1; i <= line->length; i++)
		line->seen += line->numbers[i].value >= 0;
}

bool beside_read(struct glyphs *glyphs, const struct elements *elements,
		 const struct lattice *lattice, const struct mark_list *marks,
		 enum side side, struct beside_line *line)
{
	struct search search = { glyphs, elements, lattice, marks,
				 side,   0,        { 0 } };
	double distances[LATTICE_SIDE_MAX + 2], sorted[LATTICE_SIDE_MAX + 2];
	bool *off = alloc_array(marks->count, sizeof *off);
	int count = 0;

	line->side = side;
	line->seen = 0;
	line->length = side == SIDE_LEFT || side == SIDE_RIGHT
			       ? lattice->rows
			       : lattice->columns;
	search.length = line->length;
	for (int far = 0; far < 2; far++)
		search.corners[far] = find_corner(&search, far);
	for (int i = -1; off && i <= line->length; i++) {
		struct number *number = &line->numbers[i + 1];

		distances[i + 1] = read_square(&search, i, off, number);
		if ((i < 0 || i == line->length) &&
		    (number->value == 0 || is_in_sentence(&search, number)))
			make_blank(number);
		if (number->value >= 0 && i >= 0 && i < line->length)
			sorted[count++] = distances[i + 1];
	}
	free(off);
	if (!count)
		return false;
	qsort(sorted, (size_t)count, sizeof *sorted, order_doubles);
	line->distance = sorted[count / 2];
	align(&search, distances, line);
	return line->seen > 0;
}
