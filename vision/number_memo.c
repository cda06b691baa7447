#include "number_memo.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* A page of text has some 1,000 words, each of which is looked at a few
 * times. */
enum { SLOT_BITS = 11 };

struct slot {
	struct memo_key key;
	struct number number;
	long turn; /* valid where it is the memo's */
};

struct number_memo {
	const uint8_t *picture; /* NULL: none */
	long turn;              /* how many there were */
	struct slot slots[1 << SLOT_BITS];
};

struct number_memo *number_memo_new(void)
{
	return alloc_array(1, sizeof(struct number_memo));
}

void number_memo_free(struct number_memo *memo)
{
	free(memo);
}

void number_memo_start(struct number_memo *memo, const uint8_t *picture)
{
	memo->picture = picture;
	memo->turn++;
}

void number_memo_stop(struct number_memo *memo)
{
	memo->picture = NULL;
}

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), a
 * word at a time. */
static size_t slot_of(const struct memo_key *key)
{
	enum { WORDS = sizeof *key / sizeof(uint64_t) };
	uint64_t words[WORDS], hash = 0;

	_Static_assert(sizeof words == sizeof *key, "whole words");
	memcpy(words, key, sizeof words);
	for (int i = 0; i < WORDS; i++)
		hash = (hash ^ (hash >> 32) ^ words[i]) * 0x9e3779b97f4a7c15u;
	return hash >> (64 - SLOT_BITS);
}

const struct number *number_memo_find(const struct number_memo *memo,
				      const struct memo_key *key)
{
	const struct slot *slot = &memo->slots[slot_of(key)];

	return key->picture && key->picture == memo->picture &&
			       slot->turn == memo->turn &&
			       !memcmp(&slot->key, key, sizeof *key)
		       ? &slot->number
		       : NULL;
}

void number_memo_put(struct number_memo *memo, const struct memo_key *key,
		     const struct number *number)
{
	if (key->picture && key->picture == memo->picture)
		memo->slots[slot_of(key)] =
			(struct slot){ *key, *number, memo->turn };
}
