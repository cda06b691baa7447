#include "cross_sum_lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "beside.h"
#include "number_strangers.h"
#include "order.h"
#include "page.h"
#include "vision_parts.h"

/* What is left out at each side of a cell: its lines. */
#define CELL_RIM 0.07
/* A board whose sums do not agree and of which less than this is sure was
 * never one. */
#define HOPELESS 0.1
/* How far marks of side numbers are looked for, in cells. */
#define MARGIN 2.5
/* A line of totals shows one in this share of its squares; or fewer, where
 * they are as high as those of the other direction within this share, and as
 * far from their side within that many cells. */
#define SHOWN_MOSTLY 0.5
#define SAME_HEIGHT 0.12
#define SAME_DISTANCE 0.15
/* Numbers in cells are as high as each other within this share. */
#define ALIKE_OFF 0.2
/* A lattice may be a part of the cells only: so many wider ones are tried. In
 * the next line at least this share of the squares shows a number, as chance
 * seldom has it; and something else (rings are) so many for each of these. */
enum { WIDER_MOST = 12 };
#define NEXT_LEAST 0.4
#define STRANGERS_MOST 0.5
/* ... and its numbers stand in the middle of the cells, no further aside than
 * this. */
#define OFF_MIDDLE 0.18
/* What a lattice shows goes before the same as a table, and sums that agree
 * before what only may be: as shares of the score. */
#define TABLE_SHARE 0.9
#define UNAGREED_SHARE 0.5
/* Where totals of one kind alone are seen, the others may have been taken for
 * cells: what shows both goes before. */
#define PARTIAL_SHARE 0.7

/* Lattices whose corners are no further from each other than this, in cells,
 * are the same: what is left out as a cell's lines. */
#define SAME_CELLS 0.07

/* What was read in the cells of a lattice and around it, the same whichever of
 * them belong to a board: by their places from the first one on, as many lines
 * farther as a lattice may be widened by, and one beyond. */
enum {
	CACHE_BEFORE = WIDER_MOST + 1,
	CACHE_SIDE = CROSS_SUM_SIDE_MAX + 1 + 2 * CACHE_BEFORE
};

struct cell_cache {
	struct number numbers[CACHE_SIDE][CACHE_SIDE];
	bool known[CACHE_SIDE][CACHE_SIDE];
};

/* `sheet` is the first member. */
struct lattice_board {
	struct sum_sheet sheet;
	struct vision *vision;
	const struct page *page;
	const struct lattice *lattice;
	struct mark_list marks;
	struct cell_cache *cache;
	int left, top;   /* lines more than the lattice was found with */
	int total_lines; /* seen beside it */
	bool found;      /* a layout of cells and totals */
	struct sum_layout layout;
};

static void read_cell_anew(struct lattice_board *board, int x, int y,
			   struct number *number)
{
	struct place place = { { x + CELL_RIM, y + CELL_RIM, x + 1 - CELL_RIM,
				 y + 1 - CELL_RIM },
			       board->lattice->cell_to_px };

	number_read_field(board->vision->glyphs, &board->page->elements.grey,
			  &place, CELL_RIM / (1 - 2 * CELL_RIM), false, number);
}

static void read_lattice_cell(struct sum_sheet *sheet, int x, int y,
			      struct number *number)
{
	struct lattice_board *board = (struct lattice_board *)sheet;
	int column = x - board->left + CACHE_BEFORE;
	int row = y - board->top + CACHE_BEFORE;

	if (column < 0 || row < 0 || column >= CACHE_SIDE ||
	    row >= CACHE_SIDE) {
		read_cell_anew(board, x, y, number);
		return;
	}
	if (!board->cache->known[row][column])
		read_cell_anew(board, x, y,
			       &board->cache->numbers[row][column]);
	board->cache->known[row][column] = true;
	*number = board->cache->numbers[row][column];
}

/* Is a line in which few squares have a number one of totals, as `other` is?
 * Then its numbers are as high and as far from their side. */
static bool is_alike(const struct beside_line *line,
		     const struct beside_line *other)
{
	return fabs(line->height - other->height) <
		       SAME_HEIGHT * other->height &&
	       fabs(line->distance - other->distance) < SAME_DISTANCE;
}

