#include "ablate.h"
#include "ablate_count.h"

int ablate_site = -1, ablate_value;
unsigned char ablate_seen[ABLATE_SITES + 1];
const int ablate_count = ABLATE_SITES;
