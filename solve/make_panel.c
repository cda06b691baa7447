#include "make_panel.h"

#include <string.h>

#include "json_fields.h"
#include "panel_graph.h"
#include "panel_hunt.h"
#include "rng.h"
#include "solve.h"
#include "wish.h"

enum {
	SIDE_DEFAULT = 4,
	SIDE_MOST = 10,
	/* Lines tried; the longest is taken, for a short one leaves but one
	 * large region. */
	LINES = 6,
	/* What was placed is checked; a maker this often wrong is broken. */
	TRIES = 50,
	/* where each wish must show; 29 were the most that a panel took which
	 * had room for them (four wishes, 2 to 4 columns, 150 seeds each) */
	TRIES_EACH = 1000,
	PIECE_MOST = 5,   /* squares of a polyomino */
	COVERED_MOST = 12 /* cells of a region that polyominoes cover */
};

/* Shares of the places that could take one; chosen by eye. */
static const double dot_share = 0.2, triangle_share = 0.25;
static const double square_share = 0.4, gap_share = 0.12;

/* Colours that no polyomino, triangle or eliminator has (Windmill strings
 * know but one for each of those). */
static const enum panel_colour square_colours[] = { PANEL_BLACK, PANEL_CYAN,
						    PANEL_MAGENTA };
static const enum panel_colour star_colours[] = { PANEL_RED, PANEL_GREEN,
						  PANEL_MAGENTA };

struct maker {
	const json_t *wish;
	bool each; /* of wish's names must show */
	struct rng rng;
	struct puzzle *puzzle;
	struct panel *panel;
	struct panel_graph graph;
	struct solution line;
	bool on[GRAPH_EDGES_MAX]; /* either line */
	bool player[GRAPH_EDGES_MAX];
	int16_t region[GRAPH_CELLS_MAX];
	int region_count;
	int16_t cells[GRAPH_CELLS_MAX]; /* of the region at hand */
	int cell_count;
};

static bool wishes(const struct maker *maker, const char *name)
{
	return wish_with(maker->wish, name);
}

/* Pieces are asked for by what is special of them, too. */
static bool wishes_pieces(const struct maker *maker)
{
	return wishes(maker, "polyominoes") ||
	       (maker->each &&
		(wishes(maker, "negative") || wishes(maker, "rotatable")));
}

static bool chance(struct maker *maker, double share)
{
	return rng_real(&maker->rng, 0, 1) < share;
}

