#include "numbers.h"

#include "ink_bold.h"
#include "number_blots.h"
#include "number_choice.h"
#include "number_cuts.h"
#include "number_memo.h"
#include "number_rooms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Blots less high than this share of the highest are no digits of their own:
 * old-style figures are two thirds as high as the others, dots a third; digits
 * on both sides of an empty ring were .55 as high as that. */
#define DIGIT_LEAST 0.58
/* Digits are at most this wide for their height; wider blots are several. */
#define DIGIT_WIDEST 1.15
/* A whole blot read this surely needs no other explanation ... */
#define SURE 0.98
/* ... unless it is as wide as two narrow digits can be. */
#define PAIR_NARROWEST 0.62
/* A number that starts with 0 is rarely one. */
#define LEADING_ZERO 0.05
/* Two pieces with no more than this share of the height between them may be
 * one broken digit. */
#define BREAK_WIDEST 0.14
/* What leaves nothing but digits no more probably than that is given up: words,
 * mostly at their first letter. It moves how sure a number is by no more. */
#define HOPELESS 1e-3
/* Cut through stems that touch, a 5 next to a 0 may look like a 6: of what is
 * read so, and 0.9 sure, a few in a hundred are wrong. */
#define EQUAL_SURE 0.95

enum {
	PIECES_MAX = 12, /* of a line: 4 digits, broken or cut */
	ONE_MOST = 3,    /* pieces that may be one digit */
	ONE_EQUAL = 5,   /* the same where blots are cut in equal parts */
	GUESSES_MAX = 64,
	/* all blots, all runs of pieces, and the whole */
	JUDGED_MAX = BLOTS_MAX + ONE_EQUAL * PIECES_MAX + 1,
};

/* A run of the line that has to be read in one or with its neighbours. */
struct piece {
	struct box box;
	bool joined; /* cut from the piece before it */
};

struct guess {
	int value, digits;
	unsigned ends; /* a bit for each piece that ends a digit of it */
	double score;
};

/* What a box may show. */
struct judged {
	struct box box;
	float classes[GLYPH_CLASSES];
};

struct reader {
	struct glyphs *glyphs;
	const struct plane *plane;
	const struct ink *ink;
	struct piece pieces[PIECES_MAX];
	int count;
	bool cut;        /* a blot was cut */
	struct box line; /* around all */
	bool equal;      /* blots are cut in equal parts, too */
	double height;   /* of the line */
	/* so few digits the pieces from each one on can be, by their shapes
	 * alone: words are not looked at letter by letter */
	int needed[PIECES_MAX + 1];
	/* of the run of pieces [first][last - first]; NULL: not looked at */
	struct judged *runs[PIECES_MAX][ONE_EQUAL];
	struct judged judged[JUDGED_MAX]; /* boxes that were looked at */
	int judged_count;
	struct guess guesses[GUESSES_MAX];
	int guess_count;
	double best_clear; /* most probable that a way of cutting leaves
			    * nothing but digits */
};

/* The classes of a box, each of which is looked at once. */
static struct judged *classify(struct reader *reader, const struct box *box)
{
	const struct part *part = reader->ink->part;
	struct extent extent = part_extent(part, box);
	struct judged *judged = reader->judged;

	for (int i = 0; i < reader->judged_count; i++, judged++)
		if (!memcmp(&judged->box, box, sizeof *box))
			return judged;
	reader->judged_count++;
	judged->box = *box;
	number_memo_look(reader->glyphs, GLYPH_FIRST, reader->plane, &extent,
			 &part->place.frame_to_px, reader->ink->dark,
			 judged->classes);
	return judged;
}

/* How probable it is that this is a digit at all. */
static double digit_share(const float classes[GLYPH_CLASSES])
{
	double sum = 0;

	for (int i = 0; i < 10; i++)
		sum += (double)classes[i];
	return sum;
}

