/* For tests of `watch` on the real game: keys, and waiting for what shall be on
 * the screen. Include after cmocka.h. */
#ifndef WATCH_STAGE_H
#define WATCH_STAGE_H

#include <X11/XKBlib.h>
#include <X11/keysym.h>

#include "game_stage.h"

/* How long something may take to come, on a busy machine with sanitizers. */
enum { TRIES = 1000, TRY_MS = 20 };
/* How long something that must not come is waited for. */
enum { NEVER_MS = 600 };

static const char *said(const struct stage *stage)
{
	static char text[20000];

	program_slurp(stage->output, text, sizeof text);
	return text;
}

static inline void wait_said(const struct stage *stage, const char *what)
{
	for (int i = 0; i < TRIES; i++) {
		if (strstr(said(stage), what))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' was never said, but: %s", what, said(stage));
}

/* Starts it with these flags; returns its process. */
static inline pid_t run_watch(const struct stage *stage, const char *flag,
			      const char *value)
{
	pid_t pid;

	/* what one before it said is not waited for */
	require(truncate(stage->output, 0) == 0, "its output is not written");
	pid = fork();
	if (pid == 0) {
		FILE *file = freopen(stage->output, "w", stderr);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setenv("DISPLAY", stage->server.display, 1);
		/* no desktop to notify */
		setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1);
		if (file)
			execl(PROGRAM, "solveglass", "watch", "--family",
			      "tracks", flag, value, NULL);
		_exit(127);
	}
	return pid;
}

static inline void start_watch(struct stage *stage, const char *flag,
			       const char *value)
{
	stage->child = run_watch(stage, flag, value);
	wait_said(stage, "shows and hides");
}

/* Its exit status, once it has ended. */
static inline int wait_end(pid_t pid)
{
	int status = -1;

	for (int i = 0; i < TRIES && waitpid(pid, &status, WNOHANG) == 0; i++)
		xvfb_sleep(TRY_MS);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* It must end by itself, with this status, saying this. */
static inline void check_end(struct stage *stage, int status, const char *what)
{
	assert_int_equal(wait_end(stage->child), status);
	stage->child = 0;
	if (!strstr(said(stage), what))
		fail_msg("'%s' wanted, said: %s", what, said(stage));
}

static inline void key_code(struct stage *stage, KeyCode code, bool shift)
{
	KeyCode shift_code = XKeysymToKeycode(stage->display, XK_Shift_L);

	if (shift)
		XTestFakeKeyEvent(stage->display, shift_code, True, 0);
	XTestFakeKeyEvent(stage->display, code, True, 0);
	XTestFakeKeyEvent(stage->display, code, False, 0);
	if (shift)
		XTestFakeKeyEvent(stage->display, shift_code, False, 0);
	XSync(stage->display, False);
}

static inline void key(struct stage *stage, KeySym sym, bool shift)
{
	key_code(stage, XKeysymToKeycode(stage->display, sym), shift);
}

/* How many points of the track are painted where the board lies now; -1 where
 * the board is not to be seen. *all becomes how many there are. */
static inline int count_painted(struct stage *stage, int *all)
{
	struct screen_shot shot = { 0 };
	struct box grid;
	int off = 0;
	bool found;

	*all = 0;
	grab_screen(stage, &shot);
	found = tracks_game_grid(&shot.image, &grid);
	if (found)
		off = tracks_game_off_track(&stage->solution, &grid,
					    &shot.image, all);
	image_fini(&shot.image);
	return found ? *all - off : -1;
}

/* Has this window the focus? Asks for it. */
static inline void wait_focus(struct stage *stage, Window window)
{
	for (int i = 0; i < TRIES; i++) {
		struct screen_window found;

		if (x11_window_active(stage->x11, &found, NULL) == 0 &&
		    found.id == window)
			return;
		XSetInputFocus(stage->display, window, RevertToParent,
			       CurrentTime);
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
	}
	fail_msg("a window does not get the focus");
}

static inline void start_game(struct stage *stage)
{
	int all;

	tracks_game_run(&stage->server);
	stage->game = xvfb_window(stage->display, "Train Tracks");
	require(stage->game != None, "the game shows no window");
	wait_focus(stage, stage->game);
	for (int i = 0; i < TRIES && count_painted(stage, &all) != 0; i++)
		xvfb_sleep(TRY_MS);
	/* its last rows come last */
	xvfb_sleep(200);
}

static inline void wait_painted(struct stage *stage, int low, int high)
{
	int painted = -1, all;

	for (int i = 0; i < TRIES; i++) {
		painted = count_painted(stage, &all);
		if (painted >= low && painted <= high && all > 30)
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("%d points are painted, not %d to %d; said: %s", painted, low,
		 high, said(stage));
}

static inline void wait_answer(struct stage *stage)
{
	int all;

	count_painted(stage, &all);
	/* the board is seen anyhow */
	wait_painted(stage, 32, 33);
}

static inline void wait_nothing(struct stage *stage)
{
	wait_painted(stage, 0, 0);
}

static inline bool is_shown(struct stage *stage, const char *title)
{
	return xvfb_find_below(stage->display,
			       DefaultRootWindow(stage->display), title);
}

static inline void wait_shown(struct stage *stage, const char *title,
			      bool wanted)
{
	for (int i = 0; i < TRIES; i++) {
		if (is_shown(stage, title) == wanted)
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' is %sshown; said: %s", title, wanted ? "not " : "",
		 said(stage));
}
/* The game under a window manager, and the program waiting for its key. */
static inline void watch_game(struct stage *stage)
{
	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
}

#endif
