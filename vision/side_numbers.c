#include "side_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The way out begins behind the lattice's own outer line. */
#define BEGIN 0.06
/* Inside it ends before the cells' far line. */
#define INSIDE_END 0.94
/* A square's numbers stand within this distance from its middle line. */
#define ASIDE 0.36
enum { ACROSS = 10 };
/* Ink differs from the square's paper by this share of the strip's strongest
 * contrast, and by more than this many times the noise, and levels. */
#define INK_SHARE 0.35
#define INK_NOISE 5.0
#define INK_LEAST 12.0
/* Glyphs and rings are so high, in cells; text further out, with ink
 * everywhere, is higher. */
#define BAND_LEAST 0.12
#define BAND_MOST 1.25
/* Gaps between the digits of a number are narrower; those between a number
 * and the ring around it are narrower than the wide one. */
#define BAND_GAP 0.1
#define BAND_GAP_WIDE 0.34
/* The band begins within this distance from the side. */
#define FAR_MOST 1.6
/* So far out, at most, is what tells a near paper. */
#define PAPER_STEPS ((int)(FAR_MOST / SIDE_STEP))
/* Places are this much larger than the band they hold: ink that touches the
 * rim of a place is left out. */
#define BAND_RIM 0.15
/* A single number may reach so far beyond the band. */
#define BAND_SPREAD 0.4
/* Digits of one number stand this close where a ring may be as near; and this
 * close, a slender 1 included, where none is. */
#define DIGIT_GAP 0.16
#define NUMBER_GAP 0.24
/* A number in a ring lies within this share of the ring's width; the square
 * of this size cuts through the ring, which is then left out. */
#define RING_INSIDE 0.76
/* A ring is as wide as high but for this share; hardly any digit is. */
#define ROUND 0.84
/* Of two numbers read in one place the longer is right this often. */
#define DIFFERING_SURE 0.7
/* So many numbers tell how far apart they stand, which differs by less than
 * this from the squares beside them. */
#define PITCH_NUMBERS 3
#define PITCH_OFF 0.12
/* Squares read before a line is given up. */
enum { TRY = 4 };

/* How far the profile's steps lead, and where the way begins. */
static double way_at(const struct side_profile *profile, int step)
{
	double way = BEGIN + SIDE_STEP * step;

	return profile->inside ? -way : way;
}

static int steps_of(const struct side_profile *profile)
{
	int steps = profile->inside ? (int)((INSIDE_END - BEGIN) / SIDE_STEP)
				    : SIDE_STEPS;

	return steps < SIDE_STEPS ? steps : SIDE_STEPS;
}

/* A point `along` the side and `out` of it, in cells. */
static struct point cell_at(const struct lattice *lattice, enum side side,
			    double along, double out)
{
	switch (side) {
	case SIDE_LEFT:
		return (struct point){ -out, along };
	case SIDE_TOP:
		return (struct point){ along, -out };
	case SIDE_RIGHT:
		return (struct point){ lattice->columns + out, along };
	default:
		return (struct point){ along, lattice->rows + out };
	}
}

/* Half of the levels that were counted are at most this. */
static int middle_level(const int histogram[256], int count)
{
	int level = 0, seen = histogram[0];

	while (seen <= count / 2)
		seen += histogram[++level];
	return level;
}

/* Levels along a square's way, its paper taken away. */
static void sample_square(const struct elements *elements,
			  const struct lattice *lattice,
			  const struct side_profile *profile, int square,
			  uint8_t levels[SIDE_STEPS][ACROSS])
{
	int histogram[256] = { 0 }, steps = steps_of(profile);
	int count = 0, paper;

	for (int step = 0; step < steps; step++)
		for (int i = 0; i < ACROSS; i++) {
			double along = square + 0.5 +
				       ASIDE * (2 * (i + 0.5) / ACROSS - 1);
			struct point px = homography_apply(
				&lattice->cell_to_px,
				cell_at(lattice, profile->side, along,
					way_at(profile, step)));

			levels[step][i] = (uint8_t)plane_sample(&elements->grey,
								px.x, px.y);
			if (profile->near_paper && step >= PAPER_STEPS)
				continue;
			histogram[levels[step][i]]++;
			count++;
		}
	paper = middle_level(histogram, count);
	for (int step = 0; step < steps; step++)
		for (int i = 0; i < ACROSS; i++)
			levels[step][i] = (uint8_t)abs(levels[step][i] - paper);
}

