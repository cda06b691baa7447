/* Do the squares of a frame go on beyond it? Then it is a part of one. */
#ifndef SIGILS_BEYOND_H
#define SIGILS_BEYOND_H

#include <stdbool.h>

#include "lattice.h"
#include "plane.h"
#include "sigils_view.h"

/* Does, at any side, what lies beyond look like the squares before it, and end
 * at a line like those between them? `view` is that of the frame. False where
 * no lines are seen between its squares. */
bool sigils_frame_goes_on(const struct plane *grey, const struct lattice *frame,
			  const struct sigils_view *view);

#endif
