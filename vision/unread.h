/* What of a page no family read surely. */
#ifndef UNREAD_H
#define UNREAD_H

#include "glyphs.h"
#include "page.h"
#include "vision.h"

/* May there be a puzzle on a page besides those of a list, which are surely
 * read, or a clue of these that was not seen? Much that is no puzzle has
 * numbers, but no puzzle is without. True where memory lacks. */
bool unread_is_puzzle(const struct page *page, struct glyphs *glyphs,
		      const struct sighting_list *list);
/* May there be a puzzle of another family beside those of the list? Lattices,
 * boxes and numbers that none of these takes in tell. */
bool unread_is_other(const struct page *page, struct glyphs *glyphs,
		     const struct sighting_list *list);

#endif
