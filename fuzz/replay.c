/* Runs a fuzz target on files: what fuzzing once found is a test for ever. A
 * folder stands for the files in it; one that is not there for none. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "file.h"
#include "fuzz.h"

enum { BYTES_MAX = 16 << 20 };

static int run_file(const char *path)
{
	struct problem problem = { 0 };
	uint8_t *data;
	size_t length;

	if (file_read(path, BYTES_MAX, &data, &length, &problem) < 0) {
		fprintf(stderr, "%s\n", problem.text);
		return -1;
	}
	printf("%s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(data, length);
	free(data);
	return 0;
}

static int run_folder(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	int result = 0;

	while (folder && (entry = readdir(folder))) {
		char name[4096];

		snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
		if (entry->d_name[0] != '.' && run_file(name) < 0)
			result = -1;
	}
	if (folder)
		closedir(folder);
	return result;
}

int main(int argc, char **argv)
{
	int result = 0;

	for (int i = 1; i < argc; i++) {
		struct stat status;

		if (stat(argv[i], &status) < 0)
			continue;
		if ((S_ISDIR(status.st_mode) ? run_folder(argv[i])
					     : run_file(argv[i])) < 0)
			result = 1;
	}
	/* and what every target must stand */
	LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
	return result;
}
