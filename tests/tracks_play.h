/* For tests and benches: the real Tracks game played by solveglass on an X
 * server of our own, and whether the game itself says that it is solved: a
 * finished track flashes white. */
#ifndef TRACKS_PLAY_H
#define TRACKS_PLAY_H

#include <X11/extensions/XTest.h>

#include "buffer.h"
#include "deadline.h"
#include "sgt_tracks.h"
#include "x11.h"
#include "xvfb.h"

/* The rails of half a square; the game draws nothing else in white. */
enum { TRACKS_PLAY_FLASH_MIN = 30 };

struct tracks_play {
	struct xvfb server;
	Display *display;
	struct x11 *x11;
	struct screen_shot shot;
	pid_t game_pid;
	Window game;
	char id[32];       /* of the window, as text */
	char output[64];   /* a file that takes what solveglass prints */
	int frames, white; /* looked at; of them while it flashed */
	double looked;     /* when it was last looked at */
	double blink;      /* the longest time between two looks, seconds */
	int exit_status;   /* of solveglass, -1: still running */
	char said[2000];   /* on stderr and stdout */
};

static inline bool tracks_play_start(struct tracks_play *play)
{
	int fd;

	memset(play, 0, sizeof *play);
	strcpy(play->output, "/tmp/solveglass-play-XXXXXX");
	fd = mkstemp(play->output);
	if (fd < 0 || !xvfb_start(&play->server, "1000x800x24"))
		return false;
	close(fd);
	play->display = XOpenDisplay(play->server.display);
	play->x11 = x11_open(play->server.display, NULL);
	return play->display && play->x11;
}

static inline void tracks_play_stop(struct tracks_play *play)
{
	image_fini(&play->shot.image);
	x11_close(play->x11);
	if (play->display)
		XCloseDisplay(play->display);
	xvfb_stop(&play->server);
	unlink(play->output);
}

/* Looks at the game once: does it flash? */
static inline bool tracks_play_look(struct tracks_play *play)
{
	struct screen_window window;
	const struct image *image = &play->shot.image;
	double now = clock_seconds();
	int white = 0;

	if (play->looked > 0 && now - play->looked > play->blink)
		play->blink = now - play->looked;
	play->looked = now;
	if (x11_window_by_id(play->x11, play->game, &window, NULL) < 0 ||
	    x11_grab_window(play->x11, &window, &play->shot, NULL) < 0)
		return false;
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++)
			white +=
				(image_row(image, y)[x] & 0xffffff) == 0xffffff;
	play->frames++;
	play->white += white >= TRACKS_PLAY_FLASH_MIN;
	return white >= TRACKS_PLAY_FLASH_MIN;
}

/* Looks on for so long. */
static inline void tracks_play_watch(struct tracks_play *play, double seconds)
{
	double end = clock_seconds() + seconds;

	while (clock_seconds() < end) {
		tracks_play_look(play);
		xvfb_sleep(10);
	}
}

/* Starts the game with a board; waits until it stands still. */
static inline bool tracks_play_board(struct tracks_play *play, const char *id)
{
	char *argv[] = { (char *)SGT_TRACKS_PROGRAM, (char *)id, NULL };

	play->game_pid = xvfb_run(&play->server, NULL, argv);
	play->game = xvfb_window(play->display, "Train Tracks");
	snprintf(play->id, sizeof play->id, "0x%lx", play->game);
	xvfb_sleep(700);
	return play->game != None;
}

static inline void tracks_play_quit(struct tracks_play *play)
{
	xvfb_quit(&play->server, play->game_pid);
	for (int i = 0;
	     i < 100 &&
	     xvfb_find_below(play->display, DefaultRootWindow(play->display),
			     "Train Tracks");
	     i++)
		xvfb_sleep(50);
}

/* Starts "solveglass play --window GAME FLAG...", NULL at the end. */
static inline pid_t tracks_play_run(struct tracks_play *play,
				    char *const flags[])
{
	pid_t pid = fork();

	if (pid == 0) {
		char *argv[16] = { (char *)PROGRAM, (char *)"play",
				   (char *)"--window", play->id };
		int count = 4;
		int fd = open(play->output, O_WRONLY | O_TRUNC);
		int null = open("/dev/null", O_RDONLY);

		prctl(PR_SET_PDEATHSIG, SIGTERM);
		setenv("DISPLAY", play->server.display, 1);
		while (*flags && count < 15)
			argv[count++] = *flags++;
		dup2(null, STDIN_FILENO);
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		execv(PROGRAM, argv);
		_exit(127);
	}
	play->exit_status = -1;
	return pid;
}

/* Keeps how solveglass ended, and what it said. */
static inline void tracks_play_ended(struct tracks_play *play, int status)
{
	FILE *file = fopen(play->output, "r");
	size_t length = 0;

	play->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
	if (file) {
		length = fread(play->said, 1, sizeof play->said - 1, file);
		fclose(file);
	}
	play->said[length] = '\0';
}

/* Looks at the game until solveglass has ended. */
static inline void tracks_play_finish(struct tracks_play *play, pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		tracks_play_look(play);
		xvfb_sleep(10);
	}
	tracks_play_ended(play, status);
}

static inline void tracks_play_click(struct tracks_play *play, int x, int y,
				     unsigned button)
{
	XTestFakeMotionEvent(play->display, -1, x, y, 0);
	XTestFakeButtonEvent(play->display, button, True, 0);
	XTestFakeButtonEvent(play->display, button, False, 0);
	XSync(play->display, False);
	xvfb_sleep(5);
}

/* Presses one of the game's keys. */
static inline void tracks_play_key(struct tracks_play *play, KeySym key)
{
	KeyCode code = XKeysymToKeycode(play->display, key);

	XSetInputFocus(play->display, play->game, RevertToPointerRoot,
		       CurrentTime);
	XTestFakeKeyEvent(play->display, code, True, 0);
	XTestFakeKeyEvent(play->display, code, False, 0);
	XSync(play->display, False);
}

/* New Game; waits until it stands still. */
static inline void tracks_play_new_game(struct tracks_play *play)
{
	tracks_play_key(play, 'n');
	xvfb_sleep(700);
	play->looked = 0;
}

/* Does by hand the first `most` of what "play --plan" says but for the last
 * mark, a click; where the next one would be is left at *last_x, *last_y.
 * Returns how many clicks there are in all. */
static inline int tracks_play_some(struct tracks_play *play, int most,
				   int *last_x, int *last_y)
{
	char *const flags[] = { (char *)"--plan", (char *)"--verbose",
				(char *)"--quiet", NULL };
	char line[200];
	FILE *file;
	int clicks = 0;
	int x, y;

	tracks_play_finish(play, tracks_play_run(play, flags));
	file = fopen(play->output, "r");
	while (file && fgets(line, sizeof line, file)) {
		if (sscanf(line, "move %d %d", &x, &y) != 2)
			continue;
		if (clicks && clicks <= most)
			tracks_play_click(play, *last_x, *last_y, 1);
		if (clicks++ <= most) {
			*last_x = x;
			*last_y = y;
		}
	}
	if (file)
		fclose(file);
	return clicks;
}

static inline int tracks_play_but_last(struct tracks_play *play, int *last_x,
				       int *last_y)
{
	return tracks_play_some(play, 10000, last_x, last_y);
}

#endif
