/* Z3, wrapped: the only module that includes z3.h.
 *
 * A struct smt is one Z3 context with one simple solver (FACTS.md: faster
 * than Z3's combined one). Truth values are literals as in DIMACS: a positive
 * number names one, its negative the opposite. Whole numbers are named by
 * numbers of their own.
 *
 * Failure is sticky: build a formula freely, smt_check tells. */
#ifndef SMT_H
#define SMT_H

#include <stdbool.h>

#include "deadline.h"
#include "problem.h"

enum smt_answer {
	SMT_SAT,
	SMT_UNSAT,   /* a claim: see FACTS.md before believing it */
	SMT_UNKNOWN, /* out of time, or Z3 gave up */
	SMT_FAILED,  /* `problem` says why */
};

struct smt;

/* NULL, with `problem` filled in, where Z3 or memory fails. One thread at a
 * time may use it. */
struct smt *smt_new(struct problem *problem);
void smt_free(struct smt *smt);

/* A new truth value. */
int smt_bool(struct smt *smt);
/* A new whole number within low .. high; INT_MIN and INT_MAX: no bound. */
int smt_int(struct smt *smt, int low, int high);

/* The sum of numbers, as a number within low .. high: a term, no further
 * unknown. */
int smt_int_sum(struct smt *smt, const int *numbers, int count, int low,
		int high);

/* Literals: number = value; a < b. */
int smt_equals(struct smt *smt, int number, int value);
int smt_less(struct smt *smt, int a, int b);

/* At least one of the literals holds; none at all is a contradiction. */
void smt_clause(struct smt *smt, const int *literals, int count);
/* Clauses of one and two literals. */
void smt_unit(struct smt *smt, int literal);
void smt_either(struct smt *smt, int a, int b);
/* Exactly `total` of the literals hold. */
void smt_exactly(struct smt *smt, const int *literals, int count, int total);
/* The numbers make `total`; those with a minus (NULL: none) are subtracted. */
void smt_sum(struct smt *smt, const int *numbers, const bool *minus, int count,
	     int total);
/* The numbers differ pairwise. */
void smt_distinct(struct smt *smt, const int *numbers, int count);

/* Is what was asserted so far satisfiable? More may be asserted afterwards.
 * Stops within some 50 ms of the deadline or of its stop flag. */
enum smt_answer smt_check(struct smt *smt, const struct deadline *deadline,
			  struct problem *problem);

/* After SMT_SAT, until the next assertion. */
bool smt_holds(struct smt *smt, int literal);
int smt_value(struct smt *smt, int number); /* INT_MIN: beyond an int */

#endif
