#include "suko_cards.h"

#include <math.h>
#include <string.h>

#include "card_sides.h"
#include "last_word.h"

/* A number stands so many of its swatch's heights to the right, and is at most
 * so much higher. */
#define SWATCH_GAP 0.25
#define SWATCH_ASIDE 0.45
/* ... and at least so high: less is the light within a digit. */
#define BESIDE_LEAST 0.4
/* ... or so many of its sizes under it or above, where so much is looked at,
 * and so much to both sides of it. */
#define UNDER_GAP 0.08
#define UNDER_REACH 1.7
#define UNDER_ASIDE 0.3
/* A line of a legend is at most so long, in heights of its swatch, and is
 * looked at in steps of that; behind its number so much is empty, in heights
 * of the number. */
#define LEGEND_MOST 14.0
#define LEGEND_STEP 0.6
#define LEGEND_END 0.8
/* Cards with words before their number are at least so wide for their height.
 */
#define WORDS_WIDE 1.8
/* The last digit of such a card may touch its side: so much beside the card is
 * looked at, too, in its heights. */
#define SIDE_ROOM 0.3
/* Cards whose words lie over their sides are at least so wide for their
 * height. */
#define OVER_WIDE 1.4
/* Less sure numbers are no totals. */
#define LIKELY 0.6
/* An area has at least two cells in any Suko we know; one to seven add up to
 * 1 to 42. */
enum { TOTAL_LEAST = 1, TOTAL_MOST = 42 };
/* The step in cells over which the board's turn is measured, and the slope
 * from which on it counts as turned. */
#define TURN_STEP 0.2
#define TURNED_LEAST 0.02

/* A word that is cut leaves digits of its last letter, or of its number. */
static bool is_total(const struct number *number)
{
	return number->value >= TOTAL_LEAST && number->value <= TOTAL_MOST &&
	       !number->cut && number->confidence > LIKELY;
}

/* A field as it lies in a frame turned as the board is, whose units are about
 * pixels: the upright box of what is turned is larger than that. */
static struct place turned_place(const struct homography *cell_to_px,
				 const struct homography *px_to_cell,
				 const struct field *field)
{
	struct point middle = field->px_middle;
	struct point at = homography_apply(px_to_cell, middle);
	double unit = homography_scale(cell_to_px, at);
	struct point x = point_sub(
		homography_apply(cell_to_px,
				 (struct point){ at.x + TURN_STEP, at.y }),
		middle);
	struct point y = point_sub(
		homography_apply(cell_to_px,
				 (struct point){ at.x, at.y + TURN_STEP }),
		middle);
	double c = x.x / point_length(x), s = fabs(x.y) / point_length(x);
	double share = c * c - s * s;
	double half_x = (field->width * c - field->height * s) / share / 2;
	double half_y = (field->height * c - field->width * s) / share / 2;

	x = point_scale(x, 1 / (TURN_STEP * unit));
	y = point_scale(y, 1 / (TURN_STEP * unit));
	half_x /= point_length(x);
	half_y /= point_length(y);
	return (struct place){ { -half_x, -half_y, half_x, half_y },
			       { { x.x, y.x, middle.x, x.y, y.y, middle.y, 0, 0,
				   1 } } };
}

/* Reads the number in a place: the whole of it, or the last word on a card
 * such as "Green: 11"; where its gaps do not tell which that is, by its share
 * of the card. */
static bool read_card(struct glyphs *glyphs, const struct plane *grey,
		      const struct place *whole, struct number *number)
{
	static const double shares[] = { 0.4, 0.3, 0.22 };
	double width = whole->extent.right - whole->extent.left;
	double height = whole->extent.bottom - whole->extent.top;

	number_read_over_border(glyphs, grey, whole, number);
	if (is_total(number))
		return true;
	/* there is no room for words before a number that does not show */
	if (number->blank && width < WORDS_WIDE * height)
		return false;
	if (last_word_read(glyphs, grey, whole, number) && is_total(number))
		return true;
	for (size_t i = 0;
	     i < sizeof shares / sizeof *shares && width >= WORDS_WIDE * height;
	     i++) {
		struct place end = *whole;

		end.extent.left = end.extent.right - shares[i] * width;
		number_read_over_border(glyphs, grey, &end, number);
		if (is_total(number))
			return true;
	}
	return false;
}

