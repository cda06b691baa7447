/* The background process on the real game: its keys, hints, cards, and how it
 * ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/Xatom.h>
#include <cmocka.h>

#include "store.h"
#include <sys/stat.h>

#include "file.h"
#include "watch_stage.h"

static void the_key_shows_and_hides(void **state)
{
	struct stage *stage = *state;

	watch_game(stage);
	for (int i = 0; i < 3; i++) {
		key(stage, XK_F9, false);
		wait_answer(stage);
		key(stage, XK_F9, false);
		wait_nothing(stage);
	}
	/* any state of the locks */
	key(stage, XK_Num_Lock, false);
	key(stage, XK_Caps_Lock, false);
	key(stage, XK_F9, false);
	wait_answer(stage);
	kill(stage->child, SIGTERM);
	check_end(stage, 0, "ended");
	wait_nothing(stage);
}

static bool store_knows(const char *path, const struct puzzle *puzzle)
{
	struct solve_result result = { 0 };
	char note[256];
	struct store *store = store_open(path, note, sizeof note);
	bool found = store && store_find(store, puzzle, NULL, &result);

	solve_result_fini(&result);
	store_close(store);
	return found;
}

/* Unless told not to. */
static void what_was_solved_is_kept(void **state)
{
	struct stage *stage = *state;
	char *old = getenv("XDG_STATE_HOME");
	char before[256], path[320];
	struct program_folder folder;

	start_managed(stage);
	start_game(stage);
	snprintf(before, sizeof before, "%s", old ? old : "");
	program_folder_make(&folder);
	setenv("XDG_STATE_HOME", folder.path, 1);
	snprintf(path, sizeof path, "%s/solveglass/history.db", folder.path);
	for (int i = 0; i < 2; i++) {
		start_watch(stage, i ? NULL : "--no-store", NULL);
		key(stage, XK_F9, false);
		wait_answer(stage);
		kill(stage->child, SIGTERM);
		check_end(stage, 0, "ended");
		assert_int_equal(access(path, F_OK), i ? 0 : -1);
	}
	assert_true(store_knows(path, &stage->puzzle));
	setenv("XDG_STATE_HOME", before, 1);
	program_folder_remove(&folder);
}

/* "enter" in the configuration: the key asks the first time, then enters what
 * it showed; from then on it does not ask. */
static void the_key_enters_the_answer(void **state)
{
	static const char enters[] = "[watch]\nenter = true\n";
	struct stage *stage = *state;
	struct program_folder folder;
	char path[300];

	program_folder_make(&folder);
	setenv("XDG_CONFIG_HOME", folder.path, 1);
	snprintf(path, sizeof path, "%s/solveglass/may-enter", folder.path);
	assert_int_equal(system("mkdir \"$XDG_CONFIG_HOME/solveglass\""), 0);
	program_write(&folder, "solveglass/config.ini", enters, strlen(enters));
	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	for (int i = 0; i < 2; i++) {
		key(stage, XK_F9, false);
		wait_answer(stage);
		key(stage, XK_F9, false);
		if (!i) {
			wait_answer(stage);
			xvfb_sleep(NEVER_MS);
			assert_int_equal(access(path, F_OK), -1);
			key(stage, XK_F9, false);
		}
		/* the second time all of it is taken back before, which takes
		 * longer than what is waited for elsewhere */
		for (int k = 0; i && k < 3 * TRIES &&
				!strstr(said(stage), "are there\nsolveglass");
		     k++)
			xvfb_sleep(TRY_MS);
		wait_said(stage, i ? "are there\nsolveglass watch: solved: all "
				     "26 marks are there"
				   : "solved: all 26 marks are there");
		assert_int_equal(access(path, F_OK), 0);
	}
	unsetenv("XDG_CONFIG_HOME");
	program_folder_remove(&folder);
}

/* The same by another process, whatever the flags; nothing that is not shown is
 * entered. */
