/* Numbers of several digits that stand beside a lattice: totals, plain, in
 * rings or on discs, at whatever distance. */
#ifndef BESIDE_H
#define BESIDE_H

#include "marks.h"
#include "numbers.h"
#include "side_numbers.h"
#include "side_words.h"

/* Squares along a side and one beyond each end: index -1 .. length. */
struct beside_line {
	enum side side;
	int length;
	double distance; /* of their middles from the side, cells */
	double height;   /* of its numbers mostly, cells */
	int seen;        /* squares, without the ends, with a number */
	struct number numbers[LATTICE_SIDE_MAX + 2]; /* [index + 1] */
};

/* Reads the line of numbers nearest to a side. `marks` reach at least 2.5
 * cells beyond the lattice. Returns false where no square has a number. */
bool beside_read(struct glyphs *glyphs, const struct elements *elements,
		 const struct lattice *lattice, const struct mark_list *marks,
		 enum side side, struct beside_line *line);

/* Reads again where nothing is to be seen in a line of which few numbers were:
 * what their marks do not show may stand there all the same. */
void beside_read_blanks(const struct side_words *words,
			struct beside_line *line);

#endif
