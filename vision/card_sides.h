/* A card without its sides: words too long for it lie over its borders, and
 * what is written there is one with these. The borders are the same all along
 * the card's ends, above and below the words, too: what is seen there is taken
 * away. */
#ifndef CARD_SIDES_H
#define CARD_SIDES_H

#include <stdbool.h>

#include "numbers.h"

/* What is written where a border lies: ink where there is some on both sides
 * of it, or what is nearest. */
enum card_hidden { CARD_HIDDEN_BETWEEN, CARD_HIDDEN_NEAREST, CARD_HIDDENS };

struct card_sides {
	/* the card and some room at both ends, in either way */
	struct plane bare[CARD_HIDDENS];
	struct place inside; /* where its words are, in pixels of these */
	struct homography bare_to_px;
};

/* Takes the sides of an upright card away, whose corners may be round; of a
 * `disc` in just that place what is round. Returns 0, or -1 without memory or
 * where it is too small; card_sides_fini frees in both cases. */
int card_sides_take(struct card_sides *sides, const struct plane *grey,
		    const struct place *card, bool disc);
void card_sides_fini(struct card_sides *sides);

/* Of a number that was read in `bare` its box in the picture. */
struct box card_sides_px_box(const struct card_sides *sides,
			     const struct number *number);

#endif
