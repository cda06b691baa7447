/* What lies beneath the pieces: the colour of the ground everywhere. */
#ifndef SIGILS_GROUND_H
#define SIGILS_GROUND_H

#include "sigils_view.h"

/* Into view->scratch: how far each pixel's colour is from the median colour
 * within `reach` frame squares of it, the frame itself left out. Returns 0,
 * or -1 without memory. */
int sigils_ground_apart(struct sigils_view *view, double reach);

#endif
