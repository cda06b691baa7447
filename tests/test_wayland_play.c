/* solveglass play on a real Wayland compositor: real games are played to their
 * end, and let alone as soon as a hand is on the mouse or the keyboard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wayland_stage.h"
#include "wlink_wayland.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"

/* The rails of half a square; the game draws nothing else in white, and that
 * only while it flashes for the finished track. */
enum { FLASH_LEAST = 30 };

#define FLOATING                                                               \
	"default_border none\n"                                                \
	"for_window [title=\"Train Tracks\"] floating enable, "                \
	"move absolute position 40 30\n"

/* Waits until the active window has this title. */
static void wait_title(struct stage *stage, const char *title)
{
	struct screen_window window = { 0 };

	for (int i = 0; i < TRIES; i++) {
		if (screen_window_active(stage->screen, &window, NULL) == 0 &&
		    !strcmp(window.title, title))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("'%s' instead of '%s'", window.title, title);
}

/* Waits until nothing on the screen changes any more. */
static void wait_still(struct stage *stage)
{
	struct screen_shot shots[2] = { 0 };
	int same = 0;

	for (int i = 0; i < TRIES && same < 5; i++) {
		const struct image *now = &shots[i % 2].image;
		const struct image *was = &shots[1 - i % 2].image;

		look(stage, &shots[i % 2]);
		same = was->pixels && now->height == was->height &&
				       !memcmp(now->pixels, was->pixels,
					       now->stride * sizeof(uint32_t) *
						       (size_t)now->height)
			       ? same + 1
			       : 0;
		xvfb_sleep(200);
	}
	image_fini(&shots[0].image);
	image_fini(&shots[1].image);
	assert_int_equal(same, 5);
}

/* The game in its own colours. */
static void start_tracks(struct stage *stage)
{
	char *environment[] = { (char *)"GDK_BACKEND=wayland",
				(char *)"TRAINTRACKS_TILESIZE=40", NULL };
	char *argv[] = { (char *)"/usr/games/sgt-tracks",
			 (char *)TRACKS_GAME_ID, NULL };

	stage_run(stage, environment, argv);
	wait_title(stage, "Train Tracks");
	wait_still(stage);
}

static bool flashes(struct stage *stage)
{
	struct screen_shot shot = { 0 };
	int white = 0;

	look(stage, &shot);
	for (int y = 0; y < shot.image.height; y++)
		for (int x = 0; x < shot.image.width; x++)
			white += (image_row(&shot.image, y)[x] & 0xffffff) ==
				 0xffffff;
	image_fini(&shot.image);
	return white >= FLASH_LEAST;
}

/* Starts "solveglass play --yes ARGUMENTS" in the background. */
static void start_play(struct stage *stage, const char *arguments)
{
	char command[512];

	snprintf(command, sizeof command,
		 "cd '%s' && exec '%s' play --yes --no-store %s >said 2>&1",
		 stage->folder.path, PROGRAM, arguments);
	/* what was said before is not to be waited for */
	ours(stage, "--version; rm -f said");
	stage->child = fork();
	if (stage->child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execl("/bin/sh", "sh", "-c", command, NULL);
		_exit(127);
	}
}

/* Its exit status; *flashed: did the game flash meanwhile? */
static int watch_play(struct stage *stage, bool *flashed)
{
	int status = -1;

	*flashed = false;
	while (waitpid(stage->child, &status, WNOHANG) == 0) {
		*flashed |= flashes(stage);
		xvfb_sleep(10);
	}
	stage->child = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The game flashes, and what was entered is looked at. */
static void expect_played(struct stage *stage)
{
	char text[4000];
	bool flashed;
	int status;

	start_play(stage, "--active");
	status = watch_play(stage, &flashed);
	said(stage, text, sizeof text);
	if (status != 0 || !flashed || !strstr(text, "marks are there"))
		fail_msg("%d, flash %d: %s", status, flashed, text);
}

/* On another output than the first, at scales; the second time what is there is
 * taken back first, by keys. The game floats and is started anew: one whose
 * size is not its own, or that saw another scale, takes clicks for others. */
static void games_are_played(void **state)
{
	static const char *const scales[] = { "1", "1.5", "2" };
	struct stage *stage = *state;

	start_sway(stage,
		   "default_border none\n"
		   "for_window [title=\"Train Tracks\"] floating enable, "
		   "move absolute position 740 30\n"
		   "output HEADLESS-1 resolution 700x500 position 0 0\n"
		   "output HEADLESS-2 resolution 900x960 position 700 0\n"
		   "workspace 2 output HEADLESS-2\n"
		   "focus output HEADLESS-2\n",
		   "2");
	for (int i = 0; i < 3; i++) {
		char line[64];

		snprintf(line, sizeof line, "output * scale %s", scales[i]);
		tell_sway(stage, line);
		start_tracks(stage);
		expect_played(stage);
		if (i == 0)
			expect_played(stage);
		xvfb_stop(&stage->programs);
	}
}

static void cover_window(struct stage *stage)
{
	char *environment[] = { (char *)"GDK_BACKEND=wayland", NULL };
	char *argv[] = { (char *)"/usr/games/sgt-net", NULL };

	stage_run(stage, environment, argv);
}

/* As on labwc: which program is active is told, but not where its window
 * lies. */
static void windows_need_not_be_told_of(void **state)
{
	struct stage *stage = *state;
	char sway[160], text[4000];
	bool flashed;
	int status;

	start_sway(stage,
		   "default_border none\n"
		   "for_window [title=\"Train Tracks\"] floating enable, "
		   "move absolute position 740 30\n"
		   "output HEADLESS-1 resolution 700x500 position 0 0\n"
		   "output HEADLESS-2 resolution 900x960 position 700 0\n"
		   "workspace 2 output HEADLESS-2\n"
		   "focus output HEADLESS-2\n"
		   "focus_follows_mouse no\n",
		   "2");
	start_tracks(stage);
	snprintf(sway, sizeof sway, "%s", getenv("SWAYSOCK"));
	unsetenv("SWAYSOCK");
	/* another program is active in the middle of it */
	start_play(stage, "--pace 400 --json");
	wait_said(stage, "{\"entered\":1");
	cover_window(stage);
	status = watch_play(stage, &flashed);
	said(stage, text, sizeof text);
	if (status != 4 ||
	    !strstr(text, "another window lies over the game, after ") ||
	    !strstr(text, " of 26 marks"))
		fail_msg("%d, %s", status,
			 strstr(text, "\"played\"") ? strstr(text, "\"played\"")
						    : text);
	setenv("SWAYSOCK", sway, 1);
	tell_sway(stage, "[title=\"Net\"] kill");
	wait_title(stage, "Train Tracks");
	wait_still(stage);
	unsetenv("SWAYSOCK");
	expect_played(stage);
}

static void games_of_x11_are_played(void **state)
{
	struct stage *stage = *state;

	if (!is_installed("Xwayland"))
		skip_because("no Xwayland");
	start_sway(stage,
		   FLOATING "output HEADLESS-1 resolution 1400x1200 scale 2\n"
			    "xwayland enable\n"
			    "exec env GDK_BACKEND=x11 NO_AT_BRIDGE=1 "
			    "/usr/games/sgt-tracks '" TRACKS_GAME_ID "'\n",
		   "1");
	wait_title(stage, "Train Tracks");
	wait_still(stage);
	expect_played(stage);
}

/* A page of tests/pages in a browser, until it calls itself solved. */
static void expect_page_played(struct stage *stage, const char *page,
			       const char *title, const char *flags)
{
	char data[128], url[160];
	char *const argv[] = { (char *)"chromium",
			       (char *)"--no-sandbox",
			       (char *)"--test-type",
			       (char *)"--no-first-run",
			       (char *)"--disable-gpu",
			       (char *)"--disable-dev-shm-usage",
			       (char *)"--ozone-platform=wayland",
			       data,
			       url,
			       NULL };
	char text[4000];
	bool flashed;
	int status;

	snprintf(data, sizeof data, "--user-data-dir=%s/browser",
		 stage->folder.path);
	snprintf(url, sizeof url, "--app=file://%s/%s", stage->folder.path,
		 page);
	stage_run(stage, NULL, argv);
	wait_title(stage, title);
	wait_still(stage);
	start_play(stage, flags);
	status = watch_play(stage, &flashed);
	said(stage, text, sizeof text);
	if (status != 0)
		fail_msg("%s: %d, %s", page, status, text);
	wait_title(stage, "Solved");
	tell_sway(stage, "kill");
	/* nothing more of it is written */
	xvfb_stop(&stage->programs);
	xvfb_sleep(500);
}

/* Digits that are typed, pieces that are dragged and turned by the wheel. */
static void pages_are_played(void **state)
{
	static const char client[] =
		"{\"name\":\"wheel\",\"piece\":[\"press 1\",\"turn wheel "
		"down\",\"follow\",\"release 1\"]}";
	struct stage *stage = *state;

	if (!is_installed("chromium"))
		skip_because("no chromium");
	start_sway(stage,
		   "default_border none\n"
		   "output HEADLESS-1 resolution 900x760\n",
		   "1");
	program_write(&stage->folder, "wheel.json", client, strlen(client));
	assert_int_equal(ours(stage, "--version; cp '" SOURCE_DIR
				     "'/tests/pages/*.html .; chmod a+r *")
				 ->status,
			 0);
	expect_page_played(stage, "suko.html", "Suko", "--active");
	expect_page_played(stage, "sigils.html?wheel", "Sigils",
			   "--active --client wheel.json --pace 60");
}

/* A mouse of another's. */
static void move_mouse(struct stage *stage)
{
	struct problem problem = { 0 };
	struct wlink *link = wlink_open(&problem);
	struct zwlr_virtual_pointer_v1 *pointer;

	(void)stage;
	require(link && link->pointers, "no virtual pointer");
	pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
		link->pointers, link->seat);
	/* as a hand does: once alone may come with what we do ourselves */
	for (int i = 0; i < 50; i++) {
		zwlr_virtual_pointer_v1_motion(pointer, 0, wl_fixed_from_int(1),
					       0);
		zwlr_virtual_pointer_v1_frame(pointer);
		wlink_sync(link, NULL);
		xvfb_sleep(8);
	}
	zwlr_virtual_pointer_v1_destroy(pointer);
	wlink_sync(link, NULL);
	wlink_close(link);
}

static void press_key(struct stage *stage)
{
	char *const key[] = { "wtype", "-k", "F7",  "-s", "100", "-k",
			      "F7",    "-s", "100", "-k", "F7",  NULL };

	stage_run(stage, NULL, key);
}

static void move_window(struct stage *stage)
{
	tell_sway(stage, "[title=\"Train Tracks\"] move absolute position "
			 "50 30");
}

/* Whatever a person does meanwhile ends it at once; nothing is held, so that
 * the game takes the next click, and it has not been played to its end. */
static void hands_stop_it(void **state)
{
	static const struct {
		void (*interfere)(struct stage *stage);
		int status;
		const char *sentence;
	} ways[] = {
		{ move_mouse, 2,
		  "stopped: the mouse was moved, or a button or key pressed" },
		{ press_key, 2,
		  "stopped: the mouse was moved, or a button or key pressed" },
		{ move_window, 4, "the game's window was moved" },
		/* the clues go first */
		{ cover_window, 2, "is no longer the one that was solved" },
	};
	struct stage *stage = *state;

	if (!is_installed("wtype"))
		skip_because("no wtype");
	start_sway(stage,
		   FLOATING "for_window [title=\"Net\"] floating enable, "
			    "move absolute position 40 30\n"
			    "output HEADLESS-1 resolution 900x760\n",
		   "1");
	start_tracks(stage);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		char text[4000];
		bool flashed;
		int status;

		/* slowly: whoever interferes may take some seconds to begin */
		start_play(stage, "--active --pace 400 --json");
		wait_said(stage, "{\"entered\":1");
		ways[i].interfere(stage);
		status = watch_play(stage, &flashed);
		said(stage, text, sizeof text);
		if (status != ways[i].status || flashed ||
		    !strstr(text, ways[i].sentence) ||
		    !strstr(text, " of 26 marks"))
			fail_msg("%zu: %d, flash %d, %s", i, status, flashed,
				 strstr(text, "\"played\"")
					 ? strstr(text, "\"played\"")
					 : text);
		if (i == 2)
			tell_sway(stage, "move absolute position 40 30");
		wait_still(stage);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(games_are_played),
		STAGE_TEST(windows_need_not_be_told_of),
		STAGE_TEST(games_of_x11_are_played),
		STAGE_TEST(pages_are_played),
		STAGE_TEST(hands_stop_it),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
