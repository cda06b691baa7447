/* How exactly puzzles of scenes are read, by how small and how far aslant
 * they are seen. */
#ifndef STRAIN_TABLE_H
#define STRAIN_TABLE_H

#include <stdbool.h>

#include "scene.h"

enum { STRAIN_SIZES = 6, STRAIN_ANGLES = 4 };

struct strain_table {
	/* [0] read exactly, [1] all; breaks of 2.5 pixels and more, or none */
	long cells[STRAIN_SIZES][STRAIN_ANGLES][2];
	long thin[2]; /* where a break is thinner */
};

void strain_table_add(struct strain_table *table,
		      const struct scene_strain *strain, bool exact);
/* Nothing where nothing was added. */
void strain_table_print(const struct strain_table *table);

#endif
