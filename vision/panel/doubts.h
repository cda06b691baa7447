/* Panels that were read, but may be less, or other, than what is there. */
#ifndef PANEL_DOUBTS_H
#define PANEL_DOUBTS_H

#include "lattice.h"
#include "panel_lines.h"
#include "sheet.h"
#include "solved.h"
#include "symbols.h"
#include "pointer.h"
#include "sighting.h"

/* The panel may be a part of a larger one: says so, and is not answered. */
void doubts_part(struct sighting *sighting);
/* ... because the picture ends at its lines. */
void doubts_cut(struct sighting *sighting);

/* A frame may have been taken for the outermost row or column of its lines, as
 * no edge leads there: says so, and is not answered. */
void doubts_framed(struct sighting *sighting);

/* A symbol lies on its lines, where it may be taken for dots and is not read
 * whole: says so, and is not answered. */
void doubts_overlaid(const struct panel_lines *lines,
		     struct sighting *sighting);

/* Something in it is explained by nothing that was read: says so. */
void doubts_left(struct sighting *sighting);

/* Where dots are as light as the line that was begun, one may lie under it. */
void doubts_begun(const struct begun *begun, struct panel_lines *lines);

/* Those of the list, from `first` on, that lie in another, or in more fields,
 * whose cells are as large: however badly that one can be read, it is the
 * likelier whole. */
void doubts_parts(const struct lattice_list *fields, struct sighting_list *list,
		  size_t first);

/* Where whole cells of a panel lie under the pointer's disc, what noise and
 * seams it leaves when it is taken off may look like a clue; and what was taken
 * off may have been a dot where it lies on one's place. */
void doubts_covered(const struct pointer *pointer, struct sighting *sighting);

/* Does what may be the pointer lie across a panel's lines where no dot lies? */
bool doubts_across(const struct pointer *pointer,
		   const struct sighting *sighting);

/* Where what may be the pointer was read as the only dot of a panel it may as
 * well be no dot. */
void doubts_only_dot(const struct pointer *pointer, struct sighting *sighting);

#endif
