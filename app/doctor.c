#include "doctor.h"

#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "deadline.h"
#include "command.h"
#include "config.h"
#include "hotkey.h"
#include "language.h"
#include "places.h"
#include "play_client.h"
#include "screen.h"
#include "store.h"
#include "user_files.h"
#include "vision.h"
#include "xlink.h"

#ifdef HAVE_WAYLAND
#include "shortcuts_wayland.h"
#include "wlink_wayland.h"
#endif

static void say(struct doctor *doctor, enum doctor_state state,
		const char *what, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void say(struct doctor *doctor, enum doctor_state state,
		const char *what, const char *format, ...)
{
	struct doctor_line *line;
	va_list arguments;

	if (doctor->count == DOCTOR_LINES_MAX)
		return;
	line = &doctor->lines[doctor->count++];
	line->state = state;
	line->what = what;
	va_start(arguments, format);
	vsnprintf(line->text, sizeof line->text, _(format), arguments);
	va_end(arguments);
}

/* What of the game each extension carries. */
static void look_at_extensions(struct doctor *doctor, Display *display)
{
	static const struct {
		const char *name;
		enum doctor_state without;
		const char *lack;
	} extensions[] = {
		{ "SHAPE", DOCTOR_FAIL, N_("no answer can be shown") },
		{ "XFIXES", DOCTOR_FAIL,
		  N_("clicks would not pass through an answer") },
		{ "MIT-SHM", DOCTOR_WARN,
		  N_("capturing takes ten times as long") },
		{ "Composite", DOCTOR_WARN,
		  N_("windows are read only where nothing covers them") },
		{ "DAMAGE", DOCTOR_WARN, N_("changes are noticed later") },
		{ "RANDR", DOCTOR_WARN, N_("monitors are not told apart") },
		{ "XTEST", DOCTOR_WARN, N_("`play' cannot enter answers") },
	};
	char there[200] = "";

	for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
		int opcode, event, error;

		if (XQueryExtension(display, extensions[i].name, &opcode,
				    &event, &error))
			snprintf(there + strlen(there),
				 sizeof there - strlen(there), "%s%s",
				 there[0] ? ", " : "", extensions[i].name);
		else
			say(doctor, extensions[i].without, N_("extensions"),
			    "the X server lacks %s: %s; start it with that "
			    "extension",
			    extensions[i].name, _(extensions[i].lack));
	}
	say(doctor, DOCTOR_OK, N_("extensions"), "%s", there);
}

static void look_at_xinput(struct doctor *doctor, Display *display)
{
	int opcode, event, error;
	/* from 2.1 on others' grabs do not hide events from us */
	int major = 2, minor = 1;

	if (XQueryExtension(display, "XInputExtension", &opcode, &event,
			    &error) &&
	    XIQueryVersion(display, &major, &minor) == Success &&
	    (major > 2 || minor >= 1))
		say(doctor, DOCTOR_OK, N_("input"), "XInput %d.%d", major,
		    minor);
	else
		say(doctor, DOCTOR_WARN, N_("input"),
		    "no XInput 2.1: `play' could not notice when you touch the "
		    "mouse, so it does nothing");
}

static void look_at_visuals(struct doctor *doctor, Display *display)
{
	int screen = DefaultScreen(display);
	char name[32];
	XVisualInfo info;
	bool alpha = XMatchVisualInfo(display, screen, 32, TrueColor, &info);
	Window owner;

	snprintf(name, sizeof name, "_NET_WM_CM_S%d", screen);
	owner = XGetSelectionOwner(display, XInternAtom(display, name, False));
	if (!alpha)
		say(doctor, DOCTOR_WARN, N_("visuals"),
		    "none has 32 bits: answers are shown opaque");
	else
		say(doctor, DOCTOR_OK, N_("visuals"),
		    "one has 32 bits, the default one %d",
		    DefaultDepth(display, screen));
	if (owner)
		say(doctor, DOCTOR_OK, N_("compositor"),
		    "runs: answers are translucent");
	else
		say(doctor, DOCTOR_OK, N_("compositor"),
		    "none: answers are shown opaque, which works; picom or "
		    "xcompmgr would make them translucent");
}

