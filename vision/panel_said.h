/* Starts and ends that the player says: what is drawn there is whatever some
 * program draws starts and ends like. */
#ifndef PANEL_SAID_H
#define PANEL_SAID_H

#include "panel_lines.h"
#include "panel_sheet.h"
#include "vision.h"

/* Puts those that lie in the panel into its lines, each at the nearest spot
 * that lines lead to, in place of those that were read. */
void said_take(const struct said *said, const struct sheet *sheet,
	       struct panel_lines *lines);

#endif
