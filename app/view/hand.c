#include "hand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "solve.h"

/* What a family must provide below. Functions that its answers do not need are
 * NULL: families of numbers have `number` and `clue`, the others `press`. */
struct hand_family {
	/* Fills in `place`, and `cell` where find_place does not know it. */
	size_t (*list)(const struct puzzle *puzzle, struct hand_site *sites);
	void (*begin)(const struct puzzle *puzzle, struct solution *mine);
	const char *(*press)(struct hand *hand, const struct hand_site *site);
	/* Is something entered here that `answer` does not have? */
	bool (*differs)(const struct hand *hand, const struct solution *answer,
			const struct hand_site *site);
	/* "track", "piece 3": what is here; "" for nothing. */
	void (*put)(const struct hand *hand, const struct hand_site *site,
		    struct buffer *out);
	/* Is it finished, so that the checker says what is wrong? NULL: it is
	 * where it holds. */
	bool (*is_whole)(const struct hand *hand);
	/* As hand_rest; NULL: what is entered becomes clues. */
	void (*give)(const struct hand *hand, struct puzzle *rest);
	int *(*number)(struct solution *mine, int x, int y);
	int *(*clue)(struct puzzle *puzzle, int x, int y);
	int least;                                /* of numbers */
	int (*most)(const struct puzzle *puzzle); /* ... */
	/* NULL: all that can be typed are allowed */
	void (*bounds)(const struct puzzle *meant, int *minimum, int *maximum);
	/* Is this square pressed, but no part of a piece yet? */
	bool (*is_loose)(const struct solution *mine,
			 const struct hand_site *site);
};

#define FAMILY(id, name, title) extern const struct hand_family hand_##id;
#include "families.def"
#undef FAMILY

static const struct hand_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) &hand_##id,
#include "families.def"
#undef FAMILY
};

static const struct hand_family *family_of(const struct hand *hand)
{
	return families[hand->puzzle.family];
}

static struct hand_site *add(struct hand_site *sites, size_t *count,
			     enum place_kind kind, int x, int y)
{
	struct hand_site *site = &sites[(*count)++];

	*site = (struct hand_site){ .place = { kind, x, y } };
	return site;
}

/* Numbers in cells */

static int *suko_number(struct solution *mine, int x, int y)
{
	(void)y;
	return &mine->as.suko.cells[x];
}

static int *suko_clue(struct puzzle *puzzle, int x, int y)
{
	(void)y;
	return &puzzle->as.suko.givens[x];
}

static int *cross_sum_number(struct solution *mine, int x, int y)
{
	return &mine->as.cross_sum.cells[y][x];
}

static int *cross_sum_clue(struct puzzle *puzzle, int x, int y)
{
	return &puzzle->as.cross_sum.cells[y][x];
}

static int *pyramid_number(struct solution *mine, int x, int y)
{
	return &mine->as.pyramid.rows[y][x];
}

static int *pyramid_clue(struct puzzle *puzzle, int x, int y)
{
	return &puzzle->as.pyramid.rows[y][x];
}

static int *sudoku_number(struct solution *mine, int x, int y)
{
	return &mine->as.sudoku.cells[y][x];
}

static int *sudoku_clue(struct puzzle *puzzle, int x, int y)
{
	return &puzzle->as.sudoku.cells[y][x];
}

static size_t suko_list(const struct puzzle *puzzle, struct hand_site *sites)
{
	size_t count = 0;

	for (int i = 0; i < SUKO_CELLS; i++)
		if (puzzle->as.suko.givens[i] == SUKO_BLANK)
			add(sites, &count, PLACE_CELL, i, 0);
	return count;
}

static size_t cross_sum_list(const struct puzzle *puzzle,
			     struct hand_site *sites)
{
	const struct cross_sum *sum = &puzzle->as.cross_sum;
	size_t count = 0;

	for (int y = 0; y < sum->rows; y++)
		for (int x = 0; x < sum->columns; x++)
			if (sum->cells[y][x] == CROSS_SUM_UNKNOWN)
				add(sites, &count, PLACE_SQUARE, x, y);
	return count;
}

static size_t pyramid_list(const struct puzzle *puzzle, struct hand_site *sites)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	size_t count = 0;

	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++)
			if (pyramid->rows[y][x] == PYRAMID_BLANK)
				add(sites, &count, PLACE_SQUARE, x, y);
	return count;
}

