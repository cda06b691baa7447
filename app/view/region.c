/* A part of the screen, chosen with the pointer in a picture of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "view.h"

/* The window that is hidden is gone from the screen after so long; compositors
 * fade windows out in some 200 ms. */
enum { HIDE_MILLISECONDS = 400 };
/* No puzzle is smaller, in pixels: a press without a drag chooses nothing. */
static const double px_least = 16;

struct region {
	struct view *view;
	struct image image; /* of the screen */
	GtkWidget *window, *canvas;
	int scr_x, scr_y; /* where the view was: hidden windows lose it */
	bool dragging;
	struct point px_from, px_to; /* in the picture */
	struct homography to_px;     /* from the window's */
};

static void region_free(struct region *region)
{
	image_fini(&region->image);
	free(region);
}

/* Ends the choice: adds the part as a page, unless it is empty. */
static void take(struct region *region, int left, int top, int width,
		 int height)
{
	struct view *view = region->view;
	struct problem problem = { 0 };
	struct image part = { 0 };
	size_t first = view->pages.count;

	gtk_window_move(GTK_WINDOW(view->window), region->scr_x, region->scr_y);
	/* in this order: while the other one has the keys, this one may take
	 * them */
	gtk_window_present_with_time(GTK_WINDOW(view->window),
				     gtk_get_current_event_time());
	gtk_widget_destroy(region->window);
	if (width > 0 && height > 0 &&
	    image_init(&part, width, height, &problem) == 0) {
		for (int y = 0; y < height; y++)
			memcpy(image_row(&part, y),
			       image_row(&region->image, top + y) + left,
			       (size_t)width * sizeof(uint32_t));
		pages_add_picture(&view->pages, "part of the screen", &part,
				  &problem);
	}
	region_free(region);
	view_show_new(view, first, &problem);
}

static void chosen(const struct region *region, struct point *corner,
		   struct point *size)
{
	const struct image *image = &region->image;
	struct point a = region->px_from, b = region->px_to;

	corner->x = fmax(0, floor(fmin(a.x, b.x)));
	corner->y = fmax(0, floor(fmin(a.y, b.y)));
	size->x = fmin(image->width, ceil(fmax(a.x, b.x))) - corner->x;
	size->y = fmin(image->height, ceil(fmax(a.y, b.y))) - corner->y;
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
	struct point corner, size;

	region->to_px = (struct homography){ { 1 / scale, 0, 0, 0, 1 / scale, 0,
					       0, 0, 1 } };
	cairo_scale(cairo, scale, scale);
	cairo_set_source_surface(cairo, surface, 0, 0);
	cairo_paint(cairo);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
	/* all but what is chosen is darker */
	chosen(region, &corner, &size);
	cairo_rectangle(cairo, 0, 0, image->width, image->height);
	if (size.x > 0 && size.y > 0)
		cairo_rectangle(cairo, corner.x, corner.y, size.x, size.y);
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

static gboolean drag(GtkWidget *canvas, GdkEventMotion *event, gpointer data)
{
	struct region *region = data;

	if (!region->dragging)
		return FALSE;
	region->px_to = homography_apply(&region->to_px,
					 (struct point){ event->x, event->y });
	gtk_widget_queue_draw(canvas);
	return TRUE;
}

static gboolean release(GtkWidget *canvas, GdkEventButton *event, gpointer data)
{
	struct region *region = data;
	struct point corner, size;

	if (!region->dragging)
		return FALSE;
	region->dragging = false;
	region->px_to = homography_apply(&region->to_px,
					 (struct point){ event->x, event->y });
	chosen(region, &corner, &size);
	if (size.x >= px_least && size.y >= px_least)
		take(region, (int)corner.x, (int)corner.y, (int)size.x,
		     (int)size.y);
	else
		gtk_widget_queue_draw(canvas);
	return TRUE;
}

static gboolean key(GtkWidget *window, GdkEventKey *event, gpointer data)
{
	struct region *region = data;

	(void)window;
	if (event->keyval == GDK_KEY_Escape)
		take(region, 0, 0, 0, 0);
	else if (event->keyval == GDK_KEY_Return ||
		 event->keyval == GDK_KEY_KP_Enter)
		take(region, 0, 0, region->image.width, region->image.height);
	else
		return FALSE;
	return TRUE;
}

/* By the window manager. */
static gboolean refuse(GtkWidget *window, GdkEvent *event, gpointer data)
{
	(void)window;
	(void)event;
	take(data, 0, 0, 0, 0);
	return TRUE;
}

static void let_choose(struct region *region)
{
	region->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	region->canvas = gtk_drawing_area_new();
	gtk_window_set_title(GTK_WINDOW(region->window),
			     "Drag over a puzzle; Return takes the whole "
			     "screen, Escape nothing");
	atk_object_set_name(gtk_widget_get_accessible(region->canvas),
			    "the screen; Return takes it whole");
	gtk_container_add(GTK_CONTAINER(region->window), region->canvas);
	gtk_widget_add_events(region->canvas, GDK_BUTTON_PRESS_MASK |
						      GDK_BUTTON_RELEASE_MASK |
						      GDK_BUTTON1_MOTION_MASK);
	g_signal_connect(region->window, "key-press-event", G_CALLBACK(key),
			 region);
	g_signal_connect(region->window, "delete-event", G_CALLBACK(refuse),
			 region);
	g_signal_connect(region->canvas, "draw", G_CALLBACK(paint), region);
	g_signal_connect(region->canvas, "button-press-event",
			 G_CALLBACK(press), region);
	g_signal_connect(region->canvas, "motion-notify-event",
			 G_CALLBACK(drag), region);
	g_signal_connect(region->canvas, "button-release-event",
			 G_CALLBACK(release), region);
	gtk_window_fullscreen(GTK_WINDOW(region->window));
	gtk_widget_show_all(region->window);
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
