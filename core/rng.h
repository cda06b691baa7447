/* Seeded random numbers, the same on every machine: for puzzles made on
 * request, for sample pictures and for tests. Not for secrets. */
#ifndef RNG_H
#define RNG_H

#include <stdint.h>

struct rng {
	uint64_t state;
};

void rng_seed(struct rng *rng, uint64_t seed);

/* The next 64 bits: splitmix64 (Steele, Lea, Flood 2014, "Fast splittable
 * pseudorandom number generators"). */
uint64_t rng_next(struct rng *rng);

/* Even over 0 .. bound-1; bound must be at least 1. */
uint32_t rng_below(struct rng *rng, uint32_t bound);

/* Even over low .. high, both included. */
int rng_between(struct rng *rng, int low, int high);

/* Even over [low, high). */
double rng_real(struct rng *rng, double low, double high);

/* Mean 0, deviation 1 (the sum of twelve even numbers). */
double rng_normal(struct rng *rng);

#endif
