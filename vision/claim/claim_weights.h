/* The weights of the score (claim.h), a line a feature. */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = 2.41,      [CLAIM_EMPTY] = -2.41,   [CLAIM_UNBOXED] = 0.69,
	[CLAIM_RESIDUAL] = -0.79, [CLAIM_UNEVEN] = -2.31,  [CLAIM_TEXT] = 0.73,
	[CLAIM_BESIDE] = -1.26,   [CLAIM_STRANGE] = -4.21, [CLAIM_DIGITS] = -0.78,
	[CLAIM_CHECKS] = 0.55,    [CLAIM_SMALL] = -2.62,
};

#endif
