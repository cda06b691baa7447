/* Drawings over the screen of a Wayland compositor that offers wlr-layer-shell.
 * They are as large as their marks, and lie where the compositor's units and
 * the output's pixels meet, so that nothing is resized on the way. */
#include <cairo.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "card.h"
#include "content.h"
#include "image.h"
#include "places.h"
#include "viewporter-client.h"
#include "window_driver.h"
#include "wlink_wayland.h"
#include "wlr-layer-shell-unstable-v1-client.h"

/* How often `stop` is looked at: a person does not notice a tenth. */
enum { STOP_POLL_MS = 100 };
/* A surface begins and ends at multiples of so many units: those are whole
 * pixels at all quarters of a scale. */
enum { UNITS_STEP = 4 };

static const double CONFIGURE_SECONDS = 5;

/* What lies on one output. */
struct sheet {
	struct wl_surface *surface; /* NULL: nothing does */
	struct zwlr_layer_surface_v1 *layer;
	struct wp_viewport *viewport; /* NULL: not offered */
	bool configured;
	bool closed; /* by the compositor: the output went */
};

/* A picture that the compositor may still read. */
struct lent {
	struct wlink_buffer buffer;
	struct lent *next, **before;
};

struct wayland_overlay {
	struct overlay overlay; /* first */
	struct wlink *link;
	struct places *places;          /* NULL: the compositor does not tell */
	int fd;                         /* of either of them */
	struct overlay_content content; /* zeroed: nothing is shown */
	struct place game;              /* that is followed */
	struct sheet sheets[WLINK_OUTPUTS_MAX];
	struct lent *lent;
};

static struct wayland_overlay *of(struct overlay *overlay)
{
	return (struct wayland_overlay *)overlay;
}

static void give_up(struct lent *lent)
{
	*lent->before = lent->next;
	if (lent->next)
		lent->next->before = lent->before;
	wlink_buffer_fini(&lent->buffer);
	free(lent);
}

static void on_release(void *data, struct wl_buffer *buffer)
{
	(void)buffer;
	give_up(data);
}

static const struct wl_buffer_listener buffer_listener = { on_release };

static void on_configure(void *data, struct zwlr_layer_surface_v1 *layer,
			 uint32_t serial, uint32_t width, uint32_t height)
{
	struct sheet *sheet = data;

	(void)width;
	(void)height;
	zwlr_layer_surface_v1_ack_configure(layer, serial);
	sheet->configured = true;
}

