/* How often the classifier is right. */
#ifndef MEASURE_H
#define MEASURE_H

#include "glyph_net.h"
#include "glyph_scene.h"

struct measure {
	/* [what was drawn][what was read] */
	int count[GLYPH_CLASSES][GLYPH_CLASSES];
	double loss; /* sum of negative log probabilities */
};

/* Draws `count` scenes and adds how they are read. */
void measure_scenes(const struct glyph_net *net,
		    struct glyph_scene_maker *maker,
		    const struct glyph_scene_order *order, int count,
		    struct measure *measure);
/* Of the digits drawn, the share read as what they are. */
double measure_digits_right(const struct measure *measure);

/* The temperature at which scenes of held out typefaces lose least (Guo et
 * al. 2017, "On calibration of modern neural networks"). */
float measure_temperature(const struct glyph_net *net,
			  struct glyph_scene_maker *maker);

/* Prints the tables of models/README.md, drawn from the test typefaces, and
 * writes the confusion table to `confusion` (may be NULL) as CSV. */
int measure_print(const struct glyph_net *net,
		  const struct typefaces *typefaces, uint64_t seed,
		  const char *confusion, struct problem *problem);

/* Which fonts were found. */
void typefaces_print(const struct typefaces *typefaces);

#endif
