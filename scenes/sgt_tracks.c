#include "sgt_tracks.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Which colour of the game is which; found by painting one after another. */
enum {
	COLOUR_BACKGROUND = 0,
	COLOUR_TRACK_BACKGROUND = 1,
	COLOUR_GRID = 2,
	COLOUR_CLUE = 3,
	COLOUR_TRACK = 5,
	COLOUR_GIVEN = 6,
	COLOUR_SLEEPER = 7,
	COLOURS = 7,
};

static const struct sgt_palette palettes[SGT_PALETTES] = {
	{ "own", -1, -1, -1, -1, -1, -1, -1 },
	{ "cream", 0xfbf1d8, 0xe8d9b0, 0xc9b88c, 0x3a2d18, 0x7d6d50, 0x1f1710,
	  0xa06a3a },
	{ "night", 0x1e2126, 0x2f353d, 0x4a525c, 0xe6e6e6, 0x7c8894, 0xf5f5f5,
	  0xc9a227 },
	{ "navy", 0x002b36, 0x073642, 0x1d5060, 0x93a1a1, 0x586e75, 0xeee8d5,
	  0xcb4b16 },
};

const struct sgt_palette *sgt_palette(int index)
{
	return &palettes[index];
}

/* The environment of this process with `extra` before it; the strings stay
 * where they are, the caller frees the list. */
static char **environment_with(char *const *extra, size_t count)
{
	size_t own = 0;
	char **list;

	while (environ[own])
		own++;
	list = calloc(count + own + 1, sizeof *list);
	if (!list)
		return NULL;
	memcpy(list, extra, count * sizeof *list);
	memcpy(list + count, environ, own * sizeof *list);
	return list;
}

/* Runs the game to its end; what it prints is appended to `out`. */
static int run(char *const *arguments, char **environment, struct buffer *out,
	       struct problem *problem)
{
	posix_spawn_file_actions_t actions;
	char data[4096];
	ssize_t length;
	int ends[2];
	int status = -1;
	int error;
	pid_t child;

	if (pipe(ends) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "no pipe: '%s'", strerror(errno));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&actions, ends[0]);
	posix_spawn_file_actions_addclose(&actions, ends[1]);
	error = posix_spawn(&child, arguments[0], &actions, NULL, arguments,
			    environment);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	while (error == 0 && (length = read(ends[0], data, sizeof data)) > 0)
		buffer_append(out, data, (size_t)length);
	close(ends[0]);
	if (error == 0)
		waitpid(child, &status, 0);
	if (error || !WIFEXITED(status) || WEXITSTATUS(status))
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot run '%s'%s%s", arguments[0],
				   error ? ": " : "",
				   error ? strerror(error) : "");
	return 0;
}

int sgt_tracks_generate(int columns, int rows, char difficulty, unsigned seed,
			struct buffer *id, struct problem *problem)
{
	char parameters[64];
	char *arguments[] = { SGT_TRACKS_PROGRAM, "--generate", "1", parameters,
			      NULL };

