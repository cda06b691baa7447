/* screen.h on a Wayland compositor: whole outputs (frame_wayland.h), or all of
 * them by xdg-desktop-portal, of which windows are cut out where the compositor
 * says they lie. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ext-foreign-toplevel-list-v1-client.h"
#include "file.h"
#include "frame_wayland.h"
#include "places.h"
#include "pointer_wayland.h"
#include "portal_wayland.h"
#include "screen_driver.h"
#include "wayland_pixels.h"
#include "wlink_wayland.h"

/* An output that shows nothing new for so long cannot be captured: a picture is
 * taken with the next frame, which the compositor draws at once. */
static const double FRAME_SECONDS = 5;

/* A window that is captured by itself comes within some milliseconds or, as
 * where two programs want it at once (wlroots 0.20), not at all. */
static const double TOPLEVEL_SECONDS = 0.3;

/* The first time the desktop asks its user whether we may. */
static const double PORTAL_SECONDS = 30;

/* Windows that are looked through. */
enum { PLACES_MAX = 256 };

struct wayland_screen {
	struct screen screen; /* first */
	struct wlink *link;
	struct places *places; /* NULL: the compositor does not tell */
	struct wayland_frame frame;
	/* a window was not to be had by itself: it is cut out from now on */
	bool cuts_out;
};

static struct wayland_screen *of(struct screen *screen)
{
	return (struct wayland_screen *)screen;
}

/* What was asked for into screen->frame; `name` of what it is of. */
static int take_frame(struct wayland_screen *screen, double seconds,
		      const char *name, struct problem *problem)
{
	struct deadline deadline = deadline_in(seconds, NULL);
	struct wayland_frame *frame = &screen->frame;
	int result = wlink_wait(screen->link, &frame->done, &deadline, problem);

	if (result == 0 && frame->failed)
		result = problem_set(problem, PROBLEM_ENVIRONMENT,
				     "monitor '%s' cannot be captured", name);
	wayland_frame_drop(frame);
	return result;
}

/* The part of the shot that the output shows. */
static int grab_output(struct wayland_screen *screen,
		       const struct wlink_output *output,
		       struct screen_shot *shot, struct problem *problem)
{
	const struct box wanted = { shot->scr_x, shot->scr_y, shot->image.width,
				    shot->image.height };
	struct box whole = wlink_scr_box(output, shot->scale);
	struct box part = box_intersect(&whole, &wanted);
	const struct wayland_frame *frame = &screen->frame;
	struct wayland_pixels pixels = { .buffer = &frame->buffer };
	struct point at = { part.x - shot->scr_x, part.y - shot->scr_y };

	if (!part.width || !part.height)
		return 0;
	wayland_frame_ask(&screen->frame, output);
	if (take_frame(screen, FRAME_SECONDS, output->name, problem) < 0)
		return -1;
	pixels.transform = frame->transform;
	pixels.upside_down = frame->upside_down;
	part.x -= whole.x;
	part.y -= whole.y;
	if (whole.width == output->px_width &&
	    whole.height == output->px_height)
		return wayland_pixels_copy(&pixels, &part, &shot->image, &at,
					   problem);
	return wayland_pixels_resize(&pixels, &whole, &part, &shot->image, &at,
				     problem);
}

/* What all outputs span, counted at this scale. */
static struct box span(const struct wlink *link, double scale)
{
	struct box all = { 0 };

	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		struct box box;

		if (!link->outputs[i].proxy)
			continue;
		box = wlink_scr_box(&link->outputs[i], scale);
		all = box_join(&all, &box);
	}
	return all;
}

static void find_bounds(struct screen *screen, struct box *scr_box,
			double *scale)
{
	const struct wlink *link = of(screen)->link;

	*scale = 0;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		if (link->outputs[i].proxy)
			*scale = fmax(*scale, link->outputs[i].scale);
	if (*scale <= 0)
		*scale = 1;
	*scr_box = span(link, *scale);
}