static void look_at_manager(struct doctor *doctor, struct xlink *link)
{
	Display *display = xlink_display(link);
	unsigned long manager[1];
	XTextProperty name = { 0 };
	Atom atom = XInternAtom(display, "_NET_WM_NAME", False);

	if (xlink_property(link, DefaultRootWindow(display),
			   "_NET_SUPPORTING_WM_CHECK", XA_WINDOW, manager,
			   1) != 1) {
		say(doctor, DOCTOR_WARN, N_("windows"),
		    "no window manager is running: --active takes the window "
		    "that "
		    "has the keyboard");
		return;
	}
	xlink_trap(link);
	if (!XGetTextProperty(display, manager[0], &name, atom))
		name.value = NULL;
	xlink_check(link);
	say(doctor, DOCTOR_OK, N_("windows"), "managed by %.60s",
	    name.value ? (const char *)name.value : _("a window manager"));
	if (name.value)
		XFree(name.value);
}

static void look_at_screen(struct doctor *doctor, struct screen *display)
{
	struct screen_monitor monitors[SCREEN_MONITORS_MAX];
	struct screen_shot shot = { 0 };
	struct problem problem = { 0 };
	struct box screen;
	double start, scale;
	int count = screen_monitors(display, monitors, &problem);

	screen_bounds(display, &screen, &scale);
	say(doctor, count > 0 ? DOCTOR_OK : DOCTOR_FAIL, N_("monitors"),
	    "%d, the screen is %dx%d", count, screen.width, screen.height);
	/* the first look makes the shared memory that later ones use */
	if (screen_grab_box(display, &screen, scale, &shot, &problem) < 0) {
		say(doctor, DOCTOR_FAIL, N_("capture"), "%s", problem.text);
		return;
	}
	start = clock_seconds();
	screen_grab_box(display, &screen, scale, &shot, &problem);
	say(doctor, DOCTOR_OK, N_("capture"), "the whole screen in %.1f ms",
	    (clock_seconds() - start) * 1000);
	image_fini(&shot.image);
}

/* Taken for a moment, by the rules of those who hold it for good. */
static int try_key(struct hotkeys *hotkeys, const char *name, bool force,
		   struct problem *problem)
{
	struct hotkey hotkey;

	if (!strcmp(name, "none"))
		return 0;
	if (hotkey_choose(name, force, &hotkey, problem) < 0)
		return -1;
	return hotkeys_take(hotkeys, &hotkey, problem);
}

static void look_at_hotkeys(struct doctor *doctor, Display *display,
			    const struct options *options)
{
	struct problem problem = { 0 };
	struct hotkeys *hotkeys;
	char name[48];

	snprintf(name, sizeof name, "_%s_S%d", HOTKEY_WATCH,
		 DefaultScreen(display));
	if (XGetSelectionOwner(display, XInternAtom(display, name, False))) {
		say(doctor, DOCTOR_OK, N_("hotkeys"),
		    "held by `solveglass watch', which runs");
		return;
	}
	hotkeys = hotkeys_open(NULL, "SOLVEGLASS_DOCTOR", &problem);
	if (!hotkeys ||
	    try_key(hotkeys, options->hotkey, options->force_hotkey, &problem) <
		    0 ||
	    try_key(hotkeys, options->next_hotkey, options->force_hotkey,
		    &problem) < 0)
		say(doctor, DOCTOR_WARN, N_("hotkeys"),
		    "%s; choose others by --hotkey and --next-hotkey",
		    problem.text);
	else
		say(doctor, DOCTOR_OK, N_("hotkeys"), "%s and %s are free",
		    options->hotkey, options->next_hotkey);
	hotkeys_close(hotkeys);
}

static void look_at_x11(struct doctor *doctor, const struct options *options)
{
	struct problem problem = { 0 };
	struct xlink *link = xlink_open(NULL, &problem);
	struct screen *screen = link ? screen_open(&problem) : NULL;
	Display *display = link ? xlink_display(link) : NULL;

	if (!screen) {
		say(doctor, DOCTOR_FAIL, N_("display"),
		    "%s; files can still be read and solved. Run this in a "
		    "graphical session, with DISPLAY set",
		    problem.text);
		xlink_close(link);
		return;
	}
	say(doctor, DOCTOR_OK, N_("display"), "%.60s, %.60s %d.%d",
	    DisplayString(display), ServerVendor(display),
	    VendorRelease(display) / 10000000,
	    VendorRelease(display) / 100000 % 100);
	look_at_extensions(doctor, display);
	look_at_xinput(doctor, display);
	look_at_visuals(doctor, display);
	look_at_manager(doctor, link);
	look_at_screen(doctor, screen);
	look_at_hotkeys(doctor, display, options);
	screen_close(screen);
	xlink_close(link);
}

