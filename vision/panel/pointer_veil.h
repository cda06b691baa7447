/* What the pointer makes of the picture below it: for pointer*.c only. */
#ifndef POINTER_VEIL_H
#define POINTER_VEIL_H

#include <math.h>

#include "pointer.h"

/* How much of a disc's edge lies beyond this radius: 1 inside, 0 outside. */
static inline double pointer_within(double radius, double disc, double soft)
{
	return 0.5 * erfc((radius - disc) / (M_SQRT2 * soft));
}

/* What lies below makes of it `gain` times as much and `add` levels. */
struct veil {
	double gain, add;
};

static inline struct veil veil_at(const struct pointer *pointer, double radius)
{
	double soft = pointer->px_soft;
	double disc = pointer_within(radius, pointer->px_disc, soft);
	double halo =
		pointer->px_halo > 0
			? pointer->halo *
				  pointer_within(radius, pointer->px_halo, soft)
			: 0;
	double ring = pointer->ring *
		      fmax(0, pointer_within(radius, pointer->px_ring, soft) -
				      pointer_within(radius, pointer->px_inner,
						     soft));
	struct veil veil = { 1 - halo, 255 * halo };

	disc *= pointer->disc;
	veil.gain *= 1 - disc;
	veil.add = veil.add * (1 - disc) + 255 * disc;
	veil.gain *= 1 - ring;
	veil.add *= 1 - ring;
	return veil;
}

#endif
