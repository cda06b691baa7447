/* `watch` before a pillar that its player walks around: a window shows one side
 * after the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "file.h"
#include "watch_stage.h"

enum { SIDES = 3, WIDTH = 1280, HEIGHT = 800 };

static const char *const cards[SIDES] = {
	"Solveglass: not all of the pillar is seen (views joined: 1, columns: "
	"2 of 6); walk on around it and press again",
	"Solveglass: not all of the pillar is seen (views joined: 2, columns: "
	"4 of 6); walk on around it and press again",
	"Solveglass: views joined: 3",
};

static Window open_window(struct stage *stage)
{
	Window window = XCreateSimpleWindow(stage->display,
					    DefaultRootWindow(stage->display),
					    0, 0, WIDTH, HEIGHT, 0, 0, 0);

	XStoreName(stage->display, window, "Pillar");
	/* a window manager that has just begun may miss the first time */
	for (int i = 0; i < TRIES && !is_shown(stage, "Pillar"); i++) {
		XMapRaised(stage->display, window);
		XSync(stage->display, False);
		xvfb_sleep(TRY_MS);
	}
	wait_focus(stage, window);
	return window;
}

/* Shows a side of the sample, which the caller frees. */
static void turn(struct stage *stage, Window window, int side,
		 struct image *image)
{
	int screen = DefaultScreen(stage->display);
	Pixmap pixmap =
		XCreatePixmap(stage->display, window, WIDTH, HEIGHT, 24);
	GC gc = XCreateGC(stage->display, pixmap, 0, NULL);
	char path[400];
	XImage *sent;

	snprintf(path, sizeof path,
		 SOURCE_DIR "/samples/panel/pillar/dots-%d.png", side + 1);
	assert_int_equal(file_load_image(path, image, NULL), 0);
	sent = XCreateImage(stage->display,
			    DefaultVisual(stage->display, screen), 24, ZPixmap,
			    0, (char *)image->pixels, WIDTH, HEIGHT, 32,
			    (int)image->stride * 4);
	XPutImage(stage->display, pixmap, gc, sent, 0, 0, 0, 0, WIDTH, HEIGHT);
	XSetWindowBackgroundPixmap(stage->display, window, pixmap);
	XClearWindow(stage->display, window);
	XSync(stage->display, False);
	sent->data = NULL;
	XDestroyImage(sent);
	XFreeGC(stage->display, gc);
	XFreePixmap(stage->display, pixmap);
}

/* Pixels of the window that are not the game's: beside the pillar, or on it.
 * Cards lie above it. */
static void count_drawn(struct stage *stage, Window window,
			const struct image *game, int *beside, int *on)
{
	struct screen_shot shot = { 0 };
	Window child;
	int left, top;

	XTranslateCoordinates(stage->display, window,
			      DefaultRootWindow(stage->display), 0, 0, &left,
			      &top, &child);
	grab_screen(stage, &shot);
	*beside = *on = 0;
	for (int y = HEIGHT / 5; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			uint32_t now =
				image_row(&shot.image, top + y)[left + x];
			bool differs =
				((now ^ image_row(game, y)[x]) & 0xffffff) != 0;

			*(abs(x - WIDTH / 2) > 110 ? beside : on) += differs;
		}
	image_fini(&shot.image);
}

static void wait_drawn(struct stage *stage, Window window,
		       const struct image *game, bool wanted)
{
	int beside = 0, on = 0;

	for (int i = 0; i < TRIES; i++) {
		count_drawn(stage, window, game, &beside, &on);
		if (!beside && (wanted ? on > 500 : on == 0))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("%d pixels beside the pillar are drawn, %d on it", beside, on);
}

/* Each press adds the side that is before the player; once all are seen the
 * answer's part lies over that, and the key hides and shows it, or steps of
 * it. */
static void a_walk_around_a_pillar(void **state)
{
	struct stage *stage = *state;
	struct image side = { 0 };
	Window window;

	start_managed(stage);
	window = open_window(stage);
	start_watch(stage, "--family", "panel");
	for (int i = 0; i < SIDES; i++) {
		image_fini(&side);
		turn(stage, window, i, &side);
		key(stage, XK_F9, false);
		wait_shown(stage, cards[i], true);
		if (i < SIDES - 1)
			wait_drawn(stage, window, &side, false);
	}
	wait_drawn(stage, window, &side, true);
	key(stage, XK_F9, false);
	wait_drawn(stage, window, &side, false);
	key(stage, XK_F9, true);
	wait_shown(stage, "Solveglass: step 1 of ", true);
	key(stage, XK_F9, false);
	wait_drawn(stage, window, &side, true);
	/* walking on leaves nothing behind */
	image_fini(&side);
	turn(stage, window, 0, &side);
	wait_drawn(stage, window, &side, false);
	image_fini(&side);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(a_walk_around_a_pillar),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
