/* The checker of panels: does the line keep every rule of panel.h? */
#include <stdlib.h>
#include <string.h>

#include "language.h"
#include "panel_board.h"
#include "panel_forms.h"
#include "panel_pieces.h"

/* How much is tried before the checker gives up: placements of polyominoes,
 * and choices of what eliminators cancel, of which each counts as many as
 * JUDGEMENT and one more for THINGS_A_TRY things judged. That is half a
 * second's work, and a dozen times what any answer of some 4,000 known panels
 * needs. */
enum { TRIES_MAX = 100000, JUDGEMENT = 4, THINGS_A_TRY = 8 };

/* What may be at fault in a region: a symbol in a cell or a missed dot. */
struct thing {
	const struct panel_cell *cell; /* NULL: a dot */
	int x, y;
	bool gone; /* cancelled: counts for nothing */
	enum { FINE, MAY_GO, MUST_GO } fault;
	int rule;
	int charge; /* the rule before anything was cancelled; 0: fine */
};

/* One region while it is judged. */
struct court {
	const struct panel_board *board;
	struct panel_ground ground;
	struct thing *things; /* dots and symbols, no eliminators */
	int count;
	int eliminators;                 /* how many */
	int colours[PANEL_COLOUR_COUNT]; /* of the eliminators */
	int eliminator_x, eliminator_y;  /* of the first */
	bool too_hard;
};

static int edges_with_line(const struct panel_board *board,
			   const struct thing *at)
{
	int count = 0;

	for (int i = 0; i < 4; i++) {
		int x = at->x + panel_board_steps[i][0];

		panel_wrap(board->panel, &x, at->y + panel_board_steps[i][1]);
		count += board->line[at->y + panel_board_steps[i][1]][x] !=
			 PANEL_LINE_NONE;
	}
	return count;
}

static void find_fault(struct thing *thing, int fault, int rule)
{
	thing->fault = fault;
	thing->rule = rule;
}

/* Rule 7; `colours` counts what the region holds of each. */
static void judge_star(struct thing *thing, const int *colours)
{
	int count = colours[thing->cell->colour];

	if (count != 2)
		find_fault(thing, count < 2 ? MUST_GO : MAY_GO, 7);
}

/* Does the thing count for rule 8? */
static bool is_piece(const struct thing *thing)
{
	return !thing->gone && thing->cell &&
	       thing->cell->kind == PANEL_POLYOMINO && thing->cell->shape;
}

