/* The weights of the score (sigils_claim.h): by scripts/fit-sigils on claims of
 * 185 pictures (80 of scenes/web, seeds 2001 and 7001; 50 scenes, seed 5001;
 * half of data/sigils; pictures without sigils). Those that make for wrong
 * answers (PLATE, DROPPED, LEFT, NUMBERS) were raised by hand after that, and
 * PLATE_OFF, ODD_PLAIN and UNALIGNED set, as a wrong answer is worse than a
 * missed one. */
#ifndef SIGILS_WEIGHTS_H
#define SIGILS_WEIGHTS_H

static const double sigils_weights[SIGILS_FEATURES] = {
	[SIGILS_BIAS] = -6.5,      [SIGILS_PLATE] = -2.2,
	[SIGILS_PLATE_FIT] = -4.5, [SIGILS_AREA] = -2.8,
	[SIGILS_EXACT] = 9.4,      [SIGILS_UNLIKE] = -2,
	[SIGILS_UNSEEN] = -12,     [SIGILS_ODD] = -2,
	[SIGILS_RESIDUAL] = -2.5,  [SIGILS_KINDS] = 1.8,
	[SIGILS_PLATE_OFF] = -2.5, [SIGILS_ODDEST] = -0.6,
	[SIGILS_DROPPED] = -4.5,   [SIGILS_LEFT] = -1.5,
	[SIGILS_NUMBERS] = -8,     [SIGILS_UNALIGNED] = -1.5,
	[SIGILS_ODD_PLAIN] = -3,
};

#endif
