#include <X11/Xatom.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clipboard.h"
#include "clipboard_inside.h"
#include "language.h"

/* What is larger goes in pieces (INCR): every server takes requests of this
 * size, and so much at once keeps nobody waiting. */
enum { PIECE_BYTES = 200000 };
/* Programs that take pieces at the same time, and types we hand out. */
enum { TRANSFERS_MAX = 16, FORMS_MAX = 4 };

/* One kind of what is offered. */
struct form {
	Atom target;
	const unsigned char *data;
	size_t length;
};

/* Somebody who takes pieces. */
struct transfer {
	Window requestor; /* None: free */
	Atom property;
	const struct form *form;
	size_t done;
};

struct holder {
	struct xlink *link;
	Display *display;
	Window window;
	Atom selection, targets, incr;
	struct form forms[FORMS_MAX];
	int form_count;
	struct transfer transfers[TRANSFERS_MAX];
};

static void add_form(struct holder *holder, const char *name, const void *data,
		     size_t length)
{
	struct form *form = &holder->forms[holder->form_count++];

	form->target = XInternAtom(holder->display, name, False);
	form->data = data;
	form->length = length;
}

static bool hold(struct holder *holder, const char *display,
		 const struct clipboard_offer *offer, struct problem *problem)
{
	holder->link = xlink_open(display, problem);
	if (!holder->link)
		return false;
	holder->display = xlink_display(holder->link);
	holder->window = XCreateSimpleWindow(holder->display,
					     DefaultRootWindow(holder->display),
					     0, 0, 1, 1, 0, 0, 0);
	holder->selection = XInternAtom(holder->display, "CLIPBOARD", False);
	holder->targets = XInternAtom(holder->display, "TARGETS", False);
	holder->incr = XInternAtom(holder->display, "INCR", False);
	if (offer->png_length)
		add_form(holder, "image/png", offer->png, offer->png_length);
	if (offer->text_length) {
		add_form(holder, "UTF8_STRING", offer->text,
			 offer->text_length);
		add_form(holder, "text/plain;charset=utf-8", offer->text,
			 offer->text_length);
		add_form(holder, "text/plain", offer->text, offer->text_length);
	}
	XSetSelectionOwner(holder->display, holder->selection, holder->window,
			   CurrentTime);
	if (XGetSelectionOwner(holder->display, holder->selection) ==
	    holder->window)
		return true;
	problem_set(problem, PROBLEM_ENVIRONMENT,
		    "the clipboard cannot be taken");
	return false;
}

static void put_targets(struct holder *holder, Window requestor, Atom property)
{
	Atom list[FORMS_MAX + 1] = { holder->targets };

	for (int i = 0; i < holder->form_count; i++)
		list[i + 1] = holder->forms[i].target;
	XChangeProperty(holder->display, requestor, property, XA_ATOM, 32,
			PropModeReplace, (unsigned char *)list,
			holder->form_count + 1);
}

/* Announces pieces; false where too many take some already. */
static bool begin_pieces(struct holder *holder, Window requestor, Atom property,
			 const struct form *form)
{
	long length = (long)form->length;

	for (int i = 0; i < TRANSFERS_MAX; i++) {
		struct transfer *transfer = &holder->transfers[i];

		if (transfer->requestor != None)
			continue;
		*transfer = (struct transfer){ requestor, property, form, 0 };
		XSelectInput(holder->display, requestor, PropertyChangeMask);
		XChangeProperty(holder->display, requestor, property,
				holder->incr, 32, PropModeReplace,
				(unsigned char *)&length, 1);
		return true;
	}
	return false;
}

/* The requestor has taken a piece: the next, at last an empty one. */
static void next_piece(struct holder *holder, const XPropertyEvent *event)
{
	for (int i = 0; i < TRANSFERS_MAX; i++) {
		struct transfer *transfer = &holder->transfers[i];
		size_t left;

		if (!transfer->form || transfer->requestor != event->window ||
		    transfer->property != event->atom)
			continue;
		left = transfer->form->length - transfer->done;
		if (left > PIECE_BYTES)
			left = PIECE_BYTES;
		XChangeProperty(holder->display, transfer->requestor,
				transfer->property, transfer->form->target, 8,
				PropModeReplace,
				transfer->form->data + transfer->done,
				(int)left);
		transfer->done += left;
		if (left)
			return;
		XSelectInput(holder->display, transfer->requestor, NoEventMask);
		*transfer = (struct transfer){ 0 };
		return;
	}
}

