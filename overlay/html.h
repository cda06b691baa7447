/* Answers as a web page. */
#ifndef HTML_H
#define HTML_H

#include "export.h"

/* A page that shows each board with its answer, drawn, with a key to what its
 * marks mean; below it, to be opened, the sums that were checked and, for who
 * cannot see it, the board in characters. It follows its reader's light or
 * dark style. `source`: where the puzzles come from, a file's name, plain
 * text; "" for none. */
int html_write(const struct export_item *items, size_t count,
	       const char *source, struct buffer *out, struct problem *problem);

#endif
