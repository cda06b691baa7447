/* Cross-sums: a lattice whose cells hold numbers or nothing, with a line of
 * totals along one upright and one level side. The totals stand beyond the
 * lattice or are its outermost cells; the total of a diagonal stands where
 * the lines of totals end. Whatever the layout, the totals of the rows and
 * those of the columns have the same sum: that decides between layouts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "beside.h"
#include "page.h"
#include "readings.h"
#include "vision_parts.h"

/* What is left out at each side of a cell: its lines. */
#define CELL_RIM 0.07
/* Of the totals of a layout, the share that must be read, and of its cells
 * the share that must be blank or a number. */
#define TOTALS_LEAST 0.7
#define CELLS_LEAST 0.85
/* A layout whose sums agree is what it seems; one whose sums do not may still
 * be right with one number misread. */
#define SURE_AGREED 0.995
#define SURE_OTHERWISE 0.93
/* A board whose sums do not agree and of which less than this is sure was
 * never one. */
#define HOPELESS 0.1
/* How far marks of side numbers are looked for, in cells. */
#define MARGIN 2.5

enum { SIDE_MOST = CROSS_SUM_SIDE_MAX + 1 };

/* Everything written on and around a lattice. */
struct board {
	struct vision *vision;
	const struct page *page;
	const struct lattice *lattice;
	struct mark_list marks;
	struct number cells[SIDE_MOST][SIDE_MOST]; /* [row][column] */
	bool known[SIDE_MOST][SIDE_MOST];
	struct beside_line outside[SIDE_COUNT];
	bool has_outside[SIDE_COUNT];
};

/* Where the totals stand. */
struct layout {
	enum side row_side, column_side; /* left or right; top, bottom */
	bool row_inside, column_inside;  /* in cells of the lattice */
	int left, top, columns, rows;    /* the puzzle's cells in the lattice */
	double score;
	bool agreed; /* the sums agree */
};

static void read_square(struct board *board, double x, double y,
			struct number *number)
{
	struct place place = { { x + CELL_RIM, y + CELL_RIM, x + 1 - CELL_RIM,
				 y + 1 - CELL_RIM },
			       board->lattice->cell_to_px };

	number_read_place(board->vision->glyphs, &board->page->elements.grey,
			  &place, number);
}

static const struct number *cell_at(struct board *board, int x, int y)
{
	if (!board->known[y][x]) {
		read_square(board, x, y, &board->cells[y][x]);
		board->known[y][x] = true;
	}
	return &board->cells[y][x];
}

static const struct number *row_total(struct board *board,
				      const struct layout *layout, int row)
{
	int y = layout->top + row;

	if (!layout->row_inside)
		return &board->outside[layout->row_side].numbers[y + 1];
	return cell_at(
		board,
		layout->row_side == SIDE_LEFT ? 0 : board->lattice->columns - 1,
		y);
}

static const struct number *
column_total(struct board *board, const struct layout *layout, int column)
{
	int x = layout->left + column;

	if (!layout->column_inside)
		return &board->outside[layout->column_side].numbers[x + 1];
	return cell_at(
		board, x,
		layout->column_side == SIDE_TOP ? 0 : board->lattice->rows - 1);
}

/* Fills in the extent of the cells. Returns false where a side has no totals
 * or the puzzle would be too small or too large. */
static bool frame_layout(const struct board *board, struct layout *layout)
{
	layout->left = layout->row_inside && layout->row_side == SIDE_LEFT;
	layout->top = layout->column_inside && layout->column_side == SIDE_TOP;
	layout->columns = board->lattice->columns - layout->row_inside;
	layout->rows = board->lattice->rows - layout->column_inside;
	if (!layout->row_inside && !board->has_outside[layout->row_side])
		return false;
	if (!layout->column_inside && !board->has_outside[layout->column_side])
		return false;
	return layout->columns >= CROSS_SUM_SIDE_MIN &&
	       layout->rows >= CROSS_SUM_SIDE_MIN &&
	       layout->columns <= CROSS_SUM_SIDE_MAX &&
	       layout->rows <= CROSS_SUM_SIDE_MAX;
}

/* Makes blank what is too faint or too small to be one of the cells'
 * numbers, and no number of the row beyond for a corner. */
static void drop_strangers(struct board *board, const struct layout *layout)
{
	struct number *numbers[SIDE_MOST * SIDE_MOST];
	int count = 0;

	for (int y = 0; y < layout->rows; y++)
		for (int x = 0; x < layout->columns; x++) {
			cell_at(board, layout->left + x, layout->top + y);
			numbers[count++] = &board->cells[layout->top + y]
							[layout->left + x];
		}
	numbers_drop_strangers(numbers, count);
}

