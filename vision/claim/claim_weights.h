/* The weights of the score (claim.h), by scripts/fit-claims: on 801 claims in
 * 298 pictures (120 of scenes/web, seed 101; half of data/ but for sudokus on
 * paper, which labels there do not name). Those of quartets were fitted with
 * the others as they are: 464 claims in 193 pictures (100 of scenes/web, seeds
 * 101 and 8101; 50 of scenes, seed 31; data/suko). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = -4.42,   [CLAIM_EMPTY] = -2.27,
	[CLAIM_UNBOXED] = 0.62, [CLAIM_RESIDUAL] = -0.48,
	[CLAIM_UNEVEN] = -2.07, [CLAIM_TEXT] = 1.01,
	[CLAIM_BESIDE] = -0.28, [CLAIM_STRANGE] = -1.60,
	[CLAIM_DIGITS] = -0.31, [CLAIM_CHECKS] = 0.75,
	[CLAIM_SEEN] = 3.36,    [CLAIM_CLEAN] = 4.41,
	[CLAIM_MIXED] = -8.10,  [CLAIM_UNMATCHED] = -3.54,
	[CLAIM_QUARTET] = 1.89,
};

#endif