/* Rule 8; `lays` and `lay_count` as panel_pieces_fit has them. */
static enum panel_fit fit_pieces(const struct court *court,
				 struct panel_lay *lays, int *lay_count)
{
	const struct panel_cell *pieces[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	int count = 0;

	for (int i = 0; i < court->count; i++)
		if (is_piece(&court->things[i]))
			pieces[count++] = court->things[i].cell;
	if (lay_count)
		*lay_count = 0;
	if (count == 0)
		return PANEL_FITS;
	return panel_pieces_fit(&court->ground, pieces, count, lays, lay_count);
}

static void judge_pieces(struct court *court)
{
	enum panel_fit fit = fit_pieces(court, NULL, NULL);

	court->too_hard |= fit == PANEL_FIT_TOO_HARD;
	for (int i = 0; i < court->count && fit != PANEL_FITS; i++)
		if (is_piece(&court->things[i]))
			find_fault(&court->things[i], MAY_GO, 8);
}

/* Finds the faults of what is not gone; returns how many there are. */
static int judge(struct court *court)
{
	int colours[PANEL_COLOUR_COUNT];
	unsigned squares = 0; /* a bit per colour */
	int faults = 0;

	*court->ground.tries_left -= JUDGEMENT + court->count / THINGS_A_TRY;
	court->too_hard |= *court->ground.tries_left < 0;
	memcpy(colours, court->colours, sizeof colours);
	for (int i = 0; i < court->count; i++) {
		struct thing *thing = &court->things[i];

		find_fault(thing, FINE, 0);
		if (thing->gone || !thing->cell)
			continue;
		colours[thing->cell->colour]++;
		if (thing->cell->kind == PANEL_SQUARE)
			squares |= 1u << thing->cell->colour;
	}
	for (int i = 0; i < court->count; i++) {
		struct thing *thing = &court->things[i];

		if (thing->gone)
			continue;
		if (!thing->cell)
			find_fault(thing, MUST_GO, 4);
		else if (thing->cell->kind == PANEL_TRIANGLE &&
			 edges_with_line(court->board, thing) !=
				 thing->cell->count)
			find_fault(thing, MUST_GO, 5);
		else if (thing->cell->kind == PANEL_SQUARE &&
			 (squares & (squares - 1)))
			find_fault(thing, MAY_GO, 6);
		else if (thing->cell->kind == PANEL_STAR)
			judge_star(thing, colours);
	}
	judge_pieces(court);
	for (int i = 0; i < court->count; i++)
		faults += court->things[i].fault != FINE;
	return faults;
}

static bool are_alike(const struct thing *a, const struct thing *b)
{
	return a->cell && b->cell && a->cell->kind == b->cell->kind &&
	       a->cell->colour == b->cell->colour &&
	       a->cell->shape == b->cell->shape &&
	       a->cell->rotatable == b->cell->rotatable &&
	       a->cell->negative == b->cell->negative;
}

/* Two eliminators cancel each other, unless the rules say otherwise. */
static bool may_be_left(const struct court *court, int eliminators)
{
	if (court->board->panel->rules & PANEL_STRICT_ELIMINATORS)
		return eliminators == 0;
	return eliminators % 2 == 0;
}

/* Rule 9: can `left` eliminators cancel some of the `count` things in `may`
 * (all faulty at first), each another one, so that no fault stays and those
 * left over may be? Of things alike it does not matter which go: one that was
 * passed over (`passed`) keeps the ones alike after it. */
static bool cancel(struct court *court, struct thing *const *may, int count,
		   int at, int left, const struct thing *passed)
{
	if (court->too_hard)
		return false;
	if (at == count || left == 0)
		return may_be_left(court, left) && judge(court) == 0;
	if (!passed || !are_alike(passed, may[at])) {
		may[at]->gone = true;
		if (cancel(court, may, count, at + 1, left - 1, NULL))
			return true;
		may[at]->gone = false;
	}
	return cancel(court, may, count, at + 1, left, may[at]);
}

static int compare_things(const void *a, const void *b)
{
	const struct panel_cell *first = (*(struct thing *const *)a)->cell;
	const struct panel_cell *second = (*(struct thing *const *)b)->cell;

	/* things alike must be neighbours; all of them are symbols */
	if (first->kind != second->kind)
		return first->kind - second->kind;
	if (first->colour != second->colour)
		return first->colour - second->colour;
	if (first->shape != second->shape)
		return first->shape < second->shape ? -1 : 1;
	if (first->rotatable != second->rotatable)
		return first->rotatable - second->rotatable;
	return first->negative - second->negative;
}

/* May the two be told of together? Dots and triangles stand alone. */
static bool is_same_charge(const struct thing *a, const struct thing *b)
{
	return a->charge >= 6 && a->charge == b->charge &&
	       (a->charge != 7 || a->cell->colour == b->cell->colour);
}

/* What was found of the region before anything was cancelled. */
static bool say_charges(const struct court *court, struct breaches *breaches)
{
	static const char *const texts[] = {
		[4] = N_("no line passes over the dot"),
		[5] = N_("the triangle's cell has the wrong number of edges "
			 "with a line"),
		[6] = N_("squares of two colours share a region"),
		[7] = N_(
			"the star's region does not hold exactly two things of "
			"its colour"),
		[8] = N_("the polyominoes do not cover the region"),
	};

	for (int i = 0; i < court->count; i++) {
		const struct thing *thing = &court->things[i];
		bool told = false, on;

		for (int k = 0; k < i; k++)
			told |= is_same_charge(&court->things[k], thing);
		if (!thing->charge || told)
			continue;
		on = breach_add(
			breaches, thing->charge,
			place_square(thing->x, thing->y), "%s%s",
			_(texts[thing->charge]),
			court->eliminators
				? _("; the region's eliminators do not cancel "
				    "all its faults")
				: "");
		if (!on)
			return false;
		for (int k = i + 1; k < court->count; k++)
			if (is_same_charge(thing, &court->things[k]))
				breach_add_place(
					breaches,
					place_square(court->things[k].x,
						     court->things[k].y));
	}
	return true;
}

/* What can be tried is used up, for other regions, too. */
static bool say_too_hard(struct breaches *breaches)
{
	breach_add(breaches, 8, (struct board_place){ PLACE_WHOLE, 0, 0 },
		   "too many ways to lay polyominoes or to cancel faults to "
		   "check them all");
	breach_set_undecided(breaches);
	return false;
}

/* Rules 4 to 9 for one region. Returns whether to go on. */
static bool judge_region(struct court *court, struct breaches *breaches)
{
	struct thing *may[2 * PANEL_SPAN_MAX * PANEL_SPAN_MAX];
	int count = 0, faults = 0;
	int left = court->eliminators;

	judge(court);
	for (int i = 0; i < court->count && !court->too_hard; i++) {
		struct thing *thing = &court->things[i];

		thing->charge = thing->rule;
		faults += thing->fault != FINE;
		left -= thing->fault == MUST_GO;
		if (thing->fault == MAY_GO)
			may[count++] = thing;
	}
	if (!court->too_hard && (left < 0 || (faults && !court->eliminators)))
		return say_charges(court, breaches);
	/* an eliminator that has cancelled something is gone like its victim:
	 * its colour counted for the list of faults only */
	memset(court->colours, 0, sizeof court->colours);
	for (int i = 0; i < court->count; i++)
		court->things[i].gone = court->things[i].fault == MUST_GO;
	qsort(may, (size_t)count, sizeof *may, compare_things);
	if (!court->too_hard && cancel(court, may, count, 0, left, NULL))
		return true;
	if (court->too_hard)
		return say_too_hard(breaches);
	/* an eliminator too many, or a fault that none of them can mend? */
	if (!faults ||
	    (left > 0 && cancel(court, may, count, 0, left - 1, NULL)))
		return breach_add(
			breaches, 9,
			place_square(court->eliminator_x, court->eliminator_y),
			"the eliminators of the region cannot each cancel one "
			"fault");
	return say_charges(court, breaches);
}

/* What of the board belongs to the region. */
static void summon(struct court *court, int region)
{
	const struct panel_board *board = court->board;
	const struct panel *panel = board->panel;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct thing thing = { .x = x, .y = y };

			if (!panel_is_cell(x, y)) {
				if (board->line[y][x] ||
				    board->region[y][x] != region)
					continue;
				court->ground.open[y][x] = panel_is_edge(x, y);
				if (panel->spots[y][x].dot)
					court->things[court->count++] = thing;
				continue;
			}
			if (board->region[y][x] != region)
				continue;
			court->ground.region[y / 2][x / 2] = true;
			thing.cell = &panel->cells[y / 2][x / 2];
			if (thing.cell->kind == PANEL_ELIMINATOR) {
				if (!court->eliminators++) {
					court->eliminator_x = x;
					court->eliminator_y = y;
				}
				court->colours[thing.cell->colour]++;
			} else if (thing.cell->kind != PANEL_EMPTY) {
				court->things[court->count++] = thing;
			}
		}
}