/* Forgets what was there; black where nothing will be captured. */
static int prepare(struct screen_shot *shot, const struct box *scr_box,
		   double scale, struct problem *problem)
{
	shot->scr_x = scr_box->x;
	shot->scr_y = scr_box->y;
	shot->scale = scale;
	shot->whole = true;
	if (shot->image.width != scr_box->width ||
	    shot->image.height != scr_box->height) {
		image_fini(&shot->image);
		return image_init(&shot->image, scr_box->width, scr_box->height,
				  problem);
	}
	for (int y = 0; y < shot->image.height; y++)
		memset(image_row(&shot->image, y), 0,
		       (size_t)shot->image.width * sizeof(uint32_t));
	return 0;
}

static int load_portal(struct image *image, struct problem *problem)
{
	char path[1024];
	int result;

	if (portal_screenshot(PORTAL_SECONDS, path, sizeof path, problem) < 0)
		return -1;
	result = file_load_image(path, image, problem);
	/* it was taken for us alone */
	unlink(path);
	return result;
}

/* The part of what all outputs show together. */
static int grab_portal(const struct wlink *link, struct screen_shot *shot,
		       struct problem *problem)
{
	const struct box wanted = { shot->scr_x, shot->scr_y, shot->image.width,
				    shot->image.height };
	struct box whole = span(link, shot->scale);
	struct box part = box_intersect(&whole, &wanted);
	struct point at = { part.x - shot->scr_x, part.y - shot->scr_y };
	struct image image = { 0 };
	struct wlink_buffer buffer = { .format = WL_SHM_FORMAT_XRGB8888 };
	struct wayland_pixels pixels = { .buffer = &buffer };
	int result;

	if (load_portal(&image, problem) < 0)
		return -1;
	buffer.pixels = image.pixels;
	buffer.width = image.width;
	buffer.height = image.height;
	buffer.stride = image.stride * sizeof(uint32_t);
	part.x -= whole.x;
	part.y -= whole.y;
	if (image.width == whole.width && image.height == whole.height)
		result = wayland_pixels_copy(&pixels, &part, &shot->image, &at,
					     problem);
	else
		result = wayland_pixels_resize(&pixels, &whole, &part,
					       &shot->image, &at, problem);
	image_fini(&image);
	return result;
}

static int grab_box(struct screen *screen, const struct box *scr_box,
		    double scale, struct screen_shot *shot,
		    struct problem *problem)
{
	struct wayland_screen *wayland = of(screen);
	struct box bounds;

	/* what is new since the last time: outputs that came or turned */
	if (wlink_turn(wayland->link, 0, problem) < 0)
		return -1;
	bounds = span(wayland->link, scale);
	bounds = box_intersect(&bounds, scr_box);
	if (!bounds.width || !bounds.height)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "nothing of it is on the screen: "
				   "'%dx%d+%d+%d'",
				   scr_box->width, scr_box->height, scr_box->x,
				   scr_box->y);
	if (prepare(shot, &bounds, scale, problem) < 0)
		return -1;
	shot->whole = bounds.width == scr_box->width &&
		      bounds.height == scr_box->height;
	if (!wlink_captures(wayland->link))
		return grab_portal(wayland->link, shot, problem);
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		if (wayland->link->outputs[i].proxy &&
		    grab_output(wayland, &wayland->link->outputs[i], shot,
				problem) < 0)
			return -1;
	return 0;
}

/* The window's pixels, as compositors round them: corner by corner, from the
 * output's own. The output is the one that shows most of it. */
static int put_place(struct wayland_screen *screen, const struct place *place,
		     struct screen_window *window, struct problem *problem)
{
	const struct box *lay = &place->lay_box;
	const struct wlink_output *on = NULL;
	struct box scr;
	double scale;
	int x, y;

	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		const struct wlink_output *output = &screen->link->outputs[i];

