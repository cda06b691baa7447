/* Cross-sums in many looks: ruled grids, boxes that stand apart, numbers
 * without any lines; totals plain or in boxes and discs on any side. */
#include <math.h>

#include "boxes.h"

enum grid_style {
	GRID_LINES,
	GRID_DOTTED,
	GRID_BOXES,  /* a box each, apart */
	GRID_BLANKS, /* boxes for the blanks alone */
	GRID_RULES,  /* lines between the rows alone */
	GRID_FRAME,  /* an outer border; blanks have boxes */
	GRIDS
};
enum total_style { TOTAL_PLAIN, TOTAL_BOXED, TOTAL_FILLED, TOTALS };

static const char *const grid_names[GRIDS] = { "lines",  "dotted", "boxes",
					       "blanks", "rules",  "frame" };
static const char *const total_names[TOTALS] = { "plain", "boxed", "filled" };

/* Ink that differs less from its ground is hard to read for people, too. */
static const double LUMA_APART = 80;

struct style {
	enum grid_style grid;
	enum total_style total;
	struct box_look cell, sum;
	bool right, below; /* where the totals stand */
	/* the diagonals' totals stand in the column of the rows' totals, or
	 * in the row of the columns' */
	bool diagonals_beside;
	bool empty_shown; /* a total that is not shown has its box */
	double off;       /* the totals' middle from the grid, cells */
	double gap;
	double height, total_height;
	uint32_t given, blank;
	uint32_t total_ink;
	bool total_bold;
};

static int longest_total(const struct cross_sum *cross_sum)
{
	int diagonals[2] = { cross_sum->diagonal_up, cross_sum->diagonal_down };
	int rows = number_digits(cross_sum->row_totals, cross_sum->rows,
				 CROSS_SUM_UNKNOWN);
	int columns = number_digits(cross_sum->column_totals,
				    cross_sum->columns, CROSS_SUM_UNKNOWN);
	int both = number_digits(diagonals, 2, CROSS_SUM_UNKNOWN);

	return (int)fmax(fmax(rows, columns), both);
}

static int longest_given(const struct cross_sum *cross_sum)
{
	int most = 1;

	for (int y = 0; y < cross_sum->rows; y++)
		most = (int)fmax(most, number_digits(cross_sum->cells[y],
						     cross_sum->columns,
						     CROSS_SUM_UNKNOWN));
	return most;
}

static void choose_totals(struct style *style, const struct scene_look *look,
			  struct rng *rng)
{
	style->total = (enum total_style)rng_below(rng, TOTALS);
	style->right = rng_below(rng, 4) != 0;
	style->below = rng_below(rng, 4) != 0;
	style->diagonals_beside = rng_below(rng, 3) != 0;
	style->empty_shown = rng_below(rng, 2);
	style->off = rng_real(rng, 0.55, 0.95);
	style->total_bold = rng_below(rng, 2);
	box_look_choose(&style->sum, look, rng);
	style->sum.fill = look->paper;
	style->sum.gradient = false;
	style->total_ink = rng_below(rng, 2) ? look->ink : look->accent;
	if (style->total == TOTAL_FILLED) {
		style->sum.fill = look->accent;
		style->total_ink = colour_ink_on(look->accent, rng);
		style->sum.border = BORDER_NONE;
		style->sum.gradient = rng_below(rng, 3) == 0;
	} else if (style->total == TOTAL_BOXED &&
		   style->sum.border == BORDER_NONE) {
		style->sum.border = BORDER_PLAIN;
	}
	if (style->total != TOTAL_FILLED &&
	    fabs(colour_luma(style->total_ink) - colour_luma(look->paper)) <
		    LUMA_APART)
		style->total_ink = look->ink;
}

static void choose_cells(struct style *style, const struct scene_look *look,
			 struct rng *rng)
{
	uint32_t tint =
		scene_mix(look->board, look->accent, rng_real(rng, 0.06, 0.25));

	style->grid = (enum grid_style)rng_below(rng, GRIDS);
	box_look_choose(&style->cell, look, rng);
	if (style->cell.shape == BOX_PILL)
		style->cell.shape = BOX_ROUND;
	style->gap = rng_real(rng, 0.06, 0.16);
	style->given = style->blank = look->board;
	if (rng_below(rng, 3) == 0)
		style->given = tint;
	else if (rng_below(rng, 2))
		style->blank = tint;
	/* what has no border must differ from the page */
	if (style->grid == GRID_BOXES && style->cell.border == BORDER_NONE)
		style->given = style->blank = scene_mix(
			look->paper, look->ink, rng_real(rng, 0.12, 0.22));
	if (style->grid == GRID_BLANKS || style->grid == GRID_FRAME) {
		style->given = look->board;
		if (style->cell.border == BORDER_NONE)
			style->blank = scene_mix(look->board, look->ink,
						 rng_real(rng, 0.12, 0.22));
	}
}

