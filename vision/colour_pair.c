#include "colour_pair.h"

#include <math.h>

static struct colour less(struct colour a, struct colour b)
{
	return (struct colour){ a.red - b.red, a.green - b.green,
				a.blue - b.blue };
}

static double times(struct colour a, struct colour b)
{
	return a.red * b.red + a.green * b.green + a.blue * b.blue;
}

static double length(struct colour c)
{
	return sqrt(times(c, c));
}

/* The cosine between two, 1 where either is nothing. */
static double cosine(struct colour a, struct colour b)
{
	double both = length(a) * length(b);

	return both > 1 ? times(a, b) / both : 1;
}

/* Without brightness. */
static struct colour hue_of(struct colour c)
{
	float bright = colour_brightness(c);

	return (struct colour){ c.red - bright, c.green - bright,
				c.blue - bright };
}

/* How far beside the way from nothing to the longer one the shorter lies. */
static double beside(struct colour a, struct colour b)
{
	struct colour longer = length(a) > length(b) ? a : b;
	struct colour shorter = length(a) > length(b) ? b : a;
	double along = times(longer, shorter) / fmax(1, length(longer));

	return sqrt(fmax(0, times(shorter, shorter) - along * along));
}

void colour_pair_measure(const struct thin_symbol *a,
			 const struct thin_symbol *b, double top,
			 float inputs[PAIR_INPUTS])
{
	struct colour from_a = less(a->colour, a->ground);
	struct colour from_b = less(b->colour, b->ground);
	struct colour hue_a = hue_of(from_a), hue_b = hue_of(from_b);
	double far_a = length(from_a), far_b = length(from_b);
	double values[PAIR_INPUTS] = {
		colour_distance(a->colour, b->colour) / top,
		beside(a->colour, b->colour) / top,
		beside(from_a, from_b) / top,
		beside(hue_a, hue_b) / top,
		1 - cosine(from_a, from_b),
		1 - cosine(hue_a, hue_b),
		1 - cosine(a->colour, b->colour),
		fmin(far_a, far_b) / top,
		fmax(far_a, far_b) / top,
		fmin(length(hue_a), length(hue_b)) / top,
		fmax(length(hue_a), length(hue_b)) / top,
		log(fmin(a->px, b->px) + 0.5) / 2,
		log(fmax(a->px, b->px) + 0.5) / 2,
		fabs(colour_brightness(less(a->colour, b->colour))) / top,
		far_a < far_b ? (a->px < b->px ? 1 : -1)
			      : (a->px > b->px ? -1 : 1),
		top / 255,
	};

	for (int i = 0; i < PAIR_INPUTS; i++)
		inputs[i] = (float)values[i];
	if (fabs(a->px - b->px) < 0.5)
		inputs[14] = 0;
}
