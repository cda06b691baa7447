#include "sudoku.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "json_fields.h"
#include "language.h"
#include "puzzle.h"
#include "text_fields.h"

enum { SIDE = SUDOKU_SIDE_MAX };

/* The boards there are; of those with one side, the first is meant where boxes
 * are not spoken of. */
static const struct {
	int side, box_width;
} boards[] = { { 9, 3 }, { 6, 3 }, { 6, 2 }, { 4, 2 } };

enum { BOARDS = sizeof boards / sizeof *boards };

bool sudoku_init(struct sudoku *sudoku, int side, int box_width)
{
	int i = 0;

	while (i < BOARDS && (boards[i].side != side ||
			      (box_width && boards[i].box_width != box_width)))
		i++;
	if (i == BOARDS)
		return false;
	memset(sudoku, 0xff, sizeof *sudoku); /* all blank: -1 */
	sudoku->side = side;
	sudoku->box_width = boards[i].box_width;
	sudoku->box_height = side / boards[i].box_width;
	return true;
}

int sudoku_box_of(const struct sudoku *sudoku, int x, int y)
{
	int boxes_across = sudoku->side / sudoku->box_width;

	return y / sudoku->box_height * boxes_across + x / sudoku->box_width;
}

static int box_from_json(const json_t *json, int side, struct sudoku *sudoku,
			 struct problem *problem)
{
	const json_t *item = json_object_get(json, "box");
	int box[2] = { 0, 0 };

	if (item && !json_is_null(item) &&
	    json_ints(item, "box", 2, (struct json_range){ 1, SIDE }, box,
		      problem) < 0)
		return -1;
	if (!sudoku_init(sudoku, side, box[0]) ||
	    (box[1] && box[1] != sudoku->box_height))
		return problem_set(problem, PROBLEM_INPUT,
				   "no sudoku has %d rows and boxes of %d by "
				   "%d cells",
				   side, box[0], box[1]);
	return 0;
}

static int from_json(const json_t *json, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct sudoku *sudoku = &puzzle->as.sudoku;
	const json_t *rows = json_object_get(json, "cells");
	int side = (int)json_array_size(rows);
	int columns = side, height = side;

	/* the board's size is that of "cells"; labels may leave it out */
	if (json_field_int_if(json, "columns", 1, SIDE, &columns, problem) <
		    0 ||
	    json_field_int_if(json, "rows", 1, SIDE, &height, problem) < 0)
		return -1;
	if (height != side)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"cells\" is not %d rows", height);
	if (columns != side || !sudoku_init(sudoku, side, 0))
		return problem_set(problem, PROBLEM_INPUT,
				   "no sudoku has %d by %d cells", columns,
				   height);
	if (box_from_json(json, side, sudoku, problem) < 0)
		return -1;
	for (int y = 0; y < side; y++) {
		int *cells = sudoku->cells[y];

		if (json_ints_or_null(json_array_get(rows, (size_t)y), "cells",
				      side, (struct json_range){ 0, side },
				      cells, problem) < 0)
			return -1;
		for (int x = 0; x < side; x++)
			cells[x] = cells[x] ? cells[x] : SUDOKU_BLANK;
	}
	return 0;
}

static json_t *cells_to_json(int side, const int cells[SIDE][SIDE])
{
	json_t *rows = json_array();

	for (int y = 0; y < side; y++)
		json_put_item(&rows, json_from_totals(cells[y], side));
	return rows;
}

static json_t *to_json(const struct puzzle *puzzle)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;

	return json_pack("{s:i,s:i,s:[i,i],s:o}", "columns", sudoku->side,
			 "rows", sudoku->side, "box", sudoku->box_width,
			 sudoku->box_height, "cells",
			 cells_to_json(sudoku->side, sudoku->cells));
}

static int solution_from_json(const json_t *json, const struct puzzle *puzzle,
			      struct solution *solution,
			      struct problem *problem)
{
	/* any digits: whether they keep the rules is the checker's to say */
	const struct json_range range = { -99, 99 };
	const json_t *rows = json_object_get(json, "cells");
	int side = puzzle->as.sudoku.side;

	memset(&solution->as.sudoku, 0, sizeof solution->as.sudoku);
	if (json_array_size(rows) != (size_t)side)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"cells\" is not %d rows", side);
	for (int y = 0; y < side; y++)
		if (json_ints(json_array_get(rows, (size_t)y), "cells", side,
			      range, solution->as.sudoku.cells[y], problem) < 0)
			return -1;
	return 0;
}