/* Rule 4 where no region and no eliminator can help. */
static bool check_dot(const struct panel_board *board, int x, int y,
		      struct breaches *breaches)
{
	int dot = board->panel->spots[y][x].dot;
	int line = board->line[y][x];

	if ((dot == PANEL_DOT_CYAN && line == PANEL_LINE_MIRROR) ||
	    (dot == PANEL_DOT_YELLOW && line == PANEL_LINE_PLAYER))
		return breach_add(
			breaches, 4, place_square(x, y),
			dot == PANEL_DOT_CYAN
				? N_("the wrong line passes over the cyan dot")
				: N_("the wrong line passes over the yellow "
				     "dot"));
	if (dot != PANEL_DOT_NONE && !line &&
	    board->region[y][x] == PANEL_REGION_NONE)
		return breach_add(breaches, 4, place_square(x, y),
				  "no line passes over the dot");
	return true;
}

static bool check_dots(const struct panel_board *board,
		       struct breaches *breaches)
{
	const struct panel *panel = board->panel;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++)
			if (!panel_is_cell(x, y) &&
			    !check_dot(board, x, y, breaches))
				return false;
	return true;
}

/* Where to write down what is cancelled and how the pieces lie; NULL: nowhere.
 */
struct record {
	struct panel_at *places;
	struct panel_piece *pieces;
	int max, count;
};

static void note_cancelled(const struct court *court, struct record *record)
{
	for (int i = 0; i < court->count; i++) {
		const struct thing *thing = &court->things[i];

		if (!thing->gone)
			continue;
		if (record->count < record->max)
			record->places[record->count] =
				(struct panel_at){ (uint8_t)thing->x,
						   (uint8_t)thing->y };
		record->count++;
	}
}

