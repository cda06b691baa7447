#include "cross_sum.h"

#include <stdio.h>
#include <string.h>

#include "blanks.h"
#include "compare.h"
#include "json_fields.h"
#include "language.h"
#include "puzzle.h"
#include "text_fields.h"

enum { SIDE = CROSS_SUM_SIDE_MAX };

void cross_sum_init(struct cross_sum *cross_sum, int columns, int rows)
{
	memset(cross_sum, 0xff, sizeof *cross_sum); /* all unknown: -1 */
	cross_sum->columns = columns;
	cross_sum->rows = rows;
	cross_sum->minimum = BLANKS_NO_MINIMUM;
	cross_sum->maximum = BLANKS_NO_MAXIMUM;
}

static int diagonals_fit(const struct cross_sum *cross_sum,
			 struct problem *problem)
{
	if (cross_sum->columns != cross_sum->rows &&
	    (cross_sum->diagonal_up != CROSS_SUM_UNKNOWN ||
	     cross_sum->diagonal_down != CROSS_SUM_UNKNOWN))
		return problem_set(problem, PROBLEM_INPUT,
				   "a board of %d by %d cells has no "
				   "diagonals to sum",
				   cross_sum->columns, cross_sum->rows);
	return 0;
}

static int totals_from_json(const json_t *json, struct cross_sum *cross_sum,
			    struct problem *problem)
{
	if (json_field_totals(json, "row_totals", cross_sum->rows,
			      (struct json_range){ 0, CROSS_SUM_NUMBER_MAX },
			      cross_sum->row_totals, problem) < 0 ||
	    json_field_totals(json, "column_totals", cross_sum->columns,
			      (struct json_range){ 0, CROSS_SUM_NUMBER_MAX },
			      cross_sum->column_totals, problem) < 0 ||
	    json_field_total(json, "diagonal_up", 0, CROSS_SUM_NUMBER_MAX,
			     &cross_sum->diagonal_up, problem) < 0 ||
	    json_field_total(json, "diagonal_down", 0, CROSS_SUM_NUMBER_MAX,
			     &cross_sum->diagonal_down, problem) < 0)
		return -1;
	return diagonals_fit(cross_sum, problem);
}

static int from_json(const json_t *json, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	const json_t *rows = json_object_get(json, "cells");
	int columns, height;

	if (json_field_int(json, "columns", CROSS_SUM_SIDE_MIN, SIDE, &columns,
			   problem) < 0 ||
	    json_field_int(json, "rows", CROSS_SUM_SIDE_MIN, SIDE, &height,
			   problem) < 0)
		return -1;
	cross_sum_init(cross_sum, columns, height);
	if (json_array_size(rows) != (size_t)height)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"cells\" is not %d rows", height);
	for (int y = 0; y < height; y++)
		if (json_ints_or_null(
			    json_array_get(rows, (size_t)y), "cells", columns,
			    (struct json_range){ 0, CROSS_SUM_NUMBER_MAX },
			    cross_sum->cells[y], problem) < 0)
			return -1;
	if (blanks_from_json(json, CROSS_SUM_NUMBER_MAX, &cross_sum->minimum,
			     &cross_sum->maximum, problem) < 0)
		return -1;
	return totals_from_json(json, cross_sum, problem);
}

/* A row by json_from_totals or json_from_ints. */
static json_t *cells_to_json(const struct cross_sum *cross_sum,
			     const int cells[SIDE][SIDE],
			     json_t *(*row)(const int *values, int count))
{
	json_t *rows = json_array();

	for (int y = 0; y < cross_sum->rows; y++)
		json_put_item(&rows, row(cells[y], cross_sum->columns));
	return rows;
}

static json_t *to_json(const struct puzzle *puzzle)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	json_t *json = json_pack(
		"{s:i,s:i,s:o,s:o,s:o,s:o,s:o}", "columns", cross_sum->columns,
		"rows", cross_sum->rows, "cells",
		cells_to_json(cross_sum, cross_sum->cells, json_from_totals),
		"row_totals",
		json_from_totals(cross_sum->row_totals, cross_sum->rows),
		"column_totals",
		json_from_totals(cross_sum->column_totals, cross_sum->columns),
		"diagonal_up", json_from_total(cross_sum->diagonal_up),
		"diagonal_down", json_from_total(cross_sum->diagonal_down));

	blanks_to_json(cross_sum->minimum, cross_sum->maximum, &json);
	return json;
}