static json_t *solution_to_json(const struct puzzle *puzzle,
				const struct solution *solution)
{
	return json_pack("{s:o}", "cells",
			 cells_to_json(puzzle->as.sudoku.side,
				       solution->as.sudoku.cells));
}

/* What stands for a blank, and what may stand between cells. */
static const char blanks[] = ".0xX_";
static const char between[] = " \t\r\v\f\n|+-";

static bool is_cell(char c)
{
	return isdigit((unsigned char)c) || (c && strchr(blanks, c));
}

/* How many cells the line holds, -1 where something else stands in it. */
static int cells_in(const char *line, size_t length)
{
	int count = 0;

	for (const char *at = line; at < line + length; at++) {
		if (is_cell(*at))
			count++;
		else if (!strchr(between, *at))
			return -1;
	}
	return count;
}

/* How many cells the board has that a line of `count` cells opens: a row or
 * all of it; 0 where there is no such board. */
static int cells_of_board(int count)
{
	for (int i = 0; i < BOARDS; i++)
		if (count == boards[i].side ||
		    count == boards[i].side * boards[i].side)
			return boards[i].side * boards[i].side;
	return 0;
}

/* A whole board on a line, or one that starts with a row or with the line
 * drawn above it: up to its last cell, and the line drawn below it. */
static size_t claim_text(const char *text)
{
	const char *end = text;
	int wanted = 0, found = 0;

	for (const char *line = text; *line; line = end + (*end == '\n')) {
		size_t length = text_line_length(line);
		int count = cells_in(line, length);

		if (line == text && count == 0 && !memchr(line, '-', length))
			return 0;
		if (!wanted && count) {
			wanted = cells_of_board(count);
			if (!wanted)
				return 0;
		}
		/* the next puzzle; anything else is a row with a fault */
		if (count != 0 && (found >= wanted || *line == '#'))
			break;
		end = line + length;
		if (count < 0)
			break;
		found += count;
	}
	return (size_t)(end - text);
}

static int from_text(const char *text, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct sudoku *sudoku = &puzzle->as.sudoku;
	int cells[SIDE * SIDE];
	int count = 0, side = 1;

	for (const char *at = text; *at; at++) {
		if (strchr(between, *at))
			continue;
		if (!is_cell(*at))
			return problem_set(problem, PROBLEM_INPUT,
					   "neither digit nor blank: '%.20s'",
					   at);
		if (count == SIDE * SIDE)
			return problem_set(problem, PROBLEM_INPUT,
					   "more than %d cells", SIDE * SIDE);
		cells[count++] = strchr(blanks, *at) ? SUDOKU_BLANK : *at - '0';
	}
	while (side * side < count)
		side++;
	if (side * side != count || !sudoku_init(sudoku, side, 0))
		return problem_set(problem, PROBLEM_INPUT,
				   "no sudoku has %d cells", count);
	for (int i = 0; i < count; i++) {
		if (cells[i] > side)
			return problem_set(problem, PROBLEM_INPUT,
					   "not a number from 1 to %d: '%d'",
					   side, cells[i]);
		sudoku->cells[i / side][i % side] = cells[i];
	}
	return 0;
}

static int to_text(const struct puzzle *puzzle, struct buffer *out,
		   struct problem *problem)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	struct sudoku plain = { 0 };

	sudoku_init(&plain, sudoku->side, 0);
	if (plain.box_width != sudoku->box_width)
		return problem_set(problem, PROBLEM_INPUT,
				   "the text form has no boxes of %d by %d "
				   "cells; use JSON",
				   sudoku->box_width, sudoku->box_height);
	for (int y = 0; y < sudoku->side; y++) {
		for (int x = 0; x < sudoku->side; x++) {
			int given = sudoku->cells[y][x];

			buffer_printf(out, "%c",
				      given == SUDOKU_BLANK ? '.'
							    : '0' + given);
		}
		buffer_puts(out, "\n");
	}
	return 0;
}

/* Cell i of a row, column or box. */
static void cell_of(const struct sudoku *sudoku, int rule, int index, int i,
		    int *x, int *y)
{
	int boxes_across = sudoku->side / sudoku->box_width;

	*x = rule == 1   ? i
	     : rule == 2 ? index
			 : index % boxes_across * sudoku->box_width +
				   i % sudoku->box_width;
	*y = rule == 1   ? index
	     : rule == 2 ? i
			 : index / boxes_across * sudoku->box_height +
				   i / sudoku->box_width;
}

