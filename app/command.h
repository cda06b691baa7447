/* The commands. A command is one file cmd_<name>.c and one line in the table
 * of command.c; its flags are the groups of options.c that it names. */
#ifndef COMMAND_H
#define COMMAND_H

#include "options.h"

/* DESIGN "Commands": the highest that applies. */
enum status {
	STATUS_OK = 0,        /* all solved, found, holding */
	STATUS_NONE = 1,      /* a puzzle has no solution, one breaks a rule */
	STATUS_UNDECIDED = 2, /* out of time, or doubtful */
	STATUS_NO_PUZZLE = 3, /* a picture without a puzzle */
	STATUS_FAILED = 4,    /* unreadable input, environment */
	STATUS_USAGE = 64,
};

struct command {
	const char *name;
	const char *summary; /* one line for the list of commands */
	struct option_usage usage;
	/* It runs, too, where the configuration file is at fault, and says
	 * so itself. */
	bool lenient;
	/* Returns 0, or -1 where the options make no sense together or here:
	 * asked before it runs, and by the doctor of the settings, without
	 * files. NULL: all make sense. */
	int (*judge)(const struct options *options, struct problem *problem);
	/* Returns the exit status. */
	enum status (*run)(const struct options *options);
};

extern const struct command command_read;
extern const struct command command_solve;
extern const struct command command_check;
extern const struct command command_make;
extern const struct command command_show;
extern const struct command command_view;
extern const struct command command_watch;
extern const struct command command_press;
extern const struct command command_tray;
extern const struct command command_grab;
extern const struct command command_batch;
extern const struct command command_play;
extern const struct command command_history;
extern const struct command command_doctor;
extern const struct command command_report_bug;

/* All of them, in the order of --help; ends with NULL. */
extern const struct command *const commands[];

/* The command of this name, or NULL. */
const struct command *command_named(const char *name);

static inline enum status status_worse(enum status a, enum status b)
{
	return a > b ? a : b;
}

/* "solveglass: name: problem" on stderr. */
void command_complain(const char *name, const struct problem *problem);

#endif
