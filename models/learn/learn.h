/* Fitting a network (net_layers.h): gradients by hand, steps by Adam (Kingma
 * and Ba 2015, "Adam: a method for stochastic optimization"). */
#ifndef LEARN_H
#define LEARN_H

#include <stdbool.h>
#include <stdint.h>

#include "net_layers.h"
#include "problem.h"
#include "rng.h"

/* Room for a network's layers; false without memory. layers_free frees in both
 * cases. */
bool layers_make(const struct net_shape *shape, struct net_values *values);
void layers_free(struct net_values *values);

struct learner;

/* A network with random weights (He et al. 2015, "Delving deep into
 * rectifiers"), of whose outputs the first so many are classes; NULL, with
 * `problem` filled in, where memory lacks. */
struct learner *learner_new(const struct net_shape *shape, int classes,
			    uint64_t seed, struct problem *problem);
void learner_free(struct learner *learner);

/* A running average over the last thousand or so steps, which generalises
 * better than the last step (Polyak and Juditsky 1992): net_floats() of them,
 * the last, the temperature, 1. */
void learner_average(const struct learner *learner, float *weights);

/* Adds the gradient of one patch, whose class is `label`; returns its loss
 * (negative log probability). */
double learner_add(struct learner *learner, const float *patch, int label);
/* One step with the mean of the gradients added since the last. */
void learner_step(struct learner *learner, double rate);

#endif
