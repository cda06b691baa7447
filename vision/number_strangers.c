#include "number_strangers.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"

enum { STRANGERS_MAX = 256 };

/* Of print that shows through the contrast is a third of the page's own at
 * most; totals on a coloured disc may have half of the cells'. */
#define STRANGER_FAINT 0.35
/* Of one kind of numbers the heights are the same; old-style figures, and
 * totals set larger, differ by this factor. */
#define HEIGHT_FACTOR 1.7
/* So many times at least one sign stands for a blank; its height and width are
 * the same within this share (question marks of 12 px, blurred, differ by two
 * of these) of its height. */
enum { SIGNS_LEAST = 3 };
#define SIGN_OFF 0.2
/* ... and of what is no number it is all but this share: letters of a word
 * search are not one sign. */
#define SIGN_OTHERS 0.15
/* It is as surely no digit as this. */
#define SIGN_SURE 0.9

static void make_blank(struct number *number, double confidence)
{
	*number = (struct number){ .value = -1,
				   .blank = true,
				   .confidence = confidence };
}

/* Is something written that is no number? */
static bool is_other(const struct number *number)
{
	return number->value < 0 && !number->blank;
}

/* Are both one sign? */
static bool is_same_sign(const struct number *a, const struct number *b)
{
	const struct extent *e = &a->extent, *f = &b->extent;
	double high = e->bottom - e->top, other = f->bottom - f->top;

	return is_other(a) && is_other(b) && high > 0 &&
	       a->confidence > SIGN_SURE && b->confidence > SIGN_SURE &&
	       fabs(high - other) < SIGN_OFF * high &&
	       fabs(e->right - e->left - f->right + f->left) < SIGN_OFF * high;
}

void numbers_drop_signs(struct number *const *numbers, int count)
{
	int others = 0, most = 0, which = 0;

	for (int i = 0; i < count; i++)
		others += is_other(numbers[i]);
	if (others < SIGNS_LEAST)
		return;
	for (int i = 0; i < count; i++) {
		int same = 0;

		for (int k = 0; k < count && is_other(numbers[i]); k++)
			same += is_same_sign(numbers[i], numbers[k]);
		if (same > most) {
			most = same;
			which = i;
		}
	}
	if (most < SIGNS_LEAST || others - most > SIGN_OTHERS * others)
		return;

	struct number sign = *numbers[which];

	for (int i = 0; i < count; i++)
		if (is_same_sign(&sign, numbers[i]))
			make_blank(numbers[i], numbers[i]->confidence);
}

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
			make_blank(number, 1);
	}
	numbers_drop_signs(numbers, count);
}