#ifdef HAVE_WAYLAND
/* Keys that the desktop gives where no program may take them. */
static void look_at_desktop_keys(struct doctor *doctor,
				 const struct options *options, bool served)
{
	if (shortcuts_are_offered())
		say(doctor, DOCTOR_OK, N_("hotkeys"),
		    "offered by xdg-desktop-portal: `solveglass watch' asks "
		    "the desktop for %s and %s",
		    options->hotkey, options->next_hotkey);
	else if (served)
		say(doctor, DOCTOR_OK, N_("hotkeys"),
		    "the compositor's own, as xdg-desktop-portal offers none: "
		    "bind `solveglass press show' to one");
	else
		say(doctor, DOCTOR_WARN, N_("hotkeys"),
		    "heard only while a game in XWayland has the keyboard, as "
		    "xdg-desktop-portal offers none");
}

/* What the compositor offers beyond what is needed. */
static void look_at_offers(struct doctor *doctor, const struct wlink *link)
{
	struct problem problem = { 0 };
	struct places *places = places_open(&problem);

	if (places)
		say(doctor, DOCTOR_OK, N_("windows"),
		    "%s tells where they lie: the active one is looked at",
		    places_compositor(places));
	else if (link->wlr_toplevels)
		say(doctor, DOCTOR_WARN, N_("windows"),
		    "%s: --active looks at the monitor of the active one, and "
		    "answers do not follow",
		    problem.text);
	else
		say(doctor, DOCTOR_WARN, N_("windows"),
		    "%s: --active looks at the whole screen, and answers do "
		    "not follow",
		    problem.text);
	problem = (struct problem){ 0 };
	if (wlink_takes_input(link, &problem) == 0)
		say(doctor, DOCTOR_OK, N_("playing"),
		    link->pointers && link->keyboards
			    ? N_("`play' clicks by wlr-virtual-pointer and "
				 "types by virtual-keyboard")
			    : N_("`play' clicks and types by RemoteDesktop of "
				 "xdg-desktop-portal, which asks"));
	else
		say(doctor, DOCTOR_WARN, N_("playing"),
		    "%s: `play' enters nothing", problem.text);
	places_close(places);
	if (!link->viewporter)
		say(doctor, DOCTOR_WARN, N_("scale"),
		    "no viewporter: answers on monitors of a scale such as "
		    "1.5 are less sharp");
	if (link->data_control)
		say(doctor, DOCTOR_OK, N_("clipboard"),
		    link->ext_data_control ? "ext-data-control"
					   : "wlr-data-control");
	else
		say(doctor, DOCTOR_WARN, N_("clipboard"),
		    "neither ext-data-control nor wlr-data-control: "
		    "--clipboard and --copy reach programs of XWayland only");
}

/* Returns whether Wayland is what the commands use. */
static bool look_at_wayland(struct doctor *doctor,
			    const struct options *options)
{
	struct problem problem = { 0 };
	struct wlink *link = wlink_open(&problem);
	struct screen *screen = NULL;

	if (link && wlink_serves(link, &problem) == 0)
		screen = screen_open(&problem);
	if (screen) {
		say(doctor, DOCTOR_OK, N_("wayland"),
		    "%.60s: captured by %s, drawn over by wlr-layer-shell; for "
		    "X11 instead unset WAYLAND_DISPLAY",
		    getenv("WAYLAND_DISPLAY"),
		    link->screencopy       ? "wlr-screencopy"
		    : wlink_captures(link) ? "ext-image-copy-capture"
					   : "xdg-desktop-portal");
		look_at_offers(doctor, link);
		look_at_desktop_keys(doctor, options, true);
		/* the portal may ask its user before each picture */
		if (wlink_captures(link))
			look_at_screen(doctor, screen);
		else
			say(doctor, DOCTOR_WARN, N_("capture"),
			    "by the portal, which is slow and may ask: no "
			    "wlr-screencopy; changes are not noticed");
	} else if (link && wlink_is_seen(link)) {
		say(doctor, DOCTOR_WARN, N_("wayland"),
		    "%s: `show' and `watch' open the answer in a window, "
		    "`play' sees only games that run in XWayland",
		    problem.text);
		look_at_desktop_keys(doctor, options, false);
	} else {
		say(doctor, DOCTOR_WARN, N_("wayland"),
		    "%s: only games that run in XWayland are seen",
		    problem.text);
		look_at_desktop_keys(doctor, options, false);
	}
	screen_close(screen);
	wlink_close(link);
	return screen;
}
#endif

