#include "vision.h"

/* Panels are not read from pictures yet. */
const struct read_family read_panel = { .read = NULL };