static void a_press_enters_the_answer(void **state)
{
	struct stage *stage = *state;
	struct program_folder folder;
	struct program_run *run = calloc(1, sizeof *run);

	program_folder_make(&folder);
	setenv("XDG_CONFIG_HOME", folder.path, 1);
	setenv("XDG_RUNTIME_DIR", folder.path, 1);
	start_managed(stage);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	setenv("DISPLAY", stage->server.display, 1);
	program_run(run, &folder, "press play");
	assert_int_equal(run->status, 0);
	assert_non_null(strstr(run->out, "no answer is shown"));
	program_run(run, &folder, "press show");
	wait_answer(stage);
	program_run(run, &folder, "press play");
	assert_non_null(strstr(run->out, "'press play' again"));
	wait_answer(stage);
	program_run(run, &folder, "press play");
	assert_string_equal(run->out, "the answer is being entered\n");
	wait_said(stage, "solved: all 26 marks are there");
	free(run);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("XDG_RUNTIME_DIR");
	program_folder_remove(&folder);
}

/* Waits for what `press status' says. */
static void wait_status(struct stage *stage, struct program_run *run,
			const struct program_folder *folder, const char *text)
{
	for (int i = 0; i < TRIES; i++) {
		program_run(run, folder, "press status");
		if (!strcmp(run->out, text))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' wanted, not '%s'; said: %s", text, run->out,
		 said(stage));
}

/* A folder with settings that give each action a key. */
static void set_keys(struct stage *stage, struct program_folder *folder)
{
	static const char settings[] = "[watch]\ncopy-hotkey = F7\n"
				       "other-hotkey = F8\n"
				       "play-hotkey = F10\n";
	char path[128];

	program_folder_make(folder);
	setenv("XDG_CONFIG_HOME", folder->path, 1);
	setenv("XDG_RUNTIME_DIR", folder->path, 1);
	snprintf(path, sizeof path, "%s/solveglass", folder->path);
	assert_int_equal(mkdir(path, 0700), 0);
	program_write(folder, "solveglass/config.ini", settings,
		      sizeof settings - 1);
	start_managed(stage);
	setenv("DISPLAY", stage->server.display, 1);
}

static void unset_keys(struct program_folder *folder)
{
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("XDG_RUNTIME_DIR");
	program_folder_remove(folder);
}

/* What holds the copied answer holds nothing of the watch's. */
static void more_keys_copy_and_enter(void **state)
{
	struct stage *stage = *state;
	struct program_folder folder;
	struct program_run *run = calloc(1, sizeof *run);

	set_keys(stage, &folder);
	start_game(stage);
	start_watch(stage, NULL, NULL);
	program_run(run, &folder, "press copy");
	assert_non_null(strstr(run->out, "no answer is shown"));
	key(stage, XK_F9, false);
	wait_answer(stage);
	program_run(run, &folder, "press other");
	assert_string_equal(run->out, "it is the only answer\n");
	key(stage, XK_F7, false);
	for (int i = 0; i < TRIES && !strstr(run->out, "╭"); i++) {
		xvfb_sleep(TRY_MS);
		program_run(run, &folder,
			    "press status; xclip -selection clipboard -o");
	}
	assert_non_null(strstr(run->out, "╭"));
	program_run(run, &folder,
		    "press status; xclip -selection clipboard -t image/png -o");
	assert_non_null(strstr(run->out, "PNG"));
	kill(stage->child, SIGKILL);
	wait_end(stage->child);
	wait_nothing(stage);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	/* the first press asks */
	key(stage, XK_F10, false);
	wait_answer(stage);
	key(stage, XK_F10, false);
	wait_said(stage, "solved: all 26 marks are there");
	free(run);
	unset_keys(&folder);
}

