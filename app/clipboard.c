#include "clipboard.h"

#include <X11/Xatom.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "clipboard_inside.h"
#include "deadline.h"

/* So many 32-bit units of a property are asked for at once. */
enum { PIECE_UNITS = 1 << 18, TARGETS_MAX = 64 };

const char *const clipboard_forms[CLIPBOARD_FORMS] = {
	"image/png",
	"image/jpeg",
	"image/webp",
	"UTF8_STRING",
	"text/plain;charset=utf-8",
	"text/plain",
	"STRING",
};

struct taker {
	struct xlink *link;
	Display *display;
	Window window;
	Atom selection, property, incr;
	size_t max;
	uint8_t *data;
	size_t length, capacity;
};

bool clipboard_wait(Display *display, XEvent *event,
		    const struct deadline *deadline)
{
	/* looked up now and then, as a lost connection wakes nobody */
	enum { LOOK_MS = 100 };

	while (!XPending(display)) {
		struct pollfd fd = { ConnectionNumber(display), POLLIN, 0 };
		double left = deadline_left(deadline) * 1000;

		if (deadline_passed(deadline))
			return false;
		if (poll(&fd, 1, left < LOOK_MS ? (int)left : LOOK_MS) > 0 &&
		    fd.revents & (POLLHUP | POLLERR))
			return false;
	}
	XNextEvent(display, event);
	return true;
}

static int no_answer(struct problem *problem)
{
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "the program that owns the clipboard does not "
			   "answer");
}

/* Asks for a form of the data; 1 where the owner has none of it. */
static int request(struct taker *taker, Atom target, struct problem *problem)
{
	struct deadline deadline = deadline_in(CLIPBOARD_SECONDS, NULL);
	XEvent event;

	XDeleteProperty(taker->display, taker->window, taker->property);
	XConvertSelection(taker->display, taker->selection, target,
			  taker->property, taker->window, CurrentTime);
	do {
		if (!clipboard_wait(taker->display, &event, &deadline))
			return no_answer(problem);
	} while (event.type != SelectionNotify ||
		 event.xselection.target != target);
	return event.xselection.property == None ? 1 : 0;
}

static int append(struct taker *taker, const void *bytes, size_t length,
		  struct problem *problem)
{
	if (length > taker->max - taker->length)
		return problem_set(problem, PROBLEM_LIMIT,
				   "the clipboard holds more than %zu MB",
				   taker->max >> 20);
	if (alloc_grow(&taker->data, &taker->capacity, taker->length + length,
		       1) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for the clipboard's data");
	memcpy(taker->data + taker->length, bytes, length);
	taker->length += length;
	return 0;
}

/* Appends the property's bytes and deletes it. *type becomes its type. */
static int read_property(struct taker *taker, Atom *type,
			 struct problem *problem)
{
	unsigned long left = 1;
	long offset = 0;

