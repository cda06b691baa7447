#include "batch_walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

/* Each level keeps a folder open; nobody's screenshots lie deeper. */
enum { DEPTH_MAX = 64 };

struct walking {
	struct walk *walk;
	bool recursive;
	const struct stat *skip;
	struct problem *problem;
};

int64_t walk_changed(const struct stat *status)
{
	return (int64_t)status->st_mtim.tv_sec * 1000000000 +
	       status->st_mtim.tv_nsec;
}

static int no_memory(struct walking *walking)
{
	return problem_set(walking->problem, PROBLEM_MEMORY,
			   "no memory to list the folder");
}

/* Adds a file; `fault` may be NULL, `status` too where there is a fault. */
static int add(struct walking *walking, const char *prefix, const char *name,
	       const struct stat *status, const char *fault)
{
	struct walk *walk = walking->walk;
	struct walk_entry entry = { 0 };

	if (alloc_grow(&walk->entries, &walk->capacity, walk->count + 1,
		       sizeof *walk->entries) < 0 ||
	    asprintf(&entry.path, "%s%s", prefix, name) < 0)
		return no_memory(walking);
	if (fault) {
		entry.fault = strdup(fault);
		if (!entry.fault) {
			free(entry.path);
			return no_memory(walking);
		}
	}
	if (status) {
		entry.size = status->st_size;
		entry.changed = walk_changed(status);
	}
	walk->entries[walk->count++] = entry;
	return 0;
}

static int add_unreadable(struct walking *walking, const char *prefix,
			  const char *name, int error)
{
	char text[160];

	snprintf(text, sizeof text, "cannot be read: %s", strerror(error));
	if (add(walking, prefix, name, NULL, text) < 0)
		return -1;
	walking->walk->entries[walking->walk->count - 1].unreadable = true;
	return 0;
}

static int list(struct walking *walking, int fd, const char *prefix, int depth);

static int enter(struct walking *walking, int parent, const char *prefix,
		 const char *name, int depth)
{
	struct stat status;
	char *path;
	int result;
	int fd;

	if (!walking->recursive)
		return 0;
	if (depth >= DEPTH_MAX)
		return add(walking, prefix, name, NULL,
			   "folders are nested too deeply here");
	fd = openat(parent, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT
			       ? 0
			       : add_unreadable(walking, prefix, name, errno);
	if (walking->skip && fstat(fd, &status) == 0 &&
	    status.st_dev == walking->skip->st_dev &&
	    status.st_ino == walking->skip->st_ino) {
		close(fd);
		return 0;
	}
	if (asprintf(&path, "%s%s/", prefix, name) < 0) {
		close(fd);
		return no_memory(walking);
	}
	result = list(walking, fd, path, depth + 1);
	free(path);
	return result;
}

static int look_at(struct walking *walking, int fd, const char *prefix,
		   const char *name, int depth)
{
	struct stat status;
	bool is_link;

	if (fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT
			       ? 0 /* gone since it was listed */
			       : add_unreadable(walking, prefix, name, errno);
	is_link = S_ISLNK(status.st_mode);
	if (is_link && fstatat(fd, name, &status, 0) < 0)
		return add_unreadable(walking, prefix, name, errno);
	if (S_ISREG(status.st_mode))
		return add(walking, prefix, name, &status, NULL);
	if (!S_ISDIR(status.st_mode))
		return add(walking, prefix, name, NULL,
			   "not a file: a pipe, socket or device");
	if (!is_link)
		return enter(walking, fd, prefix, name, depth);
	if (!walking->recursive)
		return 0;
	return add(walking, prefix, name, NULL,
		   "a link to a folder, which is not followed");
}

static int add_folder(struct walking *walking, const char *prefix)
{
	struct walk *walk = walking->walk;
	char *copy = strdup(prefix);

	if (!copy ||
	    alloc_grow(&walk->folders, &walk->folder_capacity,
		       walk->folder_count + 1, sizeof *walk->folders) < 0) {
		free(copy);
		return no_memory(walking);
	}
	walk->folders[walk->folder_count++] = copy;
	return 0;
}

/* Takes over `fd`. */
static int list(struct walking *walking, int fd, const char *prefix, int depth)
{
	DIR *folder = fdopendir(fd);
	int result = add_folder(walking, prefix);

	if (!folder) {
		close(fd);
		return problem_set(walking->problem, PROBLEM_INPUT,
				   "cannot list the folder (%s)",
				   strerror(errno));
	}
	while (result == 0) {
		const struct dirent *entry = readdir(folder);

		if (!entry)
			break;
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		result = look_at(walking, fd, prefix, entry->d_name, depth);
	}
	closedir(folder);
	return result;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct walk_entry *)a)->path,
		      ((const struct walk_entry *)b)->path);
}

int walk_list(struct walk *walk, int dir, bool recursive,
	      const struct stat *skip, struct problem *problem)
{
	struct walking walking = { walk, recursive, skip, problem };
	/* a description of its own, so that it is read from the start */
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	*walk = (struct walk){ 0 };
	if (fd < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "cannot list the folder (%s)",
				   strerror(errno));
	if (list(&walking, fd, "", 0) < 0)
		return -1;
	if (walk->count)
		qsort(walk->entries, walk->count, sizeof *walk->entries,
		      by_path);
	return 0;
}

void walk_fini(struct walk *walk)
{
	for (size_t i = 0; i < walk->count; i++) {
		free(walk->entries[i].path);
		free(walk->entries[i].fault);
	}
	free(walk->entries);
	for (size_t i = 0; i < walk->folder_count; i++)
		free(walk->folders[i]);
	free(walk->folders);
	*walk = (struct walk){ 0 };
}
