/* When outputs show something new: a picture is asked for that the compositor
 * takes only when something has changed. */
#include <stdlib.h>

#include "frame_wayland.h"
#include "screen_driver.h"
#include "wlink_wayland.h"

/* One output, or the part of it that is followed. */
struct watched {
	struct wayland_frame frame;
	bool asked;
};

struct wayland_changes {
	struct screen_changes changes; /* first */
	struct wlink *link;
	bool follows, everything;
	struct screen_window window; /* that is followed, unless everything */
	struct watched watched[WLINK_OUTPUTS_MAX];
};

static struct wayland_changes *of(struct screen_changes *changes)
{
	return (struct wayland_changes *)changes;
}

static void drop(struct watched *watched)
{
	wayland_frame_drop(&watched->frame);
	watched->asked = false;
}

/* Asks for the next change of what is followed on this output. */
static void ask(struct wayland_changes *changes, int index)
{
	const struct wlink_output *output = &changes->link->outputs[index];
	struct watched *watched = &changes->watched[index];
	const struct screen_window *window = &changes->window;
	struct box part;

	if (watched->asked || !output->proxy)
		return;
	if (!changes->everything) {
		struct box scr = wlink_scr_box(output, window->scale);

		part = box_intersect(&scr, &window->scr_box);
		if (!part.width || !part.height)
			return;
	}
	watched->frame.link = changes->link;
	watched->frame.waits_for_change = true;
	watched->asked = true;
	wayland_frame_ask(&watched->frame, output);
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

	for (int i = 0; wayland->link && i < WLINK_OUTPUTS_MAX; i++)
		wayland_frame_fini(&wayland->watched[i].frame);
	wlink_close(wayland->link);
	free(wayland);
}

static void follow(struct screen_changes *changes,
		   const struct screen_window *window)
{
	struct wayland_changes *wayland = of(changes);

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

/* An output that went dark or changed its size changed, too. */
static int take(struct screen_changes *changes, struct problem *problem)
{
	struct wayland_changes *wayland = of(changes);
	bool changed = false;

	if (wlink_turn(wayland->link, 0, problem) < 0)
		return -1;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		struct watched *watched = &wayland->watched[i];

		if (watched->asked && watched->frame.done) {
			watched->asked = false;
			changed = true;
		}
	}
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
	    !wlink_tells_changes(changes->link)) {
		close_changes(&changes->changes);
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "the compositor does not report changes");
		return NULL;
	}
	return &changes->changes;
}
