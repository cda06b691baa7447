/* Switches in a copy of the panel reader's sources: scripts/ablate. */
#ifndef ABLATE_H
#define ABLATE_H

#include <stdbool.h>

/* What each switch says in truth's place: 1 false, 2 true, 0: the truth. */
extern unsigned char ablate_forced[];
/* Of each switch: bit 0 it was false, bit 1 true (of calls: bit 1 made). */
extern unsigned char ablate_seen[];
extern const int ablate_count;

static inline bool ablate_ask(int site, bool value)
{
	ablate_seen[site] |= (unsigned char)(1 << value);
	return ablate_forced[site] ? ablate_forced[site] == 2 : value;
}

#define ABLATE(site, value) ablate_ask(site, !!(value))
#define ABLATE_CALL(site, call)                                                \
	(ablate_ask(site, true) ? (void)(call) : (void)0)
#define ABLATE_VALUE(site, call) (ablate_ask(site, true) ? (call) : 0)

#endif
