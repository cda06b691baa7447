/* A part of the screen, or a window on it, chosen in a picture of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "language.h"
#include "screen.h"
#include "view.h"

/* The window that is hidden is gone from the screen after so long; compositors
 * fade windows out in some 200 ms. */
enum { HIDE_MILLISECONDS = 400 };
/* No puzzle is smaller, in pixels: a press without a drag chooses the window
 * there. */
static const double px_least = 16;
/* More than a desktop shows at once. */
enum { WINDOWS_MAX = 64 };
static const char how[] =
	N_("Drag over a puzzle, or click a window; Tab steps through the "
	   "windows, Return takes the whole screen, Escape cancels");

struct region {
	struct view *view;
	struct image image; /* of the screen */
	GtkWidget *window, *canvas;
	int scr_x, scr_y; /* where the view was: hidden windows lose it */
	bool dragging;
	struct point px_from, px_to;               /* in the picture */
	struct screen_window windows[WINDOWS_MAX]; /* the topmost first */
	struct box px_windows[WINDOWS_MAX];        /* in the picture */
	int window_count;
	int at;                  /* the window that is chosen; -1: none */
	struct homography to_px; /* from the window's */
};

static void region_free(struct region *region)
{
	image_fini(&region->image);
	free(region);
}

/* Ends the choice. Where there is a picture, it becomes a page. */
static void end(struct region *region, const char *name, struct image *part,
		struct problem *problem)
{
	struct view *view = region->view;
	size_t first = view->pages.count;

	gtk_window_move(GTK_WINDOW(view->window), region->scr_x, region->scr_y);
	/* in this order: while the other one has the keys, this one may take
	 * them */
	gtk_window_present_with_time(GTK_WINDOW(view->window),
				     gtk_get_current_event_time());
	gtk_widget_destroy(region->window);
	if (part && part->width)
		pages_add_picture(&view->pages, name, part, problem);
	region_free(region);
	view_show_new(view, first, problem);
}

static void take(struct region *region, const char *name,
		 const struct box *px_box)
{
	const struct box all = { 0, 0, region->image.width,
				 region->image.height };
	struct box box = box_intersect(px_box, &all);
	struct problem problem = { 0 };
	struct image part = { 0 };

	if (box.width && box.height &&
	    image_init(&part, box.width, box.height, &problem) == 0)
		for (int y = 0; y < box.height; y++)
			memcpy(image_row(&part, y),
			       image_row(&region->image, box.y + y) + box.x,
			       (size_t)box.width * sizeof(uint32_t));
	end(region, name, &part, &problem);
}

static void take_nothing(struct region *region)
{
	end(region, NULL, NULL, &(struct problem){ 0 });
}

static void take_all(struct region *region)
{
	const struct box all = { 0, 0, region->image.width,
				 region->image.height };

	take(region, _("the screen"), &all);
}

/* Whole, where the screen can tell what lies below others. */
static void take_window(struct region *region)
{
	const struct screen_window *window = &region->windows[region->at];
	struct problem problem = { 0 };
	struct screen *screen = screen_open(&problem);
	struct screen_shot shot = { 0 };
	char *title = g_utf8_make_valid(window->title, -1);
	char *name = g_strdup_printf(_("window '%s'"), title);

	/* elsewhere the chooser itself would be seen */
	if (screen && screen_x11(screen) &&
	    screen_grab_window(screen, window, &shot, &problem) == 0)
		end(region, name, &shot.image, &problem);
	else
		take(region, name, &region->px_windows[region->at]);
	screen_close(screen);
	g_free(name);
	g_free(title);
}

/* -1: none. */
static void choose(struct region *region, int window)
{
	char *title = NULL;

	if (region->at == window)
		return;
	region->at = window;
	if (window >= 0)
		title = g_strdup_printf(_("Window %d of %d: %s; Return takes "
					  "it, Escape cancels"),
					window + 1, region->window_count,
					region->windows[window].title);
	gtk_window_set_title(GTK_WINDOW(region->window), title ? title : how);
	atk_object_set_name(gtk_widget_get_accessible(region->canvas),
			    title ? title : how);
	g_free(title);
	gtk_widget_queue_draw(region->canvas);
}

