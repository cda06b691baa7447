/* What of an answer has to be entered into a game, in puzzle units and before
 * it is known how the game is played: the sides that carry track, the line to
 * draw, the numbers to type, the pieces to lay. What the puzzle gives is left
 * out. */
#ifndef PLAY_MARKS_H
#define PLAY_MARKS_H

#include "buffer.h"
#include "geometry.h"
#include "puzzle.h"

enum play_kind {
	/* A side between two squares that carries track: its middle, then the
	 * middle of one of the squares. */
	PLAY_SIDE,
	/* A line through points, from its start to its end. */
	PLAY_LINE,
	/* The middle of a cell, and its number. */
	PLAY_NUMBER,
	/* A piece: the middle of one of its squares where it was seen, the same
	 * square's where it goes, and by how many quarter turns clockwise it
	 * is turned about it meanwhile. */
	PLAY_PIECE,
	/* The middle of a square, and the tile that it has to show. */
	PLAY_SQUARE,
	PLAY_KINDS,
	/* The middle of a square, where track passes or nothing lies: is looked
	 * at, and never entered. */
	PLAY_MIDDLE = PLAY_KINDS,
};

struct play_mark {
	enum play_kind kind;
	bool seen_only; /* not entered: it follows from the others */
	bool empty;     /* nor may it be there; seen_only as well */
	/* what is gone to, then the middles of the squares that a piece covers
	 * where it goes */
	struct point *cell_points;
	size_t point_count, place_count;
	/* PLAY_NUMBER: the number, PLAY_PIECE: the turns, PLAY_SQUARE: the tile
	 */
	int number;
};

struct play_marks {
	struct play_mark *marks; /* in the order of entering */
	size_t count, capacity;
	size_t entered; /* those that are not only seen */
};

/* What a family provides in play_marks.c; one whose answer is numbers in cells
 * takes number_marks there, which goes by its drawing. Appends every mark of
 * the kinds whose bit (1u << enum play_kind) is set. */
struct play_family {
	unsigned kinds; /* those that the family has */
	int (*marks)(const struct puzzle *puzzle,
		     const struct solution *solution, unsigned kinds,
		     struct play_marks *marks, struct problem *problem);
};

#define FAMILY(id, name, title) extern const struct play_family play_##id;
#include "families.def"
#undef FAMILY

const struct play_family *play_family(enum family family);

/* "side", "line", "number", "piece", "square": as client files name them. */
const char *play_kind_name(enum play_kind kind);

/* The marks of a checked solution, of the kinds asked for, into a zeroed
 * list. Returns 0, or -1 with `problem` filled in: the family has none of the
 * kinds, or the answer cannot be entered by any. Free with play_marks_fini in
 * either case. */
int play_marks_init(struct play_marks *marks, const struct puzzle *puzzle,
		    const struct solution *solution, unsigned kinds,
		    struct problem *problem);
void play_marks_fini(struct play_marks *marks);

/* Appends a mark in words: "the 7 in row 3, column 2". */
void play_mark_words(const struct puzzle *puzzle, const struct play_mark *mark,
		     struct buffer *out);

#endif