	*type = None;
	while (left) {
		unsigned char *bytes = NULL;
		unsigned long count = 0;
		int format = 0;
		int result = 0;

		left = 0;
		if (XGetWindowProperty(taker->display, taker->window,
				       taker->property, offset, PIECE_UNITS,
				       False, AnyPropertyType, type, &format,
				       &count, &left, &bytes) != Success)
			return no_answer(problem);
		/* other formats are lists of words, which no data of ours
		 * are; INCR's word is none of the data either */
		if (format == 8)
			result = append(taker, bytes, count, problem);
		else
			left = 0;
		if (bytes)
			XFree(bytes);
		if (result < 0)
			return -1;
		offset += PIECE_UNITS;
	}
	XDeleteProperty(taker->display, taker->window, taker->property);
	return 0;
}

/* Pieces, each in the property anew, until an empty one. */
static int read_pieces(struct taker *taker, struct problem *problem)
{
	for (;;) {
		struct deadline deadline = deadline_in(CLIPBOARD_SECONDS, NULL);
		size_t before = taker->length;
		Atom type;
		XEvent event;

		do {
			if (!clipboard_wait(taker->display, &event, &deadline))
				return no_answer(problem);
		} while (event.type != PropertyNotify ||
			 event.xproperty.atom != taker->property ||
			 event.xproperty.state != PropertyNewValue);
		if (read_property(taker, &type, problem) < 0)
			return -1;
		if (taker->length == before)
			return 0;
	}
}

/* Which of clipboard_forms the owner has; CLIPBOARD_FORMS: none. */
static int choose(struct taker *taker, int *chosen, struct problem *problem)
{
	Atom atoms[CLIPBOARD_FORMS];
	unsigned long targets[TARGETS_MAX];
	int count;
	int result = request(taker, XInternAtom(taker->display, "TARGETS", 0),
			     problem);

	*chosen = CLIPBOARD_FORMS;
	if (result < 0)
		return -1;
	/* very old programs have text and no list */
	if (result == 1) {
		*chosen = CLIPBOARD_FORMS - 1;
		return 0;
	}
	count = xlink_property(taker->link, taker->window, CLIPBOARD_PROPERTY,
			       AnyPropertyType, targets, TARGETS_MAX);
	XInternAtoms(taker->display, (char **)clipboard_forms, CLIPBOARD_FORMS,
		     False, atoms);
	for (int i = 0; i < CLIPBOARD_FORMS; i++)
		for (int k = 0; k < count; k++)
			if (targets[k] == atoms[i] &&
			    *chosen == CLIPBOARD_FORMS)
				*chosen = i;
	return 0;
}

static int take(struct taker *taker, struct problem *problem)
{
	Atom type;
	int chosen;
	int result;

	if (XGetSelectionOwner(taker->display, taker->selection) == None)
		return problem_set(problem, PROBLEM_INPUT,
				   "the clipboard is empty");
	if (choose(taker, &chosen, problem) < 0)
		return -1;
	if (chosen == CLIPBOARD_FORMS)
		return problem_set(problem, PROBLEM_INPUT,
				   "the clipboard holds neither a picture nor "
				   "text");
	result = request(
		taker,
		XInternAtom(taker->display, clipboard_forms[chosen], False),
		problem);
	if (result == 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "the clipboard's owner does not deliver "
				   "what it offers");
	if (result < 0 || read_property(taker, &type, problem) < 0)
		return -1;
	if (type == taker->incr)
		return read_pieces(taker, problem);
	return 0;
}

static int take_x11(const char *display, size_t max, uint8_t **data,
		    size_t *length, struct problem *problem)
{
	struct taker taker = { .link = xlink_open(display, problem),
			       .max = max };
	int result;

	if (!taker.link)
		return -1;
	taker.display = xlink_display(taker.link);
	taker.window = XCreateSimpleWindow(taker.display,
					   DefaultRootWindow(taker.display), 0,
					   0, 1, 1, 0, 0, 0);
	XSelectInput(taker.display, taker.window, PropertyChangeMask);
	taker.selection = XInternAtom(taker.display, "CLIPBOARD", False);
	taker.property = XInternAtom(taker.display, CLIPBOARD_PROPERTY, False);
	taker.incr = XInternAtom(taker.display, "INCR", False);
	result = take(&taker, problem);
	if (xlink_is_lost(taker.link) && result == 0)
		result = problem_set(problem, PROBLEM_ENVIRONMENT,
				     "the X display is gone");
	xlink_close(taker.link);
	if (result < 0) {
		free(taker.data);
		return -1;
	}
	*data = taker.data;
	*length = taker.length;
	return 0;
}

int clipboard_take(const char *display, size_t max, uint8_t **data,
		   size_t *length, struct problem *problem)
{
	int result = 1;

#ifdef HAVE_WAYLAND
	if (!display)
		result = clipboard_take_wayland(max, data, length, problem);
#endif
	return result == 1 ? take_x11(display, max, data, length, problem)
			   : result;
}
