/* A compositor that lets its outputs be captured by ext-image-copy-capture
 * alone: one of the test's own, whose pixels are known, of any kind. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <wayland-server-core.h>
#include <wayland-server-protocol.h>

#include "deadline.h"
#include "ext-image-capture-source-v1-server.h"
#include "ext-image-copy-capture-v1-server.h"
#include "file.h"
#include "wayland_stage.h"
#include "wlr-layer-shell-unstable-v1-client.h"

enum { WIDTH = 640, HEIGHT = 480, CHANGE_MS = 500 };

/* What it shows, as people see it: one of 1,024 levels a channel. */
static uint32_t level(int x, int y, int channel)
{
	return (uint32_t)(x * (channel + 1) + y * 3) & 1023;
}

struct offer {
	uint32_t format;
	int transform; /* normal, or turned by half */
};

/* The compositor, a process of its own. */
struct server {
	const struct offer *offer;
	struct wl_display *display;
	struct wl_resource *frame; /* that is to be captured */
	struct wl_shm_buffer *buffer;
	struct wl_event_source *timer;
	bool seen; /* the session's first picture has been taken */
};

static void destroy(struct wl_client *client, struct wl_resource *resource)
{
	(void)client;
	wl_resource_destroy(resource);
}

static void paint(const struct server *server)
{
	uint32_t *pixels = wl_shm_buffer_get_data(server->buffer);
	size_t stride = (size_t)wl_shm_buffer_get_stride(server->buffer) /
			sizeof *pixels;

	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			bool half = server->offer->transform ==
				    WL_OUTPUT_TRANSFORM_180;
			int u = half ? WIDTH - 1 - x : x;
			int v = half ? HEIGHT - 1 - y : y;
			uint32_t red = level(u, v, 0), green = level(u, v, 1);
			uint32_t blue = level(u, v, 2);
			bool fine = server->offer->format ==
				    WL_SHM_FORMAT_XBGR2101010;

			pixels[(size_t)y * stride + (size_t)x] =
				fine ? blue << 20 | green << 10 | red
				     : red / 4 << 16 | green / 4 << 8 |
						blue / 4;
		}
}

static int give(void *data)
{
	struct server *server = data;

	if (!server->frame)
		return 0;
	paint(server);
	ext_image_copy_capture_frame_v1_send_transform(
		server->frame, (uint32_t)server->offer->transform);
	ext_image_copy_capture_frame_v1_send_damage(server->frame, 0, 0, WIDTH,
						    HEIGHT);
	ext_image_copy_capture_frame_v1_send_presentation_time(server->frame, 0,
							       0, 0);
	ext_image_copy_capture_frame_v1_send_ready(server->frame);
	return 0;
}

static void attach(struct wl_client *client, struct wl_resource *resource,
		   struct wl_resource *buffer)
{
	struct server *server = wl_resource_get_user_data(resource);

	(void)client;
	server->buffer = wl_shm_buffer_get(buffer);
}

static void damage(struct wl_client *client, struct wl_resource *resource,
		   int32_t x, int32_t y, int32_t width, int32_t height)
{
	(void)client;
	(void)resource;
	(void)x;
	(void)y;
	(void)width;
	(void)height;
}

/* The first picture comes at once, others with a change. */
static void capture(struct wl_client *client, struct wl_resource *resource)
{
	struct server *server = wl_resource_get_user_data(resource);

	(void)client;
	server->frame = resource;
	if (server->seen)
		wl_event_source_timer_update(server->timer, CHANGE_MS);
	else
		give(server);
	server->seen = true;
}

static const struct ext_image_copy_capture_frame_v1_interface frame_calls = {
	destroy, attach, damage, capture
};

static void forget_frame(struct wl_resource *resource)
{
	struct server *server = wl_resource_get_user_data(resource);

	server->frame = NULL;
}

static void create_frame(struct wl_client *client, struct wl_resource *resource,
			 uint32_t id)
{
	struct wl_resource *frame = wl_resource_create(
		client, &ext_image_copy_capture_frame_v1_interface, 1, id);

	wl_resource_set_implementation(frame, &frame_calls,
				       wl_resource_get_user_data(resource),
				       forget_frame);
}

static const struct ext_image_copy_capture_session_v1_interface
	session_calls = { create_frame, destroy };

static void create_session(struct wl_client *client,
			   struct wl_resource *resource, uint32_t id,
			   struct wl_resource *source, uint32_t options)
{
	struct server *server = wl_resource_get_user_data(resource);
	struct wl_resource *session = wl_resource_create(
		client, &ext_image_copy_capture_session_v1_interface, 1, id);

	(void)source;
	(void)options;
	server->seen = false;
	wl_resource_set_implementation(session, &session_calls, server, NULL);
	ext_image_copy_capture_session_v1_send_buffer_size(session, WIDTH,
							   HEIGHT);
	ext_image_copy_capture_session_v1_send_shm_format(
		session, server->offer->format);
	ext_image_copy_capture_session_v1_send_done(session);
}

static void create_cursor_session(struct wl_client *client,
				  struct wl_resource *resource, uint32_t id,
				  struct wl_resource *source,
				  struct wl_resource *pointer)
{
	(void)resource;
	(void)id;
	(void)source;
	(void)pointer;
	wl_client_post_no_memory(client);
}

static const struct ext_image_copy_capture_manager_v1_interface copies_calls = {
	create_session, create_cursor_session, destroy
};

static const struct ext_image_capture_source_v1_interface source_calls = {
	destroy
};

static void create_source(struct wl_client *client,
			  struct wl_resource *resource, uint32_t id,
			  struct wl_resource *output)
{
	struct wl_resource *source = wl_resource_create(
		client, &ext_image_capture_source_v1_interface, 1, id);

