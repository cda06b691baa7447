#include "wlink_wayland.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ext-foreign-toplevel-list-v1-client.h"
#include "ext-idle-notify-v1-client.h"
#include "ext-image-capture-source-v1-client.h"
#include "ext-image-copy-capture-v1-client.h"
#include "kde-idle-client.h"
#include "language.h"
#include "portal_wayland.h"
#include "remote_wayland.h"
#include "viewporter-client.h"
#include "virtual-keyboard-unstable-v1-client.h"
#include "wlr-data-control-unstable-v1-client.h"
#include "wlr-foreign-toplevel-management-unstable-v1-client.h"
#include "wlr-layer-shell-unstable-v1-client.h"
#include "wlr-screencopy-unstable-v1-client.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"
#include "xdg-output-unstable-v1-client.h"

/* A compositor that does not answer for so long hangs. */
static const double ANSWER_SECONDS = 10;

/* Scales are multiples of this (fractional-scale-v1: 120ths). */
enum { SCALE_STEPS = 120 };

bool wlink_is_named(void)
{
	const char *name = getenv("WAYLAND_DISPLAY");

	return name && *name;
}

/* The sizes in units are rounded, so the scale is taken from the pixels and set
 * to the nearest step, where that explains the size as well. */
static void settle_output(struct wlink_output *output)
{
	bool turned = output->transform & WL_OUTPUT_TRANSFORM_90;
	double ratio, step;

	output->px_width = turned ? output->mode_height : output->mode_width;
	output->px_height = turned ? output->mode_width : output->mode_height;
	if (!output->place) {
		output->lay_box.width = output->px_width / output->whole_scale;
		output->lay_box.height =
			output->px_height / output->whole_scale;
	}
	if (!output->lay_box.width || !output->lay_box.height)
		return;
	ratio = (double)output->px_width / output->lay_box.width;
	step = round(ratio * SCALE_STEPS) / SCALE_STEPS;
	output->scale = ratio;
	if (fabs(output->px_width / step - output->lay_box.width) < 1 &&
	    fabs(output->px_height / step - output->lay_box.height) < 1)
		output->scale = step;
}

static void on_place(void *data, struct zxdg_output_v1 *place, int32_t x,
		     int32_t y)
{
	struct wlink_output *output = data;

	(void)place;
	output->lay_box.x = x;
	output->lay_box.y = y;
}

static void on_size(void *data, struct zxdg_output_v1 *place, int32_t width,
		    int32_t height)
{
	struct wlink_output *output = data;

	(void)place;
	output->lay_box.width = width;
	output->lay_box.height = height;
}

static void on_place_done(void *data, struct zxdg_output_v1 *place)
{
	(void)place;
	settle_output(data);
}

static void on_place_name(void *data, struct zxdg_output_v1 *place,
			  const char *name)
{
	struct wlink_output *output = data;

	(void)place;
	snprintf(output->name, sizeof output->name, "%s", name);
}

static void on_place_description(void *data, struct zxdg_output_v1 *place,
				 const char *description)
{
	(void)data;
	(void)place;
	(void)description;
}

static const struct zxdg_output_v1_listener place_listener = {
	on_place, on_size, on_place_done, on_place_name, on_place_description
};

static void on_geometry(void *data, struct wl_output *proxy, int32_t x,
			int32_t y, int32_t mm_width, int32_t mm_height,
			int32_t subpixel, const char *make, const char *model,
			int32_t transform)
{
	struct wlink_output *output = data;

	(void)proxy;
	(void)mm_width;
	(void)mm_height;
	(void)subpixel;
	(void)make;
	(void)model;
	output->transform = transform;
	if (output->place)
		return;
	output->lay_box.x = x;
	output->lay_box.y = y;
}

static void on_mode(void *data, struct wl_output *proxy, uint32_t flags,
		    int32_t width, int32_t height, int32_t refresh)
{
	struct wlink_output *output = data;

	(void)proxy;
	(void)refresh;
	if (!(flags & WL_OUTPUT_MODE_CURRENT))
		return;
	output->mode_width = width;
	output->mode_height = height;
}

static void on_scale(void *data, struct wl_output *proxy, int32_t scale)
{
	struct wlink_output *output = data;

	(void)proxy;
	output->whole_scale = scale > 0 ? scale : 1;
}

static void on_name(void *data, struct wl_output *proxy, const char *name)
{
	on_place_name(data, NULL, name);
	(void)proxy;
}

static void on_description(void *data, struct wl_output *proxy,
			   const char *description)
{
	(void)data;
	(void)proxy;
	(void)description;
}

static void on_done(void *data, struct wl_output *proxy)
{
	struct wlink_output *output = data;

	(void)proxy;
	settle_output(output);
	output->link->outputs_changed = true;
}

