/* input.h on a Wayland compositor: wlr-virtual-pointer and virtual-keyboard, or
 * a portal (remote_wayland.h), move and press. No program is told of what
 * others do to the seat, but of whether anything was done (ext-idle-notify):
 * what we did not do, somebody else did. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

#include "deadline.h"
#include "ext-idle-notify-v1-client.h"
#include "hotkey.h"
#include "input_driver.h"
#include "kde-idle-client.h"
#include "language.h"
#include "places.h"
#include "remote_wayland.h"
#include "user_files.h"
#include "virtual-keyboard-unstable-v1-client.h"
#include "wlink_wayland.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"

/* The seat is idle so long after the last thing that was done to it. A hand on
 * a mouse does something every 8 ms, or more often. */
enum { IDLE_MS = 1 };
/* A compositor on a busy machine tells of that so late; where it does not by
 * then, a hand moves on and on. */
static const double LATE_SECONDS = 3;
/* Nobody does anything for so long before we begin: whoever pressed Return to
 * start us has let go of it, and programs have heard of our keyboard. */
static const double QUIET_SECONDS = 0.5;
/* ... for which we wait at most so long. */
static const double HANDS_SECONDS = 5;
/* The desktop asks its user whether we may click. */
static const double ASK_SECONDS = 60;
/* What a portal is asked for comes within milliseconds; where the seat has not
 * noticed it by then it takes no notice of portals. */
static const double REMOTE_SECONDS = 0.5;
/* ... and is over once nothing has come for so long: a key with others held is
 * several things. */
static const double REMOTE_QUIET_SECONDS = 0.05;
/* Between looks at the connection while waiting: how late we notice Ctrl-C. */
enum { LOOK_MS = 20 };
/* Places are told in parts of a unit. */
enum { UNIT_PARTS = 256 };
/* A wheel's click, as wl_pointer.axis counts. */
enum { WHEEL_STEP = 15 };

/* In the folder of the configuration; who deletes it is asked again. */
static const char token_name[] = "may-click";

enum { BUTTONS = 10 };

struct wayland_input {
	struct input base; /* first */
	struct wlink *link;
	struct places *places; /* NULL: windows are not told of */
	struct remote *remote; /* in place of pointer and keyboard */
	bool taken_back;       /* it no longer does what it is asked for */
	struct zwlr_virtual_pointer_v1 *pointer;
	struct zwp_virtual_keyboard_v1 *keyboard;
	struct ext_idle_notification_v1 *idling;
	struct org_kde_kwin_idle_timeout *older_idling;
	struct xkb_context *xkb;
	struct xkb_keymap *keymap;
	bool acting; /* what comes now is our own doing */
	bool idle, alien;
	double noticed; /* when what we did last was, at last; 0: not yet */
	bool placed;    /* the pointer is at x, y, where we put it */
	int x, y;
	bool held[BUTTONS];
};

static struct wayland_input *of(struct input *input)
{
	return (struct wayland_input *)input;
}

static void on_idle(void *data)
{
	struct wayland_input *input = data;

	input->idle = true;
}

static void on_resumed(void *data)
{
	struct wayland_input *input = data;

	input->idle = false;
	if (input->acting)
		input->noticed = clock_seconds();
	input->alien |= !input->acting;
}

static void on_idled_1(void *data, struct ext_idle_notification_v1 *idling)
{
	(void)idling;
	on_idle(data);
}

static void on_resumed_1(void *data, struct ext_idle_notification_v1 *idling)
{
	(void)idling;
	on_resumed(data);
}

static const struct ext_idle_notification_v1_listener idle_listener = {
	on_idled_1, on_resumed_1
};

static void on_idled_0(void *data, struct org_kde_kwin_idle_timeout *idling)
{
	(void)idling;
	on_idle(data);
}

static void on_resumed_0(void *data, struct org_kde_kwin_idle_timeout *idling)
{
	(void)idling;
	on_resumed(data);
}

static const struct org_kde_kwin_idle_timeout_listener older_listener = {
	on_idled_0, on_resumed_0
};

