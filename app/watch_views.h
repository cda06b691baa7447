/* `watch` before a pillar, of which no picture shows all: each press adds one
 * of its sides, until they show the whole panel. */
#ifndef WATCH_VIEWS_H
#define WATCH_VIEWS_H

#include "pillar.h"
#include "watch_look.h"

/* Zeroed: none yet. */
struct watch_views {
	struct image images[PILLAR_VIEWS_MOST];       /* owned; latest last */
	struct pillar_view places[PILLAR_VIEWS_MOST]; /* as joined last */
	int count;
	screen_id window; /* of the latest; 0: none */
	double taken;     /* when that was */
};

/* Takes in what a press has seen, read, but not solved. Where that is one side
 * of a pillar, `look` gets what to say of it and, once all sides are seen, the
 * panel around it. Views that do not fit, are too old or followed by another
 * puzzle are forgotten. */
void watch_views_take(struct watch_views *views, struct pipeline *pipeline,
		      struct look *look);
void watch_views_forget(struct watch_views *views);

#endif