/* The same with what is right beside a wide card, which counts where there are
 * more digits then. */
static bool read_wider(struct glyphs *glyphs, const struct plane *grey,
		       const struct place *whole, struct number *number)
{
	struct place wider = *whole;
	double width = whole->extent.right - whole->extent.left;
	double height = whole->extent.bottom - whole->extent.top;
	bool found = read_card(glyphs, grey, whole, number);
	struct number one;

	if (width < WORDS_WIDE * height || (found && number->digits > 1))
		return found;
	wider.extent.right += SIDE_ROOM * height;
	if (!read_card(glyphs, grey, &wider, &one) ||
	    (found && one.digits <= number->digits))
		return found;
	*number = one;
	return true;
}

static bool read_either_way(const struct suko_cards *cards,
			    const struct field *field, struct number *number)
{
	const struct plane *grey = &cards->elements->grey;
	struct place place =
		turned_place(&cards->cell_to_px, &cards->px_to_cell, field);
	const double *m = place.frame_to_px.m;
	bool turned = fabs(m[3]) > TURNED_LEAST * fabs(m[0]);

	if (place.extent.right > 0 && place.extent.bottom > 0 &&
	    read_wider(cards->glyphs, grey, &place, number))
		return true;
	place = place_from_box(&field->px_box);
	return turned && read_wider(cards->glyphs, grey, &place, number);
}

static bool read_over(const struct suko_cards *cards, const struct field *field,
		      struct number *number)
{
	struct place card =
		turned_place(&cards->cell_to_px, &cards->px_to_cell, field);
	struct card_sides sides;
	bool found = false;

	memset(number, 0, sizeof *number);
	number->value = -1;
	if (card.extent.right < OVER_WIDE * card.extent.bottom)
		return false;
	if (card_sides_take(&sides, &cards->elements->grey, &card, false) < 0) {
		card_sides_fini(&sides);
		return false;
	}
	for (int i = 0; i < CARD_HIDDENS; i++) {
		struct number one;

		if (read_card(cards->glyphs, &sides.bare[i], &sides.inside,
			      &one) &&
		    (!found || one.digits > number->digits)) {
			found = true;
			*number = one;
			number->px_box = card_sides_px_box(&sides, &one);
		}
	}
	card_sides_fini(&sides);
	return found;
}

/* Reads the total in a place beside a swatch. */
static bool read_place(const struct suko_cards *cards,
		       const struct field *swatch, const struct place *place,
		       struct number *number)
{
	number_read_place(cards->glyphs, &cards->elements->grey, place, number);
	return is_total(number) &&
	       number->px_box.height >= BESIDE_LEAST * swatch->height;
}

/* Reads what stands behind a swatch, to `reach` times its height. */
static bool read_behind(const struct suko_cards *cards,
			const struct field *swatch, double reach,
			struct number *number)
{
	struct place place =
		turned_place(&cards->cell_to_px, &cards->px_to_cell, swatch);
	struct extent *e = &place.extent;
	double size = e->bottom - e->top;

	e->left = e->right + SWATCH_GAP * size;
	e->right = e->left + reach * size;
	e->top -= SWATCH_ASIDE * size;
	e->bottom += SWATCH_ASIDE * size;
	return read_place(cards, swatch, &place, number);
}

/* Reads what stands under a swatch, or (`above`) over it. */
static bool read_under(const struct suko_cards *cards,
		       const struct field *swatch, bool above,
		       struct number *number)
{
	struct place place =
		turned_place(&cards->cell_to_px, &cards->px_to_cell, swatch);
	struct extent *e = &place.extent;
	double size = sqrt((e->right - e->left) * (e->bottom - e->top));

	if (!(size > 0))
		return false;
	if (above) {
		e->bottom = e->top - UNDER_GAP * size;
		e->top = e->bottom - UNDER_REACH * size;
	} else {
		e->top = e->bottom + UNDER_GAP * size;
		e->bottom = e->top + UNDER_REACH * size;
	}
	e->left -= UNDER_ASIDE * size;
	e->right += UNDER_ASIDE * size;
	return read_place(cards, swatch, &place, number);
}

