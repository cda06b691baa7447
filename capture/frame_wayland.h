/* A picture of one output that a compositor takes, by wlr-screencopy or by
 * ext-image-copy-capture, or by that of one window. */
#ifndef FRAME_WAYLAND_H
#define FRAME_WAYLAND_H

#include "toplevels_wayland.h"
#include "wlink_wayland.h"

struct wayland_frame {
	struct wlink *link;
	struct wlink_buffer buffer; /* the last picture */
	int transform;              /* of the picture, wl_output_transform */
	bool upside_down;           /* its rows begin with the lowest */
	bool done, failed;          /* taken, or not to be had */
	/* until the output changes nothing is to be taken */
	bool waits_for_change;

	/* wlr-screencopy: the one that is under way */
	struct zwlr_screencopy_frame_v1 *screencopy;
	/* ext-image-copy-capture: of one output, until it is dropped */
	struct ext_image_copy_capture_session_v1 *session;
	struct ext_image_copy_capture_frame_v1 *copy;
	struct wlink_buffer wanted;
	bool settled; /* `wanted` is known */
	bool seen;    /* the session's first picture, which comes at once */
	struct problem problem;
};

/* Asks for a picture of the output, or with waits_for_change, which the caller
 * sets, for one as soon as it shows something new. `done` says that it has come
 * or, with `failed`, does not come; ask again after that only. A zeroed frame
 * with its link is ready to be asked. */
void wayland_frame_ask(struct wayland_frame *frame,
		       const struct wlink_output *output);
/* The same of a window, where link->toplevel_sources are offered. */
void wayland_frame_ask_toplevel(struct wayland_frame *frame,
				struct ext_foreign_toplevel_handle_v1 *handle);
/* No picture is under way any more, and the output may be another. */
void wayland_frame_drop(struct wayland_frame *frame);
void wayland_frame_fini(struct wayland_frame *frame);

#endif
