/* For tests: X servers, programs on them, and windows found by their title.
 * Everything started here is ended by its process id, and dies with the test
 * where the test itself is killed. */
#ifndef XVFB_H
#define XVFB_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { XVFB_PROGRAMS_MAX = 16 };

struct xvfb {
	pid_t server;
	char display[16]; /* ":7" */
	pid_t programs[XVFB_PROGRAMS_MAX];
	int program_count;
};

static inline void xvfb_sleep(int milliseconds)
{
	usleep((useconds_t)milliseconds * 1000);
}

/* In the child: quiet, and gone when the test is. Never returns. */
static inline void xvfb_become(char *const argv[])
{
	int null = open("/dev/null", O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	execvp(argv[0], argv);
	_exit(127);
}

/* Ends a program; one that hangs while it ends (sway 1.7 frees memory where a
 * signal comes) after ten seconds by force. */
static inline void xvfb_end(pid_t pid)
{
	kill(pid, SIGTERM);
	for (int i = 0; waitpid(pid, NULL, WNOHANG) == 0; i++) {
		if (i == 500)
			kill(pid, SIGKILL);
		xvfb_sleep(20);
	}
}

/* Starts a server with one screen, "1024x768x24", on a free display, without
 * the extension named (NULL: with all). Returns false where there is no
 * Xvfb. */
static inline bool xvfb_start_without(struct xvfb *xvfb, const char *screen,
				      const char *extension)
{
	char fd_text[16];
	char number[16] = "";
	size_t length = 0;
	ssize_t got;
	int ends[2];

	memset(xvfb, 0, sizeof *xvfb);
	if (pipe(ends) < 0)
		return false;
	snprintf(fd_text, sizeof fd_text, "%d", ends[1]);
	xvfb->server = fork();
	if (xvfb->server == 0) {
		char *const argv[] = { "Xvfb",
				       "-displayfd",
				       fd_text,
				       "-screen",
				       "0",
				       (char *)screen,
				       "-nolisten",
				       "tcp",
				       "-noreset",
				       extension ? "-extension" : NULL,
				       (char *)extension,
				       NULL };

		close(ends[0]);
		xvfb_become(argv);
	}
	close(ends[1]);
	/* the number may come in pieces; its end is the newline */
	while (!strchr(number, '\n') && length + 1 < sizeof number &&
	       (got = read(ends[0], number + length,
			   sizeof number - 1 - length)) > 0)
		length += (size_t)got;
	close(ends[0]);
	if (!strchr(number, '\n')) {
		xvfb_end(xvfb->server);
		return false;
	}
	snprintf(xvfb->display, sizeof xvfb->display, ":%d", atoi(number));
	return true;
}

static inline bool xvfb_start(struct xvfb *xvfb, const char *screen)
{
	return xvfb_start_without(xvfb, screen, NULL);
}

/* Starts a program on it; `environment` holds "NAME=value" or is NULL. */
static inline pid_t xvfb_run(struct xvfb *xvfb, char *const environment[],
			     char *const argv[])
{
	pid_t pid = fork();

	if (pid == 0) {
		setenv("DISPLAY", xvfb->display, 1);
		setenv("NO_AT_BRIDGE", "1", 1);
		for (int i = 0; environment && environment[i]; i++)
			putenv(environment[i]);
		xvfb_become(argv);
	}
	if (xvfb->program_count < XVFB_PROGRAMS_MAX)
		xvfb->programs[xvfb->program_count++] = pid;
	return pid;
}

/* Runs a program to its end; true where it exits with 0. */
static inline bool xvfb_call(struct xvfb *xvfb, char *const argv[])
{
	pid_t pid = xvfb_run(xvfb, NULL, argv);
	int status = -1;

	xvfb->program_count--;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Ends one program before the server. */
static inline void xvfb_quit(struct xvfb *xvfb, pid_t pid)
{
	for (int i = 0; i < xvfb->program_count; i++)
		if (xvfb->programs[i] == pid) {
			xvfb->programs[i] =
				xvfb->programs[--xvfb->program_count];
			xvfb_end(pid);
			return;
		}
}

static inline void xvfb_stop(struct xvfb *xvfb)
{
	while (xvfb->program_count > 0)
		xvfb_end(xvfb->programs[--xvfb->program_count]);
	if (xvfb->server > 0)
		xvfb_end(xvfb->server);
	xvfb->server = 0;
}

static inline Window xvfb_search(Display *display, Window window,
				 const char *title)
{
	Window root, parent;
	Window *children = NULL;
	unsigned count = 0;
	Window found = None;
	XTextProperty name = { 0 };
	XWindowAttributes attributes;

	/* of whatever type: browsers write UTF-8 there */
	if (XGetWMName(display, window, &name) && name.value) {
		if (strstr((const char *)name.value, title) &&
		    XGetWindowAttributes(display, window, &attributes) &&
		    attributes.map_state == IsViewable)
			found = window;
		XFree(name.value);
	}
	if (found ||
	    !XQueryTree(display, window, &root, &parent, &children, &count))
		return found;
	for (unsigned i = 0; i < count && !found; i++)
		found = xvfb_search(display, children[i], title);
	if (children)
		XFree(children);
	return found;
}

static inline int xvfb_ignore(Display *display, XErrorEvent *event)
{
	(void)display;
	(void)event;
	return 0;
}

/* A window that is seen, `window` or one inside it, whose title contains
 * `title`; None where there is none. */
static inline Window xvfb_find_below(Display *display, Window window,
				     const char *title)
{
	/* windows may go while they are looked at */
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	Window found = xvfb_search(display, window, title);

	XSync(display, False);
	XSetErrorHandler(before);
	return found;
}

/* Waits up to 20 seconds for a window whose title contains `title`; None
 * where none comes. */
static inline Window xvfb_window(Display *display, const char *title)
{
	for (int i = 0; i < 400; i++) {
		Window window = xvfb_find_below(
			display, DefaultRootWindow(display), title);

		if (window)
			return window;
		xvfb_sleep(50);
	}
	return None;
}

/* The window manager says that it runs (EWMH). */
static inline bool xvfb_managed(Display *display)
{
	Atom atom = XInternAtom(display, "_NET_SUPPORTING_WM_CHECK", False);

	for (int i = 0; i < 400; i++) {
		Atom type = None;
		int format;
		unsigned long count, left;
		unsigned char *data = NULL;

		XGetWindowProperty(display, DefaultRootWindow(display), atom, 0,
				   1, False, AnyPropertyType, &type, &format,
				   &count, &left, &data);
		if (data)
			XFree(data);
		if (type != None)
			return true;
		xvfb_sleep(50);
	}
	return false;
}

#endif
