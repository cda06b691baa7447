/* The clipboard of a Wayland compositor, by ext-data-control or
 * wlr-data-control, which are one protocol by two names: unlike that of Wayland
 * itself it needs no window that has the keyboard. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clipboard.h"
#include "clipboard_inside.h"
#include "wlink_wayland.h"
#include "wlr-data-control-unstable-v1-client.h"

/* What is handed over at once. */
enum { PIECE_BYTES = 65536 };

/* What somebody offers. */
struct offered {
	struct zwlr_data_control_offer_v1 *proxy; /* NULL: nothing */
	int best;                                 /* of clipboard_forms */
};

struct taker {
	struct wlink *link;
	struct zwlr_data_control_device_v1 *device;
	struct offered coming; /* its forms are being named */
	struct offered selection;
};

static void on_form(void *data, struct zwlr_data_control_offer_v1 *proxy,
		    const char *name)
{
	struct taker *taker = data;

	(void)proxy;
	for (int i = 0; i < taker->coming.best; i++)
		if (!strcmp(clipboard_forms[i], name))
			taker->coming.best = i;
}

static const struct zwlr_data_control_offer_v1_listener offer_listener = {
	on_form
};

static void drop(struct offered *offered)
{
	if (offered->proxy)
		zwlr_data_control_offer_v1_destroy(offered->proxy);
	*offered = (struct offered){ 0 };
}

static void on_offer(void *data, struct zwlr_data_control_device_v1 *device,
		     struct zwlr_data_control_offer_v1 *proxy)
{
	struct taker *taker = data;

	(void)device;
	drop(&taker->coming);
	taker->coming = (struct offered){ proxy, CLIPBOARD_FORMS };
	zwlr_data_control_offer_v1_add_listener(proxy, &offer_listener, taker);
}

static void on_selection(void *data, struct zwlr_data_control_device_v1 *device,
			 struct zwlr_data_control_offer_v1 *proxy)
{
	struct taker *taker = data;

	(void)device;
	drop(&taker->selection);
	if (!proxy || proxy != taker->coming.proxy)
		return;
	taker->selection = taker->coming;
	taker->coming = (struct offered){ 0 };
}

static void on_finished(void *data, struct zwlr_data_control_device_v1 *device)
{
	(void)data;
	(void)device;
}

/* ext-data-control tells of it in each version. */
static void on_primary(void *data, struct zwlr_data_control_device_v1 *device,
		       struct zwlr_data_control_offer_v1 *proxy)
{
	struct taker *taker = data;

	(void)device;
	if (proxy && proxy == taker->coming.proxy)
		drop(&taker->coming);
}

static const struct zwlr_data_control_device_v1_listener device_listener = {
	.data_offer = on_offer,
	.selection = on_selection,
	.finished = on_finished,
	.primary_selection = on_primary,
};

static int no_answer(struct problem *problem)
{
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "the program that owns the clipboard does not "
			   "answer");
}

/* All that comes through the pipe. */
static int read_all(int fd, size_t max, uint8_t **data, size_t *length,
		    struct problem *problem)
{
	size_t capacity = 0;

	for (;;) {
		struct pollfd wait = { fd, POLLIN, 0 };
		ssize_t got;

		if (alloc_grow(data, &capacity, *length + PIECE_BYTES, 1) < 0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for the clipboard's "
					   "data");
		if (poll(&wait, 1, (int)(CLIPBOARD_SECONDS * 1000)) <= 0)
			return no_answer(problem);
		got = read(fd, *data + *length, PIECE_BYTES);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return no_answer(problem);
		if (got == 0)
			return 0;
		*length += (size_t)got;
		if (*length > max)
			return problem_set(problem, PROBLEM_LIMIT,
					   "the clipboard holds more than %zu "
					   "MB",
					   max >> 20);
	}
}

static int take(struct taker *taker, size_t max, uint8_t **data, size_t *length,
		struct problem *problem)
{
	int ends[2], result;

