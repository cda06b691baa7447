/* Panels as JSON (FORMATS.md, "panel"). */
#include <stdlib.h>
#include <string.h>

#include "json_fields.h"
#include "language.h"
#include "panel_forms.h"

static const char *const colours[PANEL_COLOUR_COUNT] = {
	[PANEL_BLACK] = N_("black"),   [PANEL_WHITE] = N_("white"),
	[PANEL_RED] = N_("red"),       [PANEL_ORANGE] = N_("orange"),
	[PANEL_YELLOW] = N_("yellow"), [PANEL_GREEN] = N_("green"),
	[PANEL_CYAN] = N_("cyan"),     [PANEL_BLUE] = N_("blue"),
	[PANEL_PURPLE] = N_("purple"), [PANEL_MAGENTA] = N_("magenta"),
};

static const char *const kinds[] = {
	[PANEL_EMPTY] = "empty",
	[PANEL_SQUARE] = "square",
	[PANEL_STAR] = "star",
	[PANEL_TRIANGLE] = N_("triangle"),
	[PANEL_POLYOMINO] = N_("polyomino"),
	[PANEL_ELIMINATOR] = "eliminator",
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static const char *const dots[] = {
	[PANEL_DOT_NONE] = "none",           [PANEL_DOT_BLACK] = "black",
	[PANEL_DOT_CYAN] = "cyan",           [PANEL_DOT_YELLOW] = "yellow",
	[PANEL_DOT_INVISIBLE] = "invisible",
};
enum { DOT_COUNT = sizeof dots / sizeof *dots };

static const char *const symmetries[] = {
	[PANEL_SYMMETRY_NONE] = NULL,  [PANEL_HORIZONTAL] = "horizontal",
	[PANEL_VERTICAL] = "vertical", [PANEL_ROTATIONAL] = "rotational",
	[PANEL_PARALLEL] = "parallel",
};
enum { SYMMETRY_COUNT = sizeof symmetries / sizeof *symmetries };

/* No triangle symbol shows more; beyond 4 there is no solution anyway. */
enum { TRIANGLES_MAX = 99 };

const char *panel_colour_name(enum panel_colour colour)
{
	return colours[colour];
}

const char *panel_kind_name(enum panel_kind kind)
{
	return kinds[kind];
}

const char *panel_dot_name(enum panel_dot dot)
{
	return dots[dot];
}

const char *panel_symmetry_name(enum panel_symmetry symmetry)
{
	return symmetries[symmetry];
}

/* Which of names[first] .. names[count-1] object[field] is. Returns it, or
 * -1. */
static int named(const json_t *object, const char *field,
		 const char *const *names, int first, int count,
		 struct problem *problem)
{
	const char *name = json_string_value(json_object_get(object, field));

	if (!name)
		return problem_set(problem, PROBLEM_INPUT, "no \"%s\"", field);
	for (int i = first; i < count; i++)
		if (!strcmp(name, names[i]))
			return i;
	return problem_set(problem, PROBLEM_INPUT, "no such %s: '%.40s'", field,
			   name);
}

/* object[field] = [x,y] or, where `field` is NULL, object itself; on a
 * cylinder the seam may be written as either of its two names. */
static int place(const json_t *object, const char *field,
		 const struct panel *panel, int *x, int *y,
		 struct problem *problem)
{
	const char *name = field ? field : "at";
	int at[2];

	if (field)
		object = json_object_get(object, field);
	if (json_ints(object, name, 2, (struct json_range){ 0, PANEL_SPAN_MAX },
		      at, problem) < 0)
		return -1;
	*x = at[0];
	*y = at[1];
	if (*x > 2 * panel->columns || !panel_wrap(panel, x, *y))
		return problem_set(problem, PROBLEM_INPUT,
				   "\"%s\" lies beyond the panel: '%d,%d'",
				   name, at[0], at[1]);
	return 0;
}

/* A vertex or an edge. */
static struct panel_spot *spot_of(const json_t *object, const char *field,
				  struct panel *panel, const char *what,
				  struct problem *problem)
{
	int x, y;

	if (place(object, field, panel, &x, &y, problem) < 0)
		return NULL;
	if (panel_is_cell(x, y)) {
		problem_set(problem, PROBLEM_INPUT,
			    "%s in the middle of a cell: '%d,%d'", what, x, y);
		return NULL;
	}
	return &panel->spots[y][x];
}

static int edges_from_json(const json_t *list, struct panel *panel,
			   enum panel_edge edge, const char *what,
			   struct problem *problem)
{
	size_t index;
	json_t *item;

	json_array_foreach(list, index, item)
	{
		int x, y;

		if (place(item, NULL, panel, &x, &y, problem) < 0)
			return -1;
		if (!panel_is_edge(x, y))
			return problem_set(problem, PROBLEM_INPUT,
					   "a %s that is no edge: '%d,%d'",
					   what, x, y);
		panel->spots[y][x].edge = (uint8_t)edge;
	}
	return 0;
}

static int ends_from_json(const json_t *json, struct panel *panel,
			  struct problem *problem)
{
	struct panel_spot *spot;
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(json, "starts"), index, item)
	{
		spot = spot_of(item, NULL, panel, "a start", problem);
		if (!spot)
			return -1;
		spot->start = true;
	}
	json_array_foreach(json_object_get(json, "ends"), index, item)
	{
		const json_t *towards = json_object_get(item, "towards");
		int direction[2] = { 0, 0 };

		spot = spot_of(item, "at", panel, _("an end"), problem);
		if (!spot)
			return -1;
		if (towards && json_ints(towards, "towards", 2,
					 (struct json_range){ -1, 1 },
					 direction, problem) < 0)
			return -1;
		spot->end = true;
		spot->end_dx = (int8_t)direction[0];
		spot->end_dy = (int8_t)direction[1];
	}
	return 0;
}