/* The rows that ink of these columns spans. */
static struct box trim(const struct ink *ink, int left, int right,
		       const struct box *within)
{
	int top = within->y + within->height, bottom = within->y - 1;

	for (int y = within->y; y < within->y + within->height; y++)
		for (int x = left; x < right; x++)
			if (ink->label[y * ink->part->width + x]) {
				top = y < top ? y : top;
				bottom = y;
			}
	if (bottom < top)
		return (struct box){ left, within->y, right - left,
				     within->height };
	return (struct box){ left, top, right - left, bottom - top + 1 };
}

static void add_piece(struct reader *reader, struct box box, bool joined)
{
	if (reader->count < PIECES_MAX)
		reader->pieces[reader->count++] = (struct piece){ box, joined };
}

/* Cuts a blot of several digits. */
static void add_cut_pieces(struct reader *reader, const struct box *box)
{
	int cuts[NUMBER_CUTS_MAX];
	int count = number_cuts_find(reader->ink, box, reader->height,
				     reader->equal, cuts);

	for (int i = 0; i + 1 < count; i++)
		add_piece(reader,
			  trim(reader->ink, box->x + cuts[i],
			       box->x + cuts[i + 1], box),
			  i > 0);
}

static const float *classes_of(struct reader *reader, int first, int more)
{
	struct judged **run = &reader->runs[first][more];
	struct box box = reader->pieces[first].box;

	if (!*run) {
		for (int i = 1; i <= more; i++)
			box = number_blots_join(&box,
						&reader->pieces[first + i].box);
		*run = classify(reader, &box);
	}
	return (*run)->classes;
}

/* May the pieces from `first` on, `more` of them besides, be one digit? */
static bool may_be_one(const struct reader *reader, int first, int more)
{
	struct box box = reader->pieces[first].box;

	for (int i = 1; i <= more; i++) {
		const struct piece *piece = &reader->pieces[first + i];
		int gap = piece->box.x - box.x - box.width;

		if (!piece->joined && gap > BREAK_WIDEST * reader->height)
			return false;
		box = number_blots_join(&box, &piece->box);
	}
	return box.width <= DIGIT_WIDEST * reader->height &&
	       box.height >= DIGIT_LEAST * reader->height;
}

/* Pieces that may be one digit at most. */
static int one_most(const struct reader *reader)
{
	return reader->equal ? ONE_EQUAL : ONE_MOST;
}

static void count_needed(struct reader *reader)
{
	int most = one_most(reader), *needed = reader->needed;

	needed[reader->count] = 0;
	for (int first = reader->count - 1; first >= 0; first--) {
		needed[first] = PIECES_MAX;
		for (int more = 0; more < most && first + more < reader->count;
		     more++)
			if (may_be_one(reader, first, more) &&
			    needed[first + more + 1] + 1 < needed[first])
				needed[first] = needed[first + more + 1] + 1;
	}
}

/* Where there is no more room the least probable guess makes way. */
static void add_guess(struct reader *reader, const struct guess *other)
{
	int least = 0;

	for (int i = 0; i < reader->guess_count; i++) {
		struct guess *guess = &reader->guesses[i];

		if (guess->value == other->value) {
			double sum = guess->score + other->score;

			if (other->score > guess->score)
				*guess = *other;
			guess->score = sum;
			return;
		}
		if (guess->score < reader->guesses[least].score)
			least = i;
	}
	if (reader->guess_count < GUESSES_MAX)
		least = reader->guess_count++;
	else if (other->score <= reader->guesses[least].score)
		return;
	reader->guesses[least] = *other;
}

/* Tries all ways to cut the line from `first` on into digits; score and
 * clear are those of the digits before it. */
