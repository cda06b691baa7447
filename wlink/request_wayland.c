#include "request_wayland.h"

#include <stdio.h>
#include <string.h>

#include "deadline.h"
#include "language.h"

#define REQUEST "org.freedesktop.portal.Request"

/* Between two looks at the clock, in milliseconds. */
enum { TICK_MS = 50 };

static void on_response(GDBusConnection *bus, const gchar *sender,
			const gchar *path, const gchar *interface,
			const gchar *signal, GVariant *parameters,
			gpointer data)
{
	struct portal *portal = data;

	(void)bus;
	(void)sender;
	(void)interface;
	(void)signal;
	if (strcmp(path, portal->path) != 0 || portal->answered ||
	    !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ua{sv})")))
		return;
	g_variant_get(parameters, "(u@a{sv})", &portal->answer,
		      &portal->results);
	portal->answered = true;
}

static void on_owner(GDBusConnection *bus, const gchar *sender,
		     const gchar *path, const gchar *interface,
		     const gchar *signal, GVariant *parameters, gpointer data)
{
	struct portal *portal = data;
	const gchar *name, *before, *now;

	(void)bus;
	(void)sender;
	(void)path;
	(void)interface;
	(void)signal;
	if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sss)")))
		return;
	g_variant_get(parameters, "(&s&s&s)", &name, &before, &now);
	portal->vanished |= *before != '\0';
	portal->absent = !*now;
}

/* To be heard from before anything is asked for: answers may be quick. */
static void listen(struct portal *portal)
{
	g_dbus_connection_signal_subscribe(
		portal->bus, PORTAL, REQUEST, "Response", NULL, NULL,
		G_DBUS_SIGNAL_FLAGS_NONE, on_response, portal, NULL);
	g_dbus_connection_signal_subscribe(
		portal->bus, "org.freedesktop.DBus", "org.freedesktop.DBus",
		"NameOwnerChanged", "/org/freedesktop/DBus", PORTAL,
		G_DBUS_SIGNAL_FLAGS_NONE, on_owner, portal, NULL);
}

static gboolean on_stop(GCancellable *stop, gpointer data)
{
	(void)stop;
	(void)data;
	return G_SOURCE_REMOVE;
}

/* Whoever stops us is in another thread, while we wait in the context. */
static void listen_for_stop(struct portal *portal)
{
	portal->stop_source = g_cancellable_source_new(portal->stop);
	g_source_set_callback(portal->stop_source, G_SOURCE_FUNC(on_stop), NULL,
			      NULL);
	g_source_attach(portal->stop_source, portal->context);
}

int portal_open(struct portal *portal, GCancellable *stop,
		struct problem *problem)
{
	gchar *address =
		g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, NULL, NULL);

	*portal = (struct portal){ .context = g_main_context_new(),
				   .stop = stop };
	g_main_context_push_thread_default(portal->context);
	/* a connection of our own: one that is shared would end the process
	 * where the bus goes */
	if (address)
		portal->bus = g_dbus_connection_new_for_address_sync(
			address,
			G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
				G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
			NULL, stop, NULL);
	g_free(address);
	if (!portal->bus)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "there is no session bus");
	listen(portal);
	if (stop)
		listen_for_stop(portal);
	return 0;
}

void portal_close(struct portal *portal)
{
	if (portal->bus) {
		g_dbus_connection_close_sync(portal->bus, NULL, NULL);
		g_object_unref(portal->bus);
	}
	if (portal->stop_source) {
		g_source_destroy(portal->stop_source);
		g_source_unref(portal->stop_source);
	}
	g_clear_pointer(&portal->results, g_variant_unref);
	g_main_context_pop_thread_default(portal->context);
	g_main_context_unref(portal->context);
}

GVariant *portal_call(struct portal *portal, const char *path,
		      const char *interface, const char *method,
		      GVariant *parameters, GError **error)
{
	return g_dbus_connection_call_sync(
		portal->bus, PORTAL, path, interface, method, parameters, NULL,
		G_DBUS_CALL_FLAGS_NONE, PORTAL_CALL_MS, portal->stop, error);
}

