#include "remote_wayland.h"

#include <stdio.h>
#include <stdlib.h>

#include "geometry.h"
#include "request_wayland.h"

#define REMOTE "org.freedesktop.portal.RemoteDesktop"
#define CAST "org.freedesktop.portal.ScreenCast"

/* What is asked for: bits of AvailableDeviceTypes and AvailableSourceTypes. */
enum { KEYBOARD = 1, POINTER = 2, MONITOR = 1 };
/* persist_mode */
enum { PERSIST = 2 };
enum { STREAMS_MAX = 16 };

/* A monitor that was granted: places are told within it. */
struct stream {
	guint32 node;
	struct box lay_box;
};

struct remote {
	struct portal portal;
	char session[256];
	struct stream streams[STREAMS_MAX];
	int count;
};

bool remote_is_offered(void)
{
	struct portal portal;
	bool offered = portal_open(&portal, NULL, NULL) == 0 &&
		       portal_has(&portal, REMOTE) && portal_has(&portal, CAST);

	portal_close(&portal);
	return offered;
}

static int ask(struct remote *remote, const char *interface, const char *method,
	       GVariant *parameters, double seconds, struct problem *problem)
{
	GError *error = NULL;
	enum portal_answer answer =
		portal_ask(&remote->portal, interface, method, parameters,
			   seconds, &error);

	if (answer == PORTAL_REFUSED)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal does not let programs click: "
			    "%.120s",
			    error->message);
	else if (answer != PORTAL_YES)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal was asked to let us click, but "
			    "%s",
			    portal_answer_text(answer));
	g_clear_error(&error);
	return answer == PORTAL_YES ? 0 : -1;
}

/* Pointer and keyboard, until the user takes them back. */
static GVariant *devices(const char *token)
{
	GVariantBuilder list;

	g_variant_builder_init(&list, G_VARIANT_TYPE("a{sv}"));
	g_variant_builder_add(&list, "{sv}", "types",
			      g_variant_new_uint32(KEYBOARD | POINTER));
	g_variant_builder_add(&list, "{sv}", "persist_mode",
			      g_variant_new_uint32(PERSIST));
	if (token[0])
		g_variant_builder_add(&list, "{sv}", "restore_token",
				      g_variant_new_string(token));
	return g_variant_builder_end(&list);
}

/* All monitors. */
static GVariant *sources(void)
{
	GVariantBuilder list;

	g_variant_builder_init(&list, G_VARIANT_TYPE("a{sv}"));
	g_variant_builder_add(&list, "{sv}", "types",
			      g_variant_new_uint32(MONITOR));
	g_variant_builder_add(&list, "{sv}", "multiple",
			      g_variant_new_boolean(TRUE));
	return g_variant_builder_end(&list);
}

static void take_token(struct remote *remote, char token[REMOTE_TOKEN_BYTES])
{
	const gchar *next = "";

	g_variant_lookup(remote->portal.results, "restore_token", "&s", &next);
	snprintf(token, REMOTE_TOKEN_BYTES, "%s", next);
}

static void take_streams(struct remote *remote)
{
	GVariant *list = g_variant_lookup_value(
		remote->portal.results, "streams", G_VARIANT_TYPE("a(ua{sv})"));
	GVariantIter iterator;
	GVariant *more;
	guint32 node;

	if (!list)
		return;
	g_variant_iter_init(&iterator, list);
	while (remote->count < STREAMS_MAX &&
	       g_variant_iter_next(&iterator, "(u@a{sv})", &node, &more)) {
		struct stream *stream = &remote->streams[remote->count];
		struct box *box = &stream->lay_box;

		stream->node = node;
		if (g_variant_lookup(more, "position", "(ii)", &box->x,
				     &box->y) &&
		    g_variant_lookup(more, "size", "(ii)", &box->width,
				     &box->height))
			remote->count++;
		g_variant_unref(more);
	}
	g_variant_unref(list);
}

