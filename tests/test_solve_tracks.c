/* Solving Train Tracks: both engines against all tracks there are on small
 * boards, against each other on larger ones, and against outside solvers. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "external.h"
#include "rng.h"
#include "solve.h"

/* Every track on a small board, by walking; judged by the checker alone. */
struct walker {
	const struct puzzle *puzzle;
	struct solution laid;
	uint64_t holds;
};

static int opposite(int side)
{
	return side > 2 ? side / 4 : side * 4;
}

static void walk(struct walker *walker, int x, int y, int came)
{
	const struct tracks *tracks = &walker->puzzle->as.tracks;
	uint8_t *tile;
	int exit_x, exit_y;

	if (x < 0 || y < 0 || x >= tracks->columns || y >= tracks->rows)
		return;
	tile = &walker->laid.as.tracks.tiles[y][x];
	if (*tile)
		return;
	tracks_port_square(tracks, &tracks->exit, &exit_x, &exit_y);
	if (x == exit_x && y == exit_y && came != (int)tracks->exit.side) {
		*tile = (uint8_t)(came | (int)tracks->exit.side);
		walker->holds +=
			puzzle_check(walker->puzzle, &walker->laid, NULL);
	}
	for (int side = 1; side <= 8; side *= 2) {
		if (side == came)
			continue;
		*tile = (uint8_t)(came | side);
		walk(walker, x + (side == 1) - (side == 4),
		     y + (side == 2) - (side == 8), opposite(side));
	}
	*tile = 0;
}

static uint64_t count_by_walking(const struct puzzle *puzzle)
{
	struct walker walker = { .puzzle = puzzle };
	int x, y;

	walker.laid.family = FAMILY_tracks;
	tracks_port_square(&puzzle->as.tracks, &puzzle->as.tracks.entry, &x,
			   &y);
	walk(&walker, x, y, (int)puzzle->as.tracks.entry.side);
	return walker.holds;
}

static void random_port(struct rng *rng, const struct tracks *tracks,
			struct tracks_port *port)
{
	port->side = (enum tracks_side)(1 << rng_below(rng, 4));
	port->index = (int)rng_below(
		rng, (uint32_t)(port->side == TRACKS_LEFT ||
						port->side == TRACKS_RIGHT
					? tracks->rows
					: tracks->columns));
}

/* A board whose clues are partly those of a made one, partly nonsense. */
static void random_board(struct rng *rng, struct puzzle *puzzle)
{
	struct tracks *tracks = &puzzle->as.tracks;
	int columns = rng_between(rng, 2, 5), rows = rng_between(rng, 2, 4);
	json_t *wish = json_pack(
		"{s:i,s:i,s:s}", "columns", columns, "rows", rows, "with",
		rng_below(rng, 2) ? "anywhere,half-clues" : "missing-totals");

	assert_int_equal(
		solve_make(FAMILY_tracks, wish, rng_next(rng), puzzle, NULL),
		0);
	json_decref(wish);
	/* fewer totals, so that there are several answers */
	for (int i = rng_between(rng, 0, 12); i > 0; i--) {
		tracks->column_totals[rng_below(rng, (uint32_t)columns)] =
			TRACKS_UNKNOWN;
		tracks->row_totals[rng_below(rng, (uint32_t)rows)] =
			TRACKS_UNKNOWN;
	}
	for (int i = rng_between(rng, 0, 8); i > 0; i--)
		tracks->given[rng_below(rng, (uint32_t)rows)]
			     [rng_below(rng, (uint32_t)columns)] =
			(int8_t)(rng_below(rng, 9) ? TRACKS_UNKNOWN : 0);
	if (rng_below(rng, 3) == 0)
		tracks->row_totals[0] = rng_between(rng, 0, columns);
	if (rng_below(rng, 6) == 0)
		do {
			random_port(rng, tracks, &tracks->entry);
			random_port(rng, tracks, &tracks->exit);
		} while (tracks->entry.side == tracks->exit.side &&
			 tracks->entry.index == tracks->exit.index);
}

static void expect(const struct puzzle *puzzle, enum engine engine,
		   uint64_t count)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };
	struct solve_result result;

	options.engine = engine;
	assert_int_equal(solve_puzzle(puzzle, &options, &result, &problem), 0);
	assert_int_equal(result.verdict, count ? VERDICT_SOLVED : VERDICT_NONE);
	if (count)
		assert_int_equal(result.unique,
				 count == 1 ? KNOWN_YES : KNOWN_NO);
	assert_int_equal(result.solution_count, count > 0);
	assert_int_equal(result.reason[0] != '\0', count == 0);
	solve_result_fini(&result);

	options.count = true;
	options.solutions_max = 3;
	assert_int_equal(solve_puzzle(puzzle, &options, &result, &problem), 0);
	assert_int_equal(result.count, count);
	assert_true(result.count_complete);
	assert_int_equal(result.solution_count, count < 3 ? count : 3);
	solve_result_fini(&result);
}

