/* solveglass play on a compositor that lets nobody click, by a desktop portal
 * that does: one of the test's own, and sway without some of its interfaces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/mman.h>

#include "portal_stage.h"
#include "virtual-keyboard-unstable-v1-client.h"
#include "wlink_wayland.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"

enum { WIDTH = 900, HEIGHT = 760 };

/* A keyboard with the one key that takes back what was entered. */
static struct zwp_virtual_keyboard_v1 *plug_keyboard(struct wlink *link)
{
	static const char keymap[] =
		"xkb_keymap { xkb_keycodes { minimum = 8; maximum = 255; "
		"<AD07> = 30; }; xkb_types { include \"complete\" }; "
		"xkb_compatibility { include \"complete\" }; "
		"xkb_symbols { key <AD07> { [ u ] }; }; };";
	struct zwp_virtual_keyboard_v1 *keyboard =
		zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(
			link->keyboards, link->seat);
	int fd = memfd_create("keymap", MFD_CLOEXEC);

	if (fd < 0 || write(fd, keymap, sizeof keymap) != sizeof keymap)
		exit(1);
	zwp_virtual_keyboard_v1_keymap(
		keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, fd, sizeof keymap);
	close(fd);
	return keyboard;
}

/* This program asked to be the portal's hand: what comes on its input it does
 * on sway itself. */
static int be_hand(void)
{
	struct problem problem = { 0 };
	struct wlink *link = wlink_open(&problem);
	struct zwlr_virtual_pointer_v1 *pointer;
	struct zwp_virtual_keyboard_v1 *keyboard;
	char line[256];

	if (!link || !link->pointers || !link->keyboards)
		return 1;
	keyboard = plug_keyboard(link);
	pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
		link->pointers, link->seat);
	wlink_sync(link, NULL);
	while (fgets(line, sizeof line, stdin)) {
		double x, y;
		unsigned code, down;

		if (sscanf(line, "move %lf %lf", &x, &y) == 2)
			zwlr_virtual_pointer_v1_motion_absolute(
				pointer, 0, (unsigned)(x * 256),
				(unsigned)(y * 256), WIDTH * 256, HEIGHT * 256);
		else if (sscanf(line, "button %u %u", &code, &down) == 2)
			zwlr_virtual_pointer_v1_button(pointer, 0, code, down);
		else if (sscanf(line, "key %u %u", &code, &down) == 2)
			zwp_virtual_keyboard_v1_key(keyboard, 0,
						    code == 'u' ? 22 : 0, down);
		zwlr_virtual_pointer_v1_frame(pointer);
		wlink_sync(link, NULL);
	}
	zwp_virtual_keyboard_v1_destroy(keyboard);
	zwlr_virtual_pointer_v1_destroy(pointer);
	wlink_close(link);
	return 0;
}

static void start_filter(struct stage *stage)
{
	char socket[128], real[128], script[256];
	char *const argv[] = { (char *)PYTHON,
			       script,
			       socket,
			       real,
			       (char *)"zwlr_virtual_pointer_manager_v1",
			       (char *)"zwp_virtual_keyboard_manager_v1",
			       NULL };
	pid_t pid;

	snprintf(script, sizeof script, "%s/tests/filter_wayland.py",
		 SOURCE_DIR);
	snprintf(socket, sizeof socket, "%s/filtered", stage->folder.path);
	snprintf(real, sizeof real, "%s/%s", stage->folder.path,
		 getenv("WAYLAND_DISPLAY"));
	pid = fork();
	if (pid == 0)
		xvfb_become(argv);
	stage->programs.programs[stage->programs.program_count++] = pid;
	wait_file(stage, "filtered", real, sizeof real);
}

static void games_are_played_by_the_portal(void **state)
{
	static const char play[] = "play --active --yes --no-store";
	static const struct {
		const char *way;
		int status;
		const char *sentence;
	} cases[] = {
		{ "no", 4,
		  "asked to let us click, but the request was denied" },
		{ "shaken", 2,
		  "the mouse was moved, or a button or key pressed" },
		{ "vanishes", 4, "the desktop does not let us click any more" },
		/* what was entered before is taken back by keys */
		{ "yes", 0, "solved: all 26 marks are there" },
	};
	char *environment[] = { (char *)"GDK_BACKEND=wayland",
				(char *)"TRAINTRACKS_TILESIZE=40", NULL };
	char *argv[] = { (char *)"/usr/games/sgt-tracks",
			 (char *)TRACKS_GAME_ID, NULL };
	char hand[300] = "", real[64];
	struct stage *stage = *state;
	ssize_t length = readlink("/proc/self/exe", hand, sizeof hand - 1);

	assert_true(length > 0);
	setenv("HAND", hand, 1);
	setenv("XDG_CONFIG_HOME", stage->folder.path, 1);
	start_sway(stage,
		   "default_border none\n"
		   "for_window [title=\"Train Tracks\"] floating enable, "
		   "move absolute position 140 90\n"
		   "output HEADLESS-1 resolution 900x760\n",
		   "1");
	start_bus(stage);
	start_filter(stage);
	snprintf(real, sizeof real, "%s", getenv("WAYLAND_DISPLAY"));
	stage_run(stage, environment, argv);
	/* until it lies still */
	xvfb_sleep(2000);
	setenv("WAYLAND_DISPLAY", "filtered", 1);
	ours(stage, play);
	assert_int_equal(stage->run.status, 4);
	assert_non_null(strstr(stage->run.err, "does not let programs click"));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		pid_t portal;

		setenv("WAYLAND_DISPLAY", real, 1);
		portal = start_portal(stage, "remote_portal.py", cases[i].way);
		setenv("WAYLAND_DISPLAY", "filtered", 1);
		ours(stage, play);
		if (stage->run.status != cases[i].status ||
		    !strstr(stage->run.err, cases[i].sentence))
			fail_msg("%s: %d, %s", cases[i].way, stage->run.status,
				 stage->run.err);
		/* whose user has agreed before */
		if (i > 0)
			wait_portal_said(stage,
					 i > 1 ? "token again" : "token None");
		if (!strcmp(cases[i].way, "yes"))
			ours(stage, "doctor");
		xvfb_end(portal);
	}
	assert_non_null(strstr(stage->run.out,
			       "ok    playing     `play' clicks and types by "
			       "RemoteDesktop"));
}

static void shake(void)
{
	struct problem problem = { 0 };
	struct wlink *link = wlink_open(&problem);
	struct zwlr_virtual_pointer_v1 *pointer;

	if (!link || !link->pointers)
		exit(1);
	pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
		link->pointers, link->seat);
	for (int i = 0; i < 200; i++) {
		zwlr_virtual_pointer_v1_motion(
			pointer, 0, wl_fixed_from_int(i % 2 ? 1 : -1), 0);
		zwlr_virtual_pointer_v1_frame(pointer);
		wlink_sync(link, NULL);
		xvfb_sleep(8);
	}
	zwlr_virtual_pointer_v1_destroy(pointer);
	wlink_close(link);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(games_are_played_by_the_portal),
	};

	if (argc > 1 && !strcmp(argv[1], "hand"))
		return be_hand();
	if (argc > 1 && !strcmp(argv[1], "shake")) {
		shake();
		return 0;
	}
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
