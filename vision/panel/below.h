/* Panels on which the game's pointer lies. */
#ifndef PANEL_BELOW_H
#define PANEL_BELOW_H

#include "page.h"
#include "said.h"
#include "sighting.h"
#include "symbol_net.h"

/* Adds a page's panels to a list. Returns 0, or -1 with `problem` filled in. */
struct page_reader {
	int (*read)(const struct page_reader *reader, const struct page *page,
		    struct sighting_list *list, struct problem *problem);
	const struct said *said;
	struct symbol_nets *nets;
	const struct point *px_at; /* only what may lie there; NULL: all */
	/* Called once what shows most easily was read: adds what it can; NULL:
	 * nothing. Returns as read does. */
	int (*between)(void *context, struct sighting_list *list,
		       struct problem *problem);
	void *context;
};

/* The same as if the pointer, where there is one, were not there. */
int below_read(const struct page *page, const struct page_reader *reader,
	       struct sighting_list *list, struct problem *problem);

#endif
