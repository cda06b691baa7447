/* How often the glyph classifier is right. */
#ifndef MEASURE_H
#define MEASURE_H

#include "glyph_net.h"
#include "glyph_scene.h"
#include "score.h"

/* Glyphs to be read. */
struct glyph_source {
	struct glyph_scene_maker *maker;
	struct glyph_scene_order order;
};

/* A score_draw_fn; its maker is a struct glyph_source. */
int glyph_source_draw(void *source, float *patch);

struct scored glyphs_scored(const struct glyph_net *net,
			    struct glyph_source *source);

/* Prints the tables of models/README.md, drawn from the test typefaces, of one
 * network, or of what two say (`second` is not NULL), and writes the confusion
 * table to `confusion` (may be NULL) as CSV. */
int measure_print(const struct glyph_net *net, const struct glyph_net *second,
		  const struct typefaces *typefaces, uint64_t seed,
		  const char *confusion, struct problem *problem);

/* Which fonts were found. */
void typefaces_print(const struct typefaces *typefaces);

#endif