static bool is_full(const struct beside_line *line)
{
	return line->seen && line->seen >= SHOWN_MOSTLY * line->length;
}

/* Takes a line in. A corner belongs to two: what is a number stays, and what
 * ends an upright line is kept besides. */
static void take_line(struct sum_sheet *sheet, const struct beside_line *line)
{
	bool upright = line->side == SIDE_LEFT || line->side == SIDE_RIGHT;
	bool after = line->side == SIDE_RIGHT || line->side == SIDE_BOTTOM;
	int beyond = !after ? -1 : upright ? sheet->columns : sheet->rows;

	sheet->outside[line->side] = true;
	for (int k = -1; k <= line->length; k++) {
		int x = upright ? beyond : k, y = upright ? k : beyond;
		struct number *number = &sheet->numbers[y + 1][x + 1];

		if (!sheet->known[y + 1][x + 1] || number->value < 0)
			*number = line->numbers[k + 1];
		sheet->known[y + 1][x + 1] = true;
	}
	for (int far = 0; far < 2 && upright; far++)
		sheet->ends[after][far] =
			line->numbers[far ? line->length + 1 : 0];
}

/* Where no totals of one kind were found in line, none may be shown: as if
 * their line were blank. */
static void take_none(struct sum_sheet *sheet, enum side before,
		      enum side after)
{
	struct beside_line none = { .side = after,
				    .length = after == SIDE_RIGHT
						      ? sheet->rows
						      : sheet->columns };

	if (sheet->outside[before] || sheet->outside[after])
		return;
	for (int i = 0; i < none.length + 2; i++)
		none.numbers[i] = (struct number){ .value = -1,
						   .blank = true,
						   .confidence = 1 };
	take_line(sheet, &none);
}

/* Looks for what marks do not show of a line of few totals. */
static void read_blanks(struct lattice_board *board, struct beside_line *line)
{
	struct side_words words = { .glyphs = board->vision->glyphs,
				    .elements = &board->page->elements,
				    .lattice = board->lattice,
				    .marks = &board->marks,
				    .side = line->side,
				    .length = line->length };

	beside_read_blanks(&words, line);
}

/* Reads the lines of numbers beyond the lattice, the upright ones last. */
static int read_sides(struct lattice_board *board)
{
	static const enum side sides[] = { SIDE_TOP, SIDE_BOTTOM, SIDE_LEFT,
					   SIDE_RIGHT };
	struct beside_line lines[SIDE_COUNT];

	if (mark_list_find(&board->marks, &board->page->elements,
			   board->lattice, MARGIN) < 0)
		return -1;
	for (int i = 0; i < SIDE_COUNT; i++)
		beside_read(board->vision->glyphs, &board->page->elements,
			    board->lattice, &board->marks, sides[i], &lines[i]);
	for (int i = 0; i < SIDE_COUNT; i++) {
		bool full = is_full(&lines[i]);
		int other = i < 2 ? 2 : 0; /* those of the other direction */

		for (int k = other; k < other + 2 && !full; k++)
			full = lines[i].seen && is_full(&lines[k]) &&
			       is_alike(&lines[i], &lines[k]);
		if (full && !is_full(&lines[i]))
			read_blanks(board, &lines[i]);
		if (full)
			take_line(&board->sheet, &lines[i]);
		board->total_lines += full;
	}
	take_none(&board->sheet, SIDE_TOP, SIDE_BOTTOM);
	take_none(&board->sheet, SIDE_LEFT, SIDE_RIGHT);
	return 0;
}

/* The totals of diagonals that were found: what shows more of a board goes
 * before what shows less. */
static int count_diagonals(const struct cross_sum *cross_sum)
{
	return (cross_sum->diagonal_up != CROSS_SUM_UNKNOWN) +
	       (cross_sum->diagonal_down != CROSS_SUM_UNKNOWN);
}

