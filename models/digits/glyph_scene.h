/* Drawing glyphs as they come in pictures of puzzles: any size, a little
 * turned, blurred, noisy, outlined, in company, on uneven paper. */
#ifndef GLYPH_SCENE_H
#define GLYPH_SCENE_H

#include "glyphs.h"
#include "rng.h"
#include "typefaces.h"

/* How much a scene may be degraded. */
enum glyph_scene_style {
	/* What measured figures are quoted for: a screenshot, a scan or a
	 * decent photograph. Contrast of at least a quarter of the range,
	 * blur of up to 5 % of the glyph's height, noise, JPEG, lines in the
	 * margin, outlines. */
	GLYPH_SCENE_PLAIN,
	/* What is trained on: worse in every respect. */
	GLYPH_SCENE_HARD,
};

struct glyph_scene_order {
	enum typeface_use use; /* which typefaces to draw from */
	enum glyph_scene_style style;
	double height_low, height_high; /* of the glyph in pixels */
	double none_share; /* how many show something else than a glyph
			    * that is asked for */
};

struct glyph_scene {
	struct glyph_patch patch;
	enum glyph_class label;
	double height; /* of the glyph in pixels */
};

/* Scratch memory and typefaces in use. */
struct glyph_scene_maker;

struct glyph_scene_maker *
glyph_scene_maker_new(const struct typefaces *typefaces, uint64_t seed);
void glyph_scene_maker_free(struct glyph_scene_maker *maker);

/* Draws one glyph of a random class. */
void glyph_scene_make(struct glyph_scene_maker *maker,
		      const struct glyph_scene_order *order,
		      struct glyph_scene *scene);

/* Writes `text` (digits, letters) in a random typeface, its digits `height`
 * pixels high, degraded alike, onto a new plane, which the caller frees with
 * plane_fini. `extent` becomes the box of its ink, `dark` its polarity.
 * Returns 0, or -1 without memory. */
int glyph_scene_write(struct glyph_scene_maker *maker,
		      const struct glyph_scene_order *order, const char *text,
		      struct plane *plane, struct extent *extent, bool *dark);

#endif
