/* Numbers as they are written beside things of a known size: "3", "x3", "3x",
 * or any of them in a disc. */
#ifndef SIGILS_WORDS_H
#define SIGILS_WORDS_H

#include "elements.h"
#include "geometry.h"

struct glyphs;

/* Strokes of a word: a times sign, and digits. What has more is a sentence. */
enum { SIGILS_STROKES_MOST = 4, SIGILS_WORDS_MOST = 96 };

/* Strokes side by side, none within another. */
struct sigils_word {
	struct box boxes[SIGILS_STROKES_MOST + 1];
	int count;
};

struct sigils_words {
	struct sigils_word words[SIGILS_WORDS_MOST];
	int count;
};

/* Adds a stroke to the words that it is a neighbour of, which become one, or as
 * a word of its own. */
void sigils_words_add(struct sigils_words *words, const struct box *stroke);

/* What words are read with and in. */
struct sigils_text {
	struct glyphs *glyphs;
	const struct elements *elements;
	/* a plane in which they stand upright, to pixels; NULL: the picture */
	const struct homography *upright;
};

/* Reads a word. Returns the number, -1 where it is none. */
int sigils_words_read(const struct sigils_text *text,
		      const struct sigils_word *word, double *confidence);

#endif
