/* Cross-sums (sum_sheet.h): the cells of a lattice with lines of numbers in or
 * beside it (cross_sum_lattice.h), or a table of numbers and boxes that stand
 * without any lattice, in columns of whatever width. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cross_sum_lattice.h"
#include "cross_sum_parts.h"
#include "order.h"
#include "page.h"
#include "table.h"
#include "vision_parts.h"

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
/* A number has ink in the middle of its field, in a square of so many of its
 * heights; the inner one of two borders has none. */
#define INNER_ROOM 1.2
#define EMPTY_SURE 0.9
/* Borders are larger than so many of its heights. */
#define BORDER_LEAST 1.4
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
/* Where a gap between two of its lines is so many times as wide as they mostly
 * are, a line between them was not seen. */
#define LACKING_FACTOR 1.6
/* So many numbers at least a table has that is one: four totals are shown
 * (sum_sheet.c), and a given; one of these may not have been made out yet. */
enum { NUMBERS_LEAST = 4 };
/* Lines of a lattice stand equally far apart within this share. */
#define EQUAL_GAPS 0.12
/* `sheet` is the first member. */
struct table_board {
	struct sum_sheet sheet;
	struct sum_search *search;
	const struct item_list *items;
	const struct table *table;
	double height; /* of its numbers mostly, in its frame */
};

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
	number_read_place(board->search->vision->glyphs,
			  &board->search->page->elements.grey, &middle,
			  &number);
	return number.blank && number.contrast < FAINT_SHARE * read->contrast;
}

static void make_blank(struct number *number)
{
	*number = (struct number){ .value = -1,
				   .blank = true,
				   .confidence = number->confidence };
}

/* May an item be a border, or several, and what is within? It is larger than
 * numbers are. */
static bool may_be_border(const struct table_board *board,
			  const struct item *item)
{
	double least = BORDER_LEAST * board->height;

	return item->framed ||
	       (item->px_box.width > least && item->px_box.height > least);
}

/* Is nothing in the middle of a place, where a number has ink? Returns false
 * where that is not sure. */
static bool is_empty_inside(const struct table_board *board,
			    const struct place *place)
{
	const struct extent *e = &place->extent;
	double half = INNER_ROOM * board->height / 2;
	struct point at = { (e->left + e->right) / 2,
			    (e->top + e->bottom) / 2 };
	struct place middle = { { at.x - half, at.y - half, at.x + half,
				  at.y + half },
				place->frame_to_px };
	struct number number;

	if (half <= 0)
		return false;
	number_read_place(board->search->vision->glyphs,
			  &board->search->page->elements.grey, &middle,
			  &number);
	return number.blank && number.confidence > EMPTY_SURE;
}

/* Of a number that is wider than a place, or touches a line, digits are left
 * out, or of what noise breaks up: there is more in a wider one. */
static void read_wider(const struct table_board *board, int x,
		       const struct place *place, struct number *number)
{
	const struct table *table = board->table;
	double wide = WIDE_SHARE / EMPTY_SHARE *
		      room(table->column_at, table->columns, x);
	struct place wider = *place;
	struct number one;

	if (number->value <= 0)
		return;
	wider.extent.left = table->column_at[x] - wide;
	wider.extent.right = table->column_at[x] + wide;
	number_read_place(board->search->vision->glyphs,
			  &board->search->page->elements.grey, &wider, &one);
	if (one.value >= 0 && one.digits > number->digits)
		*number = one;
}

/* Reads what stands where no item is. */
static void read_itemless(const struct table_board *board, int x,
			  const struct place *place, struct number *number)
{
	number_read_place(board->search->vision->glyphs,
			  &board->search->page->elements.grey, place, number);
	/* the dots of an empty disc are no number */
	if (is_hollow(board, place, number))
		make_blank(number);
	read_wider(board, x, place, number);
}

/* Reads what stands in a place of the table, if only nothing. */
static void read_table_cell(struct sum_sheet *sheet, int x, int y,
			    struct number *number)
{
	struct table_board *board = (struct table_board *)sheet;
	const struct table *table = board->table;
	const struct plane *grey = &board->search->page->elements.grey;
	int which = table->item[y][x];
	const struct item *item =
		which < 0 ? NULL : &board->items->items[which];
	struct place place = { place_extent(table, x, y, item),
			       table->frame_to_px };

	if (item && !item->framed)
		number_read(board->search->vision->glyphs, grey,
			    &table->frame_to_px, item->strokes,
			    item->stroke_count, number);
	else if (item && item->outline.width)
		number_read(board->search->vision->glyphs, grey,
			    &table->frame_to_px, &item->outline, 1, number);
	else
		number->value = -1;
	if (item && !item->framed &&
	    board->search->page->elements.noise >= ITEMS_NOISY)
		read_wider(board, x, &place, number);
	/* the outline of an empty disc is no 0 */
	if (!item)
		read_itemless(board, x, &place, number);
	else if (number->value <= 0)
		number_read_place(board->search->vision->glyphs, grey, &place,
				  number);
	if (number->value == 0)
		make_blank(number);
	if (!item || number->value >= 0)
		return;
	/* two borders are no number, and no blank that is one */
	if (may_be_border(board, item) && is_empty_inside(board, &place))
		*number = (struct number){ .value = -1,
					   .blank = true,
					   .confidence = 1 };
	else if (item->stroke_count && number->blank && !item->framed)
		number->blank = false;
}

