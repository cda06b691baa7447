/* For tests: a Wayland compositor of a test's own, sway without a screen, and
 * programs on it. sway refuses root, for whom it and the programs run as
 * nobody. Everything started here is ended by its process id, and dies with
 * the test. Include after cmocka.h. */
#ifndef WAYLAND_STAGE_H
#define WAYLAND_STAGE_H

#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>

#include "program.h"
#include "screen.h"
#include "tracks_game.h"

/* How long something may take to come, on a busy machine with sanitizers. */
enum { TRIES = 1000, TRY_MS = 20 };

struct stage {
	struct program_folder folder; /* first: its runtime folder */
	struct program_run run;
	struct xvfb programs; /* without a server */
	pid_t sway;
	pid_t child; /* watch or show, 0: does not run */
	struct screen *screen;
	struct puzzle puzzle;
	struct solution solution;
};

static inline void require(bool ok, const char *what)
{
	if (!ok)
		fail_msg("%s", what);
}

static inline bool is_installed(const char *program)
{
	char command[256];

	snprintf(command, sizeof command, "command -v %s >/dev/null", program);
	return system(command) == 0;
}

/* In a child of root: nobody, from now on, who may not look into what root's
 * programs keep. */
static inline void become_ordinary(const struct stage *stage)
{
	struct passwd *nobody = getuid() == 0 ? getpwnam("nobody") : NULL;

	if (nobody && (setgroups(0, NULL) < 0 || setgid(nobody->pw_gid) < 0 ||
		       setuid(nobody->pw_uid) < 0))
		_exit(126);
	setenv("HOME", stage->folder.path, 1);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("XDG_CACHE_HOME");
	unsetenv("XDG_STATE_HOME");
}

/* Runs on the stage, as whoever sway runs as. `environment` as for putenv. */
static inline pid_t stage_run(struct stage *stage, char *const environment[],
			      char *const argv[])
{
	pid_t pid = fork();

	if (pid == 0) {
		become_ordinary(stage);
		setenv("NO_AT_BRIDGE", "1", 1);
		for (int i = 0; environment && environment[i]; i++)
			putenv(environment[i]);
		xvfb_become(argv);
	}
	if (stage->programs.program_count < XVFB_PROGRAMS_MAX)
		stage->programs.programs[stage->programs.program_count++] = pid;
	return pid;
}

/* Tells sway something; it has done so on return. */
static inline void tell_sway(struct stage *stage, const char *what)
{
	char *const argv[] = { "swaymsg", "--", (char *)what, NULL };
	int status = -1;
	pid_t pid = fork();

	(void)stage;
	if (pid == 0)
		xvfb_become(argv);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	require(WIFEXITED(status) && WEXITSTATUS(status) == 0, what);
}

/* The file of this pattern in the runtime folder, when it is there. */
static inline void wait_file(const struct stage *stage, const char *pattern,
			     char *path, size_t size)
{
	char all[128];

	snprintf(all, sizeof all, "%s/%s", stage->folder.path, pattern);
	for (int i = 0; i < TRIES; i++) {
		glob_t found;
		bool there = glob(all, 0, NULL, &found) == 0;

		if (there)
			snprintf(path, size, "%s", found.gl_pathv[0]);
		if (there)
			globfree(&found);
		if (there)
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("sway does not start: no %s", all);
}

static inline void write_config(const struct stage *stage, const char *config)
{
	program_write(&stage->folder, "config", config, strlen(config));
}

/* Starts sway with these lines of configuration and so many outputs
 * (HEADLESS-1, ...), for all that is run from now on. Skips where it is not
 * installed. */
static inline void start_sway(struct stage *stage, const char *config,
			      const char *outputs)
{
	struct passwd *nobody = getpwnam("nobody");
	struct problem problem = { 0 };
	char path[160];

	if (!is_installed("sway") || !is_installed("grim"))
		skip_because("no sway, or no grim");
	require(getuid() != 0 || nobody, "there is no user nobody");
	if (getuid() == 0 &&
	    chown(stage->folder.path, nobody->pw_uid, nobody->pw_gid) < 0)
		fail_msg("a folder cannot be given away");
	write_config(stage, config);
	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	unsetenv("WAYLAND_DISPLAY");
	unsetenv("DISPLAY");
	unsetenv("SWAYSOCK");
	stage->sway = fork();
	if (stage->sway == 0) {
		char *const argv[] = { "sway", "-c", path, NULL };

		snprintf(path, sizeof path, "%s/config", stage->folder.path);
		become_ordinary(stage);
		setenv("WLR_BACKENDS", "headless", 1);
		setenv("WLR_RENDERER", "pixman", 1);
		setenv("WLR_LIBINPUT_NO_DEVICES", "1", 1);
		setenv("WLR_HEADLESS_OUTPUTS", outputs, 1);
		xvfb_become(argv);
	}
	wait_file(stage, "wayland-?", path, sizeof path);
	setenv("WAYLAND_DISPLAY", strrchr(path, '/') + 1, 1);
	wait_file(stage, "sway-ipc*", path, sizeof path);
	setenv("SWAYSOCK", path, 1);
	/* a busy machine may keep it from answering at first */
	for (int i = 0; i < 5 && !stage->screen; i++) {
		problem = (struct problem){ 0 };
		stage->screen = screen_open(&problem);
	}
	require(stage->screen != NULL, problem.text);
	require(!screen_x11(stage->screen), "that is an X server");
}

static inline int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);

	program_folder_make(&stage->folder);
	tracks_game_board(&stage->puzzle);
	require(tracks_game_answer(&stage->puzzle, &stage->solution),
		"no answer found");
	/* no desktop to notify */
	setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1);
	*state = stage;
	return 0;
}

