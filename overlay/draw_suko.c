/* Suko, drawn. Puzzle units are cells: the nine cells span 0,0 to 3,3. */
#include <stdio.h>

#include "drawing.h"
#include "inks.h"
#include "language.h"
#include "numbers.h"

/* The circles on the inner corners, in cells. */
static const double CIRCLE_RADIUS = 0.26;
static const double CIRCLE_DIGITS = 0.44;
/* The areas' totals stand right of the board, each on its colour. */
static const double LEGEND_X = 3.35, LEGEND_SIDE = 0.8;

/* Rings around what the checker names. */
static const double CELL_RING = 0.42, CIRCLE_RING = 0.34;

/* Digits are kept clear of the circles. */
static const double CELL_HEIGHT = 0.9;

static struct point middle(int cell)
{
	return (struct point){ cell % 3 + 0.5, cell / 3 + 0.5 };
}

static int draw(const struct puzzle *puzzle, const struct solution *solution,
		struct drawing *drawing)
{
	int failed = 0;

	for (int i = 0; i < SUKO_CELLS; i++)
		if (puzzle->as.suko.givens[i] == SUKO_BLANK)
			failed |= numbers_draw_step(
				drawing, INK_ANSWER, middle(i),
				numbers_size(1, CELL_HEIGHT, 1),
				solution->as.suko.cells[i]);
	return failed ? -1 : 0;
}

static int draw_square(struct drawing *drawing, int ink, double x, double y,
		       double side)
{
	const struct point points[4] = { { x, y },
					 { x + side, y },
					 { x + side, y + side },
					 { x, y + side } };

	return drawing_area(drawing, ink, points, 4);
}

/* The middle of an area's total in the legend. */
static struct point legend_at(int index)
{
	return (struct point){ LEGEND_X + LEGEND_SIDE / 2,
			       index * 1.1 + LEGEND_SIDE / 2 };
}

/* The ink of an area: the colour that its name says, if it is the first of that
 * name, else one that no other area has. */
static int area_ink(const struct suko *suko, int index)
{
	static const int others[SUKO_AREAS_MAX] = {
		INK_YELLOW, INK_GREEN, INK_ORANGE,  INK_BLUE, INK_PINK,
		INK_CYAN,   INK_RED,   INK_MAGENTA, INK_BROWN
	};
	int inks[SUKO_AREAS_MAX];

	for (int i = 0; i < suko->area_count; i++) {
		inks[i] = inks_named(suko->areas[i].colour);
		for (int k = 0; k < i; k++)
			if (inks[k] == inks[i])
				inks[i] = -1;
	}
	for (int i = 0, next = 0; i < suko->area_count; i++) {
		if (inks[i] >= 0)
			continue;
		for (int k = 0; k < suko->area_count; k++)
			if (inks[k] == others[next]) {
				next++;
				k = -1;
			}
		inks[i] = others[next];
	}
	return inks[index];
}

/* What an area is called: as the puzzle has it, else by its colour here. */
static void area_name(const struct suko *suko, int index, char name[static 16])
{
	if (suko->areas[index].colour[0])
		snprintf(name, 16, "%s", suko->areas[index].colour);
	else
		inks_name(area_ink(suko, index), name);
}

static int draw_area(const struct suko *suko, int index,
		     struct drawing *drawing)
{
	const struct suko_area *area = &suko->areas[index];
	int ink = area_ink(suko, index);
	struct point at = legend_at(index);
	int failed = 0;

	for (int i = 0; i < SUKO_CELLS; i++)
		if (area->cells[i])
			failed |= draw_square(drawing, ink, i % 3, i / 3, 1);
	if (area->total == SUKO_UNKNOWN)
		return failed;
	failed |= draw_square(drawing, ink, at.x - LEGEND_SIDE / 2,
			      at.y - LEGEND_SIDE / 2, LEGEND_SIDE);
	return failed |
	       drawing_number(drawing, INK_TOTAL, at,
			      numbers_size(LEGEND_SIDE, LEGEND_SIDE, 2),
			      area->total);
}

static struct point circle_at(int circle)
{
	return (struct point){ circle % 2 + 1, circle / 2 + 1 };
}

static int draw_puzzle(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct suko *suko = &puzzle->as.suko;
	int failed = 0;

	for (int i = 0; i < suko->area_count; i++)
		failed |= draw_area(suko, i, drawing);
	failed |= numbers_draw_grid(drawing, 3, 3);
	for (int i = 0; i < SUKO_CELLS; i++)
		if (suko->givens[i] != SUKO_BLANK)
			failed |=
				drawing_number(drawing, INK_CLUE, middle(i),
					       numbers_size(1, CELL_HEIGHT, 1),
					       suko->givens[i]);
	for (int i = 0; i < SUKO_CIRCLES; i++) {
		struct point at = circle_at(i);

		failed |= drawing_disc(drawing, INK_PAGE, at, CIRCLE_RADIUS);
		failed |= drawing_ring(drawing, INK_GRID, at, CIRCLE_RADIUS);
		if (suko->circles[i] != SUKO_UNKNOWN)
			failed |= drawing_number(
				drawing, INK_TOTAL, at,
				numbers_size(CIRCLE_DIGITS, CIRCLE_DIGITS, 2),
				suko->circles[i]);
	}
	return failed ? -1 : 0;
}

