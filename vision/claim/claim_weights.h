/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 1.77,     [CLAIM_EMPTY] = -3.31,
	[CLAIM_UNBOXED] = -0.32, [CLAIM_RESIDUAL] = -0.54,
	[CLAIM_UNEVEN] = -1.87,  [CLAIM_TEXT] = 2.10,
	[CLAIM_BESIDE] = -2.04,  [CLAIM_STRANGE] = -2.09,
	[CLAIM_DIGITS] = -1.53,  [CLAIM_CHECKS] = 0.99,
	[CLAIM_SMALL] = -4.05,
};

#endif
