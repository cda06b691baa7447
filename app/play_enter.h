/* Enters an answer into a game, and looks what the game shows then. */
#ifndef PLAY_ENTER_H
#define PLAY_ENTER_H

#include "capture_target.h"
#include "options.h"
#include "pipeline.h"
#include "play_look.h"
#include "play_plan.h"
#include "screen.h"

/* What is played; nothing is owned. */
struct play_game {
	struct screen *screen;
	const struct options *options;
	struct pipeline *pipeline;     /* reads the game again */
	const struct capture *capture; /* what the puzzle was read from */
	const struct outcome *outcome; /* solved */
	/* how the game looked when its last answer had been tried; the caller
	 * frees it */
	struct image *left;
};

enum play_verdict {
	PLAY_NOTHING,  /* there was nothing to enter */
	PLAY_ENTERED,  /* not looked at, as it was wanted */
	PLAY_SOLVED,   /* the game shows all, or says that it is solved */
	PLAY_PARTLY,   /* something is missing, or the game does not say so */
	PLAY_DOUBTFUL, /* it cannot be seen */
	PLAY_CHANGED,  /* it shows another puzzle: nothing more was entered */
	PLAY_STOPPED,  /* by the person, who may not have agreed */
	PLAY_FAILED,
	PLAY_VERDICTS
};

/* What became of it. */
struct play_report {
	enum play_verdict verdict;
	size_t marks, there; /* of the answer; seen in the end */
	int rounds;          /* of entering */
	char client[80];
	char text[400]; /* a sentence */
};

/* "solved", "partly" ...: for JSON. */
const char *play_verdict_name(enum play_verdict verdict);

/* How one puzzle is entered. */
struct play_entry {
	const struct play_game *game;
	struct screen_window window;
	struct play_client client;
	struct play_marks marks;
	struct play_place place; /* where the window is now */
	double pace;             /* seconds between steps */
	struct point scr_pad[PLAY_DIGITS];
};

/* Finds the window, the client and the marks of one of the outcome's solutions.
 * Returns 0, or -1 with `problem` filled in; play_entry_fini in either case. */
int play_entry_init(struct play_entry *entry, const struct play_game *game,
		    size_t solution, struct problem *problem);
void play_entry_fini(struct play_entry *entry);

/* Enters it, looks, and enters again what is missing. Fills in the report. */
void play_enter(struct play_entry *entry, struct play_report *report);

#endif
