#include "vision.h"

const struct read_family read_tracks = { .read = NULL };