static uint32_t now_ms(void)
{
	return (uint32_t)(uint64_t)(clock_seconds() * 1000);
}

/* Has the seat noticed what a portal was asked for, all of it? */
static bool is_over(const struct wayland_input *input)
{
	return input->noticed > 0 &&
	       clock_seconds() - input->noticed >= REMOTE_QUIET_SECONDS;
}

/* All that was asked for has been done on return. */
static enum input_end send(struct wayland_input *input, struct problem *problem)
{
	struct deadline deadline = deadline_in(REMOTE_SECONDS, NULL);
	int result;

	input->acting = true;
	result = wlink_sync(input->link, NULL);
	/* a hand that moves on and on leaves no quiet */
	while (result == 0 && input->remote && !is_over(input)) {
		if (deadline_passed(&deadline)) {
			input->alien |= input->noticed > 0;
			break;
		}
		result = wlink_turn(input->link, LOOK_MS, NULL);
	}
	input->acting = false;
	input->noticed = 0;
	if (input->taken_back)
		return input_failed(&input->base,
				    _("the desktop does not let us click any "
				      "more"),
				    problem);
	return result < 0 ? input_failed(&input->base,
					 _("the Wayland compositor is gone"),
					 problem)
			  : INPUT_DONE;
}

/* linux/input-event-codes.h; 0: a wheel. */
static uint32_t button_code(int number)
{
	static const uint32_t codes[BUTTONS] = {
		[1] = 0x110, [2] = 0x112, [3] = 0x111, [8] = 0x113, [9] = 0x114
	};

	return codes[number];
}

/* Buttons 4 to 7 are a wheel: up, down, left, right. */
static void turn_wheel(struct wayland_input *input, int number)
{
	uint32_t axis = number < 6 ? WL_POINTER_AXIS_VERTICAL_SCROLL
				   : WL_POINTER_AXIS_HORIZONTAL_SCROLL;
	int way = number % 2 ? 1 : -1;

	if (input->remote) {
		input->taken_back |= remote_wheel(input->remote, axis, way) < 0;
		return;
	}
	zwlr_virtual_pointer_v1_axis_source(input->pointer,
					    WL_POINTER_AXIS_SOURCE_WHEEL);
	zwlr_virtual_pointer_v1_axis_discrete(
		input->pointer, now_ms(), axis,
		wl_fixed_from_int(way * WHEEL_STEP), way);
}

static void put_button(struct wayland_input *input, int number, bool down)
{
	uint32_t code = button_code(number);

	if (code && input->remote)
		input->taken_back |=
			remote_button(input->remote, code, down) < 0;
	else if (code)
		zwlr_virtual_pointer_v1_button(input->pointer, now_ms(), code,
					       down);
	else if (down)
		turn_wheel(input, number);
	if (input->pointer)
		zwlr_virtual_pointer_v1_frame(input->pointer);
	input->held[number] = down && code;
}

/* Keys are held within one sending alone. */
static void release(struct input *base)
{
	struct wayland_input *input = of(base);

	if (input->link->lost || (!input->pointer && !input->remote))
		return;
	for (int i = 1; i < BUTTONS; i++)
		if (input->held[i])
			put_button(input, i, false);
	wlink_sync(input->link, NULL);
}

/* Once; `late` says whether the seat is not idle yet. */
static enum input_end watch_once(struct wayland_input *input, bool *late,
				 struct problem *problem)
{
	const struct input_target *target = &input->base.target;

	*late = false;
	if (wlink_turn(input->link, 0, NULL) < 0)
		return input_failed(&input->base,
				    _("the Wayland compositor is gone"),
				    problem);
	if (target->stop && *target->stop)
		return input_stopped(&input->base, _("interrupted"), problem);
	*late = !input->idle;
	return input->alien
		       ? input_stopped(&input->base,
				       _("the mouse was moved, or a button or "
					 "key pressed"),
				       problem)
		       : INPUT_DONE;
}

