/* For tests of what is drawn over a game: an X server of a test's own, the
 * board that the real game is given, and its answer. Include after cmocka.h. */
#ifndef GAME_STAGE_H
#define GAME_STAGE_H

#include <X11/extensions/XTest.h>

#include "program.h"
#include "tracks_game.h"
#include "x11.h"

struct stage {
	struct xvfb server;
	Display *display;
	struct x11 *x11;
	struct puzzle puzzle;
	struct solution solution;
	Window game;
	struct box in_window; /* its grid in it, where that is known */
	pid_t child;          /* the program, 0: does not run */
	char output[64];      /* what it says */
};

static inline void require(bool ok, const char *what)
{
	if (!ok)
		fail_msg("%s", what);
}

/* A board with its answer, and a file for what the program says. */
static inline int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);
	int fd;

	tracks_game_board(&stage->puzzle);
	require(tracks_game_answer(&stage->puzzle, &stage->solution),
		"no answer found");
	strcpy(stage->output, "/tmp/solveglass-test-XXXXXX");
	fd = mkstemp(stage->output);
	close(fd);
	*state = stage;
	return 0;
}

static inline int tear_down(void **state)
{
	struct stage *stage = *state;

	if (stage->child > 0)
		xvfb_end(stage->child);
	x11_close(stage->x11);
	if (stage->display)
		XCloseDisplay(stage->display);
	xvfb_stop(&stage->server);
	unlink(stage->output);
	free(stage);
	return 0;
}

/* A server without a window manager. */
static inline void start_bare(struct stage *stage)
{
	struct problem problem = { 0 };

	require(xvfb_start(&stage->server, "1400x900x24"), "no Xvfb");
	stage->display = XOpenDisplay(stage->server.display);
	require(stage->display != NULL, "Xvfb does not answer");
	stage->x11 = x11_open(stage->server.display, &problem);
	require(stage->x11 != NULL, problem.text);
	x11_keep_overlays(stage->x11);
}

static inline void start_managed(struct stage *stage)
{
	char *openbox[] = { "openbox", NULL };

	start_bare(stage);
	xvfb_run(&stage->server, NULL, openbox);
	require(xvfb_managed(stage->display), "openbox does not start");
}

static inline void grab_screen(struct stage *stage, struct screen_shot *shot)
{
	struct problem problem = { 0 };
	struct box screen;

	x11_screen(stage->x11, &screen);
	require(x11_grab_box(stage->x11, &screen, shot, &problem) == 0,
		problem.text);
}

/* A click, which must reach the game through the drawing: on the line, on the
 * left side of the square 3,2. */
static inline void click_on_line(struct stage *stage, const struct box *grid)
{
	XTestFakeMotionEvent(stage->display, 0,
			     grid->x + 3 * grid->width / 8 + 3,
			     grid->y + 5 * grid->height / 16, 0);
	XTestFakeButtonEvent(stage->display, 1, True, 0);
	XTestFakeButtonEvent(stage->display, 1, False, 0);
	XSync(stage->display, False);
}

/* A test on a stage of its own. */
#define STAGE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

#endif
