/* Sudokus in many looks: boxes told apart by lines, tints or gaps, on paper and
 * in programs, begun by a player or not. */
#include <math.h>

#include "boxes.h"

enum lines {
	LINES_PLAIN,  /* thin ones around cells, thicker ones around boxes */
	LINES_DOUBLE, /* two beside each other around boxes */
	LINES_DOTTED, /* dots or dashes around cells */
	LINES_BOXES,  /* around boxes alone */
	LINES_ALIKE,  /* the same everywhere: tints tell the boxes */
	LINES_GAPS,   /* none: cells stand apart, boxes further */
	LINES
};
enum tints {
	TINTS_NONE,
	TINTS_BOXES,  /* every other box */
	TINTS_GIVENS, /* cells that are given */
	TINTS_CHOSEN, /* the row, column and box of the cell chosen */
	TINTS
};

static const char *const line_names[LINES] = { "plain", "double", "dotted",
					       "boxes", "alike",  "gaps" };
static const char *const tint_names[TINTS] = { "untinted", "boxes tinted",
					       "givens tinted",
					       "a cell chosen" };

/* What the player writes differs from what is printed by so many levels. */
static const int LEVELS_APART = 110;
/* What has to be legible differs from its ground by so much (Rec. 601). */
static const double LUMA_APART = 90;

struct style {
	enum lines lines;
	enum tints tints;
	double cell_line, box_line, frame; /* cells */
	double height;                     /* of digits */
	double gap, box_gap;               /* cells */
	bool round;                        /* cells that stand apart */
	uint32_t tint;
	int chosen_x, chosen_y;
	/* what a player added */
	double entered, pencilled; /* share of the blanks */
	bool corner_marks;         /* in a row at the top of the cell, not each
				    * at its place */
	uint32_t entered_ink;
	struct scene_look hand; /* how the player's digits look */
};

static double luma_apart(uint32_t a, uint32_t b)
{
	return fabs(colour_luma(a) - colour_luma(b));
}

static void choose_lines(struct style *style, const struct sudoku *sudoku,
			 const struct scene_look *look, struct rng *rng)
{
	double least = 1.1 / look->px_cell;

	style->lines = (enum lines)rng_below(rng, LINES);
	/* the few digits of four boxes do not say where cells are */
	if (sudoku->side == 4 && style->lines == LINES_BOXES)
		style->lines = LINES_PLAIN;
	style->cell_line = fmax(least, rng_real(rng, 0.012, 0.04));
	style->box_line = style->cell_line * rng_real(rng, 1.6, 3.5);
	style->frame = style->box_line * rng_real(rng, 0.8, 1.6);
	style->gap = rng_real(rng, 0.02, 0.05);
	style->box_gap = style->gap + rng_real(rng, 0.04, 0.08);
	style->round = rng_below(rng, 2);
	if (style->lines == LINES_ALIKE)
		style->box_line = style->cell_line;
}

static void choose_tints(struct style *style, const struct sudoku *sudoku,
			 const struct scene_look *look, struct rng *rng)
{
	style->tints = (enum tints)rng_below(rng, TINTS);
	if (style->lines == LINES_ALIKE)
		style->tints = TINTS_BOXES;
	style->tint = scene_mix(look->board,
				rng_below(rng, 2) ? look->accent : look->line,
				rng_real(rng, 0.08, 0.3));
	/* digits stay legible on it */
	while (luma_apart(style->tint, look->ink) < LUMA_APART &&
	       style->tint != look->board)
		style->tint = scene_mix(style->tint, look->board, 0.5);
	style->chosen_x = (int)rng_below(rng, (uint32_t)sudoku->side);
	style->chosen_y = (int)rng_below(rng, (uint32_t)sudoku->side);
}

/* Two boards in three are untouched. */
static void choose_hand(struct style *style, const struct scene_look *look,
			struct rng *rng)
{
	bool darker = colour_luma(look->board) > 127;

	style->hand = *look;
	style->hand.bold = rng_below(rng, 4) == 0;
	if (rng_below(rng, 3) == 0)
		style->entered = rng_real(rng, 0.05, 0.6);
	if (rng_below(rng, 3) == 0)
		style->pencilled = rng_real(rng, 0.1, 0.9);
	style->corner_marks = rng_below(rng, 2);
	do
		style->entered_ink =
			colour_hsl(rng_real(rng, 0, 1), rng_real(rng, 0.6, 1),
				   darker ? rng_real(rng, 0.2, 0.5)
					  : rng_real(rng, 0.5, 0.8));
	while (colour_levels(style->entered_ink, look->ink) < LEVELS_APART ||
	       luma_apart(style->entered_ink, look->board) < LUMA_APART);
}

static struct style choose(const struct sudoku *sudoku,
			   const struct scene_look *look)
{
	struct style style = { 0 };
	struct rng rng;

	rng_seed(&rng, look->seed + 1);
	choose_lines(&style, sudoku, look, &rng);
	choose_tints(&style, sudoku, look, &rng);
	choose_hand(&style, look, &rng);
	style.height = rng_real(&rng, 0.4, 0.66);
	return style;
}

