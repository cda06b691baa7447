/* What was solved before: an SQLite file shared by all processes.
 *
 * A puzzle is looked up by a form that is the same for all its mirror images
 * (puzzle.h, image_count) and holds the rules it was solved by. What comes out
 * of the file is checked like any other answer. Trouble with the file is never
 * fatal: it is said once, and the store then holds nothing. */
#ifndef STORE_H
#define STORE_H

#include "puzzle.h"
#include "solve.h"

struct store;

/* The file of that name, or where NULL the user's own:
 * $XDG_CACHE_HOME/solveglass/solved.db. Made where it is missing; a damaged
 * one is set aside, under another name, and a new one made: `note` then holds
 * a sentence, else "". NULL, with the sentence in `note`, where there can be
 * no store. */
struct store *store_open(const char *path, char *note, size_t size);
void store_close(struct store *store);

/* Fills in a zeroed result from the store; returns whether it did. `rules` is
 * the name of a set of rules, or NULL. */
bool store_find(struct store *store, const struct puzzle *puzzle,
		const char *rules, struct solve_result *result);

/* Keeps the first solution of a result, unless there is a remark on it. */
void store_keep(struct store *store, const struct puzzle *puzzle,
		const char *rules, const struct solve_result *result);

#endif