static const struct wl_output_listener output_listener = {
	on_geometry, on_mode, on_done, on_scale, on_name, on_description
};

static void ask_place(struct wlink *link, struct wlink_output *output)
{
	if (!link->places || !output->proxy || output->place)
		return;
	output->place = zxdg_output_manager_v1_get_xdg_output(link->places,
							      output->proxy);
	zxdg_output_v1_add_listener(output->place, &place_listener, output);
}

static void add_output(struct wlink *link, uint32_t name, uint32_t version)
{
	struct wlink_output *output = link->outputs;

	while (output < link->outputs + WLINK_OUTPUTS_MAX && output->proxy)
		output++;
	/* from version 2 on it tells its scale */
	if (output == link->outputs + WLINK_OUTPUTS_MAX || version < 2)
		return;
	*output = (struct wlink_output){ .link = link,
					 .name_of_global = name,
					 .whole_scale = 1,
					 .scale = 1 };
	snprintf(output->name, sizeof output->name, "output-%u", name);
	output->proxy =
		wl_registry_bind(link->registry, name, &wl_output_interface,
				 version < 4 ? version : 4);
	wl_output_add_listener(output->proxy, &output_listener, output);
	ask_place(link, output);
}

static void forget_output(struct wlink_output *output)
{
	if (output->place)
		zxdg_output_v1_destroy(output->place);
	if (output->proxy)
		wl_output_destroy(output->proxy);
	*output = (struct wlink_output){ 0 };
}

static void on_capabilities(void *data, struct wl_seat *seat,
			    uint32_t capabilities)
{
	struct wlink *link = data;

	(void)seat;
	link->has_pointer = capabilities & WL_SEAT_CAPABILITY_POINTER;
}

/* Of version 1. */
static const struct wl_seat_listener seat_listener = {
	.capabilities = on_capabilities,
};

/* Version 2 of wlr-data-control, renamed. */
#define EXT_DATA_CONTROL "ext_data_control_manager_v1"

/* What is bound as soon as it is named, up to the version we know. */
struct wish {
	const struct wl_interface *interface;
	uint32_t version;
	size_t field; /* in struct wlink */
};

static const struct wish wishes[] = {
	{ &wl_compositor_interface, 4, offsetof(struct wlink, compositor) },
	{ &wl_shm_interface, 1, offsetof(struct wlink, shm) },
	{ &wl_seat_interface, 1, offsetof(struct wlink, seat) },
	{ &wp_viewporter_interface, 1, offsetof(struct wlink, viewporter) },
	{ &zxdg_output_manager_v1_interface, 3,
	  offsetof(struct wlink, places) },
	/* 3 adds only what is not shared memory */
	{ &zwlr_screencopy_manager_v1_interface, 2,
	  offsetof(struct wlink, screencopy) },
	{ &ext_output_image_capture_source_manager_v1_interface, 1,
	  offsetof(struct wlink, sources) },
	{ &ext_foreign_toplevel_image_capture_source_manager_v1_interface, 1,
	  offsetof(struct wlink, toplevel_sources) },
	{ &ext_image_copy_capture_manager_v1_interface, 1,
	  offsetof(struct wlink, copies) },
	{ &zwlr_layer_shell_v1_interface, 1, offsetof(struct wlink, layers) },
	{ &zwlr_data_control_manager_v1_interface, 1,
	  offsetof(struct wlink, data_control) },
	{ &zwlr_virtual_pointer_manager_v1_interface, 1,
	  offsetof(struct wlink, pointers) },
	{ &zwp_virtual_keyboard_manager_v1_interface, 1,
	  offsetof(struct wlink, keyboards) },
	{ &ext_idle_notifier_v1_interface, 1, offsetof(struct wlink, idle) },
	{ &org_kde_kwin_idle_interface, 1, offsetof(struct wlink, older_idle) },
};

enum { WISHES = sizeof wishes / sizeof *wishes };

static void **field_of(struct wlink *link, const struct wish *wish)
{
	return (void **)(void *)((char *)link + wish->field);
}

static void on_global(void *data, struct wl_registry *registry, uint32_t name,
		      const char *interface, uint32_t version)
{
	struct wlink *link = data;
	bool renamed = !strcmp(interface, EXT_DATA_CONTROL);
	const char *known =
		renamed ? zwlr_data_control_manager_v1_interface.name
			: interface;

	if (!strcmp(interface, wl_output_interface.name))
		add_output(link, name, version);
	for (int i = 0; i < WISHES; i++) {
		const struct wish *wish = &wishes[i];
		void **field = field_of(link, wish);

		uint32_t common =
			version < wish->version ? version : wish->version;

		if (!*field && !strcmp(known, wish->interface->name))
			*field = wl_proxy_marshal_flags(
				(struct wl_proxy *)registry, WL_REGISTRY_BIND,
				wish->interface, common, 0, name, interface,
				common, NULL);
	}
	link->ext_data_control |= renamed;
	if (!strcmp(interface, zwlr_foreign_toplevel_manager_v1_interface.name))
		link->wlr_toplevels = name;
	if (!strcmp(interface, ext_foreign_toplevel_list_v1_interface.name))
		link->ext_toplevels = name;
	if (!strcmp(interface, wl_seat_interface.name) &&
	    !wl_proxy_get_listener((struct wl_proxy *)link->seat))
		wl_seat_add_listener(link->seat, &seat_listener, link);
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		ask_place(link, &link->outputs[i]);
}

