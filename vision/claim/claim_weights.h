/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 1.31,     [CLAIM_EMPTY] = -1.83,
	[CLAIM_UNBOXED] = -1.89, [CLAIM_RESIDUAL] = -1.05,
	[CLAIM_UNEVEN] = -1.33,  [CLAIM_TEXT] = 0.80,
	[CLAIM_BESIDE] = -1.83,  [CLAIM_STRANGE] = -3.32,
	[CLAIM_DIGITS] = -1.70,  [CLAIM_CHECKS] = 1.40,
	[CLAIM_SMALL] = -2.89,
};

#endif
