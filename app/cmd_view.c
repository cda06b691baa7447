/* solveglass view: a window of its own. */
#include "module.h"

static const char help[] =
	"A window that shows pictures with what was read in them and the "
	"answers over it, and puzzles as boards, one page after the other: of "
	"files, folders, what is pasted or dropped, random puzzles, and "
	"without FILE of the history.\v"
	"Everything is done by keys as well; ? shows them.\n\n"
	"  solveglass view screenshot.png\n"
	"  solveglass view puzzles.txt pictures/\n"
	"  solveglass view\n\n"
	"Exit status: 0 it was closed, 4 no display, or this build has "
	"no window.";

static enum status run(const struct options *options)
{
	return module_run("view", options,
			  "this build has no window: it was left out, as GTK "
			  "3 (libgtk-3-dev) was missing");
}

const struct command command_view = {
	.name = "view",
	.summary =
		"open a window to page through, search, edit and save puzzles",
	.usage = { "solveglass view", "[FILE...]", help,
		   GROUP_COMMON | GROUP_READ | GROUP_SOLVE | GROUP_STORE, 0 },
	.run = run,
};
