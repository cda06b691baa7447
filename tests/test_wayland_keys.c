/* Keys that a desktop portal holds for `watch`: bound, pressed, changed and
 * lost, and portals that refuse, do not answer, go away or have none; on a bus
 * of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>

#include "deadline.h"
#include "hotkey.h"
#include "portal_stage.h"
#include "shortcuts_wayland.h"

#define SCRIPT "keys_portal.py"

static const struct shortcut wanted[] = {
	{ "show", "Show and hide the answer", "F9" },
	{ "hint", "Show one more step", "SHIFT+F9" },
	{ "copy", "Copy the answer", "" },
};

/* The next event. */
static struct shortcuts_event next(struct shortcuts *shortcuts)
{
	struct pollfd fd = { shortcuts_fd(shortcuts), POLLIN, 0 };
	struct shortcuts_event event = { 0 };

	if (poll(&fd, 1, TRIES * TRY_MS) != 1 ||
	    !shortcuts_next(shortcuts, &event))
		fail_msg("nothing comes");
	return event;
}

static struct shortcuts_event expect(struct shortcuts *shortcuts,
				     enum shortcuts_event_kind kind,
				     const char *sentence)
{
	struct shortcuts_event event = next(shortcuts);

	if (event.kind != kind || !strstr(event.problem.text, sentence))
		fail_msg("expected %d and '%s', but %d and '%s' came", kind,
			 sentence, event.kind, event.problem.text);
	return event;
}

static struct shortcuts *start(double seconds)
{
	struct problem problem = { 0 };
	struct shortcuts *shortcuts =
		shortcuts_start(wanted, 3, seconds, &problem);

	require(shortcuts != NULL, problem.text);
	return shortcuts;
}

/* Ends what was started; that is never waited for. */
static void end(struct shortcuts *shortcuts)
{
	double begun = clock_seconds();

	shortcuts_end(shortcuts);
	assert_true(clock_seconds() < begun + 2);
}

static void keys_are_given_pressed_and_taken_back(void **state)
{
	struct stage *stage = *state;
	struct shortcuts *shortcuts;
	struct shortcuts_event event;
	pid_t portal;

	start_bus(stage);
	portal = start_portal(stage, SCRIPT, "yes");
	assert_true(shortcuts_are_offered());
	shortcuts = start(20);
	expect(shortcuts, SHORTCUTS_ASKED, "");
	event = expect(shortcuts, SHORTCUTS_GIVEN, "");
	assert_true(event.given[0] && event.given[1] && event.given[2]);
	assert_string_equal(event.keys[0], "F9");
	assert_string_equal(event.keys[1], "SHIFT+F9");
	assert_string_equal(event.keys[2], "");
	wait_portal_said(stage, "registered org.solveglass.Solveglass\nsession"
				"\nbind show F9 Show and hide the answer\n"
				"bind hint SHIFT+F9 Show one more step\n"
				"bind copy None Copy the answer\n");
	for (int i = 0; i < 3; i++) {
		kill(portal, SIGUSR2);
		event = expect(shortcuts, SHORTCUTS_PRESSED, "");
		assert_int_equal(event.which, 1);
		kill(portal, SIGUSR1);
		event = expect(shortcuts, SHORTCUTS_PRESSED, "");
		assert_int_equal(event.which, 0);
	}
	kill(portal, SIGHUP);
	event = expect(shortcuts, SHORTCUTS_GIVEN, "");
	assert_string_equal(event.keys[0], "Meta+7");
	kill(portal, SIGINT);
	expect(shortcuts, SHORTCUTS_LOST, "taken its keys back");
	assert_false(shortcuts_next(shortcuts, &event));
	end(shortcuts);
	xvfb_end(portal);
}

/* Asks a portal of this way, which gives nothing. */
static void expect_none(struct stage *stage, const char *way, double seconds,
			const char *sentence)
{
	pid_t portal = start_portal(stage, SCRIPT, way);
	struct shortcuts *shortcuts = start(seconds);

	expect(shortcuts, SHORTCUTS_ASKED, "");
	expect(shortcuts, SHORTCUTS_REFUSED, sentence);
	if (!strcmp(way, "never"))
		wait_portal_said(stage, "closed");
	end(shortcuts);
	xvfb_end(portal);
}