static int dots_from_json(const json_t *json, struct panel *panel,
			  struct problem *problem)
{
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(json, "dots"), index, item)
	{
		struct panel_spot *spot =
			spot_of(item, "at", panel, "a dot", problem);
		int dot = named(item, "colour", dots, PANEL_DOT_BLACK,
				DOT_COUNT, problem);

		if (!spot || dot < 0)
			return -1;
		spot->dot = (uint8_t)dot;
	}
	return 0;
}

/* ["##",".#"]: '#' is a square, anything else is none. */
static int shape_from_json(const json_t *list, uint64_t *shape,
			   struct problem *problem)
{
	size_t y;
	json_t *row;

	*shape = 0;
	if (!json_is_array(list))
		return problem_set(problem, PROBLEM_INPUT,
				   "a polyomino without a \"shape\"");
	json_array_foreach(list, y, row)
	{
		const char *text = json_string_value(row);

		if (!text)
			return problem_set(problem, PROBLEM_INPUT,
					   "a row of a \"shape\" is no "
					   "string");
		for (size_t x = 0; text[x]; x++) {
			if (text[x] != '#')
				continue;
			if (x >= PANEL_SHAPE_MAX || y >= PANEL_SHAPE_MAX)
				return problem_set(
					problem, PROBLEM_LIMIT,
					"a \"shape\" of more than %d squares "
					"a side",
					PANEL_SHAPE_MAX);
			*shape |= (uint64_t)1 << (PANEL_SHAPE_MAX * y + x);
		}
	}
	*shape = panel_shape_trim(*shape);
	return 0;
}

static int truth(const json_t *object, const char *name, bool *value,
		 struct problem *problem)
{
	const json_t *field = json_object_get(object, name);

	*value = json_is_true(field);
	if (!field || json_is_null(field) || json_is_boolean(field))
		return 0;
	return problem_set(problem, PROBLEM_INPUT,
			   "\"%s\" is neither true nor false", name);
}

static int cell_from_json(const json_t *item, struct panel *panel,
			  struct problem *problem)
{
	struct panel_cell *cell;
	int x, y, kind, colour;

