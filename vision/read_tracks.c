#include "vision.h"

/* The stages that families share read Train Tracks (spine.h). */
const struct read_family read_tracks = { .by_stages = true };
