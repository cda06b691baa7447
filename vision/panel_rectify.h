/* The pixels of a panel's sheet: for panel_sheet.c only. */
#ifndef PANEL_RECTIFY_H
#define PANEL_RECTIFY_H

#include "panel_sheet.h"

/* Fills the sheet's pixels from its picture through its map, areas averaged
 * where the picture is finer. */
void sheet_rectify(struct sheet *sheet);
/* One of them, the same. */
struct colour sheet_rectify_pixel(const struct sheet *sheet, int x, int y);

/* Where a row or column of sheet pixels lies, in cells. */
double sheet_to_cell(int sheet_pixel);

#endif
