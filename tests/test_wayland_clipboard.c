/* The clipboard of a compositor that offers ext-data-control alone: one of the
 * test's own. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <wayland-server-core.h>
#include <wayland-server-protocol.h>

#include "ext-data-control-v1-server.h"
#include "wayland_stage.h"

/* The compositor, a process of its own. */
struct server {
	const struct stage *stage;
	const char *selection, *primary; /* what each of them holds */
};

static void destroy(struct wl_client *client, struct wl_resource *resource)
{
	(void)client;
	wl_resource_destroy(resource);
}

/* An offer's text goes to whoever wants it. */
static void receive(struct wl_client *client, struct wl_resource *resource,
		    const char *form, int32_t fd)
{
	const char *text = wl_resource_get_user_data(resource);

	(void)client;
	(void)form;
	if (write(fd, text, strlen(text)) < 0)
		_exit(1);
	close(fd);
}

static const struct ext_data_control_offer_v1_interface offer_calls = {
	receive, destroy
};

static struct wl_resource *put_offer(struct wl_resource *device,
				     const char *text)
{
	struct wl_resource *offer =
		wl_resource_create(wl_resource_get_client(device),
				   &ext_data_control_offer_v1_interface, 1, 0);

	wl_resource_set_implementation(offer, &offer_calls, (void *)text, NULL);
	ext_data_control_device_v1_send_data_offer(device, offer);
	ext_data_control_offer_v1_send_offer(offer, "text/plain;charset=utf-8");
	return offer;
}

/* The file that the program's answer in this form is written to. */
static void take(const struct server *server, struct wl_resource *source,
		 const char *form, const char *name)
{
	char path[128];
	int fd;

	snprintf(path, sizeof path, "%s/%s", server->stage->folder.path, name);
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	ext_data_control_source_v1_send_send(source, form, fd);
	close(fd);
}

static void set_selection(struct wl_client *client,
			  struct wl_resource *resource,
			  struct wl_resource *source)
{
	const struct server *server = wl_resource_get_user_data(resource);

	take(server, source, "text/plain;charset=utf-8", "answer.txt");
	take(server, source, "image/png", "answer.png");
	/* another program has put something there */
	ext_data_control_source_v1_send_cancelled(source);
	wl_client_flush(client);
}

static void set_primary(struct wl_client *client, struct wl_resource *resource,
			struct wl_resource *source)
{
	(void)client;
	(void)resource;
	(void)source;
	_exit(1);
}

static const struct ext_data_control_device_v1_interface device_calls = {
	set_selection, destroy, set_primary
};

static void ignore_form(struct wl_client *client, struct wl_resource *resource,
			const char *form)
{
	(void)client;
	(void)resource;
	(void)form;
}

static const struct ext_data_control_source_v1_interface source_calls = {
	ignore_form, destroy
};

static void create_source(struct wl_client *client,
			  struct wl_resource *resource, uint32_t id)
{
	(void)resource;
	wl_resource_set_implementation(
		wl_resource_create(
			client, &ext_data_control_source_v1_interface, 1, id),
		&source_calls, NULL, NULL);
}

static void get_device(struct wl_client *client, struct wl_resource *resource,
		       uint32_t id, struct wl_resource *seat)
{
	struct server *server = wl_resource_get_user_data(resource);
	struct wl_resource *device = wl_resource_create(
		client, &ext_data_control_device_v1_interface, 1, id);

	(void)seat;
	wl_resource_set_implementation(device, &device_calls, server, NULL);
	ext_data_control_device_v1_send_selection(
		device, put_offer(device, server->selection));
	ext_data_control_device_v1_send_primary_selection(
		device, put_offer(device, server->primary));
}

static const struct ext_data_control_manager_v1_interface manager_calls = {
	create_source, get_device, destroy
};

static void bind_seat(struct wl_client *client, void *data, uint32_t version,
		      uint32_t id)
{
	struct wl_resource *seat = wl_resource_create(
		client, &wl_seat_interface, (int)version, id);

	(void)data;
	wl_seat_send_capabilities(seat, 0);
}

static void bind_manager(struct wl_client *client, void *data, uint32_t version,
			 uint32_t id)
{
	wl_resource_set_implementation(
		wl_resource_create(client,
				   &ext_data_control_manager_v1_interface,
				   (int)version, id),
		&manager_calls, data, NULL);
}

static void serve(struct server *server)
{
	struct wl_display *display = wl_display_create();

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!display || wl_display_add_socket(display, "wayland-9") < 0)
		_exit(1);
	wl_global_create(display, &wl_seat_interface, 1, server, bind_seat);
	wl_global_create(display, &ext_data_control_manager_v1_interface, 1,
			 server, bind_manager);
	wl_display_run(display);
	_exit(0);
}

static void wait_text(const struct stage *stage, const char *name,
		      const char *text)
{
	char path[128], found[20000] = "";

	snprintf(path, sizeof path, "%s/%s", stage->folder.path, name);
	for (int i = 0; i < TRIES; i++) {
		if (access(path, R_OK) == 0)
			program_slurp(path, found, sizeof found);
		if (access(path, R_OK) == 0 && strstr(found, text))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("%s has no '%s', but: %s", name, text, found);
}

/* The clipboard's puzzle is answered, not that of the primary selection; the
 * answer is put there as a text and as a picture. */
static void the_clipboard_is_taken_and_put(void **state)
{
	struct stage *stage = *state;
	struct server server = { .stage = stage, .primary = "no puzzle" };
	char path[128];
	pid_t pid;

	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	setenv("WAYLAND_DISPLAY", "wayland-9", 1);
	unsetenv("DISPLAY");
	assert_int_equal(ours(stage, "make suko --seed 3 --json")->status, 0);
	server.selection = stage->run.out;
	pid = fork();
	if (pid == 0)
		serve(&server);
	wait_file(stage, "wayland-9", path, sizeof path);
	if (ours(stage, "solve --no-store --clipboard --copy")->status != 0)
		fail_msg("%s", stage->run.err);
	assert_non_null(strstr(stage->run.out, "Suko, solved"));
	wait_text(stage, "answer.txt", "orange: ");
	wait_text(stage, "answer.png", "PNG");
	xvfb_end(pid);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(the_clipboard_is_taken_and_put),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
