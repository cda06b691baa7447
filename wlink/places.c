#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "places_driver.h"

/* A compositor that does not answer for so long hangs. */
enum { ANSWER_SECONDS = 5 };
/* Windows among which one is looked for. */
enum { WINDOWS_MAX = 256 };

int places_dial(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct timeval patience = { ANSWER_SECONDS, 0 };
	int fd;

	if (strlen(path) >= sizeof address.sun_path)
		return -1;
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
		return fd;
	close(fd);
	return -1;
}

int places_receive(int fd, void *data, size_t length)
{
	while (length) {
		ssize_t got = recv(fd, data, length, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return -1;
		data = (char *)data + got;
		length -= (size_t)got;
	}
	return 0;
}

int places_gone(const struct places *places, struct problem *problem)
{
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "%s does not answer on its socket",
			   places->driver->compositor);
}

struct places *places_open(struct problem *problem)
{
	struct problem silent = { 0 };
	struct places *places = places_open_sway(&silent);

	if (!places)
		places = places_open_hyprland(&silent);
	if (places)
		return places;
	if (silent.kind == PROBLEM_NONE)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "this compositor does not tell where windows are");
	else
		problem_set(problem, silent.kind, "%s", silent.text);
	return NULL;
}

void places_close(struct places *places)
{
	if (!places)
		return;
	if (places->events >= 0)
		close(places->events);
	places->driver->close(places);
}

const char *places_compositor(const struct places *places)
{
	return places->driver->compositor;
}

/* The window with this id or, where that is 0, with the keyboard. */
static int look(struct places *places, unsigned long id, struct place *place,
		struct problem *problem)
{
	struct place *list = calloc(WINDOWS_MAX, sizeof *list);
	int count = -1;
	bool found = false;

	if (list)
		count = places_list(places, list, WINDOWS_MAX, problem);
	else
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for a list of windows");
	for (int i = 0; !found && i < count; i++) {
		found = id ? list[i].id == id : list[i].focused;
		if (found)
			*place = list[i];
	}
	free(list);
	if (found)
		return 0;
	if (count < 0)
		return -1;
	if (id)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "window '%lu' is gone", id);
	else
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "no window is active");
	return 1;
}

int places_focused(struct places *places, struct place *place,
		   struct problem *problem)
{
	return look(places, 0, place, problem);
}

int places_by_id(struct places *places, unsigned long id, struct place *place,
		 struct problem *problem)
{
	return look(places, id ? id : ~0ul, place, problem);
}

int places_focus(struct places *places, unsigned long id,
		 struct problem *problem)
{
	return places->driver->focus(places, id, problem);
}

int places_list(struct places *places, struct place *list, int most,
		struct problem *problem)
{
	return places->driver->list(places, list, most, problem);
}

int places_fd(const struct places *places)
{
	return places->events;
}

bool places_take(struct places *places)
{
	struct pollfd fd = { places->events, POLLIN, 0 };
	bool any = false;

	while (places->events >= 0 && poll(&fd, 1, 0) > 0) {
		any = true;
		if (places->driver->take(places) == 0)
			continue;
		/* it has ended: asking will tell */
		close(places->events);
		places->events = -1;
	}
	return any;
}
