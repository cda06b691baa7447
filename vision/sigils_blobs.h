/* Things in a view that may be pieces: connected blobs with the shape of a
 * tetromino, at whatever brightness or colour they stand out.
 *
 * Nothing is assumed of a piece's colour or of the ground it lies on. Several
 * channels of the view (how much a pixel differs from the ground around it,
 * how colourful, how light, how dark it is) are cut at many levels; each
 * connected blob at each level is compared with the tetrominoes (as "maximally
 * stable extremal regions" are found, Matas et al. 2002, but kept by their
 * shape). A piece is seen at the level at which it is most itself. */
#ifndef SIGILS_BLOBS_H
#define SIGILS_BLOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "sigils.h"
#include "sigils_view.h"

/* A blob like a piece. */
struct sigils_blob {
	enum sigils_kind kind;
	int turns;                      /* as sigils_shape */
	double x, y;                    /* view: top left of the shape's box */
	double pitch;                   /* view pixels a square */
	double likeness;                /* 0..1: common area / joint area */
	double other;                   /* the same of the best other kind, */
	enum sigils_kind other_kind;    /* SIGILS_KIND_COUNT: none */
	uint8_t colour[SIGILS_COLOURS]; /* median inside */
	double contrast; /* mean difference from just outside, 0..255 */
};

struct sigils_blobs {
	struct sigils_blob *list; /* none overlaps another much */
	size_t count, capacity;
};

enum sigils_channel {
	SIGILS_APART, /* from the ground, wide surroundings */
	SIGILS_CHROMA,
	SIGILS_APART_NEAR, /* narrow surroundings */
	SIGILS_LIGHT,
	SIGILS_DARK,
	SIGILS_JOINED,      /* apart, narrow gaps between squares closed */
	SIGILS_JOINED_WIDE, /* the same, wider gaps */
	SIGILS_CHANNELS
};

/* Adds what one channel shows to a zeroed or grown list; where a blob
 * overlaps a known one the better stays. Returns 0, or -1 without memory. */
int sigils_blobs_find(struct sigils_view *view, enum sigils_channel channel,
		      struct sigils_blobs *blobs);
/* Adds a blob, as above. */
int sigils_blobs_add(struct sigils_blobs *blobs,
		     const struct sigils_blob *blob);
/* Fills in its colour from its place and shape. */
void sigils_blob_find_colour(const struct sigils_view *view,
			     struct sigils_blob *blob);
/* How much of its inside is as the ground around it? Of outlines most, of
 * words some, of other pieces hardly any. */
double sigils_blob_bare_share(const struct sigils_view *view,
			      const struct sigils_blob *blob);
/* Do two blobs have a good part of the smaller one in common? */
bool sigils_blobs_overlap(const struct sigils_blob *a,
			  const struct sigils_blob *b);
void sigils_blobs_fini(struct sigils_blobs *blobs);

#endif
