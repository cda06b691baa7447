/* What hangs together with a network's element: lines as one, whatever their
 * colours.
 *
 * A line that was begun, light that falls off along a panel and JPEG give its
 * lines other colours than their element has most; but all that is no ground,
 * and that the ground parts from the rest, is line. */
#ifndef PANEL_FLOOD_H
#define PANEL_FLOOD_H

#include "elements.h"
#include "modes.h"
#include "panel_network.h"

/* The colour of the ground around and between an element's parts, and how near
 * to it a pixel must be to count: what other fields that lie in its box have
 * most. False where there are none or where that is the element's own colour.
 */
bool flood_find_ground(const struct elements *elements, int element,
		       const struct mode *line, struct mode *ground);

/* Leaves of the lines, all that is not ground, those that hang together with
 * the element. */
void flood_leave_own(const struct elements *elements, int element,
		     struct network *network);

/* The colour of the panel's own lines among these: what was drawn along them is
 * brighter. False where there is none. */
bool flood_find_line(const struct elements *elements,
		     const struct network *network, struct mode *line);

#endif