static bool find_place(const struct puzzle *puzzle,
		       const struct board_place *place, struct point *centre,
		       double *radius)
{
	(void)puzzle;
	*centre = place->kind == PLACE_CIRCLE ? circle_at(place->x)
		  : place->kind == PLACE_AREA ? legend_at(place->x)
					      : middle(place->x);
	*radius = place->kind == PLACE_CIRCLE ? CIRCLE_RING : CELL_RING;
	return true;
}

static void put_cell(const struct suko *suko, const struct solution *solution,
		     int cell, bool colour, struct buffer *out)
{
	enum number_role role = suko->givens[cell] != SUKO_BLANK ? NUMBER_CLUE
				: solution                       ? NUMBER_ANSWER
								 : NUMBER_BLANK;

	numbers_put(out, colour, role, 1,
		    role == NUMBER_ANSWER ? solution->as.suko.cells[cell]
					  : suko->givens[cell]);
	buffer_puts(out, "  ");
}

/* What some cells make, with their total. */
static void put_sum(const struct puzzle *puzzle,
		    const struct solution *solution, const bool *cells,
		    int total, bool colour, struct buffer *out)
{
	const char *plus = "";

	for (int i = 0; i < SUKO_CELLS; i++) {
		bool given = puzzle->as.suko.givens[i] != SUKO_BLANK;

		if (!cells[i])
			continue;
		buffer_puts(out, plus);
		numbers_put_term(out, colour,
				 given ? NUMBER_CLUE : NUMBER_ANSWER,
				 solution->as.suko.cells[i]);
		plus = " + ";
	}
	numbers_put_term(out, colour, NUMBER_TOTAL, total);
}

static void sums(const struct puzzle *puzzle, const struct solution *solution,
		 bool colour, struct buffer *out)
{
	static const char *const corners[] = { N_("top left"), N_("top right"),
					       N_("bottom left"),
					       N_("bottom right") };
	const struct suko *suko = &puzzle->as.suko;

	for (int i = 0; i < SUKO_CIRCLES; i++) {
		bool cells[SUKO_CELLS] = { false };
		int around[4];

		if (suko->circles[i] == SUKO_UNKNOWN)
			continue;
		suko_around(i, around);
		for (int j = 0; j < 4; j++)
			cells[around[j]] = true;
		buffer_printf(out, _("circle %s: "), _(corners[i]));
		put_sum(puzzle, solution, cells, suko->circles[i], colour, out);
	}
	for (int i = 0; i < suko->area_count; i++) {
		const struct suko_area *area = &suko->areas[i];
		char name[16];

		if (area->total == SUKO_UNKNOWN)
			continue;
		area_name(suko, i, name);
		buffer_printf(out, _("area %s: "), name);
		put_sum(puzzle, solution, area->cells, area->total, colour,
			out);
	}
}

static void put_area(const struct suko *suko, int index,
		     const struct solution *solution, bool colour,
		     struct buffer *out)
{
	const struct suko_area *area = &suko->areas[index];
	const char *plus = "";
	char name[16];

	area_name(suko, index, name);
	buffer_printf(out, "%s: ", name);
	for (int i = 0; i < SUKO_CELLS; i++)
		if (area->cells[i] && solution) {
			buffer_printf(out, "%s%d", plus,
				      solution->as.suko.cells[i]);
			plus = "+";
		} else if (area->cells[i]) {
			buffer_printf(out, "%s%c%d", plus, 'a' + i % 3,
				      i / 3 + 1);
			plus = "+";
		}
	if (area->total != SUKO_UNKNOWN)
		numbers_put(out, colour, NUMBER_TOTAL, 1, area->total);
	buffer_puts(out, "\n");
}

static void print(const struct puzzle *puzzle, const struct solution *solution,
		  bool colour, struct buffer *out)
{
	const struct suko *suko = &puzzle->as.suko;

	for (int y = 0; y < 3; y++) {
		for (int x = 0; x < 3; x++)
			put_cell(suko, solution, 3 * y + x, colour, out);
		buffer_puts(out, "\n");
		/* the circles between this row and the next */
		for (int x = 0; x < 2 && y < 2; x++) {
			int total = suko->circles[2 * y + x];

			buffer_puts(out, x ? " " : "  ");
			if (total == SUKO_UNKNOWN)
				buffer_puts(out, "    ");
			else
				numbers_put(out, colour, NUMBER_TOTAL, 2,
					    total);
		}
		if (y < 2)
			buffer_puts(out, "\n");
	}
	for (int i = 0; i < suko->area_count; i++)
		put_area(suko, i, solution, colour, out);
}

static void legend(const struct puzzle *puzzle, const struct solution *solution,
		   bool colour, struct buffer *out)
{
	numbers_put_legend(out, colour, solution != NULL, true);
	if (!solution && puzzle->as.suko.area_count)
		buffer_puts(out,
			    _("  c1 is the third cell of the first row\n"));
}

const struct draw_family draw_suko = {
	.draw = draw,
	.draw_puzzle = draw_puzzle,
	.find_place = find_place,
	.print = print,
	.legend = legend,
	.sums = sums,
};
