#include "language.h"

#include <glob.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef LOCALE_DIR
#define LOCALE_DIR "/usr/share/locale"
#endif

/* Is there a catalog of any language in this folder? */
static bool has_catalog(const char *folder)
{
	char pattern[PATH_MAX + 64];
	glob_t found = { 0 };
	bool has;

	snprintf(pattern, sizeof pattern, "%s/*/LC_MESSAGES/solveglass.mo",
		 folder);
	has = glob(pattern, GLOB_NOSORT, NULL, &found) == 0;
	globfree(&found);
	return has;
}

/* Below the prefix in which the program lies, or beside it where it was
 * built. */
static bool find_catalogs(char *folder, size_t size)
{
	static const char *const places[] = { "../share/locale", "locale" };
	char program[PATH_MAX];
	ssize_t length =
		readlink("/proc/self/exe", program, sizeof program - 1);
	char *slash;

	if (length < 0)
		return false;
	program[length] = '\0';
	slash = strrchr(program, '/');
	if (!slash)
		return false;
	*slash = '\0';
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		snprintf(folder, size, "%s/%s", program, places[i]);
		if (has_catalog(folder))
			return true;
	}
	return false;
}

void language_begin(void)
{
	char folder[PATH_MAX + 32];

	setlocale(LC_CTYPE, "");
	setlocale(LC_MESSAGES, "");
	bindtextdomain("solveglass", find_catalogs(folder, sizeof folder)
					     ? folder
					     : LOCALE_DIR);
	bind_textdomain_codeset("solveglass", "UTF-8");
	textdomain("solveglass");
}

void language_plain(void)
{
	setlocale(LC_MESSAGES, "C");
}
