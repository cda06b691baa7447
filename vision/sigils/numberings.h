/* Numberings: the numbers beside (or in) a tray's pieces, which tell how many
 * of each there are.
 *
 * Where a tray has some they stand alike beside all pieces, and are of one
 * height. Words are therefore chosen by where they stand, and only those read
 * that may be such numbers.
 */
#ifndef SIGILS_NUMBERINGS_H
#define SIGILS_NUMBERINGS_H

#include "number.h"
#include "tokens.h"
#include "trays.h"

enum { WORD_MASKS = 3, NUMBERS_MOST = 128, NUMBERINGS_MOST = 3 };

/* A word as a mask shows it. */
struct word_view {
	struct quad px_quad;
	struct point px_at;
	double px_width, px_height;
	const struct word_mask *mask;
};

/* A number beside pieces. */
struct count_word {
	struct word_view seen[WORD_MASKS];
	int seen_count;
	bool read;
	int value; /* -1: it is none */
	double chance;
};

/* The number of each piece, or NULL of one that is none; how differently they
 * stand beside their pieces, in squares of these, and differ in height; and how
 * likely what is left out is a piece. */
struct numbering {
	const struct count_word *word[MEMBERS_MOST];
	double unaligned, dropped, cost;
};

struct numbering_list {
	struct numbering best[NUMBERINGS_MOST]; /* best first */
	int count;
	int beside; /* so many more than one have a number that stands alike */
};

/* What words are looked for in, and what was found and read already. */
struct number_search {
	struct number_reader *reader;
	const struct image *image;
	const struct pixel_level *level;
	struct problem *problem;
	struct word_mask {
		enum mask_kind kind;
		double strength;
		struct contour *contours;
		int count;
	} masks[WORD_MASKS];
	int mask_count;
	struct count_word words[NUMBERS_MOST]; /* from left to right */
	int word_count;
	struct known_word {
		struct quad px_quad;
		int value;
		double chance;
	} * known; /* places that were read */
	size_t known_count, known_capacity;
	struct known_tray {
		const struct shape *members[MEMBERS_MOST];
		int count;
		struct numbering_list numberings;
	} trays[8]; /* whose numbers were found */
	int next_tray;
};

/* These return 0, or -1 where memory lacks (`problem` may be filled in). */

/* Looks for words in one more mask of the level. */
int numberings_add_mask(struct number_search *search, enum mask_kind kind,
			double strength, int window);
/* Finds the words near all pieces of these sizes, in place of those before. */
int numberings_find_words(struct number_search *search,
			  const struct shape_list *shapes, const double *sizes,
			  int count);
/* Finds the numbers of a tray's pieces. They stay until words are looked for
 * again. */
int numberings_find(struct number_search *search, const struct tray *tray,
		    struct numbering_list *list);
/* Counts the empty squares of a frame that numbers are written in (`inked`):
 * those of other puzzles have some. */
int numberings_in_squares(struct number_search *search, struct frame *frame);
void numberings_free(struct number_search *search);

#endif
