/* The weights of the score (sigils_claim.h): by scripts/fit-sigils on claims of
 * 457 pictures (320 of scenes/web, seeds 2001, 7001 and 9101 to 9106; 120
 * scenes, seeds 5001 and 6001; data/sigils; the others' pages, panels). Those
 * at their bound (MOST in the script) are set by hand, as a wrong answer is
 * worse than a missed one. */
#ifndef SIGILS_WEIGHTS_H
#define SIGILS_WEIGHTS_H

static const double sigils_weights[SIGILS_FEATURES] = {
	[SIGILS_BIAS] = -1.15,         [SIGILS_PLATE] = -5.00,
	[SIGILS_PLATE_FIT] = -6.87,    [SIGILS_PLATE_OFF] = -2.00,
	[SIGILS_AREA] = -15.56,        [SIGILS_EXACT] = 10.31,
	[SIGILS_UNLIKE] = -2.02,       [SIGILS_UNSEEN] = -9.29,
	[SIGILS_ODD] = -12.00,         [SIGILS_WITHIN] = -8.02,
	[SIGILS_RIVAL] = -12.00,       [SIGILS_INKED] = -8.00,
	[SIGILS_KINDS] = 0.68,         [SIGILS_SAME] = -5.41,
	[SIGILS_LONE] = -12.00,        [SIGILS_FAR] = -8.00,
	[SIGILS_LEFT] = -5.00,         [SIGILS_COUNTED] = 4.89,
	[SIGILS_PLATE_COUNTED] = 2.45, [SIGILS_BESIDE] = -12.00,
	[SIGILS_ODD_PLAIN] = -11.36,   [SIGILS_FAINT] = -8.00,
	[SIGILS_DROPPED] = -18.00,     [SIGILS_NUMBERS] = -2.60,
	[SIGILS_UNALIGNED] = -2.76,
};

#endif