/* A window that shows a picture of ours. */
static void show_picture(struct stage *stage, const char *path)
{
	struct image image;
	Window window;
	Pixmap pixmap;
	XImage *shown;
	GC gc;

	assert_int_equal(file_load_image(path, &image, NULL), 0);
	window = XCreateSimpleWindow(
		stage->display, DefaultRootWindow(stage->display), 0, 0,
		(unsigned)image.width, (unsigned)image.height, 0, 0, 0);
	pixmap = XCreatePixmap(stage->display, window, (unsigned)image.width,
			       (unsigned)image.height, 24);
	gc = XCreateGC(stage->display, pixmap, 0, NULL);
	shown = XCreateImage(
		stage->display,
		DefaultVisual(stage->display, DefaultScreen(stage->display)),
		24, ZPixmap, 0, (char *)image.pixels, (unsigned)image.width,
		(unsigned)image.height, 32, (int)image.stride * 4);
	XPutImage(stage->display, pixmap, gc, shown, 0, 0, 0, 0,
		  (unsigned)image.width, (unsigned)image.height);
	shown->data = NULL;
	XDestroyImage(shown);
	XSetWindowBackgroundPixmap(stage->display, window, pixmap);
	XStoreName(stage->display, window, "Picture");
	/* openbox overlooks who asks while it starts */
	for (int i = 0; i < TRIES && !is_shown(stage, "Picture"); i++) {
		XMapRaised(stage->display, window);
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
	}
	wait_focus(stage, window);
	XFreeGC(stage->display, gc);
	XFreePixmap(stage->display, pixmap);
	image_fini(&image);
}

/* Sigils have many. */
static void a_key_shows_another_answer(void **state)
{
	struct stage *stage = *state;
	struct program_folder folder;
	struct program_run *run = calloc(1, sizeof *run);

	set_keys(stage, &folder);
	show_picture(stage, SOURCE_DIR "/samples/sigils/screen-4.png");
	start_watch(stage, "--family", "sigils");
	key(stage, XK_F9, false);
	wait_status(stage, run, &folder, "answer, shown\n");
	key(stage, XK_F8, false);
	wait_status(stage, run, &folder, "answer, shown, answer 2 of 2\n");
	program_run(run, &folder, "press other");
	wait_status(stage, run, &folder, "answer, shown, answer 1 of 2\n");
	free(run);
	unset_keys(&folder);
}

/* Five presses at once: wanted, not, wanted, not, wanted. */
static void presses_are_neither_lost_nor_queued(void **state)
{
	struct stage *stage = *state;

	watch_game(stage);
	for (int i = 0; i < 5; i++)
		key(stage, XK_F9, false);
	wait_answer(stage);
	xvfb_sleep(NEVER_MS);
	wait_answer(stage);
	for (int i = 0; i < 4; i++)
		key(stage, XK_F9, false);
	wait_answer(stage);
	key(stage, XK_F9, false);
	wait_nothing(stage);
	xvfb_sleep(NEVER_MS);
	wait_nothing(stage);
	/* and hints: three steps by three presses at once */
	for (int i = 0; i < 3; i++)
		key(stage, XK_F9, true);
	wait_shown(stage, "step 3 of", true);
}

static void hints_go_step_by_step(void **state)
{
	struct stage *stage = *state;
	int before = 0;

	watch_game(stage);
	for (int step = 1; step <= 3; step++) {
		char text[32];
		int painted, all;

		key(stage, XK_F9, true);
		snprintf(text, sizeof text, "step %d of 8", step);
		wait_shown(stage, text, true);
		painted = count_painted(stage, &all);
		/* a path of single squares, four more a step */
		assert_in_range(painted, before + 2, before + 7);
		before = painted;
	}
	for (int step = 4; step <= 8; step++)
		key(stage, XK_F9, true);
	wait_answer(stage);
	key(stage, XK_F9, false);
	wait_nothing(stage);
	/* from a hint to all of it */
	key(stage, XK_F9, true);
	wait_shown(stage, "step 1 of", true);
	key(stage, XK_F9, false);
	wait_answer(stage);
}

static void killed_it_leaves_nothing(void **state)
{
	struct stage *stage = *state;

	watch_game(stage);
	key(stage, XK_F9, false);
	wait_answer(stage);
	kill(stage->child, SIGKILL);
	wait_end(stage->child);
	stage->child = 0;
	wait_shown(stage, "Solveglass", false);
	wait_nothing(stage);
}

static void one_a_display(void **state)
{
	struct stage *stage = *state;
	pid_t first;

	start_bare(stage);
	start_watch(stage, NULL, NULL);
	first = stage->child;
	stage->child = run_watch(stage, NULL, NULL);
	check_end(stage, 4, "it is already running on this display");
	stage->child = first;
	/* a killed one leaves the place free */
	kill(first, SIGKILL);
	wait_end(first);
	start_watch(stage, NULL, NULL);
}