/* How much of a layout makes sense: totals that are there, cells that are
 * blank or numbers, givens that do not exceed their total, sums that agree.
 * 0 where it is no cross-sum. */
static double weigh_layout(struct board *board, struct layout *layout)
{
	int totals = 0, cells = 0, givens = 0, blanks = 0, excess = 0;
	long sums[2] = { 0, 0 };
	int count = layout->rows + layout->columns;

	for (int i = 0; i < count; i++) {
		bool is_row = i < layout->rows;
		const struct number *number =
			is_row ? row_total(board, layout, i)
			       : column_total(board, layout, i - layout->rows);

		if (number->value < 0)
			continue;
		totals++;
		sums[is_row] += number->value;
	}
	if (totals < TOTALS_LEAST * count)
		return 0;
	drop_strangers(board, layout);
	for (int y = 0; y < layout->rows; y++) {
		long sum = 0;

		for (int x = 0; x < layout->columns; x++) {
			const struct number *number = cell_at(
				board, layout->left + x, layout->top + y);

			givens += number->value > 0;
			blanks += number->blank;
			cells += number->value > 0 || number->blank;
			sum += number->value > 0 ? number->value : 1;
		}
		excess += row_total(board, layout, y)->value >= 0 &&
			  sum > row_total(board, layout, y)->value;
	}
	/* cells with anything else in them are rare: in a board of Train
	 * Tracks, whose totals agree, too, they outnumber the numbers */
	if (cells < CELLS_LEAST * layout->rows * layout->columns ||
	    givens < 2 * (layout->rows * layout->columns - cells) ||
	    givens == 0)
		return 0;
	layout->agreed = totals == count && sums[0] == sums[1] && sums[0] > 0;
	/* without sums that agree a grid of numbers is only a cross-sum where
	 * next to nothing else speaks against it */
	if (!layout->agreed && (excess > 1 || totals < count - 1 || !blanks))
		return 0;
	return cells + totals + (layout->agreed ? count * 10 : 0) - excess;
}

static bool find_layout(struct board *board, struct layout *best)
{
	best->score = 0;
	for (int i = 0; i < 16; i++) {
		struct layout layout = {
			.row_side = i & 1 ? SIDE_LEFT : SIDE_RIGHT,
			.column_side = i & 2 ? SIDE_TOP : SIDE_BOTTOM,
			.row_inside = i & 4,
			.column_inside = i & 8,
		};

		if (!frame_layout(board, &layout))
			continue;
		layout.score = weigh_layout(board, &layout);
		if (layout.score > best->score)
			*best = layout;
	}
	return best->score > 0;
}

/* Is a number beyond the end of a line of totals in column x of the lattice
 * one of them? It stands in the middle and is as high, unlike a word of the
 * page. */
static bool is_like_total(const struct number *number,
			  const struct number *total, int x)
{
	double height = number->extent.bottom - number->extent.top;
	double other = total->extent.bottom - total->extent.top;
	double middle = (number->extent.left + number->extent.right) / 2;
	double low = number->extent.bottom - floor(number->extent.bottom);
	double other_low = total->extent.bottom - floor(total->extent.bottom);

	return number->value >= 0 && fabs(middle - x - 0.5) < 0.12 &&
	       fabs(height - other) < 0.2 * other &&
	       fabs(low - other_low) < 0.12;
}

/* The diagonals' totals stand where the line of the rows' totals ends: at
 * the end where the columns' totals are, and at the other (`far`). */
static void read_corner(struct board *board, const struct layout *layout,
			bool far, struct number *number)
{
	bool low = (layout->column_side == SIDE_BOTTOM) != far;
	int x = layout->row_side == SIDE_LEFT ? 0 : board->lattice->columns - 1;

	if (!layout->row_inside) {
		struct beside_line *line = &board->outside[layout->row_side];

		*number = line->numbers[low ? line->length + 1 : 0];
		if (number->value < 0 && !far && !layout->column_inside) {
			line = &board->outside[layout->column_side];
			*number = line->numbers[layout->row_side == SIDE_LEFT
							? 0
							: line->length + 1];
		}
	} else if (!far && layout->column_inside) {
		*number =
			*cell_at(board, x, low ? board->lattice->rows - 1 : 0);
	} else {
		read_square(board, x, low ? board->lattice->rows : -1, number);
		if (!is_like_total(number,
				   row_total(board, layout,
					     low ? layout->rows - 1 : 0),
				   x))
			number->blank = true;
	}
}

static int add_readings(struct board *board, const struct layout *layout,
			struct sighting *sighting, struct problem *problem)
{
	struct cross_sum *puzzle = &sighting->puzzle.as.cross_sum;
	int status = 0;