	if (place(item, "at", panel, &x, &y, problem) < 0)
		return -1;
	if (!panel_is_cell(x, y))
		return problem_set(problem, PROBLEM_INPUT,
				   "a symbol that is in no cell: '%d,%d'", x,
				   y);
	kind = named(item, "kind", kinds, PANEL_SQUARE, KIND_COUNT, problem);
	if (kind < 0)
		return -1;
	colour = named(item, "colour", colours, 0, PANEL_COLOUR_COUNT, problem);
	if (colour < 0)
		return -1;
	cell = &panel->cells[y / 2][x / 2];
	memset(cell, 0, sizeof *cell);
	cell->kind = (uint8_t)kind;
	cell->colour = (uint8_t)colour;
	if (kind == PANEL_TRIANGLE)
		return json_field_int(item, "count", 0, TRIANGLES_MAX,
				      &cell->count, problem);
	if (kind != PANEL_POLYOMINO)
		return 0;
	if (truth(item, "rotatable", &cell->rotatable, problem) < 0 ||
	    truth(item, "negative", &cell->negative, problem) < 0)
		return -1;
	return shape_from_json(json_object_get(item, "shape"), &cell->shape,
			       problem);
}

/* What may be left out is not taken for left out where it is something else:
 * a panel without its starts or symbols is another panel. */
static int check_lists(const json_t *json, struct problem *problem)
{
	static const char *const lists[] = { "starts",  "ends", "gaps",
					     "missing", "dots", "cells" };

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		const json_t *list = json_object_get(json, lists[i]);

		if (list && !json_is_null(list) && !json_is_array(list))
			return problem_set(problem, PROBLEM_INPUT,
					   "\"%s\" is not a list", lists[i]);
	}
	return 0;
}

static int head_from_json(const json_t *json, struct panel *panel,
			  struct problem *problem)
{
	const json_t *symmetry = json_object_get(json, "symmetry");
	int columns, rows, which = 0;
	bool wraps;

	if (json_field_int(json, "columns", 0, PANEL_SIDE_MAX, &columns,
			   problem) < 0 ||
	    json_field_int(json, "rows", 0, PANEL_SIDE_MAX, &rows, problem) <
		    0 ||
	    truth(json, "wraps", &wraps, problem) < 0 ||
	    check_lists(json, problem) < 0)
		return -1;
	panel_init(panel, columns, rows, wraps);
	if (columns + rows == 0 || (panel->wraps && columns == 0))
		return problem_set(problem, PROBLEM_INPUT,
				   "a panel of %d by %d cells", columns, rows);
	if (symmetry && !json_is_null(symmetry))
		which = named(json, "symmetry", symmetries, PANEL_HORIZONTAL,
			      SYMMETRY_COUNT, problem);
	if (which < 0)
		return -1;
	if (which == PANEL_PARALLEL && !panel->wraps)
		return problem_set(problem, PROBLEM_INPUT,
				   "only a cylinder has the symmetry "
				   "'parallel'");
	panel->symmetry = (enum panel_symmetry)which;
	return 0;
}

int panel_from_json(const json_t *json, struct puzzle *puzzle,
		    struct problem *problem)
{
	struct panel *panel = &puzzle->as.panel;
	size_t index;
	json_t *item;

	if (head_from_json(json, panel, problem) < 0 ||
	    edges_from_json(json_object_get(json, "gaps"), panel,
			    PANEL_EDGE_GAP, "gap", problem) < 0 ||
	    edges_from_json(json_object_get(json, "missing"), panel,
			    PANEL_EDGE_MISSING, _("missing edge"),
			    problem) < 0 ||
	    ends_from_json(json, panel, problem) < 0 ||
	    dots_from_json(json, panel, problem) < 0)
		return -1;
	json_array_foreach(json_object_get(json, "cells"), index,
			   item) if (cell_from_json(item, panel, problem) <
				     0) return -1;
	return 0;
}

static json_t *shape_to_json(uint64_t shape)
{
	json_t *rows = json_array();
	int width, height;

	panel_shape_extent(shape, &width, &height);
	for (int y = 0; y < height; y++) {
		char text[PANEL_SHAPE_MAX + 1] = "";

		/* none is wider, which compilers do not see */
		for (int x = 0; x < width && x < PANEL_SHAPE_MAX; x++)
			text[x] = panel_shape_has(shape, x, y) ? '#' : '.';
		json_put_item(&rows, json_string(text));
	}
	return rows;
}

