#include "pyramid.h"

#include <stdio.h>
#include <string.h>

#include "blanks.h"
#include "compare.h"
#include "json_fields.h"
#include "language.h"
#include "puzzle.h"
#include "text_fields.h"

enum { ROWS = PYRAMID_ROWS_MAX };

void pyramid_init(struct pyramid *pyramid, int height)
{
	memset(pyramid, 0xff, sizeof *pyramid); /* all blank: -1 */
	pyramid->height = height;
	pyramid->minimum = BLANKS_NO_MINIMUM;
	pyramid->maximum = BLANKS_NO_MAXIMUM;
}

static int check_height(int height, struct problem *problem)
{
	if (height < PYRAMID_ROWS_MIN || height > ROWS)
		return problem_set(problem, PROBLEM_INPUT,
				   "not %d to %d rows: '%d'", PYRAMID_ROWS_MIN,
				   ROWS, height);
	return 0;
}

static int from_json(const json_t *json, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct pyramid *pyramid = &puzzle->as.pyramid;
	const json_t *rows = json_object_get(json, "rows");
	size_t height = json_array_size(rows);

	if (check_height(height > ROWS ? ROWS + 1 : (int)height, problem) < 0)
		return -1;
	pyramid_init(pyramid, (int)height);
	for (int y = 0; y < pyramid->height; y++)
		if (json_ints_or_null(
			    json_array_get(rows, (size_t)y), "rows", y + 1,
			    (struct json_range){ 0, PYRAMID_NUMBER_MAX },
			    pyramid->rows[y], problem) < 0)
			return -1;
	return blanks_from_json(json, PYRAMID_NUMBER_MAX, &pyramid->minimum,
				&pyramid->maximum, problem);
}

/* A row by json_from_totals or json_from_ints. */
static json_t *rows_to_json(int height, const int rows[ROWS][ROWS],
			    json_t *(*row)(const int *values, int count))
{
	json_t *list = json_array();

	for (int y = 0; y < height; y++)
		json_put_item(&list, row(rows[y], y + 1));
	return list;
}

static json_t *to_json(const struct puzzle *puzzle)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	json_t *json = json_pack(
		"{s:o}", "rows",
		rows_to_json(pyramid->height, pyramid->rows, json_from_totals));

	blanks_to_json(pyramid->minimum, pyramid->maximum, &json);
	return json;
}

static int solution_from_json(const json_t *json, const struct puzzle *puzzle,
			      struct solution *solution,
			      struct problem *problem)
{
	int height = puzzle->as.pyramid.height;
	struct pyramid_solution *answer = &solution->as.pyramid;
	const json_t *rows = json_object_get(json, "rows");

	memset(answer, 0, sizeof *answer);
	if (json_array_size(rows) != (size_t)height)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"rows\" is not %d rows", height);
	for (int y = 0; y < height; y++)
		if (json_ints(json_array_get(rows, (size_t)y), "rows", y + 1,
			      (struct json_range){ -PYRAMID_NUMBER_MAX,
						   PYRAMID_NUMBER_MAX },
			      answer->rows[y], problem) < 0)
			return -1;
	return 0;
}

static json_t *solution_to_json(const struct puzzle *puzzle,
				const struct solution *solution)
{
	return json_pack("{s:o}", "rows",
			 rows_to_json(puzzle->as.pyramid.height,
				      solution->as.pyramid.rows,
				      json_from_ints));
}

static size_t claim_text(const char *text)
{
	return text_section_length(text, "#tri");
}

static int from_text(const char *text, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct pyramid *pyramid = &puzzle->as.pyramid;
	struct text_fields fields;
	int height = 0;

	text_fields_init(&fields, text);
	text_fields_next_line(&fields);
	pyramid_init(pyramid, 0);
	while (text_fields_next_line(&fields)) {
		long numbers[ROWS];
		int count =
			text_fields_numbers(&fields, numbers, ROWS, problem);

		if (count < 0 ||
		    check_height(height < ROWS ? ROWS : ROWS + 1, problem) < 0)
			return -1;
		if (count != height + 1)
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: row %d has %d numbers, "
					   "not %d",
					   fields.line_number, height + 1,
					   height + 1, count);
		for (int x = 0; x < count; x++)
			pyramid->rows[height][x] = numbers[x] == TEXT_BLANK
							   ? PYRAMID_BLANK
							   : (int)numbers[x];
		height++;
	}
	pyramid->height = height;
	return check_height(height, problem);
}

