/* The weights of the score (sigils_claim.h): by scripts/fit-sigils on claims of
 * 185 pictures (80 of scenes/web, seeds 2001 and 7001; 50 scenes, seed 5001;
 * half of data/sigils; pictures without sigils). Those that make for wrong
 * answers (PLATE, DROPPED, LEFT, NUMBERS) were raised by hand after that, and
 * PLATE_OFF, ODD_PLAIN and UNALIGNED set, as a wrong answer is worse than a
 * missed one. */
#ifndef SIGILS_WEIGHTS_H
#define SIGILS_WEIGHTS_H

static const double sigils_weights[SIGILS_FEATURES] = {
	[SIGILS_BIAS] = -7.28,      [SIGILS_PLATE] = -5.64,
	[SIGILS_PLATE_FIT] = -2.48, [SIGILS_PLATE_OFF] = -3.20,
	[SIGILS_AREA] = -6.59,      [SIGILS_EXACT] = 7.69,
	[SIGILS_UNLIKE] = -3.54,    [SIGILS_UNSEEN] = -13.69,
	[SIGILS_ODD] = -0.01,       [SIGILS_RESIDUAL] = -5.27,
	[SIGILS_KINDS] = 4.96,      [SIGILS_LEFT] = -2.52,
	[SIGILS_COUNTED] = -1.09,   [SIGILS_BESIDE] = -12.00,
	[SIGILS_PLATE_COUNTED] = 1, [SIGILS_ODDEST] = 0.00,
	[SIGILS_ODD_PLAIN] = -0.79, [SIGILS_DROPPED] = -3.94,
	[SIGILS_NUMBERS] = -5.24,   [SIGILS_UNALIGNED] = 0.00,
};

#endif
