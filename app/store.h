/* What was read and solved before: an SQLite file shared by all processes.
 *
 * Answers are looked up by a form that is the same for all mirror images of a
 * puzzle (puzzle.h, image_count) and holds the rules it was solved by. What
 * comes out of the file is checked like any other answer. Beside them is the
 * history: each puzzle as it was seen, once, with where it came from and what
 * became of it. Trouble with the file is never fatal: it is said once, and the
 * store then holds nothing. */
#ifndef STORE_H
#define STORE_H

#include <stdint.h>
#include <time.h>

#include "puzzle.h"
#include "solve.h"

struct store;

/* So many puzzles are kept where nobody says how many: with small pictures
 * some 60 MB. */
enum { STORE_KEEP_DEFAULT = 10000 };

/* The file of that name, or where NULL the user's own:
 * $XDG_STATE_HOME/solveglass/history.db, into which the answers of
 * $XDG_CACHE_HOME/solveglass/solved.db, where they were kept formerly, are
 * taken over. Made where it is missing; a damaged one is set aside, under
 * another name, and a new one made: `note` then holds a sentence, else "".
 * NULL, with the sentence in `note`, where there can be no store. */
struct store *store_open(const char *path, char *note, size_t size);
void store_close(struct store *store);

/* How many puzzles of the history are kept, and for how many days after they
 * were last seen; 0 days: however long. Holds from the next store_note on. */
void store_bound(struct store *store, long long count, int days);

/* Fills in a zeroed result from the store; returns whether it did. `rules` is
 * the name of a set of rules, or NULL. */
bool store_find(struct store *store, const struct puzzle *puzzle,
		const char *rules, struct solve_result *result);

/* Keeps the first solution of a result, unless there is a remark on it. */
void store_keep(struct store *store, const struct puzzle *puzzle,
		const char *rules, const struct solve_result *result);

/* A puzzle of the history. */
struct store_entry {
	long long id;
	char *puzzle;     /* JSON */
	char *rules;      /* as in store_find: NULL where none were named */
	char *source;     /* a file's name, a window's ... */
	char verdict[16]; /* as report.h names them */
	double seconds;   /* that solving took */
	time_t seen;      /* last */
	int times;        /* that it was seen */
};

/* Adds it to the history, or brings up to date what it holds of the same
 * puzzle: `id`, `puzzle` and `times` of the entry do not count. What was
 * merely read keeps an earlier verdict. `picture`: a small JPEG, or NULL. Then
 * what is more or older than the bounds is forgotten. Returns 0, or -1 where
 * it could not be kept. */
int store_note(struct store *store, const struct puzzle *puzzle,
	       const struct store_entry *entry, const void *picture,
	       size_t length);

/* The ids of the puzzles in which all words are found (in their source,
 * family, verdict or JSON; capitals do not matter), those seen last first, in
 * new memory; no words: all. Returns 0, or -1. */
int store_list(struct store *store, const char *const *words, size_t count,
	       long long **ids, size_t *found);

/* Fills in `entry`; false where there is none of this id. Free it with
 * store_entry_fini in either case. */
bool store_get(struct store *store, long long id, struct store_entry *entry);
void store_entry_fini(struct store_entry *entry);

/* Its picture, a JPEG in new memory; NULL where it has none. */
uint8_t *store_picture(struct store *store, long long id, size_t *length);

/* Forgets a puzzle, with its answer. Returns whether it was there. */
bool store_forget(struct store *store, long long id);

#endif
