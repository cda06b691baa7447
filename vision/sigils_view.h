/* A picture of sigils seen straight on: small, in colour, every square of the
 * frame equally large and upright. Pieces in the tray lie in the frame's
 * plane, so they too come to stand upright. */
#ifndef SIGILS_VIEW_H
#define SIGILS_VIEW_H

#include "image.h"
#include "lattice.h"
#include "plane.h"

enum { SIGILS_RED, SIGILS_GREEN, SIGILS_BLUE, SIGILS_COLOURS };

struct sigils_view {
	int width, height;
	double scale;        /* view pixels a square of the frame */
	struct point origin; /* frame squares: where view pixel 0,0 starts */
	int columns, rows;   /* of the frame; 0 where there is none */
	double pitch_least, pitch_most; /* of pieces, view pixels a square */
	struct homography cell_to_px;   /* frame squares to picture pixels */
	struct plane colour[SIGILS_COLOURS];
	struct plane scratch; /* a channel of blobs is made here */
	/* how far pixels are from the ground in wide surroundings, which two
	 * channels start from; data NULL before the first of them */
	struct plane apart;
};

/* The surroundings of a lattice, as far as a tray can be. Returns 0, or -1
 * without memory; sigils_view_fini frees in both cases. */
int sigils_view_init(struct sigils_view *view, const struct image *image,
		     const struct lattice *lattice);
/* The whole picture as it is, before any frame is known. */
int sigils_view_init_plain(struct sigils_view *view, const struct image *image);
void sigils_view_fini(struct sigils_view *view);

/* From view pixels (their corners, so that 0.5 is the middle of the first) to
 * frame squares, and back. */
struct point sigils_view_cell(const struct sigils_view *view, double x,
			      double y);
struct point sigils_view_at(const struct sigils_view *view, struct point cell);

/* Where in the picture is the middle of this piece of view? */
struct point sigils_view_px(const struct sigils_view *view, double x, double y);

#endif
