/* Answers entered by hand, of every family: whole they are right, half they can
 * be completed, and what is wrong is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hand.h"
#include "solve.h"

enum { PUZZLES = 6 };

/* A puzzle, its answer, and what is entered. */
struct game {
	struct puzzle puzzle;
	struct solve_result result;
	struct hand hand;
};

static void begin(struct game *game, enum family family, const char *with,
		  uint64_t seed)
{
	json_t *wish = with ? json_pack("{s:s}", "with", with) : NULL;
	struct solve_options options = solve_defaults();

	*game = (struct game){ 0 };
	assert_int_equal(solve_make(family, wish, seed, &game->puzzle, NULL),
			 0);
	json_decref(wish);
	assert_int_equal(
		solve_puzzle(&game->puzzle, &options, &game->result, NULL), 0);
	assert_int_equal(game->result.verdict, VERDICT_SOLVED);
	assert_int_equal(hand_init(&game->hand, &game->puzzle, NULL), 0);
}

static void end(struct game *game)
{
	hand_fini(&game->hand);
	solve_result_fini(&game->result);
	puzzle_fini(&game->puzzle);
}

static int number_of(const struct solution *solution,
		     const struct board_place *place)
{
	switch (solution->family) {
	case FAMILY_suko:
		return solution->as.suko.cells[place->x];
	case FAMILY_cross_sum:
		return solution->as.cross_sum.cells[place->y][place->x];
	case FAMILY_pyramid:
		return solution->as.pyramid.rows[place->y][place->x];
	default:
		return solution->as.sudoku.cells[place->y][place->x];
	}
}

static void type(struct hand *hand, int number)
{
	char digits[16];

	snprintf(digits, sizeof digits, "%d", number < 0 ? -number : number);
	for (int i = 0; digits[i]; i++)
		hand_type(hand, digits[i] - '0');
	if (number < 0)
		hand_negate(hand);
}

static void press(struct hand *hand, int x, int y)
{
	for (hand->at = 0; hand->at < hand->site_count; hand->at++)
		if (hand->sites[hand->at].place.x == x &&
		    hand->sites[hand->at].place.y == y)
			break;
	assert_true(hand->at < hand->site_count);
	assert_null(hand_press(hand));
}

/* Whether Train Tracks' answer has track at a site is seen when it is pressed:
 * what differs is wrong. */
static void press_if_right(struct game *game, size_t site)
{
	const struct solution *answer = game->result.solutions;
	struct buffer text;

	buffer_init(&text);
	game->hand.at = site;
	hand_press(&game->hand);
	if (hand_check(&game->hand, answer, &text) == HAND_WRONG)
		hand_press(&game->hand);
	buffer_fini(&text);
}

/* Step `i` of the answer; false where there is no such step. */
static bool enter(struct game *game, size_t i)
{
	const struct solution *answer = game->result.solutions;
	struct hand *hand = &game->hand;
	const struct panel_solution *line = &answer->as.panel;
	const struct sigils *sigils = &game->puzzle.as.sigils;

	switch (game->puzzle.family) {
	case FAMILY_panel:
		if (i >= (size_t)line->length)
			return false;
		press(hand, line->path[i].x, line->path[i].y);
		return true;
	case FAMILY_sigils:
		if (i >= (size_t)sigils->piece_count)
			return false;
		for (int y = 0; y < sigils->rows; y++)
			for (int x = 0; x < sigils->columns; x++)
				if (answer->as.sigils.grid[y][x] == (int)i + 1)
					press(hand, x, y);
		return true;
	case FAMILY_tracks:
		if (i >= hand->site_count)
			return false;
		press_if_right(game, i);
		return true;
	default:
		if (i >= hand->site_count)
			return false;
		hand->at = i;
		type(hand, number_of(answer, &hand->sites[i].place));
		return true;
	}
}

static enum verdict solve_rest(const struct hand *hand)
{
	struct solve_options options = solve_defaults();
	struct solve_result result = { 0 };
	enum verdict verdict;
	struct puzzle rest;

	if (!hand_rest(hand, &rest))
		return VERDICT_SOLVED;
	assert_int_equal(solve_puzzle(&rest, &options, &result, NULL), 0);
	verdict = result.verdict;
	solve_result_fini(&result);
	return verdict;
}

static enum hand_verdict check(struct hand *hand, const struct solution *only)
{
	enum hand_verdict verdict;
	struct buffer text;

	buffer_init(&text);
	verdict = hand_check(hand, only, &text);
	/* what is said is said by who asks the solver */
	assert_int_equal(text.length == 0, verdict == HAND_UNKNOWN);
	buffer_fini(&text);
	return verdict;
}

static void enter_all(enum family family, const char *with, uint64_t seed)
{
	struct game game;
	size_t steps = 0;

	begin(&game, family, with, seed);
	while (enter(&game, steps))
		if (++steps % 5 == 2)
			assert_int_equal(solve_rest(&game.hand),
					 VERDICT_SOLVED);
	assert_int_equal(check(&game.hand, NULL), HAND_RIGHT);
	end(&game);
}

