#include "panel_odd.h"

#include <math.h>

#include "panel.h"
#include "rng.h"

/* A dot lies beside its edge by so much, cells. */
static const double ASIDE_LEAST = 0.06, ASIDE_MOST = 0.35;
/* ... or, where the cell there holds a symbol, by no more than this. */
static const double ASIDE_SYMBOL = 0.15;
/* What is added is so large, cells, and lies so far from where marks are
 * expected. */
static const double ADDED_LEAST = 0.07, ADDED_MOST = 0.14;
static const double OFF_SPOT = 0.2, OFF_MIDDLE = 0.2, OFF_START = 0.65;
/* A ring around a start, cells. */
static const double RING_RADIUS = 0.58;
enum { TRIES = 1000 };

const char *panel_odd_name(enum panel_odd_kind kind)
{
	static const char *const names[PANEL_ODD_KINDS] = {
		[PANEL_ODD_MOVED] = "a dot beside its edge",
		[PANEL_ODD_ADDED] = "a mark that means nothing",
		[PANEL_ODD_STARTS] = "without a start",
		[PANEL_ODD_ENDS] = "without an end",
		[PANEL_ODD_RINGED] = "a ring around a start",
		[PANEL_ODD_DIM] = "a dot hardly seen",
	};

	return names[kind];
}

/* May a dot lie on that edge, and be drawn beside it? */
static bool takes_dot(const struct panel *panel, int x, int y)
{
	const struct panel_spot *spot = &panel->spots[y][x];

	return panel_is_edge(x, y) && spot->edge == PANEL_EDGE_WHOLE &&
	       !spot->start && !spot->end;
}

static bool is_symbol(const struct panel *panel, double x, double y)
{
	int column = (int)floor(x), row = (int)floor(y);

	return column >= 0 && row >= 0 && column < panel->columns &&
	       row < panel->rows &&
	       panel->cells[row][column].kind != PANEL_EMPTY;
}

/* Takes a dot from an edge, or a bare edge where no edge has one, and puts it
 * beside that. */
static bool move_dot(struct panel_odd *odd, struct rng *rng)
{
	struct panel *drawn = &odd->drawn.as.panel;
	struct panel *truth = &odd->truth.as.panel;

	for (int i = 0; i < TRIES; i++) {
		int x = rng_between(rng, 0, panel_width(drawn) - 1);
		int y = rng_between(rng, 0, panel_height(drawn) - 1);
		bool upright = y & 1;
		double aside = rng_real(rng, ASIDE_LEAST, ASIDE_MOST);
		struct point at = { x / 2.0, y / 2.0 };
		int side = rng_below(rng, 2) ? 1 : -1;

		if (!takes_dot(drawn, x, y) ||
		    (i < TRIES / 2 && !drawn->spots[y][x].dot))
			continue;
		if (is_symbol(drawn, at.x + (upright ? side * 0.5 : 0),
			      at.y + (upright ? 0 : side * 0.5)))
			aside = fmin(aside, ASIDE_SYMBOL);
		drawn->spots[y][x].dot = PANEL_DOT_NONE;
		if (!truth->spots[y][x].dot)
			truth->spots[y][x].dot = PANEL_DOT_BLACK;
		if (truth->spots[y][x].dot != PANEL_DOT_BLACK)
			truth->spots[y][x].dot = PANEL_DOT_BLACK;
		at.x += upright ? side * aside : 0;
		at.y += upright ? 0 : side * aside;
		odd->mark = (struct scene_mark){ .shape = SCENE_MARK_DOT,
						 .cell_at = at };
		odd->marked = true;
		return true;
	}
	return false;
}

/* Is a place off all that is expected somewhere? */
static bool is_off_all(const struct panel *panel, struct point at)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x <= 2 * panel->columns; x++) {
			const struct panel_spot *spot = &panel->spots[y][x];
			double far = hypot(at.x - x / 2.0, at.y - y / 2.0);

			if (panel_is_cell(x, y)
				    ? fmax(fabs(at.x - x / 2.0),
					   fabs(at.y - y / 2.0)) < OFF_MIDDLE
				    : far < OFF_SPOT)
				return false;
			if (!panel_is_cell(x, y) &&
			    (spot->start || spot->end) && far < OFF_START)
				return false;
		}
	return true;
}

