#include "drawing.h"

const struct draw_family draw_panel = { .draw = NULL };
