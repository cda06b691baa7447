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

/* Two networks of one kind, each trained on glyphs of its own: where one errs
 * the other rarely errs alike. */
enum glyph_opinion { GLYPH_FIRST, GLYPH_SECOND, GLYPH_OPINIONS };

struct number_memo;
struct glyphs; /* weights and scratch memory: one a thread */

/* NULL, with `problem` filled in, where memory lacks. */
struct glyphs *glyphs_new(struct problem *problem);
void glyphs_free(struct glyphs *glyphs);

/* Fills in how probable each class is (they sum to 1, and are calibrated: of
 * glyphs given 0.9, nine in ten are so). Returns the most probable. */
enum glyph_class glyphs_classify(struct glyphs *glyphs,
				 enum glyph_opinion opinion,
				 const struct glyph_patch *patch,
				 float probabilities[GLYPH_CLASSES]);

/* Makes of what one network says what both say: the geometric mean, that is the
 * mean of their logits (Heskes 1998, "Selecting weighting factors in
 * logarithmic opinion pools"). models/README.md has the figures. Returns the
 * most probable class. */
enum glyph_class glyphs_agree(float first[GLYPH_CLASSES],
			      const float second[GLYPH_CLASSES]);

/* What was read of the picture that is being looked at (number_memo.h). */
struct number_memo *glyphs_memo(struct glyphs *glyphs);

/* '0'..'9', 'A', 'B' or '?' */
char glyph_class_char(enum glyph_class class);

#endif
