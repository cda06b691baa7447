/* Capturing on X servers of our own: what is grabbed is what the windows
 * hold, however they lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "x11.h"
#include "xvfb.h"

/* A client of the server under test that owns painted windows. */
struct painter {
	Display *display;
	GC gc;
};

static struct xvfb server;
static struct painter painter;

static void require(bool ok, const char *what)
{
	if (!ok)
		fail_msg("%s", what);
}

static void start_without(const char *screen, const char *extension)
{
	require(xvfb_start_without(&server, screen, extension), "no Xvfb");
	painter.display = XOpenDisplay(server.display);
	require(painter.display != NULL, "Xvfb does not answer");
	painter.gc = XCreateGC(painter.display,
			       DefaultRootWindow(painter.display), 0, NULL);
}

static void start(const char *screen)
{
	start_without(screen, NULL);
}

static void leave(void)
{
	if (!painter.display)
		return;
	XFreeGC(painter.display, painter.gc);
	XCloseDisplay(painter.display);
	painter.display = NULL;
}

static int stop(void **state)
{
	(void)state;
	leave();
	xvfb_stop(&server);
	return 0;
}

/* The colour of pixel x, y of every test window, in 5 bits a channel so that
 * all depths can hold it. */
static uint32_t pattern(int x, int y)
{
	uint32_t r = (uint32_t)(x & 31);
	uint32_t g = (uint32_t)(y & 31);
	uint32_t b = (uint32_t)((x / 32 + y / 32 * 5) & 31);

	return r << 10 | g << 5 | b;
}

static unsigned long scaled(uint32_t value, unsigned long mask)
{
	int shift = 0;
	unsigned long top = mask;

	while (!(top & 1)) {
		top >>= 1;
		shift++;
	}
	return (value * top + 15) / 31 << shift;
}

static void paint(Window window, int width, int height)
{
	Visual *visual =
		DefaultVisual(painter.display, DefaultScreen(painter.display));
	int depth =
		DefaultDepth(painter.display, DefaultScreen(painter.display));
	XImage *image =
		XCreateImage(painter.display, visual, (unsigned)depth, ZPixmap,
			     0, NULL, (unsigned)width, (unsigned)height, 32, 0);

	image->data = calloc((size_t)image->bytes_per_line, (size_t)height);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			uint32_t p = pattern(x, y);

			XPutPixel(image, x, y,
				  scaled(p >> 10, visual->red_mask) |
					  scaled(p >> 5 & 31,
						 visual->green_mask) |
					  scaled(p & 31, visual->blue_mask));
		}
	XPutImage(painter.display, window, painter.gc, image, 0, 0, 0, 0,
		  (unsigned)width, (unsigned)height);
	XDestroyImage(image);
	XSync(painter.display, False);
}

/* A plain window that nobody manages. */
static Window make_window(int x, int y, int width, int height)
{
	XSetWindowAttributes wish = { .override_redirect = True,
				      .event_mask = ExposureMask };
	Window window = XCreateWindow(
		painter.display, DefaultRootWindow(painter.display), x, y,
		(unsigned)width, (unsigned)height, 0, CopyFromParent,
		InputOutput, CopyFromParent, CWOverrideRedirect | CWEventMask,
		&wish);

	XMapRaised(painter.display, window);
	XSync(painter.display, False);
	return window;
}

/* How far a colour may be off: what one step of the coarsest channel makes */
static int count_wrong(const struct image *image, int tolerance)
{
	int wrong = 0;

	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t got = image_row(image, y)[x];
			uint32_t p = pattern(x, y);
			int r = (int)((p >> 10) * 255 / 31);
			int g = (int)((p >> 5 & 31) * 255 / 31);
			int b = (int)((p & 31) * 255 / 31);

			wrong += abs((int)(got >> 16 & 255) - r) > tolerance ||
				 abs((int)(got >> 8 & 255) - g) > tolerance ||
				 abs((int)(got & 255) - b) > tolerance;
		}
	return wrong;
}

/* Paints `window` again whenever the server asks, until the child is ended:
 * what a program does that is covered and uncovered. */
