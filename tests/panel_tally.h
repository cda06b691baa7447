/* Counting the lines of a panel, by a plain walk judged by the checker and by
 * the search: for the tests of the search. */
#ifndef PANEL_TALLY_H
#define PANEL_TALLY_H

#include <string.h>

#include "panel_search.h"
#include "panel_walk.h"

struct tally {
	const struct puzzle *puzzle;
	uint64_t lines, wrong;
};

static inline bool judge_walked(void *data, const struct solution *line)
{
	struct tally *tally = data;

	tally->lines += puzzle_check(tally->puzzle, line, NULL);
	return true;
}

static inline bool judge_found(void *data, const struct panel_solution *line)
{
	struct tally *tally = data;
	struct solution solution = { .family = FAMILY_panel };

	solution.as.panel = *line;
	tally->lines++;
	tally->wrong += !puzzle_check(tally->puzzle, &solution, NULL);
	return true;
}

static inline uint64_t count_by_walk(const struct puzzle *puzzle)
{
	struct tally tally = { .puzzle = puzzle };
	struct deadline never = deadline_never();

	assert_true(panel_walk(puzzle, &never, judge_walked, &tally));
	return tally.lines;
}

static inline void empty_panel(struct puzzle *puzzle, int columns, int rows)
{
	struct panel *panel = &puzzle->as.panel;

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_panel;
	panel_init(panel, columns, rows, false);
	panel->spots[2 * rows][0].start = true;
	panel->spots[0][2 * columns].end = true;
}

#endif
