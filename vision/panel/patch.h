/* What stands out of a cell's ground, pixel by pixel. For symbols.c only.
 */
#ifndef PANEL_PATCH_H
#define PANEL_PATCH_H

#include "panel_lines.h"
#include "mask.h"
#include "sheet.h"

/* A symbol differs from its ground by at least this share of what the line
 * differs, and by so many levels; but no relief differs by so many. */
#define SYMBOL_CONTRAST 0.4
#define SYMBOL_LEVELS 14.0
#define SYMBOL_CLEAR 80.0

/* The starts, and spots with stubs, on the lines around a cell. */
struct starts {
	int count;
	struct {
		const struct spot_look *look;
		int u, v;
		double radius; /* of a start's disc, cells */
	} at[8];
};

struct patch {
	struct colour pixel[SHEET_CELL * SHEET_CELL];
	/* how much it differs from the ground, levels, where it lies inside of
	 * the lines around and is covered by no start; 0 elsewhere */
	float differs[SHEET_CELL * SHEET_CELL];
	bool inside[SHEET_CELL * SHEET_CELL];
	/* blur of the lines around, no part of the symbol */
	bool fades[SHEET_CELL * SHEET_CELL];
	struct starts starts;
	struct colour ground;
	double most; /* of the means over 3 x 3 in the cell's middle */
	/* set by whoever knows that no 3 x 3 pixels are all symbol */
	bool thin;
};

/* A cell of a sheet that is filled. */
void patch_take(const struct sheet *sheet, const struct panel_lines *lines,
		int column, int row, struct patch *patch);

/* The symbol's colour: the mean where it is purest. */
struct colour patch_colour(const struct patch *patch);

/* How much of each pixel is symbol: by how far its colour differs from the
 * ground's, of thin ones from what is purest, or by brightness alone; false
 * where the symbol is hardly brighter or darker. */
void patch_mask(const struct patch *patch, struct shape_mask *mask);
bool patch_mask_bright(const struct patch *patch, struct shape_mask *mask);

/* Does a start's disc lie over the cell's middle? */
bool patch_middle_hidden(const struct patch *patch);

/* The share of a cell's sides along which what stands out touches them. */
double patch_side_share(const struct patch *patch,
			const struct shape_mask *mask);

#endif
