/* solveglass watch: in the background, answers at the press of a key. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "hotkey.h"
#include "language.h"
#include "watch.h"

static const char help[] =
	N_("Waits in the background for a key. When it is pressed, solves the "
	   "puzzles in the active window, or in what an option names, and "
	   "draws the checked answers over them; when it is pressed again, "
	   "removes them. A second key shows the answer step by step: a part "
	   "of a path, a piece or a number at each press. The drawing follows "
	   "the window, and clicks and keys go on to the game. Before a panel "
	   "around a pillar each press adds the side that is seen, until all "
	   "are and the answer's part is drawn over the last one.");

static const char notes[] =
	N_("  solveglass watch\n"
	   "  solveglass watch --hotkey Ctrl+Alt+S --next-hotkey Ctrl+Alt+N\n"
	   "  solveglass watch --pointer --live\n\n"
	   "Ctrl-C ends it. Exit status: 0 it was ended, 4 there is no "
	   "display, another program has taken the key, a watch is already "
	   "running, or the display was lost, 64 there is no such key.");

static int judge(const struct options *options, struct problem *problem)
{
	const char *const others[] = { options->next_hotkey,
				       options->play_hotkey,
				       options->copy_hotkey,
				       options->other_hotkey };
	bool force = options->force_hotkey;
	struct hotkey key;

	if (hotkey_choose(options->hotkey, force, &key, problem) < 0)
		return -1;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(others[i], "none") != 0 &&
		    hotkey_choose(others[i], force, &key, problem) < 0)
			return -1;
	return 0;
}

static enum status run(const struct options *options)
{
	struct problem problem = { 0 };

	if (options->argument_count) {
		fputs(_("solveglass watch: it takes no file; see 'solveglass "
			"watch --help'\n"),
		      stderr);
		return STATUS_USAGE;
	}
	if (watch_run(options, &problem) < 0) {
		command_complain("watch", &problem);
		return problem.kind == PROBLEM_INPUT ? STATUS_USAGE
						     : STATUS_FAILED;
	}
	if (options_logs(options, LOG_NOTES))
		fputs(_("solveglass watch: ended\n"), stderr);
	return STATUS_OK;
}

const struct command command_watch = {
	.name = "watch",
	.summary = N_("show answers over the game at the press of a key"),
	.usage = { "solveglass watch", "", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_SOLVE | GROUP_CAPTURE |
			   GROUP_WATCH | GROUP_HOTKEY | GROUP_STORE,
		   0 },
	.judge = judge,
	.run = run,
};
