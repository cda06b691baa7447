#include "frame_wayland.h"

#include "ext-image-capture-source-v1-client.h"
#include "ext-image-copy-capture-v1-client.h"
#include "wlr-screencopy-unstable-v1-client.h"

static void end(struct wayland_frame *frame, bool failed)
{
	frame->done = true;
	frame->failed = failed;
}

/* What memory it wants. */
static void on_buffer(void *data, struct zwlr_screencopy_frame_v1 *proxy,
		      uint32_t format, uint32_t width, uint32_t height,
		      uint32_t stride)
{
	struct wayland_frame *frame = data;
	const struct wlink_buffer wanted = { .width = (int)width,
					     .height = (int)height,
					     .stride = stride,
					     .format = format };

	if (wlink_buffer_init(frame->link, &frame->buffer, &wanted,
			      &frame->problem) < 0)
		end(frame, true);
	else if (frame->waits_for_change)
		zwlr_screencopy_frame_v1_copy_with_damage(proxy,
							  frame->buffer.proxy);
	else
		zwlr_screencopy_frame_v1_copy(proxy, frame->buffer.proxy);
}

static void on_flags(void *data, struct zwlr_screencopy_frame_v1 *proxy,
		     uint32_t flags)
{
	struct wayland_frame *frame = data;

	(void)proxy;
	frame->upside_down = flags & ZWLR_SCREENCOPY_FRAME_V1_FLAGS_Y_INVERT;
}

static void on_ready(void *data, struct zwlr_screencopy_frame_v1 *proxy,
		     uint32_t high, uint32_t low, uint32_t nanoseconds)
{
	(void)proxy;
	(void)high;
	(void)low;
	(void)nanoseconds;
	end(data, false);
}

static void on_failed(void *data, struct zwlr_screencopy_frame_v1 *proxy)
{
	(void)proxy;
	end(data, true);
}

static void on_damage(void *data, struct zwlr_screencopy_frame_v1 *proxy,
		      uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
	(void)data;
	(void)proxy;
	(void)x;
	(void)y;
	(void)width;
	(void)height;
}

/* What version 3 adds is not asked for (wlink_wayland.c). */
static const struct zwlr_screencopy_frame_v1_listener screencopy_listener = {
	.buffer = on_buffer,
	.flags = on_flags,
	.ready = on_ready,
	.failed = on_failed,
	.damage = on_damage,
};

static void copy(struct wayland_frame *frame);

static void on_transform(void *data,
			 struct ext_image_copy_capture_frame_v1 *proxy,
			 uint32_t transform)
{
	struct wayland_frame *frame = data;

	(void)proxy;
	frame->transform = (int)transform;
}

static void on_copy_damage(void *data,
			   struct ext_image_copy_capture_frame_v1 *proxy,
			   int32_t x, int32_t y, int32_t width, int32_t height)
{
	(void)data;
	(void)proxy;
	(void)x;
	(void)y;
	(void)width;
	(void)height;
}

static void on_time(void *data, struct ext_image_copy_capture_frame_v1 *proxy,
		    uint32_t high, uint32_t low, uint32_t nanoseconds)
{
	(void)data;
	(void)proxy;
	(void)high;
	(void)low;
	(void)nanoseconds;
}

static void drop_copy(struct wayland_frame *frame)
{
	if (frame->copy)
		ext_image_copy_capture_frame_v1_destroy(frame->copy);
	frame->copy = NULL;
}

static void on_copied(void *data, struct ext_image_copy_capture_frame_v1 *proxy)
{
	struct wayland_frame *frame = data;
	bool first = !frame->seen;

	(void)proxy;
	drop_copy(frame);
	frame->seen = true;
	/* the first one is no change */
	if (first && frame->waits_for_change)
		copy(frame);
	else
		end(frame, false);
}

static void on_not_copied(void *data,
			  struct ext_image_copy_capture_frame_v1 *proxy,
			  uint32_t reason)
{
	(void)proxy;
	(void)reason;
	drop_copy(data);
	end(data, true);
}

static const struct ext_image_copy_capture_frame_v1_listener copy_listener = {
	.transform = on_transform,
	.damage = on_copy_damage,
	.presentation_time = on_time,
	.ready = on_copied,
	.failed = on_not_copied,
};

