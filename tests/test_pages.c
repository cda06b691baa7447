/* Pages of our own in a real browser, read from its window and played to what
 * the pages themselves call solved: their title. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/extensions/XTest.h>
#include <cmocka.h>

#include "program.h"
#include "xvfb.h"

#define BROWSER "chromium"

/* One browser for all tests: a page is a window of its own. */
struct browser {
	struct xvfb server;
	Display *display;
	struct program_folder folder; /* its files */
	pid_t pid;                    /* 0: not started */
	Window page;                  /* the last one; None: none yet */
};

struct stage {
	struct browser *browser;
	Display *display;
	struct program_folder folder; /* our files */
};

static struct browser browser;

static int start_display(void **state)
{
	(void)state;
	program_folder_make(&browser.folder);
	if (!xvfb_start(&browser.server, "1100x800x24"))
		return -1;
	browser.display = XOpenDisplay(browser.server.display);
	setenv("DISPLAY", browser.server.display, 1);
	return browser.display ? 0 : -1;
}

static int end_display(void **state)
{
	(void)state;
	if (browser.display)
		XCloseDisplay(browser.display);
	xvfb_stop(&browser.server);
	/* the browser's children may still write for a moment */
	xvfb_sleep(300);
	program_folder_remove(&browser.folder);
	return 0;
}

static int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);

	program_folder_make(&stage->folder);
	setenv("XDG_CONFIG_HOME", stage->folder.path, 1);
	stage->browser = &browser;
	stage->display = browser.display;
	*state = stage;
	return 0;
}

static int tear_down(void **state)
{
	struct stage *stage = *state;

	program_folder_remove(&stage->folder);
	unsetenv("XDG_CONFIG_HOME");
	free(stage);
	return 0;
}

/* Starts the browser, or has the one that runs open a window more. */
static void launch(const char *page)
{
	char url[512], data[128];
	char *argv[] = { BROWSER,
			 /* whoever runs tests may be root, in a container */
			 "--no-sandbox", "--test-type", "--no-first-run",
			 "--disable-gpu", "--disable-dev-shm-usage",
			 "--window-position=0,0", "--window-size=900,760", data,
			 url, NULL };

	snprintf(url, sizeof url, "--app=file://%s/tests/pages/%s", SOURCE_DIR,
		 page);
	snprintf(data, sizeof data, "--user-data-dir=%s/browser",
		 browser.folder.path);
	if (browser.pid && waitpid(browser.pid, NULL, WNOHANG) == 0) {
		assert_true(xvfb_call(&browser.server, argv));
		return;
	}
	browser.page = None;
	browser.pid = xvfb_run(&browser.server, NULL, argv);
}

/* A window of this title that is not the last page's; None: there is none. */
static Window find_page(const char *title)
{
	/* windows may go while they are looked at */
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	Window root, parent, page = None;
	Window *children = NULL;
	unsigned count = 0;

	if (XQueryTree(browser.display, DefaultRootWindow(browser.display),
		       &root, &parent, &children, &count))
		for (unsigned i = 0; i < count && !page; i++) {
			page = xvfb_search(browser.display, children[i], title);
			if (page == browser.page)
				page = None;
		}
	if (children)
		XFree(children);
	XSync(browser.display, False);
	XSetErrorHandler(before);
	return page;
}

static bool is_there(Window window)
{
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	XWindowAttributes attributes;
	bool there =
		XGetWindowAttributes(browser.display, window, &attributes) &&
		attributes.map_state == IsViewable;

	XSync(browser.display, False);
	XSetErrorHandler(before);
	return there;
}

static Window wait_page(const char *title)
{
	for (int i = 0; i < 1200; i++) {
		Window page = find_page(title);

		if (page)
			return page;
		xvfb_sleep(50);
	}
	fail_msg("no page comes that is called '%s'", title);
	return None;
}

