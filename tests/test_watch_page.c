/* A page that scrolls and is enlarged, and on which a caret blinks, below the
 * answer that `watch` and `show` draw: the picture of a game's window in one of
 * our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/extensions/shape.h>
#include <cmocka.h>

#include "file.h"
#include "pipeline.h"
#include "watch_stage.h"

enum { PAGE_WIDTH = 560, PAGE_HEIGHT = 760, LEFT = 60, TOP = 140 };
enum { PAPER = 0xe8e8e8, CARET = 0x101010 };

struct page {
	struct image board; /* the game's window */
	struct image image; /* what the page shows */
	Window window;
	Pixmap pixmap;
	GC gc;
};

/* The page, enlarged to `zoom` percent, then scrolled down by so much. */
static void compose_zoomed(struct page *page, int scrolled, int zoom)
{
	for (int y = 0; y < PAGE_HEIGHT; y++)
		for (int x = 0; x < PAGE_WIDTH; x++) {
			int board_x = x * 100 / zoom - LEFT;
			int board_y = (y + scrolled) * 100 / zoom - TOP;
			bool on = board_x >= 0 && board_y >= 0 &&
				  board_x < page->board.width &&
				  board_y < page->board.height;

			image_row(&page->image, y)[x] =
				on ? image_row(&page->board, board_y)[board_x]
				   : PAPER;
		}
}

static void compose(struct page *page, int scrolled)
{
	compose_zoomed(page, scrolled, 100);
}

/* Brings it on the screen, where the server keeps it. */
static void put(struct stage *stage, struct page *page)
{
	int screen = DefaultScreen(stage->display);
	XImage *image = XCreateImage(
		stage->display, DefaultVisual(stage->display, screen), 24,
		ZPixmap, 0, (char *)page->image.pixels, PAGE_WIDTH, PAGE_HEIGHT,
		32, (int)page->image.stride * 4);

	XPutImage(stage->display, page->pixmap, page->gc, image, 0, 0, 0, 0,
		  PAGE_WIDTH, PAGE_HEIGHT);
	XSetWindowBackgroundPixmap(stage->display, page->window, page->pixmap);
	XClearWindow(stage->display, page->window);
	XSync(stage->display, False);
	image->data = NULL;
	XDestroyImage(image);
}

static void open_page(struct stage *stage, struct page *page)
{
	struct screen_window game;
	struct screen_shot shot = { 0 };

	start_managed(stage);
	start_game(stage);
	require(x11_window_by_id(stage->x11, stage->game, &game, NULL) == 0 &&
			x11_grab_window(stage->x11, &game, &shot, NULL) == 0,
		"the game is not captured");
	XDestroyWindow(stage->display, stage->game);
	page->board = shot.image;
	assert_int_equal(
		image_init(&page->image, PAGE_WIDTH, PAGE_HEIGHT, NULL), 0);
	page->window = XCreateSimpleWindow(
		stage->display, DefaultRootWindow(stage->display), 0, 0,
		PAGE_WIDTH, PAGE_HEIGHT, 0, 0, PAPER);
	page->pixmap = XCreatePixmap(stage->display, page->window, PAGE_WIDTH,
				     PAGE_HEIGHT, 24);
	page->gc = XCreateGC(stage->display, page->pixmap, 0, NULL);
	XStoreName(stage->display, page->window, "Page");
	XMapRaised(stage->display, page->window);
	wait_shown(stage, "Page", true);
	wait_focus(stage, page->window);
	compose(page, 0);
	put(stage, page);
}

static void close_page(struct stage *stage, struct page *page)
{
	XFreeGC(stage->display, page->gc);
	XFreePixmap(stage->display, page->pixmap);
	image_fini(&page->board);
	image_fini(&page->image);
}

/* Without --live the answer goes with the page, and away with it. */
static void the_page_scrolls(void **state)
{
	struct stage *stage = *state;
	struct page page = { 0 };

	open_page(stage, &page);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	for (int scrolled = 17; scrolled < 130; scrolled += 55) {
		compose(&page, scrolled);
		put(stage, &page);
		wait_answer(stage);
	}
	compose(&page, PAGE_HEIGHT);
	put(stage, &page);
	wait_shown(stage, "Solveglass", false);
	close_page(stage, &page);
}

/* ... and grows and shrinks with it, about whatever point it is zoomed. */
static void the_page_is_zoomed(void **state)
{
	static const struct {
		int zoom, scrolled;
	} steps[] = { { 110, 0 }, { 80, 0 }, { 90, -40 }, { 100, 0 } };
	struct stage *stage = *state;
	struct page page = { 0 };

	open_page(stage, &page);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		compose_zoomed(&page, steps[i].scrolled, steps[i].zoom);
		put(stage, &page);
		wait_answer(stage);
	}
	/* so far that the board leaves the window */
	compose_zoomed(&page, 0, 700);
	put(stage, &page);
	wait_shown(stage, "Solveglass", false);
	close_page(stage, &page);
}

/* `show` ends where its drawing would lie wrong. */
static void a_show_ends(void **state)
{
	struct stage *stage = *state;
	struct page page = { 0 };

	open_page(stage, &page);
	stage->child = fork();
	if (stage->child == 0) {
		FILE *file = freopen(stage->output, "w", stderr);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setenv("DISPLAY", stage->server.display, 1);
		if (file && freopen("/dev/null", "w", stdout))
			execl(PROGRAM, "solveglass", "show", "--family",
			      "tracks", "--active", NULL);
		_exit(127);
	}
	wait_answer(stage);
	compose(&page, 17);
	put(stage, &page);
	check_end(stage, 0, "have moved");
	close_page(stage, &page);
}

/* How many points of the track are painted in what `grab` makes of the active
 * window. */
