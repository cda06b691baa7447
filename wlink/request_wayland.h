/* A connection to xdg-desktop-portal, and requests that it answers later,
 * mostly once it has asked its user. For this folder's files alone: it needs
 * GIO. Source: org.freedesktop.portal.Request. */
#ifndef REQUEST_WAYLAND_H
#define REQUEST_WAYLAND_H

#include <gio/gio.h>
#include <stdbool.h>

#include "problem.h"

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"

/* For calls that no person has a hand in. */
enum { PORTAL_CALL_MS = 3000 };

/* What Request::Response begins with. */
enum { RESPONSE_YES = 0, RESPONSE_NO = 1 };

/* One thread's: what the bus sends is dealt with only while that thread waits
 * in a function of this file. */
struct portal {
	GDBusConnection *bus;
	GMainContext *context;
	GCancellable *stop;   /* ends whatever waits; NULL: nothing does */
	GSource *stop_source; /* wakes the context */
	bool vanished;        /* the portal that was asked has left the bus */
	bool absent;          /* ... and none has come since */
	/* the request under way */
	char path[256];
	bool answered;
	guint32 answer;
	GVariant *results;
};

/* Connects to the session's bus; `stop` may be NULL. Returns 0, or -1 with
 * `problem` filled in: there is no bus. To be closed in either case. */
int portal_open(struct portal *portal, GCancellable *stop,
		struct problem *problem);
void portal_close(struct portal *portal);

/* Does the portal have this interface? Nobody is asked. */
bool portal_has(struct portal *portal, const char *interface);

/* Calls a method and waits for its return. NULL with *error set where that
 * fails. `parameters` that are floating are taken. */
GVariant *portal_call(struct portal *portal, const char *path,
		      const char *interface, const char *method,
		      GVariant *parameters, GError **error);

enum portal_answer {
	PORTAL_YES,
	PORTAL_REFUSED, /* the method itself failed: *error says why */
	PORTAL_NO,      /* by the user, and the others by their name */
	PORTAL_FAILED,
	PORTAL_LATE,
	PORTAL_VANISHED,
	PORTAL_STOPPED,
};

/* Calls a method that returns a request, and waits for its answer, so long at
 * most. With PORTAL_YES portal->results is what was answered, until the next
 * request. */
enum portal_answer portal_ask(struct portal *portal, const char *interface,
			      const char *method, GVariant *parameters,
			      double seconds, GError **error);

/* The path of the session that the request before has made. Returns 0 or -1. */
int portal_session(const struct portal *portal, char *session, size_t size);

/* "was told no", "did not answer in time": what goes on with "it was asked for
 * something and". For PORTAL_NO and those after it. */
const char *portal_answer_text(enum portal_answer answer);

/* Until something has come that is dealt with, or it is to stop. Returns false
 * where nothing will come any more: the bus is gone, or it is to stop. */
bool portal_wait(struct portal *portal);

#endif
