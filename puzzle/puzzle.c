#include "puzzle.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "json_fields.h"
#include "language.h"

static const struct puzzle_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) [FAMILY_##id] = &puzzle_##id,
#include "families.def"
#undef FAMILY
};

const struct puzzle_family *puzzle_family(enum family family)
{
	return families[family];
}

enum family puzzle_family_named(const char *name)
{
	int family = 0;

	while (family < FAMILY_COUNT && strcmp(families[family]->name, name))
		family++;
	return (enum family)family;
}

void puzzle_fini(struct puzzle *puzzle)
{
	if (families[puzzle->family]->fini)
		families[puzzle->family]->fini(puzzle);
}

void puzzle_solution_fini(struct solution *solution)
{
	if (families[solution->family]->solution_fini)
		families[solution->family]->solution_fini(solution);
}

void puzzle_set_id(struct puzzle *puzzle, const char *id)
{
	json_copy_text(id, puzzle->id, sizeof puzzle->id);
}

static void read_id(const json_t *json, struct puzzle *puzzle)
{
	const json_t *id = json_object_get(json, "id");

	puzzle->id[0] = '\0';
	if (json_is_string(id))
		puzzle_set_id(puzzle, json_string_value(id));
	else if (json_is_integer(id))
		snprintf(puzzle->id, sizeof puzzle->id, "%" JSON_INTEGER_FORMAT,
			 json_integer_value(id));
}

int puzzle_from_json(const json_t *json, struct puzzle *puzzle,
		     struct problem *problem)
{
	const json_t *name = json_object_get(json, "family");
	enum family family;

	memset(puzzle, 0, sizeof *puzzle);
	if (!json_is_string(name))
		return problem_set(problem, PROBLEM_INPUT,
				   "a puzzle without a \"family\"");
	family = puzzle_family_named(json_string_value(name));
	if (family == FAMILY_COUNT)
		return problem_set(problem, PROBLEM_INPUT,
				   "unknown family: '%.60s'",
				   json_string_value(name));
	puzzle->family = family;
	if (families[family]->from_json(json, puzzle, problem) < 0)
		return -1;
	puzzle->family = family;
	read_id(json, puzzle);
	return 0;
}

json_t *puzzle_to_json(const struct puzzle *puzzle)
{
	const struct puzzle_family *family = families[puzzle->family];
	json_t *json = json_pack("{s:s}", "family", family->name);
	json_t *fields = family->to_json(puzzle);

	if (json && puzzle->id[0])
		json_put_field(&json, "id", json_string(puzzle->id));
	if (!json || !fields || json_object_update(json, fields) < 0) {
		json_decref(json);
		json = NULL;
	}
	json_decref(fields);
	return json;
}

bool puzzle_equal(const struct puzzle *a, const struct puzzle *b,
		  struct buffer *difference)
{
	if (a->family == b->family)
		return families[a->family]->equal(a, b, difference);
	if (difference)
		buffer_printf(difference, "%s instead of %s",
			      families[b->family]->name,
			      families[a->family]->name);
	return false;
}

static void check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches)
{
	if (puzzle->family != solution->family)
		breach_add(breaches, 0,
			   (struct board_place){ PLACE_WHOLE, 0, 0 },
			   "the solution is of another family");
	else
		families[puzzle->family]->check(puzzle, solution, breaches);
}

bool puzzle_check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breach *breach)
{
	struct breaches first = { .list = breach, .capacity = 1 };

	check(puzzle, solution, &first);
	return first.count == 0;
}

int puzzle_find_breaches(const struct puzzle *puzzle,
			 const struct solution *solution,
			 struct breaches *breaches, struct problem *problem)
{
	*breaches = (struct breaches){ .every = true };
	check(puzzle, solution, breaches);
	if (!breaches->failed)
		return 0;
	breaches_fini(breaches);
	return problem_set(problem, PROBLEM_MEMORY,
			   "no memory to list what is broken");
}

void breaches_fini(struct breaches *breaches)
{
	free(breaches->list);
	*breaches = (struct breaches){ 0 };
}

void puzzle_place_words(const struct puzzle *puzzle,
			const struct board_place *place, struct buffer *out)
{
	static const char *const corners[] = { N_("top left"), N_("top right"),
					       N_("bottom left"),
					       N_("bottom right") };
	const struct puzzle_family *family = families[puzzle->family];
	int x = place->x + 1, y = place->y + 1;

	if (family->place_words && family->place_words(puzzle, place, out))
		return;
	switch (place->kind) {
	case PLACE_WHOLE:
		return;
	case PLACE_SQUARE:
		buffer_printf(out, _("row %d, column %d"), y, x);
		return;
	case PLACE_CELL:
		buffer_printf(out, _("cell %d"), x);
		return;
	case PLACE_ROW_TOTAL:
		buffer_printf(out, _("row %d"), y);
		return;
	case PLACE_COLUMN_TOTAL:
		buffer_printf(out, _("column %d"), x);
		return;
	case PLACE_DIAGONAL_UP:
	case PLACE_DIAGONAL_DOWN:
		buffer_puts(out,
			    place->kind == PLACE_DIAGONAL_UP
				    ? _("the diagonal to the top right")
				    : _("the diagonal to the bottom right"));
		return;
	case PLACE_CIRCLE:
		buffer_printf(out, _("the circle %s"),
			      _(corners[place->x & 3]));
		return;
	case PLACE_AREA:
		buffer_printf(out, _("area %d"), x);
		return;
	case PLACE_PIECE:
		buffer_printf(out, _("piece %d"), x);
		return;
	}
}