static void on_closed(void *data, struct zwlr_layer_surface_v1 *layer)
{
	struct sheet *sheet = data;

	(void)layer;
	sheet->closed = true;
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {
	on_configure, on_closed
};

static void take_away(struct sheet *sheet)
{
	if (sheet->viewport)
		wp_viewport_destroy(sheet->viewport);
	if (sheet->layer)
		zwlr_layer_surface_v1_destroy(sheet->layer);
	if (sheet->surface)
		wl_surface_destroy(sheet->surface);
	*sheet = (struct sheet){ 0 };
}

static void take_all_away(struct wayland_overlay *overlay)
{
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		take_away(&overlay->sheets[i]);
}

static void close_overlay(struct overlay *base)
{
	struct wayland_overlay *overlay = of(base);

	if (overlay->link) {
		take_all_away(overlay);
		while (overlay->lent)
			give_up(overlay->lent);
		wl_display_flush(overlay->link->display);
	}
	places_close(overlay->places);
	wlink_close(overlay->link);
	if (overlay->fd >= 0)
		close(overlay->fd);
	free(overlay);
}

/* A surface that no click and no key reaches. */
static void lay_sheet(struct wayland_overlay *overlay, int index)
{
	struct wlink *link = overlay->link;
	struct sheet *sheet = &overlay->sheets[index];
	struct wl_region *nothing =
		wl_compositor_create_region(link->compositor);

	sheet->surface = wl_compositor_create_surface(link->compositor);
	wl_surface_set_input_region(sheet->surface, nothing);
	wl_region_destroy(nothing);
	sheet->layer = zwlr_layer_shell_v1_get_layer_surface(
		link->layers, sheet->surface, link->outputs[index].proxy,
		ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "solveglass");
	zwlr_layer_surface_v1_add_listener(sheet->layer, &layer_listener,
					   sheet);
	zwlr_layer_surface_v1_set_anchor(
		sheet->layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP |
				      ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT);
	/* bars make no room for it */
	zwlr_layer_surface_v1_set_exclusive_zone(sheet->layer, -1);
	if (link->viewporter)
		sheet->viewport = wp_viewporter_get_viewport(link->viewporter,
							     sheet->surface);
}

static double scale_of(const struct wayland_overlay *overlay)
{
	return overlay->content.scale > 0 ? overlay->content.scale : 1;
}

/* Pixels of its picture that a unit of the sheet has. */
static double sheet_scale(const struct sheet *sheet,
			  const struct wlink_output *output)
{
	return sheet->viewport ? output->scale : output->whole_scale;
}

static int down(int value, int step)
{
	return (int)floor((double)value / step) * step;
}

/* The units of an output that cover some pixels of it. */
static struct box units_around(const struct box *px_box, double scale)
{
	int left = down((int)floor(px_box->x / scale), UNITS_STEP);
	int top = down((int)floor(px_box->y / scale), UNITS_STEP);
	int right = (int)ceil((px_box->x + px_box->width) / scale);
	int bottom = (int)ceil((px_box->y + px_box->height) / scale);

	return (struct box){ left, top,
			     down(right - left + UNITS_STEP - 1, UNITS_STEP),
			     down(bottom - top + UNITS_STEP - 1, UNITS_STEP) };
}

/* As large as on screens of 96 dots an inch. */
static double card_scale(const struct wayland_overlay *overlay,
			 const struct box *screen)
{
	double scale = scale_of(overlay);

	return fmax(scale, fmin(fmax(screen->height / 1080.0, 1), 2));
}

/* The place of what is to be painted, from the content's pixel 0,0. `screen`:
 * the output. */
static struct box content_box(const struct wayland_overlay *overlay,
			      const struct box *screen)
{
	const struct overlay_content *content = &overlay->content;
	struct box box;

	if (!content->card)
		return content_marks_box(content);
	box = card_place(content->card, &content->note, &content->scr_keep,
			 screen, card_scale(overlay, screen));
	box.x -= content->scr_x;
	box.y -= content->scr_y;
	return box;
}

/* Paints what the sheet shows of the content: `units` of the output, whose own
 * begin at pixel screen->x,y. */
static int paint(struct wayland_overlay *overlay, const struct sheet *sheet,
		 const struct wlink_output *output, const struct box *units,
		 struct wlink_buffer *buffer, struct problem *problem)
{
	const struct overlay_content *content = &overlay->content;
	struct box screen = wlink_scr_box(output, scale_of(overlay));
	struct box box = content_box(overlay, &screen);
	double fine = sheet_scale(sheet, output);
	double px = fine / scale_of(overlay); /* picture's a screen pixel */
	struct wlink_buffer wanted = {
		.width = (int)lround(units->width * fine),
		.height = (int)lround(units->height * fine),
		.format = WL_SHM_FORMAT_ARGB8888,
	};
	cairo_surface_t *surface;
	cairo_t *cairo;
	int result = 0;

	wanted.stride = (size_t)wanted.width * sizeof(uint32_t);
	if (wanted.width > IMAGE_SIDE_MAX || wanted.height > IMAGE_SIDE_MAX)
		return problem_set(problem, PROBLEM_LIMIT,
				   "overlay too large: '%dx%d'", wanted.width,
				   wanted.height);
	if (wlink_buffer_init(overlay->link, buffer, &wanted, problem) < 0)
		return -1;
	surface = cairo_image_surface_create_for_data(
		(unsigned char *)buffer->pixels, CAIRO_FORMAT_ARGB32,
		wanted.width, wanted.height, (int)wanted.stride);
	cairo = cairo_create(surface);
	/* from the sheet's corner to that of the content's place */
	cairo_translate(cairo, -units->x * fine, -units->y * fine);
	cairo_scale(cairo, px, px);
	cairo_translate(cairo, content->scr_x + box.x - screen.x,
			content->scr_y + box.y - screen.y);
	content_paint(cairo, content, &box, card_scale(overlay, &screen), true);
	if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to draw an overlay");
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
	return result;
}

static int wait_configured(struct wayland_overlay *overlay, struct sheet *sheet,
			   struct problem *problem)
{
	struct deadline deadline = deadline_in(CONFIGURE_SECONDS, NULL);

	wl_surface_commit(sheet->surface);
	while (!sheet->configured && !sheet->closed) {
		if (deadline_passed(&deadline))
			return problem_set(problem, PROBLEM_ENVIRONMENT,
					   "the compositor shows no overlay");
		if (wlink_turn(overlay->link, STOP_POLL_MS, problem) < 0)
			return -1;
	}
	return 0;
}

/* Brings the sheet on its output. */
static int put(struct wayland_overlay *overlay, int index,
	       const struct box *units, struct problem *problem)
{
	struct sheet *sheet = &overlay->sheets[index];
	const struct wlink_output *output = &overlay->link->outputs[index];
	struct lent *lent = calloc(1, sizeof *lent);

	if (!lent)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to draw an overlay");
	lent->next = overlay->lent;
	lent->before = &overlay->lent;
	if (lent->next)
		lent->next->before = &lent->next;
	overlay->lent = lent;
	if (!sheet->surface)
		lay_sheet(overlay, index);
	zwlr_layer_surface_v1_set_size(sheet->layer, (uint32_t)units->width,
				       (uint32_t)units->height);
	zwlr_layer_surface_v1_set_margin(sheet->layer, units->y, 0, 0,
					 units->x);
	if (paint(overlay, sheet, output, units, &lent->buffer, problem) < 0 ||
	    (!sheet->configured &&
	     wait_configured(overlay, sheet, problem) < 0)) {
		give_up(lent);
		return -1;
	}
	if (sheet->viewport)
		wp_viewport_set_destination(sheet->viewport, units->width,
					    units->height);
	else
		wl_surface_set_buffer_scale(sheet->surface,
					    output->whole_scale);
	wl_buffer_add_listener(lent->buffer.proxy, &buffer_listener, lent);
	wl_surface_attach(sheet->surface, lent->buffer.proxy, 0, 0);
	wl_surface_damage_buffer(sheet->surface, 0, 0, lent->buffer.width,
				 lent->buffer.height);
	wl_surface_commit(sheet->surface);
	return 0;
}

/* The content on each output that it reaches, and on no other. */
static int put_all(struct wayland_overlay *overlay, struct problem *problem)
{
	const struct overlay_content *content = &overlay->content;
	double scale = scale_of(overlay);
	bool any = false;

	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		const struct wlink_output *output = &overlay->link->outputs[i];
		struct box screen, box, units;

		if (!output->proxy) {
			take_away(&overlay->sheets[i]);
			continue;
		}
		screen = wlink_scr_box(output, scale);
		box = content_box(overlay, &screen);
		any |= box.width > 0 && box.height > 0;
		box.x += content->scr_x;
		box.y += content->scr_y;
		box = box_intersect(&box, &screen);
		if (!box.width || !box.height) {
			take_away(&overlay->sheets[i]);
			continue;
		}
		box.x -= screen.x;
		box.y -= screen.y;
		units = units_around(&box, scale);
		if (put(overlay, i, &units, problem) < 0)
			return -1;
	}
	if (!any)
		return problem_set(problem, PROBLEM_INPUT,
				   "there is nothing to draw");
	return wlink_sync(overlay->link, problem);
}

