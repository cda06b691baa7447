/* Cross-sums (sum_sheet.h): the cells of a lattice with lines of numbers in or
 * beside it, or a table of numbers and boxes that stand without any lattice,
 * in columns of whatever width. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "beside.h"
#include "order.h"
#include "page.h"
#include "round_numbers.h"
#include "sum_sheet.h"
#include "table.h"
#include "vision_parts.h"

/* What is left out at each side of a cell: its lines. */
#define CELL_RIM 0.07
/* Of a disc, how much of its width is looked at: its rim is not known better.
 */
#define DISC_SHARE 0.94
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
/* Of the distance to the next line, how much of a place of a table where
 * nothing stands is looked at: not what its neighbours take. */
#define EMPTY_SHARE 0.36
/* ... and of the distance to the next column where something does stand: a
 * number may be wider than what is left by others as wide. */
#define WIDE_SHARE 0.47
/* Of that, the middle: more than a glyph, less than a ring. */
#define MIDDLE_SHARE 0.6
/* ... which is empty where nothing stands out by more than this share of what
 * was read. */
#define FAINT_SHARE 0.35
/* Numbers of one table are as high as each other within this share, and no
 * further from the middles of their places than that, in heights. */
#define ALIKE_OFF 0.2
#define ASIDE_MOST 0.5
/* A part of a table ends where the next line is so many times as far off as
 * lines mostly are, or has hardly anything on it. */
#define END_FACTOR 1.2
#define END_SHARE 0.25
/* Middles of an irregular table's cells lie no further than this from those
 * of a regular one, in cells: answers are drawn there. */
#define IRREGULAR_MOST 0.3
/* Lines of a lattice stand equally far apart within this share. */
#define EQUAL_GAPS 0.12
/* What a lattice shows goes before the same as a table, and sums that agree
 * before what only may be: as shares of the score. */
#define TABLE_SHARE 0.9
#define UNAGREED_SHARE 0.5
/* Where totals of one kind alone are seen, the others may have been taken for
 * cells: what shows both goes before. */
#define PARTIAL_SHARE 0.7

/* Either finder's board; `sheet` is the first member of both. */
struct lattice_board {
	struct sum_sheet sheet;
	struct vision *vision;
	const struct page *page;
	const struct lattice *lattice;
	struct mark_list marks;
};

struct table_board {
	struct sum_sheet sheet;
	struct vision *vision;
	const struct page *page;
	const struct item_list *items;
	const struct table *table;
	double height; /* of its numbers mostly, in its frame */
};

static void read_lattice_cell(struct sum_sheet *sheet, int x, int y,
			      struct number *number)
{
	struct lattice_board *board = (struct lattice_board *)sheet;
	struct place place = { { x + CELL_RIM, y + CELL_RIM, x + 1 - CELL_RIM,
				 y + 1 - CELL_RIM },
			       board->lattice->cell_to_px };

	if (board->lattice->round)
		round_number_read_inside(
			board->vision->glyphs, &board->page->elements.grey,
			&board->lattice->cell_to_px,
			(struct point){ x + 0.5, y + 0.5 },
			DISC_SHARE * board->lattice->field / 2, number);
	else
		number_read_place(board->vision->glyphs,
				  &board->page->elements.grey, &place, number);
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

/* Takes a line in. A corner belongs to two: what is a number stays. */
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
		if (full)
			take_line(&board->sheet, &lines[i]);
	}
	take_none(&board->sheet, SIDE_TOP, SIDE_BOTTOM);
	take_none(&board->sheet, SIDE_LEFT, SIDE_RIGHT);
	return 0;
}

static int add_sighting(struct sum_sheet *sheet,
			const struct sum_layout *layout,
			const struct homography *cell_to_px,
			struct sighting_list *list, struct problem *problem)
{
	struct sighting sighting = {
		.puzzle.family = FAMILY_cross_sum,
		.score = layout->rows * layout->columns + layout->rows +
			 layout->columns,
		.confidence = layout->confidence,
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
	if (!layout->agreed && sighting.confidence < HOPELESS) {
		free(sighting.readings);
		return 0;
	}
	return sighting_list_add(list, &sighting, problem);
}

/* `cells`: those that a sheet's rows already hold, from the first one on; or
 * NULL. */
static int read_lattice(struct vision *vision, const struct page *page,
			const struct lattice *lattice,
			const struct number *cells, struct sighting_list *list,
			struct problem *problem)
{
	struct lattice_board *board;
	struct sum_layout layout;
	int status;