		if (output->proxy &&
		    box_overlap(&output->lay_box, lay) >
			    (on ? box_overlap(&on->lay_box, lay) : 0))
			on = output;
	}
	*window = (struct screen_window){ .id = place->id, .frame = place->id };
	memcpy(window->title, place->title, sizeof window->title);
	memcpy(window->program, place->program, sizeof window->program);
	if (!on || !place->visible)
		return problem_set(
			problem, PROBLEM_ENVIRONMENT,
			"window '%lu' is not on the screen, or is on "
			"another desktop",
			place->id);
	scale = on->scale;
	scr = wlink_scr_box(on, scale);
	x = lay->x - on->lay_box.x;
	y = lay->y - on->lay_box.y;
	window->scale = scale;
	window->scr_box.x = scr.x + (int)lround(x * scale);
	window->scr_box.y = scr.y + (int)lround(y * scale);
	window->scr_box.width = scr.x + (int)lround((x + lay->width) * scale) -
				window->scr_box.x;
	window->scr_box.height = scr.y +
				 (int)lround((y + lay->height) * scale) -
				 window->scr_box.y;
	return 0;
}

static int not_told(struct problem *problem)
{
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "this compositor does not tell where windows are; "
			   "use --monitor");
}

static int by_id(struct screen *screen, screen_id id,
		 struct screen_window *window, struct problem *problem)
{
	struct wayland_screen *wayland = of(screen);
	struct place place;

	if (!wayland->places)
		return not_told(problem);
	if (wlink_turn(wayland->link, 0, problem) < 0 ||
	    places_by_id(wayland->places, id, &place, problem) != 0)
		return -1;
	return put_place(wayland, &place, window, problem);
}

/* Where windows are not told of, all there is: returns 1. */
static int all_outputs(struct screen *screen, struct screen_window *window)
{
	*window = (struct screen_window){ 0 };
	find_bounds(screen, &window->scr_box, &window->scale);
	return 1;
}

/* The output that shows the active window, where only that is told. */
static int active_output(struct wayland_screen *screen,
			 struct screen_window *window, struct problem *problem)
{
	struct wlink_toplevel toplevel = { 0 };
	int result = wlink_active_toplevel(screen->link, &toplevel, problem);

	if (result < 0)
		return -1;
	if (result > 0 || !toplevel.output)
		return all_outputs(&screen->screen, window);
	*window = (struct screen_window){
		.scr_box =
			wlink_scr_box(toplevel.output, toplevel.output->scale),
		.scale = toplevel.output->scale,
	};
	memcpy(window->title, toplevel.title, sizeof window->title);
	memcpy(window->program, toplevel.program, sizeof window->program);
	return 1;
}

static int active(struct screen *screen, struct screen_window *window,
		  struct problem *problem)
{
	struct wayland_screen *wayland = of(screen);
	struct place place;

	if (wlink_turn(wayland->link, 0, problem) < 0)
		return -1;
	if (!wayland->places)
		return active_output(wayland, window, problem);
	if (places_focused(wayland->places, &place, problem) != 0)
		return -1;
	return put_place(wayland, &place, window, problem);
}

static int pointer(struct screen *screen, double scale, int *scr_x, int *scr_y,
		   struct problem *problem)
{
	double lay_x, lay_y;

	if (wayland_pointer_find(of(screen)->link, &lay_x, &lay_y, problem) < 0)
		return -1;
	*scr_x = (int)floor(lay_x * scale);
	*scr_y = (int)floor(lay_y * scale);
	return 0;
}

/* The topmost window at these units. Returns 0, 1 where there is none, or
 * -1. */
static int place_at(struct wayland_screen *screen, int lay_x, int lay_y,
		    struct screen_window *window, struct problem *problem)
{
	struct place *list = calloc(PLACES_MAX, sizeof *list);
	int found, result = 1;