/* One board in three is a newspaper's: black on grey. */
static void adjust(const struct puzzle *puzzle, struct scene_look *look)
{
	struct rng rng;

	rng_seed(&rng, look->seed + 2);
	if (rng_below(&rng, 3) == 0) {
		look->dark = false;
		look->paper = look->paper_end = colour_hsl(
			rng_real(&rng, 0, 1), 0.1, rng_real(&rng, 0.75, 0.95));
		look->board = rng_below(&rng, 2) ? look->paper : 0xf8f8f4;
		look->ink = look->line = 0x202020;
	}
	/* smaller cells on larger boards */
	number_px_cell(look, choose(&puzzle->as.sudoku, look).height, 22,
		       110 - 5 * puzzle->as.sudoku.side, &rng);
}

static struct scene_extent measure(const struct puzzle *puzzle,
				   const struct scene_look *look)
{
	int side = puzzle->as.sudoku.side;

	(void)look;
	return (struct scene_extent){ side, side, 0.3, 0.3, 0.3, 0.3 };
}

static uint32_t ground_of(const struct sudoku *sudoku,
			  const struct scene_look *look,
			  const struct style *style, int x, int y)
{
	int box = sudoku_box_of(sudoku, x, y);
	int boxes_across = sudoku->side / sudoku->box_width;
	bool tinted = false;

	if (style->tints == TINTS_BOXES)
		tinted = (box % boxes_across + box / boxes_across) % 2;
	else if (style->tints == TINTS_GIVENS)
		tinted = sudoku->cells[y][x] != SUDOKU_BLANK;
	else if (style->tints == TINTS_CHOSEN)
		tinted = x == style->chosen_x || y == style->chosen_y ||
			 box == sudoku_box_of(sudoku, style->chosen_x,
					      style->chosen_y);
	return tinted ? style->tint : look->board;
}

/* How far a side of a cell lies inside it: further where a box ends. */
static double inset(const struct style *style, int line, int box_side)
{
	return line % box_side ? style->gap : style->box_gap;
}

static void draw_grounds(cairo_t *cr, const struct sudoku *sudoku,
			 const struct scene_look *look,
			 const struct style *style)
{
	struct box_look box = { .shape = style->round ? BOX_ROUND : BOX_SHARP,
				.border = BORDER_NONE,
				.px = look->px_cell };
	/* cells that stand apart stand out from the page */
	bool pale = colour_levels(look->board, look->paper) < 20;

	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++) {
			uint32_t ground = ground_of(sudoku, look, style, x, y);
			double left, top;

			if (style->lines != LINES_GAPS) {
				scene_colour(cr, ground);
				cairo_rectangle(cr, x, y, 1, 1);
				cairo_fill(cr);
				continue;
			}
			box.fill = pale ? scene_mix(ground, look->ink, 0.14)
					: ground;
			left = inset(style, x, sudoku->box_width);
			top = inset(style, y, sudoku->box_height);
			box_draw(cr, &box, x + left, y + top,
				 1 - left -
					 inset(style, x + 1, sudoku->box_width),
				 1 - top -
					 inset(style, y + 1,
					       sudoku->box_height));
		}
}

static void line(cairo_t *cr, bool across, double at, double length)
{
	cairo_move_to(cr, across ? 0 : at, across ? at : 0);
	cairo_line_to(cr, across ? length : at, across ? at : length);
}

static void draw_box_lines(cairo_t *cr, const struct sudoku *sudoku,
			   const struct scene_look *look,
			   const struct style *style)
{
	/* both lines of a pair, and as much between them */
	double off = style->lines == LINES_DOUBLE
			     ? style->cell_line + 1 / look->px_cell
			     : 0;

	cairo_set_line_width(cr, off > 0 ? style->cell_line : style->box_line);
	for (int i = 1; i < sudoku->side; i++)
		for (int across = 0; across < 2; across++) {
			if (i %
			    (across ? sudoku->box_height : sudoku->box_width))
				continue;
			line(cr, across, i - off, sudoku->side);
			line(cr, across, i + off, sudoku->side);
		}
	cairo_stroke(cr);
	cairo_set_line_width(cr, style->frame);
	cairo_rectangle(cr, 0, 0, sudoku->side, sudoku->side);
	cairo_stroke(cr);
}

static void draw_lines(cairo_t *cr, const struct sudoku *sudoku,
		       const struct scene_look *look, const struct style *style)
{
	const double dots[] = { 0.001, 2.2 * style->cell_line };

	if (style->lines == LINES_GAPS)
		return;
	/* thin lines are often paler */
	scene_colour(cr, look->line);
	cairo_set_line_width(cr, style->cell_line);
	cairo_save(cr);
	if (style->lines == LINES_DOTTED) {
		cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
		cairo_set_dash(cr, dots, 2, 0);
	}
	for (int i = 1; i < sudoku->side && style->lines != LINES_BOXES; i++)
		for (int across = 0; across < 2; across++) {
			bool edge = i % (across ? sudoku->box_height
						: sudoku->box_width) ==
				    0;

			if (!edge || style->lines == LINES_ALIKE)
				line(cr, across, i, sudoku->side);
		}
	cairo_stroke(cr);
	cairo_restore(cr);
	draw_box_lines(cr, sudoku, look, style);
}

