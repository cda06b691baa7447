#include "vision.h"

const struct read_family read_pyramid = { .read = NULL };
