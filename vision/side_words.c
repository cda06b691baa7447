#include "side_words.h"

#include <math.h>
#include <string.h>

/* Totals begin no further from their side than this, in cells. */
#define FAR_MOST 1.6
/* Marks higher than this share of the word's highest belong to it. */
#define HEIGHT_SHARE 0.4
/* Digits of a word are at most so many heights apart. */
#define GAP_MOST 0.7
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
/* ... or reach as near to the bounds of all as this, in that measure, as no
 * digit within does: a long piece is far from the middle at its ends only. */
#define RIM_REACH 0.2
/* ... where what is left is so high for all of it, as digits in a ring are. */
#define WITHIN_LEAST 0.3
/* A ring may look like a digit: what is within it is read where it is so no
 * surer than this. */
#define RING_SURE 0.9
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
/* Pieces of the rings or boxes around totals stand in the same way beside each
 * of them, within so many cells, and are as high within that factor. */
#define PIECE_OFF 0.08
#define PIECE_ALIKE 1.4
/* Rings have rims within rims; each is taken off in turn. */
enum { RIMS_MOST = 4, BOXES_MOST = 16 };

/* A mark as seen from the side: along it and out from it. */
struct seen {
	const struct mark *mark;
	int index; /* in the list */
	double along, out, length, depth;
	double key; /* the order is by it */
};

double side_words_middle(const struct side_words *words, int square)
{
	return square < 0                ? words->corners[0]
	       : square >= words->length ? words->corners[1]
					 : square + 0.5;
}

