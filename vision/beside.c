#include "beside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"
#include "side_words.h"

/* Middles of totals vary by no more than this along a line, in cells: numbers
 * of one digit and of three, aligned by their first. */
#define LINE_OFF 0.4
/* Of a line of so many numbers the others are looked for: what is as high as
 * these, and, where this share was read, whatever stands there. */
enum { LINE_LEAST = 3 };
#define FULL_SHARE 0.5
/* A place is empty where nothing is in its middle, so large for the height of
 * the line's numbers: more than a glyph, less than a ring. */
#define EMPTY_SHARE 1.2
/* What stands out by less than this share of the line's numbers is none of
 * them, as what shows through from the other side. Where no number was made out
 * but something does stand out, so much of its height is looked at around the
 * middle, and if that does not help, it is as sure as this that the place is
 * blank. */
#define FAINT_SHARE 0.35
#define MIDDLE_ROOM 0.3
#define UNCLEAR_SURE 0.5

/* A place of a square's width, `reach` around the line's distance. */
static struct place place_at(const struct side_words *words, double distance,
			     int square, double half_width, double reach)
{
	double near = distance - reach, far = distance + reach;
	double middle = side_words_middle(words, square);
	struct place place = { { 0 }, words->lattice->cell_to_px };
	struct extent *e = &place.extent;

	e->left = e->top = middle - half_width;
	e->right = e->bottom = middle + half_width;
	switch (words->side) {
	case SIDE_LEFT:
		e->left = -far;
		e->right = -near;
		break;
	case SIDE_RIGHT:
		e->left = words->lattice->columns + near;
		e->right = words->lattice->columns + far;
		break;
	case SIDE_TOP:
		e->top = -far;
		e->bottom = -near;
		break;
	default:
		e->top = words->lattice->rows + near;
		e->bottom = words->lattice->rows + far;
	}
	return place;
}

/* Reads the place where a number of the line should stand, whatever marks
 * there are: digits that touch a line make no marks of their own. */
static void read_place(const struct side_words *words, double distance,
		       int square, struct number *number)
{
	struct place place = place_at(words, distance, square, 0.47,
				      fmin(distance - 0.05, 0.62));

	number_read_place(words->glyphs, &words->elements->grey, &place,
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
		heights[count] = side_words_height(number);
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
static bool is_empty(const struct side_words *words, double distance,
		     int square, const struct typical *typical)
{
	double half = EMPTY_SHARE * typical->height / 2;
	struct place place = place_at(words, distance, square, half, half);
	struct number number;

	if (typical->height <= 0)
		return false;
	number_read_place(words->glyphs, &words->elements->grey, &place,
			  &number);
	return number.blank && number.confidence >= SIDE_WORDS_LIKELY &&
	       !stands_out(&number, typical);
}

/* Reads a place in which something stands out, but was not made out: a border
 * around it may be taken for its paper's noise. */
static void read_middle(const struct side_words *words, double distance,
			int square, const struct typical *typical,
			struct number *number)
{
	double room = MIDDLE_ROOM * typical->height;
	double wide = typical->width / 2 + room;
	double high = typical->height / 2 + room;
	bool upright = words->side == SIDE_LEFT || words->side == SIDE_RIGHT;
	struct place place =
		place_at(words, distance, square, upright ? high : wide,
			 upright ? wide : high);
	struct number one;

	number_read_place(words->glyphs, &words->elements->grey, &place, &one);
	if (side_words_is_number(&one))
		*number = one;
	else if (stands_out(&one, typical))
		number->confidence = fmin(number->confidence, UNCLEAR_SURE);
}

/* Reads a number of the line that was not found by its marks. */
static void read_lacking(const struct side_words *words, double distance,
			 int square, bool full, const struct typical *typical,
			 struct number *number)
{
	struct number one;
	double height;

	read_place(words, distance, square, &one);
	if (one.blank && stands_out(&one, typical))
		read_middle(words, distance, square, typical, &one);
	height = side_words_height(&one);
	if (full || (side_words_is_number(&one) && stands_out(&one, typical) &&
		     height > SIDE_WORDS_SAME_HEIGHT * typical->height &&
		     height * SIDE_WORDS_SAME_HEIGHT < typical->height))
		*number = one;
}

static void make_blank(struct number *number)
{
	*number =
		(struct number){ .value = -1, .blank = true, .confidence = 1 };
}

/* Blanks numbers that do not stand in line, reads those that lack. */
static void align(const struct side_words *words, const double *distances,
		  struct beside_line *line)
{
	struct number *numbers[LATTICE_SIDE_MAX + 2];
	struct typical typical;
	bool line_is, full;
	int seen = 0;

	for (int i = 0; i < line->length + 2; i++) {
		if (fabs(distances[i] - line->distance) > LINE_OFF)
			make_blank(&line->numbers[i]);
		seen += i && i <= line->length &&
			side_words_is_number(&line->numbers[i]);
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
		if (line_is && i && i <= line->length &&
		    !side_words_is_number(number))
			read_lacking(words, line->distance, i - 1, full,
				     &typical, number);
		height = side_words_height(number);
		if (!number->blank &&
		    (number->value < 0 ||
		     height < SIDE_WORDS_SAME_HEIGHT * line->height) &&
		    is_empty(words, line->distance, i - 1, &typical))
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
	struct side_words words = { .glyphs = glyphs,
				    .elements = elements,
				    .lattice = lattice,
				    .marks = marks,
				    .side = side };
	double distances[LATTICE_SIDE_MAX + 2], sorted[LATTICE_SIDE_MAX + 2];
	bool *off = alloc_array(marks->count, sizeof *off);
	int count = 0;

	line->side = side;
	line->seen = 0;
	side_words_start(&words);
	line->length = words.length;
	for (int i = -1; off && i <= line->length; i++) {
		struct number *number = &line->numbers[i + 1];

		distances[i + 1] = side_words_read(&words, i, off, number);
		if ((i < 0 || i == line->length) &&
		    (number->value == 0 ||
		     side_words_in_sentence(&words, number)))
			make_blank(number);
		if (number->value >= 0 && i >= 0 && i < line->length)
			sorted[count++] = distances[i + 1];
	}
	free(off);
	if (!count)
		return false;
	qsort(sorted, (size_t)count, sizeof *sorted, order_doubles);
	line->distance = sorted[count / 2];
	align(&words, distances, line);
	return line->seen > 0;
}