int cross_sum_add(struct sum_sheet *sheet, const struct sum_layout *layout,
		  const struct homography *cell_to_px,
		  struct sighting_list *list, struct problem *problem)
{
	struct sighting sighting = {
		.puzzle.family = FAMILY_cross_sum,
		.score = layout->rows * layout->columns + layout->rows +
			 layout->columns,
		.confidence = layout->confidence,
		.most = layout->confidence,
		.cell_to_px = *cell_to_px,
	};

	for (int i = 0; i < 4; i++)
		sighting.px_corners.corner[i] = homography_apply(
			cell_to_px,
			(struct point){ i == 1 || i == 2 ? layout->columns : 0,
					i >= 2 ? layout->rows : 0 });
	if (!sheet->is_lattice)
		sighting.score *= TABLE_SHARE;
	if (!layout->agreed)
		sighting.score *= UNAGREED_SHARE;
	if (layout->partial)
		sighting.score *= PARTIAL_SHARE;
	if (sum_sheet_take(sheet, layout, &sighting, problem) < 0) {
		free(sighting.readings);
		return -1;
	}
	sighting.score += count_diagonals(&sighting.puzzle.as.cross_sum);
	if (!layout->agreed && sighting.confidence < HOPELESS) {
		free(sighting.readings);
		return 0;
	}
	return sighting_list_add(list, &sighting, problem);
}

/* `cells`: those that a sheet's rows already hold, from the first one on; or
 * NULL. */
static void init_board(struct lattice_board *board,
		       const struct lattice *lattice,
		       const struct number *cells)
{
	*board = (struct lattice_board){
		.sheet = { .columns = lattice->columns,
			   .rows = lattice->rows,
			   .is_lattice = true,
			   .read = read_lattice_cell },
		.vision = board->vision,
		.page = board->page,
		.cache = board->cache,
		.lattice = lattice,
	};
	for (int y = 1; cells && y <= lattice->rows; y++)
		for (int x = 1; x <= lattice->columns; x++) {
			board->sheet.numbers[y][x] =
				cells[(y - 1) * (SHEET_SIDE_MAX + 2) + x - 1];
			board->sheet.known[y][x] = true;
		}
}

/* Reads a cell of the lattice, once. */
static struct number *cell_at(struct lattice_board *board, int x, int y)
{
	struct number *number = &board->sheet.numbers[y + 1][x + 1];

	if (!board->sheet.known[y + 1][x + 1])
		read_lattice_cell(&board->sheet, x, y, number);
	board->sheet.known[y + 1][x + 1] = true;
	return number;
}

/* Do the cells hold numbers, and more of these than of anything else? Whatever
 * stands beside them, there is no puzzle without a given; in crosswords black
 * squares outnumber what is taken for one. */
static bool has_numbers(struct lattice_board *board)
{
	const struct lattice *lattice = board->lattice;
	struct number *cells[SHEET_SIDE_MAX * SHEET_SIDE_MAX];
	int numbers = 0, others = 0, count = 0;

	for (int y = 0; y < lattice->rows; y++)
		for (int x = 0; x < lattice->columns; x++)
			cells[count++] = cell_at(board, x, y);
	numbers_drop_signs(cells, count);
	for (int i = 0; i < count; i++) {
		numbers += cells[i]->value > 0;
		others += cells[i]->value <= 0 && !cells[i]->blank;
	}
	return numbers && numbers >= others;
}

/* What the numbers in the cells are like. */
struct cells_look {
	double height; /* mostly; 0: there are none */
	bool dark;     /* most of them, on lighter paper */
};

static struct cells_look find_look(struct lattice_board *board)
{
	double heights[SHEET_SIDE_MAX * SHEET_SIDE_MAX];
	int columns = board->lattice->columns, count = 0, dark = 0;

	for (int i = 0; i < columns * board->lattice->rows; i++) {
		const struct number *number =
			cell_at(board, i % columns, i / columns);

		if (number->value <= 0)
			continue;
		heights[count++] = number->extent.bottom - number->extent.top;
		dark += number->dark;
	}
	if (!count)
		return (struct cells_look){ 0, false };
	qsort(heights, (size_t)count, sizeof *heights, order_doubles);
	return (struct cells_look){ heights[count / 2], 2 * dark > count };
}

/* Of a line of cells how many hold a number like those of the others, and how
 * many something else. */
