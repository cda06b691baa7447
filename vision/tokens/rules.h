/* Rules to write on: "____", or a line below a number. Each is the box of what
 * stands on it or is to be written there. */
#ifndef RULES_H
#define RULES_H

#include "tokens.h"

struct rule {
	struct point px_left, px_right; /* its ends */
	uint32_t fill;                  /* 0xRRGGBB of the ground */
	int dashes;                     /* that it consists of */
};

/* Adds the boxes above those of the rules (which are sorted, and joined where
 * several are one line of dashes) that are alike and beside words of the list,
 * and puts these into them. Returns 0, or -1 where memory lacks. */
int rules_add(struct rule *rules, size_t count, struct token_list *list);

#endif
