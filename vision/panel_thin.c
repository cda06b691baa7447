#include "panel_thin.h"

#include <math.h>
#include <string.h>

#include "panel_colours.h"

/* Strokes of so many pixels have the ground's colour mixed in, and no others
 * than such as are so many times as wide tell what colour they have. Others
 * that are not so many times as thin may have less of it mixed in, as they lie
 * otherwise on the picture's pixels of hue. */
#define THIN_PX 6.0
#define WIDER 1.6
/* So many pixels wider may be as wide: rims are measured no better (two of one
 * kind were 1.1 and 1.8 pixels wide). */
#define WIDER_PX 1.0
/* Of their own hue so much is left at least: of rims of hollow blocks, a pixel
 * or two, and of wider strokes, where it is sure; of those that may be less is
 * (seen: .4 of strokes of 5.6 pixels in a dim and blurred picture). */
#define HUE_LEFT 0.35
#define HUE_LEFT_WIDE 0.5
#define RIM_PX 3.0
/* Of brightness no less is left, but more by up to so much (seen: .15 to .33),
 * and at most this in all, as sharpened pictures have more of it. */
#define BRIGHT_MORE 0.45
#define LEFT_MOST 1.05
/* What is left lies as near as this to what would be, as a share of what it
 * differs from the ground (seen: .02 to .06). */
#define THIN_OFF 0.08
/* Where hue or brightness hardly differ, levels, these do not tell how much of
 * the symbol's is left. */
#define TELLS_LEAST 12.0

/* Brightness, and what is more of blue and of red than that. */
struct hued {
	double bright, blue, red;
};

static struct hued off_ground(struct colour c, struct colour ground)
{
	double bright = colour_brightness(c) - colour_brightness(ground);

	return (struct hued){ bright, c.blue - ground.blue - bright,
			      c.red - ground.red - bright };
}

static double within(double x, double least, double most)
{
	return fmin(fmax(x, least), most);
}

/* How far a thin symbol's colour is from the nearest one that another's may
 * become over that ground, as a share of what it differs from this; HUGE_VAL
 * where it cannot be, as less than the least of its hue is left. */
static double off_mixed(const struct thin_symbol *thin,
			const struct thin_symbol *other, double least)
{
	struct hued own = off_ground(thin->colour, thin->ground);
	struct hued pure = off_ground(other->colour, thin->ground);
	double hues = pure.blue * pure.blue + pure.red * pure.red;
	double bright = own.bright / pure.bright;
	double hue = (own.blue * pure.blue + own.red * pure.red) / hues;
	double off[3], all;

	if (hues < TELLS_LEAST * TELLS_LEAST)
		hue = bright;
	if (fabs(pure.bright) < TELLS_LEAST)
		bright = hue;
	if (!(hue >= least && bright >= least))
		return HUGE_VAL;
	hue = fmin(hue, LEFT_MOST);
	bright = within(bright, hue, fmin(hue + BRIGHT_MORE, LEFT_MOST));
	off[0] = own.bright - bright * pure.bright;
	off[1] = own.blue - hue * pure.blue + off[0];
	off[2] = own.red - hue * pure.red + off[0];
	all = colour_distance(thin->colour, thin->ground);
	return sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]) /
	       fmax(1, all);
}

/* Takes the colour of one of those that were seen for the symbol. */
static void restore(struct thin_symbol *symbol, const struct thin_symbol *seen,
		    int count)
{
	const struct thin_symbol own = *symbol;
	double least = THIN_OFF;

	for (int k = 0; k < count && own.px <= THIN_PX; k++) {
		double off;

		if (seen[k].px < WIDER * own.px)
			continue;
		off = off_mixed(&own, &seen[k],
				own.px > RIM_PX ? HUE_LEFT_WIDE : HUE_LEFT);
		if (off >= least)
			continue;
		least = off;
		symbol->colour = seen[k].colour;
		symbol->restored = true;
	}
}

void thin_restore(struct thin_symbol *symbols, int count)
{
	struct thin_symbol seen[COLOURS_MAX];

	memcpy(seen, symbols, (size_t)count * sizeof *seen);
	for (int i = 0; i < count; i++)
		restore(&symbols[i], seen, count);
}

double thin_off(const struct thin_symbol *thin, const struct thin_symbol *other)
{
	double wide = fmax(other->px * WIDER, other->px + WIDER_PX);
	double off;

	if (thin->px > THIN_PX || wide < thin->px)
		return HUGE_VAL;
	off = off_mixed(thin, other, HUE_LEFT);
	return off < THIN_OFF ? off : HUGE_VAL;
}
