#include "tracks_check.h"

#include <stdio.h>

#include "language.h"

const struct tracks_way tracks_ways[4] = {
	{ TRACKS_LEFT, TRACKS_RIGHT, N_("left"), -1, 0 },
	{ TRACKS_RIGHT, TRACKS_LEFT, N_("right"), 1, 0 },
	{ TRACKS_TOP, TRACKS_BOTTOM, N_("top"), 0, -1 },
	{ TRACKS_BOTTOM, TRACKS_TOP, N_("bottom"), 0, 1 },
};

bool tracks_is_tile(long tile)
{
	return tile == 0 || tile == 3 || tile == 5 || tile == 6 || tile == 9 ||
	       tile == 10 || tile == 12;
}

static const struct tracks_way *way_of(int side)
{
	for (int i = 0; i < 4; i++)
		if ((int)tracks_ways[i].side == side)
			return &tracks_ways[i];
	return NULL;
}

static bool is_square(const struct tracks *tracks, int x, int y)
{
	return x >= 0 && y >= 0 && x < tracks->columns && y < tracks->rows;
}

static bool is_port(const struct tracks_port *port, enum tracks_side side,
		    int index)
{
	return port->side == side && port->index == index;
}

/* Rules 1 and 2 for one side of a piece: it meets a piece that joins it, or is
 * the entry or exit. */
static bool check_side(const struct tracks *tracks,
		       const struct tracks_solution *answer, int x, int y,
		       int way, struct breaches *breaches)
{
	const struct tracks_way *out = &tracks_ways[way];
	int back = (int)tracks_ways[way ^ 1].side;
	int next_x = x + out->dx, next_y = y + out->dy;
	bool on;

	if (!is_square(tracks, next_x, next_y)) {
		int index = out->dx ? y : x;

		if (is_port(&tracks->entry, out->side, index) ||
		    is_port(&tracks->exit, out->side, index))
			return true;
		return breach_add(breaches, 1, place_square(x, y),
				  "the track leaves the board on the %s",
				  _(out->name));
	}
	if (answer->tiles[next_y][next_x] & back)
		return true;
	on = breach_add(breaches, 2, place_square(x, y),
			"the piece does not join its %s neighbour",
			_(out->name));
	breach_add_place(breaches, place_square(next_x, next_y));
	return on;
}

static bool check_square(const struct tracks *tracks,
			 const struct tracks_solution *answer, int x, int y,
			 struct breaches *breaches)
{
	int tile = answer->tiles[y][x];

	if (!tracks_is_tile(tile))
		return breach_add(breaches, 2, place_square(x, y),
				  "%d is neither a straight piece nor a bend",
				  tile);
	for (int i = 0; i < 4; i++)
		if ((tile & (int)tracks_ways[i].side) &&
		    !check_side(tracks, answer, x, y, i, breaches))
			return false;
	return true;
}

static bool check_port_used(const struct tracks *tracks,
			    const struct tracks_solution *answer,
			    const struct tracks_port *port, const char *name,
			    struct breaches *breaches)
{
	int x, y;

	tracks_port_square(tracks, port, &x, &y);
	if (answer->tiles[y][x] & (int)port->side)
		return true;
	return breach_add(breaches, 1, place_square(x, y), "no track at the %s",
			  _(name));
}

/* Rule 3 for one row or column. */
static bool check_count(const struct tracks *tracks,
			const struct tracks_solution *answer, bool row,
			int index, struct breaches *breaches)
{
	int total =
		row ? tracks->row_totals[index] : tracks->column_totals[index];
	int length = row ? tracks->columns : tracks->rows;
	struct board_place place = { row ? PLACE_ROW_TOTAL : PLACE_COLUMN_TOTAL,
				     index, index };
	int count = 0;

	for (int i = 0; i < length; i++)
		count += answer->tiles[row ? index : i][row ? i : index] != 0;
	if (total == TRACKS_UNKNOWN || count == total)
		return true;
	return breach_add(breaches, 3, place,
			  count == 1
				  ? N_("it holds %d piece, its total is %d")
				  : N_("it holds %d pieces, its total is %d"),
			  count, total);
}

/* Rule 4. */
static bool check_clue(const struct tracks *tracks,
		       const struct tracks_solution *answer, int x, int y,
		       struct breaches *breaches)
{
	int tile = answer->tiles[y][x];

	if (tracks->given[y][x] != TRACKS_UNKNOWN &&
	    tracks->given[y][x] != tile)
		return breach_add(breaches, 4, place_square(x, y),
				  "the given piece is %d, not %d",
				  tracks->given[y][x], tile);
	if (tracks->half[y][x] & ~tile)
		return breach_add(breaches, 4, place_square(x, y),
				  "a given half piece is not part of the "
				  "track");
	return true;
}

/* Follows the track from a square, into which it came on that side, and marks
 * what it meets, until it ends or meets what is marked already. Returns how
 * many pieces there are where it came back to the first one, so that it is a
 * loop, else 0. */
static int follow(const struct tracks *tracks,
		  const struct tracks_solution *answer, int x, int y, int came,
		  bool seen[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX])
{
	const int first_x = x, first_y = y, first_came = came;
	int count = 0;

	while (is_square(tracks, x, y) && (answer->tiles[y][x] & came) &&
	       !seen[y][x]) {
		const struct tracks_way *out =
			way_of(answer->tiles[y][x] & ~came);

		seen[y][x] = true;
		count++;
		if (!out)
			return 0;
		x += out->dx;
		y += out->dy;
		came = (int)tracks_ways[(out - tracks_ways) ^ 1].side;
	}
	return x == first_x && y == first_y && came == first_came ? count : 0;
}

/* Rule 5. */
static bool check_loops(const struct tracks *tracks,
			const struct tracks_solution *answer,
			struct breaches *breaches)
{
	bool seen[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX] = { { false } };
	int x, y;

	tracks_port_square(tracks, &tracks->entry, &x, &y);
	follow(tracks, answer, x, y, (int)tracks->entry.side, seen);
	for (y = 0; y < tracks->rows; y++)
		for (x = 0; x < tracks->columns; x++) {
			int tile = answer->tiles[y][x];
			/* its lowest side */
			int count = follow(tracks, answer, x, y, tile & -tile,
					   seen);

			if (count &&
			    !breach_add(breaches, 5, place_square(x, y),
					"a loop of %d pieces apart from the "
					"track",
					count))
				return false;
		}
	return true;
}

void tracks_check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct tracks_solution *answer = &solution->as.tracks;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			if (!check_square(tracks, answer, x, y, breaches))
				return;
	if (!check_port_used(tracks, answer, &tracks->entry, N_("entry"),
			     breaches) ||
	    !check_port_used(tracks, answer, &tracks->exit, N_("exit"),
			     breaches))
		return;
	for (int y = 0; y < tracks->rows; y++)
		if (!check_count(tracks, answer, true, y, breaches))
			return;
	for (int x = 0; x < tracks->columns; x++)
		if (!check_count(tracks, answer, false, x, breaches))
			return;
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			if (!check_clue(tracks, answer, x, y, breaches))
				return;
	check_loops(tracks, answer, breaches);
}