static void answers_are_right(void **state)
{
	static const char *const panels[] = { "horizontal", "vertical",
					      "rotational", "cylinder" };

	(void)state;
	for (int family = 0; family < FAMILY_COUNT; family++)
		for (uint64_t seed = 1; seed <= PUZZLES; seed++)
			enter_all((enum family)family, NULL, seed);
	for (size_t i = 0; i < sizeof panels / sizeof *panels; i++)
		for (uint64_t seed = 1; seed <= PUZZLES; seed++)
			enter_all(FAMILY_panel, panels[i], seed);
}

/* Numbers that the only answer does not have. */
static void wrong_numbers_are_marked(void **state)
{
	(void)state;
	for (int family = 0; family < FAMILY_COUNT; family++) {
		struct solution *answer;
		struct game game;
		int right;

		begin(&game, (enum family)family, NULL, 3);
		answer = game.result.solutions;
		if (hand_is_typed(&game.hand)) {
			right = number_of(answer, &game.hand.sites[0].place);
			type(&game.hand, right == 1 ? 2 : 1);
			assert_int_equal(check(&game.hand, answer), HAND_WRONG);
			assert_true(game.hand.sites[0].wrong);
			assert_false(game.hand.sites[1].wrong);
			assert_int_equal(check(&game.hand, NULL), HAND_UNKNOWN);
			assert_false(game.hand.sites[0].wrong);
			assert_int_equal(solve_rest(&game.hand), VERDICT_NONE);
			hand_erase(&game.hand, true);
			assert_int_equal(check(&game.hand, answer),
					 HAND_SO_FAR);
		}
		end(&game);
	}
}

/* A puzzle with several answers: what can be completed only by numbers that its
 * blanks do not take is wrong. */
static void several_answers_are_told_from_none(void **state)
{
	/* the top, its left one, the leftmost below */
	static const int entered[][2] = { { 8, 7 }, { 5, 7 }, { -1, 1 } };
	static const enum verdict verdicts[] = { VERDICT_SOLVED, VERDICT_NONE };
	struct puzzle puzzle = { .family = FAMILY_pyramid };
	struct hand hand;

	(void)state;
	pyramid_init(&puzzle.as.pyramid, 3);
	puzzle.as.pyramid.rows[0][0] = 10;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(hand_init(&hand, &puzzle, NULL), 0);
		for (hand.at = 0; hand.at < hand.site_count; hand.at++)
			if (hand.sites[hand.at].place.x == 0)
				type(&hand,
				     entered[i]
					    [hand.sites[hand.at].place.y - 1]);
		if (i < 2) {
			assert_int_equal(check(&hand, NULL), HAND_UNKNOWN);
			assert_int_equal(solve_rest(&hand), verdicts[i]);
		} else {
			assert_int_equal(check(&hand, NULL), HAND_WRONG);
			assert_true(hand.sites[0].wrong);
		}
		hand_fini(&hand);
	}
}

/* What no piece is, and where none is left. */
static void pieces_are_laid(void **state)
{
	struct game game;

	(void)state;
	begin(&game, FAMILY_sigils, NULL, 3);
	/* across corners: no piece */
	for (int i = 0; i < 4; i++) {
		game.hand.at = (size_t)(2 * i);
		assert_int_equal(hand_press(&game.hand) != NULL, i == 3);
	}
	assert_int_equal(check(&game.hand, NULL), HAND_UNKNOWN);
	/* taken up one by one */
	for (int i = 0; i < 4; i++) {
		game.hand.at = (size_t)(2 * i);
		assert_null(hand_press(&game.hand));
	}
	/* a piece is taken up whole */
	assert_true(enter(&game, 0));
	assert_null(hand_press(&game.hand));
	for (int y = 0; y < game.puzzle.as.sigils.rows; y++)
		for (int x = 0; x < game.puzzle.as.sigils.columns; x++)
			assert_int_equal(game.hand.mine.as.sigils.grid[y][x],
					 0);
	end(&game);
}

/* Lines that begin nowhere, leap, or touch the same place again. */
static void lines_go_step_by_step(void **state)
{
	const struct panel_solution *line;
	struct game game;

	(void)state;
	begin(&game, FAMILY_panel, NULL, 3);
	line = &game.result.solutions[0].as.panel;
	assert_true(line->length > 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(enter(&game, i));
	assert_int_equal(game.hand.mine.as.panel.length, 4);
	/* back to its second place */
	press(&game.hand, line->path[1].x, line->path[1].y);
	assert_int_equal(game.hand.mine.as.panel.length, 2);
	game.hand.at = 0;
	while (game.puzzle.as.panel
		       .spots[game.hand.sites[game.hand.at].place.y]
			     [game.hand.sites[game.hand.at].place.x]
		       .start ||
	       abs(game.hand.sites[game.hand.at].place.x - line->path[1].x) +
			       abs(game.hand.sites[game.hand.at].place.y -
				   line->path[1].y) <
		       4)
		game.hand.at++;
	assert_non_null(hand_press(&game.hand));
	assert_int_equal(game.hand.mine.as.panel.length, 2);
	end(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_are_right),
		cmocka_unit_test(wrong_numbers_are_marked),
		cmocka_unit_test(several_answers_are_told_from_none),
		cmocka_unit_test(pieces_are_laid),
		cmocka_unit_test(lines_go_step_by_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
