/* A connection to a Wayland compositor on which errors are values, and what
 * that compositor offers.
 *
 * Places are in the compositor's units, lay_ (the layout that its outputs form)
 * or in pixels of one output, px_. */
#ifndef WLINK_WAYLAND_H
#define WLINK_WAYLAND_H

#include <stdbool.h>
#include <stdint.h>
#include <wayland-client.h>

#include "deadline.h"
#include "geometry.h"
#include "problem.h"

enum { WLINK_OUTPUTS_MAX = 16 };

struct wlink_output {
	struct wlink *link;
	struct wl_output *proxy; /* NULL: there is none in this slot */
	uint32_t name_of_global;
	char name[64];                /* "DP-1" */
	struct box lay_box;           /* where it lies, in units */
	int px_width, px_height;      /* as people see it */
	int transform;                /* enum wl_output_transform */
	double scale;                 /* pixels a unit, 1.5 too */
	int mode_width, mode_height;  /* pixels, before it is turned */
	int whole_scale;              /* `scale` rounded up */
	struct zxdg_output_v1 *place; /* tells of lay_box; may be NULL */
};

struct wlink {
	struct wl_display *display;
	struct wl_registry *registry;
	/* what is offered, NULL what is not */
	struct wl_compositor *compositor;
	struct wl_shm *shm;
	struct wl_seat *seat;
	bool has_pointer; /* the seat: a mouse is there */
	struct wp_viewporter *viewporter;
	struct zxdg_output_manager_v1 *places;
	struct zwlr_screencopy_manager_v1 *screencopy;
	struct ext_output_image_capture_source_manager_v1 *sources;
	struct ext_foreign_toplevel_image_capture_source_manager_v1
		*toplevel_sources;
	struct ext_image_copy_capture_manager_v1 *copies;
	struct zwlr_layer_shell_v1 *layers;
	struct zwlr_data_control_manager_v1 *data_control;
	bool ext_data_control; /* the same by the newer name */
	struct zwlr_virtual_pointer_manager_v1 *pointers;
	struct zwp_virtual_keyboard_manager_v1 *keyboards;
	struct ext_idle_notifier_v1 *idle;
	struct org_kde_kwin_idle *older_idle; /* the same, by another name */
	/* names of globals that are bound where they are asked
	 * (toplevels_wayland.h); 0: not offered */
	uint32_t wlr_toplevels, ext_toplevels;
	struct wlink_output outputs[WLINK_OUTPUTS_MAX]; /* some of them */
	/* outputs came, went or changed; whoever looks sets it back */
	bool outputs_changed;
	bool lost;
};

/* Is a compositor named in the environment? */
bool wlink_is_named(void);

/* Connects to the compositor of $WAYLAND_DISPLAY and asks what it offers. NULL
 * with `problem` filled in where none answers. One thread at a time may use a
 * connection. */
struct wlink *wlink_open(struct problem *problem);
void wlink_close(struct wlink *link);

/* Can outputs be captured (frame_wayland.h)? And as soon as they change? */
bool wlink_captures(const struct wlink *link);
bool wlink_tells_changes(const struct wlink *link);

/* Can screens be captured, by the compositor or by the portal
 * (portal_wayland.h), and drawn over? Else -1 with a sentence that names what
 * lacks. */
int wlink_serves(const struct wlink *link, struct problem *problem);

/* Can programs press keys and buttons, and are they told when others do? Else
 * -1 with a sentence that names what lacks. */
int wlink_takes_input(const struct wlink *link, struct problem *problem);

/* Can screens be captured at all, drawn over or not? (GNOME) */
bool wlink_is_seen(const struct wlink *link);

/* Sends what is due and deals with what came, waiting for it at most so many
 * milliseconds. Returns 0, or -1 with `problem` filled in: the compositor is
 * gone. */
int wlink_turn(struct wlink *link, int milliseconds, struct problem *problem);

/* The same until *done, or until the deadline: then it is a problem, too. */
int wlink_wait(struct wlink *link, const bool *done,
	       const struct deadline *deadline, struct problem *problem);

/* Until the compositor has dealt with all that was sent: 10 seconds at most. */
int wlink_sync(struct wlink *link, struct problem *problem);

/* Where an output begins and how large it is in pixels, all outputs being
 * counted at one scale. */
struct box wlink_scr_box(const struct wlink_output *output, double scale);

/* Memory that is shared with the compositor, as one picture. */
struct wlink_buffer {
	struct wl_buffer *proxy;
	uint32_t *pixels;
	size_t bytes;
	int width, height;
	size_t stride; /* bytes */
	uint32_t format;
};

/* `buffer` is zeroed or an earlier one, which is used again where it is alike.
 * Returns 0 or -1; free it with wlink_buffer_fini in either case. */
int wlink_buffer_init(struct wlink *link, struct wlink_buffer *buffer,
		      const struct wlink_buffer *wanted,
		      struct problem *problem);
void wlink_buffer_fini(struct wlink_buffer *buffer);

#endif
