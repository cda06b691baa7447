#include "drawing.h"

const struct draw_family draw_sigils = { .draw = NULL };
