#include "watch_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

bool watch_child_start(struct watch_child *child, char *const argv[])
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	int error;

	if (child->pid)
		return false;
	child->said = memfd_create("said", MFD_CLOEXEC);
	if (child->said < 0)
		return false;
	sigemptyset(&none);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, child->said, 1);
	posix_spawn_file_actions_adddup2(&actions, child->said, 2);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	error = posix_spawn(&child->pid, "/proc/self/exe", &actions,
			    &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	if (!error)
		return true;
	close(child->said);
	child->pid = 0;
	return false;
}

/* What follows "solveglass...: " in the last line that begins so, else the
 * first line. */
static void last_sentence(const char *said, char *text, size_t size)
{
	static const char start[] = "solveglass";
	const char *found = said;

	for (const char *line = said; line; line = strchr(line, '\n')) {
		const char *colon;

		line += *line == '\n';
		colon = strstr(line, ": ");
		if (!strncmp(line, start, strlen(start)) && colon)
			found = colon + 2;
	}
	snprintf(text, size, "%.*s", (int)strcspn(found, "\n"), found);
}

static void forget(struct watch_child *child)
{
	close(child->said);
	child->pid = 0;
}

bool watch_child_ended(struct watch_child *child, bool *well, char *text,
		       size_t size)
{
	char said[2000];
	ssize_t length;
	int status = 0;

	/* whoever buries all children may have been before us */
	if (!child->pid || waitpid(child->pid, &status, WNOHANG) == 0 ||
	    kill(child->pid, 0) == 0)
		return false;
	*well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	length = pread(child->said, said, sizeof said - 1, 0);
	said[length > 0 ? length : 0] = '\0';
	last_sentence(said, text, size);
	forget(child);
	return true;
}

void watch_child_hurry(const struct watch_child *child)
{
	if (child->pid)
		kill(child->pid, SIGINT);
}

void watch_child_stop(struct watch_child *child)
{
	if (!child->pid)
		return;
	watch_child_hurry(child);
	while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
		;
	forget(child);
}