static void whatever_the_portal_does(void **state)
{
	struct stage *stage = *state;
	struct shortcuts *shortcuts = start(20);
	pid_t portal;

	/* no bus, nobody on it */
	expect(shortcuts, SHORTCUTS_ABSENT, "");
	end(shortcuts);
	assert_false(shortcuts_are_offered());
	start_bus(stage);
	shortcuts = start(20);
	expect(shortcuts, SHORTCUTS_ABSENT, "");
	end(shortcuts);
	assert_false(shortcuts_are_offered());
	expect_none(stage, "no", 20, "the request was denied");
	expect_none(stage, "fails", 20, "failed");
	expect_none(stage, "never", 0.3, "no answer came in time");
	expect_none(stage, "vanishes", 20, "went away");
	expect_none(stage, "stranger", 20,
		    "App info not found for 'org.solveglass.Solveglass'");
	portal = start_portal(stage, SCRIPT, "absent");
	shortcuts = start(20);
	expect(shortcuts, SHORTCUTS_ABSENT, "");
	end(shortcuts);
	assert_false(shortcuts_are_offered());
	xvfb_end(portal);
	/* nobody waits where we end while it is asked */
	portal = start_portal(stage, SCRIPT, "never");
	shortcuts = start(600);
	expect(shortcuts, SHORTCUTS_ASKED, "");
	wait_portal_said(stage, "bind copy");
	end(shortcuts);
	xvfb_end(portal);
	for (int i = 0; i < 2; i++) {
		portal = start_portal(stage, SCRIPT, i ? "other" : "old");
		shortcuts = start(20);
		expect(shortcuts, SHORTCUTS_ASKED, "");
		expect(shortcuts, SHORTCUTS_GIVEN, "");
		end(shortcuts);
		xvfb_end(portal);
	}
}

/* As when it is updated: it gives the keys again, also where another takes its
 * place at once. */
static void a_portal_that_comes_back_is_asked_again(void **state)
{
	struct stage *stage = *state;
	struct shortcuts *shortcuts;
	pid_t portal;

	start_bus(stage);
	portal = start_portal(stage, SCRIPT, "yes");
	shortcuts = start(20);
	expect(shortcuts, SHORTCUTS_ASKED, "");
	expect(shortcuts, SHORTCUTS_GIVEN, "");
	for (int i = 0; i < 4; i++) {
		pid_t before = portal;

		if (i < 2)
			xvfb_end(before);
		portal = start_portal(stage, SCRIPT, "yes");
		if (i >= 2)
			xvfb_end(before);
		expect(shortcuts, SHORTCUTS_LOST, "went away");
		expect(shortcuts, SHORTCUTS_ASKED, "");
		expect(shortcuts, SHORTCUTS_GIVEN, "");
		kill(portal, SIGUSR1);
		expect(shortcuts, SHORTCUTS_PRESSED, "");
	}
	end(shortcuts);
	xvfb_end(portal);
}

static void start_watch_on_sway(struct stage *stage, const char *way,
				pid_t *portal)
{
	start_sway(stage,
		   "default_border none\n"
		   "output HEADLESS-1 resolution 1200x800\n",
		   "1");
	start_game(stage, "wayland");
	start_bus(stage);
	*portal = start_portal(stage, SCRIPT, way);
	start_ours(stage, "watch", NULL);
}

static void a_key_of_the_desktop_shows_the_answer(void **state)
{
	struct stage *stage = *state;
	pid_t portal;

	start_watch_on_sway(stage, "yes", &portal);
	wait_said(stage, "the desktop is asked for keys: F9 (show), "
			 "Shift+F9 (hint)\n");
	wait_said(stage,
		  "the desktop gives keys: 'F9' (show), 'SHIFT+F9' (hint)\n");
	wait_said(stage, "'F9' shows and hides the answer, 'SHIFT+F9' one more "
			 "step of it; ");
	for (int i = 0; i < 2; i++) {
		kill(portal, SIGUSR1);
		wait_answer(stage);
		kill(portal, SIGUSR1);
		wait_nothing(stage);
	}
	ours(stage, "doctor");
	assert_non_null(strstr(stage->run.out,
			       "offered by xdg-desktop-portal: `solveglass "
			       "watch' asks the desktop for F9 and Shift+F9"));
	kill(portal, SIGHUP);
	wait_said(stage, "the desktop gives keys: 'Meta+7' (show); the desktop "
			 "gives no keys for: hint\n");
	/* the portal goes, the socket stays */
	xvfb_end(portal);
	wait_said(stage, "xdg-desktop-portal went away, and the desktop's keys "
			 "with it\n");
	press(stage, "show");
	wait_answer(stage);
	portal = start_portal(stage, SCRIPT, "some");
	wait_said(stage, "the desktop gives keys: 'Press Super+F9' (show); "
			 "the desktop gives no keys for: hint\n");
	wait_said(stage, "'Press Super+F9' shows and hides the answer; ");
	kill(portal, SIGUSR1);
	wait_nothing(stage);
	press(stage, "quit");
	assert_int_equal(wait_end(stage), 0);
	xvfb_end(portal);
}