static bool put_form(struct holder *holder, const XSelectionRequestEvent *asked,
		     Atom property)
{
	for (int i = 0; i < holder->form_count; i++) {
		const struct form *form = &holder->forms[i];

		if (form->target != asked->target)
			continue;
		if (form->length > PIECE_BYTES)
			return begin_pieces(holder, asked->requestor, property,
					    form);
		XChangeProperty(holder->display, asked->requestor, property,
				form->target, 8, PropModeReplace, form->data,
				(int)form->length);
		return true;
	}
	return false;
}

static void answer(struct holder *holder, const XSelectionRequestEvent *asked)
{
	/* clients from before ICCCM name no property */
	Atom property =
		asked->property != None ? asked->property : asked->target;
	XEvent reply = {
		.xselection = { .type = SelectionNotify,
				.requestor = asked->requestor,
				.selection = asked->selection,
				.target = asked->target,
				.property = property,
				.time = asked->time },
	};

	if (asked->target == holder->targets)
		put_targets(holder, asked->requestor, property);
	else if (!put_form(holder, asked, property))
		reply.xselection.property = None;
	XSendEvent(holder->display, asked->requestor, False, NoEventMask,
		   &reply);
	XFlush(holder->display);
}

/* Until another program takes the clipboard. */
static void serve(struct holder *holder)
{
	struct deadline never = deadline_never();
	XEvent event;

	while (clipboard_wait(holder->display, &event, &never) &&
	       !xlink_is_lost(holder->link)) {
		if (event.type == SelectionClear)
			return;
		if (event.type == SelectionRequest)
			answer(holder, &event.xselectionrequest);
		if (event.type == PropertyNotify &&
		    event.xproperty.state == PropertyDelete) {
			next_piece(holder, &event.xproperty);
			XFlush(holder->display);
		}
	}
}

/* Nothing of the command that began it: its terminal, its folder, its pipes,
 * which others may wait to see closed. */
static void detach(void)
{
	int null = open("/dev/null", O_RDWR);

	setsid();
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	if (chdir("/") < 0 || null < 0)
		return;
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	close(null);
}

/* The holding process: says in one byte and a sentence how it went. */
static void run_holder(int fd, const char *display,
		       const struct clipboard_offer *offer)
{
	struct holder holder = { 0 };
	struct clipboard_wayland *wayland = NULL;
	struct problem problem = { 0 };
	size_t length;
	bool held;

	/* what the caller holds ends with it: a lock, grabs of keys */
	close_range(STDERR_FILENO + 1, (unsigned)fd - 1, 0);
	close_range((unsigned)fd + 1, ~0u, 0);
#ifdef HAVE_WAYLAND
	if (!display)
		wayland = clipboard_hold_wayland(offer);
#endif
	held = wayland || hold(&holder, display, offer, &problem);
	length = strlen(problem.text);

	if (write(fd, held ? "+" : "-", 1) != 1 ||
	    write(fd, problem.text, length) != (ssize_t)length)
		_exit(1);
	close(fd);
	if (!held)
		_exit(1);
	detach();
#ifdef HAVE_WAYLAND
	if (wayland)
		clipboard_serve_wayland(wayland);
#endif
	if (!wayland)
		serve(&holder);
	_exit(0);
}

int clipboard_put(const char *display, const struct clipboard_offer *offer,
		  struct problem *problem)
{
	char said[256] = "";
	size_t length = 0;
	ssize_t got;
	int ends[2];
	pid_t pid;

	if (pipe(ends) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot make a pipe: %s", strerror(errno));
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		run_holder(ends[1], display, offer);
	}
	close(ends[1]);
	while (pid > 0 && length + 1 < sizeof said &&
	       (got = read(ends[0], said + length, sizeof said - 1 - length)) >
		       0)
		length += (size_t)got;
	close(ends[0]);
	if (said[0] == '+')
		return 0;
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return problem_set(problem, PROBLEM_ENVIRONMENT, "%s",
			   said[0] ? said + 1
				   : _("no process could be started to hold "
				       "the clipboard"));
}
