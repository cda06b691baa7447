#include "drawing.h"

const struct draw_family draw_tracks = { .draw = NULL };
