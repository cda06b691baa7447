/* Panels of The Witness: draw a line from a start to an end so that every
 * symbol is content.
 *
 * Rules (RULES.md "panel", which explains them at length):
 *  1 A line runs along grid edges from a start to an end, never touching
 *    itself, never over a gap or an edge that is not drawn.
 *  2 With symmetry a second line mirrors it: both must be possible, and they
 *    never touch.
 *  3 Regions are the groups of cells that the lines separate; cells open to
 *    the outside through missing edges belong to none.
 *  4 dot: a line must pass over it, a coloured one only the line of its colour.
 *  5 triangle: as many of the cell's four edges carry a line as it says.
 *  6 square: all squares of a region have one colour.
 *  7 star: its region holds exactly two things of its colour.
 *  8 polyominoes of a region, negative ones subtracted, cover it exactly.
 *  9 eliminator: cancels exactly one faulty symbol of its region, or another
 *    eliminator.
 *
 * Coordinates are doubled: vertices have even x and even y, edges one odd
 * coordinate, cells both odd. On a cylinder x runs modulo 2 * columns. */
#ifndef PANEL_H
#define PANEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
	/* Cells a side. The largest panels anybody has published have 10;
	 * twice that bounds memory and the search's bit sets. A side may be
	 * 0: a straight line of edges. */
	PANEL_SIDE_MAX = 20,
	PANEL_SPAN_MAX = 2 * PANEL_SIDE_MAX + 1,
	/* squares a side of a polyomino */
	PANEL_SHAPE_MAX = 8,
	/* the line's vertices, a mid-edge point at either end, and on a
	 * cylinder of two columns the middles of edges */
	PANEL_PATH_MAX = 2 * (PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1) + 2,
};

enum panel_symmetry {
	PANEL_SYMMETRY_NONE,
	PANEL_HORIZONTAL, /* x becomes 2 * columns - x */
	PANEL_VERTICAL,   /* y becomes 2 * rows - y */
	PANEL_ROTATIONAL, /* both */
	PANEL_PARALLEL,   /* neither: on a cylinder half way round */
};

/* In what rules differ (RULES.md, end of "panel"): bits, each of them a name
 * for --rules, as `windmill` is for two together. None is `game`. */
enum panel_rules {
	PANEL_GAME = 0,
	/* a piece may not lie across a line that ends inside a region */
	PANEL_PRECISE = 1 << 0,
	/* negatives may hang over the rim of the board */
	PANEL_HANGING = 1 << 1,
	/* polyominoes and negatives of equal size cancel, wherever they lie */
	PANEL_SHAPELESS_ZERO = 1 << 2,
	/* the half edge of a start in the middle of an edge parts regions */
	PANEL_FAT_STARTS = 1 << 3,
	/* two eliminators left over do not cancel each other */
	PANEL_STRICT_ELIMINATORS = 1 << 4,
	PANEL_WINDMILL = PANEL_HANGING | PANEL_SHAPELESS_ZERO,
	PANEL_RULES_COUNT = 5,
};

enum panel_edge {
	PANEL_EDGE_WHOLE,
	PANEL_EDGE_GAP,     /* drawn with a break in the middle */
	PANEL_EDGE_MISSING, /* not drawn at all */
};

enum panel_dot {
	PANEL_DOT_NONE,
	PANEL_DOT_BLACK,     /* either line */
	PANEL_DOT_CYAN,      /* the line that the player draws */
	PANEL_DOT_YELLOW,    /* its mirror image */
	PANEL_DOT_INVISIBLE, /* as black, but no picture shows it */
};

enum panel_kind {
	PANEL_EMPTY,
	PANEL_SQUARE,
	PANEL_STAR,
	PANEL_TRIANGLE,
	PANEL_POLYOMINO,
	PANEL_ELIMINATOR,
};

enum panel_colour {
	PANEL_BLACK,
	PANEL_WHITE,
	PANEL_RED,
	PANEL_ORANGE,
	PANEL_YELLOW,
	PANEL_GREEN,
	PANEL_CYAN,
	PANEL_BLUE,
	PANEL_PURPLE,
	PANEL_MAGENTA,
	PANEL_COLOUR_COUNT
};

/* A vertex or the middle of an edge. */
struct panel_spot {
	uint8_t edge; /* enum panel_edge, of edges */
	uint8_t dot;  /* enum panel_dot */
	bool start;
	bool end;
	int8_t end_dx, end_dy; /* direction of the end's stub */
};

/* Squares of a polyomino: bit PANEL_SHAPE_MAX * y + x, moved to the top left
 * so that its first row and column are not empty. 0: a shape of no squares,
 * which constrains nothing. */
