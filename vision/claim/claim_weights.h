/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = -0.82,     [CLAIM_EMPTY] = -3.42,
	[CLAIM_UNBOXED] = -0.24, [CLAIM_RESIDUAL] = -0.71,
	[CLAIM_UNEVEN] = -2.70,  [CLAIM_TEXT] = 1.30,
	[CLAIM_BESIDE] = -1.58,  [CLAIM_STRANGE] = -2.36,
	[CLAIM_DIGITS] = -1.38,  [CLAIM_CHECKS] = 1.01,
	[CLAIM_SEEN] = 2.15,
};

#endif