static struct seen see(const struct side_words *words, int index)
{
	const struct mark *mark = &words->marks->marks[index];
	bool upright = words->side == SIDE_LEFT || words->side == SIDE_RIGHT;
	struct point at = mark->cell_centre;
	double out = words->side == SIDE_LEFT  ? -at.x
		     : words->side == SIDE_TOP ? -at.y
		     : words->side == SIDE_RIGHT
			     ? at.x - words->lattice->columns
			     : at.y - words->lattice->rows;

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
static double find_corner(const struct side_words *words, bool far)
{
	double low = HUGE_VAL, high = 0;
	bool more = true;

	/* beyond the end, growing from the nearest mark on */
	for (size_t i = 0; i < words->marks->count; i++) {
		struct seen seen = see(words, (int)i);
		double at = far ? seen.along - words->length : -seen.along;

		if (at > 0 && at < FAR_MOST && is_in_reach(&seen))
			low = fmin(low, fmax(at - seen.length / 2, 0));
	}
	for (high = low; more;) {
		more = false;
		for (size_t i = 0; i < words->marks->count; i++) {
			struct seen seen = see(words, (int)i);
			double at =
				far ? seen.along - words->length : -seen.along;
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
		return far ? words->length + 0.5 : -0.5;
	return far ? words->length + (low + high) / 2 : -(low + high) / 2;
}

/* The marks in a square of the zone beside the side, without those that lie
 * within others; the rims in `off` count as not there. The nearest first, or
 * the highest; of many only these. */
static int top_marks(const struct side_words *words, int square,
		     const bool *off, bool highest, struct seen *found)
{
	double middle = side_words_middle(words, square);
	int count = 0;

	for (size_t i = 0; i < words->marks->count; i++) {
		struct seen seen = see(words, (int)i);
		int parent = seen.mark->parent, at;

		if (off[i] || fabs(seen.along - middle) > 0.5 ||
		    !is_in_reach(&seen))
			continue;
		while (parent >= 0 && off[parent])
			parent = words->marks->marks[parent].parent;
		if (parent >= 0) {
			struct seen around = see(words, parent);

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
static int keep_word(const struct side_words *words, struct seen *seen,
		     int count)
{
	bool upright = words->side == SIDE_LEFT || words->side == SIDE_RIGHT;
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
static bool take_off_rims(const struct side_words *words,
			  const struct seen *seen, int count, bool *off)
{
	bool any = false;

	for (int i = 0; i < count; i++)
		for (size_t k = 0; k < words->marks->count; k++)
			if (words->marks->marks[k].parent == seen[i].index &&
			    !off[seen[i].index])
				any = off[seen[i].index] = true;
	return any;
}

/* Reads what lies within a ring or on a disc: its rim touches that of the
 * place and is so left out. */
static void read_inside(const struct side_words *words, const struct mark *mark,
			struct number *number)
{
	struct place place = { { mark->cell_centre.x - mark->width / 2,
				 mark->cell_centre.y - mark->height / 2,
				 mark->cell_centre.x + mark->width / 2,
				 mark->cell_centre.y + mark->height / 2 },
			       words->lattice->cell_to_px };

	number_read_place(words->glyphs, &words->elements->grey, &place,
			  number);
}

bool side_words_is_number(const struct number *number)
{
	/* an empty ring looks like a 0, which is no total */
	return number->value > 0 && number->confidence >= SIDE_WORDS_LIKELY;
}

double side_words_height(const struct number *number)
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

		if (taken[i] ||
		    mark->height < SIDE_WORDS_SAME_HEIGHT * seed->height ||
		    mark->height * SIDE_WORDS_SAME_HEIGHT > seed->height ||
		    fabs(mark->cell_centre.y - seed->cell_centre.y) >
			    (1 - SIDE_WORDS_SAME_HEIGHT) * seed->height ||
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

/* Which bounds of all a mark reaches: a bit a direction. */
static unsigned reached_bounds(const struct mark *mark,
			       const struct extent *all)
{
	double x = mark->cell_centre.x, y = mark->cell_centre.y;
	double wide = RIM_REACH * (all->right - all->left) / 2;
	double high = RIM_REACH * (all->bottom - all->top) / 2;

	return (unsigned)(x - mark->width / 2 < all->left + wide) |
	       (unsigned)(x + mark->width / 2 > all->right - wide) << 1 |
	       (unsigned)(y - mark->height / 2 < all->top + high) << 2 |
	       (unsigned)(y + mark->height / 2 > all->bottom - high) << 3;
}

/* Around which marks lie: their bounds. */
static struct extent find_bounds(const struct seen *seen, int count)
{
	struct extent all = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };

	for (int i = 0; i < count; i++) {
		const struct mark *mark = seen[i].mark;
		struct point at = mark->cell_centre;

		all.left = fmin(all.left, at.x - mark->width / 2);
		all.right = fmax(all.right, at.x + mark->width / 2);
		all.top = fmin(all.top, at.y - mark->height / 2);
		all.bottom = fmax(all.bottom, at.y + mark->height / 2);
	}
	return all;
}

/* Drops the marks that stand on all four sides of others, away from the
 * middle, or (`long_ones`) at the bounds of all: pieces of a ring or a box.
 * Returns how many are left. */
static int drop_pieces(struct seen *seen, int count, bool long_ones)
{
	struct extent all = find_bounds(seen, count);
	bool piece[BOXES_MOST] = { false };
	unsigned directions = 0;
	int kept = 0;

	for (int i = 0; i < count; i++) {
		const struct mark *mark = seen[i].mark;
		unsigned bounds = long_ones ? reached_bounds(mark, &all) : 0;
		int direction = 0;

		piece[i] = bounds != 0;
		if (ring_radius(mark, &all, &direction) >= RING_RADIUS) {
			piece[i] = true;
			bounds |= 1u << direction;
		}
		directions |= bounds;
	}
	if (directions != 15)
		return count;
	for (int i = 0; i < count; i++)
		if (!piece[i])
			seen[kept++] = seen[i];
	return kept;
}

static int drop_ring(struct seen *seen, int count)
{
	struct extent all = find_bounds(seen, count), within;
	int kept = drop_pieces(seen, count, false);
	struct seen copy[BOXES_MOST];

	if (kept < count)
		return kept;
	memcpy(copy, seen, (size_t)count * sizeof *copy);
	kept = drop_pieces(copy, count, true);
	within = find_bounds(copy, kept);
	if (!kept ||
	    within.bottom - within.top < WITHIN_LEAST * (all.bottom - all.top))
		return count;
	memcpy(seen, copy, (size_t)kept * sizeof *copy);
	return kept;
}

/* Reads the highest marks beside a square, where what was read is none or no
 * higher than a dash of a ring around them. */
static void read_highest(const struct side_words *words, int square,
			 const bool *off, struct number *number,
			 double *distance)
{
	struct seen seen[BOXES_MOST];
	struct box boxes[BOXES_MOST];
	int count = drop_ring(seen, top_marks(words, square, off, true, seen));
	double least =
		side_words_is_number(number) ? side_words_height(number) : 0;

	for (int i = 0; i < count; i++) {
		struct number one;
		int gathered;

		if (seen[i].mark->height * DASH_HEIGHT < least)
			return;
		if (least > 0 && fabs(seen[i].out - *distance) > RING_REACH)
			continue;
		gathered = gather_word(seen, count, seen[i].mark, boxes);
		number_read(words->glyphs, &words->elements->grey,
			    &words->lattice->cell_to_px, boxes, gathered, &one);
		/* pieces of a ring lie over the digits within it, too; and all
		 * of it may look like one */
		if (!side_words_is_number(&one) ||
		    side_words_height(&one) * DASH_HEIGHT < least ||
		    (least > 0 && gathered == 1 &&
		     one.confidence < fmin(RING_SURE, number->confidence)))
			continue;
		*number = one;
		*distance = seen[i].out;
		return;
	}
}

static void read_marks(const struct side_words *words, const struct seen *seen,
		       int count, struct number *number)
{
	struct box boxes[BOXES_MOST];

	for (int i = 0; i < count; i++)
		boxes[i] = seen[i].mark->box;
	number_read(words->glyphs, &words->elements->grey,
		    &words->lattice->cell_to_px, boxes, count, number);
}

/* Is the first mark of a word, which is no number, a sign before one? */
static bool has_sign(const struct side_words *words, const struct seen *seen,
		     int count)
{
	double tallest = 0;
	struct number sign;

	for (int i = 1; i < count; i++)
		tallest = fmax(tallest, seen[i].mark->height);
	if (seen[0].mark->height > SIGN_HEIGHT * tallest ||
	    seen[0].mark->width < SIGN_WIDE * seen[0].mark->height)
		return false;
	read_marks(words, seen, 1, &sign);
	return sign.value < 0;
}

/* Is one a number, and the surer one? */
static bool is_surer(const struct number *one, const struct number *other)
{
	return side_words_is_number(one) &&
	       (!side_words_is_number(other) ||
		one->confidence > other->confidence);
}

double side_words_read(const struct side_words *words, int square, bool *off,
		       struct number *number)
{
	double distance = 0;
	bool any = false;

	memset(off, 0, words->marks->count * sizeof *off);
	memset(number, 0, sizeof *number);
	number->value = -1;
	number->blank = true;
	number->confidence = 1;
	for (int rim = 0; rim < RIMS_MOST; rim++) {
		struct seen seen[BOXES_MOST];
		struct number one;
		int count = top_marks(words, square, off, false, seen);
		int inside = drop_ring(seen, count);
		double near = HUGE_VAL, far = -HUGE_VAL;

		count = inside ? inside : count;
		count = count ? keep_word(words, seen, count) : 0;
		if (!count)
			break;
		any = true;
		for (int i = 0; i < count; i++) {
			near = fmin(near, seen[i].out - seen[i].depth / 2);
			far = fmax(far, seen[i].out + seen[i].depth / 2);
		}
		read_marks(words, seen, count, &one);
		if (!side_words_is_number(&one) && count == 1)
			read_inside(words, seen[0].mark, &one);
		else if (!side_words_is_number(&one) &&
			 has_sign(words, seen, count))
			read_marks(words, seen + 1, count - 1, &one);
		if (number->blank || is_surer(&one, number)) {
			*number = one;
			distance = (near + far) / 2;
		}
		if ((side_words_is_number(&one) &&
		     (count > 1 || one.confidence >= RING_SURE)) ||
		    !take_off_rims(words, seen, count, off))
			break;
	}
	if (any) {
		memset(off, 0, words->marks->count * sizeof *off);
		read_highest(words, square, off, number, &distance);
	}
	return distance;
}

/* May a mark be a letter of the word before or behind a number? */
static bool is_letter_beside(const struct side_words *words,
			     const struct mark *mark,
			     const struct number *number)
{
	const struct extent *e = &number->extent;
	double height = side_words_height(number);
	double left = left_of(mark), right = left + mark->width;
	double gap = fmax(left - e->right, e->left - right);
	bool beyond = mark->cell_centre.x < 0 ||
		      mark->cell_centre.x > words->lattice->columns;

	return mark->height > LETTER_LEAST * height &&
	       mark->height < height / LETTER_LEAST &&
	       mark->width > LETTER_NARROWEST * height &&
	       fabs(mark->cell_centre.y + mark->height / 2 - e->bottom) <
		       BASELINE_OFF * height &&
	       (mark->cell_centre.x < e->left ||
		mark->cell_centre.x > e->right) &&
	       gap < (beyond ? GAP_BEYOND : GAP_WORDS) * height;
}

static struct point middle_of(const struct number *number)
{
	return (struct point){ (number->extent.left + number->extent.right) / 2,
			       (number->extent.top + number->extent.bottom) /
				       2 };
}

/* Does a mark alike stand in the same way beside another of the line's
 * numbers? Then both are pieces of what is around these. */
static bool is_beside_others(const struct side_words *words,
			     const struct mark *mark,
			     const struct number *number,
			     const struct beside_numbers *others)
{
	struct point off = point_sub(mark->cell_centre, middle_of(number));

	for (int i = 0; others && i < others->count; i++) {
		const struct number *other = &others->numbers[i];
		struct point at = point_add(middle_of(other), off);

		for (size_t k = 0; other->value >= 0 && k < words->marks->count;
		     k++) {
			const struct mark *one = &words->marks->marks[k];

			if (one != mark &&
			    point_distance(one->cell_centre, at) < PIECE_OFF &&
			    one->height < PIECE_ALIKE * mark->height &&
			    mark->height < PIECE_ALIKE * one->height)
				return true;
		}
	}
	return false;
}

bool side_words_in_sentence(const struct side_words *words,
			    const struct number *number,
			    const struct beside_numbers *others)
{
	for (size_t i = 0; i < words->marks->count; i++) {
		const struct mark *mark = &words->marks->marks[i];

		if (is_letter_beside(words, mark, number) &&
		    !is_beside_others(words, mark, number, others))
			return true;
	}
	return false;
}

void side_words_start(struct side_words *words)
{
	words->length = words->side == SIDE_LEFT || words->side == SIDE_RIGHT
				? words->lattice->rows
				: words->lattice->columns;
	for (int far = 0; far < 2; far++)
		words->corners[far] = find_corner(words, far);
}
