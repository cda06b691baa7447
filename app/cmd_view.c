/* solveglass view: a window of its own. */
#include "language.h"
#include "module.h"

static const char help[] =
	N_("Opens a window that shows, page by page, pictures with the answers "
	   "drawn over them, and puzzles as boards. Pages come from files, "
	   "folders, what is pasted or dropped, random puzzles and, without "
	   "FILE, the history.");

static const char notes[] =
	N_("Everything can be done from the keyboard; ? shows the keys.\n\n"
	   "  solveglass view screenshot.png\n"
	   "  solveglass view puzzles.txt pictures/\n"
	   "  solveglass view\n\n"
	   "Exit status: 0 it was closed, 4 there is no display, or this build "
	   "has no window.");

static enum status run(const struct options *options)
{
	return module_run("view", options,
			  _("this build has no window: it was left out, as GTK "
			    "3 (libgtk-3-dev) was missing"));
}

const struct command command_view = {
	.name = "view",
	.summary = N_(
		"open a window to page through, search, edit and save puzzles"),
	.usage = { "solveglass view", "[FILE...]", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_SOLVE | GROUP_STORE, 0 },
	.run = run,
};
