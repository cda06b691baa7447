/* Tokens that stand in columns and rows.
 *
 * Each token is linked to the next one right of it and below it that stands in
 * line, along the token's own sides, so that a board that leans or is seen
 * aslant links like an upright one. What is linked across is a row, what is
 * linked down a column; columns may have any width, and places may be empty.
 * One homography is then fitted from the columns' and rows' positions to the
 * picture, through which places without a token are found.
 */
#ifndef LAYOUT_LATTICE_H
#define LAYOUT_LATTICE_H

#include "tokens.h"

enum { GRID_SIDE_MOST = 24 };

struct grid {
	int columns, rows;
	int at[GRID_SIDE_MOST][GRID_SIDE_MOST]; /* [row][column]: a token; -1 */
	/* middles of the columns and rows on the board laid upright, and the
	 * map from there to the picture */
	double u[GRID_SIDE_MOST], v[GRID_SIDE_MOST];
	struct homography board_to_px;
	double residual; /* root mean square of what the fit leaves, by the
			  * smaller side of the boxes */
	double cell_width, cell_height; /* median of the boxes, board units; 0
					 * where there are words alone */
	int boxes, tokens;
	bool blocks; /* boxes show where all its cells are, of several each */
	/* of a grid that margins show (margins.h): the column and the row of
	 * the numbers, and whether a frame tells which columns and rows are
	 * squares: first, last; else own_column is -1 */
	int own_column, own_row;
	bool framed;
	int square_columns[2], square_rows[2];
};

struct grid_list {
	struct grid *grids;
	size_t count, capacity;
};

struct grid_params {
	/* how far the middle (or an end, of words) of one in line may be off,
	 * by the smaller of the two, and pixels besides */
	double off, off_px;
	/* how much higher one box of a row (wider one of a column) may be */
	double unequal;
	/* words less likely a number are none, boxes with such words no cells
	 */
	double number_least;
	/* how much higher one number of a line may be than the next; and how
	 * high a number is for the height of a box in its line */
	double text_unequal, text_least, text_most;
	/* a gap so many times the median step of its direction parts grids */
	double gap;
	/* a row (column) nearer than this share of the median step to one of
	 * whose tokens it has no more than this share stands there by chance */
	double near, sparse;
	/* a step so many times the median one may part two boards that stand
	 * side by side: each part is a grid of its own besides */
	double part;
	/* so do lines that have less than this share of their places in
	 * common */
	double part_common;
	/* and lines whose boxes are so many times as large */
	double part_size;
	/* lines of no more than this share of the fullest one's tokens may be
	 * none of the board's */
	double dense;
	/* steps of even lines differ by less than this share */
	double uneven;
	/* lines beside them are no further off, in steps */
	double beside;
	/* sides of boxes alike differ by less than this share; more alike than
	 * the blocks of a sudoku are cells, whose several words are marks */
	double alike;
	int blocks_most;
	/* tokens of a grid at least */
	int tokens_least;
	/* rows (columns) nearer than this share of the median step are one */
	double same;
	/* tilt of a box, radians, beyond that of all it is believed to be */
	double tilt_more;
	/* words of a block of cells are no higher than that, by the block:
	 * digits that fill .8 of cells that are two a side; and words in all
	 * blocks of a board at least: the givens of 4 x 4 cells */
	double block_text;
	int block_words;
};

extern const struct grid_params grid_params;

/* Appends the grids of at least 2 x 2. The tokens' words that lie in a box are
 * represented by it. Returns 0, or -1 where memory lacks. */
int grids_find(const struct token_list *tokens, struct grid_list *list);
void grids_free(struct grid_list *list);

/* Is it made of boxes rather than of words alone? */
bool grid_is_boxed(const struct grid *grid);

/* The place of column x and row y in the picture, `share` of the size of a
 * cell: that of the median box, or of words what is nearest to them. */
struct quad grid_px_place(const struct grid *grid, int x, int y, double share);

#endif
