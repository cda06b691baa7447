#include "number_memo.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* A page of text has some 1,000 words, each of which is looked at a few
 * times. */
enum { SLOT_BITS = 13 };
/* Lattices and what stands around them take up to 5,000 glyphs. */
enum { GLYPH_BITS = 13 };

/* So many steps of a key to a pixel: what is computed in two ways is the same
 * within far less, and nothing that differs by less reads otherwise. Places
 * reach no further than so many pixels. */
#define STEPS 256
#define PX_MOST 1e6

struct slot {
	struct memo_key key;
	struct extent place; /* in the frame in which it was read */
	struct number number;
	long turn; /* valid where it is the memo's */
};

struct glyph_slot {
	struct memo_glyph key;
	float classes[GLYPH_CLASSES];
	long turn;
};

struct number_memo {
	const uint8_t *picture; /* NULL: none */
	long turn;              /* how many there were */
	struct slot slots[1 << SLOT_BITS];
	struct glyph_slot glyphs[1 << GLYPH_BITS];
};

struct number_memo *number_memo_new(void)
{
	return alloc_array(1, sizeof(struct number_memo));
}

void number_memo_free(struct number_memo *memo)
{
	free(memo);
}

void number_memo_start(struct number_memo *memo, const uint8_t *picture)
{
	memo->picture = picture;
	memo->turn++;
}

void number_memo_stop(struct number_memo *memo)
{
	memo->picture = NULL;
}

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), a
 * word at a time. Of a key's `size` bytes, whole words, after its picture, the
 * highest `bits` bits. Where the picture lies in memory, another place in every
 * run, must not tell what is forgotten: a glyph that is looked at anew in
 * another frame is read a little otherwise. */
static size_t hash_of(const void *key, size_t size, int bits)
{
	const char *from = key;
	uint64_t word, hash = 0;

	for (size_t i = sizeof(uint8_t *); i < size; i += sizeof word) {
		memcpy(&word, from + i, sizeof word);
		hash = (hash ^ (hash >> 32) ^ word) * 0x9e3779b97f4a7c15u;
	}
	return hash >> (64 - bits);
}

static size_t slot_of(const struct memo_key *key)
{
	_Static_assert(offsetof(struct memo_key, picture) == 0, "goes first");
	_Static_assert((sizeof *key - sizeof key->picture) % sizeof(uint64_t) ==
			       0,
		       "whole words");
	return hash_of(key, sizeof *key, SLOT_BITS);
}

static size_t glyph_slot_of(const struct memo_glyph *glyph)
{
	_Static_assert(offsetof(struct memo_glyph, picture) == 0, "goes first");
	_Static_assert(
		(sizeof *glyph - sizeof glyph->picture) % sizeof(uint64_t) == 0,
		"whole words");
	return hash_of(glyph, sizeof *glyph, GLYPH_BITS);
}

bool memo_key_place(struct memo_key *key, const struct place *place)
{
	const struct extent *e = &place->extent;

	for (int i = 0; i < 4; i++) {
		struct point at = { i % 2 ? e->right : e->left,
				    i / 2 ? e->bottom : e->top };

		at = homography_apply(&place->frame_to_px, at);
		if (!(fabs(at.x) < PX_MOST && fabs(at.y) < PX_MOST))
			return false;
		key->corners[2 * i] = (int32_t)floor(at.x * STEPS + 0.5);
		key->corners[2 * i + 1] = (int32_t)floor(at.y * STEPS + 0.5);
	}
	return true;
}

/* An extent within `from` of one frame, in the frame in which that is `to`. */
static struct extent move_extent(const struct extent *extent,
				 const struct extent *from,
				 const struct extent *to)
{
	double x = (to->right - to->left) / (from->right - from->left);
	double y = (to->bottom - to->top) / (from->bottom - from->top);

	return (struct extent){ to->left + x * (extent->left - from->left),
				to->top + y * (extent->top - from->top),
				to->left + x * (extent->right - from->left),
				to->top + y * (extent->bottom - from->top) };
}

