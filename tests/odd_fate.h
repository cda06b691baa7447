/* What becomes of a panel with an odd mark (panel_odd.h) that was read and
 * solved; for the bench and a test. */
#ifndef ODD_FATE_H
#define ODD_FATE_H

#include "geometry.h"
#include "panel_odd.h"
#include "pipeline.h"

enum odd_fate {
	ODD_READ,    /* rightly, answered or not */
	ODD_DOUBTED, /* not answered, */
	ODD_PLACED,  /* ... with a doubt where the mark lies */
	ODD_LEFT,    /* left out, with a name */
	ODD_SILENT,  /* not found: nothing is said */
	ODD_DROPPED, /* answered, but what was read is not what is there */
	ODD_FATES
};

static inline const char *odd_fate_name(enum odd_fate fate)
{
	static const char *const names[ODD_FATES] = {
		"read",     "doubted", "at its place",
		"left out", "silent",  "DROPPED"
	};

	return names[fate];
}

/* Does a doubt lie within half a cell of the mark? */
static inline bool odd_is_placed(const struct panel_odd *odd,
				 const struct quad *px_corners,
				 const struct outcome *outcome)
{
	const struct panel *panel = &odd->drawn.as.panel;
	struct quad cells = quad_from_box(0, 0, panel->columns, panel->rows);
	struct homography map;
	struct point at;
	double half;

	if (!odd->marked || homography_from_quads(&cells, px_corners, &map) < 0)
		return false;
	at = homography_apply(&map, odd->mark.cell_at);
	half = 0.5 * homography_scale(&map, odd->mark.cell_at);
	for (size_t i = 0; i < outcome->doubt_count; i++) {
		const struct box *box = &outcome->doubts[i].reading.px_box;

		if (at.x > box->x - half && at.y > box->y - half &&
		    at.x < box->x + box->width + half &&
		    at.y < box->y + box->height + half)
			return true;
	}
	return false;
}

static inline enum odd_fate odd_fate_of(const struct panel_odd *odd,
					const struct quad *px_corners,
					const struct outcome_list *list)
{
	enum odd_fate fate = ODD_SILENT;

	for (int i = 0; i < list->left_out_count; i++)
		fate = ODD_LEFT;
	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];

		if (outcome->verdict == OUTCOME_SOLVED ||
		    outcome->verdict == OUTCOME_NONE) {
			if (!odd->readable ||
			    !puzzle_equal(&odd->truth, &outcome->puzzle, NULL))
				return ODD_DROPPED;
			fate = ODD_READ;
		} else if (odd_is_placed(odd, px_corners, outcome)) {
			fate = ODD_PLACED;
		} else if (odd->readable &&
			   puzzle_equal(&odd->truth, &outcome->puzzle, NULL)) {
			fate = ODD_READ;
		} else if (fate == ODD_SILENT || fate == ODD_LEFT) {
			fate = ODD_DOUBTED;
		}
	}
	return fate;
}

#endif
