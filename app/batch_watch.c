#include "batch_watch.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "alloc.h"

/* What a program that saves several pictures leaves between them; a person
 * does not notice it. */
enum { QUIET_MS = 150, LOOK_MS = 500 };
/* A folder that never comes to rest is looked at all the same. */
enum { QUIET_TURNS_MAX = 20 };

/* Not IN_MODIFY: a picture is of interest when it is whole. */
static const uint32_t events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM |
			       IN_DELETE | IN_CREATE | IN_ATTRIB | IN_ONLYDIR |
			       IN_DONT_FOLLOW;

struct watch {
	int fd;
	int newest; /* greatest descriptor: they are numbered upwards */
};

struct watch *watch_new(struct problem *problem)
{
	struct watch *watch = alloc_array(1, sizeof *watch);

	if (watch)
		watch->fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (!watch || watch->fd < 0) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "cannot watch folders (%s)", strerror(errno));
		free(watch);
		return NULL;
	}
	return watch;
}

void watch_free(struct watch *watch)
{
	if (watch)
		close(watch->fd);
	free(watch);
}

bool watch_folders(struct watch *watch, const char *path,
		   const struct walk *walk)
{
	bool some_new = false;

	for (size_t i = 0; i < walk->folder_count; i++) {
		char *folder;
		int descriptor;

		if (asprintf(&folder, "%s/%s", path, walk->folders[i]) < 0)
			return some_new;
		/* the folder itself may be a link that the person gave */
		descriptor = inotify_add_watch(
			watch->fd, folder,
			i ? events : events & ~(uint32_t)IN_DONT_FOLLOW);
		free(folder);
		if (descriptor > watch->newest) {
			watch->newest = descriptor;
			some_new = true;
		}
	}
	return some_new;
}

/* Reads what has happened. Was there anything? */
static bool drain(const struct watch *watch)
{
	char buffer[16 << 10];
	bool some = false;

	while (read(watch->fd, buffer, sizeof buffer) > 0)
		some = true;
	return some;
}

bool watch_wait(struct watch *watch, const volatile sig_atomic_t *stop)
{
	struct pollfd polled = { .fd = watch->fd, .events = POLLIN };
	int turns = 0;

	while (!(stop && *stop)) {
		if (poll(&polled, 1, LOOK_MS) <= 0)
			continue;
		while (turns++ < QUIET_TURNS_MAX && drain(watch))
			usleep(QUIET_MS * 1000);
		return !(stop && *stop);
	}
	return false;
}
