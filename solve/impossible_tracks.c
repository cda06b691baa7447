#include "language.h"
#include "tracks_forms.h"

#include "reason.h"

static bool is_port(const struct tracks *tracks, enum tracks_side side,
		    int index)
{
	return (tracks->entry.side == side && tracks->entry.index == index) ||
	       (tracks->exit.side == side && tracks->exit.index == index);
}

static int port_sides(const struct tracks *tracks, int x, int y)
{
	const struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };
	int result = 0;

	for (int i = 0; i < 2; i++) {
		int port_x, port_y;

		tracks_port_square(tracks, ports[i], &port_x, &port_y);
		if (port_x == x && port_y == y)
			result |= (int)ports[i]->side;
	}
	return result;
}

/* Sides known to carry track. */
static int needed(const struct tracks *tracks, int x, int y)
{
	int given = tracks->given[y][x];

	return (given > 0 ? given : 0) | tracks->half[y][x] |
	       port_sides(tracks, x, y);
}

static bool square_impossible(const struct tracks *tracks, int x, int y,
			      char *reason, size_t size)
{
	int given = tracks->given[y][x];
	int need = needed(tracks, x, y);

	if (given != TRACKS_UNKNOWN && (need & ~given))
		return because(
			reason, size,
			given ? N_("the piece given in row %d, column %d "
				   "turns away from where the track must "
				   "go")
			      : N_("row %d, column %d is given as empty, "
				   "but the track must go there"),
			y + 1, x + 1);
	if (__builtin_popcount((unsigned)need) > 2)
		return because(reason, size,
			       "the track would branch in row %d, column %d",
			       y + 1, x + 1);
	if (((need & TRACKS_LEFT) && x == 0 &&
	     !is_port(tracks, TRACKS_LEFT, y)) ||
	    ((need & TRACKS_RIGHT) && x == tracks->columns - 1 &&
	     !is_port(tracks, TRACKS_RIGHT, y)) ||
	    ((need & TRACKS_TOP) && y == 0 &&
	     !is_port(tracks, TRACKS_TOP, x)) ||
	    ((need & TRACKS_BOTTOM) && y == tracks->rows - 1 &&
	     !is_port(tracks, TRACKS_BOTTOM, x)))
		return because(reason, size,
			       "the piece given in row %d, column %d leaves "
			       "the board where neither entry nor exit is",
			       y + 1, x + 1);
	return false;
}

/* Two given pieces side by side of which one joins the other, but not the
 * other the one. */
static bool pair_impossible(const struct tracks *tracks, int x, int y,
			    bool right, char *reason, size_t size)
{
	int nx = x + right, ny = y + !right;
	int own = right ? TRACKS_RIGHT : TRACKS_BOTTOM;
	int back = right ? TRACKS_LEFT : TRACKS_TOP;
	int here = tracks->given[y][x], there;

	if (nx >= tracks->columns || ny >= tracks->rows)
		return false;
	there = tracks->given[ny][nx];
	if (((needed(tracks, x, y) & own) && there != TRACKS_UNKNOWN &&
	     !(there & back)) ||
	    ((needed(tracks, nx, ny) & back) && here != TRACKS_UNKNOWN &&
	     !(here & own)))
		return because(reason, size,
			       "what is given in row %d, column %d and in row "
			       "%d, column %d does not join",
			       y + 1, x + 1, ny + 1, nx + 1);
	return false;
}

/* Squares of a line that surely carry track, and that surely do not. */
static void count_line(const struct tracks *tracks, bool row, int index,
		       int *used, int *empty)
{
	int length = row ? tracks->columns : tracks->rows;

	*used = *empty = 0;
	for (int i = 0; i < length; i++) {
		int x = row ? i : index, y = row ? index : i;

		*used += needed(tracks, x, y) != 0;
		*empty += tracks->given[y][x] == 0;
	}
}

static bool line_impossible(const struct tracks *tracks, bool row, int index,
			    char *reason, size_t size)
{
	int total =
		row ? tracks->row_totals[index] : tracks->column_totals[index];
	int length = row ? tracks->columns : tracks->rows;
	const char *name = row ? _("row") : _("column");
	int used, empty;

	if (total == TRACKS_UNKNOWN)
		return false;
	count_line(tracks, row, index, &used, &empty);
	if (used > total)
		return because(reason, size,
			       "the total of %s %d is %d, but %d of its "
			       "squares must carry track",
			       name, index + 1, total, used);
	if (total > length - empty)
		return because(reason, size,
			       "the total of %s %d is %d, but only %d of its "
			       "squares can carry track",
			       name, index + 1, total, length - empty);
	return false;
}

/* The track crosses every line between two used rows, so that all of them
 * lie together: a row of none between two others is a border it cannot
 * pass. */
static bool gap_impossible(const struct tracks *tracks, bool row, char *reason,
			   size_t size)
{
	const int *totals = row ? tracks->row_totals : tracks->column_totals;
	int length = row ? tracks->rows : tracks->columns;
	int last = -1, used, empty;

	for (int i = 0; i < length; i++) {
		count_line(tracks, row, i, &used, &empty);
		if (totals[i] <= 0 && !used)
			continue;
		for (int j = last + 1; last >= 0 && j < i; j++)
			if (totals[j] == 0)
				return because(reason, size,
					       "the total of %s %d is 0, but "
					       "the track goes on beyond it",
					       row ? _("row") : _("column"),
					       j + 1);
		last = i;
	}
	return false;
}

static bool sum(const int *totals, int count, int *result)
{
	*result = 0;
	for (int i = 0; i < count; i++) {
		if (totals[i] == TRACKS_UNKNOWN)
			return false;
		*result += totals[i];
	}
	return true;
}

bool tracks_impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	int rows, columns;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			if (square_impossible(tracks, x, y, reason, size) ||
			    pair_impossible(tracks, x, y, true, reason, size) ||
			    pair_impossible(tracks, x, y, false, reason, size))
				return true;
	for (int y = 0; y < tracks->rows; y++)
		if (line_impossible(tracks, true, y, reason, size))
			return true;
	for (int x = 0; x < tracks->columns; x++)
		if (line_impossible(tracks, false, x, reason, size))
			return true;
	if (sum(tracks->row_totals, tracks->rows, &rows) &&
	    sum(tracks->column_totals, tracks->columns, &columns) &&
	    rows != columns)
		return because(reason, size,
			       "the totals of the rows make %d, those of the "
			       "columns %d",
			       rows, columns);
	return gap_impossible(tracks, true, reason, size) ||
	       gap_impossible(tracks, false, reason, size);
}