/* The contrast that all but one in twenty of the strip's inked samples stay
 * below. */
static double strongest(const long histogram[256], double least)
{
	long inked = 0, above = 0;
	int level = 255;

	for (int i = (int)least; i < 256; i++)
		inked += histogram[i];
	while (level > least && above * 20 <= inked)
		above += histogram[level--];
	return level;
}

/* Fills in what is inked; the profile's other members are set. */
static void find_ink(const struct elements *elements,
		     const struct lattice *lattice,
		     struct side_profile *profile)
{
	uint8_t levels[LATTICE_SIDE_MAX][SIDE_STEPS][ACROSS];
	long histogram[256] = { 0 };
	double least = fmax(INK_LEAST, INK_NOISE * elements->noise);
	double threshold;
	int steps;

	memset(profile->ink, 0, sizeof profile->ink);
	steps = steps_of(profile);
	for (int square = 0; square < profile->length; square++) {
		sample_square(elements, lattice, profile, square,
			      levels[square]);
		for (int step = 0; step < steps; step++)
			for (int i = 0; i < ACROSS; i++)
				/* NOLINTNEXTLINE(clang-analyzer-*) */
				histogram[levels[square][step][i]]++;
	}
	threshold = fmax(least, INK_SHARE * strongest(histogram, least));
	for (int square = 0; square < profile->length; square++)
		for (int step = 0; step < steps; step++)
			for (int i = 0; i < ACROSS; i++)
				profile->ink[square][step] |=
					levels[square][step][i] >= threshold;
}

void side_profile_find(const struct elements *elements,
		       const struct lattice *lattice, enum side side,
		       bool inside, struct side_profile *profile)
{
	*profile = (struct side_profile){
		.side = side,
		.inside = inside,
		.length = side == SIDE_LEFT || side == SIDE_RIGHT
				  ? lattice->rows
				  : lattice->columns,
	};
	find_ink(elements, lattice, profile);
}

struct place side_place(const struct lattice *lattice,
			const struct side_profile *profile, int square,
			double near_end, double far_end)
{
	double sign = profile->inside ? -1 : 1;
	struct point a =
		cell_at(lattice, profile->side, square + 0.03, sign * near_end);
	struct point b =
		cell_at(lattice, profile->side, square + 0.97, sign * far_end);

	return (struct place){ .extent = { fmin(a.x, b.x), fmin(a.y, b.y),
					   fmax(a.x, b.x), fmax(a.y, b.y) },
			       .frame_to_px = lattice->cell_to_px };
}

/* The next stretch of steps from *from on in which `count` of a step is at
 * least `least`, small gaps included. Returns false at the end. */
static bool next_band(const int *count, int steps, int least, double gap,
		      int *from, int *to)
{
	int last;

	while (*from < steps && count[*from] < least)
		(*from)++;
	if (*from == steps)
		return false;
	last = *from;
	for (int step = *from; step < steps && (step - last) * SIDE_STEP <= gap;
	     step++)
		if (count[step] >= least)
			last = step;
	*to = last + 1;
	return true;
}

bool side_next_ink(const struct side_profile *profile, int square, double from,
		   double *near_end, double *far_end)
{
	int count[SIDE_STEPS], steps = steps_of(profile), to;
	int begin = (int)fmax(0, (from - BEGIN) / SIDE_STEP);

	for (int step = 0; step < steps; step++)
		count[step] = profile->ink[square][step];
	if (!next_band(count, steps, 1, BAND_GAP, &begin, &to))
		return false;
	*near_end = BEGIN + SIDE_STEP * (begin - 0.5);
	*far_end = BEGIN + SIDE_STEP * (to - 0.5);
	return true;
}

/* The place of one square's number: its own ink, as far as it meets the band,
 * and all of the square's width. */
