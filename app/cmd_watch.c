/* solveglass watch: in the background, answers at the press of a key. */
#include <stdio.h>

#include "command.h"
#include "watch.h"

static const char help[] =
	"Stays in the background and holds a key. Pressed, it looks at the "
	"window that is active (or at what a flag names), solves the puzzles "
	"in it and draws the checked answers over them; pressed again, it "
	"takes them away. A second key shows one step only, the first part of "
	"a path, one piece or one number, and with each press one more. The "
	"drawing follows the window, and clicks and keys go on to the game.\v"
	"  solveglass watch\n"
	"  solveglass watch --hotkey Ctrl+Alt+S --next-hotkey Ctrl+Alt+N\n"
	"  solveglass watch --pointer --live\n\n"
	"Ctrl-C ends it. Exit status: 0 ended so, 4 no display, the key is "
	"taken by another program, it runs already, or the display went away; "
	"64 no such key.";

static enum status run(const struct options *options)
{
	struct problem problem = { 0 };

	if (options->argument_count) {
		fputs("solveglass watch: it takes no file; see 'solveglass "
		      "watch --help'\n",
		      stderr);
		return STATUS_USAGE;
	}
	if (watch_run(options, &problem) < 0) {
		command_complain("watch", &problem);
		return problem.kind == PROBLEM_INPUT ? STATUS_USAGE
						     : STATUS_FAILED;
	}
	if (!options->quiet)
		fputs("solveglass watch: ended\n", stderr);
	return STATUS_OK;
}

const struct command command_watch = {
	.name = "watch",
	.summary = "answers over the game at the press of a key",
	.usage = { "solveglass watch", "", help,
		   GROUP_COMMON | GROUP_READ | GROUP_SOLVE | GROUP_CAPTURE |
			   GROUP_WATCH | GROUP_HOTKEY | GROUP_STORE,
		   0 },
	.run = run,
};