struct line_tally {
	int length, alike, others;
};

/* Looks at the line of cells `in` lines from the one beyond a side. */
static struct line_tally look_at(struct lattice_board *board, enum side side,
				 int in, const struct cells_look *look)
{
	const struct lattice *lattice = board->lattice;
	bool upright = side == SIDE_LEFT || side == SIDE_RIGHT;
	int which = side == SIDE_RIGHT    ? lattice->columns - in
		    : side == SIDE_BOTTOM ? lattice->rows - in
					  : in - 1;
	struct line_tally tally = { .length = upright ? lattice->rows
						      : lattice->columns };

	for (int i = 0; i < tally.length; i++) {
		struct number number;
		const struct extent *e = &number.extent;
		double high, off;

		read_lattice_cell(&board->sheet, upright ? which : i,
				  upright ? i : which, &number);
		high = e->bottom - e->top;
		off = (upright ? e->left + e->right : e->top + e->bottom) / 2 -
		      which - 0.5;
		if (number.value > 0 && number.dark == look->dark &&
		    fabs(high - look->height) < ALIKE_OFF * look->height &&
		    fabs(off) < OFF_MIDDLE)
			tally.alike++;
		else
			tally.others += !number.blank;
	}
	return tally;
}

/* How many lines a lattice was widened by, at each side; below 0: made
 * narrower. */
struct widening {
	int lines[SIDE_COUNT];
};

/* Do the cells go on beyond a side, so that the lattice is only a part of
 * theirs (1)? Then in the next line, too, there are numbers like those in the
 * cells, and nothing else. Or do they end before it (-1)? Then in its outermost
 * line there are none. Otherwise 0. */
static int find_change(struct lattice_board *board, enum side side,
		       const struct cells_look *look)
{
	struct line_tally next = look_at(board, side, 0, look);
	const struct lattice *lattice = board->lattice;
	int across = side == SIDE_LEFT || side == SIDE_RIGHT ? lattice->columns
							     : lattice->rows;

	if (next.alike >= NEXT_LEAST * next.length &&
	    next.others <= STRANGERS_MOST * next.alike)
		return 1;
	if (across > CROSS_SUM_SIDE_MIN && !look_at(board, side, 1, look).alike)
		return -1;
	return 0;
}

/* Appends what is wider by one line at any side at which the cells go on, or
 * narrower where they ended before, if it was not thought of. Returns how many
 * there are. */
static int add_wider(struct lattice_board *board, const struct widening *from,
		     struct widening *list, int count)
{
	struct cells_look look = find_look(board);

	for (int side = 0; side < SIDE_COUNT && look.height > 0; side++) {
		int change = find_change(board, (enum side)side, &look);
		struct widening next = *from;
		bool known = !change;

		next.lines[side] += change;
		for (int i = 0; i < count && !known; i++)
			known = !memcmp(&list[i], &next, sizeof next);
		if (!known && count < WIDER_MOST)
			list[count++] = next;
	}
	return count;
}

/* The lattice of the cells alone. */
static struct lattice cells_of(const struct lattice_board *board)
{
	const struct sum_layout *layout = &board->layout;
	struct lattice cells = *board->lattice;

	lattice_resize(&cells, -layout->left, -layout->top,
		       layout->left + layout->columns - cells.columns,
		       layout->top + layout->rows - cells.rows);
	return cells;
}

/* Reads the board, and its layout where one is found. */
static int read_board(struct lattice_board *board, struct sighting_list *list,
		      struct problem *problem)
{
	struct sum_layout *layout = &board->layout;
	int status = read_sides(board);

	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory for marks");
	if (status == 0 && sum_sheet_find(&board->sheet, layout)) {
		struct lattice cells = cells_of(board);

		board->found = true;
		status = cross_sum_add(&board->sheet, layout, &cells.cell_to_px,
				       list, problem);
	}
	mark_list_fini(&board->marks);
	return status;
}

static bool is_agreed(const struct lattice_board *board)
{
	return board->found && board->layout.agreed;
}

/* Is it worth while to look for another extent? Not where no totals are seen
 * beside the lattice, nor in its cells: of a sudoku or a crossword. */
