/* What was read at the places of one picture: several families look at the
 * same places. Part of numbers.h. */
#ifndef NUMBER_MEMO_H
#define NUMBER_MEMO_H

#include "geometry.h"
#include "numbers.h"

/* Numbers of more strokes are read anew. */
enum { MEMO_BOXES_MAX = 6 };

/* A place, and the boxes that its strokes must lie in. To be zeroed first: all
 * of its bytes are compared. */
struct memo_key {
	const uint8_t *picture; /* its first pixel */
	struct place place;
	long box_count;
	struct box boxes[MEMO_BOXES_MAX];
};

struct number_memo;

/* NULL without memory. It remembers nothing before number_memo_start. */
struct number_memo *number_memo_new(void);
void number_memo_free(struct number_memo *memo);

/* Forgets everything, and remembers from now on what is read of the picture
 * with that first pixel, which stays as it is; or no longer. */
void number_memo_start(struct number_memo *memo, const uint8_t *picture);
void number_memo_stop(struct number_memo *memo);

/* NULL where that was not read, or has been forgotten: what was read last
 * takes the room of what was read before it. Valid until the next _put. */
const struct number *number_memo_find(const struct number_memo *memo,
				      const struct memo_key *key);
void number_memo_put(struct number_memo *memo, const struct memo_key *key,
		     const struct number *number);

#endif
