#include "batch_out.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "language.h"

static int cannot(const char *what, const char *path, struct problem *problem)
{
	return problem_set(problem, PROBLEM_ENVIRONMENT, "%s: '%.120s' (%s)",
			   _(what), path, strerror(errno));
}

static int open_folder(int parent, const char *name, int flags,
		       struct problem *problem)
{
	int fd;

	if (mkdirat(parent, name, 0777) < 0 && errno != EEXIST)
		return cannot(N_("cannot make the folder"), name, problem);
	fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
	if (fd < 0)
		return cannot(N_("cannot open the folder"), name, problem);
	return fd;
}

static void empty(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	while (list && (entry = readdir(list)))
		unlinkat(folder, entry->d_name, 0); /* "." and ".." stay */
	if (list)
		closedir(list);
	else if (fd >= 0)
		close(fd);
}

static int open_all(struct out *out, const char *path, struct problem *problem)
{
	out->top = open_folder(AT_FDCWD, path, 0, problem);
	if (out->top < 0)
		return -1;
	if (flock(out->top, LOCK_EX | LOCK_NB) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "another batch is writing to '%.120s'",
				   path);
	out->answers = open_folder(out->top, "answers", O_NOFOLLOW, problem);
	if (out->answers < 0)
		return -1;
	out->state = open_folder(out->top, ".batch", O_NOFOLLOW, problem);
	if (out->state < 0)
		return -1;
	out->thumbs = open_folder(out->state, "thumbs", O_NOFOLLOW, problem);
	if (out->thumbs < 0)
		return -1;
	out->parts = open_folder(out->state, "parts", O_NOFOLLOW, problem);
	if (out->parts < 0)
		return -1;
	empty(out->parts);
	return 0;
}

int out_open(struct out *out, const char *path, struct problem *problem)
{
	*out = (struct out){ -1, -1, -1, -1, -1 };
	if (open_all(out, path, problem) < 0) {
		out_close(out);
		return -1;
	}
	return 0;
}

void out_close(struct out *out)
{
	int *fds[] = { &out->parts, &out->thumbs, &out->state, &out->answers,
		       &out->top };

	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
		*fds[i] = -1;
	}
}

int out_save(const struct out *out, int folder, const char *name,
	     const void *data, size_t length, struct problem *problem)
{
	uint64_t random;
	char part[32];
	int fd;

	if (getrandom(&random, sizeof random, 0) != sizeof random)
		return cannot(N_("cannot write"), name, problem);
	snprintf(part, sizeof part, "%016llx", (unsigned long long)random);
	fd = openat(out->parts, part,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0)
		return cannot(N_("cannot write"), name, problem);
	if (file_write(fd, data, length) < 0) {
		cannot(N_("cannot write"), name, problem);
		close(fd);
		unlinkat(out->parts, part, 0);
		return -1;
	}
	/* close reports what a network file system only notices then */
	if (close(fd) < 0 || renameat(out->parts, part, folder, name) < 0) {
		cannot(N_("cannot write"), name, problem);
		unlinkat(out->parts, part, 0);
		return -1;
	}
	return 0;
}

void out_remove(int folder, const char *name)
{
	unlinkat(folder, name, 0);
}