/* Has a line hardly anything on it? A single thing is none but a diagonal's
 * total, say. */
static bool is_sparse(int items, int across)
{
	return items <= 1 || items < END_SHARE * across;
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
			  is_sparse(items[i], across) ||
			  is_sparse(items[i - 1], across);
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

/* Was a line between those from `first` on left out, so that one gap is much
 * wider than they mostly are? */
static bool lacks_line(const double *lines, int first, int count)
{
	double gaps[TABLE_SIDE_MAX];

	for (int i = 0; i + 1 < count; i++)
		gaps[i] = lines[first + i + 1] - lines[first + i];
	if (count < 3)
		return false;
	qsort(gaps, (size_t)count - 1, sizeof *gaps, order_doubles);
	return gaps[count - 2] > LACKING_FACTOR * gaps[(count - 2) / 2];
}

/* The regular grid nearest to the layout's cells. Returns false where they are
 * too irregular, or one of their lines lacks. */
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
	if (lacks_line(table->column_at, layout->left, layout->columns) ||
	    lacks_line(table->row_at, layout->top, layout->rows) ||
	    homography_fit(cell, px, count, map) < 0 ||
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
	const struct lattice_list *all = &board->search->page->lattices;
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
	if (agreed && make_lattice(table, &layout, &lattice) &&
	    cross_sum_is_part(&lattice, 0, layout.agreed, all, board->items))
		return 0;
	if (agreed && cross_sum_add(&board->sheet, &layout, &cell_to_px, list,
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
	if (!make_lattice(table, &layout, &lattice) ||
	    cross_sum_is_part(&lattice, 1, agreed, all, board->items))
		return 0;
	return cross_sum_read_lattice(
		board->search, &lattice,
		agreed && layout.suits
			? &board->sheet.numbers[layout.top + 1][layout.left + 1]
			: NULL,
		list, problem);
}

/* The page's numbers, but for those of boards that were surely read. */
static int find_items(const struct sum_search *search,
		      struct sighting_list *list, struct item_list *items)
{
	struct glyphs *glyphs = search->vision->glyphs;
	int result = item_list_find_numbers(items, search->page, glyphs, list);

	if (result < 0 || !cross_sum_doubt_parts(items, list))
		return result;
	item_list_fini(items);
	*items = (struct item_list){ 0 };
	return item_list_find_numbers(items, search->page, glyphs, list);
}

static int count_numbers(const struct table_board *board)
{
	const struct table *table = board->table;
	int count = 0;

	for (int i = 0; i < table->columns * table->rows; i++) {
		int which = table->item[i / table->columns][i % table->columns];

		count += which >= 0 && board->items->items[which].value >= 0;
	}
	return count;
}

/* Were two tables made of the same items? */
static bool is_same(const struct table *a, const struct table *b)
{
	return a->columns == b->columns && a->rows == b->rows &&
	       !memcmp(a->item, b->item, sizeof a->item);
}

static int read_lattices(struct sum_search *search,
			 const struct lattice_list *lattices,
			 struct sighting_list *list, struct problem *problem)
{
	for (size_t i = 0; i < lattices->count; i++) {
		const struct lattice *lattice = &lattices->lattices[i];
		struct quad corners = lattice_px_corners(lattice);

		if (!sighting_list_takes_in(list, &corners) &&
		    cross_sum_read_lattice(search, lattice, NULL, list,
					   problem) < 0)
			return -1;
	}
	return 0;
}

static int read_tables(struct sum_search *search, struct sighting_list *list,
		       struct problem *problem)
{
	struct item_list items = { 0 };
	struct table_list tables = { 0 };
	/* boxes stand next to each other; a blank that is nothing at all
	 * leaves twice the distance, a puzzle beside perhaps less */
	static const double longer[] = { 1.5, 2.6 };
	struct table_board *board = alloc_array(1, sizeof *board);
	int status = -1;

	if (board)
		status = find_items(search, list, &items);
	for (int i = 0; i < 2 && status == 0; i++)
		status = table_list_find(&tables, &items, longer[i]);
	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory for tables");
	for (size_t i = 0; i < tables.count && status == 0; i++) {
		bool known = false;

		board->search = search;
		board->items = &items;
		board->table = &tables.tables[i];
		for (size_t k = 0; k < i && !known; k++)
			known = is_same(&tables.tables[k], board->table);
		if (!known && count_numbers(board) >= NUMBERS_LEAST)
			status = read_table(board, list, problem);
	}
	table_list_fini(&tables);
	item_list_fini(&items);
	free(board);
	return status;
}

static int read_page(struct vision *vision, const struct page *page,
		     struct sighting_list *list, struct problem *problem)
{
	struct sum_search search = { .vision = vision, .page = page };
	int status = read_lattices(&search, &page->lattices, list, problem);

	if (status == 0)
		status = read_tables(&search, list, problem);
	lattice_list_fini(&search.read);
	return status;
}

const struct read_family read_cross_sum = { .read = read_page,
					    .printed = true };
