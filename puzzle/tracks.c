#include "tracks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "json_fields.h"
#include "language.h"
#include "puzzle.h"
#include "text_fields.h"
#include "tracks_check.h"

static const char *side_name(enum tracks_side side)
{
	for (int i = 0; i < 4; i++)
		if (tracks_ways[i].side == side)
			return tracks_ways[i].name;
	return "?";
}

void tracks_init(struct tracks *tracks, int columns, int rows)
{
	memset(tracks, 0, sizeof *tracks);
	tracks->columns = columns;
	tracks->rows = rows;
	memset(tracks->given, TRACKS_UNKNOWN, sizeof tracks->given);
	for (int i = 0; i < TRACKS_SIDE_MAX; i++) {
		tracks->column_totals[i] = TRACKS_UNKNOWN;
		tracks->row_totals[i] = TRACKS_UNKNOWN;
	}
}

void tracks_port_square(const struct tracks *tracks,
			const struct tracks_port *port, int *x, int *y)
{
	*x = port->side == TRACKS_LEFT    ? 0
	     : port->side == TRACKS_RIGHT ? tracks->columns - 1
					  : port->index;
	*y = port->side == TRACKS_TOP      ? 0
	     : port->side == TRACKS_BOTTOM ? tracks->rows - 1
					   : port->index;
}

static int known_sides(const struct tracks *tracks, int x, int y)
{
	int given = tracks->given[y][x];

	return (given > 0 ? given : 0) | tracks->half[y][x];
}

/* The ports where given or half-given track leaves the board, by sides from
 * the left, right, top, bottom. Writes at most `max`, returns how many there
 * are. */
static int given_ports(const struct tracks *tracks, struct tracks_port *ports,
		       int max)
{
	int count = 0;

	for (int i = 0; i < 4; i++) {
		bool upright = tracks_ways[i].dx != 0;
		int length = upright ? tracks->rows : tracks->columns;

		for (int index = 0; index < length; index++) {
			struct tracks_port port = { tracks_ways[i].side,
						    index };
			int x, y;

			tracks_port_square(tracks, &port, &x, &y);
			if (!(known_sides(tracks, x, y) & (int)port.side))
				continue;
			if (count < max)
				ports[count] = port;
			count++;
		}
	}
	return count;
}

/* Takes the entry and exit from the given pieces. */
static int find_ports(struct tracks *tracks, struct problem *problem)
{
	struct tracks_port ports[2];
	int count = given_ports(tracks, ports, 2);

	if (count != 2)
		return problem_set(problem, PROBLEM_INPUT,
				   "no entry and exit named, and given pieces "
				   "leave the board in %d places, not 2",
				   count);
	tracks->entry = ports[0];
	tracks->exit = ports[1];
	return 0;
}

static int check_port(const struct tracks *tracks,
		      const struct tracks_port *port, struct problem *problem)
{
	bool upright = port->side == TRACKS_LEFT || port->side == TRACKS_RIGHT;
	int length = upright ? tracks->rows : tracks->columns;

	if (port->index < 0 || port->index >= length)
		return problem_set(problem, PROBLEM_INPUT,
				   "no square there on the %s side: '%d'",
				   side_name(port->side), port->index);
	return 0;
}

static int check_ports(const struct tracks *tracks, struct problem *problem)
{
	if (check_port(tracks, &tracks->entry, problem) < 0 ||
	    check_port(tracks, &tracks->exit, problem) < 0)
		return -1;
	if (tracks->entry.side == tracks->exit.side &&
	    tracks->entry.index == tracks->exit.index)
		return problem_set(problem, PROBLEM_INPUT,
				   "entry and exit are the same: '%s %d'",
				   side_name(tracks->entry.side),
				   tracks->entry.index);
	return 0;
}

static int named_port(const char *name, long index, struct tracks_port *port,
		      struct problem *problem)
{
	for (int i = 0; i < 4; i++)
		if (!strcmp(name, tracks_ways[i].name)) {
			port->side = tracks_ways[i].side;
			port->index = (int)index;
			return 0;
		}
	return problem_set(problem, PROBLEM_INPUT, "no such side: '%.20s'",
			   name);
}

static int port_from_json(const json_t *json, const char *name,
			  struct tracks_port *port, struct problem *problem)
{
	const json_t *inner = json_object_get(json, name);
	const char *side = json_string_value(json_object_get(inner, "side"));
	int index;

	if (!side)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"%s\" without a side", name);
	if (json_field_int(inner, "index", 0, TRACKS_SIDE_MAX - 1, &index,
			   problem) < 0)
		return -1;
	return named_port(side, index, port, problem);
}

