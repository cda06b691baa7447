/* What has failed is not searched again.
 *
 * Ways that a line went differ, but what is left to do is often the same: the
 * regions that it has closed are judged, and how they were drawn matters no
 * more. What is left is told by where the line stands, which edges it can
 * still take or must take, and what the cells that lie open to those edges are
 * joined to and still lack. Such keys of searches that found nothing are
 * remembered, by a hash of 128 bits. */
#ifndef PANEL_PAST_H
#define PANEL_PAST_H

#include "panel_memory.h"
#include "panel_state.h"

struct panel_past;

/* NULL if memory runs out. `graph` must outlive it. */
struct panel_past *panel_past_new(const struct panel_graph *graph);
void panel_past_free(struct panel_past *past);

/* From now on threads may share it, each with a state of its own. */
void panel_past_share(struct panel_past *past);

/* Does what is left to do not depend on how the line went? */
bool panel_past_can(const struct panel_state *state);

/* What is left to do in a state that panel_state_conclude was content with.
 * `task`: numbers what else matters, as the ends of the line. */
struct memory_key panel_past_key(const struct panel_past *past,
				 const struct panel_state *state, int task);

void panel_past_note(struct panel_past *past, const struct memory_key *key);
bool panel_past_knows(const struct panel_past *past,
		      const struct memory_key *key);

#endif
