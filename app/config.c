#include "config.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "language.h"
#include "user_files.h"

struct reader {
	struct options *options;
	const struct command *command;
	struct problem fault; /* the first */
};

static int bad(struct reader *reader, const char *what, const char *value)
{
	problem_set(&reader->fault, PROBLEM_INPUT, "%s: '%.80s'", _(what),
		    value);
	return 0;
}

/* The flag of this name: the command's own where it has it, as some commands
 * share a name and mean different things by it. */
static const struct flag *find_flag(const struct command *command,
				    const char *name)
{
	const struct flag *found = NULL;

	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		if (strcmp(flag->name, name) != 0)
			continue;
		if (flag->groups & command->usage.groups)
			return flag;
		found = flag;
	}
	return found;
}

/* Is a line of this section for the command? The keys of watch are those that
 * the doctor tries. */
static bool is_meant(const struct command *command, const char *section,
		     const struct flag *flag)
{
	return flag->groups & command->usage.groups &&
	       (!*section || !strcmp(section, command->name) ||
		(flag->groups & GROUP_HOTKEY && !strcmp(section, "watch")));
}

/* As inih calls it for each line; 0 is a fault. */
static int on_line(void *data, const char *section, const char *name,
		   const char *value)
{
	struct reader *reader = data;
	const struct flag *flag = find_flag(reader->command, name);

	if (*section && !command_named(section))
		return bad(reader, "no such command", section);
	/* a file cannot name another in its place */
	if (!flag || !strcmp(name, "config"))
		return bad(reader, "no such option", name);
	if (!is_meant(reader->command, section, flag))
		return 1;
	return options_set_text(reader->options, flag, value ? value : "",
				&reader->fault) == 0;
}

static int read_file(const char *path, FILE *file, struct reader *reader,
		     struct problem *problem)
{
	int line = ini_parse_file(file, on_line, reader);

	if (line > 0)
		return problem_set(problem, PROBLEM_INPUT, "%.120s:%d: %.100s",
				   path, line,
				   reader->fault.text[0] ? reader->fault.text
							 : _("not understood"));
	/* inih takes what cannot be read for an end */
	if (line < 0 || ferror(file))
		return problem_set(problem, PROBLEM_INPUT, "cannot read: '%s'",
				   path);
	return 0;
}

int config_apply(struct options *options, const struct command *command,
		 const char *path, struct problem *problem)
{
	struct reader reader = { .options = options, .command = command };
	struct buffer own;
	FILE *file;
	int result = 0;

	buffer_init(&own);
	if (!path && user_file(&own, USER_CONFIG, "config.ini") < 0) {
		buffer_fini(&own);
		return 0;
	}
	file = fopen(path ? path : buffer_text(&own), "re");
	if (file)
		result = read_file(path ? path : buffer_text(&own), file,
				   &reader, problem);
	else if (path || (errno != ENOENT && errno != ENOTDIR))
		result = problem_set(
			problem, PROBLEM_INPUT, "cannot read: '%.120s' (%s)",
			path ? path : buffer_text(&own), strerror(errno));
	if (file)
		fclose(file);
	buffer_fini(&own);
	return result;
}