/* The same of one output, whose pixels are `screen`. */
static int see_below_on(const struct wayland_overlay *overlay,
			const struct box *screen, const struct image *before,
			struct image *now, const struct point *scr_at,
			struct problem *problem)
{
	const struct overlay_content *content = &overlay->content;
	const struct box picture = { (int)scr_at->x, (int)scr_at->y, now->width,
				     now->height };
	struct box box = content_box(overlay, screen);
	struct box scr_box = { content->scr_x + box.x, content->scr_y + box.y,
			       box.width, box.height };
	struct box part = box_intersect(&scr_box, screen);
	cairo_surface_t *surface;
	cairo_t *cairo;
	int result = 0;

	part = box_intersect(&part, &picture);
	if (!part.width || !part.height)
		return 0;
	surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, part.width,
					     part.height);
	cairo = cairo_create(surface);
	cairo_translate(cairo, scr_box.x - part.x, scr_box.y - part.y);
	content_paint(cairo, content, &box, card_scale(overlay, screen), true);
	if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to see below an overlay");
	cairo_surface_flush(surface);
	for (int y = 0; result == 0 && y < part.height; y++) {
		const uint32_t *marks =
			(const uint32_t *)(const void *)
				cairo_image_surface_get_data(surface) +
			(size_t)y * (size_t)part.width;
		int px_x = part.x - picture.x, px_y = part.y - picture.y + y;

		for (int x = 0; x < part.width; x++)
			if (marks[x] >> 24)
				image_row(now, px_y)[px_x + x] =
					image_row(before, px_y)[px_x + x];
	}
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
	return result;
}

