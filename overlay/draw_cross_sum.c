#include "drawing.h"

const struct draw_family draw_cross_sum = { .draw = NULL };