static void nap(struct input *base, double seconds)
{
	double ms = seconds * 1000;

	wlink_turn(of(base)->link, ms < LOOK_MS ? (int)ms : LOOK_MS, NULL);
}

static enum input_end watch(struct input *base, struct problem *problem)
{
	struct deadline deadline = deadline_in(LATE_SECONDS, NULL);
	struct wayland_input *input = of(base);
	bool late;
	enum input_end end = watch_once(input, &late, problem);

	while (end == INPUT_DONE && late) {
		input->alien = deadline_passed(&deadline);
		nap(base, LATE_SECONDS);
		end = watch_once(input, &late, problem);
	}
	return end;
}

/* Until no hand has done anything for a while. */
static enum input_end begin(struct input *base, struct problem *problem)
{
	struct wayland_input *input = of(base);
	struct deadline deadline = deadline_in(HANDS_SECONDS, NULL);
	double quiet = clock_seconds();
	bool late;

	if (input->places &&
	    places_focus(input->places, base->target.window.id, problem) < 0)
		return INPUT_FAILED;
	do {
		enum input_end end;

		nap(base, LOOK_MS);
		if (!input->idle || input->alien)
			quiet = clock_seconds();
		input->alien = false;
		end = watch_once(input, &late, problem);
		if (end != INPUT_DONE)
			return end;
		if (deadline_passed(&deadline))
			return input_failed(
				base,
				_("mouse or keyboard is in use, or a program "
				  "keeps the screen awake"),
				problem);
	} while (clock_seconds() - quiet < QUIET_SECONDS);
	return INPUT_DONE;
}

/* The pointer to a pixel of the screen. */
static void put_pointer(struct wayland_input *input, int x, int y)
{
	double scale = input->base.target.scale;
	struct box all = { 0 };

	if (input->remote) {
		input->taken_back |=
			remote_move(input->remote, (x + 0.5) / scale,
				    (y + 0.5) / scale) < 0;
		return;
	}
	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		if (input->link->outputs[i].proxy)
			all = box_join(&all, &input->link->outputs[i].lay_box);
	zwlr_virtual_pointer_v1_motion_absolute(
		input->pointer, now_ms(),
		(uint32_t)(((x + 0.5) / scale - all.x) * UNIT_PARTS),
		(uint32_t)(((y + 0.5) / scale - all.y) * UNIT_PARTS),
		(uint32_t)all.width * UNIT_PARTS,
		(uint32_t)all.height * UNIT_PARTS);
	zwlr_virtual_pointer_v1_frame(input->pointer);
}

static enum input_end do_move(struct wayland_input *input,
			      const struct play_action *action,
			      struct problem *problem)
{
	double scale = input->base.target.scale;
	bool on = false;

	for (int i = 0; i < WLINK_OUTPUTS_MAX; i++)
		on |= input->link->outputs[i].proxy &&
		      box_contains(&input->link->outputs[i].lay_box,
				   (int)floor(action->x / scale),
				   (int)floor(action->y / scale));
	if (!on)
		return input_failed(&input->base,
				    _("a part of the puzzle lies off the "
				      "screen"),
				    problem);
	input->x = action->x;
	input->y = action->y;
	input->placed = true;
	put_pointer(input, input->x, input->y);
	return send(input, problem);
}

/* To the window's last pixel, until the next press: arrows are drawn right of
 * where they point, and below. */
static enum input_end step_aside(struct input *base, struct problem *problem)
{
	struct wayland_input *input = of(base);
	const struct box *box = &base->target.window.scr_box;
	double finer = base->target.scale / base->target.window.scale;
	enum input_end end = watch(base, problem);

	for (int i = 0; i < BUTTONS; i++)
		if (input->held[i])
			return end;
	/* such a program holds the pointer, and shows its own */
	if (end != INPUT_DONE || base->target.relative)
		return end;
	put_pointer(input, (int)((box->x + box->width) * finer) - 1,
		    (int)((box->y + box->height) * finer) - 1);
	return send(input, problem);
}