static int see_below(const struct overlay *base, const struct image *before,
		     struct image *now, int scr_x, int scr_y,
		     struct problem *problem)
{
	const struct wayland_overlay *overlay =
		(const struct wayland_overlay *)base;
	const struct overlay_content *content = &overlay->content;
	const struct point scr_at = { scr_x, scr_y };

	if (!content->card && !content->layer_count)
		return 0;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		const struct wlink_output *output = &overlay->link->outputs[i];
		struct box screen;

		if (!output->proxy)
			continue;
		screen = wlink_scr_box(output, scale_of(overlay));
		if (see_below_on(overlay, &screen, before, now, &scr_at,
				 problem) < 0)
			return -1;
	}
	return 0;
}

static void hide(struct overlay *base)
{
	struct wayland_overlay *overlay = of(base);

	overlay->content = (struct overlay_content){ 0 };
	take_all_away(overlay);
	wlink_sync(overlay->link, NULL);
}

static int show(struct overlay *base, const struct overlay_content *content,
		struct problem *problem)
{
	struct wayland_overlay *overlay = of(base);

	overlay->content = *content;
	overlay->game.visible = true;
	if (overlay->places)
		places_take(overlay->places);
	if (overlay->places && content->follow &&
	    places_by_id(overlay->places, content->follow, &overlay->game,
			 problem) != 0) {
		hide(base);
		return -1;
	}
	/* it is shown when the window is again */
	if (!overlay->game.visible) {
		take_all_away(overlay);
		return wlink_sync(overlay->link, problem);
	}
	if (put_all(overlay, problem) == 0)
		return 0;
	hide(base);
	return -1;
}

static int fd_of(const struct overlay *overlay)
{
	return ((const struct wayland_overlay *)overlay)->fd;
}

static bool is_pending(const struct overlay *overlay)
{
	(void)overlay;
	return false;
}

/* The game's window may have been moved, resized, hidden or closed. Returns
 * true where that ends the show. */
