/* A word from another process to the one that shows answers: a socket below
 * $XDG_RUNTIME_DIR, one a display. One datagram is one request and gets one
 * answer, so nobody can keep the listener waiting; only the user's own
 * processes get at the folder. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

enum { CONTROL_BYTES_MAX = 256 };

/* Words of one process of ours to another: what is shown gives way for a
 * picture, and has come back. Not for people. */
#define CONTROL_ASIDE "aside"
#define CONTROL_BACK "back"

struct control;

/* Listens for what concerns this display, ":0" or "wayland-1" (NULL: ""). NULL
 * with `problem` filled in: another process listens already, there is no such
 * folder. */
struct control *control_open(const char *display, struct problem *problem);
void control_close(struct control *control);

int control_fd(const struct control *control);
/* The next request, as text, without waiting. False: there is none. */
bool control_next(struct control *control, char *text, size_t size);
/* Answers the last one. */
void control_answer(struct control *control, const char *text);

/* Sends a request and waits, for 2 seconds at most, for its answer. Returns 0,
 * or -1 with `problem` filled in: nobody listens there, or does not answer. */
int control_ask(const char *display, const char *text, char *answer,
		size_t size, struct problem *problem);
/* Asks whoever listens for the display that we are on: $WAYLAND_DISPLAY, or, as
 * X11 runs on a compositor as well, $DISPLAY. */
int control_ask_here(const char *text, char *answer, size_t size,
		     struct problem *problem);

/* An answer in the user's language. Programs take it as it comes. */
void control_words(const char *answer, char *words, size_t size);

#endif
