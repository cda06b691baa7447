#include "user_files.h"

#include <stdlib.h>

int user_file(struct buffer *path, enum user_folder folder, const char *name)
{
	static const struct {
		const char *variable, *below_home;
	} folders[] = {
		[USER_CONFIG] = { "XDG_CONFIG_HOME", ".config" },
		[USER_CACHE] = { "XDG_CACHE_HOME", ".cache" },
		[USER_STATE] = { "XDG_STATE_HOME", ".local/state" },
	};
	const char *base = getenv(folders[folder].variable);
	const char *home = getenv("HOME");

	/* the specification has relative paths ignored */
	if (base && base[0] == '/')
		buffer_printf(path, "%s/solveglass/%s", base, name);
	else if (home && home[0] == '/')
		buffer_printf(path, "%s/%s/solveglass/%s", home,
			      folders[folder].below_home, name);
	else
		return -1;
	return path->failed ? -1 : 0;
}
