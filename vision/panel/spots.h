/* What a network (spot_net.h) makes of the spots of small panels' lines beside
 * what was measured there. */
#ifndef PANEL_SPOTS_H
#define PANEL_SPOTS_H

#include "panel_lines.h"

/* Weighs what was read of each spot against what the network says: the likelier
 * is taken, as surely as both say together. After lines_read's other steps. */
int spots_weigh(const struct sheet *sheet, struct panel_lines *lines);

#endif
