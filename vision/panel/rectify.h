/* The pixels of a panel's sheet: for sheet.c only. */
#ifndef PANEL_RECTIFY_H
#define PANEL_RECTIFY_H

#include "sheet.h"

/* Pixels first .. end - 1, whole eights, of row y of the sheet from its picture
 * through its map, areas averaged where the picture is finer. */
void sheet_rectify(const struct sheet *sheet, int y, int first, int end,
		   struct colour *to);
/* One of them, the same. */
struct colour sheet_rectify_pixel(const struct sheet *sheet, int x, int y);

size_t sheet_pixel_count(const struct sheet *sheet);
/* Remembers from now on what sheet_pixel works out. Returns 0, or -1 without
 * memory; sheet_fini frees in both cases. */
int sheet_begin_asking(struct sheet *sheet);
/* Works out the pixels that were not asked for: then it is filled. */
void sheet_ask_all(struct sheet *sheet);
/* With its neighbours where the sheet is not filled; the same where it is. */
struct colour sheet_ask(const struct sheet *sheet, int x, int y);
static inline struct colour sheet_pixel(const struct sheet *sheet, int x, int y)
{
	return sheet->pixels ? sheet->pixels[y * sheet->width + x]
			     : sheet_ask(sheet, x, y);
}

/* Where a row or column of sheet pixels lies, in cells. */
double sheet_to_cell(int sheet_pixel);

/* Judges all pixels of a sheet that is filled, anew. */
void sheet_set_unlike(struct sheet *sheet);

#endif
