/* Panels of scenes (scenes/) as the reader opens them once it has found them,
 * to learn from. */
#ifndef PANEL_LESSONS_H
#define PANEL_LESSONS_H

#include <stdbool.h>

#include "sheet.h"
#include "problem.h"
#include "rng.h"

struct panel_lessons {
	/* adds more of what is to be learnt to a panel before it is drawn */
	void (*enrich)(struct panel *panel, struct rng *rng);
	/* takes what was drawn: the filled sheet, `rng` NULL for panels as they
	 * are; returns 0, or -1 where that cannot be written */
	int (*take)(void *to, struct sheet *sheet, const struct panel *panel,
		    struct rng *rng);
	void *to;
	bool held; /* panels as they are */
};

/* Draws scenes from number `first` on, none of those that are counted, and
 * hands over each of their panels. Returns 0, or -1 with `problem` filled in.
 */
int panel_lessons_draw(const struct panel_lessons *lessons, long first,
		       long count, struct problem *problem);

#endif
