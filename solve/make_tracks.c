#include "tracks_forms.h"

#include <stdlib.h>
#include <string.h>

#include "engines.h"
#include "json_fields.h"
#include "rng.h"
#include "search_tracks.h"
#include "wish.h"

/* Share of the squares that carry track: what the boards of Debian's
 * sgt-tracks have (0.37 to 0.62 of 15x15). */
static const double cover_low = 0.38, cover_high = 0.6;
/* Tries of a random detour before the track is taken as it is, per square. */
static const int detours_per_square = 20;
/* Share of the track's squares that are given from the start for "easy", and
 * half given for "half-clues"; share of totals hidden for "missing-totals".
 * Chosen by eye: enough to be seen in every picture. */
static const double easy_share = 0.2, half_share = 0.12, hidden_share = 0.25;
/* Nodes of the search tree after which more clues are given instead. */
static const uint64_t patience = 40;

struct square {
	int x, y;
};

struct maker {
	struct rng rng;
	struct tracks *tracks;
	/* the track from the entry to the exit */
	struct square path[TRACKS_SIDE_MAX * TRACKS_SIDE_MAX];
	int length;
	/* 1-based place in the path, 0 where there is no track */
	int place[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX];
	struct tracks_solution answer;
};

static void random_ports(struct maker *maker, bool anywhere)
{
	static const enum tracks_side sides[4] = { TRACKS_LEFT, TRACKS_BOTTOM,
						   TRACKS_RIGHT, TRACKS_TOP };
	struct tracks *tracks = maker->tracks;
	struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };

	do {
		for (int i = 0; i < 2; i++) {
			enum tracks_side side =
				sides[anywhere ? rng_below(&maker->rng, 4)
					       : (uint32_t)i];
			bool upright =
				side == TRACKS_LEFT || side == TRACKS_RIGHT;

			ports[i]->side = side;
			ports[i]->index = (int)rng_below(
				&maker->rng,
				(uint32_t)(upright ? tracks->rows
						   : tracks->columns));
		}
	} while (tracks->entry.side == tracks->exit.side &&
		 tracks->entry.index == tracks->exit.index);
}

/* A staircase of random steps from the entry's square to the exit's. */
static void first_path(struct maker *maker)
{
	struct square at, end;

	tracks_port_square(maker->tracks, &maker->tracks->entry, &at.x, &at.y);
	tracks_port_square(maker->tracks, &maker->tracks->exit, &end.x, &end.y);
	maker->path[maker->length++] = at;
	while (at.x != end.x || at.y != end.y) {
		int dx = abs(end.x - at.x), dy = abs(end.y - at.y);

		if ((int)rng_below(&maker->rng, (uint32_t)(dx + dy)) < dx)
			at.x += end.x > at.x ? 1 : -1;
		else
			at.y += end.y > at.y ? 1 : -1;
		maker->path[maker->length++] = at;
	}
	for (int i = 0; i < maker->length; i++)
		maker->place[maker->path[i].y][maker->path[i].x] = i + 1;
}

static bool is_free(const struct maker *maker, struct square at)
{
	return at.x >= 0 && at.y >= 0 && at.x < maker->tracks->columns &&
	       at.y < maker->tracks->rows && !maker->place[at.y][at.x];
}

/* Replaces the step between two squares of the track by a detour around the
 * two squares beside them, where those are free. */
static void detour(struct maker *maker)
{
	int at = (int)rng_below(&maker->rng, (uint32_t)maker->length);
	bool left = rng_below(&maker->rng, 2);
	struct square *path = maker->path;
	struct square beside[2];
	int dx, dy;

	if (at + 1 >= maker->length)
		return;
	/* at right angles to the step */
	dx = path[at + 1].y - path[at].y;
	dy = path[at].x - path[at + 1].x;
	for (int i = 0; i < 2; i++) {
		beside[i].x = path[at + i].x + (left ? dx : -dx);
		beside[i].y = path[at + i].y + (left ? dy : -dy);
		if (!is_free(maker, beside[i]))
			return;
	}
	memmove(&path[at + 3], &path[at + 1],
		(size_t)(maker->length - at - 1) * sizeof *path);
	path[at + 1] = beside[0];
	path[at + 2] = beside[1];
	maker->length += 2;
	maker->place[beside[0].y][beside[0].x] = 1;
	maker->place[beside[1].y][beside[1].x] = 1;
}

static enum tracks_side side_towards(struct square from, struct square to)
{
	return to.x > from.x   ? TRACKS_RIGHT
	       : to.x < from.x ? TRACKS_LEFT
	       : to.y > from.y ? TRACKS_BOTTOM
			       : TRACKS_TOP;
}