static bool follow_game(struct wayland_overlay *overlay, enum overlay_end *end)
{
	struct overlay_content *content = &overlay->content;
	const struct box *before = &overlay->game.lay_box;
	double scale = scale_of(overlay);
	struct place now;
	int found, dx, dy;

	found = places_by_id(overlay->places, content->follow, &now, NULL);
	if (found == 1) {
		*end = OVERLAY_GONE;
		return true;
	}
	/* a compositor that is busy tells with what happens next */
	if (found < 0)
		return false;
	if (now.visible && (now.lay_box.width != before->width ||
			    now.lay_box.height != before->height)) {
		*end = OVERLAY_CHANGED;
		return true;
	}
	dx = (int)lround(now.lay_box.x * scale) -
	     (int)lround(before->x * scale);
	dy = (int)lround(now.lay_box.y * scale) -
	     (int)lround(before->y * scale);
	if (now.visible == overlay->game.visible && !dx && !dy)
		return false;
	content->scr_x += dx;
	content->scr_y += dy;
	content->scr_keep.x += dx;
	content->scr_keep.y += dy;
	overlay->game = now;
	if (!now.visible) {
		take_all_away(overlay);
		wlink_sync(overlay->link, NULL);
	} else {
		put_all(overlay, NULL);
	}
	return false;
}

static int turn(struct overlay *base, enum overlay_end *end,
		struct problem *problem)
{
	struct wayland_overlay *overlay = of(base);
	const struct overlay_content *content = &overlay->content;
	bool shows = content->card || content->layer_count;

	*end = OVERLAY_ON;
	if (wlink_turn(overlay->link, 0, problem) < 0)
		return -1;
	if (overlay->places && places_take(overlay->places) &&
	    content->follow && follow_game(overlay, end))
		return 0;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		if (shows && overlay->sheets[i].closed)
			*end = OVERLAY_CHANGED;
	if (shows && overlay->link->outputs_changed)
		*end = OVERLAY_CHANGED;
	overlay->link->outputs_changed = false;
	return 0;
}

static int wait(struct overlay *overlay, const struct deadline *deadline,
		enum overlay_end *end, struct problem *problem)
{
	for (;;) {
		struct pollfd fd = { of(overlay)->fd, POLLIN, 0 };
		double left;

		if (turn(overlay, end, problem) < 0)
			return -1;
		if (*end != OVERLAY_ON)
			return 0;
		if (deadline_stopped(deadline) || deadline_passed(deadline)) {
			*end = deadline_stopped(deadline) ? OVERLAY_STOP
							  : OVERLAY_TIME;
			return 0;
		}
		left = deadline_left(deadline) * 1000;
		poll(&fd, 1,
		     left < STOP_POLL_MS ? (int)left + 1 : STOP_POLL_MS);
	}
}

static const struct overlay_driver driver = {
	.close = close_overlay,
	.show = show,
	.hide = hide,
	.fd = fd_of,
	.pending = is_pending,
	.turn = turn,
	.wait = wait,
	.see_below = see_below,
};

/* One to wait for both. */
static int join(struct wayland_overlay *overlay)
{
	struct epoll_event event = { .events = EPOLLIN };

	overlay->fd = epoll_create1(EPOLL_CLOEXEC);
	if (overlay->fd < 0 ||
	    epoll_ctl(overlay->fd, EPOLL_CTL_ADD,
		      wl_display_get_fd(overlay->link->display), &event) < 0)
		return -1;
	return overlay->places ? epoll_ctl(overlay->fd, EPOLL_CTL_ADD,
					   places_fd(overlay->places), &event)
			       : 0;
}

struct overlay *overlay_open_wayland(struct problem *problem)
{
	struct wayland_overlay *overlay = calloc(1, sizeof *overlay);

	if (!overlay) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an overlay");
		return NULL;
	}
	overlay->overlay.driver = &driver;
	overlay->fd = -1;
	overlay->link = wlink_open(problem);
	if (!overlay->link || wlink_serves(overlay->link, problem) < 0)
		goto fail;
	overlay->places = places_open(NULL);
	if (join(overlay) == 0)
		return &overlay->overlay;
	problem_set(problem, PROBLEM_MEMORY, "no memory for an overlay");
fail:
	close_overlay(&overlay->overlay);
	return NULL;
}
