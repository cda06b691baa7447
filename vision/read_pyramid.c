#include "vision.h"

/* The stages that families share read number pyramids (spine.h). */
const struct read_family read_pyramid = { .by_stages = true };
