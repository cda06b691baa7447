#include "sum_sheet.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "number_strangers.h"
#include "readings.h"

/* Of the totals of a layout, the share and the number that must be shown; and
 * the share of a line that may as well be one of a lattice's cells. */
#define TOTALS_LEAST 0.5
enum { TOTALS_FEWEST = 4 };
#define TOTALS_MANY 0.7
/* Of its cells, the share that must be blank or a number. */
#define CELLS_LEAST 0.85
/* A layout whose sums agree is what it seems; so mostly is one that lacks a
 * total but no line of which exceeds its own, less so if few are shown; and one
 * whose sums do not agree may still be right with one number misread. */
#define SURE_AGREED 0.995
#define SURE_PARTIAL 0.945
#define SURE_FEW 0.94
#define SURE_OTHERWISE 0.905
/* A misread given breaks a row and a column. */
enum { BREACHES_MOST = 2 };
/* The least puzzle that is a part of a sheet, in cells and totals: smaller
 * ones are found by chance. */
enum { PART_CELLS_LEAST = 6 };
/* ... and the least, in columns and rows, that goes on beyond its sides. */
enum { OPEN_LEAST = 7 };
/* Where it is a guess how far one with fewer cells goes, its totals must sum
 * to this: those of single digits agree by chance. */
enum { GUESSED_SUM_LEAST = 25 };
/* What is smaller, and whose sums do not agree, is found by chance; but for a
 * long lattice of two lines all of whose givens suit the totals beyond it. */
enum { UNAGREED_SIDE_LEAST = 3, UNAGREED_CELLS_LEAST = 8 };
/* A lattice goes on where more than this share of a line is seen there, and is
 * so sure where its sums do not agree. */
#define GOES_ON_LEAST 0.5
#define GOES_ON_SURE 0.5
/* Where sums agree by chance, in a small layout, they mostly leave a line whose
 * givens do not suit its total; and the totals of rows and of columns are not
 * of one height within this factor. */
enum { CHANCE_SIDES_MOST = 7 };
#define TOTALS_ALIKE 1.22
/* Where not all totals are shown, so that their sums are not known to agree:
 * what blanks must sum to is, for each, at most so many times the greatest
 * given. */
#define BLANK_MOST 2
/* Where the sums agree a misread total has to be made up for by another one: it
 * is so many times less likely than it was. */
#define AGREED_FACTOR 20
/* Totals are as high as each other within this share. */
#define HEIGHT_OFF 0.2
/* ... and stand as much in line, in cells of a lattice. */
#define LINE_OFF 0.12

static struct number *at(struct sum_sheet *sheet, int x, int y)
{
	struct number *number = &sheet->numbers[y + 1][x + 1];

	if (!sheet->known[y + 1][x + 1]) {
		sheet->read(sheet, x, y, number);
		sheet->known[y + 1][x + 1] = true;
	}
	return number;
}

/* The total of a row, or of a column. */
static struct number *total_of(struct sum_sheet *sheet,
			       const struct sum_layout *layout, bool row,
			       int index)
{
	return row ? at(sheet, layout->row_totals, layout->top + index)
		   : at(sheet, layout->left + index, layout->column_totals);
}

/* The layout's cells. Returns how many. */
static int gather_cells(struct sum_sheet *sheet,
			const struct sum_layout *layout,
			struct number *numbers[SHEET_SIDE_MAX * SHEET_SIDE_MAX])
{
	int count = 0;

	for (int y = 0; y < layout->rows; y++)
		for (int x = 0; x < layout->columns; x++)
			numbers[count++] =
				at(sheet, layout->left + x, layout->top + y);
	return count;
}

/* Makes blank what is none of the cells' numbers: signs that stand for a
 * blank, and in a lattice what is too faint or too small. */
static void drop_strangers(const struct sum_sheet *sheet,
			   struct number *const *numbers, int count)
{
	if (sheet->is_lattice)
		numbers_drop_strangers(numbers, count);
	else
		numbers_drop_signs(numbers, count);
}

/* What is found in a layout. */
struct tally {
	int shown[2]; /* totals of columns, of rows */
	int totals, cells, givens, blanks;
	int breaches; /* lines whose givens do not suit their total */
	long sums[2]; /* of the columns' totals, of the rows' */
};

