#include "doubt.h"

#include <stdio.h>
#include <string.h>

#include "language.h"

/* How the numbers in brackets of a clue's name say where it is. */
enum where {
	AT_NAME,   /* not by numbers */
	AT_XY,     /* [x,y] */
	AT_ROW_X,  /* [row][x] */
	AT_ENTRY,  /* [place in the JSON list], which has "at" */
	AT_NUMBER, /* [n]: a place of that kind */
	AT_CELL9,  /* [n]: of 3 by 3 cells, by rows */
};

/* Names of clues, as puzzle_set_clue takes them. `noun` has the place in it;
 * `none` says what null, false and 0 mean there. */
static const struct clue {
	const char *list, *noun, *none;
	enum where where;
	enum place_kind kind;
} clues[] = {
	{ "column_totals", N_("the total of %s"), N_("not shown"), AT_NUMBER,
	  PLACE_COLUMN_TOTAL },
	{ "row_totals", N_("the total of %s"), N_("not shown"), AT_NUMBER,
	  PLACE_ROW_TOTAL },
	{ "diagonal_up", N_("the total of %s"), N_("not shown"), AT_NAME,
	  PLACE_DIAGONAL_UP },
	{ "diagonal_down", N_("the total of %s"), N_("not shown"), AT_NAME,
	  PLACE_DIAGONAL_DOWN },
	{ "clues", N_("the track in %s"), N_("empty"), AT_ENTRY, PLACE_SQUARE },
	{ "half_clues", N_("the track in %s"), N_("empty"), AT_ENTRY,
	  PLACE_SQUARE },
	{ "entry", N_("the place where the track enters"), N_("unknown"),
	  AT_NAME, PLACE_WHOLE },
	{ "exit", N_("the place where the track leaves"), N_("unknown"),
	  AT_NAME, PLACE_WHOLE },
	{ "rows", N_("the number in %s"), N_("blank"), AT_ROW_X, PLACE_SQUARE },
	{ "circles", N_("the number in %s"), N_("not shown"), AT_NUMBER,
	  PLACE_CIRCLE },
	{ "areas", N_("the total of %s"), N_("not shown"), AT_NUMBER,
	  PLACE_AREA },
	{ "givens", N_("the number in %s"), N_("blank"), AT_CELL9,
	  PLACE_SQUARE },
	{ "pieces", "%s", N_("no piece"), AT_NUMBER, PLACE_PIECE },
	{ "dots", N_("the dot at %s"), N_("missing"), AT_XY, PLACE_SQUARE },
	{ "edges", "%s", N_("missing"), AT_XY, PLACE_SQUARE },
	{ "starts", N_("the start at %s"), N_("missing"), AT_XY, PLACE_SQUARE },
	{ "ends", N_("the end at %s"), N_("missing"), AT_XY, PLACE_SQUARE },
	{ "symbols", N_("the symbol in %s"), N_("empty"), AT_XY, PLACE_SQUARE },
	{ "cells", N_("the number in %s"), N_("blank"), AT_ROW_X,
	  PLACE_SQUARE },
};
enum { CLUES = sizeof clues / sizeof *clues, SYMBOLS = CLUES - 2 };

static bool has_pair(const char *name)
{
	int x, y;

	return sscanf(name, "%*[a-z_][%d,%d]", &x, &y) == 2;
}

/* NULL where the name is none of them. */
static const struct clue *find_clue(const char *name)
{
	size_t length = strcspn(name, "[.");

	for (int i = 0; i < CLUES; i++) {
		if (strlen(clues[i].list) != length ||
		    strncmp(clues[i].list, name, length) != 0)
			continue;
		/* "cells[3,1]" is a symbol of a panel, "cells[1][3]" a number
		 * of a grid */
		return clues[i].where == AT_ROW_X && has_pair(name)
			       ? &clues[SYMBOLS]
			       : &clues[i];
	}
	return NULL;
}

/* Where the entry of a list lies, as its JSON says. */
static bool entry_at(const struct puzzle *puzzle, const char *name, int *x,
		     int *y)
{
	json_t *json = puzzle_to_json(puzzle);
	char list[32] = "";
	int index = -1;
	const json_t *at;

	sscanf(name, "%31[a-z_][%d]", list, &index);
	at = json_object_get(
		json_array_get(json_object_get(json, list), (size_t)index),
		"at");
	*x = (int)json_integer_value(json_array_get(at, 0));
	*y = (int)json_integer_value(json_array_get(at, 1));
	index = (int)json_array_size(at);
	json_decref(json);
	return index == 2;
}

static bool find_place(const struct puzzle *puzzle, const struct clue *clue,
		       const char *name, struct board_place *place)
{
	int x = 0, y = 0;

	place->kind = clue->kind;
	switch (clue->where) {
	case AT_NAME:
		break;
	case AT_XY:
		if (sscanf(name, "%*[a-z_][%d,%d]", &x, &y) != 2)
			return false;
		break;
	case AT_ROW_X:
		if (sscanf(name, "%*[a-z_][%d][%d]", &y, &x) != 2)
			return false;
		break;
	case AT_ENTRY:
		if (!entry_at(puzzle, name, &x, &y))
			return false;
		break;
	case AT_NUMBER:
	case AT_CELL9:
		if (sscanf(name, "%*[a-z_][%d]", &x) != 1)
			return false;
		y = clue->where == AT_CELL9 ? x / 3 : x;
		x = clue->where == AT_CELL9 ? x % 3 : x;
		break;
	}
	place->x = x;
	place->y = y;
	return true;
}