static bool add_mark(struct panel_odd *odd, struct rng *rng)
{
	const struct panel *panel = &odd->drawn.as.panel;

	for (int i = 0; i < TRIES; i++) {
		struct point at = { rng_real(rng, 0, panel->columns),
				    rng_real(rng, 0, panel->rows) };

		if (!is_off_all(panel, at))
			continue;
		odd->mark = (struct scene_mark){
			.shape = (enum scene_mark_shape)rng_between(
				rng, SCENE_MARK_BOX, SCENE_MARK_BAR),
			.cell_at = at,
			.radius = rng_real(rng, ADDED_LEAST, ADDED_MOST),
			.turn = rng_real(rng, 0, 2 * M_PI),
		};
		odd->marked = true;
		odd->readable = false;
		return true;
	}
	return false;
}

static bool take_away(struct panel_odd *odd)
{
	struct panel *drawn = &odd->drawn.as.panel;

	for (int y = 0; y < panel_height(drawn); y++)
		for (int x = 0; x <= 2 * drawn->columns; x++) {
			if (odd->kind == PANEL_ODD_STARTS)
				drawn->spots[y][x].start = false;
			else
				drawn->spots[y][x].end = false;
		}
	odd->readable = false;
	return true;
}

static bool ring_start(struct panel_odd *odd, struct rng *rng)
{
	const struct panel *drawn = &odd->drawn.as.panel;

	for (int i = 0; i < TRIES; i++) {
		int x = rng_between(rng, 0, panel_width(drawn) - 1);
		int y = rng_between(rng, 0, panel_height(drawn) - 1);

		if (!drawn->spots[y][x].start)
			continue;
		odd->mark =
			(struct scene_mark){ .shape = SCENE_MARK_RING,
					     .cell_at = { x / 2.0, y / 2.0 },
					     .radius = RING_RADIUS };
		odd->marked = true;
		return true;
	}
	return false;
}

/* Puts a dim dot on an edge without anything. */
static bool dim_dot(struct panel_odd *odd, struct rng *rng)
{
	const struct panel *drawn = &odd->drawn.as.panel;

	for (int i = 0; i < TRIES; i++) {
		int x = rng_between(rng, 0, panel_width(drawn) - 1);
		int y = rng_between(rng, 0, panel_height(drawn) - 1);

		if (!takes_dot(drawn, x, y) || drawn->spots[y][x].dot)
			continue;
		odd->truth.as.panel.spots[y][x].dot = PANEL_DOT_BLACK;
		odd->mark =
			(struct scene_mark){ .shape = SCENE_MARK_DIM,
					     .cell_at = { x / 2.0, y / 2.0 } };
		odd->marked = true;
		return true;
	}
	return false;
}

static bool make(struct panel_odd *odd, struct rng *rng)
{
	switch (odd->kind) {
	case PANEL_ODD_MOVED:
		return move_dot(odd, rng);
	case PANEL_ODD_ADDED:
		return add_mark(odd, rng);
	case PANEL_ODD_RINGED:
		return ring_start(odd, rng);
	case PANEL_ODD_DIM:
		return dim_dot(odd, rng);
	default:
		return take_away(odd);
	}
}

int panel_odd_make(const struct puzzle *panel, uint64_t seed,
		   struct panel_odd *odd, struct problem *problem)
{
	/* of twelve: what is added and what is moved most often */
	static const enum panel_odd_kind lots[12] = {
		PANEL_ODD_MOVED,  PANEL_ODD_MOVED,  PANEL_ODD_MOVED,
		PANEL_ODD_ADDED,  PANEL_ODD_ADDED,  PANEL_ODD_ADDED,
		PANEL_ODD_ADDED,  PANEL_ODD_STARTS, PANEL_ODD_ENDS,
		PANEL_ODD_RINGED, PANEL_ODD_DIM,    PANEL_ODD_DIM,
	};
	struct rng rng;

	rng_seed(&rng, seed ^ 0x0dd);
	*odd = (struct panel_odd){ .kind = lots[rng_below(&rng, 12)],
				   .readable = true };
	if (puzzle_copy(panel, &odd->drawn, problem) < 0)
		return -1;
	if (puzzle_copy(panel, &odd->truth, problem) < 0) {
		puzzle_fini(&odd->drawn);
		return -1;
	}
	if (make(odd, &rng))
		return 0;
	/* a panel without a place for that */
	odd->kind = PANEL_ODD_ENDS;
	take_away(odd);
	return 0;
}
