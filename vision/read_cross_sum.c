#include "vision.h"

const struct read_family read_cross_sum = { .read = NULL };
