/* A compositor that lets its outputs and windows be captured by
 * ext-image-copy-capture alone: one of the test's own, whose pixels are known,
 * of any kind. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <wayland-server-core.h>
#include <wayland-server-protocol.h>

#include "deadline.h"
#include "ext-foreign-toplevel-list-v1-server.h"
#include "ext-image-capture-source-v1-server.h"
#include "ext-image-copy-capture-v1-server.h"
#include "file.h"
#include "wayland_stage.h"
#include "wlr-layer-shell-unstable-v1-client.h"

enum { WIDTH = 640, HEIGHT = 480, CHANGE_MS = 500 };

/* Its window; what it draws begins elsewhere in the levels than what is seen of
 * it, where others cover it. */
enum {
	WINDOW_X = 100,
	WINDOW_Y = 50,
	WINDOW_WIDTH = 200,
	WINDOW_HEIGHT = 150,
	WINDOW_LEVEL = 77,
};

#define IDENTIFIER "0123456789abcdef"

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
	bool seen;   /* the session's first picture has been taken */
	bool window; /* ... is one of the window */
	bool mute;   /* windows are never handed over */
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

	for (int y = 0; y < (server->window ? WINDOW_HEIGHT : HEIGHT); y++)
		for (int x = 0; x < (server->window ? WINDOW_WIDTH : WIDTH);
		     x++) {
			int shift = server->window ? WINDOW_LEVEL : 0;
			bool half = server->offer->transform ==
				    WL_OUTPUT_TRANSFORM_180;
			int u = (half ? WIDTH - 1 - x : x) + shift;
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
	if (server->window && server->mute)
		return;
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

	(void)options;
	server->seen = false;
	server->window = wl_resource_get_user_data(source);
	wl_resource_set_implementation(session, &session_calls, server, NULL);
	ext_image_copy_capture_session_v1_send_buffer_size(
		session, server->window ? WINDOW_WIDTH : WIDTH,
		server->window ? WINDOW_HEIGHT : HEIGHT);
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

/* Its user data tells it from an output's. */
static void create_window_source(struct wl_client *client,
				 struct wl_resource *resource, uint32_t id,
				 struct wl_resource *handle)
{
	struct wl_resource *source = wl_resource_create(
		client, &ext_image_capture_source_v1_interface, 1, id);

	wl_resource_set_implementation(source, &source_calls, handle, NULL);
	(void)resource;
}

static const struct
	ext_foreign_toplevel_image_capture_source_manager_v1_interface
		window_sources_calls = { create_window_source, destroy };

static void stop_list(struct wl_client *client, struct wl_resource *resource)
{
	(void)client;
	ext_foreign_toplevel_list_v1_send_finished(resource);
}

static const struct ext_foreign_toplevel_list_v1_interface list_calls = {
	stop_list, destroy
};

static const struct ext_foreign_toplevel_handle_v1_interface handle_calls = {
	destroy
};

static void send_window(struct wl_resource *list, const char *identifier)
{
	struct wl_resource *handle = wl_resource_create(
		wl_resource_get_client(list),
		&ext_foreign_toplevel_handle_v1_interface, 1, 0);

	wl_resource_set_implementation(handle, &handle_calls, handle, NULL);
	ext_foreign_toplevel_list_v1_send_toplevel(list, handle);
	ext_foreign_toplevel_handle_v1_send_identifier(handle, identifier);
	ext_foreign_toplevel_handle_v1_send_done(handle);
}

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
	{ &ext_foreign_toplevel_image_capture_source_manager_v1_interface, 1,
	  &window_sources_calls },
	{ &ext_foreign_toplevel_list_v1_interface, 1, &list_calls },
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
	if (interface == &ext_foreign_toplevel_list_v1_interface) {
		send_window(resource, "another");
		send_window(resource, IDENTIFIER);
	}
	if (interface != &wl_output_interface)
		return;
	wl_output_send_geometry(resource, 0, 0, 1, 1, 0, "", "",
				bound->server->offer->transform);
	wl_output_send_mode(resource, WL_OUTPUT_MODE_CURRENT, WIDTH, HEIGHT,
			    60000);
	wl_output_send_scale(resource, 1);
	wl_output_send_done(resource);
}

