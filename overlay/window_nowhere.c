/* An overlay where nothing can be drawn over the screen. */
#include <stdlib.h>

#include "window_driver.h"

static void close_overlay(struct overlay *overlay)
{
	free(overlay);
}

static int show(struct overlay *overlay, const struct overlay_content *content,
		struct problem *problem)
{
	(void)overlay;
	(void)content;
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "nothing can be drawn over the screen");
}

static void hide(struct overlay *overlay)
{
	(void)overlay;
}

/* poll passes over it */
static int fd_of(const struct overlay *overlay)
{
	(void)overlay;
	return -1;
}

static bool is_pending(const struct overlay *overlay)
{
	(void)overlay;
	return false;
}

static int turn(struct overlay *overlay, enum overlay_end *end,
		struct problem *problem)
{
	(void)overlay;
	(void)problem;
	*end = OVERLAY_ON;
	return 0;
}

static int wait(struct overlay *overlay, const struct deadline *deadline,
		enum overlay_end *end, struct problem *problem)
{
	(void)deadline;
	return turn(overlay, end, problem);
}

static const struct overlay_driver driver = {
	.close = close_overlay,
	.show = show,
	.hide = hide,
	.fd = fd_of,
	.pending = is_pending,
	.turn = turn,
	.wait = wait,
};

struct overlay *overlay_open_nowhere(struct problem *problem)
{
	struct overlay *overlay = calloc(1, sizeof *overlay);

	if (overlay)
		overlay->driver = &driver;
	else
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an overlay");
	return overlay;
}