static size_t sudoku_list(const struct puzzle *puzzle, struct hand_site *sites)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	size_t count = 0;

	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++)
			if (sudoku->cells[y][x] == SUDOKU_BLANK)
				add(sites, &count, PLACE_SQUARE, x, y);
	return count;
}

static void suko_begin(const struct puzzle *puzzle, struct solution *mine)
{
	memcpy(mine->as.suko.cells, puzzle->as.suko.givens,
	       sizeof mine->as.suko.cells);
}

static void cross_sum_begin(const struct puzzle *puzzle, struct solution *mine)
{
	memcpy(mine->as.cross_sum.cells, puzzle->as.cross_sum.cells,
	       sizeof mine->as.cross_sum.cells);
}

static void pyramid_begin(const struct puzzle *puzzle, struct solution *mine)
{
	memcpy(mine->as.pyramid.rows, puzzle->as.pyramid.rows,
	       sizeof mine->as.pyramid.rows);
}

static void sudoku_begin(const struct puzzle *puzzle, struct solution *mine)
{
	memcpy(mine->as.sudoku.cells, puzzle->as.sudoku.cells,
	       sizeof mine->as.sudoku.cells);
}

static int most_nine(const struct puzzle *puzzle)
{
	(void)puzzle;
	return 9;
}

static int most_side(const struct puzzle *puzzle)
{
	return puzzle->as.sudoku.side;
}

static int most_cross_sum(const struct puzzle *puzzle)
{
	(void)puzzle;
	return CROSS_SUM_NUMBER_MAX;
}

static int most_pyramid(const struct puzzle *puzzle)
{
	(void)puzzle;
	return PYRAMID_NUMBER_MAX;
}

static void bounds_cross_sum(const struct puzzle *meant, int *minimum,
			     int *maximum)
{
	*minimum = meant->as.cross_sum.minimum;
	*maximum = meant->as.cross_sum.maximum;
}

static void bounds_pyramid(const struct puzzle *meant, int *minimum,
			   int *maximum)
{
	*minimum = meant->as.pyramid.minimum;
	*maximum = meant->as.pyramid.maximum;
}

const struct hand_family hand_suko = {
	.list = suko_list,
	.begin = suko_begin,
	.number = suko_number,
	.clue = suko_clue,
	.least = 1,
	.most = most_nine,
};
const struct hand_family hand_cross_sum = {
	.list = cross_sum_list,
	.begin = cross_sum_begin,
	.number = cross_sum_number,
	.clue = cross_sum_clue,
	.most = most_cross_sum,
	.bounds = bounds_cross_sum,
};
const struct hand_family hand_pyramid = {
	.list = pyramid_list,
	.begin = pyramid_begin,
	.number = pyramid_number,
	.clue = pyramid_clue,
	.most = most_pyramid,
	.bounds = bounds_pyramid,
};
const struct hand_family hand_sudoku = {
	.list = sudoku_list,
	.begin = sudoku_begin,
	.number = sudoku_number,
	.clue = sudoku_clue,
	.least = 1,
	.most = most_side,
};

/* Train Tracks: a site's place is the square on the left of a side (an even
 * x) or above it (an odd one): x is twice the column, and one more for the
 * side below. */

static void track_square(const struct hand_site *site, int *x, int *y,
			 bool *below)
{
	*x = site->place.x / 2;
	*y = site->place.y;
	*below = site->place.x % 2;
}

static bool is_given(const struct tracks *tracks, int x, int y, int side)
{
	return tracks->given[y][x] != TRACKS_UNKNOWN ||
	       tracks->half[y][x] & side;
}

static size_t tracks_list(const struct puzzle *puzzle, struct hand_site *sites)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	size_t count = 0;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			if (x + 1 < tracks->columns &&
			    !is_given(tracks, x, y, TRACKS_RIGHT) &&
			    !is_given(tracks, x + 1, y, TRACKS_LEFT))
				add(sites, &count, PLACE_WHOLE, 2 * x, y)
					->cell =
					(struct point){ x + 1, y + 0.5 };
			if (y + 1 < tracks->rows &&
			    !is_given(tracks, x, y, TRACKS_BOTTOM) &&
			    !is_given(tracks, x, y + 1, TRACKS_TOP))
				add(sites, &count, PLACE_WHOLE, 2 * x + 1, y)
					->cell =
					(struct point){ x + 0.5, y + 1 };
		}
	return count;
}