static int window_at(const struct region *region, struct point px)
{
	for (int i = 0; i < region->window_count; i++) {
		const struct box *box = &region->px_windows[i];

		if (px.x >= box->x && px.x < box->x + box->width &&
		    px.y >= box->y && px.y < box->y + box->height)
			return i;
	}
	return -1;
}

static bool is_dragged(const struct region *region)
{
	return fabs(region->px_from.x - region->px_to.x) >= px_least &&
	       fabs(region->px_from.y - region->px_to.y) >= px_least;
}

/* What was dragged over, else the window; empty where there is neither. */
static struct box chosen(const struct region *region)
{
	struct point a = region->px_from, b = region->px_to;
	int left = (int)floor(fmin(a.x, b.x));
	int top = (int)floor(fmin(a.y, b.y));

	if (is_dragged(region))
		return (struct box){ left, top,
				     (int)ceil(fmax(a.x, b.x)) - left,
				     (int)ceil(fmax(a.y, b.y)) - top };
	return region->at >= 0 ? region->px_windows[region->at]
			       : (struct box){ 0 };
}

static gboolean paint(GtkWidget *canvas, cairo_t *cairo, gpointer data)
{
	struct region *region = data;
	const struct image *image = &region->image;
	double scale = fmin((double)gtk_widget_get_allocated_width(canvas) /
				    image->width,
			    (double)gtk_widget_get_allocated_height(canvas) /
				    image->height);
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24,
		image->width, image->height,
		(int)(image->stride * sizeof *image->pixels));
	struct box box = chosen(region);

	region->to_px = (struct homography){ { 1 / scale, 0, 0, 0, 1 / scale, 0,
					       0, 0, 1 } };
	cairo_scale(cairo, scale, scale);
	cairo_set_source_surface(cairo, surface, 0, 0);
	cairo_paint(cairo);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
	/* all but what is chosen is darker */
	cairo_rectangle(cairo, 0, 0, image->width, image->height);
	if (box.width && box.height)
		cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
	cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
	cairo_set_source_rgba(cairo, 0, 0, 0, 0.35);
	cairo_fill(cairo);
	return TRUE;
}

static gboolean press(GtkWidget *canvas, GdkEventButton *event, gpointer data)
{
	struct region *region = data;

	(void)canvas;
	region->px_from = homography_apply(
		&region->to_px, (struct point){ event->x, event->y });
	region->px_to = region->px_from;
	region->dragging = true;
	return TRUE;
}

static gboolean move(GtkWidget *canvas, GdkEventMotion *event, gpointer data)
{
	struct region *region = data;
	struct point px = homography_apply(
		&region->to_px, (struct point){ event->x, event->y });

	if (region->dragging) {
		region->px_to = px;
		gtk_widget_queue_draw(canvas);
	} else {
		choose(region, window_at(region, px));
	}
	return TRUE;
}

static gboolean release(GtkWidget *canvas, GdkEventButton *event, gpointer data)
{
	struct region *region = data;
	struct box box;

	if (!region->dragging)
		return FALSE;
	region->dragging = false;
	region->px_to = homography_apply(&region->to_px,
					 (struct point){ event->x, event->y });
	box = chosen(region);
	if (is_dragged(region)) {
		take(region, _("part of the screen"), &box);
		return TRUE;
	}
	choose(region, window_at(region, region->px_from));
	if (region->at >= 0)
		take_window(region);
	else
		gtk_widget_queue_draw(canvas);
	return TRUE;
}