/* As a window manager does. */
static void close_window(Window window)
{
	Display *display = browser.display;
	XEvent event = { .xclient = { .type = ClientMessage,
				      .window = window,
				      .message_type = XInternAtom(
					      display, "WM_PROTOCOLS", False),
				      .format = 32 } };

	event.xclient.data.l[0] =
		(long)XInternAtom(display, "WM_DELETE_WINDOW", False);
	XSendEvent(display, window, False, NoEventMask, &event);
	for (int i = 0; i < 1200; i++) {
		if (!is_there(window))
			return;
		xvfb_sleep(50);
	}
	fail_msg("the page before does not close");
}

static uint64_t sum_of(const XImage *image)
{
	uint64_t sum = 14695981039346656037u;

	for (int i = 0; i < image->height * image->bytes_per_line; i++)
		sum = (sum ^ (unsigned char)image->data[i]) * 1099511628211u;
	return sum;
}

/* What a page shows; 0 while that is one colour. */
static uint64_t look_at(Window page)
{
	/* it may not have its size yet */
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	XImage *image = XGetImage(browser.display, page, 0, 0, 900, 700,
				  AllPlanes, ZPixmap);
	uint64_t sum = 0;
	bool plain = true;

	XSetErrorHandler(before);
	if (!image)
		return 0;
	for (int i = 4; i < image->height * image->bytes_per_line && plain; i++)
		plain = image->data[i] == image->data[i - 4];
	if (!plain)
		sum = sum_of(image);
	XDestroyImage(image);
	return sum;
}

/* A page has a title before it is painted: waits until that stands still. */
static void wait_painted(Window page)
{
	uint64_t before = 0;
	int still = 0;

	for (int i = 0; i < 600 && still < 3; i++) {
		uint64_t now = look_at(page);

		still = now && now == before ? still + 1 : 0;
		before = now;
		xvfb_sleep(100);
	}
	assert_int_equal(still, 3);
}

/* Opens a page in place of the last one; waits until its title says what it
 * is. */
static void open_page(struct stage *stage, const char *page, const char *title)
{
	Display *display = stage->display;
	Window window;

	if (system("command -v " BROWSER " >/dev/null") != 0)
		skip_because(BROWSER " is not installed");
	launch(page);
	window = wait_page(title);
	if (browser.page)
		close_window(browser.page);
	browser.page = window;
	XMoveResizeWindow(display, window, 0, 0, 900, 760);
	XSetInputFocus(display, window, RevertToPointerRoot, CurrentTime);
	XSync(display, False);
	wait_painted(window);
}

static void press_key(struct stage *stage, char key)
{
	KeyCode code = XKeysymToKeycode(stage->display, (KeySym)key);

	XTestFakeKeyEvent(stage->display, code, True, 0);
	XTestFakeKeyEvent(stage->display, code, False, 0);
	XSync(stage->display, False);
}

static void click_at(struct stage *stage, int x, int y)
{
	XTestFakeMotionEvent(stage->display, -1, x, y, 0);
	XTestFakeButtonEvent(stage->display, 1, True, 0);
	XTestFakeButtonEvent(stage->display, 1, False, 0);
	XSync(stage->display, False);
	xvfb_sleep(1000);
}

static bool is_titled(struct stage *stage, const char *title)
{
	return xvfb_find_below(stage->display,
			       DefaultRootWindow(stage->display),
			       title) != None;
}

/* Plays; it must end so, and say so. */
static void play(struct stage *stage, const char *arguments, int status,
		 const char *said)
{
	struct program_run *run = calloc(1, sizeof *run);

	program_run(run, &stage->folder, arguments);
	if (run->status != status || !strstr(run->err, said))
		fail_msg("%d\n%s%s", run->status, run->out, run->err);
	free(run);
}

static void play_to_the_end(struct stage *stage, const char *page,
			    const char *title, const char *arguments)
{
	open_page(stage, page, title);
	assert_false(is_titled(stage, "Solved"));
	play(stage, arguments, 0, "play: solved: ");
	assert_int_not_equal(xvfb_window(stage->display, "Solved"), None);
}

