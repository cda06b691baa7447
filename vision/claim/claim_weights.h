/* The weights of the score (claim.h), a line a feature. */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 2.48,    [CLAIM_EMPTY] = -2.42,
	[CLAIM_UNBOXED] = 0.41, [CLAIM_RESIDUAL] = -0.08,
	[CLAIM_UNEVEN] = -2.56, [CLAIM_TEXT] = 0.40,
	[CLAIM_BESIDE] = -1.40, [CLAIM_STRANGE] = -2.56,
	[CLAIM_DIGITS] = -1.24, [CLAIM_CHECKS] = 0.31,
	[CLAIM_SMALL] = -2.85,
};

#endif
