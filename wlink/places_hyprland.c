/* Hyprland tells where windows lie by its IPC: one question a connection, its
 * answer in JSON; a line an event on a second socket. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "places_driver.h"

/* A thousand windows are described in less. */
enum { REPLY_BYTES_MAX = 16 << 20 };

/* Monitors, or their workspaces. */
enum { SHOWN_MAX = 64 };

/* ".socket.sock" for questions, ".socket2.sock" for events. */
static int dial(const char *name)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	char path[512];

	snprintf(path, sizeof path, "%s/hypr/%s/%s", runtime ? runtime : "",
		 getenv("HYPRLAND_INSTANCE_SIGNATURE"), name);
	return places_dial(path);
}

/* Sends a question and reads the answer to its end, to be freed; NULL where
 * none comes. */
static char *converse(const char *question, size_t *length)
{
	size_t capacity = 1 << 14;
	char *answer = malloc(capacity);
	int fd = dial(".socket.sock");
	ssize_t got = -1;

	*length = 0;
	if (answer && fd >= 0 &&
	    send(fd, question, strlen(question), MSG_NOSIGNAL) ==
		    (ssize_t)strlen(question))
		while ((got = recv(fd, answer + *length, capacity - *length,
				   0)) > 0 ||
		       (got < 0 && errno == EINTR)) {
			char *more;

			*length += got > 0 ? (size_t)got : 0;
			if (*length < capacity)
				continue;
			capacity *= 2;
			more = capacity <= REPLY_BYTES_MAX
				       ? realloc(answer, capacity)
				       : NULL;
			if (!more)
				break;
			answer = more;
		}
	if (fd >= 0)
		close(fd);
	if (got == 0)
		return answer;
	free(answer);
	return NULL;
}

/* The answer as JSON, to be dropped by json_decref; NULL where none comes. */
static json_t *ask(struct places *places, const char *question,
		   struct problem *problem)
{
	size_t length;
	char *text = converse(question, &length);
	json_t *json = text ? json_loadb(text, length, 0, NULL) : NULL;

	free(text);
	if (!json)
		places_gone(places, problem);
	return json;
}

static json_int_t number(const json_t *of, const char *name)
{
	return json_integer_value(json_object_get(of, name));
}

static int element(const json_t *of, const char *name, size_t index)
{
	return (int)json_integer_value(
		json_array_get(json_object_get(of, name), index));
}

/* "0x55d0c8a1b2c0" */
static unsigned long id_of(const json_t *window)
{
	const char *address =
		json_string_value(json_object_get(window, "address"));

	return address ? strtoul(address, NULL, 16) : 0;
}

/* Newer versions tell how it fills the screen, older ones whether. */
static bool is_full(const json_t *window)
{
	const json_t *full = json_object_get(window, "fullscreen");

	return json_is_true(full) || json_integer_value(full) > 0;
}

/* The workspaces that monitors show. */
static int list_shown(const json_t *monitors, json_int_t shown[SHOWN_MAX])
{
	size_t index;
	const json_t *monitor;
	int count = 0;

	json_array_foreach(monitors, index, monitor)
	{
		json_int_t special = number(
			json_object_get(monitor, "specialWorkspace"), "id");

		if (count > SHOWN_MAX - 2)
			break;
		shown[count++] = number(
			json_object_get(monitor, "activeWorkspace"), "id");
		if (special)
			shown[count++] = special;
	}
	return count;
}

static void describe(const json_t *window, const json_int_t *shown, int count,
		     unsigned long focused, struct place *place)
{
	const char *title = json_string_value(json_object_get(window, "title"));
	const char *program =
		json_string_value(json_object_get(window, "class"));
	json_int_t workspace =
		number(json_object_get(window, "workspace"), "id");
	bool visible = json_is_true(json_object_get(window, "pinned"));

	for (int i = 0; i < count; i++)
		visible |= shown[i] == workspace;
	*place = (struct place){
		.id = id_of(window),
		.lay_box = { element(window, "at", 0), element(window, "at", 1),
			     element(window, "size", 0),
			     element(window, "size", 1) },
		.visible = visible &&
			   json_is_true(json_object_get(window, "mapped")) &&
			   !json_is_true(json_object_get(window, "hidden")),
	};
	place->focused = place->id == focused;
	snprintf(place->title, sizeof place->title, "%s", title ? title : "");
	snprintf(place->program, sizeof place->program, "%s",
		 program ? program : "");
}

/* Which lie above which: those that fill the screen, those that float, tiled
 * ones. Within each the last is on top. */
static int layer_of(const json_t *window)
{
	return is_full(window)                                     ? 0
	       : json_is_true(json_object_get(window, "floating")) ? 1
								   : 2;
}

static int list(struct places *places, struct place *list, int most,
		struct problem *problem)
{
	json_t *windows = ask(places, "j/clients", problem);
	json_t *monitors = windows ? ask(places, "j/monitors", problem) : NULL;
	json_t *active =
		monitors ? ask(places, "j/activewindow", problem) : NULL;
	json_int_t shown[SHOWN_MAX];
	int workspaces = list_shown(monitors, shown);
	int count = active ? 0 : -1;

	for (int layer = 0; active && layer < 3; layer++)
		for (size_t i = json_array_size(windows);
		     i-- > 0 && count < most;) {
			const json_t *window = json_array_get(windows, i);

			if (layer_of(window) == layer)
				describe(window, shown, workspaces,
					 id_of(active), &list[count++]);
		}
	json_decref(windows);
	json_decref(monitors);
	json_decref(active);
	return count;
}

static int focus(struct places *places, unsigned long id,
		 struct problem *problem)
{
	char command[80];
	size_t length;
	char *answer;

	snprintf(command, sizeof command, "dispatch focuswindow address:0x%lx",
		 id);
	answer = converse(command, &length);
	free(answer);
	return answer ? 0 : places_gone(places, problem);
}

/* Whatever the events are, lines of text. */
static int take(struct places *places)
{
	char text[4096];

	return recv(places->events, text, sizeof text, 0) > 0 ? 0 : -1;
}

static void close_hyprland(struct places *places)
{
	free(places);
}

static const struct places_driver driver = {
	.compositor = "Hyprland",
	.close = close_hyprland,
	.list = list,
	.focus = focus,
	.take = take,
};

struct places *places_open_hyprland(struct problem *problem)
{
	const char *instance = getenv("HYPRLAND_INSTANCE_SIGNATURE");
	struct places *places;

	if (!instance || !*instance)
		return NULL;
	places = calloc(1, sizeof *places);
	if (!places) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a socket");
		return NULL;
	}
	places->driver = &driver;
	places->events = dial(".socket2.sock");
	if (places->events >= 0)
		return places;
	places_gone(places, problem);
	places_close(places);
	return NULL;
}
