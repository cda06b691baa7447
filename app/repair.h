/* Which reading of a doubtful picture makes sense?
 *
 * Every clue was read with a probability and has next-best readings. A
 * candidate is a combination of them; its odds are the product of (probability
 * of what it takes) / (probability of what was read). Candidates are tried
 * from the most likely one down, as in best-first search over the sum of the
 * logarithms of the odds; the caller judges each (by solving it). Nothing here
 * knows a family. */
#ifndef REPAIR_H
#define REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "problem.h"
#include "vision.h"

enum {
	/* More than four misread clues are no reading worth mending. */
	REPAIR_CHANGES_MAX = 4,
	/* Candidates judged at most: at 10 ms each, two seconds. */
	REPAIR_JUDGED_MAX = 200,
};

/* How much likelier the answer must be than the next candidate that makes
 * sense, all others that may yet make sense included. 1 in 30 wrong among the
 * repaired, that is well below 1 in 200 of all readings. */
#define REPAIR_STAND_OUT 30.0

/* ... and how much likelier the puzzle as read must be, where it was not read
 * surely, to be answered unchanged: nothing but its own sense speaks for it,
 * and a misread digit often makes sense. With 30 three of 500 sukos with a
 * swapped digit were answered although they were unsure. */
#define REPAIR_AS_READ_STAND_OUT 1000.0

/* ... and how much likelier than that one of its clues is none of the readings
 * at hand: a bend of track was told to be straight with .78 and to be no bend
 * at all, and the board still had one answer. */
#define REPAIR_AS_READ_UNSEEN 60.0

/* What stands in for a reading's missing probability: no classifier is surer
 * than this of what it never considered. */
#define REPAIR_PROBABILITY_MIN 1e-6

/* Changes less likely than this in all are not looked at: rather something is
 * misread that no clue stands for. A frame of which half was seen was answered
 * by two pieces taken for others, at odds of 6e-9. */
#define REPAIR_ODDS_LEAST 1e-4

/* Puzzles that promise one answer and yet have several as printed: fewer than
 * 1 in 50, or their makers would hear of it. A candidate with several answers
 * counts as so much less likely. */
#define REPAIR_SEVERAL_ODDS 0.02

/* Sums of which some number to be found is 0 though none is said or given to
 * be: 3 of 87 labelled ones. */
#define REPAIR_NOUGHT_ODDS 0.03

enum repair_sense {
	REPAIR_SENSELESS, /* no answer */
	REPAIR_SENSIBLE,
	REPAIR_SEVERAL,   /* several answers where one was due */
	REPAIR_UNDECIDED, /* out of time */
};

struct repair_change {
	size_t reading; /* index among the readings */
	int instead;    /* index among its next-best readings */
};

/* No change: the puzzle as read. */
struct repair_candidate {
	struct repair_change changes[REPAIR_CHANGES_MAX];
	int count;
	double cost;  /* -ln(odds), at least 0 */
	bool several; /* it has several answers; its cost counts that */
	bool nought;  /* it needs a 0 where none is usual; likewise */
	/* candidates with the same number other than 0 have the same answer,
	 * and are no rivals */
	uint64_t answer;
};

enum repair_outcome {
	REPAIR_FOUND,     /* `best` stands out */
	REPAIR_AMBIGUOUS, /* `best` makes sense, but so may another */
	REPAIR_NOTHING,   /* nothing tried makes sense */
	REPAIR_STOPPED,   /* out of time before anything was certain */
};

struct repair_result {
	enum repair_outcome outcome;
	struct repair_candidate best;   /* where found or ambiguous */
	struct repair_candidate second; /* where `has_second` */
	bool has_second;
	int judged;
};

/* Judges one candidate, and says in its `answer` which answer it has; `data`
 * is the caller's. */
typedef enum repair_sense (*repair_judge)(void *data,
					  struct repair_candidate *candidate);

struct repair_task {
	const struct reading *readings;
	size_t count;
	/* the share of wrong readings that make sense by chance */
	double chance;
	bool unsure; /* the puzzle was not read surely */
	repair_judge judge;
	void *data;
};

/* Returns 0 with `result` filled in, or -1 if memory runs out. */
int repair_search(const struct repair_task *task, struct repair_result *result,
		  struct problem *problem);

#endif