static void keys_that_cannot_be_had(void **state)
{
	struct stage *stage = *state;
	KeyCode code;

	start_bare(stage);
	code = XKeysymToKeycode(stage->display, XK_F9);
	XGrabKey(stage->display, code, 0, DefaultRootWindow(stage->display),
		 False, GrabModeAsync, GrabModeAsync);
	XSync(stage->display, False);
	stage->child = run_watch(stage, NULL, NULL);
	check_end(stage, 4, "hotkey F9: another program has taken the key");
	/* a letter the layout lacks has key code 0, which means every key */
	assert_int_equal(XKeysymToKeycode(stage->display, XK_Cyrillic_ya), 0);
	stage->child = run_watch(stage, "--hotkey", "Ctrl+Cyrillic_ya");
	check_end(stage, 4, "the keyboard has no key");
	stage->child = run_watch(stage, "--hotkey", "A");
	check_end(stage, 64, "no other program would get the key");
	stage->child = run_watch(stage, "--hotkey", "Hyper+F9");
	check_end(stage, 64, "no such modifier: 'Hyper'");
	stage->child = run_watch(stage, "--hotkey", "F99");
	check_end(stage, 64, "a key such as F9");
	stage->child = run_watch(stage, "--hotkey", "Shift+F9");
	check_end(stage, 64, "already does something else");
}

static int last_error;

static int count_error(Display *display, XErrorEvent *event)
{
	(void)display;
	last_error = event->error_code;
	return 0;
}

/* Russian alone: no key has a Latin letter. The one that has it elsewhere is
 * taken. */
static void a_letter_without_a_latin_layout(void **state)
{
	struct stage *stage = *state;
	KeySym syms[2] = { XK_Cyrillic_yeru, XK_Cyrillic_YERU };
	KeyCode s;

	start_bare(stage);
	s = XKeysymToKeycode(stage->display, XK_s);
	assert_int_not_equal(s, 0);
	XChangeKeyboardMapping(stage->display, s, 2, syms, 1);
	XSync(stage->display, False);
	xvfb_sleep(NEVER_MS);
	stage->child = run_watch(stage, "--hotkey", "Ctrl+S");
	wait_said(stage, "Ctrl+S shows and hides");
	/* it is that key, and no other, that is held */
	XSetErrorHandler(count_error);
	XGrabKey(stage->display, s, ControlMask,
		 DefaultRootWindow(stage->display), False, GrabModeAsync,
		 GrabModeAsync);
	XSync(stage->display, False);
	XSetErrorHandler(NULL);
	assert_int_equal(last_error, BadAccess);
}

/* F8 and F9 change places: it is the new F9 that counts. */
static void a_new_layout(void **state)
{
	struct stage *stage = *state;
	KeyCode f8, f9;
	KeySym syms[2] = { XK_F9, XK_F8 };

	watch_game(stage);
	f9 = XKeysymToKeycode(stage->display, XK_F9);
	f8 = XKeysymToKeycode(stage->display, XK_F8);
	assert_int_equal(f9, f8 + 1);
	XChangeKeyboardMapping(stage->display, f8, 1, syms, 2);
	XSync(stage->display, False);
	xvfb_sleep(NEVER_MS);
	key_code(stage, f8, false);
	wait_answer(stage);
	/* the old one is the game's again */
	key_code(stage, f9, false);
	xvfb_sleep(NEVER_MS);
	wait_answer(stage);
}

/* A note lies over the game's own pixels, and no title bar is covered; it is as
 * large as the desktop's text. */