static enum input_end do_nudge(struct wayland_input *input,
			       const struct play_action *action,
			       struct problem *problem)
{
	double scale = input->base.target.scale;

	/* a program that holds the pointer puts it elsewhere */
	input->placed = false;
	if (input->remote) {
		input->taken_back |=
			remote_nudge(input->remote, action->x / scale,
				     action->y / scale) < 0;
		return send(input, problem);
	}
	zwlr_virtual_pointer_v1_motion(input->pointer, now_ms(),
				       wl_fixed_from_double(action->x / scale),
				       wl_fixed_from_double(action->y / scale));
	zwlr_virtual_pointer_v1_frame(input->pointer);
	return send(input, problem);
}

static enum input_end do_press(struct wayland_input *input,
			       const struct play_action *action,
			       struct problem *problem)
{
	const struct input_target *target = &input->base.target;
	struct screen_window found = { 0 };
	int result = screen_window_at(target->screen, input->x, input->y,
				      target->scale, &found, NULL);
	enum input_end end =
		input_check_window(&input->base, result, &found, problem);
	bool late;

	if (end == INPUT_DONE)
		end = input_ask(&input->base);
	/* that took a while */
	if (end == INPUT_DONE)
		end = watch_once(input, &late, problem);
	if (end != INPUT_DONE)
		return end;
	/* again, whatever a hand did meanwhile */
	if (input->placed)
		put_pointer(input, input->x, input->y);
	input->placed &= !target->relative;
	put_button(input, action->number, true);
	return send(input, problem);
}

static enum input_end check_focus(struct wayland_input *input,
				  struct problem *problem)
{
	const struct input_target *target = &input->base.target;
	struct screen_window found = { 0 };

	/* where windows are not told of, their programs are at most */
	if (screen_window_active(target->screen, &found, NULL) < 0 ||
	    found.id != target->window.id ||
	    strcmp(found.program, target->window.program) != 0)
		return input_failed(&input->base,
				    _("another window has the keyboard"),
				    problem);
	return INPUT_DONE;
}

static bool has_key(struct xkb_keymap *keymap, xkb_keycode_t code,
		    xkb_level_index_t level, unsigned long key)
{
	const xkb_keysym_t *keysyms;

	return xkb_keymap_key_get_syms_by_level(keymap, code, 0, level,
						&keysyms) == 1 &&
	       keysyms[0] == key;
}

/* The code of the key that has `key`, alone or else with Shift; 0: none. */
static xkb_keycode_t find_key(struct xkb_keymap *keymap, unsigned long key,
			      bool *shift)
{
	xkb_keycode_t last = xkb_keymap_max_keycode(keymap);

	for (xkb_level_index_t level = 0; level < 2; level++)
		for (xkb_keycode_t code = xkb_keymap_min_keycode(keymap);
		     code <= last; code++)
			if (has_key(keymap, code, level, key)) {
				*shift = level;
				return code;
			}
	return 0;
}

static uint32_t modifier_mask(struct xkb_keymap *keymap, unsigned modifiers)
{
	static const struct {
		unsigned modifier;
		const char *name;
	} names[] = {
		{ HOTKEY_SHIFT, XKB_MOD_NAME_SHIFT },
		{ HOTKEY_CTRL, XKB_MOD_NAME_CTRL },
		{ HOTKEY_ALT, XKB_MOD_NAME_ALT },
		{ HOTKEY_SUPER, XKB_MOD_NAME_LOGO },
		{ HOTKEY_ALTGR, "Mod5" },
	};
	uint32_t mask = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (modifiers & names[i].modifier)
			mask |= 1u << xkb_keymap_mod_get_index(keymap,
							       names[i].name);
	return mask;
}