static void explore(struct reader *reader, int first, struct guess so_far,
		    double clear)
{
	int most = one_most(reader);

	if (first == reader->count) {
		if (so_far.digits == 1 || so_far.score > 0)
			add_guess(reader, &so_far);
		if (clear > reader->best_clear)
			reader->best_clear = clear;
		return;
	}
	for (int more = 0; more < most && first + more < reader->count;
	     more++) {
		const float *classes;
		double share, next_clear;
		bool more_follow = first + more + 1 < reader->count;

		if (so_far.digits + 1 + reader->needed[first + more + 1] >
			    NUMBER_DIGITS_MAX ||
		    !may_be_one(reader, first, more))
			continue;
		classes = classes_of(reader, first, more);
		share = digit_share(classes);
		for (int digit = 0; digit < 10 && clear * share >= HOPELESS;
		     digit++) {
			struct guess next = so_far;
			double p = (double)classes[digit];

			if (p * so_far.score < 1e-6)
				continue;
			if (digit == 0 && so_far.digits == 0 && more_follow)
				p *= LEADING_ZERO;
			next_clear =
				clear * share * (p / (double)classes[digit]);
			next.value = 10 * so_far.value + digit;
			next.digits++;
			next.ends |= 1u << (first + more);
			next.score *= p;
			explore(reader, first + more + 1, next, next_clear);
		}
	}
}

/* Fills in the reader's pieces from boxes of blots, and the line's box.
 * Returns false where they are too many for a number. */
static bool make_pieces(struct reader *reader, struct box *boxes, int count)
{
	struct box *extent = &reader->line;

	count = number_blots_line(boxes, count);
	count = number_blots_drop_brackets(reader->ink, boxes, count);
	*extent = boxes[0];
	for (int i = 0; i < count; i++) {
		*extent = number_blots_join(extent, &boxes[i]);
		reader->height = fmax(reader->height, boxes[i].height);
	}
	/* each is a piece, or several: they need not be looked at */
	if (count >= PIECES_MAX) {
		reader->count = PIECES_MAX;
		return false;
	}
	for (int i = 0; i < count; i++) {
		bool cut = boxes[i].width > DIGIT_WIDEST * reader->height;

		if (!cut && boxes[i].width > PAIR_NARROWEST * reader->height)
			cut = digit_share(
				      classify(reader, &boxes[i])->classes) <
			      SURE;
		reader->cut |= cut;
		if (cut)
			add_cut_pieces(reader, &boxes[i]);
		else
			add_piece(reader, boxes[i], false);
	}
	return reader->count < PIECES_MAX;
}

/* What is less probably a number is none: parts of dashed borders were taken
 * for a 1 by the second alone. */
#define ASKED_LEAST 0.5

/* What the most probable number takes for its digits is shown to the second
 * network, too. Returns whether it was. */
static bool ask_second(struct reader *reader)
{
	const struct part *part = reader->ink->part;
	const struct guess *best = reader->guesses;
	int first = 0;

	for (int i = 1; i < reader->guess_count; i++)
		if (reader->guesses[i].score > best->score)
			best = &reader->guesses[i];
	if (!reader->guess_count || best->score < ASKED_LEAST)
		return false;
	for (int i = 0; i < reader->count; i++) {
		float second[GLYPH_CLASSES];
		struct judged *judged;
		struct extent extent;

		if (!(best->ends >> i & 1))
			continue;
		judged = reader->runs[first][i - first];
		extent = part_extent(part, &judged->box);
		number_memo_look(reader->glyphs, GLYPH_SECOND, reader->plane,
				 &extent, &part->place.frame_to_px,
				 reader->ink->dark, second);
		glyphs_agree(judged->classes, second);
		first = i + 1;
	}
	return true;
}

static int compare_guesses(const void *a, const void *b)
{
	const struct guess *p = a, *q = b;

	return (p->score < q->score) - (p->score > q->score);
}

/* An A is about as wide as high, in wide typefaces a little more. */
#define LETTER_WIDEST 1.35

