#include "number_choice.h"

/* A 0 leaves this share of its ellipse free, a disc around a number does not;
 * the number is surely read. */
#define DISC_FILL 0.8
#define ON_DISC_SURE 0.9

/* Is what reads as a 0 the disc that the other number stands on? */
static bool is_disc_of(const struct number *zero, const struct number *number)
{
	const struct extent *a = &zero->extent, *b = &number->extent;

	return zero->value == 0 && zero->digits == 1 &&
	       zero->fill > DISC_FILL && number->value >= 0 &&
	       number->confidence > ON_DISC_SURE && a->left < b->left &&
	       a->right > b->right && a->top < b->top && a->bottom > b->bottom;
}

/* Show-through has a third of the print's contrast at most; totals on a
 * coloured disc may have half of the cells'. */
#define FAINT_SHARE 0.35

bool number_is_better(const struct number *a, const struct number *b)
{
	bool read_a = a->value >= 0 || a->letter;
	bool read_b = b->value >= 0 || b->letter;

	if (is_disc_of(b, a) || is_disc_of(a, b))
		return is_disc_of(b, a);
	if (read_a != read_b)
		return read_a;
	if (a->blank != b->blank)
		return b->blank;
	if (read_a && a->contrast < FAINT_SHARE * b->contrast)
		return false;
	if (read_a && b->contrast < FAINT_SHARE * a->contrast)
		return true;
	return a->blank ? a->confidence < b->confidence
			: a->confidence > b->confidence;
}

bool number_is_settled(const struct number *number, double contrast)
{
	/* a lone 0 may be the disc that a number stands on */
	bool zero = number->value == 0 && number->digits == 1;

	return (number->value >= 0 || number->letter) && !zero &&
	       contrast < FAINT_SHARE * number->contrast;
}