static void suko_is_played(void **state)
{
	play_to_the_end(*state, "suko.html", "Suko", "play --yes");
}

static void another_suko_is_played(void **state)
{
	play_to_the_end(*state, "suko.html#1", "Suko", "play --yes");
}

static void cross_sums_are_played(void **state)
{
	play_to_the_end(*state, "cross-sum.html", "Total Concentration",
			"play --yes");
}

static void pyramids_are_played(void **state)
{
	play_to_the_end(*state, "pyramid.html", "Number Pyramid", "play --yes");
}

static void sudokus_are_played(void **state)
{
	play_to_the_end(*state, "sudoku.html", "Sudoku", "play --yes");
}

static void sudokus_with_tall_boxes_are_played(void **state)
{
	play_to_the_end(*state, "sudoku.html#1", "Sudoku", "play --yes");
}

static void panels_are_played_by_dragging(void **state)
{
	play_to_the_end(*state, "panel.html", "Panel", "play --yes --pace 60");
}

/* A page that holds the pointer, as the game does. */
static void panels_are_played_by_motion(void **state)
{
	static const char client[] =
		"{\"name\":\"held\",\"relative\":true,"
		"\"line\":[\"click 1\",\"wait 500\",\"follow\",\"wait 200\","
		"\"click 1\"]}";
	struct stage *stage = *state;

	program_write(&stage->folder, "held.json", client, strlen(client));
	/* slowly: on a busy machine a browser draws few frames a second, and
	 * a page hears of the pointer once a frame */
	play_to_the_end(stage, "panel.html?held#1", "Panel",
			"play --yes --pace 60 --client held.json");
}

static void sigils_are_laid(void **state)
{
	play_to_the_end(*state, "sigils.html", "Sigils", "play --yes");
}

/* Played by a client file of the test's own. */
static void play_with(struct stage *stage, const char *page, const char *title,
		      const char *client, const char *flags)
{
	char arguments[200];

	program_write(&stage->folder, "client.json", client, strlen(client));
	snprintf(arguments, sizeof arguments,
		 "play --yes --client client.json %s", flags);
	play_to_the_end(stage, page, title, arguments);
}

/* A page that locks the pointer, takes some of its motion and pushes at
 * corners; the second file does not know by how much. */
static void a_line_is_followed_by_looking(void **state)
{
	play_with(*state, "panel.html?lock", "Panel",
		  "{\"name\":\"lock\",\"relative\":true,\"scale\":0.7,"
		  "\"feedback\":true,\"pace\":40,\"line\":[\"click 1\","
		  "\"wait 500\",\"follow\",\"wait 300\",\"click 1\"],"
		  "\"solved_title\":\"Solved\"}",
		  "");
}

static void a_line_is_followed_at_an_unknown_scale(void **state)
{
	play_with(*state, "panel.html?lock#1", "Panel",
		  "{\"name\":\"lock\",\"relative\":true,"
		  "\"feedback\":true,\"pace\":40,\"line\":[\"click 1\","
		  "\"wait 500\",\"follow\",\"wait 300\",\"click 1\"],"
		  "\"solved_title\":\"Solved\"}",
		  "");
}

static void the_answer_that_a_page_wants_is_found(void **state)
{
	play_with(*state, "panel.html?picky#1", "Panel",
		  "{\"name\":\"picky\",\"pace\":60,\"line\":[\"press 1\","
		  "\"follow\",\"release 1\"],\"solved_title\":\"Solved\"}",
		  "--try-all");
}

/* The page loses the line on its way, and leaves what there was of it. */
static void a_line_that_broke_off_is_drawn_again(void **state)
{
	play_to_the_end(*state, "panel.html?breaks", "Panel",
			"play --yes --pace 60");
}