static int solution_from_json(const json_t *json, const struct puzzle *puzzle,
			      struct solution *solution,
			      struct problem *problem)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	struct cross_sum_solution *answer = &solution->as.cross_sum;
	const json_t *rows = json_object_get(json, "cells");

	memset(answer, 0, sizeof *answer);
	if (json_array_size(rows) != (size_t)cross_sum->rows)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"cells\" is not %d rows", cross_sum->rows);
	for (int y = 0; y < cross_sum->rows; y++)
		if (json_ints(json_array_get(rows, (size_t)y), "cells",
			      cross_sum->columns,
			      (struct json_range){ -CROSS_SUM_NUMBER_MAX,
						   CROSS_SUM_NUMBER_MAX },
			      answer->cells[y], problem) < 0)
			return -1;
	return 0;
}

static json_t *solution_to_json(const struct puzzle *puzzle,
				const struct solution *solution)
{
	return json_pack("{s:o}", "cells",
			 cells_to_json(&puzzle->as.cross_sum,
				       solution->as.cross_sum.cells,
				       json_from_ints));
}

static size_t claim_text(const char *text)
{
	return text_section_length(text, "#tc");
}

/* Lines are read into this before it is known how many there are. */
struct text_lines {
	int numbers[SIDE + 1][SIDE + 1];
	int count, width;
};

static int line_from_text(struct text_fields *fields, struct text_lines *lines,
			  struct problem *problem)
{
	long numbers[SIDE + 1];
	int count = text_fields_numbers(fields, numbers, SIDE + 1, problem);

	if (count < 0)
		return -1;
	if (lines->count == SIDE + 1)
		return problem_set(problem, PROBLEM_INPUT, "more than %d rows",
				   SIDE);
	if (lines->count == 0)
		lines->width = count;
	if (count != lines->width)
		return problem_set(problem, PROBLEM_INPUT,
				   "line %d: expected %d numbers as in the "
				   "lines before, but there are %d",
				   fields->line_number, lines->width, count);
	for (int i = 0; i < count; i++) {
		if (numbers[i] > CROSS_SUM_NUMBER_MAX)
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: too large: '%ld'",
					   fields->line_number, numbers[i]);
		lines->numbers[lines->count][i] = numbers[i] == TEXT_BLANK
							  ? CROSS_SUM_UNKNOWN
							  : (int)numbers[i];
	}
	lines->count++;
	return 0;
}

static int from_text(const char *text, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	struct text_lines lines = { .count = 0 };
	struct text_fields fields;
	long diagonal;
	int columns, rows;

	text_fields_init(&fields, text);
	text_fields_next_line(&fields);
	if (!text_fields_next_line(&fields) ||
	    text_fields_numbers(&fields, &diagonal, 1, problem) != 1 ||
	    diagonal > CROSS_SUM_NUMBER_MAX)
		return problem_set(problem, PROBLEM_INPUT,
				   "no line with the upper diagonal's total "
				   "(or x) alone");
	while (text_fields_next_line(&fields))
		if (line_from_text(&fields, &lines, problem) < 0)
			return -1;
	columns = lines.width - 1;
	rows = lines.count - 1;
	if (columns < CROSS_SUM_SIDE_MIN || rows < CROSS_SUM_SIDE_MIN)
		return problem_set(problem, PROBLEM_INPUT,
				   "too few numbers for a board");
	cross_sum_init(cross_sum, columns, rows);
	for (int y = 0; y < rows; y++) {
		memcpy(cross_sum->cells[y], lines.numbers[y],
		       (size_t)columns * sizeof **lines.numbers);
		cross_sum->row_totals[y] = lines.numbers[y][columns];
	}
	memcpy(cross_sum->column_totals, lines.numbers[rows],
	       (size_t)columns * sizeof **lines.numbers);
	cross_sum->diagonal_down = lines.numbers[rows][columns];
	cross_sum->diagonal_up =
		diagonal == TEXT_BLANK ? CROSS_SUM_UNKNOWN : (int)diagonal;
	return diagonals_fit(cross_sum, problem);
}

static void put_number(struct buffer *out, int number, const char *after)
{
	if (number == CROSS_SUM_UNKNOWN)
		buffer_printf(out, "x%s", after);
	else
		buffer_printf(out, "%d%s", number, after);
}

static int to_text(const struct puzzle *puzzle, struct buffer *out,
		   struct problem *problem)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;

	if (blanks_fit_text(cross_sum->minimum, cross_sum->maximum, problem) <
	    0)
		return -1;
	buffer_puts(out, "#tc Total Concentration\n");
	put_number(out, cross_sum->diagonal_up, "\n");
	for (int y = 0; y < cross_sum->rows; y++) {
		for (int x = 0; x < cross_sum->columns; x++)
			put_number(out, cross_sum->cells[y][x], ",");
		put_number(out, cross_sum->row_totals[y], "\n");
	}
	for (int x = 0; x < cross_sum->columns; x++)
		put_number(out, cross_sum->column_totals[x], ",");
	put_number(out, cross_sum->diagonal_down, "\n");
	return 0;
}

