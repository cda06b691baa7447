#include "keys_wayland.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "hotkey.h"
#include "language.h"
#include "names.h"
#include "shortcuts_wayland.h"
#include "wlink_wayland.h"

/* The desktop may ask its user, who may be away from the machine. */
static const double ASK_SECONDS = 300;

struct desktop_keys {
	struct shortcuts *shortcuts;
	const struct wanted_key *wanted;
	int which[SHORTCUTS_MAX]; /* of those wanted is each shortcut */
	struct shortcut list[SHORTCUTS_MAX];
	char triggers[SHORTCUTS_MAX][64];
	int count;
	struct shortcuts_event given; /* the last time */
};

static void add(struct desktop_keys *keys, int which)
{
	const struct wanted_key *wanted = &keys->wanted[which];
	char *trigger = keys->triggers[keys->count];
	struct hotkey hotkey;

	if (!strcmp(wanted->key, "none") || keys->count == SHORTCUTS_MAX ||
	    hotkey_parse(wanted->key, &hotkey, NULL) < 0)
		return;
	hotkey_trigger(&hotkey, trigger, sizeof keys->triggers[0]);
	keys->which[keys->count] = which;
	keys->list[keys->count++] =
		(struct shortcut){ wanted->word, _(wanted->what), trigger };
}

struct desktop_keys *desktop_keys_ask(const struct wanted_key *wanted,
				      int count, struct problem *problem)
{
	struct desktop_keys *keys;

	if (!wlink_is_named())
		return NULL;
	keys = calloc(1, sizeof *keys);
	if (!keys) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for hotkeys");
		return NULL;
	}
	keys->wanted = wanted;
	for (int i = 0; i < count; i++)
		add(keys, i);
	if (keys->count)
		keys->shortcuts = shortcuts_start(keys->list, keys->count,
						  ASK_SECONDS, problem);
	if (keys->shortcuts)
		return keys;
	free(keys);
	return NULL;
}

void desktop_keys_end(struct desktop_keys *keys)
{
	if (!keys)
		return;
	shortcuts_end(keys->shortcuts);
	free(keys);
}

int desktop_keys_fd(const struct desktop_keys *keys)
{
	return shortcuts_fd(keys->shortcuts);
}

static void list_asked(const struct desktop_keys *keys, struct buffer *text)
{
	struct buffer list;

	buffer_init(&list);
	for (int i = 0; i < keys->count; i++) {
		const struct wanted_key *wanted = &keys->wanted[keys->which[i]];

		buffer_printf(&list, "%s%s (%s)", i ? ", " : "", wanted->key,
			      wanted->word);
	}
	buffer_printf(text, _("the desktop is asked for keys: %s"),
		      buffer_text(&list));
	buffer_fini(&list);
}

enum gift { GIFT_KEY, GIFT_WITHOUT_KEY, GIFT_NONE };

/* Appends a clause about those of this kind. */
static void list_given(const struct desktop_keys *keys, enum gift gift,
		       struct buffer *text)
{
	const struct shortcuts_event *given = &keys->given;
	struct buffer list;

	buffer_init(&list);
	for (int i = 0; i < keys->count; i++) {
		const char *word = keys->wanted[keys->which[i]].word;
		enum gift is = !given->given[i]    ? GIFT_NONE
			       : given->keys[i][0] ? GIFT_KEY
						   : GIFT_WITHOUT_KEY;

		if (is != gift)
			continue;
		if (list.length)
			buffer_puts(&list, ", ");
		if (gift == GIFT_KEY)
			buffer_printf(&list, "%s (%s)", given->keys[i], word);
		else
			buffer_puts(&list, word);
	}
	if (list.length && text->length)
		buffer_puts(text, "; ");
	if (list.length && gift == GIFT_KEY)
		buffer_printf(text, _("the desktop gives keys: %s"),
			      buffer_text(&list));
	else if (list.length && gift == GIFT_WITHOUT_KEY)
		buffer_printf(text,
			      _("the desktop's settings bind keys to: %s"),
			      buffer_text(&list));
	else if (list.length)
		buffer_printf(text, _("the desktop gives no keys for: %s"),
			      buffer_text(&list));
	buffer_fini(&list);
}

/* Quoted, as their names may be sentences: 'Press F9'. */
static void take_given(struct desktop_keys *keys,
		       const struct shortcuts_event *event)
{
	keys->given = *event;
	for (int i = 0; i < keys->count; i++) {
		struct buffer clean;

		if (!event->keys[i][0])
			continue;
		buffer_init(&clean);
		names_clean(&clean, event->keys[i]);
		snprintf(keys->given.keys[i], sizeof keys->given.keys[i],
			 "'%s'", buffer_text(&clean));
		buffer_fini(&clean);
	}
}

static void tell(struct desktop_keys *keys, const struct shortcuts_event *event,
		 struct buffer *text)
{
	switch (event->kind) {
	case SHORTCUTS_ASKED:
		list_asked(keys, text);
		break;
	case SHORTCUTS_GIVEN:
		take_given(keys, event);
		list_given(keys, GIFT_KEY, text);
		list_given(keys, GIFT_WITHOUT_KEY, text);
		list_given(keys, GIFT_NONE, text);
		break;
	default:
		keys->given = (struct shortcuts_event){ 0 };
		buffer_puts(text, event->problem.text);
		break;
	}
}

enum keys_news desktop_keys_next(struct desktop_keys *keys, int *which,
				 char *text, size_t size)
{
	struct shortcuts_event event;
	struct buffer told;

	text[0] = '\0';
	if (!shortcuts_next(keys->shortcuts, &event))
		return KEYS_NOTHING;
	if (event.kind == SHORTCUTS_PRESSED) {
		*which = keys->which[event.which];
		return KEYS_PRESSED;
	}
	buffer_init(&told);
	tell(keys, &event, &told);
	snprintf(text, size, "%s", buffer_text(&told));
	buffer_fini(&told);
	return event.kind == SHORTCUTS_ASKED  ? KEYS_TOLD
	       : event.kind == SHORTCUTS_LOST ? KEYS_LOST
					      : KEYS_SETTLED;
}

const char *desktop_keys_name(const struct desktop_keys *keys, int which)
{
	for (int i = 0; i < keys->count; i++)
		if (keys->which[i] == which && keys->given.given[i] &&
		    keys->given.keys[i][0])
			return keys->given.keys[i];
	return NULL;
}