static void small_boards_have_as_many_answers_as_walking_finds(void **state)
{
	int none = 0, one = 0, several = 0;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (int i = 0; i < 400; i++) {
		struct puzzle puzzle;
		uint64_t count;

		random_board(&rng, &puzzle);
		count = count_by_walking(&puzzle);
		none += count == 0;
		one += count == 1;
		several += count > 1;
		expect(&puzzle, ENGINE_SEARCH, count);
		if (count < 40) {
			expect(&puzzle, ENGINE_Z3, count);
			expect(&puzzle, ENGINE_AUTO, count);
		}
	}
	print_message("boards with none %d, one %d, several answers %d\n", none,
		      one, several);
	/* or the test would show little */
	assert_true(none > 20 && one > 50 && several > 50);
}

static void made_boards_have_one_answer_by_both_engines(void **state)
{
	static const char *const with[] = { "", "easy", "half-clues",
					    "missing-totals,anywhere" };

	(void)state;
	for (int i = 0; i < 120; i++) {
		json_t *wish =
			json_pack("{s:i,s:i,s:s}", "columns", 4 + i % 9, "rows",
				  4 + i % 7, "with", with[i % 4]);
		struct solve_options options = solve_defaults();
		struct problem problem = { 0 };
		struct solve_result results[2];
		struct puzzle puzzle;

		assert_int_equal(solve_make(FAMILY_tracks, wish, (uint64_t)i,
					    &puzzle, &problem),
				 0);
		for (int j = 0; j < 2; j++) {
			options.engine = j ? ENGINE_SEARCH : ENGINE_Z3;
			assert_int_equal(solve_puzzle(&puzzle, &options,
						      &results[j], &problem),
					 0);
			assert_int_equal(results[j].verdict, VERDICT_SOLVED);
			assert_int_equal(results[j].unique, KNOWN_YES);
			assert_string_equal(results[j].engine,
					    j ? "search" : "z3");
		}
		assert_memory_equal(&results[0].solutions[0].as.tracks,
				    &results[1].solutions[0].as.tracks,
				    sizeof(struct tracks_solution));
		solve_result_fini(&results[0]);
		solve_result_fini(&results[1]);
		json_decref(wish);
	}
}

static void making_depends_on_the_seed_alone(void **state)
{
	json_t *wish = json_pack("{s:s}", "with", "half-clues");
	struct puzzle first, second, other;
	struct problem problem = { 0 };
	struct buffer difference;

	(void)state;
	buffer_init(&difference);
	assert_int_equal(solve_make(FAMILY_tracks, wish, 7, &first, NULL), 0);
	assert_int_equal(solve_make(FAMILY_tracks, wish, 7, &second, NULL), 0);
	assert_int_equal(solve_make(FAMILY_tracks, wish, 8, &other, NULL), 0);
	assert_true(puzzle_equal(&first, &second, &difference));
	assert_false(puzzle_equal(&first, &other, NULL));
	json_object_set_new(wish, "with", json_string("snow"));
	assert_int_equal(solve_make(FAMILY_tracks, wish, 7, &first, &problem),
			 -1);
	assert_string_equal(problem.text,
			    "unknown wish: 'snow' (known: easy, half-clues, "
			    "missing-totals, anywhere)");
	buffer_fini(&difference);
	json_decref(wish);
}

