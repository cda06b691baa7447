#include "shortcuts_wayland.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "request_wayland.h"

#define SHORTCUTS "org.freedesktop.portal.GlobalShortcuts"
#define SESSION "org.freedesktop.portal.Session"
#define REGISTRY "org.freedesktop.host.portal.Registry"
#define SHORTCUT_LIST "a(sa{sv})"

/* How often a portal that went away is asked anew when it is back: one that
 * our own question ends would else go on for ever. */
enum { LIVES = 10 };

struct shortcuts {
	const struct shortcut *wanted;
	int count;
	double seconds;
	int pipe[2]; /* of whole events; neither end waits */
	pthread_t thread;
	bool running;
	GCancellable *stop;

	/* the thread's alone */
	struct portal portal;
	char session[256];
	bool closed;                  /* by the desktop */
	struct shortcuts_event given; /* what was told last, once it was */
};

_Static_assert(sizeof(struct shortcuts_event) <= PIPE_BUF,
	       "an event is written whole or not");

/* Where nobody reads any more events are lost. */
static void tell(struct shortcuts *shortcuts,
		 const struct shortcuts_event *event)
{
	ssize_t written = write(shortcuts->pipe[1], event, sizeof *event);

	(void)written;
}

static void tell_kind(struct shortcuts *shortcuts,
		      enum shortcuts_event_kind kind,
		      const struct problem *problem)
{
	struct shortcuts_event event = { .kind = kind };

	if (problem)
		event.problem = *problem;
	tell(shortcuts, &event);
}

static int find(const struct shortcuts *shortcuts, const char *id)
{
	for (int i = 0; i < shortcuts->count; i++)
		if (!strcmp(shortcuts->wanted[i].id, id))
			return i;
	return -1;
}

/* `list`, of SHORTCUT_LIST, may be NULL: none. */
static void tell_given(struct shortcuts *shortcuts, GVariant *list)
{
	struct shortcuts_event event = { .kind = SHORTCUTS_GIVEN };
	GVariantIter iterator;
	const gchar *id;
	GVariant *more;

	if (list)
		g_variant_iter_init(&iterator, list);
	while (list &&
	       g_variant_iter_next(&iterator, "(&s@a{sv})", &id, &more)) {
		int i = find(shortcuts, id);
		const gchar *key = "";

		g_variant_lookup(more, "trigger_description", "&s", &key);
		if (i >= 0) {
			event.given[i] = true;
			g_utf8_strncpy(event.keys[i], key,
				       SHORTCUT_KEY_BYTES / 4 - 1);
		}
		g_variant_unref(more);
	}
	/* GNOME says so twice */
	if (shortcuts->given.kind == SHORTCUTS_GIVEN &&
	    !memcmp(shortcuts->given.given, event.given, sizeof event.given) &&
	    !memcmp(shortcuts->given.keys, event.keys, sizeof event.keys))
		return;
	shortcuts->given = event;
	tell(shortcuts, &event);
}

/* Signals of the session: Activated, ShortcutsChanged, Closed. */
static void on_signal(GDBusConnection *bus, const gchar *sender,
		      const gchar *path, const gchar *interface,
		      const gchar *signal, GVariant *parameters, gpointer data)
{
	struct shortcuts *shortcuts = data;
	struct shortcuts_event event = { .kind = SHORTCUTS_PRESSED };
	const gchar *session = "", *id;
	GVariant *list;

	(void)bus;
	(void)sender;
	if (!strcmp(interface, SESSION)) {
		shortcuts->closed |= !strcmp(path, shortcuts->session);
	} else if (!strcmp(signal, "Activated") &&
		   g_variant_is_of_type(parameters,
					G_VARIANT_TYPE("(osta{sv})"))) {
		g_variant_get(parameters, "(&o&st@a{sv})", &session, &id, NULL,
			      NULL);
		event.which = find(shortcuts, id);
		if (event.which >= 0 && !strcmp(session, shortcuts->session))
			tell(shortcuts, &event);
	} else if (!strcmp(signal, "ShortcutsChanged") &&
		   g_variant_is_of_type(
			   parameters,
			   G_VARIANT_TYPE("(o" SHORTCUT_LIST ")"))) {
		g_variant_get(parameters, "(&o@" SHORTCUT_LIST ")", &session,
			      &list);
		if (!strcmp(session, shortcuts->session))
			tell_given(shortcuts, list);
		g_variant_unref(list);
	}
}

