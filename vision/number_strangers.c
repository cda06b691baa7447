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
/* The hook of a question mark whose dot was left out is two thirds to four
 * fifths as high as the digits (.66 to .78 in ten fonts), and a doubtful 7 or 2
 * by itself (.4 to .7); many of one size, of which no sure number is, are signs
 * as surely as this. */
#define HOOK_HIGH 0.85
#define HOOKS_SURE 0.998

static void make_blank(struct number *number, double confidence)
{
	*number = (struct number){ .value = -1,
				   .blank = true,
				   .confidence = confidence };
}

/* Is something written that is no number, or a nought, which no puzzle here has
 * among its numbers: programs show it where nothing was entered yet? */
static bool is_other(const struct number *number)
{
	return number->value <= 0 && !number->blank;
}

static bool is_same_size(const struct number *a, const struct number *b)
{
	const struct extent *e = &a->extent, *f = &b->extent;
	double high = e->bottom - e->top;

	return fabs(high - f->bottom + f->top) < SIGN_OFF * high &&
	       fabs(e->right - e->left - f->right + f->left) < SIGN_OFF * high;
}

/* Are both one sign? */
static bool is_same_sign(const struct number *a, const struct number *b)
{
	return is_other(a) && is_other(b) && a->confidence > SIGN_SURE &&
	       b->confidence > SIGN_SURE && is_same_size(a, b);
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

/* The height of the lowest of the numbers that are sure, or 0 where none is. */
static double lowest_sure(struct number *const *numbers, int count)
{
	double lowest = 0;

	for (int i = 0; i < count; i++) {
		const struct extent *e = &numbers[i]->extent;
		double high = e->bottom - e->top;

		if (numbers[i]->value >= 0 && !numbers[i]->cut && high > 0 &&
		    numbers[i]->confidence > SIGN_SURE &&
		    (lowest == 0 || high < lowest))
			lowest = high;
	}
	return lowest;
}

/* May it be the hook of a question mark, where sure numbers are at least so
 * high? */
static bool is_hook(const struct number *number, double lowest)
{
	double high = number->extent.bottom - number->extent.top;

	return !number->blank && !number->cut && high > 0 &&
	       high < HOOK_HIGH * lowest &&
	       (number->value < 0 ||
		(number->digits == 1 && number->confidence <= SIGN_SURE));
}

/* Makes blank one and the same sign that is taken for a doubtful digit, but is
 * lower than all sure ones. */
static void drop_hooks(struct number *const *numbers, int count)
{
	double lowest = lowest_sure(numbers, count);
	int most = 0, which = 0;

	for (int i = 0; i < count; i++) {
		int same = 0;

		for (int k = 0; k < count && is_hook(numbers[i], lowest); k++)
			same += is_hook(numbers[k], lowest) &&
				is_same_size(numbers[i], numbers[k]);
		if (same > most) {
			most = same;
			which = i;
		}
	}
	if (most < SIGNS_LEAST)
		return;

	struct number sign = *numbers[which];

	for (int i = 0; i < count; i++)
		if (is_hook(numbers[i], lowest) &&
		    is_same_size(&sign, numbers[i]))
			make_blank(numbers[i], HOOKS_SURE);
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
	drop_hooks(numbers, count);
	numbers_drop_signs(numbers, count);
}
