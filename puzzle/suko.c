#include "suko.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "json_fields.h"
#include "language.h"
#include "puzzle.h"
#include "text_fields.h"

void suko_init(struct suko *suko)
{
	memset(suko, 0, sizeof *suko);
	for (int i = 0; i < SUKO_CIRCLES; i++)
		suko->circles[i] = SUKO_UNKNOWN;
}

void suko_around(int circle, int cells[4])
{
	int first = circle % 2 + circle / 2 * 3;

	cells[0] = first;
	cells[1] = first + 1;
	cells[2] = first + 3;
	cells[3] = first + 4;
}

/* "cells":[0,1,4] */
static int cells_from_json(const json_t *json, struct suko *suko,
			   struct suko_area *area, struct problem *problem)
{
	const json_t *list = json_object_get(json, "cells");
	int count = (int)json_array_size(list);
	int cells[SUKO_CELLS];

	if (count < 1 || count > SUKO_CELLS)
		return problem_set(problem, PROBLEM_INPUT,
				   "an area of %d cells", count);
	if (json_ints(list, "cells", count,
		      (struct json_range){ 0, SUKO_CELLS - 1 }, cells,
		      problem) < 0)
		return -1;
	for (int i = 0; i < count; i++) {
		for (int j = 0; j < suko->area_count; j++)
			if (suko->areas[j].cells[cells[i]])
				return problem_set(problem, PROBLEM_INPUT,
						   "cell %d lies in two areas",
						   cells[i]);
		area->cells[cells[i]] = true;
	}
	return 0;
}

static int areas_from_json(const json_t *list, struct suko *suko,
			   struct problem *problem)
{
	size_t index;
	json_t *json;

	if (list && !json_is_array(list))
		return problem_set(problem, PROBLEM_INPUT,
				   "\"areas\" is not a list");
	json_array_foreach(list, index, json)
	{
		struct suko_area *area = &suko->areas[suko->area_count];
		const json_t *colour = json_object_get(json, "colour");

		if (suko->area_count == SUKO_AREAS_MAX)
			return problem_set(problem, PROBLEM_INPUT,
					   "more than %d areas",
					   SUKO_AREAS_MAX);
		if (json_is_string(colour))
			json_copy_text(json_string_value(colour), area->colour,
				       sizeof area->colour);
		if (json_field_total(json, "total", 0, SUKO_TOTAL_MAX,
				     &area->total, problem) < 0 ||
		    cells_from_json(json, suko, area, problem) < 0)
			return -1;
		suko->area_count++;
	}
	return 0;
}

/* A blank is 0 or null. */
static int givens_from_json(const json_t *json, struct suko *suko,
			    struct problem *problem)
{
	if (json_field_totals(json, "givens", SUKO_CELLS,
			      (struct json_range){ 0, 9 }, suko->givens,
			      problem) < 0)
		return -1;
	for (int i = 0; i < SUKO_CELLS; i++)
		if (suko->givens[i] < 0)
			suko->givens[i] = SUKO_BLANK;
	return 0;
}

static int from_json(const json_t *json, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct suko *suko = &puzzle->as.suko;

	suko_init(suko);
	if (!json_object_get(json, "circles"))
		return problem_set(problem, PROBLEM_INPUT, "no \"circles\"");
	if (json_field_totals(json, "circles", SUKO_CIRCLES,
			      (struct json_range){ 0, SUKO_TOTAL_MAX },
			      suko->circles, problem) < 0 ||
	    givens_from_json(json, suko, problem) < 0)
		return -1;
	return areas_from_json(json_object_get(json, "areas"), suko, problem);
}

static json_t *area_to_json(const struct suko_area *area)
{
	json_t *cells = json_array();

	for (int i = 0; i < SUKO_CELLS; i++)
		if (area->cells[i])
			json_put_item(&cells, json_integer(i));
	return json_pack("{s:o,s:s,s:o}", "total", json_from_total(area->total),
			 "colour", area->colour, "cells", cells);
}