static void count_totals(struct sum_sheet *sheet,
			 const struct sum_layout *layout, struct tally *tally)
{
	for (int row = 0; row < 2; row++)
		for (int i = 0; i < (row ? layout->rows : layout->columns);
		     i++) {
			const struct number *total =
				total_of(sheet, layout, row, i);

			if (total->value < 0)
				continue;
			tally->shown[row]++;
			tally->totals++;
			tally->sums[row] += total->value;
		}
}

/* Do the cells of one line suit its total? A blank holds `most` at most. */
static bool suits(struct sum_sheet *sheet, const struct sum_layout *layout,
		  bool row, int index, long most)
{
	int total = total_of(sheet, layout, row, index)->value;
	long least = 0, greatest = 0;

	for (int i = 0; i < (row ? layout->columns : layout->rows); i++) {
		const struct number *cell =
			at(sheet, layout->left + (row ? i : index),
			   layout->top + (row ? index : i));

		least += cell->value < 1 ? 1 : cell->value;
		greatest += cell->value < 1 ? most : cell->value;
	}
	return total < 0 || (least <= total && total <= greatest);
}

static void count_cells(struct sum_sheet *sheet,
			const struct sum_layout *layout, struct tally *tally)
{
	long most = 0;

	for (int y = 0; y < layout->rows; y++)
		for (int x = 0; x < layout->columns; x++) {
			const struct number *number =
				at(sheet, layout->left + x, layout->top + y);

			if (number->value > most)
				most = number->value;
			tally->givens += number->value > 0;
			tally->blanks += number->blank;
			tally->cells += number->value > 0 || number->blank;
		}
	most = layout->agreed ? LONG_MAX / SHEET_SIDE_MAX : BLANK_MOST * most;
	for (int row = 0; row < 2; row++)
		for (int i = 0; i < (row ? layout->rows : layout->columns); i++)
			tally->breaches += !suits(sheet, layout, row, i, most);
}

/* Does the line of totals lie beyond a lattice, and not at its rim? */
static bool is_beyond(const struct sum_sheet *sheet,
		      const struct sum_layout *layout, int row)
{
	int line = row ? layout->row_totals : layout->column_totals;

	return sheet->is_lattice &&
	       (line < 0 || line >= (row ? sheet->columns : sheet->rows));
}

/* Two lines of many cells, with totals beyond them that all suit? */
static bool is_long(const struct sum_sheet *sheet,
		    const struct sum_layout *layout, const struct tally *tally)
{
	return is_beyond(sheet, layout, 0) && is_beyond(sheet, layout, 1) &&
	       layout->rows * layout->columns >= UNAGREED_CELLS_LEAST &&
	       tally->cells == layout->rows * layout->columns &&
	       tally->blanks && !tally->breaches;
}

/* The mean height of the totals shown. */
static double totals_height(struct sum_sheet *sheet,
			    const struct sum_layout *layout, bool row)
{
	double sum = 0;
	int count = 0;

	for (int i = 0; i < (row ? layout->rows : layout->columns); i++) {
		const struct number *total = total_of(sheet, layout, row, i);

		if (total->value < 0)
			continue;
		sum += total->extent.bottom - total->extent.top;
		count++;
	}
	return count ? sum / count : 0;
}

/* Are the totals of rows and columns as high as each other, where the ones
 * stand beyond a lattice and the others in it? */
static bool are_totals_alike(struct sum_sheet *sheet,
			     const struct sum_layout *layout)
{
	double a = totals_height(sheet, layout, true);
	double b = totals_height(sheet, layout, false);

	return is_beyond(sheet, layout, 0) == is_beyond(sheet, layout, 1) ||
	       !(a > 0 && b > 0) ||
	       (a < TOTALS_ALIKE * b && b < TOTALS_ALIKE * a);
}

/* Does what was counted make sense? Sets how sure that is. */
static bool is_plausible(const struct sum_sheet *sheet,
			 struct sum_layout *layout, const struct tally *tally)
{
	int count = layout->rows + layout->columns;
	int others = layout->rows * layout->columns - tally->cells;

