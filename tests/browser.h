/* For tests and benches: pages of our own (tests/pages) in a real browser on an
 * X server, each in a window of its own, and whether the page calls itself
 * solved: by its title. */
#ifndef BROWSER_H
#define BROWSER_H

#include <X11/extensions/XTest.h>
#include <stdint.h>

#include "program.h"
#include "xvfb.h"

#define BROWSER "chromium"

/* One browser: a page is a window of it. */
struct browser {
	struct xvfb server;
	Display *display;
	struct program_folder folder; /* its files */
	pid_t pid;                    /* 0: not started */
	Window page;                  /* the last one; None: none yet */
};

static inline bool browser_is_installed(void)
{
	return system("command -v " BROWSER " >/dev/null") == 0;
}

static inline bool browser_start(struct browser *browser)
{
	*browser = (struct browser){ 0 };
	program_folder_make(&browser->folder);
	if (!xvfb_start(&browser->server, "1100x800x24"))
		return false;
	browser->display = XOpenDisplay(browser->server.display);
	setenv("DISPLAY", browser->server.display, 1);
	return browser->display != NULL;
}

static inline void browser_stop(struct browser *browser)
{
	if (browser->display)
		XCloseDisplay(browser->display);
	xvfb_stop(&browser->server);
	/* its children may still write for a moment */
	xvfb_sleep(300);
	program_folder_remove(&browser->folder);
}

/* Starts the browser, or has the one that runs open a window more. */
static inline bool browser_launch(struct browser *browser, const char *page)
{
	char url[512], data[128];
	char *argv[] = { (char *)BROWSER,
			 /* whoever runs tests may be root, in a container */
			 (char *)"--no-sandbox", (char *)"--test-type",
			 (char *)"--no-first-run", (char *)"--disable-gpu",
			 (char *)"--disable-dev-shm-usage",
			 (char *)"--window-position=0,0",
			 (char *)"--window-size=900,760", data, url, NULL };

	snprintf(url, sizeof url, "--app=file://%s/tests/pages/%s", SOURCE_DIR,
		 page);
	snprintf(data, sizeof data, "--user-data-dir=%s/browser",
		 browser->folder.path);
	if (browser->pid && waitpid(browser->pid, NULL, WNOHANG) == 0)
		return xvfb_call(&browser->server, argv);
	browser->page = None;
	browser->pid = xvfb_run(&browser->server, NULL, argv);
	return true;
}

/* A window of this title that is not the last page's; None: there is none. */
static inline Window browser_find(struct browser *browser, const char *title)
{
	/* windows may go while they are looked at */
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	Window root, parent, page = None;
	Window *children = NULL;
	unsigned count = 0;

	if (XQueryTree(browser->display, DefaultRootWindow(browser->display),
		       &root, &parent, &children, &count))
		for (unsigned i = 0; i < count && !page; i++) {
			page = xvfb_search(browser->display, children[i],
					   title);
			if (page == browser->page)
				page = None;
		}
	if (children)
		XFree(children);
	XSync(browser->display, False);
	XSetErrorHandler(before);
	return page;
}

static inline bool browser_shows(struct browser *browser, Window window)
{
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	XWindowAttributes attributes;
	bool there =
		XGetWindowAttributes(browser->display, window, &attributes) &&
		attributes.map_state == IsViewable;

	XSync(browser->display, False);
	XSetErrorHandler(before);
	return there;
}

/* As a window manager does; false where the window stays. */
static inline bool browser_close(struct browser *browser, Window window)
{
	Display *display = browser->display;
	XEvent event = { .xclient = { .type = ClientMessage,
				      .window = window,
				      .message_type = XInternAtom(
					      display, "WM_PROTOCOLS", False),
				      .format = 32 } };

	event.xclient.data.l[0] =
		(long)XInternAtom(display, "WM_DELETE_WINDOW", False);
	XSendEvent(display, window, False, NoEventMask, &event);
	for (int i = 0; i < 1200; i++) {
		if (!browser_shows(browser, window))
			return true;
		xvfb_sleep(50);
	}
	return false;
}

/* A sum of what a page shows; 0 while that is one colour. */
static inline uint64_t browser_sum(struct browser *browser)
{
	/* it may not have its size yet */
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	XImage *image = XGetImage(browser->display, browser->page, 0, 0, 900,
				  700, AllPlanes, ZPixmap);
	uint64_t sum = 14695981039346656037u;
	bool plain = true;

	XSetErrorHandler(before);
	if (!image)
		return 0;
	for (int i = 0; i < image->height * image->bytes_per_line; i++) {
		sum = (sum ^ (unsigned char)image->data[i]) * 1099511628211u;
		plain = plain &&
			(i < 4 || image->data[i] == image->data[i - 4]);
	}
	XDestroyImage(image);
	return plain ? 0 : sum;
}

/* A page has a title before it is painted: waits until that stands still. */
static inline bool browser_is_painted(struct browser *browser)
{
	uint64_t before = 0;
	int still = 0;

	for (int i = 0; i < 600 && still < 3; i++) {
		uint64_t now = browser_sum(browser);

		still = now && now == before ? still + 1 : 0;
		before = now;
		xvfb_sleep(100);
	}
	return still == 3;
}

/* Opens a page in place of the last one; false where it does not come with this
 * title within a minute. */
static inline bool browser_open(struct browser *browser, const char *page,
				const char *title)
{
	Window window = None;

	if (!browser_launch(browser, page))
		return false;
	for (int i = 0; i < 1200 && !window; i++) {
		window = browser_find(browser, title);
		xvfb_sleep(window ? 0 : 50);
	}
	if (!window ||
	    (browser->page && !browser_close(browser, browser->page)))
		return false;
	browser->page = window;
	XMoveResizeWindow(browser->display, window, 0, 0, 900, 760);
	XSetInputFocus(browser->display, window, RevertToPointerRoot,
		       CurrentTime);
	XSync(browser->display, False);
	return browser_is_painted(browser);
}

static inline bool browser_is_titled(struct browser *browser, const char *title)
{
	return xvfb_find_below(browser->display,
			       DefaultRootWindow(browser->display),
			       title) != None;
}

#endif
