/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = -1.24,     [CLAIM_EMPTY] = -3.18,
	[CLAIM_UNBOXED] = 0.60, [CLAIM_RESIDUAL] = -0.86,
	[CLAIM_UNEVEN] = -3.02,  [CLAIM_TEXT] = 1.79,
	[CLAIM_BESIDE] = -1.56,  [CLAIM_STRANGE] = -2.00,
	[CLAIM_DIGITS] = -0.88,  [CLAIM_CHECKS] = 0.76,
	[CLAIM_SEEN] = 2.79,
};

#endif