static bool lacks_totals(const struct cross_sum *cross_sum)
{
	for (int i = 0; i < cross_sum->rows; i++)
		if (cross_sum->row_totals[i] == CROSS_SUM_UNKNOWN)
			return true;
	for (int i = 0; i < cross_sum->columns; i++)
		if (cross_sum->column_totals[i] == CROSS_SUM_UNKNOWN)
			return true;
	return false;
}

static struct style choose(const struct cross_sum *cross_sum,
			   const struct scene_look *look)
{
	struct style style;
	struct rng rng;
	double inner = 0.86;

	rng_seed(&rng, look->seed + 1);
	choose_cells(&style, look, &rng);
	choose_totals(&style, look, &rng);
	/* without lines and totals nobody could tell where the cells end */
	if (style.grid == GRID_BLANKS && lacks_totals(cross_sum))
		style.grid = GRID_FRAME;
	if (style.cell.border == BORDER_DOUBLE)
		inner -= 0.16;
	if (style.grid != GRID_LINES && style.grid != GRID_DOTTED)
		inner -= style.gap;
	if (style.cell.shape == BOX_DISC)
		inner *= 0.85;
	style.height = number_height(longest_given(cross_sum), inner,
				     rng_real(&rng, 0.32, 0.5));
	inner = style.total == TOTAL_PLAIN ? 0.86 : 0.7;
	if (style.sum.shape == BOX_DISC && style.total != TOTAL_PLAIN)
		inner = 0.64;
	if (style.sum.border == BORDER_DOUBLE && style.total == TOTAL_BOXED)
		inner -= 0.12;
	style.total_height =
		number_height(longest_total(cross_sum), inner, style.height);
	return style;
}

static void adjust(const struct puzzle *puzzle, struct scene_look *look)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	struct style style = choose(cross_sum, look);
	struct rng rng;

	rng_seed(&rng, look->seed + 2);
	number_px_cell(look, fmin(style.height, style.total_height), 34,
		       500.0 / cross_sum->columns + 34, &rng);
}

static struct scene_extent measure(const struct puzzle *puzzle,
				   const struct scene_look *look)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	/* the diagonals' totals may stand on either side */
	double margin = choose(cross_sum, look).off + 0.6;

	return (struct scene_extent){ cross_sum->columns,
				      cross_sum->rows,
				      margin,
				      margin,
				      margin,
				      margin };
}

static void line(cairo_t *cr, double x0, double y0, double x1, double y1)
{
	cairo_move_to(cr, x0, y0);
	cairo_line_to(cr, x1, y1);
}

static void draw_lines(cairo_t *cr, const struct cross_sum *cross_sum,
		       const struct scene_look *look, const struct style *style)
{
	double width = fmax(look->cell_line, 1.1 / look->px_cell);
	const double dots[] = { 0.001, 2 * width };
	int columns = cross_sum->columns, rows = cross_sum->rows;

	scene_colour(cr, look->line);
	cairo_save(cr);
	cairo_set_line_width(cr, width);
	if (style->grid == GRID_DOTTED) {
		cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
		cairo_set_dash(cr, dots, 2, 0);
	}
	for (int x = 1; x < columns && style->grid < GRID_BOXES; x++)
		line(cr, x, 0, x, rows);
	for (int y = 1; y < rows &&
			(style->grid < GRID_BOXES || style->grid == GRID_RULES);
	     y++)
		line(cr, 0, y, columns, y);
	cairo_stroke(cr);
	cairo_restore(cr);
	if (style->grid == GRID_BOXES || style->grid == GRID_BLANKS)
		return;
	cairo_set_line_width(cr, 1.6 * width);
	if (style->grid == GRID_RULES) {
		line(cr, 0, 0, columns, 0);
		line(cr, 0, rows, columns, rows);
	} else {
		cairo_rectangle(cr, 0, 0, columns, rows);
	}
	cairo_stroke(cr);
}

static void draw_ground(cairo_t *cr, const struct cross_sum *cross_sum,
			const struct scene_look *look,
			const struct style *style)
{
	bool tinted = style->grid < GRID_BOXES || style->grid == GRID_RULES;

	if (style->grid == GRID_BOXES || style->grid == GRID_BLANKS)
		return;
	scene_colour(cr, look->board);
	cairo_rectangle(cr, 0, 0, cross_sum->columns, cross_sum->rows);
	cairo_fill(cr);
	for (int y = 0; y < cross_sum->rows && tinted; y++)
		for (int x = 0; x < cross_sum->columns; x++) {
			bool blank =
				cross_sum->cells[y][x] == CROSS_SUM_UNKNOWN;

			scene_colour(cr, blank ? style->blank : style->given);
			cairo_rectangle(cr, x, y, 1, 1);
			cairo_fill(cr);
		}
}

