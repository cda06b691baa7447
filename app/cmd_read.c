/* solveglass read: what puzzles are in it. */
#include "explain.h"
#include "files.h"
#include "language.h"

static const char help[] =
	N_("Says which puzzles are in each picture, and how surely they were "
	   "read. Files of puzzles (JSON or text) are read as well, so "
	   "--format converts one form into another.");

static const char notes[] =
	N_("`-' is standard input. The type of a file is recognised by its "
	   "content.\n\n"
	   "  solveglass read screenshot.png\n"
	   "  solveglass read --format text screenshot.png > puzzle.tt\n"
	   "  solveglass read --json *.png\n"
	   "  solveglass read --join front.png left.png back.png\n"
	   "  solveglass read --explain seen.png screenshot.png\n\n"
	   "Exit status: 0 every file holds a puzzle, 3 a picture holds none, "
	   "4 a file could not be read.");

static enum status run(const struct options *options)
{
	struct problem problem = { 0 };

	if (options->explain && explain_picture(options, &problem) < 0) {
		command_complain(options->arguments[0], &problem);
		return STATUS_FAILED;
	}
	return files_run(options, NULL);
}

const struct command command_read = {
	.name = "read",
	.summary = N_("say which puzzles are in a picture"),
	.usage = { "solveglass read", "PICTURE...", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_SAY | GROUP_FORM |
			   GROUP_JOIN | GROUP_CLIPBOARD | GROUP_EXPLAIN |
			   GROUP_STORE,
		   1 },
	.run = run,
};