static struct place number_place(const struct lattice *lattice,
				 const struct side_profile *profile,
				 const struct side_numbers *line, int square)
{
	double near_end = line->near_end, far_end = line->far_end;
	double a, b, from = fmax(0, near_end - BAND_SPREAD);

	/* a digit before the band is only known to belong to the number when
	 * the next one is seen: two rounds */
	for (int round = 0; round < 2; round++)
		for (double at = from;
		     side_next_ink(profile, square, at, &a, &b) &&
		     a < far_end + DIGIT_GAP;
		     at = b + SIDE_STEP) {
			if (b < near_end - DIGIT_GAP)
				continue;
			near_end = fmin(near_end,
					fmax(a, line->near_end - BAND_SPREAD));
			far_end = fmax(far_end,
				       fmin(b, line->far_end + BAND_SPREAD));
		}
	return side_place(lattice, profile, square,
			  fmax(0.02, near_end - BAND_RIM), far_end + BAND_RIM);
}

/* The inside of a ring that is as wide as the band. */
static struct place ring_place(const struct lattice *lattice,
			       const struct side_profile *profile,
			       const struct side_numbers *line, int square)
{
	double middle = (line->near_end + line->far_end) / 2;
	double half = RING_INSIDE * (line->far_end - line->near_end) / 2;
	struct place place = side_place(lattice, profile, square, middle - half,
					middle + half);

	if (profile->side == SIDE_LEFT || profile->side == SIDE_RIGHT) {
		place.extent.top = square + 0.5 - half;
		place.extent.bottom = square + 0.5 + half;
	} else {
		place.extent.left = square + 0.5 - half;
		place.extent.right = square + 0.5 + half;
	}
	return place;
}

static bool inked(const struct side_profile *profile, int square,
		  double near_end, double far_end)
{
	double a, b;

	return side_next_ink(profile, square, near_end, &a, &b) && a < far_end;
}

/* What lines along one side are read with. */
struct line_reader {
	struct glyphs *glyphs;
	const struct plane *grey;
	const struct lattice *lattice;
	const struct side_profile *profile;
	bool ringed; /* numbers stand in rings or boxes */
};

static void read_line(const struct line_reader *reader,
		      struct side_numbers *line)
{
	const struct side_profile *profile = reader->profile;
	int tried = 0;

	line->seen = 0;
	line->certainty = 0;
	for (int square = 0; square < profile->length; square++) {
		struct number *number = &line->numbers[square];
		struct place place =
			reader->ringed ? ring_place(reader->lattice, profile,
						    line, square)
				       : number_place(reader->lattice, profile,
						      line, square);

		number_read_place(reader->glyphs, reader->grey, &place, number);
		/* ink that was left out is no reason to call it blank */
		number->blank =
			number->blank &&
			!inked(profile, square, line->near_end, line->far_end);
		tried += !number->blank;
		if (number->value >= 0) {
			line->seen++;
			line->certainty += number->confidence / profile->length;
		}
		if (tried >= TRY && !line->seen)
			return;
	}
}

/* Does more ink stand beyond the band in most of the squares that have some,
 * both before and behind it, as a ring's does? */
static bool is_ringed(const struct side_profile *profile,
		      const struct side_numbers *line)
{
	int around = 0, written = 0;

	for (int square = 0; square < line->length; square++) {
		double a, b, c, d;

		written +=
			inked(profile, square, line->near_end, line->far_end);
		around +=
			side_next_ink(profile, square,
				      line->near_end - BAND_GAP_WIDE, &a, &b) &&
			a < line->near_end - SIDE_STEP &&
			side_next_ink(profile, square,
				      line->far_end + SIDE_STEP, &c, &d) &&
			c < line->far_end + BAND_GAP_WIDE;
	}
	return 2 * around > written;
}

/* A band that is the first or last digit of longer numbers: takes in the
 * others, of whatever square. */
static void widen_band(const int *count, int steps, int *from, int *to)
{
	int gap = (int)(NUMBER_GAP / SIDE_STEP);
	int most = (int)(BAND_SPREAD / SIDE_STEP);
	int least = *from - most, greatest = *to + most;

	for (int step = *from;
	     step >= 0 && step >= least && *from - step <= gap; step--)
		if (count[step])
			*from = step;
	for (int step = *to - 1;
	     step < steps && step < greatest && step - *to < gap; step++)
		if (count[step])
			*to = step + 1;
}

/* Is it one digit as wide as high? Then it may be a ring. */
static bool is_round(const struct number *number)
{
	int width = number->px_box.width, height = number->px_box.height;

	return number->value >= 0 && number->value <= 9 &&
	       width > ROUND * height && height > ROUND * width;
}

