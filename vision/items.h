/* Items of a page: single words of a few glyphs, bare or in a field of their
 * own, and empty fields, each as one thing with one place. What aligns in
 * rows and columns (table.h) is made of them.
 *
 * Which field each stroke lies in, and which stroke around each field, is
 * told by the elements beside their outermost points: a tree. A field that
 * holds one word, or nothing, is an item; words in larger fields are items by
 * themselves, unless a field within them is. */
#ifndef ITEMS_H
#define ITEMS_H

#include "glyphs.h"
#include "page.h"
#include "vision.h"

enum { ITEM_STROKES_MAX = 6, ITEMS_MOST = 2500 };

/* From this noise on (elements.h) outlines break up, and a number's strokes may
 * not all be of its item. */
#define ITEMS_NOISY 2.0

struct item {
	struct box px_box; /* of the field, or of the bare word */
	struct point px_middle;
	bool framed; /* px_box is that of a field */
	/* where the field may be the body of a glyph, and its word a hole in
	 * it: the whole glyph; width 0 elsewhere */
	struct box outline;
	/* of its glyphs; none: an empty field. The outline of an empty field
	 * may be taken for a glyph, a 0. */
	struct box strokes[ITEM_STROKES_MAX];
	int stroke_count;
	/* what item_list_find_numbers reads there; -1: empty */
	int value;
	double confidence;
	bool dropped; /* while numbers are looked for: it is none */
};

struct item_list {
	struct item *items;
	size_t count, capacity;
};

/* Appends to a zeroed list, at most ITEMS_MOST. Returns 0, or -1 without
 * memory; item_list_fini frees in both cases. */
int item_list_find(struct item_list *list, const struct elements *elements);
/* Appends the items of a page that are numbers or empty to a zeroed list; of a
 * noisy page also those that show where it is half as large. Words of sentences
 * are none, nor is what lies in a puzzle of `known` that was surely read.
 * Returns 0, or -1 without memory. */
int item_list_find_numbers(struct item_list *list, const struct page *page,
			   struct glyphs *glyphs,
			   const struct sighting_list *known);
void item_list_fini(struct item_list *list);

#endif
