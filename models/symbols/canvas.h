/* A small picture of floats and what befalls pictures. */
#ifndef CANVAS_H
#define CANVAS_H

#include "rng.h"

enum { CANVAS_SIDE_MAX = 512 };

struct canvas {
	int width, height;
	float *value;   /* by rows */
	float *scratch; /* of the same size */
};

/* Room for any size up to CANVAS_SIDE_MAX squared. Returns 0 or -1;
 * canvas_fini frees in both cases. */
int canvas_init(struct canvas *canvas);
void canvas_fini(struct canvas *canvas);
/* Sets the size, at most CANVAS_SIDE_MAX a side, and zeroes. */
void canvas_clear(struct canvas *canvas, int width, int height);

void canvas_blur(struct canvas *canvas, double sigma);
/* What JPEG does to brightness, quality 1..100, its blocks shifted by dx,dy
 * (0..7). Values are 0..255. */
void canvas_compress(struct canvas *canvas, int quality, int dx, int dy);
/* ... and to colours, of which it keeps less. */
void canvas_compress_tone(struct canvas *canvas, int quality, int dx, int dy);
void canvas_add_noise(struct canvas *canvas, double sigma, struct rng *rng);

#endif
