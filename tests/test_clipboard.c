/* The clipboard as another program leaves it (xclip), and what we leave there,
 * small and in pieces (INCR). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/Xatom.h>
#include <cmocka.h>
#include <poll.h>

#include "deadline.h"
#include "file.h"
#include "program.h"
#include "rng.h"
#include "xvfb.h"

#define PICTURE SOURCE_DIR "/samples/tracks/screen-1.png"
#define PHOTO SOURCE_DIR "/samples/tracks/photo-1.jpg"

/* More than a server without BIG-REQUESTS takes at once. */
enum { PIECES_MIN = 256 * 1024 };

struct fixture {
	struct xvfb server;
	Display *display;
	struct program_folder folder;
	struct program_run run;
};

static int setup(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);

	assert_true(xvfb_start(&fixture->server, "640x480x24"));
	fixture->display = XOpenDisplay(fixture->server.display);
	assert_non_null(fixture->display);
	setenv("DISPLAY", fixture->server.display, 1);
	program_folder_make(&fixture->folder);
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	XCloseDisplay(fixture->display);
	xvfb_stop(&fixture->server);
	program_folder_remove(&fixture->folder);
	free(fixture);
	return 0;
}

/* Shell commands, then our program with these arguments. */
static struct program_run *run(void **state, const char *before,
			       const char *arguments)
{
	struct fixture *fixture = *state;
	char command[2048];
	int status;

	snprintf(command, sizeof command, "cd '%s' && { %s; }",
		 fixture->folder.path, before);
	status = system(command);
	assert_int_equal(status, 0);
	program_run(&fixture->run, &fixture->folder, arguments);
	return &fixture->run;
}

/* A picture with so much around its puzzle that it comes in pieces: noise that
 * no eye sees, and no reader looks for digits in. */
static void make_large(struct fixture *fixture, char *path, size_t size)
{
	enum { NOISE = 500 };
	struct image small = { 0 }, large = { 0 };
	struct problem problem = { 0 };
	struct rng rng = { 0 };
	uint8_t *png = NULL;
	size_t length = 0;

	rng_seed(&rng, 3);
	snprintf(path, size, "%s/large.png", fixture->folder.path);
	assert_int_equal(file_load_image(PICTURE, &small, &problem), 0);
	assert_int_equal(
		image_init(&large, small.width, small.height + NOISE, &problem),
		0);
	for (int y = 0; y < large.height; y++)
		for (int x = 0; x < large.width; x++)
			image_row(&large, y)[x] =
				y < small.height
					? image_row(&small, y)[x]
					: 0xfff8f8f8 |
						  (rng_below(&rng, 1 << 24) &
						   0x070707);
	assert_int_equal(file_encode_png(&large, &png, &length, &problem), 0);
	assert_true(length > PIECES_MIN);
	assert_int_equal(file_save(path, png, length, &problem), 0);
	free(png);
	image_fini(&small);
	image_fini(&large);
}

static void text_is_taken(void **state)
{
	struct program_run *ran =
		run(state,
		    "'" PROGRAM "' make cross-sum --format text >tc.txt && "
		    "grep -q '^#tc' tc.txt && "
		    "xclip -selection clipboard tc.txt",
		    "solve --clipboard --json --no-store");

	if (ran->status != 0)
		fail_msg("%s%s", ran->out, ran->err);
	assert_non_null(strstr(ran->out, "\"family\":\"cross-sum\""));
	assert_non_null(strstr(ran->out, "\"verdict\":\"solved\""));
	/* and a file beside it */
	ran = run(state, ":", "solve --json --no-store tc.txt --clipboard");
	assert_int_equal(ran->status, 0);
	assert_memory_equal(ran->out, "{\"input\":\"clipboard\",", 21);
	assert_non_null(strstr(ran->out, "\n{\"input\":\"tc.txt\","));
}

static void a_windmill_string_is_taken(void **state)
{
	struct program_run *ran =
		run(state,
		    "'" PROGRAM "' make panel --format windmill | "
		    "xclip -selection clipboard -t text/plain",
		    "read --clipboard --json");

	assert_int_equal(ran->status, 0);
	assert_memory_equal(ran->out, "{\"input\":\"clipboard\",", 21);
	assert_non_null(strstr(ran->out, "\"family\":\"panel\""));
}

static void a_picture_is_taken(void **state)
{
	struct program_run *ran = run(
		state, "xclip -selection clipboard -t image/png '" PICTURE "'",
		"solve --clipboard --json --no-store");

	assert_int_equal(ran->status, 0);
	assert_non_null(strstr(ran->out, "\"family\":\"tracks\""));
	ran = run(state, "xclip -selection clipboard -t image/jpeg '" PHOTO "'",
		  "read --clipboard --json");
	assert_int_equal(ran->status, 0);
	assert_non_null(strstr(ran->out, "\"family\":\"tracks\""));
}

