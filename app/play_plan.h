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
	bool focused;       /* only where the action before showed */
	/* 0, or the point of the mark's line to which this was the last step */
	int leg;
};

struct play_plan {
	struct play_action *actions;
	size_t count, capacity;
};

/* Where a puzzle lies, and what else of the screen a plan needs. */
struct play_place {
	struct homography cell_to_scr;
	/* the pad's buttons of 0 to 9; NULL: the client's, or none */
	const struct point *scr_pad;
};

/* Appends how the client enters one mark. `shown` is the tile, or the
 * number, that the place shows before, 0: none. A zeroed plan is empty;
 * play_plan_fini frees. */
int play_plan_mark(struct play_plan *plan, const struct play_client *client,
		   const struct play_mark *mark, int shown,
		   const struct play_place *place, struct problem *problem);
/* The same of all marks that are entered, nothing being shown. */
int play_plan_marks(struct play_plan *plan, const struct play_client *client,
		    const struct play_marks *marks,
		    const struct play_place *place, struct problem *problem);
/* What is done when all is entered. */
int play_plan_last(struct play_plan *plan, const struct play_client *client,
		   const struct play_place *place, struct problem *problem);

/* Appends a client's keys that want no place: those that clear, or redo. */
int play_plan_keys(struct play_plan *plan, const struct play_steps *keys,
		   struct problem *problem);
void play_plan_fini(struct play_plan *plan);

/* A line an action, for people: "press 1". */
void play_plan_print(const struct play_plan *plan, FILE *out);
/* A few lines: the steps at each mark, and where the marks are. */
void play_plan_sum_up(const struct play_client *client,
		      const struct play_marks *marks,
		      const struct play_place *place, FILE *out);

/* Where on the screen a mark is entered. */
struct point play_plan_spot(const struct play_client *client,
			    const struct play_mark *mark,
			    const struct play_place *place);

#endif
