#include "watch_enter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "user_files.h"

static const char *const agreed_name = "may-enter";

bool watch_enter_agreed(void)
{
	struct buffer path;
	bool agreed;

	buffer_init(&path);
	agreed = user_file(&path, USER_CONFIG, agreed_name) == 0 &&
		 access(buffer_text(&path), F_OK) == 0;
	buffer_fini(&path);
	return agreed;
}

void watch_enter_agree(void)
{
	struct buffer folder, path;
	int fd = -1;

	buffer_init(&folder);
	buffer_init(&path);
	if (user_file(&folder, USER_CONFIG, "") == 0 &&
	    user_file(&path, USER_CONFIG, agreed_name) == 0) {
		mkdir(buffer_text(&folder), 0700);
		fd = open(buffer_text(&path), O_WRONLY | O_CREAT | O_CLOEXEC,
			  0600);
	}
	if (fd >= 0)
		close(fd);
	buffer_fini(&folder);
	buffer_fini(&path);
}

bool watch_enter_start(struct watch_enter *enter, unsigned long window)
{
	char id[32];
	char *argv[] = { (char *)"solveglass",
			 (char *)"play",
			 (char *)"--yes",
			 (char *)"--window",
			 id,
			 NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	int error;

	if (enter->pid)
		return false;
	enter->said = memfd_create("said", MFD_CLOEXEC);
	if (enter->said < 0)
		return false;
	snprintf(id, sizeof id, "0x%lx", window);
	sigemptyset(&none);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, enter->said, 2);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	error = posix_spawn(&enter->pid, "/proc/self/exe", &actions,
			    &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	if (!error)
		return true;
	close(enter->said);
	enter->pid = 0;
	return false;
}

/* What follows "solveglass play: " in the last line that has it. */
static void last_sentence(const char *said, char *text, size_t size)
{
	static const char start[] = "solveglass play: ";
	const char *last = said;

	for (const char *at = said; (at = strstr(at, start)); at += 1)
		last = at + strlen(start);
	snprintf(text, size, "%.*s", (int)strcspn(last, "\n"), last);
}

bool watch_enter_ended(struct watch_enter *enter, char *text, size_t size)
{
	char said[2000];
	ssize_t length;

	/* whoever buries all children may have been before us */
	if (!enter->pid || (waitpid(enter->pid, NULL, WNOHANG) == 0) ||
	    (kill(enter->pid, 0) == 0))
		return false;
	length = pread(enter->said, said, sizeof said - 1, 0);
	said[length > 0 ? length : 0] = '\0';
	last_sentence(said, text, size);
	close(enter->said);
	enter->pid = 0;
	return true;
}

void watch_enter_stop(struct watch_enter *enter)
{
	if (!enter->pid)
		return;
	kill(enter->pid, SIGINT);
	while (waitpid(enter->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(enter->said);
	enter->pid = 0;
}