static int begin(struct remote *remote, double seconds, char *token,
		 struct problem *problem)
{
	GVariantBuilder list;

	if (portal_open(&remote->portal, NULL, problem) < 0)
		return -1;
	g_variant_builder_init(&list, G_VARIANT_TYPE("a{sv}"));
	g_variant_builder_add(&list, "{sv}", "session_handle_token",
			      g_variant_new_string("solveglass"));
	if (ask(remote, REMOTE, "CreateSession",
		g_variant_new("(a{sv})", &list), seconds, problem) < 0)
		return -1;
	if (portal_session(&remote->portal, remote->session,
			   sizeof remote->session) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "xdg-desktop-portal was asked to let us "
				   "click, but %s",
				   portal_answer_text(PORTAL_FAILED));
	if (ask(remote, REMOTE, "SelectDevices",
		g_variant_new("(o@a{sv})", remote->session, devices(token)),
		seconds, problem) < 0 ||
	    ask(remote, CAST, "SelectSources",
		g_variant_new("(o@a{sv})", remote->session, sources()), seconds,
		problem) < 0 ||
	    ask(remote, REMOTE, "Start",
		g_variant_new("(osa{sv})", remote->session, "", NULL), seconds,
		problem) < 0)
		return -1;
	take_token(remote, token);
	take_streams(remote);
	return remote->count
		       ? 0
		       : problem_set(problem, PROBLEM_ENVIRONMENT,
				     "xdg-desktop-portal lets us click on no "
				     "monitor");
}

struct remote *remote_open(double seconds, char token[REMOTE_TOKEN_BYTES],
			   struct problem *problem)
{
	struct remote *remote = calloc(1, sizeof *remote);

	if (!remote) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for input");
		return NULL;
	}
	if (begin(remote, seconds, token, problem) == 0)
		return remote;
	remote_close(remote);
	return NULL;
}

void remote_close(struct remote *remote)
{
	if (!remote)
		return;
	/* the session goes with the connection */
	portal_close(&remote->portal);
	free(remote);
}

/* `parameters` begin with the session and no options. */
static int notify(struct remote *remote, const char *method,
		  GVariant *parameters)
{
	GVariant *reply = portal_call(&remote->portal, PORTAL_PATH, REMOTE,
				      method, parameters, NULL);

	if (!reply)
		return -1;
	g_variant_unref(reply);
	return 0;
}

int remote_move(struct remote *remote, double lay_x, double lay_y)
{
	for (int i = 0; i < remote->count; i++) {
		const struct stream *stream = &remote->streams[i];
		const struct box *box = &stream->lay_box;

		if (box_contains(box, (int)lay_x, (int)lay_y))
			return notify(
				remote, "NotifyPointerMotionAbsolute",
				g_variant_new("(oa{sv}udd)", remote->session,
					      NULL, stream->node,
					      lay_x - box->x, lay_y - box->y));
	}
	return -1;
}

int remote_nudge(struct remote *remote, double x, double y)
{
	return notify(remote, "NotifyPointerMotion",
		      g_variant_new("(oa{sv}dd)", remote->session, NULL, x, y));
}

int remote_button(struct remote *remote, uint32_t code, bool down)
{
	return notify(remote, "NotifyPointerButton",
		      g_variant_new("(oa{sv}iu)", remote->session, NULL,
				    (gint32)code, (guint32)down));
}

int remote_wheel(struct remote *remote, uint32_t axis, int clicks)
{
	return notify(remote, "NotifyPointerAxisDiscrete",
		      g_variant_new("(oa{sv}ui)", remote->session, NULL, axis,
				    clicks));
}

int remote_key(struct remote *remote, uint32_t keysym, bool down)
{
	return notify(remote, "NotifyKeyboardKeysym",
		      g_variant_new("(oa{sv}iu)", remote->session, NULL,
				    (gint32)keysym, (guint32)down));
}
