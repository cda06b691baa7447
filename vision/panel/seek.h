/* The ways in which a page's panels are sought, one after the other: what was
 * found surely in one is not sought in the next. */
#ifndef PANEL_SEEK_H
#define PANEL_SEEK_H

#include "page.h"
#include "below.h"
#include "find.h"
#include "problem.h"
#include "sighting.h"

struct panel_reading;
struct panel_seek;

/* Reads what lies at one of the search's places, if it is a panel, into the
 * list, or says there what was left out. Returns 0, or -1 with the search's
 * problem filled in. */
typedef int place_reader(struct panel_seek *search, struct panel_place *place);

struct panel_seek {
	const struct page *page;
	struct panel_places places; /* the caller frees */
	struct sighting_list *list; /* the panels are those from `first` on */
	size_t first;
	const struct page_reader *reader;
	place_reader *read_place;
	struct panel_reading *reading; /* handed to it; the caller's */
	struct problem *problem;
};

/* Reads the places given and those found. Returns 0, or -1 with the search's
 * problem filled in. */
int panel_seek(struct panel_seek *search);

#endif
