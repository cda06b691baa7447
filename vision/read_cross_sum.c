#include "vision.h"

/* The stages that families share read cross-sums (spine.h). */
const struct read_family read_cross_sum = { .by_stages = true };
