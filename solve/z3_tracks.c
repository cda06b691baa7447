#include "z3_tracks.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "smt.h"

enum { SIDE = TRACKS_SIDE_MAX };

/* Clauses found on the way, kept for a fresh solver, which names the same
 * literals by the same numbers: each a count and its literals. */
struct clauses {
	int *items;
	size_t count, capacity;
	bool failed;
};

struct encoding {
	const struct tracks *tracks;
	struct smt *smt;
	int yes; /* a literal that holds */
	/* across[y][x] is the edge left of the square, down[y][x] the one
	 * above it; the rim is no edge but at the ports. */
	int across[SIDE][SIDE + 1];
	int down[SIDE + 1][SIDE];
	int used[SIDE][SIDE];
	struct clauses clauses;
	bool grown; /* clauses were added since the last build */
};

/* The edges of a square: right, bottom, left, top. */
static const enum tracks_side sides[4] = { TRACKS_RIGHT, TRACKS_BOTTOM,
					   TRACKS_LEFT, TRACKS_TOP };

static int edge_at(const struct encoding *encoding, int x, int y,
		   enum tracks_side side)
{
	return side == TRACKS_LEFT    ? encoding->across[y][x]
	       : side == TRACKS_RIGHT ? encoding->across[y][x + 1]
	       : side == TRACKS_TOP   ? encoding->down[y][x]
				      : encoding->down[y + 1][x];
}

static void name_edges(struct encoding *encoding)
{
	const struct tracks *tracks = encoding->tracks;
	const struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };
	struct smt *smt = encoding->smt;
	int no;

	encoding->yes = smt_bool(smt);
	smt_unit(smt, encoding->yes);
	no = -encoding->yes;
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x <= tracks->columns; x++)
			encoding->across[y][x] = x > 0 && x < tracks->columns
							 ? smt_bool(smt)
							 : no;
	for (int y = 0; y <= tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			encoding->down[y][x] =
				y > 0 && y < tracks->rows ? smt_bool(smt) : no;
	for (int i = 0; i < 2; i++) {
		int x, y;

		tracks_port_square(tracks, ports[i], &x, &y);
		if (ports[i]->side == TRACKS_LEFT ||
		    ports[i]->side == TRACKS_RIGHT)
			encoding->across[y][x + (ports[i]->side ==
						 TRACKS_RIGHT)] = encoding->yes;
		else
			encoding->down[y + (ports[i]->side == TRACKS_BOTTOM)]
				      [x] = encoding->yes;
	}
}

/* A clause without the literals that are known from the start: Z3 would take an
 * eighth of its time to find out. */
static void put_clause(struct encoding *encoding, const int *literals,
		       int count)
{
	int open[5];
	int length = 0;

	for (int i = 0; i < count; i++) {
		if (literals[i] == encoding->yes)
			return;
		if (literals[i] != -encoding->yes)
			open[length++] = literals[i];
	}
	smt_clause(encoding->smt, open, length);
}

/* Rules 1 and 2: a used square has two edges, another one none. */
static void encode_square(struct encoding *encoding, int x, int y)
{
	int used = smt_bool(encoding->smt);
	int edges[5];

	for (int i = 0; i < 4; i++)
		edges[i] = edge_at(encoding, x, y, sides[i]);
	encoding->used[y][x] = used;
	edges[4] = -used;
	put_clause(encoding, edges, 5);
	for (int i = 0; i < 4; i++) {
		int two[2] = { -edges[i], used };
		int others[4] = { -edges[i], edges[(i + 1) % 4],
				  edges[(i + 2) % 4], edges[(i + 3) % 4] };
		int three[3] = { -others[1], -others[2], -others[3] };

		put_clause(encoding, two, 2);
		put_clause(encoding, others, 4);
		put_clause(encoding, three, 3);
	}
}

