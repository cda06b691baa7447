/* Edges that are parted round: breaks, or ends that face each other. */
#ifndef PANEL_FACING_H
#define PANEL_FACING_H

#include "panel_lines.h"
#include "sheet.h"

/* Mends those edges and the ends along them, after all ends have been read. */
void facing_judge(const struct sheet *sheet, struct panel_lines *lines);

#endif