/* Given tracks, and the halves beside them that these call for. */
static void tracks_begin(const struct puzzle *puzzle, struct solution *mine)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			int tile = tracks->half[y][x];

			if (tracks->given[y][x] != TRACKS_UNKNOWN)
				tile |= tracks->given[y][x];
			mine->as.tracks.tiles[y][x] |= (uint8_t)tile;
			for (int i = 0; i < 4; i++) {
				int there_x = x + tracks_ways[i].dx;
				int there_y = y + tracks_ways[i].dy;

				if (tile & tracks_ways[i].side &&
				    there_x >= 0 && there_y >= 0 &&
				    there_x < tracks->columns &&
				    there_y < tracks->rows &&
				    tracks->given[there_y][there_x] ==
					    TRACKS_UNKNOWN)
					mine->as.tracks
						.tiles[there_y][there_x] |=
						(uint8_t)tracks_ways[i].back;
			}
		}
	for (int i = 0; i < 2; i++) {
		int x, y;

		tracks_port_square(tracks, ports[i], &x, &y);
		mine->as.tracks.tiles[y][x] |= (uint8_t)ports[i]->side;
	}
}

static const char *tracks_press(struct hand *hand, const struct hand_site *site)
{
	struct tracks_solution *mine = &hand->mine.as.tracks;
	bool below;
	int x, y;

	track_square(site, &x, &y, &below);
	mine->tiles[y][x] ^= below ? TRACKS_BOTTOM : TRACKS_RIGHT;
	mine->tiles[y + below][x + !below] ^= below ? TRACKS_TOP : TRACKS_LEFT;
	return NULL;
}

static bool has_track(const struct solution *solution,
		      const struct hand_site *site)
{
	bool below;
	int x, y;

	track_square(site, &x, &y, &below);
	return solution->as.tracks.tiles[y][x] &
	       (below ? TRACKS_BOTTOM : TRACKS_RIGHT);
}

static bool tracks_differs(const struct hand *hand,
			   const struct solution *answer,
			   const struct hand_site *site)
{
	return has_track(&hand->mine, site) && !has_track(answer, site);
}

static void tracks_put(const struct hand *hand, const struct hand_site *site,
		       struct buffer *out)
{
	bool below;
	int x, y;

	track_square(site, &x, &y, &below);
	buffer_printf(out,
		      below ? _("below row %d, column %d: %s")
			    : _("on the right of row %d, column %d: %s"),
		      y + 1, x + 1,
		      has_track(&hand->mine, site) ? _("track")
						   : _("no track"));
}

static void tracks_give(const struct hand *hand, struct puzzle *rest)
{
	for (size_t i = 0; i < hand->site_count; i++) {
		bool below;
		int x, y;

		if (!has_track(&hand->mine, &hand->sites[i]))
			continue;
		track_square(&hand->sites[i], &x, &y, &below);
		rest->as.tracks.half[y][x] |=
			below ? TRACKS_BOTTOM : TRACKS_RIGHT;
		rest->as.tracks.half[y + below][x + !below] |=
			below ? TRACKS_TOP : TRACKS_LEFT;
	}
}

const struct hand_family hand_tracks = {
	.list = tracks_list,
	.begin = tracks_begin,
	.press = tracks_press,
	.differs = tracks_differs,
	.put = tracks_put,
	.give = tracks_give,
};

/* Sigils: four squares that are pressed become a piece. */

/* In a square that is pressed while its piece is not whole. */
enum { LOOSE = 255 };

static size_t sigils_list(const struct puzzle *puzzle, struct hand_site *sites)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	size_t count = 0;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (!sigils->hole[y][x])
				add(sites, &count, PLACE_SQUARE, x, y);
	return count;
}

static void sigils_begin(const struct puzzle *puzzle, struct solution *mine)
{
	(void)puzzle;
	memset(&mine->as.sigils, 0, sizeof mine->as.sigils);
}

static uint8_t *square(struct hand *hand, const struct hand_site *site)
{
	return &hand->mine.as.sigils.grid[site->place.y][site->place.x];
}

