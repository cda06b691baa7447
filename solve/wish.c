#include "wish.h"

#include <string.h>

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
			return problem_set(problem, PROBLEM_INPUT,
					   "unknown wish: '%.*s'",
					   length > 40 ? 40 : (int)length, at);
		at += length;
	}
	return 0;
}
