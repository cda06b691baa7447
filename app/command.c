#include "command.h"

#include <stdio.h>
#include <string.h>

const struct command *const commands[] = {
	&command_read,  &command_solve,  &command_check, &command_show,
	&command_watch, &command_play,   &command_grab,  &command_make,
	&command_batch, &command_doctor, NULL,
};

const struct command *command_named(const char *name)
{
	for (int i = 0; commands[i]; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

void command_complain(const char *name, const struct problem *problem)
{
	fprintf(stderr, "solveglass: %s%s%s\n", name ? name : "",
		name ? ": " : "", problem->text);
}
