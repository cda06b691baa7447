/* When outputs show something new: a picture is asked for that the compositor
 * takes only when something has changed (wlr-screencopy, version 2). */
#include <stdlib.h>

#include "screen_driver.h"
#include "wlink_wayland.h"
#include "wlr-screencopy-unstable-v1-client.h"

/* One output, or the part of it that is followed. */
struct watched {
	struct wayland_changes *changes;
	struct zwlr_screencopy_frame_v1 *frame; /* NULL: none is under way */
	struct wlink_buffer buffer;
};

struct wayland_changes {
	struct screen_changes changes; /* first */
	struct wlink *link;
	bool follows, everything;
	struct screen_window window; /* that is followed, unless everything */
	bool changed;
	struct watched watched[WLINK_OUTPUTS_MAX];
};

static struct wayland_changes *of(struct screen_changes *changes)
{
	return (struct wayland_changes *)changes;
}

static void drop(struct watched *watched)
{
	if (watched->frame)
		zwlr_screencopy_frame_v1_destroy(watched->frame);
	watched->frame = NULL;
}

static void on_buffer(void *data, struct zwlr_screencopy_frame_v1 *frame,
		      uint32_t format, uint32_t width, uint32_t height,
		      uint32_t stride)
{
	struct watched *watched = data;
	const struct wlink_buffer wanted = { .width = (int)width,
					     .height = (int)height,
					     .stride = stride,
					     .format = format };

	/* without it nothing is told of */
	if (wlink_buffer_init(watched->changes->link, &watched->buffer, &wanted,
			      NULL) < 0)
		return;
	zwlr_screencopy_frame_v1_copy_with_damage(frame, watched->buffer.proxy);
}

static void on_flags(void *data, struct zwlr_screencopy_frame_v1 *frame,
		     uint32_t flags)
{
	(void)data;
	(void)frame;
	(void)flags;
}

static void on_ready(void *data, struct zwlr_screencopy_frame_v1 *frame,
		     uint32_t high, uint32_t low, uint32_t nanoseconds)
{
	struct watched *watched = data;

	(void)frame;
	(void)high;
	(void)low;
	(void)nanoseconds;
	drop(watched);
	watched->changes->changed = true;
}

/* The output went dark or changed its size: a change, too. */
static void on_failed(void *data, struct zwlr_screencopy_frame_v1 *frame)
{
	on_ready(data, frame, 0, 0, 0);
}

static void on_damage(void *data, struct zwlr_screencopy_frame_v1 *frame,
		      uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
	(void)data;
	(void)frame;
	(void)x;
	(void)y;
	(void)width;
	(void)height;
}

/* What version 3 adds is not asked for (wlink_wayland.c). */
static const struct zwlr_screencopy_frame_v1_listener frame_listener = {
	.buffer = on_buffer,
	.flags = on_flags,
	.ready = on_ready,
	.failed = on_failed,
	.damage = on_damage,
};

/* Asks for the next change of what is followed on this output. */
static void ask(struct wayland_changes *changes, int index)
{
	const struct wlink_output *output = &changes->link->outputs[index];
	struct watched *watched = &changes->watched[index];
	const struct screen_window *window = &changes->window;
	struct box part;

	if (watched->frame || !output->proxy)
		return;
	if (!changes->everything) {
		struct box scr = wlink_scr_box(output, window->scale);

		part = box_intersect(&scr, &window->scr_box);
		if (!part.width || !part.height)
			return;
	}
	watched->changes = changes;
	watched->frame = zwlr_screencopy_manager_v1_capture_output(
		changes->link->screencopy, 0, output->proxy);
	zwlr_screencopy_frame_v1_add_listener(watched->frame, &frame_listener,
					      watched);
}

static void ask_all(struct wayland_changes *changes)
{
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		if (changes->follows)
			ask(changes, i);
	wl_display_flush(changes->link->display);
}

static void close_changes(struct screen_changes *changes)
{
	struct wayland_changes *wayland = of(changes);

	for (int i = 0; wayland->link && i < WLINK_OUTPUTS_MAX; i++) {
		drop(&wayland->watched[i]);
		wlink_buffer_fini(&wayland->watched[i].buffer);
	}
	wlink_close(wayland->link);
	free(wayland);
}

static void follow(struct screen_changes *changes,
		   const struct screen_window *window)
{
	struct wayland_changes *wayland = of(changes);

	wayland->changed = false;
	wayland->everything = !window;
	wayland->follows = !window || window->id || window->scr_box.width;
	if (window)
		wayland->window = *window;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		drop(&wayland->watched[i]);
	ask_all(wayland);
}

static int fd_of(const struct screen_changes *changes)
{
	return wl_display_get_fd(
		((const struct wayland_changes *)changes)->link->display);
}

static bool is_pending(const struct screen_changes *changes)
{
	(void)changes;
	return false;
}

static int take(struct screen_changes *changes, struct problem *problem)
{
	struct wayland_changes *wayland = of(changes);
	bool changed;

	if (wlink_turn(wayland->link, 0, problem) < 0)
		return -1;
	changed = wayland->changed;
	wayland->changed = false;
	if (changed)
		ask_all(wayland);
	return changed;
}

static const struct screen_changes_driver driver = {
	.close = close_changes,
	.follow = follow,
	.fd = fd_of,
	.pending = is_pending,
	.take = take,
};

struct screen_changes *screen_changes_open_wayland(struct problem *problem)
{
	struct wayland_changes *changes = calloc(1, sizeof *changes);

	if (!changes) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for a Wayland connection");
		return NULL;
	}
	changes->changes.driver = &driver;
	changes->link = wlink_open(problem);
	if (!changes->link || wlink_serves(changes->link, problem) < 0 ||
	    !changes->link->screencopy ||
	    wl_proxy_get_version((struct wl_proxy *)changes->link->screencopy) <
		    2) {
		close_changes(&changes->changes);
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "the compositor does not report changes");
		return NULL;
	}
	return &changes->changes;
}
