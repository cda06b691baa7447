/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 0.48,     [CLAIM_EMPTY] = -2.01,
	[CLAIM_UNBOXED] = -1.90, [CLAIM_RESIDUAL] = -1.22,
	[CLAIM_UNEVEN] = -1.20,  [CLAIM_TEXT] = 0.40,
	[CLAIM_BESIDE] = -0.86,  [CLAIM_STRANGE] = -2.82,
	[CLAIM_DIGITS] = -1.20,  [CLAIM_CHECKS] = 1.37,
	[CLAIM_SMALL] = -2.68,
};

#endif
