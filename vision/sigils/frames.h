/* Frames: lattices of blocks, and plates that so many squares may fill. What
 * lies on a lattice, other than an empty square, is a hole or a piece. */
#ifndef SIGILS_FRAMES_H
#define SIGILS_FRAMES_H

#include "shapes.h"

enum square {
	SQUARE_EMPTY,
	SQUARE_UNSEEN,
	SQUARE_HOLE,
	SQUARE_TINTED, /* of a fill of its own: a hole, or in shadow */
	SQUARE_LAID
};

struct frame {
	int columns, rows;
	/* of a lattice; of a plate all are empty */
	enum square square[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX]; /* [row] */
	struct homography cell_to_px;
	struct quad px_corners;
	double px_pitch;
	double residual; /* of the fit, squares; of a plate, by how much its
			  * sides' ratio is off, logarithm */
	double unseen;   /* share of its squares that no block shows */
	double odd;      /* ... that are no empty square, hole or piece */
	double inked;  /* log2 of 1 + its empty squares that a number is written
			* in */
	double within; /* 1: it is part of a lattice that is seen as well as
			* it; else log2 of how many times as many squares one
			* has that it is part of, by how much of that is seen;
			* 0: of none */
	bool is_plate;
	bool unlaid; /* four squares of a fill of their own are holes */
	struct shape laid[SIGILS_PIECES_MAX]; /* pieces that lie on it */
	int laid_at[SIGILS_PIECES_MAX][2];    /* column, row of their box */
	int laid_count;
};

struct frame_list {
	struct frame *frames;
	size_t count, capacity;
	bool squared; /* a lattice was seen that is too large for a frame: a
		       * frame may be drawn on it */
};

struct frame_params {
	/* least squares, and share of its rectangle that shows as blocks */
	int squares_least;
	double seen_least;
	/* a block that is no further off a lattice's square is one of it,
	 * squares */
	double off_most;
	/* a square differs from most where its colour does by so many levels,
	 * and so many times as much as half of them do; fills of one colour
	 * differ by no more than the last */
	double differs_least, differs_times, same_fill;
	/* how far a rectangle's corners may be off whole squares, and how far
	 * out they may be, squares */
	double extend_off;
	int extend_most;
	/* where the fill of a lattice's squares ends, at most so much of the
	 * next column or row has it, share */
	double filled_most;
	/* how far a plate's sides may be off, logarithm of their ratio */
	double plate_off;
	/* what is so like a piece shows a colour of pieces */
	double piece_like;
	/* how a lattice's squares may differ in size from those of one that is
	 * part of it, logarithm */
	double part_pitch;
	/* frames' squares by the pieces', at least and at most */
	double size_least, size_most;
};

extern const struct frame_params frame_params;

/* Takes squares of fills of their own for empty ones; false: there are none. */
bool frame_untint(struct frame *frame);

/* Takes what is laid in a colour that no piece outside of the frame has for
 * holes; false: there is none. */
bool frame_unlay(struct frame *frame, const struct shape_list *shapes);

/* Finds of each frame whether it is part of another (`within`). */
void frames_compare(struct frame_list *list);

/* Adds the lattices of the list's blocks. Returns 0, or -1 where memory lacks.
 */
int frames_add(struct frame_list *list, const struct shape_list *shapes);
void frames_free(struct frame_list *list);
/* Adds a frame unless it is known; one that shows more takes its place.
 * Returns 0, or -1 where memory lacks. */
int frame_list_add(struct frame_list *list, const struct frame *frame);
/* Lets a lattice reach as far as a rectangle around it does, if that is a whole
 * number of squares further; is it? */
bool frame_extend(struct frame *frame, const struct quad *px_quad);
/* Lets a lattice reach as far as its squares' fill does, where that ends within
 * a few squares; does it reach further? */
bool frame_grow(struct frame *frame, const struct pixel_level *level);
/* Takes off rows and columns at the rim of which all squares are holes, or
 * `tinted`. */
void frame_trim(struct frame *frame, bool tinted);

/* Tells what lies on a lattice's squares; `shapes` may lie there. */
void frame_look(struct frame *frame, const struct pixel_level *level,
		const struct shape_list *shapes);
/* Makes a frame of so many squares of a plate. `which` counts, from 0, the ways
 * to do so; returns whether there is one more. */
bool frame_of_plate(const struct plate *plate, int squares, int which,
		    struct frame *frame);

#endif
