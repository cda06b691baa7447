/* The areas of a Suko: which cells share a tint, and which number around the
 * board stands on that tint. */
#ifndef SUKO_TOTALS_H
#define SUKO_TOTALS_H

#include "tints.h"
#include "fields.h"
#include "numbers.h"
#include "puzzle.h"
#include "suko_cards.h"

enum {
	SUKO_AREAS_SEEN = 4, /* more are never drawn */
	SUKO_SHOWN_MOST = 8
};

struct suko_areas {
	int count; /* 0: a Sujiko */
	int area_of[SUKO_CELLS];
	struct tint tints[SUKO_AREAS_SEEN];
	struct number totals[SUKO_AREAS_SEEN]; /* value -1: not found */
	bool tinted;                           /* the cells have tints */
	bool agreed;       /* there are such, and their totals sum to 45 */
	double confidence; /* that cells and totals are matched right */
	/* fields of a cell's tint that hold a number, as totals do */
	struct field shown[SUKO_SHOWN_MOST];
	int shown_count;
};

/* `cards` of the board with both its maps; `tints` are the cells' colours;
 * `over`: also read what lies over the sides of cards, which takes long. Always
 * fills in `areas`. */
void suko_areas_find(const struct suko_cards *cards, const struct field *fields,
		     int field_count, const struct tint tints[SUKO_CELLS],
		     bool over, struct suko_areas *areas);

#endif
