#include "portal_wayland.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "deadline.h"
#include "language.h"

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define SCREENSHOT "org.freedesktop.portal.Screenshot"
#define REQUEST "org.freedesktop.portal.Request"

/* For what no person has a hand in. */
enum { CALL_MS = 3000 };

/* What the portal answers in the end: Request::Response. */
enum { ANSWER_YES = 0, ANSWER_NO = 1 };

struct request {
	GMainContext *context;
	GDBusConnection *bus;
	char path[256]; /* of the request */
	bool answered, vanished;
	guint32 answer;
	char uri[1024];
};

/* A connection of our own: one that is shared would end the process where the
 * bus goes. NULL without a bus. */
static GDBusConnection *open_bus(void)
{
	gchar *address =
		g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, NULL, NULL);
	GDBusConnection *bus = NULL;

	if (address)
		bus = g_dbus_connection_new_for_address_sync(
			address,
			G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
				G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
			NULL, NULL, NULL);
	g_free(address);
	return bus;
}

static void close_bus(GDBusConnection *bus)
{
	if (!bus)
		return;
	g_dbus_connection_close_sync(bus, NULL, NULL);
	g_object_unref(bus);
}

bool portal_is_there(void)
{
	GDBusConnection *bus = open_bus();
	GVariant *reply = NULL;

	if (bus)
		reply = g_dbus_connection_call_sync(
			bus, PORTAL, PORTAL_PATH,
			"org.freedesktop.DBus.Properties", "Get",
			g_variant_new("(ss)", SCREENSHOT, "version"), NULL,
			G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, NULL);
	if (reply)
		g_variant_unref(reply);
	close_bus(bus);
	return reply;
}

static void on_response(GDBusConnection *bus, const gchar *sender,
			const gchar *path, const gchar *interface,
			const gchar *signal, GVariant *parameters,
			gpointer data)
{
	struct request *request = data;
	GVariant *results = NULL;
	const gchar *uri = "";

	(void)bus;
	(void)sender;
	(void)interface;
	(void)signal;
	if (strcmp(path, request->path) != 0 ||
	    !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ua{sv})")))
		return;
	g_variant_get(parameters, "(u@a{sv})", &request->answer, &results);
	g_variant_lookup(results, "uri", "&s", &uri);
	snprintf(request->uri, sizeof request->uri, "%s", uri);
	g_variant_unref(results);
	request->answered = true;
}

static void on_owner(GDBusConnection *bus, const gchar *sender,
		     const gchar *path, const gchar *interface,
		     const gchar *signal, GVariant *parameters, gpointer data)
{
	struct request *request = data;
	const gchar *name, *before, *now;

	(void)bus;
	(void)sender;
	(void)path;
	(void)interface;
	(void)signal;
	if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sss)")))
		return;
	g_variant_get(parameters, "(&s&s&s)", &name, &before, &now);
	request->vanished |= *before && !*now;
}

/* To be heard from before anything is asked for: answers may be quick. */
static void listen(struct request *request)
{
	g_dbus_connection_signal_subscribe(
		request->bus, PORTAL, REQUEST, "Response", NULL, NULL,
		G_DBUS_SIGNAL_FLAGS_NONE, on_response, request, NULL);
	g_dbus_connection_signal_subscribe(
		request->bus, "org.freedesktop.DBus", "org.freedesktop.DBus",
		"NameOwnerChanged", "/org/freedesktop/DBus", PORTAL,
		G_DBUS_SIGNAL_FLAGS_NONE, on_owner, request, NULL);
}

static int ask(struct request *request, struct problem *problem)
{
	GVariantBuilder options;
	GError *error = NULL;
	GVariant *reply;
	const gchar *path;

	g_variant_builder_init(&options, G_VARIANT_TYPE("a{sv}"));
	g_variant_builder_add(&options, "{sv}", "interactive",
			      g_variant_new_boolean(FALSE));
	reply = g_dbus_connection_call_sync(
		request->bus, PORTAL, PORTAL_PATH, SCREENSHOT, "Screenshot",
		g_variant_new("(sa{sv})", "", &options), G_VARIANT_TYPE("(o)"),
		G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, &error);
	if (!reply) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal takes no picture of the "
			    "screen: %.120s",
			    error->message);
		g_error_free(error);
		return -1;
	}
	g_variant_get(reply, "(&o)", &path);
	snprintf(request->path, sizeof request->path, "%s", path);
	g_variant_unref(reply);
	return 0;
}

static gboolean on_tick(gpointer data)
{
	(void)data;
	return G_SOURCE_CONTINUE;
}

/* What has come is dealt with here alone: signals wait in the context. */
static void wait_answer(struct request *request, double seconds)
{
	struct deadline deadline = deadline_in(seconds, NULL);
	GSource *tick = g_timeout_source_new(50);

	g_source_set_callback(tick, on_tick, NULL, NULL);
	g_source_attach(tick, request->context);
	while (!request->answered && !request->vanished &&
	       !deadline_passed(&deadline) &&
	       !g_dbus_connection_is_closed(request->bus))
		g_main_context_iteration(request->context, TRUE);
	g_source_destroy(tick);
	g_source_unref(tick);
}

/* The desktop takes its question back. */
static void withdraw(struct request *request)
{
	GVariant *reply = g_dbus_connection_call_sync(
		request->bus, PORTAL, request->path, REQUEST, "Close", NULL,
		NULL, G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, NULL);

	if (reply)
		g_variant_unref(reply);
}

static int judge(struct request *request, char *path, size_t size,
		 struct problem *problem)
{
	const char *why = NULL;
	gchar *name;

	if (!request->answered) {
		why = request->vanished ? _("went away")
					: _("did not answer in time");
		if (!request->vanished)
			withdraw(request);
	} else if (request->answer == ANSWER_NO) {
		why = _("was told no");
	} else if (request->answer != ANSWER_YES) {
		why = _("failed");
	}
	if (why)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "xdg-desktop-portal was asked for a "
				   "picture of the screen and %s",
				   why);
	name = g_filename_from_uri(request->uri, NULL, NULL);
	if (!name || strlen(name) >= size)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal names no file: '%.100s'",
			    request->uri);
	else
		snprintf(path, size, "%s", name);
	g_free(name);
	return name && path[0] ? 0 : -1;
}

int portal_screenshot(double seconds, char *path, size_t size,
		      struct problem *problem)
{
	struct request request = { .context = g_main_context_new() };
	int result = -1;

	path[0] = '\0';
	g_main_context_push_thread_default(request.context);
	request.bus = open_bus();
	if (!request.bus) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "there is no session bus");
	} else {
		listen(&request);
		result = ask(&request, problem);
		if (result == 0) {
			wait_answer(&request, seconds);
			result = judge(&request, path, size, problem);
		}
	}
	close_bus(request.bus);
	g_main_context_pop_thread_default(request.context);
	g_main_context_unref(request.context);
	return result;
}