static bool is_laid(struct hand *hand, int number)
{
	for (size_t i = 0; i < hand->site_count; i++)
		if (*square(hand, &hand->sites[i]) == number)
			return true;
	return false;
}

static void change(struct hand *hand, int from, int to)
{
	for (size_t i = 0; i < hand->site_count; i++)
		if (*square(hand, &hand->sites[i]) == from)
			*square(hand, &hand->sites[i]) = (uint8_t)to;
}

/* Makes four loose squares a piece. */
static const char *lay_loose(struct hand *hand)
{
	const struct sigils *sigils = &hand->puzzle.as.sigils;
	enum sigils_kind kind;
	int x[4], y[4], turns, count = 0, number = 1;

	for (size_t i = 0; i < hand->site_count; i++) {
		if (*square(hand, &hand->sites[i]) != LOOSE)
			continue;
		if (count == 4)
			return _("no piece covers more than four squares");
		x[count] = hand->sites[i].place.x;
		y[count++] = hand->sites[i].place.y;
	}
	if (count < 4)
		return NULL;
	kind = sigils_recognise(x, y, &turns);
	while (number <= sigils->piece_count &&
	       (sigils->pieces[number - 1] != kind || is_laid(hand, number)))
		number++;
	if (number > sigils->piece_count)
		return _("no piece that is left has this shape");
	change(hand, LOOSE, number);
	return NULL;
}

static const char *sigils_press(struct hand *hand, const struct hand_site *site)
{
	uint8_t *here = square(hand, site);

	if (*here == LOOSE) {
		*here = 0;
		return NULL;
	}
	if (*here) {
		change(hand, *here, 0);
		return NULL;
	}
	*here = LOOSE;
	return lay_loose(hand);
}

/* Its piece has to lie as one of the answer's does; pieces of one kind are
 * alike. */
static bool sigils_differs(const struct hand *hand,
			   const struct solution *answer,
			   const struct hand_site *site)
{
	const struct sigils *sigils = &hand->puzzle.as.sigils;
	const struct sigils_solution *mine = &hand->mine.as.sigils;
	const struct sigils_solution *theirs = &answer->as.sigils;
	int number = mine->grid[site->place.y][site->place.x];
	int other = theirs->grid[site->place.y][site->place.x];

	for (int y = 0; y < sigils->rows && number && number != LOOSE; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (mine->grid[y][x] == number &&
			    theirs->grid[y][x] != other)
				return true;
	return false;
}

static bool sigils_is_loose(const struct solution *mine,
			    const struct hand_site *site)
{
	return mine->as.sigils.grid[site->place.y][site->place.x] == LOOSE;
}

static void sigils_put(const struct hand *hand, const struct hand_site *site,
		       struct buffer *out)
{
	int number = hand->mine.as.sigils.grid[site->place.y][site->place.x];

	puzzle_place_words(&hand->puzzle, &site->place, out);
	if (number == LOOSE)
		buffer_puts(out, _(": begun"));
	else if (number)
		buffer_printf(out, _(": piece %d"), number);
	else
		buffer_puts(out, _(": free"));
}

/* Squares of pieces that are laid become holes, and those pieces go. */
static void sigils_give(const struct hand *hand, struct puzzle *rest)
{
	const struct sigils *sigils = &hand->puzzle.as.sigils;
	bool laid[SIGILS_PIECES_MAX + 1] = { false };

	for (size_t i = 0; i < hand->site_count; i++) {
		int x = hand->sites[i].place.x, y = hand->sites[i].place.y;
		int number = hand->mine.as.sigils.grid[y][x];

		if (!number || number == LOOSE)
			continue;
		laid[number] = true;
		rest->as.sigils.hole[y][x] = true;
	}
	rest->as.sigils.piece_count = 0;
	rest->as.sigils.has_places = false;
	for (int i = 0; i < sigils->piece_count; i++)
		if (!laid[i + 1])
			rest->as.sigils.pieces[rest->as.sigils.piece_count++] =
				sigils->pieces[i];
}

const struct hand_family hand_sigils = {
	.list = sigils_list,
	.begin = sigils_begin,
	.press = sigils_press,
	.differs = sigils_differs,
	.put = sigils_put,
	.give = sigils_give,
	.is_loose = sigils_is_loose,
};

/* Panels: the line grows step by step. */

/* A start comes first: the line begins there. */
static size_t panel_list(const struct puzzle *puzzle, struct hand_site *sites)
{
	const struct panel *panel = &puzzle->as.panel;
	size_t count = 0, start = 0;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			const struct panel_spot *spot = &panel->spots[y][x];

			if (!panel_is_vertex(x, y) && !spot->start &&
			    !spot->end)
				continue;
			if (spot->start)
				start = count;
			add(sites, &count, PLACE_SQUARE, x, y);
		}
	if (start) {
		struct hand_site first = sites[start];

		sites[start] = sites[0];
		sites[0] = first;
	}
	return count;
}

