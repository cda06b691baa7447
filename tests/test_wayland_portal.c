/* Pictures of the screen by a desktop portal that says yes, says no, fails,
 * does not answer or goes away, on a bus of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <wayland-server-core.h>
#include <wayland-server-protocol.h>

#include "deadline.h"
#include "file.h"
#include "portal_stage.h"
#include "portal_wayland.h"
#include "wlr-layer-shell-unstable-v1-client.h"

/* Asks a portal of this way; expects this sentence, or NULL a picture. */
static void expect(struct stage *stage, const char *way, double seconds,
		   const char *sentence)
{
	pid_t portal = start_portal(stage, "portal.py", way);
	struct problem problem = { 0 };
	char path[256];
	double begun = clock_seconds();
	int result;

	assert_true(portal_is_there());
	result = portal_screenshot(seconds, path, sizeof path, &problem);
	if (sentence && (result != -1 || !strstr(problem.text, sentence)))
		fail_msg("%s: %d '%s'", way, result, problem.text);
	if (!sentence && (result != 0 || access(path, R_OK) != 0))
		fail_msg("%s: %d '%s'", way, result, problem.text);
	assert_true(clock_seconds() < begun + 20);
	if (!strcmp(way, "never"))
		wait_portal_said(stage, "closed");
	xvfb_end(portal);
}

static void whatever_the_portal_does(void **state)
{
	struct stage *stage = *state;
	struct problem problem = { 0 };
	char path[256];

	assert_false(portal_is_there());
	start_bus(stage);
	program_write(&stage->folder, "puzzle.png", "x", 1);
	assert_false(portal_is_there());
	assert_int_equal(portal_screenshot(1, path, sizeof path, &problem), -1);
	assert_non_null(strstr(problem.text, "cannot capture"));
	expect(stage, "yes", 20, NULL);
	expect(stage, "slow", 20, NULL);
	expect(stage, "no", 20, "the request was denied");
	expect(stage, "fails", 20, "failed");
	expect(stage, "never", 0.3, "no answer came in time");
	expect(stage, "vanishes", 20, "went away");
}

/* As KDE's: it can be drawn over, but lets nobody capture. */
static void bind_nothing(struct wl_client *client, void *data, uint32_t version,
			 uint32_t id)
{
	struct wl_resource *resource =
		wl_resource_create(client, data, (int)version, id);

	if (data == &wl_output_interface) {
		wl_output_send_geometry(resource, 0, 0, 1, 1, 0, "", "", 0);
		wl_output_send_mode(resource, WL_OUTPUT_MODE_CURRENT, 800, 600,
				    60000);
		wl_output_send_scale(resource, 2);
		wl_output_send_done(resource);
	}
}

static void serve_without_capture(void)
{
	static const struct wl_interface *const interfaces[] = {
		&wl_compositor_interface, &wl_output_interface,
		&zwlr_layer_shell_v1_interface
	};
	struct wl_display *display = wl_display_create();

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!display || wl_display_add_socket(display, "wayland-9") < 0 ||
	    wl_display_init_shm(display) < 0)
		_exit(1);
	for (size_t i = 0; i < 3; i++)
		wl_global_create(display, interfaces[i],
				 interfaces[i] == &wl_output_interface ? 2 : 1,
				 (void *)interfaces[i], bind_nothing);
	wl_display_run(display);
	_exit(0);
}

/* The commands see what it hands out, and leave no file. */
static void it_is_what_the_commands_see(void **state)
{
	struct stage *stage = *state;
	struct image picture = { 0 }, seen = { 0 };
	struct problem problem = { 0 };
	char path[128];
	pid_t server, portal;

	start_bus(stage);
	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	setenv("WAYLAND_DISPLAY", "wayland-9", 1);
	unsetenv("DISPLAY");
	server = fork();
	if (server == 0)
		serve_without_capture();
	wait_file(stage, "wayland-9", path, sizeof path);
	assert_int_equal(image_init(&picture, 800, 600, NULL), 0);
	for (int y = 0; y < 600; y++)
		for (int x = 0; x < 800; x++)
			image_row(&picture, y)[x] = (uint32_t)(x * 599 + y);
	snprintf(path, sizeof path, "%s/puzzle.png", stage->folder.path);
	assert_int_equal(file_save_image(path, &picture, NULL), 0);
	portal = start_portal(stage, "portal.py", "yes");
	/* the desktop may ask its user: not before a key is pressed */
	start_ours(stage, "watch", NULL);
	xvfb_sleep(1000);
	press(stage, "quit");
	assert_int_equal(wait_end(stage), 0);
	snprintf(path, sizeof path, "%s/portal-said", stage->folder.path);
	program_slurp(path, stage->run.out, sizeof stage->run.out);
	assert_null(strstr(stage->run.out, "asked"));
	assert_int_equal(ours(stage, "grab --verbose -o seen.png")->status, 0);
	wait_portal_said(stage, "asked");
	snprintf(path, sizeof path, "%s/seen.png", stage->folder.path);
	require(file_load_image(path, &seen, &problem) == 0, problem.text);
	assert_int_equal(seen.width, 800);
	for (int y = 0; y < 600; y++)
		for (int x = 0; x < 800; x++)
			assert_int_equal(image_row(&seen, y)[x] & 0xffffff,
					 image_row(&picture, y)[x]);
	snprintf(path, sizeof path, "%s/puzzle.png.shot.png",
		 stage->folder.path);
	assert_int_equal(access(path, F_OK), -1);
	ours(stage, "doctor");
	assert_non_null(strstr(stage->run.out,
			       "warn  playing     this Wayland compositor does "
			       "not let programs click"));
	assert_non_null(
		strstr(stage->run.out, "captured by xdg-desktop-portal"));
	xvfb_end(portal);
	portal = start_portal(stage, "portal.py", "nowhere");
	assert_int_equal(ours(stage, "grab -o seen.png")->status, 4);
	xvfb_end(portal);
	xvfb_end(server);
	image_fini(&picture);
	image_fini(&seen);
}

