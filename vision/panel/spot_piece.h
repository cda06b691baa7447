/* The spots of a panel's lines, vertices and the middles of edges, as pieces of
 * its sheet for the network (spot_net.h). */
#ifndef SPOT_PIECE_H
#define SPOT_PIECE_H

#include "spot_net.h"

/* The network is asked about cells of no more pixels than this: in larger ones
 * all is seen that there is. */
#define SPOTS_PX_MOST 60.0
/* and about lines no thinner than this, cells: it has learnt from such alone,
 * and takes thinner ones' vertices for dots. */
#define SPOTS_LINE_LEAST 0.16

/* The class of an end that leads to dx, dy, of a lying piece; `upright`: of an
 * edge that was turned so. And where the end of a class leads. */
enum spot_class spot_end_class(int dx, int dy, bool upright);
void spot_end_way(enum spot_class class, bool upright, int *dx, int *dy);

/* How far a panel's plainest spots are off their line's colour. */
struct spot_plain {
	struct colour edge[SPOT_PIXELS], vertex[SPOT_PIXELS];
};

/* By those of the sheet that look least as if anything lay there; after
 * sheet_fill. */
void spot_plain_find(const struct sheet *sheet, struct spot_plain *plain);

/* The piece around spot x, y (doubled, as in struct panel): `pixels` (room for
 * SPOT_PIXELS) and `plain` are what it points to. */
void spot_piece_take(const struct sheet *sheet, const struct spot_plain *plain,
		     int x, int y, struct colour *pixels,
		     struct spot_piece *piece);

#endif
