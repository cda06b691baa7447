/* What is claimed of a puzzle before any engine runs (an impossible count, a
 * parity), and what solving it says then, compared with every answer there is:
 * small random puzzles that have what such claims are about.
 *   test_claims [COUNT]
 * looks at so many of each kind: 5000 take some minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "blanks.h"
#include "panel_tally.h"
#include "random_panel.h"
#include "solve.h"

static int puzzles = 200; /* of each kind, unless said otherwise */

/* Answers are counted no further: that there are several is enough. */
enum { SEVERAL = 2 };

/* The sentences of what was claimed, numbers left out, and how often. */
enum { SENTENCES_MAX = 40 };

struct tally_of_claims {
	struct {
		char text[120];
		int count;
	} sentences[SENTENCES_MAX];
	int sentence_count;
	int claimed, none, one, several;
};

static void note_claim(struct tally_of_claims *tally, const char *reason)
{
	char text[sizeof tally->sentences->text];
	size_t length = 0;
	int i = 0;

	for (; *reason && length + 1 < sizeof text; reason++) {
		bool digit = *reason >= '0' && *reason <= '9';

		if (digit && length && text[length - 1] == '#')
			continue;
		text[length++] = digit ? '#' : *reason;
	}
	text[length] = '\0';
	tally->claimed++;
	while (i < tally->sentence_count &&
	       strcmp(tally->sentences[i].text, text))
		i++;
	if (i == SENTENCES_MAX)
		return;
	if (i == tally->sentence_count) {
		strcpy(tally->sentences[i].text, text);
		tally->sentence_count++;
	}
	tally->sentences[i].count++;
}

static void print_tally(const char *what, const struct tally_of_claims *tally)
{
	print_message("%s: no answer %d, one %d, several %d; claimed %d\n",
		      what, tally->none, tally->one, tally->several,
		      tally->claimed);
	for (int i = 0; i < tally->sentence_count; i++)
		print_message("%7d %s\n", tally->sentences[i].count,
			      tally->sentences[i].text);
}

static void fail_about(const struct puzzle *puzzle, uint64_t answers,
		       const char *claim)
{
	json_t *json = puzzle_to_json(puzzle);
	char *text = json_dumps(json, JSON_COMPACT);

	fail_msg("%d answers, but %s: %s", (int)answers, claim, text);
}

/* What an engine says: none where there is none, and never the wrong one of
 * "the only one" and "one of several". */
static void expect_verdict(const struct puzzle *puzzle, uint64_t answers)
{
	bool promises_one = puzzle_family(puzzle->family)->promises_one;
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct problem problem = { 0 };

	if (solve_puzzle(puzzle, &options, &result, &problem) < 0)
		fail_about(puzzle, answers, problem.text);
	/* another reading of a rule is no proof (RULES 3) */
	if (result.verdict == VERDICT_UNKNOWN &&
	    strstr(result.reason, "as some have it"))
		assert_int_equal(answers, 0);
	else if (result.verdict != (answers ? VERDICT_SOLVED : VERDICT_NONE))
		fail_about(puzzle, answers, result.reason);
	if (answers == 1 && (result.unique == KNOWN_NO ||
			     (promises_one && result.unique != KNOWN_YES)))
		fail_about(puzzle, answers, "not the only one");
	if (answers > 1 && (result.unique == KNOWN_YES ||
			    (promises_one && result.unique != KNOWN_NO)))
		fail_about(puzzle, answers, "the only one");
	solve_result_fini(&result);
}

static void compare(const struct puzzle *puzzle, uint64_t answers,
		    struct tally_of_claims *tally)
{
	char reason[256];

	if (solve_family(puzzle->family)
		    ->impossible(puzzle, reason, sizeof reason)) {
		if (answers)
			fail_about(puzzle, answers, reason);
		note_claim(tally, reason);
	}
	expect_verdict(puzzle, answers);
	tally->none += answers == 0;
	tally->one += answers == 1;
	tally->several += answers > 1;
}

