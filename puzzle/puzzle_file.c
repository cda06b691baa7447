#include "puzzle_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "text_fields.h"

/* No puzzle text is larger: 2,385 panels with all their fields are 5 MB. */
enum { FILE_BYTES_MAX = 64 << 20 };

void puzzle_list_init(struct puzzle_list *list)
{
	*list = (struct puzzle_list){ 0 };
}

void puzzle_list_fini(struct puzzle_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->entries[i].has_solution)
			puzzle_solution_fini(&list->entries[i].solution);
		puzzle_fini(&list->entries[i].puzzle);
	}
	free(list->entries);
	puzzle_list_init(list);
}

static struct puzzle_entry *add(struct puzzle_list *list,
				struct problem *problem)
{
	struct puzzle_entry *entry;

	if (alloc_grow(&list->entries, &list->capacity, list->count + 1,
		       sizeof *list->entries) < 0) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for puzzles");
		return NULL;
	}
	entry = &list->entries[list->count];
	memset(entry, 0, sizeof *entry);
	return entry;
}

static int add_json(struct puzzle_list *list, const json_t *json,
		    const char *id, struct problem *problem);

static int add_json_puzzle(struct puzzle_list *list, const json_t *json,
			   const char *id, struct problem *problem)
{
	const json_t *solution = json_object_get(json, "solution");
	struct puzzle_entry *entry = add(list, problem);
	const struct puzzle_family *family;

	if (!entry || puzzle_from_json(json, &entry->puzzle, problem) < 0)
		return -1;
	if (id && !entry->puzzle.id[0])
		puzzle_set_id(&entry->puzzle, id);
	family = puzzle_family(entry->puzzle.family);
	entry->solution.family = entry->puzzle.family;
	if (solution && !json_is_null(solution) &&
	    family->solution_from_json(solution, &entry->puzzle,
				       &entry->solution, problem) < 0) {
		puzzle_fini(&entry->puzzle);
		return -1;
	}
	entry->solution.family = entry->puzzle.family;
	entry->has_solution = solution && !json_is_null(solution);
	list->count++;
	return 0;
}

static int add_json_list(struct puzzle_list *list, const json_t *json,
			 const char *id, struct problem *problem)
{
	size_t index;
	json_t *item;

	json_array_foreach(json, index,
			   item) if (add_json(list, item, id, problem) <
				     0) return -1;
	return 0;
}

/* A puzzle, a list, a label or output line ("puzzles"), {"id","puzzle"}. The
 * nesting is bounded by jansson's own limit (JSON_PARSER_MAX_DEPTH). */
static int add_json(struct puzzle_list *list, const json_t *json,
		    const char *id, struct problem *problem)
{
	const json_t *name = json_object_get(json, "id");
	const json_t *inner;

	if (json_is_array(json))
		return add_json_list(list, json, id, problem);
	if (json_object_get(json, "family"))
		return add_json_puzzle(list, json, id, problem);
	if (json_is_string(name))
		id = json_string_value(name);
	inner = json_object_get(json, "puzzles");
	if (json_is_array(inner))
		return add_json_list(list, inner, id, problem);
	inner = json_object_get(json, "puzzle");
	if (json_is_object(inner))
		return add_json(list, inner, id, problem);
	return problem_set(problem, PROBLEM_INPUT,
			   "JSON that is no puzzle (no \"family\")");
}

static int parse_json(struct puzzle_list *list, const char *data, size_t length,
		      struct problem *problem)
{
	size_t at = 0;

	while (at < length) {
		json_error_t error;
		json_t *json;
		int result;

		if (isspace((unsigned char)data[at])) {
			at++;
			continue;
		}
		json = json_loadb(data + at, length - at,
				  JSON_DISABLE_EOF_CHECK, &error);
		if (!json)
			return problem_set(problem, PROBLEM_INPUT,
					   "not valid JSON: '%.120s'",
					   error.text);
		result = add_json(list, json, NULL, problem);
		json_decref(json);
		if (result < 0)
			return -1;
		at += (size_t)error.position;
	}
	return 0;
}

/* The family that a text is of, and how many bytes of it are its first puzzle;
 * FAMILY_COUNT, and `length` untouched, where it is none. */
static enum family claimant(const char *text, size_t *length)
{
	for (int i = 0; i < FAMILY_COUNT; i++) {
		const struct puzzle_family *family = puzzle_family(i);
		size_t claimed =
			family->claim_text ? family->claim_text(text) : 0;

		if (claimed) {
			*length = claimed;
			return (enum family)i;
		}
	}
	return FAMILY_COUNT;
}

static int add_text(struct puzzle_list *list, enum family family,
		    const char *text, struct problem *problem)
{
	struct puzzle_entry *entry = add(list, problem);

	if (!entry)
		return -1;
	entry->puzzle.family = family;
	if (puzzle_family(family)->from_text(text, &entry->puzzle, problem) < 0)
		return -1;
	entry->puzzle.family = family;
	entry->solution.family = family;
	list->count++;
	return 0;
}

/* Cuts `text` (changed on the way) into puzzles, as their families claim it. */
static int parse_text(struct puzzle_list *list, char *text,
		      struct problem *problem)
{
	char *at = text;

	while (*at) {
		size_t length = text_line_length(at);
		enum family family;
		char kept;
		int result;

		if (strspn(at, " \t\v\f") >= length) {
			at += length + (at[length] == '\n');
			continue;
		}
		family = claimant(at, &length);
		if (family == FAMILY_COUNT)
			return problem_set(problem, PROBLEM_INPUT,
					   "not a puzzle: '%.*s'",
					   length > 40 ? 40 : (int)length, at);
		kept = at[length];
		at[length] = '\0';
		result = add_text(list, family, at, problem);
		at[length] = kept;
		if (result < 0)
			return -1;
		at += length;
	}
	return 0;
}

int puzzle_list_parse(struct puzzle_list *list, const char *data, size_t length,
		      struct problem *problem)
{
	size_t before = list->count;
	char *text, *start;
	int result;

	if (length > FILE_BYTES_MAX)
		return problem_set(problem, PROBLEM_LIMIT,
				   "puzzle file too large: '%zu bytes'",
				   length);
	text = text_decode(data, length, problem);
	if (!text)
		return -1;
	text_make_plain(text, true);
	start = text + strspn(text, " \t\n\v\f");
	if (*start == '{' || *start == '[') {
		result = parse_json(list, start, strlen(start), problem);
	} else {
		text_make_plain(text, false);
		result = parse_text(list, text, problem);
	}
	free(text);
	if (result == 0 && list->count == before)
		return problem_set(problem, PROBLEM_INPUT, "no puzzle in it");
	return result;
}
