/* How a program is played: one small JSON file each (models/clients, and the
 * player's own folder), found by the window's class, its title, the colours in
 * it and a small picture on its page. The fields, and the steps that are done
 * at each mark, are told by play_client_help; a word more on what only a reader
 * of this file wants:
 *
 * Places (last_at, pad) are in cells of the puzzle from its top left corner, as
 * marks are, so that they hold wherever the window and the page stand.
 */
#ifndef PLAY_CLIENT_H
#define PLAY_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "image.h"
#include "play_marks.h"
#include "play_picture.h"
#include "problem.h"

enum play_verb {
	PLAY_CLICK,
	PLAY_PRESS,
	PLAY_RELEASE,
	PLAY_KEY,
	PLAY_TYPE,
	PLAY_TEXT,
	PLAY_PAD,
	PLAY_FOLLOW,
	PLAY_WAIT,
};

struct play_step {
	enum play_verb verb;
	bool turns;         /* once for each quarter turn, each click */
	bool focused;       /* only where the click changed the place */
	int number;         /* the button, the milliseconds */
	unsigned long key;  /* X's keysym */
	unsigned modifiers; /* enum hotkey_modifier */
	char text[32];      /* PLAY_TEXT */
	char source[48];    /* as the file has it, cut where it is longer */
};

enum {
	PLAY_STEPS_MAX = 16,
	PLAY_COLOURS_MAX = 4,
	PLAY_DIGITS = 10,
	PLAY_SHAPES_MAX = 16
};

struct play_steps {
	struct play_step steps[PLAY_STEPS_MAX];
	int count;
};

struct play_client {
	char name[80];
	char program[64], title[64]; /* "": any */
	uint32_t
		colours[PLAY_COLOURS_MAX]; /* 0xRRGGBB; all are in the window */
	int colour_count;
	struct play_picture picture; /* is in it, too */
	unsigned families;           /* bits 1u << enum family */
	unsigned kinds;              /* bits of the kinds it says a way for */
	struct play_steps ways[PLAY_KINDS];
	struct play_steps clear, redo;
	struct play_steps last;
	bool has_last_at;
	struct point cell_last_at;
	double pace; /* seconds; 0: as the flag says */
	double aim;
	bool relative, feedback;
	double scale;
	bool hangs_by_middle;
	/* where the pad's button of a digit is; pad_count 0: it is found on the
	 * picture */
	struct point cell_pad[PLAY_DIGITS];
	int pad_count;
	int shapes[PLAY_SHAPES_MAX]; /* tiles, in the order of clicks */
	int shape_count;
	int cycle; /* the last number that a cell is clicked to; 0: it is not */
	/* the game's own word; neither: it has none */
	char solved_title[64]; /* "": none */
	bool has_solved_colour;
	uint32_t solved_colour;
};

/* A client from its JSON; a field or word that is not known is a fault. */
int play_client_parse(const json_t *json, struct play_client *client,
		      struct problem *problem);

/* The same from a file. */
int play_client_load(const char *path, struct play_client *client,
		     struct problem *problem);

/* The client for a window of this class and title that looks like `image` (may
 * be NULL: no client that asks for colours or a picture) and shows a puzzle of
 * this family: from the player's folder ($XDG_CONFIG_HOME/solveglass/clients),
 * else from those we bring; of several the one that asks for more of the
 * window.
 * A file of the player's that cannot be used is a fault. */
int play_client_find(const char *program, const char *title,
		     const struct image *image, enum family family,
		     struct play_client *client, struct problem *problem);

/* Does it ask anything of a window, or would any do? */
bool play_client_is_known(const struct play_client *client);

/* Is at least a five-hundredth of the picture of this colour? */
bool play_client_has_colour(const struct image *image, uint32_t colour);

/* How to write a client file: fields, steps, families and their marks. */
void play_client_help(struct buffer *out);

#endif