static void on_global_remove(void *data, struct wl_registry *registry,
			     uint32_t name)
{
	struct wlink *link = data;

	(void)registry;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		if (link->outputs[i].proxy &&
		    link->outputs[i].name_of_global == name) {
			forget_output(&link->outputs[i]);
			link->outputs_changed = true;
		}
}

static const struct wl_registry_listener registry_listener = {
	on_global, on_global_remove
};

/* What the library would print, we say. */
static void say_nothing(const char *format, va_list arguments)
{
	(void)format;
	(void)arguments;
}

struct wlink *wlink_open(struct problem *problem)
{
	struct wlink *link;

	if (!wlink_is_named()) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "no Wayland compositor: WAYLAND_DISPLAY is not "
			    "set");
		return NULL;
	}
	link = calloc(1, sizeof *link);
	if (!link) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for a Wayland connection");
		return NULL;
	}
	wl_log_set_handler_client(say_nothing);
	link->display = wl_display_connect(NULL);
	if (!link->display) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "no Wayland compositor answers at '%.80s'",
			    getenv("WAYLAND_DISPLAY"));
		free(link);
		return NULL;
	}
	link->registry = wl_display_get_registry(link->display);
	wl_registry_add_listener(link->registry, &registry_listener, link);
	/* the second brings what the outputs tell */
	if (wlink_sync(link, problem) < 0 || wlink_sync(link, problem) < 0) {
		wlink_close(link);
		return NULL;
	}
	link->outputs_changed = false;
	return link;
}

void wlink_close(struct wlink *link)
{
	if (!link)
		return;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		forget_output(&link->outputs[i]);
	for (int i = 0; i < WISHES; i++)
		if (*field_of(link, &wishes[i]))
			wl_proxy_destroy(*field_of(link, &wishes[i]));
	wl_registry_destroy(link->registry);
	wl_display_disconnect(link->display);
	free(link);
}

bool wlink_captures(const struct wlink *link)
{
	return link->screencopy || (link->sources && link->copies);
}

bool wlink_tells_changes(const struct wlink *link)
{
	/* wlr-screencopy from its version 2 on */
	return link->screencopy
		       ? wl_proxy_get_version(
				 (struct wl_proxy *)link->screencopy) >= 2
		       : wlink_captures(link);
}

int wlink_serves(const struct wlink *link, struct problem *problem)
{
	const char *lack = NULL;

	if (!link->compositor || !link->shm || !link->layers)
		lack = _("be drawn over (wlr-layer-shell)");
	if (!wlink_captures(link) && !portal_is_there())
		lack = _(
			"be captured (wlr-screencopy, ext-image-copy-capture)");
	if (!lack)
		return 0;
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "this Wayland compositor does not let its screen %s",
			   lack);
}

bool wlink_is_seen(const struct wlink *link)
{
	return link->shm && (wlink_captures(link) || portal_is_there());
}

int wlink_takes_input(const struct wlink *link, struct problem *problem)
{
	bool remote = (!link->pointers || !link->keyboards) && link->seat &&
		      remote_is_offered();

	if (!remote && (!link->pointers || !link->seat))
		return problem_set(
			problem, PROBLEM_ENVIRONMENT,
			"this Wayland compositor does not let programs click "
			"(wlr-virtual-pointer, or RemoteDesktop of "
			"xdg-desktop-portal), so no answer can be entered");
	if (!remote && !link->keyboards)
		return problem_set(
			problem, PROBLEM_ENVIRONMENT,
			"this Wayland compositor does not let programs type "
			"(virtual-keyboard), so no answer can be entered");
	if (!link->idle && !link->older_idle)
		return problem_set(
			problem, PROBLEM_ENVIRONMENT,
			"this Wayland compositor does not report when the "
			"mouse is touched (ext-idle-notify), so no answer is "
			"entered");
	return 0;
}

static int lost(struct wlink *link, struct problem *problem)
{
	link->lost = true;
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "the Wayland compositor is gone");
}