static json_t *to_json(const struct puzzle *puzzle)
{
	const struct suko *suko = &puzzle->as.suko;
	json_t *areas = json_array();

	for (int i = 0; i < suko->area_count; i++)
		json_put_item(&areas, area_to_json(&suko->areas[i]));
	return json_pack("{s:o,s:o,s:o}", "circles",
			 json_from_totals(suko->circles, SUKO_CIRCLES), "areas",
			 areas, "givens",
			 json_from_totals(suko->givens, SUKO_CELLS));
}

static const struct suko_area *area_of(const struct suko *suko, int cell)
{
	for (int i = 0; i < suko->area_count; i++)
		if (suko->areas[i].cells[cell])
			return &suko->areas[i];
	return NULL;
}

static size_t claim_text(const char *text)
{
	return text_section_length(text, "#suko");
}

/* A column a to c and a row 1 to 3; -1 where it is none. */
static int cell_named(const char *name)
{
	int x = name[0] ? tolower((unsigned char)name[0]) - 'a' : -1;
	int y = x >= 0 && name[1] ? name[1] - '1' : -1;

	if (x < 0 || x > 2 || y < 0 || y > 2)
		return -1;
	return 3 * y + x;
}

static int circles_from_text(struct text_fields *fields, struct suko *suko,
			     struct problem *problem)
{
	long totals[SUKO_CIRCLES];
	int count;

	text_fields_next_line(fields);
	count = text_fields_numbers(fields, totals, SUKO_CIRCLES, problem);
	if (count < 0)
		return -1;
	if (count < SUKO_CIRCLES)
		return problem_set(
			problem, PROBLEM_INPUT,
			"line %d: expected the numbers of %d circles, "
			"but there are %d",
			fields->line_number, SUKO_CIRCLES, count);
	for (int i = 0; i < SUKO_CIRCLES; i++) {
		if (totals[i] > SUKO_TOTAL_MAX)
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: a total above %d: '%ld'",
					   fields->line_number, SUKO_TOTAL_MAX,
					   totals[i]);
		suko->circles[i] =
			totals[i] == TEXT_BLANK ? SUKO_UNKNOWN : (int)totals[i];
	}
	return 0;
}

/* "b2=5", as many as there are. */
static int givens_from_text(struct text_fields *fields, struct suko *suko,
			    struct problem *problem)
{
	char field[16];

	while (text_fields_string(fields, field, sizeof field)) {
		int cell = cell_named(field);
		char digit = cell >= 0 && field[2] == '=' ? field[3] : '0';

		if (digit < '1' || digit > '9' || field[4])
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: expected a given such as "
					   "b2=5: '%s'",
					   fields->line_number, field);
		suko->givens[cell] = digit - '0';
	}
	return 0;
}

/* "17 a1 b1 b2" */
static int area_from_text(struct text_fields *fields, struct suko *suko,
			  struct problem *problem)
{
	/* they only have to differ */
	static const char *const colours[SUKO_AREAS_MAX] = {
		"yellow", "green", "orange",  "blue", "red",
		"purple", "cyan",  "magenta", "white"
	};
	struct suko_area area = { 0 };
	char name[16];
	long total;

	if (suko->area_count == SUKO_AREAS_MAX)
		return problem_set(problem, PROBLEM_INPUT, "more than %d areas",
				   SUKO_AREAS_MAX);
	if (text_fields_numbers_some(fields, &total, 1, problem) < 0)
		return -1;
	if (total > SUKO_TOTAL_MAX)
		return problem_set(problem, PROBLEM_INPUT,
				   "line %d: a total above %d: '%ld'",
				   fields->line_number, SUKO_TOTAL_MAX, total);
	area.total = total == TEXT_BLANK ? SUKO_UNKNOWN : (int)total;
	while (text_fields_string(fields, name, sizeof name)) {
		int cell = cell_named(name);

		if (cell < 0 || name[2])
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: expected a cell a1 to c3: "
					   "'%s'",
					   fields->line_number, name);
		if (area.cells[cell] || area_of(suko, cell))
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: cell %s is named twice",
					   fields->line_number, name);
		area.cells[cell] = true;
	}
	snprintf(area.colour, sizeof area.colour, "%s",
		 colours[suko->area_count]);
	suko->areas[suko->area_count++] = area;
	return 0;
}