static json_t *cell_to_json(const struct panel_cell *cell, int x, int y)
{
	json_t *json =
		json_pack("{s:[i,i],s:s,s:s}", "at", x, y, "kind",
			  kinds[cell->kind], "colour", colours[cell->colour]);

	if (cell->kind == PANEL_TRIANGLE)
		json_put_field(&json, "count", json_integer(cell->count));
	if (cell->kind == PANEL_POLYOMINO) {
		json_put_field(&json, "shape", shape_to_json(cell->shape));
		json_put_field(&json, "rotatable",
			       json_boolean(cell->rotatable));
		json_put_field(&json, "negative", json_boolean(cell->negative));
	}
	return json;
}

/* The lists of a panel's JSON, by what lies at each place. */
struct lists {
	json_t *starts, *ends, *gaps, *missing, *dots, *cells;
};

static void spot_to_lists(const struct panel_spot *spot, int x, int y,
			  struct lists *lists)
{
	if (spot->start)
		json_put_item(&lists->starts, json_pack("[i,i]", x, y));
	if (spot->end)
		json_put_item(&lists->ends,
			      json_pack("{s:[i,i],s:[i,i]}", "at", x, y,
					"towards", spot->end_dx, spot->end_dy));
	if (spot->edge == PANEL_EDGE_GAP)
		json_put_item(&lists->gaps, json_pack("[i,i]", x, y));
	if (spot->edge == PANEL_EDGE_MISSING)
		json_put_item(&lists->missing, json_pack("[i,i]", x, y));
	if (spot->dot)
		json_put_item(&lists->dots,
			      json_pack("{s:[i,i],s:s}", "at", x, y, "colour",
					dots[spot->dot]));
}

json_t *panel_to_json(const struct puzzle *puzzle)
{
	const struct panel *panel = &puzzle->as.panel;
	struct lists lists = {
		json_array(), json_array(), json_array(),
		json_array(), json_array(), json_array(),
	};

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			const struct panel_cell *cell;

			if (!panel_is_cell(x, y)) {
				spot_to_lists(&panel->spots[y][x], x, y,
					      &lists);
				continue;
			}
			cell = &panel->cells[y / 2][x / 2];
			if (cell->kind != PANEL_EMPTY)
				json_put_item(&lists.cells,
					      cell_to_json(cell, x, y));
		}
	return json_pack(
		"{s:i,s:i,s:b,s:s?,s:o,s:o,s:o,s:o,s:o,s:o}", "columns",
		panel->columns, "rows", panel->rows, "wraps", panel->wraps,
		"symmetry", symmetries[panel->symmetry], "starts", lists.starts,
		"ends", lists.ends, "gaps", lists.gaps, "missing",
		lists.missing, "dots", lists.dots, "cells", lists.cells);
}

int panel_solution_from_json(const json_t *json, const struct puzzle *puzzle,
			     struct solution *solution, struct problem *problem)
{
	struct panel_solution *line = &solution->as.panel;
	const json_t *path = json_object_get(json, "path");
	size_t length = json_array_size(path);

	memset(line, 0, sizeof *line);
	if (length == 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "a solution without a \"path\"");
	if (length > PANEL_PATH_MAX)
		return problem_set(problem, PROBLEM_LIMIT,
				   "a path of '%zu' points", length);
	for (size_t i = 0; i < length; i++) {
		int x, y;

		if (place(json_array_get(path, i), NULL, &puzzle->as.panel, &x,
			  &y, problem) < 0)
			return -1;
		line->path[i].x = (uint8_t)x;
		line->path[i].y = (uint8_t)y;
	}
	line->length = (int)length;
	return 0;
}

json_t *panel_solution_to_json(const struct puzzle *puzzle,
			       const struct solution *solution)
{
	const struct panel_solution *line = &solution->as.panel;
	json_t *path = json_array();

	(void)puzzle;
	for (int i = 0; i < line->length; i++)
		json_put_item(&path, json_pack("[i,i]", line->path[i].x,
					       line->path[i].y));
	return json_pack("{s:o}", "path", path);
}
