/* The weights of the score (sigils_claim.h): by scripts/fit-sigils on claims of
 * 345 pictures (220 of scenes/web, seeds 2001, 7001 and 9101 to 9103; 60
 * scenes, seed 5001; data/sigils; the others' pages, panels). LONE
 * and those at their bound (MOST in the script: BESIDE, INKED, FAINT) are set
 * by hand, as a wrong answer is worse than a missed one. */
#ifndef SIGILS_WEIGHTS_H
#define SIGILS_WEIGHTS_H

static const double sigils_weights[SIGILS_FEATURES] = {
	[SIGILS_LONE] = -5.00,      [SIGILS_BIAS] = -6.20,
	[SIGILS_PLATE] = -7.58,     [SIGILS_PLATE_FIT] = -5.12,
	[SIGILS_PLATE_OFF] = -1.64, [SIGILS_AREA] = -9.74,
	[SIGILS_EXACT] = 8.27,      [SIGILS_UNLIKE] = -4.42,
	[SIGILS_UNSEEN] = -7.76,    [SIGILS_ODD] = -0.01,
	[SIGILS_WITHIN] = -7.18,    [SIGILS_INKED] = -8.00,
	[SIGILS_KINDS] = 5.29,      [SIGILS_LEFT] = -1.89,
	[SIGILS_COUNTED] = -2.39,   [SIGILS_PLATE_COUNTED] = 0.59,
	[SIGILS_BESIDE] = -12.00,   [SIGILS_ODD_PLAIN] = -1.43,
	[SIGILS_FAINT] = -4.00,     [SIGILS_DROPPED] = -4.68,
	[SIGILS_NUMBERS] = -2.96,   [SIGILS_UNALIGNED] = -1.90,
};

#endif