static void a_pad_is_found(void **state)
{
	play_with(*state, "suko.html?pad", "Suko",
		  "{\"name\":\"pad\",\"number\":[\"click 1\",\"pad\"]}", "");
}

static void a_button_is_pressed_by_its_place(void **state)
{
	play_with(*state, "suko.html?check", "Suko",
		  "{\"name\":\"check\",\"number\":[\"click 1\","
		  "\"focused key ctrl+a\",\"type\"],\"last\":[\"click 1\"],"
		  "\"last_at\":[0.6,4.4],\"solved_title\":\"Solved\"}",
		  "");
}

static void a_button_is_pressed_by_its_text(void **state)
{
	play_with(*state, "suko.html?check", "Suko",
		  "{\"name\":\"check\",\"number\":[\"click 1\",\"type\"],"
		  "\"last\":[\"key ctrl+f\",\"text Check\",\"wait 500\","
		  "\"key Escape\",\"wait 300\",\"key Return\"],"
		  "\"solved_title\":\"Solved\"}",
		  "");
}

static const char cycle[] =
	"{\"name\":\"cycle\",\"square\":[\"turn click 1\"],"
	"\"shapes\":[\"none\",\"left right\",\"top bottom\",\"right bottom\","
	"\"bottom left\",\"left top\",\"top right\"],\"clear\":[\"key u\"],"
	"\"redo\":[\"key r\"]}";

static void shapes_are_clicked_through(void **state)
{
	play_with(*state, "tracks.html", "Tracks", cycle, "");
}

static void tracks_are_dragged(void **state)
{
	play_with(*state, "tracks.html?drag", "Tracks",
		  "{\"name\":\"drag\",\"pace\":90,\"line\":[\"press 1\","
		  "\"wait 100\",\"follow\",\"wait 100\",\"release 1\"]}",
		  "");
}

/* A page whose undo takes back New Game: the second game is solved as well, and
 * a mark that was made by hand is taken back before. */
static void the_next_game_of_a_page_is_solved(void **state)
{
	struct stage *stage = *state;

	program_write(&stage->folder, "cycle.json", cycle, strlen(cycle));
	play_to_the_end(stage, "tracks.html?undo", "Tracks",
			"play --yes --client cycle.json");
	press_key(stage, 'n');
	assert_int_not_equal(xvfb_window(stage->display, "Tracks"), None);
	click_at(stage, 60 + 52 / 2, 60 + 52 / 2);
	play(stage, "play --yes --client cycle.json", 0, "play: solved: ");
	assert_int_not_equal(xvfb_window(stage->display, "Solved"), None);
}

static void pieces_hang_by_their_middle(void **state)
{
	play_with(*state, "sigils.html?middle", "Sigils",
		  "{\"name\":\"middle\",\"hangs\":\"middle\",\"piece\":["
		  "\"press 1\",\"wait 60\",\"turn key r\",\"follow\","
		  "\"wait 60\",\"release 1\"]}",
		  "");
}

static void pieces_are_turned_by_the_wheel(void **state)
{
	play_with(*state, "sigils.html?wheel", "Sigils",
		  "{\"name\":\"wheel\",\"piece\":[\"press 1\","
		  "\"turn wheel down\",\"follow\",\"release 1\"]}",
		  "");
}

/* Which page it is may be told by its colours, and none fits another one. */
static void nothing_is_clicked_where_no_client_fits(void **state)
{
	static const char elsewhere[] =
		"{\"name\":\"green\",\"colours\":[\"#00ff01\"],"
		"\"families\":[\"tracks\"],\"side\":[\"click 1\"]}";
	static const char here[] =
		"{\"name\":\"ivory\",\"colours\":[\"#f2f2ec\"],"
		"\"families\":[\"tracks\"],\"square\":[\"click 1\"],"
		"\"shapes\":[\"none\",\"left right\"]}";
	struct stage *stage = *state;

	open_page(stage, "tracks.html", "Tracks");
	assert_int_equal(system("mkdir -p \"$XDG_CONFIG_HOME/solveglass/"
				"clients\""),
			 0);
	program_write(&stage->folder, "solveglass/clients/a.json", elsewhere,
		      strlen(elsewhere));
	play(stage, "play --yes", 4,
	     "no client file says how 'tracks' is played in 'Tracks' ");
	program_write(&stage->folder, "solveglass/clients/b.json", here,
		      strlen(here));
	play(stage, "play --yes", 4, "the client's shapes lack one");
}

