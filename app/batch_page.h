/* report.html: a batch's results as one page that needs nothing else. */
#ifndef BATCH_PAGE_H
#define BATCH_PAGE_H

#include "batch.h"

/* Writes report.html. `title` names the folder. */
int page_write(const struct batch *batch, const char *title,
	       struct problem *problem);

#endif
