/* A panel seen from the front: the picture around a lattice, rectified so
 * that every cell is as large, with models of what a line and what a cell's
 * ground look like at every place. All reading happens here, in cells. */
#ifndef PANEL_SHEET_H
#define PANEL_SHEET_H

#include <math.h>

#include "image.h"
#include "panel.h"
#include "find.h"

enum {
	/* Sheet pixels a cell: a block of a polyomino (.145 of a cell) is
	 * seven of them, the largest panels stay below a megapixel. */
	SHEET_CELL = 48,
	/* cells around the lattice: the longest stub and the largest start */
	SHEET_MARGIN = 1,
};

struct colour {
	float red, green, blue;
};

struct sheet {
	const struct image *image; /* not owned */
	int columns, rows;
	struct homography cell_to_px;
	double px_cell;    /* picture pixels a cell, at the smallest */
	double line_width; /* cells */
	double steady;     /* share of the lines that are so wide */

	int width, height;
	/* NULL before sheet_fill: most places are no panels, and few of their
	 * pixels tell. */
	struct colour *pixels;
	/* Before that those eights of pixels of which one was asked for, as
	 * long as cell_to_px stays: is_asked[i] for 8 i .. 8 i + 7. */
	struct colour *asked;
	bool *is_asked;
	/* How little a pixel looks like line: 0 its colour, 1 as far from it
	 * as the ground nearby, more for symbols. NULL before sheet_fill. */
	float *unlike;
	/* The line's colour at cell x, y is the sum of a + b x + c y: within
	 * the lattice, where bright cells shine onto it, and outside. */
	struct colour line[3], rim[3];
	/* Ground of each cell, with a ring of cells around the lattice */
	struct colour ground[PANEL_SIDE_MAX + 2][PANEL_SIDE_MAX + 2];
	float contrast[PANEL_SIDE_MAX + 2][PANEL_SIDE_MAX + 2];
	double clear; /* median contrast over the noise of the lines */
	/* How far bare cells are off their ground, pixel by pixel of a cell, by
	 * rows (bare.h); NULL: they are flat. */
	struct colour *bare;
};

/* Fits, putting the lattice onto the lines seen `refinements` times: two are
 * within a tenth of a pixel. Pixels are worked out as they are asked for.
 * Returns 0; 1 where nothing there looks like a panel's lines, or where the
 * lattice is larger than any panel; -1 without
 * memory. sheet_fini frees in every case. */
int sheet_init(struct sheet *sheet, const struct image *image,
	       const struct panel_place *place, int refinements);
/* Puts the lattice, and with it all pixels, elsewhere; before sheet_fill. */
void sheet_move(struct sheet *sheet, const struct homography *cell_to_px);
/* Works out all pixels. Returns 0, or -1 without memory. */
int sheet_fill(struct sheet *sheet);
/* Fits the ground again after pixels were changed. */
void sheet_judge(struct sheet *sheet);
void sheet_fini(struct sheet *sheet);

/* Where the lattice's corners lie in the picture. */
struct quad sheet_px_corners(const struct sheet *sheet);

/* The sheet's colour and unlikeness at a place; the nearest outside. */
struct colour sheet_colour(const struct sheet *sheet, double cell_x,
			   double cell_y);
double sheet_unlike(const struct sheet *sheet, double cell_x, double cell_y);

/* The model's colours there. */
struct colour sheet_line(const struct sheet *sheet, double cell_x,
			 double cell_y);
struct colour sheet_ground(const struct sheet *sheet, double cell_x,
			   double cell_y);
/* The ground of most cells beside the lattice: left, right, above, below. */
void sheet_find_beside(const struct sheet *sheet, struct colour beside[4]);
/* The ground there. Outside of the lattice little of a cell's is seen, and what
 * lies there may be a mark: one farther off, levels, from most of that side
 * counts as they do. */
struct colour sheet_ground_beside(const struct sheet *sheet,
				  const struct colour beside[4], double cell_x,
				  double cell_y, double off);
double sheet_contrast(const struct sheet *sheet, double cell_x, double cell_y);
/* The middle of all cells' grounds, each channel by itself. */
struct colour sheet_median_ground(const struct sheet *sheet);

static inline struct colour colour_of_pixel(uint32_t pixel)
{
	return (struct colour){ (float)(pixel >> 16 & 255),
				(float)(pixel >> 8 & 255),
				(float)(pixel & 255) };
}

static inline struct colour colour_less(struct colour a, struct colour b)
{
	return (struct colour){ a.red - b.red, a.green - b.green,
				a.blue - b.blue };
}

static inline float colour_product(struct colour a, struct colour b)
{
	return a.red * b.red + a.green * b.green + a.blue * b.blue;
}

/* So much of the way from one colour to another. */
static inline struct colour colour_towards(struct colour from, struct colour to,
					   float share)
{
	return (struct colour){ from.red + share * (to.red - from.red),
				from.green + share * (to.green - from.green),
				from.blue + share * (to.blue - from.blue) };
}

static inline double colour_distance(struct colour a, struct colour b)
{
	double red = a.red - b.red, green = a.green - b.green;
	double blue = a.blue - b.blue;

	return sqrt(red * red + green * green + blue * blue);
}

/* As JPEG has it. */
static inline float colour_brightness(struct colour c)
{
	return 0.299f * c.red + 0.587f * c.green + 0.114f * c.blue;
}

/* The median of each of the three values, the middle of the greater number;
 * `work` has room for as many. */
struct colour colour_median(const struct colour *colours, int count,
			    float *work);

/* How far two colours are apart where one may be a picture's fault: JPEG makes
 * tints, of up to some 30 levels, but keeps brightness; what differs by less in
 * tint alone counts .6 of it. */
static inline double colour_seen_apart(struct colour a, struct colour b)
{
	double all = colour_distance(a, b), root = sqrt(3);
	float bright = colour_brightness(a) - colour_brightness(b);

	if (all > 32)
		return all;
	return fmin(all, fmax(root * fabsf(bright), 0.6 * all));
}

/* How far a colour is from all mixtures of two others. */
static inline double colour_off_mixtures(struct colour c, struct colour a,
					 struct colour b)
{
	struct colour way = colour_less(b, a), gone = colour_less(c, a);
	float along =
		colour_product(gone, way) / fmaxf(1, colour_product(way, way));

	return colour_distance(gone,
			       colour_towards((struct colour){ 0, 0, 0 }, way,
					      fminf(1, fmaxf(0, along))));
}

#endif