static int from_text(const char *text, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct suko *suko = &puzzle->as.suko;
	struct text_fields fields;

	suko_init(suko);
	text_fields_init(&fields, text);
	text_fields_next_line(&fields);
	if (circles_from_text(&fields, suko, problem) < 0)
		return -1;
	while (text_fields_next_line(&fields)) {
		size_t length = (size_t)(fields.line_end - fields.line);

		if ((memchr(fields.line, '=', length)
			     ? givens_from_text(&fields, suko, problem)
			     : area_from_text(&fields, suko, problem)) < 0)
			return -1;
		if (fields.line != fields.line_end)
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: not understood: '%.20s'",
					   fields.line_number, fields.line);
	}
	return 0;
}

static void put_total(struct buffer *out, int total)
{
	if (total == SUKO_UNKNOWN)
		buffer_puts(out, "x");
	else
		buffer_printf(out, "%d", total);
}

static int to_text(const struct puzzle *puzzle, struct buffer *out,
		   struct problem *problem)
{
	const struct suko *suko = &puzzle->as.suko;

	(void)problem;
	buffer_puts(out, "#suko\n");
	for (int i = 0; i < SUKO_CIRCLES; i++) {
		put_total(out, suko->circles[i]);
		buffer_puts(out, i < SUKO_CIRCLES - 1 ? " " : "\n");
	}
	for (int i = 0; i < suko->area_count; i++) {
		put_total(out, suko->areas[i].total);
		for (int cell = 0; cell < SUKO_CELLS; cell++)
			if (suko->areas[i].cells[cell])
				buffer_printf(out, " %c%d", 'a' + cell % 3,
					      cell / 3 + 1);
		buffer_puts(out, "\n");
	}
	for (int cell = 0; cell < SUKO_CELLS; cell++)
		if (suko->givens[cell] != SUKO_BLANK)
			buffer_printf(out, "%c%d=%d\n", 'a' + cell % 3,
				      cell / 3 + 1, suko->givens[cell]);
	return 0;
}

static int solution_from_json(const json_t *json, const struct puzzle *puzzle,
			      struct solution *solution,
			      struct problem *problem)
{
	(void)puzzle;
	return json_ints(json_object_get(json, "cells"), "cells", SUKO_CELLS,
			 (struct json_range){ -SUKO_TOTAL_MAX, SUKO_TOTAL_MAX },
			 solution->as.suko.cells, problem);
}

static json_t *solution_to_json(const struct puzzle *puzzle,
				const struct solution *solution)
{
	(void)puzzle;
	return json_pack("{s:o}", "cells",
			 json_from_totals(solution->as.suko.cells, SUKO_CELLS));
}

static struct board_place place_cell(int cell)
{
	return (struct board_place){ PLACE_CELL, cell, 0 };
}

/* Rule 1: the number, where it stands more than once. */
static bool check_once(const int *cells, int number, struct breaches *breaches)
{
	int at[SUKO_CELLS];
	int count = 0;
	bool on;

	for (int i = 0; i < SUKO_CELLS; i++)
		if (cells[i] == number)
			at[count++] = i;
	if (count < 2)
		return true;
	on = breach_add(breaches, 1, place_cell(at[count - 1]),
			"%d stands in %d cells", number, count);
	for (int i = 0; i < count - 1; i++)
		breach_add_place(breaches, place_cell(at[i]));
	return on;
}

/* Rules 1 and 4. */
static bool check_cells(const struct suko *suko, const int *cells,
			struct breaches *breaches)
{
	for (int i = 0; i < SUKO_CELLS; i++) {
		int given = suko->givens[i];

		if ((cells[i] < 1 || cells[i] > 9) &&
		    !breach_add(breaches, 1, place_cell(i),
				"the cell holds %d, not 1 to 9", cells[i]))
			return false;
		if (given != SUKO_BLANK && given != cells[i] &&
		    !breach_add(breaches, 4, place_cell(i),
				"the cell holds %d, but %d is given", cells[i],
				given))
			return false;
	}
	for (int number = 1; number <= 9; number++)
		if (!check_once(cells, number, breaches))
			return false;
	return true;
}

/* Rule 2. */
static bool check_circle(const struct suko *suko, const int *cells, int circle,
			 struct breaches *breaches)
{
	/* top left, top right, bottom left, bottom right cell */
	int first = 3 * (circle / 2) + circle % 2;
	int sum = cells[first] + cells[first + 1] + cells[first + 3] +
		  cells[first + 4];

