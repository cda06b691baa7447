/* `solveglass view` on a display of its own, driven by keys. Any warning of
 * GTK ends it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"
#include "xvfb.h"

static const char pyramid[] = "#Tri Round-Up\nx\nx,x\nx,x,455\nx,141,x,x\n"
			      "29,72,x,138,x\n";
static const char sigils[] = "4x4 IIII\n";
/* one cell lacks, in the middle */
static const char sudoku[] =
	"{\"family\":\"sudoku\",\"columns\":9,\"rows\":9,\"box\":[3,3],"
	"\"cells\":[[1,2,3,4,5,6,7,8,9],[4,5,6,7,8,9,1,2,3],"
	"[7,8,9,1,2,3,4,5,6],[2,3,4,5,6,7,8,9,1],[5,6,7,8,null,1,2,3,4],"
	"[8,9,1,2,3,4,5,6,7],[3,4,5,6,7,8,9,1,2],[6,7,8,9,1,2,3,4,5],"
	"[9,1,2,3,4,5,6,7,8]]}\n";
/* from the bottom left to the top right, around a dot */
static const char panel[] =
	"{\"family\":\"panel\",\"columns\":1,\"rows\":1,"
	"\"starts\":[[0,2]],\"ends\":[{\"at\":[2,0],\"towards\":[1,0]}],"
	"\"dots\":[{\"at\":[0,0],\"colour\":\"black\"}]}\n";

struct stage {
	struct program_folder folder;
	struct xvfb server;
	Display *display;
	pid_t view;
};

/* One display for all. */
static struct stage stage;

static int start_stage(void **state)
{
	char *openbox[] = { "openbox", NULL };
	char path[128];

	(void)state;
	if (access(BUILD_DIR "/solveglass-view.so", F_OK) < 0)
		return 0;
	program_folder_make(&stage.folder);
	program_write(&stage.folder, "p.tri", pyramid, sizeof pyramid - 1);
	program_write(&stage.folder, "s.txt", sigils, sizeof sigils - 1);
	program_write(&stage.folder, "d.json", sudoku, sizeof sudoku - 1);
	program_write(&stage.folder, "w.json", panel, sizeof panel - 1);
	snprintf(path, sizeof path, "%s/state", stage.folder.path);
	setenv("XDG_STATE_HOME", path, 1);
	setenv("G_DEBUG", "fatal-warnings", 1);
	/* no settings but its own; GTK keeps none where no D-Bus runs */
	setenv("HOME", stage.folder.path, 1);
	setenv("GSETTINGS_BACKEND", "memory", 1);
	if (!xvfb_start(&stage.server, "1000x800x24"))
		return -1;
	stage.display = XOpenDisplay(stage.server.display);
	xvfb_run(&stage.server, NULL, openbox);
	return stage.display && xvfb_managed(stage.display) ? 0 : -1;
}

static int stop_stage(void **state)
{
	(void)state;
	if (!stage.server.server)
		return 0;
	XCloseDisplay(stage.display);
	xvfb_stop(&stage.server);
	program_folder_remove(&stage.folder);
	return 0;
}

static void needs_stage(void)
{
	if (!stage.server.server)
		skip_because("the window is left out: no GTK");
}

static void start_view(const char *arguments)
{
	char command[512];
	char *argv[] = { "sh", "-c", command, NULL };

	needs_stage();
	snprintf(command, sizeof command, "cd '%s' && exec '%s' view %s",
		 stage.folder.path, PROGRAM, arguments);
	stage.view = xvfb_run(&stage.server, NULL, argv);
}

/* Do keys go to this window, or to one within it? */
static bool has_keys(Window window)
{
	Window at = None, root, *children;
	/* what is looked at may go meanwhile */
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	unsigned count;
	int revert;

	XGetInputFocus(stage.display, &at, &revert);
	while (at != None && at != PointerRoot && at != window) {
		if (!XQueryTree(stage.display, at, &root, &at, &children,
				&count))
			at = None;
		else if (children)
			XFree(children);
	}
	XSetErrorHandler(before);
	return at == window;
}

static Window expect_named(const char *title)
{
	Window window = xvfb_window(stage.display, title);

	if (!window)
		fail_msg("no window says '%s'", title);
	return window;
}

