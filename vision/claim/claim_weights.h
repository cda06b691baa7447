/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 0.55,     [CLAIM_EMPTY] = -1.61,
	[CLAIM_UNBOXED] = -1.46, [CLAIM_RESIDUAL] = -1.27,
	[CLAIM_UNEVEN] = -0.71,  [CLAIM_TEXT] = 0.14,
	[CLAIM_BESIDE] = -0.74,  [CLAIM_STRANGE] = -2.07,
	[CLAIM_DIGITS] = -1.07,  [CLAIM_CHECKS] = 1.14,
	[CLAIM_SMALL] = -3.68,
};

#endif
