/* Boxes, discs, tints and numbers in many looks, for the families whose
 * puzzles are numbers in boxes. */
#ifndef BOXES_H
#define BOXES_H

#include "scene.h"

enum box_shape { BOX_SHARP, BOX_ROUND, BOX_PILL, BOX_DISC, BOX_SHAPES };
enum box_border {
	BORDER_PLAIN,
	BORDER_DOUBLE,
	BORDER_DOTTED,
	BORDER_DASHED,
	BORDER_NONE,
	BORDERS
};

/* What a box is filled with besides its colour. */
enum box_texture {
	TEXTURE_NONE,
	TEXTURE_LINES, /* hatched, in any direction */
	TEXTURE_CROSSED,
	TEXTURE_DOTS
};

struct box_look {
	enum box_shape shape;
	enum box_border border;
	double line; /* width of the border, cells */
	double px;   /* pixels a cell: a line is at least one wide */
	bool shadow, gradient;
	uint32_t fill, stroke;
	enum box_texture texture;
	double turn, pitch; /* of the texture: radians, cells */
	double heavy;       /* width of its lines or dots, pitches */
	uint32_t texture_ink;
};

const char *box_shape_name(enum box_shape shape);
const char *box_border_name(enum box_border border);

/* Any shape and border, the look's colours, no shadow. */
void box_look_choose(struct box_look *box, const struct scene_look *look,
		     struct rng *rng);

void box_draw(cairo_t *cr, const struct box_look *box, double x, double y,
	      double width, double height);

/* A colour by hue (turns), saturation and lightness (0 to 1). */
uint32_t colour_hsl(double hue, double saturation, double lightness);
/* How light it looks, 0 to 255 (Rec. 601). */
double colour_luma(uint32_t rgb);
/* Black or white, nearly: what stands out from `ground`. */
uint32_t colour_ink_on(uint32_t ground, struct rng *rng);
/* The largest difference of a channel, in levels. */
int colour_levels(uint32_t a, uint32_t b);

/* Replaces the palette and typeface by ones made up: any hue, light or dark,
 * flat or with a gradient across the page. */
void number_look(struct scene_look *look, struct rng *rng);

/* The height at which `digits` digits take at most `width`, in any of the
 * typefaces, and at most `height`. */
double number_height(int digits, double width, double height);

/* The most digits of the numbers; `none` is no number. */
int number_digits(const int *numbers, int count, int none);

/* At least so many pixels a cell that digits of this height (cells) are as
 * high as the smallest that must be read. */
void number_px_cell(struct scene_look *look, double height, double low,
		    double high, struct rng *rng);

void number_draw(cairo_t *cr, const struct scene_look *look, double x, double y,
		 double height, int number);

#endif