struct panel_cell {
	uint8_t kind;   /* enum panel_kind */
	uint8_t colour; /* enum panel_colour */
	bool rotatable; /* polyomino */
	bool negative;  /* polyomino */
	int count;      /* triangle; of any size, beyond 4 unsolvable */
	uint64_t shape; /* polyomino */
};

struct panel {
	int columns, rows; /* in cells; not both 0 */
	bool wraps;        /* a cylinder */
	enum panel_symmetry symmetry;
	unsigned rules; /* enum panel_rules */
	/* [y][x] in doubled coordinates; only vertices and edges are used */
	struct panel_spot spots[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	/* [row][column]; the cell lies at 2 * column + 1, 2 * row + 1 */
	struct panel_cell cells[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
};

struct panel_at {
	uint8_t x, y; /* doubled */
};

/* The vertices of the player's line from its start to its end; the first and
 * the last may be the middle of an edge. A step goes one edge on, half an edge
 * from or to a middle. On a cylinder of two columns two edges join the same
 * vertices: a step between them means the one to the right, the other one is
 * written with its middle between. */
struct panel_solution {
	int length;
	struct panel_at path[PANEL_PATH_MAX];
};

/* A panel without symbols, starts and ends, every edge whole. */
void panel_init(struct panel *panel, int columns, int rows, bool wraps);

/* Doubled coordinates run over 0 .. panel_width-1, 0 .. panel_height-1. */
static inline int panel_width(const struct panel *panel)
{
	return 2 * panel->columns + (panel->wraps ? 0 : 1);
}

static inline int panel_height(const struct panel *panel)
{
	return 2 * panel->rows + 1;
}

/* Moves *x onto a cylinder; is x, y then on the panel? */
static inline bool panel_wrap(const struct panel *panel, int *x, int y)
{
	int width = panel_width(panel);

	if (panel->wraps)
		*x = (*x % width + width) % width;
	return *x >= 0 && *x < width && y >= 0 && y < panel_height(panel);
}

static inline bool panel_is_cell(int x, int y)
{
	return (x & 1) && (y & 1);
}

static inline bool panel_is_vertex(int x, int y)
{
	return !(x & 1) && !(y & 1);
}

static inline bool panel_is_edge(int x, int y)
{
	return (x ^ y) & 1;
}

/* Where the mirror image of x, y lies. Only for panels with symmetry. */
void panel_mirror(const struct panel *panel, int x, int y, int *mirror_x,
		  int *mirror_y);

/* Would this symmetry take starts to other starts and ends to ends? The
 * panel's own does not matter. */
bool panel_may_mirror(const struct panel *panel, enum panel_symmetry symmetry);

/* Does the shape hold the square? Any x, y may be asked for. */
bool panel_shape_has(uint64_t shape, int x, int y);
int panel_shape_size(uint64_t shape);
/* Moves it to the top left. */
uint64_t panel_shape_trim(uint64_t shape);
/* A quarter turn clockwise, trimmed. */
uint64_t panel_shape_turn(uint64_t shape);
void panel_shape_extent(uint64_t shape, int *width, int *height);

/* Names as in FORMATS.md. */
const char *panel_colour_name(enum panel_colour colour);
const char *panel_kind_name(enum panel_kind kind);
const char *panel_dot_name(enum panel_dot dot);
const char *panel_symmetry_name(enum panel_symmetry symmetry); /* or NULL */

/* The direction of a step of a path and how long it is: 2, an edge, or 1,
 * half an edge. False where the two are not joined so. */
bool panel_step(const struct panel *panel, struct panel_at from,
		struct panel_at to, int *dx, int *dy, int *length);

struct puzzle;
struct solution;

/* What the eliminators of an answer that holds cancel: symbols (at their
 * cells) and missed dots. Writes at most `max` places,
 * returns how many there are; 0 where the answer does not hold. */
int panel_cancelled(const struct puzzle *puzzle,
		    const struct solution *solution, struct panel_at *places,
		    int max);

/* How one polyomino of an answer lies. */
struct panel_piece {
	struct panel_at symbol; /* the cell that asks for it */
	bool negative;
	int cell_count;
	/* cells that it covers; a negative that hangs over the rim (windmill)
	 * names only those on the board */
	struct panel_at cells[PANEL_SHAPE_MAX * PANEL_SHAPE_MAX];
};

/* How the polyominoes of an answer that holds lie, in one of the ways that
 * cover their regions: those that eliminators cancel lie nowhere, nor do those
 * that cancel out by count alone (windmill). For drawing their outlines.
 * Writes at most `max`, returns how many there are; 0 where the answer does
 * not hold. */
int panel_laid_pieces(const struct puzzle *puzzle,
		      const struct solution *solution,
		      struct panel_piece *pieces, int max);

#endif
