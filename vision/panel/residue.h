/* What lies within a panel's outline and is neither line nor ground where these
 * are expected: dots beside their edges are read, what is left when all is read
 * is a doubt at its place. */
#ifndef PANEL_RESIDUE_H
#define PANEL_RESIDUE_H

#include "clues.h"
#include "sheet.h"
#include "solved.h"

/* How far all pixels are off, which both of these ask. Zeroed at first, freed
 * by residue_fini. */
struct residue {
	float *off;
	uint8_t *kind;
	bool holds; /* nothing was changed since */
};
void residue_fini(struct residue *residue);

/* Before symbols are read: dots that lie on a line's rim or beside it belong to
 * the nearest place of a line, and are taken off the sheet's pixels. `begun`:
 * a line that was lifted, or NULL. 0, or -1 without memory. */
int residue_take_dots(struct sheet *sheet, struct panel_looks *looks,
		      const struct begun *begun, struct residue *residue);

/* After symbols are read: what is left makes the clue nearest to it doubtful.
 * Returns how many parts are left, or -1 without memory. */
int residue_doubt(const struct sheet *sheet, struct panel_looks *looks,
		  const struct begun *begun, struct residue *residue);

#endif