	(void)resource;
	(void)output;
	wl_resource_set_implementation(source, &source_calls, NULL, NULL);
}

static const struct ext_output_image_capture_source_manager_v1_interface
	sources_calls = { create_source, destroy };

/* What is offered; compositor and layers are never asked for anything. */
static const struct {
	const struct wl_interface *interface;
	int version;
	const void *calls;
} globals[] = {
	{ &wl_compositor_interface, 1, NULL },
	{ &zwlr_layer_shell_v1_interface, 1, NULL },
	{ &wl_output_interface, 2, NULL },
	{ &ext_output_image_capture_source_manager_v1_interface, 1,
	  &sources_calls },
	{ &ext_image_copy_capture_manager_v1_interface, 1, &copies_calls },
};

enum { GLOBALS = sizeof globals / sizeof *globals };

struct bound {
	struct server *server;
	int global;
};

static void bind_global(struct wl_client *client, void *data, uint32_t version,
			uint32_t id)
{
	const struct bound *bound = data;
	const struct wl_interface *interface = globals[bound->global].interface;
	struct wl_resource *resource =
		wl_resource_create(client, interface, (int)version, id);

	wl_resource_set_implementation(resource, globals[bound->global].calls,
				       bound->server, NULL);
	if (interface != &wl_output_interface)
		return;
	wl_output_send_geometry(resource, 0, 0, 1, 1, 0, "", "",
				bound->server->offer->transform);
	wl_output_send_mode(resource, WL_OUTPUT_MODE_CURRENT, WIDTH, HEIGHT,
			    60000);
	wl_output_send_scale(resource, 1);
	wl_output_send_done(resource);
}

static void serve(const struct offer *offer)
{
	struct server server = { .offer = offer,
				 .display = wl_display_create() };
	struct bound bound[GLOBALS];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!server.display ||
	    wl_display_add_socket(server.display, "wayland-9") < 0 ||
	    wl_display_init_shm(server.display) < 0)
		_exit(1);
	wl_display_add_shm_format(server.display, offer->format);
	server.timer = wl_event_loop_add_timer(
		wl_display_get_event_loop(server.display), give, &server);
	for (int i = 0; i < GLOBALS; i++) {
		bound[i] = (struct bound){ &server, i };
		wl_global_create(server.display, globals[i].interface,
				 globals[i].version, &bound[i], bind_global);
	}
	wl_display_run(server.display);
	_exit(0);
}

static pid_t start_server(struct stage *stage, const struct offer *offer)
{
	char path[128];
	pid_t server;

	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	setenv("WAYLAND_DISPLAY", "wayland-9", 1);
	unsetenv("DISPLAY");
	unsetenv("SWAYSOCK");
	server = fork();
	if (server == 0)
		serve(offer);
	wait_file(stage, "wayland-9", path, sizeof path);
	return server;
}

static void expect_seen(const struct stage *stage)
{
	struct problem problem = { 0 };
	struct image seen = { 0 };
	char path[128];

	snprintf(path, sizeof path, "%s/seen.png", stage->folder.path);
	require(file_load_image(path, &seen, &problem) == 0, problem.text);
	assert_int_equal(seen.width, WIDTH);
	assert_int_equal(seen.height, HEIGHT);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			for (int i = 0; i < 3; i++) {
				int is = (int)(image_row(&seen, y)[x] >>
					       (16 - 8 * i)) &
					 255;
				int wanted = (int)level(x, y, i) / 4;

				/* levels are rounded */
				if (abs(is - wanted) > 1)
					fail_msg("%d,%d: %d for %d", x, y, is,
						 wanted);
			}
	image_fini(&seen);
}

static void outputs_are_captured(void **state)
{
	static const struct offer offers[] = {
		{ WL_SHM_FORMAT_XRGB8888, WL_OUTPUT_TRANSFORM_NORMAL },
		{ WL_SHM_FORMAT_XBGR2101010, WL_OUTPUT_TRANSFORM_180 },
	};
	struct stage *stage = *state;

	for (size_t i = 0; i < 2; i++) {
		pid_t server = start_server(stage, &offers[i]);
		char path[128];

		if (ours(stage, "grab -o seen.png")->status != 0)
			fail_msg("%s", stage->run.err);
		expect_seen(stage);
		ours(stage, "doctor");
		assert_non_null(strstr(stage->run.out,
				       "captured by ext-image-copy-capture"));
		xvfb_end(server);
		snprintf(path, sizeof path, "%s/wayland-9", stage->folder.path);
		unlink(path);
	}
}

/* The picture that is there to begin with is no change. */
static void changes_are_told(void **state)
{
	static const struct offer offer = { WL_SHM_FORMAT_XRGB8888,
					    WL_OUTPUT_TRANSFORM_NORMAL };
	struct stage *stage = *state;
	pid_t server = start_server(stage, &offer);
	struct problem problem = { 0 };
	struct screen_changes *changes = screen_changes_open(&problem);
	double begun = clock_seconds();
	int told = 0;

	require(changes != NULL, problem.text);
	screen_changes_follow_all(changes);
	for (int i = 0; i < 2; i++) {
		while (!(told = screen_changes_take(changes, &problem)) &&
		       clock_seconds() < begun + 20) {
			struct pollfd fd = { screen_changes_fd(changes), POLLIN,
					     0 };

			poll(&fd, 1, 100);
		}
		assert_int_equal(told, 1);
		assert_true(clock_seconds() >
			    begun + (i + 1) * CHANGE_MS * 0.9 / 1000);
	}
	screen_changes_close(changes);
	xvfb_end(server);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(outputs_are_captured),
		STAGE_TEST(changes_are_told),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