/* The number stands in the group more than once: its last cell first. */
static bool add_twice(const struct sudoku *sudoku,
		      const struct sudoku_solution *answer, int rule, int index,
		      int value, struct breaches *breaches)
{
	static const char *const names[] = { "", N_("row"), N_("column"),
					     N_("box") };
	struct board_place at[SIDE];
	int count = 0;
	bool on;

	for (int i = 0; i < sudoku->side; i++) {
		int x, y;

		cell_of(sudoku, rule, index, i, &x, &y);
		if (answer->cells[y][x] == value)
			at[count++] = place_square(x, y);
	}
	on = breach_add(breaches, rule, at[count - 1],
			"%s %d holds %d more than once", _(names[rule]),
			index + 1, value);
	for (int i = 0; i < count - 1; i++)
		breach_add_place(breaches, at[i]);
	return on;
}

/* Rules 1 to 3: a row, a column or a box. */
static bool check_group(const struct sudoku *sudoku,
			const struct sudoku_solution *answer, int rule,
			int index, struct breaches *breaches)
{
	int seen[SIDE + 1] = { 0 };

	for (int i = 0; i < sudoku->side; i++) {
		int x, y, value;

		cell_of(sudoku, rule, index, i, &x, &y);
		value = answer->cells[y][x];
		if (value >= 1 && value <= sudoku->side)
			seen[value]++;
		else if (rule == 1 &&
			 !breach_add(breaches, rule, place_square(x, y),
				     "the cell holds %d, not 1 to %d", value,
				     sudoku->side))
			return false;
	}
	for (int value = 1; value <= sudoku->side; value++)
		if (seen[value] > 1 &&
		    !add_twice(sudoku, answer, rule, index, value, breaches))
			return false;
	return true;
}

static void check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	const struct sudoku_solution *answer = &solution->as.sudoku;

	for (int rule = 1; rule <= 3; rule++)
		for (int i = 0; i < sudoku->side; i++)
			if (!check_group(sudoku, answer, rule, i, breaches))
				return;
	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++)
			if (sudoku->cells[y][x] != SUDOKU_BLANK &&
			    sudoku->cells[y][x] != answer->cells[y][x] &&
			    !breach_add(breaches, 4, place_square(x, y),
					"the cell holds %d, but %d is given",
					answer->cells[y][x],
					sudoku->cells[y][x]))
				return;
}

static bool equal(const struct puzzle *first, const struct puzzle *second,
		  struct buffer *difference)
{
	const struct sudoku *a = &first->as.sudoku;
	const struct sudoku *b = &second->as.sudoku;
	char name[24];

	if (!same_numbers("rows", &a->side, &b->side, 1, difference) ||
	    !same_numbers("box", &a->box_width, &b->box_width, 1, difference))
		return false;
	for (int y = 0; y < a->side; y++) {
		snprintf(name, sizeof name, "cells[%d]", y);
		if (!same_numbers(name, a->cells[y], b->cells[y], a->side,
				  difference))
			return false;
	}
	return true;
}

static size_t places(const struct puzzle *puzzle)
{
	return (size_t)(puzzle->as.sudoku.side * puzzle->as.sudoku.side);
}

static void place_at(const struct puzzle *puzzle, size_t place, int *x, int *y)
{
	puzzle_grid_at(puzzle->as.sudoku.side, place, x, y);
}

static int value_at(const struct puzzle *puzzle,
		    const struct solution *solution, size_t place)
{
	int x, y;

	place_at(puzzle, place, &x, &y);
	return solution->as.sudoku.cells[y][x];
}

const struct puzzle_family puzzle_sudoku = {
	.name = "sudoku",
	.title = N_("Sudoku"),
	.plural = N_("sudokus"),
	.promises_one = true,
	.never_many = true,
	.misread_sense = 0.03,
	.from_json = from_json,
	.to_json = to_json,
	.solution_from_json = solution_from_json,
	.solution_to_json = solution_to_json,
	.claim_text = claim_text,
	.from_text = from_text,
	.to_text = to_text,
	.check = check,
	.equal = equal,
	.places = places,
	.value_at = value_at,
	.place_at = place_at,
};
