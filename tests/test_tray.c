/* `solveglass watch --tray' on a display and a session's bus of the test's own,
 * with a panel that shows its icon and chooses from its menu. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"
#include "tracks_game.h"

#define PYTHON "/usr/bin/python3"

struct stage {
	struct program_folder folder;
	struct xvfb server;
	pid_t watch;
};

static bool is_there(void)
{
	return access(BUILD_DIR "/solveglass-tray.so", F_OK) == 0;
}

/* Runs it with what it prints in a file of this name. */
static pid_t start(struct stage *stage, const char *command, const char *said)
{
	char line[512];
	char *argv[] = { "sh", "-c", line, NULL };

	snprintf(line, sizeof line, "cd '%s' && exec %s >%s 2>&1",
		 stage->folder.path, command, said);
	return xvfb_run(&stage->server, NULL, argv);
}

static void expect(const struct stage *stage, const char *said,
		   const char *text)
{
	char path[128], all[4000] = "";

	snprintf(path, sizeof path, "%s/%s", stage->folder.path, said);
	for (int i = 0; i < 400 && !strstr(all, text); i++) {
		xvfb_sleep(50);
		program_slurp(path, all, sizeof all);
	}
	if (!strstr(all, text))
		fail_msg("%s has no '%s': %s", said, text, all);
}

static int start_stage(void **state)
{
	static struct stage stage;
	char *openbox[] = { "openbox", NULL };
	Display *display;
	char line[256];

	*state = &stage;
	if (!is_there())
		return 0;
	stage = (struct stage){ 0 };
	program_folder_make(&stage.folder);
	setenv("HOME", stage.folder.path, 1);
	setenv("XDG_RUNTIME_DIR", stage.folder.path, 1);
	setenv("GSETTINGS_BACKEND", "memory", 1);
	setenv("NO_AT_BRIDGE", "1", 1);
	setenv("G_DEBUG", "fatal-criticals", 1);
	if (!xvfb_start(&stage.server, "800x600x24"))
		return -1;
	setenv("DISPLAY", stage.server.display, 1);
	display = XOpenDisplay(NULL);
	xvfb_run(&stage.server, NULL, openbox);
	if (!display || !xvfb_managed(display))
		return -1;
	tracks_game_run(&stage.server);
	if (!xvfb_window(display, "Train Tracks"))
		return -1;
	XCloseDisplay(display);
	snprintf(line, sizeof line, "unix:path=%s/bus", stage.folder.path);
	setenv("DBUS_SESSION_BUS_ADDRESS", line, 1);
	snprintf(line, sizeof line,
		 "dbus-daemon --session --nofork --address=unix:path=%s/bus",
		 stage.folder.path);
	start(&stage, line, "bus-said");
	snprintf(line, sizeof line, "%s/bus", stage.folder.path);
	for (int i = 0; i < 200 && access(line, F_OK) < 0; i++)
		xvfb_sleep(50);
	return access(line, F_OK);
}

static int stop_stage(void **state)
{
	struct stage *stage = *state;

	if (stage->server.server) {
		xvfb_stop(&stage->server);
		program_folder_remove(&stage->folder);
		*stage = (struct stage){ 0 };
	}
	return 0;
}

static void needs_stage(void)
{
	if (!is_there())
		skip_because("the tray icon is left out: no "
			     "libayatana-appindicator3-dev");
	if (system(PYTHON " -c 'import dbus, gi' 2>/dev/null") != 0)
		skip_because("no python3-dbus or python3-gi");
}

/* A panel that chooses this entry. */
static pid_t start_panel(struct stage *stage, const char *label)
{
	char line[256];
	pid_t panel;

	snprintf(line, sizeof line, PYTHON " '%s/tests/tray_host.py' '%s'",
		 SOURCE_DIR, label);
	panel = start(stage, line, "panel-said");
	expect(stage, "panel-said", "ready");
	return panel;
}

static void the_menu_tells_the_watch(void **state)
{
	static const char *const labels[] = {
		"icon: solveglass",
		"entry: nothing, not shown",
		"entry: Show or hide the answer",
		"entry: One more step",
		"entry: Hide everything",
		"entry: Another answer",
		"entry: Copy the answer",
		"entry: Enter the answer into the game",
		"entry: Open the window",
		"entry: Quit",
	};
	struct stage *stage = *state;
	struct program_run *run = calloc(1, sizeof *run);
	pid_t panel;

	needs_stage();
	panel = start_panel(stage, "Show or hide the answer");
	start(stage, PROGRAM " watch --tray --no-store", "watch-said");
	expect(stage, "panel-said", "chosen");
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		expect(stage, "panel-said", labels[i]);
	for (int i = 0; i < 200 && strcmp(run->out, "answer, shown\n") != 0;
	     i++) {
		program_run(run, &stage->folder, "press status");
		xvfb_sleep(50);
	}
	assert_string_equal(run->out, "answer, shown\n");
	free(run);
	/* another panel takes the icon, too */
	xvfb_quit(&stage->server, panel);
	start_panel(stage, "Quit");
	expect(stage, "panel-said", "chosen");
	expect(stage, "watch-said", "solveglass watch: ended");
}

static void it_ends_with_the_watch(void **state)
{
	struct stage *stage = *state;
	struct program_run *run = calloc(1, sizeof *run);
	int status = -1;
	pid_t tray, watch;

	needs_stage();
	program_run(run, &stage->folder, "tray");
	assert_int_equal(run->status, 4);
	assert_non_null(strstr(run->err, "does not run"));
	watch = start(stage, PROGRAM " watch --no-store", "watch-said");
	expect(stage, "watch-said", "ends this");
	tray = start(stage, PROGRAM " tray --log details", "tray-said");
	expect(stage, "tray-said", "no panel shows StatusNotifierItem");
	kill(watch, SIGKILL);
	for (int i = 0; i < 200 && waitpid(tray, &status, WNOHANG) == 0; i++)
		xvfb_sleep(50);
	stage->server.program_count--;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	free(run);
}

/* The watch answers programs in English, whoever started it; people read their
 * own language. */
static void people_read_german(void **state)
{
	struct stage *stage = *state;
	struct program_run *run = calloc(1, sizeof *run);
	needs_stage();
	if (access(BUILD_DIR "/locale/de/LC_MESSAGES/solveglass.mo", R_OK) != 0)
		skip_because("solveglass was built without gettext");
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("LANGUAGE", "de", 1);
	start(stage, PROGRAM " watch --no-store", "watch-said");
	expect(stage, "watch-said", " beendet dies");
	program_run(run, &stage->folder, "press copy");
	assert_non_null(strstr(run->out, "keine Lösung wird gezeigt"));
	program_run(run, &stage->folder, "press --json copy");
	assert_non_null(strstr(run->out, "no answer is shown"));
	program_run(run, &stage->folder, "press --json status");
	assert_non_null(strstr(run->out, "nothing, not shown"));
	free(run);
	start_panel(stage, "Beenden");
	start(stage, PROGRAM " tray", "tray-said");
	expect(stage, "panel-said", "chosen");
	expect(stage, "panel-said", "entry: nichts wird gezeigt");
	expect(stage, "panel-said", "entry: Lösung zeigen oder verbergen");
	unsetenv("LC_ALL");
	unsetenv("LANGUAGE");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_menu_tells_the_watch,
						start_stage, stop_stage),
		cmocka_unit_test_setup_teardown(it_ends_with_the_watch,
						start_stage, stop_stage),
		cmocka_unit_test_setup_teardown(people_read_german, start_stage,
						stop_stage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