/* The session's next picture. */
static void copy(struct wayland_frame *frame)
{
	if (frame->wanted.format == UINT32_MAX ||
	    wlink_buffer_init(frame->link, &frame->buffer, &frame->wanted,
			      &frame->problem) < 0) {
		end(frame, true);
		return;
	}
	frame->copy =
		ext_image_copy_capture_session_v1_create_frame(frame->session);
	ext_image_copy_capture_frame_v1_add_listener(frame->copy,
						     &copy_listener, frame);
	ext_image_copy_capture_frame_v1_attach_buffer(frame->copy,
						      frame->buffer.proxy);
	ext_image_copy_capture_frame_v1_damage_buffer(
		frame->copy, 0, 0, frame->buffer.width, frame->buffer.height);
	ext_image_copy_capture_frame_v1_capture(frame->copy);
}

static void on_size(void *data, struct ext_image_copy_capture_session_v1 *proxy,
		    uint32_t width, uint32_t height)
{
	struct wayland_frame *frame = data;

	(void)proxy;
	frame->wanted.width = (int)width;
	frame->wanted.height = (int)height;
	/* no pixel has more than 4 bytes (wayland_pixels.c) */
	frame->wanted.stride = (size_t)width * 4;
}

/* Our own kind of pixel where it is offered. */
static void on_format(void *data,
		      struct ext_image_copy_capture_session_v1 *proxy,
		      uint32_t format)
{
	struct wayland_frame *frame = data;

	(void)proxy;
	if (frame->wanted.format != WL_SHM_FORMAT_XRGB8888)
		frame->wanted.format = format;
}

static void on_device(void *data,
		      struct ext_image_copy_capture_session_v1 *proxy,
		      struct wl_array *device)
{
	(void)data;
	(void)proxy;
	(void)device;
}

static void on_device_format(void *data,
			     struct ext_image_copy_capture_session_v1 *proxy,
			     uint32_t format, struct wl_array *modifiers)
{
	(void)data;
	(void)proxy;
	(void)format;
	(void)modifiers;
}

/* The first time the picture that is waited for can be asked for. */
static void on_settled(void *data,
		       struct ext_image_copy_capture_session_v1 *proxy)
{
	struct wayland_frame *frame = data;

	(void)proxy;
	if (!frame->settled)
		copy(frame);
	frame->settled = true;
}

static void on_stopped(void *data,
		       struct ext_image_copy_capture_session_v1 *proxy)
{
	(void)proxy;
	wayland_frame_drop(data);
	end(data, true);
}

static const struct ext_image_copy_capture_session_v1_listener
	session_listener = {
		.buffer_size = on_size,
		.shm_format = on_format,
		.dmabuf_device = on_device,
		.dmabuf_format = on_device_format,
		.done = on_settled,
		.stopped = on_stopped,
	};

static void open_session(struct wayland_frame *frame,
			 struct ext_image_capture_source_v1 *source)
{
	frame->session = ext_image_copy_capture_manager_v1_create_session(
		frame->link->copies, source, 0);
	ext_image_copy_capture_session_v1_add_listener(
		frame->session, &session_listener, frame);
	ext_image_capture_source_v1_destroy(source);
	frame->wanted = (struct wlink_buffer){ .format = UINT32_MAX };
	frame->settled = frame->seen = false;
}

void wayland_frame_ask(struct wayland_frame *frame,
		       const struct wlink_output *output)
{
	frame->done = frame->failed = frame->upside_down = false;
	frame->transform = output->transform;
	if (frame->link->screencopy) {
		if (frame->screencopy)
			zwlr_screencopy_frame_v1_destroy(frame->screencopy);
		frame->screencopy = zwlr_screencopy_manager_v1_capture_output(
			frame->link->screencopy, 0, output->proxy);
		zwlr_screencopy_frame_v1_add_listener(
			frame->screencopy, &screencopy_listener, frame);
	} else if (frame->session) {
		copy(frame);
	} else {
		open_session(
			frame,
			ext_output_image_capture_source_manager_v1_create_source(
				frame->link->sources, output->proxy));
	}
}

void wayland_frame_ask_toplevel(struct wayland_frame *frame,
				struct ext_foreign_toplevel_handle_v1 *handle)
{
	frame->done = frame->failed = frame->upside_down = false;
	frame->transform = WL_OUTPUT_TRANSFORM_NORMAL;
	open_session(
		frame,
		ext_foreign_toplevel_image_capture_source_manager_v1_create_source(
			frame->link->toplevel_sources, handle));
}

void wayland_frame_drop(struct wayland_frame *frame)
{
	if (frame->screencopy)
		zwlr_screencopy_frame_v1_destroy(frame->screencopy);
	drop_copy(frame);
	if (frame->session)
		ext_image_copy_capture_session_v1_destroy(frame->session);
	frame->screencopy = NULL;
	frame->session = NULL;
}

void wayland_frame_fini(struct wayland_frame *frame)
{
	wayland_frame_drop(frame);
	wlink_buffer_fini(&frame->buffer);
}