	if (lattice->columns > CROSS_SUM_SIDE_MAX + 1 ||
	    lattice->rows > CROSS_SUM_SIDE_MAX + 1)
		return 0;
	board = alloc_array(1, sizeof *board);
	if (!board)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a board");
	board->sheet.columns = lattice->columns;
	board->sheet.rows = lattice->rows;
	board->sheet.is_lattice = true;
	board->sheet.read = read_lattice_cell;
	board->vision = vision;
	board->page = page;
	board->lattice = lattice;
	for (int y = 1; cells && y <= lattice->rows; y++)
		for (int x = 1; x <= lattice->columns; x++) {
			board->sheet.numbers[y][x] =
				cells[(y - 1) * (SHEET_SIDE_MAX + 2) + x - 1];
			board->sheet.known[y][x] = true;
		}
	status = read_sides(board);
	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory for marks");
	if (status == 0 && sum_sheet_find(&board->sheet, &layout)) {
		struct lattice part = *lattice;

		lattice_resize(&part, -layout.left, -layout.top, 0, 0);
		status = add_sighting(&board->sheet, &layout, &part.cell_to_px,
				      list, problem);
	}
	mark_list_fini(&board->marks);
	free(board);
	return status;
}

/* Half the way to the nearest of the lines next to one. */
static double room(const double *lines, int count, int which)
{
	double before = which ? lines[which] - lines[which - 1] : HUGE_VAL;
	double after =
		which + 1 < count ? lines[which + 1] - lines[which] : HUGE_VAL;

	return EMPTY_SHARE * fmin(before, after);
}

/* The middle of what stands, or should stand, in a place of the table, and
 * half its size. */
static struct extent place_extent(const struct table *table, int x, int y,
				  const struct item *item)
{
	struct point middle = { table->column_at[x], table->row_at[y] };
	double wide = room(table->column_at, table->columns, x);
	double high = room(table->row_at, table->rows, y);
	struct homography px_to_frame;

	if (item && homography_inverse(&table->frame_to_px, &px_to_frame) == 0)
		middle = homography_apply(&px_to_frame, item->px_middle);
	if (item && item->framed) {
		wide = item->px_box.width / 2.0;
		high = item->px_box.height / 2.0;
	}
	return (struct extent){ middle.x - wide, middle.y - high,
				middle.x + wide, middle.y + high };
}

/* How high the glyphs of the table's items mostly are; 0 where it has none. */
static double find_height(const struct table *table,
			  const struct item_list *items)
{
	double heights[TABLE_SIDE_MAX * TABLE_SIDE_MAX];
	int count = 0;

	for (int i = 0; i < table->columns * table->rows; i++) {
		int which = table->item[i / table->columns][i % table->columns];

		if (which >= 0 && items->items[which].stroke_count)
			heights[count++] =
				items->items[which].strokes[0].height;
	}
	if (!count)
		return 0;
	qsort(heights, (size_t)count, sizeof *heights, order_doubles);
	return heights[count / 2];
}

/* Is what was read where no item is unlike the others, and nothing in the
 * middle of its place, where a number has ink? Then it is a ring. */
static bool is_hollow(const struct table_board *board,
		      const struct place *place, const struct number *read)
{
	double high = read->extent.bottom - read->extent.top;
	const struct extent *e = &place->extent;
	double x = (e->right - e->left) * (1 - MIDDLE_SHARE) / 2;
	double y = (e->bottom - e->top) * (1 - MIDDLE_SHARE) / 2;
	struct place middle = { { e->left + x, e->top + y, e->right - x,
				  e->bottom - y },
				place->frame_to_px };
	struct number number;

	double off = fmax(fabs(read->extent.left + read->extent.right -
			       e->left - e->right),
			  fabs(read->extent.top + read->extent.bottom - e->top -
			       e->bottom)) /
		     2;

	if (read->blank ||
	    (high > board->height * (1 - ALIKE_OFF) &&
	     high < board->height * (1 + ALIKE_OFF) && off < ASIDE_MOST * high))
		return false;
	number_read_place(board->vision->glyphs, &board->page->elements.grey,
			  &middle, &number);
	return number.blank && number.contrast < FAINT_SHARE * read->contrast;
}

static void make_blank(struct number *number)
{
	*number = (struct number){ .value = -1,
				   .blank = true,
				   .confidence = number->confidence };
}

/* Reads what stands where no item is. Of a number that is wider than the
 * place, or touches a line, digits are left out: there is more in a wider
 * one. */
static void read_itemless(const struct table_board *board, int x,
			  const struct place *place, struct number *number)
{
	const struct table *table = board->table;
	const struct plane *grey = &board->page->elements.grey;
	double wide = WIDE_SHARE / EMPTY_SHARE *
		      room(table->column_at, table->columns, x);
	struct place wider = *place;
	struct number one;

	number_read_place(board->vision->glyphs, grey, place, number);
	/* the dots of an empty disc are no number */
	if (is_hollow(board, place, number))
		make_blank(number);
	if (number->value <= 0)
		return;
	wider.extent.left = table->column_at[x] - wide;
	wider.extent.right = table->column_at[x] + wide;
	number_read_place(board->vision->glyphs, grey, &wider, &one);
	if (one.value >= 0 && one.digits > number->digits)
		*number = one;
}

/* Reads what stands in a place of the table, if only nothing. */
static void read_table_cell(struct sum_sheet *sheet, int x, int y,
			    struct number *number)
{
	struct table_board *board = (struct table_board *)sheet;
	const struct table *table = board->table;
	const struct plane *grey = &board->page->elements.grey;
	int which = table->item[y][x];
	const struct item *item =
		which < 0 ? NULL : &board->items->items[which];
	struct place place = { place_extent(table, x, y, item),
			       table->frame_to_px };