static void lay_track(struct maker *maker)
{
	struct tracks *tracks = maker->tracks;
	int cells = tracks->columns * tracks->rows;
	double cover = rng_real(&maker->rng, cover_low, cover_high);

	first_path(maker);
	for (int i = 0; i < detours_per_square * cells &&
			maker->length + 2 <= cover * cells;
	     i++)
		detour(maker);
	for (int i = 0; i < maker->length; i++) {
		struct square here = maker->path[i];
		int tile = 0;

		tile |= (int)(i ? side_towards(here, maker->path[i - 1])
				: tracks->entry.side);
		tile |= (int)(i + 1 < maker->length
				      ? side_towards(here, maker->path[i + 1])
				      : tracks->exit.side);
		maker->answer.tiles[here.y][here.x] = (uint8_t)tile;
	}
}

static void count_totals(struct maker *maker)
{
	struct tracks *tracks = maker->tracks;

	for (int y = 0; y < tracks->rows; y++)
		tracks->row_totals[y] = 0;
	for (int x = 0; x < tracks->columns; x++)
		tracks->column_totals[x] = 0;
	for (int i = 0; i < maker->length; i++) {
		tracks->row_totals[maker->path[i].y]++;
		tracks->column_totals[maker->path[i].x]++;
	}
}

static void give(struct maker *maker, struct square at)
{
	maker->tracks->given[at.y][at.x] =
		(int8_t)maker->answer.tiles[at.y][at.x];
	maker->tracks->half[at.y][at.x] = 0;
}

static void give_random(struct maker *maker, int count)
{
	while (count-- > 0)
		give(maker, maker->path[rng_below(&maker->rng,
						  (uint32_t)maker->length)]);
}

/* One of its two sides. */
static void give_half(struct maker *maker)
{
	struct square at =
		maker->path[rng_below(&maker->rng, (uint32_t)maker->length)];
	int tile = maker->answer.tiles[at.y][at.x];
	int low = tile & -tile;

	if (maker->tracks->given[at.y][at.x] == TRACKS_UNKNOWN)
		maker->tracks->half[at.y][at.x] =
			(uint8_t)(rng_below(&maker->rng, 2) ? low : tile - low);
}

static int at_least_one(double number)
{
	return number < 1 ? 1 : (int)number;
}

static void hide_totals(struct maker *maker)
{
	struct tracks *tracks = maker->tracks;
	int lines = tracks->columns + tracks->rows;

	for (int i = at_least_one(hidden_share * lines); i > 0; i--) {
		int line = (int)rng_below(&maker->rng, (uint32_t)lines);

		if (line < tracks->columns)
			tracks->column_totals[line] = TRACKS_UNKNOWN;
		else
			tracks->row_totals[line - tracks->columns] =
				TRACKS_UNKNOWN;
	}
}

/* Gives a piece that another solution lays differently. */
static void give_difference(struct maker *maker,
			    const struct tracks_solution *other)
{
	int start = (int)rng_below(&maker->rng, (uint32_t)maker->length);

	for (int i = 0; i < maker->length; i++) {
		struct square at = maker->path[(start + i) % maker->length];

		if (other->tiles[at.y][at.x] == maker->answer.tiles[at.y][at.x])
			continue;
		give(maker, at);
		return;
	}
}

/* Gives pieces until there is but one answer. Each turn gives at least one,
 * so that it ends. */
static int make_unique(struct maker *maker, struct puzzle *puzzle,
		       struct problem *problem)
{
	enum finish finish = FINISH_ENOUGH;

	while (finish != FINISH_ALL) {
		struct solve_result result = { 0 };
		struct finder finder = { .puzzle = puzzle,
					 .deadline = deadline_never(),
					 .nodes_max = patience,
					 .wanted = 2,
					 .keep = 2,
					 .result = &result };

		finish = search_tracks(&finder, problem);
		for (size_t i = 0; finish == FINISH_ENOUGH && i < 2; i++)
			give_difference(maker, &result.solutions[i].as.tracks);
		solve_result_fini(&result);
		if (finish == FINISH_FAILED)
			return -1;
		if (finish == FINISH_TIME)
			give_random(maker, at_least_one(0.05 * maker->length));
	}
	return 0;
}

int tracks_make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem)
{
	struct maker maker = { .tracks = &puzzle->as.tracks };
	int columns = 8, rows = 8;

	if (json_field_int_if(wish, "columns", TRACKS_SIDE_MIN, TRACKS_SIDE_MAX,
			      &columns, problem) < 0 ||
	    json_field_int_if(wish, "rows", TRACKS_SIDE_MIN, TRACKS_SIDE_MAX,
			      &rows, problem) < 0)
		return -1;
	puzzle->family = FAMILY_tracks;
	tracks_init(maker.tracks, columns, rows);
	rng_seed(&maker.rng, seed);
	random_ports(&maker, wish_with(wish, "anywhere"));
	lay_track(&maker);
	count_totals(&maker);
	give(&maker, maker.path[0]);
	give(&maker, maker.path[maker.length - 1]);
	if (wish_with(wish, "easy"))
		give_random(&maker, at_least_one(easy_share * maker.length));
	for (int i = at_least_one(half_share * maker.length);
	     i > 0 && wish_with(wish, "half-clues"); i--)
		give_half(&maker);
	if (wish_with(wish, "missing-totals"))
		hide_totals(&maker);
	return make_unique(&maker, puzzle, problem);
}
