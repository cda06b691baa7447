/* Tokens: the things that stand at places of a picture, found once, whatever
 * the look.
 *
 * A box or a disc is ground that something closes in: a cell, a brick, a card,
 * an input, a circle. A word is a run of strokes of one height that lie on one
 * ground. Boxes that hold but one other box (an input in a cell, a card on a
 * border) are one token, as large as the outer one. What a box holds is said
 * once and for all: nothing, one word, or more.
 */
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "geometry.h"
#include "pixels.h"

enum token_kind { TOKEN_BOX, TOKEN_DISC, TOKEN_WORD };

struct token {
	enum token_kind kind;
	struct quad px_quad; /* its corners, turned by less than 45 degrees */
	struct point px_at;  /* middle */
	double px_width, px_height;
	int box;   /* of a word: the token that it lies in; -1: none */
	int word;  /* of a box: the only word in it; -1: none, or several */
	int words; /* of a box: how many; of a word: strokes in it */
	double px_text; /* of a box: height of its highest word; 0: none */
	bool nested;    /* of a box: it stands in another that holds no more */
	bool bare;      /* of a box: its ground is whole, nothing lies on it */
	bool at_rim;    /* of a word: it reaches into its box from the rim */
	/* of a word: what follows its widest gap, the number of "Green: 11";
	 * equal corners: there is no gap to speak of */
	struct quad px_tail;
	int line; /* of a word: how many stand in one line of a text with it,
		   * itself too */
	/* how likely its word, if it has but one, is a number; set by whoever
	 * reads words, 1 before */
	double number;
	uint32_t fill; /* 0xRRGGBB of the ground */
	int sources;   /* of evidence that show it */
};

struct token_list {
	struct token *tokens;
	size_t count, capacity;
	int px_width, px_height; /* of the picture */
};

/* Everything that is tuned here, lengths in pixels of the level. */
struct token_params {
	/* least side of a box: half of the smallest cells that can be read
	 * (18 px); smaller ground is what glyphs enclose */
	double box_least;
	/* least share of its smallest rectangle that a box fills: corners
	 * rounded to a third of a side leave .90 */
	double box_filled;
	/* the same of a disc, pi / 4 but for the pixels' steps */
	double disc_filled;
	/* least share of its hull that whole ground fills: a digit that reaches
	 * into it from its rim takes .05 and more */
	double bare_filled;
	/* least side of a box or disc that is ink itself, and the share of its
	 * smallest rectangle that is ink: bold digits .5, discs with a number
	 * of another ink .65 */
	double solid_least, solid_filled;
	/* in as much of its middle, a share of its sides, what differs from
	 * its ground so many times as much as ink does is a digit where it
	 * covers such a share: a 1 a third as high as its cell takes .01 */
	double middle, ink_times, ink_least;
	/* widest box for its height, and the reverse: bricks of long rows */
	double box_longest;
	/* least share of what encloses ground that its boxes fill, so that it
	 * is a frame and no glyph: thin zeros fill .6 of an ellipse */
	double frame_filled;
	/* least height of what is written on ground, by the ground's */
	double held_least;
	/* share of its smallest rectangle that a card fills at least whose text
	 * touches its rim, and its least width by its height: two digits'
	 * 1.3 */
	double held_filled, held_wide;
	/* a narrow box no higher than this share of the ground it stands on may
	 * be the inside of a zero; a rectangular one that is lower than the
	 * other share is a cell on a card */
	double zero_height, zero_narrow, zero_least;
	/* ground so many times as high as what is written on it is no cell */
	double page;
	/* ... and a wider one, within which lies nothing but holes of that
	 * share of its height, its stroke */
	double ring;
	/* heights of strokes; lower ones are points and dashes */
	double stroke_least, stroke_most;
	/* a rule is lower, and so many times as wide at least */
	double rule_flat;
	/* least height of a box's word for the box's smaller side, and for the
	 * highest word in it: less are specks and handles */
	double word_in_box, speck;
	/* A board without lines has words at least, none higher than this for
	 * its smaller side */
	int board_words;
	double board_word;
	/* gap between dashes of a line, by their length, and dashes of one at
	 * least: five equal digits in a column are further apart */
	double dash_gap;
	int dashes;
	/* ... which are no wider than that share of their length, or dots no
	 * longer than that: else they are digits of one width */
	double dash_thin;
	int dot_most;
	/* widest stroke for its height: four digits that touch */
	double stroke_widest;
	/* gap between strokes of a word and between words of a text, and least
	 * common height, all by the height of the higher */
	double stroke_gap, text_gap, common;
	/* ... where a sign before a number is a word of its own */
	double digit_gap;
	/* steps from word to word that differ by less, a share of them, are
	 * one: numbers need not stand in the middle of their column */
	double steps_off;
	/* least gap before a word's tail, by its height */
	double tail_gap;
	/* how much higher one stroke of a word may be than the next: old-style
	 * figures 1.6 */
	double unequal;
	/* how much larger the outer of two boxes that are one token may be */
	double outer_most;
	/* what parts ground into cells counts in full from that share of the
	 * mask's strength on; strokes whose middles are nearer to it, and no
	 * wider across, are shreds of it: cells */
	double divider, divider_off, divider_thin;
};

extern const struct token_params token_params;

/* Appends the tokens that a mask of the level shows (pixels.h), in pixels of
 * the picture. Returns 0, or -1 where memory lacks. */
int tokens_find(const struct pixel_level *level, enum mask_kind kind,
		double strength, int window, struct token_list *list);
/* The same of contours that were found (pixels_contours); those marked in
 * `skip`, NULL or one of each, are no strokes. Where it is given, what is
 * looked for are numbers: the words of a box may be of any height, and signs
 * that stand apart are words of their own. */
int tokens_of_contours(const struct pixel_level *level, enum mask_kind kind,
		       double strength, const struct contour *contours,
		       int count, const bool *skip, struct token_list *list);
void tokens_free(struct token_list *list);

/* Drops those that are marked. Returns 0, or -1 where memory lacks. */
int tokens_drop(struct token_list *list, const bool *drop);

/* Do the sides of two differ by less than that share of the shorter one? */
bool tokens_are_of_size(const struct token *a, const struct token *b,
			double share);

/* The angle (radians, right end down) of a token's upper and lower sides. */
double token_tilt(const struct token *token);

#endif