/* Taken and handed out in pieces: pixel for pixel what --draw writes. */
static void large_pictures_go_both_ways(void **state)
{
	struct fixture *fixture = *state;
	struct image drawn = { 0 }, copied = { 0 };
	struct problem problem = { 0 };
	struct program_run *ran;
	char path[256], command[600];

	make_large(fixture, path, sizeof path);
	snprintf(command, sizeof command,
		 "xclip -selection clipboard -t image/png '%s'", path);
	ran = run(state, command,
		  "solve --clipboard --copy --quiet --no-store && "
		  "xclip -selection clipboard -o -t image/png >copied.png && "
		  "xclip -selection clipboard -o >copied.txt && "
		  "'" PROGRAM "' solve large.png --draw drawn.png --quiet "
		  "--no-store >text.txt && cmp copied.txt text.txt");
	if (ran->status != 0)
		fail_msg("%s%s", ran->out, ran->err);
	snprintf(path, sizeof path, "%s/drawn.png", fixture->folder.path);
	assert_int_equal(file_load_image(path, &drawn, &problem), 0);
	snprintf(path, sizeof path, "%s/copied.png", fixture->folder.path);
	assert_int_equal(file_load_image(path, &copied, &problem), 0);
	assert_int_equal(drawn.width, copied.width);
	assert_int_equal(drawn.height, copied.height);
	for (int y = 0; y < drawn.height; y++)
		assert_memory_equal(image_row(&drawn, y), image_row(&copied, y),
				    (size_t)drawn.width * 4);
	image_fini(&drawn);
	image_fini(&copied);
}

/* The process that holds the answer ends when another program copies. */
static void the_holder_goes_when_it_is_not_needed(void **state)
{
	struct fixture *fixture = *state;
	Atom clipboard = XInternAtom(fixture->display, "CLIPBOARD", False);
	struct program_run *ran =
		run(state, "'" PROGRAM "' make suko --json >suko.json",
		    "solve --copy --format json suko.json --no-store");
	XEvent event = { 0 };
	Window owner;

	assert_int_equal(ran->status, 0);
	owner = XGetSelectionOwner(fixture->display, clipboard);
	assert_int_not_equal(owner, None);
	XSelectInput(fixture->display, owner, StructureNotifyMask);
	XSync(fixture->display, False);
	run(state,
	    "xclip -selection clipboard -o >got.json && cp got.json again.json "
	    "&& xclip -selection clipboard got.json",
	    "check again.json");
	assert_int_equal(fixture->run.status, 0);
	for (int i = 0; i < 100 && event.type != DestroyNotify; i++) {
		while (XPending(fixture->display))
			XNextEvent(fixture->display, &event);
		xvfb_sleep(50);
	}
	assert_int_equal(event.type, DestroyNotify);
}

static void what_is_of_no_use_is_told(void **state)
{
	struct fixture *fixture = *state;
	struct program_run *ran = run(state, ":", "read --clipboard");

	assert_string_equal(ran->err,
			    "solveglass: clipboard: the clipboard is empty\n");
	assert_int_equal(ran->status, 4);
	ran = run(state,
		  "echo x | xclip -selection clipboard -t application/x-none",
		  "read --clipboard");
	assert_string_equal(ran->err,
			    "solveglass: clipboard: the clipboard holds "
			    "neither a picture nor text\n");
	ran = run(state, "echo hello | xclip -selection clipboard",
		  "read --clipboard");
	assert_int_equal(ran->status, 4);
	/* the test itself owns it and says nothing */
	XSetSelectionOwner(
		fixture->display,
		XInternAtom(fixture->display, "CLIPBOARD", False),
		XCreateSimpleWindow(fixture->display,
				    DefaultRootWindow(fixture->display), 0, 0,
				    1, 1, 0, 0, 0),
		CurrentTime);
	XSync(fixture->display, False);
	ran = run(state, ":", "read --clipboard");
	assert_string_equal(ran->err,
			    "solveglass: clipboard: the program that owns the "
			    "clipboard does not answer\n");
	ran = run(state, ":", "solve");
	assert_int_equal(ran->status, 64);
}

int main(void)
{
#define CLIP_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		CLIP_TEST(text_is_taken),
		CLIP_TEST(a_windmill_string_is_taken),
		CLIP_TEST(a_picture_is_taken),
		CLIP_TEST(large_pictures_go_both_ways),
		CLIP_TEST(the_holder_goes_when_it_is_not_needed),
		CLIP_TEST(what_is_of_no_use_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