static int clues_from_json(const json_t *json, struct tracks *tracks,
			   struct problem *problem)
{
	const json_t *list = json_object_get(json, "clues");
	size_t index;
	json_t *clue;

	json_array_foreach(list, index, clue)
	{
		int at[2], tile;

		if (json_field_at(clue, "at", tracks->columns, tracks->rows, at,
				  problem) < 0 ||
		    json_field_int(clue, "tile", 0, 15, &tile, problem) < 0)
			return -1;
		if (!tracks_is_tile(tile))
			return problem_set(problem, PROBLEM_INPUT,
					   "no such tile: '%d'", tile);
		tracks->given[at[1]][at[0]] = (int8_t)tile;
	}
	list = json_object_get(json, "half_clues");
	json_array_foreach(list, index, clue)
	{
		int at[2], some;

		if (json_field_at(clue, "at", tracks->columns, tracks->rows, at,
				  problem) < 0 ||
		    json_field_int(clue, "sides", 1, 15, &some, problem) < 0)
			return -1;
		tracks->half[at[1]][at[0]] |= (uint8_t)some;
	}
	return 0;
}

static int from_json(const json_t *json, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct tracks *tracks = &puzzle->as.tracks;
	int columns, rows;

	if (json_field_int(json, "columns", TRACKS_SIDE_MIN, TRACKS_SIDE_MAX,
			   &columns, problem) < 0 ||
	    json_field_int(json, "rows", TRACKS_SIDE_MIN, TRACKS_SIDE_MAX,
			   &rows, problem) < 0)
		return -1;
	tracks_init(tracks, columns, rows);
	if (json_field_totals(json, "column_totals", columns,
			      (struct json_range){ 0, rows },
			      tracks->column_totals, problem) < 0 ||
	    json_field_totals(json, "row_totals", rows,
			      (struct json_range){ 0, columns },
			      tracks->row_totals, problem) < 0 ||
	    clues_from_json(json, tracks, problem) < 0)
		return -1;
	if (!json_object_get(json, "entry") && !json_object_get(json, "exit"))
		return find_ports(tracks, problem);
	if (port_from_json(json, "entry", &tracks->entry, problem) < 0 ||
	    port_from_json(json, "exit", &tracks->exit, problem) < 0)
		return -1;
	return check_ports(tracks, problem);
}

static json_t *port_to_json(const struct tracks_port *port)
{
	return json_pack("{s:s,s:i}", "side", side_name(port->side), "index",
			 port->index);
}

static json_t *to_json(const struct puzzle *puzzle)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	json_t *clues = json_array();
	json_t *halves = json_array();
	bool halved = false;
	json_t *json;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			if (tracks->given[y][x] != TRACKS_UNKNOWN)
				json_put_item(&clues,
					      json_pack("{s:[i,i],s:i}", "at",
							x, y, "tile",
							tracks->given[y][x]));
			if (tracks->half[y][x]) {
				halved = true;
				json_put_item(&halves,
					      json_pack("{s:[i,i],s:i}", "at",
							x, y, "sides",
							tracks->half[y][x]));
			}
		}
	json = json_pack(
		"{s:i,s:i,s:o,s:o,s:o,s:o,s:o}", "columns", tracks->columns,
		"rows", tracks->rows, "column_totals",
		json_from_totals(tracks->column_totals, tracks->columns),
		"row_totals",
		json_from_totals(tracks->row_totals, tracks->rows), "clues",
		clues, "entry", port_to_json(&tracks->entry), "exit",
		port_to_json(&tracks->exit));
	if (halved)
		json_put_field(&json, "half_clues", json_incref(halves));
	json_decref(halves);
	return json;
}

static int solution_from_json(const json_t *json, const struct puzzle *puzzle,
			      struct solution *solution,
			      struct problem *problem)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	struct tracks_solution *answer = &solution->as.tracks;
	const json_t *rows = json_object_get(json, "tiles");

	memset(answer, 0, sizeof *answer);
	if (json_array_size(rows) != (size_t)tracks->rows)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"tiles\" is not %d rows", tracks->rows);
	for (int y = 0; y < tracks->rows; y++) {
		int tiles[TRACKS_SIDE_MAX];

		if (json_ints(json_array_get(rows, (size_t)y), "tiles",
			      tracks->columns, (struct json_range){ 0, 15 },
			      tiles, problem) < 0)
			return -1;
		for (int x = 0; x < tracks->columns; x++)
			answer->tiles[y][x] = (uint8_t)tiles[x];
	}
	return 0;
}

static json_t *solution_to_json(const struct puzzle *puzzle,
				const struct solution *solution)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	json_t *rows = json_array();

	for (int y = 0; y < tracks->rows; y++) {
		json_t *row = json_array();

		for (int x = 0; x < tracks->columns; x++)
			json_put_item(
				&row,
				json_integer(solution->as.tracks.tiles[y][x]));
		json_put_item(&rows, row);
	}
	return json_pack("{s:o}", "tiles", rows);
}