static void look_at_display(struct doctor *doctor,
			    const struct options *options)
{
	const char *type = getenv("XDG_SESSION_TYPE");
	const char *socket = getenv("WAYLAND_DISPLAY");
	bool wayland =
		(socket && *socket) || (type && !strcmp(type, "wayland"));

#ifdef HAVE_WAYLAND
	if (wayland && look_at_wayland(doctor, options))
		return;
#else
	if (wayland)
		say(doctor, DOCTOR_WARN, N_("wayland"),
		    "this solveglass was built without it: only games that "
		    "run in XWayland are seen, and the hotkey is heard only "
		    "while one of them has the keyboard");
#endif
	look_at_x11(doctor, options);
}

static void look_at_models(struct doctor *doctor)
{
	struct problem problem = { 0 };
	struct vision *vision = vision_new(&problem);
	struct image image = { 0 };
	struct sighting_list list = { 0 };
	struct play_client client;
	double start = clock_seconds();

	if (!vision || image_init(&image, 64, 64, &problem) < 0 ||
	    vision_read(vision, &image, (1u << FAMILY_COUNT) - 1, &list,
			&problem) < 0)
		say(doctor, DOCTOR_FAIL, N_("models"), "%s", problem.text);
	else
		say(doctor, DOCTOR_OK, N_("models"),
		    "built in; an empty picture is read in %.1f ms",
		    (clock_seconds() - start) * 1000);
	sighting_list_fini(&list);
	image_fini(&image);
	vision_free(vision);
	problem = (struct problem){ 0 };
	/* all of the player's files are looked at for any window */
	if (play_client_find("", "", NULL, FAMILY_suko, &client, &problem) < 0)
		say(doctor, DOCTOR_FAIL, N_("clients"), "%s", problem.text);
	else
		say(doctor, DOCTOR_OK, N_("clients"),
		    "all client files are valid");
}

/* The configuration file as each command reads it and takes it: what is meant
 * for one of them only stops that one. Returns the first that stops, or
 * NULL. */
static const struct command *find_stopped(const char *config,
					  struct problem *problem)
{
	for (int i = 0; commands[i]; i++) {
		struct options options;
		int result = options_init(&options, problem);

		if (result == 0)
			result = config_apply(&options, commands[i], config,
					      problem);
		if (result == 0 && commands[i]->judge)
			result = commands[i]->judge(&options, problem);
		options_fini(&options);
		if (result < 0)
			return commands[i];
	}
	return NULL;
}

static void look_at_files(struct doctor *doctor, const char *config)
{
	struct problem problem = { 0 };
	const struct command *stopped;
	struct buffer path;
	struct store *store;
	char note[256];

	buffer_init(&path);
	if (config)
		buffer_puts(&path, config);
	if (!config && user_file(&path, USER_CONFIG, "config.ini") < 0)
		say(doctor, DOCTOR_WARN, N_("settings"),
		    "HOME is not set: there is no place for config.ini");
	else if ((stopped = find_stopped(config, &problem)))
		say(doctor, DOCTOR_FAIL, N_("settings"),
		    "%s; until it is fixed, 'solveglass %s' does nothing",
		    problem.text, stopped->name);
	else
		say(doctor, DOCTOR_OK, N_("settings"), "%s%.200s",
		    access(buffer_text(&path), R_OK) < 0
			    ? _("none; they would be in ")
			    : "",
		    buffer_text(&path));
	store = store_open(NULL, note, sizeof note);
	if (!store)
		say(doctor, DOCTOR_WARN, N_("store"),
		    "%s: solved puzzles are not remembered",
		    note[0] ? note : _("there is no place for it"));
	else
		say(doctor, DOCTOR_OK, N_("store"), "%s",
		    note[0] ? note : _("solved puzzles are remembered"));
	store_close(store);
	buffer_fini(&path);
}

void doctor_look(struct doctor *doctor, const struct options *options)
{
	doctor->count = 0;
	look_at_display(doctor, options);
	look_at_models(doctor);
	look_at_files(doctor, options->config);
}

enum doctor_state doctor_state(const struct doctor *doctor)
{
	enum doctor_state worst = DOCTOR_OK;

	for (int i = 0; i < doctor->count; i++)
		if (doctor->lines[i].state > worst)
			worst = doctor->lines[i].state;
	return worst;
}
