#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "language.h"

enum { ANSWER_MS = 2000 };

struct control {
	int fd;
	int lock; /* held as long as we listen: the socket's file stays where a
		   * process is killed */
	struct sockaddr_un address;
	struct sockaddr_un asker; /* of the last request */
	socklen_t asker_length;
};

/* "$XDG_RUNTIME_DIR/solveglass-wayland-1". ":0.0" is ":0"; what no name may
 * hold becomes '_'. */
static int find_address(const char *display, struct sockaddr_un *address,
			struct problem *problem)
{
	const char *folder = getenv("XDG_RUNTIME_DIR");
	const char *name = display ? display : "";
	const char *colon = strrchr(name, ':');
	size_t length = colon ? (size_t)(colon - name) + strcspn(colon, ".")
			      : strlen(name);
	char *at = address->sun_path;
	int start;

	if (!folder || !*folder)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "XDG_RUNTIME_DIR is not set, so there is no "
				   "place for a socket");
	address->sun_family = AF_UNIX;
	start = snprintf(at, sizeof address->sun_path, "%s/solveglass-",
			 folder);
	/* room for ".lock" as well */
	if (start < 0 || (size_t)start + length + 6 >= sizeof address->sun_path)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "XDG_RUNTIME_DIR is too long for a socket: "
				   "'%.100s'",
				   folder);
	for (size_t i = 0; i < length; i++)
		at[start++] = name[i] == '/' ? '_' : name[i];
	at[start] = '\0';
	return 0;
}

/* -1 where another process has it. */
static int take_lock(const struct sockaddr_un *address, struct problem *problem)
{
	char path[sizeof address->sun_path + 8];
	int fd;

	snprintf(path, sizeof path, "%s.lock", address->sun_path);
	fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT, "'%.150s': %s",
				   path, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	close(fd);
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "`solveglass watch' or `show' already runs on this "
			   "display");
}

struct control *control_open(const char *display, struct problem *problem)
{
	struct control *control = calloc(1, sizeof *control);

	if (!control) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a socket");
		return NULL;
	}
	control->fd = control->lock = -1;
	if (find_address(display, &control->address, problem) < 0)
		goto fail;
	control->lock = take_lock(&control->address, problem);
	if (control->lock < 0)
		goto fail;
	/* of a process that was killed */
	unlink(control->address.sun_path);
	control->fd =
		socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (control->fd >= 0 &&
	    bind(control->fd, (struct sockaddr *)&control->address,
		 sizeof control->address) == 0)
		return control;
	problem_set(problem, PROBLEM_ENVIRONMENT, "'%.150s': %s",
		    control->address.sun_path, strerror(errno));
fail:
	control_close(control);
	return NULL;
}

void control_close(struct control *control)
{
	if (!control)
		return;
	if (control->fd >= 0) {
		unlink(control->address.sun_path);
		close(control->fd);
	}
	/* the lock's file stays: whoever waits for it holds the same one */
	if (control->lock >= 0)
		close(control->lock);
	free(control);
}

int control_fd(const struct control *control)
{
	return control->fd;
}

bool control_next(struct control *control, char *text, size_t size)
{
	ssize_t got;

	control->asker_length = sizeof control->asker;
	got = recvfrom(control->fd, text, size - 1, 0,
		       (struct sockaddr *)&control->asker,
		       &control->asker_length);
	if (got < 0)
		return false;
	text[got] = '\0';
	return true;
}

void control_answer(struct control *control, const char *text)
{
	/* whoever has gone meanwhile needs none */
	sendto(control->fd, text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL,
	       (struct sockaddr *)&control->asker, control->asker_length);
}

static int ask(int fd, const struct sockaddr_un *address, const char *text,
	       char *answer, size_t size, struct problem *problem)
{
	/* the kernel finds a name to answer to */
	const struct sockaddr_un own = { .sun_family = AF_UNIX };
	struct pollfd wait = { fd, POLLIN, 0 };
	ssize_t got;

	if (fd < 0 ||
	    bind(fd, (const struct sockaddr *)&own, sizeof own.sun_family) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "no socket: %s", strerror(errno));
	if (connect(fd, (const struct sockaddr *)address, sizeof *address) <
		    0 ||
	    send(fd, text, strlen(text), MSG_NOSIGNAL) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "`solveglass watch' does not run on this "
				   "display");
	if (poll(&wait, 1, ANSWER_MS) <= 0 ||
	    (got = recv(fd, answer, size - 1, 0)) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "`solveglass watch' does not answer");
	answer[got] = '\0';
	return 0;
}

int control_ask(const char *display, const char *text, char *answer,
		size_t size, struct problem *problem)
{
	struct sockaddr_un address;
	int fd, result;

	if (find_address(display, &address, problem) < 0)
		return -1;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	result = ask(fd, &address, text, answer, size, problem);
	if (fd >= 0)
		close(fd);
	return result;
}

int control_ask_here(const char *text, char *answer, size_t size,
		     struct problem *problem)
{
	const char *wayland = getenv("WAYLAND_DISPLAY");

	if (wayland && *wayland &&
	    control_ask(wayland, text, answer, size, NULL) == 0)
		return 0;
	return control_ask(getenv("DISPLAY"), text, answer, size, problem);
}

void control_words(const char *answer, char *words, size_t size)
{
	static const char *const states[] = {
		N_("nothing, not shown"), N_("nothing, looking"),
		N_("hint, shown"),        N_("hint, looking"),
		N_("hint, not shown"),    N_("answer, shown"),
		N_("answer, looking"),    N_("answer, not shown"),
	};
	int number, count;

	for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
		size_t length = strlen(states[i]);
		const char *rest = answer + length;
		size_t put;

		if (strncmp(answer, states[i], length) != 0)
			continue;
		put = (size_t)snprintf(words, size, "%s", _(states[i]));
		if (put >= size)
			return;
		if (sscanf(rest, ", step %d", &number) == 1)
			snprintf(words + put, size - put, _(", step %d"),
				 number);
		else if (sscanf(rest, ", answer %d of %d", &number, &count) ==
			 2)
			snprintf(words + put, size - put,
				 _(", answer %d of %d"), number, count);
		return;
	}
	snprintf(words, size, "%s", _(answer));
}
