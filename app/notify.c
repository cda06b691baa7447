#include "notify.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool notify_send(const char *text)
{
	char *argv[] = { (char *)"notify-send",
			 (char *)"--app-name=solveglass",
			 (char *)"--expire-time=4000",
			 (char *)"--",
			 (char *)"solveglass",
			 (char *)text,
			 NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	pid_t pid;
	int error;

	sigemptyset(&none);
	posix_spawn_file_actions_init(&actions);
	for (int fd = 0; fd < 3; fd++)
		posix_spawn_file_actions_addopen(&actions, fd, "/dev/null",
						 O_RDWR, 0);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	error = posix_spawnp(&pid, argv[0], &actions, &attributes, argv,
			     environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error == 0;
}

bool notify_settle(void)
{
	bool well = true;
	int status;

	while (waitpid(-1, &status, WNOHANG) > 0)
		well &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
	return well;
}
