#include "places.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A compositor that does not answer for so long hangs. */
enum { ANSWER_SECONDS = 5 };
/* Messages of sway-ipc(7); its events have the highest bit set. */
enum { RUN_COMMAND = 0, SUBSCRIBE = 2, GET_TREE = 4 };
#define MAGIC "i3-ipc"
/* "i3-ipc", length, type */
enum { HEAD_BYTES = 14 };
/* The tree of a thousand windows is below 2 MB. */
enum { REPLY_BYTES_MAX = 16 << 20 };

struct places {
	int fd;     /* for questions; -1: lost */
	int events; /* for what happens */
};

static int gone(struct problem *problem)
{
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "sway does not answer on its socket");
}

static int dial(const char *path)
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

static int send_message(int fd, uint32_t type, const char *text)
{
	uint32_t length = (uint32_t)strlen(text);
	char message[256];

	memcpy(message, MAGIC, 6);
	memcpy(message + 6, &length, 4);
	memcpy(message + 10, &type, 4);
	memcpy(message + HEAD_BYTES, text, length);
	return send(fd, message, HEAD_BYTES + length, MSG_NOSIGNAL) ==
			       (ssize_t)(HEAD_BYTES + length)
		       ? 0
		       : -1;
}

static int receive(int fd, void *data, size_t length)
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

/* The next message's text, to be freed; NULL where none comes. */
static char *receive_message(int fd, uint32_t *length)
{
	char head[HEAD_BYTES];
	char *text;

	if (receive(fd, head, sizeof head) < 0 || memcmp(head, MAGIC, 6) != 0)
		return NULL;
	memcpy(length, head + 6, 4);
	if (*length > REPLY_BYTES_MAX)
		return NULL;
	text = malloc(*length + 1);
	if (text && receive(fd, text, *length) < 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* The events we ask for. */
static int subscribe(struct places *places)
{
	uint32_t length;
	char *reply;

	if (send_message(places->events, SUBSCRIBE,
			 "[\"window\",\"workspace\",\"shutdown\"]") < 0)
		return -1;
	reply = receive_message(places->events, &length);
	free(reply);
	return reply ? 0 : -1;
}

struct places *places_open(struct problem *problem)
{
	const char *path = getenv("SWAYSOCK");
	struct places *places;

	if (!path || !*path) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "this compositor does not tell where windows are");
		return NULL;
	}
	places = calloc(1, sizeof *places);
	if (!places) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a socket");
		return NULL;
	}
	places->fd = dial(path);
	places->events = dial(path);
	if (places->fd < 0 || places->events < 0 || subscribe(places) < 0) {
		gone(problem);
		places_close(places);
		return NULL;
	}
	return places;
}

void places_close(struct places *places)
{
	if (!places)
		return;
	if (places->fd >= 0)
		close(places->fd);
	if (places->events >= 0)
		close(places->events);
	free(places);
}

static int number(const json_t *of, const char *name)
{
	return (int)json_integer_value(json_object_get(of, name));
}

static struct box box_of(const json_t *node, const char *name)
{
	const json_t *rect = json_object_get(node, name);

	return (struct box){ number(rect, "x"), number(rect, "y"),
			     number(rect, "width"), number(rect, "height") };
}

static void describe(const json_t *node, struct place *place)
{
	const json_t *x11 = json_object_get(node, "window_properties");
	const char *title = json_string_value(json_object_get(node, "name"));
	const char *program =
		json_string_value(json_object_get(node, "app_id"));
	struct box outer = box_of(node, "rect");
	/* within the outer one */
	struct box inner = box_of(node, "window_rect");

	if (!program)
		program = json_string_value(json_object_get(x11, "class"));
	*place = (struct place){
		.id = (unsigned long)json_integer_value(
			json_object_get(node, "id")),
		.lay_box = inner.width && inner.height
				   ? (struct box){ outer.x + inner.x,
						   outer.y + inner.y,
						   inner.width, inner.height }
				   : outer,
		.visible = json_is_true(json_object_get(node, "visible")),
	};
	snprintf(place->title, sizeof place->title, "%s", title ? title : "");
	snprintf(place->program, sizeof place->program, "%s",
		 program ? program : "");
}