	/* cells with anything else in them are rare: in a board of Train
	 * Tracks, whose totals agree, too, they outnumber the numbers */
	if (tally->cells < CELLS_LEAST * layout->rows * layout->columns ||
	    tally->givens < 2 * others || !tally->givens)
		return false;
	/* a ledger, or a puzzle that is solved: there is nothing to answer */
	if (tally->givens == layout->rows * layout->columns)
		return false;
	layout->confidence =
		layout->agreed &&
				(!tally->breaches || count > CHANCE_SIDES_MOST)
			? SURE_AGREED
		: tally->totals == count || tally->breaches ? SURE_OTHERWISE
		: tally->totals < TOTALS_MANY * count       ? SURE_FEW
							    : SURE_PARTIAL;
	if (!layout->agreed &&
	    (layout->rows < UNAGREED_SIDE_LEAST ||
	     layout->columns < UNAGREED_SIDE_LEAST) &&
	    !is_long(sheet, layout, tally))
		return false;
	if (sheet->guessed &&
	    layout->rows * layout->columns < PART_CELLS_LEAST &&
	    tally->sums[0] < GUESSED_SUM_LEAST)
		return false;
	if (!sheet->is_lattice)
		return tally->blanks &&
		       layout->rows * layout->columns >= PART_CELLS_LEAST &&
		       tally->breaches <= (layout->agreed ? BREACHES_MOST : 0);
	if (layout->agreed)
		return tally->breaches <= BREACHES_MOST + count / 4;
	/* without sums that agree a grid of numbers is only a cross-sum where
	 * next to nothing else speaks against it */
	return tally->blanks &&
	       tally->breaches <= (tally->totals == count ? BREACHES_MOST : 0);
}

/* Are as many totals shown as must be? */
static bool shows_enough(const struct sum_sheet *sheet,
			 const struct sum_layout *layout,
			 const struct tally *tally)
{
	const int length[2] = { layout->columns, layout->rows };

	for (int row = 0; row < 2; row++) {
		double least = !sheet->is_lattice              ? TOTALS_LEAST
			       : is_beyond(sheet, layout, row) ? 0
							       : TOTALS_MANY;

		/* all of one kind shown, none of the other */
		if (is_beyond(sheet, layout, 0) &&
		    is_beyond(sheet, layout, 1) && !tally->shown[row] &&
		    tally->shown[!row] >= TOTALS_MANY * length[!row])
			continue;
		if (tally->shown[row] < 1 ||
		    tally->shown[row] < least * length[row])
			return false;
	}
	return tally->totals >= TOTALS_FEWEST &&
	       tally->totals >= TOTALS_LEAST * (length[0] + length[1]);
}

/* Does an outermost line of cells say nothing: no given, no total? */
static bool is_idle(struct sum_sheet *sheet, const struct sum_layout *layout,
		    bool row, int index)
{
	if (total_of(sheet, layout, row, index)->value >= 0)
		return false;
	for (int i = 0; i < (row ? layout->columns : layout->rows); i++)
		if (at(sheet, layout->left + (row ? i : index),
		       layout->top + (row ? index : i))
			    ->value >= 0)
			return false;
	return true;
}

/* A part of a table, or a lattice that is a guess, ends where nothing more
 * speaks of it. */
static bool has_idle_rim(struct sum_sheet *sheet,
			 const struct sum_layout *layout)
{
	return is_idle(sheet, layout, true, 0) ||
	       is_idle(sheet, layout, true, layout->rows - 1) ||
	       is_idle(sheet, layout, false, 0) ||
	       is_idle(sheet, layout, false, layout->columns - 1);
}

/* Does a lattice seem to go on across from a line of totals beyond it: do most
 * numbers of a line stand there, too, which is not these totals again? */
static bool goes_on(struct sum_sheet *sheet, const struct sum_layout *layout,
		    bool row)
{
	int totals = row ? layout->row_totals : layout->column_totals;
	int last = row ? sheet->columns : sheet->rows;
	int across = totals < 0 ? last : -1;
	int count = row ? layout->rows : layout->columns;
	int seen = 0, same = 0;

	/* in the order of `outside` */
	if (!is_beyond(sheet, layout, row) ||
	    !sheet->outside[(across < 0 ? 0 : 2) + !row])
		return false;
	for (int i = 0; i < count; i++) {
		int x = row ? across : layout->left + i;
		int y = row ? layout->top + i : across;
		int value = at(sheet, x, y)->value;

		seen += value >= 0;
		same += value >= 0 &&
			value == total_of(sheet, layout, row, i)->value;
	}
	return seen > GOES_ON_LEAST * count && same < seen;
}

