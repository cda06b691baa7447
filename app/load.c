#include "load.h"

#include <string.h>
#include <sys/stat.h>

#include "clipboard.h"
#include "file.h"
#include "options.h"

/* Beyond any PNG of a whole screen wall; puzzle texts are bounded further by
 * their own reader. */
static const size_t bytes_max = (size_t)512 << 20;

int load_file(const char *path, struct loaded *loaded, struct problem *problem)
{
	struct stat about;
	uint8_t *data;
	size_t length;

	loaded_init(loaded);
	if (path != options_clipboard && stat(path, &about) == 0 &&
	    S_ISDIR(about.st_mode))
		return problem_set(problem, PROBLEM_INPUT,
				   "a folder; 'solveglass batch FOLDER "
				   "--output RESULTS' solves everything in it");
	if ((path == options_clipboard
		     ? clipboard_take(NULL, bytes_max, &data, &length, problem)
		     : file_read(path, bytes_max, &data, &length, problem)) < 0)
		return -1;
	return loaded_take(data, length, loaded, problem);
}

int load_open(int fd, const char *path, struct loaded *loaded,
	      struct problem *problem)
{
	uint8_t *data;
	size_t length;

	loaded_init(loaded);
	if (file_read_open(fd, path, bytes_max, &data, &length, problem) < 0)
		return -1;
	return loaded_take(data, length, loaded, problem);
}
