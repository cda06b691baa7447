#include "ablate.h"
#include "ablate_count.h"

unsigned char ablate_forced[ABLATE_SITES + 1];
unsigned char ablate_seen[ABLATE_SITES + 1];
const int ablate_count = ABLATE_SITES;