static bool may_be_rings(const struct side_numbers *line)
{
	for (int i = 0; i < line->length; i++)
		if (is_round(&line->numbers[i]))
			return true;
	return false;
}

/* Where two ways of cutting a number out of a ring agree the surer counts.
 * Where they give two numbers, one may have lost a digit: the longer is
 * likelier, and neither is sure. */
static void compare_lines(struct side_numbers *line,
			  const struct side_numbers *other)
{
	for (int i = 0; i < line->length; i++) {
		struct number *mine = &line->numbers[i];
		const struct number *theirs = &other->numbers[i];
		struct number less;

		if (theirs->value < 0)
			continue;
		if (mine->value == theirs->value) {
			double more = theirs->confidence - mine->confidence;

			if (more > 0) {
				*mine = *theirs;
				line->certainty += more / line->length;
			}
			continue;
		}
		if (mine->value == 0 && is_round(mine)) {
			/* a ring with that in it */
			*mine = *theirs;
			continue;
		}
		less = *mine;
		if (mine->value < 0 || theirs->digits > mine->digits)
			*mine = *theirs;
		else
			less = *theirs;
		if (less.value < 0) {
			line->seen++;
			line->certainty += mine->confidence / line->length;
			continue;
		}
		mine->confidence = fmin(mine->confidence, DIFFERING_SURE);
		mine->instead_count = 1;
		mine->instead[0].value = less.value;
		mine->instead[0].confidence = 1 - DIFFERING_SURE;
	}
}

/* Reads line after line along the way out until one has numbers enough. */
static bool find_line(const struct line_reader *reader, double least,
		      struct side_numbers *numbers)
{
	const struct side_profile *profile = reader->profile;
	int count[SIDE_STEPS] = { 0 }, steps = steps_of(profile);
	int inked_least = (int)ceil(least * profile->length);
	int from = 0, to;

	for (int step = 0; step < steps; step++)
		for (int square = 0; square < profile->length; square++)
			count[step] += profile->ink[square][step];
	for (; next_band(count, steps, inked_least,
			 reader->ringed ? BAND_GAP_WIDE : BAND_GAP, &from, &to);
	     from = to) {
		struct side_numbers line = *numbers;

		line.near_end = BEGIN + SIDE_STEP * (from - 0.5);
		line.far_end = BEGIN + SIDE_STEP * (to - 0.5);
		if (line.near_end > FAR_MOST)
			break;
		if (line.far_end - line.near_end < BAND_LEAST ||
		    line.far_end - line.near_end > BAND_MOST)
			continue;
		if (!reader->ringed && !is_ringed(profile, &line)) {
			int wide_from = from, wide_to = to;

			widen_band(count, steps, &wide_from, &wide_to);
			line.near_end = BEGIN + SIDE_STEP * (wide_from - 0.5);
			line.far_end = BEGIN + SIDE_STEP * (wide_to - 0.5);
		}
		read_line(reader, &line);
		if (line.certainty > numbers->certainty)
			*numbers = line;
		if (numbers->seen >= least * profile->length)
			return true;
	}
	return false;
}

bool side_numbers_find(struct glyphs *glyphs, const struct elements *elements,
		       const struct lattice *lattice,
		       const struct side_profile *profile, double least,
		       struct side_numbers *numbers)
{
	struct line_reader reader = { glyphs, &elements->grey, lattice, profile,
				      false };
	struct side_numbers ringed;
	int written = 0;
	bool found;

	*numbers = (struct side_numbers){ .side = profile->side,
					  .length = profile->length };
	for (int i = 0; i < numbers->length; i++)
		numbers->numbers[i] =
			(struct number){ .value = -1, .confidence = 1 };
	ringed = *numbers;
	found = find_line(&reader, least, numbers);
	for (int i = 0; i < numbers->length; i++)
		written += !numbers->numbers[i].blank;
	if (found && numbers->seen == written && !is_ringed(profile, numbers) &&
	    !may_be_rings(numbers))
		return true;
	reader.ringed = true;
	if (!find_line(&reader, least, &ringed))
		return found;
	if (found)
		compare_lines(numbers, &ringed);
	else
		*numbers = ringed;
	return true;
}
