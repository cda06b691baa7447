/* Keys of `solveglass watch' that the desktop holds on Wayland, where it offers
 * that (KDE, GNOME, Hyprland): asked for while watch goes on, and told of in
 * sentences. */
#ifndef KEYS_WAYLAND_H
#define KEYS_WAYLAND_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

struct wanted_key {
	const char *key;  /* "Shift+F9", or "none" */
	const char *word; /* what it does, as `solveglass press' has it */
	const char *what; /* ... and as the desktop's settings show it */
};

enum keys_news {
	KEYS_NOTHING, /* there is nothing new */
	KEYS_PRESSED, /* number *which of those wanted */
	KEYS_TOLD,    /* a sentence */
	KEYS_SETTLED, /* a sentence or "": what keys there are is known now */
	KEYS_LOST,    /* a sentence: those given are gone */
};

struct desktop_keys;

#ifdef HAVE_WAYLAND

/* Begins to ask. NULL where no compositor is named in the environment, nothing
 * is wanted or, with `problem` filled in, something lacks. The texts of
 * `wanted` must outlive it. */
struct desktop_keys *desktop_keys_ask(const struct wanted_key *wanted,
				      int count, struct problem *problem);
void desktop_keys_end(struct desktop_keys *keys);

int desktop_keys_fd(const struct desktop_keys *keys);
/* What came next, without waiting. */
enum keys_news desktop_keys_next(struct desktop_keys *keys, int *which,
				 char *text, size_t size);

/* The key that was given, as the desktop calls it, in quotes; NULL where none
 * was, or it has no name. */
const char *desktop_keys_name(const struct desktop_keys *keys, int which);

#else

static inline struct desktop_keys *
desktop_keys_ask(const struct wanted_key *wanted, int count,
		 struct problem *problem)
{
	(void)wanted;
	(void)count;
	(void)problem;
	return NULL;
}

static inline void desktop_keys_end(struct desktop_keys *keys)
{
	(void)keys;
}

static inline int desktop_keys_fd(const struct desktop_keys *keys)
{
	(void)keys;
	return -1;
}

static inline enum keys_news desktop_keys_next(struct desktop_keys *keys,
					       int *which, char *text,
					       size_t size)
{
	(void)keys;
	(void)which;
	(void)text;
	(void)size;
	return KEYS_NOTHING;
}

static inline const char *desktop_keys_name(const struct desktop_keys *keys,
					    int which)
{
	(void)keys;
	(void)which;
	return NULL;
}

#endif

#endif