static void panel_begin(const struct puzzle *puzzle, struct solution *mine)
{
	(void)puzzle;
	mine->as.panel.length = 0;
}

/* The edge that lies between two places of a line is drawn whole. */
static bool is_open(const struct panel *panel, struct panel_at from,
		    struct panel_at to)
{
	int dx, dy, length, x, y;

	if (!panel_step(panel, from, to, &dx, &dy, &length))
		return false;
	x = panel_is_edge(from.x, from.y) ? from.x : from.x + dx;
	y = panel_is_edge(from.x, from.y) ? from.y : from.y + dy;
	return panel_wrap(panel, &x, y) &&
	       panel->spots[y][x].edge == PANEL_EDGE_WHOLE;
}

static const char *panel_press(struct hand *hand, const struct hand_site *site)
{
	const struct panel *panel = &hand->puzzle.as.panel;
	struct panel_solution *line = &hand->mine.as.panel;
	struct panel_at here = { (uint8_t)site->place.x,
				 (uint8_t)site->place.y };

	for (int i = 0; i < line->length; i++) {
		if (line->path[i].x != here.x || line->path[i].y != here.y)
			continue;
		/* back to here; from its last place it is taken up */
		line->length = i + 1 < line->length ? i + 1 : i;
		return NULL;
	}
	if (line->length && line->length < PANEL_PATH_MAX &&
	    is_open(panel, line->path[line->length - 1], here)) {
		line->path[line->length++] = here;
		return NULL;
	}
	if (!panel->spots[here.y][here.x].start)
		return line->length ? _("the line cannot go there in one step")
				    : _("a line begins at a start");
	line->path[0] = here;
	line->length = 1;
	return NULL;
}

static bool panel_differs(const struct hand *hand,
			  const struct solution *answer,
			  const struct hand_site *site)
{
	const struct panel_solution *mine = &hand->mine.as.panel;
	const struct panel_solution *line = &answer->as.panel;

	for (int i = 0; i < mine->length; i++)
		if (mine->path[i].x == site->place.x &&
		    mine->path[i].y == site->place.y)
			return i >= line->length ||
			       line->path[i].x != site->place.x ||
			       line->path[i].y != site->place.y;
	return false;
}

static void panel_put(const struct hand *hand, const struct hand_site *site,
		      struct buffer *out)
{
	const struct panel *panel = &hand->puzzle.as.panel;
	const struct panel_solution *mine = &hand->mine.as.panel;
	int x = site->place.x, y = site->place.y;
	const struct panel_spot *spot = &panel->spots[y][x];
	bool on = false;

	for (int i = 0; i < mine->length; i++)
		on |= mine->path[i].x == x && mine->path[i].y == y;
	puzzle_place_words(&hand->puzzle, &site->place, out);
	buffer_printf(out, "%s%s: %s", spot->start ? _(", a start") : "",
		      spot->end ? _(", an end") : "",
		      on ? _("line") : _("no line"));
}

static void block(struct panel *panel, int x, int y)
{
	int mirror_x, mirror_y;

	if (!panel_wrap(panel, &x, y) || !panel_is_edge(x, y))
		return;
	if (panel->spots[y][x].edge == PANEL_EDGE_WHOLE)
		panel->spots[y][x].edge = PANEL_EDGE_GAP;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	panel_mirror(panel, x, y, &mirror_x, &mirror_y);
	if (panel->spots[mirror_y][mirror_x].edge == PANEL_EDGE_WHOLE)
		panel->spots[mirror_y][mirror_x].edge = PANEL_EDGE_GAP;
}

