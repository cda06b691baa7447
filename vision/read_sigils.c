#include "vision.h"

const struct read_family read_sigils = { .read = NULL };
