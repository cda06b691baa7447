/* An answer as marks in puzzle units, before it is painted anywhere.
 *
 * Marks say what they mean, not which colour they have: the painter chooses
 * colours that are legible on what lies below. */
#ifndef DRAWING_H
#define DRAWING_H

#include <stdbool.h>
#include <stddef.h>

#include "geometry.h"
#include "problem.h"
#include "puzzle.h"
#include "style.h"

enum ink {
	INK_ANSWER, /* what the player has to do */
	INK_SECOND, /* a second line, a mirror image */
	INK_DOUBT,  /* a clue that may be misread */
	INK_STRIKE, /* something cancelled */
	INK_BREACH, /* a place where a solution breaks a rule */
	INK_FAINT,  /* an aid */
	/* draw_puzzle: */
	INK_GRID,   /* the board's lines */
	INK_TOTAL,  /* numbers that others must make */
	INK_CLUE,   /* what is given on the board */
	INK_LETTER, /* what is written beside a board or on a piece */
	INK_PAGE,   /* the page again, over what lies below */
	INK_GROUND, /* of a panel: no colour is lost on it */
	INK_RAIL,   /* lines on that ground */
	/* what has a colour of its own in the puzzle: */
	INK_BLACK,
	INK_WHITE,
	INK_GREY,
	INK_RED,
	INK_ORANGE,
	INK_YELLOW,
	INK_GREEN,
	INK_CYAN,
	INK_BLUE,
	INK_PURPLE,
	INK_MAGENTA,
	INK_PINK,
	INK_BROWN,
	INK_PIECE, /* INK_PIECE + n: the n-th of many, tints that
		    * neighbours can be told apart by */
};

enum mark_kind {
	MARK_LINE, /* a polyline with round caps and joins */
	MARK_AREA, /* a filled polygon, translucent but where it is solid */
	MARK_RING, /* an ellipse around points[0], radius width */
	MARK_TEXT, /* `text` centred at points[0], `width` high in cells
		    * measured downwards: cells that are wider than high do
		    * not stretch it */
};

struct mark {
	enum mark_kind kind;
	int ink;              /* enum ink, or INK_PIECE + n */
	double width;         /* cells */
	double digit_width;   /* MARK_TEXT: a digit has so much room, in
			       * cells; 0: any */
	struct point *points; /* cells */
	size_t point_count;
	char text[16];
	bool solid;
	/* A drawing can be shown step by step, as hints: */
	int step;      /* it appears at this one, counted from 0 */
	double stride; /* cells; a line with one grows by so much a step,
			* others (0) appear whole */
	/* Over pictures, as struct mark_style has them: */
	uint32_t colour; /* in place of the ink's; 0: the ink's */
	double opacity;  /* 0: as usual */
};

struct drawing {
	struct mark *marks; /* painted in this order */
	size_t count, capacity;
	double columns, rows; /* extent in puzzle units */
	int step;             /* that of the marks added next */
	bool afresh;          /* over a board that draw_puzzle drew, not over a
			       * picture of the puzzle */
};

/* Where a drawing goes. */
struct layer {
	const struct drawing *drawing;
	struct homography cell_to_px;
};

void drawing_init(struct drawing *drawing, double columns, double rows);
void drawing_fini(struct drawing *drawing);

/* Each copies its points. Returns 0, or -1 if memory runs out. */
int drawing_line(struct drawing *drawing, int ink, double width,
		 const struct point *points, size_t count);
int drawing_area(struct drawing *drawing, int ink, const struct point *points,
		 size_t count);
/* The same, and not translucent. */
int drawing_solid(struct drawing *drawing, int ink, const struct point *points,
		  size_t count);
int drawing_ring(struct drawing *drawing, int ink, struct point centre,
		 double radius);
/* The width of a ring's line, in cells. */
double drawing_ring_line(const struct mark *ring);
/* Filled, and not translucent: a line without length. */
int drawing_disc(struct drawing *drawing, int ink, struct point centre,
		 double radius);
int drawing_text(struct drawing *drawing, int ink, struct point centre,
		 double height, const char *text);

/* How large a number is to be drawn: as high as this, or lower where its
 * digits would be wider than that. Both in cells, each in its own direction,
 * since cells may be wider than high. */
struct drawing_size {
	double height, digit_width;
};
int drawing_number(struct drawing *drawing, int ink, struct point centre,
		   struct drawing_size size, int number);

/* A line that grows from its first point on, like->stride cells a step; ink
 * and width are those of `like`, too. */
int drawing_path(struct drawing *drawing, const struct mark *like,
		 const struct point *points, size_t count);

/* Gives the marks that are there the look that a person wants. */
void drawing_set_style(struct drawing *drawing, const struct mark_style *style);

/* Marks added from now on appear at this step. The order of steps is that in
 * which a player would want to be told: a path from its start, piece by piece,
 * number by number. */
void drawing_set_step(struct drawing *drawing, int step);
/* The step after all of the last mark: where what follows it belongs. */
int drawing_next_step(const struct drawing *drawing);
/* How many steps show all of it; 0 where it has no mark. */
int drawing_steps(const struct drawing *drawing);
/* Fills in `to` with what is seen after so many steps of `from`; free it with
 * drawing_fini. Returns 0, or -1 if memory runs out. */
int drawing_copy_steps(const struct drawing *from, int steps,
		       struct drawing *to);

/* Where a picture that is no flat one has a place of the puzzle, and how many
 * pixels a cell has there; false where that cannot be seen. */
typedef bool (*drawing_place)(const void *data, struct point cell,
			      struct point *px, double *px_cell);
/* Fills in `to` with the lines, discs and rings of `from` where they are seen,
 * in pixels, and the steps that are seen; free it with drawing_fini. Returns 0,
 * or -1 if memory runs out. */
int drawing_bend(const struct drawing *from, drawing_place place,
		 const void *data, struct drawing *to);

/* What a family must provide in overlay/draw_<identifier>.c. */
struct draw_family {
	/* The answer's marks, into an initialised drawing. */
	int (*draw)(const struct puzzle *puzzle,
		    const struct solution *solution, struct drawing *drawing);
	/* What helps to follow the answer, below it where asked for; NULL:
	 * nothing does. */
	int (*draw_aids)(const struct puzzle *puzzle,
			 const struct solution *solution,
			 struct drawing *drawing);
	/* The puzzle itself (grid, clues), in black on white: for --svg and
	 * --html of puzzles that come from text, and for `make`. */
	int (*draw_puzzle)(const struct puzzle *puzzle,
			   struct drawing *drawing);
	/* Where a place that the checker names is drawn, and the radius of a
	 * ring around it; false where it is not drawn. */
	bool (*find_place)(const struct puzzle *puzzle,
			   const struct board_place *place,
			   struct point *centre, double *radius);
	/* Board and answer in characters, several lines; `solution` may be
	 * NULL. `colour`: with ANSI colours. */
	void (*print)(const struct puzzle *puzzle,
		      const struct solution *solution, bool colour,
		      struct buffer *out);
	/* What the characters mean, a line or more; NULL: they need no
	 * words. */
	void (*legend)(const struct puzzle *puzzle,
		       const struct solution *solution, bool colour,
		       struct buffer *out);
	/* The sums that the answer makes, one a line, for pages that show
	 * what was checked; NULL where a family has none. */
	void (*sums)(const struct puzzle *puzzle,
		     const struct solution *solution, bool colour,
		     struct buffer *out);
};

#define FAMILY(id, name, title) extern const struct draw_family draw_##id;
#include "families.def"
#undef FAMILY

const struct draw_family *draw_family(enum family family);

#endif
