/* Looks for a tray in a view: among the fields, and at the levels. */
#ifndef SIGILS_SEEK_H
#define SIGILS_SEEK_H

#include "page.h"
#include "sigils_blobs.h"
#include "sigils_tray.h"

struct glyphs;

/* Fields and levels see different looks, and a tray has one: what one of them
 * finds never fills up what the other does, so that a pair of one missed piece
 * and one thing taken for a piece does not make a whole tray. */
struct sigils_seek {
	struct sigils_blobs fields, levels;
	struct sigils_tray tray; /* points into one of them */
};

/* Finds the tray that comes closest to `need` pieces. `at_once`: fields that
 * show exactly so many are enough; where the frame is not clear, a part of it
 * and a part of the pieces fit each other too easily. Returns 0, or -1 without
 * memory; sigils_seek_fini frees in both cases. */
int sigils_seek_tray(struct sigils_seek *seek, struct glyphs *glyphs,
		     const struct page *page, struct sigils_view *view,
		     int need, bool at_once);
/* How many pieces, of one size, are there somewhere in a plain view, but for
 * squares of a grid? `any`: only whether there are some (0 or more), which is
 * sooner known. -1 without memory. */
int sigils_seek_count(struct glyphs *glyphs, const struct page *page,
		      struct sigils_view *view, bool any);
void sigils_seek_fini(struct sigils_seek *seek);

#endif