/* Neither trivial nor without claims, and each kind of claim was made. */
static void expect_tally(const struct tally_of_claims *tally, int sentences)
{
	int answered = tally->one + tally->several;

	assert_true(tally->claimed >= puzzles / 20);
	assert_true(answered >= puzzles / 20);
	assert_true(tally->none > tally->claimed / 2);
	assert_true(tally->sentence_count >= sentences);
}

/* Panels */

static bool count_line(void *data, const struct solution *line)
{
	struct tally *tally = data;

	tally->lines += puzzle_check(tally->puzzle, line, NULL);
	return tally->lines < SEVERAL;
}

static uint64_t count_lines(const struct puzzle *puzzle)
{
	struct tally tally = { .puzzle = puzzle };
	struct deadline never = deadline_never();

	panel_walk(puzzle, &never, count_line, &tally);
	return tally.lines;
}

/* A small panel, mostly with an open rim, and sometimes round; dots, and
 * polyominoes of which many are negative, or triangles alone. */
static void random_open_panel(struct rng *rng, struct puzzle *puzzle)
{
	struct panel *panel = &puzzle->as.panel;
	bool wraps = rng_below(rng, 4) == 0;
	int columns = rng_between(rng, 1 + wraps, 3);
	int rows = rng_between(rng, 1, 3);
	bool plain = rng_below(rng, 2);
	bool eliminators = rng_below(rng, 4) == 0;

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_panel;
	panel_init(panel, columns, rows, wraps);
	if (rng_below(rng, 3) == 0)
		panel->rules = rng_below(rng, 1 << PANEL_RULES_COUNT);
	if (rng_below(rng, 4) == 0)
		panel->symmetry = (enum panel_symmetry)rng_between(
			rng, PANEL_HORIZONTAL,
			wraps ? PANEL_PARALLEL : PANEL_ROTATIONAL);
	random_spots(rng, panel, rng_below(rng, 3) == 0);
	if (rng_below(rng, 4))
		open_rim(rng, panel);
	for (int i = 0; i < 2; i++)
		for (int n = rng_between(rng, rng_below(rng, 8) > 0, 2); n > 0;
		     n--)
			random_end(rng, panel, rng_below(rng, 6) == 0, i);
	for (int n = rng_between(rng, 1, 3); n > 0; n--) {
		struct panel_cell *cell =
			&panel->cells[rng_below(rng, (uint32_t)rows)]
				     [rng_below(rng, (uint32_t)columns)];

		if (plain) {
			cell->kind = PANEL_TRIANGLE;
			cell->count = rng_between(rng, 1, 3);
			continue;
		}
		random_piece(rng, cell);
		cell->negative = rng_below(rng, 3) > 0;
		if (eliminators && rng_below(rng, 3) == 0)
			*cell = (struct panel_cell){ .kind = PANEL_ELIMINATOR };
	}
}

static void panels(void **state)
{
	struct tally_of_claims tally = { .sentence_count = 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 11);
	for (int i = 0; i < puzzles; i++) {
		struct puzzle puzzle;

		if (i % 5 == 0)
			random_rim_panel((uint64_t)i, &puzzle);
		else if (i % 5 == 1)
			random_panel((uint64_t)i, &puzzle);
		else
			random_open_panel(&rng, &puzzle);
		compare(&puzzle, count_lines(&puzzle), &tally);
	}
	print_tally("panels", &tally);
	expect_tally(&tally, 3);
}

/* Tracks */

struct laying {
	const struct puzzle *puzzle;
	struct solution solution;
	struct rng *rng; /* stops at some track, turning at random; or NULL */
	uint64_t count;
};