static void draw_cells(cairo_t *cr, const struct cross_sum *cross_sum,
		       const struct scene_look *look, struct style *style)
{
	bool blanks = style->grid == GRID_BLANKS || style->grid == GRID_FRAME;

	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++) {
			int number = cross_sum->cells[y][x];
			bool blank = number == CROSS_SUM_UNKNOWN;

			style->cell.fill = blank ? style->blank : style->given;
			if (style->grid == GRID_BOXES || (blanks && blank))
				box_draw(cr, &style->cell, x + style->gap / 2,
					 y + style->gap / 2, 1 - style->gap,
					 1 - style->gap);
			scene_colour(cr, look->ink);
			if (!blank)
				number_draw(cr, look, x + 0.5, y + 0.5,
					    style->height, number);
		}
}

static void draw_total(cairo_t *cr, double x, double y, int total,
		       const struct scene_look *look, const struct style *style)
{
	struct scene_look written = *look;
	double half = style->sum.shape == BOX_DISC ? 0.45 : 0.42;
	double high = style->sum.shape == BOX_DISC ? half : 0.36;
	bool shown = total != CROSS_SUM_UNKNOWN;

	if (style->total != TOTAL_PLAIN && (shown || style->empty_shown))
		box_draw(cr, &style->sum, x - half, y - high, 2 * half,
			 2 * high);
	if (!shown)
		return;
	written.bold = style->total_bold;
	scene_colour(cr, style->total_ink);
	number_draw(cr, &written, x, y, style->total_height, total);
}

static void draw_totals(cairo_t *cr, const struct cross_sum *cross_sum,
			const struct scene_look *look,
			const struct style *style)
{
	double x = style->right ? cross_sum->columns + style->off : -style->off;
	double y = style->below ? cross_sum->rows + style->off : -style->off;
	double far_x =
		style->right ? -style->off : cross_sum->columns + style->off;
	double far_y =
		style->below ? -style->off : cross_sum->rows + style->off;
	/* where both strips meet lies one diagonal's total, the other's lies
	 * at the far end of one of them */
	bool down_near = style->right == style->below;
	int near =
		down_near ? cross_sum->diagonal_down : cross_sum->diagonal_up;
	int far = down_near ? cross_sum->diagonal_up : cross_sum->diagonal_down;

	for (int i = 0; i < cross_sum->columns; i++)
		draw_total(cr, i + 0.5, y, cross_sum->column_totals[i], look,
			   style);
	for (int i = 0; i < cross_sum->rows; i++)
		draw_total(cr, x, i + 0.5, cross_sum->row_totals[i], look,
			   style);
	if (near != CROSS_SUM_UNKNOWN)
		draw_total(cr, x, y, near, look, style);
	if (far != CROSS_SUM_UNKNOWN)
		draw_total(cr, style->diagonals_beside ? x : far_x,
			   style->diagonals_beside ? far_y : y, far, look,
			   style);
}

static void draw(const struct puzzle *puzzle, const struct scene_canvas *canvas)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	const struct scene_look *look = canvas->look;
	struct style style = choose(cross_sum, look);
	cairo_t *cr = canvas->cr;

	buffer_printf(
		canvas->name, "%dx%d %s, %s %s, totals %s %s %s %s%s",
		cross_sum->columns, cross_sum->rows, grid_names[style.grid],
		box_border_name(style.cell.border),
		box_shape_name(style.cell.shape), total_names[style.total],
		box_shape_name(style.sum.shape), style.right ? "right" : "left",
		style.below ? "below" : "above",
		cross_sum->diagonal_up != CROSS_SUM_UNKNOWN ? ", diagonals"
							    : "");
	draw_ground(cr, cross_sum, look, &style);
	draw_lines(cr, cross_sum, look, &style);
	draw_cells(cr, cross_sum, look, &style);
	draw_totals(cr, cross_sum, look, &style);
}

static void wish(struct rng *rng, json_t *wish)
{
	static const char *const with[] = { "", "missing-totals", "diagonals" };
	bool large = rng_below(rng, 3) == 0;
	int columns = rng_between(rng, large ? 2 : 3, large ? 12 : 7);
	int rows = rng_between(rng, large ? 2 : 3, large ? 12 : 7);
	const char *wanted = with[rng_below(rng, 3)];
	struct buffer text;

	if (*wanted == 'd')
		rows = columns;
	buffer_init(&text);
	buffer_printf(&text, "%s%s", wanted,
		      rng_below(rng, 3) ? ""
		      : *wanted         ? ",small"
					: "small");
	json_object_set_new(wish, "columns", json_integer(columns));
	json_object_set_new(wish, "rows", json_integer(rows));
	json_object_set_new(wish, "with", json_string(buffer_text(&text)));
	buffer_fini(&text);
}

const struct scene_family scene_cross_sum = {
	.adjust = adjust,
	.measure = measure,
	.draw = draw,
	.wish = wish,
	.tilt_max = 20,
	.turn_max = 10,
	.busy = true,
};
