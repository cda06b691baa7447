/* Pieces among the fields of a picture: what an outline surrounds, what lies
 * on a card or in a box of its own, and separate blocks side by side.
 *
 * The levels of sigils_blobs.h show what differs from its surroundings by its
 * own colour. A piece that is drawn as an outline does not, and one that is
 * made of four blocks with gaps between them is never in one part. Both show
 * in the fields (elements.h): the inside of the outline is one field with the
 * shape of the piece, and each block is a square one. */
#ifndef SIGILS_FIELDS_H
#define SIGILS_FIELDS_H

#include "elements.h"
#include "sigils_blobs.h"

/* Adds the pieces that the fields outside the frame show to a zeroed or grown
 * list; where a blob overlaps a known one the better stays. Returns 0, or -1
 * without memory. */
int sigils_fields_find(const struct elements *elements,
		       const struct sigils_view *view,
		       struct sigils_blobs *blobs);

#endif
