/* The weights of the score (claim.h), a line a feature. */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 4,      [CLAIM_EMPTY] = -3,   [CLAIM_UNBOXED] = -1,
	[CLAIM_RESIDUAL] = -1, [CLAIM_UNEVEN] = -4,  [CLAIM_TEXT] = -4,
	[CLAIM_BESIDE] = -4,   [CLAIM_STRANGE] = -4, [CLAIM_DIGITS] = -.5,
	[CLAIM_CHECKS] = 1,    [CLAIM_SMALL] = -4,
};

#endif