static int type_remotely(struct remote *remote, unsigned long key,
			 unsigned modifiers)
{
	static const struct {
		unsigned modifier;
		uint32_t keysym;
	} keys[] = {
		{ HOTKEY_SHIFT, XKB_KEY_Shift_L },
		{ HOTKEY_CTRL, XKB_KEY_Control_L },
		{ HOTKEY_ALT, XKB_KEY_Alt_L },
		{ HOTKEY_SUPER, XKB_KEY_Super_L },
		{ HOTKEY_ALTGR, XKB_KEY_ISO_Level3_Shift },
	};
	int count = sizeof keys / sizeof *keys, result = 0;

	for (int i = 0; i < count; i++)
		if (modifiers & keys[i].modifier)
			result |= remote_key(remote, keys[i].keysym, true);
	result |= remote_key(remote, (uint32_t)key, true);
	result |= remote_key(remote, (uint32_t)key, false);
	for (int i = count; i-- > 0;)
		if (modifiers & keys[i].modifier)
			result |= remote_key(remote, keys[i].keysym, false);
	return result;
}

static enum input_end do_key(struct wayland_input *input,
			     const struct play_action *action,
			     struct problem *problem)
{
	bool shift = false, late;
	xkb_keycode_t code = find_key(input->keymap, action->key, &shift);
	unsigned modifiers = action->modifiers | (shift ? HOTKEY_SHIFT : 0);
	enum input_end end = check_focus(input, problem);

	if (end == INPUT_DONE)
		end = watch_once(input, &late, problem);
	if (end != INPUT_DONE)
		return end;
	if (!code)
		return input_failed(&input->base,
				    _("the keyboard lacks a key that is "
				      "needed"),
				    problem);
	if (input->remote) {
		input->taken_back |= type_remotely(input->remote, action->key,
						   action->modifiers) < 0;
		return send(input, problem);
	}
	zwp_virtual_keyboard_v1_modifiers(
		input->keyboard, modifier_mask(input->keymap, modifiers), 0, 0,
		0);
	/* the kernel's codes are 8 less than those of keymaps */
	for (uint32_t down = 2; down-- > 0;)
		zwp_virtual_keyboard_v1_key(input->keyboard, now_ms(), code - 8,
					    down);
	zwp_virtual_keyboard_v1_modifiers(input->keyboard, 0, 0, 0, 0);
	return send(input, problem);
}

static enum input_end act(struct input *base, const struct play_action *action,
			  struct problem *problem)
{
	struct wayland_input *input = of(base);

	switch (action->what) {
	case PLAY_DO_MOVE:
		return do_move(input, action, problem);
	case PLAY_DO_NUDGE:
		return do_nudge(input, action, problem);
	case PLAY_DO_PRESS:
		return do_press(input, action, problem);
	case PLAY_DO_RELEASE:
		put_button(input, action->number, false);
		return send(input, problem);
	case PLAY_DO_KEY:
		return do_key(input, action, problem);
	case PLAY_DO_WAIT:
		break;
	}
	return INPUT_DONE;
}

static void close_input(struct input *base)
{
	struct wayland_input *input = of(base);

	if (input->pointer)
		zwlr_virtual_pointer_v1_destroy(input->pointer);
	remote_close(input->remote);
	if (input->keyboard)
		zwp_virtual_keyboard_v1_destroy(input->keyboard);
	if (input->idling)
		ext_idle_notification_v1_destroy(input->idling);
	if (input->older_idling)
		org_kde_kwin_idle_timeout_release(input->older_idling);
	if (input->link)
		wlink_sync(input->link, NULL);
	xkb_keymap_unref(input->keymap);
	xkb_context_unref(input->xkb);
	places_close(input->places);
	wlink_close(input->link);
	free(input);
}

static const struct input_driver driver = {
	.close = close_input,
	.begin = begin,
	.watch = watch,
	.nap = nap,
	.act = act,
	.step_aside = step_aside,
	.release = release,
};