/* Where the desktop gives none the socket is there, and what to bind is said.
 */
static void without_a_key_it_goes_on(void **state)
{
	static const struct {
		const char *way, *sentence;
	} cases[] = {
		{ "no",
		  "xdg-desktop-portal was asked for keys, but the request "
		  "was denied\n" },
		{ "vanishes",
		  "xdg-desktop-portal was asked for keys, but it went away\n" },
		{ "stranger", "xdg-desktop-portal gives no keys: Could not "
			      "register app ID: App info not found for "
			      "'org.solveglass.Solveglass'\n" },
		{ "unnamed",
		  "the desktop's settings bind keys to: show, hint\n" },
		{ "absent", "bind them to keys of your compositor" },
	};
	struct stage *stage = *state;

	start_sway(stage, "output HEADLESS-1 resolution 800x600\n", "1");
	start_bus(stage);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		pid_t portal = start_portal(stage, SCRIPT, cases[i].way);

		start_ours(stage, "watch", NULL);
		wait_said(stage, cases[i].sentence);
		wait_said(stage, "`solveglass press show' shows and hides the "
				 "answer, `press hint' shows one more step: "
				 "bind them to keys of your compositor; ");
		press(stage, "status");
		press(stage, "quit");
		assert_int_equal(wait_end(stage), 0);
		if (!strcmp(cases[i].way, "absent")) {
			ours(stage, "doctor");
			assert_non_null(strstr(stage->run.out,
					       "bind `solveglass press show'"));
		}
		xvfb_end(portal);
	}
}

/* As on GNOME: the game runs in XWayland, its key is taken there, and the
 * desktop is asked as well. */
static void games_in_xwayland_have_both(void **state)
{
	char *environment[] = { (char *)"GDK_BACKEND=x11", NULL };
	char *game[] = { (char *)"/usr/games/sgt-tracks",
			 (char *)TRACKS_GAME_ID, NULL };
	struct stage *stage = *state;
	pid_t portal;

	if (!xvfb_start(&stage->programs, "800x600x24"))
		skip_because("no Xvfb");
	setenv("DISPLAY", stage->programs.display, 1);
	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	setenv("WAYLAND_DISPLAY", "nobody-there", 1);
	stage_run(stage, environment, game);
	start_bus(stage);
	portal = start_portal(stage, SCRIPT, "yes");
	start_ours(stage, "watch", "--monitor=0");
	wait_said(stage, "watch: F9 shows and hides the answer, Shift+F9 one ");
	wait_said(stage, "the desktop gives keys: 'F9' (show), ");
	/* until the game is there */
	for (int i = 0; i < TRIES; i++) {
		press(stage, "hide");
		kill(portal, SIGUSR1);
		xvfb_sleep(25 * TRY_MS);
		press(stage, "status");
		if (!strcmp(stage->run.out, "answer, shown\n"))
			break;
	}
	assert_string_equal(stage->run.out, "answer, shown\n");
	press(stage, "quit");
	assert_int_equal(wait_end(stage), 0);
	ours(stage, "doctor");
	assert_non_null(
		strstr(stage->run.out, "offered by xdg-desktop-portal"));
	xvfb_end(portal);
	ours(stage, "doctor");
	assert_non_null(strstr(stage->run.out, "heard only while a game in "
					       "XWayland has the keyboard"));
}

static void expect_trigger(const char *key, const char *trigger)
{
	struct hotkey hotkey;
	struct problem problem = { 0 };
	char text[64];

	require(hotkey_parse(key, &hotkey, &problem) == 0, problem.text);
	hotkey_trigger(&hotkey, text, sizeof text);
	assert_string_equal(text, trigger);
}

static void keys_are_named_as_desktops_do(void **state)
{
	(void)state;
	/* it must be there to be known */
	assert_int_equal(
		access(SOURCE_DIR "/packaging/" SHORTCUTS_APP ".desktop", R_OK),
		0);
	expect_trigger("F9", "F9");
	expect_trigger("shift+f9", "SHIFT+F9");
	expect_trigger("Win+Alt+Ctrl+S", "CTRL+ALT+LOGO+s");
	expect_trigger("Ctrl++", "CTRL+plus");
	expect_trigger("Super+Print", "LOGO+Print");
	expect_trigger("AltGr+F9", "");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_named_as_desktops_do),
		STAGE_TEST(keys_are_given_pressed_and_taken_back),
		STAGE_TEST(whatever_the_portal_does),
		STAGE_TEST(a_portal_that_comes_back_is_asked_again),
		STAGE_TEST(a_key_of_the_desktop_shows_the_answer),
		STAGE_TEST(without_a_key_it_goes_on),
		STAGE_TEST(games_in_xwayland_have_both),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
