/* Puzzles that are sums: whole numbers within bounds, of which some make given
 * totals. A family (Suko, cross-sum, pyramid) states its puzzle as a struct
 * linear; both engines, the formula and the reasons are here, once. */
#ifndef LINEAR_H
#define LINEAR_H

#include "engines.h"

enum {
	LINEAR_NUMBERS_MAX = 144, /* a cross-sum of 12 by 12 */
	LINEAR_SUMS_MAX = 80,     /* a pyramid of 12 rows has 66 */
	LINEAR_TERMS_MAX = 12,
	LINEAR_RULES_MAX = 4,
};

struct linear_number {
	char name[24]; /* its symbol in the formula */
	/* what the published script for the family calls it */
	char published[16];
	int low, high; /* the same: given */
};

/* The ranges of blanks where a puzzle does not say: the first that has an
 * answer counts (RULES.md "Which numbers blanks take"). */
enum linear_range { FROM_ONE, FROM_NOUGHT, ANY_NUMBER };

/* The numbers add up to the total; those with a minus are subtracted. */
struct linear_sum {
	char what[64]; /* "row 3": for reasons and comments */
	int rule;      /* of the family */
	int count;
	short numbers[LINEAR_TERMS_MAX];
	bool minus[LINEAR_TERMS_MAX];
	int total;
	/* The total is 0 and the first number the sum of the others, which
	 * are defined by later sums or by none. */
	bool defines;
};

struct linear {
	bool distinct; /* the numbers differ pairwise */
	/* Blanks have no least (greatest) number but what is looked at: `low`
	 * (`high`) is no bound of theirs. */
	bool open_below, open_above;
	/* ... and there may be answers beyond what is looked at. */
	bool endless;
	int number_count, sum_count;
	struct linear_number numbers[LINEAR_NUMBERS_MAX];
	struct linear_sum sums[LINEAR_SUMS_MAX]; /* by rules */
};

/* What a family brings. */
struct linear_family {
	/* Fills in a zeroed struct; number i is the puzzle's place i. */
	void (*state)(const struct puzzle *puzzle, struct linear *linear);
	/* Families whose blanks are bounded only where the puzzle says: where
	 * it does, and whether a given is 0. NULL for others. */
	int *(*minimum)(struct puzzle *puzzle, bool *nought);
	/* The solution with these values, by places. */
	void (*answer)(const struct puzzle *puzzle, const int *values,
		       struct solution *solution);
	const char *title; /* of the formula */
	/* for its comments: what the bounds say, then each rule by number */
	const char *bounds_text;
	const char *rule_texts[LINEAR_RULES_MAX + 1];
	const char *why_none;
};

/* Adds a sum to be filled in by linear_term. */
struct linear_sum *linear_add_sum(struct linear *linear, int rule, int total);
void linear_term(struct linear_sum *sum, int number, bool minus);

/* For a family's struct solve_family, whose `linear` they go by. */
int linear_solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem);
int linear_smt2(const struct puzzle *puzzle, struct buffer *out,
		struct problem *problem);
int linear_values(const struct puzzle *puzzle, const json_t *values,
		  struct solution *solution, struct problem *problem);

/* The plain engine (engines.h), and the same to be watched. */
enum finish linear_search(struct finder *finder, struct problem *problem);
int linear_watch(struct finder *finder, struct problem *problem);

/* Is there a sum that cannot be met whatever the others are? Says so in one
 * sentence. Looks at sums without a minus only. */
bool linear_impossible(const struct puzzle *puzzle, char *reason, size_t size);

/* Numbers that blanks take where none is said, for `state`; `limit` is how far
 * is looked. Endless are those that may be negative: numbers of at least 0 are
 * at most their sums. */
void linear_bound_blanks(struct linear *linear, int minimum, int maximum,
			 int limit);

/* The puzzle with its blanks in a range (and so a said minimum, but for
 * ANY_NUMBER). False where the range is none of the puzzle's: it says its own
 * minimum (then there is only ANY_NUMBER, the puzzle as it is), or a given is
 * 0.
 */
bool linear_narrow(const struct puzzle *puzzle, enum linear_range range,
		   struct puzzle *narrowed);

/* The range that counts, and the puzzle narrowed to it: the first in which the
 * search finds an answer, or cannot tell within a second; ANY_NUMBER where none
 * has one. */
enum linear_range linear_meant(const struct puzzle *puzzle,
			       struct puzzle *meant);

/* For making puzzles: has it, as it stands, exactly one answer? Found by the
 * search within a bounded number of steps, the same on every machine. */
bool linear_is_unique(const struct puzzle *puzzle);

/* The puzzle's sums; NULL if memory runs out. The caller frees. */
struct linear *linear_state(const struct puzzle *puzzle,
			    struct problem *problem);

#endif