static void set_symmetry(struct maker *maker)
{
	static const struct {
		const char *name;
		enum panel_symmetry symmetry;
	} names[] = {
		{ "horizontal", PANEL_HORIZONTAL },
		{ "vertical", PANEL_VERTICAL },
		{ "rotational", PANEL_ROTATIONAL },
		{ "parallel", PANEL_PARALLEL },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (wishes(maker, names[i].name))
			maker->panel->symmetry = names[i].symmetry;
}

/* A start and an end on the rim, with their mirror images. */
static void set_ends(struct maker *maker)
{
	struct panel *panel = maker->panel;
	int width = panel->wraps ? panel->columns : panel->columns + 1;
	int start = 2 * (int)rng_below(&maker->rng, (uint32_t)width);
	int end = 2 * (int)rng_below(&maker->rng, (uint32_t)width);
	int bottom = 2 * panel->rows;
	int x, y;

	panel->spots[bottom][start].start = true;
	panel->spots[0][end].end = true;
	panel->spots[0][end].end_dy = -1;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	panel_mirror(panel, start, bottom, &x, &y);
	panel->spots[y][x].start = true;
	panel_mirror(panel, end, 0, &x, &y);
	panel->spots[y][x].end = true;
	panel->spots[y][x].end_dy = y ? 1 : -1;
}

/* Marks the edges that the line runs over. */
static void mark_line(struct maker *maker)
{
	const struct panel_solution *line = &maker->line.as.panel;

	memset(maker->on, 0, sizeof maker->on);
	memset(maker->player, 0, sizeof maker->player);
	for (int i = 1; i < line->length; i++) {
		struct panel_at from = line->path[i - 1];
		int dx, dy, length, x, edge;

		if (!panel_step(maker->panel, from, line->path[i], &dx, &dy,
				&length))
			continue;
		x = length == 2  ? from.x + dx
		    : from.x & 1 ? from.x
				 : line->path[i].x;
		panel_wrap(maker->panel, &x, from.y);
		edge = panel_graph_at(&maker->graph, x,
				      length == 2 ? from.y + dy : from.y);
		maker->player[edge] = true;
		maker->on[edge] = true;
		maker->on[maker->graph.edges[edge].mirror] = true;
	}
}

/* A long random line on the empty panel. */
static int find_line(struct maker *maker, struct problem *problem)
{
	maker->line.as.panel.length = 0;
	for (int i = 0; i < LINES; i++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;

		memset(&result, 0, sizeof result);
		options.order = ORDER_RANDOM;
		options.seed = rng_next(&maker->rng);
		if (panel_hunt(maker->puzzle, &options, &result, problem) < 0)
			return -1;
		if (result.solution_count &&
		    result.solutions[0].as.panel.length >
			    maker->line.as.panel.length)
			maker->line = result.solutions[0];
		solve_result_fini(&result);
	}
	return maker->line.as.panel.length ? 0 : 1;
}

static void find_regions(struct maker *maker)
{
	const struct panel_graph *graph = &maker->graph;

	maker->region_count = 0;
	for (int i = 0; i < graph->cell_count; i++)
		maker->region[i] = GRAPH_NONE;
	for (int i = 0; i < graph->cell_count; i++) {
		int16_t stack[GRAPH_CELLS_MAX];
		int depth = 0;

		if (maker->region[i] != GRAPH_NONE)
			continue;
		maker->region[i] = (int16_t)maker->region_count;
		stack[depth++] = (int16_t)i;
		while (depth) {
			const struct graph_cell *cell =
				&graph->cells[stack[--depth]];

			for (int k = 0; k < 4; k++) {
				int there = cell->beside[k];

				if (there == GRAPH_NONE ||
				    maker->on[cell->edges[k]] ||
				    maker->region[there] != GRAPH_NONE)
					continue;
				maker->region[there] =
					(int16_t)maker->region_count;
				stack[depth++] = (int16_t)there;
			}
		}
		maker->region_count++;
	}
}

static struct panel_cell *symbol_at(struct maker *maker, int cell)
{
	int columns = maker->panel->columns;

	return &maker->panel->cells[cell / columns][cell % columns];
}

/* A cell of the region at hand without a symbol; GRAPH_NONE where all have
 * one. */
static int free_cell(struct maker *maker)
{
	int start = (int)rng_below(&maker->rng, (uint32_t)maker->cell_count);

	for (int i = 0; i < maker->cell_count; i++) {
		int cell = maker->cells[(start + i) % maker->cell_count];

		if (symbol_at(maker, cell)->kind == PANEL_EMPTY)
			return cell;
	}
	return GRAPH_NONE;
}

static int free_count(struct maker *maker)
{
	int count = 0;

	for (int i = 0; i < maker->cell_count; i++)
		count += symbol_at(maker, maker->cells[i])->kind == PANEL_EMPTY;
	return count;
}

static int lines_around(const struct maker *maker, int cell)
{
	int count = 0;

	for (int k = 0; k < 4; k++)
		count += maker->on[maker->graph.cells[cell].edges[k]];
	return count;
}

/* Rule 9: an eliminator, and a triangle that it has to cancel. */
static void put_eliminator(struct maker *maker)
{
	struct panel_cell *symbol;
	int cell;

	if (free_count(maker) < 2)
		return;
	symbol = symbol_at(maker, free_cell(maker));
	symbol->kind = PANEL_ELIMINATOR;
	symbol->colour = PANEL_WHITE;
	cell = free_cell(maker);
	symbol = symbol_at(maker, cell);
	symbol->kind = PANEL_TRIANGLE;
	symbol->colour = PANEL_ORANGE;
	do
		symbol->count = rng_between(&maker->rng, 1, 3);
	while (symbol->count == lines_around(maker, cell));
}

static void put_stars(struct maker *maker)
{
	enum panel_colour colour = star_colours[rng_below(
		&maker->rng, sizeof star_colours / sizeof *star_colours)];

	if (free_count(maker) < 2)
		return;
	for (int i = 0; i < 2; i++) {
		struct panel_cell *symbol = symbol_at(maker, free_cell(maker));

		symbol->kind = PANEL_STAR;
		symbol->colour = (uint8_t)colour;
	}
}

/* Squares and triangles where nothing else lies. */
static void put_single(struct maker *maker, bool squares)
{
	/* stars and squares never share a colour within a region */
	enum panel_colour colour = square_colours[rng_below(
		&maker->rng,
		sizeof square_colours / sizeof *square_colours - 1)];

	for (int i = 0; i < maker->cell_count; i++) {
		struct panel_cell *symbol = symbol_at(maker, maker->cells[i]);
		int count = lines_around(maker, maker->cells[i]);

		if (symbol->kind != PANEL_EMPTY ||
		    !chance(maker, squares ? square_share : triangle_share) ||
		    (!squares && (count == 0 || count == 4)))
			continue;
		symbol->kind = squares ? PANEL_SQUARE : PANEL_TRIANGLE;
		symbol->colour = (uint8_t)(squares ? colour : PANEL_ORANGE);
		symbol->count = squares ? 0 : count;
	}
}

/* Where a shape lies: bit PANEL_SHAPE_MAX * y + x about its first cell in the
 * middle. */
struct growth {
	uint64_t shape;
	int16_t cells[PIECE_MOST + 1];
	int x[PIECE_MOST + 1], y[PIECE_MOST + 1];
	int count;
};

static bool grow_to(struct growth *growth, int cell, int x, int y)
{
	if (x < 0 || y < 0 || x >= PANEL_SHAPE_MAX || y >= PANEL_SHAPE_MAX)
		return false;
	growth->cells[growth->count] = (int16_t)cell;
	growth->x[growth->count] = x;
	growth->y[growth->count] = y;
	growth->count++;
	growth->shape |= (uint64_t)1 << (PANEL_SHAPE_MAX * y + x);
	return true;
}

/* One more cell beside the piece; `left` holds those that may be taken, NULL
 * any cell that the piece lacks. */
static bool grow(struct maker *maker, struct growth *growth, const bool *left)
{
	static const int steps[4][2] = {
		{ 0, -1 }, { 0, 1 }, { -1, 0 }, { 1, 0 }
	};
	uint32_t start = rng_below(&maker->rng, 64);

	for (int i = 0; i < 4 * growth->count; i++) {
		int at = (int)((start + (uint32_t)i) %
			       (uint32_t)(4 * growth->count));
		int from = at / 4;
		int k = at % 4;
		int cell = maker->graph.cells[growth->cells[from]].beside[k];
		bool taken = cell == GRAPH_NONE || (left && !left[cell]);

		for (int n = 0; n < growth->count && !taken; n++)
			taken = growth->cells[n] == cell;
		if (!taken &&
		    grow_to(growth, cell, growth->x[from] + steps[k][0],
			    growth->y[from] + steps[k][1]))
			return true;
	}
	return false;
}

static void put_piece(struct maker *maker, uint64_t shape, bool negative)
{
	struct panel_cell *symbol = symbol_at(maker, free_cell(maker));

	symbol->kind = PANEL_POLYOMINO;
	symbol->colour = negative ? PANEL_BLUE : PANEL_YELLOW;
	symbol->negative = negative;
	symbol->rotatable =
		wishes(maker, "rotatable") && rng_below(&maker->rng, 2);
	symbol->shape = panel_shape_trim(shape);
	for (int i = symbol->rotatable ? (int)rng_below(&maker->rng, 4) : 0;
	     i > 0; i--)
		symbol->shape = panel_shape_turn(symbol->shape);
}

/* Rule 8: cuts the region at hand into pieces. One of them may reach a cell
 * further, which a negative one takes away again. */
static void put_pieces(struct maker *maker)
{
	bool left[GRAPH_CELLS_MAX] = { false };
	bool negative = wishes(maker, "negative");
	int room = free_count(maker);

	if (maker->cell_count > COVERED_MOST || room < 2)
		return;
	for (int i = 0; i < maker->cell_count; i++)
		left[maker->cells[i]] = true;
	for (int i = 0; i < maker->cell_count; i++) {
		struct growth growth = { 0 };
		int size = rng_between(&maker->rng, 2, PIECE_MOST - 1);

		if (!left[maker->cells[i]])
			continue;
		grow_to(&growth, maker->cells[i], PANEL_SHAPE_MAX / 2,
			PANEL_SHAPE_MAX / 2);
		left[maker->cells[i]] = false;
		while (growth.count < size && grow(maker, &growth, left))
			left[growth.cells[growth.count - 1]] = false;
		if (negative && room > 1 && grow(maker, &growth, NULL)) {
			put_piece(maker, 1, true);
			negative = false;
			room--;
		}
		/* no room for its symbol: the check will notice */
		if (room-- <= 0)
			return;
		put_piece(maker, growth.shape, false);
	}
}

static void put_dots(struct maker *maker)
{
	const struct panel_solution *line = &maker->line.as.panel;
	bool mirrored = maker->panel->symmetry != PANEL_SYMMETRY_NONE;

	for (int i = 1; i + 1 < line->length; i++) {
		int x = line->path[i].x;
		int y = line->path[i].y;
		enum panel_dot dot = PANEL_DOT_BLACK;

		if (!chance(maker, dot_share))
			continue;
		if (mirrored && rng_below(&maker->rng, 2))
			dot = PANEL_DOT_CYAN;
		if (mirrored && rng_below(&maker->rng, 2)) {
			panel_mirror(maker->panel, x, y, &x, &y);
			dot = dot == PANEL_DOT_CYAN ? PANEL_DOT_YELLOW : dot;
		}
		if (!maker->panel->spots[y][x].start &&
		    !maker->panel->spots[y][x].end)
			maker->panel->spots[y][x].dot = (uint8_t)dot;
	}
}

/* Breaks or takes away edges that no line needs; those of the rim stay, lest
 * the outside comes in. */
static void put_gaps(struct maker *maker)
{
	for (int i = 0; i < maker->graph.edge_count; i++) {
		const struct graph_edge *edge = &maker->graph.edges[i];
		struct panel_spot *spot =
			&maker->panel->spots[edge->y][edge->x];
		bool rim = edge->cells[0] == GRAPH_NONE ||
			   edge->cells[1] == GRAPH_NONE;

		if (maker->on[i] || !chance(maker, gap_share))
			continue;
		if (wishes(maker, "missing") && !rim &&
		    (!wishes(maker, "gaps") || rng_below(&maker->rng, 2)))
			spot->edge = PANEL_EDGE_MISSING;
		else if (wishes(maker, "gaps"))
			spot->edge = PANEL_EDGE_GAP;
	}
}

static void put_symbols(struct maker *maker, bool plain)
{
	for (int region = 0; region < maker->region_count; region++) {
		maker->cell_count = 0;
		for (int i = 0; i < maker->graph.cell_count; i++)
			if (maker->region[i] == region)
				maker->cells[maker->cell_count++] = (int16_t)i;
		if (wishes_pieces(maker) && rng_below(&maker->rng, 3))
			put_pieces(maker);
		if (wishes(maker, "eliminators") && rng_below(&maker->rng, 2))
			put_eliminator(maker);
		if ((plain || wishes(maker, "stars")) &&
		    rng_below(&maker->rng, 3))
			put_stars(maker);
		if (wishes(maker, "triangles"))
			put_single(maker, false);
		if (plain || wishes(maker, "squares"))
			put_single(maker, true);
	}
	if (plain || wishes(maker, "dots"))
		put_dots(maker);
	if (wishes(maker, "gaps") || wishes(maker, "missing"))
		put_gaps(maker);
}

static bool has_symbol(struct maker *maker, enum panel_kind kind, bool negative,
		       bool rotatable)
{
	for (int i = 0; i < maker->graph.cell_count; i++) {
		const struct panel_cell *symbol = symbol_at(maker, i);

		if (symbol->kind == kind && symbol->negative >= negative &&
		    symbol->rotatable >= rotatable)
			return true;
	}
	return false;
}

static bool has_spot(const struct maker *maker, bool dot, int edge)
{
	const struct panel *panel = maker->panel;

	for (int y = 0; y <= 2 * panel->rows; y++)
		for (int x = 0; x <= 2 * panel->columns; x++)
			if (dot ? panel->spots[y][x].dot != PANEL_DOT_NONE
				: panel->spots[y][x].edge == edge)
				return true;
	return false;
}

/* Does the panel show all that was asked for? */
static bool shows_wishes(struct maker *maker)
{
	static const struct {
		const char *name;
		enum panel_kind kind;
		bool negative, rotatable;
	} symbols[] = {
		{ "triangles", PANEL_TRIANGLE, false, false },
		{ "squares", PANEL_SQUARE, false, false },
		{ "stars", PANEL_STAR, false, false },
		{ "polyominoes", PANEL_POLYOMINO, false, false },
		{ "negative", PANEL_POLYOMINO, true, false },
		{ "rotatable", PANEL_POLYOMINO, false, true },
		{ "eliminators", PANEL_ELIMINATOR, false, false },
	};

	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
		if (wishes(maker, symbols[i].name) &&
		    !has_symbol(maker, symbols[i].kind, symbols[i].negative,
				symbols[i].rotatable))
			return false;
	return (!wishes(maker, "dots") || has_spot(maker, true, 0)) &&
	       (!wishes(maker, "gaps") ||
		has_spot(maker, false, PANEL_EDGE_GAP)) &&
	       (!wishes(maker, "missing") ||
		has_spot(maker, false, PANEL_EDGE_MISSING));
}

/* Returns 0, 1 where it did not come out well, or -1. */
static int try_make(struct maker *maker, int columns, int rows,
		    struct problem *problem)
{
	int result;

	panel_init(maker->panel, columns, rows, wishes(maker, "cylinder"));
	set_symmetry(maker);
	set_ends(maker);
	result = find_line(maker, problem);
	if (result)
		return result;
	panel_graph_init(&maker->graph, maker->panel);
	mark_line(maker);
	find_regions(maker);
	put_symbols(maker, !json_object_get(maker->wish, "with"));
	return puzzle_check(maker->puzzle, &maker->line, NULL) &&
			       (!maker->each || shows_wishes(maker))
		       ? 0
		       : 1;
}

int make_panel(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
	       struct problem *problem)
{
	struct maker maker = { .wish = wish,
			       .puzzle = puzzle,
			       .panel = &puzzle->as.panel };
	int columns = SIDE_DEFAULT, rows = SIDE_DEFAULT;
	int tries, result = 1;

	if (json_field_int_if(wish, "columns", 1, SIDE_MOST, &columns,
			      problem) < 0 ||
	    json_field_int_if(wish, "rows", 1, SIDE_MOST, &rows, problem) < 0)
		return -1;
	if (wish_with(wish, "parallel") && !wish_with(wish, "cylinder"))
		return problem_set(problem, PROBLEM_INPUT,
				   "only a cylinder has the symmetry "
				   "'parallel'");
	rng_seed(&maker.rng, seed);
	maker.each = json_is_true(json_object_get(wish, "each"));
	tries = maker.each ? TRIES_EACH : TRIES;
	for (int i = 0; i < tries && result == 1; i++)
		result = try_make(&maker, columns, rows, problem);
	if (result == 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "no such panel was found in %d tries; a "
				   "larger one has more room",
				   tries);
	return result;
}
