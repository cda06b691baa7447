/* solveglass doctor on servers that have or lack what it looks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <X11/keysym.h>
#include <cmocka.h>

#include "program.h"
#include "xvfb.h"

struct fixture {
	struct xvfb server;
	Display *display;
	struct program_folder folder;
	struct program_run run;
};

static int setup(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	char path[128];

	program_folder_make(&fixture->folder);
	snprintf(path, sizeof path, "%s/solveglass", fixture->folder.path);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/solveglass/clients",
		 fixture->folder.path);
	mkdir(path, 0700);
	setenv("XDG_CONFIG_HOME", fixture->folder.path, 1);
	unsetenv("WAYLAND_DISPLAY");
	unsetenv("XDG_SESSION_TYPE");
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	if (fixture->display)
		XCloseDisplay(fixture->display);
	xvfb_stop(&fixture->server);
	program_folder_remove(&fixture->folder);
	free(fixture);
	return 0;
}

static void start(struct fixture *fixture, const char *without)
{
	assert_true(
		xvfb_start_without(&fixture->server, "640x480x24", without));
	fixture->display = XOpenDisplay(fixture->server.display);
	assert_non_null(fixture->display);
	setenv("DISPLAY", fixture->server.display, 1);
}

/* Runs it; the line about `what` must contain `text`. */
static void assert_told(struct fixture *fixture, const char *line,
			const char *text, int status)
{
	const char *at;
	char *end;

	program_run(&fixture->run, &fixture->folder, "doctor");
	assert_string_equal(fixture->run.err, "");
	assert_int_equal(fixture->run.status, status);
	for (at = strstr(fixture->run.out, line); at;
	     at = strstr(end + 1, line)) {
		end = strchr(at, '\n');
		assert_non_null(end);
		*end = '\0';
		if (strstr(at, text))
			return;
		*end = '\n';
	}
	fail_msg("no line '%s ... %s' in:\n%s", line, text, fixture->run.out);
}

static void all_is_well(void **state)
{
	struct fixture *fixture = *state;

	start(fixture, NULL);
	assert_told(fixture, "ok    display ", fixture->server.display, 0);
	assert_told(fixture, "ok    extensions", "Composite, DAMAGE", 0);
	assert_told(fixture, "ok    monitors ", "1, the screen is 640x480", 0);
	assert_told(fixture, "ok    hotkeys ", "F9 and Shift+F9 are free", 0);
	assert_told(fixture, "ok    compositor", "none", 0);
	assert_told(fixture, "warn  windows ", "no window manager", 0);
	assert_told(fixture, "ok    models ", "built in", 0);
	assert_null(strstr(fixture->run.out, "fail"));
}

static void a_compositor_and_a_manager_are_seen(void **state)
{
	char *openbox[] = { "openbox", NULL };
	char *xcompmgr[] = { "xcompmgr", NULL };
	struct fixture *fixture = *state;
	Atom atom;

	start(fixture, NULL);
	xvfb_run(&fixture->server, NULL, openbox);
	xvfb_run(&fixture->server, NULL, xcompmgr);
	assert_true(xvfb_managed(fixture->display));
	atom = XInternAtom(fixture->display, "_NET_WM_CM_S0", False);
	for (int i = 0; i < 200 && !XGetSelectionOwner(fixture->display, atom);
	     i++)
		xvfb_sleep(50);
	assert_told(fixture, "ok    compositor", "runs", 0);
	assert_told(fixture, "ok    windows ", "managed by Openbox", 0);
}

static void what_the_server_lacks_is_told(void **state)
{
	struct fixture *fixture = *state;

	start(fixture, "XTEST");
	assert_told(fixture, "warn  extensions", "lacks XTEST: `play'", 0);
}

static void another_lack_is_told(void **state)
{
	struct fixture *fixture = *state;

	start(fixture, "Composite");
	assert_told(fixture, "warn  extensions", "lacks Composite: windows", 0);
}

static void a_taken_hotkey_is_told(void **state)
{
	struct fixture *fixture = *state;

	start(fixture, NULL);
	XGrabKey(fixture->display, XKeysymToKeycode(fixture->display, XK_F9),
		 AnyModifier, DefaultRootWindow(fixture->display), False,
		 GrabModeAsync, GrabModeAsync);
	XSync(fixture->display, False);
	assert_told(fixture, "warn  hotkeys ",
		    "another program has taken the key 'F9'", 0);
	program_run(&fixture->run, &fixture->folder,
		    "doctor --hotkey F8 --next-hotkey none");
	assert_non_null(strstr(fixture->run.out, "F8 and none are free"));
}