	for (int y = 0; y < layout->rows && status == 0; y++) {
		const struct number *total = row_total(board, layout, y);

		puzzle->row_totals[y] =
			readings_value(total, CROSS_SUM_UNKNOWN);
		status = readings_add_number(sighting, total, problem,
					     "row_totals[%d]", y);
		for (int x = 0; x < layout->columns && status == 0; x++) {
			const struct number *cell = cell_at(
				board, layout->left + x, layout->top + y);

			puzzle->cells[y][x] =
				readings_value(cell, CROSS_SUM_UNKNOWN);
			status = readings_add_number(sighting, cell, problem,
						     "cells[%d][%d]", y, x);
		}
	}
	for (int x = 0; x < layout->columns && status == 0; x++) {
		const struct number *total = column_total(board, layout, x);

		puzzle->column_totals[x] =
			readings_value(total, CROSS_SUM_UNKNOWN);
		status = readings_add_number(sighting, total, problem,
					     "column_totals[%d]", x);
	}
	return status;
}

static int add_diagonals(struct board *board, const struct layout *layout,
			 struct sighting *sighting, struct problem *problem)
{
	struct cross_sum *puzzle = &sighting->puzzle.as.cross_sum;
	/* the corner where both lines of totals meet ends the diagonal that
	 * runs down where they meet at the bottom right or top left */
	bool meets_down = (layout->row_side == SIDE_RIGHT) ==
			  (layout->column_side == SIDE_BOTTOM);

	if (layout->rows != layout->columns)
		return 0;
	for (int far = 0; far < 2; far++) {
		struct number number;
		bool down = meets_down != (far != 0);

		read_corner(board, layout, far, &number);
		if (number.blank || (far && number.value < 0))
			continue;
		*(down ? &puzzle->diagonal_down : &puzzle->diagonal_up) =
			readings_value(&number, CROSS_SUM_UNKNOWN);
		if (readings_add_number(sighting, &number, problem, "%s",
					down ? "diagonal_down"
					     : "diagonal_up") < 0)
			return -1;
	}
	return 0;
}

static int add_sighting(struct board *board, const struct layout *layout,
			struct sighting_list *list, struct problem *problem)
{
	struct lattice cells = *board->lattice;
	struct sighting sighting = {
		.puzzle.family = FAMILY_cross_sum,
		.score = layout->rows * layout->columns + layout->rows +
			 layout->columns,
		.confidence = layout->agreed ? SURE_AGREED : SURE_OTHERWISE,
	};

	lattice_resize(&cells, -layout->left, -layout->top,
		       -(layout->row_inside && !layout->left),
		       -(layout->column_inside && !layout->top));
	sighting.cell_to_px = cells.cell_to_px;
	for (int i = 0; i < 4; i++)
		sighting.px_corners.corner[i] = homography_apply(
			&cells.cell_to_px,
			(struct point){ i == 1 || i == 2 ? cells.columns : 0,
					i >= 2 ? cells.rows : 0 });
	cross_sum_init(&sighting.puzzle.as.cross_sum, layout->columns,
		       layout->rows);
	if (add_readings(board, layout, &sighting, problem) < 0 ||
	    add_diagonals(board, layout, &sighting, problem) < 0) {
		free(sighting.readings);
		return -1;
	}
	if (!layout->agreed && sighting.confidence < HOPELESS) {
		free(sighting.readings);
		return 0;
	}
	return sighting_list_add(list, &sighting, problem);
}

static int read_lattice(struct vision *vision, const struct page *page,
			const struct lattice *lattice,
			struct sighting_list *list, struct problem *problem)
{
	struct board *board;
	struct layout layout;
	int status = 0;

	if (lattice->columns > SIDE_MOST || lattice->rows > SIDE_MOST)
		return 0;
	board = alloc_array(1, sizeof *board);
	if (!board)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a board");
	board->vision = vision;
	board->page = page;
	board->lattice = lattice;
	if (mark_list_find(&board->marks, &page->elements, lattice, MARGIN) < 0)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for marks");
	for (int side = 0; side < SIDE_COUNT && status == 0; side++)
		board->has_outside[side] = beside_read(
			vision->glyphs, &page->elements, lattice, &board->marks,
			(enum side)side, &board->outside[side]);
	if (status == 0 && find_layout(board, &layout))
		status = add_sighting(board, &layout, list, problem);
	mark_list_fini(&board->marks);
	free(board);
	return status;
}

static int read_page(struct vision *vision, const struct page *page,
		     struct sighting_list *list, struct problem *problem)
{
	for (size_t i = 0; i < page->lattices.count; i++)
		if (read_lattice(vision, page, &page->lattices.lattices[i],
				 list, problem) < 0)
			return -1;
	return 0;
}

const struct read_family read_cross_sum = { .read = read_page };