static pid_t paint_forever(Window window, int width, int height)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	painter.display = XOpenDisplay(server.display);
	painter.gc = XCreateGC(painter.display,
			       DefaultRootWindow(painter.display), 0, NULL);
	XSelectInput(painter.display, window, ExposureMask);
	XSync(painter.display, False);
	for (;;) {
		XEvent event;

		XNextEvent(painter.display, &event);
		xvfb_sleep(16);
		while (XCheckTypedEvent(painter.display, Expose, &event))
			;
		paint(window, width, height);
	}
}

static struct x11 *open_or_fail(void)
{
	struct problem problem = { 0 };
	struct x11 *x11 = x11_open(server.display, &problem);

	require(x11 != NULL, problem.text);
	return x11;
}

static void grab(struct x11 *x11, Window window, struct screen_shot *shot)
{
	struct problem problem = { 0 };
	struct screen_window found;

	require(x11_window_by_id(x11, window, &found, &problem) == 0,
		problem.text);
	require(x11_grab_window(x11, &found, shot, &problem) == 0,
		problem.text);
}

static void check_depth(const char *screen, int tolerance)
{
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	Window window;

	start(screen);
	window = make_window(40, 30, 300, 200);
	paint(window, 300, 200);
	x11 = open_or_fail();
	grab(x11, window, &shot);
	assert_int_equal(shot.image.width, 300);
	assert_int_equal(shot.image.height, 200);
	assert_int_equal(shot.scr_x, 40);
	assert_int_equal(shot.scr_y, 30);
	assert_true(shot.whole);
	assert_int_equal(count_wrong(&shot.image, tolerance), 0);
	image_fini(&shot.image);
	x11_close(x11);
}

static void depth_24_is_read(void **state)
{
	(void)state;
	check_depth("640x480x24", 1);
}

static void depth_30_is_read(void **state)
{
	(void)state;
	check_depth("640x480x30", 1);
}

static void depth_16_is_read(void **state)
{
	(void)state;
	check_depth("640x480x16", 5);
}

/* As from a display on another machine. */
static void pixels_come_without_shared_memory(void **state)
{
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	Window window;

	(void)state;
	start_without("640x480x24", "MIT-SHM");
	window = make_window(40, 30, 300, 200);
	paint(window, 300, 200);
	x11 = open_or_fail();
	grab(x11, window, &shot);
	assert_true(shot.whole);
	assert_int_equal(count_wrong(&shot.image, 1), 0);
	image_fini(&shot.image);
	x11_close(x11);
}

/* What is seen is taken, and said not to be all. */
static void without_composite_the_seen_part_is_taken(void **state)
{
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	Window window;

	(void)state;
	start_without("640x480x24", "Composite");
	window = make_window(-50, 30, 300, 200);
	paint(window, 300, 200);
	x11 = open_or_fail();
	grab(x11, window, &shot);
	assert_false(shot.whole);
	assert_int_equal(shot.scr_x, -50);
	assert_int_equal(shot.image.width, 300);
	/* the left 50 columns lie beyond the rim, the rest is right; column 0
	 * of the pattern has black pixels of its own */
	assert_in_range(count_wrong(&shot.image, 1), 40 * 200, 50 * 200);
	XMoveWindow(painter.display, window, 50, 30);
	XSync(painter.display, False);
	paint(window, 300, 200);
	grab(x11, window, &shot);
	assert_true(shot.whole);
	assert_int_equal(count_wrong(&shot.image, 1), 0);
	image_fini(&shot.image);
	x11_close(x11);
}

/* Looks for the first time at a window that somebody else paints when it is
 * asked to, which on a busy machine may come too late for one look or another:
 * each of so many is the first one. Returns who holds the window. */
static struct x11 *grab_first(Window window, struct screen_shot *shot)
{
	enum { LOOKS = 20 };

	for (int i = 0; i < LOOKS; i++) {
		struct x11 *x11 = open_or_fail();

		grab(x11, window, shot);
		assert_true(shot->whole);
		if (count_wrong(&shot->image, 1) == 0)
			return x11;
		x11_close(x11);
		/* what it was asked for is not painted during the next */
		xvfb_sleep(300);
	}
	fail_msg("%d pixels are wrong", count_wrong(&shot->image, 1));
	return NULL;
}