/* What has come already. Returns how much, or -1. */
static int take_pending(struct wlink *link)
{
	int taken = 0, now;

	while ((now = wl_display_dispatch_pending(link->display)) > 0)
		taken += now;
	return now < 0 ? -1 : taken;
}

int wlink_turn(struct wlink *link, int milliseconds, struct problem *problem)
{
	struct pollfd fd = { .events = POLLIN };
	int taken, came;

	if (link->lost)
		return lost(link, problem);
	taken = take_pending(link);
	if (taken < 0)
		return lost(link, problem);
	while (wl_display_prepare_read(link->display) != 0)
		if (take_pending(link) < 0)
			return lost(link, problem);
	if (wl_display_flush(link->display) < 0 && errno != EAGAIN) {
		wl_display_cancel_read(link->display);
		return lost(link, problem);
	}
	fd.fd = wl_display_get_fd(link->display);
	came = poll(&fd, 1, taken ? 0 : milliseconds);
	if (came <= 0) {
		wl_display_cancel_read(link->display);
		return 0;
	}
	if (wl_display_read_events(link->display) < 0 || take_pending(link) < 0)
		return lost(link, problem);
	/* what came may have been answered: whoever polls next waits for what
	 * follows from that. A full socket is flushed by the next turn. */
	wl_display_flush(link->display);
	return 0;
}

int wlink_wait(struct wlink *link, const bool *done,
	       const struct deadline *deadline, struct problem *problem)
{
	while (!*done) {
		double left = deadline_left(deadline) * 1000;

		if (deadline_passed(deadline))
			return problem_set(problem, PROBLEM_ENVIRONMENT,
					   "the Wayland compositor does not "
					   "answer");
		if (wlink_turn(link, left < 1000 ? (int)left + 1 : 1000,
			       problem) < 0)
			return -1;
	}
	return 0;
}

static void on_synced(void *data, struct wl_callback *callback, uint32_t serial)
{
	bool *done = data;

	(void)callback;
	(void)serial;
	*done = true;
}

static const struct wl_callback_listener sync_listener = { on_synced };

int wlink_sync(struct wlink *link, struct problem *problem)
{
	struct deadline deadline = deadline_in(ANSWER_SECONDS, NULL);
	bool done = false;
	struct wl_callback *callback;
	int result;

	if (link->lost)
		return lost(link, problem);
	callback = wl_display_sync(link->display);
	wl_callback_add_listener(callback, &sync_listener, &done);
	result = wlink_wait(link, &done, &deadline, problem);
	wl_callback_destroy(callback);
	return result;
}

struct box wlink_scr_box(const struct wlink_output *output, double scale)
{
	double finer = scale / output->scale;

	return (struct box){ (int)lround(output->lay_box.x * scale),
			     (int)lround(output->lay_box.y * scale),
			     (int)lround(output->px_width * finer),
			     (int)lround(output->px_height * finer) };
}

void wlink_buffer_fini(struct wlink_buffer *buffer)
{
	if (buffer->proxy)
		wl_buffer_destroy(buffer->proxy);
	if (buffer->pixels)
		munmap(buffer->pixels, buffer->bytes);
	*buffer = (struct wlink_buffer){ 0 };
}

int wlink_buffer_init(struct wlink *link, struct wlink_buffer *buffer,
		      const struct wlink_buffer *wanted,
		      struct problem *problem)
{
	struct wl_shm_pool *pool;
	void *memory;
	int fd;

	if (buffer->proxy && buffer->width == wanted->width &&
	    buffer->height == wanted->height &&
	    buffer->stride == wanted->stride &&
	    buffer->format == wanted->format)
		return 0;
	wlink_buffer_fini(buffer);
	if (wanted->width <= 0 || wanted->height <= 0 ||
	    wanted->stride < (size_t)wanted->width ||
	    wanted->stride > INT32_MAX / (size_t)wanted->height)
		return problem_set(problem, PROBLEM_LIMIT,
				   "no such picture: '%dx%d'", wanted->width,
				   wanted->height);
	*buffer = *wanted;
	buffer->proxy = NULL;
	buffer->pixels = NULL;
	buffer->bytes = wanted->stride * (size_t)wanted->height;
	fd = memfd_create("solveglass", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, (off_t)buffer->bytes) < 0)
		memory = MAP_FAILED;
	else
		memory = mmap(NULL, buffer->bytes, PROT_READ | PROT_WRITE,
			      MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED) {
		if (fd >= 0)
			close(fd);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to share with the compositor");
	}
	buffer->pixels = memory;
	pool = wl_shm_create_pool(link->shm, fd, (int32_t)buffer->bytes);
	buffer->proxy = wl_shm_pool_create_buffer(
		pool, 0, buffer->width, buffer->height, (int32_t)buffer->stride,
		buffer->format);
	wl_shm_pool_destroy(pool);
	close(fd);
	return 0;
}
