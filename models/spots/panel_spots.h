/* Spots of panels' lines as the reader sees them in scenes (scenes/), drawn
 * once and kept in a file. */
#ifndef PANEL_SPOTS_H
#define PANEL_SPOTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "problem.h"
#include "rng.h"
#include "spot_net.h"

/* Draws scenes from number `first` on and appends the spots of those of their
 * panels whose cells are small. To learn from, more lies on their lines, and
 * of plain spots one in a few is kept; `held`: all spots, as they are. Returns
 * 0, or -1 with `problem` filled in. */
int panel_spots_draw(long first, long count, bool held, FILE *file,
		     struct problem *problem);

struct panel_spots {
	uint8_t *spots; /* one after the other, as in the file */
	long count;
};

/* Reads such a file. Returns 0, or -1 with `problem` filled in;
 * panel_spots_fini frees in both cases. */
int panel_spots_read(struct panel_spots *spots, const char *path,
		     struct problem *problem);
void panel_spots_fini(struct panel_spots *spots);

/* How a patch is cut: turned over along either way or, a vertex, about the
 * diagonal, so far beside its place (-1 to 1 pixels of the sheet). */
struct spot_cut {
	bool mirrored, flipped, turned;
	int dx, dy;
};

bool panel_spots_is_vertex(const struct panel_spots *spots, long i);

/* The patch of spot i; returns its class. */
enum spot_class panel_spots_take(const struct panel_spots *spots, long i,
				 const struct spot_cut *cut,
				 struct spot_patch *patch);

#endif