	if (!list)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a list of windows");
	found = wlink_turn(screen->link, 0, problem) == 0
			? places_list(screen->places, list, PLACES_MAX, problem)
			: -1;
	for (int i = 0; result > 0 && i < found; i++)
		if (list[i].visible &&
		    box_contains(&list[i].lay_box, lay_x, lay_y))
			result = put_place(screen, &list[i], window, problem);
	free(list);
	return found < 0 ? -1 : result;
}

/* The output at these units. Returns 1, or -1 where there is none. */
static int output_at(struct wayland_screen *screen, int lay_x, int lay_y,
		     struct screen_window *window, struct problem *problem)
{
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		const struct wlink_output *output = &screen->link->outputs[i];

		if (!output->proxy ||
		    !box_contains(&output->lay_box, lay_x, lay_y))
			continue;
		*window = (struct screen_window){
			.scr_box = wlink_scr_box(output, output->scale),
			.scale = output->scale,
		};
		return 1;
	}
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "nothing of it is on the screen: '%d,%d'", lay_x,
			   lay_y);
}

/* What lies there where windows are not told of: the output, and of the active
 * window, if that is there, what it is called. */
static int seen_at(struct wayland_screen *screen, int lay_x, int lay_y,
		   struct screen_window *window, struct problem *problem)
{
	struct wlink_toplevel toplevel = { 0 };

	if (output_at(screen, lay_x, lay_y, window, problem) < 0 ||
	    wlink_active_toplevel(screen->link, &toplevel, problem) < 0)
		return -1;
	if (!toplevel.output ||
	    !box_contains(&toplevel.output->lay_box, lay_x, lay_y))
		return 1;
	memcpy(window->title, toplevel.title, sizeof window->title);
	memcpy(window->program, toplevel.program, sizeof window->program);
	return 1;
}

static int under_pointer(struct screen *screen, struct screen_window *window,
			 struct problem *problem)
{
	struct wayland_screen *wayland = of(screen);
	double lay_x, lay_y;
	int x, y, result = 1;

	if (wayland_pointer_find(wayland->link, &lay_x, &lay_y, problem) < 0)
		return -1;
	x = (int)floor(lay_x);
	y = (int)floor(lay_y);
	if (wayland->places)
		result = place_at(wayland, x, y, window, problem);
	if (result <= 0)
		return result;
	/* no window, or none is told of */
	return output_at(wayland, x, y, window, problem);
}

static int window_at(struct screen *screen, int scr_x, int scr_y, double scale,
		     struct screen_window *window, struct problem *problem)
{
	struct wayland_screen *wayland = of(screen);
	int x = (int)floor(scr_x / scale), y = (int)floor(scr_y / scale);
	int result;

	if (!wayland->places)
		return seen_at(wayland, x, y, window, problem);
	result = place_at(wayland, x, y, window, problem);
	return result <= 0
		       ? result
		       : problem_set(problem, PROBLEM_ENVIRONMENT,
				     "no window lies at %d,%d", scr_x, scr_y);
}

static int windows(struct screen *screen, struct screen_window *list, int most,
		   struct problem *problem)
{
	struct wayland_screen *wayland = of(screen);
	struct place *places;
	int found, count = 0;

	if (!wayland->places)
		return 0;
	places = calloc((size_t)most, sizeof *places);
	if (!places)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a list of windows");
	found = wlink_turn(wayland->link, 0, problem) < 0
			? -1
			: places_list(wayland->places, places, most, problem);
	for (int i = 0; i < found; i++)
		count +=
			put_place(wayland, &places[i], &list[count], NULL) == 0;
	free(places);
	return found < 0 ? -1 : count;
}

static int monitors(struct screen *screen,
		    struct screen_monitor list[SCREEN_MONITORS_MAX],
		    struct problem *problem)
{
	struct wlink *link = of(screen)->link;
	int count = 0;