static void a_watch_that_runs_is_seen(void **state)
{
	char *watch[] = { PROGRAM, "watch", NULL };
	struct fixture *fixture = *state;
	Atom atom;

	start(fixture, NULL);
	xvfb_run(&fixture->server, NULL, watch);
	atom = XInternAtom(fixture->display, "_SOLVEGLASS_WATCH_S0", False);
	for (int i = 0; i < 200 && !XGetSelectionOwner(fixture->display, atom);
	     i++)
		xvfb_sleep(50);
	assert_told(fixture, "ok    hotkeys ", "`solveglass watch', which runs",
		    0);
}

static void a_missing_display_is_told(void **state)
{
	struct fixture *fixture = *state;

	setenv("DISPLAY", ":4711", 1);
	assert_told(fixture, "fail  display ",
		    "no X display answers at ':4711'", 4);
	setenv("WAYLAND_DISPLAY", "wayland-0", 1);
	assert_told(fixture, "warn  wayland ", "XWayland", 4);
	unsetenv("WAYLAND_DISPLAY");
}

static void faulty_files_are_told(void **state)
{
	struct fixture *fixture = *state;

	start(fixture, NULL);
	program_write(&fixture->folder, "solveglass/clients/x.json", "{}", 2);
	assert_told(fixture, "fail  clients ",
		    "x.json: expected a name and a way (side, line, number, "
		    "piece or square)",
		    4);
	program_write(&fixture->folder, "solveglass/config.ini", "tiem=5\n", 7);
	assert_told(fixture, "fail  settings ",
		    "config.ini:1: no such option: 'tiem'", 4);
	/* what only one of the commands reads */
	program_write(&fixture->folder, "solveglass/config.ini",
		      "[play]\npace = fast\n", 19);
	assert_told(fixture, "fail  settings ",
		    "'solveglass play' does nothing", 4);
	program_write(&fixture->folder, "solveglass/config.ini",
		      "columns = wide\n", 15);
	assert_told(fixture, "fail  settings ",
		    "'solveglass make' does nothing", 4);
	/* what can be read, but is refused */
	program_write(&fixture->folder, "solveglass/config.ini",
		      "[watch]\nhotkey = A\n", 19);
	assert_told(fixture, "fail  settings ",
		    "'solveglass watch' does nothing", 4);
	assert_told(fixture, "warn  hotkeys ",
		    "no other program would get the key 'A'", 4);
	program_write(&fixture->folder, "solveglass/config.ini",
		      "[solve]\nsmt2 = yes\nhtml = a.html\n", 34);
	assert_told(fixture, "fail  settings ",
		    "'solveglass solve' does nothing", 4);
	program_write(&fixture->folder, "solveglass/config.ini",
		      "[make]\ndraw = x.gif\n", 20);
	assert_told(fixture, "fail  settings ",
		    "'solveglass make' does nothing", 4);
	program_write(&fixture->folder, "solveglass/config.ini",
		      "[play]\npace = 40\n", 17);
	assert_told(fixture, "ok    settings ", "config.ini", 4);
}

static void scripts_get_json(void **state)
{
	static const char line[] = "{\"checks\":[{\"state\":\"ok\",\"what\":"
				   "\"display\",\"text\":\":";
	struct fixture *fixture = *state;

	start(fixture, NULL);
	program_run(&fixture->run, &fixture->folder, "doctor --json");
	assert_int_equal(fixture->run.status, 0);
	assert_memory_equal(fixture->run.out, line, sizeof line - 1);
}

int main(void)
{
#define DOCTOR_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		DOCTOR_TEST(all_is_well),
		DOCTOR_TEST(a_compositor_and_a_manager_are_seen),
		DOCTOR_TEST(what_the_server_lacks_is_told),
		DOCTOR_TEST(another_lack_is_told),
		DOCTOR_TEST(a_taken_hotkey_is_told),
		DOCTOR_TEST(a_watch_that_runs_is_seen),
		DOCTOR_TEST(a_missing_display_is_told),
		DOCTOR_TEST(faulty_files_are_told),
		DOCTOR_TEST(scripts_get_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