/* A single glyph may be a letter. */
static bool is_letter(struct reader *reader, struct number *number)
{
	struct box box = reader->pieces[0].box;
	const float *classes;

	/* it may have been cut in search of digits: all of it counts */
	for (int i = 1; i < reader->count; i++)
		box = number_blots_join(&box, &reader->pieces[i].box);
	if (box.width > LETTER_WIDEST * box.height)
		return false;
	classes = classify(reader, &box)->classes;
	for (int i = GLYPH_A; i <= GLYPH_B; i++)
		if (classes[i] > 0.5f) {
			number->letter = glyph_class_char((enum glyph_class)i);
			number->confidence = (double)classes[i];
			number->digits = 1;
			return true;
		}
	return false;
}

void number_add_instead(struct number *number, int value, double confidence)
{
	int k = number->instead_count;

	if (k == NUMBER_INSTEAD_MAX)
		return;
	number->instead[k].value = value;
	number->instead[k].confidence = confidence;
	number->instead_count++;
}

static void conclude(struct reader *reader, struct number *number)
{
	struct guess none = { .value = -1, .score = 1 - reader->best_clear };
	double total = 0;

	/* what speaks for none of the numbers: no way of cutting leaves only
	 * digits */
	add_guess(reader, &none);
	for (int i = 0; i < reader->guess_count; i++)
		total += reader->guesses[i].score;
	qsort(reader->guesses, (size_t)reader->guess_count,
	      sizeof *reader->guesses, compare_guesses);
	number->value = reader->guesses[0].value;
	number->digits = reader->guesses[0].digits;
	number->confidence = reader->guesses[0].score / total;
	for (int i = 1; i < reader->guess_count; i++)
		number_add_instead(number, reader->guesses[i].value,
				   reader->guesses[i].score / total);
	if (number->value < 0)
		is_letter(reader, number);
}

/* Ink stands out by so many levels; paper and its texture never do. */
#define BOLD_CONTRAST 60

/* Reads blots as one number. Fills in what of it they say. */
static void read_blots(struct reader *reader, const struct box *blots,
		       int count, struct number *number)
{
	const struct ink *ink = reader->ink;
	struct guess nothing = { .score = 1 };
	struct box boxes[BLOTS_MAX];

	memcpy(boxes, blots, (size_t)count * sizeof *boxes);
	if (!make_pieces(reader, boxes, count))
		return;
	number->extent = part_extent(ink->part, &reader->line);
	number->px_box = part_px_box(ink->part, &reader->line);
	if (count == 1)
		number->fill = ink_fill(ink, &reader->line);
	count_needed(reader);
	explore(reader, 0, nothing, 1);
	if (ask_second(reader)) {
		reader->guess_count = 0;
		reader->best_clear = 0;
		explore(reader, 0, nothing, 1);
	}
	conclude(reader, number);
}

static void init_reader(struct reader *reader, struct glyphs *glyphs,
			const struct plane *grey, const struct ink *ink)
{
	reader->glyphs = glyphs;
	reader->plane = grey;
	reader->ink = ink;
	reader->count = reader->judged_count = reader->guess_count = 0;
	reader->height = reader->best_clear = 0;
	reader->cut = reader->equal = false;
	memset(reader->runs, 0, sizeof reader->runs);
}

/* The same once more, with blots cut in equal parts: of use where that makes
 * a number of what is none. */
static void read_equal(struct reader *reader, const struct box *blots,
		       int count, struct number *number)
{
	struct reader other;
	struct number one = *number;

	init_reader(&other, reader->glyphs, reader->plane, reader->ink);
	other.equal = true;
	one.instead_count = 0;
	read_blots(&other, blots, count, &one);
	if (one.value < 0)
		return;
	*number = one;
	number->confidence *= EQUAL_SURE;
}

/* What is so small in its place that it may be dirt is a number only where it
 * stands out, and surely reads as one. */
#define SMALL_SURE 0.9