/* All tracks on from a square that is entered over the side `from`. */
static void lay(struct laying *laying, int x, int y, enum tracks_side from)
{
	const struct tracks *tracks = &laying->puzzle->as.tracks;
	uint8_t *tile = &laying->solution.as.tracks.tiles[y][x];
	uint32_t turn = laying->rng ? rng_below(laying->rng, 4) : 0;
	int end_x, end_y;

	tracks_port_square(tracks, &tracks->exit, &end_x, &end_y);
	if (x == end_x && y == end_y && tracks->exit.side != from) {
		*tile = (uint8_t)(from | tracks->exit.side);
		laying->count +=
			puzzle_check(laying->puzzle, &laying->solution, NULL);
	}
	for (uint32_t i = 0; i < 4 && laying->count < SEVERAL; i++) {
		uint32_t side = (i + turn) % 4;
		int nx = x + tracks_ways[side].dx,
		    ny = y + tracks_ways[side].dy;

		if (laying->rng && laying->count)
			return;
		if (tracks_ways[side].side == from || nx < 0 || ny < 0 ||
		    nx >= tracks->columns || ny >= tracks->rows ||
		    laying->solution.as.tracks.tiles[ny][nx])
			continue;
		*tile = (uint8_t)(from | tracks_ways[side].side);
		lay(laying, nx, ny, tracks_ways[side].back);
	}
	if (!laying->rng || !laying->count)
		*tile = 0;
}

static void lay_all(struct laying *laying)
{
	const struct tracks *tracks = &laying->puzzle->as.tracks;
	int x, y;

	laying->solution.family = FAMILY_tracks;
	tracks_port_square(tracks, &tracks->entry, &x, &y);
	lay(laying, x, y, tracks->entry.side);
}

static struct tracks_port random_port(struct rng *rng,
				      const struct tracks *tracks)
{
	enum tracks_side side = tracks_ways[rng_below(rng, 4)].side;
	bool level = side == TRACKS_LEFT || side == TRACKS_RIGHT;

	return (struct tracks_port){
		side, (int)rng_below(rng, (uint32_t)(level ? tracks->rows
							   : tracks->columns))
	};
}

/* The totals and some squares of a random track. */
static void show_track(struct rng *rng, struct tracks *tracks,
		       const struct tracks_solution *track)
{
	for (int y = 0; y < tracks->rows; y++)
		tracks->row_totals[y] = 0;
	for (int x = 0; x < tracks->columns; x++)
		tracks->column_totals[x] = 0;
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			int tile = track->tiles[y][x];

			tracks->row_totals[y] += tile != 0;
			tracks->column_totals[x] += tile != 0;
			if (rng_below(rng, 6) == 0)
				tracks->given[y][x] = (int8_t)tile;
			else if (rng_below(rng, 8) == 0)
				tracks->half[y][x] =
					(uint8_t)(tile &
						  tracks_ways[rng_below(rng, 4)]
							  .side);
		}
}

/* Some totals are missing or wrong, some squares wrong. */
static void spoil_track(struct rng *rng, struct tracks *tracks)
{
	static const int8_t tiles[] = { 0, 3, 5, 6, 9, 10, 12 };
	uint32_t missing = rng_below(rng, 3) ? 0 : 3;

	for (int i = 0; i < tracks->rows + tracks->columns; i++) {
		bool row = i < tracks->rows;
		int *total = row ? &tracks->row_totals[i]
				 : &tracks->column_totals[i - tracks->rows];
		int length = row ? tracks->columns : tracks->rows;

		if (missing && rng_below(rng, missing) == 0)
			*total = TRACKS_UNKNOWN;
		else if (rng_below(rng, 16) == 0)
			*total = rng_between(rng, 0, length);
	}
	for (int n = (int)rng_below(rng, 3); n > 0; n--) {
		int x = (int)rng_below(rng, (uint32_t)tracks->columns);
		int y = (int)rng_below(rng, (uint32_t)tracks->rows);

		if (rng_below(rng, 2))
			tracks->given[y][x] = tiles[rng_below(rng, 7)];
		else
			tracks->half[y][x] |=
				(uint8_t)tracks_ways[rng_below(rng, 4)].side;
	}
}

