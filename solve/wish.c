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

static int unknown(const char *name, size_t length, const char *const *known,
		   struct problem *problem)
{
	struct buffer all;
	int result;

	buffer_init(&all);
	for (int i = 0; known[i]; i++)
		buffer_printf(&all, "%s%s", i ? ", " : "", known[i]);
	result = problem_set(problem, PROBLEM_INPUT,
			     "unknown wish: '%.*s' (known: %s)",
			     length > 40 ? 40 : (int)length, name,
			     known[0] ? buffer_text(&all) : "none");
	buffer_fini(&all);
	return result;
}

int wish_known(const json_t *wish, const char *const *known,
	       struct problem *problem)
{
	for (const char *at = with(wish); *at; at += *at == ',') {
		size_t length = strcspn(at, ",");
		int i = 0;

		while (known[i] && (strlen(known[i]) != length ||
				    strncmp(at, known[i], length)))
			i++;
		if (!known[i])
			return unknown(at, length, known, problem);
		at += length;
	}
	return 0;
}