void puzzle_place_name(const struct puzzle *puzzle, size_t place, char *name,
		       size_t size)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	int x, y;

	if (!family->place_at) {
		snprintf(name, size, "%zu", place);
		return;
	}
	family->place_at(puzzle, place, &x, &y);
	snprintf(name, size, "[%d,%d]", x, y);
}

void puzzle_grid_at(int columns, size_t place, int *x, int *y)
{
	*x = (int)place % columns;
	*y = (int)place / columns;
}

int puzzle_copy(const struct puzzle *puzzle, struct puzzle *copy,
		struct problem *problem)
{
	json_t *json = puzzle_to_json(puzzle);
	int result;

	if (!json)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to copy a puzzle");
	result = puzzle_from_json(json, copy, problem);
	json_decref(json);
	return result;
}

/* Replaces what `path` ("a[1][2].b") names inside `json`. Takes over a
 * reference to `value`. */
static int set_path(json_t *json, const char *path, json_t *value)
{
	char key[64];
	size_t length;
	json_t *inner;
	size_t index;
	char *end;

	if (*path == '[') {
		index = strtoul(path + 1, &end, 10);
		if (*end != ']' || index >= json_array_size(json))
			goto fail;
		if (!end[1])
			return json_array_set_new(json, index, value);
		inner = json_array_get(json, index);
		path = end + 1;
	} else {
		path += *path == '.';
		length = strcspn(path, "[.");
		if (!length || length >= sizeof key || !json_is_object(json))
			goto fail;
		memcpy(key, path, length);
		key[length] = '\0';
		if (!path[length])
			return json_object_set_new(json, key, value);
		inner = json_object_get(json, key);
		path += length;
	}
	return set_path(inner, path, value);
fail:
	json_decref(value);
	return -1;
}

int puzzle_set_clue(struct puzzle *puzzle, const char *clue,
		    const char *json_value, struct problem *problem)
{
	const struct puzzle_family *family = families[puzzle->family];
	struct puzzle changed;
	json_t *json, *value;
	int result = -1;

	if (family->set_clue)
		return family->set_clue(puzzle, clue, json_value, problem);
	json = puzzle_to_json(puzzle);
	value = json_loads(json_value, JSON_DECODE_ANY, NULL);
	if (!json || !value || set_path(json, clue, json_incref(value)) < 0)
		problem_set(problem, PROBLEM_INPUT, "no such clue: '%.60s'",
			    clue);
	else
		result = puzzle_from_json(json, &changed, problem);
	if (result == 0) {
		puzzle_fini(puzzle);
		*puzzle = changed;
	}
	json_decref(value);
	json_decref(json);
	return result;
}

/* The place as JSON. */
static void name_place(const struct board_place *place, char *name, size_t size)
{
	static const char *const lists[] = {
		[PLACE_ROW_TOTAL] = "row_totals",
		[PLACE_COLUMN_TOTAL] = "column_totals",
		[PLACE_DIAGONAL_UP] = "diagonal_up",
		[PLACE_DIAGONAL_DOWN] = "diagonal_down",
		[PLACE_CIRCLE] = "circles",
		[PLACE_AREA] = "areas",
		[PLACE_PIECE] = "pieces",
	};
	const char *list = lists[place->kind];

	switch (place->kind) {
	case PLACE_WHOLE:
		snprintf(name, size, "null");
		break;
	case PLACE_SQUARE:
		snprintf(name, size, "[%d,%d]", place->x, place->y);
		break;
	case PLACE_CELL:
		snprintf(name, size, "%d", place->x);
		break;
	case PLACE_DIAGONAL_UP:
	case PLACE_DIAGONAL_DOWN:
		snprintf(name, size, "\"%s\"", list);
		break;
	case PLACE_AREA:
		snprintf(name, size, "\"%s[%d].total\"", list, place->x);
		break;
	case PLACE_ROW_TOTAL:
		snprintf(name, size, "\"%s[%d]\"", list, place->y);
		break;
	default:
		snprintf(name, size, "\"%s[%d]\"", list, place->x);
	}
}

/* Room for one more; NULL: nobody wants to know, or memory runs out. */
static struct breach *next_breach(struct breaches *breaches)
{
	if (!breaches->every)
		return breaches->count ? NULL : breaches->list;
	if (alloc_grow(&breaches->list, &breaches->capacity,
		       breaches->count + 1, sizeof *breaches->list) < 0) {
		breaches->failed = true;
		return NULL;
	}
	return &breaches->list[breaches->count];
}

bool breach_add(struct breaches *breaches, int rule, struct board_place place,
		const char *format, ...)
{
	struct breach *breach = next_breach(breaches);
	va_list args;

	breaches->count += !breaches->failed;
	if (!breach)
		return false;
	breach->rule = rule;
	breach->undecided = false;
	breach->places[0] = place;
	breach->place_count = place.kind != PLACE_WHOLE;
	name_place(&place, breach->at, sizeof breach->at);
	va_start(args, format);
	vsnprintf(breach->text, sizeof breach->text, _(format), args);
	va_end(args);
	return breaches->every;
}

/* NULL where nobody wants to know. */
static struct breach *last_breach(const struct breaches *breaches)
{
	return breaches->list && breaches->count
		       ? &breaches->list[breaches->count - 1]
		       : NULL;
}

void breach_add_place(struct breaches *breaches, struct board_place place)
{
	struct breach *breach = last_breach(breaches);

	if (breach && breach->place_count < BREACH_PLACES_MAX)
		breach->places[breach->place_count++] = place;
}

void breach_set_undecided(struct breaches *breaches)
{
	struct breach *breach = last_breach(breaches);

	if (breach)
		breach->undecided = true;
}
