#include "drawing.h"

const struct draw_family draw_pyramid = { .draw = NULL };
