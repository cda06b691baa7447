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
	char command[8192];
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

/* What most tests of the program hold: a folder and the last run in it. A
 * test that holds more begins its own struct with them. */
struct program_test {
	struct program_folder folder;
	struct program_run run;
};

/* As cmocka calls them before and after tests. */
static inline int program_setup(void **state)
{
	struct program_test *test = calloc(1, sizeof *test);

	if (!test)
		return -1;
	program_folder_make(&test->folder);
	*state = test;
	return 0;
}

static inline int program_teardown(void **state)
{
	struct program_test *test = *state;

	program_folder_remove(&test->folder);
	free(test);
	return 0;
}

#ifdef CMOCKA_H_ /* benches run the program, too */
/* The run ends with this status and says this sentence. */
static inline void program_expect(struct program_test *test,
				  const char *arguments, int status,
				  const char *sentence)
{
	program_run(&test->run, &test->folder, arguments);
	if (test->run.status != status)
		fail_msg("'%s': status %d instead of %d: %s", arguments,
			 test->run.status, status, test->run.err);
	if (!strstr(test->run.err, sentence))
		fail_msg("'%s': '%s' instead of '%s'", arguments, test->run.err,
			 sentence);
}
#endif

#endif