static inline int tear_down(void **state)
{
	struct stage *stage = *state;

	screen_close(stage->screen);
	if (stage->child > 0)
		xvfb_end(stage->child);
	xvfb_stop(&stage->programs);
	if (stage->sway > 0)
		xvfb_end(stage->sway);
	program_folder_remove(&stage->folder);
	free(stage);
	return 0;
}

#define STAGE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

/* All that is seen now, our own drawings as well. */
static inline void look(struct stage *stage, struct screen_shot *shot)
{
	struct problem problem = { 0 };
	struct box box;
	double scale;

	screen_bounds(stage->screen, &box, &scale);
	require(screen_grab_box(stage->screen, &box, scale, shot, &problem) ==
			0,
		problem.text);
}

/* Where the board's grid lies in what is seen. */
static inline bool find_grid(struct stage *stage, struct box *grid)
{
	struct screen_shot shot = { 0 };
	bool found;

	look(stage, &shot);
	found = tracks_game_grid(&shot.image, grid);
	image_fini(&shot.image);
	return found;
}

/* Waits until the board lies still, which it does not at once. */
static inline struct box wait_grid(struct stage *stage)
{
	struct box now, before = { 0 };

	for (int i = 0; i < TRIES; i++) {
		if (find_grid(stage, &now) &&
		    !memcmp(&now, &before, sizeof now))
			return now;
		before = now;
		xvfb_sleep(100);
	}
	fail_msg("the game is not to be seen");
	return before;
}

/* The game, by GTK's "wayland" or "x11"; waits until it is seen. */
static inline struct box start_game(struct stage *stage, const char *backend)
{
	char gdk[32];
	char *environment[] = { gdk, (char *)"TRAINTRACKS_COLOUR_2=00ff01",
				(char *)"TRAINTRACKS_TILESIZE=40", NULL };
	char *argv[] = { (char *)"/usr/games/sgt-tracks",
			 (char *)TRACKS_GAME_ID, NULL };

	snprintf(gdk, sizeof gdk, "GDK_BACKEND=%s", backend);
	stage_run(stage, environment, argv);
	return wait_grid(stage);
}

/* How many points of the track are painted, *all: how many there are; -1 where
 * the board is not to be seen. */
static inline int count_painted(struct stage *stage, int *all)
{
	struct screen_shot shot = { 0 };
	struct box grid;
	int painted = -1;

	*all = 0;
	look(stage, &shot);
	if (tracks_game_grid(&shot.image, &grid))
		painted = -tracks_game_off_track(&stage->solution, &grid,
						 &shot.image, all);
	image_fini(&shot.image);
	return *all + painted;
}

static inline void wait_answer(struct stage *stage)
{
	int all, painted = -1;

	for (int i = 0; i < TRIES; i++) {
		painted = count_painted(stage, &all);
		if (all > 0 && painted == all)
			return;
		xvfb_sleep(TRY_MS);
	}
	program_run(&stage->run, &stage->folder,
		    "press status; tail -n 3 said");
	fail_msg("the answer does not come: %d of %d are painted; %s", painted,
		 all, stage->run.out);
}

static inline void wait_nothing(struct stage *stage)
{
	int all, painted = -1;

	for (int i = 0; i < TRIES; i++) {
		painted = count_painted(stage, &all);
		if (painted == 0 && all > 0)
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("the answer does not go: %d of %d", painted, all);
}

static inline void said(const struct stage *stage, char *text, size_t size)
{
	char path[128];

	snprintf(path, sizeof path, "%s/said", stage->folder.path);
	program_slurp(path, text, size);
}

static inline void wait_said(const struct stage *stage, const char *what)
{
	char text[20000];

	for (int i = 0; i < TRIES; i++) {
		said(stage, text, sizeof text);
		if (strstr(text, what))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' was never said, but: %s", what, text);
}

/* Starts "solveglass COMMAND FLAG" in the background. */
static inline void start_ours(struct stage *stage, const char *command,
			      const char *flag)
{
	char path[128];

	snprintf(path, sizeof path, "%s/said", stage->folder.path);
	unlink(path);
	stage->child = fork();
	if (stage->child == 0) {
		FILE *file = freopen(path, "w", stderr);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* whoever sway runs as may use the socket */
		umask(0);
		if (file)
			execl(PROGRAM, "solveglass", command, "--family",
			      "tracks", "--no-store", flag, NULL);
		_exit(127);
	}
	wait_said(stage,
		  !strcmp(command, "show") ? "ends it" : "shows and hides");
}

/* Its exit status, once it has ended. */
static inline int wait_end(struct stage *stage)
{
	int status = -1;
	pid_t pid = stage->child;

	stage->child = 0;
	for (int i = 0; i < TRIES && waitpid(pid, &status, WNOHANG) == 0; i++)
		xvfb_sleep(TRY_MS);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs our program to its end. */
static inline struct program_run *ours(struct stage *stage,
				       const char *arguments)
{
	program_run(&stage->run, &stage->folder, arguments);
	return &stage->run;
}

static inline void press(struct stage *stage, const char *word)
{
	char arguments[64];

	snprintf(arguments, sizeof arguments, "press %s", word);
	if (ours(stage, arguments)->status != 0)
		fail_msg("press %s: %s", word, stage->run.err);
}

#endif
