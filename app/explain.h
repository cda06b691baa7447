/* What the stages of reading saw in a picture, drawn over it. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "options.h"

/* Reads the one picture of the command line by the shared stages, and writes it
 * with tokens, words as they are read, grids and claims to options->explain: of
 * the sources of evidence the one that shows the likeliest claim. Returns 0, or
 * -1 with `problem` filled in. */
int explain_picture(const struct options *options, struct problem *problem);

#endif
