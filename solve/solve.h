/* Solving a puzzle of any family.
 *
 * A solver claims one of three things: solved, none, unknown. "None" and
 * "unique" are proofs: each is confirmed by a fresh solver or by the other
 * engine (the packaged Z3 has answered a wrong unsat); what cannot be
 * confirmed in time is unknown. A cause found before any engine runs (an
 * impossible count, a parity) is a claim, too: an engine has a moment to refute
 * it. No solution leaves this module unchecked. */
#ifndef SOLVE_H
#define SOLVE_H

#include <stdint.h>

#include "buffer.h"
#include "deadline.h"
#include "problem.h"
#include "puzzle.h"

enum engine { ENGINE_AUTO, ENGINE_Z3, ENGINE_SEARCH };

enum verdict {
	VERDICT_SOLVED,
	VERDICT_NONE,    /* proved: no solution */
	VERDICT_UNKNOWN, /* out of time, or a claim not confirmed */
};

enum known { KNOWN_NO, KNOWN_YES, KNOWN_UNSURE };

/* Which of several solutions comes first. */
enum order { ORDER_ANY, ORDER_SHORTEST, ORDER_RANDOM };

struct solve_options {
	enum engine engine;
	struct deadline deadline;
	/* At least 1. With 1 the answer is also tested for uniqueness where
	 * the family promises one; with more, up to so many are returned. */
	size_t solutions_max;
	bool count; /* count them all, as far as time allows */
	enum order order;
	uint64_t seed; /* for ORDER_RANDOM */
	/* At most so many threads work; 0 and 1: only the caller's. With more
	 * than one, which of several solutions is found may differ from run to
	 * run where a search takes long; counts, "none" and ORDER_SHORTEST's
	 * and ORDER_RANDOM's answers do not. */
	int threads;
	/* Called now and then from the solving thread with the share of the
	 * search that is done (0 to 1), where nothing is found before its end,
	 * and how many solutions were found; may be NULL. */
	void (*progress)(void *data, double share, uint64_t found);
	void *progress_data;
};

/* Numbers that the blanks of a puzzle that does not say must take for it to
 * have an answer, and rarely do. */
enum unusual { UNUSUAL_NOT, UNUSUAL_NOUGHT, UNUSUAL_NEGATIVE };

struct solve_result {
	enum verdict verdict;
	enum known unique;
	struct solution *solutions; /* checked; owned by the result */
	size_t solution_count, solution_capacity;
	uint64_t count; /* where asked for */
	bool count_complete;
	char reason[400]; /* why there is none, or why unknown:
			   * one sentence, "" where unknown */
	char engine[16];  /* what answered: "z3", "search" */
	/* what is unusual of the numbers that the blanks take, "" if nothing:
	 * one sentence (RULES.md "Which numbers blanks take") */
	char remark[120];
	enum unusual unusual;
};

/* No time limit, one solution, any engine. */
struct solve_options solve_defaults(void);

/* Returns 0 with `result` filled in, or -1 (memory, or Z3 itself failed).
 * solve_result_fini frees; it may be called after a failure too. */
int solve_puzzle(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem);
void solve_result_fini(struct solve_result *result);
/* Nothing known yet; frees what there was. */
void solve_result_clear(struct solve_result *result);

/* Prints a complete SMT-LIB 2 formula with a comment per rule and a get-value
 * at its end, for z3 and cvc5 alike; nothing where it fails. */
int solve_smt2(const struct puzzle *puzzle, struct buffer *out,
	       struct problem *problem);

/* Reads a solver's reply to that formula ("sat" and the get-value list).
 * Returns 0 with `solution` filled in (not checked), or -1: it says unsat or
 * unknown, lacks a value, or is no reply. */
int solve_values(const struct puzzle *puzzle, const char *reply,
		 struct solution *solution, struct problem *problem);

/* The puzzle with what its rules leave to be found out from its answers: the
 * range that its blanks take (RULES.md), which puzzle_check alone cannot know.
 * It owns nothing. */
void solve_meant(const struct puzzle *puzzle, struct puzzle *meant);

/* A random puzzle of the family, with as many answers as the family
 * promises. `wish` holds options by name ("columns", "rows", "with" ...), a
 * JSON object; NULL for none. */
int solve_make(enum family family, const json_t *wish, uint64_t seed,
	       struct puzzle *puzzle, struct problem *problem);

/* What puzzles of the family can be made with: names with '|' between, ""
 * where there are none. */
const char *solve_wishes(enum family family);

/* A search of one thread as people watch it. */
struct solve_watch {
	struct deadline deadline;
	bool random; /* what is tried next is chosen at random, by `seed` */
	uint64_t seed;
	/* Is handed what is tried at each node, a solution that is not whole
	 * (SOLUTION_OPEN), and the share of the search tree that is done, 0 to
	 * 1, which never falls; may take its time. False ends the search. */
	bool (*tried)(void *data, const struct solution *part, double done);
	void *data;
};

enum watch_end {
	WATCH_FOUND,
	WATCH_NONE,    /* all was tried: a claim, which nothing confirmed */
	WATCH_STOPPED, /* by the deadline, or by `tried` */
};

/* Searches until one solution is found, which `result`, zeroed before, then
 * has, checked. Returns 0, or -1. */
int solve_watched(const struct puzzle *puzzle, const struct solve_watch *watch,
		  enum watch_end *end, struct solve_result *result,
		  struct problem *problem);

/* Loads what the first solve would otherwise wait for (FACTS.md: the first Z3
 * context of a process takes 6 ms). */
void solve_warm_up(void);

struct linear_family; /* linear.h */
struct finder;        /* engines.h */

/* What a family must provide in solve/solve_<identifier>.c. */
struct solve_family {
	/* Fills in verdict, unique, solutions (by solve_result_add, which
	 * checks), count, reason, engine of a zeroed result. */
	int (*solve)(const struct puzzle *puzzle,
		     const struct solve_options *options,
		     struct solve_result *result, struct problem *problem);
	int (*smt2)(const struct puzzle *puzzle, struct buffer *out,
		    struct problem *problem);
	/* `values` maps each symbol of the get-value list to its value as
	 * JSON: true, false or a whole number. */
	int (*values)(const struct puzzle *puzzle, const json_t *values,
		      struct solution *solution, struct problem *problem);
	/* Is there a cause, arithmetic that a person can follow, why the puzzle
	 * has no solution? Says it in one sentence; it is a claim like any
	 * other (solve_puzzle, tests/test_claims.c). */
	bool (*impossible)(const struct puzzle *puzzle, char *reason,
			   size_t size);
	/* The search that can be watched (finder.watch): an enum finish, as
	 * of an engine. */
	int (*watch)(struct finder *finder, struct problem *problem);
	/* Families whose puzzles are sums: what linear.h goes by; NULL
	 * else. */
	const struct linear_family *linear;
	/* What may stand in wish["with"], names with '|' between; NULL:
	 * nothing. */
	const char *wishes;
	/* NULL where no puzzles are made yet. The names are known ones. */
	int (*make)(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		    struct problem *problem);
};

#define FAMILY(id, name, title) extern const struct solve_family solve_##id;
#include "families.def"
#undef FAMILY

const struct solve_family *solve_family(enum family family);

/* Checks `solution` and takes it over (on failure it is freed). Returns 0, 1
 * where the checker cannot tell, so that it was freed, too, or -1 where it
 * breaks a rule: a fault in the engine, said in `problem`. */
int solve_result_add(struct solve_result *result, const struct puzzle *puzzle,
		     struct solution *solution, struct problem *problem);

#endif