static void note_pieces(const struct court *court, struct record *record)
{
	struct panel_lay lays[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	const struct panel *panel = court->board->panel;
	int count;

	fit_pieces(court, lays, &count);
	for (int i = 0; i < count; i++) {
		int cell = (int)(lays[i].cell - &panel->cells[0][0]);
		struct panel_piece *piece;

		if (record->count++ >= record->max)
			continue;
		piece = &record->pieces[record->count - 1];
		piece->symbol.x = (uint8_t)(2 * (cell % PANEL_SIDE_MAX) + 1);
		piece->symbol.y = (uint8_t)(2 * (cell / PANEL_SIDE_MAX) + 1);
		piece->negative = lays[i].cell->negative;
		piece->cell_count =
			panel_lay_cells(panel, &lays[i], piece->cells);
	}
}

static void check_line(const struct panel *panel,
		       const struct panel_solution *line, struct record *record,
		       struct breaches *breaches)
{
	struct thing things[PANEL_SPAN_MAX * PANEL_SPAN_MAX];
	struct panel_board board;
	long tries_left = TRIES_MAX;

	if (line->length < 1 || line->length > PANEL_PATH_MAX) {
		breach_add(breaches, 1,
			   (struct board_place){ PLACE_WHOLE, 0, 0 },
			   "there is no line");
		return;
	}
	if (!panel_board_init(&board, panel, line, breaches) || board.torn ||
	    !check_dots(&board, breaches))
		return;
	for (int i = 0; i < board.region_count; i++) {
		struct court court = {
			.board = &board,
			.ground.panel = panel,
			.ground.tries_left = &tries_left,
			.things = things,
		};

		summon(&court, i);
		if (!judge_region(&court, breaches))
			return;
		if (record->places)
			note_cancelled(&court, record);
		if (record->pieces)
			note_pieces(&court, record);
	}
}

void panel_check(const struct puzzle *puzzle, const struct solution *solution,
		 struct breaches *breaches)
{
	struct record nowhere = { NULL, NULL, 0, 0 };

	check_line(&puzzle->as.panel, &solution->as.panel, &nowhere, breaches);
}

int panel_cancelled(const struct puzzle *puzzle,
		    const struct solution *solution, struct panel_at *places,
		    int max)
{
	struct record record = { places, NULL, max, 0 };
	struct breaches first = { .every = false };

	check_line(&puzzle->as.panel, &solution->as.panel, &record, &first);
	return first.count ? 0 : record.count;
}

int panel_laid_pieces(const struct puzzle *puzzle,
		      const struct solution *solution,
		      struct panel_piece *pieces, int max)
{
	struct record record = { NULL, pieces, max, 0 };
	struct breaches first = { .every = false };

	check_line(&puzzle->as.panel, &solution->as.panel, &record, &first);
	return first.count ? 0 : record.count;
}

/* Beside which cell a vertex or an edge lies, and on which side of it. */
static void put_beside(const struct panel *panel,
		       const struct board_place *place, struct buffer *out)
{
	bool low = place->y && place->y == panel_height(panel) - 1;
	bool right = place->x && place->x == 2 * panel->columns;
	int row = (place->y - low) / 2 + 1;
	int column = (place->x - right) / 2 + 1;

	if (panel_is_vertex(place->x, place->y))
		buffer_printf(out,
			      _(low && right
					? N_("the bottom right corner of row "
					     "%d, column %d")
				: low ? N_("the bottom left corner of row %d, "
					   "column %d")
				: right ? N_("the top right corner of row %d, "
					     "column %d")
					: N_("the top left corner of row %d, "
					     "column %d")),
			      row, column);
	else if (place->x & 1)
		buffer_printf(out,
			      _(low ? N_("the edge below row %d, column %d")
				    : N_("the edge above row %d, column %d")),
			      row, column);
	else
		buffer_printf(
			out,
			_(right ? N_("the edge right of row %d, column %d")
				: N_("the edge left of row %d, column %d")),
			row, column);
}

bool panel_place_words(const struct puzzle *puzzle,
		       const struct board_place *place, struct buffer *out)
{
	if (place->kind != PLACE_SQUARE)
		return false;
	if (panel_is_cell(place->x, place->y))
		buffer_printf(out, _("row %d, column %d"), place->y / 2 + 1,
			      place->x / 2 + 1);
	else
		put_beside(&puzzle->as.panel, place, out);
	return true;
}
