/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 1.46,     [CLAIM_EMPTY] = -3.60,
	[CLAIM_UNBOXED] = -0.02, [CLAIM_RESIDUAL] = -0.60,
	[CLAIM_UNEVEN] = -2.51,  [CLAIM_TEXT] = 2.00,
	[CLAIM_BESIDE] = -1.73,  [CLAIM_STRANGE] = -2.14,
	[CLAIM_DIGITS] = -1.39,  [CLAIM_CHECKS] = 1.00,
	[CLAIM_SMALL] = -4.47,
};

#endif
