/* Training a network round by round, and what the programs that do so are asked
 * for. */
#ifndef TRAINING_H
#define TRAINING_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "score.h"

struct training_options {
	const char *weights, *confusion;
	const char *second; /* NULL: none */
	long rounds;
	uint64_t seed;
	bool measure;
};

/* The flags that all have, a child of a program's own parser; its input is a
 * struct training_options. */
extern const struct argp training_argp;

struct training {
	const struct net_shape *shape;
	int classes;
	/* one patch to train on */
	score_draw_fn *draw;
	void *maker;
	int patches;               /* drawn a round */
	const struct scored *held; /* counted after every round */
};

/* Trains `weights`, net_floats() of them, temperature 1, and writes them after
 * every round. Returns 0, or -1 with `problem` filled in. */
int training_run(const struct training *training,
		 const struct training_options *options, float *weights,
		 struct problem *problem);

#endif