	snprintf(parameters, sizeof parameters, "%dx%dd%c#%u", columns, rows,
		 difficulty, seed);
	if (run(arguments, environ, id, problem) < 0)
		return -1;
	while (id->length && isspace((unsigned char)id->data[id->length - 1]))
		id->data[--id->length] = '\0';
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The game's bits are right 1, top 2, left 4, bottom 8. */
static int8_t own_tile(int bits)
{
	return (int8_t)((bits & 5) | (bits & 2 ? TRACKS_TOP : 0) |
			(bits & 8 ? TRACKS_BOTTOM : 0));
}

static const char *parse_grid(const char *at, struct tracks *tracks)
{
	int square = 0;
	int squares = tracks->columns * tracks->rows;

	for (; *at && *at != ','; at++) {
		int bits = hex_digit(*at);

		if (*at >= 'a' && *at <= 'z') {
			square += *at - 'a' + 1;
		} else if (bits < 0 || square >= squares) {
			return NULL;
		} else {
			tracks->given[square / tracks->columns]
				     [square % tracks->columns] =
				own_tile(bits);
			square++;
		}
	}
	return square == squares ? at : NULL;
}

/* ",3,S4,1": totals; the one with an S is beside a port. */
static const char *parse_totals(const char *at, int count, int *totals,
				int *port)
{
	for (int i = 0; i < count; i++) {
		char *end;

		if (*at++ != ',')
			return NULL;
		if (*at == 'S') {
			*port = i;
			at++;
		}
		totals[i] = (int)strtol(at, &end, 10);
		if (end == at)
			return NULL;
		at = end;
	}
	return at;
}

int sgt_tracks_parse(const char *id, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct tracks *tracks = &puzzle->as.tracks;
	int columns, rows;
	int used = 0;

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_tracks;
	if (sscanf(id, "%2dx%2d:%n", &columns, &rows, &used) != 2 || !used ||
	    columns < TRACKS_SIDE_MIN || columns > TRACKS_SIDE_MAX ||
	    rows < TRACKS_SIDE_MIN || rows > TRACKS_SIDE_MAX)
		return problem_set(problem, PROBLEM_INPUT,
				   "no game id: '%.60s'", id);
	tracks_init(tracks, columns, rows);
	tracks->entry = (struct tracks_port){ TRACKS_LEFT, -1 };
	tracks->exit = (struct tracks_port){ TRACKS_BOTTOM, -1 };
	id = parse_grid(id + used, tracks);
	if (id)
		id = parse_totals(id, columns, tracks->column_totals,
				  &tracks->exit.index);
	if (id)
		id = parse_totals(id, rows, tracks->row_totals,
				  &tracks->entry.index);
	if (!id || tracks->entry.index < 0 || tracks->exit.index < 0)
		return problem_set(problem, PROBLEM_INPUT, "damaged game id");
	return 0;
}

int sgt_tracks_screenshot(const char *id, int px_tile,
			  const struct sgt_palette *palette, const char *path,
			  struct problem *problem)
{
	const struct {
		int index;
		long rgb;
	} colours[COLOURS] = {
		{ COLOUR_BACKGROUND, palette->background },
		{ COLOUR_TRACK_BACKGROUND, palette->track_background },
		{ COLOUR_GRID, palette->grid },
		{ COLOUR_CLUE, palette->clue },
		{ COLOUR_TRACK, palette->track },
		{ COLOUR_GIVEN, palette->given },
		{ COLOUR_SLEEPER, palette->sleeper },
	};
	char text[COLOURS + 1][48];
	char *extra[COLOURS + 1];
	char *arguments[] = { SGT_TRACKS_PROGRAM, "--screenshot", (char *)path,
			      (char *)id, NULL };
	size_t count = 0;
	char **environment;
	struct buffer out;
	int result;

	for (int i = 0; i < COLOURS; i++) {
		if (colours[i].rgb < 0)
			continue;
		snprintf(text[count], sizeof text[count],
			 "TRAINTRACKS_COLOUR_%d=%06lx", colours[i].index,
			 colours[i].rgb);
		extra[count] = text[count];
		count++;
	}
	snprintf(text[count], sizeof text[count], "TRAINTRACKS_TILESIZE=%d",
		 px_tile);
	extra[count] = text[count];
	count++;
	environment = environment_with(extra, count);
	if (!environment)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	buffer_init(&out);
	result = run(arguments, environment, &out, problem);
	buffer_fini(&out);
	free(environment);
	return result;
}

struct quad sgt_tracks_corners(const struct tracks *tracks, int px_tile,
			       int px_width)
{
	double tile = px_tile - px_tile % SGT_TRACKS_PX_STEP;
	/* the same margin on all sides; -0.5: between pixels to pixel
	 * centres */
	double margin = (px_width - tracks->columns * tile) / 2 - 0.5;

	return quad_from_box(margin, margin, tracks->columns * tile,
			     tracks->rows * tile);
}
