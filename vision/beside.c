#include "beside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number_strangers.h"
#include "order.h"

/* Middles of totals vary by no more than this along a line, in cells: numbers
 * of one digit and of three, aligned by their first. */
#define LINE_OFF 0.4
/* A lone 1 that stands further than this from the middle of its place, in
 * cells, is an upright dash of a ring or box around it. */
#define DASH_ASIDE 0.25
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
/* A line in which few numbers are made out from their marks is looked for by
 * its places: these are it where so many squares show a number. */
#define PLACES_LEAST 0.5
/* Of two numbers read in one place that in its middle is right this often: the
 * other lost a digit to the ring around it, or took a piece of that for one. */
#define DIFFERING_SURE 0.7
/* What stands beyond the end of such a line is looked for in so much more than
 * the line's width, and within a ring as wide as that. */
#define CORNER_ROOM 0.15
#define CORNER_INSIDE 0.76
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
	return order_pick_double(values, count, count / 2);
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

/* Is a number as high as the line's? Else it is the ring around it, perhaps. */
static bool is_as_high(const struct number *number,
		       const struct typical *typical)
{
	double height = side_words_height(number);

	return height > SIDE_WORDS_SAME_HEIGHT * typical->height &&
	       height * SIDE_WORDS_SAME_HEIGHT < typical->height;
}

/* Is what was read in a place one of the line's numbers? */
static bool is_alike(const struct number *number, const struct typical *typical)
{
	return side_words_is_number(number) && stands_out(number, typical) &&
	       is_as_high(number, typical);
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
	if (side_words_is_number(&one) || number->value >= 0)
		*number = one;
	if (number->value < 0 && stands_out(&one, typical))
		number->confidence = fmin(number->confidence, UNCLEAR_SURE);
}

/* Reads a number of the line that was not found by its marks. */
static void read_lacking(const struct side_words *words, double distance,
			 int square, bool full, const struct typical *typical,
			 struct number *number)
{
	struct number one;

	read_place(words, distance, square, &one);
	if (one.value < 0 ? stands_out(&one, typical)
			  : !is_as_high(&one, typical))
		read_middle(words, distance, square, typical, &one);
	if (full || is_alike(&one, typical))
		*number = one;
}

static void make_blank(struct number *number)
{
	*number =
		(struct number){ .value = -1, .blank = true, .confidence = 1 };
}

/* Is a 1 a dash of a ring or box: aside of its place, or, as no total is 1
 * where blanks are no less, in a line of nothing else (`ones`)? */
static bool is_dash(const struct side_words *words,
		    const struct beside_line *line, int square, double distance,
		    bool ones)
{
	const struct number *number = &line->numbers[square + 1];
	const struct extent *e = &number->extent;
	bool upright = words->side == SIDE_LEFT || words->side == SIDE_RIGHT;
	double along = upright ? e->top + e->bottom : e->left + e->right;

	return number->value == 1 &&
	       (ones || fabs(distance - line->distance) > DASH_ASIDE ||
		fabs(along / 2 - side_words_middle(words, square)) >
			DASH_ASIDE);
}

static bool are_ones(const struct beside_line *line)
{
	for (int i = 1; i <= line->length; i++)
		if (line->numbers[i].value >= 0 && line->numbers[i].value != 1)
			return false;
	return true;
}

/* Blanks numbers that do not stand in line, reads those that lack. */
static void align(const struct side_words *words, const double *distances,
		  struct beside_line *line)
{
	struct number *numbers[LATTICE_SIDE_MAX + 2];
	struct typical typical;
	bool line_is, full, ones = are_ones(line);
	int seen = 0;