/* The layout that client files are written for. */
static int make_keymap(struct wayland_input *input, struct problem *problem)
{
	static const struct xkb_rule_names names = { .layout = "us" };

	input->xkb = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
	if (input->xkb)
		input->keymap = xkb_keymap_new_from_names(
			input->xkb, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
	return input->keymap ? 0
			     : problem_set(problem, PROBLEM_ENVIRONMENT,
					   "no keyboard layout was found: "
					   "xkb-data is missing");
}

static int make_keyboard(struct wayland_input *input, struct problem *problem)
{
	char *text = xkb_keymap_get_as_string(input->keymap,
					      XKB_KEYMAP_FORMAT_TEXT_V1);
	size_t size = text ? strlen(text) + 1 : 0;
	int fd = memfd_create("solveglass", MFD_CLOEXEC);
	bool good = text && fd >= 0 && write(fd, text, size) == (ssize_t)size;

	free(text);
	if (good) {
		input->keyboard =
			zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(
				input->link->keyboards, input->link->seat);
		zwp_virtual_keyboard_v1_keymap(input->keyboard,
					       WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1,
					       fd, (uint32_t)size);
	}
	if (fd >= 0)
		close(fd);
	return good ? 0
		    : problem_set(problem, PROBLEM_MEMORY,
				  "no memory for a keyboard");
}

static void watch_seat(struct wayland_input *input)
{
	const struct wlink *link = input->link;

	if (link->idle) {
		input->idling = ext_idle_notifier_v1_get_idle_notification(
			link->idle, IDLE_MS, link->seat);
		ext_idle_notification_v1_add_listener(input->idling,
						      &idle_listener, input);
	} else {
		input->older_idling = org_kde_kwin_idle_get_idle_timeout(
			link->older_idle, link->seat, IDLE_MS);
		org_kde_kwin_idle_timeout_add_listener(input->older_idling,
						       &older_listener, input);
	}
}

/* What the desktop knows its user's consent by is kept for the next time. */
static void load_token(char token[REMOTE_TOKEN_BYTES])
{
	struct buffer path;
	FILE *file = NULL;

	buffer_init(&path);
	if (user_file(&path, USER_CONFIG, token_name) == 0)
		file = fopen(buffer_text(&path), "re");
	if (!file || !fgets(token, REMOTE_TOKEN_BYTES, file))
		token[0] = '\0';
	if (file)
		fclose(file);
	buffer_fini(&path);
}

static void keep_token(const char *token)
{
	struct buffer folder, path;
	int fd = -1;

	buffer_init(&folder);
	buffer_init(&path);
	if (user_file(&folder, USER_CONFIG, "") == 0 &&
	    user_file(&path, USER_CONFIG, token_name) == 0) {
		mkdir(buffer_text(&folder), 0700);
		fd = open(buffer_text(&path),
			  O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	}
	/* what is not kept is asked for again */
	if (fd >= 0 && write(fd, token, strlen(token)) < 0)
		unlink(buffer_text(&path));
	if (fd >= 0)
		close(fd);
	buffer_fini(&folder);
	buffer_fini(&path);
}

static int open_remote(struct wayland_input *input, struct problem *problem)
{
	char token[REMOTE_TOKEN_BYTES];

	load_token(token);
	input->remote = remote_open(ASK_SECONDS, token, problem);
	if (!input->remote)
		return -1;
	if (token[0])
		keep_token(token);
	return 0;
}

static int set_up(struct wayland_input *input, struct problem *problem)
{
	input->link = wlink_open(problem);
	if (!input->link || wlink_takes_input(input->link, problem) < 0)
		return -1;
	input->places = places_open(NULL);
	if (make_keymap(input, problem) < 0)
		return -1;
	if (!input->link->pointers || !input->link->keyboards) {
		watch_seat(input);
		return open_remote(input, problem);
	}
	if (make_keyboard(input, problem) < 0)
		return -1;
	input->pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
		input->link->pointers, input->link->seat);
	watch_seat(input);
	return wlink_sync(input->link, problem);
}

struct input *input_open_wayland(struct problem *problem)
{
	struct wayland_input *input = calloc(1, sizeof *input);

	if (!input) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for input");
		return NULL;
	}
	input->base.driver = &driver;
	if (set_up(input, problem) == 0)
		return &input->base;
	close_input(&input->base);
	return NULL;
}
