/* The numbers of a Suko's totals, on their cards, beside swatches, or at the
 * end of a line of a legend. */
#ifndef SUKO_CARDS_H
#define SUKO_CARDS_H

#include "elements.h"
#include "fields.h"
#include "numbers.h"

/* What was read of a board's fields: they are looked at again with those of
 * other places, and of other boards. Zeroed at first; what goes beyond it is
 * read anew. */
enum { SUKO_CARDS_KNOWN = 200 };
struct suko_cards_memo {
	struct suko_card_known {
		int how; /* which of the functions below */
		struct field field;
		struct number number;
		bool found;
	} known[SUKO_CARDS_KNOWN];
	int count;
};

struct suko_cards {
	struct glyphs *glyphs;
	const struct elements *elements;
	struct homography cell_to_px, px_to_cell; /* of the board */
	struct suko_cards_memo *memo;             /* NULL: none */
};

/* Each fills in `number` always and returns whether it may be a total. */

/* Reads a field's number, where the board is turned in two ways: a round
 * field's upright box is its own. */
bool suko_cards_read(const struct suko_cards *cards, const struct field *field,
		     struct number *number);

/* The number on a card whose words lie over its sides. */
bool suko_cards_read_over(const struct suko_cards *cards,
			  const struct field *field, struct number *number);

/* Swatches wider than this for their height have their number under or above
 * them. */
#define SUKO_SWATCH_WIDE 1.5

/* The number that follows a swatch, or stands under or above it: the longest,
 * as of one that ends where it is no longer looked at a digit is missing. */
bool suko_cards_read_beside(const struct suko_cards *cards,
			    const struct field *swatch, struct number *number);

/* The number between a swatch and what stands beside it from `px_end` on. */
bool suko_cards_read_between(const struct suko_cards *cards,
			     const struct field *swatch, double px_end,
			     struct number *number);

/* The number that ends a line after a swatch: "Green = 16". */
bool suko_cards_read_legend(const struct suko_cards *cards,
			    const struct field *swatch, struct number *number);

#endif
