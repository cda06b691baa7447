#include "puzzle.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_fields.h"

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

bool puzzle_check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breach *breach)
{
	if (puzzle->family != solution->family)
		return breach_set(breach, 0, "null",
				  "the solution is of another family");
	return families[puzzle->family]->check(puzzle, solution, breach);
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

bool breach_set(struct breach *breach, int rule, const char *at,
		const char *format, ...)
{
	va_list args;

	breach->rule = rule;
	breach->undecided = false;
	snprintf(breach->at, sizeof breach->at, "%s", at);
	va_start(args, format);
	vsnprintf(breach->text, sizeof breach->text, format, args);
	va_end(args);
	return false;
}

bool breach_set_at(struct breach *breach, int rule, int x, int y,
		   const char *format, ...)
{
	va_list args;

	breach->rule = rule;
	breach->undecided = false;
	snprintf(breach->at, sizeof breach->at, "[%d,%d]", x, y);
	va_start(args, format);
	vsnprintf(breach->text, sizeof breach->text, format, args);
	va_end(args);
	return false;
}