/* Does the number stand in the row, the column or the box already? */
static bool clashes(const struct sudoku *sudoku, int x, int y, int number)
{
	int box = sudoku_box_of(sudoku, x, y);

	for (int v = 0; v < sudoku->side; v++)
		for (int u = 0; u < sudoku->side; u++)
			if (sudoku->cells[v][u] == number &&
			    (u == x || v == y ||
			     sudoku_box_of(sudoku, u, v) == box))
				return true;
	return false;
}

/* Numbers that might stand there, small. */
static void draw_pencil(cairo_t *cr, const struct sudoku *sudoku,
			const struct style *style, int x, int y)
{
	int shown = 0;

	for (int number = 1; number <= sudoku->side; number++) {
		double at_x = x + 0.22 + 0.28 * ((number - 1) % 3);
		double at_y = y + 0.22 + 0.28 * ((number - 1) / 3);

		if (clashes(sudoku, x, y, number))
			continue;
		if (style->corner_marks) {
			at_x = x + 0.18 + 0.2 * (shown % 4);
			at_y = y + 0.2 + 0.22 * (shown / 4);
		}
		number_draw(cr, &style->hand, at_x, at_y, 0.17, number);
		shown++;
	}
}

/* 0: none. */
static int any_that_fits(const struct sudoku *sudoku, int x, int y,
			 struct rng *rng)
{
	int first = (int)rng_below(rng, (uint32_t)sudoku->side);

	for (int i = 0; i < sudoku->side; i++) {
		int number = (first + i) % sudoku->side + 1;

		if (!clashes(sudoku, x, y, number))
			return number;
	}
	return 0;
}

/* What the player has begun with: in another ink, and no clues. */
static void draw_hand(cairo_t *cr, const struct sudoku *sudoku,
		      const struct style *style,
		      const struct scene_canvas *canvas)
{
	struct sudoku begun = *sudoku; /* with what the player wrote */
	json_t *entered = json_array();

	scene_colour(cr, style->entered_ink);
	for (int i = 0; i < sudoku->side * sudoku->side; i++) {
		int x = i % sudoku->side, y = i / sudoku->side;
		int number;

		if (sudoku->cells[y][x] != SUDOKU_BLANK)
			continue;
		number = any_that_fits(&begun, x, y, canvas->rng);
		if (rng_real(canvas->rng, 0, 1) < style->entered && number) {
			begun.cells[y][x] = number;
			number_draw(cr, &style->hand, x + 0.5, y + 0.5,
				    style->height, number);
			json_array_append_new(
				entered, json_pack("{s:[i,i],s:i}", "at", x, y,
						   "number", number));
		} else if (rng_real(canvas->rng, 0, 1) < style->pencilled) {
			draw_pencil(cr, sudoku, style, x, y);
		}
	}
	if (json_array_size(entered))
		buffer_printf(canvas->name, ", %zu entered",
			      json_array_size(entered));
	json_object_set_new(canvas->label, "entered", entered);
	if (style->pencilled > 0)
		buffer_printf(canvas->name, ", pencil marks");
}

static void draw(const struct puzzle *puzzle, const struct scene_canvas *canvas)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	const struct scene_look *look = canvas->look;
	struct style style = choose(sudoku, look);
	cairo_t *cr = canvas->cr;

	buffer_printf(canvas->name, "%dx%d boxes %dx%d, lines %s, %s",
		      sudoku->side, sudoku->side, sudoku->box_width,
		      sudoku->box_height, line_names[style.lines],
		      tint_names[style.tints]);
	draw_grounds(cr, sudoku, look, &style);
	draw_lines(cr, sudoku, look, &style);
	scene_colour(cr, look->ink);
	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++)
			if (sudoku->cells[y][x] != SUDOKU_BLANK)
				number_draw(cr, look, x + 0.5, y + 0.5,
					    style.height, sudoku->cells[y][x]);
	draw_hand(cr, sudoku, &style, canvas);
}

/* Most boards have 9 by 9 cells. */
static void wish(struct rng *rng, json_t *wish)
{
	static const int sides[] = { 9, 9, 9, 9, 9, 6, 6, 4 };
	int side = sides[rng_below(rng, 8)];

	json_object_set_new(wish, "columns", json_integer(side));
	json_object_set_new(wish, "rows", json_integer(side));
	if (side == 6 && rng_below(rng, 2))
		json_object_set_new(wish, "with", json_string("tall-boxes"));
}

const struct scene_family scene_sudoku = {
	.adjust = adjust,
	.measure = measure,
	.draw = draw,
	.wish = wish,
	.tilt_max = 20,
	.turn_max = 10,
	.busy = true,
};
