#include "vision.h"

const struct read_family read_suko = { .read = NULL };
