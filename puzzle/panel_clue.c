#include "panel_clue.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "language.h"

static const char *const edges[] = {
	[PANEL_EDGE_WHOLE] = "whole",
	[PANEL_EDGE_GAP] = "gap",
	[PANEL_EDGE_MISSING] = "missing",
};

static void print_shape(uint64_t shape, char *text, size_t size)
{
	size_t at = 0;
	int width, height;

	panel_shape_extent(shape, &width, &height);
	for (int y = 0; y < height; y++) {
		if (y && at + 1 < size)
			text[at++] = '/';
		for (int x = 0; x < width && at + 1 < size; x++)
			text[at++] = panel_shape_has(shape, x, y) ? '#' : '.';
	}
	text[at] = '\0';
}

void panel_symbol_text(const struct panel_cell *cell, char *text, size_t size)
{
	char shape[PANEL_SHAPE_MAX * (PANEL_SHAPE_MAX + 1) + 1];

	switch ((enum panel_kind)cell->kind) {
	case PANEL_EMPTY:
		snprintf(text, size, "null");
		return;
	case PANEL_TRIANGLE:
		snprintf(text, size, "\"triangle %d\"", cell->count);
		return;
	case PANEL_POLYOMINO:
		print_shape(cell->shape, shape, sizeof shape);
		snprintf(text, size, "\"polyomino %s%s%s\"",
			 cell->rotatable ? N_("turned") " " : "",
			 cell->negative ? N_("hollow") " " : "", shape);
		return;
	case PANEL_SQUARE:
	case PANEL_STAR:
	case PANEL_ELIMINATOR:
		break;
	}
	snprintf(text, size, "\"%s\"",
		 panel_kind_name((enum panel_kind)cell->kind));
}

/* Does the text begin with this word? Then it moves on behind it. */
static bool take(const char **text, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(*text, word, length) != 0)
		return false;
	*text += length;
	return true;
}

static bool parse_shape(const char *text, uint64_t *shape)
{
	int x = 0, y = 0;

	*shape = 0;
	for (; *text; text++) {
		if (*text == '/') {
			x = 0;
			y++;
			continue;
		}
		if (x >= PANEL_SHAPE_MAX || y >= PANEL_SHAPE_MAX)
			return false;
		if (*text == '#')
			*shape |= (uint64_t)1 << (PANEL_SHAPE_MAX * y + x);
		x++;
	}
	return *shape != 0;
}

/* A symbol but for its colour, which stays. */
static bool set_symbol(struct panel_cell *cell, const json_t *value)
{
	const char *text = json_string_value(value);
	struct panel_cell other = { .colour = cell->colour };

	if (json_is_null(value)) {
		*cell = other;
		return true;
	}
	if (!text)
		return false;
	if (!strcmp(text, "square")) {
		other.kind = PANEL_SQUARE;
	} else if (!strcmp(text, "star")) {
		other.kind = PANEL_STAR;
	} else if (!strcmp(text, "eliminator")) {
		other.kind = PANEL_ELIMINATOR;
	} else if (take(&text, "triangle ")) {
		other.kind = PANEL_TRIANGLE;
		other.count = (int)strtol(text, NULL, 10);
		if (other.count < 1 || other.count > 4)
			return false;
	} else if (take(&text, "polyomino ")) {
		other.kind = PANEL_POLYOMINO;
		other.rotatable = take(&text, "turned ");
		other.negative = take(&text, "hollow ");
		if (!parse_shape(text, &other.shape))
			return false;
	} else {
		return false;
	}
	*cell = other;
	return true;
}

static bool set_colour(struct panel_cell *cell, const json_t *value)
{
	const char *name = json_string_value(value);

	for (int i = 0; name && i < PANEL_COLOUR_COUNT; i++)
		if (!strcmp(name, panel_colour_name((enum panel_colour)i))) {
			cell->colour = (uint8_t)i;
			return true;
		}
	return false;
}

static bool set_edge(struct panel_spot *spot, const json_t *value)
{
	const char *name = json_string_value(value);

	for (size_t i = 0; name && i < sizeof edges / sizeof *edges; i++)
		if (!strcmp(name, edges[i])) {
			spot->edge = (uint8_t)i;
			return true;
		}
	return false;
}

static bool set_dot(struct panel_spot *spot, const json_t *value)
{
	const char *name = json_string_value(value);

	if (json_is_null(value)) {
		spot->dot = PANEL_DOT_NONE;
		return true;
	}
	for (int i = PANEL_DOT_BLACK; name && i <= PANEL_DOT_INVISIBLE; i++)
		if (!strcmp(name, panel_dot_name((enum panel_dot)i))) {
			spot->dot = (uint8_t)i;
			return true;
		}
	return false;
}

static bool set_end(struct panel_spot *spot, const json_t *value)
{
	const json_t *dx = json_array_get(value, 0);
	const json_t *dy = json_array_get(value, 1);

	if (json_is_null(value)) {
		spot->end = false;
		spot->end_dx = spot->end_dy = 0;
		return true;
	}
	if (!json_is_integer(dx) || !json_is_integer(dy) ||
	    llabs(json_integer_value(dx)) > 1 ||
	    llabs(json_integer_value(dy)) > 1)
		return false;
	spot->end = true;
	spot->end_dx = (int8_t)json_integer_value(dx);
	spot->end_dy = (int8_t)json_integer_value(dy);
	return true;
}

static bool set_start(struct panel_spot *spot, const json_t *value)
{
	spot->start = json_is_true(value);
	return json_is_boolean(value);
}

static bool set(struct panel *panel, const char *list, int x, int y,
		const char *field, const json_t *value)
{
	struct panel_spot *spot = &panel->spots[y][x];

	if (panel_is_cell(x, y)) {
		struct panel_cell *cell = &panel->cells[y / 2][x / 2];

		if (strcmp(list, "cells") != 0)
			return false;
		return !strcmp(field, ".colour") ? set_colour(cell, value)
		       : !*field                 ? set_symbol(cell, value)
						 : false;
	}
	if (*field)
		return false;
	if (!strcmp(list, "edges"))
		return panel_is_edge(x, y) && set_edge(spot, value);
	if (!strcmp(list, "dots"))
		return set_dot(spot, value);
	if (!strcmp(list, "starts"))
		return set_start(spot, value);
	return !strcmp(list, "ends") && set_end(spot, value);
}

int panel_set_clue(struct puzzle *puzzle, const char *clue,
		   const char *json_value, struct problem *problem)
{
	json_t *value = json_loads(json_value, JSON_DECODE_ANY, NULL);
	struct panel panel = puzzle->as.panel;
	char list[8];
	int x, y, end = 0;
	bool done = value &&
		    sscanf(clue, "%7[a-z][%d,%d]%n", list, &x, &y, &end) == 3 &&
		    end && panel_wrap(&panel, &x, y) &&
		    set(&panel, list, x, y, clue + end, value);

	json_decref(value);
	if (!done)
		return problem_set(problem, PROBLEM_INPUT,
				   "no such clue or value: '%.60s'", clue);
	puzzle->as.panel = panel;
	return 0;
}