static size_t claim_text(const char *text)
{
	return text_section_length(text, "#tt");
}

/* The totals of the columns: a line "R,3,4,x". */
static int columns_from_text(struct text_fields *fields, struct tracks *tracks,
			     struct problem *problem)
{
	long totals[TRACKS_SIDE_MAX];
	int count;

	if (!text_fields_next_line(fields) || !text_fields_word(fields, "R"))
		return problem_set(problem, PROBLEM_INPUT,
				   "no line 'R,...' with the column totals");
	count = text_fields_numbers(fields, totals, TRACKS_SIDE_MAX, problem);
	if (count < 0)
		return -1;
	if (count < TRACKS_SIDE_MIN)
		return problem_set(problem, PROBLEM_INPUT,
				   "too few column totals: '%d'", count);
	tracks_init(tracks, count, 0);
	for (int i = 0; i < count; i++)
		tracks->column_totals[i] = totals[i] == TEXT_BLANK
						   ? TRACKS_UNKNOWN
						   : (int)totals[i];
	return 0;
}

static int row_from_text(struct text_fields *fields, struct tracks *tracks,
			 struct problem *problem)
{
	long numbers[TRACKS_SIDE_MAX + 1];
	int count = text_fields_numbers(fields, numbers, TRACKS_SIDE_MAX + 1,
					problem);
	int y = tracks->rows;

	if (count < 0)
		return -1;
	if (y == TRACKS_SIDE_MAX)
		return problem_set(problem, PROBLEM_INPUT, "more than %d rows",
				   TRACKS_SIDE_MAX);
	if (count != tracks->columns + 1)
		return problem_set(
			problem, PROBLEM_INPUT,
			"line %d: expected a row total and %d tiles, "
			"but there are %d numbers",
			fields->line_number, tracks->columns, count);
	tracks->row_totals[y] =
		numbers[0] == TEXT_BLANK ? TRACKS_UNKNOWN : (int)numbers[0];
	for (int x = 0; x < tracks->columns; x++) {
		long tile = numbers[x + 1] == TEXT_BLANK ? 0 : numbers[x + 1];

		if (!tracks_is_tile(tile))
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: no such tile: '%ld'",
					   fields->line_number, tile);
		if (tile)
			tracks->given[y][x] = (int8_t)tile;
	}
	tracks->rows++;
	return 0;
}

static int check_totals(const struct tracks *tracks, struct problem *problem)
{
	for (int i = 0; i < tracks->columns; i++)
		if (tracks->column_totals[i] > tracks->rows)
			return problem_set(problem, PROBLEM_INPUT,
					   "column %d has %d squares, its "
					   "total is '%d'",
					   i + 1, tracks->rows,
					   tracks->column_totals[i]);
	for (int i = 0; i < tracks->rows; i++)
		if (tracks->row_totals[i] > tracks->columns)
			return problem_set(problem, PROBLEM_INPUT,
					   "row %d has %d squares, its total "
					   "is '%d'",
					   i + 1, tracks->columns,
					   tracks->row_totals[i]);
	return 0;
}

/* "left,3,bottom,2": what follows "E," */
static int ports_from_text(struct text_fields *fields, struct tracks *tracks,
			   struct problem *problem)
{
	struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };

	for (int i = 0; i < 2; i++) {
		char name[16];
		long index;

		if (!text_fields_string(fields, name, sizeof name) ||
		    text_fields_numbers_some(fields, &index, 1, problem) != 1 ||
		    index < 0 || index >= TRACKS_SIDE_MAX)
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d is not 'E,side,index,"
					   "side,index'",
					   fields->line_number);
		if (named_port(name, index, ports[i], problem) < 0)
			return -1;
	}
	return 0;
}

static int from_text(const char *text, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct tracks *tracks = &puzzle->as.tracks;
	struct text_fields fields;
	bool has_ports = false;

	text_fields_init(&fields, text);
	text_fields_next_line(&fields);
	if (columns_from_text(&fields, tracks, problem) < 0)
		return -1;
	while (text_fields_next_line(&fields)) {
		if (text_fields_word(&fields, "E")) {
			if (ports_from_text(&fields, tracks, problem) < 0)
				return -1;
			has_ports = true;
		} else if (row_from_text(&fields, tracks, problem) < 0) {
			return -1;
		}
	}
	if (tracks->rows < TRACKS_SIDE_MIN)
		return problem_set(problem, PROBLEM_INPUT, "too few rows: '%d'",
				   tracks->rows);
	if (check_totals(tracks, problem) < 0)
		return -1;
	if (!has_ports)
		return find_ports(tracks, problem);
	return check_ports(tracks, problem);
}

