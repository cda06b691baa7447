/* What was read at the places of one picture: several families look at the
 * same places. Part of numbers.h. */
#ifndef NUMBER_MEMO_H
#define NUMBER_MEMO_H

#include "geometry.h"
#include "glyphs.h"
#include "numbers.h"

/* Numbers of more strokes are read anew. */
enum { MEMO_BOXES_MAX = 6 };

/* A place, whatever its frame, and the boxes that its strokes must lie in. To
 * be zeroed first: all of its bytes are compared. */
struct memo_key {
	const uint8_t *picture; /* its first pixel */
	/* of the place, by rows, in steps far smaller than what tells in a
	 * reading (memo_key_place) */
	int32_t corners[8];
	long box_count;
	struct box boxes[MEMO_BOXES_MAX];
};

/* A glyph, by the part of its frame that it fills. To be zeroed first. */
struct memo_glyph {
	const uint8_t *picture;
	struct extent extent;
	struct homography frame_to_px;
	int dark;    /* darker than its paper */
	int opinion; /* enum glyph_opinion */
};

struct number_memo;

/* NULL without memory. It remembers nothing before number_memo_start. */
struct number_memo *number_memo_new(void);
void number_memo_free(struct number_memo *memo);

/* Forgets everything, and remembers from now on what is read of the picture
 * with that first pixel, which stays as it is; or no longer. */
void number_memo_start(struct number_memo *memo, const uint8_t *picture);
void number_memo_stop(struct number_memo *memo);

/* Sets a key's place. Returns false where that is none of a picture's. */
bool memo_key_place(struct memo_key *key, const struct place *place);

/* Fills in what was read there, its extent in the units of this place's frame:
 * lattices made wider have frames of their own. Returns false where that was
 * not read, or has been forgotten: what was read last takes the room of what
 * was read before it. */
bool number_memo_find(const struct number_memo *memo,
		      const struct memo_key *key, const struct extent *place,
		      struct number *number);
void number_memo_put(struct number_memo *memo, const struct memo_key *key,
		     const struct extent *place, const struct number *number);

/* The same of how probable each class is for one glyph, [GLYPH_CLASSES]: a
 * place is read with more room and less, and cut in several ways. */
const float *number_memo_find_glyph(const struct number_memo *memo,
				    const struct memo_glyph *glyph);
void number_memo_put_glyph(struct number_memo *memo,
			   const struct memo_glyph *glyph,
			   const float *classes);
/* Fills in how probable each class is for the glyph that fills an extent: as
 * remembered, or by looking at it (glyph_patch.h). The second network looks
 * once at what fills the same pixels, whatever its frame: a number is read in
 * several that hardly differ. */
void number_memo_look(struct glyphs *glyphs, enum glyph_opinion opinion,
		      const struct plane *plane, const struct extent *extent,
		      const struct homography *frame_to_px, bool dark,
		      float classes[GLYPH_CLASSES]);

#endif