static void from_json(const char *text, struct puzzle *puzzle)
{
	struct problem problem = { 0 };
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	if (puzzle_from_json(json, puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
	json_decref(json);
}

#define PORTS_3                                                                \
	"\"entry\":{\"side\":\"left\",\"index\":0},"                           \
	"\"exit\":{\"side\":\"bottom\",\"index\":2}}"

static void what_cannot_be_is_said_in_a_sentence(void **state)
{
	static const struct {
		const char *json, *reason;
	} cases[] = {
		{ "{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		  "\"row_totals\":[3,1,1],\"column_totals\":[1,1,2]," PORTS_3,
		  "the totals of the rows make 5, those of the columns 4" },
		{ "{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		  "\"row_totals\":[0,1,1]," PORTS_3,
		  "the total of row 1 is 0, but 1 of its squares must carry "
		  "track" },
		{ "{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		  "\"row_totals\":[null,0,null]," PORTS_3,
		  "the total of row 2 is 0, but the track goes on beyond "
		  "it" },
		{ "{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		  "\"clues\":[{\"at\":[1,0],\"tile\":10}]," PORTS_3,
		  "the piece given in row 1, column 2 leaves the board where "
		  "neither entry nor exit is" },
		{ "{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		  "\"clues\":[{\"at\":[0,0],\"tile\":0}]," PORTS_3,
		  "row 1, column 1 is given as empty, but the track must go "
		  "there" },
		{ "{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		  "\"clues\":[{\"at\":[0,0],\"tile\":5},"
		  "{\"at\":[1,0],\"tile\":3}]," PORTS_3,
		  "what is given in row 1, column 1 and in row 1, column 2 "
		  "does not join" },
		{ "{\"family\":\"tracks\",\"columns\":3,\"rows\":3,"
		  "\"row_totals\":[3,1,2],\"column_totals\":[2,1,3]," PORTS_3,
		  "no track meets all totals and given pieces" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;

		from_json(cases[i].json, &puzzle);
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_int_equal(result.verdict, VERDICT_NONE);
		assert_string_equal(result.reason, cases[i].reason);
		solve_result_fini(&result);
	}
}

static volatile sig_atomic_t stop;
static double stopped_at;

static void *stop_soon(void *data)
{
	(void)data;
	usleep(150000);
	stopped_at = clock_seconds();
	deadline_stop(&stop, true);
	return NULL;
}

/* A board of 30x30 without any clue has more tracks than can be counted. */
static void endless_work_stops_within_a_tenth_of_a_second(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct solve_options options = solve_defaults();
		struct puzzle puzzle = { .family = FAMILY_tracks };
		bool by_flag = i % 2;
		struct solve_result result;
		double late;
		pthread_t thread;

		tracks_init(&puzzle.as.tracks, 30, 30);
		puzzle.as.tracks.entry.side = TRACKS_LEFT;
		puzzle.as.tracks.exit.side = TRACKS_BOTTOM;
		stop = 0;
		options.engine = i < 2 ? ENGINE_SEARCH : ENGINE_Z3;
		options.count = true;
		options.deadline =
			by_flag ? deadline_never() : deadline_in(0.15, NULL);
		options.deadline.stop = &stop;
		stopped_at = options.deadline.end;
		if (by_flag)
			assert_int_equal(
				pthread_create(&thread, NULL, stop_soon, NULL),
				0);
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		late = clock_seconds();
		if (by_flag)
			pthread_join(thread, NULL);
		late -= stopped_at;
		assert_false(result.count_complete);
		assert_int_equal(result.unique,
				 result.count > 1 ? KNOWN_NO : KNOWN_UNSURE);
		/* 0.1 seconds, ten times that for a machine at work */
		assert_true(late < 1.0);
		if (late > 0.1)
			print_message("stopped %.0f ms late\n", late * 1e3);
		solve_result_fini(&result);
	}
}

static void outside_solvers_agree(const char *program)
{
	external_need(program);
	for (int i = 0; i < 12; i++) {
		json_t *wish =
			json_pack("{s:i,s:i,s:s}", "columns", i ? 3 + i % 6 : 2,
				  "rows", i ? 3 + i % 5 : 2, "with",
				  "anywhere,missing-totals,"
				  "half-clues");
		struct puzzle puzzle;

		assert_int_equal(solve_make(FAMILY_tracks, wish,
					    (uint64_t)i + 40, &puzzle, NULL),
				 0);
		json_decref(wish);
		external_solves(program, &puzzle);
		/* one piece too many */
		for (int x = 0; x < puzzle.as.tracks.columns; x++)
			puzzle.as.tracks.column_totals[x] =
				puzzle.as.tracks.rows;
		for (int y = 0; y < puzzle.as.tracks.rows; y++)
			puzzle.as.tracks.row_totals[y] = 1;
		external_refutes(program, &puzzle);
	}
}

static void z3_answers_our_formula(void **state)
{
	(void)state;
	outside_solvers_agree("z3");
}

static void cvc5_answers_our_formula(void **state)
{
	(void)state;
	outside_solvers_agree("cvc5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			small_boards_have_as_many_answers_as_walking_finds),
		cmocka_unit_test(made_boards_have_one_answer_by_both_engines),
		cmocka_unit_test(making_depends_on_the_seed_alone),
		cmocka_unit_test(what_cannot_be_is_said_in_a_sentence),
		cmocka_unit_test(endless_work_stops_within_a_tenth_of_a_second),
		cmocka_unit_test(z3_answers_our_formula),
		cmocka_unit_test(cvc5_answers_our_formula),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