bool number_memo_find(const struct number_memo *memo,
		      const struct memo_key *key, const struct extent *place,
		      struct number *number)
{
	const struct slot *slot = &memo->slots[slot_of(key)];

	if (!key->picture || key->picture != memo->picture ||
	    slot->turn != memo->turn || memcmp(&slot->key, key, sizeof *key))
		return false;
	*number = slot->number;
	/* what is nothing has no extent */
	if (number->extent.right > number->extent.left &&
	    /* NOLINTNEXTLINE(*-suspicious-memory-comparison,cert-*) */
	    memcmp(&slot->place, place, sizeof *place))
		number->extent =
			move_extent(&number->extent, &slot->place, place);
	return true;
}

void number_memo_put(struct number_memo *memo, const struct memo_key *key,
		     const struct extent *place, const struct number *number)
{
	if (key->picture && key->picture == memo->picture)
		memo->slots[slot_of(key)] =
			(struct slot){ *key, *place, *number, memo->turn };
}

const float *number_memo_find_glyph(const struct number_memo *memo,
				    const struct memo_glyph *glyph)
{
	const struct glyph_slot *slot = &memo->glyphs[glyph_slot_of(glyph)];

	return glyph->picture && glyph->picture == memo->picture &&
			       slot->turn == memo->turn &&
			       /* NOLINTNEXTLINE(*-memory-comparison,cert-*) */
			       !memcmp(&slot->key, glyph, sizeof *glyph)
		       ? slot->classes
		       : NULL;
}

void number_memo_put_glyph(struct number_memo *memo,
			   const struct memo_glyph *glyph, const float *classes)
{
	struct glyph_slot *slot = &memo->glyphs[glyph_slot_of(glyph)];

	if (!glyph->picture || glyph->picture != memo->picture)
		return;
	slot->key = *glyph;
	memcpy(slot->classes, classes, sizeof slot->classes);
	slot->turn = memo->turn;
}

/* Glyphs whose sides differ by less than this share of their height, or less
 * than a pixel, are one glyph to the second network. */
#define SAME_GLYPH 0.1

/* What an extent lies in, in pixels, roughly. */
static struct extent px_around(const struct extent *extent,
			       const struct homography *frame_to_px)
{
	struct extent px = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
	double unit;

	for (int i = 0; i < 4; i++) {
		struct point at = { i % 2 ? extent->right : extent->left,
				    i / 2 ? extent->bottom : extent->top };

		at = homography_apply(frame_to_px, at);
		px.left = fmin(px.left, at.x);
		px.right = fmax(px.right, at.x);
		px.top = fmin(px.top, at.y);
		px.bottom = fmax(px.bottom, at.y);
	}
	unit = fmax(1, floor(SAME_GLYPH * (px.bottom - px.top)));
	return (struct extent){ round(px.left / unit), round(px.top / unit),
				round(px.right / unit),
				round(px.bottom / unit) };
}

/* NOLINTNEXTLINE(readability-function-size): what a glyph looks like */
void number_memo_look(struct glyphs *glyphs, enum glyph_opinion opinion,
		      const struct plane *plane, const struct extent *extent,
		      const struct homography *frame_to_px, bool dark,
		      float classes[GLYPH_CLASSES])
{
	struct number_memo *memo = glyphs_memo(glyphs);
	struct glyph_patch patch;
	struct memo_glyph glyph;
	const float *known;

	memset(&glyph, 0, sizeof glyph);
	glyph.picture = plane->data;
	if (opinion == GLYPH_FIRST) {
		glyph.extent = *extent;
		glyph.frame_to_px = *frame_to_px;
	} else {
		glyph.extent = px_around(extent, frame_to_px);
	}
	glyph.dark = dark;
	glyph.opinion = (int)opinion;
	known = number_memo_find_glyph(memo, &glyph);
	if (known) {
		memcpy(classes, known, GLYPH_CLASSES * sizeof *classes);
		return;
	}
	glyph_patch_cut(plane, extent, frame_to_px, dark, &patch);
	glyphs_classify(glyphs, opinion, &patch, classes);
	number_memo_put_glyph(memo, &glyph, classes);
}
