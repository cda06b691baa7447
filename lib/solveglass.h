/* libsolveglass: a picture or a puzzle's text goes in, the puzzles with their
 * checked answers come out as JSON.
 *
 *	struct solveglass *glass = solveglass_new();
 *	char *json;
 *
 *	if (solveglass_solve(glass, png, png_length, 5, &json) == SOLVEGLASS_OK)
 *		puts(json);
 *	solveglass_free_json(json);
 *	solveglass_free(glass);
 *
 * The library has no global state, prints nothing, never ends the process and
 * opens no files. A struct solveglass is used by one thread at a time; several
 * of them may be used by several threads at once. */
#ifndef SOLVEGLASS_H
#define SOLVEGLASS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call, the same numbers as the program's exit status: of
 * several puzzles the highest that applies. */
enum solveglass_status {
	SOLVEGLASS_OK = 0,        /* all puzzles are solved, or found */
	SOLVEGLASS_NONE = 1,      /* it is proved that one has no solution */
	SOLVEGLASS_UNDECIDED = 2, /* one ran out of time, or was not read
				   * surely enough to be answered */
	SOLVEGLASS_NO_PUZZLE = 3, /* the picture holds no puzzle */
	SOLVEGLASS_FAILED = 4,    /* what was given cannot be read, or memory
				   * is short */
	SOLVEGLASS_USAGE = 64,    /* an argument makes no sense */
};

struct solveglass;

/* The first picture loads the trained models, some 0.1 s; later ones use them
 * again. Returns NULL where memory is short. solveglass_free frees; NULL may
 * be passed. */
struct solveglass *solveglass_new(void);
void solveglass_free(struct solveglass *glass);

/* Sets an option of the command line for all later calls, by its name without
 * the dashes: "family", "symmetry", "engine", "rules", "count", "all", "order",
 * "seed" or "threads" (solveglass-solve(1) explains them). `value` is copied;
 * "yes" or "no" for an option without an argument ("count"). Returns
 * SOLVEGLASS_OK, or SOLVEGLASS_USAGE where there is no such option or it does
 * not take the value; solveglass_problem tells why. */
enum solveglass_status solveglass_set(struct solveglass *glass,
				      const char *option, const char *value);

/* Reads the puzzles in `data`, the `length` bytes of a file: a PNG, JPEG or
 * WebP picture, or puzzles as JSON or text (solveglass-formats(5)).
 *
 * `*json` becomes one line of UTF-8 without a newline, as `solveglass read
 * --json` prints it, whose "input" is "-". Where the call failed its "error"
 * says why. The caller frees it with solveglass_free_json; it is NULL only
 * where memory is short or an argument makes no sense. */
enum solveglass_status solveglass_read(struct solveglass *glass,
				       const void *data, size_t length,
				       char **json);

/* The same, and solves them within `seconds` (above 0) from the call on:
 * puzzles that are not decided by then are "unknown". A picture is read
 * to its end all the same, which takes from some milliseconds to a second. */
enum solveglass_status solveglass_solve(struct solveglass *glass,
					const void *data, size_t length,
					double seconds, char **json);

/* Frees what solveglass_read and solveglass_solve returned; NULL may be
 * passed. */
void solveglass_free_json(char *json);

/* Why the last call for this `glass` failed: one sentence of UTF-8 without a
 * full stop, "" where it did not fail. It lasts until the next call. */
const char *solveglass_problem(const struct solveglass *glass);

/* The library's version, such as "0.1.0". */
const char *solveglass_version(void);

#ifdef __cplusplus
}
#endif

#endif