/* Only windows have a process. */
static bool is_window(const json_t *node)
{
	return json_is_integer(json_object_get(node, "pid"));
}

/* The window with this id or, where that is 0, with the keyboard. */
static const json_t *search(const json_t *node, unsigned long id)
{
	static const char *const kinds[] = { "nodes", "floating_nodes" };
	size_t index;
	const json_t *child;

	if (is_window(node) &&
	    (id ? (unsigned long)json_integer_value(
			  json_object_get(node, "id")) == id
		: json_is_true(json_object_get(node, "focused"))))
		return node;
	for (size_t k = 0; k < 2; k++)
		json_array_foreach(json_object_get(node, kinds[k]), index,
				   child)
		{
			const json_t *found = search(child, id);

			if (found)
				return found;
		}
	return NULL;
}

/* sway's answer to a message, to be freed; NULL where it does not answer. */
static char *ask(struct places *places, uint32_t type, const char *text,
		 uint32_t *length, struct problem *problem)
{
	char *answer = NULL;

	if (places->fd < 0)
		places->fd = dial(getenv("SWAYSOCK"));
	if (places->fd >= 0 && send_message(places->fd, type, text) == 0)
		answer = receive_message(places->fd, length);
	if (answer)
		return answer;
	/* an answer that comes late would be taken for the next one */
	if (places->fd >= 0)
		close(places->fd);
	places->fd = -1;
	gone(problem);
	return NULL;
}

/* What sway shows, to be freed by json_decref; NULL where it does not answer.
 */
static json_t *get_tree(struct places *places, struct problem *problem)
{
	uint32_t length = 0;
	char *text = ask(places, GET_TREE, "", &length, problem);
	json_t *tree;

	if (!text)
		return NULL;
	tree = json_loadb(text, length, 0, NULL);
	free(text);
	if (!tree)
		gone(problem);
	return tree;
}

static int look(struct places *places, unsigned long id, struct place *place,
		struct problem *problem)
{
	json_t *tree = get_tree(places, problem);
	const json_t *found;

	if (!tree)
		return -1;
	found = search(tree, id);
	if (found)
		describe(found, place);
	json_decref(tree);
	if (found)
		return 0;
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
	char command[64];
	uint32_t length;
	char *answer;

	snprintf(command, sizeof command, "[con_id=%lu] focus", id);
	answer = ask(places, RUN_COMMAND, command, &length, problem);
	free(answer);
	return answer ? 0 : -1;
}

/* Of what floats, the last is on top. */
static int list_below(const json_t *node, struct place *list, int most)
{
	const json_t *floating = json_object_get(node, "floating_nodes");
	const json_t *tiled = json_object_get(node, "nodes");
	int count = 0;

	if (is_window(node) && most > 0)
		describe(node, &list[count++]);
	for (size_t i = json_array_size(floating); i-- > 0;)
		count += list_below(json_array_get(floating, i), list + count,
				    most - count);
	for (size_t i = 0; i < json_array_size(tiled); i++)
		count += list_below(json_array_get(tiled, i), list + count,
				    most - count);
	return count;
}

int places_list(struct places *places, struct place *list, int most,
		struct problem *problem)
{
	json_t *tree = get_tree(places, problem);
	int count = tree ? list_below(tree, list, most) : -1;

	json_decref(tree);
	return count;
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
		uint32_t length;
		char *text = receive_message(places->events, &length);

		any = true;
		/* sway has ended: asking will tell */
		if (!text) {
			close(places->events);
			places->events = -1;
		}
		free(text);
	}
	return any;
}