static void listen(struct shortcuts *shortcuts)
{
	static const char *const interfaces[] = { SHORTCUTS, SESSION };

	for (int i = 0; i < 2; i++)
		g_dbus_connection_signal_subscribe(
			shortcuts->portal.bus, PORTAL, interfaces[i], NULL,
			NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, on_signal,
			shortcuts, NULL);
}

static void set_refused(struct problem *problem, GError *error)
{
	g_dbus_error_strip_remote_error(error);
	problem_set(problem, PROBLEM_ENVIRONMENT,
		    "xdg-desktop-portal gives no keys: %.200s", error->message);
}

/* So that the desktop knows whose keys they are. Sandboxes and portals before
 * 1.20 do without it: what lacks shows where the session is refused. */
static void introduce(struct portal *portal, struct problem *lack)
{
	GError *error = NULL;
	GVariant *reply = portal_call(
		portal, PORTAL_PATH, REGISTRY, "Register",
		g_variant_new("(sa{sv})", SHORTCUTS_APP, NULL), &error);

	if (reply)
		g_variant_unref(reply);
	else if (!g_error_matches(error, G_DBUS_ERROR,
				  G_DBUS_ERROR_UNKNOWN_METHOD) &&
		 !g_error_matches(error, G_DBUS_ERROR,
				  G_DBUS_ERROR_UNKNOWN_INTERFACE))
		set_refused(lack, error);
	g_clear_error(&error);
}

static int ask(struct shortcuts *shortcuts, const char *method,
	       GVariant *parameters, struct problem *problem)
{
	GError *error = NULL;
	enum portal_answer answer =
		portal_ask(&shortcuts->portal, SHORTCUTS, method, parameters,
			   shortcuts->seconds, &error);

	if (answer == PORTAL_REFUSED)
		set_refused(problem, error);
	else if (answer != PORTAL_YES)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal was asked for keys, but %s",
			    portal_answer_text(answer));
	g_clear_error(&error);
	return answer == PORTAL_YES ? 0 : -1;
}

static int create_session(struct shortcuts *shortcuts, struct problem *problem)
{
	GVariantBuilder options;

	g_variant_builder_init(&options, G_VARIANT_TYPE("a{sv}"));
	g_variant_builder_add(&options, "{sv}", "session_handle_token",
			      g_variant_new_string("solveglass"));
	if (ask(shortcuts, "CreateSession", g_variant_new("(a{sv})", &options),
		problem) < 0)
		return -1;
	if (portal_session(&shortcuts->portal, shortcuts->session,
			   sizeof shortcuts->session) < 0)
		return problem_set(
			problem, PROBLEM_ENVIRONMENT,
			"xdg-desktop-portal was asked for keys, but %s",
			portal_answer_text(PORTAL_FAILED));
	return 0;
}

static int bind(struct shortcuts *shortcuts, struct problem *problem)
{
	const struct portal *portal = &shortcuts->portal;
	GVariantBuilder list;
	GVariant *given = NULL;
	int result;

	g_variant_builder_init(&list, G_VARIANT_TYPE(SHORTCUT_LIST));
	for (int i = 0; i < shortcuts->count; i++) {
		const struct shortcut *wanted = &shortcuts->wanted[i];
		GVariantBuilder more;

		g_variant_builder_init(&more, G_VARIANT_TYPE("a{sv}"));
		g_variant_builder_add(
			&more, "{sv}", "description",
			g_variant_new_string(wanted->description));
		if (wanted->trigger[0])
			g_variant_builder_add(
				&more, "{sv}", "preferred_trigger",
				g_variant_new_string(wanted->trigger));
		g_variant_builder_add(&list, "(sa{sv})", wanted->id, &more);
	}
	result = ask(shortcuts, "BindShortcuts",
		     g_variant_new("(o" SHORTCUT_LIST "sa{sv})",
				   shortcuts->session, &list, "", NULL),
		     problem);
	if (portal->answered && portal->answer != RESPONSE_NO)
		given = g_variant_lookup_value(portal->results, "shortcuts",
					       G_VARIANT_TYPE(SHORTCUT_LIST));
	/* GNOME 48 names those that it has given, and calls that a failure */
	if (given && g_variant_n_children(given))
		result = 0;
	if (result == 0)
		tell_given(shortcuts, given);
	if (given)
		g_variant_unref(given);
	return result;
}

