#include "command.h"

#include <stdio.h>
#include <string.h>

#include "names.h"

const struct command *const commands[] = {
	&command_read,    &command_solve,  &command_check,      &command_show,
	&command_view,    &command_watch,  &command_press,      &command_tray,
	&command_play,    &command_grab,   &command_make,       &command_batch,
	&command_history, &command_doctor, &command_report_bug, NULL,
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
	struct buffer text;

	/* both may hold bytes of a file that would mean something to a
	 * terminal */
	buffer_init(&text);
	if (name) {
		names_clean(&text, name);
		buffer_puts(&text, ": ");
	}
	names_clean(&text, problem->text);
	fprintf(stderr, "solveglass: %s\n", buffer_text(&text));
	buffer_fini(&text);
}