static int to_text(const struct puzzle *puzzle, struct buffer *out,
		   struct problem *problem)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;

	if (blanks_fit_text(pyramid->minimum, pyramid->maximum, problem) < 0)
		return -1;
	buffer_puts(out, "#Tri Number Pyramid\n");
	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			if (pyramid->rows[y][x] == PYRAMID_BLANK)
				buffer_puts(out, "x");
			else
				buffer_printf(out, "%d", pyramid->rows[y][x]);
			buffer_puts(out, x < y ? "," : "\n");
		}
	return 0;
}

/* Rule 2. */
static bool check_number(const struct pyramid *pyramid, int x, int y, int value,
			 struct breaches *breaches)
{
	int given = pyramid->rows[y][x];

	if (given != PYRAMID_BLANK && given != value)
		return breach_add(breaches, 2, place_square(x, y),
				  "it holds %d, but %d is given", value, given);
	if (given == PYRAMID_BLANK && value < pyramid->minimum)
		return breach_add(breaches, 2, place_square(x, y),
				  "it holds %d, less than %d", value,
				  pyramid->minimum);
	if (given == PYRAMID_BLANK && value > pyramid->maximum)
		return breach_add(breaches, 2, place_square(x, y),
				  "it holds %d, more than %d", value,
				  pyramid->maximum);
	return true;
}

static void check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	const struct pyramid_solution *answer = &solution->as.pyramid;

	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			int value = answer->rows[y][x];
			long below;

			if (!check_number(pyramid, x, y, value, breaches))
				return;
			if (y + 1 == pyramid->height)
				continue;
			below = (long)answer->rows[y + 1][x] +
				answer->rows[y + 1][x + 1];
			if (below != value &&
			    !breach_add(breaches, 1, place_square(x, y),
					"the two below sum to %ld, not %d",
					below, value))
				return;
		}
}

/* As the published solver names them: A1 on top, B1 and B2 below it. */
static bool place_words(const struct puzzle *puzzle,
			const struct board_place *place, struct buffer *out)
{
	(void)puzzle;
	if (place->kind != PLACE_SQUARE)
		return false;
	buffer_printf(out, _("%c%d (row %d, number %d)"), 'A' + place->y,
		      place->x + 1, place->y + 1, place->x + 1);
	return true;
}

/* minimum and maximum do not count: no picture shows them. */
static bool equal(const struct puzzle *first, const struct puzzle *second,
		  struct buffer *difference)
{
	const struct pyramid *a = &first->as.pyramid;
	const struct pyramid *b = &second->as.pyramid;
	char name[24];

	if (!same_numbers("height", &a->height, &b->height, 1, difference))
		return false;
	for (int y = 0; y < a->height; y++) {
		snprintf(name, sizeof name, "rows[%d]", y);
		if (!same_numbers(name, a->rows[y], b->rows[y], y + 1,
				  difference))
			return false;
	}
	return true;
}

static size_t places(const struct puzzle *puzzle)
{
	int height = puzzle->as.pyramid.height;

	return (size_t)(height * (height + 1) / 2);
}

/* Numbers are counted by rows from the top. */
static void place_at(const struct puzzle *puzzle, size_t place, int *x, int *y)
{
	(void)puzzle;
	*x = (int)place;
	for (*y = 0; *x > *y; ++*y)
		*x -= *y + 1;
}

static int value_at(const struct puzzle *puzzle,
		    const struct solution *solution, size_t place)
{
	int x, y;

	place_at(puzzle, place, &x, &y);
	return solution->as.pyramid.rows[y][x];
}

const struct puzzle_family puzzle_pyramid = {
	.name = "pyramid",
	.title = N_("Number Pyramid"),
	.plural = N_("pyramids"),
	.promises_one = true,
	/* FACTS: a wrong given, 81 of 100 */
	.misread_sense = 0.81,
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
	.place_at = place_at,
};