static void random_tracks(struct rng *rng, struct puzzle *puzzle)
{
	struct tracks *tracks = &puzzle->as.tracks;
	struct laying laying = { .puzzle = puzzle, .rng = rng };

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_tracks;
	tracks_init(tracks, rng_between(rng, 2, 4), rng_between(rng, 2, 4));
	tracks->entry = random_port(rng, tracks);
	do {
		tracks->exit = random_port(rng, tracks);
	} while (tracks->exit.side == tracks->entry.side &&
		 tracks->exit.index == tracks->entry.index);
	lay_all(&laying);
	show_track(rng, tracks, &laying.solution.as.tracks);
	if (rng_below(rng, 3))
		spoil_track(rng, tracks);
}

static void tracks(void **state)
{
	struct tally_of_claims tally = { .sentence_count = 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 12);
	for (int i = 0; i < puzzles; i++) {
		struct laying laying = { .count = 0 };
		struct puzzle puzzle;

		random_tracks(&rng, &puzzle);
		laying.puzzle = &puzzle;
		lay_all(&laying);
		compare(&puzzle, laying.count, &tally);
	}
	print_tally("tracks", &tally);
	expect_tally(&tally, 8);
}

/* Sigils */

struct tiling {
	const struct puzzle *puzzle;
	struct solution solution;
	bool used[SIGILS_PIECES_MAX];
	uint64_t count;
};

static bool lay_piece(struct tiling *tiling, int piece, int turns, int x, int y,
		      bool on)
{
	const struct sigils *sigils = &tiling->puzzle->as.sigils;
	uint8_t(*grid)[SIGILS_SIDE_MAX] = tiling->solution.as.sigils.grid;
	struct sigils_shape shape;

	sigils_shape((enum sigils_kind)sigils->pieces[piece], turns, &shape);
	for (int turn = 0; turn < 2; turn++)
		for (int i = 0; i < 4; i++) {
			/* its first square comes to lie on x, y */
			int sx = x + shape.x[i] - shape.x[0];
			int sy = y + shape.y[i];

			if (turn)
				grid[sy][sx] = (uint8_t)(on ? piece + 1 : 0);
			else if (on && (sx < 0 || sx >= sigils->columns ||
					sy >= sigils->rows ||
					sigils->hole[sy][sx] || grid[sy][sx]))
				return false;
		}
	return true;
}

/* All ways to go on from the first free square; of pieces alike the first. */
static void tile(struct tiling *tiling)
{
	const struct sigils *sigils = &tiling->puzzle->as.sigils;
	int square = 0;
	int area = sigils->columns * sigils->rows;
	bool tried[SIGILS_KIND_COUNT] = { false };
	int x, y;

	while (square < area &&
	       (sigils->hole[square / sigils->columns]
			    [square % sigils->columns] ||
		tiling->solution.as.sigils.grid[square / sigils->columns]
					       [square % sigils->columns]))
		square++;
	if (square == area) {
		tiling->count +=
			puzzle_check(tiling->puzzle, &tiling->solution, NULL);
		return;
	}
	x = square % sigils->columns;
	y = square / sigils->columns;
	for (int i = 0; i < sigils->piece_count; i++) {
		enum sigils_kind kind = (enum sigils_kind)sigils->pieces[i];

		if (tiling->used[i] || tried[kind])
			continue;
		tried[kind] = true;
		tiling->used[i] = true;
		for (int turns = 0; turns < sigils_poses(kind); turns++) {
			if (tiling->count == SEVERAL ||
			    !lay_piece(tiling, i, turns, x, y, true))
				continue;
			tile(tiling);
			lay_piece(tiling, i, turns, x, y, false);
		}
		tiling->used[i] = false;
	}
}

/* Random pieces on a board whose other squares are holes, so that it can be
 * filled; then, mostly, something is changed. */