/* Reads ink that is small in its place; otherwise the place stays blank. */
static void read_small(struct reader *reader, const struct box *wanted,
		       int wanted_count, struct number *number)
{
	struct number one = *number;
	struct box boxes[BLOTS_MAX];
	int count;

	if (reader->ink->contrast < BOLD_CONTRAST)
		return;
	count = number_blots_choose(reader->ink, wanted, wanted_count, true,
				    boxes);
	if (!count)
		return;
	one.blank = false;
	read_blots(reader, boxes, count, &one);
	if (one.value >= 0 && one.confidence > SMALL_SURE)
		*number = one;
}

/* Reads the ink. `wanted`: boxes of the picture that its blots must lie in;
 * NULL: anywhere. */
static void read_ink(struct reader *reader, const struct box *wanted,
		     int wanted_count, struct number *number)
{
	const struct ink *ink = reader->ink;
	struct box boxes[BLOTS_MAX];
	int count;

	memset(number, 0, sizeof *number);
	number->value = -1;
	number->confidence = 1;
	number->dark = ink->dark;
	number->contrast = ink->contrast;
	if (ink->crowded)
		return;
	count = number_blots_choose(ink, wanted, wanted_count, false, boxes);
	number->cut = !wanted && !count && ink->count &&
		      number_blots_are_cut(ink, NULL);
	number->blank = count == 0 && !number->cut;
	/* something bold is there, but no paper was made out under it */
	if (number->blank && !ink->count && ink->contrast > BOLD_CONTRAST)
		number->confidence = NUMBER_CUT_SURE;
	if (number->blank) {
		number->beside = !wanted && number_blots_are_beside(ink, NULL);
		read_small(reader, wanted, wanted_count, number);
	}
	if (!count)
		return;
	read_blots(reader, boxes, count, number);
	if (reader->cut && number->value < 0 && !number->letter)
		read_equal(reader, boxes, count, number);
	/* where what is left is no number, all else may be a part of one */
	number->cut = !wanted && reader->count < PIECES_MAX &&
		      (number_blots_are_cut(ink, &reader->line) ||
		       (number->value < 0 && !number->letter &&
			number_blots_are_cut(ink, NULL)));
	if (number->cut)
		number->confidence = fmin(number->confidence, NUMBER_CUT_SURE);
	number->beside = !wanted && reader->count < PIECES_MAX &&
			 number_blots_are_beside(ink, &reader->line);
}

/* What is read over a frame is read as surely as that. */
#define BOLD_SURE 0.9

/* Reads a number, cut by the frame, where it is bolder than that. Thin strokes
 * may be no bolder: it counts where two of several levels between the two say
 * the same, surely, and none anything else. */
static void read_bold(struct reader *reader, struct number *number)
{
	static const double shares[] = { 0.2, 0.35, 0.5, 0.65 };
	const struct ink *ink = reader->ink;
	struct number read = { .value = -1 }, one;
	struct ink bold;
	int times = 0;

	for (int i = 0; i < 4 && ink_find_bold(ink, shares[i], &bold); i++) {
		init_reader(reader, reader->glyphs, reader->plane, &bold);
		read_ink(reader, NULL, 0, &one);
		if (one.value < 0 || one.cut)
			continue;
		if (one.confidence < BOLD_SURE ||
		    (times && read.value != one.value))
			return;
		read = one;
		times++;
	}
	if (times > 1)
		*number = read;
}

/* Reads what a part shows in ink of one kind; the reader has its glyphs and
 * plane. */
static void read_part(struct reader *reader, const struct part *part, bool dark,
		      const struct box *wanted, int wanted_count,
		      struct number *number)
{
	struct ink ink;

	ink_find(part, dark, &ink);
	init_reader(reader, reader->glyphs, reader->plane, &ink);
	read_ink(reader, wanted, wanted_count, number);
	if (number->cut && wanted_count == NUMBER_OVER_BORDER)
		read_bold(reader, number);
	reader->ink = NULL; /* which ends here */
}

