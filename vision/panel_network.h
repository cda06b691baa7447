/* A network of lines as a picture of one bit, and the distances in it. */
#ifndef PANEL_NETWORK_H
#define PANEL_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "geometry.h"

/* A part of what is not line, farther from any line than some distance. */
struct heart {
	int area;
	struct quad corners; /* network pixels; outermost along the diagonals */
};

struct network {
	int width, height;
	int px_x, px_y, step; /* pixel 0,0 in the picture, and its size */
	uint8_t *line;        /* 1: a line */
	uint16_t *distance;   /* to the nearest line or rim, in thirds */
	double most;          /* the greatest distance, pixels */
	int *stack;
	uint8_t *seen;
	struct heart *hearts;
	size_t heart_count, heart_capacity;
};

/* Upright: vertex 0,0 and the pitch, network pixels. */
struct network_grid {
	double x, y, pitch;
	int columns, rows;
};

/* No lines yet. Returns 0, or -1 without memory; network_fini frees. */
int network_init(struct network *network, int width, int height);
void network_fini(struct network *network);

/* Fills in the distances (Borgefors 1986, "Distance transformations in
 * digital images": chamfer 3-4). */
void network_measure(struct network *network);

/* The connected parts farther than `distance` from any line, in hearts;
 * returns how many or -1 without memory. Parts of more than `share` of the
 * whole are left out. */
int network_find_hearts(struct network *network, double distance, double share);

/* The rows and columns of upright lines: false where they do not lie at
 * equal distances. */
bool network_find_grid(const struct network *network,
		       struct network_grid *grid);

#endif