/* A page that loses what is typed fast: what lacks is entered again. */
static void what_is_lost_is_typed_again(void **state)
{
	play_to_the_end(*state, "cross-sum.html?slow", "Total Concentration",
			"play --yes");
}

/* The page becomes another puzzle when three numbers are in. */
static void nothing_is_entered_into_another_puzzle(void **state)
{
	struct stage *stage = *state;

	open_page(stage, "suko.html?changes", "Suko");
	play(stage, "play --yes", 2,
	     "the puzzle on the screen is no longer the one that was solved, "
	     "after ");
	assert_false(is_titled(stage, "Solved"));
}

/* ... nor is the answer there where it stands in another puzzle by then. */
static void an_answer_in_another_puzzle_is_none(void **state)
{
	struct stage *stage = *state;

	open_page(stage, "suko.html?late", "Suko");
	play(stage, "play --yes", 2,
	     "the puzzle on the screen is no longer the one that was solved");
}

/* What the page calls solved is worth something, and so is what we call so. */
static void a_page_is_not_solved_by_other_numbers(void **state)
{
	static const char client[] =
		"{\"name\":\"ones\",\"number\":[\"click 1\",\"key ctrl+a\","
		"\"type\",\"key 1\"]}";
	struct stage *stage = *state;

	program_write(&stage->folder, "ones.json", client, strlen(client));
	open_page(stage, "suko.html", "Suko");
	play(stage, "play --yes --client ones.json", 2,
	     "play: 0 of 9 entered: the 1 in a1 (row 1, column 1) ");
	assert_false(is_titled(stage, "Solved"));
}

int main(int argc, char **argv)
{
#define PAGE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		PAGE_TEST(suko_is_played),
		PAGE_TEST(another_suko_is_played),
		PAGE_TEST(cross_sums_are_played),
		PAGE_TEST(pyramids_are_played),
		PAGE_TEST(sudokus_are_played),
		PAGE_TEST(sudokus_with_tall_boxes_are_played),
		PAGE_TEST(panels_are_played_by_dragging),
		PAGE_TEST(panels_are_played_by_motion),
		PAGE_TEST(sigils_are_laid),
		PAGE_TEST(a_line_is_followed_by_looking),
		PAGE_TEST(a_line_is_followed_at_an_unknown_scale),
		PAGE_TEST(the_answer_that_a_page_wants_is_found),
		PAGE_TEST(a_line_that_broke_off_is_drawn_again),
		PAGE_TEST(a_pad_is_found),
		PAGE_TEST(a_button_is_pressed_by_its_place),
		PAGE_TEST(a_button_is_pressed_by_its_text),
		PAGE_TEST(shapes_are_clicked_through),
		PAGE_TEST(tracks_are_dragged),
		PAGE_TEST(the_next_game_of_a_page_is_solved),
		PAGE_TEST(pieces_hang_by_their_middle),
		PAGE_TEST(pieces_are_turned_by_the_wheel),
		PAGE_TEST(nothing_is_clicked_where_no_client_fits),
		PAGE_TEST(what_is_lost_is_typed_again),
		PAGE_TEST(nothing_is_entered_into_another_puzzle),
		PAGE_TEST(an_answer_in_another_puzzle_is_none),
		PAGE_TEST(a_page_is_not_solved_by_other_numbers),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, start_display, end_display);
}
