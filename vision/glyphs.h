/* Which digit, or letter that names an end of a track, a glyph shows.
 *
 * The weights (models/digits) are part of the program. How they were trained
 * and how often they are right is told in models/README.md. */
#ifndef GLYPHS_H
#define GLYPHS_H

#include "glyph_patch.h"
#include "problem.h"

/* Classes 0 to 9 are the digits. */
enum glyph_class {
	GLYPH_A = 10,
	GLYPH_B = 11,
	GLYPH_NONE = 12, /* anything else, or not one glyph */
	GLYPH_CLASSES = 13
};

struct number_memo;
struct glyphs; /* weights and scratch memory: one a thread */

/* NULL, with `problem` filled in, where memory lacks. */
struct glyphs *glyphs_new(struct problem *problem);
void glyphs_free(struct glyphs *glyphs);

/* Fills in how probable each class is (they sum to 1, and are calibrated: of
 * glyphs given 0.9, nine in ten are so). Returns the most probable. */
enum glyph_class glyphs_classify(struct glyphs *glyphs,
				 const struct glyph_patch *patch,
				 float probabilities[GLYPH_CLASSES]);

/* What was read of the picture that is being looked at (number_memo.h). */
struct number_memo *glyphs_memo(struct glyphs *glyphs);

/* '0'..'9', 'A', 'B' or '?' */
char glyph_class_char(enum glyph_class class);

#endif
