#include "show_apart.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "deadline.h"
#include "file.h"

/* Between looks whether the window is closed. */
enum { NAP_MS = 50 };

/* In $XDG_RUNTIME_DIR, which is its user's alone, or in /tmp. */
static int save(const struct image *picture, char *path, size_t size,
		struct problem *problem)
{
	static const char ending[] = ".png";
	const char *folder = getenv("XDG_RUNTIME_DIR");
	int fd;

	snprintf(path, size, "%s/solveglass-XXXXXX%s",
		 folder && *folder ? folder : "/tmp", ending);
	fd = mkstemps(path, sizeof ending - 1);
	if (fd < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "no picture can be written at '%.200s'",
				   path);
	close(fd);
	if (file_save_image(path, picture, problem) == 0)
		return 0;
	unlink(path);
	return -1;
}

/* Its wait status; a process that does not end is ended. */
static int wait_for(pid_t pid, struct deadline *deadline)
{
	const struct timespec nap = { 0, NAP_MS * 1000000L };
	int status = 0;
	pid_t ended;

	while ((ended = waitpid(pid, &status, WNOHANG)) == 0 &&
	       !deadline_passed(deadline))
		nanosleep(&nap, NULL);
	if (ended)
		return ended == pid ? status : 0;
	kill(pid, SIGTERM);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}

int show_apart(const struct image *picture, double seconds,
	       const volatile sig_atomic_t *stop, struct problem *problem)
{
	char path[256];
	char *argv[] = { (char *)"solveglass", (char *)"view", path, NULL };
	struct deadline deadline = deadline_never();
	pid_t pid;
	int status;

	if (seconds > 0)
		deadline = deadline_in(seconds, NULL);
	deadline.stop = stop;
	if (save(picture, path, sizeof path, problem) < 0)
		return -1;
	status = posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv, environ)
			 ? -1
			 : wait_for(pid, &deadline);
	unlink(path);
	/* it has said itself what it lacks */
	return status == 0 ? 0
			   : problem_set(problem, PROBLEM_ENVIRONMENT,
					 "no window can be opened for the "
					 "answer");
}