	taker->device = zwlr_data_control_manager_v1_get_data_device(
		taker->link->data_control, taker->link->seat);
	zwlr_data_control_device_v1_add_listener(taker->device,
						 &device_listener, taker);
	if (wlink_sync(taker->link, problem) < 0)
		return -1;
	if (!taker->selection.proxy)
		return problem_set(problem, PROBLEM_INPUT,
				   "the clipboard is empty");
	if (taker->selection.best == CLIPBOARD_FORMS)
		return problem_set(problem, PROBLEM_INPUT,
				   "the clipboard holds neither a picture nor "
				   "text");
	if (pipe2(ends, O_CLOEXEC) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot make a pipe: %s", strerror(errno));
	zwlr_data_control_offer_v1_receive(
		taker->selection.proxy, clipboard_forms[taker->selection.best],
		ends[1]);
	result = wlink_sync(taker->link, problem);
	close(ends[1]);
	if (result == 0)
		result = read_all(ends[0], max, data, length, problem);
	close(ends[0]);
	return result;
}

int clipboard_take_wayland(size_t max, uint8_t **data, size_t *length,
			   struct problem *problem)
{
	struct taker taker = { .link = wlink_open(NULL) };
	int result = 1;

	*data = NULL;
	*length = 0;
	if (taker.link && taker.link->data_control && taker.link->seat)
		result = take(&taker, max, data, length, problem);
	drop(&taker.coming);
	drop(&taker.selection);
	if (taker.device)
		zwlr_data_control_device_v1_destroy(taker.device);
	wlink_close(taker.link);
	if (result != 0) {
		free(*data);
		*data = NULL;
	}
	return result;
}

struct clipboard_wayland {
	struct wlink *link;
	struct zwlr_data_control_device_v1 *device;
	struct zwlr_data_control_source_v1 *source;
	const struct clipboard_offer *offer;
	bool ended; /* another program has taken the clipboard */
};

/* Whoever asks may stop to read: then the rest is not for him. */
static void on_send(void *data, struct zwlr_data_control_source_v1 *source,
		    const char *name, int32_t fd)
{
	struct clipboard_wayland *holder = data;
	bool picture = !strcmp(name, "image/png");
	const char *bytes = picture ? holder->offer->png : holder->offer->text;
	size_t left = picture ? holder->offer->png_length
			      : holder->offer->text_length;

	(void)source;
	fcntl(fd, F_SETFL, O_NONBLOCK);
	while (left) {
		struct pollfd wait = { fd, POLLOUT, 0 };
		ssize_t put = write(fd, bytes, left);

		if (put > 0) {
			bytes += put;
			left -= (size_t)put;
		} else if (put == 0 || (errno != EAGAIN && errno != EINTR) ||
			   poll(&wait, 1, (int)(CLIPBOARD_SECONDS * 1000)) <=
				   0) {
			break;
		}
	}
	close(fd);
}

static void on_cancelled(void *data, struct zwlr_data_control_source_v1 *source)
{
	struct clipboard_wayland *holder = data;

	(void)source;
	holder->ended = true;
}

static const struct zwlr_data_control_source_v1_listener source_listener = {
	on_send, on_cancelled
};

static void put_forms(struct clipboard_wayland *holder)
{
	static const char *const texts[] = { "text/plain;charset=utf-8",
					     "text/plain", "UTF8_STRING" };

	if (holder->offer->png_length)
		zwlr_data_control_source_v1_offer(holder->source, "image/png");
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (holder->offer->text_length)
			zwlr_data_control_source_v1_offer(holder->source,
							  texts[i]);
}

struct clipboard_wayland *
clipboard_hold_wayland(const struct clipboard_offer *offer)
{
	struct clipboard_wayland *holder = calloc(1, sizeof *holder);

	if (!holder)
		return NULL;
	/* whoever asks may go while it is written to */
	signal(SIGPIPE, SIG_IGN);
	holder->offer = offer;
	holder->link = wlink_open(NULL);
	if (!holder->link || !holder->link->data_control ||
	    !holder->link->seat) {
		wlink_close(holder->link);
		free(holder);
		return NULL;
	}
	holder->source = zwlr_data_control_manager_v1_create_data_source(
		holder->link->data_control);
	zwlr_data_control_source_v1_add_listener(holder->source,
						 &source_listener, holder);
	put_forms(holder);
	holder->device = zwlr_data_control_manager_v1_get_data_device(
		holder->link->data_control, holder->link->seat);
	/* of what the device offers nothing is taken */
	zwlr_data_control_device_v1_set_selection(holder->device,
						  holder->source);
	wlink_sync(holder->link, NULL);
	return holder;
}

void clipboard_serve_wayland(struct clipboard_wayland *holder)
{
	while (!holder->ended && wlink_turn(holder->link, -1, NULL) == 0)
		;
	zwlr_data_control_source_v1_destroy(holder->source);
	zwlr_data_control_device_v1_destroy(holder->device);
	wlink_close(holder->link);
	free(holder);
}
