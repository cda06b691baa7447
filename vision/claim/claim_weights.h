/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 2.41,     [CLAIM_EMPTY] = -2.44,
	[CLAIM_UNBOXED] = -0.74, [CLAIM_RESIDUAL] = -0.80,
	[CLAIM_UNEVEN] = -1.84,  [CLAIM_TEXT] = 1.06,
	[CLAIM_BESIDE] = -1.00,  [CLAIM_STRANGE] = -2.03,
	[CLAIM_DIGITS] = -1.74,  [CLAIM_CHECKS] = 0.94,
	[CLAIM_SMALL] = -4.01,
};

#endif