/* Is one of these puzzles the same? */
static bool is_among(const struct puzzle *puzzle, const struct puzzle *others,
		     int count)
{
	for (int i = 0; i < count; i++)
		if (puzzle_equal(puzzle, &others[i], NULL))
			return true;
	return false;
}

void doubt_limit(const struct puzzle *puzzle, struct reading *reading)
{
	/* as read, then with each that is kept */
	struct puzzle known[1 + READING_INSTEAD_MAX];
	int count = 0;

	if (!reading->instead_count || !find_clue(reading->clue) ||
	    puzzle_copy(puzzle, &known[count], NULL) < 0)
		return;
	count++;
	for (int i = 0; i < reading->instead_count; i++) {
		struct puzzle *other = &known[count];

		if (puzzle_copy(puzzle, other, NULL) < 0)
			break;
		if (puzzle_set_clue(other, reading->clue,
				    reading->instead[i].value, NULL) < 0 ||
		    is_among(other, known, count))
			puzzle_fini(other);
		else
			reading->instead[count++ - 1] = reading->instead[i];
	}
	reading->instead_count = count - 1;
	while (count)
		puzzle_fini(&known[--count]);
}

bool doubt_find_place(const struct puzzle *puzzle,
		      const struct reading *reading, struct board_place *place)
{
	const struct clue *clue = find_clue(reading->clue);

	return clue && find_place(puzzle, clue, reading->clue, place);
}

void doubt_put_clue(const struct puzzle *puzzle, const struct reading *reading,
		    struct buffer *out)
{
	const struct clue *clue = find_clue(reading->clue);
	struct board_place place;
	const char *noun;
	size_t before;

	if (!clue || !find_place(puzzle, clue, reading->clue, &place)) {
		buffer_printf(out, "\"%s\"", reading->clue);
		return;
	}
	noun = _(clue->noun);
	before = strcspn(noun, "%");
	buffer_append(out, noun, before);
	puzzle_place_words(puzzle, &place, out);
	if (noun[before])
		buffer_puts(out, noun + before + strlen("%s"));
}

/* The sides that a tile of a track joins: right 1, bottom 2, left 4, top 8. */
static void put_sides(int sides, struct buffer *out)
{
	static const char *const names[] = { N_("right"), N_("bottom"),
					     N_("left"), N_("top") };
	const char *between = _("to the ");

	for (int i = 0; i < 4; i++)
		if (sides & 1 << i) {
			buffer_printf(out, "%s%s", between, _(names[i]));
			between = _(" and ");
		}
}

/* Words of values as panel_symbol_text has them, and names of colours, each
 * translated; numbers and shapes stay. */
static void put_words(const char *text, size_t length, struct buffer *out)
{
	char word[40];

	for (size_t i = 0; i < length;) {
		size_t end = i + strcspn(text + i, " ");

		end = end < length ? end : length;
		snprintf(word, sizeof word, "%.*s", (int)(end - i), text + i);
		buffer_printf(out, "%s%s", i ? " " : "", *word ? _(word) : "");
		i = end + 1;
	}
}

void doubt_put_value(const struct reading *reading, const char *value,
		     struct buffer *out)
{
	const struct clue *clue = find_clue(reading->clue);
	bool quoted = value[0] == '"' && value[1];
	bool entry = clue && clue->where == AT_ENTRY;
	int sides = 0;

	if (entry && sscanf(value, "%d", &sides) == 1 && sides)
		put_sides(sides, out);
	else if (clue &&
		 (entry || !strcmp(value, "null") || !strcmp(value, "false") ||
		  !strcmp(value, "\"missing\"")))
		buffer_puts(out, _(clue->none));
	else if (!strcmp(value, "true"))
		buffer_puts(out, _("there"));
	else if (!strcmp(value, "\"gap\""))
		buffer_puts(out, _("broken"));
	else
		put_words(value + quoted, strlen(value) - (quoted ? 2 : 0),
			  out);
}

void doubt_put(const struct puzzle *puzzle, const struct reading *reading,
	       struct buffer *out)
{
	struct buffer clue, value;

	buffer_init(&clue);
	buffer_init(&value);
	doubt_put_clue(puzzle, reading, &clue);
	doubt_put_value(reading, reading->value, &value);
	buffer_printf(out, _("not sure about %s: read as %s (%.0f %% sure)"),
		      buffer_text(&clue), buffer_text(&value),
		      reading->confidence * 100);
	for (int i = 0; i < reading->instead_count; i++) {
		buffer_puts(out, i ? _(" or ") : _(", but it may be "));
		doubt_put_value(reading, reading->instead[i].value, out);
	}
	out->failed |= clue.failed || value.failed;
	buffer_fini(&clue);
	buffer_fini(&value);
}

void doubt_put_change(const struct puzzle *puzzle,
		      const struct outcome_change *change, bool sure,
		      struct buffer *out)
{
	struct buffer clue, read, other;

	buffer_init(&clue);
	buffer_init(&read);
	buffer_init(&other);
	doubt_put_clue(puzzle, &change->reading, &clue);
	doubt_put_value(&change->reading, change->reading.value, &read);
	doubt_put_value(&change->reading, change->value, &other);
	buffer_printf(out,
		      sure ? _("%s was read as %s, but only %s makes sense, so "
			       "that is assumed")
			   : _("%s was read as %s, which makes no sense: it "
			       "may be %s"),
		      buffer_text(&clue), buffer_text(&read),
		      buffer_text(&other));
	out->failed |= clue.failed || read.failed || other.failed;
	buffer_fini(&clue);
	buffer_fini(&read);
	buffer_fini(&other);
}
