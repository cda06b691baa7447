#include "portal_wayland.h"

#include <stdio.h>
#include <string.h>

#include "request_wayland.h"

#define SCREENSHOT "org.freedesktop.portal.Screenshot"

bool portal_is_there(void)
{
	struct portal portal;
	bool there = portal_open(&portal, NULL, NULL) == 0 &&
		     portal_has(&portal, SCREENSHOT);

	portal_close(&portal);
	return there;
}

/* The file that the portal names. */
static int take_name(struct portal *portal, char *path, size_t size,
		     struct problem *problem)
{
	const gchar *uri = "";
	gchar *name;

	g_variant_lookup(portal->results, "uri", "&s", &uri);
	name = g_filename_from_uri(uri, NULL, NULL);
	if (!name || strlen(name) >= size)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal names no file: '%.100s'", uri);
	else
		snprintf(path, size, "%s", name);
	g_free(name);
	return name && path[0] ? 0 : -1;
}

static int ask(struct portal *portal, double seconds, struct problem *problem)
{
	GVariantBuilder options;
	GError *error = NULL;
	enum portal_answer answer;

	g_variant_builder_init(&options, G_VARIANT_TYPE("a{sv}"));
	g_variant_builder_add(&options, "{sv}", "interactive",
			      g_variant_new_boolean(FALSE));
	answer = portal_ask(portal, SCREENSHOT, "Screenshot",
			    g_variant_new("(sa{sv})", "", &options), seconds,
			    &error);
	if (answer == PORTAL_REFUSED)
		problem_set(
			problem, PROBLEM_ENVIRONMENT,
			"xdg-desktop-portal cannot capture the screen: %.120s",
			error->message);
	else if (answer != PORTAL_YES)
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "xdg-desktop-portal was asked for a picture of the "
			    "screen, but %s",
			    portal_answer_text(answer));
	g_clear_error(&error);
	return answer == PORTAL_YES ? 0 : -1;
}

int portal_screenshot(double seconds, char *path, size_t size,
		      struct problem *problem)
{
	struct portal portal;
	int result = portal_open(&portal, NULL, problem);

	path[0] = '\0';
	if (result == 0)
		result = ask(&portal, seconds, problem);
	if (result == 0)
		result = take_name(&portal, path, size, problem);
	portal_close(&portal);
	return result;
}