	if (item && !item->framed)
		number_read(board->vision->glyphs, grey, &table->frame_to_px,
			    item->strokes, item->stroke_count, number);
	else if (item && item->outline.width)
		number_read(board->vision->glyphs, grey, &table->frame_to_px,
			    &item->outline, 1, number);
	else
		number->value = -1;
	/* the outline of an empty disc is no 0 */
	if (!item)
		read_itemless(board, x, &place, number);
	else if (number->value <= 0)
		number_read_place(board->vision->glyphs, grey, &place, number);
	if (number->value == 0)
		make_blank(number);
	if (item && item->stroke_count && number->blank && !item->framed)
		number->blank = false;
}

/* Fills in where a part of the table may end. */
static void find_ends(const double *lines, const int *items, int count,
		      int across, bool *ends)
{
	double gaps[TABLE_SIDE_MAX], middle;

	for (int i = 0; i + 1 < count; i++)
		gaps[i] = lines[i + 1] - lines[i];
	qsort(gaps, (size_t)count - 1, sizeof *gaps, order_doubles);
	middle = gaps[(count - 1) / 2];
	ends[0] = ends[count] = true;
	for (int i = 1; i < count; i++)
		ends[i] = lines[i] - lines[i - 1] > END_FACTOR * middle ||
			  items[i] < END_SHARE * across ||
			  items[i - 1] < END_SHARE * across;
}

static void set_ends(struct table_board *board)
{
	const struct table *table = board->table;
	int columns[TABLE_SIDE_MAX] = { 0 }, rows[TABLE_SIDE_MAX] = { 0 };

	for (int y = 0; y < table->rows; y++)
		for (int x = 0; x < table->columns; x++) {
			columns[x] += table->item[y][x] >= 0;
			rows[y] += table->item[y][x] >= 0;
		}
	find_ends(table->column_at, columns, table->columns, table->rows,
		  board->sheet.column_ends);
	find_ends(table->row_at, rows, table->rows, table->columns,
		  board->sheet.row_ends);
}

/* The regular grid nearest to the layout's cells. Returns false where they are
 * too irregular. */
static bool fit_cells(const struct table *table,
		      const struct sum_layout *layout, struct homography *map)
{
	enum { MOST = CROSS_SUM_SIDE_MAX * CROSS_SUM_SIDE_MAX };
	struct point cell[MOST], px[MOST];
	struct homography px_to_cell;
	int count = 0;

	for (int y = 0; y < layout->rows; y++)
		for (int x = 0; x < layout->columns; x++) {
			struct point at = { table->column_at[layout->left + x],
					    table->row_at[layout->top + y] };

			cell[count] = (struct point){ x + 0.5, y + 0.5 };
			px[count++] = homography_apply(&table->frame_to_px, at);
		}
	if (homography_fit(cell, px, count, map) < 0 ||
	    homography_inverse(map, &px_to_cell) < 0)
		return false;
	for (int i = 0; i < count; i++)
		if (point_distance(homography_apply(&px_to_cell, px[i]),
				   cell[i]) > IRREGULAR_MOST)
			return false;
	return true;
}

/* The longest run of lines that stand equally far apart. Returns how many,
 * from *first on. */
static int find_run(const double *lines, int count, int *first)
{
	int best = 0;

	for (int i = 0; i + 1 < count; i++) {
		double gap = lines[i + 1] - lines[i];
		int end = i + 1;

		while (end + 1 < count && fabs(lines[end + 1] - lines[end] -
					       gap) < EQUAL_GAPS * gap)
			end++;
		if (end - i + 1 > best) {
			best = end - i + 1;
			*first = i;
		}
	}
	return best;
}

/* Cells of a table as a lattice: totals that are not seen as items may then be
 * found beside it. Returns false where they are too few, many or irregular. */
static bool make_lattice(const struct table *table,
			 const struct sum_layout *layout,
			 struct lattice *lattice)
{
	memset(lattice, 0, sizeof *lattice);
	if (layout->columns < CROSS_SUM_SIDE_MIN ||
	    layout->rows < CROSS_SUM_SIDE_MIN ||
	    layout->columns > CROSS_SUM_SIDE_MAX ||
	    layout->rows > CROSS_SUM_SIDE_MAX ||
	    !fit_cells(table, layout, &lattice->cell_to_px) ||
	    homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell) < 0)
		return false;
	lattice->columns = layout->columns;
	lattice->rows = layout->rows;
	lattice->pitch = homography_scale(
		&lattice->cell_to_px,
		(struct point){ layout->columns / 2.0, layout->rows / 2.0 });
	return true;
}