static int count_grabbed(struct stage *stage, const char *flag)
{
	char path[] = "/tmp/solveglass-grab-XXXXXX.png";
	int fd = mkstemps(path, 4), all, off;
	char *argv[] = { PROGRAM, "grab", "--quiet",    "--active",
			 "-o",    path,   (char *)flag, NULL };
	struct image image = { 0 };
	struct box grid;

	close(fd);
	require(xvfb_call(&stage->server, argv), "nothing is grabbed");
	assert_int_equal(file_load_image(path, &image, NULL), 0);
	assert_int_equal(image.width, PAGE_WIDTH);
	assert_int_equal(image.height, PAGE_HEIGHT);
	require(tracks_game_grid(&image, &grid), "no board is grabbed");
	off = tracks_game_off_track(&stage->solution, &grid, &image, &all);
	image_fini(&image);
	unlink(path);
	return all - off;
}

/* A window is captured with what is drawn over it, where that is wanted. */
static void it_is_grabbed(void **state)
{
	struct stage *stage = *state;
	struct page page = { 0 };

	open_page(stage, &page);
	start_watch(stage, NULL, NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	assert_int_equal(count_grabbed(stage, NULL), 0);
	assert_in_range(count_grabbed(stage, "--overlays"), 32, 33);
	close_page(stage, &page);
}

static void draw_caret(struct page *page, struct point at)
{
	for (int y = 0; y < 22; y++)
		for (int x = 0; x < 2; x++)
			image_row(&page->image, (int)at.y + y)[(int)at.x + x] =
				CARET;
}

/* Is the board read with more doubt than without anything on it? */
static bool is_doubted(struct pipeline *pipeline, const struct image *image)
{
	struct outcome_list list = { 0 };
	bool doubted;

	assert_int_equal(pipeline_read(pipeline, image, &list, NULL), 0);
	if (list.count)
		pipeline_solve(pipeline, &list.outcomes[0], NULL);
	doubted =
		list.count == 1 &&
		list.outcomes[0].doubt_count + list.outcomes[0].repaired_count >
			0;
	outcome_list_fini(&list);
	return doubted;
}

/* Puts a caret where it makes the reading doubtful. */
static struct point find_caret(struct page *page)
{
	struct point at = { 0, 0 };
	struct pipeline pipeline;
	struct box grid;
	bool found = false;

	require(tracks_game_grid(&page->image, &grid), "no board");
	pipeline_init(&pipeline);
	pipeline.families = 1u << FAMILY_tracks;
	assert_false(is_doubted(&pipeline, &page->image));
	for (int i = 0; i < 64 * 4 && !found; i++) {
		compose(page, 0);
		at.x = grid.x + i % 8 * grid.width / 8 + 18 + i / 64 % 2 * 9;
		at.y = grid.y + i / 8 % 8 * grid.height / 8 + 9 - i / 128 * 9;
		draw_caret(page, at);
		found = is_doubted(&pipeline, &page->image);
	}
	pipeline_fini(&pipeline);
	require(found, "no caret is doubted");
	return at;
}

/* Was the answer's shape changed since it was asked? */
static bool is_touched(struct stage *stage, int shape_event)
{
	bool touched = false;

	XSync(stage->display, False);
	while (XPending(stage->display)) {
		XEvent event;

		XNextEvent(stage->display, &event);
		touched |= event.type == shape_event + ShapeNotify;
	}
	return touched;
}

/* Opens the page with its answer, and asks to be told of changes of that. */
static void open_watched(struct stage *stage, struct page *page,
			 int *shape_event)
{
	Window overlay;
	int error;

	open_page(stage, page);
	start_watch(stage, "--live", NULL);
	key(stage, XK_F9, false);
	wait_answer(stage);
	xvfb_sleep(NEVER_MS);
	overlay = xvfb_find_below(stage->display,
				  DefaultRootWindow(stage->display),
				  "Solveglass");
	XShapeQueryExtension(stage->display, shape_event, &error);
	XShapeSelectInput(stage->display, overlay, ShapeNotifyMask);
}

/* A caret blinks on the board: the answer stays as it is. */
static void a_caret_blinks(void **state)
{
	struct stage *stage = *state;
	struct page page = { 0 };
	struct point caret;
	int shape_event;

	open_watched(stage, &page, &shape_event);
	caret = find_caret(&page);
	for (int i = 0; i < 8; i++) {
		put(stage, &page);
		xvfb_sleep(500);
		compose(&page, 0);
		if (i % 2)
			draw_caret(&page, caret);
	}
	assert_false(is_touched(stage, shape_event));
	close_page(stage, &page);
}

/* ... also where the machine is so busy that it is seen now and then only. */
static void a_caret_is_seldom_seen(void **state)
{
	struct stage *stage = *state;
	struct page page = { 0 };
	struct point caret;
	int shape_event;

	open_watched(stage, &page, &shape_event);
	caret = find_caret(&page);
	for (int i = 0; i < 3; i++) {
		draw_caret(&page, caret);
		put(stage, &page);
		xvfb_sleep(400);
		kill(stage->child, SIGSTOP);
		xvfb_sleep(1300);
		kill(stage->child, SIGCONT);
		xvfb_sleep(400);
		compose(&page, 0);
		put(stage, &page);
		xvfb_sleep(NEVER_MS);
	}
	assert_false(is_touched(stage, shape_event));
	close_page(stage, &page);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(the_page_scrolls),
		STAGE_TEST(the_page_is_zoomed),
		STAGE_TEST(a_show_ends),
		STAGE_TEST(it_is_grabbed),
		STAGE_TEST(a_caret_blinks),
		STAGE_TEST(a_caret_is_seldom_seen),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
