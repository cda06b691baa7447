#include "pointer_wayland.h"

#include "language.h"
#include "viewporter-client.h"
#include "wlr-layer-shell-unstable-v1-client.h"

/* A compositor tells with its next frame; where it does not, a program holds
 * the pointer, or a button is down. */
static const double FOUND_SECONDS = 1;

struct cover {
	struct wl_surface *surface; /* NULL: there is no such output */
	struct zwlr_layer_surface_v1 *layer;
	struct wp_viewport *viewport;
	struct wlink_buffer buffer;
	bool shown;
};

struct finder {
	struct wlink *link;
	struct wl_pointer *pointer;
	struct cover covers[WLINK_OUTPUTS_MAX];
	bool found;
	double lay_x, lay_y;
};

static void on_enter(void *data, struct wl_pointer *pointer, uint32_t serial,
		     struct wl_surface *surface, wl_fixed_t x, wl_fixed_t y)
{
	struct finder *finder = data;

	(void)pointer;
	(void)serial;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		const struct box *lay = &finder->link->outputs[i].lay_box;

		if (!surface || finder->covers[i].surface != surface)
			continue;
		finder->lay_x = lay->x + wl_fixed_to_double(x);
		finder->lay_y = lay->y + wl_fixed_to_double(y);
		finder->found = true;
	}
}

static void on_leave(void *data, struct wl_pointer *pointer, uint32_t serial,
		     struct wl_surface *surface)
{
	(void)data;
	(void)pointer;
	(void)serial;
	(void)surface;
}

static void on_motion(void *data, struct wl_pointer *pointer, uint32_t time,
		      wl_fixed_t x, wl_fixed_t y)
{
	(void)data;
	(void)pointer;
	(void)time;
	(void)x;
	(void)y;
}

static void on_button(void *data, struct wl_pointer *pointer, uint32_t serial,
		      uint32_t time, uint32_t button, uint32_t state)
{
	(void)data;
	(void)pointer;
	(void)serial;
	(void)time;
	(void)button;
	(void)state;
}

static void on_axis(void *data, struct wl_pointer *pointer, uint32_t time,
		    uint32_t axis, wl_fixed_t value)
{
	(void)data;
	(void)pointer;
	(void)time;
	(void)axis;
	(void)value;
}

/* Of seats of version 1 (wlink_wayland.c). */
static const struct wl_pointer_listener pointer_listener = {
	.enter = on_enter,
	.leave = on_leave,
	.motion = on_motion,
	.button = on_button,
	.axis = on_axis,
};

/* What nobody sees, as large as the compositor wants it. */
static void on_configure(void *data, struct zwlr_layer_surface_v1 *layer,
			 uint32_t serial, uint32_t width, uint32_t height)
{
	struct cover *cover = data;
	struct wlink *link = wl_surface_get_user_data(cover->surface);
	struct wlink_buffer wanted = { .width = 1,
				       .height = 1,
				       .format = WL_SHM_FORMAT_ARGB8888 };

	zwlr_layer_surface_v1_ack_configure(layer, serial);
	if (!cover->viewport) {
		wanted.width = (int)width;
		wanted.height = (int)height;
	}
	wanted.stride = (size_t)wanted.width * sizeof(uint32_t);
	if (cover->shown ||
	    wlink_buffer_init(link, &cover->buffer, &wanted, NULL) < 0)
		return;
	if (cover->viewport)
		wp_viewport_set_destination(cover->viewport, (int32_t)width,
					    (int32_t)height);
	wl_surface_attach(cover->surface, cover->buffer.proxy, 0, 0);
	wl_surface_commit(cover->surface);
	cover->shown = true;
}

static void on_closed(void *data, struct zwlr_layer_surface_v1 *layer)
{
	(void)data;
	(void)layer;
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {
	on_configure, on_closed
};

static void lay_cover(struct finder *finder, int index)
{
	struct wlink *link = finder->link;
	struct cover *cover = &finder->covers[index];

	cover->surface = wl_compositor_create_surface(link->compositor);
	wl_surface_set_user_data(cover->surface, link);
	cover->layer = zwlr_layer_shell_v1_get_layer_surface(
		link->layers, cover->surface, link->outputs[index].proxy,
		ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "solveglass");
	zwlr_layer_surface_v1_add_listener(cover->layer, &layer_listener,
					   cover);
	/* to all four sides */
	zwlr_layer_surface_v1_set_anchor(
		cover->layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP |
				      ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM |
				      ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT |
				      ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT);
	zwlr_layer_surface_v1_set_exclusive_zone(cover->layer, -1);
	if (link->viewporter)
		cover->viewport = wp_viewporter_get_viewport(link->viewporter,
							     cover->surface);
	wl_surface_commit(cover->surface);
}

static void take_away(struct cover *cover)
{
	if (!cover->surface)
		return;
	if (cover->viewport)
		wp_viewport_destroy(cover->viewport);
	zwlr_layer_surface_v1_destroy(cover->layer);
	wl_surface_destroy(cover->surface);
	wlink_buffer_fini(&cover->buffer);
}

int wayland_pointer_find(struct wlink *link, double *lay_x, double *lay_y,
			 struct problem *problem)
{
	struct deadline deadline = deadline_in(FOUND_SECONDS, NULL);
	struct finder finder = { .link = link };
	int result;

	if (!link->has_pointer || !link->layers || !link->compositor)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   link->has_pointer
					   ? N_("this Wayland compositor does "
						"not tell where the pointer "
						"is (wlr-layer-shell); use "
						"--active")
					   : N_("there is no pointer; use "
						"--active"));
	finder.pointer = wl_seat_get_pointer(link->seat);
	wl_pointer_add_listener(finder.pointer, &pointer_listener, &finder);
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		if (link->outputs[i].proxy)
			lay_cover(&finder, i);
	result = wlink_wait(link, &finder.found, &deadline, NULL);
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		take_away(&finder.covers[i]);
	wl_pointer_destroy(finder.pointer);
	/* whatever is captured next shows the pointer where it was */
	if (wlink_sync(link, problem) < 0)
		return -1;
	if (result < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "the compositor does not tell where the "
				   "pointer is: a program holds it, or a "
				   "button is down");
	*lay_x = finder.lay_x;
	*lay_y = finder.lay_y;
	return 0;
}