static void read_anew(struct glyphs *glyphs, const struct plane *grey,
		      const struct place *given, const struct box *wanted,
		      int wanted_count, struct number *number)
{
	/* glyphs are judged in a frame whose units are as long both ways */
	double stretch = place_stretch(given);
	struct homography shrink = { { 1, 0, 0, 0, 1 / stretch, 0, 0, 0, 1 } };
	struct place place = *given;
	struct reader reader;
	struct number ones[2]; /* in light ink, in dark */
	struct part part;
	bool dark;

	place.extent.top *= stretch;
	place.extent.bottom *= stretch;
	place.frame_to_px = homography_compose(&shrink, &given->frame_to_px);
	part_find(grey, &place, &part);
	reader.glyphs = glyphs;
	reader.plane = grey;
	/* what stands out more first: the other is mostly its halo */
	dark = part.contrast[true] >= part.contrast[false];
	read_part(&reader, &part, dark, wanted, wanted_count, &ones[dark]);
	if (!number_is_settled(&ones[dark], part.contrast[!dark])) {
		read_part(&reader, &part, !dark, wanted, wanted_count,
			  &ones[!dark]);
		dark = !number_is_better(&ones[false], &ones[true]);
	}
	*number = ones[dark];
	/* what was read is the halo of something bold: that is not faint */
	if (number->value >= 0)
		number->contrast =
			fmax(part.contrast[false], part.contrast[true]);
	number->extent.top /= stretch;
	number->extent.bottom /= stretch;
}

void number_read_in(struct glyphs *glyphs, const struct plane *grey,
		    const struct place *place, const struct box *wanted,
		    int wanted_count, struct number *number)
{
	struct number_memo *memo = glyphs_memo(glyphs);
	struct memo_key key;

	memset(&key, 0, sizeof key);
	if (wanted_count > MEMO_BOXES_MAX || !memo_key_place(&key, place)) {
		read_anew(glyphs, grey, place, wanted, wanted_count, number);
		return;
	}
	key.picture = grey->data;
	key.box_count = wanted_count;
	if (wanted_count > 0)
		memcpy(key.boxes, wanted,
		       (size_t)wanted_count * sizeof *wanted);
	if (number_memo_find(memo, &key, &place->extent, number))
		return;
	read_anew(glyphs, grey, place, wanted, wanted_count, number);
	number_memo_put(memo, &key, &place->extent, number);
}

/* Around the strokes this share of their height is looked at, so that the
 * paper shows. */
#define STROKE_RIM 0.3

void number_read(struct glyphs *glyphs, const struct plane *grey,
		 const struct homography *upright, const struct box *boxes,
		 int count, struct number *number)
{
	struct place place = { { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL },
			       { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } } };
	struct extent *e = &place.extent;
	struct homography to_frame = place.frame_to_px;

	memset(number, 0, sizeof *number);
	number->value = -1;
	number->blank = true;
	number->confidence = 1;
	if (upright) {
		place.frame_to_px = *upright;
		if (homography_inverse(upright, &to_frame) < 0)
			return;
	}
	for (int i = 0; i < 4 * count; i++) {
		const struct box *box = &boxes[i / 4];
		struct point at = { box->x - 0.5 + (i & 1 ? box->width : 0),
				    box->y - 0.5 + (i & 2 ? box->height : 0) };

		at = homography_apply(&to_frame, at);
		e->left = fmin(e->left, at.x);
		e->right = fmax(e->right, at.x);
		e->top = fmin(e->top, at.y);
		e->bottom = fmax(e->bottom, at.y);
	}
	if (count < 1)
		return;

	double rim = STROKE_RIM * (e->bottom - e->top);

	e->left -= rim;
	e->right += rim;
	e->top -= rim;
	e->bottom += rim;
	number_read_in(glyphs, grey, &place, boxes, count, number);
}
