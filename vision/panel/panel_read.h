/* Reads panels of The Witness: places (find.h) are rectified (sheet.h), their
 * extent corrected, then lines, symbols and colours read. What has neither
 * start nor end is no panel. */
#ifndef PANEL_READ_H
#define PANEL_READ_H

#include "page.h"
#include "said.h"
#include "sighting.h"

struct panel_reader; /* the networks; one of these a thread */

/* NULL without memory. The networks are made when first needed. */
struct panel_reader *panel_reader_new(void);
void panel_reader_free(struct panel_reader *reader);

/* Adds a page's panels to a list. Returns 0, or -1 with `problem` filled in. */
int panel_read(struct panel_reader *reader, const struct said *said,
	       const struct page *page, struct sighting_list *list,
	       struct problem *problem);

#endif