static bool read_beside(const struct suko_cards *cards,
			const struct field *field, struct number *number)
{
	static const double reaches[] = { 5, 4, 3.2 };
	bool wide = field->width > SUKO_SWATCH_WIDE * field->height;

	for (size_t i = 0; i < sizeof reaches / sizeof *reaches && !wide; i++)
		if (read_behind(cards, field, reaches[i], number))
			return true;
	/* the next of a column of totals is none of this one */
	return field->bare && (read_under(cards, field, false, number) ||
			       read_under(cards, field, true, number));
}

bool suko_cards_read_between(const struct suko_cards *cards,
			     const struct field *swatch, double px_end,
			     struct number *number)
{
	double left = swatch->px_middle.x + swatch->width / 2;
	double reach = (px_end - left) / swatch->height - 2 * SWATCH_GAP;

	return reach > 0 && read_behind(cards, swatch, reach, number);
}

/* Is nothing written right behind a number? */
static bool is_last(const struct suko_cards *cards, const struct place *line,
		    const struct number *number)
{
	struct place behind = *line;
	double height = number->extent.bottom - number->extent.top;
	struct number next;

	behind.extent.left = number->extent.right + 0.15 * height;
	behind.extent.right = behind.extent.left + LEGEND_END * height;
	number_read_place(cards->glyphs, &cards->elements->grey, &behind,
			  &next);
	return next.blank;
}

static bool read_legend(const struct suko_cards *cards,
			const struct field *swatch, struct number *number)
{
	struct place line =
		turned_place(&cards->cell_to_px, &cards->px_to_cell, swatch);
	struct extent *e = &line.extent;
	double size = e->bottom - e->top;

	e->left = e->right + SWATCH_GAP * size;
	e->top -= SWATCH_ASIDE * size;
	e->bottom += SWATCH_ASIDE * size;
	for (double reach = 3; reach < LEGEND_MOST; reach += LEGEND_STEP) {
		e->right = e->left + reach * size;
		if (last_word_read(cards->glyphs, &cards->elements->grey, &line,
				   number) &&
		    is_total(number) &&
		    number->px_box.height >= BESIDE_LEAST * swatch->height &&
		    is_last(cards, &line, number))
			return true;
	}
	return false;
}

static bool is_same_field(const struct field *a, const struct field *b)
{
	return a->px_middle.x == b->px_middle.x &&
	       a->px_middle.y == b->px_middle.y && a->width == b->width &&
	       a->height == b->height &&
	       !memcmp(&a->px_box, &b->px_box, sizeof a->px_box);
}

enum { READ_EITHER_WAY, READ_OVER, READ_BESIDE, READ_LEGEND, READERS };

/* Reads a field in one of these ways, but once. */
static bool read_once(const struct suko_cards *cards, int how,
		      const struct field *field, struct number *number)
{
	static bool (*const readers[READERS])(
		const struct suko_cards *, const struct field *,
		struct number *) = { read_either_way, read_over, read_beside,
				     read_legend };
	struct suko_cards_memo *memo = cards->memo;
	bool found;

	for (int i = 0; memo && i < memo->count; i++) {
		const struct suko_card_known *one = &memo->known[i];

		if (one->how != how || !is_same_field(&one->field, field))
			continue;
		*number = one->number;
		return one->found;
	}
	found = readers[how](cards, field, number);
	if (memo && memo->count < SUKO_CARDS_KNOWN)
		memo->known[memo->count++] =
			(struct suko_card_known){ how, *field, *number, found };
	return found;
}

bool suko_cards_read(const struct suko_cards *cards, const struct field *field,
		     struct number *number)
{
	return read_once(cards, READ_EITHER_WAY, field, number);
}

bool suko_cards_read_over(const struct suko_cards *cards,
			  const struct field *field, struct number *number)
{
	return read_once(cards, READ_OVER, field, number);
}

bool suko_cards_read_beside(const struct suko_cards *cards,
			    const struct field *swatch, struct number *number)
{
	return read_once(cards, READ_BESIDE, swatch, number);
}

bool suko_cards_read_legend(const struct suko_cards *cards,
			    const struct field *swatch, struct number *number)
{
	return read_once(cards, READ_LEGEND, swatch, number);
}
