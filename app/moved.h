/* Do puzzles still lie where they were read? Told by comparing two pictures,
 * without reading. */
#ifndef MOVED_H
#define MOVED_H

#include <stdbool.h>

#include "image.h"
#include "pipeline.h"

/* Is `now` another picture where the puzzles of `before` lie, so that they have
 * to be looked for again? What a person enters there, a caret and the pointer
 * leave most of a board's lines and clues as they are. */
bool moved_from(const struct image *before, const struct outcome_list *list,
		const struct image *now);

/* Do two lists hold puzzles of the same families in the same places? */
bool moved_nowhere(const struct outcome_list *a, const struct outcome_list *b);

#endif