/* Has the line, from one vertex to the next, this edge? */
static bool goes_along(const struct panel *panel,
		       const struct panel_solution *line, int x, int y)
{
	for (int i = 1; i < line->length; i++) {
		int dx, dy, length, at_x, at_y = line->path[i - 1].y;

		if (!panel_step(panel, line->path[i - 1], line->path[i], &dx,
				&dy, &length))
			continue;
		at_x = line->path[i - 1].x;
		if (!panel_is_edge(at_x, at_y)) {
			at_x += dx;
			at_y += dy;
		}
		if (panel_wrap(panel, &at_x, at_y) && at_x == x && at_y == y)
			return true;
	}
	return false;
}

/* Where the line has passed, all other edges get a gap, which no line crosses
 * and which changes nothing else: whatever begins there goes the same way. */
static void panel_give(const struct hand *hand, struct puzzle *rest)
{
	static const int8_t steps[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};
	const struct panel_solution *line = &hand->mine.as.panel;
	struct panel *panel = &rest->as.panel;

	for (int i = 0; i + 1 < line->length; i++) {
		struct panel_spot *spot =
			&panel->spots[line->path[i].y][line->path[i].x];

		spot->end = false;
		for (int k = 0; k < 4; k++) {
			int x = line->path[i].x + steps[k][0];
			int y = line->path[i].y + steps[k][1];

			if (panel_wrap(panel, &x, y) &&
			    !goes_along(panel, line, x, y))
				block(panel, x, y);
		}
	}
	for (size_t i = 0; i < hand->site_count && line->length; i++) {
		const struct board_place *place = &hand->sites[i].place;
		int x = line->path[0].x, y = line->path[0].y;
		bool kept = place->x == x && place->y == y;

		if (panel->symmetry != PANEL_SYMMETRY_NONE) {
			panel_mirror(panel, x, y, &x, &y);
			kept |= place->x == x && place->y == y;
		}
		if (!kept)
			panel->spots[place->y][place->x].start = false;
	}
}

static bool panel_is_whole(const struct hand *hand)
{
	const struct panel_solution *line = &hand->mine.as.panel;
	struct panel_at last;

	if (!line->length)
		return false;
	last = line->path[line->length - 1];
	return hand->puzzle.as.panel.spots[last.y][last.x].end;
}

const struct hand_family hand_panel = {
	.list = panel_list,
	.begin = panel_begin,
	.press = panel_press,
	.differs = panel_differs,
	.put = panel_put,
	.is_whole = panel_is_whole,
	.give = panel_give,
};

/* All families */

static int *number_at(const struct hand *hand, const struct solution *solution,
		      const struct hand_site *site)
{
	return family_of(hand)->number((struct solution *)solution,
				       site->place.x, site->place.y);
}

int hand_init(struct hand *hand, const struct puzzle *puzzle,
	      struct problem *problem)
{
	const struct hand_family *family = families[puzzle->family];

	*hand = (struct hand){ .puzzle = *puzzle };
	hand->mine.family = puzzle->family;
	hand->sites = alloc_array(HAND_SITES_MAX, sizeof *hand->sites);
	if (!hand->sites)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	hand->site_count = family->list(puzzle, hand->sites);
	if (!hand->site_count) {
		hand_fini(hand);
		return problem_set(problem, PROBLEM_INPUT,
				   "this puzzle has nothing to enter");
	}
	family->begin(puzzle, &hand->mine);
	for (size_t i = 0; i < hand->site_count; i++) {
		struct hand_site *site = &hand->sites[i];
		double radius;

		if (site->place.kind != PLACE_WHOLE)
			draw_family(puzzle->family)
				->find_place(puzzle, &site->place, &site->cell,
					     &radius);
		if (family->number)
			*number_at(hand, &hand->mine, site) = SOLUTION_OPEN;
	}
	return 0;
}

void hand_fini(struct hand *hand)
{
	free(hand->sites);
	breaches_fini(&hand->breaches);
	*hand = (struct hand){ 0 };
}

