/* How a program is played: one small JSON file each (models/clients, and the
 * player's own folder), found by the window's class and title.
 *
 *   {"name": "Tracks of Simon Tatham's puzzles",
 *    "program": "tracks",          the window's class contains this (in
 *                                  capitals or not); may be missing
 *    "title": "Train Tracks",      so does its title; may be missing
 *    "families": ["tracks"],       missing: all
 *    "clear": ["key u"],           repeated until the board stays as it is
 *    "side": ["click 1"],          what is done at each mark (play_marks.h):
 *    "line": [...], "number": [...], "piece": [...]
 *    "aim": 0.2,                   how far from a side's middle towards the
 *                                  square's middle it is clicked
 *    "relative": true}             the program holds the pointer and takes
 *                                  its motion only
 *
 * At each mark the pointer first goes to the mark's place. Then, in order:
 *   click N, press N, release N    a button of the mouse
 *   key ctrl+a                     a key with modifiers, as hotkeys are named
 *   type                           the mark's number
 *   follow                         along the mark's other points
 *   turn click N, turn key K       once for each quarter turn
 *   wait MS
 */
#ifndef PLAY_CLIENT_H
#define PLAY_CLIENT_H

#include <jansson.h>
#include <stdbool.h>

#include "play_marks.h"
#include "problem.h"

enum play_verb {
	PLAY_CLICK,
	PLAY_PRESS,
	PLAY_RELEASE,
	PLAY_KEY,
	PLAY_TYPE,
	PLAY_FOLLOW,
	PLAY_WAIT,
};

struct play_step {
	enum play_verb verb;
	bool turns;         /* once for each quarter turn */
	int number;         /* the button, the milliseconds */
	unsigned long key;  /* X's keysym */
	unsigned modifiers; /* enum hotkey_modifier */
};

enum { PLAY_STEPS_MAX = 16 };

struct play_steps {
	struct play_step steps[PLAY_STEPS_MAX];
	int count;
};

struct play_client {
	char name[80];
	char program[64], title[64]; /* "": any */
	unsigned families;           /* bits 1u << enum family */
	unsigned kinds;              /* bits of the kinds it says a way for */
	struct play_steps ways[PLAY_KINDS];
	struct play_steps clear;
	double aim;
	bool relative;
};

/* A client from its JSON; a field or word that is not known is a fault. */
int play_client_parse(const json_t *json, struct play_client *client,
		      struct problem *problem);

/* The same from a file. */
int play_client_load(const char *path, struct play_client *client,
		     struct problem *problem);

/* The client for a window of this class and title showing a puzzle of this
 * family: from the player's folder ($XDG_CONFIG_HOME/solveglass/clients), else
 * from those we bring; of several the one that asks for more of the window.
 * A file of the player's that cannot be used is a fault. */
int play_client_find(const char *program, const char *title, enum family family,
		     struct play_client *client, struct problem *problem);

#endif