static void covered_window_is_whole(void **state)
{
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	Window window;
	pid_t child;

	(void)state;
	start("640x480x24");
	window = make_window(40, 30, 300, 200);
	child = paint_forever(window, 300, 200);
	xvfb_sleep(200);
	paint(window, 300, 200);
	make_window(100, 0, 500, 400);
	x11 = grab_first(window, &shot);
	/* the window is held already */
	grab(x11, window, &shot);
	assert_true(shot.whole);
	assert_int_equal(count_wrong(&shot.image, 1), 0);
	image_fini(&shot.image);
	x11_close(x11);
	xvfb_end(child);
}

static void window_over_the_rim_is_whole(void **state)
{
	static const struct {
		int x, y;
	} places[] = { { -150, 30 }, { 500, 400 }, { 100, -120 } };
	struct screen_shot shot = { 0 };
	struct x11 *x11 = NULL;
	Window window;
	pid_t child;

	(void)state;
	start("640x480x24");
	window = make_window(40, 30, 300, 200);
	child = paint_forever(window, 300, 200);
	xvfb_sleep(200);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		XMoveWindow(painter.display, window, places[i].x, places[i].y);
		XSync(painter.display, False);
		xvfb_sleep(100);
		if (x11)
			grab(x11, window, &shot);
		else
			x11 = grab_first(window, &shot);
		assert_true(shot.whole);
		assert_int_equal(count_wrong(&shot.image, 1), 0);
		assert_int_equal(shot.scr_x, places[i].x);
		assert_int_equal(shot.scr_y, places[i].y);
	}
	image_fini(&shot.image);
	x11_close(x11);
	xvfb_end(child);
}

static void window_that_grows_is_followed(void **state)
{
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	Window window;

	(void)state;
	start("640x480x24");
	window = make_window(10, 10, 100, 100);
	paint(window, 100, 100);
	x11 = open_or_fail();
	grab(x11, window, &shot);
	assert_int_equal(shot.image.width, 100);
	XResizeWindow(painter.display, window, 320, 240);
	XSync(painter.display, False);
	paint(window, 320, 240);
	grab(x11, window, &shot);
	assert_int_equal(shot.image.width, 320);
	assert_int_equal(shot.image.height, 240);
	assert_int_equal(count_wrong(&shot.image, 1), 0);
	image_fini(&shot.image);
	x11_close(x11);
}

static void assert_grab_fails(struct x11 *x11, struct screen_window *window,
			      const char *sentence)
{
	struct screen_shot shot = { 0 };
	struct problem problem = { 0 };

	assert_int_equal(x11_grab_window(x11, window, &shot, &problem), -1);
	assert_int_equal(problem.kind, PROBLEM_ENVIRONMENT);
	assert_string_equal(problem.text, sentence);
	image_fini(&shot.image);
}

static void what_cannot_be_captured_is_said(void **state)
{
	struct problem problem = { 0 };
	struct screen_window found;
	char sentence[100];
	struct x11 *x11;
	Window window;

	(void)state;
	start("640x480x24");
	x11 = open_or_fail();
	assert_int_equal(x11_window_by_id(x11, 0x7654321, &found, &problem),
			 -1);
	assert_int_equal(problem.kind, PROBLEM_ENVIRONMENT);
	assert_string_equal(problem.text, "no such window: '0x7654321'");

	window = make_window(10, 10, 100, 100);
	problem.kind = PROBLEM_NONE;
	assert_int_equal(x11_window_by_id(x11, window, &found, &problem), 0);
	XUnmapWindow(painter.display, window);
	XSync(painter.display, False);
	snprintf(sentence, sizeof sentence,
		 "window '0x%lx' is minimised or on another desktop", window);
	assert_grab_fails(x11, &found, sentence);
	XDestroyWindow(painter.display, window);
	XSync(painter.display, False);
	snprintf(sentence, sizeof sentence, "window '0x%lx' is gone", window);
	assert_grab_fails(x11, &found, sentence);
	/* and the connection is still good */
	window = make_window(10, 10, 100, 100);
	assert_int_equal(x11_window_by_id(x11, window, &found, &problem), 0);
	x11_close(x11);
}

/* Windows come and go while they are grabbed: each grab gives the window or a
 * sentence. */