void hand_move(struct hand *hand, int dx, int dy)
{
	struct point from = hand->sites[hand->at].cell;
	double best = INFINITY;

	for (size_t i = 0; i < hand->site_count; i++) {
		struct point off = point_sub(hand->sites[i].cell, from);
		double along = off.x * dx + off.y * dy;
		double across = fabs(off.x * dy) + fabs(off.y * dx);

		/* what lies off the way counts as further off than it is */
		if (along > 1e-6 && along + 2 * across < best) {
			best = along + 2 * across;
			hand->at = i;
		}
	}
}

bool hand_move_to(struct hand *hand, struct point cell)
{
	double best = 0.5;
	bool found = false;

	for (size_t i = 0; i < hand->site_count; i++) {
		double off = point_distance(hand->sites[i].cell, cell);

		if (off <= best) {
			best = off;
			hand->at = i;
			found = true;
		}
	}
	return found;
}

bool hand_is_typed(const struct hand *hand)
{
	return family_of(hand)->number != NULL;
}

const char *hand_press(struct hand *hand)
{
	return hand_is_typed(hand)
		       ? _("type a number here")
		       : family_of(hand)->press(hand, &hand->sites[hand->at]);
}

void hand_type(struct hand *hand, int digit)
{
	int *number = number_at(hand, &hand->mine, &hand->sites[hand->at]);
	int most = family_of(hand)->most(&hand->puzzle);
	int sign = *number != SOLUTION_OPEN && *number < 0 ? -1 : 1;

	if (digit < family_of(hand)->least || digit > most)
		return;
	if (*number == SOLUTION_OPEN || abs(*number) > (most - digit) / 10)
		*number = digit;
	else
		*number = 10 * *number + sign * digit;
}

void hand_erase(struct hand *hand, bool all)
{
	int *number = number_at(hand, &hand->mine, &hand->sites[hand->at]);

	if (*number == SOLUTION_OPEN || all || abs(*number) < 10)
		*number = SOLUTION_OPEN;
	else
		*number /= 10;
}

void hand_negate(struct hand *hand)
{
	int *number = number_at(hand, &hand->mine, &hand->sites[hand->at]);

	if (*number != SOLUTION_OPEN && family_of(hand)->least == 0)
		*number = -*number;
}

void hand_put_words(const struct hand *hand, struct buffer *out)
{
	const struct hand_site *site = &hand->sites[hand->at];
	int number;

	if (!hand_is_typed(hand)) {
		family_of(hand)->put(hand, site, out);
		return;
	}
	number = *number_at(hand, &hand->mine, site);
	puzzle_place_words(&hand->puzzle, &site->place, out);
	if (number == SOLUTION_OPEN)
		buffer_puts(out, ": blank");
	else
		buffer_printf(out, ": %d", number);
}

static int ring_breaches(const struct hand *hand, struct drawing *drawing)
{
	int failed = 0;

	for (size_t i = 0; i < hand->breaches.count; i++) {
		const struct breach *breach = &hand->breaches.list[i];

		for (int k = 0; k < breach->place_count; k++) {
			struct point centre;
			double radius;

			if (draw_family(hand->puzzle.family)
				    ->find_place(&hand->puzzle,
						 &breach->places[k], &centre,
						 &radius))
				failed |= drawing_ring(drawing, INK_BREACH,
						       centre, radius);
		}
	}
	return failed;
}

int hand_draw(const struct hand *hand, struct drawing *drawing)
{
	static const double site_ring = 0.46, wrong_ring = 0.4;
	static const double loose_radius = 0.14;
	const struct hand_family *family = family_of(hand);
	int failed = draw_family(hand->puzzle.family)
			     ->draw(&hand->puzzle, &hand->mine, drawing);

	for (size_t i = 0; i < hand->site_count; i++) {
		const struct hand_site *site = &hand->sites[i];

		if (family->is_loose && family->is_loose(&hand->mine, site))
			failed |= drawing_disc(drawing, INK_ANSWER, site->cell,
					       loose_radius);
		if (site->wrong)
			failed |= drawing_ring(drawing, INK_BREACH, site->cell,
					       wrong_ring);
	}
	failed |= ring_breaches(hand, drawing);
	return failed | drawing_ring(drawing, INK_GREY,
				     hand->sites[hand->at].cell, site_ring);
}

void hand_clear_marks(struct hand *hand)
{
	for (size_t i = 0; i < hand->site_count; i++)
		hand->sites[i].wrong = false;
	breaches_fini(&hand->breaches);
	hand->breaches = (struct breaches){ 0 };
}

