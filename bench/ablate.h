/* Switches in a copy of the panel reader's sources: scripts/ablate. */
#ifndef ABLATE_H
#define ABLATE_H

#include <stdbool.h>

/* What is switched off, -1: nothing; and what it says instead. */
extern int ablate_site, ablate_value;
/* Of each switch: bit 0 it was false, bit 1 true (of calls: bit 1 made). */
extern unsigned char ablate_seen[];
extern const int ablate_count;

static inline bool ablate_ask(int site, bool value)
{
	ablate_seen[site] |= (unsigned char)(1 << value);
	return site == ablate_site ? ablate_value != 0 : value;
}

#define ABLATE(site, value) ablate_ask(site, !!(value))
#define ABLATE_CALL(site, call)                                                \
	(ablate_ask(site, true) ? (void)(call) : (void)0)

#endif
