/* solveglass view: a window of its own. It is a module that this program
 * loads, so that nothing else needs GTK. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "view/view_run.h"

static const char help[] =
	"A window that shows pictures with what was read in them and the "
	"answers over it, and puzzles as boards, one page after the other: of "
	"files, folders, what is pasted or dropped, random puzzles, and "
	"without FILE of the history.\v"
	"Everything is done by keys as well; ? shows them.\n\n"
	"  solveglass view screenshot.png\n"
	"  solveglass view puzzles.txt pictures/\n"
	"  solveglass view\n\n"
	"Exit status: 0 closed by the person, 4 no display, or this build has "
	"no window.";

static const char name[] = "solveglass-view.so";

/* Beside the program, as it is built, or where it is installed. */
static void *load(void)
{
	static const char *const folders[] = { "", "../lib/solveglass/" };
	char own[PATH_MAX], path[2 * PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
	void *module = NULL;
	char *slash;

	if (length < 0)
		return NULL;
	own[length] = '\0';
	slash = strrchr(own, '/');
	if (slash)
		slash[1] = '\0';
	for (int i = 0; i < 2 && !module; i++) {
		snprintf(path, sizeof path, "%s%s%s", own, folders[i], name);
		if (access(path, F_OK) == 0)
			module = dlopen(path, RTLD_NOW);
	}
	return module;
}

static enum status run(const struct options *options)
{
	void *module = load();
	const char *cause = module ? NULL : dlerror();
	union {
		void *symbol;
		view_run_function *run;
	} found = { module ? dlsym(module, "view_run") : NULL };

	if (found.symbol)
		return found.run(options);
	if (cause)
		fprintf(stderr, "solveglass view: %s\n", cause);
	else
		fputs("solveglass view: this build has no window: it was left "
		      "out, as GTK 3 (libgtk-3-dev) was missing\n",
		      stderr);
	return STATUS_FAILED;
}

const struct command command_view = {
	.name = "view",
	.summary =
		"open a window to page through, search, edit and save puzzles",
	.usage = { "solveglass view", "[FILE...]", help,
		   GROUP_COMMON | GROUP_READ | GROUP_SOLVE | GROUP_STORE, 0 },
	.run = run,
};
