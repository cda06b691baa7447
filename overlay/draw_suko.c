#include "drawing.h"

const struct draw_family draw_suko = { .draw = NULL };
