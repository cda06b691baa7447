/* Panels that leave the picture: what lies beyond its side is not seen. */
#ifndef PANEL_CUT_H
#define PANEL_CUT_H

#include <stdbool.h>

#include "sheet.h"

/* Does the picture end at a side of the panel, before the outer edge of its
 * line is seen or on a line that leads out of it? */
bool cut_shows(const struct sheet *sheet);

#endif
