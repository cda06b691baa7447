#include "command.h"

#include <stdio.h>

void command_complain(const char *name, const struct problem *problem)
{
	fprintf(stderr, "solveglass: %s%s%s\n", name ? name : "",
		name ? ": " : "", problem->text);
}