/* How much of a layout whose totals were counted makes sense. */
static double weigh_cells(struct sum_sheet *sheet, struct sum_layout *layout,
			  struct tally *tally)
{
	int count = layout->rows + layout->columns;

	count_cells(sheet, layout, tally);
	layout->suits = !tally->breaches;
	layout->partial = !tally->shown[0] || !tally->shown[1];
	if ((!sheet->is_lattice || (sheet->guessed && !layout->agreed)) &&
	    has_idle_rim(sheet, layout))
		return 0;
	if (!is_plausible(sheet, layout, tally))
		return 0;
	if (!layout->agreed &&
	    (goes_on(sheet, layout, false) || goes_on(sheet, layout, true)))
		layout->confidence *= GOES_ON_SURE;
	return tally->cells + tally->totals +
	       (layout->agreed ? count * 10 : 0) - tally->breaches;
}

/* How much of a layout makes sense; 0 where it is no cross-sum. */
static double weigh(struct sum_sheet *sheet, struct sum_layout *layout)
{
	struct number *numbers[SHEET_SIDE_MAX * SHEET_SIDE_MAX];
	struct number before[SHEET_SIDE_MAX * SHEET_SIDE_MAX];
	struct tally tally = { 0 };
	double weight;
	int count;

	count_totals(sheet, layout, &tally);
	layout->agreed = tally.totals == layout->rows + layout->columns &&
			 tally.sums[0] == tally.sums[1] && tally.sums[0] > 0;
	if (!shows_enough(sheet, layout, &tally) ||
	    (layout->open && !layout->agreed) ||
	    !are_totals_alike(sheet, layout))
		return 0;
	/* what is a stranger among these cells may be another layout's total */
	count = gather_cells(sheet, layout, numbers);
	for (int i = 0; i < count; i++)
		before[i] = *numbers[i];
	drop_strangers(sheet, numbers, count);
	weight = weigh_cells(sheet, layout, &tally);
	for (int i = 0; i < count; i++)
		*numbers[i] = before[i];
	return weight;
}

/* A layout of the lines from left to right and top to bottom, both included,
 * the outermost of which are totals. Returns false where it is too small or
 * too large. */
static bool frame(int left, int top, int right, int bottom, unsigned sides,
		  struct sum_layout *layout)
{
	bool row_left = sides & 1, column_top = sides & 2;

	*layout = (struct sum_layout){
		.left = left + row_left,
		.top = top + column_top,
		.columns = right - left,
		.rows = bottom - top,
		.row_totals = row_left ? left : right,
		.column_totals = column_top ? top : bottom,
	};
	return layout->columns >= CROSS_SUM_SIDE_MIN &&
	       layout->rows >= CROSS_SUM_SIDE_MIN &&
	       layout->columns <= CROSS_SUM_SIDE_MAX &&
	       layout->rows <= CROSS_SUM_SIDE_MAX;
}

static void try_layout(struct sum_sheet *sheet, struct sum_layout *layout,
		       struct sum_layout *best)
{
	layout->score = weigh(sheet, layout);
	if (layout->score > best->score)
		*best = *layout;
}

/* All of a lattice, each line of totals at its rim or beyond it. */
static void try_lattice(struct sum_sheet *sheet, struct sum_layout *best)
{
	for (unsigned i = 0; i < 16; i++) {
		/* in the order of `outside` */
		int row_side = i & 1 ? 0 : 2, column_side = i & 2 ? 1 : 3;
		int row_out = !(i & 4), column_out = !(i & 8);
		struct sum_layout layout;

		if ((row_out && !sheet->outside[row_side]) ||
		    (column_out && !sheet->outside[column_side]))
			continue;
		if (frame(row_side == 0 ? -row_out : 0,
			  column_side == 1 ? -column_out : 0,
			  sheet->columns - 1 + (row_side == 2 && row_out),
			  sheet->rows - 1 + (column_side == 3 && column_out),
			  i & 3, &layout))
			try_layout(sheet, &layout, best);
	}
}

/* Where a part goes on beyond its sides, how many sides. */
static int count_open(const struct sum_sheet *sheet, int left, int top,
		      int right, int bottom)
{
	return !sheet->column_ends[left] + !sheet->column_ends[right + 1] +
	       !sheet->row_ends[top] + !sheet->row_ends[bottom + 1];
}

/* All parts of a sheet. What goes on beyond its sides may be a part of some
 * other grid of numbers: it must be large, and its sums agree. */
