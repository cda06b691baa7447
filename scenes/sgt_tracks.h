/* The Tracks game of Debian's package sgt-puzzles as a source of boards and
 * pictures: an outside program, asked through its command line. */
#ifndef SGT_TRACKS_H
#define SGT_TRACKS_H

#include <stddef.h>

#include "buffer.h"
#include "geometry.h"
#include "problem.h"
#include "puzzle.h"

#define SGT_TRACKS_PROGRAM "/usr/games/sgt-tracks"

/* Colours 0xRRGGBB; -1 leaves the game's own. */
struct sgt_palette {
	const char *name;
	long background, track_background, grid, clue, track, given, sleeper;
};

/* Four palettes, the game's own first; the last two are dark. */
enum { SGT_PALETTES = 4 };
const struct sgt_palette *sgt_palette(int index);

/* The game's id of a random board, appended to `id`. `difficulty` is 'e', 't'
 * or 'h'. The same arguments give the same board. */
int sgt_tracks_generate(int columns, int rows, char difficulty, unsigned seed,
			struct buffer *id, struct problem *problem);

/* What an id says (FACTS.md: letters skip squares, a hexadecimal digit is a
 * given tile, S marks the totals beside entry and exit). */
int sgt_tracks_parse(const char *id, struct puzzle *puzzle,
		     struct problem *problem);

/* Squares of the game are whole multiples of so many pixels. */
enum { SGT_TRACKS_PX_STEP = 6 };

/* Has the game draw the board into the PNG file `path`, `px_tile` pixels a
 * square (rounded down to a multiple of the step). */
int sgt_tracks_screenshot(const char *id, int px_tile,
			  const struct sgt_palette *palette, const char *path,
			  struct problem *problem);

/* Where the squares lie in such a picture, `px_width` wide. */
struct quad sgt_tracks_corners(const struct tracks *tracks, int px_tile,
			       int px_width);

#endif
