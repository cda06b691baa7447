#include "content.h"
#include "window_driver.h"

struct overlay *overlay_open(const char *display, struct problem *problem)
{
	struct overlay *overlay = NULL;

#ifdef HAVE_WAYLAND
	if (!display)
		overlay = overlay_open_wayland(NULL);
#endif
	return overlay ? overlay : overlay_open_x11(display, problem);
}

void overlay_close(struct overlay *overlay)
{
	if (overlay)
		overlay->driver->close(overlay);
}

int overlay_show(struct overlay *overlay, const struct overlay_content *content,
		 struct problem *problem)
{
	return overlay->driver->show(overlay, content, problem);
}

void overlay_hide(struct overlay *overlay)
{
	overlay->driver->hide(overlay);
}

int overlay_fd(const struct overlay *overlay)
{
	return overlay->driver->fd(overlay);
}

bool overlay_pending(const struct overlay *overlay)
{
	return overlay->driver->pending(overlay);
}

int overlay_turn(struct overlay *overlay, enum overlay_end *end,
		 struct problem *problem)
{
	return overlay->driver->turn(overlay, end, problem);
}

int overlay_wait(struct overlay *overlay, const struct deadline *deadline,
		 enum overlay_end *end, struct problem *problem)
{
	return overlay->driver->wait(overlay, deadline, end, problem);
}

int overlay_see_below(const struct overlay *overlay, const struct image *before,
		      struct image *now, int scr_x, int scr_y,
		      struct problem *problem)
{
	return overlay->driver->see_below
		       ? overlay->driver->see_below(overlay, before, now, scr_x,
						    scr_y, problem)
		       : 0;
}

unsigned long overlay_window(const struct overlay *overlay)
{
	return overlay->driver->window ? overlay->driver->window(overlay) : 0;
}

bool overlay_is_translucent(const struct overlay *overlay)
{
	return !overlay->driver->is_translucent ||
	       overlay->driver->is_translucent(overlay);
}