static void a_note_covers_no_title_bar(void **state)
{
	static const char dpi[] = "Xft.dpi:\t192\n";
	struct stage *stage = *state;
	struct screen_window own, card;
	Window root, window;

	start_managed(stage);
	root = DefaultRootWindow(stage->display);
	XChangeProperty(stage->display, root, XA_RESOURCE_MANAGER, XA_STRING, 8,
			PropModeReplace, (const unsigned char *)dpi,
			sizeof dpi - 1);
	window = XCreateSimpleWindow(stage->display, root, 0, 0, 700, 300, 0, 0,
				     0x335577);
	XStoreName(stage->display, window, "Own");
	XSync(stage->display, False);
	start_watch(stage, NULL, NULL);
	for (int i = 0; i < TRIES && !is_shown(stage, "Own"); i++) {
		XMapRaised(stage->display, window);
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
	}
	/* where there is room above it, and only once it is there: a busy
	 * window manager moves it after the key */
	XMoveWindow(stage->display, window, 100, 250);
	own.scr_box.y = 0;
	for (int i = 0; i < TRIES && own.scr_box.y < 200; i++) {
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
		(void)x11_window_by_id(stage->x11, window, &own, NULL);
	}
	wait_focus(stage, window);
	key(stage, XK_F9, false);
	wait_shown(stage, "Solveglass: no puzzle here", true);
	assert_int_equal(x11_window_by_id(stage->x11, window, &own, NULL), 0);
	assert_int_equal(x11_window_by_id(stage->x11,
					  xvfb_find_below(stage->display, root,
							  "Solveglass: "),
					  &card, NULL),
			 0);
	/* it has a title bar */
	assert_int_not_equal(own.frame, own.id);
	assert_true(box_is_within(&card.scr_box, &own.scr_box));
	/* two lines of 15 pixels' text and air, and no less */
	assert_in_range(card.scr_box.height, 60, 80);
}

static void what_is_not_there_is_said(void **state)
{
	struct stage *stage = *state;
	Window window;

	start_managed(stage);
	window = XCreateSimpleWindow(stage->display,
				     DefaultRootWindow(stage->display), 0, 0,
				     500, 400, 0, 0, 0x335577);
	XStoreName(stage->display, window, "Own");
	start_watch(stage, NULL, NULL);
	/* a window manager that has only just begun overlooks some */
	for (int i = 0; i < TRIES && !is_shown(stage, "Own"); i++) {
		XMapRaised(stage->display, window);
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
	}
	wait_focus(stage, window);
	key(stage, XK_F9, false);
	wait_shown(stage, "Solveglass: no puzzle here", true);
	/* and goes by itself */
	wait_shown(stage, "Solveglass: no puzzle here", false);
	XDestroyWindow(stage->display, window);
	XSync(stage->display, False);
	/* no window, no desktop: on the screen itself */
	xvfb_sleep(NEVER_MS);
	key(stage, XK_F9, false);
	wait_shown(stage, "Solveglass: no window is active", true);
}

static void it_ends_with_the_server(void **state)
{
	struct stage *stage = *state;

	start_bare(stage);
	start_watch(stage, NULL, NULL);
	x11_close(stage->x11);
	stage->x11 = NULL;
	XCloseDisplay(stage->display);
	stage->display = NULL;
	xvfb_stop(&stage->server);
	check_end(stage, 4, "the X display is gone");
	/* another test's server may have its number by now */
	strcpy(stage->server.display, ":4711");
	stage->child = run_watch(stage, NULL, NULL);
	check_end(stage, 4, "no X display answers at");
}

/* Its argument, if any, is a pattern of the tests to run. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(the_key_shows_and_hides),
		STAGE_TEST(what_was_solved_is_kept),
		STAGE_TEST(the_key_enters_the_answer),
		STAGE_TEST(a_press_enters_the_answer),
		STAGE_TEST(more_keys_copy_and_enter),
		STAGE_TEST(a_key_shows_another_answer),
		STAGE_TEST(presses_are_neither_lost_nor_queued),
		STAGE_TEST(hints_go_step_by_step),
		STAGE_TEST(killed_it_leaves_nothing),
		STAGE_TEST(one_a_display),
		STAGE_TEST(keys_that_cannot_be_had),
		STAGE_TEST(a_letter_without_a_latin_layout),
		STAGE_TEST(a_new_layout),
		STAGE_TEST(a_note_covers_no_title_bar),
		STAGE_TEST(what_is_not_there_is_said),
		STAGE_TEST(it_ends_with_the_server),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