/* Rule 3. */
static void encode_totals(struct encoding *encoding)
{
	const struct tracks *tracks = encoding->tracks;
	int column[SIDE];

	for (int y = 0; y < tracks->rows; y++)
		if (tracks->row_totals[y] != TRACKS_UNKNOWN)
			smt_exactly(encoding->smt, encoding->used[y],
				    tracks->columns, tracks->row_totals[y]);
	for (int x = 0; x < tracks->columns; x++) {
		if (tracks->column_totals[x] == TRACKS_UNKNOWN)
			continue;
		for (int y = 0; y < tracks->rows; y++)
			column[y] = encoding->used[y][x];
		smt_exactly(encoding->smt, column, tracks->rows,
			    tracks->column_totals[x]);
	}
}

/* Rule 4. */
static void encode_clues(struct encoding *encoding, int x, int y)
{
	int given = encoding->tracks->given[y][x];
	int half = encoding->tracks->half[y][x];

	for (int i = 0; i < 4; i++) {
		int edge = edge_at(encoding, x, y, sides[i]);

		if (half & (int)sides[i])
			smt_unit(encoding->smt, edge);
		if (given != TRACKS_UNKNOWN)
			smt_unit(encoding->smt,
				 given & (int)sides[i] ? edge : -edge);
	}
}

/* Everything but rule 5, and the clauses found so far. Returns 0, or -1
 * where Z3 does not start. */
static int build(struct encoding *encoding, struct problem *problem)
{
	const struct tracks *tracks = encoding->tracks;
	const struct clauses *clauses = &encoding->clauses;

	smt_free(encoding->smt);
	encoding->smt = smt_new(problem);
	if (!encoding->smt)
		return -1;
	name_edges(encoding);
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			encode_square(encoding, x, y);
			encode_clues(encoding, x, y);
		}
	encode_totals(encoding);
	for (size_t i = 0; i < clauses->count;
	     i += 1 + (size_t)clauses->items[i])
		smt_clause(encoding->smt, &clauses->items[i + 1],
			   clauses->items[i]);
	encoding->grown = false;
	return 0;
}

static void add_clause(struct encoding *encoding, const int *literals,
		       int count)
{
	struct clauses *clauses = &encoding->clauses;

	smt_clause(encoding->smt, literals, count);
	encoding->grown = true;
	if (alloc_grow(&clauses->items, &clauses->capacity,
		       clauses->count + 1 + (size_t)count,
		       sizeof *clauses->items) < 0) {
		clauses->failed = true;
		return;
	}
	clauses->items[clauses->count++] = count;
	for (int i = 0; i < count; i++)
		clauses->items[clauses->count++] = literals[i];
}

static void read_answer(struct encoding *encoding,
			struct tracks_solution *answer)
{
	const struct tracks *tracks = encoding->tracks;

	memset(answer, 0, sizeof *answer);
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			for (int i = 0; i < 4; i++)
				if (smt_holds(
					    encoding->smt,
					    edge_at(encoding, x, y, sides[i])))
					answer->tiles[y][x] |=
						(uint8_t)sides[i];
}

/* A square and the side it was entered by, 0 at the start of a loop. */
struct walk {
	int x, y, came;
};

/* Writes the number `mark` into every square of the track or loop that the
 * walk follows. */
static void mark_component(const struct tracks *tracks,
			   const struct tracks_solution *answer,
			   short component[SIDE][SIDE], struct walk at,
			   short mark)
{
	while (at.x >= 0 && at.y >= 0 && at.x < tracks->columns &&
	       at.y < tracks->rows && !component[at.y][at.x]) {
		int side = answer->tiles[at.y][at.x] & ~at.came;

		side &= -side;
		component[at.y][at.x] = mark;
		at.x += (side == TRACKS_RIGHT) - (side == TRACKS_LEFT);
		at.y += (side == TRACKS_BOTTOM) - (side == TRACKS_TOP);
		at.came = side > TRACKS_BOTTOM ? side / 4 : side * 4;
	}
}