static void random_sigils(struct rng *rng, struct puzzle *puzzle)
{
	struct sigils *sigils = &puzzle->as.sigils;
	struct tiling tiling = { .puzzle = puzzle };
	int columns = rng_between(rng, 2, 6), rows = rng_between(rng, 2, 5);

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_sigils;
	sigils_init(sigils, columns, rows);
	for (int tries = 0; tries < 60 && sigils->piece_count < 6; tries++) {
		int kind = (int)rng_below(rng, SIGILS_KIND_COUNT);

		sigils->pieces[sigils->piece_count] = (uint8_t)kind;
		sigils->piece_count += lay_piece(
			&tiling, sigils->piece_count, (int)rng_below(rng, 4),
			(int)rng_below(rng, (uint32_t)columns),
			(int)rng_below(rng, (uint32_t)rows), true);
	}
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			sigils->hole[y][x] =
				!tiling.solution.as.sigils.grid[y][x];
	if (sigils->piece_count && rng_below(rng, 2))
		sigils->pieces[rng_below(rng, (uint32_t)sigils->piece_count)] =
			(uint8_t)rng_below(rng, SIGILS_KIND_COUNT);
	if (sigils->piece_count && rng_below(rng, 16) == 0)
		sigils->piece_count--;
	if (rng_below(rng, 16) == 0)
		sigils->hole[rng_below(rng, (uint32_t)rows)]
			    [rng_below(rng, (uint32_t)columns)] ^= true;
}

static void sigils(void **state)
{
	struct tally_of_claims tally = { .sentence_count = 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 13);
	for (int i = 0; i < puzzles; i++) {
		struct tiling tiling = { .count = 0 };
		struct puzzle puzzle;

		random_sigils(&rng, &puzzle);
		tiling.puzzle = &puzzle;
		tiling.solution.family = FAMILY_sigils;
		tile(&tiling);
		compare(&puzzle, tiling.count, &tally);
	}
	print_tally("sigils", &tally);
	expect_tally(&tally, 4);
}

/* Sukos */

/* All orders of what is left for the cells from `from` on, as long as no
 * circle is at fault. */
static uint64_t count_orders(const struct puzzle *puzzle,
			     struct solution *solution, int from)
{
	const struct suko *suko = &puzzle->as.suko;
	int *cells = solution->as.suko.cells;
	uint64_t count = 0;

	for (int i = 0; i < SUKO_CIRCLES; i++) {
		int around[4], sum = 0;

		suko_around(i, around);
		for (int j = 0; j < 4; j++)
			sum += cells[around[j]];
		/* the last cell around it was put down last */
		if (around[3] == from - 1 && suko->circles[i] != SUKO_UNKNOWN &&
		    suko->circles[i] != sum)
			return 0;
	}
	if (from == SUKO_CELLS)
		return puzzle_check(puzzle, solution, NULL);
	for (int i = from; i < SUKO_CELLS && count < SEVERAL; i++) {
		int kept = cells[from];

		cells[from] = cells[i];
		cells[i] = kept;
		count += count_orders(puzzle, solution, from + 1);
		cells[i] = cells[from];
		cells[from] = kept;
	}
	return count;
}

static void random_areas(struct rng *rng, struct suko *suko, const int *cells)
{
	suko->area_count = rng_between(rng, 0, 4);
	for (int i = 0; i < SUKO_CELLS && suko->area_count; i++) {
		struct suko_area *area = &suko->areas[rng_below(
			rng, (uint32_t)suko->area_count)];

		if (rng_below(rng, 12) == 0)
			continue;
		area->cells[i] = true;
		area->total += cells[i];
	}
	for (int i = 0; i < suko->area_count; i++) {
		struct suko_area *area = &suko->areas[i];

		/* no area is empty */
		while (area->total == 0 && i < --suko->area_count)
			*area = suko->areas[suko->area_count];
		if (rng_below(rng, 10) == 0)
			area->total = SUKO_UNKNOWN;
		else if (rng_below(rng, 12) == 0)
			area->total += rng_between(rng, -20, 20);
		if (area->total < 0)
			area->total = SUKO_UNKNOWN;
	}
}

