/* Words beside a lattice: what stands next to each square of a side, read as a
 * number from its marks, whatever ring or box is around it. */
#ifndef SIDE_WORDS_H
#define SIDE_WORDS_H

#include "marks.h"
#include "numbers.h"
#include "side_numbers.h"

/* Digits in a ring that is drawn in dots or dashes are told from these by that
 * they are the highest there, and all as high, within this share; so are the
 * numbers of one line. */
#define SIDE_WORDS_SAME_HEIGHT 0.8
/* A reading as sure as this is not looked into further. */
#define SIDE_WORDS_LIKELY 0.6

struct side_words {
	struct glyphs *glyphs;
	const struct elements *elements;
	const struct lattice *lattice;
	const struct mark_list *marks;
	enum side side;
	int length; /* squares along the side */
	/* where beyond either end the number of the corner stands */
	double corners[2];
};

/* Fills in the length and the corners; the rest is given. */
void side_words_start(struct side_words *words);

/* The middle of a square (-1 .. length), along the side. */
double side_words_middle(const struct side_words *words, int square);

/* Reads the nearest word beside a square. Returns its distance. `off` is
 * scratch, one a mark. */
double side_words_read(const struct side_words *words, int square, bool *off,
		       struct number *number);

/* Numbers of one line, some of them not read. */
struct beside_numbers {
	const struct number *numbers;
	int count;
};

/* Is a number a word of a sentence? Then letters stand next to it in its line:
 * as near as spaces are wide, or further out a little more. What stands in the
 * same way beside one of `others` (may be NULL) is no letter, but a piece of
 * the rings or boxes around these. */
bool side_words_in_sentence(const struct side_words *words,
			    const struct number *number,
			    const struct beside_numbers *others);

/* A total, surely enough; and how high it is. */
bool side_words_is_number(const struct number *number);
double side_words_height(const struct number *number);

#endif
