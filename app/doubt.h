/* What is unsure of a picture's puzzle, in words for the person who plays it.
 */
#ifndef DOUBT_H
#define DOUBT_H

#include "pipeline.h"

/* Leaves of what else the clue may be what makes another puzzle of its family:
 * no 62 in a cell of a sudoku. */
void doubt_limit(const struct puzzle *puzzle, struct reading *reading);

/* Which clue it is and where: "the number in row 2, column 3", "the dot at the
 * top left corner of row 1, column 1". */
void doubt_put_clue(const struct puzzle *puzzle, const struct reading *reading,
		    struct buffer *out);

/* That place of the board; false where the clue names none. */
bool doubt_find_place(const struct puzzle *puzzle,
		      const struct reading *reading, struct board_place *place);

/* A value of that clue, as JSON: "black", "7", "blank", "missing". */
void doubt_put_value(const struct reading *reading, const char *value,
		     struct buffer *out);

/* A sentence: what is unsure, where, as what it was read and what else it may
 * be. */
void doubt_put(const struct puzzle *puzzle, const struct reading *reading,
	       struct buffer *out);

/* What was changed in a puzzle that made no sense as it was read; `sure`: there
 * is nothing else that makes sense. */
void doubt_put_change(const struct puzzle *puzzle,
		      const struct outcome_change *change, bool sure,
		      struct buffer *out);

#endif