/* Marks what the only answer does not have; returns in how many places. */
static size_t mark_differing(struct hand *hand, const struct solution *only)
{
	size_t count = 0;

	for (size_t i = 0; i < hand->site_count; i++) {
		struct hand_site *site = &hand->sites[i];

		if (hand_is_typed(hand)) {
			int number = *number_at(hand, &hand->mine, site);

			site->wrong = number != SOLUTION_OPEN &&
				      number != *number_at(hand, only, site);
		} else {
			site->wrong =
				family_of(hand)->differs(hand, only, site);
		}
		count += site->wrong;
	}
	return count;
}

/* Numbers that no blank of the puzzle takes: as clues they would be taken. */
static size_t mark_unbounded(struct hand *hand, const struct puzzle *meant)
{
	int minimum, maximum;
	size_t count = 0;

	if (!family_of(hand)->bounds)
		return 0;
	family_of(hand)->bounds(meant, &minimum, &maximum);
	for (size_t i = 0; i < hand->site_count; i++) {
		struct hand_site *site = &hand->sites[i];
		int number = *number_at(hand, &hand->mine, site);

		site->wrong = number != SOLUTION_OPEN &&
			      (number < minimum || number > maximum);
		count += site->wrong;
	}
	return count;
}

static enum hand_verdict say_count(size_t wrong, struct buffer *text)
{
	if (wrong)
		buffer_printf(text,
			      ngettext("wrong in %zu place",
				       "wrong in %zu places", wrong),
			      wrong);
	else
		buffer_puts(text, _("nothing is wrong so far"));
	return wrong ? HAND_WRONG : HAND_SO_FAR;
}

static bool has_blanks(const struct hand *hand)
{
	for (size_t i = 0; i < hand->site_count; i++)
		if (hand_is_typed(hand) &&
		    *number_at(hand, &hand->mine, &hand->sites[i]) ==
			    SOLUTION_OPEN)
			return true;
	return false;
}

static enum hand_verdict say_breaches(const struct hand *hand,
				      struct buffer *text)
{
	const struct breach *first = &hand->breaches.list[0];

	if (first->place_count) {
		puzzle_place_words(&hand->puzzle, &first->places[0], text);
		buffer_puts(text, ": ");
	}
	buffer_puts(text, first->text);
	if (hand->breaches.count > 1)
		buffer_printf(text, _("; and %zu more"),
			      hand->breaches.count - 1);
	return HAND_WRONG;
}

enum hand_verdict hand_check(struct hand *hand, const struct solution *only,
			     struct buffer *text)
{
	const struct hand_family *family = family_of(hand);
	bool blanks = has_blanks(hand);
	struct puzzle meant;
	size_t wrong;

	hand_clear_marks(hand);
	solve_meant(&hand->puzzle, &meant);
	if (!blanks && puzzle_check(&meant, &hand->mine, NULL)) {
		buffer_puts(text, _("correct: every rule holds"));
		return HAND_RIGHT;
	}
	wrong = only ? mark_differing(hand, only)
		     : mark_unbounded(hand, &meant);
	if (only || wrong)
		return say_count(wrong, text);
	if (blanks || (!hand_is_typed(hand) &&
		       (!family->is_whole || !family->is_whole(hand))))
		return HAND_UNKNOWN;
	if (puzzle_find_breaches(&meant, &hand->mine, &hand->breaches, NULL) <
		    0 ||
	    !hand->breaches.count)
		return HAND_UNKNOWN;
	return say_breaches(hand, text);
}

bool hand_rest(const struct hand *hand, struct puzzle *rest)
{
	const struct hand_family *family = family_of(hand);

	/* what blanks take is what they take before anything is entered */
	solve_meant(&hand->puzzle, rest);
	if (family->give)
		family->give(hand, rest);
	for (size_t i = 0; family->number && i < hand->site_count; i++) {
		const struct hand_site *site = &hand->sites[i];
		int number = *number_at(hand, &hand->mine, site);

		if (number == SOLUTION_OPEN)
			continue;
		/* as clues, negative numbers mean something else */
		if (number < 0)
			return false;
		*family->clue(rest, site->place.x, site->place.y) = number;
	}
	return true;
}