bool portal_has(struct portal *portal, const char *interface)
{
	GVariant *reply = portal_call(
		portal, PORTAL_PATH, "org.freedesktop.DBus.Properties", "Get",
		g_variant_new("(ss)", interface, "version"), NULL);

	if (reply)
		g_variant_unref(reply);
	return reply;
}

static bool is_stopped(const struct portal *portal)
{
	return portal->stop && g_cancellable_is_cancelled(portal->stop);
}

bool portal_wait(struct portal *portal)
{
	if (is_stopped(portal) || g_dbus_connection_is_closed(portal->bus))
		return false;
	g_main_context_iteration(portal->context, TRUE);
	return !is_stopped(portal);
}

static gboolean on_tick(gpointer data)
{
	(void)data;
	return G_SOURCE_CONTINUE;
}

static void wait_answer(struct portal *portal, double seconds)
{
	struct deadline deadline = deadline_in(seconds, NULL);
	GSource *tick = g_timeout_source_new(TICK_MS);

	g_source_set_callback(tick, on_tick, NULL, NULL);
	g_source_attach(tick, portal->context);
	while (!portal->answered && !portal->vanished &&
	       !deadline_passed(&deadline) && portal_wait(portal))
		;
	g_source_destroy(tick);
	g_source_unref(tick);
}

/* The desktop takes its question back. */
static void withdraw(struct portal *portal)
{
	GVariant *reply =
		portal_call(portal, portal->path, REQUEST, "Close", NULL, NULL);

	if (reply)
		g_variant_unref(reply);
}

static enum portal_answer judge(struct portal *portal)
{
	if (portal->answered)
		return portal->answer == RESPONSE_YES  ? PORTAL_YES
		       : portal->answer == RESPONSE_NO ? PORTAL_NO
						       : PORTAL_FAILED;
	if (portal->vanished || g_dbus_connection_is_closed(portal->bus))
		return PORTAL_VANISHED;
	if (is_stopped(portal))
		return PORTAL_STOPPED;
	withdraw(portal);
	return PORTAL_LATE;
}

enum portal_answer portal_ask(struct portal *portal, const char *interface,
			      const char *method, GVariant *parameters,
			      double seconds, GError **error)
{
	GVariant *reply = portal_call(portal, PORTAL_PATH, interface, method,
				      parameters, error);
	const gchar *path = "";

	if (!reply)
		return is_stopped(portal) ? PORTAL_STOPPED : PORTAL_REFUSED;
	if (g_variant_is_of_type(reply, G_VARIANT_TYPE("(o)")))
		g_variant_get(reply, "(&o)", &path);
	snprintf(portal->path, sizeof portal->path, "%s", path);
	g_variant_unref(reply);
	portal->answered = false;
	g_clear_pointer(&portal->results, g_variant_unref);
	wait_answer(portal, seconds);
	return judge(portal);
}

int portal_session(const struct portal *portal, char *session, size_t size)
{
	/* a path that is sent as text, which a later version may mend */
	GVariant *handle =
		g_variant_lookup_value(portal->results, "session_handle", NULL);

	session[0] = '\0';
	if (handle &&
	    (g_variant_is_of_type(handle, G_VARIANT_TYPE_STRING) ||
	     g_variant_is_of_type(handle, G_VARIANT_TYPE_OBJECT_PATH)))
		snprintf(session, size, "%s",
			 g_variant_get_string(handle, NULL));
	if (handle)
		g_variant_unref(handle);
	return g_variant_is_object_path(session) ? 0 : -1;
}

const char *portal_answer_text(enum portal_answer answer)
{
	switch (answer) {
	case PORTAL_NO:
		return _("the request was denied");
	case PORTAL_LATE:
		return _("no answer came in time");
	case PORTAL_VANISHED:
		return _("it went away");
	default:
		return _("failed");
	}
}
