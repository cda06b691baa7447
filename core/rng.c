#include "rng.h"

void rng_seed(struct rng *rng, uint64_t seed)
{
	rng->state = seed;
}

uint64_t rng_next(struct rng *rng)
{
	uint64_t z = rng->state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

uint32_t rng_below(struct rng *rng, uint32_t bound)
{
	return (uint32_t)(((rng_next(rng) >> 32) * (uint64_t)bound) >> 32);
}

int rng_between(struct rng *rng, int low, int high)
{
	return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

double rng_real(struct rng *rng, double low, double high)
{
	return low + (high - low) * (double)(rng_next(rng) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *rng)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += rng_real(rng, 0, 1);
	return sum;
}
