/* How often a network is right and what it claims, on patches that are drawn
 * as they are needed; and its weights as a file. */
#ifndef SCORE_H
#define SCORE_H

#include "net_layers.h"
#include "problem.h"

enum { SCORE_CLASSES_MOST = 32 };

/* Draws a patch and returns its class. */
typedef int score_draw_fn(void *maker, float *patch);

/* Says what was drawn last, as logits. Returns 0, or -1 without memory. */
typedef int score_judge_fn(void *maker, float *out);

struct scored {
	const struct net_shape *shape;
	int classes;
	const float *weights; /* net_floats() of them */
	score_draw_fn *draw;
	void *maker;
	/* another network's weights: the mean of both's logits counts; NULL:
	 * none */
	const float *second;
	/* asked instead of any network; NULL: none is */
	score_judge_fn *judge;
};

struct score {
	/* [what was drawn][what was read] */
	int count[SCORE_CLASSES_MOST][SCORE_CLASSES_MOST];
	double loss; /* sum of negative log probabilities */
};

/* These return 0, or -1 without memory. */
int score_count(const struct scored *scored, int count, struct score *score);
/* The temperature at which so many patches lose least (Guo et al. 2017, "On
 * calibration of modern neural networks"). */
int score_temperature(const struct scored *scored, int count,
		      float *temperature);
/* Prints, for claims of more and more certainty, how many of `count` were
 * right. */
int score_print_claims(const struct scored *scored, int count);

/* The share of all patches that were read as what they are. */
double score_right(const struct score *score, int classes);
/* Prints what was drawn and what it was read as, of so many patches, and writes
 * the same as data to `path` (may be NULL): nothing where that is never.
 * Returns 0, or -1 with `problem` filled in. */
int score_print_confusion(const struct scored *scored, int count,
			  const char *const *names, const char *path,
			  struct problem *problem);

int weights_read(const char *path, float *weights, int count,
		 struct problem *problem);
int weights_write(const char *path, const float *weights, int count,
		  struct problem *problem);

#endif