static void serve(const struct offer *offer, bool mute)
{
	struct server server = { .offer = offer,
				 .display = wl_display_create(),
				 .mute = mute };
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

static pid_t start_server(struct stage *stage, const struct offer *offer,
			  bool mute)
{
	char path[128];
	pid_t server;

	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	setenv("WAYLAND_DISPLAY", "wayland-9", 1);
	unsetenv("DISPLAY");
	unsetenv("SWAYSOCK");
	server = fork();
	if (server == 0)
		serve(offer, mute);
	wait_file(stage, "wayland-9", path, sizeof path);
	return server;
}

/* A picture of these levels, in seen.png. */
static void expect_seen(const struct stage *stage, const struct box *levels)
{
	struct problem problem = { 0 };
	struct image seen = { 0 };
	char path[128];

	snprintf(path, sizeof path, "%s/seen.png", stage->folder.path);
	require(file_load_image(path, &seen, &problem) == 0, problem.text);
	assert_int_equal(seen.width, levels->width);
	assert_int_equal(seen.height, levels->height);
	for (int y = 0; y < seen.height; y++)
		for (int x = 0; x < seen.width; x++)
			for (int i = 0; i < 3; i++) {
				int is = (int)(image_row(&seen, y)[x] >>
					       (16 - 8 * i)) &
					 255;
				int wanted = (int)level(levels->x + x,
							levels->y + y, i) /
					     4;

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
		pid_t server = start_server(stage, &offers[i], false);
		char path[128];

		if (ours(stage, "grab -o seen.png")->status != 0)
			fail_msg("%s", stage->run.err);
		expect_seen(stage, &(struct box){ 0, 0, WIDTH, HEIGHT });
		ours(stage, "doctor");
		assert_non_null(strstr(stage->run.out,
				       "captured by ext-image-copy-capture"));
		xvfb_end(server);
		snprintf(path, sizeof path, "%s/wayland-9", stage->folder.path);
		unlink(path);
	}
}

/* What sway's socket answers, of a version that names windows as the compositor
 * does. */
static void tell_tree(int listening)
{
	static const char tree[] =
		"{\"id\":1,\"nodes\":[{\"id\":7,\"pid\":1,\"name\":\"Game\","
		"\"app_id\":\"game\",\"focused\":true,\"visible\":true,"
		"\"foreign_toplevel_identifier\":\"" IDENTIFIER "\","
		"\"rect\":{\"x\":100,\"y\":50,\"width\":200,\"height\":150}"
		"}]}";
	static const char yes[] = "{\"success\":true}";

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		int fd = accept(listening, NULL, NULL);

		/* a process a connection, as the program has two */
		if (fork())
			continue;
		for (;;) {
			char head[14], text[256];
			uint32_t length, type;
			const char *answer;

			if (recv(fd, head, sizeof head, MSG_WAITALL) !=
			    sizeof head)
				_exit(0);
			memcpy(&length, head + 6, 4);
			memcpy(&type, head + 10, 4);
			if (length >= sizeof text ||
			    (length && recv(fd, text, length, MSG_WAITALL) !=
					       (ssize_t)length))
				_exit(0);
			/* GET_TREE, or SUBSCRIBE */
			answer = type == 4 ? tree : yes;
			length = (uint32_t)strlen(answer);
			memcpy(head + 6, &length, 4);
			if (send(fd, head, sizeof head, 0) < 0 ||
			    send(fd, answer, length, 0) < 0)
				_exit(0);
		}
	}
}

static pid_t start_tree(const struct stage *stage)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	pid_t pid;

	snprintf(address.sun_path, sizeof address.sun_path, "%s/sway",
		 stage->folder.path);
	require(fd >= 0 &&
			bind(fd, (struct sockaddr *)&address, sizeof address) ==
				0 &&
			listen(fd, 4) == 0,
		"no socket");
	setenv("SWAYSOCK", address.sun_path, 1);
	pid = fork();
	if (pid == 0)
		tell_tree(fd);
	close(fd);
	return pid;
}

/* By themselves, whatever covers them; where the compositor does not hand them
 * over, as they are seen. */
static void windows_are_captured(void **state)
{
	static const struct offer offer = { WL_SHM_FORMAT_XRGB8888,
					    WL_OUTPUT_TRANSFORM_NORMAL };
	static const struct box window = { WINDOW_LEVEL, 0, WINDOW_WIDTH,
					   WINDOW_HEIGHT };
	static const struct box seen = { WINDOW_X, WINDOW_Y, WINDOW_WIDTH,
					 WINDOW_HEIGHT };
	struct stage *stage = *state;

	for (int mute = 0; mute < 2; mute++) {
		pid_t server = start_server(stage, &offer, mute);
		pid_t tree = start_tree(stage);
		char path[128];

		if (ours(stage, "grab --active -o seen.png")->status != 0)
			fail_msg("%s", stage->run.err);
		expect_seen(stage, mute ? &seen : &window);
		xvfb_end(tree);
		xvfb_end(server);
		unlink(getenv("SWAYSOCK"));
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
	pid_t server = start_server(stage, &offer, false);
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
		STAGE_TEST(windows_are_captured),
		STAGE_TEST(changes_are_told),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
