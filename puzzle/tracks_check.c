#include "tracks_check.h"

#include <stdio.h>

const struct tracks_way tracks_ways[4] = {
	{ TRACKS_LEFT, "left", -1, 0 },
	{ TRACKS_RIGHT, "right", 1, 0 },
	{ TRACKS_TOP, "top", 0, -1 },
	{ TRACKS_BOTTOM, "bottom", 0, 1 },
};

bool tracks_is_tile(long tile)
{
	return tile == 0 || tile == 3 || tile == 5 || tile == 6 || tile == 9 ||
	       tile == 10 || tile == 12;
}

/* Rule 1 and 2 for one square: each of its sides meets a piece that joins it,
 * or is the entry or exit. */
static bool check_square(const struct tracks *tracks,
			 const struct tracks_solution *answer, int x, int y,
			 struct breach *breach)
{
	int tile = answer->tiles[y][x];

	if (!tracks_is_tile(tile))
		return breach_set_at(breach, 2, x, y,
				     "%d is no straight or bend", tile);
	for (int i = 0; i < 4; i++) {
		int nx = x + tracks_ways[i].dx;
		int ny = y + tracks_ways[i].dy;
		int back = tracks_ways[i].side == TRACKS_LEFT    ? TRACKS_RIGHT
			   : tracks_ways[i].side == TRACKS_RIGHT ? TRACKS_LEFT
			   : tracks_ways[i].side == TRACKS_TOP   ? TRACKS_BOTTOM
								 : TRACKS_TOP;
		struct tracks_port here = { tracks_ways[i].side,
					    tracks_ways[i].dx ? y : x };

		if (!(tile & (int)tracks_ways[i].side))
			continue;
		if (nx >= 0 && ny >= 0 && nx < tracks->columns &&
		    ny < tracks->rows) {
			if (answer->tiles[ny][nx] & back)
				continue;
			return breach_set_at(breach, 2, x, y,
					     "the piece does not join its "
					     "%s neighbour",
					     tracks_ways[i].name);
		}
		if ((here.side != tracks->entry.side ||
		     here.index != tracks->entry.index) &&
		    (here.side != tracks->exit.side ||
		     here.index != tracks->exit.index))
			return breach_set_at(breach, 1, x, y,
					     "the track leaves the board on "
					     "the %s",
					     tracks_ways[i].name);
	}
	return true;
}

static bool check_port_used(const struct tracks *tracks,
			    const struct tracks_solution *answer,
			    const struct tracks_port *port, const char *name,
			    struct breach *breach)
{
	int x, y;

	tracks_port_square(tracks, port, &x, &y);
	if (answer->tiles[y][x] & (int)port->side)
		return true;
	return breach_set_at(breach, 1, x, y, "no track at the %s", name);
}

static bool check_counts(const struct tracks *tracks,
			 const struct tracks_solution *answer,
			 struct breach *breach)
{
	char at[64];

	for (int y = 0; y < tracks->rows; y++) {
		int count = 0;

		for (int x = 0; x < tracks->columns; x++)
			count += answer->tiles[y][x] != 0;
		if (tracks->row_totals[y] == TRACKS_UNKNOWN ||
		    count == tracks->row_totals[y])
			continue;
		snprintf(at, sizeof at, "\"row_totals[%d]\"", y);
		return breach_set(breach, 3, at,
				  "row %d holds %d pieces, its total is %d",
				  y + 1, count, tracks->row_totals[y]);
	}
	for (int x = 0; x < tracks->columns; x++) {
		int count = 0;

		for (int y = 0; y < tracks->rows; y++)
			count += answer->tiles[y][x] != 0;
		if (tracks->column_totals[x] == TRACKS_UNKNOWN ||
		    count == tracks->column_totals[x])
			continue;
		snprintf(at, sizeof at, "\"column_totals[%d]\"", x);
		return breach_set(breach, 3, at,
				  "column %d holds %d pieces, its total is "
				  "%d",
				  x + 1, count, tracks->column_totals[x]);
	}
	return true;
}

static bool check_clues(const struct tracks *tracks,
			const struct tracks_solution *answer,
			struct breach *breach)
{
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			int tile = answer->tiles[y][x];

			if (tracks->given[y][x] != TRACKS_UNKNOWN &&
			    tracks->given[y][x] != tile)
				return breach_set_at(
					breach, 4, x, y,
					"the given piece is %d, not %d",
					tracks->given[y][x], tile);
			if (tracks->half[y][x] & ~tile)
				return breach_set_at(
					breach, 4, x, y,
					"a given half piece is not part of "
					"the track");
		}
	return true;
}

/* Rule 5: walks from the entry and marks what it meets; what is left belongs
 * to a loop. Rules 1 and 2 hold already. */
static bool check_loops(const struct tracks *tracks,
			const struct tracks_solution *answer,
			struct breach *breach)
{
	bool seen[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX] = { { false } };
	enum tracks_side came = tracks->entry.side;
	int x, y;

	tracks_port_square(tracks, &tracks->entry, &x, &y);
	while (x >= 0 && y >= 0 && x < tracks->columns && y < tracks->rows) {
		int next = answer->tiles[y][x] & ~(int)came;

		seen[y][x] = true;
		for (int i = 0; i < 4; i++)
			if ((int)tracks_ways[i].side == next) {
				x += tracks_ways[i].dx;
				y += tracks_ways[i].dy;
				came = tracks_ways[i ^ 1].side;
				break;
			}
	}
	for (y = 0; y < tracks->rows; y++)
		for (x = 0; x < tracks->columns; x++)
			if (answer->tiles[y][x] && !seen[y][x])
				return breach_set_at(breach, 5, x, y,
						     "a loop apart from the "
						     "track");
	return true;
}

bool tracks_check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breach *breach)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct tracks_solution *answer = &solution->as.tracks;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			if (!check_square(tracks, answer, x, y, breach))
				return false;
	return check_port_used(tracks, answer, &tracks->entry, "entry",
			       breach) &&
	       check_port_used(tracks, answer, &tracks->exit, "exit", breach) &&
	       check_counts(tracks, answer, breach) &&
	       check_clues(tracks, answer, breach) &&
	       check_loops(tracks, answer, breach);
}