static bool may_be_board(const struct lattice_board *board)
{
	return board->total_lines || board->found;
}

/* Reads a lattice, wider and narrower ones while sums do not agree: `wider` is
 * that of the board as it is left. `cells` as for init_board(). */
static int read_widened(struct lattice_board *board,
			const struct lattice *lattice,
			const struct number *cells, struct lattice *wider,
			struct sighting_list *sightings,
			struct problem *problem)
{
	struct widening list[WIDER_MOST] = { { { 0 } } };
	int status = 0, count = 1;

	for (int i = 0; i < count && !is_agreed(board) && status == 0; i++) {
		const int *more = list[i].lines;

		*wider = *lattice;
		lattice_resize(wider, more[SIDE_LEFT], more[SIDE_TOP],
			       more[SIDE_RIGHT], more[SIDE_BOTTOM]);
		if (wider->columns > CROSS_SUM_SIDE_MAX + 1 ||
		    wider->rows > CROSS_SUM_SIDE_MAX + 1)
			continue;
		init_board(board, wider, i ? NULL : cells);
		board->sheet.guessed = i > 0;
		board->left = more[SIDE_LEFT];
		board->top = more[SIDE_TOP];
		if (!i && !has_numbers(board))
			break;
		status = read_board(board, sightings, problem);
		if (status == 0 && !is_agreed(board) && may_be_board(board))
			count = add_wider(board, &list[i], list, count);
	}
	return status;
}

/* Are there totals at the rim of the lattice of a square of cells? Those of its
 * diagonals may then stand further out, and not in line with the lattice. */
static bool may_lack_diagonals(const struct lattice_board *board)
{
	const struct sum_layout *layout = &board->layout;

	return layout->columns == layout->rows &&
	       (layout->columns < board->lattice->columns ||
		layout->rows < board->lattice->rows);
}

/* Reads the cells once more, without totals at their rim. */
static int read_cells_alone(struct lattice_board *board,
			    struct sighting_list *sightings,
			    struct problem *problem)
{
	struct lattice cells = cells_of(board);
	int left = board->left - board->layout.left;
	int top = board->top - board->layout.top;

	init_board(board, &cells, NULL);
	board->left = left;
	board->top = top;
	return read_board(board, sightings, problem);
}

/* Have two lattices the same cells? */
static bool is_same(const struct lattice *a, const struct lattice *b)
{
	struct quad one = lattice_px_corners(a), other = lattice_px_corners(b);
	bool same = a->columns == b->columns && a->rows == b->rows;

	for (int i = 0; i < 4 && same; i++)
		same = point_distance(one.corner[i], other.corner[i]) <=
		       SAME_CELLS * a->pitch;
	return same;
}

/* Takes a lattice in. Returns 1 where it was read before, 0 where it was not,
 * and -1 without memory. */
static int was_read(struct sum_search *search, const struct lattice *lattice)
{
	struct lattice_list *read = &search->read;

	for (size_t i = 0; i < read->count; i++)
		if (is_same(&read->lattices[i], lattice))
			return 1;
	if (alloc_grow(&read->lattices, &read->capacity, read->count + 1,
		       sizeof *read->lattices) < 0)
		return -1;
	read->lattices[read->count++] = *lattice;
	return 0;
}

int cross_sum_read_lattice(struct sum_search *search,
			   const struct lattice *lattice,
			   const struct number *cells,
			   struct sighting_list *sightings,
			   struct problem *problem)
{
	int known = was_read(search, lattice), status;
	struct lattice_board *board;
	struct lattice wider;

	if (known > 0 && !cells)
		return 0;
	board = alloc_array(1, sizeof *board);
	if (board)
		board->cache = alloc_array(1, sizeof *board->cache);
	if (known < 0 || !board || !board->cache) {
		if (board)
			free(board->cache);
		free(board);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a board");
	}
	board->vision = search->vision;
	board->page = search->page;
	status =
		read_widened(board, lattice, cells, &wider, sightings, problem);
	if (status == 0 && is_agreed(board) && may_lack_diagonals(board))
		status = read_cells_alone(board, sightings, problem);
	free(board->cache);
	free(board);
	return status;
}