static void random_suko(struct rng *rng, struct puzzle *puzzle)
{
	struct suko *suko = &puzzle->as.suko;
	int cells[SUKO_CELLS];

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_suko;
	suko_init(suko);
	for (int i = 0; i < SUKO_CELLS; i++) {
		int other = (int)rng_below(rng, (uint32_t)i + 1);

		cells[i] = cells[other];
		cells[other] = i + 1;
	}
	for (int i = 0; i < SUKO_CIRCLES; i++) {
		int around[4];

		suko_around(i, around);
		if (rng_below(rng, 8) == 0)
			continue;
		suko->circles[i] =
			rng_below(rng, 12) ? 0 : rng_between(rng, -9, 9);
		for (int j = 0; j < 4; j++)
			suko->circles[i] += cells[around[j]];
	}
	random_areas(rng, suko, cells);
	for (int n = (int)rng_below(rng, 3); n > 0; n--) {
		int i = (int)rng_below(rng, SUKO_CELLS);

		suko->givens[i] =
			rng_below(rng, 6) ? cells[i] : rng_between(rng, 1, 9);
	}
}

static void sukos(void **state)
{
	struct tally_of_claims tally = { .sentence_count = 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 14);
	for (int i = 0; i < puzzles; i++) {
		struct solution solution = { .family = FAMILY_suko };
		struct puzzle puzzle;

		for (int j = 0; j < SUKO_CELLS; j++)
			solution.as.suko.cells[j] = j + 1;
		random_suko(&rng, &puzzle);
		compare(&puzzle, count_orders(&puzzle, &solution, 0), &tally);
	}
	print_tally("sukos", &tally);
	expect_tally(&tally, 6);
}

/* Sudokus */

/* All numbers in the cells from `at` on that are in no line or box yet. */
static uint64_t count_fillings(const struct puzzle *puzzle,
			       struct solution *solution, int at)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	int(*cells)[SUDOKU_SIDE_MAX] = solution->as.sudoku.cells;
	int side = sudoku->side, x = at % side, y = at / side;
	uint64_t count = 0;

	if (y == side)
		return puzzle_check(puzzle, solution, NULL);
	for (int number = 1; number <= side && count < SEVERAL; number++) {
		bool taken = sudoku->cells[y][x] != SUDOKU_BLANK &&
			     sudoku->cells[y][x] != number;

		for (int i = 0; i < at; i++)
			taken |= cells[i / side][i % side] == number &&
				 (i % side == x || i / side == y ||
				  sudoku_box_of(sudoku, i % side, i / side) ==
					  sudoku_box_of(sudoku, x, y));
		cells[y][x] = number;
		if (!taken)
			count += count_fillings(puzzle, solution, at + 1);
	}
	return count;
}

static void sudokus(void **state)
{
	static const int full[4][4] = {
		{ 1, 2, 3, 4 }, { 3, 4, 1, 2 }, { 2, 1, 4, 3 }, { 4, 3, 2, 1 }
	};
	struct tally_of_claims tally = { .sentence_count = 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 15);
	for (int i = 0; i < puzzles; i++) {
		struct solution solution = { .family = FAMILY_sudoku };
		struct puzzle puzzle = { .family = FAMILY_sudoku };
		struct sudoku *sudoku = &puzzle.as.sudoku;

		assert_true(sudoku_init(sudoku, 4, 2));
		for (int n = rng_between(&rng, 3, 8); n > 0; n--) {
			int x = (int)rng_below(&rng, 4);
			int y = (int)rng_below(&rng, 4);

			sudoku->cells[y][x] = rng_below(&rng, 12)
						      ? full[y][x]
						      : rng_between(&rng, 1, 4);
		}
		compare(&puzzle, count_fillings(&puzzle, &solution, 0), &tally);
	}
	print_tally("sudokus", &tally);
	expect_tally(&tally, 3);
}

/* Numbers */

/* Blanks are tried up to so much either way: no answer of these small puzzles
 * needs more, as their totals and givens are at most 12 and three numbers at
 * most are looked for. */
enum { FARTHEST = 48 };

/* The ranges of blanks in the order in which they count (RULES.md); the family
 * counts the answers in one of them. */