static void windows_closing_meanwhile_are_survived(void **state)
{
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	int taken = 0;
	int missed = 0;
	pid_t child;

	(void)state;
	start("640x480x24");
	x11 = open_or_fail();
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		painter.display = XOpenDisplay(server.display);
		painter.gc =
			XCreateGC(painter.display,
				  DefaultRootWindow(painter.display), 0, NULL);
		for (int i = 0;; i++) {
			Window window =
				make_window(-50 + i % 100, 30, 200, 200);

			usleep((useconds_t)(i % 40) * 100);
			XDestroyWindow(painter.display, window);
			XSync(painter.display, False);
		}
	}
	XWarpPointer(painter.display, None, DefaultRootWindow(painter.display),
		     0, 0, 0, 0, 100, 100);
	XSync(painter.display, False);
	for (int i = 0; i < 400 || (taken < 5 && i < 20000); i++) {
		struct problem problem = { 0 };
		struct screen_window found;

		if (x11_window_under_pointer(x11, &found, &problem) == 0 &&
		    x11_grab_window(x11, &found, &shot, &problem) == 0) {
			taken++;
			continue;
		}
		missed++;
		assert_int_equal(problem.kind, PROBLEM_ENVIRONMENT);
		assert_true(problem.text[0]);
	}
	assert_in_range(taken, 5, 20000);
	assert_in_range(missed, 1, 20000);
	xvfb_end(child);
	image_fini(&shot.image);
	x11_close(x11);
}

static void no_display_is_said(void **state)
{
	struct problem problem = { 0 };

	(void)state;
	assert_null(x11_open(":4711", &problem));
	assert_int_equal(problem.kind, PROBLEM_ENVIRONMENT);
	assert_string_equal(problem.text, "no X display answers at ':4711'");
}

static void lost_display_is_said(void **state)
{
	struct screen_shot shot = { 0 };
	struct problem problem = { 0 };
	struct screen_window found;
	struct x11 *x11;
	Window window;

	(void)state;
	start("640x480x24");
	window = make_window(10, 10, 100, 100);
	x11 = open_or_fail();
	assert_int_equal(x11_window_by_id(x11, window, &found, &problem), 0);
	leave();
	xvfb_stop(&server);
	assert_int_equal(x11_grab_window(x11, &found, &shot, &problem), -1);
	assert_int_equal(problem.kind, PROBLEM_ENVIRONMENT);
	assert_string_equal(problem.text,
			    "cannot go on: the X display is gone");
	x11_close(x11);
	image_fini(&shot.image);
}

static void monitors_are_named(void **state)
{
	char *left[] = { "xrandr", "--setmonitor",
			 "LEFT",   "400/100x480/100+0+0",
			 "screen", NULL };
	char *right[] = { "xrandr", "--setmonitor",
			  "RIGHT",  "240/60x480/100+400+0",
			  "none",   NULL };
	struct screen_monitor monitors[SCREEN_MONITORS_MAX];
	struct problem problem = { 0 };
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	Window window;
	int right_at = -1;
	int count;

	(void)state;
	start("640x480x24");
	require(xvfb_call(&server, left) && xvfb_call(&server, right),
		"xrandr --setmonitor failed");
	x11 = open_or_fail();
	count = x11_monitors(x11, monitors, &problem);
	assert_in_range(count, 1, 3);
	for (int i = 0; i < count; i++)
		if (strcmp(monitors[i].name, "RIGHT") == 0)
			right_at = i;
	assert_in_range(right_at, 0, 2);
	assert_int_equal(monitors[right_at].scr_box.x, 400);
	assert_int_equal(monitors[right_at].scr_box.width, 240);
	assert_int_equal(monitors[right_at].scr_box.height, 480);
	window = make_window(400, 0, 240, 480);
	paint(window, 240, 480);
	require(x11_grab_box(x11, &monitors[right_at].scr_box, &shot,
			     &problem) == 0,
		problem.text);
	assert_int_equal(shot.scr_x, 400);
	assert_int_equal(shot.image.width, 240);
	assert_int_equal(count_wrong(&shot.image, 1), 0);
	image_fini(&shot.image);
	x11_close(x11);
}