/* Runs a program of the desktop's. */
static void start_service(struct stage *stage, const char *path)
{
	char portals[128];
	char *environment[] = { (char *)"XDG_CURRENT_DESKTOP=sway", portals,
				NULL };
	char *argv[] = { (char *)path, NULL };

	snprintf(portals, sizeof portals, "XDG_DESKTOP_PORTAL_DIR=%s/portals",
		 stage->folder.path);
	stage_run(stage, environment, argv);
}

/* This program asked to ask: where the picture is, or why there is none. */
static int ask_and_print(void)
{
	struct problem problem = { 0 };
	char path[256];

	for (int i = 0; i < TRIES && !portal_is_there(); i++)
		xvfb_sleep(TRY_MS);
	puts(portal_screenshot(20, path, sizeof path, &problem) == 0
		     ? path
		     : problem.text);
	return 0;
}

/* Asks as whoever the portal runs as, for it looks into who asks. */
static void ask_as_ordinary(struct stage *stage, char *path, size_t size)
{
	char program[400], file[128];
	char *argv[] = { (char *)"sh", (char *)"-c", program, NULL };
	int status = -1;
	pid_t pid;

	assert_int_equal(ours(stage,
			      "--version; cp /proc/$PPID/exe ask; >asked;"
			      " chmod a+rwx ask asked")
				 ->status,
			 0);
	snprintf(file, sizeof file, "%s/asked", stage->folder.path);
	snprintf(program, sizeof program, "exec %s/ask ask >%s",
		 stage->folder.path, file);
	pid = stage_run(stage, NULL, argv);
	stage->programs.program_count--;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	program_slurp(file, path, size);
	path[strcspn(path, "\n")] = '\0';
}

/* xdg-desktop-portal itself, whose pictures xdg-desktop-portal-wlr takes of
 * sway. It asks nobody, as its store of permissions says yes. */
static void a_real_portal_takes_pictures(void **state)
{
	static const char *const services[] = {
		"/usr/libexec/xdg-permission-store", "/usr/bin/pipewire",
		"/usr/libexec/xdg-desktop-portal-wlr",
		"/usr/libexec/xdg-desktop-portal"
	};
	static const char prepare[] =
		"--version; mkdir portals &&"
		" cp /usr/share/xdg-desktop-portal/portals/wlr.portal portals "
		"&&"
		" printf '[portal]\\nDBusName=org.example.none\\n"
		"Interfaces=org.freedesktop.impl.portal.Access;\\n"
		"UseIn=sway;\\n' >portals/none.portal &&"
		/* from 1.18 on */
		" printf '[preferred]\\ndefault=wlr;none\\n'"
		" >portals/sway-portals.conf && chmod a+rx portals";
	static const char allow[] =
		"--version; gdbus call --session"
		" --dest org.freedesktop.impl.portal.PermissionStore"
		" --object-path /org/freedesktop/impl/portal/PermissionStore"
		" --method org.freedesktop.impl.portal.PermissionStore"
		".SetPermission screenshot true screenshot '' \"['yes']\"";
	struct stage *stage = *state;
	struct problem problem = { 0 };
	struct image picture = { 0 };
	struct screen_shot shot = { 0 };
	char path[256] = "";

	for (size_t i = 0; i < sizeof services / sizeof *services; i++)
		if (access(services[i], X_OK) != 0)
			skip_because("no xdg-desktop-portal-wlr or pipewire");
	start_sway(stage,
		   "default_border none\n"
		   "output HEADLESS-1 resolution 900x760\n",
		   "1");
	start_game(stage, "wayland");
	start_bus(stage);
	assert_int_equal(ours(stage, prepare)->status, 0);
	start_service(stage, services[0]);
	start_service(stage, services[1]);
	for (int i = 0; i < TRIES && ours(stage, allow)->status != 0; i++)
		xvfb_sleep(TRY_MS);
	assert_int_equal(stage->run.status, 0);
	wait_file(stage, "pipewire-0", path, sizeof path);
	start_service(stage, services[2]);
	xvfb_sleep(500);
	start_service(stage, services[3]);
	ask_as_ordinary(stage, path, sizeof path);
	if (path[0] != '/')
		fail_msg("%s", path);
	require(file_load_image(path, &picture, &problem) == 0, problem.text);
	unlink(path);
	look(stage, &shot);
	assert_int_equal(picture.width, shot.image.width);
	assert_int_equal(picture.height, shot.image.height);
	for (int y = 0; y < picture.height; y++)
		for (int x = 0; x < picture.width; x++)
			assert_int_equal(image_row(&picture, y)[x] & 0xffffff,
					 image_row(&shot.image, y)[x] &
						 0xffffff);
	image_fini(&picture);
	image_fini(&shot.image);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(whatever_the_portal_does),
		STAGE_TEST(it_is_what_the_commands_see),
		STAGE_TEST(a_real_portal_takes_pictures),
	};

	if (argc > 1 && !strcmp(argv[1], "ask"))
		return ask_and_print();
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