static void try_parts(struct sum_sheet *sheet, struct sum_layout *best)
{
	int n = sheet->columns, m = sheet->rows;

	for (int i = 0; i < n * n * m * m * 4; i++) {
		int left = i / 4 % n, right = i / 4 / n % n;
		int top = i / 4 / n / n % m, bottom = i / 4 / n / n / m;
		struct sum_layout layout;
		int open;

		if (right <= left || bottom <= top ||
		    !frame(left, top, right, bottom, i % 4, &layout))
			continue;
		open = count_open(sheet, left, top, right, bottom);
		if (open && layout.columns + layout.rows < OPEN_LEAST)
			continue;
		layout.open = open;
		try_layout(sheet, &layout, best);
	}
}

bool sum_sheet_find(struct sum_sheet *sheet, struct sum_layout *layout)
{
	struct number *cells[SHEET_SIDE_MAX * SHEET_SIDE_MAX];

	layout->score = 0;
	if (sheet->is_lattice)
		try_lattice(sheet, layout);
	else
		try_parts(sheet, layout);
	if (layout->score > 0)
		drop_strangers(sheet, cells,
			       gather_cells(sheet, layout, cells));
	return layout->score > 0;
}

/* Is a number beyond the end of a line of totals one of them? It stands in
 * line and is as high, unlike a word of the page. */
static bool is_like_total(const struct number *number,
			  const struct number *total, bool upright)
{
	const struct extent *a = &number->extent, *b = &total->extent;
	double height = a->bottom - a->top, other = b->bottom - b->top;
	double off = upright ? (a->left + a->right - b->left - b->right) / 2
			     : a->bottom - b->bottom;

	return number->value >= 0 &&
	       fabs(height - other) < HEIGHT_OFF * other &&
	       fabs(off) < LINE_OFF;
}

static bool is_on(const struct sum_sheet *sheet, int x, int y)
{
	int rim = sheet->is_lattice ? 1 : 0;

	return x >= -rim && y >= -rim && x < sheet->columns + rim &&
	       y < sheet->rows + rim;
}

/* Does a line of numbers that are no totals, beyond a lattice, go on at x,y,
 * where `number` stands? Then it is one of these: a pad's first, say.
 * `upright`: one beyond the end of the line of the rows' totals. What stands
 * there may be nearer than that line, or farther off. */
static bool is_in_line(struct sum_sheet *sheet, int x, int y, bool upright,
		       const struct number *number)
{
	bool before = upright ? y < 0 : x < 0;
	int length = upright ? sheet->columns : sheet->rows;

	if (!sheet->is_lattice || !sheet->outside[2 * !before + upright] ||
	    (!before && (upright ? y < sheet->rows : x < sheet->columns)))
		return false;
	for (int i = 0; i < length; i++) {
		const struct number *other =
			upright ? at(sheet, i, y) : at(sheet, x, i);
		const struct extent *a = &number->extent, *b = &other->extent;

		if (other->value >= 0 &&
		    (upright ? a->top < b->bottom && b->top < a->bottom
			     : a->left < b->right && b->left < a->right))
			return true;
	}
	return false;
}

/* What the line of the rows' totals (`upright`), or that of the columns', holds
 * at x,y, beyond its end. */
static struct number end_at(struct sum_sheet *sheet, int x, int y, bool upright)
{
	bool right = x >= sheet->columns, below = y >= sheet->rows;

	if (upright && (x < 0 || right) && (y < 0 || below) &&
	    sheet->ends[right][below].value > 0)
		return sheet->ends[right][below];
	return *at(sheet, x, y);
}

/* What stands where a diagonal's total may, at x,y: in the line of the rows'
 * totals (`upright`), or in that of the columns'. */
static bool read_corner(struct sum_sheet *sheet,
			const struct sum_layout *layout, int x, int y,
			bool upright, struct number *number)
{
	const struct number *total =
		upright ? total_of(sheet, layout, true,
				   y < layout->top ? 0 : layout->rows - 1)
			: total_of(sheet, layout, false,
				   x < layout->left ? 0 : layout->columns - 1);
	bool beyond = upright ? x >= 0 && x < sheet->columns
			      : y >= 0 && y < sheet->rows;

	if (!is_on(sheet, x, y))
		return false;
	*number = end_at(sheet, x, y, upright);
	if (number->blank || is_in_line(sheet, x, y, upright, number))
		return false;
	/* lines beyond a lattice are known to be lines of totals, and what of
	 * a table is in line with them was found to be so */
	return !sheet->is_lattice || !beyond ||
	       is_like_total(number, total, upright);
}

