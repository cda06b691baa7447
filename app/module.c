#include "module.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Beside the program, as it is built, or where it is installed. */
static void *load(const char *name)
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
		snprintf(path, sizeof path, "%s%ssolveglass-%s.so", own,
			 folders[i], name);
		if (access(path, F_OK) == 0)
			module = dlopen(path, RTLD_NOW);
	}
	return module;
}

enum status module_run(const char *name, const struct options *options,
		       const char *left_out)
{
	void *module = load(name);
	const char *cause = module ? NULL : dlerror();
	char symbol[32];
	union {
		void *symbol;
		module_function *run;
	} found;

	snprintf(symbol, sizeof symbol, "%s_run", name);
	found.symbol = module ? dlsym(module, symbol) : NULL;
	if (found.symbol)
		return found.run(options);
	fprintf(stderr, "solveglass %s: %s\n", name, cause ? cause : left_out);
	return STATUS_FAILED;
}