	for (int i = 0; i < line->length + 2; i++) {
		if (fabs(distances[i] - line->distance) > LINE_OFF ||
		    is_dash(words, line, i - 1, distances[i], ones))
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

/* How far aside a number stands in its ring, which is as wide as the band of
 * its line: so far off is one that lost a digit, or gained one by the ring. */
static double find_off(const struct side_words *words,
		       const struct side_numbers *found, int square,
		       const struct number *number)
{
	double middle = (found->near_end + found->far_end) / 2;
	double at = (number->extent.left + number->extent.right) / 2;

	switch (words->side) {
	case SIDE_LEFT:
		return fabs(-at - middle);
	case SIDE_RIGHT:
		return fabs(at - words->lattice->columns - middle);
	default:
		return fabs(at - square - 0.5);
	}
}

/* Another value was read in the same place. */
static void make_doubtful(struct number *number, int instead)
{
	number->confidence = fmin(number->confidence, DIFFERING_SURE);
	number->instead_count = 1;
	number->instead[0].value = instead;
	number->instead[0].confidence = 1 - DIFFERING_SURE;
}

/* Of two numbers read in one place keeps that in its middle, neither of them
 * sure. */
static void keep_middle(const struct side_words *words,
			const struct side_numbers *found, int square,
			const struct number *other, struct number *number)
{
	struct number less = *number;

	if (find_off(words, found, square, other) <
	    find_off(words, found, square, number))
		*number = *other;
	else
		less = *other;
	make_doubtful(number, less.value);
}

/* Reads what stands beyond the end of a line that was found by its places: with
 * the ring around it, or within that. */
static void read_corner(const struct side_words *words,
			const struct side_numbers *found, int square,
			const struct typical *typical, struct number *number)
{
	double middle = (found->near_end + found->far_end) / 2;
	double half = (found->far_end - found->near_end) / 2;
	const double shares[] = { 1 + CORNER_ROOM, CORNER_INSIDE };

	for (int i = 0; i < 2 && !is_alike(number, typical); i++) {
		double reach = shares[i] * half;
		struct place place =
			place_at(words, middle, square,
				 i ? reach : fmax(reach, 0.5), reach);
		struct number one;

		number_read_place(words->glyphs, &words->elements->grey, &place,
				  &one);
		if (is_alike(&one, typical))
			*number = one;
	}
}

static int count_seen(const struct beside_line *line)
{
	int seen = 0;

	for (int i = 1; i <= line->length; i++)
		seen += line->numbers[i].value >= 0;
	return seen;
}

/* Reads a place in which no number like the line's was read: it is blank where
 * it is empty, and else no more than not made out. */
static void read_unlike(const struct side_words *words, double distance,
			int square, const struct typical *typical,
			struct number *number)
{
	make_blank(number);
	if (!is_empty(words, distance, square, typical))
		read_middle(words, distance, square, typical, number);
}

/* Takes in what was read by places: of a line that its marks show, what is
 * lacking or cut; otherwise all of it. */
static void take_places(const struct side_words *words,
			const struct side_numbers *found,
			struct beside_line *line)
{
	struct typical typical;
	bool fresh = line->seen < FULL_SHARE * line->length;
	struct beside_line other = *line;
	int alike = 0;

	for (int i = 0; i < found->length; i++)
		other.numbers[i + 1] = found->numbers[i];
	typical = find_typical(fresh ? &other : line);
	for (int i = 1; i <= line->length; i++)
		alike += is_alike(&other.numbers[i], &typical);
	if (alike < PLACES_LEAST * line->length)
		return;
	if (fresh) {
		line->distance = (found->near_end + found->far_end) / 2;
		line->height = typical.height;
	}
	for (int i = 1; i <= line->length; i++) {
		struct number *mine = &line->numbers[i];
		const struct number *theirs = &other.numbers[i];
		bool is = is_alike(theirs, &typical);

		if (is && (fresh || mine->value < 0))
			*mine = *theirs;
		else if (fresh)
			read_unlike(words, line->distance, i - 1, &typical,
				    mine);
		else if (is && mine->value != theirs->value)
			keep_middle(words, found, i - 1, theirs, mine);
	}
	line->seen = count_seen(line);
	if (fresh)
		for (int far = 0; far < 2; far++)
			read_corner(words, found, far ? line->length : -1,
				    &typical,
				    &line->numbers[far ? line->length + 1 : 0]);
}

/* Are all places read, and in none of them less than in others? A digit that
 * runs into a ring is lost. */
static bool is_even(const struct beside_line *line)
{
	for (int i = 1; i <= line->length; i++)
		if (line->numbers[i].value < 0 ||
		    line->numbers[i].digits != line->numbers[1].digits)
			return false;
	return true;
}

/* Reads the line by its places where its marks may not show all of it: digits
 * and the ring around them may be one mark. */
static void read_places(const struct side_words *words,
			struct beside_line *line)
{
	struct side_profile profile;
	struct side_numbers found;

	if (is_even(line))
		return;
	side_profile_find(words->elements, words->lattice, words->side, false,
			  &profile);
	if (side_numbers_find(words->glyphs, words->elements, words->lattice,
			      &profile, PLACES_LEAST, &found))
		take_places(words, &found, line);
}

void beside_read_blanks(const struct side_words *words,
			struct beside_line *line)
{
	struct typical typical = find_typical(line);

	for (int i = 1; i <= line->length; i++)
		if (line->numbers[i].blank)
			read_unlike(words, line->distance, i - 1, &typical,
				    &line->numbers[i]);
	line->seen = count_seen(line);
}

/* How far off the numbers of a line are, mostly, or of two the nearer: those
 * that are no lone 1, a dash perhaps, if there are any. */
static double find_distance(const struct beside_line *line,
			    const double *distances)
{
	double sorted[LATTICE_SIDE_MAX];
	int count = 0;

	for (int ones = 0; ones < 2 && !count; ones++)
		for (int i = 1; i <= line->length; i++)
			if (line->numbers[i].value >= 0 &&
			    (ones || line->numbers[i].value != 1))
				sorted[count++] = distances[i];
	return count ? order_pick_double(sorted, count, (count - 1) / 2) : 0;
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
	double distances[LATTICE_SIDE_MAX + 2];
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
		     side_words_in_sentence(&words, number, NULL)))
			make_blank(number);
		count += number->value >= 0 && i >= 0 && i < line->length;
	}
	free(off);
	if (count) {
		line->distance = find_distance(line, distances);
		align(&words, distances, line);
	}
	read_places(&words, line);
	return line->seen > 0;
}