static uint64_t
count_in_ranges(const struct puzzle *puzzle, int minimum, bool nought,
		uint64_t (*count)(const struct puzzle *puzzle, int least))
{
	static const int least[] = { 1, 0, -FARTHEST };
	uint64_t answers = 0;

	if (minimum != BLANKS_NO_MINIMUM)
		return count(puzzle, minimum);
	for (int i = nought; i < 3 && !answers; i++)
		answers = count(puzzle, least[i]);
	return answers;
}

static int random_minimum(struct rng *rng)
{
	return rng_below(rng, 4) ? BLANKS_NO_MINIMUM : rng_between(rng, -2, 2);
}

/* A total or given, mostly as it is; `left_out` of a hundred are not shown. */
static int show(struct rng *rng, int value, int left_out)
{
	if ((int)rng_below(rng, 100) < left_out || value < 0)
		return -1;
	return rng_below(rng, 16) ? value : rng_between(rng, 0, 12);
}

static uint64_t fill_cells(const struct puzzle *puzzle,
			   struct solution *solution, int place, int least)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	int x = place % cross_sum->columns, y = place / cross_sum->columns;
	int *cell = &solution->as.cross_sum.cells[y][x];
	uint64_t count = 0;

	if (x == 0 && y > 0 && cross_sum->row_totals[y - 1] >= 0) {
		int sum = 0;

		for (int i = 0; i < cross_sum->columns; i++)
			sum += solution->as.cross_sum.cells[y - 1][i];
		if (sum != cross_sum->row_totals[y - 1])
			return 0;
	}
	if (y == cross_sum->rows)
		return puzzle_check(puzzle, solution, NULL);
	*cell = cross_sum->cells[y][x];
	if (*cell != CROSS_SUM_UNKNOWN)
		return fill_cells(puzzle, solution, place + 1, least);
	for (*cell = least; *cell <= FARTHEST && count < SEVERAL; ++*cell)
		count += fill_cells(puzzle, solution, place + 1, least);
	return count;
}

static uint64_t count_cross_sums(const struct puzzle *puzzle, int least)
{
	struct solution solution = { .family = FAMILY_cross_sum };

	return fill_cells(puzzle, &solution, 0, least);
}

static void random_cross_sum(struct rng *rng, struct puzzle *puzzle)
{
	struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	int columns = rng_between(rng, 2, 3), rows = rng_between(rng, 2, 3);
	int least = rng_between(rng, -2, 1), blanks = rng_between(rng, 1, 3);
	int left_out = rng_below(rng, 3) ? 0 : 30;
	int cells[3][3], sums[4] = { 0 };

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_cross_sum;
	cross_sum_init(cross_sum, columns, rows);
	cross_sum->minimum = random_minimum(rng);
	if (rng_below(rng, 8) == 0)
		cross_sum->maximum = rng_between(rng, 0, 5);
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++) {
			cells[y][x] = rng_between(rng, least, 4);
			/* a negative number cannot be given */
			if (cells[y][x] < 0 && blanks-- <= 0)
				cells[y][x] = 0;
			cross_sum->cells[y][x] = show(rng, cells[y][x], 0);
		}
	while (blanks-- > 0)
		cross_sum->cells[rng_below(rng, (uint32_t)rows)]
				[rng_below(rng, (uint32_t)columns)] =
			CROSS_SUM_UNKNOWN;
	for (int y = 0; y < rows; y++) {
		sums[0] = 0;
		for (int x = 0; x < columns; x++)
			sums[0] += cells[y][x];
		cross_sum->row_totals[y] = show(rng, sums[0], left_out);
	}
	for (int x = 0; x < columns; x++) {
		sums[0] = 0;
		for (int y = 0; y < rows; y++)
			sums[0] += cells[y][x];
		cross_sum->column_totals[x] = show(rng, sums[0], left_out);
	}
	if (columns != rows)
		return;
	for (int i = 0; i < rows; i++) {
		sums[1] += cells[i][i];
		sums[2] += cells[i][rows - 1 - i];
	}
	cross_sum->diagonal_down = show(rng, sums[1], 70);
	cross_sum->diagonal_up = show(rng, sums[2], 70);
}