/* The cut of one loop: each of its squares, if used, needs a way out. */
static void cut_loop(struct encoding *encoding, short component[SIDE][SIDE],
		     short mark)
{
	const struct tracks *tracks = encoding->tracks;
	/* an edge out per square and side, and the square */
	int clause[4 * SIDE * SIDE + 1];
	int count = 1;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			for (int i = 0; i < 4 && component[y][x] == mark; i++) {
				int nx = x + (sides[i] == TRACKS_RIGHT) -
					 (sides[i] == TRACKS_LEFT);
				int ny = y + (sides[i] == TRACKS_BOTTOM) -
					 (sides[i] == TRACKS_TOP);

				if (nx >= 0 && ny >= 0 &&
				    nx < tracks->columns && ny < tracks->rows &&
				    component[ny][nx] != mark)
					clause[count++] = edge_at(encoding, x,
								  y, sides[i]);
			}
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			if (component[y][x] != mark)
				continue;
			clause[0] = -encoding->used[y][x];
			add_clause(encoding, clause, count);
		}
}

/* Cuts off every loop of the answer; false where it has none (rule 5). */
static bool cut_loops(struct encoding *encoding,
		      const struct tracks_solution *answer)
{
	const struct tracks *tracks = encoding->tracks;
	short component[SIDE][SIDE] = { { 0 } };
	short loops = 1;
	int entry_x, entry_y;

	tracks_port_square(tracks, &tracks->entry, &entry_x, &entry_y);
	mark_component(
		tracks, answer, component,
		(struct walk){ entry_x, entry_y, (int)tracks->entry.side }, 1);
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			if (!answer->tiles[y][x] || component[y][x])
				continue;
			mark_component(tracks, answer, component,
				       (struct walk){ x, y, 0 }, ++loops);
			cut_loop(encoding, component, loops);
		}
	return loops > 1;
}

/* Another track lacks at least one edge of this one: none is part of
 * another. */
static void block(struct encoding *encoding,
		  const struct tracks_solution *answer)
{
	const struct tracks *tracks = encoding->tracks;
	int clause[2 * SIDE * SIDE];
	int count = 0;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			int tile = answer->tiles[y][x];

			if (x && (tile & TRACKS_LEFT))
				clause[count++] = -encoding->across[y][x];
			if (y && (tile & TRACKS_TOP))
				clause[count++] = -encoding->down[y][x];
		}
	add_clause(encoding, clause, count);
}

static enum finish take_answer(struct encoding *encoding, struct finder *finder,
			       struct problem *problem)
{
	struct solution solution = { .family = FAMILY_tracks };

	read_answer(encoding, &solution.as.tracks);
	if (cut_loops(encoding, &solution.as.tracks))
		return FINISH_ALL;
	block(encoding, &solution.as.tracks);
	return finder_found(finder, &solution, problem);
}

static enum finish find(struct encoding *encoding, struct finder *finder,
			struct problem *problem)
{
	enum finish finish = FINISH_ALL;

	if (build(encoding, problem) < 0)
		return FINISH_FAILED;
	for (size_t i = 0; i < finder->known; i++)
		block(encoding, &finder->result->solutions[i].as.tracks);
	encoding->grown = false;
	while (finish == FINISH_ALL) {
		enum smt_answer answer =
			smt_check(encoding->smt, &finder->deadline, problem);

		if (encoding->clauses.failed) {
			problem_set(problem, PROBLEM_MEMORY,
				    "no memory for a formula");
			return FINISH_FAILED;
		}
		if (answer == SMT_FAILED)
			return FINISH_FAILED;
		if (answer == SMT_UNKNOWN)
			return FINISH_TIME;
		if (answer == SMT_SAT)
			finish = take_answer(encoding, finder, problem);
		else if (!finder->fresh || !encoding->grown)
			return FINISH_ALL;
		else if (build(encoding, problem) < 0)
			return FINISH_FAILED;
	}
	return finish;
}

enum finish z3_find_tracks(struct finder *finder, struct problem *problem)
{
	struct encoding *encoding = alloc_array(1, sizeof *encoding);
	enum finish finish = FINISH_FAILED;

	if (!encoding) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to encode");
		return FINISH_FAILED;
	}
	encoding->tracks = &finder->puzzle->as.tracks;
	finish = find(encoding, finder, problem);
	smt_free(encoding->smt);
	free(encoding->clauses.items);
	free(encoding);
	return finish;
}
