/* Tables: items (items.h) that align in rows and columns, whatever the
 * distances between these: numbers on bare paper, boxes, rings and discs.
 *
 * An item is linked to the nearest one to its right and the nearest below,
 * where these agree. Linked items share a row or a column. */
#ifndef TABLE_H
#define TABLE_H

#include "items.h"

enum { TABLE_SIDE_MAX = 16 };

struct table {
	int columns, rows;
	/* [row][column]: in the list of items; -1: nothing stands there */
	int item[TABLE_SIDE_MAX][TABLE_SIDE_MAX];
	/* A frame in which the table stands upright, about a pixel a unit, and
	 * where its columns and rows lie in it. */
	struct homography frame_to_px;
	double column_at[TABLE_SIDE_MAX], row_at[TABLE_SIDE_MAX];
};

struct table_list {
	struct table *tables;
	size_t count, capacity;
};

/* Appends every table of at least 3 x 3. Of an item's two links along an axis
 * the longer leads out of the table where it is more than `longer` times as
 * long as the other. Returns 0, or -1 without memory; table_list_fini frees
 * in both cases. */
int table_list_find(struct table_list *list, const struct item_list *items,
		    double longer);
void table_list_fini(struct table_list *list);

#endif
