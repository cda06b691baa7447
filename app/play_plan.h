/* From marks and a client's way of playing to what pointer and keyboard do. */
#ifndef PLAY_PLAN_H
#define PLAY_PLAN_H

#include <stdio.h>

#include "play_client.h"

enum play_do {
	PLAY_DO_MOVE,    /* the pointer to x, y on the screen */
	PLAY_DO_NUDGE,   /* the pointer by x, y */
	PLAY_DO_PRESS,   /* button `number` */
	PLAY_DO_RELEASE, /* button `number` */
	PLAY_DO_KEY,     /* a key, pressed and released */
	PLAY_DO_WAIT,    /* `number` milliseconds */
};

struct play_action {
	enum play_do what;
	int x, y;
	int number;
	unsigned long key;  /* X's keysym */
	unsigned modifiers; /* enum hotkey_modifier */
	double pause;       /* after it, in units of the pace */
};

struct play_plan {
	struct play_action *actions;
	size_t count, capacity;
};

/* Appends how the client enters the marks of a puzzle that lies at
 * `cell_to_scr`. A zeroed plan is empty; play_plan_fini frees. */
int play_plan_marks(struct play_plan *plan, const struct play_client *client,
		    const struct play_marks *marks,
		    const struct homography *cell_to_scr,
		    struct problem *problem);

/* Appends the client's keys that clear what was entered before: once. */
int play_plan_clear(struct play_plan *plan, const struct play_client *client,
		    struct problem *problem);
void play_plan_fini(struct play_plan *plan);

/* A line an action, for people: "press 1". */
void play_plan_print(const struct play_plan *plan, FILE *out);

#endif