/* The total of the diagonal that ends where the lines of totals meet, or
 * (`far`) of the other. Returns false where there is none. */
static bool find_diagonal(struct sum_sheet *sheet,
			  const struct sum_layout *layout, bool far,
			  struct number *number)
{
	int x = layout->row_totals, y = layout->column_totals;
	int far_x = x < layout->left ? layout->left + layout->columns
				     : layout->left - 1;
	int far_y =
		y < layout->top ? layout->top + layout->rows : layout->top - 1;

	if (!far)
		return is_on(sheet, x, y) &&
		       (*number = *at(sheet, x, y), !number->blank);
	return (read_corner(sheet, layout, x, far_y, true, number) &&
		number->value >= 0) ||
	       (read_corner(sheet, layout, far_x, y, false, number) &&
		number->value >= 0);
}

/* Is it one of the lines' totals, or a part of one, that reaches over the end
 * of its square? */
static bool is_total(struct sum_sheet *sheet, const struct sum_layout *layout,
		     const struct number *number)
{
	for (int upright = 0; upright < 2; upright++)
		for (int i = 0; i < (upright ? layout->rows : layout->columns);
		     i++) {
			const struct number *total =
				total_of(sheet, layout, upright != 0, i);

			if (total->value >= 0 &&
			    box_overlap(&total->px_box, &number->px_box) > 0)
				return true;
		}
	return false;
}

static int take_diagonals(struct sum_sheet *sheet,
			  const struct sum_layout *layout,
			  struct sighting *sighting, struct problem *problem)
{
	struct cross_sum *puzzle = &sighting->puzzle.as.cross_sum;
	/* the corner where both lines of totals meet ends the diagonal that
	 * runs down where they meet at the bottom right or top left */
	bool meets_down = (layout->row_totals > layout->left) ==
			  (layout->column_totals > layout->top);

	if (layout->rows != layout->columns)
		return 0;
	for (int far = 0; far < 2; far++) {
		struct number number;
		bool down = meets_down != (far != 0);

		if (!find_diagonal(sheet, layout, far, &number) ||
		    is_total(sheet, layout, &number))
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

/* Adds the reading of a total. */
static int add_total(const struct sum_layout *layout, struct sighting *sighting,
		     const struct number *total, const char *line, int index,
		     struct problem *problem)
{
	struct number one = *total;
	double wrong = 1 - one.confidence;

	if (layout->agreed) {
		double share = 1 / (one.confidence * AGREED_FACTOR + wrong);

		one.confidence *= AGREED_FACTOR * share;
		for (int i = 0; i < one.instead_count; i++)
			one.instead[i].confidence *= share;
	}
	return readings_add_number(sighting, &one, problem, "%s_totals[%d]",
				   line, index);
}

int sum_sheet_take(struct sum_sheet *sheet, const struct sum_layout *layout,
		   struct sighting *sighting, struct problem *problem)
{
	struct cross_sum *puzzle = &sighting->puzzle.as.cross_sum;
	int status = 0;

	cross_sum_init(puzzle, layout->columns, layout->rows);
	for (int y = 0; y < layout->rows && status == 0; y++) {
		const struct number *total = total_of(sheet, layout, true, y);

		puzzle->row_totals[y] =
			readings_value(total, CROSS_SUM_UNKNOWN);
		status = add_total(layout, sighting, total, "row", y, problem);
		for (int x = 0; x < layout->columns && status == 0; x++) {
			const struct number *cell =
				at(sheet, layout->left + x, layout->top + y);

			puzzle->cells[y][x] =
				readings_value(cell, CROSS_SUM_UNKNOWN);
			status = readings_add_number(sighting, cell, problem,
						     "cells[%d][%d]", y, x);
		}
	}
	for (int x = 0; x < layout->columns && status == 0; x++) {
		const struct number *total = total_of(sheet, layout, false, x);

		puzzle->column_totals[x] =
			readings_value(total, CROSS_SUM_UNKNOWN);
		status = add_total(layout, sighting, total, "column", x,
				   problem);
	}
	return status < 0 ? -1
			  : take_diagonals(sheet, layout, sighting, problem);
}
