#include "vision.h"

/* The stages that families share read Sukos and Sujikos (spine.h). */
const struct read_family read_suko = { .by_stages = true };
