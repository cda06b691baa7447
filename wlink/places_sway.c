/* sway tells where windows lie by its IPC, sway-ipc(7). */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "places_driver.h"

/* Messages of sway-ipc(7); its events have the highest bit set. */
enum { RUN_COMMAND = 0, SUBSCRIBE = 2, GET_TREE = 4 };
#define MAGIC "i3-ipc"
/* "i3-ipc", length, type */
enum { HEAD_BYTES = 14 };
/* The tree of a thousand windows is below 2 MB. */
enum { REPLY_BYTES_MAX = 16 << 20 };

struct sway {
	struct places places; /* first */
	int fd;               /* for questions; -1: lost */
};

static struct sway *of(struct places *places)
{
	return (struct sway *)places;
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

/* The next message's text, to be freed; NULL where none comes. */
static char *receive_message(int fd, uint32_t *length)
{
	char head[HEAD_BYTES];
	char *text;

	if (places_receive(fd, head, sizeof head) < 0 ||
	    memcmp(head, MAGIC, 6) != 0)
		return NULL;
	memcpy(length, head + 6, 4);
	if (*length > REPLY_BYTES_MAX)
		return NULL;
	text = malloc(*length + 1);
	if (text && places_receive(fd, text, *length) < 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* The events we ask for. */
static int subscribe(struct sway *sway)
{
	uint32_t length;
	char *reply;

	if (send_message(sway->places.events, SUBSCRIBE,
			 "[\"window\",\"workspace\",\"shutdown\"]") < 0)
		return -1;
	reply = receive_message(sway->places.events, &length);
	free(reply);
	return reply ? 0 : -1;
}

static void close_sway(struct places *places)
{
	if (of(places)->fd >= 0)
		close(of(places)->fd);
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
	/* from sway 1.11 on */
	const char *identifier = json_string_value(
		json_object_get(node, "foreign_toplevel_identifier"));
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
		.focused = json_is_true(json_object_get(node, "focused")),
	};
	snprintf(place->title, sizeof place->title, "%s", title ? title : "");
	snprintf(place->program, sizeof place->program, "%s",
		 program ? program : "");
	snprintf(place->identifier, sizeof place->identifier, "%s",
		 identifier ? identifier : "");
}

/* Only windows have a process. */
static bool is_window(const json_t *node)
{
	return json_is_integer(json_object_get(node, "pid"));
}

/* sway's answer to a message, to be freed; NULL where it does not answer. */
static char *ask(struct sway *sway, uint32_t type, const char *text,
		 uint32_t *length, struct problem *problem)
{
	char *answer = NULL;

	if (sway->fd < 0)
		sway->fd = places_dial(getenv("SWAYSOCK"));
	if (sway->fd >= 0 && send_message(sway->fd, type, text) == 0)
		answer = receive_message(sway->fd, length);
	if (answer)
		return answer;
	/* an answer that comes late would be taken for the next one */
	if (sway->fd >= 0)
		close(sway->fd);
	sway->fd = -1;
	places_gone(&sway->places, problem);
	return NULL;
}

/* What sway shows, to be freed by json_decref; NULL where it does not answer.
 */
static json_t *get_tree(struct sway *sway, struct problem *problem)
{
	uint32_t length = 0;
	char *text = ask(sway, GET_TREE, "", &length, problem);
	json_t *tree;

	if (!text)
		return NULL;
	tree = json_loadb(text, length, 0, NULL);
	free(text);
	if (!tree)
		places_gone(&sway->places, problem);
	return tree;
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

static int list(struct places *places, struct place *list, int most,
		struct problem *problem)
{
	json_t *tree = get_tree(of(places), problem);
	int count = tree ? list_below(tree, list, most) : -1;

	json_decref(tree);
	return count;
}

static int focus(struct places *places, unsigned long id,
		 struct problem *problem)
{
	char command[64];
	uint32_t length;
	char *answer;

	snprintf(command, sizeof command, "[con_id=%lu] focus", id);
	answer = ask(of(places), RUN_COMMAND, command, &length, problem);
	free(answer);
	return answer ? 0 : -1;
}

static int take(struct places *places)
{
	uint32_t length;
	char *text = receive_message(places->events, &length);

	free(text);
	return text ? 0 : -1;
}

static const struct places_driver driver = {
	.compositor = "sway",
	.close = close_sway,
	.list = list,
	.focus = focus,
	.take = take,
};

struct places *places_open_sway(struct problem *problem)
{
	const char *path = getenv("SWAYSOCK");
	struct sway *sway;

	if (!path || !*path)
		return NULL;
	sway = calloc(1, sizeof *sway);
	if (!sway) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a socket");
		return NULL;
	}
	sway->places.driver = &driver;
	sway->fd = places_dial(path);
	sway->places.events = places_dial(path);
	if (sway->fd >= 0 && sway->places.events >= 0 && subscribe(sway) == 0)
		return &sway->places;
	places_gone(&sway->places, problem);
	places_close(&sway->places);
	return NULL;
}
