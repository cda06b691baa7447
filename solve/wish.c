#include "wish.h"

#include <string.h>

#include "buffer.h"

static const char *with(const json_t *wish)
{
	const char *names = json_string_value(json_object_get(wish, "with"));

	return names ? names : "";
}

bool wish_with(const json_t *wish, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = with(wish); *at; at += *at == ',') {
		size_t found = strcspn(at, ",");

		if (found == length && !strncmp(at, name, length))
			return true;
		at += found;
	}
	return false;
}

static int unknown(const char *name, size_t length, const char *known,
		   struct problem *problem)
{
	struct buffer all;
	int result;

	buffer_init(&all);
	for (const char *at = known; *at; at++)
		if (*at == '|')
			buffer_puts(&all, ", ");
		else
			buffer_append(&all, at, 1);
	result = problem_set(problem, PROBLEM_INPUT,
			     "unknown wish: '%.*s' (known: %s)",
			     length > 40 ? 40 : (int)length, name,
			     *known ? buffer_text(&all) : "none");
	buffer_fini(&all);
	return result;
}

/* Is it one of the names with '|' between? */
static bool is_among(const char *name, size_t length, const char *names)
{
	while (*names) {
		size_t end = strcspn(names, "|");

		if (end == length && !memcmp(name, names, length))
			return true;
		names += end + (names[end] == '|');
	}
	return false;
}

int wish_known(const json_t *wish, const char *known, struct problem *problem)
{
	for (const char *at = with(wish); *at; at += *at == ',') {
		size_t length = strcspn(at, ",");

		if (!is_among(at, length, known))
			return unknown(at, length, known, problem);
		at += length;
	}
	return 0;
}
