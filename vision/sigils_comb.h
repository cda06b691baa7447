/* Evenly spaced lines in a profile: how a row of squares shows from the
 * side. */
#ifndef SIGILS_COMB_H
#define SIGILS_COMB_H

enum { SIGILS_COMBS_MOST = 12 };

struct sigils_comb {
	double first, pitch; /* samples */
	int squares;         /* lines - 1 */
	double share;        /* of the lines, how many show (0..1) */
	double score;        /* more is better */
};

struct sigils_comb_list {
	struct sigils_comb combs[SIGILS_COMBS_MOST];
	int count;     /* the best first */
	double sample; /* the caller's: pixels a sample */
};

/* Finds combs of 3 lines or more that fill most of `profile`, `count` values
 * that are high at lines. */
void sigils_comb_find(const double *profile, int count,
		      struct sigils_comb_list *list);

#endif
