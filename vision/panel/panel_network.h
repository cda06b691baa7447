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

/* Pixels left .. right - 1 of a row that belong to one part. */
struct network_run {
	int y, left, right;
};

struct network_runs {
	struct network_run *list;
	size_t count, capacity;
};

struct network {
	int width, height;
	int px_x, px_y, step; /* pixel 0,0 in the picture, and its size */
	uint8_t *line;        /* 1: a line */
	uint16_t *distance;   /* to the nearest line or rim, in thirds */
	double most;          /* the greatest distance, pixels */
	/* of the distance last looked for, by rows; and memory for the next */
	struct network_runs runs, next_runs;
	int *parent; /* of runs: the first of those it is connected to */
	struct heart *hearts;
	size_t heart_count, heart_capacity;
};

/* Upright: vertex 0,0 and the pitch, network pixels. */
struct network_grid {
	double x, y, pitch;
	int columns, rows;
};

/* Which pixels are lines is still to be set. Returns 0, or -1 without memory;
 * network_fini frees. */
int network_init(struct network *network, int width, int height);
void network_fini(struct network *network);

/* Fills in the distances (Borgefors 1986, "Distance transformations in
 * digital images": chamfer 3-4). Returns 0, or -1 without memory. */
int network_measure(struct network *network);

/* The connected parts farther than `distance` from any line, in hearts;
 * returns how many or -1 without memory. Parts of more than `share` of the
 * whole are left out. After network_measure distances may only grow. */
int network_find_hearts(struct network *network, double distance, double share);

/* The rows and columns of upright lines: false where they do not lie at
 * equal distances. */
bool network_find_grid(const struct network *network,
		       struct network_grid *grid);

#endif
