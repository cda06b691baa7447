/* The weights of the score (sigils_claim.h): by scripts/fit-sigils on claims of
 * 457 pictures (320 of scenes/web, seeds 2001, 7001 and 9101 to 9106; 120
 * scenes, seeds 5001 and 6001; data/sigils; the others' pages, panels). Those
 * at their bound (MOST in the script) are set by hand, as a wrong answer is
 * worse than a missed one. */
#ifndef SIGILS_WEIGHTS_H
#define SIGILS_WEIGHTS_H

static const double sigils_weights[SIGILS_FEATURES] = {
	[SIGILS_BIAS] = -0.98,         [SIGILS_PLATE] = -5.40,
	[SIGILS_PLATE_FIT] = -6.14,    [SIGILS_PLATE_OFF] = -2.00,
	[SIGILS_AREA] = -16.10,        [SIGILS_EXACT] = 10.56,
	[SIGILS_UNLIKE] = -2.35,       [SIGILS_UNSEEN] = -11.54,
	[SIGILS_ODD] = -12.00,         [SIGILS_WITHIN] = -8.05,
	[SIGILS_RIVAL] = -12.00,       [SIGILS_INKED] = -8.00,
	[SIGILS_KINDS] = 0.87,         [SIGILS_SAME] = -5.37,
	[SIGILS_LONE] = -12.00,        [SIGILS_FAR] = -10.00,
	[SIGILS_LEFT] = -5.00,         [SIGILS_COUNTED] = 4.50,
	[SIGILS_PLATE_COUNTED] = 0.00, [SIGILS_BESIDE] = -12.00,
	[SIGILS_ODD_PLAIN] = -11.25,   [SIGILS_FAINT] = -8.00,
	[SIGILS_DROPPED] = -20.00,     [SIGILS_NUMBERS] = -3.00,
	[SIGILS_UNALIGNED] = -1.70,
};

#endif