/* Rule 3. */
static bool check_cell(const struct cross_sum *cross_sum, int x, int y,
		       int value, struct breaches *breaches)
{
	int given = cross_sum->cells[y][x];

	if (given != CROSS_SUM_UNKNOWN && given != value)
		return breach_add(breaches, 3, place_square(x, y),
				  "the cell holds %d, but %d is given", value,
				  given);
	if (given == CROSS_SUM_UNKNOWN && value < cross_sum->minimum)
		return breach_add(breaches, 3, place_square(x, y),
				  "the cell holds %d, less than %d", value,
				  cross_sum->minimum);
	if (given == CROSS_SUM_UNKNOWN && value > cross_sum->maximum)
		return breach_add(breaches, 3, place_square(x, y),
				  "the cell holds %d, more than %d", value,
				  cross_sum->maximum);
	return true;
}

/* Rule 1. */
static bool check_line(struct breaches *breaches, bool row, int index, long sum,
		       int total)
{
	struct board_place place = { row ? PLACE_ROW_TOTAL : PLACE_COLUMN_TOTAL,
				     index, index };

	if (total == CROSS_SUM_UNKNOWN || sum == total)
		return true;
	return breach_add(breaches, 1, place, "the cells sum to %ld, not %d",
			  sum, total);
}

/* Rule 2. */
static bool check_diagonal(const struct cross_sum *cross_sum,
			   const struct cross_sum_solution *answer, bool up,
			   struct breaches *breaches)
{
	int total = up ? cross_sum->diagonal_up : cross_sum->diagonal_down;
	struct board_place place = { up ? PLACE_DIAGONAL_UP
					: PLACE_DIAGONAL_DOWN,
				     0, 0 };
	int side = cross_sum->rows;
	long sum = 0;

	if (total == CROSS_SUM_UNKNOWN)
		return true;
	for (int i = 0; i < side; i++)
		sum += answer->cells[i][up ? side - 1 - i : i];
	if (sum == total)
		return true;
	return breach_add(breaches, 2, place, "the cells sum to %ld, not %d",
			  sum, total);
}

static void check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	const struct cross_sum_solution *answer = &solution->as.cross_sum;
	long columns[SIDE] = { 0 };

	for (int y = 0; y < cross_sum->rows; y++) {
		long sum = 0;

		for (int x = 0; x < cross_sum->columns; x++) {
			int value = answer->cells[y][x];

			if (!check_cell(cross_sum, x, y, value, breaches))
				return;
			sum += value;
			columns[x] += value;
		}
		if (!check_line(breaches, true, y, sum,
				cross_sum->row_totals[y]))
			return;
	}
	for (int x = 0; x < cross_sum->columns; x++)
		if (!check_line(breaches, false, x, columns[x],
				cross_sum->column_totals[x]))
			return;
	if (check_diagonal(cross_sum, answer, true, breaches))
		check_diagonal(cross_sum, answer, false, breaches);
}

/* minimum and maximum do not count: no picture shows them. */
static bool equal(const struct puzzle *first, const struct puzzle *second,
		  struct buffer *difference)
{
	const struct cross_sum *a = &first->as.cross_sum;
	const struct cross_sum *b = &second->as.cross_sum;
	char name[24];

	if (!same_numbers("columns", &a->columns, &b->columns, 1, difference) ||
	    !same_numbers("rows", &a->rows, &b->rows, 1, difference))
		return false;
	for (int y = 0; y < a->rows; y++) {
		snprintf(name, sizeof name, "cells[%d]", y);
		if (!same_numbers(name, a->cells[y], b->cells[y], a->columns,
				  difference))
			return false;
	}
	return same_numbers("row_totals", a->row_totals, b->row_totals, a->rows,
			    difference) &&
	       same_numbers("column_totals", a->column_totals, b->column_totals,
			    a->columns, difference) &&
	       same_numbers("diagonal_up", &a->diagonal_up, &b->diagonal_up, 1,
			    difference) &&
	       same_numbers("diagonal_down", &a->diagonal_down,
			    &b->diagonal_down, 1, difference);
}

static size_t places(const struct puzzle *puzzle)
{
	return (size_t)(puzzle->as.cross_sum.columns *
			puzzle->as.cross_sum.rows);
}

static void place_at(const struct puzzle *puzzle, size_t place, int *x, int *y)
{
	puzzle_grid_at(puzzle->as.cross_sum.columns, place, x, y);
}

static int value_at(const struct puzzle *puzzle,
		    const struct solution *solution, size_t place)
{
	int x, y;

	place_at(puzzle, place, &x, &y);
	return solution->as.cross_sum.cells[y][x];
}

const struct puzzle_family puzzle_cross_sum = {
	.name = "cross-sum",
	.title = N_("Total Concentration"),
	.plural = N_("cross-sums"),
	.promises_one = true,
	/* FACTS: a wrong given, 58 of 100 */
	.misread_sense = 0.58,
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