/* A window whose title says what it shows, and that hears keys: what is pressed
 * before a new one does, or while a dialog goes, is lost. */
static Window expect(const char *title)
{
	Window window = expect_named(title);

	for (int i = 0; i < 400 && !has_keys(window); i++)
		xvfb_sleep(50);
	if (!has_keys(window))
		fail_msg("'%s' hears no keys", title);
	return window;
}

static void call(char *const argv[])
{
	assert_true(xvfb_call(&stage.server, argv));
}

static void key(const char *name)
{
	char *argv[] = { "xdotool", "key", (char *)name, NULL };

	call(argv);
}

static void type(const char *text)
{
	char *argv[] = {
		"xdotool", "type", "--delay", "5", (char *)text, NULL
	};

	call(argv);
}

static void shell(const char *command)
{
	char line[512];
	char *argv[] = { "sh", "-c", line, NULL };

	snprintf(line, sizeof line, "cd '%s' && %s", stage.folder.path,
		 command);
	call(argv);
}

static void expect_gone(const char *title)
{
	for (int i = 0; i < 400; i++) {
		if (!xvfb_find_below(stage.display,
				     DefaultRootWindow(stage.display), title))
			return;
		xvfb_sleep(50);
	}
	fail_msg("'%s' stays", title);
}

/* It ends by itself, and well: at once, but a busy machine takes its time. */
static void expect_end(void)
{
	int status = -1;

	for (int i = 0; i < 1200 && waitpid(stage.view, &status, WNOHANG) == 0;
	     i++)
		xvfb_sleep(50);
	stage.server.program_count--;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* Waits for a file that a key has it write. */
static void expect_file(const char *name, const char *content)
{
	char path[256], text[20000] = "";

	snprintf(path, sizeof path, "%s/%s", stage.folder.path, name);
	for (int i = 0; i < 200 && !strstr(text, content); i++) {
		xvfb_sleep(50);
		program_slurp(path, text, sizeof text);
	}
	if (!strstr(text, content))
		fail_msg("no '%s' in %s: '%s'", content, name, text);
}

static void opens_and_pages(void **state)
{
	XWindowAttributes window;

	(void)state;
	start_view("p.tri s.txt");
	XGetWindowAttributes(
		stage.display,
		expect("1 of 2: p.tri: Number Pyramid, solved, the only "
		       "solution"),
		&window);
	/* with a panel and a title it fits on a small screen */
	assert_in_range(window.width, 1, 1024);
	assert_in_range(window.height, 1, 700);
	key("Right");
	expect("2 of 2: s.txt: Sigils, solved");
	key("Right");
	key("Left");
	expect("1 of 2: p.tri");
	key("End");
	expect("2 of 2: s.txt");
	for (int i = 0; i < 3; i++)
		key("space");
	key("d");
	key("a");
	key("n");
	expect("3 of 3: random puzzle");
	key("q");
	expect_end();
}

static void searches_and_stops(void **state)
{
	(void)state;
	start_view("s.txt p.tri");
	expect("1 of 2: s.txt: Sigils, solved");
	/* as slowly as can be: the end is far */
	for (int i = 0; i < 5; i++)
		key("minus");
	key("s");
	key("Escape");
	expect("search: stopped after");
	key("r");
	for (int i = 0; i < 12; i++)
		key("plus");
	expect("search: found after");
	key("a");
	expect("1 of 2: s.txt");
	/* a search does not hold the window up */
	for (int i = 0; i < 12; i++)
		key("minus");
	key("s");
	key("Right");
	expect("2 of 2: p.tri: Number Pyramid, solved");
	key("Left");
	expect("1 of 2: s.txt: Sigils, solved");
	key("s");
	key("q");
	expect_end();
}

static void shows_pictures(void **state)
{
	char arguments[256];

	(void)state;
	snprintf(arguments, sizeof arguments, "'%s/samples/suko/screen-1.png'",
		 SOURCE_DIR);
	start_view(arguments);
	expect("screen-1.png: Suko, solved");
	key("b");
	key("space");
	key("b");
	key("q");
	expect_end();
}

static void pastes_text_and_copies_the_answer(void **state)
{
	(void)state;
	start_view("s.txt");
	expect("1 of 1: s.txt: Sigils, solved");
	shell("xclip -selection clipboard -i p.tri");
	key("ctrl+v");
	expect("2 of 2: pasted text: Number Pyramid, solved");
	key("ctrl+c");
	shell("sleep .5; xclip -selection clipboard -o >copied.txt");
	expect_file("copied.txt", "1393");
	shell("xclip -selection clipboard -t image/png -o >copied.png");
	expect_file("copied.png", "PNG");
	/* and a picture */
	shell("xclip -selection clipboard -t image/png -i copied.png");
	key("ctrl+v");
	expect("3 of 3: pasted picture");
	key("q");
	expect_end();
}

/* Dropped, a picture is answered as by `solve'. */
static void answers_what_is_dropped(void **state)
{
	static struct program_run run;
	static char copied[20000];
	char line[512], path[128];
	char *argv[] = { BUILD_DIR "/tests/drag_source", line, NULL };
	Window window, source;
	pid_t dragged;

	(void)state;
	start_view("--no-store s.txt");
	window = expect("s.txt: Sigils, solved");
	snprintf(line, sizeof line,
		 "file://" SOURCE_DIR "/samples/sudoku/screen-1.png");
	dragged = xvfb_run(&stage.server, NULL, argv);
	source = expect("drag source");
	/* to the rim, off the board, and over it in steps, as a hand does */
	snprintf(line, sizeof line,
		 "xdotool windowmove --sync %lu 0 0 && sleep .3 && "
		 "eval $(xdotool getwindowgeometry --shell %lu) && "
		 "xdotool mousemove --window %lu 40 40 mousedown 1 && "
		 "for i in 1 2 3 4 5 6 7 8; do "
		 "xdotool mousemove $((X + WIDTH * i / 16)) "
		 "$((Y + HEIGHT * i / 16)); sleep .1; done; "
		 "sleep .3; xdotool mouseup 1",
		 source, window, source);
	shell(line);
	expect_named("2 of 2: " SOURCE_DIR
		     "/samples/sudoku/screen-1.png: Sudoku, solved");
	snprintf(line, sizeof line, "xdotool windowactivate --sync %lu",
		 window);
	shell(line);
	expect("2 of 2: ");
	key("ctrl+c");
	shell("sleep .5; xclip -selection clipboard -o >copied.txt");
	snprintf(path, sizeof path, "%s/copied.txt", stage.folder.path);
	program_slurp(path, copied, sizeof copied);
	program_run(&run, &stage.folder,
		    "solve --no-store '" SOURCE_DIR
		    "/samples/sudoku/screen-1.png'");
	assert_int_equal(run.status, 0);
	assert_true(strlen(copied) > 100);
	if (!strstr(run.out, copied))
		fail_msg("'%s' is not in '%s'", copied, run.out);
	xvfb_quit(&stage.server, dragged);
	key("q");
	expect_end();
}

/* Of another window that shows a puzzle. */
static void takes_windows_and_parts_of_the_screen(void **state)
{
	char arguments[256], line[512];
	Window other;
	pid_t below;

	(void)state;
	snprintf(arguments, sizeof arguments,
		 "--no-store '%s/samples/suko/screen-1.png'", SOURCE_DIR);
	start_view(arguments);
	below = stage.view;
	other = expect("screen-1.png: Suko, solved");
	/* nothing over the puzzle */
	key("a");
	start_view("--no-store s.txt");
	expect("s.txt: Sigils, solved");
	key("g");
	expect("Drag over a puzzle");
	key("Escape");
	expect_gone("Drag over");
	expect("1 of 1: s.txt: Sigils, solved");
	key("g");
	expect("Drag over a puzzle");
	snprintf(line, sizeof line,
		 "eval $(xdotool getwindowgeometry --shell %lu) && "
		 "xdotool mousemove $X $((Y + 110)) mousedown 1 && "
		 "xdotool mousemove $((X + 100)) $((Y + 200)) && "
		 "xdotool mousemove $((X + WIDTH)) $((Y + HEIGHT)) mouseup 1",
		 other);
	shell(line);
	expect("2 of 2: part of the screen: Suko, solved");
	expect_gone("Drag over");
	/* all of it, by keys alone */
	key("g");
	expect("Drag over a puzzle");
	key("Return");
	expect("3 of 3: the screen");
	/* its window, by keys and by a click */
	key("g");
	expect("Drag over a puzzle");
	key("Tab");
	expect("Window 1 of 1: 1 of 1:");
	key("Return");
	expect("4 of 4: window '1 of 1: ");
	key("g");
	expect("Drag over a puzzle");
	snprintf(line, sizeof line,
		 "eval $(xdotool getwindowgeometry --shell %lu) && "
		 "xdotool mousemove $((X + WIDTH / 2)) $((Y + HEIGHT / 2)) "
		 "click 1",
		 other);
	shell(line);
	expect("5 of 5: window '1 of 1: ");
	key("q");
	expect_end();
	stage.view = below;
	shell("sleep .3");
	expect("screen-1.png: Suko, solved");
	key("q");
	expect_end();
}

/* The game is another window of ours, where an answer is entered by hand. */
static void puts_the_answer_into_a_game(void **state)
{
	static const char client[] =
		"{\"name\":\"our own window\",\"title\":\"p.tri\","
		"\"families\":[\"pyramid\"],"
		"\"number\":[\"click 1\",\"key Delete\",\"type\"]}";
	char folder[256];
	pid_t game;

	(void)state;
	needs_stage();
	snprintf(folder, sizeof folder, "%s/config", stage.folder.path);
	setenv("XDG_CONFIG_HOME", folder, 1);
	shell("mkdir -p config/solveglass/clients");
	program_write(&stage.folder, "config/solveglass/clients/own.json",
		      client, sizeof client - 1);
	start_view("--no-store p.tri");
	expect("p.tri: Number Pyramid, solved");
	key("a");
	game = stage.view;
	start_view("--no-store s.txt");
	expect("s.txt: Sigils, solved");
	key("p");
	expect("Put the answer into a game");
	key("Return");
	expect("play: solved: all 10 marks are there");
	key("q");
	expect_end();
	stage.view = game;
	expect("p.tri: Number Pyramid, solved");
	key("c");
	expect("check: correct: every rule holds");
	key("q");
	expect_end();
	unsetenv("XDG_CONFIG_HOME");
}

static void edits_and_undoes(void **state)
{
	(void)state;
	start_view("p.tri");
	expect("p.tri: Number Pyramid, solved");
	key("e");
	expect("Edit the puzzle");
	/* the topmost number, which the others make 1393 */
	key("ctrl+Home");
	key("Down");
	key("shift+End");
	type("1394");
	key("alt+s");
	expect("p.tri: Number Pyramid, no solution");
	key("u");
	expect("p.tri: Number Pyramid, solved");
	key("q");
	expect_end();
}

static void keys(const char *const names[])
{
	for (int i = 0; names[i]; i++)
		key(names[i]);
}

static void checks_what_is_entered(void **state)
{
	(void)state;
	start_view("p.tri s.txt w.json");
	expect("p.tri: Number Pyramid, solved");
	key("c");
	/* the topmost number is 1393 */
	keys((const char *const[]){ "Return", "1", "4", "c", NULL });
	expect("check: wrong in 1 place");
	keys((const char *const[]){ "BackSpace", "3", "9", "3", "c", NULL });
	expect("check: nothing is wrong so far");
	keys((const char *const[]){ "u", "u", "u", "u", "c", NULL });
	expect("check: wrong in 1 place");
	/* the page is shown again */
	key("Return");
	expect("1 of 3: p.tri: Number Pyramid, solved");
	key("Right");
	expect("2 of 3: s.txt: Sigils, solved");
	/* two across and two below each other: no piece is left for that */
	keys((const char *const[]){ "Return", "space", "Right", "space", "Down",
				    "space", "Left", "space", "c", NULL });
	expect("check: nothing is wrong so far");
	keys((const char *const[]){ "space", "Right", "space", "Up", "Right",
				    "space", "Right", "space", "c", NULL });
	expect("check: nothing is wrong so far");
	for (int y = 1; y < 4; y++) {
		key("Down");
		for (int x = 0; x < 4; x++) {
			key("space");
			key(y % 2 ? "Left" : "Right");
		}
	}
	key("c");
	expect("check: correct: every rule holds");
	key("Return");
	key("Right");
	expect("3 of 3: w.json: Panel");
	/* past the dot */
	keys((const char *const[]){ "Return", "space", "Right", "space", "c",
				    NULL });
	expect("check: something is wrong: it cannot be completed");
	keys((const char *const[]){ "Up", "space", "c", NULL });
	expect("check: the top left corner of row 1, column 1: no line passes");
	/* back to the start, and the other way */
	keys((const char *const[]){ "Left", "Down", "space", "Up", "space", "c",
				    NULL });
	expect("check: nothing is wrong so far");
	keys((const char *const[]){ "Right", "space", "c", NULL });
	expect("check: correct: every rule holds");
	key("q");
	expect_end();
}

/* A press on the board chooses the cell that is typed into. */
static void enters_by_the_pointer(void **state)
{
	/* of the board's middle from the window's: what is above it is higher
	 * than what is below; half a cell is 28 pixels */
	enum { BELOW = 40 };
	char *click[] = { "xdotool", "click", "1", NULL };
	char line[160];
	Window window;

	(void)state;
	start_view("d.json");
	window = expect("d.json: Sudoku, solved");
	snprintf(line, sizeof line,
		 "eval $(xdotool getwindowgeometry --shell %lu) && "
		 "xdotool mousemove --window %lu $((WIDTH / 2)) "
		 "$((HEIGHT / 2 + %d))",
		 window, window, BELOW);
	shell(line);
	call(click);
	key("8");
	key("c");
	expect("check: wrong in 1 place");
	key("9");
	key("c");
	expect("check: correct: every rule holds");
	key("q");
	expect_end();
}

static void saves(void **state)
{
	char path[128];

	(void)state;
	start_view("w.json");
	expect("w.json: Panel of The Witness, solved");
	for (int i = 0; i < 4; i++) {
		static const char *const names[] = { "out.json", "out.svg",
						     "out.png",
						     "out.windmill" };
		static const char *const holds[] = { "\"starts\"", "<svg",
						     "PNG", "CAMS" };

		key("ctrl+s");
		expect("Save");
		key("ctrl+a");
		snprintf(path, sizeof path, "%s/%s", stage.folder.path,
			 names[i]);
		type(path);
		key("Return");
		expect_file(names[i], holds[i]);
		expect_gone("Save");
		expect("w.json: Panel of The Witness, solved");
	}
	/* and what a report of a fault needs */
	key("B");
	expect("A new folder for the report");
	key("ctrl+a");
	snprintf(path, sizeof path, "%s/report", stage.folder.path);
	type(path);
	key("Return");
	expect_file("report/answers.json", "\"solved\"");
	expect_file("report/about.txt", "Libraries:");
	expect_gone("A new folder");
	key("q");
	expect_end();
}

static void shows_the_history(void **state)
{
	(void)state;
	needs_stage();
	shell("rm -rf state");
	start_view("s.txt p.tri");
	expect("s.txt: Sigils, solved");
	key("Right");
	expect("p.tri: Number Pyramid, solved");
	key("h");
	expect("1 of 2: history: Number Pyramid, solved");
	key("Right");
	expect("2 of 2: history: Sigils, solved");
	key("q");
	expect_end();
	/* without files it begins there */
	start_view("");
	expect("of 2: history");
	key("q");
	expect_end();
}

/* Keys and clicks of all kinds, and what dialogs do with them. */
static void bears_random_keys_and_clicks(void **state)
{
	enum { ROUNDS = 50, STEPS = 20, SEED = 49 };
	/* what closes it is left out, and what opens files that are not ours */
	static const char *const names[] = {
		"Left",  "Right",     "Up",     "Down",   "Home",   "End",
		"space", "Return",    "Escape", "Delete", "n",      "N",
		"s",     "r",         "plus",   "minus",  "a",      "b",
		"e",     "u",         "l",      "m",      "c",      "d",
		"h",     "1",         "2",      "7",      "0",      "question",
		"Tab",   "BackSpace", "ctrl+c", "ctrl+v", "ctrl+s", "Prior",
		"g",     "F1",        "ctrl+z", "p",
	};
	enum { NAMES = sizeof names / sizeof *names };
	unsigned random = SEED;
	int status = 0;
	pid_t ended = 0;

	(void)state;
	start_view("p.tri s.txt w.json d.json --no-store --verbose");
	expect("1 of 4: p.tri");
	for (int round = 0; round < ROUNDS && !ended; round++) {
		char text[STEPS][2][12];
		char *argv[5 * STEPS + 2] = { "xdotool" };
		int count = 1;

		for (int i = 0; i < STEPS; i++) {
			random = random * 1103515245 + 12345;
			if (random >> 16 & 3) {
				argv[count++] = "key";
				argv[count++] =
					(char *)names[(random >> 18) % NAMES];
				continue;
			}
			/* below the buttons, wherever that is */
			snprintf(text[i][0], sizeof text[i][0], "%u",
				 100 + (random >> 18) % 800);
			snprintf(text[i][1], sizeof text[i][1], "%u",
				 200 + (random >> 8) % 500);
			argv[count++] = "mousemove";
			argv[count++] = text[i][0];
			argv[count++] = text[i][1];
			argv[count++] = "click";
			argv[count++] = "1";
		}
		argv[count] = NULL;
		xvfb_call(&stage.server, argv);
		ended = waitpid(stage.view, &status, WNOHANG);
	}
	for (int i = 0; i < 100 && !ended; i++) {
		xvfb_call(&stage.server,
			  (char *[]){ "xdotool", "key", "Escape", "q", NULL });
		xvfb_sleep(100);
		ended = waitpid(stage.view, &status, WNOHANG);
	}
	stage.server.program_count--;
	assert_int_equal(ended, stage.view);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void says_what_lacks(void **state)
{
	struct program_run run;

	(void)state;
	needs_stage();
	unsetenv("DISPLAY");
	program_run(&run, &stage.folder, "view p.tri");
	assert_int_equal(run.status, 4);
	assert_non_null(strstr(run.err, "no display"));
}

/* What has the keyboard has a name; the board is there in characters; what is
 * said below the board is spoken, a search's progress is not. */
static void a_screen_reader_hears(void **state)
{
	char line[1024];
	char *argv[] = { "sh", "-c", line, NULL };

	(void)state;
	needs_stage();
	if (system("command -v dbus-run-session >/dev/null && "
		   "/usr/bin/python3 -c 'import gi; "
		   "gi.require_version(\"Atspi\", \"2.0\")' 2>/dev/null") != 0)
		skip_because("no dbus, python3-gi or gir1.2-atspi-2.0");
	snprintf(line, sizeof line,
		 "cd '%s' && unset NO_AT_BRIDGE && exec dbus-run-session -- "
		 "sh -c 'env -u G_DEBUG /usr/bin/python3 "
		 "\"" SOURCE_DIR "/tests/screen_reader.py\" solved >heard & "
		 "\"%s\" view --no-store p.tri s.txt 2>/dev/null' 2>/dev/null",
		 stage.folder.path, PROGRAM);
	stage.view = xvfb_run(&stage.server, NULL, argv);
	expect_file("heard", "ready");
	expect_file("heard", "push button: Open: open files (o)\n");
	expect_file("heard", "drawing area: board:             [1393]|");
	expect("1 of 2: p.tri: Number Pyramid, solved, the only solution");
	key("Right");
	expect_file("heard", "spoken: Sigils, solved");
	for (int i = 0; i < 5; i++)
		key("minus");
	key("s");
	expect("2 of 2");
	key("Escape");
	expect("search: stopped after");
	expect_file("heard", "spoken: search: stopped after");
	shell("! grep -q 'spoken: searching' heard");
	key("q");
	expect_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens_and_pages),
		cmocka_unit_test(searches_and_stops),
		cmocka_unit_test(shows_pictures),
		cmocka_unit_test(pastes_text_and_copies_the_answer),
		cmocka_unit_test(answers_what_is_dropped),
		cmocka_unit_test(takes_windows_and_parts_of_the_screen),
		cmocka_unit_test(puts_the_answer_into_a_game),
		cmocka_unit_test(edits_and_undoes),
		cmocka_unit_test(checks_what_is_entered),
		cmocka_unit_test(enters_by_the_pointer),
		cmocka_unit_test(saves),
		cmocka_unit_test(shows_the_history),
		cmocka_unit_test(bears_random_keys_and_clicks),
		cmocka_unit_test(a_screen_reader_hears),
		cmocka_unit_test(says_what_lacks),
	};

	return cmocka_run_group_tests(tests, start_stage, stop_stage);
}
