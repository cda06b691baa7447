/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = -2.75,   [CLAIM_EMPTY] = -3.02,
	[CLAIM_UNBOXED] = 0.47, [CLAIM_RESIDUAL] = -0.50,
	[CLAIM_UNEVEN] = -2.15, [CLAIM_TEXT] = 1.47,
	[CLAIM_BESIDE] = -1.04, [CLAIM_STRANGE] = -1.66,
	[CLAIM_DIGITS] = -0.57, [CLAIM_CHECKS] = 0.83,
	[CLAIM_SEEN] = 2.64,    [CLAIM_CLEAN] = 2.78,
};

#endif
