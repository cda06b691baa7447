#include "number_strangers.h"

#include <stdlib.h>

#include "order.h"

enum { STRANGERS_MAX = 256 };

/* Of print that shows through the contrast is a third of the page's own at
 * most; totals on a coloured disc may have half of the cells'. */
#define STRANGER_FAINT 0.35
/* Of one kind of numbers the heights are the same; old-style figures, and
 * totals set larger, differ by this factor. */
#define HEIGHT_FACTOR 1.7

void numbers_drop_strangers(struct number *const *numbers, int count)
{
	double contrasts[STRANGERS_MAX], heights[STRANGERS_MAX];
	int known = 0;

	for (int i = 0; i < count && known < STRANGERS_MAX; i++)
		if (numbers[i]->value >= 0) {
			heights[known] = numbers[i]->extent.bottom -
					 numbers[i]->extent.top;
			contrasts[known++] = numbers[i]->contrast;
		}
	if (!known)
		return;
	qsort(contrasts, (size_t)known, sizeof *contrasts, order_doubles);
	qsort(heights, (size_t)known, sizeof *heights, order_doubles);

	double contrast = contrasts[known / 2], height = heights[known / 2];

	for (int i = 0; i < count; i++) {
		struct number *number = numbers[i];
		double own = number->extent.bottom - number->extent.top;

		/* of what is cut off, or crowded, the height is not known */
		if (!number->blank &&
		    (number->contrast < STRANGER_FAINT * contrast ||
		     (own > 0 && !number->cut &&
		      (own > HEIGHT_FACTOR * height ||
		       own * HEIGHT_FACTOR < height))))
			*number = (struct number){ .value = -1,
						   .blank = true,
						   .confidence = 1 };
	}
}
