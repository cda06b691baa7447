/* The weights of the score (claim.h), by scripts/fit-claims on 2,600 claims:
 * of scenes/web (seeds 101, 102), of own scenes and of data/ but for sudokus on
 * paper, which labels there do not name. MIXED, UNMATCHED and QUARTET were
 * fitted with the others as they are, on 386 claims of quartets in 220 pictures
 * (120 of scenes, seed 72005; 40 of scenes/web, seed 71001; data/suko; the
 * others show no quartet's puzzle). STACK was fitted alone, on 1,155 claims of
 * stacks (the pages and scenes of the first fit). */
#ifndef CLAIM_WEIGHTS_H
#define CLAIM_WEIGHTS_H

static const double claim_weights[CLAIM_FEATURES] = {
	[CLAIM_BIAS] = -2.69,   [CLAIM_EMPTY] = -2.39,
	[CLAIM_UNBOXED] = 0.04, [CLAIM_RESIDUAL] = -0.43,
	[CLAIM_UNEVEN] = -1.91, [CLAIM_TEXT] = 0.68,
	[CLAIM_BESIDE] = -0.94, [CLAIM_STRANGE] = -2.18,
	[CLAIM_DIGITS] = -0.59, [CLAIM_CHECKS] = 1.01,
	[CLAIM_SEEN] = 2.57,    [CLAIM_CLEAN] = 2.37,
	[CLAIM_MIXED] = -12.08, [CLAIM_UNMATCHED] = -4.61,
	[CLAIM_QUARTET] = 2.19, [CLAIM_STACK] = 2.63,
	[CLAIM_AGREED] = 0,
};

#endif
