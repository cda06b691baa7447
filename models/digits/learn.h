/* Fitting the glyph network: gradients by hand, steps by Adam (Kingma and Ba
 * 2015, "Adam: a method for stochastic optimization"). */
#ifndef LEARN_H
#define LEARN_H

#include "glyph_net.h"
#include "problem.h"
#include "rng.h"

struct learner;

/* A network with random weights (He et al. 2015, "Delving deep into
 * rectifiers"); NULL, with `problem` filled in, where memory lacks. */
struct learner *learner_new(uint64_t seed, struct problem *problem);
void learner_free(struct learner *learner);

/* The weights as they are. */
const struct glyph_net *learner_net(const struct learner *learner);
/* A running average over the last thousand or so steps, which generalises
 * better than the last step (Polyak and Juditsky 1992). */
void learner_average(const struct learner *learner, struct glyph_net *net);

/* Adds the gradient of one patch, whose class is `label`; returns its loss
 * (negative log probability). */
double learner_add(struct learner *learner, const float *patch, int label);
/* One step with the mean of the gradients added since the last. */
void learner_step(struct learner *learner, double rate);

#endif