/* From the question to where the desktop or the portal takes the keys back. */
static void hold(struct shortcuts *shortcuts)
{
	struct portal *portal = &shortcuts->portal;
	struct problem lack = { 0 }, problem = { 0 };

	introduce(portal, &lack);
	if (!portal_has(portal, SHORTCUTS)) {
		tell_kind(shortcuts, SHORTCUTS_ABSENT, NULL);
		return;
	}
	tell_kind(shortcuts, SHORTCUTS_ASKED, NULL);
	if (create_session(shortcuts, &problem) < 0) {
		tell_kind(shortcuts, SHORTCUTS_REFUSED,
			  lack.kind ? &lack : &problem);
		return;
	}
	if (bind(shortcuts, &problem) < 0) {
		tell_kind(shortcuts, SHORTCUTS_REFUSED, &problem);
		return;
	}
	while (!shortcuts->closed && !portal->vanished && portal_wait(portal))
		;
	if (shortcuts->closed)
		problem_set(&problem, PROBLEM_ENVIRONMENT,
			    "the desktop has taken its keys back");
	else
		problem_set(&problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal went away, and the desktop's "
			    "keys with it");
	tell_kind(shortcuts, SHORTCUTS_LOST, &problem);
}

/* Returns whether to begin anew. */
static bool live(struct shortcuts *shortcuts)
{
	struct portal *portal = &shortcuts->portal;
	bool back = false;

	shortcuts->closed = false;
	shortcuts->session[0] = '\0';
	shortcuts->given.kind = SHORTCUTS_ASKED;
	if (portal_open(portal, shortcuts->stop, NULL) == 0) {
		listen(shortcuts);
		hold(shortcuts);
		back = portal->vanished;
		while (portal->absent && back)
			back = portal_wait(portal);
	} else {
		tell_kind(shortcuts, SHORTCUTS_ABSENT, NULL);
	}
	portal_close(portal);
	return back;
}

static void *run(void *data)
{
	for (int lives = 0; lives < LIVES && live(data); lives++)
		;
	return NULL;
}

bool shortcuts_are_offered(void)
{
	struct portal portal;
	bool offered = portal_open(&portal, NULL, NULL) == 0 &&
		       portal_has(&portal, SHORTCUTS);

	portal_close(&portal);
	return offered;
}

struct shortcuts *shortcuts_start(const struct shortcut *wanted, int count,
				  double seconds, struct problem *problem)
{
	struct shortcuts *shortcuts = calloc(1, sizeof *shortcuts);
	sigset_t all, before;

	if (!shortcuts) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for hotkeys");
		return NULL;
	}
	shortcuts->wanted = wanted;
	shortcuts->count = count;
	shortcuts->seconds = seconds;
	shortcuts->stop = g_cancellable_new();
	if (pipe2(shortcuts->pipe, O_CLOEXEC | O_NONBLOCK) < 0)
		shortcuts->pipe[0] = shortcuts->pipe[1] = -1;
	/* signals are for the thread that started us */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	shortcuts->running =
		shortcuts->pipe[0] >= 0 &&
		pthread_create(&shortcuts->thread, NULL, run, shortcuts) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!shortcuts->running) {
		shortcuts_end(shortcuts);
		problem_set(problem, PROBLEM_MEMORY, "cannot start a thread");
		return NULL;
	}
	return shortcuts;
}

void shortcuts_end(struct shortcuts *shortcuts)
{
	if (!shortcuts)
		return;
	g_cancellable_cancel(shortcuts->stop);
	if (shortcuts->running)
		pthread_join(shortcuts->thread, NULL);
	g_object_unref(shortcuts->stop);
	for (int i = 0; i < 2; i++)
		if (shortcuts->pipe[i] >= 0)
			close(shortcuts->pipe[i]);
	free(shortcuts);
}

int shortcuts_fd(const struct shortcuts *shortcuts)
{
	return shortcuts->pipe[0];
}

bool shortcuts_next(struct shortcuts *shortcuts, struct shortcuts_event *event)
{
	return read(shortcuts->pipe[0], event, sizeof *event) ==
	       (ssize_t)sizeof *event;
}