static void cross_sums(void **state)
{
	struct tally_of_claims tally = { .sentence_count = 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 16);
	for (int i = 0; i < puzzles; i++) {
		struct puzzle puzzle;
		struct cross_sum *cross_sum = &puzzle.as.cross_sum;
		bool nought = false;

		random_cross_sum(&rng, &puzzle);
		for (int y = 0; y < cross_sum->rows; y++)
			for (int x = 0; x < cross_sum->columns; x++)
				nought |= cross_sum->cells[y][x] == 0;
		compare(&puzzle,
			count_in_ranges(&puzzle, cross_sum->minimum, nought,
					count_cross_sums),
			&tally);
	}
	print_tally("cross-sums", &tally);
	expect_tally(&tally, 4);
}

/* All bottom rows; the others follow, and may be less than what is tried. */
static uint64_t stack(const struct puzzle *puzzle, struct solution *solution,
		      int x, int least)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	int(*rows)[PYRAMID_ROWS_MAX] = solution->as.pyramid.rows;
	int bottom = pyramid->height - 1, given = pyramid->rows[bottom][x];
	uint64_t count = 0;

	if (x <= bottom) {
		int from = given == PYRAMID_BLANK ? least : given;
		int to = given == PYRAMID_BLANK ? FARTHEST : given;

		for (int i = from; i <= to && count < SEVERAL; i++) {
			rows[bottom][x] = i;
			count += stack(puzzle, solution, x + 1, least);
		}
		return count;
	}
	for (int y = bottom - 1; y >= 0; y--)
		for (int i = 0; i <= y; i++) {
			rows[y][i] = rows[y + 1][i] + rows[y + 1][i + 1];
			if (pyramid->rows[y][i] == PYRAMID_BLANK
				    ? rows[y][i] < least && least != -FARTHEST
				    : rows[y][i] != pyramid->rows[y][i])
				return 0;
		}
	return puzzle_check(puzzle, solution, NULL);
}

static uint64_t count_pyramids(const struct puzzle *puzzle, int least)
{
	struct solution solution = { .family = FAMILY_pyramid };

	return stack(puzzle, &solution, 0, least);
}

static void random_pyramid(struct rng *rng, struct puzzle *puzzle)
{
	struct pyramid *pyramid = &puzzle->as.pyramid;
	int height = rng_between(rng, 2, 3), least = rng_between(rng, -1, 1);
	int rows[3][3];

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_pyramid;
	pyramid_init(pyramid, height);
	pyramid->minimum = random_minimum(rng);
	if (rng_below(rng, 8) == 0)
		pyramid->maximum = rng_between(rng, 0, 8);
	for (int y = height - 1; y >= 0; y--)
		for (int x = 0; x <= y; x++) {
			rows[y][x] =
				y == height - 1
					? rng_between(rng, least, 3)
					: rows[y + 1][x] + rows[y + 1][x + 1];
			pyramid->rows[y][x] = show(rng, rows[y][x], 30);
		}
}

static void pyramids(void **state)
{
	struct tally_of_claims tally = { .sentence_count = 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 17);
	for (int i = 0; i < puzzles; i++) {
		struct puzzle puzzle;
		struct pyramid *pyramid = &puzzle.as.pyramid;
		bool nought = false;

		random_pyramid(&rng, &puzzle);
		for (int y = 0; y < pyramid->height; y++)
			for (int x = 0; x <= y; x++)
				nought |= pyramid->rows[y][x] == 0;
		compare(&puzzle,
			count_in_ranges(&puzzle, pyramid->minimum, nought,
					count_pyramids),
			&tally);
	}
	print_tally("pyramids", &tally);
	expect_tally(&tally, 3);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(panels),   cmocka_unit_test(tracks),
		cmocka_unit_test(sigils),   cmocka_unit_test(sukos),
		cmocka_unit_test(sudokus),  cmocka_unit_test(cross_sums),
		cmocka_unit_test(pyramids),
	};

	if (argc > 1)
		puzzles = atoi(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