/* Reads a table, and as a lattice the part of it that needs a second look:
 * where no sums agree, what is regular; and where they do, what may have
 * totals of diagonals further off. */
static int read_table(struct table_board *board, struct sighting_list *list,
		      struct problem *problem)
{
	const struct table *table = board->table;
	struct homography cell_to_px;
	struct sum_layout layout;
	struct lattice lattice;
	bool agreed;

	memset(&board->sheet, 0, sizeof board->sheet);
	board->sheet.columns = table->columns;
	board->sheet.rows = table->rows;
	board->sheet.read = read_table_cell;
	board->height = find_height(table, board->items);
	set_ends(board);
	agreed = sum_sheet_find(&board->sheet, &layout) &&
		 fit_cells(table, &layout, &cell_to_px);
	if (agreed && add_sighting(&board->sheet, &layout, &cell_to_px, list,
				   problem) < 0)
		return -1;
	agreed = agreed && layout.agreed;
	if (agreed && layout.columns != layout.rows)
		return 0;
	if (!agreed) {
		layout.columns = find_run(table->column_at, table->columns,
					  &layout.left);
		layout.rows = find_run(table->row_at, table->rows, &layout.top);
	}
	if (!make_lattice(table, &layout, &lattice))
		return 0;
	return read_lattice(
		board->vision, board->page, &lattice,
		agreed && layout.suits
			? &board->sheet.numbers[layout.top + 1][layout.left + 1]
			: NULL,
		list, problem);
}

/* Were two tables made of the same items? */
static bool is_same(const struct table *a, const struct table *b)
{
	return a->columns == b->columns && a->rows == b->rows &&
	       !memcmp(a->item, b->item, sizeof a->item);
}

static int read_tables(struct vision *vision, const struct page *page,
		       struct sighting_list *list, struct problem *problem)
{
	struct item_list items = { 0 };
	struct table_list tables = { 0 };
	/* boxes stand next to each other; a blank that is nothing at all
	 * leaves twice the distance, a puzzle beside perhaps less */
	static const double longer[] = { 1.5, 2.6 };
	struct table_board *board = alloc_array(1, sizeof *board);
	int status = -1;

	if (board)
		status = item_list_find_numbers(&items, page, vision->glyphs,
						list);
	for (int i = 0; i < 2 && status == 0; i++)
		status = table_list_find(&tables, &items, longer[i]);
	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory for tables");
	for (size_t i = 0; i < tables.count && status == 0; i++) {
		bool known = false;

		board->vision = vision;
		board->page = page;
		board->items = &items;
		board->table = &tables.tables[i];
		for (size_t k = 0; k < i && !known; k++)
			known = is_same(&tables.tables[k], board->table);
		if (!known)
			status = read_table(board, list, problem);
	}
	table_list_fini(&tables);
	item_list_fini(&items);
	free(board);
	return status;
}

static int read_lattices(struct vision *vision, const struct page *page,
			 const struct lattice_list *lattices,
			 struct sighting_list *list, struct problem *problem)
{
	for (size_t i = 0; i < lattices->count; i++) {
		const struct lattice *lattice = &lattices->lattices[i];
		struct quad corners = lattice_px_corners(lattice);

		if (!sighting_list_takes_in(list, &corners) &&
		    read_lattice(vision, page, lattice, NULL, list, problem) <
			    0)
			return -1;
	}
	return 0;
}

static int read_page(struct vision *vision, const struct page *page,
		     struct sighting_list *list, struct problem *problem)
{
	if (read_lattices(vision, page, &page->discs, list, problem) < 0 ||
	    read_lattices(vision, page, &page->lattices, list, problem) < 0)
		return -1;
	return read_tables(vision, page, list, problem);
}

const struct read_family read_cross_sum = { .read = read_page,
					    .printed = true };
