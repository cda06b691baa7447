/* Our own program run as a person runs it, for tests. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a run printed and how it ended. */
struct program_run {
	char out[200000];
	char err[20000];
	int status; /* exit status, -1 where it was killed */
};

/* A folder of its own for a test's files. */
struct program_folder {
	char path[64];
};

static inline void program_folder_make(struct program_folder *folder)
{
	strcpy(folder->path, "/tmp/solveglass-test-XXXXXX");
	if (!mkdtemp(folder->path))
		abort();
}

static inline void program_folder_remove(struct program_folder *folder)
{
	char command[128];

	snprintf(command, sizeof command, "rm -rf '%s'", folder->path);
	if (system(command) != 0)
		abort();
}

static inline void program_write(const struct program_folder *folder,
				 const char *name, const void *data,
				 size_t length)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder->path, name);
	file = fopen(path, "wb");
	if (!file || fwrite(data, 1, length, file) != length ||
	    fclose(file) != 0)
		abort();
}

static inline void program_slurp(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "rb");
	size_t length = file ? fread(text, 1, size - 1, file) : 0;

	text[length] = '\0';
	if (file)
		fclose(file);
}

/* Runs "solveglass ARGUMENTS" by the shell within the folder; the arguments
 * may go on with pipes and further commands. */
static inline void program_run(struct program_run *run,
			       const struct program_folder *folder,
			       const char *arguments)
{
	char command[4096];
	char path[256];
	int status;

	snprintf(command, sizeof command,
		 "cd '%s' && { '%s' %s; } >stdout.txt 2>stderr.txt",
		 folder->path, PROGRAM, arguments);
	status = system(command);
	run->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	snprintf(path, sizeof path, "%s/stdout.txt", folder->path);
	program_slurp(path, run->out, sizeof run->out);
	snprintf(path, sizeof path, "%s/stderr.txt", folder->path);
	program_slurp(path, run->err, sizeof run->err);
}

#endif