/* A real game below a window manager: found under the pointer, as the active
 * window and by the id of its frame, and always the same window. */
static void managed_window_is_found(void **state)
{
	char *openbox[] = { "openbox", NULL };
	char *game[] = { "/usr/games/sgt-tracks", "6x6de", NULL };
	struct screen_window found, other, all[4];
	char sentence[100];
	struct problem problem = { 0 };
	struct screen_shot shot = { 0 };
	struct x11 *x11;
	Window window;

	(void)state;
	start("1024x768x24");
	xvfb_run(&server, NULL, openbox);
	require(xvfb_managed(painter.display), "openbox does not start");
	xvfb_run(&server, NULL, game);
	window = xvfb_window(painter.display, "Train Tracks");
	require(window != None, "the game shows no window");
	xvfb_sleep(300);
	x11 = open_or_fail();
	require(x11_window_by_id(x11, window, &found, &problem) == 0,
		problem.text);
	assert_int_equal(found.id, window);
	assert_int_not_equal(found.frame, window);
	assert_non_null(strstr(found.title, "Train Tracks"));
	require(x11_window_by_id(x11, found.frame, &other, &problem) == 0,
		problem.text);
	assert_int_equal(other.id, window);
	require(x11_window_active(x11, &other, &problem) == 0, problem.text);
	assert_int_equal(other.id, window);
	/* what no window manager looks after is none for people */
	make_window(0, 0, 50, 50);
	assert_int_equal(x11_windows(x11, all, 4, &problem), 1);
	assert_int_equal(all[0].id, window);
	XWarpPointer(painter.display, None, DefaultRootWindow(painter.display),
		     0, 0, 0, 0, found.scr_box.x + 50, found.scr_box.y + 80);
	XSync(painter.display, False);
	require(x11_window_under_pointer(x11, &other, &problem) == 0,
		problem.text);
	assert_int_equal(other.id, window);
	require(x11_grab_window(x11, &found, &shot, &problem) == 0,
		problem.text);
	assert_int_equal(shot.image.width, found.scr_box.width);
	image_fini(&shot.image);
	XIconifyWindow(painter.display, window, DefaultScreen(painter.display));
	XSync(painter.display, False);
	xvfb_sleep(500);
	snprintf(sentence, sizeof sentence,
		 "window '0x%lx' is minimised or on another desktop", window);
	assert_grab_fails(x11, &found, sentence);
	assert_int_equal(x11_windows(x11, all, 4, &problem), 0);
	x11_close(x11);
}

/* Without a window manager the focus says what is active. */
static void focused_window_is_active(void **state)
{
	struct problem problem = { 0 };
	struct screen_window found;
	struct x11 *x11;
	Window window;

	(void)state;
	start("640x480x24");
	window = make_window(10, 10, 100, 100);
	XSetInputFocus(painter.display, window, RevertToNone, CurrentTime);
	XSync(painter.display, False);
	x11 = open_or_fail();
	require(x11_window_active(x11, &found, &problem) == 0, problem.text);
	assert_int_equal(found.id, window);
	XSetInputFocus(painter.display, None, RevertToNone, CurrentTime);
	XSync(painter.display, False);
	assert_int_equal(x11_window_active(x11, &found, &problem), -1);
	assert_string_equal(problem.text, "no window is active");
	x11_close(x11);
}

int main(void)
{
#define X_TEST(f) cmocka_unit_test_teardown(f, stop)
	const struct CMUnitTest tests[] = {
		X_TEST(depth_24_is_read),
		X_TEST(depth_30_is_read),
		X_TEST(depth_16_is_read),
		X_TEST(pixels_come_without_shared_memory),
		X_TEST(without_composite_the_seen_part_is_taken),
		X_TEST(covered_window_is_whole),
		X_TEST(window_over_the_rim_is_whole),
		X_TEST(window_that_grows_is_followed),
		X_TEST(what_cannot_be_captured_is_said),
		X_TEST(windows_closing_meanwhile_are_survived),
		X_TEST(no_display_is_said),
		X_TEST(lost_display_is_said),
		X_TEST(monitors_are_named),
		X_TEST(managed_window_is_found),
		X_TEST(focused_window_is_active),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