static void print_total(struct buffer *out, int total)
{
	if (total == TRACKS_UNKNOWN)
		buffer_puts(out, "x");
	else
		buffer_printf(out, "%d", total);
}

static int to_text(const struct puzzle *puzzle, struct buffer *out,
		   struct problem *problem)
{
	const struct tracks *tracks = &puzzle->as.tracks;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			if (tracks->half[y][x] || tracks->given[y][x] == 0)
				return problem_set(
					problem, PROBLEM_INPUT,
					"the text form has no %s: square "
					"'%d,%d'; use JSON",
					tracks->half[y][x] ? _("half pieces")
							   : _("squares known "
							       "to be empty"),
					x, y);
	buffer_puts(out, "#tt Train Tracks\nR");
	for (int x = 0; x < tracks->columns; x++) {
		buffer_puts(out, ",");
		print_total(out, tracks->column_totals[x]);
	}
	for (int y = 0; y < tracks->rows; y++) {
		buffer_puts(out, "\n");
		print_total(out, tracks->row_totals[y]);
		for (int x = 0; x < tracks->columns; x++)
			buffer_printf(out, ",%d",
				      tracks->given[y][x] > 0
					      ? tracks->given[y][x]
					      : 0);
	}
	buffer_printf(out, "\nE,%s,%d,%s,%d\n", side_name(tracks->entry.side),
		      tracks->entry.index, side_name(tracks->exit.side),
		      tracks->exit.index);
	return 0;
}

static bool differ(struct buffer *difference, const char *what, int index,
		   int a, int b)
{
	if (difference)
		buffer_printf(difference, _("%s[%d] is %d, not %d"), what,
			      index, b, a);
	return false;
}

static bool same_port(const struct tracks_port *a, const struct tracks_port *b)
{
	return a->side == b->side && a->index == b->index;
}

/* Which of the two ends is the entry does not count: many pictures do not
 * say. */
static bool same_ports(const struct tracks *a, const struct tracks *b)
{
	return (same_port(&a->entry, &b->entry) &&
		same_port(&a->exit, &b->exit)) ||
	       (same_port(&a->entry, &b->exit) &&
		same_port(&a->exit, &b->entry));
}

static bool equal(const struct puzzle *first, const struct puzzle *second,
		  struct buffer *difference)
{
	const struct tracks *a = &first->as.tracks;
	const struct tracks *b = &second->as.tracks;

	if (!same_numbers("columns", &a->columns, &b->columns, 1, difference) ||
	    !same_numbers("rows", &a->rows, &b->rows, 1, difference))
		return false;
	if (!same_numbers("column_totals", a->column_totals, b->column_totals,
			  a->columns, difference) ||
	    !same_numbers("row_totals", a->row_totals, b->row_totals, a->rows,
			  difference))
		return false;
	for (int y = 0; y < a->rows; y++)
		for (int x = 0; x < a->columns; x++) {
			if (a->given[y][x] != b->given[y][x])
				return differ(difference, "given",
					      y * a->columns + x,
					      a->given[y][x], b->given[y][x]);
			if (a->half[y][x] != b->half[y][x])
				return differ(difference, "half",
					      y * a->columns + x, a->half[y][x],
					      b->half[y][x]);
		}
	if (same_ports(a, b))
		return true;
	if (difference)
		buffer_puts(difference, "entry or exit differs");
	return false;
}

static size_t places(const struct puzzle *puzzle)
{
	return (size_t)(puzzle->as.tracks.columns * puzzle->as.tracks.rows);
}

static void place_at(const struct puzzle *puzzle, size_t place, int *x, int *y)
{
	puzzle_grid_at(puzzle->as.tracks.columns, place, x, y);
}

static int value_at(const struct puzzle *puzzle,
		    const struct solution *solution, size_t place)
{
	int x, y;

	place_at(puzzle, place, &x, &y);
	return solution->as.tracks.tiles[y][x];
}

const struct puzzle_family puzzle_tracks = {
	.name = "tracks",
	.title = N_("Train Tracks"),
	.plural = N_("tracks"),
	.promises_one = true,
	.never_many = true,
	/* bench_misread: 13 of 200 with another piece, none with another total
	 */
	.misread_sense = 0.065,
	.from_json = from_json,
	.to_json = to_json,
	.solution_from_json = solution_from_json,
	.solution_to_json = solution_to_json,
	.claim_text = claim_text,
	.from_text = from_text,
	.to_text = to_text,
	.check = tracks_check,
	.equal = equal,
	.places = places,
	.value_at = value_at,
	.place_at = place_at,
};