	if (wlink_turn(link, 0, problem) < 0)
		return -1;
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++) {
		const struct wlink_output *output = &link->outputs[i];
		struct screen_monitor *monitor = &list[count];

		if (!output->proxy)
			continue;
		*monitor = (struct screen_monitor){
			.scr_box = wlink_scr_box(output, output->scale),
			.scale = output->scale,
			.primary = count == 0,
		};
		memcpy(monitor->name, output->name, sizeof monitor->name);
		count++;
	}
	return count ? count
		     : problem_set(problem, PROBLEM_ENVIRONMENT,
				   "there is no monitor");
}

/* The window by itself, whatever covers it. Returns false where it cannot be
 * had so, or in another size: a program may draw more than its window. */
static bool grab_toplevel(struct wayland_screen *screen, screen_id id,
			  const struct screen_window *now,
			  struct screen_shot *shot)
{
	const struct wlink *link = screen->link;
	const struct box whole = { 0, 0, now->scr_box.width,
				   now->scr_box.height };
	struct wayland_frame *frame = &screen->frame;
	struct wayland_pixels pixels = { .buffer = &frame->buffer };
	struct ext_foreign_toplevel_handle_v1 *handle;
	struct place place;
	bool turned;

	if (screen->cuts_out || !link->toplevel_sources || !link->copies ||
	    places_by_id(screen->places, id, &place, NULL) != 0 ||
	    !place.identifier[0])
		return false;
	handle = wlink_find_toplevel(screen->link, place.identifier);
	screen->cuts_out = !handle;
	if (!handle)
		return false;
	wayland_frame_ask_toplevel(frame, handle);
	screen->cuts_out = take_frame(screen, TOPLEVEL_SECONDS, "", NULL) < 0;
	ext_foreign_toplevel_handle_v1_destroy(handle);
	pixels.transform = frame->transform;
	turned = frame->transform & WL_OUTPUT_TRANSFORM_90;
	return !screen->cuts_out &&
	       (turned ? frame->buffer.height : frame->buffer.width) ==
		       whole.width &&
	       (turned ? frame->buffer.width : frame->buffer.height) ==
		       whole.height &&
	       prepare(shot, &now->scr_box, now->scale, NULL) == 0 &&
	       wayland_pixels_copy(&pixels, &whole, &shot->image,
				   &(struct point){ 0, 0 }, NULL) == 0;
}

static int grab_window(struct screen *screen,
		       const struct screen_window *window,
		       struct screen_shot *shot, struct problem *problem)
{
	struct screen_window now;

	/* it may have moved since it was looked up */
	if (by_id(screen, window->id, &now, problem) < 0)
		return -1;
	if (grab_toplevel(of(screen), window->id, &now, shot))
		return 0;
	return grab_box(screen, &now.scr_box, now.scale, shot, problem);
}

static void close_screen(struct screen *screen)
{
	struct wayland_screen *wayland = of(screen);

	wayland_frame_fini(&wayland->frame);
	places_close(wayland->places);
	wlink_close(wayland->link);
	free(wayland);
}

static const struct screen_driver driver = {
	.close = close_screen,
	.shows_overlays = true,
	.by_id = by_id,
	.active = active,
	.under_pointer = under_pointer,
	.pointer = pointer,
	.window_at = window_at,
	.windows = windows,
	.monitors = monitors,
	.bounds = find_bounds,
	.grab_window = grab_window,
	.grab_box = grab_box,
};

struct screen *screen_open_wayland(bool bare, struct problem *problem)
{
	struct wayland_screen *screen = calloc(1, sizeof *screen);

	if (!screen) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for a Wayland connection");
		return NULL;
	}
	screen->screen.driver = &driver;
	screen->link = wlink_open(problem);
	screen->screen.bare = bare;
	if (!screen->link || (!(bare && wlink_is_seen(screen->link)) &&
			      wlink_serves(screen->link, problem) < 0)) {
		close_screen(&screen->screen);
		return NULL;
	}
	screen->screen.asks = !wlink_captures(screen->link);
	screen->frame.link = screen->link;
	screen->places = places_open(NULL);
	return &screen->screen;
}