static gboolean key(GtkWidget *window, GdkEventKey *event, gpointer data)
{
	struct region *region = data;
	/* with no window chosen as one more */
	int count = region->window_count + 1;

	(void)window;
	switch (event->keyval) {
	case GDK_KEY_Escape:
		take_nothing(region);
		break;
	case GDK_KEY_Return:
	case GDK_KEY_KP_Enter:
		if (region->at >= 0)
			take_window(region);
		else
			take_all(region);
		break;
	case GDK_KEY_Tab:
	case GDK_KEY_Right:
	case GDK_KEY_Down:
		choose(region, (region->at + 2) % count - 1);
		break;
	case GDK_KEY_ISO_Left_Tab:
	case GDK_KEY_Left:
	case GDK_KEY_Up:
		choose(region, (region->at + count) % count - 1);
		break;
	default:
		return FALSE;
	}
	return TRUE;
}

/* By the window manager. */
static gboolean refuse(GtkWidget *window, GdkEvent *event, gpointer data)
{
	(void)window;
	(void)event;
	take_nothing(data);
	return TRUE;
}

static void let_choose(struct region *region)
{
	region->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	region->canvas = gtk_drawing_area_new();
	gtk_window_set_title(GTK_WINDOW(region->window), how);
	atk_object_set_name(gtk_widget_get_accessible(region->canvas), how);
	gtk_container_add(GTK_CONTAINER(region->window), region->canvas);
	gtk_widget_add_events(region->canvas, GDK_BUTTON_PRESS_MASK |
						      GDK_BUTTON_RELEASE_MASK |
						      GDK_POINTER_MOTION_MASK);
	g_signal_connect(region->window, "key-press-event", G_CALLBACK(key),
			 region);
	g_signal_connect(region->window, "delete-event", G_CALLBACK(refuse),
			 region);
	g_signal_connect(region->canvas, "draw", G_CALLBACK(paint), region);
	g_signal_connect(region->canvas, "button-press-event",
			 G_CALLBACK(press), region);
	g_signal_connect(region->canvas, "motion-notify-event",
			 G_CALLBACK(move), region);
	g_signal_connect(region->canvas, "button-release-event",
			 G_CALLBACK(release), region);
	gtk_window_fullscreen(GTK_WINDOW(region->window));
	gtk_widget_show_all(region->window);
}

/* Where they lie in the picture, which is counted at `scale`. */
static void list_windows(struct region *region, struct screen *screen,
			 const struct screen_shot *shot)
{
	int count = screen_windows(screen, region->windows, WINDOWS_MAX, NULL);

	for (int i = 0; i < count; i++) {
		const struct screen_window *window = &region->windows[i];
		const struct box *scr = &window->scr_box;
		double by = shot->scale / window->scale;

		region->px_windows[i] = (struct box){
			(int)lround(scr->x * by) - shot->scr_x,
			(int)lround(scr->y * by) - shot->scr_y,
			(int)lround(scr->width * by),
			(int)lround(scr->height * by),
		};
	}
	region->window_count = count > 0 ? count : 0;
	region->at = -1;
}

static gboolean capture(gpointer data)
{
	struct region *region = data;
	struct view *view = region->view;
	struct problem problem = { 0 };
	struct screen *screen = screen_open(&problem);
	struct screen_shot shot = { 0 };
	struct box scr_box;
	double scale;
	int result = -1;

	if (screen) {
		screen_bounds(screen, &scr_box, &scale);
		result = screen_grab_box(screen, &scr_box, scale, &shot,
					 &problem);
		list_windows(region, screen, &shot);
	}
	screen_close(screen);
	region->image = shot.image;
	if (result == 0) {
		let_choose(region);
	} else {
		region_free(region);
		gtk_window_present(GTK_WINDOW(view->window));
		view_say(view, problem.text);
	}
	return G_SOURCE_REMOVE;
}

void view_take_region(struct view *view)
{
	struct region *region = calloc(1, sizeof *region);

	if (!region)
		return;
	region->view = view;
	gtk_window_get_position(GTK_WINDOW(view->window), &region->scr_x,
				&region->scr_y);
	gtk_widget_hide(view->window);
	g_timeout_add(HIDE_MILLISECONDS, capture, region);
}