	if (suko->circles[circle] == SUKO_UNKNOWN ||
	    suko->circles[circle] == sum)
		return true;
	return breach_add(breaches, 2,
			  (struct board_place){ PLACE_CIRCLE, circle, 0 },
			  "the four cells around it sum to %d, not %d", sum,
			  suko->circles[circle]);
}

/* Rule 3. */
static bool check_area(const struct suko *suko, const int *cells, int index,
		       struct breaches *breaches)
{
	const struct suko_area *area = &suko->areas[index];
	int sum = 0;

	for (int i = 0; i < SUKO_CELLS; i++)
		sum += area->cells[i] ? cells[i] : 0;
	if (area->total == SUKO_UNKNOWN || area->total == sum)
		return true;
	return breach_add(breaches, 3,
			  (struct board_place){ PLACE_AREA, index, 0 },
			  "its cells sum to %d, not %d", sum, area->total);
}

static void check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches)
{
	const struct suko *suko = &puzzle->as.suko;
	const int *cells = solution->as.suko.cells;

	if (!check_cells(suko, cells, breaches))
		return;
	for (int i = 0; i < SUKO_CIRCLES; i++)
		if (!check_circle(suko, cells, i, breaches))
			return;
	for (int i = 0; i < suko->area_count; i++)
		if (!check_area(suko, cells, i, breaches))
			return;
}

/* Cells as the published solver names them: a letter for the column. */
static bool place_words(const struct puzzle *puzzle,
			const struct board_place *place, struct buffer *out)
{
	if (place->kind == PLACE_CELL)
		buffer_printf(out, _("%c%d (row %d, column %d)"),
			      'a' + place->x % 3, place->x / 3 + 1,
			      place->x / 3 + 1, place->x % 3 + 1);
	else if (place->kind == PLACE_AREA &&
		 puzzle->as.suko.areas[place->x].colour[0])
		buffer_printf(out, _("the %s area"),
			      _(puzzle->as.suko.areas[place->x].colour));
	else
		return false;
	return true;
}

/* The same cells together under the same totals; their order and the names
 * of their colours do not count. */
static bool same_areas(const struct suko *a, const struct suko *b,
		       struct buffer *difference)
{
	for (int i = 0; i < SUKO_CELLS; i++) {
		const struct suko_area *one = area_of(a, i);
		const struct suko_area *other = area_of(b, i);

		if (!one && !other)
			continue;
		if (!one || !other ||
		    memcmp(one->cells, other->cells, sizeof one->cells)) {
			if (difference)
				buffer_printf(difference,
					      "the area of cell %d has other "
					      "cells",
					      i);
			return false;
		}
		if (!same_numbers("area total", &one->total, &other->total, 1,
				  difference))
			return false;
	}
	return true;
}

static bool equal(const struct puzzle *first, const struct puzzle *second,
		  struct buffer *difference)
{
	const struct suko *a = &first->as.suko;
	const struct suko *b = &second->as.suko;

	return same_numbers("circles", a->circles, b->circles, SUKO_CIRCLES,
			    difference) &&
	       same_numbers("givens", a->givens, b->givens, SUKO_CELLS,
			    difference) &&
	       same_areas(a, b, difference);
}

static size_t places(const struct puzzle *puzzle)
{
	(void)puzzle;
	return SUKO_CELLS;
}

static int value_at(const struct puzzle *puzzle,
		    const struct solution *solution, size_t place)
{
	(void)puzzle;
	return solution->as.suko.cells[place];
}

const struct puzzle_family puzzle_suko = {
	.name = "suko",
	.title = N_("Suko"),
	.plural = N_("sukos"),
	.promises_one = true,
	.never_many = true,
	/* FACTS: a wrong digit, 5 of 100 */
	.misread_sense = 0.05,
	.from_json = from_json,
	.to_json = to_json,
	.solution_from_json = solution_from_json,
	.solution_to_json = solution_to_json,
	.claim_text = claim_text,
	.from_text = from_text,
	.to_text = to_text,
	.check = check,
	.place_words = place_words,
	.equal = equal,
	.places = places,
	.value_at = value_at,
};
